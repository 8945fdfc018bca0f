"""What was done so often this turn, milled, exiled with something or made more of, in today's words: small games."""

from __future__ import annotations

import pytest
from printed import play, put, start

from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.round_trip import EXACT, NOT_READ, compare
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.game import Game
from rulesite.engine.state.choices import IllegalAction

TODAY = "2026-06-19"
SACRIFICE = "Sacrifice a creature."


def gained_if(game: Game, condition: str) -> bool:
    """Whether the condition holds now: a spell gains life only if it does."""
    before = game.life("Ann")
    card = put(game, "Ann", "Ask", "Sorcery", f"If {condition}, you gain 1 life.", zone="hand")
    game.play("Ann", card)
    game.resolve_all()
    return game.life("Ann") > before


@pytest.mark.parametrize(
    ("condition", "deed", "both"),
    [
        ("you sacrificed two or more permanents this turn", SACRIFICE, True),
        ("you've sacrificed two or more creatures this turn", SACRIFICE, True),
        ("you've sacrificed an artifact this turn", SACRIFICE, False),
        ("you've discarded two or more cards this turn", "Discard a card.", True),
        ("you created two or more tokens this turn", "Create a Treasure token.", True),
        ("you've created two or more creature tokens this turn", "Create a Treasure token.", False),
        ("you put a +1/+1 counter on a creature this turn", "Put a +1/+1 counter on target artifact.", False),
    ],
)
def test_what_you_did_so_often_this_turn(condition: str, deed: str, both: bool) -> None:
    game = start(TODAY)
    for name in ("Ox", "Cow"):
        put(game, "Ann", name, "Creature 2/2")
        put(game, "Ann", f"{name} Card", "Creature 2/2", zone="hand")
    game.will("sacrifice", ["Ox"])
    game.will("discard", ["Ox Card"])
    put(game, "Ann", "Cup", "Artifact")
    more = {"targets": ["Cup"]} if "target" in deed else {}
    play(game, "First", deed, **more)
    assert not gained_if(game, condition)
    play(game, "Second", deed, **more)
    assert gained_if(game, condition) is both


def test_a_counter_that_another_player_put_is_not_yours() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 2/2")
    game.pass_priority("Ann")
    play(game, "Gift", "Put a +1/+1 counter on target creature.", "Instant", "Bob", targets=["Ox"])
    assert not gained_if(game, "you put a counter on a creature this turn")
    play(game, "Own", "Put a +1/+1 counter on target creature.", "Instant", targets=["Ox"])
    assert gained_if(game, "you put a counter on a creature this turn")


def test_so_many_spells_that_you_have_cast_this_turn() -> None:
    game = start(TODAY)
    put(game, "Ann", "Runner", "Creature 2/2", "Runner gets +1/+0 as long as you've cast two or more spells this turn.")
    play(game, "One", "You gain 1 life.")
    game.pass_priority("Ann")
    play(game, "Other", "You gain 1 life.", "Instant", "Bob")
    assert game.power_toughness("Runner") == (2, 2)
    play(game, "Two", "You gain 1 life.")
    assert game.power_toughness("Runner") == (3, 2)


def test_land_that_you_have_played_and_damage_that_you_were_not_dealt() -> None:
    game = start(TODAY)
    put(game, "Ann", "Wood", "Basic Land — Forest", zone="hand")
    assert not gained_if(game, "you've played a land this turn")
    game.play_land("Ann", "Wood")
    assert gained_if(game, "you've played a land this turn")
    assert gained_if(game, "you weren't dealt damage this turn")
    play(game, "Bolt", "Bolt deals 3 damage to any target.", targets=["Ann"])
    assert not gained_if(game, "you weren't dealt damage this turn")


@pytest.mark.parametrize(
    "text",
    [
        "At the beginning of your end step, if an opponent has cast two or more spells this turn, draw a card.",
        "At the beginning of your end step, if an opponent discarded two or more cards this turn, draw a card.",
    ],
)
def test_so_many_done_by_whichever_player_is_not_read(text: str) -> None:
    assert compare(text, Host.parse("Enchantment", "Zed"), Ruleset.on(TODAY)).verdict == NOT_READ


def test_cards_that_are_milled_are_one_event_and_can_be_cast_this_turn() -> None:
    game = start(TODAY)
    put(game, "Ann", "Owl", "Creature 1/1", "Whenever one or more nonland cards are milled, you gain 1 life.")
    put(game, "Ann", "Moth", "Creature 1/1", "Whenever a player mills a nonland card, you gain 10 life.")
    put(
        game,
        "Ann",
        "Raul",
        "Creature 1/1",
        "You may cast spells from among cards in your graveyard that were milled this turn.",
    )
    put(game, "Ann", "Old", "Instant", "You gain 100 life.", zone="graveyard", cost="{0}")
    for name in ("New", "Newer"):
        put(game, "Ann", name, "Instant", "You gain 100 life.", zone="library", cost="{0}", position=0)
    put(game, "Ann", "Wood", "Basic Land — Forest", zone="library", position=0)
    game.will("order", ["Owl", "Moth", "Moth 2"])
    play(game, "Mill", "Mill three cards.")
    assert game.life("Ann") == 20 + 1 + 2 * 10
    with pytest.raises(IllegalAction):
        game.play("Ann", "Old")
    game.play("Ann", "New")
    game.resolve_all()
    assert game.life("Ann") == 141


