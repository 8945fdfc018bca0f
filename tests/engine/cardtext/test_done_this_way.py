"""What was and wasn't done this way, during last turns and by whom, and what limits say of keywords: small games."""

from __future__ import annotations

import pytest
from printed import put, start

from rulesite.engine.game import Game
from rulesite.engine.state.choices import IllegalAction, NotModelled

TODAY = "2021-11-19"


def on_top(game: Game, player: str, *cards: tuple[str, str]) -> None:
    """Cards on top of a library, the first uppermost."""
    for name, line in reversed(cards):
        put(game, player, name, line, zone="library", cost="{0}", position=0)


def test_what_was_revealed_and_not_put_onto_the_battlefield_is_put_away() -> None:
    game = start(TODAY)
    text = (
        "Reveal the top two cards of your library. You may put any number of artifact cards from among them onto the"
        " battlefield. Then put all cards revealed this way that weren't put onto the battlefield into your graveyard."
    )
    put(game, "Ann", "Dig", "Sorcery", text, zone="hand")
    on_top(game, "Ann", ("Cup", "Artifact"), ("Ox", "Creature 2/2"))
    game.will("may", True)
    game.will("put", ["Cup"])
    game.play("Ann", "Dig")
    game.resolve_all()
    assert (game.zone_of("Cup"), game.zone_of("Ox")) == ("battlefield", "graveyard")


def test_what_was_exiled_and_not_cast_goes_to_the_hand() -> None:
    game = start(TODAY)
    text = (
        "Exile the top three cards of your library. You may cast a spell from among them without paying its mana"
        " cost. Put the exiled instant and sorcery cards that weren't cast this way into your hand."
    )
    put(game, "Ann", "Vortex", "Sorcery", text, zone="hand")
    put(game, "Ann", "Old", "Sorcery", "Draw a card.", zone="graveyard")
    on_top(game, "Ann", ("Gift", "Sorcery"), ("Loan", "Instant"), ("Ox", "Creature 2/2"))
    game.will("may", False)
    game.play("Ann", "Vortex")
    game.resolve_all()
    assert (game.zone_of("Gift"), game.zone_of("Loan")) == ("hand", "hand")
    assert (game.zone_of("Ox"), game.zone_of("Old")) == ("exile", "graveyard")


def test_the_exiled_instant_and_sorcery_cards_are_those_that_were_exiled() -> None:
    game = start(TODAY)
    text = "Exile the top two cards of your library. Put the exiled instant and sorcery cards into your hand."
    put(game, "Ann", "Dig", "Sorcery", text, zone="hand")
    put(game, "Ann", "Old", "Sorcery", "Draw a card.", zone="graveyard")
    on_top(game, "Ann", ("Gift", "Sorcery"), ("Ox", "Creature 2/2"))
    game.play("Ann", "Dig")
    game.resolve_all()
    assert [game.zone_of(name) for name in ("Gift", "Ox", "Old")] == ["hand", "exile", "graveyard"]


def test_each_player_who_drew_a_card_this_way() -> None:
    game = start(TODAY)
    text = "{T}: Each player may draw a card, then each player who drew a card this way gains 1 life."
    put(game, "Ann", "Kin", "Creature 1/3", text)
    put(game, "Ann", "Gift", "Sorcery", "Target player draws a card.", zone="hand")
    game.play("Ann", "Gift", targets=["Bob"])
    game.resolve_all()
    game.will("may", True, player="Ann")
    game.will("may", False, player="Bob")
    game.activate("Ann", "Kin")
    game.resolve_all()
    assert (game.life("Ann"), game.life("Bob")) == (21, 20)


def test_each_player_dealt_damage_this_way() -> None:
    game = start(TODAY)
    text = "Ash deals 1 damage to any target. Players dealt damage this way can't cast spells this turn."
    put(game, "Ann", "Ash", "Instant", text, zone="hand")
    put(game, "Bob", "Gift", "Instant", "Draw a card.", zone="hand")
    game.play("Ann", "Ash", targets=["Bob"])
    game.resolve_all()
    game.pass_priority("Ann")
    with pytest.raises(IllegalAction):
        game.play("Bob", "Gift")


