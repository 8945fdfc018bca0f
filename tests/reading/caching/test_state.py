"""Pages are kept as long as nothing changes, and not a moment longer."""

import weakref
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.http import http_date
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesite.reading.caching import memo, receivers, state
from rulesite.reading.rendering import wordings
from rulesite.rulebook import pending, signals
from rulesite.rulebook.editing import corrections
from rulesite.rulebook.models import Commentary, Edition, Library, Page, RuleVersion
from rulesite.search.indexing import builder
from rulesite.text.terms import TermLinker
from tests import factories as make
from tests.reading.read_pages import provision, read, words

pytestmark = pytest.mark.django_db
RULE = "/cr/2006-10-01/402.1/"


PAGES = (RULE, "/cr/feed.atom", "/search/?q=works", "/search/feed.atom?q=works", "/api/v1/rule/402.1",
         "/api/v1/search?q=works", "/api/v1/typeahead?q=wor", "/api/v1/openapi.json", "/sitemap.xml")  # fmt: skip
SEARCHES = tuple(page for page in PAGES if "q=" in page)


@pytest.fixture
def indexed(rule, index_folder):
    """The rule, and an index of it."""
    builder.rebuild()
    return rule


def changed_at(when):
    """The library comes to another state at a moment."""
    receivers.invalidate()
    Library.objects.update(changed=when)


def test_an_unchanged_page_is_answered_with_304(client, rule):
    first = client.get(RULE)
    assert client.get(RULE, headers={"If-None-Match": first["ETag"]}).status_code == 304


@pytest.mark.parametrize("page", PAGES)
@settings(max_examples=4)
@given(minutes=st.lists(st.integers(-500, 500), min_size=2, max_size=4), waits=st.booleans())
def test_whatever_the_clock_says_a_date_alone_is_never_answered_with_304(
    client, indexed, waiting, page, minutes, waits
):
    """After a clock is set back a later state has an earlier date, and a cache of others compares what is sent."""
    waiting.write(pending.ORDERS, [b"[]"]) if waits else waiting.discard()
    since = http_date(timezone.now().timestamp() + 86_400)
    marks = set()
    for each in minutes:
        changed_at(timezone.now() + timedelta(minutes=each))
        answer = client.get(page, headers={"If-Modified-Since": since})
        assert answer.status_code == 200
        assert "Last-Modified" not in answer
        marks.add(answer["ETag"])
    assert len(marks) == len(minutes)


@pytest.mark.parametrize("page", SEARCHES)
def test_a_new_index_is_another_answer_to_every_search(client, indexed, page):
    """It is published a moment after the library has changed: until then a search finds what was."""
    library = state.state_of(Library.current())
    before = client.get(page)
    assert client.get(page, headers={"If-None-Match": before["ETag"]}).status_code == 304
    builder.rebuild()
    assert state.state_of(Library.current()) == library
    after = client.get(page, headers={"If-None-Match": before["ETag"]})
    assert (after.status_code, after["ETag"] == before["ETag"]) == (200, False)


@pytest.mark.parametrize(
    "change",
    [
        lambda rule: signals.edition_changed.send(sender=None, edition=rule.edition),
        lambda rule: signals.library_changed.send(sender=None),
        lambda rule: Page.objects.create(slug="new", title="New", body="Text"),
        lambda rule: Commentary.objects.create(address="cr/2006-10-01/402.1", body="Text"),
        lambda rule: rule.edition.delete(),
    ],
    ids=["edition_changed", "library_changed", "a page", "a commentary", "an edition gone"],
)
def test_a_changed_library_is_read_anew(client, rule, change):
    first = client.get(RULE)
    change(rule)
    status = 200 if Edition.objects.exists() else 404
    assert client.get(RULE, headers={"If-None-Match": first["ETag"]}).status_code == status


def test_while_documents_wait_to_be_published_every_page_says_so_and_no_longer(client, rule, waiting):
    before = client.get(RULE)
    waiting.write(pending.ORDERS, [b"[]"])
    during = client.get(RULE, headers={"If-None-Match": before["ETag"]})
    assert during.status_code == 200
    assert "New documents are being prepared" in during.content.decode()
    waiting.discard()
    after = client.get(RULE, headers={"If-None-Match": during["ETag"]})
    assert after.status_code == 200
    assert "New documents are being prepared" not in after.content.decode()
    assert client.get(RULE, headers={"If-None-Match": before["ETag"]}).status_code == 304


