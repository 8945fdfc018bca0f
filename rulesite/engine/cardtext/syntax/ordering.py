"""Orders to a player, with or without "may": verbs with the same subject, read and printed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.base import BuilderPart
from rulesite.engine.cardtext.builder.instructions import YOU, bare, doer_of, done_by, joined_by, orders, sequence
from rulesite.engine.cardtext.mentions import Mention
from rulesite.engine.cardtext.printing.instructions import for_each
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.cardtext.printing.registry import NounPhrase, says
from rulesite.engine.language.english import third
from rulesite.engine.language.sorts import slot

OF_OBJECTS = ("explore", "connive", "endure", "exert", "adapt", "monstrosity")
"""Keyword actions that an object does."""


class Orders(BuilderPart):
    """Verb phrases whose subject is a player ("you" is left out)."""

    def pvps_and(self, *steps: Any) -> Any:
        if isinstance(steps[0], ir.May) and all(isinstance(one, ir.PlayCard) for one in (steps[0].do, *steps[1:])):
            raise ValueError("the playing of two sorts of cards, not all of them from one place")
        if isinstance(steps[0], ir.May) and steps[0].then is None:  # "may draw a card and gain 2 life": a single choice
            return replace(steps[0], do=sequence(steps[0].do, *(joined_by(step, "and") for step in steps[1:])))
        return sequence(steps[0], *(bare(joined_by(step, "and")) for step in steps[1:]))

    def imperative(self, step: Any) -> Any:
        of_choice = self._of_choice(step)
        return step if of_choice is None else sequence(ir.ChooseQuality(of_choice), step)

    def player_does(self, who: Any, step: Any) -> Any:
        mention = self.mentions.of(who)
        if isinstance(step, ir.KeywordAction) and step.action in OF_OBJECTS and mention is not None and mention.word:
            self.mentions.amend(mention, player=False)  # "it explores": a player does not
            return replace(step, what=who)
        if isinstance(step, ir.Shuffle) and self._each_ones_own(step.whose, who):
            step = replace(step, whose=YOU)
        self._several_from_now(mention, step)
        return done_by(step, who)

    def _several_from_now(self, doer: Mention | None, step: Any) -> None:
        """ "Each opponent chooses a creature they control. Destroy those creatures": each of them chose one."""
        if doer is None or not isinstance(doer.ref, ir.EachPlayer):
            return
        for done in self.mentions.within(step):
            if not (done.word or done.plural or done.nested or done.player):
                self.mentions.amend(done, several_from=done.pos + 1)

    def players_each(self, who: Any, step: Any) -> Any:
        mention = self.mentions.of(who)
        if mention is not None and isinstance(mention.ref, ir.Several):
            mention = self.mentions.amend(mention, surface="each")
        if mention is not None and mention.surface == "those players":
            mention = self.mentions.amend(mention, surface="those players each")
        if mention is not None and isinstance(mention.ref, ir.ControllerOf | ir.OwnerOf):
            ref = replace(mention.ref, surface=f"{mention.ref.surface} each".strip())
            mention = self.mentions.amend(mention, ref=ref)
        if mention is not None and mention.slot is not None:
            who = replace(who, surface="each")
        return self.player_does(who, step)


@says(ir.May)
def _may(n: ir.May, p: Printer) -> str:
    if n.surface.split()[:1] == ["each"] and isinstance(n.do, ir.ForEach):
        over = for_each(n.do.over, p)
        return f"{over}, {p.say(replace(n, do=n.do.do, surface=''))}"
    before, bare = p.doer, p.take_bare()
    with p.doing(n.who):
        subject = p.saying_subject(n.who) if not isinstance(n.who, ir.You) else p.np(n.who)
        p.doer = NounPhrase("that player", player=True) if not subject.you else subject
        with p.saying(base=True):
            do = p.say(n.do).removeprefix("you ")
        who = doer_of(n.do.steps[0] if isinstance(n.do, ir.Sequence) else n.do)
        others = who is not None and who not in (ir.You(), n.who) and not _each_of_these(n.who)
        if others or (who is None and not _ordered(n.do)):
            do = f"have {_infinitive(do)}"
        elif isinstance(who, ir.You) and not subject.you and not isinstance(n.do, ir.PlayCard):
            do = f"have you {do}"
    unsaid = isinstance(n.who, ir.You) and not n.who.surface and n.joint not in ("", ".", ". then")
    text = f"may {do}" if bare or unsaid else f"{subject} may {do}"
    if n.then is not None:
        told = n.surface.removesuffix("can't").strip()
        nobody = "you do" if subject.you else f"{'that' if not p.terms.their else 'the'} player does"
        do_so = p.say(ir.DidSo(surface=told)) if told else nobody
        text += f". if {do_so}, {p.say(n.then)}"
    if n.otherwise is not None:
        dont = (
            p.say(ir.NotSo(ir.DidSo(surface=n.surface)))
            if n.surface
            else "you don't"
            if subject.you
            else "the player doesn't"
        )
        text += f". if {dont}, {p.say(n.otherwise)}"
    p.doer = before
    return text


def _each_of_these(who: Any) -> bool:
    """Whether "that player" in the instruction means each of the players who may do it."""
    return isinstance(who, ir.EachPlayer | ir.SomePlayer | ir.Several)


def _ordered(do: Any) -> bool:
    """Whether an instruction without a doer is an order to the player ("destroy …"), not an action of an object."""
    if isinstance(do, ir.Sequence):
        return _ordered(do.steps[0])
    if isinstance(do, ir.Continuous):
        return any(map(orders, do.changes))
    return not isinstance(do, ir.DealDamage | ir.Continuous | ir.Fight | ir.Block | ir.PhaseOut)


BASES = {
    third(verb): verb
    for verb in (
        *("get", "gain", "become", "have", "deal", "lose", "fight", "attack", "block", "explore", "phase"),
        *("draw", "discard", "sacrifice", "mill", "reveal", "put", "create", "shuffle", "exile", "return", "search"),
    )
}
"""Verbs that may follow "have" and a doer, by their singular form."""


slot("in_base", "", say=lambda value, p, many, head: _infinitive(p.say(value)))
slot("of_another", "", say=lambda value, p, many, head: _of_another(value, p))


def _of_another(step: Any, p: Any) -> str | None:
    who = doer_of(step)
    return None if who is None or isinstance(who, ir.You) else _infinitive(str(p.say(step)))


def _infinitive(clause: str) -> str:
    words = clause.split(" ")
    for place, word in enumerate(words):
        base = BASES.get(word)
        if place and base:
            words[place] = base
            break
    return " ".join(words)
