"""A person says as what a source tag is to be read: what leads where follows, the printed words stay."""

import re

import pytest
from django.contrib.auth.models import Group
from django.urls import reverse

from rulesite.rulebook import signals
from rulesite.rulebook.citations import linker
from rulesite.rulebook.editing import corrections
from rulesite.rulebook.models import Attribution, Correction, Wording
from tests import factories as make

pytestmark = pytest.mark.django_db

PRINTED = "[CompRules 2001/07/32 - 404.1]"
MEANT = "[CompRules 2001/07/23 - 404.1]"


@pytest.fixture
def books():
    """404.1 of 2001, and two editions of rulings that print one paragraph with a tag of an impossible day."""
    old = make.edition("2001-07-23")
    make.version(old, "404.1", "It triggers once.")
    for day in ("2002-10-15", "2004-10-15"):
        rulings = make.edition(day, "dangelo")
        make.version(rulings, "A.4", f"It triggers. {PRINTED}")
    linker.find_references(Wording.objects.all(), old.scheme)
    linker.resolve_attributions(old)
    return old


@pytest.fixture
def tag(books):
    """The tag; one, for the words are the same."""
    return Attribution.objects.get()


@pytest.fixture
def editor(client, django_user_model):
    """A client logged in as an editor."""
    person = django_user_model.objects.create_user("mia", is_staff=True)
    person.groups.add(Group.objects.get(name="Editors"))
    client.force_login(person)
    return client


def page_of(tag):
    return reverse("admin:rulebook_attribution_change", args=[tag.pk])


def posted(client, tag, **fields):
    """What comes of posting the form of a tag, with what else the page posts."""
    page = client.get(page_of(tag))
    shown = page.context["adminform"].form.initial
    counts = dict(
        re.findall(r'name="(\w+-(?:TOTAL|INITIAL|MIN_NUM|MAX_NUM)_FORMS)" value="(\d+)"', page.content.decode())
    )
    given = {"meant": shown["meant"], "seen_meant": shown["seen_meant"], "why": ""}
    return client.post(page_of(tag), given | counts | fields, follow=True)


def leads_to(tag):
    return [target.version.address for target in tag.targets.select_related("version__edition__document")]


def test_a_tag_is_read_as_a_person_says_and_leads_there(books, tag):
    assert (tag.problem, tag.outcome) == ("2001/07/32 is not a date", "external")
    corrections.correct_loose("tags", tag, MEANT, reason="the scan shows a 23", author=None)
    tag.refresh_from_db()
    assert (tag.text, tag.read_as, tag.problem, tag.outcome) == (PRINTED, MEANT, "", "resolved")
    assert leads_to(tag) == [books.versions.get().address]
    assert all(PRINTED in wording.text for wording in Wording.objects.filter(attributions=tag))


def test_taking_it_back_reads_what_is_printed_again(tag):
    made = corrections.correct_loose("tags", tag, MEANT, reason="the scan shows a 23", author=None)
    corrections.withdraw(made, reason="it does not", author=None)
    tag.refresh_from_db()
    assert (tag.read_as, tag.problem, leads_to(tag)) == ("", "2001/07/32 is not a date", [])
    assert [state.value for state in corrections.states(Correction.objects.all()).values()] == [
        "withdrawal",
        "withdrawn",
    ]


def test_an_earlier_correction_is_not_taken_back_from_under_a_later_one(tag):
    first = corrections.correct_loose("tags", tag, MEANT, reason="a", author=None)
    corrections.correct_loose("tags", tag, "[CompRules 2001/07/23 - 404.2]", reason="b", author=None)
    with pytest.raises(corrections.CorrectionError, match="builds on this one"):
        corrections.withdraw(first, reason="c", author=None)
    tag.refresh_from_db()
    assert (tag.outcome, tag.reason) == ("dangling", "that edition has no 404.2")


def test_what_was_said_stands_when_the_words_are_looked_through_again(books, tag):
    corrections.correct_loose("tags", tag, MEANT, reason="a", author=None)
    linker.find_again()
    linker.resolve_attributions(books)
    again = Attribution.objects.get()
    assert (again.pk, again.read_as, again.outcome) == (tag.pk, MEANT, "resolved")


