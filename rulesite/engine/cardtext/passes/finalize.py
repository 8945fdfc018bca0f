"""The final passes over an ability: the zones where it functions, the characteristics it defines."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, NoReturn

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.target_slots import slots_named
from rulesite.engine.cardtext.anaphora import NO_TARGET
from rulesite.engine.cardtext.builder.instructions import sequence
from rulesite.engine.cardtext.card_name import in_place_of, own_names
from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.cardtext.host import KEYWORD_HOST, Host
from rulesite.engine.cardtext.passes.damage_recipients import dealt_as_before
from rulesite.engine.cardtext.passes.exiled_with_counters import exiled_with_counters
from rulesite.engine.cardtext.passes.keywords import expand
from rulesite.engine.cardtext.passes.later_steps import as_it_was, done_by_whom, with_what_follows
from rulesite.engine.cardtext.passes.mood import UnclearError
from rulesite.engine.cardtext.passes.optional_searches import for_exactly_so_many, with_its_shuffle
from rulesite.engine.cardtext.passes.other_than import (
    alike_alone,
    alike_with_event,
    other_than_alike,
    other_than_before,
    other_than_its_player,
    other_than_spoken_of,
    other_than_taken,
    other_than_target_player,
)
from rulesite.engine.cardtext.passes.own_deeds import done_itself, of_all_steps, put_this_way
from rulesite.engine.cardtext.passes.repeated_modes import with_targets_again
from rulesite.engine.cardtext.passes.repeated_tokens import tokens_like_before
from rulesite.engine.cardtext.passes.supporting import with_supported
from rulesite.engine.cardtext.passes.that_much import bind_amounts
from rulesite.engine.cardtext.slots.keywords import WANTED, wants

Again = Callable[[str, Host], tuple[ir.Ability, ...]]
"""Reads another text of the same day: a quoted ability, or the definition of a keyword."""

SELF = ir.IsObject(ir.Self())
EVERYWHERE = ("battlefield", "stack", "hand", "graveyard", "library", "exile", "command")
_DEFINING = (ir.SetTypes, ir.AddTypes, ir.SetColors, ir.AddColors, ir.SetBasePowerToughness, ir.EveryType)
_ON_STACK = (ir.CantBeCountered,)


def _opened(part: Any) -> Any:
    """The step, with sequences inside a sequence opened."""
    if isinstance(part, ir.Sequence) and any(isinstance(step, ir.Sequence) for step in part.steps):
        return ir.Sequence(
            tuple(inner for step in part.steps for inner in (step.steps if isinstance(step, ir.Sequence) else (step,)))
        )
    return part


def _entering(part: Any) -> Any:
    """A choice made as an object enters is stored with it: a player, or the object that it copies."""
    if not isinstance(part, ir.AsEnters):
        return part
    if isinstance(part.do, ir.Choose) and isinstance(part.do.what, ir.SomePlayer) and not part.do.what.at_random:
        opponent = any(isinstance(each, ir.OpponentOf) for each in ir.walk(part.do.what))
        return replace(part, do=ir.ChooseQuality("opponent" if opponent else "player", part.do.who))
    may = part.do
    if part.what is None and isinstance(may, ir.May) and isinstance(may.then, ir.EntersAsCopy):
        chosen = may.do.what if isinstance(may.do, ir.Choose) else None
        if isinstance(chosen, ir.Chosen) and may.then.of == ir.IsObject(ir.Memo("choose")):
            return replace(may.then, of=chosen.what, optional=True)
    return part


def _same_player(part: Any) -> Any:
    """ "An opponent may gain control of ~": that opponent, who is chosen once."""
    if not isinstance(part, ir.May) or not isinstance(part.who, ir.SomePlayer):
        return part
    chosen = ir.Memo("choose player")

    def same(each: Any) -> Any:
        return chosen if each == part.who else each

    do, then, otherwise = (ir.rewrite(step, same) for step in (part.do, part.then, part.otherwise))
    return replace(part, do=do, then=then, otherwise=otherwise)


def _as_cards(part: Any) -> Any:
    """ "Cast a spell from your hand": until it is cast it is a card there, and not a land."""
    if not isinstance(part, ir.PlayCard):
        return part
    card = ir.All((ir.IsCard(), ir.Not(ir.HasType("land"))), surface="spell")
    spoken = ir.rewrite(part.what, lambda node: card if node == ir.IsSpell() else node)
    return replace(part, what=spoken)


def _of_others(ability: Any) -> Any:
    """ "Exile that card. If you do, return each other card exiled with ~": other than the card exiled just now."""
    done = {part.verb for part in ir.walk(ability) if isinstance(part, ir.Move)}

    def change(part: Any) -> Any:
        linked = [each.verb for one in part.parts for each in _linked(one)] if isinstance(part, ir.All) else []
        if not linked or linked[0] not in done:
            return part
        others = tuple(
            replace(one, than=ir.Memo(linked[0])) if one == ir.OtherThan(ir.Self()) else one for one in part.parts
        )
        return replace(part, parts=others)

    return ir.rewrite(ability, change)


def _linked(part: Any) -> list[ir.Linked]:
    return [part.what] if isinstance(part, ir.IsObject) and isinstance(part.what, ir.Linked) else []


def _of_its_combat(ability: ir.Ability) -> ir.Ability:
    """ "~ can't be blocked as long as defending player controls an Island": a condition of blocking in its combat."""
    if not isinstance(ability, ir.StaticAbility) or "can't be blocked as long as" not in ability.text:
        return ability
    if ability.condition is None or ir.DefendingPlayer() not in ir.walk(ability.condition):
        return ability
    changes = [change for part in ability.parts for change in getattr(part, "changes", (None,))]
    if any(not isinstance(change, ir.CantBeBlocked) or change != ir.CantBeBlocked() for change in changes):
        return ability
    unless = ir.CantBeBlocked(unless=ir.NotSo(ability.condition), surface="as long as")
    parts = tuple(replace(part, changes=(unless,)) for part in ability.parts if isinstance(part, ir.Applies))
    return replace(ability, parts=parts, condition=None)


def finish(ability: ir.Ability, text: str, host: Host, date: str, again: Again) -> ir.Ability:
    """The ability with its keywords spelt out and its derived fields set; `again` reads other texts of the day.

    Raises UnreadableText for words that qualify others, if those are missing.
    """

    def refuse(why: str) -> NoReturn:
        raise UnreadableText(text, max(text.find(getattr(ability, "text", "")), 0), why=why)

    def spelt(part: Any) -> Any:
        if not isinstance(part, ir.KeywordAbility):
            return part
        if wants(part.keyword) and part.cost is part.amount is part.quality is None:
            end = max(text.lower().find(part.keyword), 0) + len(part.keyword)
            raise UnreadableText(text, end, why=f"the keyword {part.keyword!r} wants {WANTED[wants(part.keyword)]}")
        return expand(part, date, lambda words: again(words, KEYWORD_HOST))

    ability = _named(_rounded(_of_compared(ir.rewrite(ability, _of_each))), host.name)
    spelt_out = ir.rewrite(ir.rewrite(ability, lambda part: _given(part, host, again)), spelt)
    try:
        whole = ir.rewrite(ir.rewrite(_of_its_combat(_settled(spelt_out, host)), with_supported), with_targets_again)
    except UnclearError as unclear:
        refuse(f"nothing says {unclear}")
    for part in ir.walk(whole):
        if type(part).__name__.startswith("Raw"):
            refuse("this says how the words before it are to be understood, but not of any of them")
        if part == ir.Difference():
            refuse("this speaks of a difference, and no two amounts were compared before")
        if alike_alone(part):
            refuse("this speaks of the same quality, and not as what")
        if part == NO_TARGET:
            refuse("this speaks of a target by who controls it, and there is none")
        if part == ir.SAME_TOKENS:
            refuse("this speaks of tokens as if the text had said before what they are like")
        if part == ir.Outside("token") and isinstance(ability, ir.TriggeredAbility):
            refuse("this speaks of a token that another ability made, and the two are not linked")
        if isinstance(part, ir.Rounds) and not any(isinstance(each, ir.Half) for each in ir.walk(whole)):
            refuse("this says how halves are rounded, and there are none")
        if getattr(part, "kind", None) == ir.THAT_KIND and not _of_kinds(whole):
            refuse("this speaks of a kind of counter, and the text had none before")
    for letter in re.findall(r"\bwhere ([XYZ]) is\b", whole.text):  # it defines the letter for its own sentence only
        if f"{{{letter}}}" not in whole.text and ir.X(letter) in ir.walk(whole):
            whole = _of_letter(whole, letter)
            if ir.X(letter) not in ir.walk(whole):
                continue
            refuse(f"an {letter} stands in another sentence than the one that says what it is")
    return whole


def _named(ability: Any, name: str | None) -> Any:
    """ "Each creature named ~" on a card whose name is known: of that name, whoever has the ability."""
    if not name:
        return ability
    own = max(own_names(name), key=len)

    def named(part: Any) -> Any:
        return replace(part, name=own) if isinstance(part, ir.HasName | ir.Token) and part.name == "~" else part

    return ir.rewrite(ability, named)


def _of_letter(whole: Any, letter: str) -> Any:
    """ "You may pay X life, where X is its power. If you do, draw X cards": X is defined once for both."""
    amounts = {each for each in ir.walk(whole) if isinstance(each, ir.Amount) and each.surface.split()[:1] == [letter]}
    if len(amounts) != 1:
        return whole
    (amount,) = amounts
    of = replace(amount, surface=amount.surface.removeprefix(letter).strip().removeprefix("here").strip() or "number")

    def once(part: Any) -> Any:
        if isinstance(part, ir.Amount) and part.surface.split()[:1] == [letter]:
            return ir.Lettered(letter, of, surface=part.surface)
        return ir.Lettered(letter, of, surface="again") if part == ir.X(letter) else part

    return ir.rewrite(whole, once)


def _of_each(part: Any) -> Any:
    """ "More lands than each other player": than each separately, not than all together."""
    if not isinstance(part, ir.Comparison):
        return part
    players = next((each for each in ir.walk(part.right) if isinstance(each, ir.EachPlayer)), None)
    return part if players is None or "each" not in players.surface.split() else replace(part, of_each=True)


def _of_compared(ability: Any) -> Any:
    """ "If you have fewer than seven cards in hand, draw cards equal to the difference": of the amounts compared."""

    def compared(part: Any) -> Any:
        condition, then = getattr(part, "condition", None), getattr(part, "then", getattr(part, "effect", None))
        found = [two for one in ir.walk(condition) if (two := _two_amounts(one)) is not None]
        if then is None or len(found) != 1 or ir.Difference() not in ir.walk(then):
            return part
        apart = ir.Difference(*found[0])
        told = ir.rewrite(then, lambda one: apart if one == ir.Difference() else one)
        return replace(part, **{"then" if hasattr(part, "then") else "effect": told})

    return ir.rewrite(ability, compared)


def _two_amounts(condition: Any) -> tuple[ir.Amount, ir.Amount] | None:
    """The two amounts that a condition compares: "if you have fewer than seven cards", "if it had power greater than
    this creature's power"."""
    match condition:
        case ir.Comparison(left=left, right=right):
            return left, right
        case ir.Holds(of=of, predicate=ir.Compares(name=name, value=ir.Amount() as value)):
            return ir.Characteristic(name, of), value
    return None


