"""Deeds joined: in order, by choice, under a condition, later, in place of something else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rulesite.engine.cardtext import ir
from rulesite.engine.cardtext.printing.becoming import verbs
from rulesite.engine.cardtext.printing.conditions import did_not
from rulesite.engine.cardtext.printing.costs import paid
from rulesite.engine.cardtext.printing.deeds import act, for_each
from rulesite.engine.cardtext.printing.descriptions import noun, some
from rulesite.engine.cardtext.printing.english import a, listed, many, number, sentences, third
from rulesite.engine.cardtext.printing.events import KINDS, step
from rulesite.engine.cardtext.printing.phrases import NounPhrase, says
from rulesite.engine.cardtext.printing.printer import Printer

SEPARATE = (ir.If, ir.May, ir.Delayed, ir.CreateReplacement, ir.Reflexive, ir.Modal, ir.Unless, ir.ForEach, ir.Repeat)


@says(ir.Sequence)
def _sequence(n: ir.Sequence, p: Printer) -> str:
    said = ""
    before: Any = None
    for part in _told(n.steps):
        with p.saying(others_did=not isinstance(getattr(before, "who", ir.You()), ir.You)):
            text = part if isinstance(part, str) else p.say(part)
        said = text if before is None else _joined(said, text, before, part, p)
        before = part
    return said


def _told(steps: Sequence[Any]) -> list[Any]:
    """The steps, where two are one phrase on cards: a colour that is chosen and used, exile until something happens."""
    made: list[Any] = []
    for part in steps:
        last = made[-1] if made else None
        if isinstance(part, ir.PreventDamage) and part.said == "and by" and isinstance(last, ir.PreventDamage):
            made[-1] = BothWays(last, part)
        elif isinstance(part, ir.Delayed) and part.until and isinstance(last, ir.Move):
            made[-1] = Until(last, part)
        elif isinstance(last, ir.ChooseQuality) and not last.said and _uses_choice(part, last.quality):
            made[-1] = OfChoice(part, last.who, last.joint, last.quality)
        elif isinstance(part, ir.CreateReplacement) and isinstance(last, ir.Choose) and part.replacement.once:
            made[-1] = SourceOfChoice(last, part)
        else:
            made.append(part)
    return made


def _uses_choice(part: Any, quality: str) -> bool:
    if quality != "color" and not quality.endswith(" land type"):
        return False
    used = "color" if quality == "color" else "type"
    return isinstance(part, ir.Continuous) and any(
        isinstance(one, ir.HasChosen | ir.SetChosen) and one.quality == used for one in ir.walk(part)
    )


@dataclass(frozen=True)
class Until:
    """Two steps that are one phrase: exile it, and return it at an event ("until ~ leaves the battlefield")."""

    move: ir.Move
    later: ir.Delayed

    @property
    def joint(self) -> str:
        """What joins it to the step before."""
        return self.move.joint


@says(Until)
def _until(n: Until, p: Printer) -> str:
    with p.saying(self_is_it=False):
        return f"{p.say(n.move)} until {p.say(n.later.trigger)}"


@dataclass(frozen=True)
class BothWays:
    """Two steps that are one phrase: prevent the damage dealt to something and dealt by it."""

    to: ir.PreventDamage
    by: ir.PreventDamage

    @property
    def joint(self) -> str:
        """What joins it to the step before."""
        return self.to.joint


@says(BothWays)
def _both_ways(n: BothWays, p: Printer) -> str:
    return p.say(n.to).replace("that would be dealt to ", "that would be dealt to and dealt by ", 1)


@dataclass(frozen=True)
class OfChoice:
    """Two steps that are one phrase: choose a colour, and use it ("protection from the color of your choice")."""

    step: ir.Continuous
    who: Any
    joint: str
    quality: str


@says(OfChoice)
def _of_choice(n: OfChoice, p: Printer) -> str:
    chosen = "color" if n.quality == "color" else "type"
    return p.say(n.step).replace(f"the chosen {chosen}", f"the {n.quality} of {p.whose(n.who)} choice")


@dataclass(frozen=True)
class SourceOfChoice:
    """Two steps that are one phrase: choose a source, and wait for its damage ("a red source of your choice")."""

    choose: ir.Choose
    shield: ir.CreateReplacement

    @property
    def joint(self) -> str:
        """What joins it to the step before."""
        return self.choose.joint

    @property
    def source(self) -> Any:
        """What is chosen."""
        return getattr(self.choose.what, "what", ir.Anything())


@says(SourceOfChoice)
def _source_of_choice(n: SourceOfChoice, p: Printer) -> str:
    parts = n.source.parts if isinstance(n.source, ir.All) else ()
    kept = tuple(one for one in parts if not (isinstance(one, ir.AnyOf) and ir.IsPermanent() in one.parts))
    text = p.say(n.shield)
    source = f"{a(noun(ir.All(kept), p, head='source') if kept else 'source')} of your choice"
    event = n.shield.replacement.event
    if isinstance(event, ir.DamageDealt):
        with p.saying(would=True, self_is_it=False):
            heard = p.say(event).split(" would ")[0]
        return text.replace(f"{heard} would", f"{source} would", 1)
    return f"{p.say(n.choose)}. {text}"


def _joined(said: str, text: str, before: Any, part: Any, p: Printer) -> str:
    """Two steps as the text joined them; else in one sentence where cards write so."""
    joint = part.joint if isinstance(part, ir.Instruction | Until | OfChoice | SourceOfChoice | BothWays) else ""
    if joint:
        return f"{said}{' ' if joint[0].isalpha() else ''}{joint} {text}"
    who, other = getattr(before, "who", None), getattr(part, "who", None)
    if isinstance(part, ir.Discard) and isinstance(before, ir.Draw) and who == other:
        return f"{said}, then {_bare_verb(text, part, p)}"
    if isinstance(part, ir.Shuffle):
        if isinstance(part.whose, ir.You) or (isinstance(who, ir.You) and not isinstance(before, ir.May)):
            return f"{said}, then {text}"
        return f"{said}, then shuffle{'' if getattr(who, 'said', '') in ('all', 'bare') else 's'}"
    if isinstance(before, ir.Search) and isinstance(part, ir.Reveal | ir.Move):
        last = isinstance(part, ir.Move)
        return f"{said},{' and' if last and ', reveal ' in said + ',' else ''} {_bare_verb(text, part, p)}".replace(
            ", and put", ", put" if not isinstance(before, ir.Search) or not before.reveal else ", and put"
        )
    if isinstance(before, ir.Reveal) and isinstance(part, ir.Move) and ", reveal" in said:
        return f"{said}, and {_bare_verb(text, part, p)}"
    if isinstance(before, SEPARATE) or isinstance(part, SEPARATE):
        return f"{said}. {text}"
    if who is not None and who == other and not isinstance(who, ir.You):
        return f"{said} and {_bare_verb(text, part, p)}"
    if isinstance(part, ir.GainLife | ir.LoseLife | ir.Draw | ir.DealDamage) and not isinstance(before, ir.Search):
        return (
            f"{said} and {text}" if isinstance(before, ir.GainLife | ir.LoseLife | ir.DealDamage) else f"{said}. {text}"
        )
    return f"{said}. {text}"


def _bare_verb(text: str, part: Any, p: Printer) -> str:
    """The step without its subject, which the step before has."""
    who = getattr(part, "who", None)
    if who is None or isinstance(who, ir.You):
        return text
    for subject in ("that player ", "they ", p.np(who).text + " "):
        if text.startswith(subject):
            return text.removeprefix(subject)
    return text


@says(ir.May)
def _may(n: ir.May, p: Printer) -> str:
    before, bare = p.doer, p.take_bare()
    with p.doing(n.who):
        subject = p.saying_subject(n.who) if not isinstance(n.who, ir.You) else p.np(n.who)
        p.doer = NounPhrase("that player", player=True) if not subject.you else subject
        with p.saying(base=True):
            do = p.say(n.do)
        own = p.np(n.who).text if not subject.you else "you"
        for word in (own + " ", "that player ", "they "):
            if do.startswith(word):
                do = _base(do.removeprefix(word), word.startswith("you"))
                break
        else:
            who = getattr(n.do, "who", None)
            if who is None and isinstance(n.do, ir.Sequence):
                who = getattr(n.do.steps[0], "who", None)
            if who is None and not _ordered(n.do):
                do = f"have {_infinitive(do)}"
    unsaid = isinstance(n.who, ir.You) and not n.who.said and n.joint not in ("", ".", ". then")
    text = f"may {do}" if bare or unsaid else f"{subject} may {do}"
    if n.then is not None:
        told = n.said.removesuffix("can't").strip()
        do_so = (
            f"{told} {'do' if told in ('you', 'they') else 'does'}"
            if told
            else "you do"
            if subject.you
            else "that player does"
            if not p.terms.their
            else "the player does"
        )
        text += f". if {do_so}, {p.say(n.then)}"
    if n.otherwise is not None:
        dont = did_not(n.said) if n.said else "you don't" if subject.you else "the player doesn't"
        text += f". if {dont}, {p.say(n.otherwise)}"
    p.doer = before
    return text


def _ordered(do: Any) -> bool:
    """Whether an instruction without a doer is an order to the player ("destroy …"), not what an object does."""
    if isinstance(do, ir.Sequence):
        return _ordered(do.steps[0])
    if isinstance(do, ir.Continuous):
        return any(isinstance(one, ir.SetController | ir.SwitchPowerToughness | ir.ReplaceWords) for one in do.changes)
    return not isinstance(do, ir.DealDamage | ir.Continuous | ir.Fight | ir.PhaseOut | ir.BecomeCopy)


def _infinitive(clause: str) -> str:
    words = clause.split(" ")
    for place, word in enumerate(words):
        base = {
            "gets": "get",
            "gains": "gain",
            "becomes": "become",
            "has": "have",
            "deals": "deal",
            "loses": "lose",
            "fights": "fight",
            "attacks": "attack",
            "blocks": "block",
            "explores": "explore",
        }.get(word)
        if place and base:
            words[place] = base
            break
    return " ".join(words)


def _base(verb_phrase: str, you: bool) -> str:
    """The base form of a verb phrase in the third person."""
    if you:
        return verb_phrase
    first, space, rest = verb_phrase.partition(" ")
    for end, base in (("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("sses", "ss"), ("s", "")):
        if first.endswith(end):
            return first.removesuffix(end) + base + space + rest
    return verb_phrase


@says(ir.Pay)
def _pay(n: ir.Pay, p: Printer) -> str:
    return act(n, p, lambda: paid(n.cost, p))


@says(ir.Unless)
def _unless(n: ir.Unless, p: Printer) -> str:
    do = p.say(n.do)
    with p.doing(n.who):
        who = p.np(n.who)
        cost = paid(n.cost, p)
    if n.said == "ahead":
        return f"unless {who} {many(cost) if who.you or who.plural else third(cost)}, {do}"
    return f"{do} unless {who} {many(cost) if who.you or who.plural else third(cost)}"


@says(ir.If)
def _if(n: ir.If, p: Printer) -> str:
    if "unless" in n.said.split() and isinstance(n.condition, ir.NotSo):
        then = p.say(n.then)
        return f"{then} unless {p.say(n.condition.part)}"
    if isinstance(n.otherwise, ir.Elided) and "last" in n.said.split():
        then = p.say(n.then)
        return f"{then} instead if {p.say(n.condition)}"
    if isinstance(n.otherwise, ir.Elided) and "ahead" in n.said.split():
        condition = p.say(n.condition)
        return f"if {condition}, instead {p.say(n.then)}"
    if isinstance(n.otherwise, ir.Elided):
        condition = p.say(n.condition)
        return f"if {condition}, {p.say(n.then)} instead"
    if n.otherwise is not None and "otherwise" in n.said.split():
        if "last" in n.said.split():
            then = p.say(n.then)
            first = f"{then} if {p.say(n.condition)}"
        else:
            condition = p.say(n.condition)
            first = f"if {condition}, {p.say(n.then)}"
        return f"{first}. otherwise, {p.say(n.otherwise)}"
    if isinstance(n.then, ir.Instruction) and n.otherwise is not None:
        first = p.say(n.otherwise)
        if n.said == "last":
            then = p.say(n.then)
            return f"{first}. {then} instead if {p.say(n.condition)}"
        condition = p.say(n.condition)
        if "ahead" in n.said.split():
            return f"{first}. if {condition}, instead {p.say(n.then)}"
        return f"{first}. if {condition}, {p.say(n.then)} instead"
    if n.said == "last":
        then = p.say(n.then)
        return f"{then} if {p.say(n.condition)}"
    condition = p.say(n.condition)
    return f"if {condition}, {p.say(n.then)}"


@says(ir.ForEach)
def _for_each(n: ir.ForEach, p: Printer) -> str:
    known = list(p.mentioned)
    over = for_each(n.over, p)
    with p.saying(each_player=isinstance(n.over, ir.EachPlayer)):
        if isinstance(n.over, ir.EachPlayer):
            do = p.say(n.do)
            for word in ("that player ", "they "):
                if do.startswith(word):
                    return f"{over} {do.removeprefix(word)}"
            return f"for {over}, {do}"
        if isinstance(n.over, ir.Amount) and "each" not in n.said.split():
            p.mentioned[:] = known
            do = p.say(n.do)
            return f"{do} {for_each(n.over, p)}"
        return f"{over}, {p.say(n.do)}"


@says(ir.Modal)
def _modal(n: ir.Modal, p: Printer) -> str:
    within = (n.minimum, n.maximum, n.repeatable, n.on_resolution, n.who) == (1, 1, False, True, ir.You())
    if n.said and n.modes and within and (found := _either(n, p)) is not None:
        return found
    low, high = n.minimum, n.maximum
    if (low, high) == (1, 2) and len(n.modes) == 2:
        count = "one or both"
    elif low == 1 and high == len(n.modes):
        count = "one or more"
    elif low == 0 and high == len(n.modes):
        count = "any number"
    elif low == high:
        count = number(low)
    else:
        count = f"up to {number(high)}"
    who = "choose" if isinstance(n.who, ir.You) else p.agree(p.who(n.who), "choose")
    again = ". you may choose the same mode more than once." if n.repeatable else " —"
    known = list(p.mentioned)
    modes = []
    for mode in n.modes:
        p.mentioned[:] = known
        modes.append(p.say(mode))
    if n.on_resolution:
        return f"{who} {count} — {'; '.join(modes)}"
    return f"{who} {count}{again}" + "".join(f"\n• {sentences(mode)}." for mode in modes).removesuffix(".")


def _either(n: ir.Modal, p: Printer) -> str | None:
    """A choice that the text offers within a sentence: "tap or untap", "your choice of flying or haste"."""
    first = n.modes[0]
    lasting = [mode for mode in n.modes if isinstance(mode, ir.Continuous) and mode.changes]
    if n.said == "tap or untap" and isinstance(first, ir.Tap):
        return act(first, p, lambda: f"tap or untap {p.who(first.what)}")
    if n.said == "or" and len(lasting) == len(n.modes):
        whole = p.say(first)
        others = [listed([text.split("\0")[0] for text in verbs(mode.changes, p)]) for mode in lasting]
        return whole.replace(others[0].removeprefix("get "), " or ".join(o.removeprefix("get ") for o in others), 1)
    if n.said == "or":
        said = [p.say(first)]
        for mode in n.modes[1:]:
            with p.saying(bare=True):
                said.append(p.say(mode))
        return " or ".join(said)
    if n.said == "choice" and isinstance(first, ir.Continuous):
        changes = [mode.changes[0] for mode in lasting]
        granted = [change.abilities for change in changes if isinstance(change, ir.GrantAbilities)]
        names = listed([listed([p.inner(one) for one in each]) for each in granted], "or")
        return p.say(first).replace(listed([p.inner(one) for one in granted[0]]), f"your choice of {names}", 1)
    return None


@says(ir.Delayed)
def _delayed(n: ir.Delayed, p: Printer) -> str:
    condition = f", if {p.say(n.condition)}" if n.condition is not None else ""
    if n.until:
        return f"{p.say(n.effect)} until {p.say(n.trigger)}"
    if isinstance(n.trigger, ir.StepBegins) and n.said == "ahead" and n.trigger.step != "end of combat":
        with p.saying(next_step=True):
            when = step(n.trigger, p)
        return f"at the beginning of {when}{condition}, {p.say(n.effect)}"
    if isinstance(n.trigger, ir.StepBegins):
        effect = p.say(n.effect)
        if n.trigger.step == "end of combat":
            return f"{effect} at end of combat"
        if n.trigger.step == "end" and not p.terms.end_step and n.trigger.whose == ir.Anything():
            return f"{effect} at end of turn"
        with p.saying(next_step=True):
            return f"{effect} at the beginning of {step(n.trigger, p)}{condition}"
    when = p.say(n.trigger)
    if n.said in ("when", "whenever") and n.once is (n.duration is None):
        span = f" {_span(n.duration)}" if n.duration else ""
        return f"{n.said} {when}{span}{condition}, {p.say(n.effect)}"
    if n.once:
        span = f" {_span(n.duration)}" if n.duration else ""
        return f"{'the next time' if span else 'when'} {when}{span}{condition}, {p.say(n.effect)}"
    span = {"turn": "until end of turn", None: ""}.get(n.duration, f"until {n.duration}")
    return f"{span}{', ' if span else ''}whenever {when}{condition}, {p.say(n.effect)}"


def _span(duration: str) -> str:
    return {"turn": "this turn", "combat": "this combat"}.get(duration, duration)


@says(ir.Replace)
def _replace(n: ir.Replace, p: Printer) -> str:
    return replaced(n, p, "")


def replaced(n: ir.Replace, p: Printer, span: str) -> str:
    """ "if ~ would die, exile it instead"; `span`: " this turn" of one that an effect creates."""
    if n.said.startswith("redirect") and isinstance(n.event, ir.DamageDealt) and isinstance(n.instead, ir.Happens):
        while_ = f"as long as {p.say(n.condition)}, " if n.condition is not None else ""
        return while_ + _redirected(n, n.event, n.instead.to, p, span)
    with p.saying(would=True):
        event = p.say(n.event)
    while_ = f"{p.say(n.condition)} and " if n.condition is not None else ""
    first = "the next time" if n.once else "if"
    if n.instead is None:
        return f"{first} {while_}{event}{span}, skip that event"
    instead = p.say(n.instead)
    step = n.instead.steps[1] if isinstance(n.instead, ir.Sequence) else None
    if isinstance(step, ir.If) and isinstance(step.condition, ir.DidSo | ir.NotSo) and ". if " in instead:
        head, tail = instead.split(". if ", 1)  # "sacrifice a Swamp instead. If you do, …"
        return f"{first} {while_}{event}{span}, {head} instead. if {tail}"
    may = "you may " if n.optional else ""
    instead = instead.removeprefix("you ") if n.optional else instead
    if n.said == "ahead":
        return f"{first} {while_}{event}{span}, instead {may}{instead}"
    only = isinstance(n.instead, ir.PreventDamage) or n.said == "plain"
    if n.said == "anywhere else":
        them = "them" if event.startswith(("those ", "they ")) else "it"
        return f"{first} {while_}{event}{span}, {may}{instead} instead of putting {them} anywhere else"
    return f"{first} {while_}{event}{span}, {may}{instead}{'' if only else ' instead'}"


def _redirected(n: ir.Replace, event: ir.DamageDealt, to_: Any, p: Printer, span: str) -> str:
    """ "All damage that would be dealt to you is dealt to ~ instead"."""
    how = n.said.split()
    said = f"{'all ' if 'all' in how else ''}{KINDS[event.combat]}damage that would be dealt"
    early, late = (span, "") if "early" in how else ("", span)
    to = "" if event.to == ir.Anything() else f" to {some(event.to, p, 'permanent')}"
    by = ""
    if isinstance(event.source, ir.IsObject):
        by = f" by {some(event.source, p)}"
    elif event.source != ir.Anything():
        by = f" by {noun(event.source, p, True, head='source')}"
    return f"{said}{early}{to}{by}{late} is dealt to {p.who(to_)} instead"


@says(ir.Happens)
def _happens(n: ir.Happens, p: Printer) -> str:
    if n.amount is None and n.to is None:
        return "that happens"
    much = f" {p.say(n.amount)}" if n.amount is not None else ""
    return f"that happens{much}" + (f" to {p.who(n.to)}" if n.to is not None else "")


@says(ir.CreateReplacement)
def _create_replacement(n: ir.CreateReplacement, p: Printer) -> str:
    span = {"turn": " this turn", "permanent": "", "combat": " this combat"}.get(n.duration, f" until {n.duration}")
    return replaced(n.replacement, p, span)


@says(ir.Repeat)
def _repeat(n: ir.Repeat, p: Printer) -> str:
    if n.amount == ir.Number(1):
        return "repeat this process once"
    return "repeat this process" + ("" if n.amount is None else f" {p.say(n.amount)} times")


@says(ir.Reflexive)
def _reflexive(n: ir.Reflexive, p: Printer) -> str:
    return f"when you do, {p.say(n.effect)}"


@says(ir.Vote)
def _vote(n: ir.Vote, p: Printer) -> str:
    options = listed(n.options, "or")
    after = ". ".join(
        f"for each {option} vote, {p.say(outcome)}" for option, outcome in zip(n.options, n.outcomes, strict=True)
    )
    return f"starting with you, each player votes for {options}. {after}"


@says(ir.Nothing)
def _nothing(n: ir.Nothing, p: Printer) -> str:
    return "nothing happens"


@says(ir.Elided)
def _elided(n: ir.Elided, p: Printer) -> str:
    return "…"
