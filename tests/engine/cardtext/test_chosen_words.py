"""Words that are chosen, triggers that trigger again, times and limits that players are held to: small games."""

from __future__ import annotations

import pytest
from printed import put, start

from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.round_trip import EXACT, compare
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.state.choices import IllegalAction, NotModelled

TODAY = "2021-11-19"
SIEGE = (
    "As Siege enters the battlefield, choose Khans or Dragons.\n"
    "• Khans — {T}: You gain 1 life.\n• Dragons — Whenever a creature you control leaves the battlefield, draw a card."
)


@pytest.mark.parametrize("word", ["Khans", "Dragons"])
def test_an_object_has_the_ability_whose_word_was_chosen(word: str) -> None:
    game = start(TODAY)
    put(game, "Ann", "Siege", "Artifact", SIEGE, zone="hand")
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Ann", "Kill", "Sorcery", "Destroy target creature.", zone="hand")
    game.will("word", word)
    game.play("Ann", "Siege")
    game.resolve_all()
    assert game.is_legal(lambda other: other.activate("Ann", "Siege")) is (word == "Khans")
    game.play("Ann", "Kill", targets=["Ox"])
    game.resolve_all()
    assert len(game.hand("Ann")) == (word == "Dragons")


def test_what_an_attack_makes_trigger_triggers_again() -> None:
    game = start(TODAY)
    text = "If a creature you control attacking would cause a triggered ability of a permanent you control to trigger,"
    put(game, "Ann", "Lord", "Creature 2/2", f"{text} that ability triggers an additional time.")
    put(game, "Ann", "Ox", "Creature 2/2", "Whenever Ox attacks, you gain 1 life.")
    game.attack("Ann", {"Ox": "Bob"})
    game.resolve_all()
    assert game.life("Ann") == 22


def test_permanents_with_the_same_name_as_one_another() -> None:
    game = start(TODAY)
    text = "If you control two or more creatures with the same name as one another, draw a card."
    for name in ("Look", "Look 2"):
        put(game, "Ann", name, "Sorcery", text, zone="hand")
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Ann", "Elk", "Creature 2/2")
    game.play("Ann", "Look")
    game.resolve_all()
    assert len(game.hand("Ann")) == 1
    put(game, "Ann", "Ox", "Creature 2/2", label="the other Ox")
    game.play("Ann", "Look 2")
    game.resolve_all()
    assert len(game.hand("Ann")) == 1


def test_a_land_of_each_basic_land_type() -> None:
    game = start(TODAY)
    text = "You win the game if you control a land of each basic land type."
    for name in ("Claim", "Claim 2"):
        put(game, "Ann", name, "Sorcery", text, zone="hand")
    for land in ("Plains", "Island", "Swamp", "Mountain"):
        put(game, "Ann", land, f"Basic Land — {land}")
    game.play("Ann", "Claim")
    game.resolve_all()
    assert not game.winner()
    put(game, "Ann", "Forest", "Basic Land — Forest")
    game.play("Ann", "Claim 2")
    game.resolve_all()
    assert game.winner() == "Ann"


def test_activated_abilities_cost_more_unless_they_are_mana_abilities() -> None:
    game = start(TODAY)
    put(game, "Ann", "Field", "Enchantment", "Activated abilities cost {2} more to activate unless they're mana abilities.")  # fmt: skip
    put(game, "Ann", "Rod", "Artifact", "{T}: You gain 1 life.")
    put(game, "Ann", "Stone", "Artifact", "{T}: Add {C}{C}.")
    with pytest.raises(IllegalAction):
        game.activate("Ann", "Rod")
    game.activate("Ann", "Stone")
    game.activate("Ann", "Rod")
    game.resolve_all()
    assert game.life("Ann") == 21


def test_abilities_that_opponents_activate_cost_more() -> None:
    game = start(TODAY)
    text = "Abilities your opponents activate cost {1} more to activate unless they're mana abilities."
    put(game, "Bob", "Taker", "Creature 2/1", text)
    put(game, "Ann", "Rod", "Artifact", "{T}: You gain 1 life.")
    with pytest.raises(IllegalAction):
        game.activate("Ann", "Rod")


def test_spells_are_cast_during_ones_own_turn_alone() -> None:
    game = start(TODAY)
    put(game, "Ann", "Dos", "Creature 2/2", "Players can cast spells only during their own turns.")
    put(game, "Ann", "Gift", "Instant", "You gain 1 life.", zone="hand")
    put(game, "Bob", "Gift 2", "Instant", "You gain 1 life.", zone="hand")
    game.play("Ann", "Gift")
    game.pass_priority("Ann")
    with pytest.raises(IllegalAction):
        game.play("Bob", "Gift 2")


def test_spells_are_cast_when_a_sorcery_could_be_alone() -> None:
    game = start(TODAY)
    text = "Each opponent can cast spells only any time they could cast a sorcery."
    put(game, "Bob", "Mage", "Creature 2/2", text)
    put(game, "Ann", "Gift", "Instant", "You gain 1 life.", zone="hand")
    put(game, "Ann", "Gift 2", "Instant", "You gain 1 life.", zone="hand")
    game.play("Ann", "Gift")
    with pytest.raises(IllegalAction):
        game.play("Ann", "Gift 2")
    game.resolve_all()
    game.play("Ann", "Gift 2")


