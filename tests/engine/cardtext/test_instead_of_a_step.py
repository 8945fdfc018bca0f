"""What takes the place of a step, and what follows from a step carried out so: small games with printed words."""

from __future__ import annotations

import pytest
from printed import put, start

from rulesite.engine.game import Game

TODAY = "2021-11-19"


def artifacts(game: Game, count: int) -> None:
    for _ in range(count):
        put(game, "Ann", "Wheel", "Artifact")


@pytest.mark.parametrize(("count", "left"), [(2, 18), (3, 16)])
@pytest.mark.parametrize(
    "text",
    [
        "Blast deals 2 damage to any target.\nMetalcraft — Blast deals 4 damage instead if you control three or more "
        "artifacts.",
        "Blast deals 2 damage to any target. If you control three or more artifacts, it deals 4 damage instead.",
        "Blast deals 2 damage to any target. If you control three or more artifacts, it deals 4 damage to that "
        "permanent or player instead.",
    ],
)
def test_damage_instead_of_other_damage_is_dealt_by_the_same_to_the_same(text: str, count: int, left: int) -> None:
    game = start(TODAY)
    artifacts(game, count)
    put(game, "Ann", "Blast", "Instant", text, zone="hand")
    game.play("Ann", "Blast", targets=["Bob"])
    game.resolve_all()
    assert game.life("Bob") == left
    assert f"Blast deals {20 - left} damage to Bob" in str(game.trace)


def test_a_paragraph_that_says_instead_takes_the_place_of_all_that_the_spell_does() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 3/3")
    artifacts(game, 3)
    text = "Put a +1/+1 counter on target creature. You gain 1 life.\nMetalcraft — Put three +1/+1 counters on that "
    put(game, "Ann", "Feast", "Sorcery", f"{text}creature instead if you control three or more artifacts.", zone="hand")
    game.play("Ann", "Feast", targets=["Ox"])
    game.resolve_all()
    assert (game.power_toughness("Ox"), game.life("Ann")) == ((6, 6), 20)


def test_double_that_damage_is_dealt_to_whom_it_would_have_been() -> None:
    game = start(TODAY)
    text = "If a source you control would deal damage, it deals double that damage instead."
    put(game, "Ann", "Furnace", "Enchantment", text)
    put(game, "Ann", "Spark", "Instant", "Spark deals 2 damage to any target.", zone="hand")
    game.play("Ann", "Spark", targets=["Bob"])
    game.resolve_all()
    assert game.life("Bob") == 16


def test_what_is_exiled_with_counters_has_them_in_exile() -> None:
    game = start(TODAY)
    put(game, "Bob", "Ox", "Creature 3/3")
    text = "If a creature an opponent controls would die, exile it with an ice counter on it instead."
    put(game, "Ann", "Frost", "Enchantment", text)
    put(game, "Ann", "Kill", "Instant", "Destroy target creature.", zone="hand")
    game.play("Ann", "Kill", targets=["Ox"])
    game.resolve_all()
    assert game.zone_of("Ox") == "exile"
    assert game.counters("Ox", "ice") == 1


def test_you_may_do_something_else_instead_and_need_not() -> None:
    for wish, life in ((True, 22), (False, 20)):
        game = start(TODAY)
        text = "If you would draw a card, you may instead gain 2 life."
        put(game, "Ann", "Idol", "Enchantment", text)
        put(game, "Ann", "Think", "Instant", "Draw a card.", zone="hand")
        game.will("may", wish)
        game.play("Ann", "Think")
        game.resolve_all()
        assert (game.life("Ann"), len(game.cards_in("hand", "Ann"))) == (life, 0 if wish else 1)


@pytest.mark.parametrize(("line", "left"), [("Creature 2/2", 18), ("Land", 20)])
def test_when_something_is_discarded_so_that_alone_triggers(line: str, left: int) -> None:
    game = start(TODAY)
    put(game, "Ann", "Junk", line, zone="hand")
    text = "Discard a card. When you discard a nonland card this way, Encore deals 2 damage to any target."
    put(game, "Ann", "Encore", "Sorcery", text, zone="hand")
    game.play("Ann", "Encore")
    if left == 18:
        game.will("target", "Bob")
    game.resolve_all()
    assert game.life("Bob") == left


@pytest.mark.parametrize(("target", "life"), [("Bob", 23), ("Ox", 20)])
def test_a_player_is_dealt_damage_this_way_or_is_not(target: str, life: int) -> None:
    game = start(TODAY)
    put(game, "Bob", "Ox", "Creature 3/3")
    text = "Fire deals 2 damage to any target. If a player is dealt damage this way, you gain 3 life."
    put(game, "Ann", "Fire", "Instant", text, zone="hand")
    game.play("Ann", "Fire", targets=[target])
    game.resolve_all()
    assert game.life("Ann") == life


