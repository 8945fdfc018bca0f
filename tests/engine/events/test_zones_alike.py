"""Zones are treated alike: what replaces a move, or triggers on one, does so wherever the object comes from.

The table of what looks back is that of 603.6c and 603.10; "from anywhere" never does, since May 2009.
"""

from __future__ import annotations

import pytest

from tests.engine.table import TODAY, cast, put, start

AWAY = {
    "battlefield": "Destroy target creature.",
    "stack": "Counter target spell.",
    "hand": "Target player discards a card.",
    "library": "Target player mills a card.",
    "exile": "Put target card in exile into its owner's graveyard.",
}
"""How a card gets into a graveyard from each zone."""
COLOSSUS = "If Colossus would be put into a graveyard from anywhere, exile it instead."
RISES = "When Giant is put into a graveyard from anywhere, you gain 5 life."


def lose(game, name, line, text, zone):
    """Put a card of Ann's into her graveyard from a zone, or what goes there instead."""
    put(game, "Bob", "Away", "Instant", AWAY[zone], "hand")
    if zone == "library":
        game.put(game.card(name, line, text=text), "Ann", zone, position=0)
    else:
        put(game, "Ann", name, line, text, "hand" if zone == "stack" else zone)
    if zone == "stack":
        game.play("Ann", name)
    game.pass_priority("Ann")
    game.play("Bob", "Away", targets=["Ann" if zone in ("hand", "library") else name])
    game.all_pass()


@pytest.mark.parametrize("zone", AWAY)
def test_what_would_be_put_into_a_graveyard_from_anywhere_is_replaced_wherever_it_comes_from(zone):
    game = start()
    lose(game, "Colossus", "Artifact Creature 11/11", COLOSSUS, zone)
    assert game.zone_of("Colossus") == "exile"


@pytest.mark.parametrize("zone", AWAY)
def test_what_would_die_is_replaced_from_the_battlefield_alone(zone):
    game = start()
    lose(game, "Phoenix", "Creature 2/2", "If Phoenix would die, exile it instead.", zone)
    assert game.zone_of("Phoenix") == ("exile" if zone == "battlefield" else "graveyard")


@pytest.mark.parametrize("whose", ["Ann", "Bob"])
def test_what_a_spell_of_an_opponent_makes_its_owner_discard_may_be_put_onto_the_battlefield(whose):
    game = start()
    text = (
        "If a spell or ability an opponent controls causes you to discard Smiter, put it onto the battlefield instead "
        "of putting it into your graveyard."
    )
    put(game, "Ann", "Smiter", "Creature 4/4", text, "hand")
    put(game, whose, "Rot", "Instant", "Target player discards a card.", "hand")
    game.state.priority = whose
    cast(game, whose, "Rot", "Ann")
    assert game.zone_of("Smiter") == ("battlefield" if whose == "Bob" else "graveyard")


@pytest.mark.parametrize("zone", AWAY)
def test_what_is_put_into_a_graveyard_from_anywhere_triggers_wherever_it_comes_from(zone):
    game = start()
    lose(game, "Giant", "Creature 5/5", RISES, zone)
    assert game.times_triggered("Giant") == 1


@pytest.mark.parametrize("zone", AWAY)
@pytest.mark.parametrize("origin", ["your library", "the battlefield"])
def test_a_trigger_that_names_the_zone_of_origin_triggers_on_that_alone(zone, origin):
    game = start()
    text = f"When Giant is put into your graveyard from {origin}, you gain 5 life."
    lose(game, "Giant", "Creature 5/5", text, zone)
    assert game.times_triggered("Giant") == (zone in origin)


@pytest.mark.parametrize(("date", "times"), [("2006-10-01", 0), ("2009-07-11", 1), (TODAY, 1)])
def test_from_anywhere_never_looks_back_so_humility_does_not_matter(date, times):
    game = start(date)
    put(game, "Bob", "Humility", "Enchantment", "All creatures lose all abilities and are 1/1.")
    lose(game, "Giant", "Creature 5/5", RISES, "battlefield")
    assert game.times_triggered("Giant") == times


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("Whenever a creature is put into a graveyard from the battlefield, you gain 1 life.", 2),
        ("Whenever a creature card is put into a graveyard from anywhere, you gain 1 life.", 0),
        ("Whenever a creature dies, you gain 1 life.", 2),
        ("Whenever a creature leaves the battlefield, you gain 1 life.", 2),
    ],
)
def test_who_leaves_at_the_same_time_sees_what_leaves_the_battlefield_but_nothing_put_from_anywhere(text, times):
    game = start()
    put(game, "Ann", "Bell", "Artifact", text)
    put(game, "Ann", "Bear", "Creature 2/2")
    put(game, "Bob", "Wolf", "Creature 2/2")
    put(game, "Ann", "Purge", "Sorcery", "Destroy all artifacts and creatures.", "hand")
    cast(game, "Ann", "Purge")
    assert game.times_triggered("Bell") == times


@pytest.mark.parametrize(("date", "times"), [("2013-05-01", 0), ("2018-01-19", 1), (TODAY, 1)])
@pytest.mark.parametrize(
    "to", ["Exile target creature card from a graveyard.", "Return target card from a graveyard to its owner's hand."]
)
def test_what_leaves_a_graveyard_is_looked_at_as_it_was_there_since_2015(to, date, times):
    game = start(date)
    text = "When Ghoul leaves your graveyard, you gain 3 life."
    put(game, "Ann", "Ghoul", "Creature 2/2", text, "graveyard")
    put(game, "Ann", "Rite", "Sorcery", to, "hand")
    cast(game, "Ann", "Rite", "Ghoul")
    hidden = to.startswith("Return")
    assert game.times_triggered("Ghoul") == (1 if hidden else times)


def test_a_spell_that_is_countered_is_looked_at_as_it_was_on_the_stack():
    game = start()
    lose(game, "Bolt", "Instant", "You gain 1 life.\nWhen Bolt is countered, you gain 7 life.", "stack")
    assert game.times_triggered("Bolt") == 1
