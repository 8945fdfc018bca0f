"""What was sent once is sent again as it is, to whoever may have it and as long as it is true."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils.cache import patch_cache_control, patch_vary_headers
from hypothesis import given
from hypothesis import strategies as st

from rulesite.reading.caching import receivers
from rulesite.reading.caching import state as caching_state
from rulesite.reading.middleware import response_cache
from rulesite.reading.middleware.response_cache import CachedResponse, ResponseCache, ResponseCacheMiddleware
from rulesite.rulebook import pending
from rulesite.rulebook.editing import corrections
from rulesite.rulebook.models import Library

pytestmark = pytest.mark.django_db
RULE = "/cr/2006-10-01/402.1/"


@pytest.fixture
def site():
    """The middleware over pages that count how often they were made."""
    Library.objects.create(name="a test")
    made = []

    def page(request):
        made.append(request.get_full_path())
        response = HttpResponse(f"page {len(made)}", status=int(request.GET.get("status", 200)))
        response["ETag"] = '"one"'
        patch_cache_control(response, **({"private": True} if "mine" in request.GET else {"public": True}))
        if "varies" in request.GET:
            patch_vary_headers(response, [request.GET["varies"]])
        if "cookie" in request.GET:
            response.set_cookie("name", "value")
        return response

    middleware = ResponseCacheMiddleware(page)
    middleware.made = made
    return middleware


def ask(site, address, **headers):
    return site(RequestFactory(headers=headers).get(address))


def test_the_same_is_made_once(site):
    first, again = ask(site, "/a/"), ask(site, "/a/")
    assert site.made == ["/a/"]
    assert (again.content, dict(again.items())) == (first.content, dict(first.items()))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("/a/", {}), ("/a/?q=1", {})),
        (("/a/?q=1", {}), ("/a/?q=2", {})),
        (("/a/", {"Host": "localhost"}), ("/a/", {"Host": "127.0.0.1"})),
        (("/a/", {}), ("/a/", {"Accept-Encoding": "gzip"})),
        (("/a/", {"Accept-Encoding": "br, gzip;q=0.5"}), ("/a/", {"Accept-Encoding": "br"})),
    ],
)
def test_what_may_differ_is_told_apart(site, settings, one, other):
    settings.ALLOWED_HOSTS = ["*"]
    assert ask(site, one[0], **one[1]).content != ask(site, other[0], **other[1]).content
    assert ask(site, one[0], **one[1]).content == b"page 1"
    assert ask(site, other[0], **other[1]).content == b"page 2"


@pytest.mark.parametrize(
    "address", ["/?mine", "/?status=404", "/?status=302", "/?cookie", "/?varies=Origin", "/?varies=*"]
)
def test_what_is_not_for_everybody_is_made_for_each(site, address):
    assert ask(site, address).content != ask(site, address).content


def test_who_has_a_session_gets_and_leaves_nothing(site, settings):
    known = {"Cookie": f"{settings.SESSION_COOKIE_NAME}=abc"}
    assert [ask(site, "/a/", **known).content, ask(site, "/a/").content] == [b"page 1", b"page 2"]
    assert ask(site, "/a/", **known).content == b"page 3"
    assert ask(site, "/a/", Cookie="theme=dark").content == b"page 2"


@pytest.mark.parametrize("method", ["post", "head", "options", "put"])
def test_only_what_is_got_is_kept(site, method):
    ask(site, "/a/")
    assert getattr(RequestFactory(), method)("/a/") is not None
    assert site(getattr(RequestFactory(), method)("/a/")).content == b"page 2"
    assert ask(site, "/a/").content == b"page 1"


def test_who_has_the_page_already_is_told_so(site):
    ask(site, "/a/")
    assert ask(site, "/a/", **{"If-None-Match": '"one"'}).status_code == 304
    assert ask(site, "/a/", **{"If-None-Match": 'W/"one", "two"'}).status_code == 304
    assert ask(site, "/a/", **{"If-None-Match": '"two"'}).content == b"page 1"


@pytest.mark.parametrize(
    "change",
    [
        receivers.invalidate,
        lambda: Library.objects.update(publication=9),
        lambda: Library.objects.update(index="another"),
    ],
    ids=["a revision", "a publication", "an index"],
)
def test_nothing_is_sent_again_after_a_change(site, change):
    ask(site, "/a/")
    change()
    assert ask(site, "/a/").content == b"page 2"


def test_while_documents_wait_other_pages_are_sent(site, waiting):
    ask(site, "/a/")
    waiting.write(pending.ORDERS, [b"[]"])
    assert ask(site, "/a/").content == b"page 2"
    waiting.discard()
    assert ask(site, "/a/").content == b"page 3"


def test_a_page_that_was_overtaken_by_a_change_is_never_sent_again():
    Library.objects.create(name="a test")
    said = ["old", "new"]

    def page(request):
        words = said[0]
        if len(said) == 2:
            said.pop(0)
            receivers.invalidate()
        response = HttpResponse(words)
        patch_cache_control(response, public=True)
        return response

    site = ResponseCacheMiddleware(page)
    assert ask(site, "/").content == b"old"
    assert ask(site, "/").content == b"new"


def test_a_fault_is_not_kept():
    Library.objects.create(name="a test")
    faults = [ZeroDivisionError]

    def page(request):
        if faults:
            raise faults.pop()
        return HttpResponse("page")

    site = ResponseCacheMiddleware(page)
    with pytest.raises(ZeroDivisionError):
        ask(site, "/")
    assert ask(site, "/").content == b"page"


@pytest.mark.slow
def test_many_who_ask_at_once_wait_for_one(monkeypatch):
    """Without a database: a thread has a connection of its own, which would not see this test's transaction."""
    monkeypatch.setattr(caching_state, "current_state", lambda: ("a state",))
    made, go_on = [], threading.Event()

    def page(request):
        made.append(request.path)
        assert go_on.wait(30)
        response = HttpResponse("page")
        patch_cache_control(response, public=True)
        return response

    site = ResponseCacheMiddleware(page)
    with ThreadPoolExecutor(8) as readers:
        waiting = [readers.submit(ask, site, "/") for _ in range(8)]
        threading.Timer(0.2, go_on.set).start()
        assert {each.result().content for each in waiting} == {b"page"}
    assert made == ["/"]


