"""Keywords that the engine carries out by name, and those that it honestly does not."""

import pytest

from rulesite.engine.state.choices import IllegalAction, NotModelled
from tests.engine.table import TODAY, put, start

KILL = ("Kill", "Instant", "Destroy target creature.")


def unblocked(game, *attackers):
    game.attack("Ann", list(attackers))
    game.block("Bob", {})
    game.to_step("combat damage")


def test_a_keyword_that_nothing_carries_out_is_not_taken_for_no_ability():
    game = start()
    put(game, "Ann", "Hail", "Sorcery", "You gain 1 life.\nHidden agenda", zone="hand")
    with pytest.raises(NotModelled, match="hidden agenda"):
        game.play("Ann", "Hail")


def test_while_split_second_is_on_the_stack_only_mana_abilities_and_triggers_go_on():
    game = start()
    put(game, "Ann", "Snap", "Instant", "Split second\nYou gain 1 life.", zone="hand")
    put(game, "Ann", "Rest", "Instant", "You gain 1 life.", zone="hand")
    put(game, "Ann", "Mill", "Artifact", "{0}: You gain 1 life.")
    put(game, "Ann", "Forest", "Basic Land - Forest")
    put(game, "Bob", "Watch", "Enchantment", "Whenever an opponent casts a spell, you gain 1 life.")
    game.play("Ann", "Snap")
    for act in (lambda g: g.play("Ann", "Rest"), lambda g: g.activate("Ann", "Mill")):
        assert not game.is_legal(act)
    assert game.is_legal(lambda g: g.activate("Ann", "Forest"))
    assert game.stack() == ["Watch's ability", "Snap"]
    game.resolve_all()
    assert game.is_legal(lambda g: g.play("Ann", "Rest"))


@pytest.mark.parametrize(
    ("keyword", "blocker", "able"),
    [
        ("Intimidate", "Creature 1/1, green", False),
        ("Intimidate", "Creature 1/1, black", True),
        ("Intimidate", "Artifact Creature 1/1", True),
        ("Skulk", "Creature 3/1", False),
        ("Skulk", "Creature 2/5", True),
    ],
)
def test_intimidate_and_skulk_keep_blockers_off(keyword, blocker, able):
    game = start()
    put(game, "Ann", "Rat", "Creature 2/2, black", keyword)
    put(game, "Bob", "Wall", blocker)
    game.attack("Ann", ["Rat"])
    assert game.is_legal(lambda g: g.block("Bob", {"Wall": "Rat"})) is able


def test_hexproof_from_a_colour_lets_the_other_colours_through():
    game = start()
    put(game, "Bob", "Bear", "Creature 2/2", "Hexproof from white")
    put(game, "Ann", "Slay", "Instant, white", KILL[2], zone="hand")
    put(game, "Ann", "Doom", "Instant, black", KILL[2], zone="hand")
    assert not game.is_legal(lambda g: g.play("Ann", "Slay", targets=["Bear"]))
    assert game.is_legal(lambda g: g.play("Ann", "Doom", targets=["Bear"]))


def test_an_indestructible_creature_survives_destruction_but_not_toughness_zero():
    game = start()
    put(game, "Ann", "Rock", "Creature 2/2", "Indestructible")
    put(game, "Ann", *KILL, zone="hand")
    put(game, "Ann", "Wither", "Instant", "Target creature gets -2/-2 until end of turn.", zone="hand")
    game.play("Ann", "Kill", targets=["Rock"])
    game.all_pass()
    assert game.zone_of("Rock") == "battlefield"
    game.play("Ann", "Wither", targets=["Rock"])
    game.all_pass()
    assert game.zone_of("Rock") == "graveyard"


@pytest.mark.parametrize(("keyword", "size"), [("Undying", (3, 3)), ("Persist", (1, 1))])
def test_what_returns_with_a_counter_returns_once(keyword, size):
    game = start()
    put(game, "Ann", "Wolf", "Creature 2/2", keyword)
    for name in ("Kill", "Slay"):
        put(game, "Ann", name, *KILL[1:], zone="hand")
    game.play("Ann", "Kill", targets=["Wolf"])
    game.resolve_all()
    assert game.power_toughness("Wolf") == size
    game.play("Ann", "Slay", targets=["Wolf"])
    game.resolve_all()
    assert game.zone_of("Wolf") == "graveyard"


@pytest.mark.parametrize(
    ("keyword", "life", "poison"),
    [("Infect", 20, 2), ("Wither", 18, 0)],
)
def test_infect_and_wither_put_counters_where_others_deal_damage(keyword, life, poison):
    game = start()
    put(game, "Ann", "Rot", "Creature 2/2", keyword)
    put(game, "Ann", "Blight", "Creature 2/2", keyword)
    put(game, "Bob", "Ox", "Creature 2/5")
    game.attack("Ann", ["Rot", "Blight"])
    game.block("Bob", {"Ox": "Blight"})
    game.to_step("combat damage")
    assert game.power_toughness("Ox") == (0, 3)
    assert (game.life("Bob"), game.state.players["Bob"].counters.get("poison", 0)) == (life, poison)