def _rounded(ability: Any) -> Any:
    """ "Half their life, then half of their cards. Round up each time": the rounding applies to both."""
    way = next((part.way for part in ir.walk(ability) if isinstance(part, ir.Rounds)), None)
    if way is None:
        return ability
    return ir.rewrite(
        ability, lambda part: replace(part, rounded=way, surface="each_time") if isinstance(part, ir.Half) else part
    )


def _of_kinds(ability: Any) -> bool:
    return any(isinstance(part, ir.KindsOfCounter | ir.ChooseCounterKind) for part in ir.walk(ability))


def _given(part: Any, host: Host, again: Again) -> Any:
    """A part that gives an ability to another object; the card's own name in that ability means the giver."""
    makes = isinstance(part, ir.CreateToken) and isinstance(part.token, ir.Token)
    if not (makes or isinstance(part, ir.Applies | ir.Continuous)) or host.name is None:
        return part
    if not makes and (part.to if isinstance(part, ir.Applies) else part.what) == ir.Self():
        return part
    name, given = host.name, replace(host, position="card", types=KEYWORD_HOST.types, grants=True)

    def anew(ability: Any) -> tuple[ir.Ability, ...]:
        text = getattr(ability, "text", "")
        return again(text, given) if in_place_of(text, name) != text else (ability,)

    def change(each: Any) -> Any:
        if not isinstance(each, ir.GrantAbilities):
            return each
        return replace(each, abilities=tuple(new for ability in each.abilities for new in anew(ability)))

    if makes:
        abilities = tuple(new for ability in part.token.abilities for new in anew(ability))
        return replace(part, token=replace(part.token, abilities=abilities))
    return replace(part, changes=tuple(map(change, part.changes)))


