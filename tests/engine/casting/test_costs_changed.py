"""Costs that an ability changes for itself, for a keyword, or for playing early, and abilities that are played so
often."""

from __future__ import annotations

import pytest

from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser.read import read
from rulesite.engine.cardtext.printing.abilities import printed
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.state.choices import IllegalAction, NotModelled
from tests.engine.table import put, start


def lands(game, count, who="Ann"):
    for number in range(count):
        put(game, who, f"Wastes {number}", "Basic Land - Forest")
    return [f"Wastes {number}" for number in range(count)]


def payable(game, act, count, **how):
    return game.is_legal(lambda g: act(g, mana=lands(g, count), **how))


@pytest.mark.parametrize(("shrines", "cost"), [(0, 3), (1, 2), (2, 1), (4, 0)])
def test_an_ability_says_itself_what_it_costs_less(shrines, cost):
    game = start()
    text = "{3}: You gain 1 life. This ability costs {1} less to activate for each Shrine you control."
    put(game, "Ann", "Hall", "Artifact", text)
    for number in range(shrines):
        put(game, "Ann", f"Shrine {number}", "Enchantment — Shrine")

    def act(g, mana):
        g.activate("Ann", "Hall", mana=mana)

    assert payable(game, act, cost)
    assert not payable(game, act, cost - 1) or cost == 0


@pytest.mark.parametrize(
    "said", ["Equip costs you pay cost {1} less.", "Equip abilities you activate cost {1} less to activate."]
)
def test_what_equipping_costs_less_other_abilities_do_not(said):
    game = start()
    put(game, "Ann", "Ox", "Creature 1/1")
    put(game, "Ann", "Smith", "Creature 1/1", said)
    put(game, "Ann", "Sword", "Artifact — Equipment", "{2}: You gain 1 life.\nEquip {2}")
    equip = lambda g, mana: g.activate("Ann", "Sword", 2, targets=["Ox"], mana=mana)  # noqa: E731
    gain = lambda g, mana: g.activate("Ann", "Sword", 1, mana=mana)  # noqa: E731
    assert payable(game, equip, 1)
    assert not payable(game, gain, 1)
    assert payable(game, gain, 2)


@pytest.mark.parametrize(("whose", "cost"), [("you pay", 4), ("your opponents pay", 2)])
def test_flashback_costs_more_for_those_who_pay_more(whose, cost):
    game = start()
    put(game, "Ann", "Warden", "Enchantment", f"Flashback costs {whose} cost {{2}} more.")
    put(game, "Ann", "Hail", "Sorcery", "You gain 1 life.\nFlashback {2}", zone="graveyard")

    def act(g, mana):
        g.play("Ann", "Hail", alternative="flashback", mana=mana)

    assert payable(game, act, cost)
    assert not payable(game, act, cost - 1)


@pytest.mark.parametrize(("early", "cost"), [(False, 0), (True, 2)])
def test_to_play_it_as_an_instant_costs_more_and_in_time_it_does_not(early, cost):
    game = start()
    text = "You may cast Hail as though it had flash if you pay {2} more to cast it.\nYou gain 1 life."
    put(game, "Ann", "Hail", "Sorcery", text, zone="hand")
    if early:
        game.to_step("upkeep", "Ann")

    def act(g, mana):
        g.play("Ann", "Hail", mana=mana)

    assert payable(game, act, cost)
    assert not early or not payable(game, act, cost - 1)


def test_an_ability_is_played_no_more_than_twice_each_turn():
    game = start()
    put(
        game,
        "Ann",
        "Ox",
        "Creature 1/1",
        "{0}: Ox gets +1/+0 until end of turn. Activate no more than twice each turn.",
    )
    for _ in range(2):
        game.activate("Ann", "Ox")
        game.resolve_all()
    with pytest.raises(IllegalAction, match="2 times"):
        game.activate("Ann", "Ox")
    assert game.power_toughness("Ox") == (3, 1)


