"""What statements let players cast and activate, from where, for how much, and what triggers again: small games."""

from __future__ import annotations

import pytest
from printed import KILL, put, start

from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.round_trip import EXACT, NOT_READ, compare
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.state.choices import IllegalAction, NotModelled

TODAY = "2021-11-19"
GAIN = "You gain 1 life."


def test_a_card_that_may_be_cast_from_either_of_two_zones() -> None:
    for zone in ("graveyard", "exile"):
        game = start(TODAY)
        put(
            game,
            "Ann",
            "Squee",
            "Creature 2/2",
            "You may cast Squee from your graveyard or from exile.",
            zone=zone,
            cost="{0}",
        )
        game.play("Ann", "Squee")
        game.resolve_all()
        assert game.zone_of("Squee") == "battlefield"


def test_a_card_that_may_be_cast_from_the_graveyard_and_from_nowhere_else() -> None:
    text = "You may cast Haakon from your graveyard, but not from anywhere else."
    for zone in ("hand", "exile"):
        game = start(TODAY)
        put(game, "Ann", "Gate", "Enchantment", "You may cast creature spells from exile.")
        put(game, "Ann", "Haakon", "Creature 3/3", text, zone=zone, cost="{0}")
        put(game, "Ann", "Squire", "Creature 1/1", zone=zone, cost="{0}")
        game.play("Ann", "Squire")
        game.resolve_all()
        with pytest.raises(IllegalAction, match="played from no"):
            game.play("Ann", "Haakon")
    game = start(TODAY)
    put(game, "Ann", "Haakon", "Creature 3/3", text, zone="graveyard", cost="{0}")
    game.play("Ann", "Haakon")


def test_a_card_that_is_cast_from_the_graveyard_for_more() -> None:
    text = "You may cast Embrace from your graveyard by paying 3 life in addition to paying its other costs."
    game = start(TODAY)
    put(game, "Ann", "Embrace", "Creature 3/3", text, zone="graveyard", cost="{0}")
    put(game, "Ann", "Embrace", "Creature 3/3", text, zone="hand", cost="{0}")
    game.play("Ann", game.cards_in("graveyard", "Ann")[0])
    assert game.life("Ann") in (17, 20)


def test_neither_spells_nor_abilities_of_some_permanents() -> None:
    game = start(TODAY)
    text = "During your turn, your opponents can't cast spells or activate abilities of artifacts or creatures."
    put(game, "Ann", "Abbot", "Creature 2/2", text)
    put(game, "Bob", *KILL, zone="hand")
    put(game, "Bob", "Idol", "Artifact", f"{{0}}: {GAIN}")
    put(game, "Bob", "Shrine", "Enchantment", f"{{0}}: {GAIN}")
    put(game, "Ann", "Relic", "Artifact", f"{{0}}: {GAIN}")
    game.activate("Ann", "Relic")
    game.pass_priority("Ann")
    with pytest.raises(IllegalAction, match="play"):
        game.play("Bob", "Kill", targets=["Abbot"])
    with pytest.raises(IllegalAction):
        game.activate("Bob", "Idol")
    game.activate("Bob", "Shrine")


def test_mana_abilities_are_spared() -> None:
    game = start(TODAY)
    put(
        game,
        "Ann",
        "Hush",
        "Enchantment",
        "Players can't cast spells or activate abilities that aren't mana abilities.",
    )
    put(game, "Ann", "Spring", "Land", f"{{T}}: Add {{G}}.\n{{0}}: {GAIN}")
    with pytest.raises(IllegalAction):
        game.activate("Ann", "Spring", ability=2)
    game.activate("Ann", "Spring", ability=1)
    assert game.mana_pool("Ann") == "{G}"


def test_counters_that_players_cannot_get() -> None:
    game = start(TODAY)
    put(game, "Ann", "Calm", "Enchantment", "Players can't get counters.")
    put(game, "Ann", "Surge", "Sorcery", "You get {E}{E}. Target player gets a poison counter.", zone="hand")
    game.play("Ann", "Surge", targets=["Bob"])
    game.resolve_all()
    assert game.counters("Bob", "poison") == game.counters("Ann", "energy") == 0


def test_an_ability_of_some_permanents_triggers_again() -> None:
    game = start(TODAY)
    text = "If an ability of a Shaman or another Wizard you control triggers, that ability triggers an additional time."
    put(game, "Ann", "Prodigy", "Creature — Wizard 1/3", f"Whenever you gain life, draw a card.\n{text}")
    put(game, "Ann", "Elder", "Creature — Shaman 1/1", "Whenever you gain life, draw a card.")
    put(game, "Ann", "Gift", "Sorcery", GAIN, zone="hand")
    game.play("Ann", "Gift")
    game.resolve_all()
    assert len(game.hand("Ann")) == 3