def _of_shield(part: Any) -> Any:
    """An amount of damage "prevented this way", as that which a shield prevents."""
    if isinstance(part, ir.ThatMuch) and part.surface in ("damage_prevented", "each_damage_prevented"):
        return replace(part, source="prevented")
    return part


def _prevented(part: Any) -> Any:
    """ "The next time …, prevent that damage. You gain life equal to the damage prevented this way": at that time."""
    if not isinstance(part, ir.Sequence):
        return part
    steps: list[Any] = []
    for step in part.steps:
        if any(isinstance(each, ir.PreventDamage) and each.duration != "now" for each in steps):
            step = ir.rewrite(step, _of_shield)
        before: Any = steps[-1] if steps else None
        instead = before.replacement.instead if isinstance(before, ir.CreateReplacement) else None
        so_much = any(
            isinstance(each, ir.ThatMuch) and "damage_prevented" in each.surface.split() for each in ir.walk(step)
        )
        if so_much and isinstance(instead, ir.PreventDamage) and instead.duration == "now":
            whole = replace(before.replacement, instead=ir.Sequence((instead, step)))
            steps[-1] = replace(before, replacement=whole)
        else:
            steps.append(step)
    return ir.Sequence(tuple(steps), surface=part.surface, joint=part.joint) if len(steps) > 1 else steps[0]