def test_what_is_kept_has_a_bound_and_what_is_asked_for_stays():
    kept = ResponseCache(most=51_000)
    state = (1,)
    asked = [("http", "localhost", f"/{nth}/", True) for nth in range(1000)]
    assert kept.get(asked[0], state) is None
    for one in asked:
        kept.put(one, CachedResponse(state, b"x" * 1000, {}))
        assert kept.get(asked[0], state) is not None
        assert kept.size <= kept.most
    assert sum(kept.get(one, state) is not None for one in asked) == 25


ADDRESS = st.tuples(st.just("http"), st.just("localhost"), st.text("/a?=", max_size=400), st.booleans())


@given(st.lists(st.tuples(ADDRESS, st.binary(max_size=300), st.text("a", max_size=300)), max_size=25))
def test_whatever_is_long_about_an_answer_is_counted(kept_ones):
    """Its address as well: whoever makes one up makes it as long as may be."""
    kept, state = ResponseCache(most=6_000), (1,)
    kept.get(("http", "localhost", "/", True), state)
    for asked, body, link in kept_ones:
        kept.put(asked, CachedResponse(state, body, {"Link": link}))
        held = sum(
            len(each.body) + len(address[2]) + sum(map(len, each.headers.values()))
            for address, each in kept._answers.items()
        )
        assert held + 1_000 * len(kept._answers) <= kept.size <= kept.most
    for asked in list(kept._answers):
        kept._forget(asked)
    assert kept.size == 0


def test_what_was_kept_of_another_state_is_given_back():
    kept = ResponseCache()
    asked, other = ("http", "localhost", "/a/", True), ("http", "localhost", "/b/", True)
    assert kept.get(asked, (1,)) is None
    kept.put(asked, CachedResponse((1,), b"x" * 1000, {}))
    assert kept.get(other, (2,)) is None
    assert kept.size == 0
    kept.put(asked, CachedResponse((1,), b"a page that took long", {}))
    assert kept.size == 0
    assert kept.get(asked, (2,)) is None


def test_a_very_large_answer_is_not_kept(monkeypatch, site):
    monkeypatch.setattr(response_cache, "_LARGEST", 3)
    ask(site, "/a/")
    assert ask(site, "/a/").content == b"page 2"


def test_a_page_of_the_site_is_sent_again_with_all_its_headers(client, rule, django_assert_num_queries):
    first = client.get(RULE, headers={"Accept-Encoding": "gzip"})
    with django_assert_num_queries(1):
        again = client.get(RULE, headers={"Accept-Encoding": "gzip"})
    assert again.headers == first.headers
    assert again.content == first.content
    assert {"Content-Security-Policy", "X-Frame-Options", "X-Content-Type-Options", "ETag", "Vary"} <= {*again.headers}
    plain = client.get(RULE)
    assert plain.content != again.content
    with django_assert_num_queries(1):
        assert client.get(RULE, headers={"If-None-Match": plain["ETag"]}).status_code == 304


@pytest.mark.slow
@pytest.mark.parametrize("address", [RULE, "/resolve/?q=402.1", "/search/?q=works", "/api/v1/rule/cr/2006-10-01/402.1"])
def test_a_corrected_word_is_sent_at_once(client, rule, address):
    before = client.get(address)
    assert before.status_code == 200
    assert client.get(address).content == before.content
    corrections.correct(rule, "It works well.", reason="a word was lost", author=None)
    after = client.get(address, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200


def test_who_is_logged_in_never_gets_the_page_of_others(admin_client, client, rule):
    assert "Correct it in the admin" not in client.get(RULE).content.decode()
    assert "Correct it in the admin" in admin_client.get(RULE).content.decode()
    assert "Correct it in the admin" not in client.get(RULE).content.decode()


def test_another_host_is_refused_as_ever(client, rule):
    client.get(RULE)
    assert client.get(RULE, headers={"Host": "elsewhere.example"}).status_code == 400
