"""Melded permanents, and cards with an inset: adventurer, omen and prototype cards (712.21, 715, 718, 720)."""

from dataclasses import replace

import pytest
from table import cast, put, start

from rulesite.engine.state.choices import IllegalAction
from rulesite.engine.state.sides import joined, melded

TODAY = "2026-06-19"
BOLT = ("Bolt", "Instant", "Bolt deals 3 damage to target creature.")
DOOM = ("Doom", "Instant", "Destroy target creature.")
LIKENESS = ("Likeness", "Instant", "Target creature becomes a copy of another target creature until end of turn.")


def host(game, player="Ann"):
    """A melded permanent of two cards worth 5 and 2 mana."""
    one = game.card("Scavengers", "Creature - Human 3/3", cost="{4}{B}")
    other = joined(
        "meld",
        game.card("Rats", "Creature - Rat 2/1", cost="{1}{B}"),
        game.card("Host", "Creature - Eldrazi 5/6", text="Haste"),
    )
    other = replace(other, pair="Scavengers")
    thing = game.state.things[game.put(one, player, label="Host")]
    thing.own, thing.card = (one, other), melded(one, other)
    game.state.touch()


def table(*cards):
    game = start(TODAY)
    for each in cards:
        put(game, "Ann", *each, zone="hand")
    return game


def giant(game, layout="adventure"):
    inset = game.card("Stomp", "Instant", text="You gain 2 life.", cost="{R}")
    return joined(layout, game.card("Giant", "Creature 4/3", cost="{2}{R}"), inset)


def test_a_melded_permanent_is_worth_both_its_cards_and_a_copy_of_it_nothing():
    game = table(LIKENESS)
    host(game)
    put(game, "Ann", "Bear", "Creature 2/2")
    assert game.characteristics("Host").mana_value == 7
    cast(game, "Ann", "Likeness", "Bear", "Host")
    assert (game.characteristics("Bear").name, game.characteristics("Bear").mana_value) == ("Host", 0)


def test_one_permanent_dies_and_two_cards_are_in_the_graveyard():
    game = table(DOOM)
    host(game)
    put(game, "Bob", "Mourner", "Enchantment", "Whenever a creature dies, you gain 1 life.")
    cast(game, "Ann", "Doom", "Host")
    game.all_pass()
    assert game.life("Bob") == 21
    assert sorted(game.cards_in("graveyard", "Ann")) == ["Doom", "Rats", "Scavengers"]


def test_what_is_melded_does_not_transform():
    game = table(("Turn", "Instant", "Transform target creature."))
    host(game)
    cast(game, "Ann", "Turn", "Host")
    assert game.characteristics("Host").name == "Host"


def test_what_blinks_a_melded_permanent_returns_both_its_cards():
    blink = "Exile target creature, then return that card to the battlefield under your control."
    game = table(("Blink", "Instant", blink))
    host(game)
    game.will("face", "Rats")
    cast(game, "Ann", "Blink", "Host")
    assert [game.characteristics(each).power for each in ("Scavengers", "Rats")] == [3, 2]


def test_a_countered_adventure_is_not_exiled():
    game = table(("Counter", "Instant", "Counter target spell."))
    game.put(giant(game), "Ann", "hand")
    game.add_mana("Ann", "{R}")
    game.play("Ann", "Giant", face="Stomp")
    game.play("Ann", "Counter", targets=["Giant"])
    game.resolve_all()
    assert game.zone_of("Giant") == "graveyard"


def test_nobody_else_casts_the_card_that_went_on_an_adventure():
    game = table()
    game.put(giant(game), "Ann", "hand")
    game.add_mana("Ann", "{R}")
    game.play("Ann", "Giant", face="Stomp")
    game.all_pass()
    assert (game.zone_of("Giant"), game.life("Ann")) == ("exile", 22)
    game.to_step("precombat main", "Bob")
    game.add_mana("Bob", "{2}{R}")
    with pytest.raises(IllegalAction, match="cannot play"):
        game.play("Bob", "Giant")


def test_an_omen_goes_into_the_library():
    game = table()
    game.put(giant(game, "omen"), "Ann", "hand")
    game.add_mana("Ann", "{R}")
    game.play("Ann", "Giant", face="Stomp")
    game.all_pass()
    assert game.zone_of("Giant") == "library"


def test_a_copy_of_a_permanent_has_its_inset_too():
    game = table(("Clone", "Creature 0/0", "You may have this creature enter as a copy of any creature."))
    game.put(giant(game), "Ann")
    game.will("may", True)
    cast(game, "Ann", "Clone")
    assert game.state.things[game.id("Clone")].card.layout == "adventure"


@pytest.mark.parametrize("face", ["Jump", "Master"])
def test_what_is_only_for_the_battlefield_is_not_cast(face):
    game = table()
    first = game.card("Aviator", "Creature 2/3", cost="{0}")
    kind = {"Jump": "preparation", "Master": "flip"}[face]
    game.put(joined(kind, first, game.card(face, "Instant", cost="{0}")), "Ann", "hand")
    with pytest.raises(IllegalAction, match=f"{face} cannot be cast"):
        game.play("Ann", "Aviator", face=face)


@pytest.mark.parametrize(("partner", "zone"), [("Scavengers", "battlefield"), ("Others", "exile")])
def test_only_the_two_cards_of_a_pair_meld(partner, zone):
    join = "Exile two target creatures, then meld them into Host."
    game = table(("Join", "Instant", join))
    game.put(game.card("Scavengers", "Creature - Human 3/3", cost="{4}{B}"), "Ann")
    rats = joined("meld", game.card("Rats", "Creature - Rat 2/1"), game.card("Host", "Creature - Eldrazi 5/6"))
    game.put(replace(rats, pair=partner), "Ann")
    game.play("Ann", "Join", targets=[["Scavengers", "Rats"]])
    game.all_pass()
    assert game.zone_of("Rats") == zone
    assert len(game.cards_in("battlefield")) == (zone == "battlefield")


def test_a_creature_that_has_an_adventure_is_known_by_it():
    game = table(("Doom", "Sorcery", "Destroy each creature that has an Adventure."))
    game.put(giant(game), "Ann", "battlefield")
    put(game, "Ann", "Ox", "Creature 3/3")
    cast(game, "Ann", "Doom")
    assert game.cards_in("battlefield") == ["Ox"]
