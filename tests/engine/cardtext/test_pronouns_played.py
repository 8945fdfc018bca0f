"""Whom "it", "they", "that player" and "each other" mean, seen in what happens."""

from __future__ import annotations

import pytest
from printed import KILL, creatures, put, start

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser.read import read
from rulesite.engine.eras.ruleset import Ruleset

TODAY = "2024-02-02"


def test_its_controller_is_not_the_controller_of_the_spell_that_deals_the_damage() -> None:
    game = start(TODAY)
    put(game, "Bob", "Mox", "Artifact", cost="{2}")
    put(
        game,
        "Ann",
        "Smash",
        "Instant",
        "Destroy target artifact. ~ deals damage to its controller equal to that artifact's mana value.",
        zone="hand",
    )
    game.play("Ann", "Smash", targets=["Mox"])
    game.resolve_all()
    assert (game.life("Ann"), game.life("Bob")) == (20, 18)


@pytest.mark.slow
def test_its_controller_in_a_trigger_is_the_controller_of_what_it_speaks_of() -> None:
    game = start()
    put(game, "Ann", "Spikes", "Enchantment", "Whenever a land comes into play, ~ deals 2 damage to its controller.")
    put(game, "Bob", "Grove", "Land", zone="hand")
    game.set_turn("Bob")
    game.play_land("Bob", "Grove")
    game.resolve_all()
    assert (game.life("Ann"), game.life("Bob")) == (20, 18)


@pytest.mark.parametrize(("other", "damage"), [("red", 2), ("green", 0)])
def test_each_other_creature_is_other_than_the_target(other: str, damage: int) -> None:
    game = start()
    put(game, "Bob", "Ox", "Creature 3/3, red")
    put(game, "Bob", "Elk", f"Creature 3/3, {other}")
    put(
        game,
        "Ann",
        "Beam",
        "Sorcery",
        "~ deals 2 damage to target creature and each other creature that shares a color with it.",
        zone="hand",
    )
    game.play("Ann", "Beam", targets=["Ox"])
    game.resolve_all()
    assert [game.state.things[game.id(name)].damage for name in ("Ox", "Elk")] == [2, damage]


def test_they_are_all_the_tokens_that_were_made() -> None:
    game = start(TODAY)
    put(
        game,
        "Ann",
        "Raid",
        "Sorcery",
        "Create two 1/1 red Goblin creature tokens. They gain haste until end of turn.",
        zone="hand",
    )
    game.play("Ann", "Raid")
    game.resolve_all()
    assert game.is_legal(lambda g: g.attack("Ann", ["Goblin", "Goblin 2"]))


WHOSE = ["~'s", "enchanted creature's", "the sacrificed creature's", "that creature's", "its"]


@pytest.mark.parametrize("whose", WHOSE)
@pytest.mark.parametrize(
    ("second", "of_the_first"), [("its toughness", True), ("the number of lands you control", False)]
)
def test_its_in_the_second_of_two_amounts_is_whose_the_first_is(whose: str, second: str, of_the_first: bool) -> None:
    text = f"{{T}}: Target creature gets +X/+Y until end of turn, where X is {whose} power and Y is {second}."
    read_as = ir.walk(read(text, Host.parse("Enchantment — Aura"), Ruleset.on(TODAY)))
    change = next(part for part in read_as if isinstance(part, ir.ModifyPowerToughness))
    assert (change.power.of == change.toughness.of) is of_the_first


@pytest.mark.parametrize("plays", [True, False])
def test_a_spell_cast_without_paying_is_cast_on_resolution_or_never(plays: bool) -> None:
    game = start(TODAY)
    put(game, "Ann", "Muse", "Creature 1/1", "{T}: You may cast a spell from your hand without paying its mana cost.")
    put(game, "Ann", "Heal", "Instant", "You gain 3 life.", zone="hand", cost="{5}")
    game.will("may", plays)
    game.activate("Ann", "Muse")
    game.resolve_all()
    assert (game.life("Ann"), game.zone_of("Heal")) == ((23, "graveyard") if plays else (20, "hand"))
    assert plays or not game.is_legal(lambda g: g.play("Ann", "Heal", alternative="permission"))


