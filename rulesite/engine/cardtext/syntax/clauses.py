"""Clauses in order: how a sentence joins them, read and printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.base import BuilderPart
from rulesite.engine.cardtext.builder.instructions import bare, cost_of, created, done_by, joined_by, sequence
from rulesite.engine.cardtext.builder.raw_nodes import RawJoin, RawNow, RawTimed, RawWhile
from rulesite.engine.cardtext.printing.descriptions import noun
from rulesite.engine.cardtext.printing.instructions import for_each
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.cardtext.printing.registry import says
from rulesite.engine.language.english import a


class Clauses(BuilderPart):
    """Whole sentences."""

    branch: int | None = None  # position where the branch of the last condition begins
    done_branch: int | None = None  # position where the branch of the last "if you do" begins
    outcome_branch: int | None = None  # position where the branch of the last "if you win the flip" begins

    def row(self, *parts: Any) -> tuple[Any, ...]:
        return parts

    def same(self, one: Any) -> Any:
        return one

    sentence = same

    def connector(self, meta: Any) -> Joint:
        return Joint(self._words(meta).lower())

    def instruction(self, *parts: Any) -> Any:
        joint = ""
        steps: list[Any] = []
        for part in parts:
            if isinstance(part, Joint):
                joint = part
            elif part is not None:
                now = isinstance(part, ir.Replace) and isinstance(part.event, RawNow)
                step = created(part) if steps and now else part
                steps.append(joined_by(step, joint) if joint else step)
                joint = ""
        made = self._joined(steps)
        if any(part.surface == ir.LONE for part in ir.walk(made)):
            raise ValueError("who or what does this")
        return made

    def _joined(self, steps: list[Any]) -> Any:
        if len(steps) == 1:
            return steps[0]
        last_who: Any = None
        made: list[Any] = []
        for step in steps:
            who = getattr(step, "who", None)
            if isinstance(step, ir.Shuffle) and step.surface == "by another" and last_who is None and made:
                searcher = getattr(made[-1].steps[0], "who", None) if isinstance(made[-1], ir.Sequence) else None
                last_who = searcher if self.mentions.of(searcher) is not None else None
            if isinstance(step, ir.Shuffle) and (
                self._each_ones_own(step.whose, last_who) or (step.surface == "by another" and last_who is not None)
            ):
                step = replace(step, whose=last_who, surface="bare" if step.surface else "")
            ends_so = isinstance(step, ir.If) and step.surface == "last" and step.otherwise is None
            if isinstance(step, ir.Instruction) and who == ir.You() and last_who is not None:
                step = bare(done_by(step, last_who))
            elif ends_so and last_who is not None and getattr(step.then, "who", None) == ir.You():
                mention = self.mentions.of(last_who)
                of_each = mention is not None and isinstance(mention.ref, ir.EachPlayer)
                step = replace(step, then=bare(done_by(step.then, ir.Current() if of_each else last_who)))
            elif isinstance(step, ir.ForEach) and self.mentions.of(getattr(step.do, "who", None)) is not None:
                last_who = step.do.who  # type: ignore[attr-defined]
            elif isinstance(step, ir.Shuffle) and self.mentions.of(step.whose) is not None:
                last_who = step.whose  # "that player shuffles, then draws a card"
            elif who is not None:
                mention = self.mentions.of(who)
                last_who = (
                    None
                    if mention is not None and isinstance(mention.ref, ir.You)
                    else (who if mention is not None else None)
                )
            else:
                last_who = None
            made.append(step)
        made = _of_one_subject(_shuffling_what_was_searched(made, self._searched))
        if isinstance(made[0], ir.May) and made[0].then is None and len(made) > 1:
            made = self._optional(made)
        if isinstance(made[0], ir.ForEach) and isinstance(made[0].do, ir.May) and made[0].do.then is None and made[1:]:
            optional, *rest = self._optional([made[0].do, *made[1:]])
            made = [replace(made[0], do=optional), *rest]
        made = _all_for_each(made)
        if isinstance(first := made[0], ir.AdditionalCost) and all(isinstance(one, ir.Instruction) for one in made[1:]):
            # "as an additional cost …, discard a card and sacrifice a creature": both are paid
            return replace(first, cost=ir.Cost((*first.cost.parts, *cost_of(sequence(*made[1:])).parts)))
        if all(isinstance(step, ir.Instruction) for step in made):
            return sequence(*made)
        return tuple(part for step in made for part in (step if isinstance(step, tuple) else (step,)))

    def _searched(self, search: ir.Search) -> Any:
        """Whose library is searched: for "each player", each player's own."""
        return search.who if self._each_ones_own(search.whose, search.who) else search.whose

    def _optional(self, steps: list[Any]) -> list[Any]:
        """ "You may search …, put …, then shuffle": "may" also covers the orders after it in the sentence."""
        may = steps[0]
        if all(isinstance(one, ir.PlayCard) for one in (may.do, steps[1])):
            raise ValueError("the playing of two sorts of cards, not all of them from one place")
        end = 1
        while (
            end < len(steps)
            and isinstance(steps[end], ir.Instruction)
            and not isinstance(steps[end], ir.Continuous | ir.DealDamage | ir.May | RawJoin | RawTimed | RawWhile)
            and getattr(steps[end], "who", may.who) in (ir.You(), may.who)
        ):
            end += 1
        return [replace(may, do=sequence(may.do, *steps[1:end])), *steps[end:]]

    def tail(self, *parts: Any) -> Any:
        """A clause that a comma joins to a search."""
        first = Joint(f", {parts[0]}" if isinstance(parts[0], Joint) else ",")
        return self.instruction(first, *(parts[1:] if isinstance(parts[0], Joint) else parts))

    def where_is(self, step: Any, letter: str, amount: ir.Amount) -> Any:
        symbol = f"{{{letter}}}"

        def put_in(node: Any) -> Any:
            if node == ir.X(str(letter)):
                return _lettered(letter, amount)
            if isinstance(node, ir.Cost) and any(symbol in getattr(part, "symbols", "") for part in node.parts):
                return ir.Cost(
                    tuple(made for part in node.parts for made in _defined(part, symbol, _lettered(letter, amount)))
                )
            if isinstance(node, ir.CostChange) and node.mana == symbol and node.times is None:
                return replace(node, mana="{1}", times=_lettered(letter, amount))
            return node

        given = [part for part in ir.walk(step) if isinstance(part, ir.GrantAbilities)]
        if '," where ' in self.text and any(ir.rewrite(part, put_in) != part for part in given):
            raise ValueError("a letter in a quotation that is explained outside of it")
        defined = ir.rewrite(step, put_in)
        if not self.mentions.change(step, put_in) and defined == step:
            raise ValueError(f"it is said what {letter} is, but not what it is for")
        return defined

    keyword_where = where_is

    def where_both(self, step: Any, *letters: Any) -> Any:
        """ "Gets +X/+Y, where X is its power and Y is its toughness"."""
        one, amount, other, more = letters
        first, second = getattr(amount, "of", None), self.mentions.of(getattr(more, "of", None))
        if self.mentions.of(first) is not None and second is not None and second.word == "it":
            self.mentions.amend(second, ref=first, word="")  # "its": of the same object as the first of the two
        return self.where_is(self.where_is(step, one, amount), other, more)

    def where_between(self, step: Any, letter: str, amount: ir.Amount, *rest: Any) -> Any:
        """ "Look at the top X cards of your library, where X is its power, then put them back in any order"."""
        return self.instruction(self._defined_here(step, letter, amount), *rest)

    def _defined_here(self, step: Any, letter: str, amount: ir.Amount) -> Any:
        return self.where_is(step, letter, replace(amount, surface=f"here {amount.surface}".strip()))

    def triggered(self, trigger: tuple[str, Any], condition: Any, step: Any) -> Any:
        return (*trigger, condition, step)

    def triggered_where(self, trigger: tuple[str, Any], condition: Any, step: Any, letter: str, amount: Any) -> Any:
        return (*trigger, condition, self.where_is(step, letter, amount))

    def triggered_where_both(self, trigger: tuple[str, Any], condition: Any, step: Any, *letters: Any) -> Any:
        return (*trigger, condition, self.where_both(step, *letters))

    def triggered_between(self, trigger: tuple[str, Any], condition: Any, *parts: Any) -> Any:
        return (*trigger, condition, self.where_between(*parts))

    def triggered_elided(self, trigger: tuple[str, Any], condition: Any, *_: Any) -> Any:
        return (*trigger, condition, ir.Elided())


