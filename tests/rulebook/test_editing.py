"""Correcting words: the original is kept, what hangs on the words follows, and a re-ingest keeps the correction."""

import pytest
from django.contrib.auth import get_user_model
from hypothesis import given
from hypothesis import strategies as st

from rulesite.rulebook import editing, linking, signals
from rulesite.rulebook.models import Citation, Commentary, Correction, Example, RuleVersion, Witness, Wording
from tests import factories as make

pytestmark = pytest.mark.django_db


@pytest.fixture
def author():
    """A maintainer."""
    return get_user_model().objects.create_user("mia")


@pytest.fixture
def edition():
    """An edition whose 404.1 cites 404.2, misprinted for 404.3."""
    edition = make.edition("2006-10-01")
    make.version(edition, "404.1", "It triggers. See rule 404.2.")
    make.version(edition, "404.2", "Second.")
    make.version(edition, "404.3", "Third.")
    linking.find_references(Wording.objects.all(), edition.scheme)
    linking.relink(edition)
    return edition


def at(edition, key):
    """A provision, as it is now."""
    return RuleVersion.objects.get(edition=edition, key=key)


def cites(edition, key):
    """The keys that a provision's references lead to in its edition."""
    words = at(edition, key).wording
    citations = Citation.objects.filter(edition=edition, reference__wording=words)
    return [target.version.key for citation in citations for target in citation.targets.all()]


def test_a_correction_shows_the_new_words_and_keeps_the_original(edition, author):
    original = at(edition, "404.1").wording
    made = editing.correct(at(edition, "404.1"), "It triggers. See rule 404.3.", reason="misprint", author=author)
    original.refresh_from_db()
    assert original.text == "It triggers. See rule 404.2."
    assert at(edition, "404.1").text == "It triggers. See rule 404.3."
    assert (made.original, made.corrected.text) == (original, "It triggers. See rule 404.3.")
    assert (made.author, made.reason, made.key) == (author, "misprint", "404.1")
    assert editing.standing(at(edition, "404.1")) == [made]
    assert editing.standing(at(edition, "404.2")) == []


def test_references_of_corrected_words_are_found_again(edition, author):
    assert cites(edition, "404.1") == ["404.2"]
    editing.correct(at(edition, "404.1"), "It triggers. See rule 404.3.", reason="misprint", author=author)
    assert cites(edition, "404.1") == ["404.3"]
    assert not at(edition, "404.2").cited_by.exists(), "the old words still cite in this edition"
    assert at(edition, "404.3").cited_by.count() == 1


def test_another_edition_with_the_same_words_is_left_alone(edition, author):
    other = make.edition("2007-07-13")
    for key, text in (("404.1", "It triggers. See rule 404.2."), ("404.2", "Second.")):
        make.version(other, key, text)
    linking.relink(other)
    editing.correct(at(edition, "404.1"), "It triggers. See rule 404.3.", reason="misprint", author=author)
    assert at(other, "404.1").text == "It triggers. See rule 404.2."
    assert cites(other, "404.1") == ["404.2"]
    assert editing.standing(at(other, "404.1")) == []


def test_words_printed_twice_in_an_edition_keep_their_references_where_they_were_not_corrected(edition, author):
    make.version(edition, "405.1", "It triggers. See rule 404.2.")
    editing.correct(at(edition, "404.1"), "It triggers. See rule 404.3.", reason="misprint", author=author)
    assert cites(edition, "405.1") == ["404.2"]


def test_source_tags_of_corrected_words_are_found_and_led_to_their_edition(edition, author):
    text = "It triggers. [CompRules 2006/10/01 - 404.3]"
    editing.correct(at(edition, "404.1"), text, reason="the tag was lost", author=author)
    [tag] = at(edition, "404.1").wording.attributions.all()
    assert (tag.outcome, [target.version.key for target in tag.targets.all()]) == ("resolved", ["404.3"])


def test_search_is_told_of_every_change_in_the_same_transaction(edition, author):
    heard = []

    def listen(sender, version, before, after, **kwargs):
        heard.append((version.key, before.text, after.text, RuleVersion.objects.get(pk=version.pk).text))

    signals.wording_changed.connect(listen)
    try:
        made = editing.correct(at(edition, "404.2"), "The second.", reason="misread", author=author)
        editing.withdraw(made, reason="it was right", author=author)
    finally:
        signals.wording_changed.disconnect(listen)
    assert heard == [
        ("404.2", "Second.", "The second.", "The second."),
        ("404.2", "The second.", "Second.", "Second."),
    ]


