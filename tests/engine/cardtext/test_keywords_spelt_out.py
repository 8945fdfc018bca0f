"""Keywords that stand for a text (keywords.toml), played."""

from __future__ import annotations

import pytest
from printed import KILL, put, start

from rulesite.engine.game import Game

TODAY = "2024-02-02"


def killed(game: Game, name: str) -> Game:
    put(game, "Ann", *KILL, zone="hand")
    game.play("Ann", "Kill", targets=[name])
    game.resolve_all()
    return game


def test_afterlife_leaves_spirits() -> None:
    game = start(TODAY)
    put(game, "Ann", "Monk", "Creature 2/2", "Afterlife 2")
    assert killed(game, "Monk").cards_in("battlefield") == ["Spirit", "Spirit 2"]
    assert game.power_toughness("Spirit") == (1, 1)


@pytest.mark.parametrize(("pays", "lives"), [(True, (22, 19)), (False, (21, 20))])
def test_extort_drains_when_it_is_paid_for(pays: bool, lives: tuple[int, int]) -> None:
    game = start(TODAY)
    put(game, "Ann", "Pontiff", "Creature 1/1", "Extort")
    put(game, "Ann", "Heal", "Instant", "You gain 1 life.", zone="hand")
    game.add_mana("Ann", "{W}")
    game.will("may", pays)
    game.play("Ann", "Heal")
    game.resolve_all()
    assert (game.life("Ann"), game.life("Bob")) == lives


@pytest.mark.parametrize(("size", "grows"), [("1/1", False), ("2/1", True), ("1/2", True)])
def test_evolve_grows_with_a_creature_greater_in_power_or_toughness(size: str, grows: bool) -> None:
    game = start(TODAY)
    put(game, "Ann", "Egg", "Creature 1/1", "Evolve")
    put(game, "Ann", "Ox", f"Creature {size}", zone="hand")
    game.play("Ann", "Ox")
    game.resolve_all()
    assert game.counters("Egg", "+1/+1") == int(grows)


@pytest.mark.parametrize(("target", "legal"), [("Elf", True), ("Giant", False), ("Idle", False)])
def test_mentor_teaches_an_attacking_creature_of_less_power(target: str, legal: bool) -> None:
    game = start(TODAY)
    put(game, "Ann", "Captain", "Creature 3/3", "Mentor")
    for name, size in (("Elf", "1/1"), ("Giant", "3/3"), ("Idle", "1/1"), ("Imp", "2/2")):
        put(game, "Ann", name, f"Creature {size}")
    game.will("target", target if legal else "Imp")
    game.attack("Ann", ["Captain", "Elf", "Giant", "Imp"])
    game.resolve_all()
    assert game.counters(target, "+1/+1") == int(legal)


def test_unearth_returns_a_creature_for_one_turn_and_then_for_good_to_exile() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ghoul", "Creature 3/1", "Unearth {1}", zone="graveyard")
    game.add_mana("Ann", "{1}")
    game.activate("Ann", "Ghoul")
    game.resolve_all()
    assert game.is_legal(lambda g: g.attack("Ann", ["Ghoul"]))
    game.to_step("end")
    game.resolve_all()
    assert game.zone_of("Ghoul") == "exile"


def test_an_unearthed_creature_that_would_die_is_exiled() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ghoul", "Creature 3/1", "Unearth {1}", zone="graveyard")
    game.add_mana("Ann", "{1}")
    game.activate("Ann", "Ghoul")
    game.resolve_all()
    assert killed(game, "Ghoul").zone_of("Ghoul") == "exile"


@pytest.mark.parametrize(
    ("mana", "alternative", "zone"), [("{1}{R}", "evoke", "graveyard"), ("{4}{R}", "", "battlefield")]
)
def test_evoke_is_cheaper_and_costs_the_creature(mana: str, alternative: str, zone: str) -> None:
    game = start(TODAY)
    put(
        game,
        "Ann",
        "Blaze",
        "Creature 3/2",
        "Evoke {1}{R}\nWhen ~ enters, you gain 2 life.",
        zone="hand",
        cost="{4}{R}",
    )
    game.add_mana("Ann", mana)
    game.will("order", ["Blaze", "Blaze 2"])
    game.play("Ann", "Blaze", alternative=alternative)
    game.resolve_all()
    assert (game.zone_of("Blaze"), game.life("Ann")) == (zone, 22)