class Joint(str):
    """The words between two clauses: "and", ", then" …"""


def _of_one_subject(steps: list[Any]) -> list[Any]:
    """ "Target creature gets +1/+0 until end of turn and can't be blocked": a clause without a subject has the last.

    Only such a clause refers to the object itself without a mention.
    """
    made: list[Any] = []
    for step in steps:
        before = made[-1] if made else None
        if isinstance(step, ir.Continuous) and step.what == ir.Self() and isinstance(before, ir.Continuous):
            step = bare(replace(step, what=before.what, surface=step.surface.removeprefix(ir.LONE).strip()))
        elif isinstance(step, ir.DealDamage) and step.surface == ir.LONE and isinstance(before, ir.Continuous):
            step = bare(replace(step, source=before.what, surface=""))
        made.append(step)
    return made


def _shuffling_what_was_searched(steps: list[Any], whose: Callable[[ir.Search], Any]) -> list[Any]:
    """ "… search their library for a card …, then shuffle": the library that is shuffled is the one searched."""
    searched: Any = None
    made = []
    for step in steps:
        searches = [part for part in ir.walk(step) if isinstance(part, ir.Search)]
        searched = whose(searches[-1]) if searches else searched
        made.append(
            replace(step, whose=searched, surface=step.surface or "bare")
            if step == ir.Shuffle() and searched is not None
            else step
        )
    return made


