"""The printer: carries the terms of the day and earlier mentions from phrase to phrase."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.printing.pronouns import whom
from rulesite.engine.cardtext.printing.registry import NounPhrase, phrase_of
from rulesite.engine.language.english import HERE, WHERE, many, possessive, sentences, third
from rulesite.engine.language.phrases import said_if, said_so
from rulesite.engine.language.terms import terms_on

PLAYERS = (
    *(ir.You, ir.TriggerPlayer, ir.ControllerOf, ir.OwnerOf, ir.EachPlayer, ir.SomePlayer),
    *(
        ir.PlayerOf,
        ir.YourTeam,
        ir.Monarch,
        ir.ExtremePlayer,
        ir.PlayerWithMost,
        ir.DefendingPlayer,
        ir.ActivePlayer,
        ir.ChosenPlayer,
    ),
)
NOT_PRONOUNS = (
    *(
        "",
        "~",
        "you",
        "each",
        "all",
        "any",
        "every",
        "bare",
        "zones",
        "of",
        "owners",
        "controllers",
        "controller",
        "of yours",
        "starting",
        "copies",
        "behind",
        "random first",
        "random in",
        "all_from",
        "random chosen",
        "half",
    ),
    *(
        "alone",
        "opponents",
        "the",
        "any all",
        "all_the",
        "the_cards",
        "from hand",
        "from_top",
        "equal_last",
        "choice",
        "each of",
        "part of",
        "either",
        "of some",
        "just one",
        "who has",
        "of your",
        "most",
        "and/or",
        "named",
    ),
)
"""Values of `Reference.surface` that are not the text's pronoun, or other words in its place."""
HE_OR_SHE = {"they": "he or she", "them": "him or her"}


def lettered(value: Any) -> bool:
    """Whether the text used a letter for an amount, and defined it at the end of the sentence."""
    return isinstance(value, ir.Amount) and value.surface[:1].isupper()