@pytest.mark.parametrize(("type_line", "legal"), [("Artifact", False), ("Enchantment", True)])
def test_abilities_from_sources_of_a_kind_cannot_target_it(type_line, legal):
    game = start()
    put(game, "Ann", "Ox", "Creature 1/1", "Ox can't be the target of red spells or abilities from artifact sources.")
    put(game, "Ann", "Font", type_line, "{0}: Tap target creature.")
    assert game.is_legal(lambda g: g.activate("Ann", "Font", targets=["Ox"])) is legal
    for color, may in (("red", False), ("blue", True)):
        name = f"Bolt {color}"
        put(game, "Ann", name, f"Instant {{0}} {color}", "Tap target creature.", zone="hand")
        assert game.is_legal(lambda g, name=name: g.play("Ann", name, targets=["Ox"])) is may


def test_all_who_can_block_what_must_be_blocked_do_so():
    game = start()
    put(game, "Ann", "Ox", "Creature 1/1")
    for name in ("Wolf", "Bear"):
        put(game, "Bob", name, "Creature 1/1")
    put(game, "Ann", "Lure", "Instant", "All creatures able to block target creature this turn do so.", zone="hand")
    game.play("Ann", "Lure", targets=["Ox"])
    game.resolve_all()
    game.attack("Ann", ["Ox"])
    game.resolve_all()
    assert not game.is_legal(lambda g: g.block("Bob", {"Wolf": "Ox"}))
    assert game.is_legal(lambda g: g.block("Bob", {"Wolf": "Ox", "Bear": "Ox"}))


@pytest.mark.parametrize(("text", "legal"), [("", True), ("Bear blocks each combat if able.", False)])
def test_what_blocks_each_combat_if_able_has_to(text, legal):
    game = start()
    put(game, "Ann", "Ox", "Creature 1/1")
    put(game, "Bob", "Bear", "Creature 1/1", text)
    game.attack("Ann", ["Ox"])
    game.resolve_all()
    assert game.is_legal(lambda g: g.block("Bob", {})) is legal


@pytest.mark.parametrize(("before", "cost"), [([], 0), (["Rite"], 0), (["Ox"], 2)])
def test_the_first_creature_spell_of_a_turn_alone_costs_less(before, cost):
    game = start()
    put(game, "Ann", "Herd", "Enchantment", "The first creature spell you cast each turn costs {2} less to cast.")
    put(game, "Ann", "Ox", "Creature 1/1", zone="hand")
    put(game, "Ann", "Rite", "Instant", "You gain 1 life.", zone="hand")
    game.put(game.card("Wolf", "Creature 2/2", cost="{2}"), "Ann", "hand")
    for name in before:
        game.play("Ann", name)
        game.resolve_all()

    def act(g, mana):
        g.play("Ann", "Wolf", mana=mana)

    assert payable(game, act, cost)
    assert cost == 0 or not payable(game, act, cost - 1)


@pytest.mark.parametrize("who", ["Ann", "Bob"])
def test_a_card_is_forecast_only_in_its_players_upkeep_and_once(who):
    game = start()
    put(game, "Ann", "Sky", "Creature 1/1", "Forecast — {0}, Reveal Sky from your hand: You gain 1 life.", zone="hand")
    assert not game.is_legal(lambda g: g.activate("Ann", "Sky"))
    game.to_step("upkeep", who)
    if who == "Bob":
        game.pass_priority("Bob")
    assert game.is_legal(lambda g: g.activate("Ann", "Sky")) is (who == "Ann")
    if who == "Ann":
        game.activate("Ann", "Sky")
        game.resolve_all()
        assert (game.life("Ann"), game.zone_of("Sky")) == (21, "hand")
        assert not game.is_legal(lambda g: g.activate("Ann", "Sky"))


@pytest.mark.parametrize("zone", ["hand", "graveyard"])
def test_aftermath_is_cast_from_the_graveyard_alone_and_exiled(zone):
    game = start()
    put(game, "Ann", "Dust", "Sorcery {0}", "Aftermath\nYou gain 1 life.", zone=zone)
    assert game.is_legal(lambda g: g.play("Ann", "Dust")) is (zone == "graveyard")
    if zone == "graveyard":
        game.play("Ann", "Dust")
        game.resolve_all()
        assert (game.life("Ann"), game.zone_of("Dust")) == (21, "exile")


@pytest.mark.parametrize("text", ["", 'The "legend rule" doesn\'t apply to permanents you control.'])
def test_where_the_legend_rule_does_not_apply_both_stay(text):
    game = start()
    put(game, "Ann", "Hall", "Enchantment", text)
    for _ in range(2):
        game.put(game.card("Queen", "Legendary Creature 1/1"), "Ann")
    if not text:
        game.will("legend", ["Queen"])
    game.all_pass()
    assert len(
        [thing for thing in game.state.zone("battlefield") if game.state.things[thing].card.name == "Queen"]
    ) == (2 if text else 1)


