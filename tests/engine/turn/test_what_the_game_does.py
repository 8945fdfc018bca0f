"""What the game does by itself: every turn-based and state-based action of today's book is carried out, or what would
need it is refused by name. None of them is left out in silence.
"""

import re

import pytest

from rulesite.engine.eras.concepts import CONCEPTS
from rulesite.engine.scenario import load_text, run
from rulesite.engine.scenario.errors import ScenarioError
from tests.libraries import DOCUMENTS

TODAY = "2026-06-19"
CARRIED_OUT = {
    "703.4a": "phasing",
    "703.4b": "day_and_night",
    "703.4c": "untap_step",
    "703.4d": "draw_step",
    "703.4f": "lore_counters",
    "703.4h": "attack_beside_in_teams",
    "703.4i": "declare_attackers",
    "703.4j": "declare_blockers",
    "703.4k": "assign_damage",
    "703.4m": "damage_to_player",
    "703.4n": "hand_size",
    "703.4p": "cleanup",
    "703.4q": "mana_empties",
    "704.5a": "no_life",
    "704.5b": "empty_library",
    "704.5c": "poison",
    "704.5d": "token_gone",
    "704.5e": "token_gone",
    "704.5f": "no_toughness",
    "704.5g": "lethal_damage",
    "704.5h": "lethal_damage",
    "704.5i": "no_loyalty",
    "704.5j": "legend_rule",
    "704.5k": "world_rule",
    "704.5m": "illegal_aura",
    "704.5n": "illegal_equipment",
    "704.5p": "nothing_to_attach",
    "704.5q": "counters_annihilate",
    "704.5r": "most_counters",
    "704.5s": "saga_over",
    "704.5t": "dungeons",
    "704.5v": "no_defense",
    "704.5w": "protector",
    "704.5x": "protector",
    "704.5y": "one_role",
    "704.5z": "engines_started",
    "704.6a": "no_life",
    "704.6b": "team_poison",
    "704.6c": "commander_damage",
    "704.6d": "commander_returns",
}
"""The concept behind each action that is carried out."""
REFUSED = {
    "703.4g": ("Artifact - Attraction", "Visit — Draw a card."),
    "704.5u": ("Creature 2/2", "Space sculptor"),
}
"""A text that needs the action, for each that is not: no game with it is played as though nothing were."""
OUTSIDE = {"703.4e": "Scheme", "704.6e": "Ongoing Scheme", "704.6f": "Phenomenon"}
"""A type line of cards that no game of the engine has."""
needs_documents = pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="the real documents are not here")


@needs_documents
@pytest.mark.documents
def test_every_action_of_the_book_is_known():
    book = (DOCUMENTS / "cr" / f"cr-{TODAY}.txt").read_text("utf-8-sig")
    assert set(re.findall(r"^(703\.4[a-z]+|704\.[56][a-z]+) ", book, re.M)) == {*CARRIED_OUT, *REFUSED, *OUTSIDE}


def test_what_is_carried_out_has_its_rule():
    assert set(CARRIED_OUT.values()) <= set(CONCEPTS)


@pytest.mark.slow
@pytest.mark.parametrize(("line", "text"), REFUSED.values(), ids=REFUSED)
def test_what_would_need_another_is_refused_by_name(line, text):
    outcome = run(load_text(scenario(line, text))[0])
    assert outcome.outcome == "unmodelled", outcome.reason
    assert outcome.reason.startswith(("text unreadable", "capability missing"))


@pytest.mark.parametrize("line", OUTSIDE.values(), ids=OUTSIDE)
def test_a_card_of_another_kind_of_game_is_in_none(line):
    with pytest.raises(ScenarioError, match="is no type, supertype or colour"):
        run(load_text(scenario(line, "Draw a card."))[0])


def scenario(line, text):
    """A game in which the card is cast if it is a spell, and lies there if it is not."""
    spell = "Sorcery" in line
    cast = "Ann plays Tester targeting Bear\n" if "target" in text else "Ann plays Tester\n"
    return f"""
title = "A text that needs more"
kind = "outcome"
ruleset = "{TODAY}"
given = '''
Ann, in {"hand" if spell else "play"}: Tester
Ann, in play: Bear 2/2
'''
do = '''
{cast if spell else ""}All pass
'''
[cards.Tester]
line = "{line}"
text = "{text}"
from = "supplied"
[[expect]]
that = "Bear is in play"
[[control]]
change = "Ann, 33 life"
then = "Ann has 33 life"
"""
