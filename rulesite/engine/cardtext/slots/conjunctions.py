"""The slots of conjunctions, and how each changes its clause: conditions, payments, durations, times."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.instructions import created, joined_by, multiplied, reflexive, sequence
from rulesite.engine.cardtext.builder.raw_nodes import UNSAID, RawJoin, RawLasting, RawTimed, RawWhile
from rulesite.engine.cardtext.mentions import Mention
from rulesite.engine.cardtext.slots.costs import paid
from rulesite.engine.language.english import many, third
from rulesite.engine.language.phrase import Phrase, remarks
from rulesite.engine.language.sorts import Place, slot, sort

Joint = Callable[[Any, Any, Any], Any]
"""Combines a conjunction and its clause: from the builder, the node of both, and the position in the text."""


def _joined(builder: Any, phrase: Phrase, values: dict[str, Any], meta: Any) -> Any:
    made = phrase.node(values)
    joint = _JOINTS.get(type(made))
    return made if joint is None else joint(builder, made, meta)


sort("clause", becomes=_joined)
sort("ending", becomes=_joined)

# ---- conditions


_OUTCOMES = (ir.WonClash, ir.CameUp)
"""Conditions of which, in one sentence after the other, only one is true: "if you win the flip", "if you lose the
flip"."""


def _if(builder: Any, made: ir.If, meta: Any) -> Any:
    base = made.condition.part if isinstance(made.condition, ir.NotSo) else made.condition
    if base is not made.condition and isinstance(base, ir.DidSo):
        _without_deed(builder, meta.start_pos)
    if isinstance(base, _OUTCOMES) and builder.outcome_branch is not None:
        _end_branch(builder, builder.outcome_branch, meta.start_pos, only_pronouns=True)
    builder.branch = min((mention.pos for mention in builder.mentions.within(made.then)), default=None)
    builder.done_branch = builder.branch if isinstance(made.condition, ir.DidSo) else None
    builder.outcome_branch = builder.branch if isinstance(base, _OUTCOMES) else None
    step: Any = made.then
    if made.surface == "unless":
        return _except_if(made, base)
    if made.surface == "last":
        return _exception_if(made)
    if isinstance(base, ir.DidSo) and made.surface != "last":  # "You may pay …. If you don't, ~ enters tapped instead."
        kind = "if you don't" if isinstance(made.condition, ir.NotSo) else "if you do"
        return RawJoin(kind, step, base, surface=made.surface)
    if isinstance(step, RawJoin) and step.kind == "instead":  # "If it was kicked, instead …"
        return replace(made, then=step.do, otherwise=ir.Elided(), surface="ahead")
    return made


def _exception_if(made: ir.If) -> ir.If:
    """ "Copy that spell, except it isn't legendary if the spell is legendary": the exception has the condition, and the
    copy is made in any case. Raises ValueError if it is the condition of one of several exceptions."""
    step: Any = made.then
    changes = step.changes if isinstance(step, ir.Continuous) else ()
    copy: Any = changes[0] if len(changes) == 1 and isinstance(changes[0], ir.CopyOf) else step
    if not (isinstance(copy, ir.CopyOf | ir.CopySpell | ir.CreateToken) and copy.except_):
        return made
    if len(copy.except_) > 1:
        raise ValueError("a condition after several exceptions")
    plain: Any = replace(copy, except_=())
    return replace(made, otherwise=plain if copy is step else replace(step, changes=(plain,)), surface="exception")


def _except_if(made: ir.If, condition: Any) -> Any:
    step: Any = made.then
    if not isinstance(step, ir.Continuous):
        return made
    limits = ir.CantAttack | ir.CantBlock | ir.CantBeBlocked
    changes: tuple[Any, ...] = step.changes
    if all(isinstance(change, limits) and change.unless is None for change in changes):
        return replace(step, changes=tuple(replace(change, unless=condition) for change in changes))
    return RawWhile(step, made.condition, surface=made.surface)