def test_three_times_as_many_tokens_and_as_much_mana() -> None:
    game = start(TODAY)
    put(
        game,
        "Ann",
        "Ojer",
        "Creature 6/6",
        "If one or more tokens would be created under your control, three times that many of those tokens are created"
        " instead.",
    )
    play(game, "Call", "Create two 1/1 white Soldier creature tokens named Guard.")
    assert sum(name.startswith("Guard") for name in game.cards_in("battlefield", "Ann")) == 6
    mana = "If you tap a basic land for mana, it produces three times as much of that mana instead."
    put(game, "Ann", "Virtue", "Enchantment", mana)
    put(game, "Ann", "Wood", "Basic Land — Forest")
    put(game, "Ann", "Ruin", "Land", "{T}: Add {C}.")
    game.activate("Ann", "Wood")
    game.activate("Ann", "Ruin")
    assert sorted(game.mana_pool("Ann").strip("{}").split("}{")) == ["C", "G", "G", "G"]


def test_one_mana_of_each_color_that_there_is() -> None:
    game = start(TODAY)
    text = "{T}: For each color among permanents you control, add one mana of that color."
    put(game, "Ann", "Tender", "Creature 1/1", text)
    play(game, "Call", "Create a 1/1 green and white Elf creature token. Create a 1/1 white Cat creature token.")
    game.activate("Ann", "Tender")
    assert sorted(game.mana_pool("Ann").strip("{}").split("}{")) == ["G", "W"]


@pytest.mark.parametrize(("player", "life"), [("Ann", 14), ("Bob", 17)])
def test_life_lost_during_your_turn(player: str, life: int) -> None:
    game = start(TODAY)
    text = "If an opponent would lose life during your turn, they lose twice that much life instead."
    put(game, player, "Letter", "Creature 4/4", text)
    other = "Bob" if player == "Ann" else "Ann"
    play(game, "Drain", "Target player loses 3 life.", targets=[other])
    assert game.life(other) == life


def test_cards_exiled_with_it() -> None:
    game = start(TODAY)
    text = "{0}: Exile target card from a graveyard.\n{T}: You gain 1 life. If two or more cards are exiled with this artifact, you gain 10 life instead."
    put(game, "Ann", "Box", "Artifact", text)
    for name in ("One", "Two"):
        put(game, "Bob", name, "Creature 1/1", zone="graveyard")
        game.activate("Ann", "Box", 1, targets=[name])
        game.resolve_all()
    game.activate("Ann", "Box", 2)
    game.resolve_all()
    assert game.life("Ann") == 30


def test_when_it_enters_and_when_you_sacrifice_it() -> None:
    game = start(TODAY)
    text = "When this artifact enters and when you sacrifice it, you gain 1 life."
    play(game, "Cake", text, "Artifact")
    assert game.life("Ann") == 21
    play(game, "Eat", "Sacrifice an artifact.")
    assert game.life("Ann") == 22


def test_what_crewed_it_this_turn() -> None:
    game = start(TODAY)
    text = "Crew 2\n{0}: Put a +1/+1 counter on each creature that crewed it this turn."
    put(game, "Ann", "Car", "Artifact — Vehicle 4/3", text)
    put(game, "Ann", "Ace", "Creature 2/2", "Whenever this creature crews a Vehicle, you gain 1 life.")
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Ann", "Rig", "Artifact — Vehicle 4/3", "Crew 2")
    game.activate("Ann", "Car", 1, choices={"tap": ["Ace"]})
    game.resolve_all()
    game.activate("Ann", "Rig", choices={"tap": ["Ox"]})
    game.resolve_all()
    game.activate("Ann", "Car", 2)
    game.resolve_all()
    assert (game.counters("Ace", "+1/+1"), game.counters("Ox", "+1/+1"), game.life("Ann")) == (1, 0, 21)


def test_the_second_spell_of_a_turn_costs_less() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ringer", "Creature 1/4", "The second spell you cast each turn costs {1} less to cast.")
    for name in ("One", "Two", "Three"):
        put(game, "Ann", name, "Sorcery", "You gain 1 life.", zone="hand", cost="{1}")
    put(game, "Ann", "Wood", "Basic Land — Forest")
    assert not game.is_legal(lambda g: g.play("Ann", "One"))
    game.play("Ann", "One", mana=["Wood"])
    game.resolve_all()
    game.play("Ann", "Two")
    game.resolve_all()
    assert not game.is_legal(lambda g: g.play("Ann", "Three"))


