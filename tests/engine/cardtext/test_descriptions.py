"""What `describe` says of an ability says all of it: nothing that the reader found is missing from the words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, replace
from typing import Any

import pytest
from texts import FILES, abilities, file_of_texts

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.describe import describe
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser.read import read
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.cardtext.printing.registry import declared, says
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.language.phrases import NoPhraseError

NUMBERS_OF_TARGETS = ir.TargetSlot  # `describe` says them beside the target, not in the words of the effect


def another(field: Field[Any], value: Any) -> Any:
    """What the field would hold if the text had not said this."""
    if field.default is not MISSING:
        return field.default
    if isinstance(value, bool):
        return not value
    if isinstance(value, ir.Destination):
        return replace(value, zone="elsewhere")
    if isinstance(value, ir.Cost):
        return ir.Cost((ir.PayLife(ir.Number(9)),))
    if isinstance(value, ir.Replace):
        return ir.Replace(ir.LifeLost(ir.Anything()), None)
    if isinstance(value, ir.Node):
        return ir.X("Z")
    if isinstance(value, tuple) and isinstance(value[0], ir.Event):
        return value[:1]
    return {int: 77, str: "zzz", tuple: ()}.get(type(value))


def words(node: Any) -> tuple[str, tuple[tuple[str, str], ...]]:
    """A node in card words, and what each pronoun among them means; as if it stood alone."""
    if isinstance(node, ir.Instruction):  # whose subject or duration the words of another step have
        node = replace(node, surface=" ".join(word for word in node.surface.split() if word not in ("bare", "said")))
    printer = Printer("2024-02-02")
    try:
        return printer.say(node), tuple(printer.meant)
    except NoPhraseError:  # what no phrase says is not said in the same words
        return "", ()


CREATURE = ir.All((ir.HasType("creature"), ir.IsPermanent()))
SAID_ANYWAY = {
    (ir.SomePlayer, "who"): ir.IsPlayer(),  # "a player" is any player, whether or not a predicate says so
    (ir.Cast, "who"): ir.IsPlayer(),
    (ir.Discarded, "who"): ir.IsPlayer(),
    (ir.BecomesBlocked, "by"): CREATURE,  # only creatures block
    (ir.MustBeBlocked, "by"): CREATURE,
    (ir.BecomesTarget, "of"): ir.AnyOf((ir.IsSpell(), ir.IsAbility())),  # only spells and abilities have targets
    (ir.CantBeTargeted, "of"): ir.AnyOf((ir.IsSpell(), ir.IsAbility())),
    (ir.TargetableDespite, "of"): ir.AnyOf((ir.IsSpell(), ir.IsAbility())),
    (ir.WasPaid, "of"): ir.Self(),  # whose cost but its own
    (ir.WonClash, "what"): "clash",
    (ir.PlaysRevealed, "what"): "top",
    (ir.ChooseQuality, "quality"): "card name",  # a name of such a card
    (ir.AddTypes, "still"): "land",  # the change beside it says "it's still a land"
    (ir.AddTypes, "whole"): True,  # "is an artifact creature": an early rule, and not the words, says what it keeps
    (ir.Compares, "op"): "=",
    (ir.SkipUnless, "who"): ir.IsPlayerRef(ir.EachPlayer()),  # "players skip": whichever of them
}


def meaning_nothing_else(node: Any, field: str) -> bool:
    """What cards say in the same words with this value and without."""
    if isinstance(node, ir.Overloads | ir.Awakens):  # the same text once more, in other words
        return True
    if isinstance(node, ir.Applies) and field == "to":  # "spells cost {1} less": whoever plays them
        return isinstance(node.changes[0], ir.CostChange | ir.AttackTax)
    wanted = SAID_ANYWAY.get((type(node), field))
    return wanted is not None and getattr(node, field) == wanted


def unsaid(row: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """What a row's text is read as and its description does not tell: the kind of node, its field, what is said."""
    for node in (part for ability in abilities(row) for part in ir.walk(ability)):
        if not isinstance(node, ir.Node) or isinstance(node, ir.Ability | NUMBERS_OF_TARGETS):
            continue
        said = words(node)
        for field in fields(node):
            if not field.compare:
                continue  # how the text said it: no part of what it means
            value = getattr(node, field.name)
            other = another(field, value)
            if value == other or meaning_nothing_else(node, field.name):
                continue
            if words(replace(node, **{field.name: other})) == said:
                yield type(node).__name__, field.name, said[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_every_part_of_a_reading_has_its_words(name: str) -> None:
    missing = {row["says"]: list(unsaid(row)) for row in file_of_texts(name)}
    assert {says: parts for says, parts in missing.items() if parts} == {}


def effects(text: str, on: str, date: str = "2024-02-02") -> list[str]:
    return [describe(ability, date)["effect"] for ability in read(text, Host.parse(on), Ruleset.on(date))]


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("~ can't be blocked.", "~ can't be blocked except by two or more creatures."),
        ("~ can't attack.", "~ can't attack alone."),
        ("~ enters tapped.", "~ enters tapped unless you control two or more other lands."),
        (
            "Spells you cast cost {1} less to cast.",
            "Spells you cast cost {1} less to cast for each Wizard you control.",
        ),
        ("Lands you control have '{T}: Add {G}.'", "Lands you control have '{T}, Pay 1 life: Add {G}.'"),
        (
            "Whenever you gain life, draw a card.",
            "Whenever you gain life, draw a card. This ability triggers only once each turn.",
        ),
    ],
)
def test_two_texts_that_differ_are_described_differently(text: str, other: str) -> None:
    assert effects(text, "Creature") != effects(other, "Creature")


