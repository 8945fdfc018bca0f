"""Cards with more than one face: what an object shows, which half is cast, turning over and flipping (709 to 712)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table import cast, put, start

from rulesite.engine.state.choices import IllegalAction, UnscriptedChoice
from rulesite.engine.state.codec import from_plain, to_plain
from rulesite.engine.state.objects import Card, mana_value
from rulesite.engine.state.sides import LAYOUTS, combined_cost, joined

TODAY = "2026-06-19"
TURN = ("Turn", "Instant", "Transform target creature.")
FLIP = ("Upend", "Instant", "Flip target creature.")
CLONE = ("Clone", "Creature 0/0", "You may have this creature enter as a copy of any creature on the battlefield.")
LIKENESS = ("Likeness", "Instant", "Target creature becomes a copy of another target creature until end of turn.")


def card(game, name, line, text="", **printed):
    return game.card(name, line, text=text, **printed)


def werewolf(game, layout="transforming", back="Creature - Werewolf 4/4, red"):
    return joined(
        layout,
        card(game, "Villager", "Creature - Human Werewolf 2/2", cost="{2}{R}"),
        card(game, "Howler", back, "Trample"),
    )


def apprentice(game):
    return joined(
        "flip",
        card(game, "Apprentice", "Creature - Human 1/2", cost="{1}{U}"),
        card(game, "Master", "Legendary Creature - Human 2/3", "Flying"),
    )


def halves(game):
    return joined(
        "split",
        card(game, "Fire", "Instant", "Fire deals 2 damage to any target.", cost="{1}{R}"),
        card(game, "Grow", "Sorcery", "You gain 3 life.", cost="{3}{G}"),
    )


def table(date=TODAY, *cards):
    game = start(date)
    for each in cards or (TURN, FLIP, CLONE, LIKENESS):
        put(game, "Ann", *each, zone="hand")
    return game


def size(game, name):
    found = game.characteristics(name)
    return found.power, found.toughness


@pytest.mark.parametrize(("day", "value"), [("2013-05-01", 0), ("2016-09-30", 3), (TODAY, 3)])
def test_the_mana_value_of_a_back_face_is_that_of_the_front_since_2016(day, value):
    game = table(day)
    game.put(werewolf(game), "Ann")
    cast(game, "Ann", "Turn", "Villager")
    found = game.characteristics("Villager")
    assert (found.name, found.mana_cost, found.mana_value) == ("Howler", None, value)


def test_what_enters_as_a_copy_of_a_back_face_has_no_mana_value_and_no_other_face():
    game = table()
    game.put(werewolf(game), "Ann")
    cast(game, "Ann", "Turn", "Villager")
    game.will("may", True)
    cast(game, "Ann", "Clone")
    assert (size(game, "Clone"), game.characteristics("Clone").mana_value) == ((4, 4), 0)


def test_a_copy_becomes_its_own_card_again_when_it_leaves():
    game = table()
    game.put(werewolf(game), "Ann")
    put(game, "Ann", "Unsummon", "Instant", "Return target creature to its owner's hand.", zone="hand")
    game.will("may", True)
    cast(game, "Ann", "Clone")
    cast(game, "Ann", "Unsummon", "Clone")
    assert game.characteristics("Clone").name == "Clone"


@pytest.mark.parametrize(("day", "over"), [("2024-06-07", False), (TODAY, True)])
def test_a_modal_double_faced_permanent_transforms_since_2025(day, over):
    game = table(day)
    game.put(werewolf(game, "modal"), "Ann")
    cast(game, "Ann", "Turn", "Villager")
    assert (game.characteristics("Villager").name == "Howler") is over


@pytest.mark.parametrize("back", ["Instant", "Sorcery"])
def test_nothing_transforms_into_an_instant_or_a_sorcery(back):
    game = table()
    game.put(werewolf(game, back=back), "Ann")
    cast(game, "Ann", "Turn", "Villager")
    assert game.characteristics("Villager").name == "Villager"


def test_nothing_transforms_that_no_double_faced_card_represents():
    game = table()
    put(game, "Ann", "Bear", "Creature 2/2")
    cast(game, "Ann", "Turn", "Bear")
    assert game.happened("status", status="transformed") == []


def test_a_double_faced_card_leaves_with_its_front_up():
    game = table()
    game.put(werewolf(game), "Ann")
    put(game, "Ann", "Unsummon", "Instant", "Return target creature to its owner's hand.", zone="hand")
    cast(game, "Ann", "Turn", "Villager")
    cast(game, "Ann", "Unsummon", "Villager")
    assert game.characteristics("Villager").name == "Villager"


@pytest.mark.parametrize(("day", "name"), [("2013-05-01", "Villager"), (TODAY, "Howler")])
def test_an_ability_of_a_permanent_turns_it_over_once_since_2016(day, name):
    game = table(day)
    two_ways = "{0}: Transform this creature."
    faces = [card(game, *each, two_ways) for each in (("Villager", "Creature 2/2"), ("Howler", "Creature 4/4"))]
    game.put(joined("transforming", *faces), "Ann")
    game.activate("Ann", "Villager")
    game.activate("Ann", "Villager")
    game.resolve_all()
    assert game.characteristics("Villager").name == name


def test_a_flipped_permanent_keeps_colour_and_cost_and_stays_flipped_as_a_copy():
    game = table()
    game.put(apprentice(game), "Ann")
    put(game, "Ann", "Bear", "Creature 2/2, green")
    cast(game, "Ann", "Upend", "Apprentice")
    found = game.characteristics("Apprentice")
    assert (found.name, found.colours, found.mana_value) == ("Master", {"blue"}, 2)
    cast(game, "Ann", "Likeness", "Apprentice", "Bear")
    assert game.characteristics("Apprentice").name == "Bear"
    game.to_step("upkeep", "Bob")
    assert game.characteristics("Apprentice").name == "Master"


def test_nothing_flips_back():
    game = table(TODAY, FLIP, ("Upend again", *FLIP[1:]))
    game.put(apprentice(game), "Ann")
    cast(game, "Ann", "Upend", "Apprentice")
    cast(game, "Ann", "Upend again", "Apprentice")
    assert game.characteristics("Apprentice").name == "Master"


def test_only_the_half_that_is_cast_is_on_the_stack():
    game = table()
    game.put(halves(game), "Ann", "hand")
    found = game.characteristics("Fire//Grow")
    assert (found.mana_cost, found.types, found.mana_value) == (("4", "R", "G"), {"instant", "sorcery"}, 6)
    game.add_mana("Ann", "{1}{R}")
    game.play("Ann", "Fire//Grow", targets=["Bob"], face="Fire")
    found = game.characteristics("Fire//Grow")
    assert (found.name, found.types, found.mana_value) == ("Fire", {"instant"}, 2)
    game.all_pass()
    assert (game.life("Bob"), game.characteristics("Fire//Grow").mana_value) == (18, 6)


def test_only_the_half_that_is_cast_is_looked_at_to_see_if_it_can_be_cast():
    game = table()
    game.put(halves(game), "Bob", "hand")
    game.add_mana("Bob", "{1}{R}")
    game.pass_priority("Ann")
    with pytest.raises(IllegalAction, match="main phase"):
        game.play("Bob", "Fire//Grow", face="Grow")
    game.play("Bob", "Fire//Grow", targets=["Ann"], face="Fire")


@pytest.mark.parametrize("layout", ["split", "modal"])
def test_nobody_guesses_which_half_or_face_is_meant(layout):
    game = table()
    both = [card(game, name, "Sorcery", text="You gain 1 life.", cost="{0}") for name in ("Fire", "Grow")]
    game.put(joined(layout, *both), "Ann", "hand", label="both")
    with pytest.raises(UnscriptedChoice, match="which half or face"):
        game.play("Ann", "both")


def test_either_face_of_a_modal_card_is_played_and_a_land_as_a_land():
    game = table()
    both = joined("modal", card(game, "Rogue", "Creature 2/2", cost="{0}"), card(game, "Bog", "Land"))
    game.put(both, "Ann", "hand", label="first")
    game.put(both, "Ann", "hand", label="second")
    game.play("Ann", "first", face="Rogue")
    game.all_pass()
    game.play_land("Ann", "second", face="Bog")
    assert [game.characteristics(each).name for each in ("first", "second")] == ["Rogue", "Bog"]


symbols = st.lists(st.sampled_from(["1", "2", "3", "W", "U", "R", "G", "W/U", "2/B", "X"]), max_size=4).map(tuple)


@given(symbols, symbols)
def test_the_cost_of_two_halves_is_worth_what_both_are_worth(left, right):
    assert mana_value(combined_cost(left, right)) == mana_value(left) + mana_value(right)


@given(st.sampled_from(sorted(LAYOUTS)))
def test_a_card_of_several_faces_is_plain_data(layout):
    cards = [Card(name, ("creature",), mana_cost=("1",)) for name in ("One", "Other")]
    made = joined(layout, *cards)
    assert from_plain(to_plain(made)) == made


def test_what_is_no_kind_of_card_and_what_lacks_a_face_are_refused():
    with pytest.raises(ValueError, match="no kind of card"):
        joined("triple", Card("One"), Card("Other"))
    with pytest.raises(ValueError, match="2 sets of characteristics, not 1"):
        joined("flip", Card("One"))


@pytest.mark.parametrize(("day", "gone"), [("2009-07-11", [2, 4]), (TODAY, [6])])
def test_a_split_card_had_the_value_of_either_half_until_2017(day, gone):
    """A card of 2 and 4 mana is discarded for whichever of these numbers is asked for."""
    found = []
    for number in range(8):
        purge = f"Target player discards all cards with mana value {number}."
        game = table(day, ("Purge", "Instant", "Target player reveals his or her hand. That player " + purge[14:]))
        game.put(halves(game), "Bob", "hand")
        cast(game, "Ann", "Purge", "Bob")
        found += [number] if game.zone_of("Fire//Grow") == "graveyard" else []
    assert found == gone


def test_both_halves_of_a_card_with_fuse_are_cast_from_the_hand_as_one_spell():
    game = table()
    fuse = joined(
        "split",
        card(game, "Burn", "Instant", "Burn deals 2 damage to target player.\nFuse", cost="{R}"),
        card(game, "Mend", "Sorcery", "Target player gains 3 life.\nFuse", cost="{W}"),
    )
    game.put(fuse, "Ann", "hand")
    game.add_mana("Ann", "{R}{W}")
    game.play("Ann", "Burn//Mend", targets=["Bob", "Ann"], options=["fuse"])
    found = game.characteristics("Burn//Mend")
    assert (found.mana_value, found.types) == (2, {"instant", "sorcery"})
    game.all_pass()
    assert (game.life("Bob"), game.life("Ann")) == (18, 23)


@pytest.mark.parametrize("zone", ["graveyard", "hand"])
def test_what_lacks_fuse_or_is_not_in_hand_is_not_fused(zone):
    game = table()
    text = "\nFuse" if zone == "graveyard" else ""
    halves_of = [card(game, each, "Instant", f"You gain 1 life.{text}", cost="{0}") for each in ("One", "Other")]
    game.put(joined("split", *halves_of), "Ann", zone)
    with pytest.raises(IllegalAction, match="cannot be fused"):
        game.play("Ann", "One//Other", options=["fuse"])


def test_what_is_exiled_as_a_permanent_enters_is_what_its_linked_ability_speaks_of():
    game = table()
    lore = """As Lore enters, exile an instant or sorcery card from your graveyard.