_IS = {"is", "have", "both"}


def _on_arrival(part: Any) -> Any:
    """ "Put it onto the battlefield. That permanent is an enchantment": it enters as one; "becomes" or "gains" apply
    afterwards (611.2e in 2014-07-18)."""
    if not isinstance(part, ir.Sequence):
        return part
    steps: list[Any] = []
    for step in part.steps:
        put = {each.what for each in ir.walk(tuple(steps)) if isinstance(each, ir.Move) and _arrives(each)}
        verbs = {each.verb for each in ir.walk(tuple(steps)) if isinstance(each, ir.Move) and _arrives(each)}
        if isinstance(step, ir.Continuous) and step.duration == "permanent" and step.while_ is None:
            about = step.what in put or (isinstance(step.what, ir.Memo) and step.what.verb in verbs)
            token = step.what == ir.Memo("create") and _makes_token(steps)
            about = about or token
            sizes = ir.SetBasePowerToughness if token else ()  # "its power is equal to …"
            states = all(set(change.surface.split()) & _IS or isinstance(change, sizes) for change in step.changes)
            step = replace(step, on_arrival=about and states)
        steps.append(step)
    return replace(part, steps=tuple(steps))


def _makes_token(steps: list[Any]) -> bool:
    """Whether the step before creates tokens of described characteristics, to which "it has" adds (111.3)."""
    before: Any = next(
        (step for step in reversed(steps) if not (isinstance(step, ir.Continuous) and step.on_arrival)), None
    )
    made = before.then if isinstance(before, ir.If) and before.otherwise is None else before
    return isinstance(made, ir.CreateToken) and isinstance(made.token, ir.Token)


def _arrives(move: ir.Move) -> bool:
    return move.to.zone == "battlefield"


def _not_yet_moved(part: Any) -> Any:
    """ "Return target creature to its owner's hand if it's blue": the condition is checked before the move."""
    if not isinstance(part, ir.If) or "last" not in part.surface.split() or not isinstance(part.then, ir.Move):
        return part
    moved = part.then

    def unmoved(each: Any) -> Any:
        return replace(moved.what, surface=each.surface) if each == ir.Memo(moved.verb) else each

    return replace(part, condition=ir.rewrite(part.condition, unmoved))


def _held_host(part: Any) -> Any:
    """ "Auras you own attached to permanents you control": the permanents are those that you control."""
    if not isinstance(part, ir.All) or not any(isinstance(one, ir.Owned) for one in part.parts):
        return part
    for place, (host, held) in enumerate(zip(part.parts, part.parts[1:], strict=False)):
        if isinstance(host, ir.AttachedTo) and isinstance(host.what, ir.Every) and isinstance(held, ir.Controlled):
            on = replace(host, what=replace(host.what, what=ir.both(host.what.what, held)))
            return replace(part, parts=(*part.parts[:place], on, *part.parts[place + 2 :]))
    return part


def _held_rivals(part: Any) -> Any:
    """ "A creature they control with the greatest power among creatures they control": the creatures compared are those
    that they control, too."""
    parts = part.parts if isinstance(part, ir.All) else ()
    for place, (most, held) in enumerate(pairwise(parts)):
        if not isinstance(most, ir.HasExtreme) or not isinstance(most.among, ir.Every):
            continue
        if isinstance(held, ir.Controlled) and held in parts[:place]:
            among = replace(most.among, what=ir.both(most.among.what, held))
            return replace(part, parts=(*parts[:place], replace(most, among=among), *parts[place + 2 :]))
    return part


