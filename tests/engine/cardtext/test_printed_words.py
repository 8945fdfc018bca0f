"""What printed words make happen: small games with texts of all eras, from reading to result."""

from __future__ import annotations

import pytest
from printed import KILL, put, start

from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.round_trip import readable
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.game import Game
from rulesite.engine.state.choices import IllegalAction

TODAY = "2024-02-02"


def library(game: Game, player: str, *names: str) -> None:
    """Build a library from the top down."""
    for name in names:
        put(game, player, name, "Sorcery", "You gain 1 life.", zone="library", cost="{0}")


def keywords(game: Game, name: str) -> list[str]:
    return [each.ability.keyword for each in game.characteristics(name).abilities]


@pytest.mark.parametrize(
    "text",
    [
        "Create two tokens that are copies of target creature.",
        "Put two tokens that are copies of target creature onto the battlefield.",
        "Put two tokens into play that are copies of target creature.",
    ],
)
def test_tokens_that_are_copies_arrive_in_the_number_printed(text: str) -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 3/3")
    put(game, "Ann", "Twins", "Sorcery", text, zone="hand")
    game.play("Ann", "Twins", targets=["Ox"])
    game.resolve_all()
    assert game.cards_in("battlefield") == ["Ox", "Ox 2", "Ox 3"]
    assert game.power_toughness("Ox 3") == (3, 3)


def test_that_token_is_the_copy_that_was_made() -> None:
    game = start()
    put(game, "Ann", "Ox", "Creature 3/3")
    put(
        game,
        "Ann",
        "Mirror",
        "Creature 2/2",
        "{T}: Put a token into play that's a copy of target creature you control. "
        "That creature token has haste. Sacrifice it at end of turn.",
    )
    game.activate("Ann", "Mirror", targets=["Ox"])
    game.resolve_all()
    assert (keywords(game, "Ox"), keywords(game, "Ox 2")) == ([], ["haste"])
    game.to_step("end")
    game.resolve_all()
    assert game.cards_in("battlefield") == ["Ox", "Mirror"]


@pytest.mark.parametrize(
    ("rest", "zone"),
    [
        ("put it into its owner's hand instead of into that player's graveyard", "hand"),
        ("put it on top of its owner's library instead of into that player's graveyard", "library"),
        ("exile it instead of putting it into its owner's graveyard", "exile"),
    ],
)
def test_a_spell_countered_this_way_goes_where_the_words_say(rest: str, zone: str) -> None:
    game = start()
    put(game, "Ann", "Ox", "Creature 3/3", zone="hand")
    put(
        game, "Bob", "No", "Instant", f"Counter target spell. If that spell is countered this way, {rest}.", zone="hand"
    )
    game.play("Ann", "Ox")
    game.pass_priority("Ann")
    game.play("Bob", "No", targets=["Ox"])
    game.resolve_all()
    assert (game.zone_of("Ox"), game.zone_of("No")) == (zone, "graveyard")


@pytest.mark.parametrize(
    "text",
    [
        "Search your library for a card, then shuffle your library and put that card on top of it.",
        "Search your library for a card, then shuffle and put that card on top.",
    ],
)
def test_a_card_that_was_found_is_put_on_top_after_shuffling(text: str) -> None:
    game = start()
    put(game, "Ann", "Wish", "Sorcery", zone="library", position=5)
    put(game, "Ann", "Tutor", "Instant", text, zone="hand")
    game.will("search", ["Wish"])
    game.play("Ann", "Tutor")
    game.resolve_all()
    assert game.cards_in("library", "Ann")[0] == "Wish"


@pytest.mark.parametrize(
    "rest",
    [
        "If that creature would die this turn, exile it instead.",
        "If that creature would be put into a graveyard this turn, remove it from the game instead.",
    ],
)
def test_a_creature_that_would_die_later_this_turn_is_exiled(rest: str) -> None:
    game = start()
    put(game, "Bob", "Ox", "Creature 3/3")
    put(game, "Ann", "Spark", "Instant", f"Spark deals 1 damage to target creature. {rest}", zone="hand")
    for _ in range(2):
        put(game, "Ann", *KILL, zone="hand")
    game.play("Ann", "Spark", targets=["Ox"])
    game.resolve_all()
    game.play("Ann", "Kill", targets=["Ox"])
    game.resolve_all()
    assert game.zone_of("Ox") == "exile"
    put(game, "Bob", "Elk", "Creature 3/3")
    game.play("Ann", "Kill 2", targets=["Elk"])
    game.resolve_all()
    assert game.zone_of("Elk") == "graveyard"


