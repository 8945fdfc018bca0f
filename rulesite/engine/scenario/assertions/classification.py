"""Claims about the kinds of ability that a text makes, answered from the compiled text."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext import queries
from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser.read import read
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.language.trees import AbilityRef, Ref
from rulesite.engine.scenario.setup.ability_refs import held_by, meant
from rulesite.engine.scenario.setup.builder import Table


def kinds_of(abilities: tuple[ir.Ability, ...], index: int, date: str) -> set[str]:
    """All kinds that the rules of a day assign to the ``index``-th of some abilities."""
    rules = Ruleset.on(date)
    ability = abilities[index]
    if not queries.is_ability(ability, rules):
        return {"no ability"}
    kind = queries.kind(ability)
    found = {kind}
    if isinstance(ability, ir.KeywordAbility):
        found.add("keyword")
    if queries.is_mana_ability(ability, date):
        found |= {"mana", f"{kind} mana"}
    if queries.is_targeted(ability):
        found.add("targeted")
    if queries.is_evasion(ability):
        found.add("evasion")
    if queries.is_characteristic_defining(ability):
        found.add(rules.is_text)
    if queries.is_state_trigger(ability):
        found.add("state trigger")
    if queries.is_comes_into_play_trigger(ability):
        found |= {"enters trigger", "zone-change trigger"}
    if queries.is_leaves_play_trigger(ability):
        found |= {"leaves trigger", "zone-change trigger"}
    if queries.linked_to(abilities, index) is not None or any(
        queries.linked_to(abilities, other) == index for other in range(len(abilities))
    ):
        found.add("linked")
    return found


def kinds_said(kinds: set[str]) -> str:
    """Return a set of kinds in words."""
    return ", ".join(sorted(kinds)) or "nothing"


def _one(table: Table, ref: Ref | AbilityRef) -> tuple[tuple[ir.Ability, ...], int]:
    """Return the abilities of a card and the index of the ability that a reference means.

    Raises :class:`ScenarioError` when no ability fits, or several do.
    """
    of = ref.of if isinstance(ref, AbilityRef) else ref
    held = held_by(table, of)
    found = meant(table, ref) if isinstance(ref, AbilityRef) else None
    if found is None and len(held) != 1:
        raise ScenarioError(f"{of} has {len(held)} abilities", mend=f"Say which: {of}'s first ability")
    return tuple(each.ability for each in held), held.index(found) if found is not None else 0


def are_linked(table: Table, one: Ref | AbilityRef, other: Ref | AbilityRef) -> bool:
    """Whether one of two abilities printed on the same card refers to the other."""
    abilities, first = _one(table, one)
    others, second = _one(table, other)
    if abilities != others or first == second:
        return False
    return second == queries.linked_to(abilities, first) or first == queries.linked_to(abilities, second)


def ability_kinds(table: Table, ref: Ref | AbilityRef) -> set[str]:
    """The kinds of an ability of a card; if just the card is named, of its only ability."""
    held, index = _one(table, ref)
    return kinds_of(held, index, table.game.rules.date)


def ability_zones(table: Table, ref: Ref | AbilityRef) -> tuple[str, ...]:
    """The zones in which an ability of a card works."""
    held, index = _one(table, ref)
    return queries.zones(held[index])


def spell_is_targeted(table: Table, ref: Ref) -> bool:
    """Whether a card is targeted as a spell: by its effect on resolution, not by its other abilities."""
    card = table.game.state.things[table.now(ref)].card
    return any(isinstance(each, ir.SpellAbility) and bool(each.targets) for each in card.abilities) or (
        "Aura" in card.subtypes
    )


def classify(text: str, host: str, date: str, name: str | None = None) -> list[set[str]]:
    """The kinds of every ability of a text on a host. Raises ``UnreadableText``."""
    abilities = read(text, Host.parse(host, name), Ruleset.on(date))
    return [kinds_of(abilities, index, date) for index in range(len(abilities))]


def means_the_same(first: str, second: str, date: str) -> tuple[bool, str]:
    """Whether two texts on a creature compile to the same abilities, whatever their words."""
    found = []
    for text in (first, second):
        try:
            abilities = read(text, Host(("creature",), (), "This"), Ruleset.on(date))
        except UnreadableText as error:
            return False, str(error)
        found.append(tuple(ir.without_words(each) for each in abilities))
    same = found[0] == found[1]
    return same, f"{first!r} and {second!r} are {'the same' if same else 'different'}"