@pytest.mark.parametrize("text", ["", "Players can't cycle cards."])
def test_players_who_cannot_cycle_do_not(text):
    game = start()
    put(game, "Ann", "Net", "Enchantment", text)
    put(game, "Ann", "Ox", "Creature 1/1", "Cycling {0}", zone="hand")
    assert game.is_legal(lambda g: g.activate("Ann", "Ox")) is (not text)


@pytest.mark.parametrize("text", ["", "You can't get poison counters."])
def test_a_player_who_cannot_get_poison_counters_gets_none(text):
    game = start()
    put(game, "Bob", "Charm", "Enchantment", text)
    put(game, "Ann", "Fang", "Instant", "Target player gets two poison counters.", zone="hand")
    game.play("Ann", "Fang", targets=["Bob"])
    game.resolve_all()
    assert game.state.players["Bob"].counters.get("poison", 0) == (0 if text else 2)


@pytest.mark.parametrize(("x", "legal"), [(0, False), (1, True)])
def test_an_ability_whose_x_cannot_be_0(x, legal):
    game = start()
    put(game, "Ann", "Ox", "Creature 1/1", "{X}: Ox gets +X/+0 until end of turn. X can't be 0.")
    mana = lands(game, 1) if x else []
    assert game.is_legal(lambda g: g.activate("Ann", "Ox", x=x, mana=mana)) is legal


@pytest.mark.parametrize("target", ["Ann", "Ox", "Wolf", "Bob"])
def test_a_player_and_her_creatures_have_a_keyword_together(target):
    game = start()
    put(game, "Ann", "Ox", "Creature 1/1", "You and creatures you control have hexproof.")
    put(game, "Bob", "Wolf", "Creature 1/1")
    put(game, "Bob", "Bolt", "Instant", "Bolt deals 1 damage to any target.", zone="hand")
    game.pass_priority("Ann")
    assert game.is_legal(lambda g: g.play("Bob", "Bolt", targets=[target])) is (target in ("Wolf", "Bob"))


def test_a_player_gains_a_keyword_until_end_of_turn():
    game = start()
    put(game, "Ann", "Ward", "Instant", "You gain hexproof until end of turn.", zone="hand")
    put(game, "Bob", "Bolt", "Instant", "Bolt deals 1 damage to any target.", zone="hand")
    for legal in (True, False):
        assert game.is_legal(lambda g: (g.pass_priority("Ann"), g.play("Bob", "Bolt", targets=["Ann"]))) is legal
        if legal:
            game.play("Ann", "Ward")
            game.resolve_all()


@pytest.mark.parametrize(
    ("zone", "place"), [("graveyard", "from your graveyard"), ("library", "from the top of your library")]
)
@pytest.mark.parametrize("line", ["Basic Land - Forest", "Creature 1/1 {0}"])
def test_lands_are_played_and_spells_cast_from_one_place(zone, place, line):
    game = start()
    put(game, "Ann", "Crucible", "Artifact", f"You may play lands and cast spells {place}.")
    game.put(game.card("Thing", line), "Ann", zone)
    if zone == "library":
        library = game.state.zone("library", "Ann")
        library.insert(0, library.pop())
    play = game.play_land if "Land" in line else game.play
    play("Ann", "Thing")
    game.resolve_all()
    assert game.zone_of("Thing") == "battlefield"


def test_counters_from_among_several_creatures_are_not_modelled():
    game = start()
    put(
        game,
        "Ann",
        "Ox",
        "Creature 1/1",
        "Remove two +1/+1 counters from among creatures you control: You gain 1 life.",
    )
    with pytest.raises(NotModelled, match="among"):
        game.activate("Ann", "Ox")


@pytest.mark.parametrize("text", ["", "Your life total can't change."])
def test_a_life_total_that_cannot_change_is_neither_won_nor_lost_nor_paid(text):
    game = start()
    put(
        game,
        "Ann",
        "Emperion",
        "Artifact",
        f"{text}\nPay 2 life: Emperion becomes an artifact in addition to its other types.",
    )
    for name, deed in (("Salve", "You gain 3 life."), ("Bolt", "Bolt deals 5 damage to target player.")):
        put(game, "Ann", name, "Instant", deed, zone="hand")
    for name in ("Salve", "Bolt"):
        game.play("Ann", name, **({"targets": ["Ann"]} if name == "Bolt" else {}))
        game.resolve_all()
    assert game.life("Ann") == (20 if text else 18)
    assert game.is_legal(lambda g: g.activate("Ann", "Emperion")) is (not text)