def test_an_aura_enchants_a_player_and_speaks_of_that_player() -> None:
    game = start("2012-10-01")
    put(
        game,
        "Ann",
        "Curse",
        "Enchantment - Aura",
        "Enchant player\nAt the beginning of enchanted player's upkeep, that player loses 1 life.",
        zone="hand",
    )
    game.play("Ann", "Curse", targets=["Bob"])
    game.resolve_all()
    game.to_step("upkeep", "Bob")
    game.resolve_all()
    assert (game.life("Ann"), game.life("Bob")) == (20, 19)


@pytest.mark.parametrize(("mode", "keyword"), [(1, "trample"), (2, "reach")])
def test_your_choice_of_abilities_is_made_on_resolution_and_ends_with_the_turn(mode: int, keyword: str) -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 3/3")
    put(
        game,
        "Ann",
        "Gift",
        "Instant",
        "Target creature gets +2/+2 and gains your choice of trample or reach until end of turn.",
        zone="hand",
    )
    game.will("mode", mode)
    game.play("Ann", "Gift", targets=["Ox"])
    game.resolve_all()
    assert (game.power_toughness("Ox"), keywords(game, "Ox")) == ((5, 5), [keyword])
    game.to_step("upkeep", "Bob")
    assert (game.power_toughness("Ox"), keywords(game, "Ox")) == ((3, 3), [])


@pytest.mark.parametrize(("attacks", "cards"), [(True, 1), (False, 0)])
def test_if_you_attacked_this_turn_asks_what_happened(attacks: bool, cards: int) -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 3/3")
    put(game, "Ann", "Raider", "Creature 1/1", "When ~ enters, if you attacked this turn, draw a card.", zone="hand")
    if attacks:
        game.attack("Ann", ["Ox"])
    game.to_step("postcombat main")
    game.play("Ann", "Raider")
    game.resolve_all()
    assert len(game.hand("Ann")) == cards


@pytest.mark.parametrize("words", ["you cast it", "it was cast", "you cast it from your hand"])
@pytest.mark.parametrize(("cast", "life"), [(True, 25), (False, 20)])
def test_if_you_cast_it_is_false_of_a_creature_that_was_put_there(words: str, cast: bool, life: int) -> None:
    game = start(TODAY)
    put(
        game,
        "Ann",
        "Guest",
        "Creature 1/1",
        f"When ~ enters, if {words}, you gain 5 life.",
        zone="hand" if cast else "graveyard",
        cost="{0}",
    )
    put(
        game,
        "Ann",
        "Rise",
        "Sorcery",
        "Return target creature card from your graveyard to the battlefield.",
        zone="hand",
    )
    if cast:
        game.play("Ann", "Guest")
    else:
        game.play("Ann", "Rise", targets=["Guest"])
    game.resolve_all()
    assert game.life("Ann") == life


@pytest.mark.parametrize(("zone", "alternative", "life"), [("hand", "", 20), ("graveyard", "flashback", 25)])
def test_a_spell_knows_from_where_it_was_cast(zone: str, alternative: str, life: int) -> None:
    game = start(TODAY)
    put(
        game,
        "Ann",
        "Echoes",
        "Sorcery",
        "If this spell was cast from a graveyard, you gain 5 life.\nFlashback {0}",
        zone=zone,
        cost="{0}",
    )
    game.play("Ann", "Echoes", alternative=alternative)
    game.resolve_all()
    assert game.life("Ann") == life


@pytest.mark.parametrize(("target", "legal"), [("Elk", False), ("Ox", True), ("Ann", True), ("Bob", False)])
def test_a_spell_that_targets_you_or_a_permanent_you_control_is_one_target(target: str, legal: bool) -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 3/3")
    put(game, "Bob", "Elk", "Creature 3/3")
    put(game, "Bob", "Bolt", "Instant", "Bolt deals 3 damage to any target.", zone="hand")
    put(game, "Ann", "No", "Instant", "Counter target spell that targets you or a permanent you control.", zone="hand")
    game.set_turn("Bob")
    game.play("Bob", "Bolt", targets=[target])
    game.pass_priority("Bob")
    assert game.is_legal(lambda g: g.play("Ann", "No", targets=["Bolt"])) is legal


