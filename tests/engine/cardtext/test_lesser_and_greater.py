"""What is held against another, chosen by chance, counted or moved as counters: small games with texts of cards."""

from __future__ import annotations

import pytest
from printed import KILL, put, start

from rulesite.engine.cardtext.errors import UnprovedReading
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.round_trip import readable
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.game import Game
from rulesite.engine.state.choices import IllegalAction

TODAY = "2021-11-19"


def reads(text: str, line: str = "Sorcery") -> bool:
    return readable(text, Host.parse(line, "Foo"), Ruleset.on(TODAY))


def test_a_card_with_lesser_mana_value_costs_less_than_the_creature_that_died() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 3/3", cost="{3}")
    for name, cost in (("Elk", "{3}"), ("Rat", "{1}")):
        put(game, "Ann", name, "Creature 1/1", zone="library", cost=cost)
    text = "Whenever you sacrifice a creature, search your library for a creature card with lesser mana value, put it"
    put(game, "Ann", "Hall", "Enchantment", f"{text} onto the battlefield, then shuffle.")
    put(game, "Ann", "Altar", "Artifact", "Sacrifice a creature: You gain 1 life.")
    game.activate("Ann", "Altar", pay=["sacrifice Ox"])
    game.will("search", ["Rat"])
    game.resolve_all()
    assert "Rat" in game.cards_in("battlefield")


def test_what_is_no_lesser_cannot_be_found() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 3/3", cost="{3}")
    for name, cost in (("Elk", "{3}"), ("Rat", "{1}")):
        put(game, "Ann", name, "Creature 1/1", zone="library", cost=cost)
    text = "Choose target creature. Search your library for a creature card with lesser mana value, put it onto the"
    put(game, "Ann", "Call", "Sorcery", f"{text} battlefield, then shuffle.", zone="hand")
    game.play("Ann", "Call", targets=["Ox"])
    with pytest.raises(IllegalAction):
        game.resolve_all({"search": ["Elk"]})


def test_an_equal_or_lesser_number_is_held_against_the_other_target() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 3/3", cost="{3}")
    put(game, "Bob", "Elk", "Creature 4/4", cost="{3}")
    put(game, "Bob", "Wurm", "Creature 6/6", cost="{6}")
    text = "Exchange control of target creature you control and target creature an opponent controls with an equal or"
    put(game, "Ann", "Swap", "Sorcery", f"{text} lesser mana value.", zone="hand")
    with pytest.raises(IllegalAction):
        game.play("Ann", "Swap", targets=["Ox", "Wurm"])
    game.play("Ann", "Swap", targets=["Ox", "Elk"])
    game.resolve_all()
    assert (game.controller("Ox"), game.controller("Elk")) == ("Bob", "Ann")


def test_nothing_is_lesser_than_what_nobody_spoke_of() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 3/3")
    with pytest.raises(UnprovedReading, match="nothing says"):
        put(game, "Ann", "Odd", "Sorcery", "Destroy all creatures with lesser power.", zone="hand")
    assert not reads("Reveal the top card of your library. If it's a card with lesser mana value, draw a card.")


def test_an_opponent_is_chosen_by_chance() -> None:
    game = Game(TODAY, players=("Ann", "Bob", "Cid"))
    put(game, "Ann", "Dart", "Sorcery", "Dart deals 3 damage to an opponent chosen at random.", zone="hand")
    game.play("Ann", "Dart")
    game.resolve_all({"at random": ["Cid"]})
    assert (game.life("Bob"), game.life("Cid")) == (20, 17)


