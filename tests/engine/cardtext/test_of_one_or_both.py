"""What is said of two at once, of one or the other, and what changes sizes and names: small games with texts of
cards."""

from __future__ import annotations

import pytest
from printed import put, start

from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.round_trip import readable
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.state.choices import IllegalAction, NotModelled

TODAY = "2021-11-19"
BOLT = "Bolt deals 3 damage to any target."


def test_damage_to_several_and_or_one_of_them_uses_up_one_shield() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 4/4")
    text = "Prevent the next 4 damage that would be dealt to you and/or permanents you control this turn."
    put(game, "Ann", "Ward", "Instant", text, zone="hand")
    put(game, "Bob", "Bolt", "Instant", BOLT, zone="hand")
    put(game, "Bob", "Bolt 2", "Instant", BOLT.replace("Bolt", "Bolt 2"), zone="hand")
    game.play("Ann", "Ward")
    game.resolve_all()
    game.pass_priority("Ann")
    game.play("Bob", "Bolt", targets=["Ox"])
    game.resolve_all()
    game.pass_priority("Ann")
    game.play("Bob", "Bolt 2", targets=["Ann"])
    game.resolve_all()
    assert game.life("Ann") == 18


def test_what_is_done_when_damage_is_prevented_this_way() -> None:
    game = start(TODAY)
    text = (
        "Prevent the next 2 damage that would be dealt to you this turn. If damage is prevented this way, Glass deals"
    )
    put(game, "Ann", "Glass", "Instant", f"{text} that much damage to any target.", zone="hand")
    put(game, "Bob", "Bolt", "Instant", BOLT, zone="hand")
    game.play("Ann", "Glass", targets=["Bob"])
    game.resolve_all()
    assert game.life("Bob") == 20
    game.pass_priority("Ann")
    game.play("Bob", "Bolt", targets=["Ann"])
    game.resolve_all()
    assert (game.life("Ann"), game.life("Bob")) == (19, 18)


def test_damage_that_an_object_would_deal() -> None:
    game = start(TODAY)
    put(game, "Ann", "Imp", "Creature 2/2", "Prevent all damage that Imp would deal to snow creatures.\n{T}: Imp deals 2 damage to target creature.")  # fmt: skip
    put(game, "Bob", "Yeti", "Snow Creature 2/2")
    put(game, "Bob", "Ox", "Creature 2/2")
    game.activate("Ann", "Imp", targets=["Yeti"])
    game.resolve_all()
    assert game.zone_of("Yeti") == "battlefield"


def test_a_size_is_changed_to_that_of_another() -> None:
    game = start(TODAY)
    put(game, "Ann", "Mimic", "Creature 1/2", "{0}: Change Mimic's base power and toughness to target creature's power and toughness until end of turn.")  # fmt: skip
    put(game, "Bob", "Ox", "Creature 4/5")
    game.activate("Ann", "Mimic", targets=["Ox"])
    game.resolve_all()
    assert game.power_toughness("Mimic") == (4, 5)


def test_power_is_doubled() -> None:
    game = start(TODAY)
    put(game, "Ann", "Rage", "Instant", "Double target creature's power until end of turn.", zone="hand")
    put(game, "Ann", "Ox", "Creature 4/5")
    game.play("Ann", "Rage", targets=["Ox"])
    game.resolve_all()
    assert game.power_toughness("Ox") == (8, 5)


def test_protection_from_a_quality_or_from_a_color() -> None:
    game = start(TODAY)
    text = "Target creature you control gains protection from artifacts or from the color of your choice until end of turn."
    put(game, "Ann", "Veil", "Instant", text, zone="hand")
    put(game, "Ann", "Ox", "Creature 4/5")
    put(game, "Bob", "Rod", "Artifact", "{T}: Rod deals 2 damage to target creature.")
    game.play("Ann", "Veil", targets=["Ox"])
    game.resolve_all({"mode": 1})
    game.pass_priority("Ann")
    with pytest.raises(IllegalAction):
        game.activate("Bob", "Rod", targets=["Ox"])