@pytest.mark.parametrize(
    ("text", "words_of_it"),
    [
        ("Destroy all cards in your graveyard.", "your graveyard"),
        ("Exile target card in a graveyard.", "exile target card"),
        ("Search target opponent's library for a card.", "search target opponent's library"),
        ("Prevent all combat damage that would be dealt to you this turn.", "combat damage that would be dealt to you"),
        ("Create a tapped Treasure token.", "tapped"),
    ],
)
def test_a_description_names_whose_zone_which_damage_and_how(text: str, words_of_it: str) -> None:
    assert words_of_it in effects(text, "Sorcery")[0]


def test_every_kind_of_node_that_a_reading_can_hold_has_its_phrase() -> None:
    concrete = {
        kind
        for kind in vars(ir).values()
        if isinstance(kind, type) and issubclass(kind, ir.Node) and "__dataclass_fields__" in vars(kind)
    }
    concrete -= {ir.Node, ir.Instruction}
    assert concrete - declared() == set()


def test_a_kind_without_a_phrase_is_an_error_that_names_it() -> None:
    class Unsaid(ir.Instruction):
        """A kind of node that nobody declared words for."""

    with pytest.raises(NoPhraseError, match="Unsaid"):
        Printer("2024-02-02").say(Unsaid())


def test_a_kind_has_one_phrase() -> None:
    with pytest.raises(TypeError, match="two phrases for Draw"):
        says(ir.Draw)(lambda node, printer: "")


@pytest.mark.parametrize(
    ("text", "on", "meant"),
    [
        ("Destroy target creature. Its controller gains 3 life.", "Instant", ["it: target 1"]),
        ("Whenever ~ deals damage to a player, that player discards a card.", "Creature", ["that player: the player of the event"]),
        ("Exile target creature. Return it to the battlefield.", "Instant", ["it: what this effect made the object of “exile”"]),
    ],
)  # fmt: skip
def test_a_description_says_whom_each_pronoun_means(text: str, on: str, meant: list[str]) -> None:
    (ability,) = read(text, Host.parse(on), Ruleset.on("2024-02-02"))
    assert describe(ability, "2024-02-02")["meant"] == meant


@pytest.mark.parametrize(
    ("text", "on", "date"),
    [
        ("When ~ comes into play, you may remove target creature from the game.", "Creature", "2006-10-01"),
        ("When ~ enters the battlefield, you may exile target creature.", "Creature", "2021-11-19"),
        ("When ~ enters, draw a card.", "Creature", "2025-01-01"),
        ("Put a 1/1 green Saproling creature token into play.", "Sorcery", "2006-10-01"),
        ("Create a 1/1 green Saproling creature token.", "Sorcery", "2021-11-19"),
        ("{T}: Add {G} to your mana pool.", "Artifact", "2006-10-01"),
        ("Target creature with converted mana cost 3 or less gets +1/+1 until end of turn.", "Instant", "2015-01-01"),
    ],
)
def test_a_description_is_in_the_words_of_its_day(text: str, on: str, date: str) -> None:
    (ability,) = read(text, Host.parse(on), Ruleset.on(date))
    assert describe(ability, date)["printed"] == text
