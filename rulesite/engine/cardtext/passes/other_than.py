""" "Other" in the words of a spell: as a spell is not a permanent, it means other than an object mentioned before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.target_slots import slots_named
from rulesite.engine.cardtext.passes.mood import UnclearError

_ITSELF = ir.OtherThan(ir.Self())


def other_than(what: ir.Node) -> Callable[[Any], Any]:
    """A function that changes "other than the object itself" into other than `what`."""
    than = ir.OtherThan(what, surface="other")
    return lambda part: than if part == _ITSELF else part


def other_than_before(ability: ir.SpellAbility) -> ir.SpellAbility:
    """ "Target creature gets +2/+1. Each other creature gets +1/+1": other than that target, or a chosen object.

    Each mode is separate. In abilities given to others ("gain "Other Elves …"") "other" is relative to their holder.
    """
    if _gives_others(ability.effect):
        return ability
    return replace(ability, effect=_apart(ir.rewrite(ability.effect, _modes)))


def other_than_taken(ability: Any) -> Any:
    """ "Put one of them into your hand. Put all other cards revealed this way into your graveyard": other than that
    card, or than the card that ended the revealing.
    """
    verbs: dict[str | None, str] = {}
    for part in ir.walk(ability):
        if isinstance(part, ir.Move) and isinstance(part.what, ir.Chosen) and isinstance(part.what.from_, ir.Memo):
            verbs[part.what.from_.verb] = part.verb
    if any(isinstance(part, ir.Reveal) and part.until is not None for part in ir.walk(ability)):
        verbs.setdefault("reveal", "found")

    def change(part: Any) -> Any:
        shown = _shown(part) if isinstance(part, ir.All) and _ITSELF in part.parts else None
        if shown is None or shown not in verbs:
            return part
        return replace(part, parts=tuple(map(other_than(ir.Memo(verbs[shown])), part.parts)))

    return ir.rewrite(ability, change)


def other_than_alike(part: Any) -> Any:
    """ "Destroy all other creatures that share a color with it": other than the creature they share it with."""
    if not isinstance(part, ir.All) or _ITSELF not in part.parts:
        return part
    alike = [one.with_ for one in part.parts if isinstance(one, ir.SharesQuality)]
    if len(alike) != 1 or isinstance(alike[0], ir.Self | ir.Every):
        return part
    return replace(part, parts=tuple(map(other_than(alike[0]), part.parts)))


def other_than_its_player(ability: ir.TriggeredAbility) -> ir.TriggeredAbility:
    """ "Whenever a player casts a spell, each other player copies it", "whenever ~ deals damage to an opponent, … each
    other opponent": other than that player, not than "you", where the event is of another player."""
    event = ability.event
    named = [getattr(event, name, None) for name in ("who", "to", "whose")]
    players = [one for one in named if isinstance(one, ir.Predicate) and ir.IsPlayer() in ir.walk(one)]
    if len(players) != 1 or ir.IsPlayerRef(ir.You()) in ir.walk(players[0]):
        return ability
    return replace(ability, effect=_each_other_than(ability.effect, ir.TriggerPlayer()))


def other_than_target_player(ability: Any) -> Any:
    """ "Target opponent loses 2 life. Each other opponent loses 1 life": other than that target."""
    players = [place for place, slot in enumerate(getattr(ability, "targets", ())) if _is_of_players(slot)]
    if len(players) != 1:
        return ability
    target = ir.Target(players[0])

    def change(part: Any) -> Any:
        steps = part.steps if isinstance(part, ir.Sequence) else ()
        first = next((place for place, step in enumerate(steps) if target in ir.walk(step)), len(steps))
        after = tuple(_each_other_than(step, target) for step in steps[first + 1 :])
        if after != steps[first + 1 :] and any(isinstance(one, ir.Several) for one in ir.walk(steps[first])):
            raise UnclearError("other than whom each other player is, where several were named")
        return replace(part, steps=(*steps[: first + 1], *after)) if after else part

    return replace(ability, effect=ir.rewrite(ability.effect, change))


def _is_of_players(slot: ir.TargetSlot) -> bool:
    described = tuple(ir.walk(slot.what))
    return slot.maximum == 1 and ir.IsPlayer() in described and ir.IsPermanent() not in described


def _each_other_than(tree: Any, player: ir.Node) -> Any:
    """The tree with "each other player" meaning other than that player, not than "you"."""
    yours, theirs = ir.OtherThan(ir.You()), ir.OtherThan(player, surface="other")

    def change(part: Any) -> Any:
        if not isinstance(part, ir.EachPlayer):
            return part
        return replace(part, who=ir.rewrite(part.who, lambda one: theirs if one == yours else one))

    return ir.rewrite(tree, change)


def alike_with_event(part: Any) -> Any:
    """ "It fights target creature with the same mana value": the same as what the event happened to. The same name is
    always said as whose."""
    if isinstance(part, ir.Comparison) or _alone(part) is None:
        return part

    def same(each: Any) -> Any:
        if not _same(each) or each.quality == "name":
            return each
        return ir.SharesQuality(each.quality, ir.TriggerObject(), surface="same")

    return replace(part, what=ir.rewrite(part.what, same))


