"""What is reckoned from numbers, symbols and the order of a graveyard: small games with texts of cards."""

from __future__ import annotations

import pytest
from printed import KILL, put, start

from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.round_trip import readable
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.state.choices import EngineError, IllegalAction

TODAY = "2021-11-19"


def test_a_number_minus_how_many_there_are() -> None:
    game = start(TODAY)
    put(game, "Ann", "Rack", "Sorcery", "Rack deals X damage to any target, where X is 5 minus the number of Goblins you control.", zone="hand")  # fmt: skip
    put(game, "Ann", "Imp", "Creature — Goblin 1/1")
    put(game, "Ann", "Imp 2", "Creature — Goblin 1/1")
    game.play("Ann", "Rack", targets=["Bob"])
    game.resolve_all()
    assert game.life("Bob") == 17


def test_the_power_of_a_target_is_looked_at() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 4/3")
    put(game, "Ann", "Pride", "Sorcery", "Draw cards equal to the power of target creature you control.", zone="hand")
    game.play("Ann", "Pride", targets=["Ox"])
    game.resolve_all()
    assert len(game.hand("Ann")) == 4


def test_the_power_of_the_card_returned_this_way() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 4/3", zone="graveyard")
    text = "Return target creature card from your graveyard to your hand. Burst deals damage to any target equal to the"
    put(game, "Ann", "Burst", "Sorcery", f"{text} power of the card returned this way.", zone="hand")
    game.play("Ann", "Burst", targets=["Ox", "Bob"])
    game.resolve_all()
    assert (game.zone_of("Ox"), game.life("Bob")) == ("hand", 16)


def test_a_number_of_cards_is_discarded() -> None:
    game = start(TODAY)
    put(game, "Ann", "Imp", "Creature — Goblin 1/1")
    put(game, "Bob", "Old", "Sorcery", "You gain 1 life.", zone="hand")
    put(game, "Bob", "New", "Sorcery", "You gain 1 life.", zone="hand")
    text = "Target player discards a number of cards equal to the number of Goblins you control."
    put(game, "Ann", "Fear", "Sorcery", text, zone="hand")
    game.play("Ann", "Fear", targets=["Bob"])
    game.resolve_all({"discard": ["Old"]})
    assert game.hand("Bob") == ["New"]


def test_a_number_of_counters_is_distributed() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 4/3")
    put(game, "Ann", "Elk", "Creature 4/3")
    text = (
        "Distribute a number of +1/+1 counters equal to the number of creatures you control among two target creatures."
    )
    put(game, "Ann", "Share", "Sorcery", text, zone="hand")
    game.play("Ann", "Share", targets=["Ox", "Elk"], division={"Ox": 1, "Elk": 1})
    game.resolve_all()
    assert (game.counters("Ox", "+1/+1"), game.counters("Elk", "+1/+1")) == (1, 1)


def test_mana_symbols_are_counted_in_mana_costs() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 4/3", cost="{2}{R}{R}")
    put(game, "Ann", "Elk", "Creature 4/3", cost="{R/G}{G}")
    text = (
        "Blaze deals damage to any target equal to the number of red mana symbols in the mana costs of permanents you"
    )
    put(game, "Ann", "Blaze", "Sorcery", f"{text} control.", zone="hand")
    game.play("Ann", "Blaze", targets=["Bob"])
    game.resolve_all()
    assert game.life("Bob") == 17


def test_the_uppermost_creature_card_of_a_graveyard_returns() -> None:
    game = start(TODAY)
    for name, line in (("Ox", "Creature 4/3"), ("Elk", "Creature 2/2"), ("Rite", "Sorcery")):
        put(game, "Ann", name, line, zone="graveyard")
    text = "Return the top creature card of your graveyard to the battlefield. That creature gains haste until end of turn."
    put(game, "Ann", "Rise", "Instant", text, zone="hand")
    game.play("Ann", "Rise")
    game.resolve_all()
    assert game.cards_in("battlefield") == ["Elk"]
    assert game.has_keyword("Elk", "haste")


@pytest.mark.parametrize(
    ("line", "taken", "zone"),
    [("Creature 1/1", False, "hand"), ("Land", True, "battlefield"), ("Land", False, "hand")],
    ids=["no land", "put", "declined"],
)
def test_what_is_not_put_onto_the_battlefield_is_put_into_the_hand(line: str, taken: bool, zone: str) -> None:
    game = start(TODAY)
    put(game, "Ann", "Find", line, zone="library", position=0)
    text = "Look at the top card of your library. If it's a land card, you may put it onto the battlefield."
    more = "If you don't put the card onto the battlefield, put it into your hand."
    put(game, "Ann", "Beast", "Sorcery", f"{text} {more}", zone="hand")
    game.play("Ann", "Beast")
    if line == "Land":
        game.will("may", taken)
    game.resolve_all()
    assert game.zone_of("Find") == zone


def test_the_cards_from_a_hand_are_shuffled_away_and_as_many_drawn() -> None:
    game = start(TODAY)
    for nth in range(3):
        put(game, "Ann", f"Old{nth}", "Sorcery", "You gain 1 life.", zone="hand")
    text = "Shuffle the cards from your hand into your library, then draw that many cards."
    put(game, "Ann", "Winds", "Sorcery", text, zone="hand")
    game.play("Ann", "Winds")
    game.resolve_all()
    assert (len(game.hand("Ann")), len(game.cards_in("library", "Ann"))) == (3, 20)


