"""What was put for what in one step, and what many of them show to be sure."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.phrases import obsolete
from ingest.phrases.extraction import LONGEST, Passage, Rephrasing, rephrasings
from ingest.phrases.pairs import learn

SENTENCES = (
    "A ferry that {} carries seven passengers.",
    "Whoever owns a boat which {} pays the harbour two silver coins.",
    "The bell is rung once for each barge that {} after dark.",
)


def told(before, after, *, kept=()):
    """What is learned where the texts ``before`` became those ``after``, one by one, and others stayed."""
    pairs = [
        (Passage(f"1.{nth}", "", old), Passage(f"2.{nth}", "", new))
        for nth, (old, new) in enumerate(zip(before, after, strict=True))
    ]
    return rephrasings(pairs, [*after, *kept])


def said(phrase, sentences=SENTENCES):
    return [sentence.format(phrase) for sentence in sentences]


def pairs_of(step):
    return [(each.old, each.new) for each in learn({"a step": step})]


def test_a_phrase_that_went_everywhere_is_learned_with_its_evidence():
    [found] = told(said("comes ashore"), said("lands"))
    assert (found.old, found.new, found.sentences, found.lost, found.kept) == ("comes ashore", "lands", 3, 3, 0)
    assert found.places == (("1.0", "2.0"), ("1.1", "2.1"), ("1.2", "2.2"))


def test_forms_of_a_word_are_one_phrase():
    olds = [*said("comes ashore", SENTENCES[:2]), "Boats that come ashore are counted by the owls."]
    news = [*said("docks here", SENTENCES[:2]), "Boats that dock here are counted by the owls."]
    assert pairs_of(told(olds, news)) == [("comes ashore", "docks here")]


def test_a_phrase_that_mostly_stays_is_learned_in_its_connection_alone():
    before = [
        f"{start} play a melody {end}." for start, end in (("Owls", "at dusk"), ("Some", "twice"), ("May", "now"))
    ]
    after = [text.replace("play", "sing") for text in before]
    kept = [f"Sailors play cards {when}." for when in ("at noon", "at dawn", "in rain", "on deck", "at sea", "ashore")]
    assert pairs_of(told(before, after, kept=kept)) == [("play a melody", "sing a melody")]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("pays 2 coins", "pays 3 coins"),
        ("stops, then starts", "goes on"),
        ("is cited by rule 100.2", "is cited by rule 103.4"),
        ("knows Captain Flint", "knows Doctor Livesey"),
        ("has the", "has a"),
        ("lands", "landed"),
        ("carries fish", "carries fish or salt"),
        ("carries salted fish", "carries fish"),
        ("sets his or her sail", "raises sail"),
    ],
)
def test_what_is_no_phrase_or_says_more_or_less_than_before_is_not_learned(old, new):
    assert pairs_of(told(said(old), said(new))) == []


def test_what_was_seen_once_or_in_one_provision_is_not_sure():
    [found] = told(said("comes ashore", SENTENCES[:1]), said("lands", SENTENCES[:1]))
    assert pairs_of([found]) == []
    assert pairs_of([replace(found, sentences=3, lost=3)]) == []


def test_a_phrase_that_mostly_stays_is_not_sure_however_often_it_was_replaced():
    [found] = told(said("comes ashore"), said("lands"))
    often = replace(found, sentences=30, lost=30)
    assert [len(pairs_of([replace(often, kept=kept)])) for kept in (0, 300)] == [1, 0]


def test_what_goes_back_and_forth_is_not_sure():
    there, back = told(said("comes ashore"), said("lands")), told(said("lands"), said("comes ashore"))
    assert len(learn({"one": there})) == 1
    assert learn({"one": there, "two": back}) == []


def test_a_word_that_went_elsewhere_in_its_sentence_was_not_replaced():
    ways = ("names a price for each toll", "picks a price for each toll by name")
    assert pairs_of(told(*(said(way, [*SENTENCES, "An owl {} at dusk."]) for way in ways))) == []


def test_two_sentences_are_enough_for_what_changed_as_surer_phrases_did():
    seen = [
        Rephrasing("sail a boat", "row a boat", 6, 6, 0, (("1", "2"), ("3", "4"))),
        Rephrasing("sail the barge", "row the barge", 5, 5, 0, (("1", "2"), ("3", "4"))),
        Rephrasing("sail home", "row home", 2, 2, 0, (("1", "2"), ("3", "4"))),
        Rephrasing("ring a bell", "strike a bell", 2, 2, 0, (("1", "2"), ("3", "4"))),
    ]
    assert [old for old, _ in pairs_of(seen)] == ["sail a boat", "sail the barge", "sail home"]
    assert "sail home" not in [old for old, _ in pairs_of(seen[1:])]


def test_a_longer_phrase_adds_nothing_to_one_that_is_sure():
    seen = [
        Rephrasing("comes ashore", "lands", 5, 5, 0, (("1", "2"), ("3", "4"))),
        Rephrasing("that comes ashore", "that lands", 4, 4, 0, (("1", "2"), ("3", "4"))),
    ]
    assert pairs_of(seen) == [("comes ashore", "lands")]


WORDS = st.lists(
    st.sampled_from(["owl", "gate", "boat", "river", "toll", "lantern", "pier", "coin", "dusk", "bell"]),
    min_size=1,
    max_size=6,
)


@given(WORDS, WORDS, WORDS, WORDS)
def test_every_phrase_stands_in_the_old_sentence_and_its_successor_in_the_new_one(start, old, new, end):
    before, after = (" ".join(["whoever", *start, *middle, *end]) for middle in (old, new))
    for each in told([before], [after]):
        assert f" {each.old} " in f" {before} "
        assert f" {each.new} " in f" {after} "
        assert each.old != each.new
        assert max(len(each.old.split()), len(each.new.split())) <= LONGEST


@pytest.mark.parametrize(
    ("term", "text", "pair"),
    [
        ("Toll Boat (Obsolete)", "An obsolete term for a ferry. It was printed on tickets.", ("toll boat", "ferry")),
        ("Bargee", "An obsolete term that referred to the owner of a barge. It is gone.", ("bargee", "owner of a barge")),
        ("Wherry (Obsolete)", "An obsolete boat type. All cards printed with this boat type are now ferries.",
         ("wherry", "ferries")),
        ("Punt", "See Ferry.", ("punt", "ferry")),
        ("Pier", "See rule 404, “Piers.”", None),
        ("Ferry", "A boat for passengers. See also Barge.", None),
        ("Y", "See X.", None),
        ("Toll, Fee", "See Price.", None),
    ],
)  # fmt: skip
def test_a_glossary_says_what_is_said_instead(term, text, pair):
    found = obsolete.instead(term, text)
    assert (found and found[:2]) == pair