@pytest.mark.parametrize(("source", "life"), [("Bolt", 15), ("Shock", 20)])
def test_damage_by_a_source_whose_damage_cannot_be_prevented(source, life):
    game = start()
    put(game, "Bob", "Veil", "Enchantment", "Prevent all damage that would be dealt to you.")
    put(
        game,
        "Ann",
        "Bolt",
        "Creature 1/1",
        "{0}: Bolt deals 5 damage to target player.\nDamage that would be dealt by Bolt can't be prevented.",
    )
    put(game, "Ann", "Shock", "Creature 1/1", "{0}: Shock deals 5 damage to target player.")
    game.activate("Ann", source, targets=["Bob"])
    game.resolve_all()
    assert game.life("Bob") == life


@pytest.mark.parametrize(
    ("text", "legal"), [("", False), ("Tapped creatures you control can block as though they were untapped.", True)]
)
def test_tapped_creatures_block_where_they_may(text, legal):
    game = start()
    put(game, "Ann", "Ox", "Creature 1/1")
    put(game, "Bob", "Masako", "Enchantment", text)
    put(game, "Bob", "Wolf", "Creature 1/1", tapped=True)
    game.attack("Ann", ["Ox"])
    game.resolve_all()
    assert game.is_legal(lambda g: g.block("Bob", {"Wolf": "Ox"})) is legal


@pytest.mark.parametrize("rider", ["{2} more to activate", "{1} less to activate for each Shrine you control"])
def test_what_an_ability_costs_itself_prints_back(rider):
    text = f"{{5}}, {{T}}: Draw a card. This ability costs {rider}."
    rules = Ruleset.on("2024-06-07")
    assert printed(read(text, Host.parse("Artifact"), rules), rules.date) == text


@pytest.mark.parametrize(("day", "only", "cost"), [
    ("2026-06-19", "", 1),
    ("2009-07-11", "", 2),
    ("2026-06-19", " This effect reduces only the amount of colored mana you pay.", 2),
])  # fmt: skip
def test_what_a_cost_has_not_of_a_color_it_is_less_of_generic_mana_unless_it_says_otherwise(day, only, cost):
    game = start(day)
    put(game, "Ann", "Tide", "Enchantment", f"Merfolk spells you cast cost {{U}} less to cast.{only}")
    game.put(game.card("Diver", "Artifact Creature — Merfolk 1/1", cost="{2}"), "Ann", "hand")

    def cast(g, mana):
        g.cast("Ann", "Diver", mana=mana)

    assert payable(game, cast, cost)
    assert not payable(game, cast, cost - 1)


def test_the_first_spell_of_each_turn_is_cheaper_again_in_the_next_turn():
    game = start()
    put(game, "Ann", "Song", "Enchantment", "The first spell you cast each turn costs {1} less to cast.")
    for name in ("Do", "Re", "Mi"):
        game.put(game.card(name, "Instant", text="You gain 1 life.", cost="{1}"), "Ann", "hand")
    game.play("Ann", "Do")
    assert not game.is_legal(lambda g: g.play("Ann", "Re"))
    game.to_step("upkeep", "Bob")
    game.pass_priority("Bob")
    game.play("Ann", "Re")
    assert not game.is_legal(lambda g: g.play("Ann", "Mi"))
    game.to_step("upkeep", "Ann")
    game.play("Ann", "Mi")


def test_each_spell_costs_more_for_what_its_own_controller_controls():
    game = start()
    put(game, "Bob", "Hum", "Enchantment", "Each artifact spell costs {1} more to cast for each artifact its controller controls.")  # fmt: skip
    for name in ("Drum", "Bell"):
        put(game, "Ann", name, "Artifact")
    put(game, "Bob", "Gong", "Artifact")
    put(game, "Ann", "Tome", "Artifact", zone="hand")
    game.add_mana("Ann", "{2}")
    game.play("Ann", "Tome")
    assert game.total_cost("Tome") == ["{2}"]
