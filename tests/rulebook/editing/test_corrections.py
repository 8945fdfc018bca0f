"""Correcting words: the original is kept, what hangs on the words follows, and a re-ingest keeps the correction."""

import pytest
from django.contrib.auth import get_user_model
from hypothesis import given
from hypothesis import strategies as st

from rulesite.rulebook import commentary, signals
from rulesite.rulebook.citations import linker
from rulesite.rulebook.corrections import source_tags
from rulesite.rulebook.corrections.targets import shown
from rulesite.rulebook.editing import corrections
from rulesite.rulebook.models import (
    Citation,
    Commentary,
    Correction,
    Example,
    GlossaryTerm,
    Library,
    Rule,
    RuleVersion,
    Witness,
    Wording,
)
from rulesite.text.wording import digest
from tests import factories as make
from tests.snapshots import made_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def author():
    """A maintainer."""
    return get_user_model().objects.create_user("mia")


@pytest.fixture
@made_once
def edition():
    """An edition whose 404.1 cites 404.2, misprinted for 404.3."""
    edition = make.edition("2006-10-01")
    make.version(edition, "404.1", "It triggers. See rule 404.2.")
    make.version(edition, "404.2", "Second.")
    make.version(edition, "404.3", "Third.")
    linker.find_references(Wording.objects.all(), edition.scheme)
    linker.relink(edition)
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
    made = corrections.correct(at(edition, "404.1"), "It triggers. See rule 404.3.", reason="misprint", author=author)
    original.refresh_from_db()
    assert original.text == "It triggers. See rule 404.2."
    assert at(edition, "404.1").text == "It triggers. See rule 404.3."
    assert (made.original, made.corrected) == (original.text, "It triggers. See rule 404.3.")
    assert (made.author, made.reason, made.address) == (author, "misprint", "cr/2006-10-01/404.1")
    assert corrections.standing(at(edition, "404.1")) == [made]
    assert corrections.standing(at(edition, "404.2")) == []


def test_references_of_corrected_words_are_found_again(edition, author):
    assert cites(edition, "404.1") == ["404.2"]
    corrections.correct(at(edition, "404.1"), "It triggers. See rule 404.3.", reason="misprint", author=author)
    assert cites(edition, "404.1") == ["404.3"]
    assert not at(edition, "404.2").cited_by.exists(), "the old words still cite in this edition"
    assert at(edition, "404.3").cited_by.count() == 1


def test_another_edition_with_the_same_words_is_left_alone(edition, author):
    other = make.edition("2007-07-13")
    for key, text in (("404.1", "It triggers. See rule 404.2."), ("404.2", "Second.")):
        make.version(other, key, text)
    linker.relink(other)
    corrections.correct(at(edition, "404.1"), "It triggers. See rule 404.3.", reason="misprint", author=author)
    assert at(other, "404.1").text == "It triggers. See rule 404.2."
    assert cites(other, "404.1") == ["404.2"]
    assert corrections.standing(at(other, "404.1")) == []


def test_words_printed_twice_in_an_edition_keep_their_references_where_they_were_not_corrected(edition, author):
    make.version(edition, "405.1", "It triggers. See rule 404.2.")
    corrections.correct(at(edition, "404.1"), "It triggers. See rule 404.3.", reason="misprint", author=author)
    assert cites(edition, "405.1") == ["404.2"]


def test_source_tags_of_corrected_words_are_found_and_led_to_their_edition(edition, author):
    text = "It triggers. [CompRules 2006/10/01 - 404.3]"
    corrections.correct(at(edition, "404.1"), text, reason="the tag was lost", author=author)
    [tag] = at(edition, "404.1").wording.attributions.all()
    assert (tag.outcome, [target.version.key for target in tag.targets.all()]) == ("resolved", ["404.3"])