def test_the_opponent_whom_chance_chose_is_attacked() -> None:
    game = Game(TODAY, players=("Ann", "Bob", "Cid"))
    for player in ("Ann", "Bob", "Cid"):
        game.fill_library(player, 5)
    text = "At the beginning of combat on your turn, choose an opponent at random. Fury attacks that player this combat"
    put(game, "Ann", "Fury", "Creature 3/3", f"{text} if able.")
    game.will("at random", ["Cid"])
    game.to_step("combat", "Ann")
    game.resolve_all()
    with pytest.raises(IllegalAction):
        game.attack("Ann", {"Fury": "Bob"})
    game.attack("Ann", {"Fury": "Cid"})


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Destroy all creatures with age counters on them.", ["Elk"]),
        ("Destroy each creature without an age counter on it.", ["Ox"]),
    ],
)
def test_counters_on_them_tell_creatures_apart(text: str, left: list[str]) -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 3/3", counters={"age": 2})
    put(game, "Ann", "Elk", "Creature 4/4")
    put(game, "Ann", "End", "Sorcery", text, zone="hand")
    game.play("Ann", "End")
    game.resolve_all()
    assert game.cards_in("battlefield") == left


def test_what_dies_leaves_its_counters_to_another() -> None:
    game = start(TODAY)
    put(game, "Ann", "Pupil", "Creature 1/1", "When Pupil dies, put its counters on target creature you control.")
    game.state.things[game.id("Pupil")].counters.update({"+1/+1": 2, "flying": 1})
    put(game, "Ann", "Ox", "Creature 3/3")
    put(game, "Ann", *KILL, zone="hand")
    game.play("Ann", "Kill", targets=["Pupil"])
    game.will("target", ["Ox"])
    game.resolve_all()
    assert (game.counters("Ox", "+1/+1"), game.counters("Ox", "flying")) == (2, 1)
    assert game.power_toughness("Ox") == (5, 5)


def test_those_counters_are_the_ones_that_it_had() -> None:
    game = start(TODAY)
    text = (
        "Whenever a creature you control leaves the battlefield, if it had counters on it, put those counters on Vault."
    )
    put(game, "Ann", "Vault", "Artifact", text)
    put(game, "Ann", "Ox", "Creature 3/3", counters={"+1/+1": 2})
    put(game, "Ann", "Elk", "Creature 3/3")
    put(game, "Ann", *KILL, zone="hand")
    put(game, "Ann", *KILL, zone="hand")
    for name in ("Elk", "Ox"):
        game.play("Ann", "Kill" if name == "Elk" else "Kill 2", targets=[name])
        game.resolve_all()
    assert (game.times_triggered("Vault"), game.counters("Vault", "+1/+1")) == (1, 2)
    assert not reads("Remove a counter from target creature. Put those counters on target creature.")


def test_any_number_of_counters_are_moved() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 3/3", counters={"+1/+1": 3, "age": 1})
    put(game, "Ann", "Elk", "Creature 3/3")
    text = "Move any number of counters from target permanent you control to another target permanent you control."
    put(game, "Ann", "Shift", "Instant", text, zone="hand")
    game.play("Ann", "Shift", targets=["Ox", "Elk"])
    game.will("number", 2)
    game.will("number", 0)
    game.resolve_all()
    assert (game.counters("Ox", "+1/+1"), game.counters("Elk", "+1/+1"), game.counters("Elk", "age")) == (1, 2, 0)


def test_all_counters_of_a_kind_are_moved_from_all_creatures() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 3/3", counters={"+1/+1": 3})
    put(game, "Bob", "Elk", "Creature 3/3", counters={"+1/+1": 1})
    put(game, "Ann", "Maw", "Creature 1/1", "{T}: Move all +1/+1 counters from all creatures onto Maw.")
    game.activate("Ann", "Maw")
    game.resolve_all()
    assert (game.counters("Ox", "+1/+1"), game.counters("Elk", "+1/+1"), game.counters("Maw", "+1/+1")) == (0, 0, 4)


@pytest.mark.parametrize(("age", "size"), [(1, (1, 1)), (2, (3, 3)), (3, (5, 5))])
def test_exactly_so_many_counters_make_a_difference(age: int, size: tuple[int, int]) -> None:
    game = start(TODAY)
    one = "As long as there is exactly one age counter on Tide, all creatures get -2/-2."
    three = "As long as there are exactly three age counters on Tide, all creatures get +2/+2."
    put(game, "Ann", "Tide", "Enchantment", f"{one}\n{three}", counters={"age": age})
    put(game, "Ann", "Ox", "Creature 3/3")
    assert game.power_toughness("Ox") == size


