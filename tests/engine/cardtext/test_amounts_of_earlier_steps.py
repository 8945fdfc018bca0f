"""What is reckoned from what was done before, what was so as an ability was activated, and what is paid for several
times: small games."""

from __future__ import annotations

import pytest
from printed import creatures, play, put, start

from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.state.choices import IllegalAction, NotModelled

TODAY = "2021-11-19"


def hand(game, player: str, *names: str, line: str = "Creature 1/1") -> None:
    for name in names:
        put(game, player, name, line, zone="hand")


def test_what_an_aura_is_attached_to_is_dealt_damage() -> None:
    game = start(TODAY)
    creatures(game, "Bob", Ox="2/2", Elk="2/2")
    put(game, "Bob", "Web", "Enchantment — Aura", "Enchant creature", attached_to="Ox")
    play(game, "Barbs", "Each Aura attached to a creature deals 2 damage to the creature it's attached to.")
    assert (game.zone_of("Ox"), game.zone_of("Elk")) == ("graveyard", "battlefield")


@pytest.mark.parametrize(
    ("text", "life"),
    [
        ("You gain X life, where X is the greatest power and/or toughness among creatures you control.", 25),
        ("Count the number of creatures you control. Your life total becomes that number.", 2),
        ("Sow deals 3 damage to target creature. You gain life equal to the damage already dealt to it this turn.", 23),
        ("Draw a card. If you control a land or if you control a creature, you gain 2 life.", 22),
        ("Draw a card. If you control a land or if you control an artifact, you gain 2 life.", 20),
    ],
)
def test_so_much_life(text: str, life: int) -> None:
    game = start(TODAY)
    creatures(game, "Ann", Ox="1/5", Elk="4/1")
    play(game, "Sow", text, targets=["Ox"] if "target creature" in text else None)
    assert game.life("Ann") == life


def test_prevention_that_is_divided() -> None:
    game = start(TODAY)
    creatures(game, "Ann", Ox="1/3", Elk="1/4")
    text = "Prevent the next 5 damage that would be dealt this turn to any number of targets, divided as you choose."
    play(game, "Remedy", text, "Instant", targets=[["Ox", "Elk"]], division={"Ox": 4, "Elk": 1})
    play(game, "Quake", "Quake deals 4 damage to each creature.")
    assert game.cards_in("battlefield") == ["Ox", "Elk"]
    play(game, "Aftershock", "Aftershock deals 1 damage to each creature.")
    assert game.cards_in("battlefield") == ["Ox"]


@pytest.mark.parametrize(
    ("so", "setting"),
    [
        ("more life than you did", lambda game: play(game, "Sip", "Target player gains 1 life.", targets=["Bob"])),
        ("at least two more cards in hand than you did", lambda game: hand(game, "Bob", "One", "Two")),
        (
            "at least two fewer creature cards in their graveyard than you did",
            lambda game: [put(game, "Ann", name, "Creature 1/1", zone="graveyard") for name in ("Old", "Dead")],
        ),
    ],
)
def test_an_opponent_who_was_ahead_as_the_ability_was_activated(so: str, setting) -> None:
    text = f"{{0}}: Choose target opponent who had {so} as you activated this ability. You gain 30 life."
    game = start(TODAY)
    put(game, "Ann", "Keeper", "Creature 1/1", text)
    with pytest.raises(IllegalAction):
        game.activate("Ann", "Keeper", targets=["Bob"])
    setting(game)
    game.activate("Ann", "Keeper", targets=["Bob"])
    put(game, "Ann", "Feast", "Instant", "Draw five cards. You gain 9 life. Exile your graveyard.", zone="hand")
    game.play("Ann", "Feast")
    game.resolve_all()
    assert game.life("Ann") == 59


def test_cards_that_were_put_into_your_hand_this_way() -> None:
    game = start(TODAY)
    text = "Look at the top five cards of your library. You may put any number of them into your hand and the rest into your graveyard. You lose 3 life for each card you put into your hand this way."  # fmt: skip
    top = ("One", "Two", "Three", "Four", "Five")
    for name in top:
        put(game, "Ann", name, "Creature 1/1", zone="library", position=0)
    game.will("may", True)
    game.will("number", 2)
    game.will("object", ["One", "Two"])
    game.will("put", ["One", "Two"])
    play(game, "Blex", text)
    assert (sorted(game.hand("Ann")), game.life("Ann")) == (["One", "Two"], 14)