@pytest.mark.parametrize(("mana", "alternative", "zone"), [("{1}{R}", "dash", "hand"), ("{4}{R}", "", "battlefield")])
def test_dash_gives_haste_and_takes_the_creature_back(mana: str, alternative: str, zone: str) -> None:
    game = start(TODAY)
    put(game, "Ann", "Runner", "Creature 3/2", "Dash {1}{R}", zone="hand", cost="{4}{R}")
    game.add_mana("Ann", mana)
    game.play("Ann", "Runner", alternative=alternative)
    game.resolve_all()
    assert game.is_legal(lambda g: g.attack("Ann", ["Runner"])) is bool(alternative)
    game.to_step("end")
    game.resolve_all()
    assert game.zone_of("Runner") == zone


@pytest.mark.parametrize("bled", [True, False])
def test_spectacle_and_bloodthirst_ask_what_befell_an_opponent_this_turn(bled: bool) -> None:
    game = start(TODAY)
    put(game, "Ann", "Bolt", "Instant", "Bolt deals 3 damage to target player.", zone="hand")
    put(game, "Ann", "Show", "Sorcery", "Spectacle {0}\nDraw a card.", zone="hand", cost="{5}")
    put(game, "Ann", "Ogre", "Creature 1/1", "Bloodthirst 2", zone="hand")
    if bled:
        game.play("Ann", "Bolt", targets=["Bob"])
        game.resolve_all()
    game.play("Ann", "Ogre")
    game.resolve_all()
    assert game.power_toughness("Ogre") == ((3, 3) if bled else (1, 1))
    assert game.is_legal(lambda g: g.play("Ann", "Show", alternative="spectacle")) is bled


def test_escape_is_paid_with_other_cards_of_the_graveyard() -> None:
    game = start(TODAY)
    put(game, "Ann", "Fury", "Creature 3/2", "Escape—{R}, Exile two other cards from your graveyard.", zone="graveyard")
    for name in ("One", "Two"):
        put(game, "Ann", name, "Sorcery", zone="graveyard")
    game.add_mana("Ann", "{R}")
    game.play("Ann", "Fury", alternative="escape", choices={"exile": ["One", "Two"]})
    game.resolve_all()
    assert (game.zone_of("Fury"), game.cards_in("exile")) == ("battlefield", ["One", "Two"])


@pytest.mark.parametrize("times", [0, 1, 2])
def test_multikicker_counts_how_often_it_was_paid(times: int) -> None:
    game = start("2010-06-18")
    put(
        game,
        "Ann",
        "Hydra",
        "Creature 1/1",
        "Multikicker {1}\n~ enters the battlefield with two +1/+1 counters on it for each time it was kicked.",
        zone="hand",
    )
    game.add_mana("Ann", "{1}" * times or "{0}")
    game.play("Ann", "Hydra", options=["kicker"] * times)
    game.resolve_all()
    assert game.counters("Hydra", "+1/+1") == 2 * times


def test_soulshift_returns_a_spirit_that_is_cheap_enough() -> None:
    game = start()
    put(game, "Ann", "Kami", "Creature - Spirit 2/2", "Soulshift 3", cost="{4}")
    put(game, "Ann", "Small", "Creature - Spirit 1/1", zone="graveyard", cost="{3}")
    put(game, "Ann", "Great", "Creature - Spirit 5/5", zone="graveyard", cost="{4}")
    game.will("may", True)
    killed(game, "Kami")
    assert (game.hand("Ann"), game.zone_of("Great")) == (["Small"], "graveyard")


def test_graft_moves_a_counter_to_the_creature_that_came() -> None:
    game = start()
    put(game, "Ann", "Sprout", "Creature 0/0", "Graft 2", zone="hand")
    put(game, "Ann", "Ox", "Creature 1/1", zone="hand")
    for name in ("Sprout", "Ox"):
        game.will("may", True)
        game.play("Ann", name)
        game.resolve_all()
    assert (game.power_toughness("Sprout"), game.power_toughness("Ox")) == ((1, 1), (2, 2))