class Printer:
    """Prints an ability. `meant` collects each printed pronoun with its meaning."""

    def __init__(self, date: str, ability: ir.Node | None = None, host: Host | None = None) -> None:
        self.date, self.terms, self.ability = date, terms_on(date), ability
        self.slots: tuple[ir.TargetSlot, ...] = getattr(ability, "targets", ())
        self.mentioned: list[Any] = []
        self.defined: dict[tuple[str, ir.Amount], str] = {}
        self.subject: Any = None
        self.node: Any = None
        self.moved = NounPhrase("it")
        self.owner = "its owner's"
        self.zone_word = "in"
        self.plural_noun = False
        self.granting = "have"
        self.self_is_it = True
        self.would = False
        self.span = ""
        self.batch = False
        self.of_event = NounPhrase("you", you=True, player=True)
        self.bare = False
        self.base = False
        self.last_subject: NounPhrase | None = None
        self.doer = NounPhrase("you", you=True, player=True)
        self.of_statement: Any = None
        self.next_step = False
        self.opponents_many = False
        self.others_did = False
        self.of_cards = False
        self.of_choice = ""
        self.sources = False
        self.who_several = False
        self.span_word = "each combat"
        self.extra_turns = " on each of your turns"
        self.untap_whose = "its controller's"
        self.each_player = False
        self.each_word = False
        self.all_word = "all "
        self.attached = (
            "equipped creature" if host is not None and "Equipment" in host.subtypes else "enchanted creature"
        )
        self.meant: list[tuple[str, str]] = []

    def say(self, node: Any) -> str:
        """The words of a node, by the phrase declared for its kind."""
        if lettered(node):
            return self._where(node)
        if isinstance(node, ir.Instruction) and node.surface:
            return self._as_worded(node)
        return str(phrase_of(node)(node, self))

    def said(self, value: Any, sort: str, many: bool = False) -> str | None:
        """The words of a value in a place for phrases of this sort; None if no phrase prints it."""
        return self._where(value) if lettered(value) else said_if(value, sort, self, many)

    def stated(self, change: ir.Change, of: Any) -> str | None:
        """A change as a statement that names its own subject; None if no phrase prints it so."""
        if not said_so(change, "static"):
            return None
        with self.saying(of_statement=of):
            return said_if(change, "static", self)

    def _where(self, amount: ir.Amount) -> str:
        """An amount that the text calls by a letter, with its definition at the end of the sentence."""
        letter, _, rest = amount.surface.partition(" ")
        if (letter, amount) not in self.defined:
            mark = HERE if rest.startswith("here") else WHERE
            meant = self.say(replace(amount, surface=rest.removeprefix("here").strip() or "number"))
            self.defined[letter, amount] = f"{letter}{mark}where {letter} is {meant}{mark}"
        return self.defined[letter, amount]

    def _as_worded(self, node: ir.Instruction) -> str:
        words = node.surface.split()
        if "same" in words and hasattr(node, "who"):
            return self.agree(self.who(node.who), "do the same")
        if "each" in words and (found := self.repeated(node)) is not None:
            return found
        with self.saying(bare="bare" in words):
            return str(phrase_of(node)(node, self))

    def repeated(self, node: ir.Instruction) -> str | None:
        """ "For each creature you control, create a token": the count first, then the instruction for one; or None."""
        amount = getattr(node, "amount", None)
        each: Any
        factor, each = (amount.factor, amount.of) if isinstance(amount, ir.Times) else (1, amount)
        much = isinstance(each, ir.ThatMuch) and each.surface.startswith("each_")
        if not much and not isinstance(
            each, ir.Count | ir.CountersOn | ir.HowOften | ir.TimesPaid | ir.RemovedThisWay | ir.VotesFor
        ):
            return None
        counted = self.say(replace(each, surface=f"{each.surface} each" if much else "each"))
        one = replace(node, amount=ir.Number(factor), surface=node.surface.replace("each", "").strip())  # type: ignore[call-arg]
        return f"{counted}, {self.say(one)}"

    def take_bare(self) -> bool:
        """Whether to leave out the subject of the clause; true only for the first call."""
        bare, self.bare = self.bare, False
        return bare

    def np(self, ref: Any) -> NounPhrase:
        """The noun phrase of a reference or a predicate."""
        if isinstance(ref, ir.Reference) and ref.surface not in NOT_PRONOUNS:
            return self._as_said(ref)
        found = phrase_of(ref)(ref, self)
        return found if isinstance(found, NounPhrase) else NounPhrase(str(found))

    def _as_said(self, ref: ir.Reference) -> NounPhrase:
        """A reference in the text's own words; pronouns for a player are those of the day."""
        word, player = ref.surface, self.is_player(ref)
        if player and word in HE_OR_SHE and not self.terms.their and not self.is_several(ref):
            return self.pronoun(HE_OR_SHE[word], ref, False, True)
        many = word in ("them", "they", "themselves") or word.startswith(("those ", "both", "the rest"))
        many = many or (word.endswith(" this way") and word.split()[1].endswith("s"))
        if word == "who":
            return NounPhrase(word, self.who_several, player=True)
        if word.startswith("each of "):
            return self.pronoun(word, ref, False, player)
        if isinstance(ref, ir.Attached) and word != "it":
            return NounPhrase(word, player=player)
        return self.pronoun(word, ref, many or (word.endswith("s") and not word.endswith("controls")), player)

    def who(self, ref: Any) -> NounPhrase:
        """A noun phrase that later pronouns can refer to."""
        found = self.np(ref)
        self.mention(ref)
        return found

    def whose(self, ref: Any) -> str:
        """ "your", "its", "target player's"; "their" for the player who acts."""
        if isinstance(ref, ir.You):
            return "your"
        if isinstance(ref, ir.Reference) and ref.surface not in NOT_PRONOUNS:
            return possessive(self.who(ref).text)
        if isinstance(ref, ir.Current) and isinstance(self.subject, ir.EachPlayer):
            return "their"
        if ref == self.subject and ref is not None:
            return "their" if self.is_player(ref) or self.np(ref).plural else "its"
        found = self.who(ref)
        return possessive(found.text)

    def mention(self, ref: Any) -> None:
        """Note a mention: from here on a pronoun will do."""
        if ref in self.mentioned:
            self.mentioned.remove(ref)
        self.mentioned.append(ref)

    def known(self, ref: Any) -> bool:
        """Whether a reference was mentioned before."""
        return ref in self.mentioned

    def pronoun(self, word: str, ref: Any, plural: bool = False, player: bool = False) -> NounPhrase:
        """A pronoun, noted with its meaning."""
        note = (word, whom(ref, Printer(self.date).say))
        if note not in self.meant:
            self.meant.append(note)
        return NounPhrase(word, plural, False, player)

    def is_player(self, ref: Any) -> bool:
        """Whether a reference names players."""
        if isinstance(ref, PLAYERS):
            return True
        if isinstance(ref, ir.Target) and ref.slot < len(self.slots):
            what = self.slots[ref.slot].what
            return any(isinstance(part, ir.IsPlayer) for part in ir.walk(what)) and not any(
                isinstance(part, ir.IsPermanent | ir.IsCard | ir.IsSpell) for part in ir.walk(what)
            )
        if isinstance(ref, ir.Several):
            return all(map(self.is_player, ref.parts))
        return False

    def event_parts(self, event: Any) -> dict[str, Any]:
        """The predicates of an event for its subject and its other party."""
        if isinstance(event, ir.AnyEvent):
            return self.event_parts(event.parts[0])
        if not isinstance(event, ir.Event):
            return {}
        values = [getattr(event, each.name) for each in fields(event)]
        tests = [value for value in values if isinstance(value, ir.Predicate)]
        if isinstance(event, ir.DamageDealt) and event.passive:
            tests.reverse()
        return dict(zip(("subject", "other"), tests, strict=False))

    def deed_of(self, verb: str | None) -> tuple[str, bool, bool]:
        """The noun of what a step of the ability acted on, whether it is plural, and whether the step is a cost."""
        cost = getattr(self.ability, "cost", None)
        for whole, in_cost in ((cost, True), (self.ability, False)):
            for part in ir.walk(whole) if whole is not None else ():
                if verb is None or not _does(part, verb):
                    continue
                what = getattr(part, "what", None) or getattr(part, "token", None)
                return _noun_of(what, self), self.is_several(what) or _created_several(part), in_cost
        return ("card", False, False)

    def thing(self, what: Any) -> str:
        """The noun for what a step acted on: "creature", "card"."""
        return _noun_of(what, self)

    def has_many(self, target: ir.Target) -> bool:
        """Whether a target may be several objects."""
        slot = self.slots[target.slot] if target.slot < len(self.slots) else None
        return slot is not None and (slot.maximum is None or slot.maximum > 1)

    def is_several(self, what: Any) -> bool:
        """Whether a step acts on more than one object."""
        amount = getattr(what, "amount", None)
        if isinstance(what, ir.Target) and what.slot < len(self.slots):
            slot = self.slots[what.slot]
            return slot.maximum is None or slot.maximum > 1 or slot.amount is not None
        if isinstance(what, ir.Every | ir.Several):
            return True
        return amount is not None and amount not in (ir.Number(1), ir.UpTo(ir.Number(1)))

    def agree(self, subject: NounPhrase, verb_phrase: str) -> str:
        """Subject and verb, in agreement."""
        bare = self.take_bare()
        if bare and self.base:
            return verb_phrase
        if bare:
            subject = self.last_subject or subject
        else:
            self.last_subject = subject
        said = many(verb_phrase) if subject.plural or subject.you else third(verb_phrase)
        return said if bare else f"{subject.text} {said}"

    def saying_subject(self, ref: Any) -> NounPhrase:
        """The subject of a clause: "they" and "those creatures" rather than "them"."""
        found = self.who(ref)
        if found.text == "them":
            return NounPhrase("they", True)
        return found

    def digit(self, value: Any) -> str:
        """An amount, with a number in digits."""
        return str(value.value) if isinstance(value, ir.Number) else self.say(value)

    def pool(self) -> str:
        """The possessive for the mana pool of the current doer."""
        return "your" if self.subject is None or isinstance(self.subject, ir.You) else "their"

    def applies_all(self, ref: Any) -> str:
        """ "All" before a set, unless something narrows the set."""
        what = ref.what if isinstance(ref, ir.Every) else None
        narrowed = any(isinstance(part, ir.Controlled | ir.OtherThan | ir.HasStatus) for part in ir.walk(what))
        return "" if narrowed else "all "

    def inner(self, ability: ir.Node) -> str:
        """An ability that something has: a keyword's name, or the quoted text."""
        printer = Printer(self.date, ability)
        with printer.saying(slots=self.slots if isinstance(ability, ir.KeywordAbility) else printer.slots):
            text = printer.say(ability)
        self.meant.extend(note for note in printer.meant if note not in self.meant)
        if isinstance(ability, ir.KeywordAbility | ir.ThisAbility | ir.OtherAbilities) and ability.surface != '"':
            return text
        text = sentences(text).replace('"', "'")
        stop = "" if text.endswith((".", ".'")) else "."
        return f'"{text}{stop}"'

    @contextmanager
    def doing(self, who: Any) -> Iterator[None]:
        """Within the block `who` is the doer, so "their" refers to this player."""
        before, self.subject = self.subject, who
        try:
            yield
        finally:
            self.subject = before

    @contextmanager
    def saying(self, **ways: Any) -> Iterator[None]:
        """Within the block print with other settings: `zone_word` "from", `granting` "gain" …"""
        before = {name: getattr(self, name) for name in ways}
        for name, value in ways.items():
            setattr(self, name, value)
        try:
            yield
        finally:
            for name, value in before.items():
                setattr(self, name, value)


def _does(part: Any, verb: str) -> bool:
    name = type(part).__name__.lower()
    if isinstance(part, ir.Move):
        return part.verb == verb
    if verb == "create":
        return isinstance(part, ir.CreateToken)
    if verb == "look":
        return isinstance(part, ir.LookAt)
    return isinstance(part, ir.Instruction) and name.startswith(verb)


def _created_several(part: Any) -> bool:
    return isinstance(part, ir.CreateToken) and part.amount != ir.Number(1)


def _noun_of(what: Any, printer: Printer) -> str:
    if isinstance(what, ir.SomePlayer):
        return "player"
    if isinstance(what, ir.Target) and what.slot < len(printer.slots):
        what = printer.slots[what.slot].what
    what = what.sets[-1] if isinstance(what, ir.OneSet) else what
    for part in ir.walk(what):
        if isinstance(part, ir.IsCard):
            return "card"
        if isinstance(part, ir.HasType):
            return part.type
        if isinstance(part, ir.IsPermanent):
            return "permanent"
    return "token" if isinstance(what, ir.Token) else "card"
