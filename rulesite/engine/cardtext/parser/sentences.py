"""Sentences of a text: what each does, what several do together, and which only limit an ability."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.instructions import joined_by
from rulesite.engine.cardtext.builder.raw_nodes import RawSpend
from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.cardtext.host import KEYWORD_HOST, Host
from rulesite.engine.cardtext.parser.grammar import Grammar, grammar, trying
from rulesite.engine.cardtext.parser.structure import split_at
from rulesite.engine.cardtext.parser.transformer import Builder
from rulesite.engine.cardtext.passes.finalize import Again
from rulesite.engine.cardtext.passes.join import join
from rulesite.engine.cardtext.passes.mood import NotAnInstructionError, UnclearError, as_instruction
from rulesite.engine.language.words import Word


class Sentences:
    """Reads the sentences of a text."""

    def __init__(self, text: str, host: Host, date: str, again: Again) -> None:
        self.text, self.host, self.date, self.again = text, host, date, again
        self.grammar: Grammar = grammar()
        self.kinds = self.grammar.literals

    def _builder(self) -> Builder:
        def quoted(text: str, position: int) -> tuple[ir.Ability, ...]:
            try:
                return self.again(text, replace(self.host, position="card", types=KEYWORD_HOST.types, line=""))
            except UnreadableText as error:
                raise UnreadableText(self.text, position + error.position, error.expected, error.why) from None

        return Builder(self.text, quoted, ir.Granter() if self.host.grants else ir.Self())

    def _parse(self, words: list[Word], start: str, builder: Builder) -> Any:
        mentioned = len(builder.mentions.all)
        built = builder.build(self.grammar.parse(words, start, self.text))
        builder.mentions.end_sentence(mentioned, words[-1].end)
        return built

    def _sentence(self, words: list[Word], builder: Builder) -> Any:
        return joined_by(self._parse(words, "sentence", builder), ". then" if self._is(words[0], "then") else ".")

    def _text(self, words: list[Word]) -> str:
        return self.text[words[0].start : words[-1].end]

    def _is(self, word: Word, *literals: str) -> bool:
        return word.kind in {self.kinds.get(literal, "?") for literal in literals}

    def _effect(self, said: list[list[Word]], builder: Builder) -> tuple[list[Any], list[Any]]:
        """The joined steps of an effect, and the limits that riders put on the ability."""
        raw, spoken, limits = self._read_each(said, builder)
        steps = self._spending(self._joined(raw, spoken), limits)
        return steps, [limit for limit in limits if not isinstance(limit, RawSpend)]

    def _spending(self, steps: list[Any], limits: list[Any]) -> list[Any]:
        """The steps, with the restriction on spending added to the mana that they add."""
        spend = [limit for limit in limits if isinstance(limit, RawSpend)]
        if not spend:
            return steps
        limit = {"spend_only": spend[0].on, "uncounterable": spend[0].uncounterable}
        return [ir.rewrite(step, lambda n: replace(n, **limit) if isinstance(n, ir.AddMana) else n) for step in steps]

    def _read_each(self, said: list[list[Word]], builder: Builder) -> tuple[list[Any], list[list[Word]], list[Any]]:
        """The raw tree of each sentence, the words of each, and the limits that riders put on the ability."""
        raw: list[Any] = []
        spoken: list[list[Word]] = []
        limits: list[Any] = []
        for words in said:
            rider = self._rider(words, builder)
            if rider is None:
                raw.append(self._sentence(words, builder))
                spoken.append(words)
            else:
                limits.extend(rider)
        return raw, spoken, limits

    def _join(self, raw: list[Any], said: list[list[Word]], stated: bool = False) -> list[Any]:
        """The steps of some sentences. Raises UnreadableText where it is not clear how they belong together."""
        try:
            return join(raw, stated)
        except UnclearError as error:
            raise UnreadableText(self.text, said[-1][0].start if said else 0, why=str(error)) from None

    def _joined(self, raw: list[Any], said: list[list[Word]]) -> list[Any]:
        """The sentences as orders. Raises UnreadableText at a statement."""
        try:
            return [as_instruction(step) for step in self._join(raw, said)]
        except NotAnInstructionError:
            why = "this states something where an effect would do something"
            raise UnreadableText(self.text, self._statement(raw, said), why=why) from None

    def _statement(self, raw: list[Any], said: list[list[Word]]) -> int:
        """The offset of the first sentence that is not an order by itself; of the first sentence if all are."""
        for step, words in zip(raw, said, strict=False):
            try:
                for part in join([step]):
                    as_instruction(part)
            except (NotAnInstructionError, UnclearError):
                return words[0].start
        return said[0][0].start if said else 0

    def _rider(self, words: list[Word], builder: Builder) -> list[Any] | None:
        if not (
            self._is(words[0], "play", "activate", "any", "only", "spend", "no", "do")
            or (self._is(words[0], "you") and len(words) > 2 and self._is(words[2], "spend"))
            or words[0].kind in ("_ABILITYTHIS", "LETTER")
            or (self._is(words[0], "this") and any(word.kind == "_THISWAY" for word in words))
        ):
            return None
        mentioned = len(builder.mentions.all)
        try:
            with trying():
                found = self._parse(words, "rider", builder)
        except UnreadableText:
            del builder.mentions.all[mentioned:]
            return None
        return list(found) if isinstance(found, tuple) else [found]

    def _triggers(self, words: list[Word]) -> bool:
        return (
            self._is(words[0], "when", "whenever")
            or words[0].kind in ("_ATEND", "_ATNEXTEND", "_ATBEGIN", "_ENDOFCOMBAT")
            or (self._is(words[0], "at") and len(words) > 1 and self._is(words[1], "the"))
        )

    def _stop(self, words: list[Word]) -> Word:
        return Word(self.kinds["."], ".", words[-1].end, words[-1].end)

    def _own_sentences(self, later: list[list[Word]]) -> tuple[list[list[Word]], list[list[Word]]]:
        """The sentences that belong to the effect, and those from the next independent trigger on ("When you do" and
        "When that creature …" belong to it: they make a trigger later)."""
        for place, sentence in enumerate(later):
            if (
                self._triggers(sentence)
                and not (
                    self._is(sentence[0], "when", "whenever")
                    and len(sentence) > 2
                    and (
                        self._is(sentence[1], "that", "it", "they", "those")
                        or (self._is(sentence[1], "you") and self._is(sentence[2], "do"))
                        or (self._is(sentence[2], "pay") and len(sentence) > 3 and self._is(sentence[3], "this"))
                        or any(word.kind == "_THISWAY" for word in _until(sentence, self.kinds[","]))
                        or self._ends_for_what_was_meant(sentence)
                    )
                )
                and sentence[0].kind not in ("_ATEND", "_ATNEXTEND", "_ENDOFCOMBAT")
            ):
                return later[:place], later[place:]
        return later, []

    def _ends_for_what_was_meant(self, words: list[Word]) -> bool:
        """Whether a sentence says what becomes of "that creature" when this object leaves or becomes untapped: no other
        object has a part in such an event, so it is one that the effect is about."""
        head, rest = split_at(words, self.kinds[","]) or (words, [])
        if len(head) < 3 or head[1].kind != "SELF" or not _LEAVES.search(self._text(head)):
            return False
        pairs = pairwise(rest)
        return any(self._is(word, "that") and noun.kind == "CARDTYPE" for word, noun in pairs)

    def _about_itself(self, words: list[Word]) -> bool:
        """Whether a trigger condition on an instant or sorcery names the card; if not, its effect makes the trigger."""
        head, rest = split_at(words, self.kinds[","]) or (words, [])
        if rest and self._is(rest[0], "if"):  # "At the beginning of each upkeep, if ~ is suspended, …"
            head = [*head, *(split_at(rest, self.kinds[","]) or (rest, []))[0]]
        named = [word for word, after in zip(head, [*head[1:], head[0]], strict=True) if not self._is(after, "combat")]
        return any(word.kind == "SELF" or self._is(word, "this") for word in named)  # but "this combat" is a time

    def _comes_back(self, said: list[list[Word]]) -> bool:
        """Whether sentences move this very card from its graveyard: then the ability works there, and is no instruction
        of the spell (113.3a and 113.6 of 2026-06-19)."""
        return any(
            word.kind == "SELF" and [self._text([each]).lower() for each in words[place + 1 : place + 4]] == _FROM_THERE
            for words in said
            for place, word in enumerate(words)
        )


_FROM_THERE = ["from", "your", "graveyard"]
_LEAVES = re.compile(r"(?i)\bleaves (?:play|the battlefield)|\bbecomes untapped$")


def _until(words: list[Word], kind: str) -> list[Word]:
    """The words before the first of a kind; all words if there is none."""
    return (split_at(words, kind) or (words, []))[0]