def test_an_ability_triggers_again_only_while_something_is_so() -> None:
    game = start(TODAY)
    text = "If an ability of another Shrine you control triggers while you control three or more Shrines, that ability triggers an additional time."
    put(game, "Ann", "All", "Enchantment — Shrine", text)
    put(game, "Ann", "One", "Enchantment — Shrine", "Whenever you gain life, draw a card.")
    for name in ("Gift", "Gift 2"):
        put(game, "Ann", name, "Sorcery", GAIN, zone="hand")
    game.play("Ann", "Gift")
    game.resolve_all()
    assert len(game.hand("Ann")) == 2
    put(game, "Ann", "Two", "Enchantment — Shrine")
    game.play("Ann", "Gift 2")
    game.resolve_all()
    assert len(game.hand("Ann")) == 3


def test_what_dies_makes_abilities_trigger_again() -> None:
    game = start(TODAY)
    text = "If a creature dying causes a triggered ability of a permanent you control to trigger, that ability triggers an additional time."
    put(game, "Ann", "Envoy", "Creature 2/4", text)
    put(game, "Ann", "Ox", "Creature 2/2", "When Ox dies, draw a card.")
    put(game, "Ann", *KILL, zone="hand")
    game.play("Ann", "Kill", targets=["Ox"])
    game.resolve_all()
    assert len(game.hand("Ann")) == 2


def test_no_life_is_gained() -> None:
    game = start(TODAY)
    put(game, "Bob", "Vortex", "Enchantment", "If an opponent would gain life, that player gains no life instead.")
    put(game, "Ann", "Gift", "Sorcery", GAIN, zone="hand")
    game.play("Ann", "Gift")
    game.resolve_all()
    assert game.life("Ann") == 20


@pytest.mark.parametrize(("theirs", "cost"), [(4, ["{1}"]), (3, ["{5}"])])
def test_so_many_more_than_you_control(theirs: int, cost: list[str]) -> None:
    game = start(TODAY)
    text = "If an opponent controls at least three more creatures than you, this spell costs {4} less to cast."
    put(game, "Ann", "Might", "Creature 8/8", text, zone="hand", cost="{5}")
    put(game, "Ann", "Ox", "Creature 2/2")
    for number in range(theirs):
        put(game, "Bob", f"Elk {number}", "Creature 2/2")
    game.add_mana("Ann", "{C}{C}{C}{C}{C}")
    game.play("Ann", "Might")
    assert game.total_cost("Might") == cost


def test_spells_cost_less_for_each_target() -> None:
    game = start(TODAY)
    put(game, "Ann", "Hinata", "Creature 4/4", "Spells you cast cost {1} less to cast for each target.")
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Ann", "Rain", "Sorcery", "Tap two target creatures.", zone="hand", cost="{3}")
    game.add_mana("Ann", "{C}")
    game.play("Ann", "Rain", targets=["Ox", "Hinata"])
    assert game.total_cost("Rain") == ["{1}"]


def test_more_is_paid_for_each_target_beyond_the_first() -> None:
    game = start(TODAY)
    text = "This spell costs {1} more to cast for each target beyond the first.\nTap any number of target creatures."
    put(game, "Ann", "Rain", "Sorcery", text, zone="hand", cost="{1}")
    for name in ("Ox", "Elk", "Bear"):
        put(game, "Ann", name, "Creature 2/2")
    game.add_mana("Ann", "{C}{C}{C}")
    game.play("Ann", "Rain", targets=["Ox", "Elk", "Bear"])
    assert game.total_cost("Rain") == ["{3}"]


def test_a_spell_costs_less_for_each_other_spell() -> None:
    game = start(TODAY)
    put(game, "Ann", "Gift", "Sorcery", GAIN, zone="hand")
    put(
        game,
        "Ann",
        "Rex",
        "Creature 7/7",
        "This spell costs {3} less to cast for each other spell cast this turn.",
        zone="hand",
        cost="{4}",
    )
    game.play("Ann", "Gift")
    game.resolve_all()
    game.add_mana("Ann", "{C}")
    game.play("Ann", "Rex")
    assert game.total_cost("Rex") == ["{1}"]


def test_damage_as_though_its_source_had_wither() -> None:
    game = start(TODAY)
    put(game, "Ann", "Torment", "Enchantment", "All damage is dealt as though its source had wither.")
    put(game, "Bob", "Ox", "Creature 2/4")
    put(game, "Ann", "Bolt", "Instant", "Bolt deals 3 damage to target creature.", zone="hand")
    game.play("Ann", "Bolt", targets=["Ox"])
    game.resolve_all()
    assert game.counters("Ox", "-1/-1") == 3