def test_cards_exiled_from_the_library_may_be_played_this_turn_only() -> None:
    game = Game(TODAY)
    library(game, "Ann", "One", "Two", "Three", "Four", "Five")
    library(game, "Bob", "Six", "Seven")
    put(
        game,
        "Ann",
        "Rush",
        "Sorcery",
        "Exile the top two cards of your library. You may play those cards this turn.",
        zone="hand",
    )
    game.play("Ann", "Rush")
    game.resolve_all()
    assert game.cards_in("exile") == ["One", "Two"]
    assert not game.is_legal(lambda g: g.play("Ann", "Three"))
    game.play("Ann", "One")
    game.resolve_all()
    assert game.life("Ann") == 21
    game.to_step("upkeep", "Bob")
    game.to_step("precombat main", "Ann")
    assert not game.is_legal(lambda g: g.play("Ann", "Two"))


def test_then_shuffle_shuffles_the_library_that_was_searched() -> None:
    game = start(TODAY)
    put(game, "Bob", "Ox", "Creature 3/3")
    put(game, "Bob", "Forest", "Basic Land - Forest", zone="library", position=3)
    put(
        game,
        "Ann",
        "Path",
        "Instant",
        "Exile target creature. Its controller may search their library for a basic land "
        "card, put it onto the battlefield tapped, then shuffle.",
        zone="hand",
    )
    game.will("may", True)
    game.will("search", ["Forest"])
    game.play("Ann", "Path", targets=["Ox"])
    game.resolve_all()
    shuffled = [each.facts["player"] for each in game.state.history if each.kind == "shuffle"]
    assert (game.zone_of("Forest"), shuffled) == ("battlefield", ["Bob"])


def test_a_card_may_be_played_for_the_flashback_that_it_gained() -> None:
    game = start(TODAY)
    put(game, "Ann", "Heal", "Instant", "You gain 3 life.", zone="graveyard", cost="{W}")
    put(
        game,
        "Ann",
        "Mage",
        "Creature 2/1",
        "When ~ enters, target instant or sorcery card in your graveyard gains "
        "flashback until end of turn. The flashback cost is equal to its mana cost.",
        zone="hand",
    )
    assert not game.is_legal(lambda g: g.play("Ann", "Heal", alternative="flashback"))
    game.play("Ann", "Mage")
    game.resolve_all()
    assert not game.is_legal(lambda g: g.play("Ann", "Heal", alternative="flashback"))
    game.add_mana("Ann", "{W}")
    game.play("Ann", "Heal", alternative="flashback")
    game.resolve_all()
    assert game.life("Ann") == 23


def test_power_is_a_number_and_toughness_that_number_plus_one() -> None:
    game = start()
    put(
        game,
        "Ann",
        "Wader",
        "Creature */1+*",
        "~'s power is equal to the number of card types among cards in all "
        "graveyards and its toughness is equal to that number plus 1.",
    )
    put(game, "Bob", "Old", "Sorcery", zone="graveyard")
    put(game, "Ann", "Golem", "Artifact Creature 1/1", zone="graveyard")
    assert game.power_toughness("Wader") == (3, 4)


def test_card_types_among_cards_in_your_graveyard_are_counted_once_each() -> None:
    game = start(TODAY)
    put(
        game,
        "Ann",
        "Mad",
        "Creature 1/1",
        "Delirium - ~ gets +1/+1 as long as there are four or more card types among cards in your graveyard.",
    )
    for line in ("Sorcery", "Artifact Creature 1/1", "Creature 2/2"):
        put(game, "Ann", "Old", line, zone="graveyard")
    put(game, "Bob", "Old", "Land", zone="graveyard")
    assert game.power_toughness("Mad") == (1, 1)
    put(game, "Ann", "Old", "Land", zone="graveyard")
    assert game.power_toughness("Mad") == (2, 2)


@pytest.mark.parametrize(
    "text",
    [
        "As ~ comes into play, name a nonland card.\nThe named card can't be played.",
        "As ~ enters the battlefield, choose a nonland card name.\nSpells with the chosen name can't be cast.",
        "As ~ enters, choose a card name other than a basic land card name.\nPlayers can't cast spells with the chosen name.",
    ],
)
def test_what_is_named_cannot_be_played_and_the_rest_can(text: str) -> None:
    game = start()
    put(game, "Bob", "Judge", "Creature 2/2", text, chosen={"card name": "Bolt"})
    for name in ("Bolt", "Heal"):
        put(game, "Ann", name, "Instant", "You gain 1 life.", zone="hand")
    legal = [game.is_legal(lambda g, name=name: g.play("Ann", name)) for name in ("Bolt", "Heal")]
    assert legal == [False, True]