def test_what_the_same_player_puts_if_it_is_so() -> None:
    game = start(TODAY)
    text = (
        "Each player reveals the top card of their library, then puts it onto the battlefield if it's a permanent card."
    )
    put(game, "Ann", "Dig", "Sorcery", text, zone="hand")
    on_top(game, "Bob", ("Ox", "Creature 2/2"))
    game.play("Ann", "Dig")
    game.resolve_all()
    assert (game.zone_of("Ox"), game.controller("Ox")) == ("battlefield", "Bob")


def test_what_attacked_during_your_last_turn() -> None:
    game = start(TODAY)
    put(game, "Ann", "Turtle", "Creature 2/4", "Turtle can't attack if it attacked during your last turn.")
    game.attack("Ann", {"Turtle": "Bob"})
    game.to_step("main", "Bob")
    game.to_step("main", "Ann")
    with pytest.raises(IllegalAction):
        game.attack("Ann", {"Turtle": "Bob"})
    game.to_step("main", "Bob")
    game.to_step("main", "Ann")
    game.attack("Ann", {"Turtle": "Bob"})


def test_creatures_that_attacked_during_their_controllers_last_turn() -> None:
    game = start(TODAY)
    text = "Creatures that attacked during their controller's last turn can't attack."
    put(game, "Bob", "Halls", "Land", text)
    put(game, "Ann", "Ox", "Creature 2/4")
    put(game, "Ann", "Elk", "Creature 2/4")
    game.attack("Ann", {"Ox": "Bob"})
    game.to_step("main", "Bob")
    game.to_step("main", "Ann")
    with pytest.raises(IllegalAction):
        game.attack("Ann", {"Ox": "Bob"})
    game.attack("Ann", {"Elk": "Bob"})


def test_who_attacked_you_during_their_last_turn() -> None:
    game = start(TODAY)
    text = "{T}: If an opponent attacked you during their last turn, you gain 3 life."
    put(game, "Ann", "Ward", "Artifact", text)
    put(game, "Bob", "Ox", "Creature 2/4")
    game.activate("Ann", "Ward")
    game.resolve_all()
    assert game.life("Ann") == 20
    game.to_step("main", "Bob")
    game.attack("Bob", {"Ox": "Ann"})
    game.to_step("main", "Ann")
    game.activate("Ann", "Ward")
    game.resolve_all()
    assert game.life("Ann") == 21


def test_a_land_that_was_played_this_turn() -> None:
    game = start(TODAY)
    put(game, "Ann", "River", "Land", "{T}: Add {U}. If you played a land this turn, add {B} instead.")
    put(game, "Ann", "River 2", "Land", "{T}: Add {U}. If you played a land this turn, add {B} instead.")
    put(game, "Ann", "Bog", "Land", zone="hand")
    game.activate("Ann", "River")
    game.play_land("Ann", "Bog")
    game.activate("Ann", "River 2")
    assert game.mana_pool("Ann") == "{U}{B}"


def test_different_powers_are_counted() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ratio", "Sorcery", "Draw a card for each different power among creatures you control.", zone="hand")  # fmt: skip
    for name, size in (("Ox", "2/2"), ("Elk", "2/3"), ("Bear", "4/4")):
        put(game, "Ann", name, f"Creature {size}")
    game.play("Ann", "Ratio")
    game.resolve_all()
    assert len(game.hand("Ann")) == 2


def test_a_process_is_repeated_once() -> None:
    game = start(TODAY)
    put(game, "Ann", "Again", "Sorcery", "Target opponent loses 2 life. Repeat this process once.", zone="hand")
    game.play("Ann", "Again", targets=["Bob"])
    game.resolve_all()
    assert game.life("Bob") == 16


def test_a_process_is_repeated_any_number_of_times() -> None:
    game = start(TODAY)
    text = "Draw a card. You lose 1 life. You may repeat this process any number of times."
    put(game, "Ann", "Again", "Instant", text, zone="hand")
    game.will("repeat", True, times=2)
    game.will("repeat", False)
    game.play("Ann", "Again")
    game.resolve_all()
    assert (game.life("Ann"), len(game.hand("Ann"))) == (17, 3)


