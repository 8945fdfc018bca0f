"""The choices written in a scenario, as answers to the engine's questions.

All choices of the script are known from the start, in their written order; a question takes the first that fits its
player, sort and number. So "Ann declines" works whether the rules of the day ask as an ability goes on the stack or as
it resolves.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rulesite.engine.scenario.language.trees import AbilityRef, Ref
from rulesite.engine.scenario.setup.ability_refs import is_of, meant
from rulesite.engine.scenario.setup.builder import Table
from rulesite.engine.state.choices import Answer, Choice, Script, UnknownName, UnscriptedChoice
from rulesite.engine.state.objects import SYMBOL_OF

# Questions that need no answer, with the only sort of answer to them.
_ONLY = {"mana abilities": "mana", "shares": "shares"}
_HELPING = ("tap", "exile")
_NUMBERS = ("die", "number", "X", "mode", "cost", "division", "repeat", "prevention", "times", "amount")


@dataclass
class Said(Answer):
    """A written choice. ``sort`` is "decide" (yes or no), "things", "number", "word", "order", "mode", "damage",
    "shares" (how something is divided among targets) or "mana" (whose mana abilities pay).

    ``tried``: the choice may name too many or too few, as its legality is in question. ``foregone``: there was no real
    choice, so a question takes it only if nothing else fits. ``after`` counts the deeds of the script that are written
    before it.
    """

    sort: str = "things"
    sentence: str = ""
    verbs: tuple[str, ...] = field(default_factory=tuple)
    tried: bool = False
    foregone: bool = False
    after: int = 0

    def fits(self, choice: Choice) -> bool:
        if self.player not in ("", choice.player):
            return False
        if self.about and self.about.casefold() not in choice.about.casefold():
            return False
        only = _ONLY.get(choice.kind)
        if only or self.sort in _ONLY.values():
            return self.sort == only
        if choice.kind in _HELPING and not choice.options and not self.verbs:
            return False  # what helps to pay is said with the payment, or by its verb
        decided = choice.options == ("yes", "no") or choice.kind in ("may", "pay")
        if self.sort == "decide":
            return decided and (not self.verbs or choice.kind in self.verbs)
        if decided or (self.verbs and choice.kind not in self.verbs):
            return False
        if self.sort in ("order", "damage"):
            return choice.kind == self.sort
        if choice.kind in ("order", "damage"):
            return False
        if self.sort in ("number", "mode"):
            return choice.kind in (_NUMBERS if self.sort == "number" else ("mode",))
        if self.sort == "word":
            return self.word(choice) is not None
        if _is_word(choice) and choice.options:
            return self.word(choice) is not None
        count = len(self.value)
        if choice.kind in _NUMBERS or not (self.tried or choice.minimum <= count <= choice.maximum):
            return False
        if self.tried:
            return True
        return self.word(choice) is not None or choice.minimum != 1 or not choice.options or count > 0

    def word(self, choice: Choice) -> str | None:
        """The option that a single word stands for, if any."""
        value = (
            self.value
            if isinstance(self.value, str)
            else (self.value[0].name if len(self.value) == 1 and isinstance(self.value[0], Ref) else "")
        )
        symbol = {**SYMBOL_OF, "colorless": "C"}.get(value.casefold(), "?").casefold()
        wanted = {value.casefold(), symbol, f"{{{symbol}}}"}
        for option in choice.options:
            # "the prevention of Shield" and "an effect of Shield's ability 2" may be named by the card that made it
            made_by = re.sub(r"'s ability( \d+)?$", "", option.casefold()).endswith(f" of {value.casefold()}")
            if option.casefold() in wanted or (value and made_by):
                return option
        free = not choice.options and choice.prompt.startswith("name a")
        return value if free and value else None


class ScenarioScript(Script):
    """The answers of one game; a name is resolved at the table when its question comes up.

    ``open`` are the questions so far that a further answer might have been taken for; ``helpers`` are those of the last
    action.
    """

    def __init__(self, table: Table) -> None:
        super().__init__([])
        self.table = table
        self.used: list[str] = []
        self.deeds = 0
        self.open: dict[Choice, None] = {}

    def has(self, choice: Choice) -> bool:
        if self._fitting(choice):
            return True
        self.open[choice] = None
        return False

    def heeds(self, answers: Sequence[Said]) -> bool:
        """Whether the game so far might have been another one with further answers, written after those that it had."""
        free = self.table.game.rules.damage_order == "free"
        return any(answer.fits(choice) for answer in answers for choice in self.open) or any(
            answer.sort == "order" and not free for answer in answers
        )

    def without(self, later: Sequence[Said]) -> list[Answer] | None:
        """The answers that are left, without those written last; ``None`` if one of these has been taken already."""
        kept = len(self.answers) - len(later)
        left = [each.sentence for each in self.answers[max(kept, 0) :] if isinstance(each, Said)]
        return self.answers[:kept] if left == [each.sentence for each in later] else None

    def _fitting(self, choice: Choice) -> list[Answer]:
        """The answers to a question; mana is made for a payment only once the player has decided to pay."""
        return [
            answer
            for answer in self.answers
            if answer.fits(choice)
            and not (isinstance(answer, Said) and answer.sort == "mana" and not self._is_decided(answer))
            and not (isinstance(answer, Said) and self._is_for_later(answer, choice))
        ]

    def _is_decided(self, mana: Said) -> bool:
        """Whether the player has decided, in the same sentence, to do what the mana is for: pay, or cast a spell whose
        modes and targets have been chosen since."""
        undecided = (each for each in self.answers if isinstance(each, Said) and each.sort == "decide")
        return mana.sentence in self.used and not any(
            each.sentence == mana.sentence and each.after == mana.after for each in undecided
        )

    def _is_for_later(self, answer: Said, choice: Choice) -> bool:
        """Whether an answer that is written after a later deed is not meant for a question that needs none."""
        if answer.after <= self.deeds or not choice.forced or answer.sort != "things":
            return False
        try:
            return {self.table.reference(ref) for ref in answer.value} != set(choice.forced)
        except UnknownName:
            return True

    def take(self, choice: Choice) -> Any:
        fitting = self._fitting(choice)
        if not any(not isinstance(each, Said) or not each.foregone for each in fitting):
            self.open[choice] = None
        if fitting:
            answer = min(fitting, key=lambda each: isinstance(each, Said) and each.foregone)
            if not isinstance(answer, Said):
                return super().take(choice)
            value = self._value(answer, choice)
            self.asked.append(choice)
            self.answers = [each for each in self.answers if each is not answer]
            self.used.append(answer.sentence)
            return value
        if choice.options == ("yes", "no") and self._acts_later(choice):
            return True
        if choice.kind == "mana payment" and choice.options:
            return self._plainest(choice)
        raise UnscriptedChoice(choice)

    def foregone(self, choice: Choice, options: Sequence[str]) -> None:
        """Record that a script may state a choice with no alternative: all of ``options``, at once or one by one."""
        left, said = list(options), []
        one = replace(choice, minimum=1)
        for answer in self.answers:
            if not isinstance(answer, Said) or answer.foregone or not answer.fits(one):
                continue
            refs = [self.table.reference(ref) for ref in answer.value] if answer.sort == "things" else []
            if not refs or not set(refs) <= set(left):
                return  # whatever follows
            left = [each for each in left if each not in refs]
            said.append(answer)
            if not left:
                break
        else:
            self.open[one] = None
        for answer in said if not left else ():
            answer.foregone = True

    def _plainest(self, choice: Choice) -> str:
        """The default payment of generic mana: colourless mana, then the most plentiful."""
        state = self.table.game.state
        payer = next((name for name, by in state.controlled.items() if by == choice.player), choice.player)
        pool = state.players[payer].mana
        return max(choice.options, key=lambda symbol: (symbol == "C", pool.get(symbol, 0)))

    def _acts_later(self, choice: Choice) -> bool:
        """Whether the script goes on with a choice that implies this player's yes to a "may"."""
        return choice.kind == "may" and any(
            isinstance(answer, Said) and answer.verbs and answer.player == choice.player and answer.sort == "things"
            for answer in self.answers
        )

    def _value(self, answer: Said, choice: Choice) -> Any:
        if answer.sort in ("decide", "number", "mode"):
            return answer.value
        word = answer.word(choice) if answer.sort in ("word", "things") else None
        if (
            word is not None
            and choice.kind not in ("target",)
            and (answer.sort == "word" or not choice.options or (word in choice.options and _is_word(choice)))
        ):
            return word
        if answer.sort in ("damage", "shares"):
            return {self._reference(ref, choice): share for ref, share in answer.value.items()}
        if answer.sort == "order":
            return self._order(answer.value, choice)
        return [self._reference(ref, choice) for ref in answer.value]

    def _reference(self, ref: Ref | AbilityRef, choice: Choice) -> str:
        """The reference of a name; of several objects with it, the one that the question offers."""
        if isinstance(ref, Ref) and not ref.owner and ref.name in choice.options and len(self.table.ids(ref)) > 1:
            return ref.name
        return self.table.reference(ref)

    def _order(self, refs: list[Ref | AbilityRef], choice: Choice) -> list[str]:
        """The options in the order of the names, then those that are not named. A name may stand more often than its
        option, as a control may leave fewer; raises UnknownName for one that is none of them."""
        left = list(choice.options)
        ordered = []
        for ref in refs:
            label = str(ref.of if isinstance(ref, AbilityRef) else ref).casefold()
            match = _named(label, self._of_ability(ref, choice, left))
            if match is not None:
                left.remove(match)
                ordered.append(match)
            elif _named(label, choice.options) is None:
                raise UnknownName(f"{ref} is not among what {choice.player} puts in order: {', '.join(choice.options)}")
        return [*ordered, *left]

    def _of_ability(self, ref: Ref | AbilityRef, choice: Choice, options: Sequence[str]) -> list[str]:
        """Those options that are the ability of a reference by number or words; all of them for any other reference."""
        if not isinstance(ref, AbilityRef) or not choice.abilities or not (ref.number or ref.text):
            return list(options)
        held, keys = meant(self.table, ref), dict(zip(choice.options, choice.abilities, strict=True))
        return [each for each in options if is_of(held, keys[each][1])]


def _named(label: str, options: Sequence[str]) -> str | None:
    """The first option that a label names: the whole of it, what stands behind its owner, or all but its number, also
    of a copy."""
    name = label.rpartition("'s ")[2]
    return next((each for each in options if each.casefold() in (label, name)), None) or next(
        (each for each in options if each.casefold().rstrip("0123456789 ").removeprefix("copy of ") == name), None
    )


def _is_word(choice: Choice) -> bool:
    """Whether the options are words (colours, types, symbols), not objects."""
    return choice.kind in (
        "color",
        "mana",
        "mana payment",
        "mana kind",
        "symbol",
        "coin",
        "call",
        "replacement",
        "counter",
        "player",
        "basic land type",
        "creature type",
        "land type",
        "card name",
        "card type",
        "mana ability",
        "opponent",
        "face",
    )