def test_a_listener_that_fails_leaves_everything_as_it_was(edition, author):
    def fail(sender, **kwargs):
        raise RuntimeError("the index can't be written")

    signals.wording_changed.connect(fail)
    try:
        with pytest.raises(RuntimeError, match="index"):
            editing.correct(at(edition, "404.2"), "The second.", reason="misread", author=author)
    finally:
        signals.wording_changed.disconnect(fail)
    assert at(edition, "404.2").text == "Second."
    assert not Correction.objects.exists()


def test_examples_inside_the_text_are_found_again(edition, author):
    text = "It can be paid. For example, a Wall pays. That is all."
    version = make.version(edition, "404.4", text)
    make.example(version, "For example, a Wall pays.", labelled=False, start=16, end=41)
    before = Example.objects.get(version=version).pk
    editing.correct(version, "It can also be paid. For example, a Goblin pays. That is all.", reason="x", author=author)
    example = Example.objects.get(version=version)
    assert (example.pk, example.wording.text) == (before, "For example, a Goblin pays.")
    assert at(edition, "404.4").text[example.start : example.end] == "For example, a Goblin pays."
    editing.correct(at(edition, "404.4"), "It can also be paid.", reason="the example was misplaced", author=author)
    assert not Example.objects.filter(version=version).exists()


def test_witnesses_that_say_otherwise_are_marked(edition, author):
    made = editing.correct(at(edition, "404.2"), "The second.", reason="misread", author=author)
    assert not Witness.objects.get(version__key="404.2").agrees
    editing.withdraw(made, reason="it was right", author=author)
    assert Witness.objects.get(version__key="404.2").agrees


# --- taking back --------------------------------------------------------------------------------------------------
def test_a_withdrawn_correction_restores_the_original_and_both_stay_on_record(edition, author):
    made = editing.correct(at(edition, "404.1"), "It triggers. See rule 404.3.", reason="misprint", author=author)
    record = editing.withdraw(made, reason="the file is right", author=author)
    assert at(edition, "404.1").text == "It triggers. See rule 404.2."
    assert cites(edition, "404.1") == ["404.2"]
    assert editing.standing(at(edition, "404.1")) == []
    assert editing.states([made, record]) == {
        made.pk: editing.State.WITHDRAWN,
        record.pk: editing.State.WITHDRAWAL,
    }


def test_a_correction_with_another_upon_it_is_taken_back_last(edition, author):
    first = editing.correct(at(edition, "404.2"), "The second.", reason="one", author=author)
    second = editing.correct(at(edition, "404.2"), "The second one.", reason="two", author=author)
    assert editing.standing(at(edition, "404.2")) == [second, first]
    with pytest.raises(editing.Refused, match="later correction"):
        editing.withdraw(first, reason="x", author=author)
    editing.withdraw(second, reason="x", author=author)
    assert at(edition, "404.2").text == "The second."
    editing.withdraw(first, reason="x", author=author)
    assert at(edition, "404.2").text == "Second."


def test_nothing_is_taken_back_twice(edition, author):
    made = editing.correct(at(edition, "404.2"), "The second.", reason="one", author=author)
    record = editing.withdraw(made, reason="x", author=author)
    with pytest.raises(editing.Refused, match="already"):
        editing.withdraw(made, reason="x", author=author)
    with pytest.raises(editing.Refused, match="only takes another one back"):
        editing.withdraw(record, reason="x", author=author)


# --- refusals -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "reason", "sentence"),
    [
        ("", "why", "the text is empty"),
        (" \r\n ", "why", "the text is empty"),
        ("Second.", "why", "the same as the one shown"),
        (" Second.\r\n", "why", "the same as the one shown"),
        ("Sec\x00ond.", "why", "control character (0x00) at place 4"),
        ("The second.", "  ", "say why"),
        ("The second.", "x" * 301, "301 characters"),
    ],
)
def test_what_is_no_correction_is_refused_with_a_sentence(edition, author, text, reason, sentence):
    with pytest.raises(editing.Refused) as refused:
        editing.correct(at(edition, "404.2"), text, reason=reason, author=author)
    assert sentence in str(refused.value)
    assert not Correction.objects.exists()


def test_a_heading_has_no_text_to_correct(edition, author):
    heading = make.version(edition, "404", title="Handling Triggered Abilities")
    with pytest.raises(editing.Refused, match="heading"):
        editing.correct(heading, "Words", reason="x", author=author)