def test_cards_with_the_name_said_are_discarded() -> None:
    game = start()
    for name in ("Bolt", "Heal"):
        put(game, "Bob", name, "Instant", zone="hand")
    put(
        game,
        "Ann",
        "Therapy",
        "Sorcery",
        "Choose a nonland card name. Target player reveals their hand and discards all cards with that name.",
        zone="hand",
    )
    game.will("card name", "Bolt")
    game.play("Ann", "Therapy", targets=["Bob"])
    game.resolve_all()
    assert game.hand("Bob") == ["Heal"]


@pytest.mark.parametrize(("wizards", "cards"), [(0, 1), (1, 2)])
def test_instead_if_puts_the_second_sentence_in_place_of_the_first(wizards: int, cards: int) -> None:
    game = start(TODAY)
    for _ in range(wizards):
        put(game, "Ann", "Sage", "Creature - Wizard 1/1")
    put(game, "Ann", "Lore", "Sorcery", "Draw a card. Draw two cards instead if you control a Wizard.", zone="hand")
    game.play("Ann", "Lore")
    game.resolve_all()
    assert len(game.hand("Ann")) == cards


@pytest.mark.parametrize("chooses", [True, False])
def test_a_creature_comes_into_play_as_a_copy_of_the_one_chosen(chooses: bool) -> None:
    game = start()
    put(game, "Bob", "Ox", "Creature 3/3")
    put(
        game,
        "Ann",
        "Double",
        "Creature 0/0",
        "As ~ comes into play, you may choose a creature in play. If you do, ~ comes "
        "into play as a copy of that creature.",
        zone="hand",
    )
    game.will("may", chooses)
    game.play("Ann", "Double")
    game.resolve_all()
    assert game.zone_of("Double") == ("battlefield" if chooses else "graveyard")


@pytest.mark.parametrize(("target", "legal"), [("Cub", True), ("Elf", False)])
def test_blocked_by_it_this_turn_looks_back_at_the_blocks(target: str, legal: bool) -> None:
    game = start(TODAY)
    for name in ("Cub", "Elf"):
        put(game, "Ann", name, "Creature 2/2")
    for name in ("Wall", "Ox"):
        put(game, "Bob", name, "Creature 0/5", "{0}: Destroy target creature blocked by ~ this turn.")
    game.attack("Ann", ["Cub", "Elf"])
    game.block("Bob", {"Wall": "Cub", "Ox": "Elf"})
    game.to_step("postcombat main")
    game.pass_priority("Ann")
    assert game.is_legal(lambda g: g.activate("Bob", "Wall", targets=[target])) is legal


@pytest.mark.parametrize("rest", ["~ comes into play tapped instead", "it enters tapped"])
@pytest.mark.parametrize(("pays", "life", "tapped"), [(True, 18, False), (False, 20, True)])
def test_a_land_comes_tapped_unless_life_is_paid_for_it(rest: str, pays: bool, life: int, tapped: bool) -> None:
    game = start()
    put(
        game,
        "Ann",
        "Grave",
        "Land - Island Swamp",
        f"As ~ comes into play, you may pay 2 life. If you don't, {rest}.",
        zone="hand",
    )
    game.will("may", pays)
    game.play_land("Ann", "Grave")
    assert (game.life("Ann"), game.state.things[game.id("Grave")].tapped) == (life, tapped)


def test_what_is_exiled_until_it_leaves_comes_back() -> None:
    game = start(TODAY)
    put(game, "Bob", "Ox", "Creature 3/3")
    put(
        game,
        "Ann",
        "Priest",
        "Creature 2/2",
        "When ~ enters, exile target creature an opponent controls until ~ leaves the battlefield.",
        zone="hand",
    )
    put(game, "Ann", *KILL, zone="hand")
    game.play("Ann", "Priest")
    game.resolve_all()
    assert game.zone_of("Ox") == "exile"
    game.play("Ann", "Kill", targets=["Priest"])
    game.resolve_all()
    assert game.zone_of("Ox") == "battlefield"