def test_damage_that_cannot_be_prevented_is_dealt() -> None:
    game = start()
    put(game, "Bob", "Healer", "Creature 1/1", "{0}: Prevent the next 2 damage that would be dealt to you this turn.")
    put(
        game,
        "Ann",
        "Skull",
        "Instant",
        "~ deals 3 damage to target player. The damage can't be prevented.",
        zone="hand",
    )
    game.play("Ann", "Skull", targets=["Bob"])
    game.pass_priority("Ann")
    game.activate("Bob", "Healer")
    game.resolve_all()
    assert game.life("Bob") == 17


def test_what_a_quotation_ends_with_ends_the_sentence_too() -> None:
    game = start(TODAY)
    put(
        game,
        "Ann",
        "Grounds",
        "Land",
        "{0}: Until end of turn, ~ becomes a green Plant creature with \"This creature's "
        "power and toughness are each equal to the number of creature cards in your graveyard.\" It's still a land.",
    )
    for _ in range(2):
        put(game, "Ann", "Old", "Creature 1/1", zone="graveyard")
    game.activate("Ann", "Grounds")
    game.resolve_all()
    assert game.power_toughness("Grounds") == (2, 2)
    assert game.characteristics("Grounds").types == {"land", "creature"}


@pytest.mark.parametrize(("modes", "life", "cards"), [([1, 1], 26, 0), ([1, 2], 23, 1)])
def test_the_same_mode_may_be_chosen_twice_where_the_words_allow_it(modes: list[int], life: int, cards: int) -> None:
    game = start(TODAY)
    put(
        game,
        "Ann",
        "Lesson",
        "Sorcery",
        "Choose two. You may choose the same mode more than once.\n• You gain 3 life.\n• Draw a card.",
        zone="hand",
    )
    game.play("Ann", "Lesson", modes=modes)
    game.resolve_all()
    assert (game.life("Ann"), len(game.hand("Ann"))) == (life, cards)


@pytest.mark.parametrize("modes", [[1], [2], [1, 2, 3]])
def test_one_or_more_modes_may_be_chosen(modes: list[int]) -> None:
    game = start(TODAY)
    put(
        game,
        "Ann",
        "Charm",
        "Sorcery",
        "Choose one or more —\n• You gain 1 life.\n• You gain 2 life.\n• You gain 3 life.",
        zone="hand",
    )
    game.play("Ann", "Charm", modes=modes)
    game.resolve_all()
    assert game.life("Ann") == 20 + sum(modes)


def test_one_card_goes_to_the_hand_and_the_other_to_the_bottom() -> None:
    game = start(TODAY)
    for place, name in enumerate(("One", "Two")):
        put(game, "Ann", name, "Sorcery", zone="library", position=place)
    put(
        game,
        "Ann",
        "Peek",
        "Instant",
        "Look at the top two cards of your library. Put one of them into your hand and the "
        "other on the bottom of your library.",
        zone="hand",
    )
    game.will("put", ["Two"])
    game.play("Ann", "Peek")
    game.resolve_all()
    assert (game.hand("Ann"), game.cards_in("library", "Ann")[-1]) == (["Two"], "One")


@pytest.mark.parametrize(("color", "mana"), [("green", "{G}{G}"), ("red", "{R}")])
def test_mana_of_that_color_is_of_the_color_just_chosen(color: str, mana: str) -> None:
    game = start(TODAY)
    for name, kind in (("Ox", "green"), ("Elk", "green"), ("Imp", "red")):
        put(game, "Ann", name, f"Creature 1/1, {kind}")
    put(
        game,
        "Ann",
        "Lens",
        "Artifact",
        "{T}: Choose a color. Add one mana of that color for each permanent you control of that color.",
    )
    game.will("color", color)
    game.activate("Ann", "Lens")
    assert game.mana_pool("Ann") == mana


