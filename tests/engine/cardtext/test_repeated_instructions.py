"""What is done again, here and there, or of several who are aimed at: small games with printed words."""

from __future__ import annotations

import pytest
from printed import put, start

from rulesite.engine.game import Game
from rulesite.engine.state.choices import IllegalAction

TODAY = "2022-04-29"


def hand_of(game: Game, player: str) -> int:
    return len(game.cards_in("hand", player))


def test_a_deed_is_done_as_often_as_it_says() -> None:
    game = start(TODAY)
    put(game, "Ann", "Sleuth", "Sorcery", "Investigate three times.", zone="hand")
    game.play("Ann", "Sleuth")
    game.resolve_all()
    assert len([name for name in game.cards_in("battlefield") if name.startswith("Clue")]) == 3


def test_what_was_copied_twice_may_have_new_targets_each() -> None:
    game = start(TODAY)
    text = "Copy target instant spell twice. You may choose new targets for the copies."
    put(game, "Ann", "Zap", "Instant", "Zap deals 1 damage to any target.", zone="hand")
    put(game, "Ann", "Echo", "Instant", text, zone="hand")
    game.play("Ann", "Zap", targets=["Bob"])
    game.play("Ann", "Echo", targets=["Zap"])
    game.will("may", True)
    game.will("target", "Ann", times=2)
    game.resolve_all()
    assert (game.life("Ann"), game.life("Bob")) == (18, 19)


def test_counters_go_here_and_there() -> None:
    game = start(TODAY)
    for name in ("Ox", "Elk", "Boar"):
        put(game, "Ann", name, "Creature 1/1")
    text = (
        "Put a +1/+1 counter on target creature, two +1/+1 counters on another target creature, and three +1/+1"
        " counters on a third target creature."
    )
    put(game, "Ann", "Growth", "Sorcery", text, zone="hand")
    game.play("Ann", "Growth", targets=["Ox", "Elk", "Boar"])
    game.resolve_all()
    assert [game.power_toughness(name) for name in ("Ox", "Elk", "Boar")] == [(2, 2), (3, 3), (4, 4)]


def test_a_second_target_is_another_than_the_first() -> None:
    game = start(TODAY)
    for name in ("Ox", "Elk"):
        put(game, "Ann", name, "Creature 1/1")
    put(game, "Ann", "Shift", "Sorcery", "Destroy target creature. Tap a second target creature.", zone="hand")
    with pytest.raises(IllegalAction, match="chosen twice"):
        game.play("Ann", "Shift", targets=["Ox", "Ox"])


@pytest.mark.parametrize(("said", "drawn"), [("plus one", 3), ("minus one", 1)])
def test_that_many_cards_and_one_more_or_less(said: str, drawn: int) -> None:
    game = start(TODAY)
    for _ in range(2):
        put(game, "Ann", "Junk", "Creature 1/1", zone="hand")
    put(game, "Ann", "Wheel", "Sorcery", f"Discard your hand, then draw that many cards {said}.", zone="hand")
    game.play("Ann", "Wheel")
    game.resolve_all()
    assert hand_of(game, "Ann") == drawn


def test_any_number_of_target_players_each_draw() -> None:
    game = start(TODAY)
    text = "Any number of target players each draw a card. Each of those players loses 1 life."
    put(game, "Ann", "Gift", "Sorcery", text, zone="hand")
    game.play("Ann", "Gift", targets=["Bob"])
    game.resolve_all()
    assert (hand_of(game, "Ann"), hand_of(game, "Bob"), game.life("Ann"), game.life("Bob")) == (0, 1, 20, 19)


@pytest.mark.parametrize(("power", "drawn"), [(2, 0), (3, 1), (4, 1)])
def test_so_much_damage_or_more(power: int, drawn: int) -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", f"Creature {power}/4", "Whenever Ox deals 3 or more damage to an opponent, draw a card.")
    game.attack("Ann", ["Ox"])
    game.to_step("end of combat")
    game.resolve_all()
    assert hand_of(game, "Ann") == drawn