def _own_owners(part: Any) -> Any:
    """ "Return all cards exiled with it under their owners' control": each under that of its own owner."""
    if not isinstance(part, ir.Move) or not isinstance(part.what, ir.Every | ir.Chosen):
        return part
    owner = part.to.controller
    if not isinstance(owner, ir.OwnerOf) or owner.of != ir.Memo(part.verb):
        return part
    moved = ir.Candidate(surface=owner.of.surface)
    return replace(part, to=replace(part.to, controller=replace(owner, of=moved)))


def _replaced(part: Any) -> Any:
    """ "If you would pay life, exile that many cards instead": as many as would be paid."""
    if not isinstance(part, ir.Replace) or part.instead is None:
        return part
    return replace(part, instead=_amount_of_event(part.instead))


_CHANGES = (
    *(_opened, _entering, _as_cards, _same_player, _prevented, with_its_shuffle, for_exactly_so_many),
    *(dealt_as_before, _replaced, _on_arrival, _not_yet_moved, _own_owners, _held_host, _held_rivals),
)


def _to_the_end(part: Any) -> Any:
    """ "When you do, put a counter on target creature. It gains trample": the rest of the text belongs to the reflexive
    ability as well, but for what is done if the player did not."""
    steps = part.steps if isinstance(part, ir.Sequence) else ()
    for place, step in enumerate(steps):
        reflexive = step.then if isinstance(step, ir.IfManaSpent) else step
        if isinstance(reflexive, ir.Reflexive):
            rest = steps[place + 1 :]
            after = next((number for number, later in enumerate(rest) if _asks_anew(later)), len(rest))
            triggered = replace(reflexive, effect=sequence(reflexive.effect, *rest[:after]))
            whole = replace(step, then=triggered) if isinstance(step, ir.IfManaSpent) else triggered
            return sequence(*steps[:place], whole, *rest[after:]) if after else part
    return part


def _asks_anew(step: Any) -> bool:
    return isinstance(step, ir.Reflexive) or any(isinstance(part, ir.DidSo) for part in ir.walk(step))


def _crews_no_creature(part: Any) -> Any:
    """ "Each creature that crewed it this turn": a creature crews another permanent, so "it" is this one."""
    if isinstance(part, ir.KeywordDone) and part.keyword in ("crew", "saddle") and part.what == part.other:
        return replace(part, other=ir.IsObject(ir.Self()))
    return part


def _each_other(part: Any) -> Any:
    """ "For each other permanent you control, create a copy of that permanent": other than the object itself."""
    if not isinstance(part, ir.ForEach) or not isinstance(part.over, ir.Every):
        return part
    unnamed, itself = (ir.OtherThan(ir.Current()), ir.OtherThan(ir.Outside("it"))), ir.OtherThan(ir.Self())
    over = ir.rewrite(part.over, lambda one: replace(one, than=ir.Self()) if one in unnamed else one)
    return part if itself not in ir.walk(over) else replace(part, over=over)


def _settled(ability: ir.Ability, host: Host) -> ir.Ability:
    for change in (*_CHANGES, _to_the_end, with_what_follows, as_it_was, done_by_whom, _crews_no_creature, _each_other):
        ability = ir.rewrite(ability, change)
    _refuse_late_targets(ability)
    ability = exiled_with_counters(ability)
    ability = other_than_target_player(ability)
    ability = of_all_steps(put_this_way(done_itself(ability)))
    ability = _reflexive_targets(tokens_like_before(other_than_taken(ir.rewrite(ability, other_than_alike))))
    if isinstance(ability, ir.SpellAbility) and host.is_spell_only:
        return other_than_before(bind_amounts(ability))
    if host.position == "card" and not host.grants and "Vehicle" not in host.subtypes:
        ability = other_than_spoken_of(ability, host.types)
    if isinstance(ability, ir.ActivatedAbility):
        activated: ir.ActivatedAbility = bind_amounts(replace(ability, effect=_of_chosen_color(ability.effect)))
        return replace(activated, zones=_activated_zones(activated))
    if isinstance(ability, ir.TriggeredAbility):
        ability = other_than_its_player(ability)
        slots = tuple(ir.rewrite(ir.rewrite(slot, _of_event), alike_with_event) for slot in ability.targets)
        effect = ir.rewrite(_of_others(ability.effect), alike_with_event)
        if isinstance(ability.event, ir.TappedForMana) and ability.event.chosen:
            effect = ir.rewrite(effect, _chosen_color)
        triggered: ir.TriggeredAbility = bind_amounts(replace(ability, effect=effect, targets=slots))
        return replace(triggered, zones=_triggered_zones(triggered))
    if isinstance(ability, ir.StaticAbility):
        defines = _defines(ability)
        return replace(ability, defines=defines, zones=EVERYWHERE if defines else _static_zones(ability, host))
    return ability