def _while(builder: Any, made: RawWhile, meta: Any) -> Any:
    step = made.do
    parts = step.steps if isinstance(step, ir.Sequence) else step if isinstance(step, tuple) else ()
    if made.surface.startswith(("ahead", "turn")) and parts and all(isinstance(part, ir.Continuous) for part in parts):
        return tuple(replace(made, do=part, surface="" if place else made.surface) for place, part in enumerate(parts))
    if made.surface == "ahead for" and parts and all(_permits(part) for part in parts):
        made_of = [
            replace(made, do=part, surface="said" if place else made.surface) for place, part in enumerate(parts)
        ]
        return tuple(joined_by(one, getattr(one.do, "joint", "")) for one in made_of)
    return made


def _permits(step: Any) -> bool:
    """ "You may play that card", "you may spend mana as though it were …"."""
    return isinstance(step, ir.Continuous) or (
        isinstance(step, ir.May) and isinstance(step.do, ir.PlayCard | ir.LookAt)
    )


def _changing(builder: Any, made: RawJoin, meta: Any) -> Any:
    """ "Otherwise, …": only it or the branch of the last condition is done, so pronouns do not refer across."""
    if made.kind == "otherwise":
        _end_branch(builder, meta.start_pos if builder.branch is None else builder.branch, meta.start_pos)
    if made.kind != "instead of":
        return made
    words = builder._words(meta).lower()
    card = "that card" if " that card " in words else ""
    player = "that player" if words.endswith("of into that player's graveyard") else ""
    return replace(made, surface=f"{card} {player}".strip())


def _without_deed(builder: Any, begins: int) -> None:
    """ "Sacrifice a Forest. If you do, …. If you don't, …": there, neither Forest nor what was done is spoken of."""
    done = begins if builder.done_branch is None else builder.done_branch
    _end_branch(builder, done, begins)
    deed = builder.text.rfind(". ", 0, builder.text.rfind(". ", 0, done))
    for mention in builder.mentions.all:
        if deed < mention.pos < begins and isinstance(mention.ref, ir.Chosen) and not mention.role:
            builder.mentions.amend(mention, until=begins)


def _end_branch(builder: Any, begins: int, ends: int, only_pronouns: bool = False) -> None:
    """Limit what a branch mentions to the branch: what follows is done in place of it."""
    for mention in builder.mentions.all:
        if begins <= mention.pos < ends and (mention.word or not only_pronouns):
            builder.mentions.amend(mention, until=ends)


# ---- payments


def _unless(builder: Any, made: ir.Unless, meta: Any) -> Any:
    do: Any = made.do
    doer: Any = getattr(do, "who", None)
    mention, payer = builder.mentions.of(doer), builder.mentions.of(made.who)
    if mention is not None and isinstance(mention.ref, ir.EachPlayer):
        # "Each player … unless he or she …": each player decides separately
        said = payer.surface if payer is not None and payer.surface in ("they", "that player") else ""
        return ir.ForEach(doer, ir.Unless(replace(do, who=ir.Current()), made.cost, ir.Current(surface=said)))
    yours = isinstance(payer.ref if payer is not None else made.who, ir.You)
    return made if yours or made.surface else replace(made, surface="its")


def _paying(builder: Any, who_and_steps: Any, place: Place) -> tuple[Any, ir.Cost]:
    who, *steps = who_and_steps
    costs = [step.cost if isinstance(step, ir.Pay) else ir.Cost((ir.Act(step),)) for step in steps]
    return who, costs[0] if len(costs) == 1 else ir.Cost((ir.OneOf(tuple(costs)),))


def _do_unless(builder: Any, who_and_step: Any, place: Place) -> Any:
    """ "For each creature, its controller sacrifices a permanent unless they pay {1}": paid each time."""
    who, cost = _paying(builder, who_and_step, place)
    return _unless(builder, ir.Unless(place.values["do"], cost, who), place.meta)