def test_search_is_told_of_every_change_in_the_same_transaction(edition, author):
    heard = []

    def listen(sender, row, before, after, **kwargs):
        heard.append((row.key, before, after, RuleVersion.objects.get(pk=row.pk).text))

    signals.corrected.connect(listen)
    try:
        made = corrections.correct(at(edition, "404.2"), "The second.", reason="misread", author=author)
        corrections.withdraw(made, reason="it was right", author=author)
    finally:
        signals.corrected.disconnect(listen)
    assert heard == [
        ("404.2", "Second.", "The second.", "The second."),
        ("404.2", "The second.", "Second.", "Second."),
    ]


def test_a_listener_that_fails_leaves_everything_as_it_was(edition, author):
    def fail(sender, **kwargs):
        raise RuntimeError("the index can't be written")

    signals.corrected.connect(fail)
    try:
        with pytest.raises(RuntimeError, match="index"):
            corrections.correct(at(edition, "404.2"), "The second.", reason="misread", author=author)
    finally:
        signals.corrected.disconnect(fail)
    assert at(edition, "404.2").text == "Second."
    assert not Correction.objects.exists()


@pytest.mark.slow
def test_examples_inside_the_text_are_found_again(edition, author):
    text = "It can be paid. For example, a Wall pays. That is all."
    version = make.version(edition, "404.4", text)
    make.example(version, "For example, a Wall pays.", labelled=False, start=16, end=41)
    before = Example.objects.get(version=version).pk
    corrections.correct(
        version, "It can also be paid. For example, a Goblin pays. That is all.", reason="x", author=author
    )
    example = Example.objects.get(version=version)
    assert (example.pk, example.wording.text) == (before, "For example, a Goblin pays.")
    assert at(edition, "404.4").text[example.start : example.end] == "For example, a Goblin pays."
    corrections.correct(at(edition, "404.4"), "It can also be paid.", reason="the example was misplaced", author=author)
    assert not Example.objects.filter(version=version).exists()


def test_witnesses_that_say_otherwise_are_marked(edition, author):
    made = corrections.correct(at(edition, "404.2"), "The second.", reason="misread", author=author)
    assert not Witness.objects.get(version__key="404.2").agrees
    corrections.withdraw(made, reason="it was right", author=author)
    assert Witness.objects.get(version__key="404.2").agrees


# --- taking back --------------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_a_withdrawn_correction_restores_the_original_and_both_stay_on_record(edition, author):
    made = corrections.correct(at(edition, "404.1"), "It triggers. See rule 404.3.", reason="misprint", author=author)
    record = corrections.withdraw(made, reason="the file is right", author=author)
    assert at(edition, "404.1").text == "It triggers. See rule 404.2."
    assert cites(edition, "404.1") == ["404.2"]
    assert corrections.standing(at(edition, "404.1")) == []
    assert corrections.states([made, record]) == {
        made.pk: corrections.State.WITHDRAWN,
        record.pk: corrections.State.WITHDRAWAL,
    }


@pytest.mark.slow
def test_a_correction_with_another_upon_it_is_taken_back_last(edition, author):
    first = corrections.correct(at(edition, "404.2"), "The second.", reason="one", author=author)
    second = corrections.correct(at(edition, "404.2"), "The second one.", reason="two", author=author)
    assert corrections.standing(at(edition, "404.2")) == [second, first]
    with pytest.raises(corrections.CorrectionError, match="later correction"):
        corrections.withdraw(first, reason="x", author=author)
    corrections.withdraw(second, reason="x", author=author)
    assert at(edition, "404.2").text == "The second."
    corrections.withdraw(first, reason="x", author=author)
    assert at(edition, "404.2").text == "Second."


def test_nothing_is_taken_back_twice(edition, author):
    made = corrections.correct(at(edition, "404.2"), "The second.", reason="one", author=author)
    record = corrections.withdraw(made, reason="x", author=author)
    with pytest.raises(corrections.CorrectionError, match="already"):
        corrections.withdraw(made, reason="x", author=author)
    with pytest.raises(corrections.CorrectionError, match="only takes another one back"):
        corrections.withdraw(record, reason="x", author=author)