def test_fewer_than_so_many_counters_let_it_trigger() -> None:
    game = start(TODAY)
    text = "Whenever you cast a red spell, if Kin has fewer than two +1/+1 counters on it, put a +1/+1 counter on Kin."
    put(game, "Ann", "Kin", "Creature 1/1", text)
    for name in ("Flash", "Spark", "Flame"):
        put(game, "Ann", name, "Instant", "You gain 1 life.", zone="hand", cost="{R}")
    for name in ("Flash", "Spark", "Flame"):
        put(game, "Ann", f"{name} Hill", "Basic Land — Mountain")
        game.play("Ann", name, mana=[f"{name} Hill"])
        game.resolve_all()
    assert game.counters("Kin", "+1/+1") == 2


def test_mana_values_among_cards_are_counted_once_each() -> None:
    game = start(TODAY)
    text = "As long as there are three or more mana values among cards in your graveyard, Spy gets +2/+2."
    put(game, "Ann", "Spy", "Creature 1/1", text)
    for nth, cost in enumerate(("{1}", "{1}", "{2}")):
        put(game, "Ann", f"Old{nth}", "Instant", "Draw a card.", zone="graveyard", cost=cost)
    assert game.power_toughness("Spy") == (1, 1)
    put(game, "Ann", "New", "Instant", "Draw a card.", zone="graveyard", cost="{5}")
    assert game.power_toughness("Spy") == (3, 3)


def test_a_spell_is_both_of_two_colors() -> None:
    game = start(TODAY)
    text = "Whenever you cast a spell that's both white and black, Mime has base power and toughness 4/4 until end of"
    put(game, "Ann", "Mime", "Creature 1/1", f"{text} turn and gains flying until end of turn.")
    put(game, "Ann", "Plain", "Basic Land — Plains")
    put(game, "Ann", "Bog", "Basic Land — Swamp")
    put(game, "Ann", "Plain 2", "Basic Land — Plains")
    put(game, "Ann", "Ray", "Instant", "You gain 1 life.", zone="hand", cost="{W}")
    put(game, "Ann", "Gray", "Instant", "You gain 1 life.", zone="hand", cost="{W}{B}")
    game.play("Ann", "Ray", mana=["Plain"])
    game.resolve_all()
    assert game.power_toughness("Mime") == (1, 1)
    game.play("Ann", "Gray", mana=["Plain 2", "Bog"])
    game.resolve_all()
    assert (game.power_toughness("Mime"), game.has_keyword("Mime", "flying")) == ((4, 4), True)


def test_a_second_clause_without_a_subject_has_that_of_the_first() -> None:
    game = start(TODAY)
    text = "{T}: Target creature gets +2/+0 until end of turn and deals 1 damage to any target."
    put(game, "Ann", "Whip", "Artifact", text)
    put(game, "Ann", "Ox", "Creature 3/3", "Lifelink")
    game.activate("Ann", "Whip", targets=["Ox", "Bob"])
    game.resolve_all()
    assert (game.power_toughness("Ox"), game.life("Bob"), game.life("Ann")) == ((5, 3), 19, 21)


@pytest.mark.parametrize(
    "text",
    [
        "Deals 3 damage to any target.",
        "Target creature gets +1/+1 until end of turn. Gains flying until end of turn.",
        "Draw a card and gains flying until end of turn.",
    ],
)
def test_a_clause_that_nothing_gives_a_subject_is_not_read(text: str) -> None:
    assert not reads(text)


def test_damage_goes_to_the_planeswalker_that_is_attacked() -> None:
    game = start(TODAY)
    text = "Whenever Ogre attacks, it deals 2 damage to the player or planeswalker it's attacking."
    put(game, "Ann", "Ogre", "Creature 3/3", text)
    put(game, "Bob", "Sage", "Planeswalker — Sage", "+1: You gain 1 life.", counters={"loyalty": 5})
    game.attack("Ann", {"Ogre": "Sage"})
    game.resolve_all()
    assert (game.counters("Sage", "loyalty"), game.life("Bob")) == (3, 20)