# --- a fresh reading ----------------------------------------------------------------------------------------------
def reread(edition, **texts):
    """Replace the rows of an edition by what a source is now read as, as the loader does."""
    edition.versions.all().delete()
    for number, text in texts.items():
        make.version(edition, number.replace("_", ".").removeprefix("r"), text)
    linking.find_references(Wording.objects.filter(references=None), edition.scheme)
    linking.relink(edition)


def test_a_correction_is_laid_over_a_fresh_reading(edition, author):
    made = editing.correct(at(edition, "404.1"), "It triggers. See rule 404.3.", reason="misprint", author=author)
    reread(edition, r404_1="It triggers. See rule 404.2.", r404_2="Second.", r404_3="Third.")
    assert editing.reapply(edition) == editing.Reapplied(applied=[made], stale=[])
    assert at(edition, "404.1").text == "It triggers. See rule 404.3."
    assert cites(edition, "404.1") == ["404.3"]
    assert editing.standing(at(edition, "404.1")) == [made]


def test_a_correction_of_words_that_the_source_no_longer_gives_is_kept_and_not_applied(edition, author):
    made = editing.correct(at(edition, "404.2"), "The second.", reason="misread", author=author)
    reread(edition, r404_2="The second, as it should be.")
    assert editing.reapply(edition) == editing.Reapplied(applied=[], stale=[made])
    assert at(edition, "404.2").text == "The second, as it should be."
    assert editing.states([made]) == {made.pk: editing.State.STALE}
    assert editing.standing(at(edition, "404.2")) == []


def test_a_correction_of_a_rule_that_is_gone_is_kept(edition, author):
    made = editing.correct(at(edition, "404.2"), "The second.", reason="misread", author=author)
    reread(edition, r404_1="Only this.")
    assert editing.reapply(edition).stale == [made]
    assert editing.states([made]) == {made.pk: editing.State.STALE}
    editing.withdraw(made, reason="the rule is gone", author=author)
    assert editing.states([made]) == {made.pk: editing.State.WITHDRAWN}


def test_a_reading_that_was_mended_to_the_corrected_words_is_not_turned_back(edition, author):
    made = editing.correct(at(edition, "404.2"), "The second.", reason="misread", author=author)
    editing.withdraw(made, reason="not sure", author=author)
    reread(edition, r404_2="The second.")
    assert editing.reapply(edition) == editing.Reapplied()
    assert at(edition, "404.2").text == "The second."


def test_corrections_upon_each_other_are_laid_again_in_their_order(edition, author):
    first = editing.correct(at(edition, "404.2"), "The second.", reason="one", author=author)
    second = editing.correct(at(edition, "404.2"), "The second one.", reason="two", author=author)
    reread(edition, r404_2="Second.")
    assert editing.reapply(edition).applied == [first, second]
    assert at(edition, "404.2").text == "The second one."


@given(st.lists(st.sampled_from(["back", "One.", "Two.", "Three.", "reread"]), max_size=12))
def test_any_history_of_edits_survives_a_fresh_reading(steps):
    edition = make.edition(f"{1990 + make.Edition.objects.count()}-01-01")
    make.version(edition, "404.2", "Source.")
    for step in steps:
        shown = at(edition, "404.2")
        if step == "back":
            for top in editing.standing(shown)[:1]:
                editing.withdraw(top, reason="x", author=None)
        elif step != "reread" and step != shown.text:
            editing.correct(shown, step, reason="x", author=None)
        before = at(edition, "404.2").text
        if step == "reread":
            reread(edition, r404_2="Source.")
            editing.reapply(edition)
        assert at(edition, "404.2").text == before
        if not editing.standing(at(edition, "404.2")):
            assert before == "Source."


# --- commentary ---------------------------------------------------------------------------------------------------
def test_commentary_finds_its_rule_again_by_its_address(edition):
    remark = Commentary.objects.create(address="cr/2006-10-01/404.1", body="Note.")
    lost = Commentary.objects.create(address="cr/1999-01-01/404.1", body="Note.")
    assert editing.attach_commentary() == [lost]
    remark.refresh_from_db()
    assert (remark.version, remark.rule) == (at(edition, "404.1"), at(edition, "404.1").rule)
    reread(edition, r404_1="It triggers. See rule 404.2.")
    remark.refresh_from_db()
    assert remark.version is None
    editing.attach_commentary()
    remark.refresh_from_db()
    assert remark.version == at(edition, "404.1")
