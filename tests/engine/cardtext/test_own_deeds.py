""" "The chosen creature", "the revealed cards", "that card", "the rest": of the ability's own steps, each in its turn."""

import pytest
from table import TODAY, cast, put, start

from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.proof import read_to_play
from rulesite.engine.eras.ruleset import Ruleset


def library(game, player, *names, line="Creature 1/1"):
    for name in reversed(names):
        put(game, player, name, line, zone="library", position=0)


def test_that_card_is_each_of_those_in_turn():
    game = start()
    library(game, "Ann", "Cub")
    library(game, "Bob", "Ox")
    text = "Each player reveals the top card of their library. For each creature card revealed this way, create a token that's a copy of that card."  # fmt: skip
    put(game, "Ann", "Mirror", "Sorcery", text, zone="hand")
    cast(game, "Ann", "Mirror")
    tokens = [thing.card.name for thing in game.state.things.values() if thing.kind == "token"]
    assert sorted(tokens) == ["Cub", "Ox"]


@pytest.mark.parametrize(
    ("pays", "taken"), [((True, False, True), ["Moor"]), ((False, False, False), ["Fen", "Moor", "Vale"])]
)
def test_the_rest_is_what_was_left_of_those_considered_one_by_one(pays, taken):
    game = start()
    library(game, "Ann", "Fen", "Moor", "Vale", line="Land")
    text = "Reveal the top three cards of your library. For each of those cards, put that card into your hand unless any opponent pays 3 life. Then exile the rest."  # fmt: skip
    put(game, "Ann", "Offer", "Sorcery", text, zone="hand")
    for answer in pays:
        game.will("pay", answer)
    cast(game, "Ann", "Offer")
    assert [name for name in ("Fen", "Moor", "Vale") if game.zone_of(name) == "hand"] == taken
    assert [name for name in ("Fen", "Moor", "Vale") if game.zone_of(name) == "exile"] == [
        name for name in ("Fen", "Moor", "Vale") if name not in taken
    ]


def test_the_chosen_creature_is_the_one_chosen_by_the_ability_itself():
    game = start()
    put(game, "Bob", "Ox", "Creature 4/4")
    text = "When ~ enters the battlefield, choose target creature you don't control and tap it. The chosen creature doesn't untap during its controller's next untap step."  # fmt: skip
    put(game, "Ann", "Judge", "Creature 2/2", text, zone="hand")
    game.will("target", "Ox")
    cast(game, "Ann", "Judge")
    game.resolve_all()
    game.to_step("upkeep", player="Bob")
    assert game.is_tapped("Ox")


def test_the_revealed_cards_are_those_that_the_ability_revealed():
    game = start()
    put(game, "Ann", "Bear", "Creature 2/2")
    library(game, "Bob", "Cub", "Fen", line="Land")
    text = "Whenever equipped creature attacks, defending player reveals cards from the top of their library until they reveal a land card. That player puts the revealed cards into their graveyard."  # fmt: skip
    put(game, "Ann", "Blade", "Artifact - Equipment", text, attached_to="Bear")
    game.attack("Ann", ["Bear"])
    game.resolve_all()
    assert (game.zone_of("Cub"), game.zone_of("Fen")) == ("graveyard", "library")


def test_the_sacrificed_creature_is_that_of_the_cost():
    game = start()
    put(game, "Ann", "Bear", "Creature 3/3")
    text = (
        "{0}, Sacrifice enchanted creature: ~ deals damage equal to the sacrificed creature's power to each opponent."
    )
    put(game, "Ann", "Pyre", "Enchantment - Aura", text, attached_to="Bear")
    game.activate("Ann", "Pyre")
    game.resolve_all()
    assert game.life("Bob") == 17


def test_the_discarded_card_is_that_of_the_event():
    game = start()
    put(game, "Ann", "Spare", "Land", zone="hand")
    put(game, "Ann", "Wall", "Creature 2/2", "Whenever you discard a card, return the discarded card from your graveyard to your hand.")  # fmt: skip
    put(game, "Ann", "Wheel", "Artifact", "{0}, Discard a card: You gain 1 life.")
    game.activate("Ann", "Wheel", choices={"discard": ["Spare"]})
    game.resolve_all()
    assert game.zone_of("Spare") == "hand"