Lore's power and toughness are each equal to the exiled card's mana value."""
    game.put(halves(game), "Ann", "graveyard")
    put(game, "Ann", "Lore", "Creature */*", lore, zone="hand")
    cast(game, "Ann", "Lore")
    assert size(game, "Lore") == (6, 6)


def test_what_is_returned_transformed_has_its_back_up_and_its_mana_value():
    game = table(TODAY, ("Turn", "Instant", "Exile target creature, then return it to the battlefield transformed."))
    game.put(werewolf(game), "Ann")
    put(game, "Ann", "Bear", "Creature 2/2")
    cast(game, "Ann", "Turn", "Villager")
    assert (game.characteristics("Villager").name, game.characteristics("Villager").mana_value) == ("Howler", 3)


def test_what_is_no_double_faced_card_is_not_put_there_transformed():
    game = table(TODAY, ("Turn", "Instant", "Exile target creature, then return it to the battlefield transformed."))
    put(game, "Ann", "Bear", "Creature 2/2")
    cast(game, "Ann", "Turn", "Bear")
    assert game.zone_of("Bear") == "exile"


@pytest.mark.parametrize(("front", "zone"), [("Sorcery", "graveyard"), ("Creature 2/2", "battlefield")])
def test_a_modal_card_whose_front_is_no_permanent_is_not_put_onto_the_battlefield(front, zone):
    game = table(TODAY, ("Raise", "Instant", "Return target card from your graveyard to the battlefield."))
    both = joined("modal", card(game, "Rogue", front, cost="{0}"), card(game, "Bog", "Land"))
    game.put(both, "Ann", "graveyard")
    cast(game, "Ann", "Raise", "Rogue")
    assert game.zone_of("Rogue") == zone


def test_a_prototyped_spell_and_its_permanent_have_the_other_cost_size_and_colour():
    game = table(TODAY, CLONE)
    small = Card("Engine", mana_cost=("1", "R"), power=1, toughness=1)
    game.put(joined("prototype", card(game, "Engine", "Artifact Creature 6/6", cost="{7}"), small), "Ann", "hand")
    game.add_mana("Ann", "{1}{R}")
    cast(game, "Ann", "Engine", alternative="prototype")
    game.will("may", True)
    cast(game, "Ann", "Clone")
    for each in ("Engine", "Clone"):
        found = game.characteristics(each)
        assert (found.power, found.mana_value, found.colours) == (1, 2, {"red"})


def test_a_card_with_disturb_is_cast_from_the_graveyard_with_its_back_up():
    game = table()
    faces = (
        card(game, "Youth", "Creature - Human 2/1", "Disturb {1}{U}", cost="{1}{W}"),
        card(game, "Ghost", "Creature - Spirit 3/2", "Flying"),
    )
    game.put(joined("transforming", *faces), "Ann", "graveyard")
    game.add_mana("Ann", "{1}{U}")
    game.play("Ann", "Youth", alternative="disturb")
    assert (game.characteristics("Youth").name, game.characteristics("Youth").mana_value) == ("Ghost", 2)
    game.all_pass()
    assert (game.characteristics("Youth").name, game.zone_of("Youth")) == ("Ghost", "battlefield")


def test_an_ability_triggers_as_its_face_comes_up_and_not_as_it_goes():
    game = table(TODAY, TURN, ("Turn back", *TURN[1:]))
    faces = (
        card(game, "Hunter", "Creature 2/2", "Whenever this creature transforms into Hunter, you gain 2 life."),
        card(game, "Ravager", "Creature 4/4", "Whenever this creature transforms into Ravager, you gain 5 life."),
    )
    game.put(joined("transforming", *faces), "Ann")
    cast(game, "Ann", "Turn", "Hunter")
    game.all_pass()
    assert game.life("Ann") == 25
    cast(game, "Ann", "Turn back", "Hunter")
    game.all_pass()
    assert game.life("Ann") == 27
