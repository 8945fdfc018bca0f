"""Words that were bound to the wrong thing, or lost, and printed back exactly all the same: what they do when played."""

from __future__ import annotations

import pytest
from printed import play, put, start

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.errors import UnprovedReading, UnreadableText
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser.read import read
from rulesite.engine.cardtext.proof import OlderWords, older_words, read_to_play, timeless
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.game import Game

TODAY = "2021-11-19"


def game_of_today() -> Game:
    return start(TODAY)


def test_a_card_counts_those_of_its_own_name() -> None:
    game = game_of_today()
    text = "Plague Rats's power and toughness are each equal to the number of creatures named Plague Rats on the battlefield."
    put(game, "Ann", "Plague Rats", "Creature — Rat */*", text)
    put(game, "Bob", "Plague Rats", "Creature — Rat */*", text, label="Other")
    put(game, "Bob", "Ox", "Creature 3/3")
    assert game.power_toughness("Other") == (2, 2)


def test_what_deals_damage_to_it_is_not_it() -> None:
    game = game_of_today()
    put(
        game,
        "Ann",
        "Flash",
        "Artifact Creature 1/2",
        "Whenever another creature enters the battlefield, Flash deals 2 damage to it.",
    )
    put(game, "Bob", "Ox", "Creature 2/2", zone="hand")
    game.set_turn("Bob")
    game.play("Bob", "Ox")
    game.resolve_all()
    assert (game.zone_of("Ox"), game.zone_of("Flash")) == ("graveyard", "battlefield")


def test_what_fits_one_of_two_nouns_is_it() -> None:
    game = game_of_today()
    text = "If an artifact you control or a creature you control would be put into a graveyard from the battlefield, exile it instead."
    put(game, "Ann", "Rest", "Enchantment", text)
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Ann", "Ring", "Artifact")
    play(game, "Wreck", "Destroy target artifact.", targets=["Ring"])
    assert (game.zone_of("Ring"), game.zone_of("Ox")) == ("exile", "battlefield")


@pytest.mark.parametrize(("creatures", "cards", "life"), [(0, 2, 23), (1, 1, 21)])
def test_instead_replaces_the_whole_sentence(creatures: int, cards: int, life: int) -> None:
    game = game_of_today()
    if creatures:
        put(game, "Ann", "Ox", "Creature 2/2")
    play(
        game,
        "Find",
        "Draw a card and you gain 1 life. If you control no creatures, instead draw two cards and you gain 3 life.",
    )
    assert (len(game.hand("Ann")), game.life("Ann")) == (cards, life)


def test_the_sentence_after_a_replacement_is_part_of_it() -> None:
    game = game_of_today()
    put(game, "Ann", "Rest", "Enchantment", "If a creature would die, exile it instead. You gain 1 life.")
    put(game, "Bob", "Ox", "Creature 2/2")
    play(game, "Kill", "Destroy target creature.", targets=["Ox"])
    assert (game.zone_of("Ox"), game.life("Ann")) == ("exile", 21)


def test_a_player_chosen_before_a_card_is_still_that_player() -> None:
    game = game_of_today()
    put(game, "Bob", "Omen", "Sorcery", zone="hand")
    game.will("object", "Omen")
    play(game, "Look", "An opponent reveals their hand. You choose a card from it. That player discards that card.")
    assert game.zone_of("Omen") == "graveyard"


def test_that_many_is_the_number_of_the_event_if_the_step_before_has_none() -> None:
    game = game_of_today()
    put(game, "Ann", "Well", "Creature 1/1", "Whenever you gain life, tap Well and draw that many cards.")
    play(game, "Heal", "You gain 3 life.")
    assert len(game.hand("Ann")) == 3


@pytest.mark.parametrize(
    "text",
    [
        "Draw a card. You lose that much life.",
        "Each opponent loses 2 life. Draw a card. You gain life equal to the life lost this way.",
        "Remove all counters from target creature. You gain 1 life. Draw a card for each counter removed this way.",
        "Draw a card and you gain 1 life. If you control no creatures, draw two cards instead.",
    ],
)
def test_what_is_not_bound_is_not_read(text: str) -> None:
    with pytest.raises(UnreadableText, match="which"):
        read(text, Host.parse("Sorcery"), Ruleset.on(TODAY))


def test_of_the_same_object_is_its_toughness() -> None:
    game = game_of_today()
    put(game, "Ann", "Ox", "Creature 2/5", zone="hand")
    put(game, "Ann", "Elf", "Creature 1/1")
    text = (
        "Exile a card from your hand. Target creature gets +X/+Y until end of turn, where X is the exiled card's power "
        "and Y is its toughness."
    )
    game.will("exile", "Ox", times=0)
    game.will("object", "Ox", times=0)
    play(game, "Grow", text, targets=["Elf"])
    assert game.power_toughness("Elf") == (3, 6)


def test_cards_milled_this_way_are_those_of_this_ability() -> None:
    game = game_of_today()
    play(game, "Dig", "Mill three cards, then return the cards milled this way to your hand.")
    assert len(game.hand("Ann")) == 3


def test_what_is_exiled_until_another_leaves_is_that_card() -> None:
    text = (
        "When ~ enters the battlefield, exile target creature until ~ leaves the battlefield. You may cast that card."
    )
    (ability,) = read(text, Host.parse("Creature"), Ruleset.on(TODAY))
    assert [part.what for part in ir.walk(ability) if isinstance(part, ir.PlayCard)] == [ir.Memo("exile")]