def test_the_token_of_populate_is_the_token_created():
    game = start()
    put(game, "Ann", "Cub", "Creature 1/1", token=True)
    put(game, "Ann", "Hymn", "Sorcery", "Populate. The token created this way gains haste.", zone="hand")
    cast(game, "Ann", "Hymn")
    cubs = [thing for thing in game.state.things.values() if thing.kind == "token"]
    assert sorted(game.has_keyword(thing.id, "haste") for thing in cubs) == [False, True]


@pytest.mark.parametrize(("owners", "left"), [("they control ", ["Cub"]), ("", ["Cub", "Imp"])])
def test_the_greatest_power_is_among_those_named(owners, left):
    game = start(players=("Ann", "Bob", "Cid"))
    put(game, "Bob", "Ox", "Creature 5/5")
    put(game, "Cid", "Cub", "Creature 1/1")
    put(game, "Cid", "Imp", "Creature 2/2")
    text = f"Each opponent sacrifices a creature {owners}with the greatest power."
    put(game, "Ann", "Edict", "Sorcery", text, zone="hand")
    cast(game, "Ann", "Edict")
    assert [name for name in ("Ox", "Cub", "Imp") if game.zone_of(name) == "battlefield"] == left


@pytest.mark.parametrize("zone", ["battlefield", "command", "exile"])
def test_a_commander_in_the_command_zone_is_no_permanent(zone):
    game = start()
    number = game.put(game.card("Bosh", "Legendary Creature 2/2", cost="{3}"), "Ann", zone)
    game.state.things[number].commander = True
    text = (
        "Draw cards equal to the greatest mana value of a commander you own on the battlefield or in the command zone."
    )
    put(game, "Ann", "Pomp", "Sorcery", text, zone="hand")
    cast(game, "Ann", "Pomp")
    assert len(game.state.zone("hand", "Ann")) == (0 if zone == "exile" else 3)


@pytest.mark.parametrize(("line", "pays", "counters"), [("Unicorn", True, 2), ("Bear", True, 1), ("Unicorn", False, 0)])
def test_instead_replaces_what_is_done_for_the_payment_and_not_the_payment(line, pays, counters):
    game = start()
    text = "Whenever another creature enters the battlefield under your control, you may pay {0}. If you do, put a +1/+1 counter on it. If it's a Unicorn, put two +1/+1 counters on it instead."  # fmt: skip
    put(game, "Ann", "Herd", "Creature 4/4", text)
    put(game, "Ann", "Foal", f"Creature - {line} 1/1", zone="hand")
    game.play("Ann", "Foal")
    game.will("may", pays)
    game.resolve_all()
    assert game.counters("Foal", "+1/+1") == counters


def test_the_other_creature_is_the_other_one_of_the_event():
    game = start()
    put(game, "Ann", "Bear", "Creature 2/2")
    put(game, "Bob", "Ox", "Creature 4/4")
    text = "Whenever enchanted creature deals damage to a creature, destroy the other creature."
    put(game, "Ann", "Fangs", "Enchantment - Aura", text, attached_to="Bear")
    put(game, "Ann", "Duel", "Sorcery", "Target creature you control deals damage equal to its power to target creature.", zone="hand")  # fmt: skip
    cast(game, "Ann", "Duel", "Bear", "Ox")
    game.resolve_all()
    assert (game.zone_of("Ox"), game.zone_of("Bear")) == ("graveyard", "battlefield")


SINK = "Counter target spell unless its controller pays {0}. If that player doesn't, they lose 3 life."


@pytest.mark.parametrize("pays", [True, False])
def test_who_does_not_is_who_does_not_pay(pays):
    game = start()
    put(game, "Bob", "Gain", "Instant", "You gain 1 life.", zone="hand")
    put(game, "Ann", "Sink", "Instant", SINK, zone="hand")
    game.pass_priority("Ann")
    game.play("Bob", "Gain")
    game.pass_priority("Bob")
    game.play("Ann", "Sink", targets=["Gain"])
    game.will("pay", pays)
    game.resolve_all()
    assert game.life("Bob") == (21 if pays else 17)