@pytest.mark.parametrize(("counters", "left"), [(True, ["Smith"]), (False, ["Smith", "Servo"])])
def test_fabricate_makes_counters_or_servos(counters: bool, left: list[str]) -> None:
    game = start(TODAY)
    put(game, "Ann", "Smith", "Creature 1/1", "Fabricate 1", zone="hand")
    game.will("may", counters)
    game.play("Ann", "Smith")
    game.resolve_all()
    assert (game.cards_in("battlefield"), game.counters("Smith", "+1/+1")) == (left, int(counters))


def test_outlast_and_scavenge_put_counters_at_sorcery_time() -> None:
    game = start(TODAY)
    put(game, "Ann", "Guard", "Creature 1/1", "Outlast {0}")
    put(game, "Ann", "Slitherhead", "Creature 3/1", "Scavenge {0}", zone="graveyard")
    for name, targets in (("Guard", None), ("Slitherhead", ["Guard"])):
        game.activate("Ann", name, targets=targets)
        assert not game.is_legal(lambda g: g.activate("Ann", "Slitherhead", targets=["Guard"]))
        game.resolve_all()
    assert (game.counters("Guard", "+1/+1"), game.zone_of("Slitherhead")) == (4, "exile")


def test_transmute_finds_a_card_of_the_same_mana_value() -> None:
    game = start()
    put(game, "Ann", "Drift", "Instant", "Transmute {0}\nYou gain 1 life.", zone="hand", cost="{2}{U}")
    put(game, "Ann", "Same", "Sorcery", zone="library", cost="{3}")
    put(game, "Ann", "Other", "Sorcery", zone="library", cost="{4}")
    game.activate("Ann", "Drift")
    game.will("search", ["Same"])
    game.resolve_all()
    assert (game.hand("Ann"), game.zone_of("Drift")) == (["Same"], "graveyard")


def test_ninjutsu_takes_the_place_of_an_unblocked_attacker() -> None:
    game = start()
    put(game, "Ann", "Elf", "Creature 1/1")
    put(game, "Ann", "Shadow Hand", "Creature 3/3", "Ninjutsu {0}", zone="hand", cost="{5}")
    game.attack("Ann", ["Elf"])
    game.block("Bob", {})
    game.activate("Ann", "Shadow Hand")
    game.resolve_all()
    game.to_step("end of combat")
    assert (game.zone_of("Elf"), game.life("Bob")) == ("hand", 17)


@pytest.mark.parametrize(("mana", "zone"), [("", "battlefield"), ("{2}", "graveyard")])
def test_ward_counters_what_is_not_paid_for(mana: str, zone: str) -> None:
    game = start(TODAY)
    put(game, "Bob", "Noble", "Creature 1/1", "Ward {2}")
    put(game, "Ann", *KILL, zone="hand")
    game.add_mana("Ann", mana or "{0}")
    game.will("pay", bool(mana))
    game.play("Ann", "Kill", targets=["Noble"])
    game.resolve_all()
    assert game.zone_of("Noble") == zone


def test_ward_may_ask_for_life() -> None:
    game = start(TODAY)
    put(game, "Bob", "Noble", "Creature 1/1", "Ward—Pay 3 life.")
    put(game, "Ann", *KILL, zone="hand")
    game.will("pay", True)
    game.play("Ann", "Kill", targets=["Noble"])
    game.resolve_all()
    assert (game.zone_of("Noble"), game.life("Ann")) == ("graveyard", 17)


@pytest.mark.parametrize(("artifacts", "legal"), [(1, False), (2, True)])
def test_affinity_lowers_the_cost_for_each(artifacts: int, legal: bool) -> None:
    game = start()
    put(game, "Ann", "Frogmite", "Artifact Creature 2/2", "Affinity for artifacts", zone="hand", cost="{2}")
    for _ in range(artifacts):
        put(game, "Ann", "Mox", "Artifact")
    assert game.is_legal(lambda g: g.play("Ann", "Frogmite")) is legal