def test_damage_goes_to_the_player_who_is_attacked() -> None:
    game = start(TODAY)
    text = "Whenever Ogre attacks, it deals 2 damage to the player or planeswalker it's attacking."
    put(game, "Ann", "Ogre", "Creature 3/3", text)
    game.attack("Ann", ["Ogre"])
    game.resolve_all()
    assert game.life("Bob") == 18


def test_one_of_two_whole_costs_is_paid() -> None:
    game = start(TODAY)
    put(game, "Ann", "Shard", "Artifact", "{3}, {T} or {B}, {T}: You gain 1 life.")
    put(game, "Ann", "Bog", "Basic Land — Swamp")
    game.activate("Ann", "Shard", mana=["Bog"], choices={"cost": 2})
    game.resolve_all()
    assert (game.life("Ann"), game.is_tapped("Shard")) == (21, True)


def test_the_rest_goes_back_on_top() -> None:
    game = start(TODAY)
    for name in ("Three", "Two", "One"):
        put(game, "Ann", name, "Sorcery", "You gain 1 life.", zone="library", position=0)
    text = (
        "Look at the top three cards of your library. Put any number of them into your graveyard and the rest back on"
    )
    put(game, "Ann", "Plot", "Sorcery", f"{text} top of your library in any order.", zone="hand")
    game.play("Ann", "Plot")
    game.will("put", ["Two"])
    game.will("order", ["Three", "One"])
    game.resolve_all()
    assert "Two" in game.cards_in("graveyard", "Ann")
    assert sorted(game.cards_in("library", "Ann")[:2]) == ["One", "Three"]


def test_an_emblem_has_both_of_its_abilities() -> None:
    game = start(TODAY)
    text = (
        'You get an emblem with "Creatures you control get +1/+1" and "At the beginning of your upkeep, draw a card."'
    )
    put(game, "Ann", "Oath", "Sorcery", text, zone="hand")
    put(game, "Ann", "Ox", "Creature 2/2")
    game.play("Ann", "Oath")
    game.resolve_all()
    assert game.power_toughness("Ox") == (3, 3)
    held = len(game.state.zone("hand", "Ann"))
    game.set_turn("Bob", "end")
    game.to_step("upkeep", "Ann")
    game.resolve_all()
    assert len(game.state.zone("hand", "Ann")) == held + 1


def test_tokens_arrive_attacking_and_untapped() -> None:
    game = start(TODAY)
    text = "Whenever Ship attacks, create two 4/4 white Angel creature tokens with flying that are attacking."
    put(game, "Ann", "Ship", "Creature 5/5", text)
    game.attack("Ann", ["Ship"])
    game.resolve_all()
    tokens = [name for name in game.cards_in("battlefield") if name.startswith("Angel")]
    assert len(tokens) == 2
    assert not any(map(game.is_tapped, tokens))
    game.to_step("end of combat")
    assert game.life("Bob") == 7


def test_lands_that_become_creatures_are_still_lands() -> None:
    game = start(TODAY)
    for name in ("Wood", "Hill"):
        put(game, "Ann", name, "Land")
    text = "Untap up to two target lands. They become 5/5 Elemental creatures with haste. They're still lands."
    put(game, "Ann", "Rouse", "Sorcery", text, zone="hand")
    game.play("Ann", "Rouse", targets=["Wood", "Hill"])
    game.resolve_all()
    assert game.characteristics("Hill").types == {"land", "creature"}


@pytest.mark.parametrize(
    ("said", "size"), [("base power 5", (5, 3)), ("base toughness 1", (3, 1))], ids=["power", "toughness"]
)
def test_one_side_of_its_base_size_is_set(said: str, size: tuple[int, int]) -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 3/3")
    put(game, "Ann", "Turn", "Instant", f"Target creature has {said} until end of turn.", zone="hand")
    game.play("Ann", "Turn", targets=["Ox"])
    game.resolve_all()
    assert game.power_toughness("Ox") == size