def test_mana_of_a_chosen_color_instead_of_any_other_type() -> None:
    game = start(TODAY)
    text = "If a basic land you control is tapped for mana, it produces mana of a color of your choice instead of any"
    put(game, "Ann", "Pulse", "Enchantment", f"{text} other type.")
    put(game, "Ann", "Bog", "Basic Land — Swamp")
    game.will("mana", "{G}")
    game.activate("Ann", "Bog")
    assert game.mana_pool("Ann") == "{G}"


def test_colorless_mana_instead_of_any_other_type() -> None:
    game = start(TODAY)
    text = "If a land is tapped for mana, it produces colorless mana instead of any other type."
    put(game, "Ann", "Rite", "Enchantment", text)
    put(game, "Ann", "Bog", "Basic Land — Swamp")
    game.activate("Ann", "Bog")
    assert game.mana_pool("Ann") == "{C}"


def test_a_counter_of_ones_choice() -> None:
    game = start(TODAY)
    text = "Put your choice of a vigilance counter, a reach counter, or a trample counter on target creature."
    put(game, "Ann", "Gift", "Sorcery", text, zone="hand")
    put(game, "Ann", "Ox", "Creature 2/2")
    game.will("mode", 2)
    game.play("Ann", "Gift", targets=["Ox"])
    game.resolve_all()
    assert (game.counters("Ox", "reach"), game.counters("Ox", "vigilance")) == (1, 0)


def test_only_the_owner_may_activate_it() -> None:
    game = start(TODAY)
    put(game, "Bob", "Idol", "Artifact", "{0}: You gain 1 life. Only Idol's owner may activate this ability.")
    put(game, "Ann", "Grip", "Sorcery", "Gain control of target artifact.", zone="hand")
    game.play("Ann", "Grip", targets=["Idol"])
    game.resolve_all()
    with pytest.raises(IllegalAction):
        game.activate("Ann", "Idol")
    game.pass_priority("Ann")
    game.activate("Bob", "Idol")
    game.resolve_all()
    assert game.life("Bob") == 21


def test_an_equip_ability_that_is_activated_once_each_turn() -> None:
    game = start(TODAY)
    put(game, "Ann", "Coat", "Artifact — Equipment", "Equipped creature gets +1/+1.\nEquip {0}. Activate only once each turn.")  # fmt: skip
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Ann", "Elk", "Creature 2/2")
    game.activate("Ann", "Coat", targets=["Ox"])
    game.resolve_all()
    with pytest.raises(IllegalAction):
        game.activate("Ann", "Coat", targets=["Elk"])
    assert game.power_toughness("Ox") == (3, 3)


def test_an_equip_ability_that_costs_less() -> None:
    game = start(TODAY)
    text = "Equip {2}. This ability costs {1} less to activate for each other Equipment you control."
    put(game, "Ann", "Plate", "Artifact — Equipment", text)
    put(game, "Ann", "Coat", "Artifact — Equipment")
    put(game, "Ann", "Ox", "Creature 2/2")
    game.add_mana("Ann", "{C}")
    game.activate("Ann", "Plate", targets=["Ox"])
    game.resolve_all()
    assert game.mana_pool("Ann") == ""


def test_the_cost_that_was_paid_instead() -> None:
    text = "You may pay {R} rather than pay Mastery's mana cost.\nIf the {R} cost was paid, an opponent draws a card.\nYou gain 1 life."  # fmt: skip
    for how, drawn in (("alternative", 1), ("", 0)):
        game = start(TODAY)
        put(game, "Ann", "Mastery", "Sorcery", text, zone="hand", cost="{G}")
        game.add_mana("Ann", "{R}" if how else "{G}")
        game.play("Ann", "Mastery", alternative=how)
        game.resolve_all()
        assert (len(game.hand("Bob")), game.life("Ann")) == (drawn, 21)


def test_a_color_and_a_creature_type_are_chosen() -> None:
    game = start(TODAY)
    text = "As Lab enters the battlefield, choose a color and a creature type.\nCreatures of the chosen color get +1/+1.\nCreatures of the chosen type get +0/+2."  # fmt: skip
    put(game, "Ann", "Lab", "Artifact", text, zone="hand")
    put(game, "Ann", "Ox", "Creature — Ox 2/2")
    game.will("color", "red")
    game.will("creature type", "Ox")
    game.play("Ann", "Lab")
    game.resolve_all()
    assert game.power_toughness("Ox") == (2, 4)


