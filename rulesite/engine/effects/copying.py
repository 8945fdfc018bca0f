"""The copiable values of an object (rule 707.2 in 2018-01-19): the printed values, as changed by other copy effects, by
choices made as it entered, and by the exceptions of the copying words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.amounts import Number
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.face_down import abilities_face_down
from rulesite.engine.state.game_state import object_ref, ref_id
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Card, Known, Thing
from rulesite.engine.state.sides import TWO_FACED, bare, both_sides, face_up

from .continuous import cost_face_down
from .durations import running
from .suiting_subtypes import suiting


def copiable(kernel: Kernel, thing: Thing | Known) -> Card:
    """The card that a copy of an object becomes: a face-down one is a 2/2 creature and nothing else.

    For a card with a face on each side only the face that is up is copied (707.8); the halves of a flip card and an
    inset are copied with it (707.3, 715.2b).
    """
    if thing.face_down:
        held = tuple(each.ability for each in abilities_face_down(thing))
        return Card("", ("creature",), mana_cost=cost_face_down(kernel), power=2, toughness=2, abilities=held)
    return underneath(kernel, thing)


def underneath(kernel: Kernel, thing: Thing | Known) -> Card:
    """The card that an object now copies, whether or not it shows it; its own card if it is not a copy."""
    card = thing.card if isinstance(thing, Known) else face_up(thing)
    for effect in sorted(kernel.state.effects, key=lambda each: each.timestamp):
        copied = effect.bound.record.copied
        if copied is not None and object_ref(thing.id) in (effect.affected or ()) and running(kernel, effect):
            card = copied
    return card


def copiable_whole(kernel: Kernel, thing: Thing | Known) -> tuple[Card, int]:
    """The card and the face that is up of a token created as a copy of an object.

    A copy of a double-faced permanent or token has both of its faces (707.8a; before 2023-06-16 only the one that is
    up), unless the object is itself a copy of something else.
    """
    card = copiable(kernel, thing)
    if not kernel.rules.token_has_both_faces:
        return card, 0
    both = thing.sides if isinstance(thing, Known) else both_sides(thing)
    if both is None:
        return card, 0
    return (both, thing.face) if card == bare((both, *both.others)[thing.face]) else (card, 0)


def to_copy(frame: Frame, what: Any) -> Thing | Known | None:
    """The object to copy; if it has left the battlefield, its last known information there (608.2h)."""
    for ref in frame.refs(what):
        object_id = ref_id(ref) or 0
        found = frame.kernel.thing(object_id) or frame.kernel.state.known.get(object_id)
        if found is not None:
            return found
    return None


@dataclass(frozen=True)
class Copying:
    """One copy effect with its exceptions.

    ``own`` is what the object was before, kept where something is not copied (707.9c); ``ability`` is the ability whose
    words say that it "has this ability"; ``fits`` tests whether the object would fit a description if it were a card.
    By the ``rules`` of the day only subtypes that suit its card types are gained.
    """

    exceptions: tuple[Any, ...]
    own: Card | None = None
    ability: Any = None
    fits: Callable[[Card, Any], bool] | None = None
    rules: Ruleset | None = None

    def of(self, card: Card) -> tuple[Card, tuple[ir.EntersWith, ...]]:
        """The card after the exceptions, which are copied with it (707.9a), and how it enters (707.9e).

        Raises :class:`NotModelled` for an exception that cannot be printed on a card.
        """
        also: list[ir.EntersWith] = []
        for change in self._that_apply(card):
            if isinstance(change, ir.EntersWith):
                also.append(change)
                continue
            others = tuple(self._changed(each, change) for each in card.others if card.layout in ("flip", *TWO_FACED))
            card = self._changed(card, change)
            card = replace(card, others=others) if others else card
        return card, tuple(also)

    def _that_apply(self, card: Card) -> list[Any]:
        """The changes made by the exceptions that apply; a condition is tested on the copy without them (707.9f)."""
        changes = _changes(self.exceptions)
        for exception in self.exceptions:
            if isinstance(exception, ir.ExceptIf):
                if self.fits is None:
                    raise NotModelled("the engine does not make such a copy under a condition yet")
                without, _ = replace(self, exceptions=tuple(changes and [ir.Except(tuple(changes))])).of(card)
                if self.fits(without, exception.what):
                    changes += _changes(exception.then)
        return changes

    def _changed(self, card: Card, change: ir.Change) -> Card:
        match change:
            case ir.AddTypes():
                types = _with(card.types, change.types)
                return replace(
                    card,
                    types=types,
                    subtypes=_with(card.subtypes, self._gained(change.subtypes, types)),
                    supertypes=_with(card.supertypes, change.supertypes),
                )
            case ir.SetTypes():
                card = _undefined(card, ir.SetTypes, ir.AddTypes, ir.EveryType)
                supertypes = _with(card.supertypes, change.supertypes)
                return replace(card, types=change.types or card.types, subtypes=change.subtypes, supertypes=supertypes)
            case ir.GrantAbilities():
                granted = [ability for each in change.abilities for ability in self._granted(each)]
                return replace(card, abilities=(*card.abilities, *granted))
            case ir.AddColors():
                return replace(card, colours=card.colours | set(change.colors))
            case ir.SetColors():
                return replace(_undefined(card, ir.SetColors, ir.AddColors), colours=frozenset(change.colors))
            case ir.Uncopied(quality="color") if self.own is not None:
                return replace(_undefined(card, ir.SetColors, ir.AddColors), colours=self.own.colours)
            case ir.SetName(name="~") | ir.Uncopied(quality="name") if self.own is not None:
                return replace(card, name=self.own.name)
            case ir.SetName(name=name) if name != "~":
                return replace(card, name=name)
            case ir.SetBasePowerToughness(power=Number(power), toughness=Number(toughness)):
                return replace(_undefined(card, ir.SetBasePowerToughness), power=power, toughness=toughness)
            case ir.NoManaCost():
                return replace(card, mana_cost=None)
            case ir.RemoveTypes(sort=None):
                return replace(
                    card,
                    subtypes=tuple(word for word in card.subtypes if word not in change.subtypes),
                    types=tuple(word for word in card.types if word not in change.types),
                    supertypes=tuple(word for word in card.supertypes if word not in change.supertypes),
                )
        raise NotModelled(f"the engine does not make a copy with an exception of the kind {type(change).__name__} yet")

    def _gained(self, subtypes: tuple[str, ...], types: tuple[str, ...]) -> Iterable[str]:
        return suiting(self.rules, subtypes, types) if self.rules is not None else subtypes

    def _granted(self, ability: Any) -> tuple[Any, ...]:
        """The abilities that words of an exception stand for."""
        if isinstance(ability, ir.OtherAbilities):
            if self.own is None:
                raise NotModelled('the engine does not know whose "other abilities" these are')
            return tuple(each for each in self.own.abilities if not _speaks_of_others(each))
        if not isinstance(ability, ir.ThisAbility):
            return (ability,)
        if self.ability is None:
            raise NotModelled('the engine does not know which ability "this ability" is here')
        return (self.ability,)


def speaking(frame: Frame) -> Any:
    """The ability being carried out ("this ability"); None if it is not an ability on the stack."""
    thing = frame.kernel.thing(frame.bound.stack_id)
    return thing.play.ability if thing is not None and thing.play is not None else None


def _changes(exceptions: Iterable[Any]) -> list[Any]:
    return [change for each in exceptions if isinstance(each, ir.Except) for change in each.changes]


def _undefined(card: Card, *kinds: type) -> Card:
    """The card without the abilities that would define what an exception sets (707.9d)."""

    def defines(ability: Any) -> bool:
        parts = ability.parts if isinstance(ability, ir.StaticAbility) and ability.defines else ()
        return any(isinstance(change, kinds) for part in parts for change in getattr(part, "changes", ()))

    kept = tuple(each for each in card.abilities if not any(map(defines, (each, *getattr(each, "expands", ())))))
    return card if kept == card.abilities else replace(card, abilities=kept)


def _speaks_of_others(ability: Any) -> bool:
    """Whether an ability speaks of the "other abilities" of its card, and so is none of them."""
    return any(isinstance(part, ir.OtherAbilities) for part in ir.walk(getattr(ability, "ability", ability)))


def _with(words: tuple[str, ...], more: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*words, *more)))