def test_the_first_upkeep_of_the_game() -> None:
    game = start(TODAY)
    put(game, "Ann", "Bell", "Enchantment", "At the beginning of the first upkeep, you gain 1 life.")
    game.to_step("draw", "Bob")
    game.resolve_all()
    first = game.life("Ann")
    game.to_step("draw", "Ann")
    game.resolve_all()
    assert (first, game.life("Ann")) == (21, 21)


def test_what_may_be_revealed_in_an_opening_hand_does_nothing_later() -> None:
    game = start(TODAY)
    text = (
        "You may reveal this card from your opening hand. If you do, at the beginning of the first upkeep, you gain 1"
    )
    put(game, "Ann", "Duke", "Creature 5/7", f"{text} life.", zone="hand")
    game.play("Ann", "Duke")
    game.resolve_all()
    game.to_step("draw", "Bob")
    assert game.life("Ann") == 20


ATTACK = "during target player's next turn, creatures that player controls attack you if able."
REFUSED = {
    "a step that is skipped this turn alone": (
        "When Odd enters the battlefield, target player skips their next combat phase this turn.",
        ["Bob"],
    ),
    "what enters so for a turn": (
        "When Odd enters the battlefield, lands you control enter the battlefield tapped this turn.",
        [],
    ),
}


def test_an_effect_of_anothers_next_turn_waits_for_it_and_ends_with_it():
    game = start(TODAY)
    put(game, "Ann", "Odd", "Creature 1/1", f"When Odd enters the battlefield, {ATTACK}", zone="hand")
    game.will("target", "Bob")
    game.play("Ann", "Odd")
    game.resolve_all()
    (effect,) = game.kernel.state.effects
    assert effect.while_ is not None
    game.to_step("main", "Bob")
    assert (effect.while_, effect.duration) == (None, "turn")
    game.to_step("main", "Ann")
    assert not game.kernel.state.effects


def test_what_devoured_nothing_counts_nothing():
    game = start(TODAY)
    text = "When Odd enters the battlefield, you gain 1 life for each creature it devoured."
    put(game, "Ann", "Odd", "Creature 1/1", text, zone="hand")
    game.play("Ann", "Odd")
    game.resolve_all()
    assert game.life("Ann") == 20


@pytest.mark.parametrize(("text", "targets"), REFUSED.values(), ids=REFUSED)
def test_what_is_read_and_not_carried_out_is_refused(text: str, targets: list[str]) -> None:
    game = start(TODAY)
    put(game, "Ann", "Odd", "Creature 1/1", text, zone="hand")
    for target in targets:
        game.will("target", target)
    game.play("Ann", "Odd")
    with pytest.raises(NotModelled):
        game.to_step("main", "Bob")


NOTED = "how many cards you've drafted this draft round, including Odd"
READ = {
    "offering": ("Legendary Creature — Spirit 3/3", "Fox offering"),
    "companion": (
        "Legendary Creature — Cat 3/2",
        "Companion — Each permanent card in your starting deck has mana value 2 or less.",
    ),
    "another companion": (
        "Legendary Creature — Cat 3/2",
        "Companion — Your starting deck contains only cards with mana value 3 or greater and land cards.",
    ),
    "a larger deck": (
        "Legendary Creature — Bird Serpent 3/5",
        "Companion — Your starting deck contains at least twenty cards more than the minimum deck size.",
    ),
    "a draft": ("Creature 1/1", f"Reveal Odd as you draft it and note {NOTED}."),
    "reinforce X": ("Instant", "Reinforce X—{X}{W}{W}"),
}


@pytest.mark.parametrize(("line", "text"), READ.values(), ids=READ)
def test_what_is_said_of_decks_and_drafts_is_read(line: str, text: str) -> None:
    assert compare(text, Host.parse(line, "Odd"), Ruleset.on(TODAY)).verdict == EXACT


@pytest.mark.parametrize(("modes", "lives"), [((1, 3, 0), (23, 18)), ((3, 0), (20, 18)), ((1, 2, 3), (23, 18))])
def test_of_a_triggered_ability_too_one_or_more_modes_are_chosen(modes, lives) -> None:
    game = start(TODAY)
    put(game, "Ann", "Card", "Land", zone="library")
    text = "When ~ enters, choose one or more —\n• You gain 3 life.\n• Draw a card.\n• Each opponent loses 2 life."
    put(game, "Ann", "Herald", "Creature 1/1", text, zone="hand")
    for mode in modes:
        game.will("mode", mode)
    game.play("Ann", "Herald")
    game.resolve_all()
    assert (game.life("Ann"), game.life("Bob")) == lives


def test_what_is_chosen_two_of_is_asked_twice() -> None:
    game = start(TODAY)
    text = "When ~ enters, choose two —\n• You gain 3 life.\n• You gain 5 life.\n• Each opponent loses 2 life."
    put(game, "Ann", "Herald", "Creature 1/1", text, zone="hand")
    game.will("mode", 3)
    game.will("mode", 1)
    game.play("Ann", "Herald")
    game.resolve_all()
    assert (game.life("Ann"), game.life("Bob")) == (23, 18)