def test_the_chosen_type_is_the_creature_type_that_was_chosen() -> None:
    game = start()
    put(
        game,
        "Ann",
        "Banner",
        "Enchantment",
        "As ~ comes into play, choose a creature type.\nAll creatures of the chosen type get +1/+1.",
        zone="hand",
    )
    put(game, "Ann", "Elf", "Creature - Elf 1/1")
    put(game, "Ann", "Ox", "Creature - Ox 1/1")
    game.will("creature type", "Elf")
    game.play("Ann", "Banner")
    game.resolve_all()
    assert [game.power_toughness(name) for name in ("Elf", "Ox")] == [(2, 2), (1, 1)]


@pytest.mark.parametrize(("turn", "triggers"), [("Ann", 1), ("Bob", 0)])
def test_an_event_during_your_turn_counts_in_your_turn_only(turn: str, triggers: int) -> None:
    game = start(TODAY)
    put(game, "Ann", "Watcher", "Enchantment", "Whenever an opponent casts a spell during your turn, draw a card.")
    put(game, "Bob", "Heal", "Instant", "You gain 1 life.", zone="hand")
    game.set_turn(turn)
    if turn == "Ann":
        game.pass_priority("Ann")
    game.play("Bob", "Heal")
    assert game.times_triggered("Watcher") == triggers


def test_for_each_opponent_that_player_is_the_present_one() -> None:
    game = start(TODAY)
    text = "For each opponent, exile the top card of that player's library."
    put(game, "Ann", "Thief", "Sorcery", text, zone="hand")
    game.play("Ann", "Thief")
    game.resolve_all()
    assert [thing.owner for thing in game.state.things.values() if thing.zone == "exile"] == ["Bob"]


def test_that_player_in_a_target_is_each_of_them_in_turn() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 3/3")
    put(game, "Bob", "Elk", "Creature 3/3")
    text = "For each opponent, destroy target creature that player controls."
    put(game, "Ann", "Thief", "Sorcery", text, zone="hand")
    assert not game.is_legal(lambda game: game.play("Ann", "Thief", targets=["Ox"]))
    game.play("Ann", "Thief", targets=["Elk"])
    game.resolve_all()
    assert game.zone_of("Elk") == "graveyard"


def test_them_in_todays_words_is_one_player_where_nothing_else_was_several() -> None:
    game = start(TODAY)
    text = "At the beginning of each opponent's upkeep, ~ deals 2 damage to them."
    put(game, "Ann", "Rogue", "Enchantment", text)
    game.to_step("upkeep", "Bob")
    game.resolve_all()
    assert (game.life("Ann"), game.life("Bob")) == (20, 18)


def test_that_player_is_not_one_of_those_whom_that_player_is_held_against() -> None:
    game = start(TODAY, players=("Ann", "Bob", "Cat"))
    text = "At the beginning of each player's upkeep, if that player controls more lands than each other player, the player loses 3 life."  # fmt: skip
    put(game, "Ann", "Tax", "Enchantment", text)
    put(game, "Bob", "Grove", "Land")
    game.set_turn("Ann", "end")
    game.to_step("upkeep", "Bob")
    game.resolve_all()
    assert [game.life(player) for player in ("Ann", "Bob", "Cat")] == [20, 17, 20]


@pytest.mark.parametrize(("target", "drawing"), [("Bear", "Bob"), ("Bob", "Bob"), ("Ann", "Ann")])
def test_that_player_or_that_permanents_controller_is_the_targets(target: str, drawing: str) -> None:
    """ "Any target" is a player or a permanent; "that permanent" was taken for the source."""
    game = start("2021-11-19")
    put(game, "Bob", "Bear", "Creature 2/2")
    text = "Spark deals 1 damage to any target. That player or that permanent's controller draws a card."
    put(game, "Ann", "Spark", "Sorcery", text, zone="hand")
    game.play("Ann", "Spark", targets=[target])
    game.resolve_all()
    assert [len(game.state.zone("hand", player)) for player in ("Ann", "Bob")] == [drawing == "Ann", drawing == "Bob"]