def test_mana_that_a_spell_adds_is_spent_on_some_spells_alone() -> None:
    game = start(TODAY)
    put(game, "Ann", "Surge", "Sorcery", "Add {R}{R}. Spend this mana only to cast creature spells.", zone="hand")
    put(game, "Ann", "Bolt", "Sorcery", "Draw a card.", zone="hand", cost="{R}")
    put(game, "Ann", "Imp", "Creature 1/1", zone="hand", cost="{R}")
    game.play("Ann", "Surge")
    game.resolve_all()
    with pytest.raises(IllegalAction):
        game.play("Ann", "Bolt")
    game.play("Ann", "Imp")


def test_a_card_of_a_quality_is_chosen_from_a_hand() -> None:
    game = start(TODAY)
    text = "Target opponent reveals their hand. You choose a card from it with mana value 3 or greater. That player discards that card."  # fmt: skip
    put(game, "Ann", "Grasp", "Sorcery", text, zone="hand")
    put(game, "Bob", "Ox", "Creature 2/2", zone="hand", cost="{4}")
    put(game, "Bob", "Imp", "Creature 1/1", zone="hand", cost="{1}")
    game.play("Ann", "Grasp", targets=["Bob"])
    game.resolve_all()
    assert (game.zone_of("Ox"), game.zone_of("Imp")) == ("graveyard", "hand")


def test_a_coin_is_flipped_until_a_flip_is_lost() -> None:
    game = start(TODAY)
    text = "Flip a coin until you lose a flip. Draw a card for each flip you won."
    put(game, "Ann", "Eye", "Sorcery", text, zone="hand")
    game.will("call", "heads", times=3)
    for side in ("heads", "heads", "tails"):
        game.will("coin", side)
    game.play("Ann", "Eye")
    game.resolve_all()
    assert len(game.hand("Ann")) == 2


REFUSED = {
    "a replacement that may be ignored": "If a player would gain life, that player gains no life instead. Any player may "
    "pay {2} for that player to ignore this effect until end of turn.",
    "what is lost with mana": "A player losing unspent mana causes that player to lose that much life.",
}


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_what_is_read_and_not_carried_out_is_refused(text: str) -> None:
    game = start(TODAY)
    put(game, "Ann", "Gift", "Sorcery", "Draw a card.", zone="hand")
    put(game, "Ann", "Odd", "Enchantment", text)
    with pytest.raises(NotModelled):
        game.play("Ann", "Gift")


SHOWN = (
    "You may search your library for exactly two artifact cards that have different names. If you do, reveal those"
    " cards. An opponent chooses one of them. Put the chosen card into your hand and the other into your graveyard,"
    " then shuffle."
)


@pytest.mark.parametrize(
    ("found", "zones", "shuffled"),
    [
        (None, ("library", "library"), 0),
        ([], ("library", "library"), 1),
        (["Cup", "Mug"], ("graveyard", "hand"), 1),
    ],
)
def test_who_declines_to_search_does_not_shuffle(
    found: list[str] | None, zones: tuple[str, str], shuffled: int
) -> None:
    game = start(TODAY)
    put(game, "Ann", "Seek", "Sorcery", SHOWN, zone="hand")
    on_top(game, "Ann", ("Cup", "Artifact"), ("Mug", "Artifact"))
    game.will("may", found is not None)
    game.will("search", found or [])
    game.will("object", ["Mug"], player="Bob")
    game.play("Ann", "Seek")
    game.resolve_all()
    assert (game.zone_of("Cup"), game.zone_of("Mug")) == zones
    assert len(game.happened("shuffle")) == shuffled


def test_exactly_two_cards_are_not_one_card() -> None:
    game = start(TODAY)
    put(game, "Ann", "Seek", "Sorcery", SHOWN, zone="hand")
    on_top(game, "Ann", ("Cup", "Artifact"), ("Mug", "Artifact"))
    game.will("may", True)
    game.will("search", ["Cup"])
    game.play("Ann", "Seek")
    with pytest.raises(IllegalAction, match="exactly 2"):
        game.resolve_all()
