"""One step between two small books: every kind of edge, and what must not become one."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.descent.alignment.edges import EdgeAssertions, step
from ingest.descent.alignment.editions import AlignedProvision
from rulesite.text.numbering import RuleNumber
from tests.harbour import FERRY, OWL, TOLL


def book(*rows):
    """Provisions from (number, text or title) rows; a number without a full stop is a section with a title."""
    made = []
    for number, text, *kind in rows:
        level = kind[0] if kind else RuleNumber.parse(number).level.value
        titled = level in ("chapter", "section", "heading")
        parent = str(RuleNumber.parse(number).parent or "")
        made.append(AlignedProvision(number, number, level, text if titled else "", "" if titled else text, parent))
    known = {each.key for each in made}
    return [each if each.parent in known else replace(each, parent="") for each in made]


def edges(old, new, said=None, *, doubtful=False):
    return {(edge.earlier, edge.later): edge.kind for edge in step(old, new, said) if doubtful or not edge.doubtful}


KEYWORDS = {
    "Soaring": "flies above whatever walks and lands only at dusk",
    "Burrowing": "digs below the walls while nobody keeps watch",
    "Gleaming": "blinds the first opponent who looks at its shield",
    "Whispering": "tells its owner a secret whenever a door closes",
    "Marching": "follows the drum around the table twice",
}


def keyword_section(section, names):
    """A section of keywords in which every heading has a definition and the sentence that they all share."""
    rows = [(str(section), "Keyword abilities")]
    for nth, name in enumerate(names, start=2):
        low = name.lower()
        rows += [
            (f"{section}.{nth}", name, "heading"),
            (f"{section}.{nth}a", f"{name} is a static ability. A creature with {low} {KEYWORDS[name]}."),
            (f"{section}.{nth}b", f"Multiple instances of {low} on the same creature are redundant."),
        ]
    return book(*rows)


def test_the_same_words_at_the_same_number_continue():
    old = book(("100", "General"), ("100.1", "Every player keeps a pile of wooden coins beside the board."))
    [edge] = [edge for edge in step(old, old) if edge.earlier == "100.1"]
    assert (edge.kind, edge.basis, edge.score) == ("continues", "same number", 1.0)


def test_a_changed_reference_or_comma_alone_continues():
    old = book(("100", "Coins"), ("100.1", "Coins are counted as rule 402.8g says, and then put away by all players."))
    new = book(("200", "Coins"), ("200.1", "Coins are counted as rule 603.2 says and then put away by all players."))
    [edge] = [edge for edge in step(old, new) if edge.earlier == "100.1"]
    assert (edge.later, edge.kind, edge.basis) == ("200.1", "continues", "same words")


def test_words_of_another_era_are_a_rewording_of_the_same_rule():
    old = book(("100", "Coins"), ("100.1", "Each coin in play is counted when his or her spell is played."))
    new = book(("300", "Coins"), ("300.4", "Each coin on the battlefield is counted when their spell is cast."))
    [edge] = [edge for edge in step(old, new) if edge.earlier == "100.1"]
    assert (edge.later, edge.kind, edge.doubtful) == ("300.4", "reworded", False)


def test_keywords_in_another_order_take_their_look_alike_subrules_along():
    old = keyword_section(502, KEYWORDS)
    new = keyword_section(702, sorted(KEYWORDS))
    where = {name: f"702.{nth}" for nth, name in enumerate(sorted(KEYWORDS), start=2)}
    found = edges(old, new)
    for nth, name in enumerate(KEYWORDS, start=2):
        for letter in ("", "a", "b"):
            assert found[f"502.{nth}{letter}", f"{where[name]}{letter}"] == "continues"
    assert len(found) == len(old)


def test_a_new_keyword_does_not_inherit_the_sentence_of_one_that_is_gone():
    old = keyword_section(502, ["Soaring", "Burrowing", "Whispering", "Marching"])
    new = keyword_section(702, ["Soaring", "Gleaming", "Whispering", "Marching"])
    found = edges(old, new, doubtful=True)
    assert not [pair for pair in found if pair[0].startswith("502.3") or pair[1].startswith("702.3")]


def test_a_keyword_that_is_renamed_keeps_its_rules():
    old = keyword_section(702, ["Soaring", "Burrowing", "Whispering", "Marching"])
    new = [
        replace(each, title=each.title.replace("Burrowing", "Mining"), text=each.text.replace("urrowing", "ining"))
        for each in old
    ]
    new = [replace(each, text=each.text.replace("Bining", "Mining").replace("bining", "mining")) for each in new]
    found = edges(old, new)
    assert {("702.3", "702.3"), ("702.3a", "702.3a"), ("702.3b", "702.3b")} <= set(found)


def test_a_new_keyword_modelled_on_one_that_stays_is_new():
    old = keyword_section(502, ["Soaring"])
    new = keyword_section(502, ["Soaring", "Gleaming"])
    assert not [pair for pair in edges(old, new, doubtful=True) if pair[1].startswith("502.3")]


def test_two_sentences_that_become_two_rules_are_a_split():
    old = book(("300", "Crossing"), ("300.1", f"{FERRY} {TOLL}"), ("300.2", OWL))
    new = book(("400", "Crossing"), ("400.1", FERRY), ("400.2", TOLL), ("400.3", OWL))
    found = edges(old, new)
    heirs = {later: kind for (earlier, later), kind in found.items() if earlier == "300.1"}
    assert set(heirs) == {"400.1", "400.2"}
    assert sorted(heirs.values()) == ["reworded", "split"]
    assert found["300.2", "400.3"] == "continues"


def test_two_rules_that_become_one_are_merged():
    old = book(("300", "Crossing"), ("300.1", FERRY), ("300.2", TOLL), ("300.3", OWL))
    new = book(("300", "Crossing"), ("300.1", f"{FERRY} {TOLL}"), ("300.2", OWL))
    found = edges(old, new)
    sources = {earlier: kind for (earlier, later), kind in found.items() if later == "300.1"}
    assert set(sources) == {"300.1", "300.2"}
    assert sorted(sources.values()) == ["merged", "reworded"]


def test_what_is_gone_and_what_is_new_have_no_edge():
    old = book(("300", "Crossing"), ("300.1", FERRY), ("300.2", OWL))
    new = book(("300", "Crossing"), ("300.1", FERRY), ("300.2", TOLL))
    assert set(edges(old, new, doubtful=True)) == {("300", "300"), ("300.1", "300.1")}


def test_the_same_sentence_twice_is_told_apart_by_its_section():
    old = book(("300", "Ferries"), ("300.1", OWL), ("300.2", FERRY), ("301", "Piers"), ("301.1", OWL), ("301.2", TOLL))
    new = book(("400", "Piers"), ("400.1", TOLL), ("400.2", OWL), ("401", "Ferries"), ("401.1", FERRY), ("401.2", OWL))
    found = edges(old, new)
    assert ("300.1", "401.2") in found
    assert ("301.1", "400.2") in found
    assert ("300.1", "400.2") not in found


def test_a_person_may_assert_an_edge_and_say_why():
    old = book(("300", "Crossing"), ("300.1", FERRY), ("300.2", OWL))
    new = book(("300", "Crossing"), ("300.1", TOLL), ("300.2", OWL))
    pair = ("300.1", "300.1")
    [edge] = [
        each
        for each in step(old, new, EdgeAssertions({pair: "reworded"}, notes={pair: "me: seen"}))
        if each.earlier == "300.1"
    ]
    assert (edge.kind, edge.basis, edge.score, edge.note) == ("reworded", "asserted", 1.0, "me: seen")


@pytest.mark.parametrize("kind", ["split", "merged"])
def test_a_branch_that_a_person_asserts_takes_no_rule_its_main_successor(kind):
    old = book(("300", "Crossing"), ("300.1", FERRY), ("300.2", OWL))
    new = book(("300", "Crossing"), ("300.1", FERRY), ("300.2", OWL), ("300.3", TOLL))
    for pair in (("300.1", "300.3"), ("300.1", "300.2")):
        assert edges(old, new, EdgeAssertions({pair: kind})) == {**edges(old, new), pair: kind}


def test_a_forbidden_edge_is_not_made_and_the_next_best_may_be():
    old = book(("300", "Crossing"), ("300.1", FERRY))
    new = book(("300", "Crossing"), ("300.1", FERRY), ("300.2", FERRY.replace("seven", "eight")))
    assert ("300.1", "300.1") in edges(old, new)
    found = edges(old, new, EdgeAssertions(forbidden=frozenset({("300.1", "300.1")})))
    assert ("300.1", "300.1") not in found
    assert ("300.1", "300.2") in found


SENTENCES = (
    FERRY,
    TOLL,
    OWL,
    *(f"{word} is a stone that nobody may lift before the {word.lower()} bell." for word in KEYWORDS),
)


@given(st.permutations(SENTENCES), st.sets(st.sampled_from(SENTENCES), max_size=3))
def test_every_sentence_is_found_again_wherever_it_stands(order, gone):
    old = book(("300", "Crossing"), *((f"300.{nth}", text) for nth, text in enumerate(SENTENCES, start=1)))
    kept = [text for text in order if text not in gone]
    new = book(("500", "Crossing"), *((f"500.{nth}", text) for nth, text in enumerate(kept, start=1)))
    words = {each.key: each.text for each in (*old, *new)}
    found = edges(old, new)
    assert {words[one] for one, _ in found if one != "300"} == set(kept)
    assert all(words[one] == words[other] for one, other in found)


@given(st.integers(0, 10_000))
def test_the_same_input_gives_the_same_edges(seed):
    random = Random(seed)
    rows = [(f"300.{nth}", " ".join(random.choices(FERRY.split() + TOLL.split(), k=12))) for nth in range(1, 9)]
    old = book(("300", "Crossing"), *rows)
    new = book(("300", "Crossing"), *((f"300.{9 - nth}", text) for nth, (_, text) in enumerate(rows, start=1)))
    assert step(old, new) == step([replace(each) for each in old], [replace(each) for each in new])


@given(st.lists(st.text(max_size=30), max_size=6), st.lists(st.text(max_size=30), max_size=6))
def test_any_two_books_can_be_compared_and_no_rule_has_two_main_heirs(ones, others):
    old = book(("300", "A"), *((f"300.{nth}", text) for nth, text in enumerate(ones, start=1)))
    new = book(("300", "B"), *((f"300.{nth}", text) for nth, text in enumerate(others, start=1)))
    main = [edge for edge in step(old, new) if edge.kind in ("continues", "reworded")]
    assert len({edge.earlier for edge in main}) == len({edge.later for edge in main}) == len(main)
    assert all(0 <= edge.score <= 1 for edge in main)


def test_a_section_with_its_text_in_itself_goes_on_by_its_words():
    """Policy has no rules below its sections."""

    def section(number, title, text):
        return AlignedProvision(number, number, "section", title, text, number[0])

    old = [
        AlignedProvision("2", "2", "chapter", "Birds", "Birds are fed by whoever comes first in the morning.", ""),
        section("2.1", "Late Owls", f"{OWL} An owl that sleeps late is woken by its keeper with a small bell."),
        section("2.2", "Ferries", f"{FERRY} {TOLL}"),
    ]
    new = [
        replace(old[0], text="Birds are fed by whoever comes last in the morning."),
        section("2.1", "Ferries", f"{FERRY} {TOLL} Nobody swims."),
        section("2.2", "Late Owls", f"{OWL} An owl that sleeps late is woken by its keeper with a large bell, twice."),
    ]
    assert edges(old, new) == {("2", "2"): "reworded", ("2.1", "2.2"): "reworded", ("2.2", "2.1"): "reworded"}