def _say_paying(value: Any, p: Any, many_: bool, head: str) -> str:
    who, cost = value
    with p.doing(who):
        payer, done = p.np(who), paid(cost, p)
    either = cost.parts[0].options if isinstance(cost.parts[0], ir.OneOf) else ()
    said = [paid(one, p) for one in either] if any(isinstance(one.parts[0], ir.Act) for one in either) else [done]
    return f"{payer} {' or '.join(many(one) if payer.you or payer.plural else third(one) for one in said)}"


def _countering(step: Any) -> bool:
    return isinstance(step, ir.CounterSpell) and step.to is not None


def _unremarked(value: Any, p: Any, many_: bool, head: str) -> str:
    return str(p.say(replace(value, to=None) if _countering(value) else value))


# ---- repetition


def _for_each(builder: Any, made: ir.ForEach, meta: Any) -> Any:
    each: Any = made.over
    before = made.surface and isinstance(each, ir.Count)
    if not before and isinstance(made.do, ir.Choose) and builder.mentions.targets(made.do):
        raise ValueError("one more target for each")
    if isinstance(each, ir.KindsOfCounter) and (holder := builder.mentions.of(each.on)) is not None:
        builder.mentions.amend(holder, nested=False)  # "for each kind of counter on target permanent, … on it"
    if made.surface == "times" or isinstance(each, ir.KindsOfCounter):
        return made
    if isinstance(each, ir.Count) and each.of == ir.Every(ir.IsCard()):
        raise ValueError("for each of which cards")
    if isinstance(each, ir.Different) and isinstance(made.do, ir.AddMana) and made.do.mana == ir.ManaThatType():
        return _of_each_color(made.do, each)
    those = builder.mentions.of(each.of) if isinstance(each, ir.Count) else None
    if those is not None:
        return _each_of_those(builder, replace(made, over=each.of), those, meta)
    if made.surface and isinstance(each, ir.Count):
        # "For each creature, its controller …", "for each opponent, … that player": done for each, as the current one
        described = ir.parts_of(getattr(each.of, "what", ir.Anything()))
        player, cards = ir.IsPlayer() in described, ir.IsCard() in described
        done = builder.mentions.within(made.do)
        if any(mention.word and (mention.player or not player) for mention in done):
            types = [part.type for part in described if isinstance(part, ir.HasType)]
            named = "player" if player else "card" if cards else types[0] if len(types) == 1 else "permanent"
            begun = (min(each.pos for each in done) if cards else _first_of_each(builder, made.do, done, player)) - 1
            builder.mentions.add(Mention(begun, ir.Current(), player, named, ghost=True))
            for mention in done:  # "those creatures" afterwards, and "it" as before
                if not (mention.word or mention.plural or mention.nested):
                    builder.mentions.amend(mention, several_from=meta.end_pos)
            return replace(made, over=each.of)
    if made.surface and isinstance(made.do, ir.Unless):
        return made  # repeated each time
    _several_made(builder, meta)
    return _also(_multiplied(made.do, each), made.surface)


def _of_each_color(step: ir.AddMana, each: ir.Different) -> ir.AddMana:
    """ "For each color among permanents you control, add one mana of that color"."""
    if each.quality != "color":
        raise ValueError("mana of the color that is no color")
    return replace(step, mana=ir.ManaOfColorsAmong(each.among, each=True))


def _say_each_color_among(value: Any, p: Any, many: bool, head: str) -> str | None:
    return p.np(value.among).text.removeprefix("all ") if getattr(value, "each", False) is True else None


slot("each_color_among", "", say=_say_each_color_among)