def test_cards_that_were_exiled_from_a_hand_this_way() -> None:
    game = start(TODAY)
    text = "Search target player's graveyard, hand, and library for any number of creature cards and exile them. That player draws a card for each card exiled from their hand this way."  # fmt: skip
    hand(game, "Bob", "One", "Two")
    put(game, "Bob", "Old", "Creature 1/1", zone="graveyard")
    game.will("number", 3)
    game.will("search", ["One", "Two", "Old"])
    play(game, "Legacy", text, targets=["Bob"])
    assert (len(game.hand("Bob")), len(game.cards_in("exile", "Bob"))) == (2, 3)


@pytest.mark.parametrize(("name", "legal"), [("Trick", True), ("Cat", True), ("Dog", False)])
def test_a_card_of_either_kind_is_found(name: str, legal: bool) -> None:
    game = start(TODAY)
    put(game, "Ann", "Trick", "Instant", "Draw a card.", zone="library")
    put(game, "Ann", "Cat", "Creature 1/1", "Flash", zone="library")
    put(game, "Ann", "Dog", "Creature 1/1", zone="library")
    text = "Search your library for an instant card or a card with flash, reveal it, put it into your hand, then shuffle."  # fmt: skip
    game.will("search", [name])
    if legal:
        play(game, "Teach", text)
        assert game.hand("Ann") == [name]
    else:
        with pytest.raises(IllegalAction):
            play(game, "Teach", text)


def test_players_who_tapped_a_land_for_mana() -> None:
    game = start(TODAY)
    put(game, "Ann", "Field", "Basic Land — Forest")
    put(game, "Bob", "Hill", "Basic Land — Forest")
    game.activate("Ann", "Field")
    play(game, "Waste", "Each player who tapped a land for mana this turn sacrifices a land.")
    assert game.cards_in("battlefield") == ["Hill"]


def test_up_to_as_many_targets() -> None:
    game = start(TODAY)
    text = "Whenever Constable deals combat damage to a player, return up to that many target permanents that player controls to their owner's hand."  # fmt: skip
    put(game, "Ann", "Constable", "Creature 2/2", text)
    for name in ("One", "Two", "Three"):
        put(game, "Bob", name, "Artifact")
    game.will("number", 2)
    game.will("target", ["One", "Two"])
    game.attack("Ann", {"Constable": "Bob"})
    game.to_step("postcombat main")
    assert game.cards_in("battlefield") == ["Constable", "Three"]


def test_opponents_that_were_dealt_combat_damage() -> None:
    for attacks, cards in ((False, 0), (True, 1)):
        game = start(TODAY)
        creatures(game, "Ann", Ox="2/2")
        if attacks:
            game.attack("Ann", {"Ox": "Bob"})
        game.to_step("postcombat main")
        text = "Draw X cards, where X is the number of opponents that were dealt combat damage this turn."
        play(game, "Weave", text)
        assert len(game.hand("Ann")) == cards


def test_the_card_types_that_a_card_has() -> None:
    game = start(TODAY)
    hand(game, "Ann", "Golem", line="Artifact Creature 1/1")
    text = "Discard a card. Draw X cards, where X is the number of card types the discarded card has."
    play(game, "Sort", text)
    assert len(game.hand("Ann")) == 2


def test_any_number_of_those_cards_are_exiled() -> None:
    game = start(TODAY)
    for name in ("One", "Two", "Three"):
        put(game, "Bob", name, "Creature 1/1", zone="library", position=0)
    game.will("number", 1)
    game.will("object", ["Two"])
    game.will("exile", ["Two"])
    game.will("order", ["One", "Three"])
    text = "Look at the top three cards of target player's library. Exile any number of those cards, then put the rest back in any order."  # fmt: skip
    play(game, "Scheme", text, targets=["Bob"])
    assert game.cards_in("exile", "Bob") == ["Two"]
    assert set(game.cards_in("library", "Bob")[:2]) == {"One", "Three"}