def test_landwalk_of_the_chosen_type() -> None:
    game = start(TODAY)
    text = "As Cloak enters the battlefield, choose a basic land type.\nCreatures you control have landwalk of the chosen type."
    put(game, "Ann", "Cloak", "Enchantment", text, zone="hand")
    put(game, "Ann", "Ox", "Creature 4/5")
    put(game, "Bob", "Imp", "Creature 1/1")
    put(game, "Bob", "Bog", "Basic Land — Swamp")
    game.will("basic land type", "Swamp")
    game.play("Ann", "Cloak")
    game.resolve_all()
    game.attack("Ann", ["Ox"])
    with pytest.raises(IllegalAction):
        game.block("Bob", {"Imp": "Ox"})


def test_what_a_player_owns_or_controls() -> None:
    game = start(TODAY)
    put(game, "Ann", "Edict", "Instant", "Exile target permanent you neither own nor control.", zone="hand")
    put(game, "Ann", "Ox", "Creature 4/5", controller="Bob")
    put(game, "Bob", "Elk", "Creature 4/5")
    with pytest.raises(IllegalAction):
        game.play("Ann", "Edict", targets=["Ox"])
    game.play("Ann", "Edict", targets=["Elk"])
    game.resolve_all()
    assert game.zone_of("Elk") == "exile"


def test_nonattacking_creatures() -> None:
    game = start(TODAY)
    put(game, "Bob", "Snare", "Instant", "Tap target nonattacking creature.", zone="hand")
    put(game, "Ann", "Ox", "Creature 4/5")
    put(game, "Ann", "Elk", "Creature 4/5")
    game.attack("Ann", ["Ox"])
    game.pass_priority("Ann")
    with pytest.raises(IllegalAction):
        game.play("Bob", "Snare", targets=["Ox"])
    game.play("Bob", "Snare", targets=["Elk"])
    game.resolve_all()
    assert game.is_tapped("Elk")


def test_cards_that_are_not_on_the_battlefield() -> None:
    game = start(TODAY)
    put(game, "Ann", "Mage", "Creature 3/4", "Creature cards you own that aren't on the battlefield have flash.")
    put(game, "Ann", "Ox", "Creature 4/5", zone="hand")
    put(game, "Ann", "Elk", "Creature 4/5")
    assert game.has_keyword("Ox", "flash")
    assert not game.has_keyword("Elk", "flash")


def test_a_spell_that_shares_nothing_with_what_is_there() -> None:
    game = start(TODAY)
    text = "Whenever you cast a creature spell that doesn't share a creature type with a creature you control, draw a card."
    put(game, "Ann", "Guide", "Enchantment", text)
    put(game, "Ann", "Imp", "Creature — Goblin 1/1")
    put(game, "Ann", "Imp 2", "Creature — Goblin 1/1", zone="hand")
    put(game, "Ann", "Elf", "Creature — Elf 1/1", zone="hand")
    game.play("Ann", "Imp 2")
    game.resolve_all()
    assert len(game.hand("Ann")) == 1
    game.play("Ann", "Elf")
    game.resolve_all()
    assert len(game.hand("Ann")) == 1


def test_a_curse_is_put_onto_a_player() -> None:
    game = start(TODAY)
    text = "Return target Curse card from your graveyard to the battlefield attached to target opponent."
    put(game, "Ann", "Rite", "Sorcery", text, zone="hand")
    curse = "Enchant player\nAt the beginning of enchanted player's upkeep, that player loses 1 life."
    put(game, "Ann", "Woe", "Enchantment — Aura Curse", curse, zone="graveyard")
    put(game, "Ann", "Orb", "Instant", "Destroy all Curses attached to target player.", zone="hand")
    game.play("Ann", "Rite", targets=["Woe", "Bob"])
    game.resolve_all()
    assert game.zone_of("Woe") == "battlefield"
    game.play("Ann", "Orb", targets=["Bob"])
    game.resolve_all()
    assert game.zone_of("Woe") == "graveyard"


def test_a_copy_keeps_its_own_name() -> None:
    game = start(TODAY)
    text = "{0}: Mime becomes a copy of target creature, except its name is Mime and it has this ability."
    put(game, "Ann", "Mime", "Creature 1/1", text)
    put(game, "Bob", "Ox", "Creature 4/5")
    game.activate("Ann", "Mime", targets=["Ox"])
    game.resolve_all()
    found = game.characteristics("Mime")
    assert (found.name, found.power) == ("Mime", 4)


def test_how_much_snow_mana_was_spent_is_not_kept() -> None:
    game = start(TODAY)
    text = "Lore deals X damage to any target, where X is the amount of {S} spent to cast this spell."
    put(game, "Ann", "Lore", "Sorcery", text, zone="hand")
    game.play("Ann", "Lore", targets=["Bob"])
    with pytest.raises(NotModelled):
        game.resolve_all()


