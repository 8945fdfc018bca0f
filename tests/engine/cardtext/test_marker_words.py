"""Words that change what is around them leave something in what is read; where nothing is left, that is seen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.dropped_words import dropped
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.marker_words import MARKERS
from rulesite.engine.cardtext.parser.read import read
from rulesite.engine.eras.ruleset import Ruleset

RULES = Ruleset.on("2021-11-19")
DRAW = read("Draw a card.", Host.parse("Instant"), RULES)

CLAUSES = {
    "if": "if it's your turn",
    "unless": "unless you pay the tax",
    "instead": "instead of that",
    "otherwise": "otherwise nothing",
    "until": "until your next turn",
    "as long as": "as long as you live",
    "where X is": "where X is its power",
    "for each": "for each Goblin",
    "other": "among other creatures",
    "you control": "of creatures you control",
    "only": "only as a sorcery",
    "may": "if you like, you may",
    "nontoken": "of a nontoken creature",
    "at random": "at random",
    "red": "from a red source",
    "legendary": "of a legendary creature",
    "three": "three cards",
    "noncreature": "of a noncreature permanent",
}


@pytest.mark.parametrize(("word", "clause"), CLAUSES.items())
def test_a_clause_that_left_nothing_is_seen(word: str, clause: str) -> None:
    assert word in dropped(f"Draw a card {clause}.", DRAW)


@given(st.lists(st.sampled_from(sorted(CLAUSES)), min_size=1, unique=True))
def test_however_many_clauses_are_dropped_all_are_seen(words: list[str]) -> None:
    text = "Draw a card " + ", ".join(CLAUSES[word] for word in words) + "."
    assert set(words) <= set(dropped(text, DRAW))


def test_reminders_labels_and_names_are_no_words_of_the_text() -> None:
    text = "Two Heads — Draw a card. (You may draw two if you control another red one.)"
    assert dropped(text, DRAW) == ()
    named = read("Destroy all creatures named Red Rooster.", Host.parse("Sorcery"), RULES)
    assert dropped("Destroy all creatures named Red Rooster.", named) == ()


def test_every_marker_has_a_name_of_its_own() -> None:
    names = [name for name, _, _ in MARKERS]
    assert len(names) == len(set(names))
    assert all(not test(type_of_nothing()) or name in ("X, explained", "skip") for name, _, test in MARKERS)


def type_of_nothing() -> object:
    from rulesite.engine.cardtext.dropped_words import found_in

    return found_in((ir.SpellAbility(ir.Nothing()),))


@pytest.mark.parametrize(
    "text",
    [
        "If an effect would create one or more tokens under your control, it creates twice that many of those tokens instead.",
        "You don't lose the game for having 0 or less life.",
        "Planeswalkers' loyalty abilities you control cost an additional +1 to activate.",
        "{6}: Roll a d8. Draw X cards, where X is the result.",
        "{T}: Choose black or red. Creatures of the chosen color get -1/-1 until end of turn.",
        "{X}, {T}: ~ deals X damage divided evenly, rounded down, among any number of targets.",
        "Each other creature you control enters with an additional +1/+1 counter on it and as a Mutant in addition to its other"
        " types.",
        "{T}: Target land becomes a Swamp until its controller's next untap step.",
    ],
)  # fmt: skip
def test_what_is_read_of_a_marker_word_is_its_counterpart(text: str) -> None:
    assert dropped(text, read(text, Host.parse("Artifact"), RULES)) == ()
