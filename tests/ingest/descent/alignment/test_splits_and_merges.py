"""Splits and merges of made-up rules: what is cut is found as cut, what is joined as joined, and nothing else is."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ingest.descent.alignment.clauses import sentences
from ingest.descent.alignment.edges import step
from tests.harbour import BELL, FERRY, OWL, STAR, TOLL
from tests.ingest.descent.alignment.test_steps import book, edges

SENTENCES = (
    FERRY, TOLL, OWL, BELL, STAR,
    "Nobody may moor a barge at the fishermen's stairs while the tide is falling.",
    "Each guild keeps one key to the salt house and shows it when the warden asks.",
    "If a rope breaks, the crew that spliced it last pays for the cargo.",
    "Strangers sleep at the inn with the green shutters until their papers are stamped.",
    "The pilot counts the buoys aloud as the ship passes between the moles.",
)  # fmt: skip
BOILERPLATE = (
    "This is a harbour rule.",
    "See rule 300.",
    "The warden decides.",
    "This is a change from previous rules.",
)
rules = st.permutations(SENTENCES).flatmap(
    lambda order: st.lists(st.integers(1, 3), min_size=3, max_size=5).map(lambda sizes: _portions(order, sizes))
)
"""Rules of one to three sentences each, no sentence said twice."""


def _portions(order, sizes):
    taken, found = 0, []
    for size in sizes:
        found.append(order[taken : taken + size])
        taken += size
    return [portion for portion in found if portion]


def section(portions, number=300):
    return book(
        (str(number), "Harbour"), *((f"{number}.{nth}", " ".join(said)) for nth, said in enumerate(portions, start=1))
    )


def heirs_of(found, key):
    return {later for earlier, later in found if earlier == key}


def forebears_of(found, key):
    return {earlier for earlier, later in found if later == key}


@pytest.mark.slow
@given(rules, st.data())
def test_a_rule_that_is_cut_at_a_full_stop_is_split(portions, data):
    whole = data.draw(st.sampled_from(portions))
    assume(len(whole) > 1)
    at, cut = portions.index(whole), data.draw(st.integers(1, len(whole) - 1))
    found = edges(section(portions), section([*portions[:at], whole[:cut], whole[cut:], *portions[at + 1 :]]))
    assert heirs_of(found, f"300.{at + 1}") == {f"300.{at + 1}", f"300.{at + 2}"}
    assert len(found) == len(portions) + 2


@pytest.mark.slow
@given(rules, st.data())
def test_two_rules_that_are_joined_are_merged(portions, data):
    assume(len(portions) > 1)
    at = data.draw(st.integers(0, len(portions) - 2))
    joined = [*portions[at], *portions[at + 1]]
    found = edges(section(portions), section([*portions[:at], joined, *portions[at + 2 :]]))
    assert forebears_of(found, f"300.{at + 1}") == {f"300.{at + 1}", f"300.{at + 2}"}
    assert len(found) == len(portions) + 1


@pytest.mark.slow
@given(rules, st.data())
def test_a_sentence_that_moves_to_another_rule_leads_from_the_one_to_the_other(portions, data):
    giver = data.draw(st.sampled_from([index for index, said in enumerate(portions) if len(said) > 1] or [-1]))
    assume(giver >= 0 and len(portions) > 1)
    taker = data.draw(st.sampled_from([index for index in range(len(portions)) if index != giver]))
    moved = [list(said) for said in portions]
    moved[taker].append(moved[giver].pop())
    found = edges(section(portions), section(moved))
    assert f"300.{taker + 1}" in heirs_of(found, f"300.{giver + 1}")


@pytest.mark.slow
@given(rules, st.randoms(use_true_random=False), st.lists(st.sampled_from(BOILERPLATE), min_size=5, max_size=5))
def test_order_numbers_and_what_everybody_says_invent_no_branch(portions, random, said):
    order = list(portions)
    random.shuffle(order)
    found = step(
        section(portions),
        section([[*rule, extra] for rule, extra in zip(order, said, strict=False)], number=500),
    )
    assert {edge.kind for edge in found} <= {"continues", "reworded"}
    assert len(found) == len(portions) + 1


@pytest.mark.slow
@given(rules)
def test_a_book_continues_itself(portions):
    old = section(portions)
    found = step(old, [replace(each) for each in old])
    assert [(edge.earlier, edge.later, edge.kind) for edge in found] == [
        (each.key, each.key, "continues") for each in old
    ]


def test_a_rule_in_the_manner_of_one_that_stays_is_new():
    old = book(("300", "Piers"), ("300.1", f"{TOLL} {FERRY}"), ("300.2", OWL))
    new = book(
        ("300", "Piers"),
        ("300.1", f"{TOLL} {FERRY}"),
        ("300.2", OWL),
        ("301", "Mills"),
        ("301.1", TOLL.replace("northern pier", "southern mill").replace("traveller", "miller")),
    )
    assert not forebears_of(edges(old, new), "301.1")


def test_a_rule_of_two_steps_that_become_two_rules_is_split():
    both = "Whoever rings the bell or lights the lantern at the mole reports to the harbour master before dawn."
    old = book(("300", "Signals"), ("300.1", both), ("300.2", OWL))
    new = book(
        ("300", "Signals"),
        ("300.1", both.replace(" or lights the lantern", "")),
        ("300.2", both.replace("rings the bell or ", "")),
        ("300.3", OWL),
    )
    assert heirs_of(edges(old, new), "300.1") == {"300.1", "300.2"}


def test_a_sentence_for_two_cases_that_becomes_two_grown_sentences_is_split():
    both = "A barge or skiff is moored if it shows the lamp of the guild that owns the quay it is tied to."
    old = book(("300", "Moorings"), ("300.1", both), ("300.2", OWL))
    new = book(
        ("300", "Moorings"),
        ("300.1", both.replace("or skiff ", "") + " Its pilot reports at dawn."),
        ("300.2", both.replace("barge or ", "") + " Its oarsman reports at dusk."),
        ("300.3", OWL),
    )
    assert heirs_of(edges(old, new), "300.1") == {"300.1", "300.2"}


def test_a_rule_that_moves_to_another_section_and_leaves_a_sentence_behind_leads_to_both():
    old = book(
        ("300", "Piers"),
        ("300.1", f"{FERRY} {BELL}"),
        ("300.2", TOLL),
        ("301", "Mills"),
        ("301.1", OWL),
        ("301.2", STAR),
    )
    new = book(
        ("300", "Piers"), ("300.1", f"{TOLL} {FERRY}"), ("301", "Mills"), ("301.1", OWL), ("301.2", STAR),
        ("301.3", f"{FERRY} {BELL}"),
    )  # fmt: skip
    found = edges(old, new)
    assert heirs_of(found, "300.1") == {"300.1", "301.3"}
    assert forebears_of(found, "300.1") == {"300.1", "300.2"}


def piers_and_mills(piers, mills):
    """Two sections of so many rules each that they are known for what they are."""
    return book(
        ("300", "Piers"), *((f"300.{nth}", text) for nth, text in enumerate([TOLL, BELL, *piers], start=1)),
        ("301", "Mills"), *((f"301.{nth}", text) for nth, text in enumerate([OWL, STAR, *mills], start=1)),
    )  # fmt: skip


def test_a_sentence_that_two_sections_said_came_from_the_one_where_it_stands_now():
    said = SENTENCES[6]
    old = piers_and_mills([f"{FERRY} {said}"], [f"{SENTENCES[7]} {said}"])
    found = edges(old, piers_and_mills([FERRY, said], [SENTENCES[7]]))
    assert forebears_of(found, "300.4") == {"300.3"}
    found = edges(old, piers_and_mills([FERRY], [SENTENCES[7], said]))
    assert forebears_of(found, "301.4") == {"301.3"}


def test_a_rule_that_begins_to_read_like_one_of_another_section_did_not_come_from_it():
    old = piers_and_mills(
        [
            "As the piers open, any crews that wait for the tide at the gate are counted by lantern, and the chain is cut."
        ],
        ["As the mills open, the miller lifts the sluice and greases the axle of the wheel."],
    )
    new = piers_and_mills(
        ["As the piers open, the chain is cut."],
        [
            "As the mills open, the miller lifts the sluice and greases the axle of the wheel. By lantern at the gate are "
            "counted crews that any tide for the mill may wait."
        ],
    )
    assert forebears_of(edges(old, new), "301.3") == {"301.3"}


def test_a_list_that_becomes_rules_does_not_lead_to_an_entry_that_is_new():
    kinds = ("a barge runs aground", "the salt house is robbed", "two pilots quarrel over a berth")
    old = book(("300", "Alarms"), ("300.1", f"The bell is rung when {kinds[0]}, when {kinds[1]}, and when {kinds[2]}."))
    new = book(
        ("300", "Alarms"),
        ("300.1", "The bell is rung in these cases:"),
        *((f"300.1{letter}", f"The bell is rung when {kind}.") for letter, kind in zip("abc", kinds, strict=True)),
        ("300.1d", "The bell is rung when strangers land."),
    )
    found = edges(old, new)
    assert {"300.1a", "300.1b", "300.1c"} <= heirs_of(found, "300.1")
    assert not forebears_of(found, "300.1d")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("One walks. Two run.", ["One walks.", "Two run."]),
        ("One walks\nTwo run", ["One walks", "Two run"]),
        ("Write “When, . . . ” and go. (See rule 7.) It's done", ["Write “When, . . . ” and go.", "It's done"]),
        ("They can be found at example.com.", []),
        ("", []),
    ],
)
def test_sentences_end_at_full_stops_and_pointers_are_none(text, said):
    assert list(sentences(text)) == said