# --- headings, Examples, the glossary -----------------------------------------------------------------------------
@pytest.fixture
def book():
    """An edition with a misprinted heading, Example, name and definition, and what cites them."""
    edition = make.edition("2006-10-01")
    make.version(edition, "404", title="Handling Trigered Abilities")
    owner = make.version(edition, "404.1", "It triggers. See “Triger” in the glossary.")
    make.version(edition, "404.2", "See rule 405, “Handling Triggered Abilities.”")
    make.example(owner, "A Wall triggers. See rule 404.2.")
    make.example(owner, "A Goblin triggers.")
    make.term(edition, "Trigger", "See rule 404.")
    make.term(edition, "Tramle", "An ability. For example, a Wall has it.")
    make.term(edition, "Rampage", "See Trample.")
    linker.find_references(Wording.objects.all(), edition.scheme)
    linker.relink(edition)
    return edition


def entry(edition, slug):
    """A glossary entry, as it is now."""
    return GlossaryTerm.objects.get(edition=edition, slug=slug)


def targets(edition, words):
    """The names of what the references in some words lead to."""
    found = Citation.objects.filter(edition=edition, reference__wording=words)
    return [str(target) for citation in found for target in citation.targets.all()]


def test_a_corrected_heading_is_shown_kept_and_taken_back(book, author):
    heading = at(book, "404")
    made = corrections.correct(heading, "Handling  Triggered Abilities", reason="misprint", author=author, part="title")
    assert at(book, "404").title == "Handling Triggered Abilities"
    assert (made.what, made.original) == ("the heading", "Handling Trigered Abilities")
    assert corrections.standing(at(book, "404")) == [made]
    Rule.objects.get(name="404 Handling Triggered Abilities")
    corrections.withdraw(made, reason="it is printed so", author=author)
    assert at(book, "404").title == "Handling Trigered Abilities"
    assert corrections.states([made]) == {made.pk: corrections.State.WITHDRAWN}


def test_references_that_name_a_heading_are_looked_at_again_when_it_is_corrected(book, author):
    cited = Citation.objects.get(edition=book, reference__wording=at(book, "404.2").wording)
    assert cited.reason == "there is no 405"
    corrections.correct(at(book, "404"), "Handling Triggered Abilities", reason="misprint", author=author, part="title")
    cited = Citation.objects.get(edition=book, reference__wording=at(book, "404.2").wording)
    assert "heading" in cited.reason
    assert [str(target) for target in cited.targets.all()] == ["404@2006-10-01"]


@pytest.mark.slow
def test_a_corrected_example_is_shown_and_what_hangs_on_it_follows(book, author):
    example = at(book, "404.1").examples.get(ordinal=1)
    made = corrections.correct(example, "A Wall triggers. See rule 404.1.", reason="misprint", author=author)
    example.refresh_from_db()
    assert example.wording.text == "A Wall triggers. See rule 404.1."
    assert targets(book, example.wording) == ["404.1@2006-10-01"]
    assert made.address == "cr/2006-10-01/404.1/example/1"
    assert corrections.standing(at(book, "404.1")) == corrections.standing(example) == [made]
    assert not Witness.objects.get(version__key="404.1", version__edition=book).agrees
    corrections.withdraw(made, reason="it is printed so", author=author)
    assert targets(book, at(book, "404.1").examples.get(ordinal=1).wording) == ["404.2@2006-10-01"]
    assert Witness.objects.get(version__key="404.1", version__edition=book).agrees


def test_a_corrected_name_of_the_glossary_is_found_by_what_cites_it_and_keeps_its_address(book, author):
    citing = entry(book, "rampage").wording
    assert targets(book, citing) == []
    made = corrections.correct(
        entry(book, "tramle"), "Trample", reason="a letter was lost", author=author, part="title"
    )
    assert entry(book, "tramle").term == "Trample"
    assert targets(book, citing) == ["Trample"]
    corrections.withdraw(made, reason="it is printed so", author=author)
    assert entry(book, "tramle").term == "Tramle"
    assert targets(book, citing) == []


def test_a_corrected_definition_is_shown_with_its_examples_and_references(book, author):
    term = entry(book, "tramle")
    text = "An ability. For example, a Goblin has it. See rule 404.1."
    made = corrections.correct(term, text, reason="misprint", author=author)
    assert targets(book, entry(book, "tramle").wording) == ["404.1@2006-10-01"]
    [example] = term.examples.all()
    assert example.wording.text == "For example, a Goblin has it."
    assert corrections.standing(term) == [made]