def test_damage_to_one_player_as_though_its_source_had_infect() -> None:
    game = start(TODAY)
    put(game, "Bob", "Unlife", "Enchantment", "All damage is dealt to you as though its source had infect.")
    put(game, "Ann", "Rain", "Sorcery", "Rain deals 3 damage to each player.", zone="hand")
    game.play("Ann", "Rain")
    game.resolve_all()
    assert (game.life("Ann"), game.life("Bob"), game.counters("Bob", "poison")) == (17, 20, 3)


@pytest.mark.parametrize(
    ("text", "counters"),
    [
        ("that many plus one of each of those kinds of counters are put on that creature instead.", 3),
        ("that many charge counters minus one are put on it instead.", 1),
    ],
)
def test_one_counter_more_or_less(text: str, counters: int) -> None:
    game = start(TODAY)
    kind = "charge " if "charge" in text else ""
    put(
        game,
        "Ann",
        "Snake",
        "Enchantment",
        f"If one or more {kind}counters would be put on a creature you control, {text}",
    )
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Ann", "Grow", "Sorcery", "Put two charge counters on target creature.", zone="hand")
    game.play("Ann", "Grow", targets=["Ox"])
    game.resolve_all()
    assert game.counters("Ox", "charge") == counters


def test_creatures_and_lands_of_a_kind_enter_tapped() -> None:
    game = start(TODAY)
    put(
        game,
        "Bob",
        "Thalia",
        "Creature 3/2",
        "Creatures and nonbasic lands your opponents control enter the battlefield tapped.",
    )
    for name, line in (("Ox", "Creature 2/2"), ("Den", "Land"), ("Wood", "Basic Land — Forest"), ("Orb", "Artifact")):
        put(game, "Ann", name, line, zone="hand")
    game.play("Ann", "Ox")
    game.resolve_all()
    game.play("Ann", "Orb")
    game.resolve_all()
    game.play_land("Ann", "Den")
    assert [game.is_tapped(name) for name in ("Ox", "Orb", "Den")] == [True, False, True]


def test_land_that_becomes_a_creature_of_all_types() -> None:
    game = start(TODAY)
    text = (
        "{0}: Haven becomes a 4/3 creature with vigilance and all creature types until end of turn. It's still a land."
    )
    put(game, "Ann", "Haven", "Land", text)
    game.activate("Ann", "Haven")
    game.resolve_all()
    found = game.characteristics("Haven")
    assert {"Goblin", "Elf"} <= found.subtypes
    assert game.power_toughness("Haven") == (4, 3)


def test_colored_mana_that_is_less_takes_from_its_color_alone() -> None:
    game = start(TODAY)
    text = "Spells you cast cost {B}{R} less to cast. This effect reduces only the amount of colored mana you pay."
    put(game, "Ann", "Monger", "Creature 2/3", text)
    put(game, "Ann", "Ox", "Creature 2/2", zone="hand", cost="{2}{R}")
    game.add_mana("Ann", "{C}{C}")
    game.play("Ann", "Ox")
    assert game.total_cost("Ox") == ["{2}"]


def test_what_is_so_of_one_keyword_and_of_others_is_read_and_refused() -> None:
    text = "As long as a creature card with flying is in a graveyard, Odd has flying. The same is true for trample and landwalk."
    assert compare(text, Host.parse("Creature 1/1", "Odd"), Ruleset.on(TODAY)).verdict == EXACT
    game = start(TODAY)
    put(game, "Ann", "Gift", "Sorcery", GAIN, zone="hand")
    put(game, "Ann", "Odd", "Creature 1/1", text)
    with pytest.raises(NotModelled):
        game.play("Ann", "Gift")


def test_what_is_so_of_one_keyword_under_no_condition_is_not_read() -> None:
    text = "When Odd dies, you draw a card. The same is true for trample and haste."
    assert compare(text, Host.parse("Creature 1/1", "Odd"), Ruleset.on(TODAY)).verdict == NOT_READ


def test_protection_from_a_mana_value() -> None:
    game = start(TODAY)
    put(game, "Ann", "Skulk", "Creature 3/2", "Protection from mana value 3 or greater")
    put(game, "Bob", "Bolt", "Instant", "Bolt deals 3 damage to target creature.", zone="hand", cost="{3}")
    put(game, "Bob", "Dart", "Instant", "Dart deals 1 damage to target creature.", zone="hand", cost="{1}")
    game.add_mana("Bob", "{C}{C}{C}{C}")
    game.pass_priority("Ann")
    with pytest.raises(IllegalAction):
        game.play("Bob", "Bolt", targets=["Skulk"])
    game.play("Bob", "Dart", targets=["Skulk"])