@pytest.mark.parametrize(("zone", "counters", "gained"), [("exile", 2, 1), ("exile", 0, 0), ("battlefield", 2, 0)])
def test_what_asks_whether_its_card_is_suspended_works_in_exile(zone, counters, gained):
    game = start()
    text = "Suspend 7—{1}{B}\nWhenever a creature dies, if ~ is suspended, you gain 1 life."
    put(game, "Ann", "Ghost", "Creature 4/4", text, zone=zone, counters={"time": counters})
    put(game, "Ann", "Cub", "Creature 1/1")
    put(game, "Ann", "Blade", "Instant", "Destroy target creature.", zone="hand")
    cast(game, "Ann", "Blade", "Cub")
    game.resolve_all()
    assert game.life("Ann") == 20 + gained


@pytest.mark.parametrize(("other", "ghoul"), [("Other creatures", 3), ("Creatures", 4)])
def test_other_creatures_are_other_than_those_named_before(other, ghoul):
    text = f"Zombies you control get +2/+2 until end of turn. {other} you control get +1/+1 until end of turn."
    game = start()
    put(game, "Ann", "Cub", "Creature 1/1")
    put(game, "Ann", "Ghoul", "Creature - Zombie 1/1")
    put(game, "Ann", "Hymn", "Instant", text, zone="hand")
    cast(game, "Ann", "Hymn")
    assert (game.characteristics("Cub").power, game.characteristics("Ghoul").power) == (2, ghoul)


def test_other_creatures_are_other_than_the_tokens_just_created():
    game = start()
    put(game, "Ann", "Cub", "Creature 1/1")
    put(game, "Ann", "Coup", "Sorcery", "Create two 1/1 white Soldier creature tokens. Destroy all other creatures.", zone="hand")  # fmt: skip
    cast(game, "Ann", "Coup")
    tokens = [thing for thing in game.state.things.values() if thing.kind == "token" and thing.on_battlefield]
    assert (game.zone_of("Cub"), len(tokens)) == ("graveyard", 2)


def test_those_tokens_have_what_was_said_of_them():
    game = start()
    text = """If you control a Spawn, create three 0/1 colorless Spawn creature tokens. They have "Sacrifice this creature: Add {C}." Otherwise, create one of those tokens."""  # fmt: skip
    put(game, "Ann", "Brood", "Sorcery", text, zone="hand")
    cast(game, "Ann", "Brood")
    (token,) = [thing for thing in game.state.things.values() if thing.kind == "token"]
    game.activate("Ann", token.id)
    assert game.kernel.thing(token.id) is None


def test_a_token_is_no_copy_of_itself():
    game = start()
    text = "When ~ enters the battlefield, target opponent creates a token that's a copy of it."
    put(game, "Ann", "Ring", "Artifact", text, zone="hand")
    game.will("target", "Bob")
    cast(game, "Ann", "Ring")
    game.will("target", "Ann")
    game.all_pass()
    tokens = [thing for thing in game.state.things.values() if thing.kind == "token"]
    assert [game.controller(token.id) for token in tokens] == ["Bob"]


UNDONE = {
    "Counter target instant spell. Copy the spell countered this way.": "Instant",
    "Search your library for two cards. Put the chosen cards on top of your library in any order.": "Sorcery",
    "{T}, Tap enchanted creature: Target creature other than the creature tapped this way gains haste.": "Artifact",
    "Whenever ~ attacks, you may tap a land. When you do, ~ deals 2 damage to any target. If it was a Plains, ~ deals "
    "twice that much damage instead.": "Creature",
}


@pytest.mark.parametrize("text", UNDONE)
def test_what_no_step_or_no_single_step_did_is_not_read(text):
    with pytest.raises(UnreadableText):
        read_to_play(text, Host.parse(UNDONE[text]), Ruleset.on(TODAY))