@pytest.mark.slow
def test_a_corrected_example_inside_a_text_corrects_that_text(book, author):
    term = entry(book, "tramle")
    corrections.correct(term, "An ability. For example, a Wall has it. It is old.", reason="cut off", author=author)
    example = term.examples.get()
    made = corrections.correct(example, "For example, a Goblin has it.", reason="misprint", author=author)
    assert entry(book, "tramle").wording.text == "An ability. For example, a Goblin has it. It is old."
    assert (made.owner, made.part) == ("glossary/tramle", "text")


@pytest.mark.slow
def test_a_fresh_reading_is_corrected_in_all_its_parts_however_often_that_is_done(book, author):
    made = [
        corrections.correct(at(book, "404"), "Handling Triggered Abilities", reason="x", author=author, part="title"),
        corrections.correct(at(book, "404.1").examples.get(ordinal=2), "A Kobold triggers.", reason="x", author=author),
        corrections.correct(entry(book, "tramle"), "Trample", reason="x", author=author, part="title"),
        corrections.correct(entry(book, "tramle"), "An ability.", reason="x", author=author),
    ]
    book.versions.all().delete()
    book.terms.all().delete()
    book.originals.all().delete()
    make.version(book, "404", title="Handling Trigered Abilities")
    owner = make.version(book, "404.1", "It triggers. See “Triger” in the glossary.")
    make.example(owner, "A Wall triggers. See rule 404.2.")
    make.example(owner, "A Goblin triggers.")
    make.term(book, "Tramle", "An ability. For example, a Wall has it.")
    for _ in range(3):
        assert {entry.pk for entry in corrections.reapply(book).applied} == {entry.pk for entry in made}
        assert at(book, "404").title == "Handling Triggered Abilities"
        assert at(book, "404.1").examples.get(ordinal=2).wording.text == "A Kobold triggers."
        assert (entry(book, "tramle").term, entry(book, "tramle").wording.text) == ("Trample", "An ability.")
        assert set(corrections.states(made).values()) == {corrections.State.APPLIED}
    corrections.withdraw(made[0], reason="x", author=author)
    assert at(book, "404").title == "Handling Trigered Abilities"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("Two\nlines", "one line"), ("x" * 201, "the limit is 200"), ("Handling Trigered Abilities", "the same")],
)
def test_what_is_no_heading_is_refused(book, author, text, sentence):
    with pytest.raises(corrections.CorrectionError, match=sentence):
        corrections.correct(at(book, "404"), text, reason="x", author=author, part="title")


WORDS = {
    "a text": lambda book: (at(book, "404.1"), "text"),
    "a heading": lambda book: (at(book, "404"), "title"),
    "an Example": lambda book: (at(book, "404.1").examples.get(ordinal=2), "text"),
    "a name of the glossary": lambda book: (entry(book, "tramle"), "title"),
    "a definition": lambda book: (entry(book, "tramle"), "text"),
    "an example inside a text": lambda book: (inside(book), "text"),
}


def inside(book):
    """An example inside the text of a definition."""
    corrections.correct(entry(book, "tramle"), "An ability. For example, a Wall.", reason="cut off", author=None)
    return entry(book, "tramle").examples.get(labelled=False)


@pytest.mark.parametrize("kind", WORDS)
def test_the_second_of_two_people_is_told_that_the_words_have_changed(book, author, kind):
    row, part = WORDS[kind](book)
    seen = digest(shown(row, part))
    new = ("For example, a Kobold.", "For example, a Gnome.") if "inside" in kind else ("Kobolds", "Gnomes")
    corrections.correct(row, new[0], reason="x", author=author, part=part, seen=seen)
    before = Correction.objects.count()
    with pytest.raises(corrections.ChangedMeanwhileError):
        corrections.correct(row, new[1], reason="x", author=author, part=part, seen=seen)
    assert Correction.objects.count() == before