@pytest.mark.parametrize(("cards", "size"), [(1, (3, 3)), (2, (5, 4))])
def test_it_gets_another_bonus_instead_as_long_as_something_is_so(cards: int, size: tuple[int, int]) -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 2/3")
    text = "Equipped creature gets +1/+0. It gets +3/+1 instead as long as an opponent has two or more cards in their"
    put(game, "Ann", "Blade", "Artifact — Equipment", f"{text} graveyard.", attached_to="Ox")
    for nth in range(cards):
        put(game, "Bob", f"Old{nth}", "Sorcery", "You gain 1 life.", zone="graveyard")
    assert game.power_toughness("Ox") == size


def test_abandoning_a_scheme_is_refused_by_name() -> None:
    game = start(TODAY)
    put(game, "Ann", "Plan", "Sorcery", "Abandon this scheme.", zone="hand")
    game.play("Ann", "Plan")
    with pytest.raises(EngineError, match="AbandonScheme"):
        game.resolve_all()


def test_it_is_done_once_in_a_turn_and_what_was_declined_is_not_done() -> None:
    game = start(TODAY)
    text = (
        "Whenever you gain life, you may put that many +1/+1 counters on each creature you control. Do this only once"
    )
    put(game, "Ann", "Hero", "Creature 1/1", f"{text} each turn.")
    for nth in range(3):
        put(game, "Ann", f"Sip{nth}", "Instant", "You gain 2 life.", zone="hand")
    for nth, taken in enumerate((False, True, None)):
        game.play("Ann", f"Sip{nth}")
        if taken is not None:
            game.will("may", taken)
        game.resolve_all()
    assert (game.times_triggered("Hero"), game.counters("Hero", "+1/+1")) == (3, 2)
    game.to_step("upkeep", "Bob")
    put(game, "Ann", "Sip3", "Instant", "You gain 1 life.", zone="hand")
    game.pass_priority("Bob")
    game.play("Ann", "Sip3")
    game.will("may", True)
    game.resolve_all()
    assert game.counters("Hero", "+1/+1") == 3


@pytest.mark.parametrize(("cost", "drawn"), [("{5}", 1), ("{4}", 1), ("{1}", 0)], ids=["most", "tied", "less"])
def test_the_greatest_number_is_that_of_the_things_named(cost: str, drawn: int) -> None:
    game = start(TODAY)
    put(game, "Ann", "Cup", "Artifact", cost=cost)
    put(game, "Bob", "Urn", "Artifact", cost="{4}")
    put(game, "Bob", "Wurm", "Creature 6/6", cost="{7}")
    text = "Draw a card if you control the artifact with the highest mana value or tied for the highest mana value."
    put(game, "Ann", "Read", "Sorcery", text, zone="hand")
    game.play("Ann", "Read")
    game.resolve_all()
    assert len(game.hand("Ann")) == drawn


@pytest.mark.parametrize(("life", "size"), [(26, (1, 1)), (27, (3, 3))])
def test_so_much_more_life_than_at_the_start(life: int, size: tuple[int, int]) -> None:
    game = start(TODAY)
    text = "As long as you have at least 7 life more than your starting life total, creatures you control get +2/+2."
    put(game, "Ann", "Saint", "Creature 1/1", text)
    game.state.players["Ann"].life = life
    game.state.touch()
    assert game.power_toughness("Saint") == size


def test_less_life_than_an_opponent() -> None:
    game = start(TODAY)
    game.state.players["Ann"].life = 5
    text = (
        "If you have less life than an opponent, you gain 6 life. If you control fewer creatures than an opponent, draw"
    )
    put(game, "Ann", "Aid", "Sorcery", f"{text} a card.", zone="hand")
    game.play("Ann", "Aid")
    game.resolve_all()
    assert (game.life("Ann"), game.hand("Ann")) == (11, [])


def test_it_attacks_alone_and_cannot_be_blocked() -> None:
    game = start(TODAY)
    put(game, "Ann", "Spy", "Creature 2/1", "Spy can't be blocked as long as it's attacking alone.")
    put(game, "Bob", "Wall", "Creature 0/4")
    game.attack("Ann", ["Spy"])
    game.to_step("declare blockers")
    with pytest.raises(IllegalAction):
        game.block("Bob", {"Wall": "Spy"})


def test_the_cards_exiled_with_it_go_to_a_hand() -> None:
    game = start(TODAY)
    text = (
        "{T}: Exile the top card of your library.\nWhen Jar dies, put the cards exiled with it into their owner's hand."
    )
    put(game, "Ann", "Jar", "Artifact Creature 1/1", text)
    put(game, "Ann", "Gem", "Sorcery", "You gain 1 life.", zone="library", position=0)
    put(game, "Ann", *KILL, zone="hand")
    game.activate("Ann", "Jar")
    game.resolve_all()
    assert game.zone_of("Gem") == "exile"
    game.play("Ann", "Kill", targets=["Jar"])
    game.resolve_all()
    assert game.zone_of("Gem") == "hand"


def test_what_a_letter_is_stands_behind_then() -> None:
    game = start(TODAY)
    put(game, "Ann", "Imp", "Creature — Goblin 1/1")
    text = "You gain 1 life. Then create twice X 1/1 green Elf creature tokens, where X is the number of Goblins you control."
    put(game, "Ann", "Grove", "Sorcery", text, zone="hand")
    game.play("Ann", "Grove")
    game.resolve_all()
    assert len([name for name in game.cards_in("battlefield") if name.startswith("Elf")]) == 2


@pytest.mark.parametrize(
    "text",
    [
        "Look at the top card of your library. You may put it into your graveyard. If you don't put it into your hand, draw"
        " a card.",
        "Exile the top card of your library. If you don't put it into your hand, draw a card.",
    ],
)
def test_what_was_never_offered_is_not_read_as_declined(text: str) -> None:
    assert not readable(text, Host.parse("Sorcery", "Foo"), Ruleset.on(TODAY))