def test_a_counter_of_your_choice() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 2/2")
    game.will("mode", 1)
    play(game, "Model", "Put a flying or +1/+1 counter on target creature.", targets=["Ox"])
    assert (game.counters("Ox", "flying"), game.counters("Ox", "+1/+1")) == (1, 0)


def test_no_spells_from_graveyards_or_exile() -> None:
    game = start(TODAY)
    put(
        game,
        "Bob",
        "Jailer",
        "Artifact Creature 0/4",
        "Players can't cast noncreature spells from graveyards or exile.",
    )
    text = "You may cast spells from your graveyard or from exile."
    put(game, "Ann", "Open", "Enchantment", text)
    put(game, "Ann", "Zap", "Instant", "You gain 1 life.", zone="graveyard", cost="{0}")
    put(game, "Ann", "Zip", "Instant", "You gain 1 life.", zone="exile", cost="{0}")
    put(game, "Ann", "Ox", "Creature 2/2", "Flash", zone="graveyard", cost="{0}")
    for name in ("Zap", "Zip"):
        with pytest.raises(IllegalAction):
            game.play("Ann", name)
    game.play("Ann", "Ox")
    game.resolve_all()
    assert game.zone_of("Ox") == "battlefield"


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (
            "Creature — Human 2/2",
            "When this creature enters, each opponent sacrifices a nontoken creature or planeswalker of their choice.",
        ),
        ("Sorcery", "Put a +1/+1 counter on each creature you control that's a token or a Rabbit."),
        ("Sorcery", "Destroy each creature that isn't a Dragon or a Wizard."),
        (
            "Sorcery",
            "Exile the top two cards of your library. Until end of turn, you may cast those cards without paying their mana costs.",
        ),
        (
            "Creature — Human 2/2",
            "You may cast this card from your graveyard by paying {3} and sacrificing a creature rather than paying its mana cost.",
        ),
        ("Creature — Human 2/2", "Spells your opponents cast from your graveyard or from exile cost {2} more to cast."),
        ("Creature — Human 2/2", "Whenever one or more counters are removed from this creature, draw a card."),
        (
            "Sorcery",
            "Put target creature card from a graveyard onto the battlefield under your control with an additional +1/+1 counter on it.",
        ),
        ("Creature — Human 2/2", "{T}: Draw a card. Activate only if you've attacked with a Dragon this turn."),
        ("Creature — Human 2/2", "{T}: Draw a card. Activate only if you've gained life this turn."),
        (
            "Creature — Human 2/2",
            "{T}: Add {G}{G}. Spend this mana only to cast creature spells or activate abilities of creature sources.",
        ),
    ],
)
def test_words_that_print_back(line: str, text: str) -> None:
    assert compare(text, Host.parse(line, "Zed"), Ruleset.on(TODAY)).verdict == EXACT


def test_copies_of_each_other_permanent() -> None:
    game = start(TODAY)
    text = "{0}: For each other nonland permanent you control, create a token that's a copy of that permanent."
    put(game, "Ann", "Oko", "Artifact", text)
    put(game, "Ann", "Elk", "Creature 3/3")
    game.activate("Ann", "Oko")
    game.resolve_all()
    assert sorted(game.cards_in("battlefield", "Ann")) == ["Elk", "Elk 2", "Oko"]


def test_what_one_of_several_players_did_is_not_told_apart() -> None:
    text = "Each player discards a card. If you discarded a card this way, draw a card."
    assert compare(text, Host.parse("Sorcery", "Zed"), Ruleset.on(TODAY)).verdict == NOT_READ
    assert (
        compare(
            text.replace("Each player discards", "Discard"), Host.parse("Sorcery", "Zed"), Ruleset.on(TODAY)
        ).verdict
        == EXACT
    )


def test_untapped_is_said_of_both_kinds() -> None:
    game = start(TODAY)
    play(game, "Rest", "Create two tapped Treasure tokens.")
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Ann", "Cow", "Creature 2/2", tapped=True)
    play(game, "Count", "You gain 1 life for each untapped artifact and/or creature you control.")
    assert game.life("Ann") == 21


def test_new_targets_for_the_copy_are_chosen_as_it_is_made() -> None:
    game = start(TODAY)
    text = (
        "{0}: You may lose 1 life. If you do, when you cast your next instant or sorcery spell this turn, copy that"
        " spell. You may choose new targets for the copy."
    )
    put(game, "Ann", "Dancer", "Creature 2/1", text)
    game.will("may", True)
    game.activate("Ann", "Dancer")
    game.resolve_all()
    game.will("may", False)
    play(game, "Bolt", "Bolt deals 3 damage to any target.", targets=["Bob"])
    assert (game.life("Ann"), game.life("Bob")) == (19, 14)