@pytest.mark.parametrize(("ability", "copies"), [("{T}: Each opponent loses 1 life.", 2), ("{T}: Add {G}.", 0)])
def test_an_ability_that_is_no_mana_ability_is_copied(ability: str, copies: int) -> None:
    game = start(TODAY)
    put(game, "Ann", "Idol", "Artifact", ability)
    text = "Whenever you activate an ability of an artifact, if it isn't a mana ability, copy that ability."
    put(game, "Ann", "Mirror", "Enchantment", text)
    game.activate("Ann", "Idol")
    game.resolve_all()
    assert 20 - game.life("Bob") == copies


def test_a_mode_is_chosen_once_alone() -> None:
    game = start(TODAY)
    text = "{0}: Choose one that hasn't been chosen —\n• You gain 1 life.\n• Draw a card."
    put(game, "Ann", "Sage", "Creature 1/1", text)
    game.activate("Ann", "Sage", modes=[1])
    game.resolve_all()
    with pytest.raises(IllegalAction, match="was chosen before"):
        game.activate("Ann", "Sage", modes=[1])
    game.activate("Ann", "Sage", modes=[2])
    game.resolve_all()
    assert (game.life("Ann"), hand_of(game, "Ann")) == (21, 1)


def test_a_mode_that_was_not_chosen_this_turn_may_be_chosen_in_the_next() -> None:
    game = start(TODAY)
    text = "{0}: Choose one that hasn't been chosen this turn —\n• You gain 1 life.\n• You gain 2 life."
    put(game, "Ann", "Sage", "Creature 1/1", text)
    for _ in range(2):
        game.activate("Ann", "Sage", modes=[1])
        game.resolve_all()
        with pytest.raises(IllegalAction):
            game.activate("Ann", "Sage", modes=[1])
        game.to_step("end")
        game.to_step("upkeep", "Ann")
    assert game.life("Ann") == 22


@pytest.mark.parametrize(("kicked", "size"), [(True, (3, 3)), (False, (1, 1))])
def test_what_enters_with_counters_and_with_an_ability(kicked: bool, size: tuple[int, int]) -> None:
    game = start(TODAY)
    text = "Kicker {0}\nIf Lancer was kicked, it enters the battlefield with two +1/+1 counters on it and with flying."
    put(game, "Ann", "Lancer", "Creature 1/1", text, zone="hand")
    game.play("Ann", "Lancer", options=["kicker"] if kicked else [])
    game.resolve_all()
    assert (game.power_toughness("Lancer"), game.has_keyword("Lancer", "flying")) == (size, kicked)


def test_what_is_of_the_type_of_your_choice() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature Ox 2/2")
    put(game, "Bob", "Imp", "Creature Imp 2/2")
    put(game, "Ann", "Plague", "Sorcery", "Destroy all creatures of the creature type of your choice.", zone="hand")
    game.will("creature type", "Imp")
    game.play("Ann", "Plague")
    game.resolve_all()
    assert game.cards_in("battlefield") == ["Ox"]


@pytest.mark.parametrize(("color", "life"), [("red", 20), ("green", 17)])
def test_damage_by_sources_of_the_color_of_your_choice_is_prevented(color: str, life: int) -> None:
    game = start(TODAY)
    text = "Prevent all damage that would be dealt to you this turn by sources of the color of your choice."
    put(game, "Ann", "Halo", "Instant", text, zone="hand")
    put(game, "Ann", "Bolt", "Instant", "Bolt deals 3 damage to any target.", zone="hand", cost="{R}")
    game.will("color", color)
    game.play("Ann", "Halo")
    game.resolve_all()
    game.add_mana("Ann", "R")
    game.play("Ann", "Bolt", targets=["Ann"])
    game.resolve_all()
    assert game.life("Ann") == life


def test_mana_of_several_colors_in_any_combination() -> None:
    game = start(TODAY)
    put(game, "Ann", "Grove", "Artifact", "{T}: Add two mana in any combination of {R} and/or {G}.")
    game.will("mana", "{G}")
    game.will("mana", "{R}")
    game.activate("Ann", "Grove")
    assert sorted(game.mana_pool("Ann").strip("{}").split("}{")) == ["G", "R"]