@pytest.mark.parametrize(("words", "draws"), [("one or more cards", 1), ("a card", 2)])
def test_one_or_more_at_once_are_one_event(words: str, draws: int) -> None:
    game = start(TODAY)
    put(game, "Ann", "Archive", "Enchantment", f"Whenever you discard {words}, you gain 1 life.")
    for name in ("One", "Two"):
        put(game, "Ann", name, "Sorcery", zone="hand")
    put(game, "Ann", "Loss", "Sorcery", "Discard two cards.", zone="hand")
    game.play("Ann", "Loss", choices={"discard": ["One", "Two"]})
    game.resolve_all()
    assert game.life("Ann") == 20 + draws


@pytest.mark.parametrize(
    ("text", "counters"),
    [
        (
            "If an effect would put one or more counters on a permanent you control, it puts twice that many of those counters "
            "on that permanent instead.",
            4,
        ),
        (
            "If an effect would place one or more +1/+1 counters on a creature you control, it places twice that many of those "
            "counters on that creature instead.",
            4,
        ),
        (
            "If an effect would put one or more -1/-1 counters on a creature you control, it puts twice that many of those "
            "counters on that creature instead.",
            2,
        ),
    ],
)
def test_counters_are_doubled_as_they_are_put(text: str, counters: int) -> None:
    game = start()
    put(game, "Ann", "Season", "Enchantment", text)
    put(game, "Ann", "Ox", "Creature 0/1")
    put(game, "Ann", "Grow", "Instant", "Put two +1/+1 counters on target creature.", zone="hand")
    game.play("Ann", "Grow", targets=["Ox"])
    game.resolve_all()
    assert game.counters("Ox", "+1/+1") == counters


def test_no_more_creatures_attack_or_block_than_the_words_allow() -> None:
    game = start()
    put(
        game,
        "Bob",
        "Arbiter",
        "Artifact",
        "No more than one creature can attack each combat.\nNo more than one creature can block each combat.",
    )
    for name in ("Ox", "Elk"):
        put(game, "Ann", name, "Creature 2/2")
        put(game, "Bob", f"{name} of Bob", "Creature 2/2")
    assert not game.is_legal(lambda g: g.attack("Ann", ["Ox", "Elk"]))
    game.attack("Ann", ["Ox"])
    assert not game.is_legal(lambda g: g.block("Bob", {"Ox of Bob": "Ox", "Elk of Bob": "Ox"}))
    assert game.is_legal(lambda g: g.block("Bob", {"Elk of Bob": "Ox"}))


@pytest.mark.parametrize(
    "rest",
    [
        "If the kicker cost was paid, instead ~ deals 10 damage to that player and the damage can't be prevented.",
        "If ~ was kicked, it deals 10 damage to that player instead and the damage can't be prevented.",
    ],
)
@pytest.mark.parametrize(("options", "life"), [((), 19), (("kicker",), 10)])
def test_a_kicked_spell_does_the_second_thing_instead_of_the_first(
    rest: str, options: tuple[str, ...], life: int
) -> None:
    game = start()
    put(game, "Bob", "Healer", "Creature 1/1", "{0}: Prevent the next 2 damage that would be dealt to you this turn.")
    put(game, "Ann", "Rage", "Instant", f"Kicker {{0}}\n~ deals 3 damage to target player. {rest}", zone="hand")
    game.play("Ann", "Rage", targets=["Bob"], options=options)
    game.pass_priority("Ann")
    game.activate("Bob", "Healer")
    game.resolve_all()
    assert game.life("Bob") == life


@pytest.mark.parametrize(
    ("line", "size", "attacks"), [("Creature - Human 2/2", (4, 4), True), ("Creature 2/2", (2, 2), False)]
)
def test_otherwise_says_what_holds_while_the_condition_does_not(
    line: str, size: tuple[int, int], attacks: bool
) -> None:
    game = start("2012-10-01")
    put(game, "Ann", "Ox", line)
    put(
        game,
        "Bob",
        "Bonds",
        "Enchantment - Aura",
        "Enchant creature\nAs long as enchanted creature is a Human, it gets "
        "+2/+2. Otherwise, it can't attack or block.",
        attached_to="Ox",
    )
    assert (game.power_toughness("Ox"), game.is_legal(lambda g: g.attack("Ann", ["Ox"]))) == (size, attacks)