def test_abilities_of_a_keyword_at_any_time() -> None:
    game = start(TODAY)
    for player, text in (("Bob", ""), ("Ann", "You may activate equip abilities any time you could cast an instant.")):
        put(game, player, f"Lion of {player}", "Creature 2/2", text)
        put(game, player, f"Sword of {player}", "Artifact — Equipment", "Equip {0}")
    game.to_step("draw")
    with pytest.raises(IllegalAction):
        game.activate("Bob", "Sword of Bob", targets=["Lion of Bob"])
    game.pass_priority("Bob")
    game.activate("Ann", "Sword of Ann", targets=["Lion of Ann"])


def test_a_card_that_costs_less_where_it_is_cast_for_its_flashback_cost() -> None:
    text = (
        "Draw a card.\nFlashback {5}. This spell costs {X} less to cast this way, where X is the greatest mana value of a "
        "creature you control."
    )
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 2/2", cost="{3}")
    put(game, "Ann", "Vision", "Sorcery", text, zone="graveyard", cost="{4}")
    game.add_mana("Ann", "{C}{C}")
    game.play("Ann", "Vision", alternative="flashback")
    assert game.total_cost("Vision") == ["{2}"]
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 2/2", cost="{3}")
    put(game, "Ann", "Vision", "Sorcery", text, zone="hand", cost="{4}")
    game.add_mana("Ann", "{C}{C}{C}{C}")
    game.play("Ann", "Vision")
    assert game.total_cost("Vision") == ["{4}"]


@pytest.mark.parametrize(
    "text",
    [
        "Companion — Each nonland card in your starting deck has a different name.",
        "Companion — Each nonland card in your starting deck shares a card type.",
        "Companion — Each permanent card in your starting deck has an activated ability.",
        "Companion — No card in your starting deck has more than one of the same mana symbol in its mana cost.",
        "Companion — Each creature card in your starting deck is a Cat, Elf, or Beast card.",
        "Companion — Your starting deck contains only cards with even mana values.",
        "Protection from each color",
    ],
)
def test_what_is_said_of_decks_and_colors_is_read_word_for_word(text: str) -> None:
    assert compare(text, Host.parse("Creature 1/1", "Odd"), Ruleset.on(TODAY)).verdict == EXACT


def test_creatures_with_activated_abilities_of_any_kind_or_with_one_symbol_twice() -> None:
    game = start(TODAY)
    put(game, "Ann", "Elf", "Creature 1/1", "{T}: Add {G}.", cost="{G}")
    put(game, "Ann", "Ox", "Creature 2/2", cost="{G}{G}")
    put(game, "Ann", "Elk", "Creature 2/2", cost="{1}{G}")
    text = "Destroy all creatures with an activated ability and all creatures with more than one of the same mana symbol in its mana cost."
    put(game, "Ann", "Rain", "Sorcery", text, zone="hand")
    game.play("Ann", "Rain")
    game.resolve_all()
    assert [game.zone_of(name) for name in ("Elf", "Ox", "Elk")] == ["graveyard", "graveyard", "battlefield"]


def test_what_is_so_during_combat_alone() -> None:
    game = start(TODAY)
    put(
        game,
        "Ann",
        "Basan",
        "Creature 4/4",
        "Players can't cast spells during combat.\nDuring combat, Basan has flying.",
    )
    put(game, "Ann", "Gift", "Instant", GAIN, zone="hand")
    put(game, "Ann", "Gift 2", "Instant", GAIN, zone="hand")
    assert not game.has_keyword("Basan", "flying")
    game.play("Ann", "Gift")
    game.resolve_all()
    game.attack("Ann", {"Basan": "Bob"})
    assert game.has_keyword("Basan", "flying")
    with pytest.raises(IllegalAction):
        game.play("Ann", "Gift 2")


@pytest.mark.parametrize(
    "of", ["Activated abilities of artifacts", "Abilities you activate that aren't mana abilities"]
)
@pytest.mark.parametrize(("printed", "mana"), [("{4}", "{C}{C}"), ("{2}", "{C}"), ("{1}", "{C}"), ("{0}", "")])
def test_abilities_that_cost_no_less_than_one_mana(of: str, printed: str, mana: str) -> None:
    game = start(TODAY)
    text = f"{of} cost {{2}} less to activate. This effect can't reduce the mana in that cost to less than one mana."
    assert compare(text, Host.parse("Enchantment", "Grounds"), Ruleset.on(TODAY)).verdict == EXACT
    put(game, "Ann", "Grounds", "Enchantment", text)
    put(game, "Ann", "Orb", "Artifact", f"{printed}: {GAIN}")
    if mana:
        game.add_mana("Ann", mana)
    game.activate("Ann", "Orb")
    assert game.mana_pool("Ann") == ""


def test_any_opponent_may_activate_it() -> None:
    game = start(TODAY)
    put(game, "Ann", "Well", "Artifact", f"{{0}}: {GAIN} Any opponent may activate this ability.")
    game.pass_priority("Ann")
    game.activate("Bob", "Well")
    game.resolve_all()
    assert game.life("Bob") == 21