_EARLY = ("", "last", "when last")
"""The forms of a delayed instruction that stand before the time: their targets are those of the spell or ability."""


def _refuse_late_targets(ability: Any) -> None:
    """Raise UnclearError for a target of a delayed ability itself ("whenever it attacks this turn, tap target land"),
    which is chosen when that triggers."""
    delayed = [part for part in ir.walk(ability) if isinstance(part, ir.Delayed) and part.surface not in _EARLY]
    for part in delayed:
        outside = slots_named(ir.rewrite(ability, lambda each, part=part: ir.Nothing() if each is part else each))
        if not part.until and slots_named(part.effect) - outside:
            raise UnclearError("how to choose the targets of an ability that triggers later")


def _reflexive_targets(ability: Any) -> Any:
    """Targets used only in "When you do, …" become targets of the reflexive ability, chosen when it has triggered.

    In it its own targets come first, then those of the ability that makes it.
    """
    slots = getattr(ability, "targets", ())
    outside = slots_named(ir.rewrite(ability, lambda part: ir.Nothing() if isinstance(part, ir.Reflexive) else part))
    own = sorted(slots_named(ability) - outside)
    if not own:
        return ability
    left = [slot for slot in range(len(slots)) if slot not in own]

    def kept(order: list[int]) -> tuple[ir.TargetSlot, ...]:
        return tuple(
            replace(
                slots[slot], different=tuple(order.index(other) for other in slots[slot].different if other in order)
            )
            for slot in order
        )

    def parted(part: Any) -> Any:
        if not isinstance(part, ir.Reflexive):
            return part
        mine = [slot for slot in own if slot in slots_named(part)]
        return replace(part, effect=_renumbered(part.effect, [*mine, *left], _APART), targets=kept(mine))

    whole = _renumbered(ir.rewrite(ability, parted), left)
    return replace(_renumbered(whole, range(_APART, _APART + len(slots))), targets=kept(left))


_APART = 1_000
"""The offset that is added to the numbers of targets while others are renumbered."""


def _renumbered(tree: Any, order: Sequence[int], start: int = 0) -> Any:
    def number(part: Any) -> Any:
        new = isinstance(part, ir.Target) and part.slot in order
        return replace(part, slot=start + order.index(part.slot)) if new else part

    return ir.rewrite(tree, number)


def _of_chosen_color(effect: Any) -> Any:
    """ "Choose a color. Add one mana of that color": the colour just chosen, not the colour of an event."""
    if not any(isinstance(part, ir.ChooseQuality) and part.quality == "color" for part in ir.walk(effect)):
        return effect
    return ir.rewrite(effect, _chosen_color)


def _chosen_color(part: Any) -> Any:
    return ir.ManaThatType(chosen=True, surface="that") if part == ir.ManaThatType() else part


def _amount_of_event(effect: Any) -> Any:
    """ "That much" in the first step of a triggered ability is the number of the event; later, of the step before."""

    if isinstance(effect, ir.Sequence):
        return replace(effect, steps=(ir.rewrite(effect.steps[0], _of_event), *effect.steps[1:]))
    return ir.rewrite(effect, _of_event)


def _of_event(part: Any) -> Any:
    return replace(part, source="trigger") if part == ir.ThatMuch() else part


def exerted(abilities: list[ir.Ability]) -> list[ir.Ability]:
    """ "You may exert ~ as it attacks. When you do, …": triggers on exactly that exerting (701.37d in 2018-01-19)."""
    made: list[ir.Ability] = []
    for ability in abilities:
        before = made[-1] if made else None
        may = isinstance(before, ir.StaticAbility) and ir.MayAsAttacks("exert") in before.parts
        if may and isinstance(ability, ir.TriggeredAbility) and ability.event == ir.StateBecomesTrue(ir.DidSo()):
            ability = replace(ability, event=ir.Exerts(ir.IsObject(ir.Self()), ir.IsPlayerRef(ir.You()), surface="you"))
        made.append(ability)
    return made


