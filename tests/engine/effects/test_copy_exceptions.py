"""What copies take over, and what the words that make them except."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.amounts import Number
from rulesite.engine.effects.copying import Copying
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.objects import Card
from tests.engine.table import cast, put, start

COUNTED = ir.StaticAbility(
    (ir.Applies(ir.Self(), (ir.SetBasePowerToughness(Number(3), Number(4)),)),), defines=True, text="~ is 3/4."
)
PAINTED = ir.StaticAbility((ir.Applies(ir.Self(), (ir.SetColors(("red",)),)),), defines=True, text="~ is red.")
FLYING = ir.KeywordAbility("flying")

words = st.sets(st.sampled_from(("artifact", "creature", "enchantment", "land")), min_size=1).map(
    lambda s: tuple(sorted(s))
)
cards = st.builds(
    Card,
    st.sampled_from(("Bear", "Ogre")),
    words,
    st.sampled_from(((), ("legendary",), ("snow",))),
    st.sampled_from((("Bear",), ("Elf", "Druid"), ())),
    st.frozensets(st.sampled_from(("green", "blue"))),
    power=st.integers(0, 5),
    toughness=st.integers(0, 5),
    abilities=st.sampled_from(((), (COUNTED,), (PAINTED, FLYING), (FLYING, COUNTED))),
)
changes = st.lists(
    st.one_of(
        st.builds(ir.AddTypes, words, st.sampled_from(((), ("Elf",))), st.sampled_from(((), ("legendary",)))),
        st.builds(ir.SetTypes, words, st.sampled_from((("Frog",), ("Zombie", "Cat")))),
        st.builds(ir.SetColors, st.sampled_from(((), ("red",), ("white", "black")))),
        st.builds(ir.SetBasePowerToughness, st.builds(Number, st.integers(0, 9)), st.builds(Number, st.integers(0, 9))),
        st.just(ir.RemoveTypes(supertypes=("legendary",))),
        st.just(ir.Uncopied("color")),
    ),
    max_size=3,
).map(lambda found: (ir.Except(tuple(found)),))


@given(cards, changes, cards)
def test_a_copy_made_again_by_the_same_words_is_the_same(
    original: Card, exceptions: tuple[ir.Except, ...], own: Card
) -> None:
    once, _ = Copying(exceptions, own).of(original)
    again, _ = Copying(exceptions, own).of(once)
    assert again == once


@given(cards, changes, cards)
def test_a_copy_keeps_what_nothing_excepts(original: Card, exceptions: tuple[ir.Except, ...], own: Card) -> None:
    made, also = Copying(exceptions, own).of(original)
    assert (made.name, made.mana_cost, also) == (original.name, original.mana_cost, ())
    assert set(made.abilities) <= set(original.abilities)
    assert [each for each in made.abilities if each not in (COUNTED, PAINTED)] == [
        each for each in original.abilities if each not in (COUNTED, PAINTED)
    ]


@given(cards, st.integers(0, 9))
def test_what_is_told_its_size_has_no_ability_that_counts_it(original: Card, size: int) -> None:
    made, _ = Copying((ir.Except((ir.SetBasePowerToughness(Number(size), Number(size)),)),)).of(original)
    assert (made.power, made.toughness) == (size, size)
    assert COUNTED not in made.abilities


@given(cards)
def test_types_besides_others_leave_the_ability_that_defines_types(original: Card) -> None:
    made, _ = Copying((ir.Except((ir.AddTypes(("artifact",)),)),)).of(original)
    assert made.abilities == original.abilities
    assert {*made.types} == {*original.types, "artifact"}


def test_how_it_enters_is_no_part_of_the_copy() -> None:
    entering = ir.EntersWith(ir.IsObject(ir.Self()), counters="+1/+1", amount=Number(2))
    bear = Card("Bear", ("creature",), power=2, toughness=2)
    assert Copying((ir.Except((entering,)),)).of(bear) == (bear, (entering,))


@pytest.mark.parametrize("is_so", [True, False])
def test_a_condition_looks_at_the_copy_without_what_hangs_on_it(is_so: bool) -> None:
    asked: list[Card] = []

    def fits(card: Card, what: object) -> bool:
        asked.append(card)
        return is_so

    legendary = ir.Except((ir.AddTypes(supertypes=("legendary",)),))
    flying = ir.ExceptIf(ir.HasType("creature"), (ir.Except((ir.GrantAbilities((FLYING,)),)),))
    made, _ = Copying((legendary, flying), fits=fits).of(Card("Bear", ("creature",)))
    assert made.abilities == ((FLYING,) if is_so else ())
    assert [(card.supertypes, card.abilities) for card in asked] == [(("legendary",), ())]


def test_this_ability_is_refused_where_nobody_says_which() -> None:
    with pytest.raises(NotModelled, match="this ability"):
        Copying((ir.Except((ir.GrantAbilities((ir.ThisAbility(),)),)),)).of(Card("Bear", ("creature",)))


COPIED = (
    "You may have ~ enter the battlefield as a copy of a creature or planeswalker you control, except it enters with an"
    " additional +1/+1 counter on it if it's a creature, it enters with an additional loyalty counter on it if it's a"
    " planeswalker, and it isn't legendary if that permanent is legendary."
)


@pytest.mark.parametrize(
    ("line", "counters"),
    [
        ("Legendary Creature — Bear 2/2", {"+1/+1": 1}),
        ("Creature — Bear 2/2", {"+1/+1": 1}),
        ("Legendary Planeswalker — Jace, loyalty 3", {"loyalty": 4}),
    ],
)
def test_a_copy_enters_with_what_is_for_its_kind(line, counters):
    game = start()
    original = put(game, "Ann", "Nissa", line)
    put(game, "Ann", "Spark", "Creature — Illusion 0/0", COPIED, zone="hand")
    game.will("may", True)
    cast(game, "Ann", "Spark")
    (copy,) = (thing for thing in game.state.things.values() if thing.card.name == "Nissa" and thing.id != original)
    assert copy.counters == counters
    assert "legendary" not in game.characteristics(copy.id).supertypes