def test_two_changes_within_a_second_are_told_apart(client, rule):
    receivers.invalidate()
    first = client.get(RULE)
    receivers.invalidate()
    assert client.get(RULE, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_what_was_being_worked_out_while_something_changed_is_not_kept_for_the_new_state(rule):
    """Two readers and a correction between them: the first has read the old words and is not done yet."""
    meanwhile = []

    @memo.memoize
    def words_of(pk):
        said = RuleVersion.objects.get(pk=pk).text
        while meanwhile:
            meanwhile.pop()()
        return said

    other = make.version(rule.edition, "402.2", "So does this.")

    def a_correction_and_a_second_reader():
        corrections.correct(rule, "It works well.", reason="a word was lost", author=None)
        assert words_of(Library.current(), other.pk) == "So does this."

    meanwhile.append(a_correction_and_a_second_reader)
    assert words_of(Library.current(), rule.pk) == "It works."
    assert words_of(Library.current(), rule.pk) == "It works well."


def test_what_is_kept_has_a_bound(rule):
    made = []
    squared = memo.memoize(lambda number: made.append(number) or number * number, most=2)
    library = Library.current()
    assert [squared(library, number) for number in (1, 2, 3, 3, 1)] == [1, 4, 9, 9, 1]
    assert made == [1, 2, 3, 1]


@pytest.mark.parametrize("of", [None, memo.of_none, memo.of_one])
def test_what_was_kept_before_a_publication_is_given_back(rule, of):
    class Made:
        """What a weak reference may look at."""

    made = memo.memoize(lambda edition: Made(), of=of)
    held = weakref.ref(made(Library.current(), rule.edition))
    assert held() is not None
    Library.objects.update(publication=F("publication") + 1)
    made(Library.current(), rule.edition)
    assert held() is None


def test_a_corrected_wording_is_shown_at_once(client, rule):
    assert "It works." in words(provision(read(client, RULE), "402.1"))
    corrections.correct(rule, "It works well.", reason="a word was lost", author=None)
    assert "It works well." in words(provision(read(client, RULE), "402.1"))


def test_who_is_logged_in_gets_a_page_of_their_own(admin_client, client, rule):
    assert "Correct it in the admin" in admin_client.get(RULE).content.decode()
    assert "Correct it in the admin" not in client.get(RULE).content.decode()


def test_browsers_may_keep_a_page_but_ask_whether_it_is_still_good(client, admin_client, rule):
    assert set(client.get(RULE)["Cache-Control"].split(", ")) == {"no-cache", "public"}
    assert "private" in admin_client.get(RULE)["Cache-Control"]
    assert "Cookie" in client.get(RULE)["Vary"]


def test_the_glossary_is_made_ready_once_for_all_terms_of_an_edition(client, rule, monkeypatch):
    made = []
    monkeypatch.setattr(wordings, "TermLinker", lambda terms: made.append(sorted(terms)) or TermLinker(terms))
    make.term(rule.edition, "Ability", "What a card does for a cost.")
    make.term(rule.edition, "Cost", "What is paid for an ability.")
    receivers.invalidate()
    links = [
        [link["href"] for link in read(client, f"/cr/2006-10-01/glossary/{slug}/").select(".senses a.term")]
        for slug in ("ability", "cost", "ability")
    ]
    assert links == [[f"/cr/2006-10-01/glossary/{slug}/"] for slug in ("cost", "ability", "cost")]
    assert made == [["Ability", "Cost"]]
    make.term(rule.edition, "Card", "What one plays.")
    receivers.invalidate()
    read(client, "/cr/2006-10-01/glossary/ability/")
    assert made[1:] == [["Ability", "Card", "Cost"]]


def test_a_section_is_rendered_once_and_a_second_rule_of_it_asks_little(client, rule, django_assert_max_num_queries):
    make.version(rule.edition, "402.2", "So does this.")
    signals.edition_changed.send(sender=None, edition=rule.edition)
    client.get(RULE)
    with django_assert_max_num_queries(20):
        client.get("/cr/2006-10-01/402.2/")


def test_a_correction_is_shown_with_what_was_read_before(client, rule, admin_user):
    corrections.correct(rule, "It works well.", reason="a word was lost", author=admin_user)
    page = read(client, RULE)
    assert "It works well." in words(provision(page, "402.1"))
    shown = page.find(class_="correction")
    assert "a word was lost" in words(shown)
    assert "It works." in words(shown.details)
    assert "as read, before the correction" in words(page.find(class_="provenance"))


@pytest.mark.django_db(transaction=True)
def test_a_page_is_made_of_one_state_and_keeps_no_writer_waiting():
    Library.objects.create(name="a test")
    with state.snapshot():
        assert Library.objects.get().name == "a test"
        elsewhere = connection.copy()
        try:
            with elsewhere.cursor() as cursor:
                cursor.execute("UPDATE rulebook_library SET name = 'another'")
        finally:
            elsewhere.close()
        assert Library.objects.get().name == "a test"
    assert Library.objects.get().name == "another"
    with transaction.atomic():  # a writer's own, afterwards, is one that waits for its turn
        Library.move_on()