@pytest.mark.slow
def test_every_change_that_readers_see_moves_the_revision_of_the_library_on(book, author):
    before = Library.objects.create(name="test library").revision
    made = corrections.correct(entry(book, "tramle"), "Trample", reason="x", author=author, part="title")
    between = Library.current().revision
    corrections.withdraw(made, reason="x", author=author)
    after = Library.current().revision
    assert before < between < after
    with pytest.raises(corrections.CorrectionError):
        corrections.correct(entry(book, "tramle"), "Tramle", reason="x", author=author, part="title")
    assert Library.current().revision == after


def test_an_edition_that_is_removed_takes_no_correction_along(book, author):
    made = corrections.correct(at(book, "404.1"), "It triggers.", reason="x", author=author)
    book.delete()
    assert corrections.states([made]) == {made.pk: corrections.State.STALE}
    with pytest.raises(corrections.CorrectionError, match="no longer exists"):
        corrections.correct(RuleVersion(edition=book, key="404.1"), "It.", reason="x", author=author)


# --- refusals -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "reason", "sentence"),
    [
        ("", "why", "the text is empty"),
        (" \r\n ", "why", "the text is empty"),
        ("Second.", "why", "the same as the one shown"),
        (" Second.\r\n", "why", "the same as the one shown"),
        ("Sec\x00ond.", "why", "control character (0x00) at position 4"),
        ("The second.", "  ", "give a reason"),
        ("The second.", "x" * 301, "301 characters"),
        ("x" * 10_001, "why", "10,001 characters; the limit is 10,000"),
    ],
)
def test_what_is_no_correction_is_refused_with_a_sentence(edition, author, text, reason, sentence):
    with pytest.raises(corrections.CorrectionError) as refused:
        corrections.correct(at(edition, "404.2"), text, reason=reason, author=author)
    assert sentence in str(refused.value)
    assert not Correction.objects.exists()


def test_a_text_that_was_read_longer_than_that_can_be_corrected_and_not_grow(edition, author):
    long = make.version(edition, "404.9", "word " * 3_000 + "end.")
    corrections.correct(at(edition, "404.9"), long.wording.text[:-4] + "End.", reason="x", author=author)
    with pytest.raises(corrections.CorrectionError, match="the limit is 15,004"):
        corrections.correct(at(edition, "404.9"), long.wording.text + "!", reason="x", author=author)


@pytest.mark.slow
def test_a_text_is_not_read_again_for_each_of_its_tags(edition, author, monkeypatch):
    read, real = [], source_tags.source_tags.find
    monkeypatch.setattr(source_tags.source_tags, "find", lambda text: read.append(text) or real(text))
    counts = []
    for many in (2, 60):
        read.clear()
        tag = f"[CompRules {edition.effective:%Y/%m/%d} - 404.1] "
        corrections.correct(at(edition, "404.2"), tag * many, reason="x", author=author)
        counts.append(len(read))
    assert at(edition, "404.2").wording.attributions.count() == 60
    assert counts[1] <= counts[0] + 1  # the words that were replaced have tags too


def test_a_heading_has_no_text_to_correct(edition, author):
    heading = make.version(edition, "404", title="Handling Triggered Abilities")
    with pytest.raises(corrections.CorrectionError, match="no text of its own"):
        corrections.correct(heading, "Words", reason="x", author=author)


# --- a fresh reading ----------------------------------------------------------------------------------------------
def reread(edition, **texts):
    """Replace the rows of an edition by what a source is now read as, as the loader does."""
    edition.versions.all().delete()
    edition.originals.all().delete()
    for number, text in texts.items():
        make.version(edition, number.replace("_", ".").removeprefix("r"), text)
    linker.find_references(Wording.objects.filter(references=None), edition.scheme)
    linker.relink(edition)


@pytest.mark.slow
def test_a_correction_is_laid_over_a_fresh_reading(edition, author):
    made = corrections.correct(at(edition, "404.1"), "It triggers. See rule 404.3.", reason="misprint", author=author)
    reread(edition, r404_1="It triggers. See rule 404.2.", r404_2="Second.", r404_3="Third.")
    assert corrections.reapply(edition) == corrections.Reapplied(applied=[made], stale=[])
    assert at(edition, "404.1").text == "It triggers. See rule 404.3."
    assert cites(edition, "404.1") == ["404.3"]
    assert corrections.standing(at(edition, "404.1")) == [made]