@pytest.mark.parametrize(
    ("text", "line", "doubt"),
    [
        ("{T}: It gains flying until end of turn.", "Artifact", "nothing says what “it” means"),
        ("~ deals 1 damage to any target.", "Enchantment", "as what a spell does"),
        ("Put a 1/1 red Goblin creature token onto the battlefield face down.", "Sorcery", "tokens that are there"),
    ],
)
def test_what_is_not_proved_is_not_played(text: str, line: str, doubt: str) -> None:
    game = game_of_today()
    with pytest.raises(UnprovedReading, match=doubt):
        game.put(game.card("Foo", line, text=text), "Ann", "hand")


@pytest.mark.parametrize("pair", older_words(), ids=lambda pair: pair.one)
def test_older_words_are_read_to_the_tree_of_what_is_printed_for_them(pair: OlderWords) -> None:
    day = Ruleset.on(pair.day)
    one, other = (ir.without_words(read(text, Host.parse(pair.on), day)) for text in (pair.reads, pair.same))
    assert one == other
    assert pair.reads != pair.same
    assert timeless(pair.reads) == timeless(pair.same)


def test_what_holds_while_it_attacks_is_not_asked_again() -> None:
    game = game_of_today()
    put(game, "Ann", "Ox", "Creature 2/2", "Whenever Ox attacks while you control a Wall, you gain 1 life.")
    put(game, "Ann", "Wall", "Creature — Wall 0/4")
    game.attack("Ann", ["Ox"])
    put(game, "Ann", "Kill", "Instant", "Destroy target creature.", zone="hand")
    game.play("Ann", "Kill", targets=["Wall"])
    game.resolve_all()
    assert (game.zone_of("Wall"), game.life("Ann")) == ("graveyard", 21)


def test_a_vehicle_token_is_no_creature_until_it_is_crewed() -> None:
    game = game_of_today()
    play(game, "Build", "Create a 3/1 colorless Vehicle artifact token with crew 1.")
    (made,) = game.state.zone("battlefield")
    assert game.characteristics(made).types == {"artifact"}


def test_an_opponent_who_may_do_something_is_chosen_once() -> None:
    game = start(TODAY, players=("Ann", "Bob", "Cat"))
    game.will("player", "Cat")
    game.will("may", True)
    put(
        game,
        "Ann",
        "Ox",
        "Creature 2/2",
        "When Ox enters the battlefield, an opponent may gain control of it.",
        zone="hand",
    )
    game.play("Ann", "Ox")
    game.resolve_all()
    assert game.controller("Ox") == "Cat"


@pytest.mark.parametrize(
    "text",
    [
        "Whenever a creature attacks this turn, target creature can't block this turn.",
        "At the beginning of the next end step, destroy target creature.",
    ],
)
def test_a_target_of_an_ability_that_triggers_later_is_not_chosen_now(text: str) -> None:
    with pytest.raises(UnreadableText, match="triggers later"):
        read(text, Host.parse("Instant"), Ruleset.on(TODAY))


VALE = (
    "If Vale would enter the battlefield, sacrifice two untapped lands instead. If you do, put Vale onto the "
    "battlefield. If you don't, put it into its owner's graveyard."
)


@pytest.mark.parametrize(("lands", "zones"), [(0, ["graveyard"]), (1, ["graveyard", "battlefield"])])
def test_it_is_not_what_was_put_only_if_something_else_was_done(lands: int, zones: list[str]) -> None:
    game = game_of_today()
    names = [f"Isle {number}" for number in range(lands)]
    for name in names:
        put(game, "Ann", name, "Land")
    put(game, "Ann", "Vale", "Land", VALE, zone="hand")
    game.play_land("Ann", "Vale")
    assert [game.zone_of(name) for name in ("Vale", *names)] == zones


def test_what_is_sacrificed_for_it_lets_it_enter() -> None:
    game = game_of_today()
    put(game, "Ann", "Isle", "Land")
    put(game, "Ann", "Reef", "Land")
    put(game, "Ann", "Vale", "Land", VALE, zone="hand")
    game.play_land("Ann", "Vale")
    assert [game.zone_of(name) for name in ("Vale", "Isle", "Reef")] == ["battlefield", "graveyard", "graveyard"]


@pytest.mark.parametrize(("line", "goes"), [("Creature 2/2", "hand"), ("Land", "graveyard")])
@pytest.mark.parametrize("wanted", [True, False])
def test_a_card_that_may_be_revealed_and_taken_goes_elsewhere_if_it_was_not(line: str, goes: str, wanted: bool) -> None:
    game = game_of_today()
    put(game, "Ann", "Top", line, zone="library", position=0)
    game.will("may", wanted)
    text = (
        "Look at the top card of your library. If it's a creature card, you may reveal it and put it into your hand. "
        "If you don't put the card into your hand, put it into your graveyard."
    )
    play(game, "Scout", text)
    assert game.zone_of("Top") == (goes if wanted else "graveyard")


@pytest.mark.parametrize("zone", ["battlefield", "graveyard", "exile"])
def test_an_ability_works_in_each_zone_that_it_names(zone: str) -> None:
    game = game_of_today()
    text = "{0}: Return Boon to its owner's hand. Activate only if Boon is on the battlefield or in your graveyard."
    put(game, "Ann", "Boon", "Artifact", text, zone=zone)
    assert game.is_legal(lambda g: g.activate("Ann", "Boon", 1)) is (zone != "exile")


def test_when_you_do_behind_what_nobody_does_is_not_read() -> None:
    text = (
        "You may have Wall enter the battlefield as a copy of any creature on the battlefield. "
        "When you do, tap the copied creature."
    )
    with pytest.raises(UnprovedReading, match="nothing says what is done"):
        read_to_play(text, Host.parse("Creature 0/0", "Wall"), Ruleset.on(TODAY))