@pytest.mark.parametrize(("chosen", "life"), [(["Ox"], 20), ([], 24)])
def test_what_was_put_into_your_hand_this_way_is_not_what_was_put_elsewhere_after(chosen: list[str], life: int) -> None:
    game = start(TODAY)
    for name, line in (("Elk", "Sorcery"), ("Ox", "Creature 3/3")):
        put(game, "Ann", name, line, zone="library", position=0)
    text = "Look at the top two cards of your library. You may reveal a creature card from among them and put it into "
    more = "your hand. Put the rest on the bottom of your library in a random order. If you didn't put a card into your"
    put(game, "Ann", "Search", "Sorcery", f"{text}{more} hand this way, you gain 4 life.", zone="hand")
    game.will("may", bool(chosen))
    if chosen:
        game.will("reveal", chosen)
    game.play("Ann", "Search")
    game.resolve_all()
    assert (game.life("Ann"), game.cards_in("hand", "Ann")) == (life, chosen)


@pytest.mark.parametrize(("lines", "life"), [(["Artifact", "Enchantment"], 23), (["Artifact", "Artifact"], 20)])
def test_an_artifact_and_an_enchantment_are_both_wanted(lines: list[str], life: int) -> None:
    game = start(TODAY)
    for name, line in zip(("One", "Two"), lines, strict=True):
        put(game, "Ann", name, line)
    text = "If you control an artifact and an enchantment, you gain 3 life."
    put(game, "Ann", "Gift", "Sorcery", text, zone="hand")
    game.play("Ann", "Gift")
    game.resolve_all()
    assert game.life("Ann") == life


def test_a_countered_spell_is_exiled_with_its_counters() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 3/3", zone="hand")
    text = "Counter target spell. If that spell is countered this way, exile it with three time counters on it instead "
    put(game, "Bob", "Delay", "Instant", f"{text}of putting it into its owner's graveyard.", zone="hand")
    game.play("Ann", "Ox")
    game.pass_priority("Ann")
    game.play("Bob", "Delay", targets=["Ox"])
    game.resolve_all()
    assert (game.zone_of("Ox"), game.counters("Ox", "time")) == ("exile", 3)


def test_for_each_it_is_asked_anew_whether_one_pays() -> None:
    game = start(TODAY)
    for name in ("Ox", "Elk"):
        put(game, "Bob", name, "Creature 3/3")
    text = "For each creature, its controller loses 2 life unless that player pays {0}."
    put(game, "Ann", "Tax", "Sorcery", text, zone="hand")
    game.will("pay", True)
    game.will("pay", False)
    game.play("Ann", "Tax")
    game.resolve_all()
    assert game.life("Bob") == 18


@pytest.mark.parametrize(("cards", "life"), [(3, 20), (2, 20), (1, 18)])
def test_life_that_would_be_paid_is_cards_exiled_while_there_are_enough(cards: int, life: int) -> None:
    game = Game("2026-06-19", ("Ann", "Bob"))
    for number in range(cards):
        put(game, "Ann", f"Card {number}", "Sorcery", zone="library")
    put(
        game,
        "Ann",
        "Schemer",
        "Enchantment",
        "If you would pay life while your library has at least that many cards in it, "
        "exile that many cards from the top of your library instead.",
    )
    put(game, "Ann", "Well", "Artifact", "Pay 2 life: You gain 1 life.")
    game.activate("Ann", "Well")
    assert game.life("Ann") == life
    assert len(game.state.zone("exile")) == (2 if life == 20 else 0)


@pytest.mark.parametrize("verb", ["exile", "mill"])
def test_what_is_done_instead_with_so_many_cards_is_done_with_so_many(verb: str) -> None:
    game = start("2026-06-19")
    deed = "exile that many cards from the top of your library" if verb == "exile" else "mill that many cards"
    put(game, "Ann", "Font", "Enchantment", f"If you would gain life, {deed} instead.")
    put(game, "Ann", "Well", "Artifact", "{0}: You gain 3 life.")
    game.activate("Ann", "Well")
    game.all_pass()
    assert game.life("Ann") == 20
    assert len(game.state.zone("exile")) + len(game.state.zone("graveyard", "Ann")) == 3


@pytest.mark.parametrize(
    ("asked", "color", "life"),
    [("damage", "green", 16), ("damage from a red source", "red", 16), ("damage from a red source", "green", 20)],
)
def test_what_follows_a_prevention_waits_for_it_and_asks_where_the_damage_is_from(
    asked: str, color: str, life: int
) -> None:
    game = start(TODAY)
    text = (
        "The next time a source of your choice would deal damage to target creature or player this turn, prevent that "
        f"damage. If {asked} is prevented this way, Passage deals damage equal to the damage prevented this way to the "
        "source's controller."
    )
    put(game, "Ann", "Passage", "Instant", text, zone="hand")
    put(game, "Bob", "Bolt", f"Instant {color}", "Bolt deals 4 damage to target player.", zone="hand")
    game.pass_priority("Ann")
    game.play("Bob", "Bolt", targets=["Ann"])
    game.pass_priority("Bob")
    game.will("object", "Bolt")
    game.play("Ann", "Passage", targets=["Ann"])
    game.all_pass()
    assert (game.life("Ann"), game.life("Bob")) == (20, 20)
    game.resolve_all()
    assert (game.life("Ann"), game.life("Bob")) == (20, life)