def backed_up(abilities: list[ir.Ability]) -> list[ir.Ability]:
    """ "Backup 1", with the abilities printed below it: another creature that gets the counters gains them too
    (702.165a in 2026-06-19)."""
    made: list[ir.Ability] = []
    for place, ability in enumerate(abilities):
        if isinstance(ability, ir.KeywordAbility) and ability.keyword == "backup" and ability.amount is not None:
            below = tuple(each for each in abilities[place + 1 :] if getattr(each, "keyword", "") != "backup")
            ability = replace(ability, expands=(_backup(ability, below),))
        made.append(ability)
    return made


def _backup(ability: ir.KeywordAbility, below: tuple[ir.Ability, ...]) -> ir.Ability:
    target = ir.Target(0)
    counters = ir.PutCounters("+1/+1", target, ability.amount or ir.Number(1))
    another = ir.NotSo(ir.Holds(target, SELF))
    gains = ir.If(another, ir.Continuous(target, (ir.GrantAbilities(below),), "turn"))
    return ir.TriggeredAbility(
        ir.ZoneChange(SELF, to="battlefield"),
        ir.Sequence((counters, gains)) if below else counters,
        (ir.TargetSlot(ir.All((ir.HasType("creature"), ir.IsPermanent()))),),
        word="when",
        text=ability.text,
    )


def cheaper_if_paid(abilities: list[ir.Ability]) -> list[ir.Ability]:
    """ "As an additional cost to cast ~, you may …. If you do, ~ costs {2} less to cast": it does so as it is cast."""
    made: list[ir.Ability] = []
    for ability in abilities:
        before = made[-1] if made else None
        offered = isinstance(before, ir.StaticAbility) and any(
            isinstance(part, ir.AdditionalCost) and part.optional for part in before.parts
        )
        cheaper, rest = _cheaper(ability) if offered and isinstance(ability, ir.SpellAbility) else (None, ability)
        made += [each for each in (cheaper, rest) if each is not None]
    return made


def _cheaper(spell: ir.SpellAbility) -> tuple[ir.Ability | None, ir.Ability | None]:
    """What a spell's first step says of its cost if it was paid, and the spell without it."""
    first, *steps = spell.effect.steps if isinstance(spell.effect, ir.Sequence) else (spell.effect,)
    match first:
        case ir.If(condition=ir.DidSo(), then=ir.Continuous(what, (ir.CostChange(),) as changes), otherwise=None):
            paid = ir.WasPaid("additional", surface="if")
            cheaper = ir.StaticAbility((ir.Applies(what, changes),), paid, ("hand", "stack"), text=spell.text)
            effect = ir.Sequence(tuple(steps)) if len(steps) > 1 else steps[0] if steps else None
            return cheaper, replace(spell, effect=effect) if effect is not None else None
    return None, spell


def _own_zone(tree: Any) -> str | None:
    """The zone of this card in the words ("return ~ from your graveyard", "if ~ is in your hand"), or None."""
    for part in ir.walk(tree):
        if isinstance(part, ir.Holds) and part.of == ir.Self() and isinstance(part.predicate, ir.InZone):
            return part.predicate.zone
        if isinstance(part, ir.Holds) and part.of == ir.Self() and part.predicate == ir.HasStatus("suspended"):
            return "exile"  # 702.62b in 2021-11-19
        if isinstance(part, ir.Move) and part.what == ir.Self() and part.from_ is not None:
            return part.from_
        if isinstance(part, ir.PlayCard) and part.what == ir.Self() and part.from_ is not None:
            return part.from_
        if isinstance(part, ir.Discard | ir.Reveal) and part.what == ir.Self():
            return "hand"
    return None


def _in_command(condition: Any) -> bool:
    """Whether the words require this card to be in the command zone or on the battlefield."""
    said = (part for part in ir.walk(condition) if isinstance(part, ir.Holds) and part.of == ir.Self())
    return any(part.predicate == ir.COMMAND_OR_FIELD for part in said)


def _activated_zones(ability: ir.ActivatedAbility) -> tuple[str, ...]:
    limits = tuple(limit for limit in ability.restrictions if isinstance(limit, ir.OnlyIf))
    zone = _own_zone((ability.cost, limits)) or _own_zone(ability.effect)
    if zone is None:
        return _zones_to_choose(limits) or ("battlefield",)
    return (zone,)


def _zones_to_choose(limits: Any) -> tuple[str, ...]:
    """The zones of which this card must be in one ("only if ~ is on the battlefield or in your graveyard")."""
    for part in ir.walk(limits):
        places = part.predicate if isinstance(part, ir.Holds) and part.of == ir.Self() else None
        if isinstance(places, ir.AnyOf):
            zones = tuple(place.zone for place in places.parts if isinstance(place, ir.InZone))
            return zones if len(zones) == len(places.parts) else ()
    return ()