@pytest.mark.parametrize(("chosen", "life"), [("Bolt", 20), ("Ox", 17)])
def test_a_source_of_your_choice_is_chosen_first_and_no_other_counts(chosen: str, life: int) -> None:
    game = start()
    put(
        game,
        "Bob",
        "Circle",
        "Enchantment",
        "{0}: The next time a red source of your choice would deal damage to you this turn, prevent that damage.",
    )
    put(game, "Ann", "Ox", "Creature 2/2, red")
    put(game, "Ann", "Elk", "Creature 2/2, green")
    put(game, "Ann", "Bolt", "Instant, red", "~ deals 3 damage to target player.", zone="hand")
    game.play("Ann", "Bolt", targets=["Bob"])
    game.pass_priority("Ann")
    game.will("object", chosen)
    game.activate("Bob", "Circle")
    game.resolve_all()
    assert game.life("Bob") == life


def test_until_end_of_turn_whenever_watches_as_long_as_it_says() -> None:
    game = start(TODAY)
    for name in ("Ox", "Elk", "Bear"):
        put(game, "Bob", name, "Creature 2/2")
    put(game, "Ann", "Feast", "Instant", "Until end of turn, whenever a creature dies, you gain 1 life.", zone="hand")
    for _ in range(3):
        put(game, "Ann", *KILL, zone="hand")
    game.play("Ann", "Feast")
    game.resolve_all()
    for kill, target in (("Kill", "Ox"), ("Kill 2", "Elk")):
        game.play("Ann", kill, targets=[target])
        game.resolve_all()
    assert game.life("Ann") == 22
    game.to_step("upkeep", "Bob")
    game.pass_priority("Bob")
    game.play("Ann", "Kill 3", targets=["Bear"])
    game.resolve_all()
    assert game.life("Ann") == 22


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("Bury target creature.", "graveyard"),
        ("Destroy target creature.", "battlefield"),
        ("Return target creature to owner's hand.", "hand"),
    ],
)
def test_the_words_of_the_first_years(text: str, zone: str) -> None:
    game = start("1999-04-23")
    put(game, "Bob", "Troll", "Creature 2/2", "{0}: Regenerate ~.")
    put(game, "Ann", "Old", "Instant", text, zone="hand")
    game.play("Ann", "Old", targets=["Troll"])
    game.pass_priority("Ann")
    game.activate("Bob", "Troll")
    game.resolve_all()
    assert game.zone_of("Troll") == zone


@pytest.mark.parametrize(
    ("place", "zone", "position"), [("the top of your library", "library", 0), ("your graveyard", "graveyard", None)]
)
def test_a_land_is_played_from_where_lands_may_be_played(place: str, zone: str, position: int | None) -> None:
    game = start(TODAY)
    where = {} if position is None else {"position": position}
    put(game, "Ann", "Glade", "Land", zone=zone, **where)
    with pytest.raises(IllegalAction):
        game.play_land("Ann", "Glade")
    put(game, "Ann", "Oracle", "Creature 2/2", f"You may play lands from {place}.")
    put(game, "Ann", "Ox", "Creature 3/3", zone=zone, cost="{0}", **where)
    with pytest.raises(IllegalAction):
        game.play("Ann", "Ox")
    if position == 0:
        with pytest.raises(IllegalAction):
            game.play_land("Ann", "Glade")
        put(game, "Ann", "Moor", "Land", zone=zone, position=0)
    game.play_land("Ann", "Glade" if position is None else "Moor")
    assert game.cards_in("battlefield") == ["Oracle", "Glade" if position is None else "Moor"]


@pytest.mark.parametrize(("said", "life"), [("a", 21), ("their", 20)])
def test_another_players_library_is_a_library_and_not_ones_own(said: str, life: int) -> None:
    game = start(TODAY)
    raid = "Search target opponent's library for a card and exile it. Then that player shuffles."
    put(game, "Ann", "Watch", "Enchantment", f"Whenever a player searches {said} library, you gain 1 life.")
    put(game, "Ann", "Raid", "Sorcery", raid, zone="hand")
    library(game, "Bob", "Ox")
    game.will("search", ["Ox"])
    game.play("Ann", "Raid", targets=["Bob"])
    game.resolve_all()
    assert game.life("Ann") == life


@pytest.mark.parametrize("zone", ["a graveyard", "its owner's hand", "exile"])
def test_where_it_was_put_is_more_than_that_it_was_done(zone: str) -> None:
    text = f"Destroy target artifact. If that artifact is put into {zone} this way, draw a card."
    assert not readable(text, Host.parse("Instant"), Ruleset.on(TODAY))