def test_a_letter_so_many_times() -> None:
    game = start(TODAY)
    text = "You gain X plus 3 life. Target player loses two times X life."
    put(game, "Ann", "Debt", "Sorcery", text, zone="hand", cost="{X}")
    game.add_mana("Ann", "{C}{C}")
    game.play("Ann", "Debt", targets=["Bob"], x=2)
    game.resolve_all()
    assert (game.life("Ann"), game.life("Bob")) == (25, 16)


def test_cards_in_each_graveyard() -> None:
    game = start(TODAY)
    put(game, "Ann", "Call", "Sorcery", "Draw a card for each Goblin card in each graveyard.", zone="hand")
    put(game, "Ann", "Imp", "Creature — Goblin 1/1", zone="graveyard")
    put(game, "Bob", "Imp 2", "Creature — Goblin 1/1", zone="graveyard")
    game.play("Ann", "Call")
    game.resolve_all()
    assert len(game.hand("Ann")) == 2


def test_what_is_cast_from_the_library_is_no_land() -> None:
    game = start(TODAY)
    put(game, "Ann", "Seer", "Enchantment", "You may cast permanent spells from your graveyard.")
    put(game, "Ann", "Bog", "Basic Land — Swamp", zone="graveyard")
    put(game, "Ann", "Ox", "Creature 4/5", zone="graveyard", cost="{0}")
    with pytest.raises(IllegalAction):
        game.play_land("Ann", "Bog")
    game.play("Ann", "Ox")
    game.resolve_all()
    assert game.zone_of("Ox") == "battlefield"


def test_what_is_counted_of_two_sorts() -> None:
    game = start(TODAY)
    text = "Elder gets +1/+1 for each land you control and each land card in your graveyard."
    put(game, "Ann", "Elder", "Creature 0/1", text)
    put(game, "Ann", "Bog", "Basic Land — Swamp")
    put(game, "Ann", "Bog 2", "Basic Land — Swamp", zone="graveyard")
    assert game.power_toughness("Elder") == (2, 3)


def test_mana_of_different_colors() -> None:
    game = start(TODAY)
    put(game, "Ann", "Pouch", "Artifact", "{T}: Add two mana of different colors.")
    game.will("mana", "{R}")
    game.will("mana", "{G}")
    game.activate("Ann", "Pouch")
    assert game.mana_pool("Ann") == "{R}{G}"
    again = start(TODAY)
    put(again, "Ann", "Pouch", "Artifact", "{T}: Add two mana of different colors.")
    again.will("mana", "{R}", times=2)
    with pytest.raises(IllegalAction):
        again.activate("Ann", "Pouch")


def test_mana_of_a_symbol_or_of_the_chosen_color() -> None:
    game = start(TODAY)
    text = "As Grove enters the battlefield, choose a color.\n{T}: Add {G} or one mana of the chosen color."
    put(game, "Ann", "Grove", "Artifact", text, zone="hand")
    game.will("color", "red")
    game.play("Ann", "Grove")
    game.resolve_all()
    game.will("mana", "{R}")
    game.activate("Ann", "Grove")
    assert game.mana_pool("Ann") == "{R}"


def test_what_ends_for_a_payment() -> None:
    game = start(TODAY)
    text = "{T}: Leech loses this ability and becomes an Aura enchantment with enchant creature. Attach it to target"
    put(game, "Ann", "Leech", "Creature 1/1", f"{text} creature. You may pay {{R}} to end this effect.")
    put(game, "Bob", "Ox", "Creature 4/4")
    game.activate("Ann", "Leech", targets=["Ox"])
    game.resolve_all()
    assert "creature" not in game.characteristics("Leech").types
    game.add_mana("Ann", "{R}")
    game.end_effect("Ann", "Leech")
    assert "creature" in game.characteristics("Leech").types


def test_what_does_not_last_cannot_be_ended_for_a_payment() -> None:
    game = start(TODAY)
    put(game, "Ann", "Font", "Artifact", "{T}: Draw a card. You may pay {R} to end this effect.")
    game.activate("Ann", "Font")
    with pytest.raises(NotModelled):
        game.resolve_all()