def _first_of_each(builder: Any, do: Any, done: list[Mention], player: bool) -> int:
    """The position from which words speak of each: of "it deals 1 damage to that land's controller" the second noun, of
    "put a counter on it" the first; 0 if no noun there says that it speaks of each player."""
    near = {mention.number for mention in done if mention.word == "that" or mention.past}
    if not near and not player:
        return min(mention.pos for mention in done)
    dealers = [builder.mentions.of(part.source) for part in ir.walk(do) if isinstance(part, ir.DealDamage)]
    told = [mention.pos for mention in done if mention not in dealers or mention.apart in near]
    return min(told, default=0) if near else 0


def _several_made(builder: Any, meta: Any) -> None:
    """ "For each Aura, create a token. Those tokens …": what is made for each is plural afterwards."""
    for mention in builder.mentions.all:
        if mention.ghost and mention.noun == "token" and meta.start_pos <= mention.pos < meta.end_pos:
            builder.mentions.amend(mention, plural=True)


def _each_of_those(builder: Any, made: ir.ForEach, those: Mention, meta: Any) -> ir.ForEach:
    """ "For each of those creatures, create a copy of that creature": within it "that creature" is the current one;
    what is done to each of them is plural afterwards."""
    for mention in builder.mentions.all:
        if those.pos < mention.pos < meta.end_pos and not mention.word and not mention.plural:
            builder.mentions.amend(mention, plural=True, one_until=meta.end_pos)
    player = None if not those.noun else those.player
    now = Mention(those.pos + 1, ir.Current(), player, those.noun, ghost=True, until=meta.end_pos)
    builder.mentions.add(now)
    return made


def _multiplied(step: Any, each: ir.Amount) -> Any:
    """ "… for each X": multiplies the step's only amount, else repeats the step."""
    amount = getattr(step, "amount", None)
    if isinstance(step, ir.Unless | ir.Pay):
        return replace(step, cost=ir.Cost((ir.Repeated(step.cost, each),)))
    if isinstance(step, ir.May):  # a single decision for all of them
        return replace(step, do=_multiplied(step.do, each))
    if isinstance(step, ir.Continuous) and len(step.changes) == 1:
        change = step.changes[0]
        if isinstance(change, ir.ModifyPowerToughness):
            sized = replace(change, power=multiplied(change.power, each), toughness=multiplied(change.toughness, each))
            return replace(step, changes=(sized,))
    if isinstance(amount, ir.Number):
        return replace(step, amount=each if amount.value == 1 else ir.Times(amount.value, each))
    return ir.ForEach(each, step)


# ---- durations


def _lasting(builder: Any, made: RawLasting, meta: Any) -> Any:
    lasting, words = during(made.do, made.span), builder._words(meta).lower()
    if made.surface == "first" and isinstance(lasting, ir.StandsFor):
        return replace(lasting, surface="until first" if words.startswith("until ") else "first")
    if made.surface == "first":
        early = isinstance(lasting, ir.Delayed) and words.startswith("this turn, when")
        return replace(lasting, surface="this turn") if early else _said_first(lasting)
    word = next((word for word in ("combat", "game") if words.endswith((f"this {word}", f"the {word}"))), "")
    kinds = ir.Continuous | ir.Modal | ir.ChooseQuality
    if isinstance(lasting, ir.Sequence) and all(isinstance(one, kinds) for one in lasting.steps):
        first = [_also(one, "said") if isinstance(one, ir.Continuous) else one for one in lasting.steps[:-1]]
        return replace(lasting, steps=(*first, lasting.steps[-1]))
    return _also(lasting, word) if isinstance(lasting, ir.Continuous) else lasting