def test_it_comes_back_when_something_leaves() -> None:
    game = start(TODAY)
    creatures(game, "Bob", Ox="2/2")
    text = "{0}: Exile target creature. Return that card to the battlefield under its owner's control when Gate leaves the battlefield."  # fmt: skip
    put(game, "Ann", "Gate", "Artifact", text)
    game.activate("Ann", "Gate", targets=["Ox"])
    game.resolve_all()
    assert game.zone_of("Ox") == "exile"
    play(game, "Break", "Destroy target artifact.", targets=["Gate"])
    assert game.zone_of("Ox") == "battlefield"


def test_a_counter_on_either_of_them() -> None:
    game = start(TODAY)
    for name in ("Ox", "Elk"):
        put(game, "Ann", name, "Creature 2/2", zone="graveyard")
    game.will("object", "Elk")
    text = "Return up to two target creature cards from your graveyard to the battlefield. Put a flying counter on either of them."  # fmt: skip
    play(game, "Call", text, targets=[["Ox", "Elk"]])
    assert (game.counters("Ox", "flying"), game.counters("Elk", "flying")) == (0, 1)


@pytest.mark.parametrize("times", [0, 1, 3])
def test_a_cost_is_paid_any_number_of_times(times: int) -> None:
    game = start(TODAY)
    lands = [f"Swamp {nth}" for nth in range(4)]
    for name in lands:
        put(game, "Ann", name, "Basic Land — Swamp")
        game.activate("Ann", name)
    put(game, "Ann", "Rival", "Creature 1/1", "{0}: You may pay {B} any number of times. When you pay this cost one or more times, put that many +1/+1 counters on Rival.")  # fmt: skip
    game.will("may", times > 0)
    game.will("times", times)
    game.activate("Ann", "Rival")
    game.resolve_all()
    assert game.counters("Rival", "+1/+1") == times


def test_what_may_be_paid_any_time_before_a_step_is_not_modelled() -> None:
    game = start(TODAY)
    text = "Target player loses 1 life at the beginning of their next draw step unless they pay {1} before that draw step."  # fmt: skip
    with pytest.raises(NotModelled, match="before a later step"):
        play(game, "Bite", text, targets=["Bob"])


def test_each_of_several_deals_damage_to_its_own_controller() -> None:
    game = start(TODAY)
    creatures(game, "Ann", Ox="1/1")
    creatures(game, "Bob", Elk="1/1", Owl="1/1")
    play(game, "Rebuke", "Each creature deals 2 damage to its controller.")
    assert (game.life("Ann"), game.life("Bob")) == (18, 16)


@pytest.mark.parametrize("exiled", [0, 2])
def test_that_many_at_a_later_step_is_the_number_of_what_was_done_before(exiled: int) -> None:
    game = start(TODAY)
    creatures(game, "Ann", **{f"Ox {number}": "2/2" for number in range(exiled)})
    text = "Exile all creatures you control. At the beginning of the next end step, you gain that much life."
    play(game, "Leave", text)
    game.to_step("end")
    game.resolve_all()
    assert game.life("Ann") == 20 + exiled


def test_that_many_at_a_later_step_may_be_the_number_of_the_event() -> None:
    game = start(TODAY)
    text = "Whenever you gain life, at the beginning of the next end step, draw that many cards."
    put(game, "Ann", "Well", "Enchantment", text)
    play(game, "Gift", "You gain 3 life.")
    game.to_step("end")
    game.resolve_all()
    assert len(game.hand("Ann")) == 3


def test_that_many_are_the_counters_that_the_condition_speaks_of() -> None:
    game = start(TODAY)
    text = "Whenever a creature you control dies, if it had one or more +1/+1 counters on it, draw that many cards."
    put(game, "Ann", "Heir", "Creature 1/1", text)
    put(game, "Ann", "Ox", "Creature 2/2", counters={"+1/+1": 2})
    play(game, "Kill", "Destroy target creature.", targets=["Ox"])
    assert len(game.hand("Ann")) == 2


def test_what_happens_to_one_object_has_no_number() -> None:
    with pytest.raises(UnreadableText, match="that many"):
        put(start(TODAY), "Ann", "Heir", "Creature 1/1", "Whenever a creature you control dies, draw that many cards.")