def _lettered(letter: str, amount: Any) -> Any:
    """An amount that the text calls by a letter."""
    return replace(amount, surface=f"{letter} {amount.surface}".strip())


def _defined(part: Any, symbol: str, amount: Any) -> list[Any]:
    """ "{X}{R}, where X is …" as a cost: the defined amount, and the other symbols."""
    if not isinstance(part, ir.PayMana) or symbol not in part.symbols:
        return [part]
    rest = part.symbols.replace(symbol, "")
    return [ir.PayManaAmount(amount), *([ir.PayMana(rest)] if rest else [])]


@says(ir.Sequence)
def _sequence(n: ir.Sequence, p: Printer) -> str:
    said = ""
    before: Any = None
    for part in _told(n.steps):
        with p.saying(others_did=not isinstance(getattr(before, "who", ir.You()), ir.You)):
            text = part if isinstance(part, str) else p.say(part)
        said = text if before is None else _joined_words(said, text, part)
        before = part
    return said


def _told(steps: Sequence[Any]) -> list[Any]:
    """The steps, with pairs that make one phrase combined: choose a colour and use it, exile until an event."""
    made: list[Any] = []
    more = [part for part in steps if isinstance(part, ir.If) and "of_one" in part.surface.split()]
    if len(steps) > 1 and more and isinstance(more[0].otherwise, ir.Instruction) and more[0].otherwise != ir.Elided():
        steps = [part.otherwise if part in more else part for part in steps]  # "…. If …, … instead of one" comes last
        steps = [*steps, *(replace(part, otherwise=ir.Elided(), joint="") for part in more)]
    for part in steps:
        last = made[-1] if made else None
        if isinstance(part, ir.PreventDamage) and part.surface == "and by" and isinstance(last, ir.PreventDamage):
            made[-1] = BothWays(last.joint, last, part)
        elif isinstance(part, ir.Delayed) and part.until and isinstance(last, ir.Move):
            made[-1] = Until(last.joint, last, part)
        elif isinstance(last, ir.ChooseQuality) and not last.surface and _uses_choice(part, last.quality):
            made[-1] = OfChoice(last.joint, part, last.who, last.quality)
        elif isinstance(part, ir.CreateReplacement) and isinstance(last, ir.Choose) and _of_chosen(part.replacement):
            made[-1] = SourceOfChoice(last.joint, last, part)
        else:
            made.append(part)
    return made


def _of_chosen(replacement: ir.Replace) -> bool:
    """Whether it waits for damage from the source chosen in the step before."""
    source = getattr(replacement.event, "source", None)
    return replacement.once or (replacement.surface.startswith("redirect") and source == ir.IsObject(ir.Memo("choose")))


def _uses_choice(part: Any, quality: str) -> bool:
    if quality not in ("color", "colors") and not quality.endswith(" type"):
        return False
    used = quality if quality.startswith("color") else "type"
    if any(isinstance(one, ir.HasChosen) and one.surface == "choice" and one.quality == used for one in ir.walk(part)):
        return True
    return isinstance(part, ir.Continuous) and any(
        isinstance(one, ir.HasChosen | ir.SetChosen) and one.quality == used for one in ir.walk(part)
    )


@dataclass(frozen=True)
class OnePhrase:
    """Two steps that are printed as one phrase; `joint` joins it to the step before."""

    joint: str


@dataclass(frozen=True)
class Until(OnePhrase):
    """Two steps printed as one phrase: exile it, and return it at an event ("until ~ leaves the battlefield")."""

    move: ir.Move
    later: ir.Delayed