def test_an_x_that_must_be_so_much_is_announced_so() -> None:
    game = start(TODAY)
    put(game, "Ann", "Table", "Artifact", "{X}: Draw a card. X is the number of cards in an opponent's hand.")
    assert not game.is_legal(lambda g: g.activate("Ann", "Table", x=1))
    game.activate("Ann", "Table", x=0)
    game.resolve_all()
    assert len(game.hand("Ann")) == 1


def test_what_it_did_not_have_as_it_died() -> None:
    game = start(TODAY)
    text = "Whenever another creature you control dies, if it didn't have flying, draw a card."
    put(game, "Ann", "Ghoul", "Creature 1/1", text)
    put(game, "Ann", "Imp", "Creature 1/1", "Flying")
    put(game, "Ann", "Ox", "Creature 1/1")
    put(game, "Ann", "Quake", "Sorcery", "Destroy all creatures with power 1 or less.", zone="hand")
    game.play("Ann", "Quake")
    game.resolve_all()
    assert len(game.hand("Ann")) == 1


def test_who_did_not_cast_it_from_the_hand() -> None:
    game = start(TODAY)
    text = "When Doom enters the battlefield, if you didn't cast it from your hand, you lose 5 life."
    put(game, "Ann", "Doom", "Creature 1/1", text, zone="graveyard")
    put(game, "Ann", "Doom 2", "Creature 1/1", text.replace("Doom", "Doom 2"), zone="hand")
    rise = "Return target creature card from your graveyard to the battlefield."
    put(game, "Ann", "Rise", "Sorcery", rise, zone="hand")
    game.play("Ann", "Doom 2")
    game.resolve_all()
    assert game.life("Ann") == 20
    game.play("Ann", "Rise", targets=["Doom"])
    game.resolve_all()
    assert game.life("Ann") == 15


def test_what_is_exiled_from_the_battlefield() -> None:
    game = start(TODAY)
    herder = "Whenever a creature is exiled from the battlefield, draw a card."
    put(game, "Ann", "Herder", "Enchantment", herder)
    put(game, "Ann", "Out", "Sorcery", "Exile target creature.", zone="hand")
    put(game, "Ann", "Ox", "Creature 4/4")
    game.play("Ann", "Out", targets=["Ox"])
    game.resolve_all()
    assert len(game.hand("Ann")) == 1


def test_what_enters_from_a_graveyard_of_yours() -> None:
    game = start(TODAY)
    text = "Whenever Flayer or another creature enters the battlefield from your graveyard, draw a card."
    put(game, "Ann", "Flayer", "Creature 1/1", text)
    put(game, "Ann", "Ox", "Creature 4/4", zone="graveyard")
    put(game, "Bob", "Elk", "Creature 4/4", zone="graveyard")
    rise = "Put target creature card from a graveyard onto the battlefield under your control."
    for name in ("Rise", "Rise 2"):
        put(game, "Ann", name, "Sorcery", rise, zone="hand")
    game.play("Ann", "Rise", targets=["Elk"])
    game.resolve_all()
    assert len(game.hand("Ann")) == 1
    game.play("Ann", "Rise 2", targets=["Ox"])
    game.resolve_all()
    assert len(game.hand("Ann")) == 1


def test_so_much_damage_was_dealt_to_it() -> None:
    game = start(TODAY)
    text = "When Spark dies, if 4 or more damage was dealt to it this turn, draw a card."
    put(game, "Ann", "Spark", "Creature 3/3", text)
    put(game, "Ann", "Bolt", "Instant", "Bolt deals 4 damage to any target.", zone="hand")
    game.play("Ann", "Bolt", targets=["Spark"])
    game.resolve_all()
    assert len(game.hand("Ann")) == 1


def test_what_died_this_way_is_counted() -> None:
    game = start(TODAY)
    text = "Destroy all nonblack creatures. You gain life equal to the number of creatures that died this way."
    put(game, "Ann", "Fire", "Sorcery", text, zone="hand")
    put(game, "Ann", "Ox", "Creature 3/3")
    put(game, "Bob", "Elk", "Creature 3/3")
    game.play("Ann", "Fire")
    game.resolve_all()
    assert game.life("Ann") == 22


def test_things_with_mana_abilities() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ash", "Sorcery", "Destroy all artifacts without mana abilities.", zone="hand")
    put(game, "Ann", "Stone", "Artifact", "{T}: Add {C}.")
    put(game, "Ann", "Rod", "Artifact", "{T}: Draw a card.")
    game.play("Ann", "Ash")
    game.resolve_all()
    assert (game.zone_of("Stone"), game.zone_of("Rod")) == ("battlefield", "graveyard")


