"""Paying at the table: what may be tapped or exiled for an action, and how its sentence says so.

An action whose choices are made and whose cost is not paid is written anew, with the permanents that pay for it. What
suffices is found by trying the action from the game before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from rulesite.engine.casting.mana_abilities import available, mana_abilities_of, most_mana
from rulesite.engine.legal_actions import SHARED, UNPAID, fewest
from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.language.lexer import Names
from rulesite.engine.scenario.language.trees import leaf
from rulesite.engine.scenario.model import Sentence
from rulesite.engine.scenario.running.combat import made_by
from rulesite.engine.scenario.running.play import Play
from rulesite.engine.scenario.script.actions import Action, is_choice, read_script
from rulesite.engine.scenario.script.choices import ScenarioScript
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import Answer, Choice, EngineError, UnscriptedChoice
from rulesite.engine.state.names import exact_option

from .wording import name_of

PAYABLE = (
    *("play", "activate", "turn_up", "suspends", "foretells", "plots", "brings_in", "unlocks"),
    *("ends_effect", "ignores_effect", "attack", "block"),
)
"""The kinds of sentences that may say what is tapped for them."""
MAX_MEANS = 40
"""Permanents and cards that are looked at for one payment, at most."""
MAX_QUESTIONS = 30
"""Questions that are answered with first options to see whether an action can be paid, at most."""
_PAYMENT = re.compile(r" (?:paying (?:tap|exile)|tapping) .*$")
_PAID, _REFUSED, _UNPAID = ("paid", 0), ("refused", 0), "unpaid"
_TOTAL = re.compile(r"\((\d+)\)$")


@dataclass(frozen=True)
class Means:
    """A permanent or card that can help to pay: ``verb`` is "mana" (it makes mana), "tap" or "exile"; ``chosen`` if it
    is among those that suffice."""

    verb: str
    name: str
    chosen: bool = False


@dataclass(frozen=True)
class Bill:
    """How an action can be paid: the number of its sentence in the course, that sentence without a payment, what may
    pay, and the sentence with what suffices, "" if nothing does."""

    number: int
    start: str
    player: str
    means: tuple[Means, ...]
    sentence: str = ""


class Deed:
    """The last action of a course that is no answer, tried again from the game before it.

    ``helpers`` are what else can help to pay for it, each with its verb: what is tapped for convoke, improvise or a
    waterbend cost, or exiled for delve.
    """

    def __init__(
        self, before: Play, actions: Sequence[Action], names: Names, helpers: Iterable[tuple[str, int]] = ()
    ) -> None:
        self.before, self.names = before, names
        self.helpers = list(dict.fromkeys(helpers))[:MAX_MEANS]
        place = max(place for place, action in enumerate(actions) if not is_choice(action))
        self.action, self.answers = actions[place], list(actions[place + 1 :])
        last = self.action.merged[-1] if self.action.merged else self.action.tree
        self.number = self.action.sentence.line + len(self.action.merged)
        text = self.action.sentence.text.split("; ")[-1] if self.action.merged else self.action.sentence.text
        self.text, self.start = text, _PAYMENT.sub("", text)
        self.player = str(leaf(last.children[0])) if last.children else ""
        self._declared = replace(self.action, merged=self.action.merged[:-1]) if self.action.merged else None
        self.unpaid = self.action
        if self.start != self.text:
            (deed,) = self._read(self.start)
            self.unpaid = (
                replace(self._declared, merged=(*self._declared.merged, deed.tree)) if self._declared else deed
            )

    @property
    def is_payable(self) -> bool:
        """Whether its sentence may say what is tapped for it."""
        return self.action.kind in PAYABLE and self.action.refused is None

    def sources(self) -> list[int]:
        """The permanents that can make mana for it, but those that other sentences of its declaration tap."""
        game = self.before.table.game
        taken = made_by(self._declared, self.before.table) if self._declared is not None else []
        permanents = available(game.kernel, self.player) if self.player in game.state.players else []
        free = [each.id for each in permanents if f"object {each.id}" not in taken]
        return sorted(free, key=self._does_nothing_else)[:MAX_MEANS]

    def _does_nothing_else(self, thing: int) -> bool:
        """Whether a permanent is a land, and no creature, that only makes mana: it is tapped rather than others."""
        kernel = self.before.table.game.kernel
        seen, made = look(kernel, thing), {each.key for each in mana_abilities_of(kernel, kernel.state.things[thing])}
        is_land = "land" in seen.types and "creature" not in seen.types
        return is_land and {each.key for each in seen.every_ability} <= made

    def named(self, thing: int) -> str:
        """What a sentence calls an object."""
        game = self.before.table.game
        return name_of(game, game.state.things[thing])

    def tried(self, means: Iterable[tuple[str, int]], more: Sequence[Action] = (), payer: str = "") -> tuple[str, int]:
        """What comes of the action if these objects pay for it, each with its verb, with its answers and ``more`` after
        it: "paid", "refused" for another reason than its cost, or "unpaid", with the mana that is asked for it.

        First options answer what is not answered. ``payer`` pays as it resolves, instead of who does it."""
        fork = self.before.fork()
        game, chosen = fork.table.game, dict[str, list[str]]()
        for verb, each in means:
            chosen.setdefault("mana abilities" if verb == "mana" else verb, []).append(f"object {each}")
        script = _Guessing(fork.table)
        script.asked, script.deeds = game.kernel.script.asked, getattr(game.kernel.script, "deeds", 0)
        script.answers = [Answer(kind, refs, payer or self.player) for kind, refs in chosen.items()]
        game.kernel.script = script
        fork.refusal = None
        try:
            fork.go([self.action if payer else self.unpaid, *self.answers, *more])
        except UnscriptedChoice:
            return _PAID
        except (EngineError, ScenarioError):
            return _REFUSED
        finally:
            if script.helpers and not chosen:
                self.helpers = list(dict.fromkeys(script.helpers))[:MAX_MEANS]
        if fork.refusal is None:
            return _PAID
        error = fork.refusal.error
        return (_UNPAID, _amount(error.owed)) if error.concept in UNPAID else _REFUSED

    def suffices(self, more: Sequence[Action] = ()) -> tuple[list[tuple[str, int]], int] | None:
        """Objects that pay for it, each with its verb, and how much mana is asked; None if all do not suffice."""
        sources = [("mana", each) for each in self.sources()]
        result = self.tried((), more)
        helpers = list(self.helpers)
        if result in (_PAID, _REFUSED):
            return ([], 0) if result == _PAID else None
        amount = result[1]
        if (not helpers or amount <= len(sources)) and self.tried(sources, more) == _PAID:
            return sources, amount
        helping: list[tuple[str, int]] = []
        while helpers and result != _PAID:
            left = max(1, amount - len(sources) - len(helping))
            result = self.tried([*sources, *helping, *helpers[:left]], more)
            if result == _REFUSED and left > 1:  # one of them cannot help
                left, result = 1, self.tried([*sources, *helping, helpers[0]], more)
            if result != _REFUSED:
                helping += helpers[:left]
            helpers = helpers[left:]
        return ([*sources, *helping], amount) if result == _PAID else None

    def fewest(self) -> list[tuple[str, int]] | None:
        """The fewest objects that pay for it, each with its verb; None if all do not suffice."""
        enough = self.suffices()
        if enough is None:
            return None
        everything, amount = enough
        sources = [each for each in everything if each[0] == "mana"]
        helping = everything[len(sources) :]
        need = amount - len(helping)

        def pays(chosen: Iterable[tuple[str, int]]) -> bool:
            return self.tried([*(each for each in sources if each in chosen), *helping]) == _PAID

        if len(sources) <= need and all(self._makes(each) <= 1 for _, each in sources):
            return everything
        if 0 < need < len(sources) and pays(sources[-need:]):
            sources = sources[-need:]
            if all(self._makes(each) <= 1 for _, each in sources):
                return [*sources, *helping]
        ids = [each for _, each in sources]

        def ids_pay(chosen: frozenset[int]) -> bool:
            return pays([each for each in sources if each[1] in chosen])

        needed = fewest(ids, cache(ids_pay)) if ids and not pays(()) else frozenset()
        return [*(each for each in sources if each[1] in needed), *helping]

    def _makes(self, thing: int) -> int:
        game = self.before.table.game
        return most_mana(game.kernel, game.state.things[thing])

    def bill(self, *, suggest: bool = True) -> Bill | None:
        """How it can be paid; None if no sentence says so, or nothing is there to pay with."""
        if not self.is_payable:
            return None
        ways = [*(("mana", each) for each in self.sources()), *self.helpers]
        enough = self.fewest() if suggest and ways else None
        payment = self.text.removeprefix(self.start)
        means = tuple(
            Means(verb, name, (verb, each) in (enough or ()) if suggest else _is_named(payment, verb, name))
            for verb, each in ways
            for name in (self.named(each),)
        )
        sentence = paid_with(self.start, means) if enough is not None else ""
        return Bill(self.number, self.start, self.player, means, sentence) if means else None

    def paying_with(self, player: str, yes: str) -> tuple[str, str] | None:
        """A label and a sentence with which a player agrees and taps what is needed to pay; None if nothing has to be
        tapped, or all of it does not suffice. ``yes`` is the sentence that only agrees."""
        agreed = self._read(yes)
        outcome = self.tried((), agreed, player)
        if outcome in (_PAID, _REFUSED):
            return None
        things = [each.id for each in available(self.before.table.game.kernel, player)][:MAX_MEANS]

        def pays(chosen: Iterable[int]) -> bool:
            return self.tried([("mana", each) for each in things if each in chosen], agreed, player) == _PAID

        need = outcome[1]
        if 0 < need < len(things) and pays(things[-need:]):
            things = things[-need:]
        elif not things or not pays(things):
            return None
        if len(things) > need or any(self._makes(each) > 1 for each in things):
            needed = fewest(things, cache(pays))
            things = [each for each in things if each in needed]
        names = " and ".join(self.named(each) for each in things)
        return f"Yes: tap {names}", f"{player} pays tapping {names}"

    def most(self, sentence: Callable[[int], str], low: int, high: int) -> int:
        """The greatest number from ``low`` to ``high`` with which the action can be paid once it answers a question
        about it; ``low - 1`` for none. More never costs less."""

        def is_enough(number: int) -> bool:
            more = self._read(sentence(number))
            return self.suffices(more) is not None or self.tried((), more) == _REFUSED  # which has another reason

        if not is_enough(low):
            return low - 1
        pool = sum(self.before.table.game.state.players[self.player].mana.values())
        could = pool + sum(self._makes(each) for each in self.sources()) + len(self.helpers)
        high = max(low, min(high, low + could + 1))
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if is_enough(middle) else (low, middle - 1)
        return low

    def _read(self, sentence: str) -> list[Action]:
        return read_script((Sentence(sentence, 1),), self.names, "")


def _amount(owed: Iterable[str]) -> int:
    """How much mana some symbols ask for, at least.

    >>> _amount(("5", "G", "2/W"))
    7
    """
    return sum(int(each) if each.isdigit() else 1 for each in owed)


def _is_named(payment: str, verb: str, name: str) -> bool:
    """Whether the words of a payment name an object.

    >>> [_is_named(" paying tap Elf and Bear tapping Bog", verb, "Bear") for verb in ("tap", "mana")]
    [True, False]
    """
    helping, _, mana = payment.rpartition("tapping ") if "tapping " in payment else (payment, "", "")
    part = mana if verb == "mana" else helping
    return re.search(rf"(?<![\w']){re.escape(name)}(?![\w'])(?! \d)", part) is not None


def paid_with(start: str, means: Iterable[Means]) -> str:
    """A sentence with what pays for it.

    >>> paid_with("Ann plays Wurm", [Means("mana", "Forest", True), Means("tap", "Elf", True), Means("mana", "Bog")])
    'Ann plays Wurm paying tap Elf tapping Forest'
    """
    chosen: dict[str, list[str]] = {"tap": [], "exile": [], "mana": []}
    for each in means:
        if each.chosen:
            chosen[each.verb].append(each.name)
    helping = [f"{verb} {' and '.join(chosen[verb])}" for verb in ("tap", "exile") if chosen[verb]]
    paying = f" paying {', then '.join(helping)}" if helping else ""
    return start + paying + (f" tapping {' and '.join(chosen['mana'])}" if chosen["mana"] else "")


class _Guessing(ScenarioScript):
    """A script that answers with first options what is not answered, to see whether an action can be paid."""

    left = MAX_QUESTIONS

    def take(self, choice: Choice) -> Any:
        try:
            return super().take(choice)
        except UnscriptedChoice:
            self.left -= 1
            names = [exact_option(option) for option in choice.options]
            if self.left < 0 or len(names) < max(choice.minimum, 1):
                raise
            if choice.kind in SHARED:
                total = _TOTAL.search(choice.prompt)
                if total is None:
                    raise
                rest = dict.fromkeys(names[1:], 1 if choice.kind == "division" else 0)
                return {names[0]: int(total[1]) - sum(rest.values()), **rest}
            if choice.minimum == choice.maximum == 1:
                return names[0]
            return names[: max(choice.minimum, int(choice.kind == "target"))]