@says(Until)
def _until(n: Until, p: Printer) -> str:
    with p.saying(self_is_it=False):
        return f"{p.say(n.move)} until {p.say(n.later.trigger)}"


@dataclass(frozen=True)
class BothWays(OnePhrase):
    """Two steps printed as one phrase: prevent the damage dealt to something and dealt by it."""

    to: ir.PreventDamage
    by: ir.PreventDamage


@says(BothWays)
def _both_ways(n: BothWays, p: Printer) -> str:
    return p.say(n.to).replace("that would be dealt to ", "that would be dealt to and dealt by ", 1)


@dataclass(frozen=True)
class OfChoice(OnePhrase):
    """Two steps printed as one phrase: choose a colour, and use it ("protection from the color of your choice")."""

    step: ir.Continuous
    who: Any
    quality: str


@says(OfChoice)
def _of_choice(n: OfChoice, p: Printer) -> str:
    quality = "color or colors" if n.quality == "colors" else n.quality
    chosen = quality if quality.startswith("color") else "type"
    return p.say(n.step).replace(f"the chosen {chosen}", f"the {quality} of {p.whose(n.who)} choice")


@dataclass(frozen=True)
class SourceOfChoice(OnePhrase):
    """Two steps printed as one phrase: choose a source, and wait for its damage ("a red source of your choice")."""

    choose: ir.Choose
    shield: ir.CreateReplacement

    @property
    def source(self) -> Any:
        """The chosen source."""
        return getattr(self.choose.what, "what", ir.Anything())


@says(SourceOfChoice)
def _source_of_choice(n: SourceOfChoice, p: Printer) -> str:
    parts = n.source.parts if isinstance(n.source, ir.All) else ()
    kept = tuple(one for one in parts if not (isinstance(one, ir.AnyOf) and ir.IsPermanent() in one.parts))
    text = p.say(n.shield)
    with p.saying(of_choice="of your choice"):
        source = a(noun(ir.All(kept), p, place="source") if kept else "source of your choice")
    event = n.shield.replacement.event
    if n.shield.replacement.surface.startswith("redirect"):
        return text.replace(f" by {p.np(ir.Memo('choose'))} is dealt", f" by {source} is dealt", 1)
    if isinstance(event, ir.DamageDealt):
        with p.saying(would=True, self_is_it=False):
            heard = p.say(event).split(" would ")[0]
        return text.replace(f"{heard} would", f"{source} would", 1)
    return f"{p.say(n.choose)}. {text}"


def _joined_words(said: str, text: str, part: Any) -> str:
    """Two steps joined as in the text; otherwise as two sentences."""
    joint = part.joint if isinstance(part, ir.Instruction | OnePhrase) else ""
    if joint:
        return f"{said}{' ' if joint[0].isalpha() else ''}{joint} {text}"
    return f"{said}. {text}"


def _all_for_each(steps: list[Any]) -> list[Any]:
    """ "For each card exiled this way, search that library for a card and exile it": the first words hold for all that
    the sentence orders, but for a shuffling at its end.

    Raises ValueError if the first order has taken the number into an amount of its own.
    """
    first, *rest = steps
    if not rest or not isinstance(first, ir.Instruction) or "each" not in first.surface.split():
        return steps
    end = len(rest) - isinstance(rest[-1], ir.Shuffle)
    if not rest[:end]:
        return steps
    if not isinstance(first, ir.ForEach) or not all(isinstance(step, ir.Instruction) for step in rest[:end]):
        raise ValueError("what else is done for each")
    return [replace(first, do=sequence(first.do, *rest[:end])), *rest[end:]]


@says(ir.ForEach)
def _for_each(n: ir.ForEach, p: Printer) -> str:
    if "times" in n.surface.split():
        do = p.say(n.do)
        return f"{do} twice" if n.over == ir.Number(2) else f"{do} {p.say(n.over)} times"
    known = list(p.mentioned)
    over = for_each(n.over, p)
    with p.saying(each_player=isinstance(n.over, ir.EachPlayer)):
        if isinstance(n.over, ir.EachPlayer):
            do = p.say(n.do)
            for word in ("that player ", "they "):
                if do.startswith(word):
                    return f"{over} {do.removeprefix(word)}"
            return f"for {over}, {do}"
        if isinstance(n.over, ir.Amount) and "each" not in n.surface.split():
            p.mentioned[:] = known
            do = p.say(n.do)
            return f"{do} {for_each(n.over, p)}"
        with p.saying(others_did=False):
            return f"{over}, {p.say(n.do)}"