@pytest.mark.slow
def test_a_correction_of_words_that_the_source_no_longer_gives_is_kept_and_not_applied(edition, author):
    made = corrections.correct(at(edition, "404.2"), "The second.", reason="misread", author=author)
    reread(edition, r404_2="The second, as it should be.")
    assert corrections.reapply(edition) == corrections.Reapplied(applied=[], stale=[made])
    assert at(edition, "404.2").text == "The second, as it should be."
    assert corrections.states([made]) == {made.pk: corrections.State.STALE}
    assert corrections.standing(at(edition, "404.2")) == []


def test_a_correction_of_a_rule_that_is_gone_is_kept(edition, author):
    made = corrections.correct(at(edition, "404.2"), "The second.", reason="misread", author=author)
    reread(edition, r404_1="Only this.")
    assert corrections.reapply(edition).stale == [made]
    assert corrections.states([made]) == {made.pk: corrections.State.STALE}
    corrections.withdraw(made, reason="the rule is gone", author=author)
    assert corrections.states([made]) == {made.pk: corrections.State.WITHDRAWN}


@pytest.mark.slow
def test_a_reading_that_was_mended_to_the_corrected_words_is_not_turned_back(edition, author):
    made = corrections.correct(at(edition, "404.2"), "The second.", reason="misread", author=author)
    corrections.withdraw(made, reason="not sure", author=author)
    reread(edition, r404_2="The second.")
    assert corrections.reapply(edition) == corrections.Reapplied()
    assert at(edition, "404.2").text == "The second."


@pytest.mark.slow
def test_corrections_upon_each_other_are_laid_again_in_their_order(edition, author):
    first = corrections.correct(at(edition, "404.2"), "The second.", reason="one", author=author)
    second = corrections.correct(at(edition, "404.2"), "The second one.", reason="two", author=author)
    reread(edition, r404_2="Second.")
    assert corrections.reapply(edition).applied == [first, second]
    assert at(edition, "404.2").text == "The second one."


@pytest.mark.slow
@given(st.lists(st.sampled_from(["back", "Source.", "One.", "Two.", "Three.", "reread"]), max_size=14))
def test_any_history_of_edits_survives_a_fresh_reading(steps):
    edition = make.edition(f"{1990 + make.Edition.objects.count()}-01-01")
    make.version(edition, "404.2", "Source.")
    for step in steps:
        shown = at(edition, "404.2")
        if step == "back":
            for top in corrections.standing(shown)[:1]:
                corrections.withdraw(top, reason="x", author=None)
        elif step != "reread" and step != shown.text:
            corrections.correct(shown, step, reason="x", author=None)
            assert at(edition, "404.2").text == step
        before = at(edition, "404.2").text
        if step == "reread":
            reread(edition, r404_2="Source.")
            corrections.reapply(edition)
        assert at(edition, "404.2").text == before
        if not corrections.standing(at(edition, "404.2")):
            assert before == "Source."


# --- commentary ---------------------------------------------------------------------------------------------------
def test_a_remark_is_shown_in_every_edition_of_its_rule_and_lives_through_a_fresh_reading(edition):
    remark = Commentary.objects.create(address="cr/2006-10-01/404.1", body="Note.")
    Commentary.objects.create(address="cr/2006-10-01/404.1", body="A draft.", published=False)
    lost = Commentary.objects.create(address="cr/1999-01-01/404.1", body="Note.")
    later = make.version(make.edition("2007-07-13"), "405.1", "It triggers.", rule=at(edition, "404.1").rule)
    assert commentary.on(at(edition, "404.1")) == commentary.on(later) == [remark]
    assert commentary.on(at(edition, "404.2")) == []
    assert commentary.adrift() == [lost.pk]
    reread(edition, r404_1="It triggers. See rule 404.2.")
    assert commentary.on(at(edition, "404.1")) == [remark]
