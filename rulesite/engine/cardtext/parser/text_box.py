"""Rows: paragraphs with their own place in a text box, recognised by their first words.

Chapters of a Saga, results of a die, rooms of a dungeon, levels and the power and toughness boxes below them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.nouns import power_and_toughness
from rulesite.engine.cardtext.builder.raw_nodes import RawDuring
from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser.sentences import Sentences
from rulesite.engine.cardtext.parser.structure import Paragraph, find_choice, sentences, split_at
from rulesite.engine.cardtext.parser.transformer import Builder
from rulesite.engine.cardtext.passes.finalize import Again
from rulesite.engine.cardtext.passes.mood import one
from rulesite.engine.language.english import ROMAN
from rulesite.engine.language.words import Word

NUMERALS = re.compile(r"[IVX]+(?:, [IVX]+)*")
"""The chapter numbers before an effect."""


STATIONED = frozenset({"Spacecraft", "Planet"})
"""The subtypes whose cards have station symbols."""


class Rows(Sentences):
    """Reads the rows of a text as abilities."""

    def __init__(self, text: str, host: Host, date: str, again: Again) -> None:
        super().__init__(text, host, date, again)
        self.made: list[ir.Ability] = []

    def _row(self, words: list[Word], bullets: list[Paragraph]) -> bool:
        """Read a paragraph if it is a result, a level, a size or a room; returns False if it is none of these."""
        if (row := _result(words)) is not None:
            self._result(*row, words)
        elif (levels := self._levels(words)) is not None:
            self._striation(levels, words)
        elif len(words) == 1 and words[0].kind == "PT" and not bullets:
            self._sized(words)
        elif self.host.is_dungeon:
            named = split_at(words, self.kinds["—"])
            if named is None:
                raise UnreadableText(self.text, words[0].start, why="a dungeon has rooms, each with its name")
            self._room(*named)
        else:
            return False
        return True

    def _chapter(self, numerals: str, words: list[Word], bullets: list[Paragraph]) -> None:
        """ "I, II — effect": triggers when that many lore counters have been put on it (714.2b in 2018-04-27)."""
        chapters = tuple(ROMAN.index(numeral) for numeral in numerals.split(", "))
        builder = self._builder()
        builder.mentions.default = ir.Self()
        choice = find_choice(words, self.kinds["—"], bullets)
        if bullets or choice is not None:
            raise UnreadableText(self.text, words[0].start, why="a chapter with a choice of modes is not modelled")
        steps, limits = self._effect(sentences(words, self.kinds["."]), builder)
        event = ir.ChapterReached(chapters)
        self._finish_triggered(builder, "chapter", event, None, one(steps), limits, words)

    def _result(self, low: int, high: int | None, rest: list[Word], words: list[Word]) -> None:
        """ "10—19 | effect": what is done for these results of a die (706.2 in 2021-07-23)."""
        builder = self._builder()
        steps, limits = self._effect(sentences(rest, self.kinds["."]), builder)
        if limits:
            raise UnreadableText(self.text, rest[0].start, why="a limit of one result alone is not modelled")
        effect, slots = builder.mentions.settle(one(steps))
        self.made.append(ir.DieResult(low, high, effect, slots, text=self._text(words)))

    def _room(self, name: list[Word], rest: list[Word]) -> None:
        """A room of a dungeon: it triggers when the venture marker moves into it (309.4c in 2021-07-23)."""
        builder = self._builder()
        steps, limits = self._effect(sentences(rest, self.kinds["."]), builder)
        behind = self.text[rest[-1].end :].partition("\n")[0]
        arrows = re.search(r"\(Leads to: ([^()]*)\)", behind)
        event = ir.RoomEntered(self._text(name), tuple(arrows[1].split(", ")) if arrows is not None else ())
        self._finish_triggered(builder, "room", event, None, one(steps), limits, [*name, *rest])

    def _levels(self, words: list[Word]) -> tuple[int, int | None] | None:
        """The range of level counters in "LEVEL 3-6", "LEVEL 7+"; None for other words."""
        said = re.fullmatch(r"LEVEL (\d+)(?:[-–](\d+)|\+)", self._text(words))
        return (int(said[1]), int(said[2]) if said[2] else None) if said else None

    def _striation(self, levels: tuple[int, int | None], words: list[Word]) -> None:
        """A level symbol: with that many level counters, the object has the box and abilities below it (711.2 in
        2010-06-18). The paragraphs up to the next symbol are added by `leveled`."""
        low, high = levels
        counters = ir.CountersOn("level", ir.Self())
        held: Any = ir.Comparison(counters, ">=", ir.Number(low))
        if high is not None:
            held = ir.AllSo((held, ir.Comparison(counters, "<=", ir.Number(high))))
        static = ir.StaticAbility((), held)
        self.made.append(ir.LevelAbility(low, high, (static,), text=self._text(words)))

    def _station(self, words: list[Word]) -> list[Word]:
        """Begin a station symbol ("8+ |") and return the words behind it; other words are returned whole (721.2a in
        2026-06-19). What is at the symbol is added by `leveled`."""
        found = _result(words) if STATIONED & set(self.host.subtypes) else None
        if found is None or found[1] is not None:
            return words
        low, _, rest = found
        held = ir.Comparison(ir.CountersOn("charge", ir.Self()), ">=", ir.Number(low))
        self.made.append(ir.LevelAbility(low, None, (ir.StaticAbility((), held),), surface="station"))
        return rest

    def _sized(self, words: list[Word]) -> None:
        """A power and toughness box by itself, below a level symbol."""
        power, toughness = power_and_toughness(words[0].value)
        sized = ir.Applies(ir.Self(), (ir.SetBasePowerToughness(power, toughness, surface="box"),))
        self.made.append(ir.StaticAbility((sized,), text=self._text(words)))

    def _finish_triggered(
        self, builder: Builder, word: str, event: Any, condition: Any, effect: Any, limits: list[Any], words: list[Word]
    ) -> None:
        if isinstance(event, RawDuring):
            event, during = event.event, ir.AsTriggered(event.condition)
            condition = during if condition is None else ir.AllSo((during, condition))
        (event, condition, effect), slots = builder.mentions.settle((event, condition, effect))
        often = [rider for rider in limits if isinstance(rider, ir.OnlyTimes)]
        if any(rider.surface == "done" for rider in often):
            effect, often = ir.OnceEachTurn(effect), []
        limit, span = next(((rider.times, rider.span) for rider in often), (None, "turn"))
        linked = (
            len(self.made) - 1
            if self.made
            and any(
                isinstance(n, ir.Linked) or (isinstance(n, ir.Revealed) and n.this_way)
                for n in ir.walk((event, condition, effect))
            )
            else None
        )
        self.made.append(
            ir.TriggeredAbility(
                event,
                effect,
                slots,
                condition,
                word=word,
                limit=limit,
                span=span,
                linked=linked,
                text=self._text(words),
            )
        )


def _result(words: list[Word]) -> tuple[int, int | None, list[Word]] | None:
    """The bounds of a row of results ("1—9 |", "20 |", "15+ |") and the words after it; None for other words."""
    place = next((nth for nth, word in enumerate(words[:5]) if word.value == "|"), None)
    if place is None or words[0].kind != "NUM":
        return None
    low, rest = int(words[0].value), words[place + 1 :]
    if place == 3 and words[2].kind == "NUM":
        return low, int(words[2].value), rest
    if place == 2 and words[1].value == "+":
        return low, None, rest
    return (low, low, rest) if place == 1 else None


def leveled(made: list[ir.Ability]) -> list[ir.Ability]:
    """The abilities, with those below each level symbol, or each level bar of a Class, made part of it."""
    found: list[ir.Ability] = []
    for ability in made:
        above = found[-1] if found else None
        if _bar(above) and not _bar(ability):
            above = ir.LevelAbility(_bar(above), None, (ir.StaticAbility((), _reached(_bar(above))),), surface="class")
            found.append(above)
        if not isinstance(above, ir.LevelAbility) or isinstance(ability, ir.LevelAbility) or _bar(ability):
            found.append(ability)
            continue
        static = above.expands[0]
        if isinstance(ability, ir.StaticAbility) and any(_is_box(part) for part in ability.parts):
            parts: tuple[Any, ...] = (*static.parts, *ability.parts)
        else:
            parts = (*static.parts, ir.Applies(ir.Self(), (ir.GrantAbilities((ability,)),)))
        text = f"{above.text}\n{ability.text}".strip()
        found[-1] = replace(above, expands=(replace(static, parts=parts),), text=text)
    return found


def crewed_by_station(made: tuple[ir.Ability, ...]) -> tuple[ir.Ability, ...]:
    """The abilities of an object with a power and toughness, which the last station symbol makes a creature (721.2b in
    2026-06-19)."""
    last = max((n for n, each in enumerate(made) if each.surface == "station"), default=-1)
    if last < 0:
        return made
    symbol: Any = made[last]
    (static,) = symbol.expands
    creature = ir.Applies(ir.Self(), (ir.AddTypes(("creature",)),))
    symbol = replace(symbol, expands=(replace(static, parts=(creature, *static.parts)),))
    return (*made[:last], symbol, *made[last + 1 :])


def _bar(ability: ir.Ability | None) -> int:
    """The level of a level bar (the ability by which a Class gains that level); 0 for another ability."""
    effect = getattr(ability, "effect", None)
    return effect.level if isinstance(effect, ir.BecomeLevel) else 0


def _reached(level: int) -> ir.Condition:
    return ir.IsOfLevel(ir.Self(), level)


def _is_box(part: Any) -> bool:
    return isinstance(part, ir.Applies) and any(
        isinstance(change, ir.SetBasePowerToughness) and change.surface == "box" for change in part.changes
    )