def alike_alone(part: Any) -> bool:
    """Whether only a single card is said to have "the same name", without the card it is compared with."""
    return any(_same(each) for each in ir.parts_of(_alone(part)))


def _alone(part: Any) -> Any:
    """The description of a single object; None for any other part."""
    match part:
        case ir.Search(what=what, amount=ir.Number(1)) | ir.Chosen(what=what, amount=ir.Number(1)):
            return what
        case ir.TargetSlot(what=what, maximum=1, amount=None):
            return what
        case ir.Comparison(left=ir.Count(of=ir.Every(what=what)), op=">=", right=ir.Number(1)):
            return what
    return None


def _same(part: Any) -> bool:
    return isinstance(part, ir.AllAlike) and part.surface == "same"


def _shown(every: ir.All) -> str | None:
    """The verb in "all cards revealed this way", or None."""
    of = [part.what.verb for part in every.parts if isinstance(part, ir.IsObject) and isinstance(part.what, ir.Memo)]
    return of[0] if of else None


def _gives_others(told: Any) -> bool:
    """Whether it gives an ability that contains "other"."""
    return any(isinstance(part, ir.Ability) and _ITSELF in ir.walk(part) for part in ir.walk(told))


def _modes(part: Any) -> Any:
    return replace(part, modes=tuple(map(_apart, part.modes))) if isinstance(part, ir.Modal) else part


def _apart(told: Any) -> Any:
    before: list[ir.Reference] = [ir.Target(slot) for slot in sorted(slots_named(told))]
    if any(isinstance(part, ir.Choose | ir.ChooseOfEach) for part in ir.walk(told)):
        before.append(ir.Memo("choose"))
    if not before:
        return _apart_from_steps(told)
    apart = other_than(before[0] if len(before) == 1 else ir.Several(tuple(before)))

    return _all_apart(told, apart)


def _all_apart(told: Any, apart: Callable[[Any], Any]) -> Any:
    def change(part: Any) -> Any:
        if not isinstance(part, ir.All) or ir.IsSpell() in part.parts:
            return part
        return replace(part, parts=tuple(map(apart, part.parts)))

    return ir.rewrite(told, change)


def _apart_from_steps(told: Any) -> Any:
    """ "Create two tokens. Destroy all other creatures", "Zombies get +2/+1. Other creatures get +1/+1": other than
    what the steps before are about, or put onto the battlefield. Raises UnclearError behind a kind of counter that is
    chosen on some creature."""
    if not isinstance(told, ir.Sequence):
        return told
    steps: list[Any] = []
    named: list[ir.Node] = []
    for step in told.steps:
        others = _ITSELF in ir.walk(step)
        if others and any(isinstance(before, ir.ChooseCounterKind) for before in steps):
            raise UnclearError("than which creature the others are other")
        if others and named:
            step = _all_apart(step, other_than(ir.Several(tuple(named)) if len(named) > 1 else named[0]))
        if isinstance(step, ir.CreateToken):
            named.append(ir.Memo("create"))
        elif isinstance(step, ir.Move) and step.to.zone == "battlefield":
            named.append(ir.Memo(step.verb))
        elif isinstance(step, ir.Continuous) and isinstance(step.what, ir.Every) and not others:
            named.append(step.what)
        steps.append(step)
    return replace(told, steps=tuple(steps))


def other_than_spoken_of(ability: Any, types: tuple[str, ...]) -> Any:
    """ "Enchanted creature has shroud as long as its controller controls another creature": on a card that is not a
    creature, "another" is other than the creature mentioned, not than the card itself."""
    about = None if "creature" in types or _gives_others(_within(ability)) else _spoken_of(ability)
    if about is None:
        return ability
    apart = other_than(about)

    def change(part: Any) -> Any:
        if not isinstance(part, ir.All) or not {ir.HasType("creature"), _ITSELF} <= set(part.parts):
            return part
        return replace(part, parts=tuple(map(apart, part.parts)))

    return ir.rewrite(ability, change)


def _within(ability: Any) -> tuple[Any, ...]:
    """An ability's parts, effect and condition, so that `_gives_others` does not count the ability itself."""
    return tuple(getattr(ability, field, None) for field in ("parts", "effect", "condition"))


def _spoken_of(ability: Any) -> Any:
    if isinstance(ability, ir.StaticAbility):
        to = next((part.to for part in ability.parts if isinstance(part, ir.Applies)), None)
        return to if isinstance(to, ir.Attached) else None
    what = getattr(getattr(ability, "event", None), "what", None)
    if not isinstance(ability, ir.TriggeredAbility) or what == ir.IsObject(ir.Self()):
        return None
    creature = ir.HasType("creature") in ir.walk(what) or what == ir.IsObject(ir.Attached())
    return ir.TriggerObject("subject") if creature else None
