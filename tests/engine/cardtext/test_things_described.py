"""What texts choose and describe: read, printed back word for word, and played."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from printed import KILL, put, start

from rulesite.engine.cardtext.card_name import long_name
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.round_trip import compare, readable
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.game import Game
from rulesite.engine.state.choices import IllegalAction

DAY = "2021-11-19"
TODAY = Ruleset.on(DAY)


def played(text: str, line: str = "Sorcery") -> Game:
    """A game in which Ann has a spell with a text in her hand."""
    game = start(DAY)
    put(game, "Ann", "Words", line, text, zone="hand")
    return game


@pytest.mark.parametrize(
    ("text", "on"),
    [
        ("Exile each creature that's one or more colors.", "Sorcery"),
        ("Destroy all permanents that are exactly two colors.", "Sorcery"),
        ("Protection from spells that are one or more colors", "Creature"),
        ("Exile target artifact with two rust counters on it.", "Sorcery"),
        ("If ~ would die, instead exile it with a hope counter on it.", "Creature"),
        ("Return to your hand all Goblin cards in your graveyard.", "Sorcery"),
        ("Put onto the battlefield under your control target artifact card in a graveyard.", "Sorcery"),
        ("Search your library for a card named Mirth, Lord of the Hollow, reveal it, put it into your hand, then shuffle.", "Sorcery"),
        ("Search your library for a card named Red Fox or Lady of Ash, reveal it, put it into your hand, then shuffle.", "Sorcery"),
        ("Create two 1/1 green Elf creature tokens named Sons of the Oak.", "Sorcery"),
        ("Create Orm, Terror of Reeds, a legendary 5/5 blue Serpent creature token with trample.", "Sorcery"),
        ("Search your library for a Plains card and a Forest card, reveal them, put them into your hand, then shuffle.", "Sorcery"),
        ("Search your library for a Goblin card and/or a Dwarf card, reveal them, put them into your hand, then shuffle.", "Sorcery"),
        ("Search your library for an Elf card, an Orc card, and a land card. Reveal those cards, put them into your hand, then shuffle.", "Sorcery"),
        ("Create a 2/2 white Cat creature token. If you control a Cat, create three of those tokens instead.", "Sorcery"),
        ("Double the number of charge counters on target artifact.", "Sorcery"),
        ("Target player sacrifices half the artifacts they control, rounded up.", "Sorcery"),
        ("Each player mills half their library, rounded down.", "Sorcery"),
        ("Mill four cards. You gain 1 life for each land card put into your graveyard this way.", "Sorcery"),
        ("Exile cards from the top of your library until you exile a creature card. Put that card into your hand.", "Sorcery"),
        ("Reveal cards from the top of your library until you reveal two land cards. Put those cards into your hand and the rest on the bottom of your library in a random order.", "Sorcery"),
        ("Exile the top card of your library. You may cast it this turn.", "Sorcery"),
        ("Exile the top card of your library. You may play it this turn.", "Sorcery"),
        ("Exile the top card of your library. You may cast that card for as long as it remains exiled.", "Sorcery"),
        ("{1}: You may cast target creature card in a graveyard this turn.", "Artifact"),
        ("Move a counter from target Tower onto target creature.", "Sorcery"),
        ("Exile any number of target creatures that have -1/-1 counters on them.", "Sorcery"),
        ("Whenever the chosen player is attacked, draw a card.", "Enchantment"),
        ("Each player discards their hand and returns to their hand a card from their graveyard.", "Sorcery"),
        ("{1}: All damage that would be dealt to you this turn by target creature is dealt to this creature instead.", "Creature"),
        ("Put target creature and target artifact on top of their owners' libraries.", "Sorcery"),
    ],
)  # fmt: skip
def test_what_is_described_prints_back_word_for_word(text: str, on: str) -> None:
    found = compare(text, Host.parse(on), TODAY)
    assert (found.verdict, found.reason, found.dropped) == ("exact", "", ()), found.printed


@pytest.mark.parametrize(
    "text",
    [
        "Create three of those tokens.",
        "Create a Treasure token and a Food token. If you control a Cat, create two of those tokens instead.",
        "Exile target artifact with two rust counters.",
        "Double the number of counters.",
    ],
)
def test_what_is_not_there_to_be_spoken_of_is_refused(text: str) -> None:
    assert not readable(text, Host.parse("Sorcery"), TODAY)


def test_one_from_among_several_is_not_read_without_a_word_that_says_which() -> None:
    text = "Look at the top five cards of your library. Put {} from among them into your hand."
    assert readable(text.format("all creature cards"), Host.parse("Sorcery"), TODAY)
    assert not readable(text.format("creature card"), Host.parse("Sorcery"), TODAY)


WORDS = st.sampled_from(["Orm", "Ash", "Reeds", "Nob's", "Hollow-Born", "Éa"])


@given(st.lists(st.tuples(st.sampled_from(["", "of ", "of the ", "the ", "from "]), WORDS), min_size=1, max_size=4))
def test_a_name_ends_where_no_capital_goes_on(parts: list[tuple[str, str]]) -> None:
    name = "Lady " + " ".join(small + word for small, word in parts)
    for rest in (", reveal it", " and put it", " or a land card", ".", " in your graveyard"):
        text = f"a card named {name}{rest}"
        assert long_name(text, 13) in (name, "")
        assert (long_name(text, 13) == "") == (not any(small for small, _ in parts) and "'" not in name)


@pytest.mark.parametrize(("count", "left"), [(1, 0), (4, 2), (5, 2)])
def test_half_is_rounded_as_the_words_say(count: int, left: int) -> None:
    game = played("Target player sacrifices half the creatures they control, rounded up.")
    for _ in range(count):
        put(game, "Bob", "Ox", "Creature 3/3")
    names = game.cards_in("battlefield")
    if left:
        game.will("sacrifice", names[: count - left])
    game.play("Ann", "Words", targets=["Bob"])
    game.resolve_all()
    assert len(game.cards_in("battlefield")) == left


def test_cards_are_revealed_until_so_many_fit_and_the_rest_goes_where_it_is_put() -> None:
    game = played(
        "Reveal cards from the top of your library until you reveal two land cards. "
        "Put those cards into your hand and the rest into your graveyard."
    )
    cards = {"Fox": "Creature 1/1", "Marsh": "Land", "Elk": "Creature 2/2", "Hill": "Land", "Owl": "Creature 1/1"}
    for place, (name, line) in enumerate(cards.items()):
        put(game, "Ann", name, line, zone="library", position=place)
    assert game.cards_in("library", "Ann")[:5] == list(cards)
    game.play("Ann", "Words")
    game.resolve_all()
    assert sorted(game.hand("Ann")) == ["Hill", "Marsh"]
    assert sorted(game.cards_in("graveyard", "Ann")) == ["Elk", "Fox", "Words"]
    assert game.cards_in("library", "Ann")[0] == "Owl"


@pytest.mark.parametrize(("verb", "found"), [("play", "battlefield"), ("cast", "exile")])
def test_a_land_may_be_played_and_not_cast(verb: str, found: str) -> None:
    game = played(f"Exile the top card of your library. You may {verb} it this turn.")
    put(game, "Ann", "Marsh", "Land", zone="library", position=0)
    game.play("Ann", "Words")
    game.resolve_all()
    if verb == "cast":
        with pytest.raises(IllegalAction, match="cannot play Marsh"):
            game.play_land("Ann", "Marsh")
    else:
        game.play_land("Ann", "Marsh")
    assert game.zone_of("Marsh") == found


def test_what_is_exiled_with_counters_has_them_in_exile() -> None:
    game = played("Exile target creature with two rust counters on it.")
    put(game, "Bob", "Ox", "Creature 3/3")
    game.play("Ann", "Words", targets=["Ox"])
    game.resolve_all()
    assert (game.zone_of("Ox"), game.counters("Ox", "rust")) == ("exile", 2)


@pytest.mark.parametrize(("cats", "tokens"), [(0, 1), (1, 3)])
def test_those_tokens_are_like_the_ones_before(cats: int, tokens: int) -> None:
    game = played("Create a 4/1 white Ox creature token. If you control a Cat, create three of those tokens instead.")
    for _ in range(cats):
        put(game, "Ann", "Tom", "Creature - Cat 1/1")
    game.play("Ann", "Words")
    game.resolve_all()
    made = [name for name in game.cards_in("battlefield") if name.startswith("Ox")]
    assert [game.power_toughness(name) for name in made] == [(4, 1)] * tokens


def test_one_card_of_each_kind_is_found_and_none_as_two_of_them() -> None:
    game = played(
        "Search your library for a Forest card and a Plains card, reveal them, put them into your hand, then shuffle."
    )
    for name, line in (("Grove", "Land - Forest Plains"), ("Wood", "Land - Forest"), ("Lea", "Land - Plains")):
        put(game, "Ann", name, line, zone="library")
    game.will("search", ["Grove"])
    game.will("search", ["Lea"])
    game.play("Ann", "Words")
    game.resolve_all()
    assert sorted(game.hand("Ann")) == ["Grove", "Lea"]


def test_the_number_of_counters_is_doubled_of_one_kind_alone() -> None:
    game = played("Double the number of +1/+1 counters on target creature.")
    put(game, "Ann", "Ox", "Creature 3/3", counters={"+1/+1": 3, "rust": 2})
    game.play("Ann", "Words", targets=["Ox"])
    game.resolve_all()
    assert (game.counters("Ox", "+1/+1"), game.counters("Ox", "rust")) == (6, 2)


def test_cards_put_into_a_graveyard_this_way_are_those_milled_that_went_there() -> None:
    game = played("Mill two cards. You gain 1 life for each land card put into your graveyard this way.")
    put(game, "Ann", "Hill", "Land", zone="graveyard")
    for place, (name, line) in enumerate({"Marsh": "Land", "Elk": "Creature 2/2", "Lea": "Land"}.items()):
        put(game, "Ann", name, line, zone="library", position=place)
    game.play("Ann", "Words")
    game.resolve_all()
    assert game.life("Ann") == 21


@pytest.mark.parametrize(
    ("text", "on"),
    [
        ("Reveal the top three cards of your library. Put all land cards from among them into your hand and the rest into your graveyard.", "Sorcery"),
        ("Exile the top two cards of your library. Choose one of the exiled cards and put it into your hand.", "Sorcery"),
        ("Choose up to two target creatures. For each of those creatures, you gain 1 life and draw a card.", "Sorcery"),
        ("Each creature you control gets +0/+1 for each of its colors.", "Enchantment"),
        ("Return all artifacts to their owners' hands except for Treasures and Vehicles.", "Sorcery"),
        ("Return to your hand target artifact card in your graveyard that was put there from anywhere this turn.", "Sorcery"),
        ("Create a 1/1 red Elf creature token, two Treasure tokens, and a tapped 2/2 black Orc creature token.", "Sorcery"),
        ("Destroy any number of target artifacts with total mana value 6 or less.", "Sorcery"),
        ("Exchange control of two target lands that share a land type.", "Sorcery"),
        ("{1}, Discard two cards that share a color: Draw a card.", "Artifact"),
        ("{2}: Draw a card. Activate only if creatures you control have total toughness 9 or greater.", "Artifact"),
    ],
)  # fmt: skip
def test_several_things_at_a_time_are_described(text: str, on: str) -> None:
    found = compare(text, Host.parse(on), TODAY)
    assert (found.verdict, found.reason, found.dropped) == ("exact", "", ()), found.printed


@pytest.mark.parametrize(("targets", "fits"), [(["Ox", "Elk"], True), (["Ox", "Bear"], False)])
def test_several_targets_share_what_the_words_say(targets: list[str], fits: bool) -> None:
    game = played("Exile two target creatures that share a creature type.")
    for name, line in {
        "Ox": "Creature - Cow Beast 3/3",
        "Elk": "Creature - Beast 2/2",
        "Bear": "Creature - Bear 2/2",
    }.items():
        put(game, "Bob", name, line)
    if not fits:
        with pytest.raises(IllegalAction):
            game.play("Ann", "Words", targets=[targets])
        return
    game.play("Ann", "Words", targets=[targets])
    game.resolve_all()
    assert game.cards_in("battlefield") == ["Bear"]


@pytest.mark.parametrize(("targets", "fits"), [(["Ox"], True), (["Elk", "Bear"], True), (["Ox", "Elk"], False)])
def test_several_targets_have_so_much_in_all(targets: list[str], fits: bool) -> None:
    game = played("Destroy any number of target creatures with total power 4 or less.")
    for name, power in {"Ox": 4, "Elk": 2, "Bear": 1}.items():
        put(game, "Bob", name, f"Creature {power}/4")
    if not fits:
        with pytest.raises(IllegalAction):
            game.play("Ann", "Words", targets=[targets])
        return
    game.play("Ann", "Words", targets=[targets])
    game.resolve_all()
    assert sorted(game.cards_in("graveyard", "Bob")) == sorted(targets)


def test_tokens_of_several_kinds_are_one_creation() -> None:
    game = played("Create a 1/1 red Elf creature token and two 2/2 black Orc creature tokens. They gain haste.")
    game.play("Ann", "Words")
    game.resolve_all()
    made = game.cards_in("battlefield")
    assert sorted(game.power_toughness(name) for name in made) == [(1, 1), (2, 2), (2, 2)]
    assert all([each.ability.keyword for each in game.characteristics(name).abilities] == ["haste"] for name in made)


def test_what_is_done_for_each_of_those_is_done_to_the_present_one_and_spoken_of_together() -> None:
    game = played(
        "Choose two target creatures. For each of those creatures, create a token that's a copy of that creature. "
        "Those tokens gain haste."
    )
    for name, line in {"Ox": "Creature 3/3", "Elk": "Creature 2/2"}.items():
        put(game, "Ann", name, line)
    game.play("Ann", "Words", targets=[["Ox", "Elk"]])
    game.resolve_all()
    made = [name for name in game.cards_in("battlefield") if name not in ("Ox", "Elk")]
    assert sorted(game.power_toughness(name) for name in made) == [(2, 2), (3, 3)]
    assert all([each.ability.keyword for each in game.characteristics(name).abilities] == ["haste"] for name in made)
    assert game.characteristics("Ox").abilities == ()


@pytest.mark.parametrize(("dies", "found"), [(True, ["Ox"]), (False, [])])
def test_cards_that_were_put_there_this_turn_are_those_that_went_there(dies: bool, found: list[str]) -> None:
    game = played(
        "Return to your hand all creature cards in your graveyard that were put there from the battlefield this turn."
    )
    put(game, "Ann", "Elk", "Creature 2/2", zone="graveyard")
    put(game, "Ann", "Ox", "Creature 3/3", zone="battlefield" if dies else "graveyard")
    if dies:
        put(game, "Ann", *KILL, zone="hand")
        game.play("Ann", "Kill", targets=["Ox"])
        game.resolve_all()
    game.play("Ann", "Words")
    game.resolve_all()
    assert game.hand("Ann") == found