def test_living_weapon_brings_its_own_bearer() -> None:
    game = start("2011-06-17")
    put(
        game,
        "Ann",
        "Skull",
        "Artifact - Equipment",
        "Living weapon\nEquipped creature gets +4/+4.\nEquip {5}",
        zone="hand",
    )
    game.play("Ann", "Skull")
    game.resolve_all()
    assert game.power_toughness("Germ") == (4, 4)


def test_totem_armor_is_destroyed_instead() -> None:
    game = start("2010-06-18")
    put(game, "Ann", "Bear", "Creature 2/2")
    put(game, "Ann", "Umbra", "Enchantment - Aura", "Enchant creature\nTotem armor", attached_to="Bear")
    assert killed(game, "Bear").cards_in("battlefield") == ["Bear"]


@pytest.mark.parametrize(("keyword", "life"), [("Frenzy 2", 17), ("Poisonous 2", 19)])
def test_frenzy_and_poisonous_come_of_attacking(keyword: str, life: int) -> None:
    game = start("2007-07-13")
    put(game, "Ann", "Sliver", "Creature 1/1", keyword)
    game.attack("Ann", ["Sliver"])
    game.block("Bob", {})
    game.resolve_all()
    game.to_step("combat damage")
    game.resolve_all()
    assert (game.life("Bob"), game.state.players["Bob"].counters.get("poison", 0)) == (life, 2 if life == 19 else 0)


def test_provoke_untaps_a_creature_that_must_then_block() -> None:
    game = start()
    put(game, "Ann", "Brute", "Creature 3/3", "Provoke")
    put(game, "Bob", "Elf", "Creature 1/1", tapped=True)
    game.will("may", True)
    game.will("target", "Elf")
    game.attack("Ann", ["Brute"])
    game.resolve_all()
    assert not game.is_legal(lambda g: g.block("Bob", {}))
    assert game.is_legal(lambda g: g.block("Bob", {"Elf": "Brute"}))


@pytest.mark.parametrize("dredges", [True, False])
def test_dredge_mills_instead_of_drawing(dredges: bool) -> None:
    game = start()
    put(game, "Ann", "Imp", "Creature 2/2", "Dredge 3", zone="graveyard")
    put(game, "Ann", "Study", "Sorcery", "Draw a card.", zone="hand")
    game.will("may", dredges)
    game.play("Ann", "Study")
    game.resolve_all()
    assert (game.zone_of("Imp"), len(game.cards_in("library", "Ann"))) == (
        ("hand", 17) if dredges else ("graveyard", 19)
    )


def test_modular_asks_once_and_moves_all_its_counters() -> None:
    game = start()
    put(game, "Ann", "Worker", "Artifact Creature 0/0", "Modular 2", counters={"+1/+1": 2})
    put(game, "Ann", "Golem", "Artifact Creature 1/1")
    game.will("may", True)
    game.will("target", "Golem")
    assert killed(game, "Worker").counters("Golem", "+1/+1") == 2


def test_decayed_attacks_once_and_does_not_block() -> None:
    game = start(TODAY)
    put(game, "Ann", "Husk", "Creature 2/2", "Decayed")
    game.attack("Ann", ["Husk"])
    game.to_step("end of combat")
    game.resolve_all()
    assert game.zone_of("Husk") == "graveyard"


@pytest.mark.parametrize(("damage", "counters"), [(0, 0), (3, 3)])
def test_bloodthirst_x_counts_the_damage_to_opponents(damage: int, counters: int) -> None:
    game = start(TODAY)
    if damage:
        put(game, "Ann", "Bolt", "Instant", f"~ deals {damage} damage to any target.", zone="hand")
        game.play("Ann", "Bolt", targets=["Bob"])
        game.resolve_all()
    put(game, "Ann", "Hound", "Creature 3/3", "Bloodthirst X", zone="hand")
    game.play("Ann", "Hound")
    game.resolve_all()
    assert game.counters("Hound", "+1/+1") == counters