def during(step: Any, span: Any) -> Any:
    """A step whose effects have a duration. Raises ValueError for an effect that is over at once."""

    def change(node: Any) -> Any:
        if isinstance(node, ir.Continuous) and node.duration in (UNSAID, "permanent"):
            if isinstance(span, str):
                return replace(node, duration=span)
            return replace(node, duration="while", while_=span)
        if isinstance(node, ir.PreventDamage) and isinstance(span, str) and node.duration == "turn" != span:
            return replace(node, duration=span)
        if isinstance(node, ir.CreateReplacement) and isinstance(span, str):
            return replace(node, duration=span)
        if isinstance(node, ir.Delayed) and isinstance(span, str) and node.surface == "when":
            return replace(node, duration=span)
        if isinstance(node, ir.Delayed) and isinstance(span, str):  # "Until end of turn, whenever …"
            return replace(node, once=False, duration=span, surface="until")
        return node

    if isinstance(step, ir.Replace) and step.surface.startswith("redirect") and span != "turn":
        raise ValueError("damage that is dealt to another until a later turn")
    if isinstance(step, ir.Replace) and isinstance(span, str):
        return created(step, span)
    if isinstance(step, ir.EntersWith | ir.ManaBecomes) and isinstance(span, str):
        return ir.StandsFor(step, span)
    if isinstance(step, ir.Sequence):
        step = replace(step, steps=tuple(map(_may_play, step.steps)))
    step = _may_play(step)
    lasting = _outside_of_grants(step, change)
    if lasting == step:
        raise ValueError("an effect that is over at once, with a duration")
    return lasting


def _outside_of_grants(step: Any, change: Callable[[Any], Any]) -> Any:
    """A step rewritten, except for the abilities that it gives: these state their own durations."""
    given: list[ir.GrantAbilities] = []

    def away(node: Any) -> Any:
        if not isinstance(node, ir.GrantAbilities):
            return node
        given.append(node)
        return replace(node, abilities=(ir.KeywordAbility(str(len(given) - 1)),))

    def back(node: Any) -> Any:
        if not isinstance(node, ir.GrantAbilities):
            return node
        kept = given[int(getattr(node.abilities[0], "keyword", "0"))].abilities
        return replace(node, abilities=tuple(ir.rewrite(ability, back) for ability in kept))

    return ir.rewrite(ir.rewrite(ir.rewrite(step, away), change), back)


def _may_play(step: Any) -> Any:
    """ "You may play that card this turn": a permission with a duration."""
    if not isinstance(step, ir.May) or not isinstance(step.do, ir.PlayCard):
        return step
    may = ir.MayPlay(step.do.what, step.do.permitted_cost, lands=step.do.plays_lands, surface=step.do.surface)
    made = ir.Continuous(step.who, (may,), UNSAID)
    return replace(made, joint=step.joint)


def _said_first(step: Any) -> Any:
    """ "Until end of turn, …": the duration is printed before the first of the steps, and not with the others."""
    if isinstance(step, ir.Sequence):
        first, *others = step.steps
        if isinstance(first, ir.ChooseQuality) and others:  # the choice is made once, its use lasts
            lasting = _said_first(replace(step, steps=tuple(others)) if len(others) > 1 else others[0])
            return replace(step, steps=(first, *getattr(lasting, "steps", (lasting,))))

        def unsaid(one: Any) -> Any:
            if isinstance(one, ir.Modal):
                return replace(one, modes=tuple(map(unsaid, one.modes)))
            return _also(one, "said") if isinstance(one, ir.Continuous) else one

        return replace(step, steps=(_said_first(first), *map(unsaid, others)))
    return _also(step, "first") if isinstance(step, ir.Continuous | ir.CreateReplacement | ir.PreventDamage) else step


def _also(node: Any, word: str) -> Any:
    return replace(node, surface=f"{node.surface} {word}".strip()) if word else node


# ---- times


def _told_instead(value: Any, p: Any, many: bool, head: str) -> str:
    """What is done instead: of what a player may do, without what is done if the player does not."""
    if isinstance(value, ir.May) and value.otherwise == p.node.otherwise:
        value = replace(value, otherwise=None)
    return str(p.say(value))


slot("told_instead", "", say=_told_instead)