def test_each_attacking_opponent_untaps_what_that_opponent_controls() -> None:
    """Who is described ("attacking that player") and does something is "they", not the player of the description."""
    game = start("2021-11-19", players=("Ann", "Bob", "Cat"))
    put(game, "Ann", "Raider", "Creature 2/2")
    for player in ("Ann", "Bob", "Cat"):
        put(game, player, f"Relic of {player}", "Artifact", tapped=True)
    text = (
        "Enchant player\nWhenever enchanted player is attacked, each opponent attacking that player untaps"
        " all nonland permanents they control."
    )
    game.put(game.card("Bounty", "Enchantment - Aura Curse", text=text), "Cat", attached_to="Bob")
    game.attack("Ann", {"Raider": "Bob"})
    game.resolve_all()
    tapped = {thing.label for thing in game.state.things.values() if thing.tapped and "Relic" in thing.label}
    assert tapped == {"Relic of Bob", "Relic of Cat"}


def test_the_number_of_tokens_is_reckoned_from_what_died_and_not_from_the_tokens() -> None:
    game = start(TODAY)
    words = "When ~ dies, create a Treasure token for each +1/+1 counter on it."
    put(game, "Ann", "Driver", "Creature 1/1", words, counters={"+1/+1": 2})
    put(game, "Ann", *KILL, zone="hand")
    game.play("Ann", "Kill", targets=["Driver"])
    game.resolve_all()
    assert game.exists("Treasure 2")
    assert not game.exists("Treasure 3")


@pytest.mark.parametrize("kicked", [True, False])
def test_it_is_not_what_there_are_several_of(kicked: bool) -> None:
    game = start(TODAY)
    words = "Kicker {0}\nWhen ~ enters, destroy all lands you control. If it was kicked, destroy all lands instead."
    put(game, "Ann", "Angel", "Creature 5/4", words, zone="hand")
    put(game, "Bob", "Grove", "Land")
    game.play("Ann", "Angel", options=["kicker"] if kicked else [])
    game.resolve_all()
    assert game.zone_of("Grove") == ("graveyard" if kicked else "battlefield")


@pytest.mark.parametrize("cast", [True, False])
def test_whether_it_was_cast_is_asked_of_what_would_enter(cast: bool) -> None:
    game = start(TODAY)
    words = "Sacrifice ~: Until end of turn, if a creature would enter and it wasn't cast, exile it instead."
    put(game, "Ann", "Caller", "Creature 1/1", words)
    put(game, "Ann", "Ox", "Creature 2/2", zone="hand")
    put(game, "Ann", "Rite", "Sorcery", "Put a creature card from your hand onto the battlefield.", zone="hand")
    game.activate("Ann", "Caller")
    game.resolve_all()
    game.play("Ann", "Ox") if cast else game.play("Ann", "Rite", choices={"put": ["Ox"]})
    game.resolve_all()
    assert game.zone_of("Ox") == ("battlefield" if cast else "exile")


def test_who_returns_a_permanent_unless_they_pay_is_who_pays() -> None:
    game = start(TODAY)
    each = "At the beginning of each player's upkeep, "
    words = f"{each}that player returns a permanent they control to its owner's hand unless they pay 2 life."
    put(game, "Ann", "Clock", "Artifact", words)
    game.will("pay", True)
    game.to_step("upkeep", "Bob")
    game.resolve_all()
    assert (game.life("Ann"), game.life("Bob")) == (20, 18)


def test_each_of_several_things_keeps_an_effect_for_as_long_as_it_has_a_counter() -> None:
    game = start(TODAY)
    for name in ("Grove", "Glade"):
        put(game, "Ann", name, "Land")
    words = (
        "Choose any number of target lands you control and put an awakening counter on each of them. Each of those lands "
        "is an 8/8 green Elemental creature for as long as it has an awakening counter on it. They're still lands."
    )
    put(game, "Ann", "Call", "Sorcery", words, zone="hand")
    put(game, "Ann", "Lull", "Instant", "Remove an awakening counter from target permanent.", zone="hand")
    game.play("Ann", "Call", targets=[["Grove", "Glade"]])
    game.resolve_all()
    assert [game.power_toughness(name) for name in ("Grove", "Glade")] == [(8, 8), (8, 8)]
    game.play("Ann", "Lull", targets=["Grove"])
    game.resolve_all()
    assert [game.power_toughness(name) for name in ("Grove", "Glade")] == [(None, None), (8, 8)]