def test_how_often_it_has_mutated_is_counted() -> None:
    game = start(TODAY)
    text = "Mutate {0}\nWhenever this creature mutates, draw a card for each time this creature has mutated."
    put(game, "Ann", "Ox", "Creature - Ox 2/2")
    for name in ("Otter", "Heron"):
        put(game, "Ann", name, "Creature - Bird {5} 1/1", text if name == "Otter" else "Mutate {0}", zone="hand")
        game.will("mutate", "bottom")
        game.play("Ann", name, alternative="mutate", targets=["Ox"])
        game.resolve_all()
    assert len(game.hand("Ann")) == 3


def test_until_the_next_end_step_of_ones_own() -> None:
    game = start(TODAY)
    text = "Until your next end step, creatures you control get +1/+1."
    put(game, "Ann", "Horn", "Sorcery", text, zone="hand")
    put(game, "Ann", "Ox", "Creature 2/2")
    game.play("Ann", "Horn")
    game.resolve_all()
    assert game.power_toughness("Ox") == (3, 3)
    game.to_step("end")
    assert game.power_toughness("Ox") == (2, 2)


def test_what_is_returned_from_the_battlefield() -> None:
    game = start(TODAY)
    text = "Return target creature you own from the battlefield to your hand."
    put(game, "Ann", "Home", "Sorcery", text, zone="hand")
    put(game, "Ann", "Ox", "Creature 2/2")
    game.play("Ann", "Home", targets=["Ox"])
    game.resolve_all()
    assert game.hand("Ann") == ["Ox"]


@pytest.mark.parametrize("how", ["token that's a copy of Rider and that's tapped and attacking", "tapped and attacking token that's a copy of Rider"])  # fmt: skip
def test_a_copy_that_is_tapped_and_attacking(how: str) -> None:
    game = start(TODAY)
    put(game, "Ann", "Rider", "Creature 2/2", f"Whenever Rider attacks, create a {how}.")
    game.attack("Ann", ["Rider"])
    game.resolve_all()
    assert len(game.state.combat.attackers) == 2


def test_several_colors_of_choice_are_not_chosen() -> None:
    game = start(TODAY)
    put(game, "Ann", "Coat", "Instant", "Target creature becomes the color or colors of your choice.", zone="hand")
    put(game, "Ann", "Ox", "Creature 2/2")
    game.play("Ann", "Coat", targets=["Ox"])
    with pytest.raises(NotModelled):
        game.resolve_all()


def test_the_most_common_color() -> None:
    game = start(TODAY)
    text = "Djinn gets -2/-2 as long as red is the most common color among all permanents or is tied for most common."
    put(game, "Ann", "Djinn", "Creature 5/5", text, cost="{U}{U}")
    assert game.power_toughness("Djinn") == (5, 5)
    put(game, "Bob", "Imp", "Creature 1/1", cost="{R}")
    assert game.power_toughness("Djinn") == (3, 3)
    back = "Return target permanent to its owner's hand if it shares a color with the most common color among all"
    put(game, "Ann", "Ebb", "Instant", f"{back} permanents or a color tied for most common.", zone="hand")
    game.play("Ann", "Ebb", targets=["Imp"])
    game.resolve_all()
    assert game.zone_of("Imp") == "hand"


def test_those_who_attack_a_player_do_the_same() -> None:
    game = start(TODAY)
    text = "Enchant player\nWhenever enchanted player is attacked, you gain 2 life. Each opponent attacking that player does the same."  # fmt: skip
    put(game, "Bob", "Woe", "Enchantment — Aura Curse", text, attached_to="Bob")
    put(game, "Ann", "Ox", "Creature 2/2")
    game.attack("Ann", ["Ox"])
    game.resolve_all()
    assert (game.life("Ann"), game.life("Bob")) == (22, 22)


def test_what_is_true_of_permanents_is_true_of_cards_elsewhere() -> None:
    game = start(TODAY)
    text = (
        "Creatures you control are every creature type. The same is true for creature spells you control and creature"
    )
    put(game, "Ann", "Nexus", "Artifact", f"{text} cards you own that aren't on the battlefield.")
    put(game, "Ann", "Ox", "Creature 2/2", zone="hand")
    assert "Goblin" in game.characteristics("Ox").subtypes