def _timed(builder: Any, made: RawTimed, meta: Any) -> Any:
    """To later words, what a delayed step moves is still in its place ("Exile it at the beginning of the next end step.
    If it would leave …"), but for what it brings onto the battlefield: they speak of it as it is then."""
    moves = (part for part in ir.walk(made.do) if isinstance(part, ir.Move))
    coming = [part.what for part in moves if part.to.zone == "battlefield"]
    for part in ir.walk(made.do):
        mention = builder.mentions.of(part)
        if mention is not None and part not in coming:
            builder.mentions.amend(mention, moved=None)
    return made


def _delayed(builder: Any, made: ir.Delayed, meta: Any) -> Any:
    if made.trigger == ir.StateBecomesTrue(ir.DidSo()):
        return RawJoin("when you do", made.effect)
    for part in ir.walk(made.trigger):
        mention = builder.mentions.of(part)
        if mention is not None and mention.slot is not None:
            builder.mentions.amend(mention, role="")  # a target of the effect itself: "it" treats it like any other
    return made


_JOINTS: dict[type, Joint] = {
    ir.If: _if,
    ir.Unless: _unless,
    ir.ForEach: _for_each,
    ir.Delayed: _delayed,
    RawJoin: _changing,
    RawWhile: _while,
    RawTimed: _timed,
    RawLasting: _lasting,
}


def _told(value: Any, p: Any, many_: bool, head: str) -> str:
    return str(p.say(value))


def _first_step(effect: Any, p: Any, many_: bool, head: str) -> str | None:
    """The first of several steps, the others of which stand behind the time at which they are done."""
    return p.say(effect.steps[0]) if isinstance(effect, ir.Sequence) else None


def _of_reflexive(value: Any, p: Any, many_: bool, head: str) -> str:
    effect, targets = value
    with p.saying(slots=targets + p.slots, mentioned=[_numbered_behind(ref, len(targets)) for ref in p.mentioned]):
        return str(p.say(effect))


def _numbered_behind(ref: Any, slots: int) -> Any:
    """A reference with its targets numbered after so many others: a reflexive trigger's own targets come first."""
    return ir.rewrite(ref, lambda part: replace(part, slot=part.slot + slots) if isinstance(part, ir.Target) else part)


slot("simple", "simple", say=_told)
slot("first_step", "", say=_first_step)
slot("other_steps", "", say=lambda value, p, many_, head: p.say(sequence(*value.steps[1:])))
slot("either_deed", "eitherdeed")
slot("reflexive", "", say=_of_reflexive)
slot(
    "triggered_so",
    "instruction",
    lambda b, do, place: reflexive(do),
    lambda value, p, many_, head: (
        _of_reflexive((value.effect, value.targets), p, many_, head) if isinstance(value, ir.Reflexive) else None
    ),
)
slot("unremarked", "simple", say=_unremarked)
slot("remarks", "", say=lambda value, p, many_, head: remarks(value, p) if _countering(value) else "")
slot("payer_pays", "unlesscost", _paying, _say_paying)
slot("and_then", "instruction", lambda b, step, place: sequence(place.values["then"], step))
slot(
    "for_each_of",
    "countable",
    lambda b, each, place: _for_each(b, ir.ForEach(each, place.values[place.piece.field]), place.meta),
)
slot(
    "if_so",
    "condition",
    lambda b, asked, place: _if(b, ir.If(asked, place.values[place.piece.field], surface="last"), place.meta),
)
slot("lasting", "duration", lambda b, span, place: during(place.values[place.piece.field], span))
slot("unless_paid", "unlesscost", _do_unless)
slot("turn_of", "poss", lambda b, whose, place: ir.IsTurnOf(whose), lambda value, p, many_, head: _of_turn(value, p))
slot("occurs", "events", say=_told)
slot("duration_first", "", say=lambda value, p, many_, head: "this turn" if value == "turn" else None)
slot("duration_last", "", say=lambda value, p, many_, head: "this turn" if value == "turn" else None)
slot("putting_elsewhere", "elsewhere")


def _of_turn(value: Any, p: Any) -> str | None:
    return p.whose(value.who) if isinstance(value, ir.IsTurnOf) else None
