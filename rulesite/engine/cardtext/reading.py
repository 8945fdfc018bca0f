"""The door: `read(text, host, ruleset)` makes a tuple of abilities of what a card prints."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import Any, Protocol

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.raw import UNSAID, RawDuring, RawSpend, RawTimed
from rulesite.engine.cardtext.building.steps import joined_by
from rulesite.engine.cardtext.building.whole import Builder
from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.cardtext.finishing import finish
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.joining import NotAnInstructionError, as_instruction, as_static, join, one
from rulesite.engine.cardtext.keyword_slots import wants
from rulesite.engine.cardtext.keywords import expand
from rulesite.engine.cardtext.mentions import DRAWN
from rulesite.engine.cardtext.own_name import in_place_of
from rulesite.engine.cardtext.parsing import Grammar, grammar
from rulesite.engine.cardtext.structure import Choice, Paragraph, find_choice, paragraphs, sentences, split_at
from rulesite.engine.eras.dated_facts import value
from rulesite.engine.eras.noticing import notice_all, noticing
from rulesite.engine.language import keyword_table
from rulesite.engine.language.words import Word


class Dated(Protocol):
    """What the reader needs of a ruleset: the day it held."""

    @property
    def date(self) -> str:
        """The day, as YYYY-MM-DD."""


def read(text: str, host: Host, ruleset: Dated) -> tuple[ir.Ability, ...]:
    """The abilities that a text gives the object it is printed on.

    `host` says what the text is printed on and where it stands: a sentence without colon or trigger word is an
    instruction on an instant or sorcery and a statement on a permanent. Raises UnreadableText, which names the place
    where reading stops; nothing is approximated.

    >>> from rulesite.engine.eras.ruleset import Ruleset
    >>> (ability,) = read("Destroy target creature.", Host.parse("Instant"), Ruleset.on("2006-10-01"))
    >>> ability.effect
    Destroy(what=Target(slot=0), regenerable=True)
    """
    return _abilities(text, host, ruleset.date)


def _abilities(text: str, host: Host, date: str) -> tuple[ir.Ability, ...]:
    """A text is read once for all days on which what its reading looks at is the same."""
    made = _readings(text, host)
    for looked_at, abilities in made:
        if all(value(fact, date) == was for fact, was in looked_at.items()):
            notice_all(looked_at)
            return abilities
    with noticing() as facts:
        abilities = Reader(text, host, date).abilities()
    notice_all(facts)
    made.append(({fact: value(fact, date) for fact in facts}, abilities))
    return abilities


@lru_cache(maxsize=4096)
def _readings(text: str, host: Host) -> list[tuple[dict[str, object], tuple[ir.Ability, ...]]]:
    """What was made of a text so far, beside the facts of the day that it was made by."""
    return []


class Reader:
    """One reading of one text."""

    def __init__(self, text: str, host: Host, date: str) -> None:
        self.text, self.host, self.date = text, host, date
        self.grammar: Grammar = grammar()
        self.kinds = self.grammar.literals
        self.made: list[ir.Ability] = []
        self.spell_steps: list[Any] = []
        self.spell_builder: Builder | None = None

    def abilities(self) -> tuple[ir.Ability, ...]:
        """All abilities of the text, in printed order; what a spell does comes where its first sentence stands."""
        words = self.grammar.tokenizer.words(self.text, self.host.name)
        if not words:
            raise UnreadableText(self.text, 0, why="there is nothing to read")
        if re.match(r"(?:\w+ )*Dungeon\b", self.host.line):
            raise UnreadableText(self.text, words[0].start, why="the rooms of a dungeon are not modelled")
        todo = paragraphs(self.text, words)
        place = 0
        while place < len(todo):
            after = place + 1
            while after < len(todo) and todo[after].bullet:
                after += 1
            self._paragraph(todo[place], todo[place + 1 : after])
            place = after
        self._close_spell()
        return tuple(self._finish(ability) for ability in self.made)

    def _finish(self, ability: ir.Ability) -> ir.Ability:
        """The ability with its keywords spelt out and its zones worked out."""

        def spelt(part: Any) -> Any:
            if isinstance(part, ir.KeywordAbility):
                self._check_cost(part)
                return expand(part, self.date, lambda text: _abilities(text, KEYWORD_HOST, self.date))
            return part

        whole = finish(ir.rewrite(ir.rewrite(ability, self._given), spelt), self.host)
        for part in ir.walk(whole):
            if type(part).__name__.startswith("Raw"):
                self._refuse(ability, "this says how the words before it are to be understood, but not of any of them")
            if part == DRAWN:
                self._refuse(ability, "this speaks of the cards drawn, and which they were is not kept")
            if part == ir.Outside("token") and isinstance(ability, ir.TriggeredAbility):
                self._refuse(ability, "this speaks of a token that another ability made, and the two are not linked")
        self._check_letters(whole)
        return whole

    def _given(self, part: Any) -> Any:
        """What gives an ability to another object, with its own name in that ability understood as its own."""
        if not isinstance(part, ir.Applies | ir.Continuous) or self.host.name is None:
            return part
        if (part.to if isinstance(part, ir.Applies) else part.what) == ir.Self():
            return part
        host = replace(self.host, position="card", types=KEYWORD_HOST.types, grants=True)

        def again(ability: Any) -> tuple[ir.Ability, ...]:
            text = getattr(ability, "text", "")
            named = in_place_of(text, host.name or "") != text
            return _abilities(text, host, self.date) if named else (ability,)

        def change(each: Any) -> Any:
            if not isinstance(each, ir.GrantAbilities):
                return each
            return replace(each, abilities=tuple(new for ability in each.abilities for new in again(ability)))

        return replace(part, changes=tuple(map(change, part.changes)))

    def _check_letters(self, ability: ir.Ability) -> None:
        """ "…, where X is …" says it of its own sentence; whether an X in the next one is the same is not known."""
        for letter in re.findall(r"\bwhere ([XYZ]) is\b", ability.text):
            if f"{{{letter}}}" not in ability.text and ir.X(letter) in ir.walk(ability):
                self._refuse(ability, f"an {letter} stands in another sentence than the one that says what it is")

    def _refuse(self, ability: ir.Ability, why: str) -> None:
        raise UnreadableText(self.text, max(self.text.find(getattr(ability, "text", "")), 0), why=why)

    def _check_cost(self, ability: ir.KeywordAbility) -> None:
        if wants(ability.keyword) == "cost" and ability.cost is None:
            end = max(self.text.lower().find(ability.keyword), 0) + len(ability.keyword)
            raise UnreadableText(self.text, end, why=f"the keyword {ability.keyword!r} wants a cost")

    # ---- pieces

    def _builder(self) -> Builder:
        def quoted(text: str, position: int) -> tuple[ir.Ability, ...]:
            try:
                return _abilities(text, replace(self.host, position="card", types=KEYWORD_HOST.types), self.date)
            except UnreadableText as error:
                raise UnreadableText(self.text, position + error.position, error.expected, error.why) from None

        return Builder(self.text, quoted, ir.Granter() if self.host.grants else ir.Self())

    def _parse(self, words: list[Word], start: str, builder: Builder) -> Any:
        return builder.build(self.grammar.parse(words, start, self.text))

    def _sentence(self, words: list[Word], builder: Builder) -> Any:
        return joined_by(self._parse(words, "sentence", builder), ". then" if self._is(words[0], "then") else ".")

    def _text(self, words: list[Word]) -> str:
        return self.text[words[0].start : words[-1].end]

    def _is(self, word: Word, *literals: str) -> bool:
        return word.kind in {self.kinds.get(literal, "?") for literal in literals}

    # ---- paragraphs

    def _paragraph(self, paragraph: Paragraph, bullets: list[Paragraph]) -> None:
        words = paragraph.words
        if not sentences(words, self.kinds["."]):
            raise UnreadableText(self.text, words[0].start, why="there are no words here")
        while len(words) > 1 and self._is(words[-1], ","):
            words = words[:-1]
        words, label = self._ability_word(words)
        if label == "threshold":
            self._threshold(words)
            return
        if label == "boast":
            self._boast(words)
            return
        keywords = None if bullets else self._keyword_line(words)
        if keywords is not None:
            self.made.extend(keywords)
            return
        choice = find_choice(words, self.kinds["—"], bullets)
        if choice is not None:
            self._with_choice(words, choice)
            return
        if bullets:
            why = "these are the modes of a choice, but how many of them are chosen is not said in words that are known"
            raise UnreadableText(self.text, bullets[0].words[0].start, why=why)
        colon = split_at(words, self.kinds[":"])
        if colon is not None:
            self._activated(words, *colon)
            return
        self._sentences(words)

    def _ability_word(self, words: list[Word]) -> tuple[list[Word], str]:
        """Drop an ability word ("Landfall —"), which has no meaning; report threshold, which once had, and boast."""
        split = split_at(words[:6], self.kinds["—"])
        if (
            split is None
            or not split[0]
            or any(word.kind not in ("PROPER", "UNKNOWN", "SELF", "_POSS") for word in split[0])
        ):
            return words, ""
        label = self._text(split[0]).lower()
        if label in keyword_table.unread():
            raise UnreadableText(self.text, words[0].start, why=f"the keyword {label!r} is not modelled")
        if re.fullmatch(r"[ivx]+", label):
            raise UnreadableText(self.text, words[0].start, why="chapter abilities are not modelled")
        rest = words[len(split[0]) + 1 :]
        if label == "threshold" and "seven or more cards" not in self._text(rest).lower():
            return rest, label
        return rest, label if label == "boast" else ""

    def _boast(self, words: list[Word]) -> None:
        """ "Boast — cost: effect": only if it attacked this turn, and only once each turn (702.142a of 2021-02-15)."""
        split = split_at(words, self.kinds[":"])
        if split is None:
            raise UnreadableText(self.text, words[0].start, why="what is boasted is an activated ability")
        self._activated(words, *split)
        made: Any = self.made.pop()
        attacked = ir.OnlyIf(ir.Happened(ir.Attacks(ir.IsObject(ir.Self()))))
        limited = replace(made, restrictions=(*made.restrictions, attacked, ir.OnlyTimes(1)))
        self.made.append(ir.KeywordAbility("boast", expands=(self._finish(limited),), text=self._text(words)))

    def _threshold(self, words: list[Word]) -> None:
        """ "Threshold - ability": as long as seven or more cards are in your graveyard, it has that ability."""
        inner = Reader(self.text, self.host, self.date)
        inner._paragraph(Paragraph(words), [])
        inner._close_spell()
        own = ir.Every(ir.All((ir.IsCard(), ir.InZone("graveyard", ir.You()))))
        seven = ir.Comparison(ir.Count(own), ">=", ir.Number(7))
        granted = tuple(self._finish(ability) for ability in inner.made)
        static = ir.StaticAbility((ir.Applies(ir.Self(), (ir.GrantAbilities(granted),)),), seven)
        self.made.append(ir.KeywordAbility("threshold", expands=(static,), text=self._text(words)))

    def _keyword_line(self, words: list[Word]) -> tuple[ir.Ability, ...] | None:
        first = words[0]
        starts = (
            first.kind in ("KEYWORD", "LANDWALK", "LANDHOME", "TYPECYCLING")
            or self._is(first, "protection", "bands", "haunt", "enchant", "splice")
            or (
                (len(words) > 1 and words[1].kind in ("LANDWALK", "TYPECYCLING"))
                or (len(words) > 2 and words[2].kind in ("LANDWALK",))
            )
        )
        if not starts:
            return None
        ended = sentences(words, self.kinds["."])
        if len(ended) != 1:
            return None
        builder = self._builder()
        tree = self._parse(ended[0], "keywords", builder)
        settled, _ = builder.mentions.settle(tree)
        return settled

    # ---- activated abilities

    def _activated(self, words: list[Word], before: list[Word], after: list[Word]) -> None:
        builder = self._builder()
        cost = self._parse(before, "cost", builder)
        steps, limits = self._effect(sentences(after, self.kinds["."]), builder)
        self._finish_activated(builder, cost, one(steps), limits, words)

    def _finish_activated(self, builder: Builder, cost: Any, effect: Any, limits: list[Any], words: list[Word]) -> None:
        (cost, effect, limits_), slots = builder.mentions.settle((cost, effect, tuple(limits)))
        self.made.append(ir.ActivatedAbility(cost, effect, slots, limits_, text=self._text(words)))

    def _effect(self, said: list[list[Word]], builder: Builder) -> tuple[list[Any], list[Any]]:
        """The steps of an effect, joined, and the limits that riders put on the ability."""
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
        spend = [limit for limit in limits if isinstance(limit, RawSpend)]
        steps = self._joined(raw, spoken)
        if spend:
            steps = [
                ir.rewrite(step, lambda n: replace(n, spend_only=spend[0].on) if isinstance(n, ir.AddMana) else n)
                for step in steps
            ]
        return steps, [limit for limit in limits if not isinstance(limit, RawSpend)]

    def _joined(self, raw: list[Any], said: list[list[Word]]) -> list[Any]:
        """The sentences as orders; `said` holds the words of each."""
        try:
            return [as_instruction(step) for step in join(raw)]
        except NotAnInstructionError:
            why = "this states something where an effect would do something"
            raise UnreadableText(self.text, self._statement(raw, said), why=why) from None

    def _statement(self, raw: list[Any], said: list[list[Word]]) -> int:
        """Where the first sentence stands that is no order by itself; the first of all if each is one alone."""
        for step, words in zip(raw, said, strict=False):
            try:
                for part in join([step]):
                    as_instruction(part)
            except NotAnInstructionError:
                return words[0].start
        return said[0][0].start if said else 0

    def _rider(self, words: list[Word], builder: Builder) -> list[Any] | None:
        if not (
            self._is(words[0], "play", "activate", "any", "only", "spend", "no") or words[0].kind == "_ABILITYTHIS"
        ):
            return None
        mentioned = len(builder.mentions.all)
        try:
            found = self._parse(words, "rider", builder)
        except UnreadableText:
            del builder.mentions.all[mentioned:]
            return None
        return list(found) if isinstance(found, tuple) else [found]

    # ---- choices among modes

    def _with_choice(self, words: list[Word], choice: Choice) -> None:
        if choice.unheard:
            why = "this says more of the choice among modes than how many are chosen"
            raise UnreadableText(self.text, choice.unheard[0].start, why=why)
        builder = self._builder()
        modes = []
        for number, mode in enumerate(choice.modes, 1):
            already = len(builder.mentions.all)
            steps, limits = self._effect(sentences(mode, self.kinds["."]), builder)
            if limits:
                raise UnreadableText(self.text, mode[0].start, why="a limit of one mode alone is not modelled")
            builder.mentions.of_one_mode(already, number)
            modes.append(one(steps))
        modal = ir.Modal(tuple(modes), choice.minimum, choice.maximum or len(modes), repeatable=choice.repeatable)
        before = choice.before
        while before and self._is(before[-1], ",", "."):
            before = before[:-1]
        if not before:
            if self.host.is_spell_only or self.host.position == "instruction":
                self._spell(builder, [modal])
                return
            raise UnreadableText(self.text, words[0].start, why="only an effect offers a choice of modes")
        colon = split_at(before, self.kinds[":"])
        if colon is not None:
            cost = self._parse(colon[0], "cost", builder)
            self._finish_activated(builder, cost, modal, [], words)
            return
        if self._is(before[0], "when", "whenever", "at") or before[0].kind.startswith("_AT"):
            dots = Word("ELLIPSIS", "…", before[-1].end, before[-1].end)
            head = [*before, Word(self.kinds[","], ",", dots.start, dots.start), dots]
            word, event, condition, _ = self._parse(head, "triggered", builder)
            self._finish_triggered(builder, word, event, condition, modal, [], words)
            return
        steps, _ = self._effect(sentences(before, self.kinds["."]), builder)
        self._spell(builder, [*steps, modal])

    # ---- sentences without a colon

    def _sentences(self, words: list[Word]) -> None:
        said = sentences(words, self.kinds["."])
        if (
            self._triggers(said[0])
            and self.host.position != "instruction"
            and not (self.host.is_spell_only and not self._about_itself(said[0]))
        ):
            self._triggered(words, said)
        elif self.host.is_spell_only or self.host.position == "instruction":
            self._instructions(said)
        else:
            self._statements(said)

    def _about_itself(self, words: list[Word]) -> bool:
        """Whether a trigger condition on an instant or sorcery names the card; if not, its effect makes the trigger."""
        head, rest = split_at(words, self.kinds[","]) or (words, [])
        if rest and self._is(rest[0], "if"):  # "At the beginning of each upkeep, if ~ is suspended, …"
            head = [*head, *(split_at(rest, self.kinds[","]) or (rest, []))[0]]
        return any(word.kind == "SELF" or self._is(word, "this") for word in head)

    def _triggers(self, words: list[Word]) -> bool:
        return (
            self._is(words[0], "when", "whenever")
            or words[0].kind in ("_ATEND", "_ATNEXTEND", "_ATBEGIN", "_ENDOFCOMBAT")
            or (self._is(words[0], "at") and len(words) > 1 and self._is(words[1], "the"))
        )

    def _triggered(self, words: list[Word], said: list[list[Word]]) -> None:
        builder = self._builder()
        builder.mentions.default = ir.Self()
        word, event, condition, step = self._parse(said[0], "triggered", builder)
        own, rest = self._own_sentences(said[1:])
        limits: list[Any] = []
        raw = [step]
        spoken = [said[0]]
        for sentence in own:
            rider = self._rider(sentence, builder)
            if rider is None:
                raw.append(self._sentence(sentence, builder))
                spoken.append(sentence)
            else:
                limits.extend(rider)
        effect = one(self._joined(raw, spoken))
        self._finish_triggered(builder, word, event, condition, effect, limits, [w for s in (said[0], *own) for w in s])
        if rest:
            self._sentences([w for n, s in enumerate(rest) for w in (*s, self._stop(s))])

    def _stop(self, words: list[Word]) -> Word:
        return Word(self.kinds["."], ".", words[-1].end, words[-1].end)

    def _own_sentences(self, later: list[list[Word]]) -> tuple[list[list[Word]], list[list[Word]]]:
        """Sentences that belong to the effect before, and those from the next trigger word on ("When you do" and
        "When that creature …" belong: they make a trigger later)."""
        for place, sentence in enumerate(later):
            if (
                self._triggers(sentence)
                and not (
                    self._is(sentence[0], "when", "whenever")
                    and len(sentence) > 2
                    and (
                        self._is(sentence[1], "that", "it", "they", "those")
                        or (self._is(sentence[1], "you") and self._is(sentence[2], "do"))
                    )
                )
                and sentence[0].kind not in ("_ATEND", "_ATNEXTEND", "_ENDOFCOMBAT")
            ):
                return later[:place], later[place:]
        return later, []

    def _finish_triggered(
        self, builder: Builder, word: str, event: Any, condition: Any, effect: Any, limits: list[Any], words: list[Word]
    ) -> None:
        if isinstance(event, RawDuring):
            event, during = event.event, event.condition
            condition = during if condition is None else ir.AllSo((during, condition))
        (event, condition, effect), slots = builder.mentions.settle((event, condition, effect))
        limit = next((rider.times for rider in limits if isinstance(rider, ir.OnlyTimes)), None)
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
                event, effect, slots, condition, word=word, limit=limit, linked=linked, text=self._text(words)
            )
        )

    # ---- spells

    def _instructions(self, said: list[list[Word]]) -> None:
        builder = self.spell_builder or self._builder()
        raw: list[Any] = []
        for words in said:
            rider = self._rider(words, builder) if self._is(words[0], "spend", "no") else None
            raw.append(tuple(rider) if rider is not None else self._sentence(words, builder))
        steps = join(raw)
        own = [step for step in steps if self._is_about_spell(step, builder)]
        if own:
            self._statics(builder, own, [w for s in said for w in s])
        rest = [step for step in steps if step not in own]
        if rest:
            self._spell(builder, self._joined(rest, said))

    def _is_about_spell(self, step: Any, builder: Builder) -> bool:
        found = as_static(step)
        return self.host.is_spell_only and found is not None and _about_the_spell(step, found[0], builder)

    def _spell(self, builder: Builder, steps: list[Any]) -> None:
        if self.spell_builder is None:
            self.spell_builder = builder
            self.spell_place = len(self.made)
        elif builder is not self.spell_builder:
            shift = len(self.spell_builder.mentions.all)
            from rulesite.engine.cardtext.mentions import RawRef

            moved = [
                ir.rewrite(step, lambda n: RawRef(n.index + shift) if isinstance(n, RawRef) else n) for step in steps
            ]
            for mention in builder.mentions.all:
                for name in ("ref", "later", "slot"):
                    value = getattr(mention, name)
                    setattr(
                        mention,
                        name,
                        ir.rewrite(value, lambda n: RawRef(n.index + shift) if isinstance(n, RawRef) else n),
                    )
            self.spell_builder.mentions.all.extend(builder.mentions.all)
            steps = moved
        self.spell_steps.extend(steps)

    def _close_spell(self) -> None:
        if self.spell_builder is None:
            return
        effect, slots = self.spell_builder.mentions.settle(one(self.spell_steps))
        self.made.insert(self.spell_place, ir.SpellAbility(effect, slots, text=self.text.strip()))
        self.spell_builder, self.spell_steps = None, []

    # ---- statements of permanents

    def _statements(self, said: list[list[Word]]) -> None:
        builder = self._builder()
        raw: list[Any] = []
        for place, words in enumerate(said):
            if place and self._triggers(words):
                self._settle_statements(builder, raw, said[:place])
                self._triggered([w for s in said[place:] for w in s], said[place:])
                return
            rider = self._rider(words, builder)
            raw.append(tuple(rider) if rider is not None else self._sentence(words, builder))
        self._settle_statements(builder, raw, said)

    def _settle_statements(self, builder: Builder, raw: list[Any], said: list[list[Word]]) -> None:
        steps = join(raw)
        words = [w for s in said for w in s]
        if len(steps) == 1 and isinstance(steps[0], RawTimed):
            timed = steps[0]
            self._finish_triggered(builder, "at", timed.event, None, as_instruction(timed.do), [], words)
            return
        if all(as_static(step) is not None for step in steps) and not builder.mentions.targets(tuple(steps)):
            self._statics(builder, steps, words)
            return
        stated = any(isinstance(part, ir.Continuous) and part.duration == UNSAID for part in ir.walk(tuple(steps)))
        if stated and not builder.mentions.targets(tuple(steps)):
            why = "this is a statement with a part that statements of permanents cannot have yet"
            raise UnreadableText(self.text, said[0][0].start, why=why)
        self._spell(builder, self._joined(raw, said))

    def _statics(self, builder: Builder, steps: list[Any], words: list[Word]) -> None:
        found = [as_static(step) for step in steps]
        pairs, _ = builder.mentions.settle(tuple(pair for pair in found if pair is not None))
        for parts, condition in pairs:
            if (
                len(pairs) > 1
                and self.made
                and isinstance(self.made[-1], ir.StaticAbility)
                and (self.made[-1].text == self._text(words) and self.made[-1].condition == condition)
            ):
                self.made[-1] = replace(self.made[-1], parts=(*self.made[-1].parts, *parts))
            else:
                self.made.append(ir.StaticAbility(parts, condition, text=self._text(words)))


def _about_the_spell(step: Any, parts: tuple[Any, ...], builder: Builder) -> bool:
    """Whether a statement on an instant or sorcery is about the card itself, and not what it does on resolving."""
    if isinstance(parts[0], ir.EntersWith):
        return any(
            isinstance(mention.ref, ir.Self)
            for part in ir.walk(parts[0].what)
            if (mention := builder.mentions.of(part))
        )
    if not isinstance(parts[0], ir.Applies):
        return not isinstance(parts[0], ir.PreventsDamage | ir.Replaces | ir.SkipUnless) or isinstance(
            step, ir.Replaces
        )
    if any(isinstance(change, ir.CostChange | ir.CantBeCountered) for change in parts[0].changes):
        return True
    mention = builder.mentions.of(parts[0].to)
    return mention is not None and isinstance(mention.ref, ir.Self)


KEYWORD_HOST = Host(types=("creature",), position="card")
