"""What people looked for and did not find: counted where the site is told to, and nothing but counts."""

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.db import connections
from hypothesis import given
from hypothesis import strategies as st

from rulesite.search import query_counts
from rulesite.search.models import SearchCount


@pytest.fixture
def counting(settings, library):
    """The small library, on a site that counts searches."""
    settings.COUNT_SEARCHES = True
    return library


@pytest.fixture
def look(client, django_capture_on_commit_callbacks):
    """Call it with a query: the page of results, and what is to be done after it is sent."""

    def search(text, **options):
        with django_capture_on_commit_callbacks(execute=True):
            return client.get("/search/", {"q": text, **options})

    return search


def counts():
    return {row.words: (row.searched, row.empty, row.followed) for row in SearchCount.objects.all()}


def test_a_site_counts_nothing_unless_it_is_told_to(library, look, client):
    page = look("haste")
    assert "opened" not in page.content.decode()
    client.post("/search/opened/", {"q": "haste"})
    assert counts() == {}


@pytest.mark.slow
def test_searches_are_counted_with_what_came_of_them(counting, look, client):
    look("Haste")
    look("Haste")
    look("xyzzyx qwvq")
    page = look("haste", kind="glossary").content.decode()
    assert 'data-opened="/search/opened/"' in page
    assert client.post("/search/opened/", {"q": "HASTE"}).status_code == 204
    assert counts() == {"haste": (2, 0, 1), "xyzzyx qwvq": (1, 1, 0)}


@pytest.mark.parametrize("text", ["ada@example.org", "call 5551234567", "https://example.org", "?!", "word " * 30])
def test_what_may_tell_who_somebody_is_or_says_nothing_is_not_kept(counting, look, text):
    look(text)
    assert counts() == {}


def test_only_what_was_counted_is_followed_and_only_from_the_site_itself(counting, look, client):
    client.post("/search/opened/", {"q": "haste"})
    assert counts() == {}
    look("haste")
    client.post("/search/opened/", {"q": "haste"}, headers={"Sec-Fetch-Site": "cross-site"})
    assert counts() == {"haste": (1, 0, 0)}
    assert client.get("/search/opened/").status_code == 405


def test_there_are_never_more_than_so_many(counting, look, monkeypatch):
    monkeypatch.setattr(query_counts, "MOST", 3)
    for text in ("haste", "haste", "trample", "trample", "flying", "reach", "menace"):
        look(text)
    assert len(counts()) == 3
    assert {"haste", "trample", "menace"} == counts().keys()


@pytest.mark.django_db(transaction=True)
def test_a_count_that_would_have_to_wait_is_let_go(settings, tmp_path, transactional_db):
    settings.COUNT_SEARCHES = True
    query_counts.searched("haste", 1)
    other = connections.create_connection("default")
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN IMMEDIATE" if other.vendor == "sqlite" else "BEGIN")
            if other.vendor != "sqlite":
                cursor.execute("LOCK TABLE search_searchcount IN SHARE ROW EXCLUSIVE MODE")
            query_counts.searched("haste", 1)
            query_counts.followed("haste")
            cursor.execute("ROLLBACK")
    finally:
        other.close()
    assert counts() == {"haste": (1, 0, 0)}
    query_counts.searched("haste", 0)
    assert counts() == {"haste": (2, 1, 0)}


def test_who_may_look_sees_what_is_not_answered_first_and_can_only_delete(counting, look, client):
    for text in ("haste", "xyzzyx qwvq", "xyzzyx qwvq"):
        look(text)
    ada = get_user_model().objects.create_user("ada", is_staff=True)
    ada.user_permissions.set(Permission.objects.filter(codename__in=["view_searchcount", "delete_searchcount"]))
    client.force_login(ada)
    page = client.get("/admin/search/searchcount/").content.decode()
    assert 0 < page.index("/search/?q=xyzzyx") < page.index("/search/?q=haste")
    assert "/search/?q=haste" not in client.get("/admin/search/searchcount/?came=nothing").content.decode()
    assert client.get("/admin/search/searchcount/add/").status_code == 403
    row = SearchCount.objects.get(words="haste")
    client.post(f"/admin/search/searchcount/{row.pk}/change/", {"words": "other"})
    assert "haste" in counts()
    client.post(f"/admin/search/searchcount/{row.pk}/delete/", {"post": "yes"})
    assert "haste" not in counts()


@given(st.text(max_size=120))
def test_what_is_counted_is_counted_under_one_name_however_often_it_is_read(text):
    words = query_counts.key(text)
    assert query_counts.key(words) == words
    assert len(words) <= 100
    assert "@" not in words
