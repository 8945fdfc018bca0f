"""Pages are kept as long as nothing changes, and not a moment longer."""

import pytest

from rulesite.rulebook import signals
from rulesite.rulebook.models import Commentary, Library, Page
from tests import factories as make
from tests.reading.pages import provision, read, words

pytestmark = pytest.mark.django_db
RULE = "/cr/2006-10-01/402.1/"


@pytest.fixture
def rule():
    """One rule, in a library."""
    Library.objects.create(name="a test")
    edition = make.edition("2006-10-01")
    make.version(edition, "402", title="Abilities")
    return make.version(edition, "402.1", "It works.")


def test_an_unchanged_page_is_answered_with_304(client, rule):
    first = client.get(RULE)
    assert client.get(RULE, headers={"If-None-Match": first["ETag"]}).status_code == 304
    assert client.get(RULE, headers={"If-Modified-Since": first["Last-Modified"]}).status_code == 304


@pytest.mark.parametrize(
    "change",
    [
        lambda rule: signals.edition_changed.send(sender=None, edition=rule.edition),
        lambda rule: signals.library_changed.send(sender=None),
        lambda rule: Page.objects.create(slug="new", title="New", body="Text"),
        lambda rule: Commentary.objects.create(version=rule, address="cr/2006-10-01/402.1", body="Text"),
        lambda rule: rule.edition.delete(),
    ],
    ids=["edition_changed", "library_changed", "a page", "a commentary", "an edition gone"],
)
def test_a_changed_library_is_read_anew(client, rule, change):
    first = client.get(RULE)
    change(rule)
    assert client.get(RULE, headers={"If-None-Match": first["ETag"]}).status_code != 304


def test_a_corrected_wording_is_shown_at_once(client, rule):
    assert "It works." in words(provision(read(client, RULE), "402.1"))
    before = rule.wording
    rule.wording = make.wording("It works well.")
    rule.save()
    signals.wording_changed.send(sender=type(rule), version=rule, before=before, after=rule.wording)
    assert "It works well." in words(provision(read(client, RULE), "402.1"))


def test_who_is_logged_in_gets_a_page_of_their_own(admin_client, client, rule):
    assert "ETag" not in admin_client.get(RULE) or "Edit in the admin" in admin_client.get(RULE).content.decode()
    assert "Edit in the admin" in admin_client.get(RULE).content.decode()
    assert "Edit in the admin" not in client.get(RULE).content.decode()


def test_browsers_may_keep_a_page_but_ask_whether_it_is_still_good(client, admin_client, rule):
    assert set(client.get(RULE)["Cache-Control"].split(", ")) == {"no-cache", "public"}
    assert "private" in admin_client.get(RULE)["Cache-Control"]
    assert "Cookie" in client.get(RULE)["Vary"]


def test_a_section_is_rendered_once_and_a_second_rule_of_it_asks_little(client, rule, django_assert_max_num_queries):
    make.version(rule.edition, "402.2", "So does this.")
    signals.edition_changed.send(sender=None, edition=rule.edition)
    client.get(RULE)
    with django_assert_max_num_queries(20):
        client.get("/cr/2006-10-01/402.2/")


def test_a_correction_is_shown_with_what_was_read_before(client, rule, admin_user):
    from rulesite.rulebook import editing

    editing.correct(rule, "It works well.", reason="a word was lost", author=admin_user)
    page = read(client, RULE)
    assert "It works well." in words(provision(page, "402.1"))
    shown = page.find(class_="correction")
    assert "a word was lost" in words(shown)
    assert "It works." in words(shown.details)
    assert "as it was read, before the correction" in words(page.find(class_="provenance"))