def test_it_is_laid_over_a_fresh_reading_that_knows_nothing_of_it(books, tag):
    corrections.correct_loose("tags", tag, MEANT, reason="a", author=None)
    Attribution.objects.update(read_as="", problem="2001/07/32 is not a date", date=None, outcome="external")
    corrections.reapply_loose("tags")
    assert Attribution.objects.get(outcome="resolved").read_as == MEANT


def test_every_edition_that_prints_it_is_told(tag):
    told = []

    def hear(edition, relinked, **_):
        told.append((edition.address, relinked))

    signals.corrected.connect(hear)
    try:
        corrections.correct_loose("tags", tag, MEANT, reason="a", author=None)
    finally:
        signals.corrected.disconnect(hear)
    assert told == [(f"dangelo/{day}", {tag.wording_id}) for day in ("2002-10-15", "2004-10-15")]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "not one source tag"),
        ("CompRules 2001/07/23", "not one source tag"),
        ("[cost]", "not one source tag"),
        (f"{MEANT} {MEANT}", "not one source tag"),
        (f"see {MEANT}", "not one source tag"),
        ("[CompRules 2001/13/23 - 404.1]", "2001/13/23 is not a date"),
        (PRINTED, "can't be right"),
    ],
)
def test_what_is_no_tag_is_refused_with_a_sentence(tag, text, sentence):
    with pytest.raises(corrections.CorrectionError, match=re.escape(sentence)):
        corrections.correct_loose("tags", tag, text, reason="x", author=None)
    assert not Correction.objects.exists()


# --- in the admin -------------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_an_editor_corrects_a_tag_and_sees_it_in_the_log_and_readers_the_reason(editor, tag):
    said = posted(editor, tag, meant=MEANT, why="the scan shows a 23", _continue="1").content.decode()
    assert "Corrected. Everything that depends on it is updated." in said
    assert "applied: the scan shows a 23 — mia" in said
    [made] = Correction.objects.all()
    listed = editor.get(reverse("admin:rulebook_correction_changelist")).content.decode()
    assert "how a source tag is read" in listed
    assert "the scan shows a 23" in editor.get("/dangelo/2002-10-15/A.4/").content.decode()
    editor.post(reverse("admin:rulebook_correction_withdraw", args=[made.pk]), {"reason": "it does not"})
    assert "the scan shows a 23" not in editor.get("/dangelo/2002-10-15/A.4/").content.decode()


def test_what_would_change_is_shown_before_it_is_saved(editor, tag):
    said = posted(editor, tag, meant=MEANT, _preview="1").content.decode()
    assert "Nothing is saved yet" in said
    assert "<del>" in said
    assert not Correction.objects.exists()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"meant": MEANT}, "Give a reason"),
        ({"meant": "nonsense", "why": "x"}, "This is not one source tag"),
        ({"why": "x"}, "can&#x27;t be right"),
        ({"meant": MEANT, "why": "x" * 301}, "at most 300"),
    ],
)
def test_a_slip_gets_a_sentence_and_nothing_is_kept(editor, tag, fields, sentence):
    assert sentence in posted(editor, tag, **fields).content.decode()
    assert not Correction.objects.exists()


def test_the_second_of_two_maintainers_is_told(editor, tag):
    seen = editor.get(page_of(tag)).context["adminform"].form.initial["seen_meant"]
    corrections.correct_loose("tags", tag, MEANT, reason="a", author=None)
    said = posted(editor, tag, meant="[CompRules 2001/07/23 - 404.2]", why="b", seen_meant=seen).content.decode()
    assert "Somebody else has corrected this" in said
    assert Correction.objects.count() == 1


def test_readers_of_the_admin_and_nobody_correct_nothing(client, django_user_model, tag):
    person = django_user_model.objects.create_user("rea", is_staff=True)
    person.groups.add(Group.objects.get(name="Readers"))
    client.force_login(person)
    assert 'name="meant"' not in client.get(page_of(tag)).content.decode()
    assert client.post(page_of(tag), {"meant": MEANT, "why": "x"}).status_code == 403
    client.logout()
    assert client.post(page_of(tag), {"meant": MEANT, "why": "x"}).status_code == 302
    assert not Correction.objects.exists()