@pytest.mark.parametrize(("date", "life", "lost"), [("2008-02-01", 0, True), (TODAY, 1, False)])
def test_lifelink_saves_from_the_same_damage_only_since_it_stopped_being_a_trigger(date, life, lost):
    game = start(date)
    put(game, "Bob", "Cat", "Creature 2/2", "Lifelink")
    put(game, "Ann", "Ogre", "Creature 3/3")
    put(game, "Ann", "Bear", "Creature 2/2")
    game.set_life("Bob", 2)
    game.attack("Ann", ["Ogre", "Bear"])
    game.block("Bob", {"Cat": "Bear"})
    game.to_step("combat damage")
    if game.stack():
        game.all_pass()
    assert bool(game.state.players["Bob"].lost) is lost
    assert game.life("Bob") == (life if not lost else -1)


@pytest.mark.parametrize(("date", "gained"), [("2008-02-01", 4), (TODAY, 2)])
def test_two_instances_of_lifelink_count_twice_as_triggers_and_once_today(date, gained):
    game = start(date)
    put(game, "Ann", "Cat", "Creature 2/2", "Lifelink\nLifelink")
    unblocked(game, "Cat")
    game.will("order", ["Cat", "Cat 2"])
    game.resolve_all()
    assert game.life("Ann") == 20 + gained


def test_deathtouch_was_a_trigger_on_the_stack_until_2009():
    for date, zone in (("2008-02-01", "battlefield"), (TODAY, "graveyard")):
        game = start(date)
        put(game, "Ann", "Snake", "Creature 1/1", "Deathtouch")
        put(game, "Bob", "Ox", "Creature 2/5")
        game.attack("Ann", ["Snake"])
        game.block("Bob", {"Ox": "Snake"})
        game.to_step("combat damage")
        if game.stack() == ["combat damage"]:
            game.all_pass()
        assert game.zone_of("Ox") == zone, date
        game.resolve_all()
        assert game.zone_of("Ox") == "graveyard", date


def test_a_fight_counts_deathtouch_and_lifelink():
    game = start()
    put(game, "Ann", "Snake", "Creature 1/1", "Deathtouch\nLifelink")
    put(game, "Bob", "Ox", "Creature 2/5")
    put(game, "Ann", "Duel", "Sorcery", "Target creature you control fights target creature you don't control.", "hand")
    game.play("Ann", "Duel", targets=["Snake", "Ox"])
    game.all_pass()
    assert game.zone_of("Ox") == "graveyard"
    assert game.life("Ann") == 21


@pytest.mark.parametrize(
    ("date", "shares", "legal"),
    [
        ("2009-07-11", {"Ox": 1, "Cow": 3}, True),
        ("2009-07-11", {"Ox": 1, "Cow": 1, "Bob": 2}, False),
        (TODAY, {"Ox": 1, "Cow": 1, "Bob": 2}, True),
        (TODAY, {"Cow": 1, "Bob": 3}, False),
    ],
)
def test_one_damage_of_deathtouch_counts_as_lethal_for_trample_from_2010(date, shares, legal):
    game = start(date)
    put(game, "Ann", "Giant", "Creature 4/4", "Trample, deathtouch")
    put(game, "Bob", "Ox", "Creature 1/3")
    put(game, "Bob", "Cow", "Creature 1/3")
    game.attack("Ann", ["Giant"])
    game.block("Bob", {"Ox": "Giant", "Cow": "Giant"})
    game.will("damage", shares)
    if legal:
        game.to_step("combat damage")
        assert game.life("Bob") == 20 - shares.get("Bob", 0)
    else:
        with pytest.raises(IllegalAction, match="lethal"):
            game.to_step("combat damage")


def test_damage_takes_loyalty_from_a_planeswalker():
    game = start()
    put(game, "Bob", "Jace", "Legendary Planeswalker - Jace", "+1: Draw a card.", counters={"loyalty": 3})
    put(game, "Ann", "Bolt", "Instant", "Bolt deals 2 damage to any target.", zone="hand")
    game.play("Ann", "Bolt", targets=["Jace"])
    game.all_pass()
    assert game.counters("Jace", "loyalty") == 1


def test_a_part_of_a_text_that_nothing_carries_out_is_not_left_out():
    game = start()
    text = (
        "You may spend blue mana as though it were mana of any color to pay the activation costs of Forge's abilities."
    )
    put(game, "Ann", "Forge", "Artifact", text)
    with pytest.raises(NotModelled, match="mana of one color"):
        game.characteristics("Forge")


@pytest.mark.parametrize("countered", [False, True])
def test_a_spell_with_haunt_haunts_when_it_has_resolved_not_when_it_is_countered(countered):
    game = start("2021-11-19")
    text = "You gain 1 life.\nHaunt\nWhen the creature Moon haunts dies, you gain 4 life."
    put(game, "Ann", "Moon", "Sorcery", text, zone="hand")
    put(game, "Bob", "Ox", "Creature 3/3")
    put(game, "Bob", "Negate", "Instant", "Counter target spell.", zone="hand")
    put(game, "Ann", *KILL, zone="hand")
    game.will("target", "Ox")
    game.play("Ann", "Moon")
    if countered:
        game.pass_priority("Ann")
        game.play("Bob", "Negate", targets=["Moon"])
    game.resolve_all()
    assert game.zone_of("Moon") == ("graveyard" if countered else "exile")
    game.play("Ann", "Kill", targets=["Ox"])
    game.resolve_all()
    assert game.life("Ann") == (20 if countered else 25)