def test_each_of_several_creatures_deals_its_own_damage() -> None:
    game = start(TODAY)
    words = "Choose any number of target creatures. Each of those creatures deals damage equal to its power to you."
    put(game, "Ann", "Scorn", "Sorcery", words, zone="hand")
    creatures(game, "Bob", Ox="1/9", Elk="3/9")
    game.play("Ann", "Scorn", targets=[["Ox", "Elk"]])
    game.resolve_all()
    assert game.life("Ann") == 16
    told = [step.text.partition(",")[0] for step in game.trace.steps if "damage to Ann" in step.text]
    assert told == ["Ox deals 1 damage to Ann", "Elk deals 3 damage to Ann"]


@pytest.mark.parametrize(
    ("event", "who", "lives"),
    [
        ("enters the battlefield under an opponent's control", "that player", (20, 18)),
        ("enters the battlefield under an opponent's control", "its controller", (18, 20)),
        ("an opponent controls becomes tapped", "that player", (20, 18)),
    ],
)
def test_that_player_controlled_it_as_the_event_happened(event: str, who: str, lives: tuple[int, int]) -> None:
    game = start("2021-11-19")
    put(game, "Ann", "Bond", "Enchantment", f"Whenever a land {event}, {who} loses 2 life.")
    put(game, "Ann", "Steal", "Instant", "Gain control of target land.", zone="hand")
    put(game, "Bob", "Grove", "Land", zone="hand")
    put(game, "Bob", "Tap", "Instant", "Tap target land.", zone="hand")
    game.set_turn("Bob")
    game.play_land("Bob", "Grove")
    if "tapped" in event:
        game.play("Bob", "Tap", targets=["Grove"])
        game.pass_priority("Bob")
        game.pass_priority("Ann")
    game.pass_priority("Bob")
    game.play("Ann", "Steal", targets=["Grove"])
    game.resolve_all()
    assert (game.life("Ann"), game.life("Bob")) == lives
    assert game.controller("Grove") == "Ann"


BOLT = ("Bolt", "Instant", "~ deals 3 damage to any target.")


def test_what_would_die_is_exiled_and_not_what_dealt_it_damage() -> None:
    game = start(TODAY)
    creatures(game, "Bob", Ox="4/4", Elk="3/3")
    text = (
        "If a creature dealt damage by ~ this turn would die, exile it instead.\n{0}: ~ deals 1 damage to any target."
    )
    put(game, "Ann", "Chill", "Creature 1/1", text)
    game.activate("Ann", "Chill", targets=["Ox"])
    game.resolve_all()
    for number, name in enumerate(("Ox", "Elk")):
        put(game, "Ann", f"Bolt {number}", *BOLT[1:], zone="hand")
        game.play("Ann", f"Bolt {number}", targets=[name])
        game.resolve_all()
    assert [game.zone_of(name) for name in ("Ox", "Elk", "Chill")] == ["exile", "graveyard", "battlefield"]


def test_that_spell_is_the_first_one_of_the_turn() -> None:
    game = start(TODAY)
    text = "Whenever you cast your first spell each turn, ~ deals damage equal to that spell's mana value to each opponent."
    put(game, "Ann", "Imp", "Creature 1/1", text, cost="{2}")
    put(game, "Ann", "Tome", "Artifact", zone="hand", cost="{5}")
    game.add_mana("Ann", "{5}")
    game.play("Ann", "Tome")
    game.resolve_all()
    assert game.life("Bob") == 15


def test_the_first_spell_of_a_turn_is_countered() -> None:
    game = start(TODAY)
    text = "Whenever the first noncreature spell of a turn is cast, counter that spell."
    put(game, "Bob", "Wall", "Creature 0/5", text)
    for number in (1, 2):
        put(game, "Ann", f"Bolt {number}", *BOLT[1:], zone="hand")
        game.play("Ann", f"Bolt {number}", targets=["Bob"])
        game.resolve_all()
    assert (game.zone_of("Wall"), game.life("Bob")) == ("battlefield", 17)