def _triggered_zones(ability: ir.TriggeredAbility) -> tuple[str, ...]:
    zones: list[str] = []
    events = ability.event.parts if isinstance(ability.event, ir.AnyEvent) else (ability.event,)
    own = _own_zone(ability.condition) or _own_zone(ability.effect)
    if _in_command(ability.condition):
        return ("command", "battlefield")
    for event in events:
        for zone in _event_zones(event, own):
            if zone not in zones:
                zones.append(zone)
    return tuple(zones)


def _event_zones(event: ir.Event, own: str | None) -> tuple[str, ...]:
    haunted = any(part == ir.Linked("haunt") for part in ir.walk(event))
    if haunted:
        return ("exile",)
    if isinstance(event, ir.ZoneChange) and event.what == SELF:
        if "battlefield" in (event.from_, event.to) or (event.from_ is None and event.to is None):
            return ("battlefield",)
        if event.from_ is None:
            return EVERYWHERE
        seen_before = event.to in ("hand", "library") or event.from_ == "graveyard"
        return (event.from_,) if seen_before or event.to is None else (event.from_, event.to)
    if isinstance(event, ir.Cycled | ir.Discarded) and event.what == SELF:
        return ("hand", "graveyard", "exile", "command")  # wherever it ends up (702.29c in 2021-07-23)
    if isinstance(event, ir.StatusChange) and event.what == SELF and event.to == "plotted":
        return ("exile",)
    if isinstance(event, ir.Cast | ir.Countered) and event.what == SELF:
        return ("stack",)
    if isinstance(event, ir.RoomEntered):
        return ("command",)
    if any(isinstance(part, ir.Attached) for part in ir.walk(event)):  # only a permanent is attached to anything
        return ("battlefield",)
    return (own,) if own is not None else ("battlefield",)


def _static_zones(ability: ir.StaticAbility, host: Host) -> tuple[str, ...]:
    limits = tuple(part for part in ability.parts if isinstance(part, ir.OnlyIf))
    zone = _own_zone((ability.condition, limits))
    if zone is not None:
        return (zone,)
    if _in_command(ability.condition):
        return ("command", "battlefield")
    first = ability.parts[0]
    if isinstance(first, ir.Replaces):
        return _replacing_zones(first.replacement.event) or (("stack",) if host.is_spell_only else ("battlefield",))
    if isinstance(first, ir.AdditionalCost | ir.AlternativeCost):
        if isinstance(first, ir.AlternativeCost) and first.from_ is not None:
            return (first.from_, "stack")
        return ("stack",)
    if isinstance(first, ir.AsResolves):
        return ("stack",)
    if isinstance(first, ir.MayPlayFrom):
        return (first.zone, *([first.also] if first.also else []), *(["hand"] if first.only else []))
    if isinstance(first, ir.PlayOnly | ir.CantPlayThis | ir.MayPlayAsInstant):
        return ("hand", "graveyard", "library", "exile", "command")
    if isinstance(first, ir.Applies):
        about_self = first.to == ir.Self()
        if any(isinstance(change, _ON_STACK) for change in first.changes) and about_self:
            return ("stack",)
        own = [change for change in first.changes if isinstance(change, ir.CostChange) and change.what == SELF]
        if any(change.surface != "own" for change in own):  # its own cost changes wherever it has that ability
            return ("hand", "stack")
    return ("stack",) if host.is_spell_only else ("battlefield",)


def _replacing_zones(event: ir.Event) -> tuple[str, ...]:
    """The zones where this very object can do what a replacement effect watches for: everywhere for "would be put into
    a graveyard from anywhere" (113.6b in 2026-06-19); none if the words are about something else."""
    if isinstance(event, ir.Discarded) and event.what == SELF:
        return ("hand",)
    if not isinstance(event, ir.ZoneChange) or event.what != SELF or event.to == "battlefield":
        return ()
    return EVERYWHERE if event.from_ is None else (event.from_,)


def _defines(ability: ir.StaticAbility) -> bool:
    """Whether it sets characteristics of its own object unconditionally ("~ is red")."""
    return ability.condition is None and all(
        isinstance(part, ir.Applies)
        and part.to == ir.Self()
        and all(isinstance(change, _DEFINING) for change in part.changes)
        for part in ability.parts
    )