def test_what_one_player_cannot_do_is_not_said_to_be_true_for_other_things() -> None:
    text = "Players can't cast creature spells. The same is true for artifacts."
    assert not readable(text, Host.parse("Artifact"), Ruleset.on(TODAY))


def test_a_card_that_may_be_looked_at_and_played() -> None:
    game = start(TODAY)
    text = "Exile the top card of your library face down. You may look at and play that card for as long as it remains"
    put(game, "Ann", "Ox", "Creature 2/2", zone="library", cost="{0}", position=0)
    put(game, "Ann", "Trove", "Sorcery", f"{text} exiled.", zone="hand")
    game.play("Ann", "Trove")
    game.resolve_all()
    game.play("Ann", "Ox")
    game.resolve_all()
    assert game.zone_of("Ox") == "battlefield"


def test_what_an_ability_given_for_a_turn_does_lasts_as_it_says() -> None:
    game = start(TODAY)
    text = 'Until end of turn, creatures you control gain "{T}: This creature gets +1/+1."'
    put(game, "Ann", "Gift", "Sorcery", text, zone="hand")
    put(game, "Ann", "Ox", "Creature 2/2")
    game.play("Ann", "Gift")
    game.resolve_all()
    game.activate("Ann", "Ox")
    game.resolve_all()
    game.to_step("upkeep", "Bob")
    assert game.power_toughness("Ox") == (3, 3)


def test_what_would_enter_without_having_been_cast() -> None:
    game = start(TODAY)
    text = "If a nontoken creature would enter the battlefield and it wasn't cast, exile it instead."
    put(game, "Ann", "Priest", "Creature 2/2", text)
    put(game, "Ann", "Ox", "Creature 2/2", zone="graveyard")
    put(game, "Ann", "Elk", "Creature 2/2", zone="hand", cost="{0}")
    rise = "Return target creature card from your graveyard to the battlefield."
    put(game, "Ann", "Rise", "Sorcery", rise, zone="hand")
    game.play("Ann", "Elk")
    game.resolve_all()
    game.play("Ann", "Rise", targets=["Ox"])
    game.resolve_all()
    assert (game.zone_of("Elk"), game.zone_of("Ox")) == ("battlefield", "exile")


def test_what_is_also_done() -> None:
    game = start(TODAY)
    text = "You gain 1 life. If you control a creature, also draw a card."
    put(game, "Ann", "Aid", "Sorcery", text, zone="hand")
    put(game, "Ann", "Ox", "Creature 2/2")
    game.play("Ann", "Aid")
    game.resolve_all()
    assert (game.life("Ann"), len(game.hand("Ann"))) == (21, 1)


def test_what_cannot_be_equipped() -> None:
    game = start(TODAY)
    put(game, "Ann", "Brawler", "Creature 2/2", "Brawler can't be equipped.")
    put(game, "Ann", "Axe", "Artifact — Equipment", "Equip {0}")
    game.activate("Ann", "Axe", targets=["Brawler"])
    game.resolve_all()
    assert not game.state.things[game.id("Axe")].attached_to


def test_a_number_between_two() -> None:
    game = start(TODAY)
    text = "Choose a number between 1 and 3. Each player sacrifices that many creatures."
    put(game, "Ann", "Feast", "Sorcery", text, zone="hand")
    put(game, "Bob", "Ox", "Creature 2/2")
    put(game, "Bob", "Elk", "Creature 2/2")
    game.will("number", 2)
    game.play("Ann", "Feast")
    game.resolve_all()
    assert (game.zone_of("Ox"), game.zone_of("Elk")) == ("graveyard", "graveyard")


def test_life_gained_this_turn_and_spells_that_are_kicked() -> None:
    game = start(TODAY)
    put(game, "Ann", "Aid", "Sorcery", "Kicker {0}\nYou gain 3 life.", zone="hand")
    put(game, "Ann", "Nest", "Enchantment", "Whenever a player kicks a spell, draw a card.")
    wurm = "Wurm enters the battlefield with X +1/+1 counters on it, where X is the amount of life you've gained this turn."
    put(game, "Ann", "Wurm", "Creature 1/1", wurm, zone="hand")
    game.play("Ann", "Aid", options=["kicker"])
    game.resolve_all()
    assert len(game.hand("Ann")) == 2
    game.play("Ann", "Wurm")
    game.resolve_all()
    assert game.power_toughness("Wurm") == (4, 4)
