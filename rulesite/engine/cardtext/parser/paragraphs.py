"""Paragraphs of a text: which kind of ability each makes, and from which parts."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.nouns import power_and_toughness
from rulesite.engine.cardtext.builder.raw_nodes import UNSAID, RawJoin, RawSpend, RawTimed
from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.cardtext.host import KEYWORD_HOST, Host
from rulesite.engine.cardtext.parser.grammar import trying
from rulesite.engine.cardtext.parser.structure import (
    Choice,
    Paragraph,
    costly_choice,
    find_choice,
    paragraphs,
    pawprint_choice,
    sentences,
    split_at,
)
from rulesite.engine.cardtext.parser.text_box import NUMERALS, Rows, crewed_by_station, leveled
from rulesite.engine.cardtext.parser.transformer import Builder
from rulesite.engine.cardtext.passes.finalize import Again, backed_up, cheaper_if_paid, exerted, finish
from rulesite.engine.cardtext.passes.mood import as_instruction, as_static, one
from rulesite.engine.language import english, keyword_table
from rulesite.engine.language.vocabulary import word_list
from rulesite.engine.language.words import Word

SMALL = ("a", "an", "and", "at", "for", "from", "in", "of", "on", "or", "the", "to", "with")
"""Words in names that are not capitalised."""


LIMITED: dict[str, tuple[ir.PlayRestriction, ...]] = {
    "boast": (ir.OnlyIf(ir.Happened(ir.Attacks(ir.IsObject(ir.Self())))), ir.OnlyTimes(1)),
    "exhaust": (ir.OnlyTimes(1, "game"),),
    "power-up": (ir.OnlyTimes(1, "game"),),
    "forecast": (ir.OnlyDuring("upkeep", ir.IsPlayerRef(ir.You())), ir.OnlyTimes(1)),
}
"""Keywords before an activated ability, with limits on its activation: boast only if it attacked this turn and
once each turn (702.142a of 2021-02-15), exhaust and power-up only once (702.177a of 2025-07-25, 702.193a of
2026-06-19), forecast only during its player's upkeep and once each turn (502.53b of 2009-05-01)."""


_SEVEN = ir.Comparison(ir.Count(ir.Every(ir.All((ir.IsCard(), ir.InZone("graveyard", ir.You()))))), ">=", ir.Number(7))
WHILE: dict[str, ir.Condition] = {
    "threshold": _SEVEN,
    "max speed": ir.HasMaxSpeed(ir.You()),
    "solved": ir.Holds(ir.Self(), ir.HasStatus("solved")),
}
"""Keywords before an ability that the object has while a condition is true: threshold with seven cards in the
graveyard, max speed with a speed of 4 (702.178a of 2026-06-19), solved for a solved Case (702.169a)."""
GIFTS = {
    "card": "Draw a card.",
    "tapped Fish": "Create a tapped 1/1 blue Fish creature token.",
    "Octopus": "Create an 8/8 blue Octopus creature token.",
}
"""What a gift is in full words, where it is no token that the rules define (702.174 of 2026-06-19)."""
AWAKENS = "Put {} on target land you control. That land becomes a 0/0 Elemental creature with haste. It's still a land."
"""What a spell does besides if its awaken cost was paid (702.113a of 2026-06-19)."""
LIMITABLE = ("equip", "fortify", "reconfigure", "outlast", "cycling", "unearth", "level up", "crew", "ninjutsu")
"""Keywords that stand for a single activated ability; sentences after them may limit when it is activated."""
COSTING = ("flashback",)
"""Keywords with a cost; a sentence after them may say how much it is reduced."""


BRACKETS = re.compile(r"\[[^\W\d][^\[\]]*\]")
"""Words that are removed if the cleave cost is paid; a symbol in brackets is not."""


def _each(found: re.Match[str]) -> str:
    return "Each" if found[1] == "T" else "each"


def _bracketed(line: str) -> tuple[tuple[int, int], ...]:
    """The ranges of words in brackets in a line: the first and the last word of each."""
    found = []
    for bracket in BRACKETS.finditer(line):
        first = len(line[: bracket.start()].split())
        found.append((first, first + len(bracket[0].split()) - 1))
    return tuple(found)


class Paragraphs(Rows):
    """Reads a whole text."""

    def __init__(self, text: str, host: Host, date: str, again: Again) -> None:
        super().__init__(text, host, date, again)
        self.spell_steps: list[Any] = []
        self.spell_builder: Builder | None = None

    def abilities(self) -> tuple[ir.Ability, ...]:
        """All abilities of the text, in printed order; a spell's effect is placed where its first sentence is."""
        if self.host.is_spell_only and BRACKETS.search(self.text):
            return self._with_brackets()
        words = self.grammar.tokenizer.words(self.text, self.host.name)
        if not words:
            raise UnreadableText(self.text, 0, why="there is nothing to read")
        todo = paragraphs(self.text, words)
        place = 0
        while place < len(todo):
            after = place + 1
            while after < len(todo) and todo[after].bullet:
                after += 1
            self._paragraph(todo[place], todo[place + 1 : after])
            place = after
        self._close_spell()
        whole = self._awakened(self._overloaded([self._whole(ability) for ability in self.made]))
        whole = self._given_away(whole)
        made = leveled(cheaper_if_paid(exerted(backed_up(whole))))
        return crewed_by_station(tuple(made)) if self.host.sized else tuple(made)

    def _with_brackets(self) -> tuple[ir.Ability, ...]:
        """Read a text with words in square brackets, removed if its cleave cost is paid (702.148a in 2021-11-19): both
        texts are read, with all offsets unchanged."""
        whole = re.sub(r"[\[\]]", " ", self.text)
        without = BRACKETS.sub(lambda found: " " * len(found[0]), self.text)
        abilities = self.again(whole, self.host)
        spell = next((one for one in abilities if isinstance(one, ir.SpellAbility)), None)
        if spell is None:
            raise UnreadableText(self.text, self.text.index("["), why="words in brackets that are no instruction")
        cut = tuple(one for one in self.again(without, self.host) if isinstance(one, ir.SpellAbility))
        line = next(line for line in self.text.splitlines() if BRACKETS.search(line))
        cloven = ir.StaticAbility((ir.CleavesText(cut, _bracketed(line)),), text=line)
        place = abilities.index(spell) + 1
        return (*abilities[:place], cloven, *abilities[place:])

    def _given_away(self, abilities: list[ir.Ability]) -> list[ir.Ability]:
        """ "Gift a card": an opponent may be promised it, who gets it before the other effects of an instant or sorcery
        (702.174 of 2026-06-19)."""
        if not self.host.is_spell_only:
            return abilities
        return [
            replace(one, expands=(self._promise(one),))
            if isinstance(one, ir.KeywordAbility) and one.keyword == "gift"
            else one
            for one in abilities
        ]

    def _overloaded(self, abilities: list[ir.Ability]) -> list[ir.Ability]:
        """ "Overload {3}{R}": for that cost the spell's text has "each" for "target" (702.96a of 2026-06-19)."""
        place = next((n for n, one in enumerate(abilities) if getattr(one, "keyword", "") == "overload"), None)
        lines = [line for line in self.text.splitlines() if not line.lower().startswith("overload")]
        keyword = abilities[place] if place is not None else None
        if not isinstance(keyword, ir.KeywordAbility) or keyword.cost is None or not lines:
            return abilities
        try:
            each = self.again(re.sub(r"\b(T|t)arget\b", _each, "\n".join(lines)), self.host)
        except UnreadableText:
            return abilities
        without = tuple(one for one in each if isinstance(one, ir.SpellAbility) and not one.targets)
        cost = ir.StaticAbility((ir.AlternativeCost(keyword.cost, "overload"),), zones=("hand", "stack"))
        text = ir.StaticAbility((ir.Overloads(without),), zones=("stack",), text=keyword.text)
        found = replace(keyword, expands=(cost, text)) if without else keyword
        return [found if one is keyword else one for one in abilities]

    def _awakened(self, abilities: list[ir.Ability]) -> list[ir.Ability]:
        """ "Awaken 3—{4}{U}": for that cost the spell also targets a land, which it makes a creature (702.113a of
        2026-06-19)."""
        keyword = next((one for one in abilities if getattr(one, "keyword", "") == "awaken"), None)
        lines = [line for line in self.text.splitlines() if not line.lower().startswith("awaken")]
        if not (isinstance(keyword, ir.KeywordAbility) and isinstance(keyword.amount, ir.Number) and keyword.cost):
            return abilities
        several = keyword.amount.value != 1
        lines.append(
            AWAKENS.format(f"{english.number(keyword.amount.value)} +1/+1 counters" if several else "a +1/+1 counter")
        )
        try:
            awakened = self.again("\n".join(lines), self.host)
        except UnreadableText:
            return abilities
        without = tuple(one for one in awakened if isinstance(one, ir.SpellAbility))
        cost = ir.StaticAbility((ir.AlternativeCost(keyword.cost, "awaken"),), zones=("hand", "stack"))
        text = ir.StaticAbility((ir.Awakens(without),), zones=("stack",), text=keyword.text)
        return [replace(keyword, expands=(cost, text)) if one is keyword else one for one in abilities]

    def _promise(self, gift: ir.KeywordAbility) -> ir.Ability:
        """The cost of choosing an opponent, and what that opponent gets."""
        what = re.sub(r"(?i)^gift (?:a |an )?", "", gift.text).strip(". ")
        (given,) = self.again(GIFTS.get(what, f"Create a {what} token."), KEYWORD_HOST)
        to_whom = ir.Memo("choose player")
        first = ir.rewrite(getattr(given, "effect", None), lambda part: to_whom if part == ir.You() else part)
        opponent = ir.SomePlayer(ir.both(ir.IsPlayer(), ir.OpponentOf(ir.You())))
        cost = ir.AdditionalCost(ir.Cost((ir.Act(ir.Choose(opponent)),)), optional=True, name="gift")
        return ir.StaticAbility((cost, ir.GivesFirst(first)), zones=("stack",), text=gift.text)

    def _whole(self, ability: ir.Ability) -> ir.Ability:
        return finish(ability, self.text, self.host, self.date, self.again)

    # ---- paragraphs

    def _paragraph(self, paragraph: Paragraph, bullets: list[Paragraph]) -> None:
        words = paragraph.words
        if not sentences(words, self.kinds["."]):
            raise UnreadableText(self.text, words[0].start, why="there are no words here")
        while len(words) > 1 and self._is(words[-1], ","):
            words = words[:-1]
        words = self._station(words)
        if self._row(words, bullets):
            return
        if self._prototype(words):
            return
        if len(words) == 1 and self._text(words).rstrip(".").lower() == "ravenous":
            said = "~ enters with X +1/+1 counters on it.\nWhen ~ enters, if X is 5 or more, draw a card."
            self.made.append(ir.KeywordAbility("ravenous", expands=self.again(said, KEYWORD_HOST), text="ravenous"))
            return
        words, label = self._ability_word(words)
        if label in WHILE:
            self._while(words, label)
            return
        if label == "to solve":
            self._to_solve(words)
            return
        if label in LIMITED:
            self._limited(words, label)
            return
        if label == "companion":
            self._companion(words)
            return
        if label.startswith("chapter "):
            self._chapter(label.removeprefix("chapter "), words, bullets)
            return
        keywords = None if bullets else self._keyword_line(words)
        if keywords is not None:
            self.made.extend(keywords)
            return
        kinds = (costly_choice, pawprint_choice, find_choice)
        choice = next(filter(None, (find(words, self.kinds["—"], bullets) for find in kinds)), None)
        if choice is not None:
            self._with_choice(words, choice)
            return
        if bullets and self._anchored(words, bullets):
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
        split = split_at(words[:8], self.kinds["—"])
        if split is None or not split[0] or not self._is_label(split[0]):
            return words, ""
        numerals = self._text(split[0])
        label = numerals.lower()
        if label in keyword_table.unread():
            raise UnreadableText(self.text, words[0].start, why=f"the keyword {label!r} is not modelled")
        if NUMERALS.fullmatch(numerals):
            return self._unlabelled(words[len(split[0]) + 1 :]), f"chapter {numerals}"
        rest = words[len(split[0]) + 1 :]
        if label == "threshold" and "seven or more cards" not in self._text(rest).lower():
            return rest, label
        apart = (*LIMITED, "companion", "to solve", "max speed", "solved")
        return rest, label if label in apart else ""

    def _unlabelled(self, words: list[Word]) -> list[Word]:
        """The words of a chapter without an ability word or the chapter's own name ("III — Domain — …")."""
        split = split_at(words[:8], self.kinds["—"])
        return split[1] + words[8:] if split is not None and split[0] and self._is_label(split[0]) else words

    def _is_label(self, words: list[Word]) -> bool:
        """Whether words are an ability word of the rules (207.2c), or a flavor word: another name, in capitals."""
        if all(word.kind in ("PROPER", "UNKNOWN", "SELF", "_POSS") for word in words):
            return True
        said = self._text(words)
        if NUMERALS.fullmatch(said):
            return True
        if said.lower() in (*WHILE, "to solve", *word_list("ability word")):
            return True
        known = words[0].kind in ("KEYWORD", "MANASYMBOLS", "NUM", "SIGNED", "LANDWALK", "TYPECYCLING")
        names = [word for word in re.findall(r"[^\W\d]+(?:['’-]\w+)*", said) if word not in (*SMALL, "X")]
        first = words[0].end - words[0].start if words[0].value.isalpha() else 0
        known = known and not (words[0].kind == "KEYWORD" and len(names) > 1)  # "Sneak Attack" is not "sneak"
        known = known and not (words[0].kind == "NUM" and any(len(name) > 1 for name in names[bool(first) :]))
        return not known and len(words) > 1 and bool(names) and all(word[:1].isupper() for word in names)

    def _limited(self, words: list[Word], keyword: str) -> None:
        """ "Boast — cost: effect" and the like: an activated ability with limits on its activation."""
        split = split_at(words, self.kinds[":"])
        if split is None:
            raise UnreadableText(self.text, words[0].start, why=f"what {keyword} stands before is an activated ability")
        self._activated(words, *split)
        made: Any = self.made.pop()
        limited = replace(made, restrictions=(*made.restrictions, *LIMITED[keyword]))
        self.made.append(ir.KeywordAbility(keyword, expands=(self._whole(limited),), text=self._text(words)))

    def _companion(self, words: list[Word]) -> None:
        """ "Companion — condition": a condition on the deck (702.138a in 2020-04-17)."""
        inner = Paragraphs(self.text, self.host, self.date, self.again)
        inner._paragraph(Paragraph(words), [])
        said = tuple(self._whole(ability) for ability in inner.made)
        if not all(isinstance(part, ir.DeckContains) for one in said for part in getattr(one, "parts", ("",))):
            raise UnreadableText(self.text, words[0].start, why="what a companion asks of a deck")
        outside = tuple(replace(one, zones=("outside",)) for one in said if isinstance(one, ir.StaticAbility))
        self.made.append(ir.KeywordAbility("companion", expands=outside, text=self._text(words)))

    def _prototype(self, words: list[Word]) -> bool:
        """ "Prototype {2}{G} — 3/3": the cost, power and toughness of the prototyped spell (702.160 of 2026-06-19)."""
        if not (len(words) == 4 and words[0].value.lower() == "prototype" and words[3].kind == "PT"):
            return False
        sizes = zip(("power", "toughness"), power_and_toughness(words[3].value), strict=True)
        size = ir.All(tuple(ir.Compares(name, "=", value, surface="size") for name, value in sizes))
        cost = ir.Cost((ir.PayMana(words[1].value),))
        self.made.append(ir.KeywordAbility("prototype", cost, quality=size, text=self._text(words)))
        return True

    def _while(self, words: list[Word], keyword: str) -> None:
        """ "Max speed — ability" and the like: it has that ability while a condition is true."""
        inner = Paragraphs(self.text, self.host, self.date, self.again)
        inner._paragraph(Paragraph(words), [])
        inner._close_spell()
        if keyword != "threshold" and any(isinstance(ability, ir.SpellAbility) for ability in inner.made):
            raise UnreadableText(self.text, words[0].start, why="an effect where an ability is to stand")
        granted = tuple(self._whole(ability) for ability in inner.made)
        there = (getattr(ability, "zones", ("battlefield",)) for ability in granted)
        zones = tuple(dict.fromkeys(zone for zones in there for zone in zones))
        static = ir.StaticAbility((ir.Applies(ir.Self(), (ir.GrantAbilities(granted),)),), WHILE[keyword])
        if keyword == "max speed":  # from the zones of what it grants (702.178b of 2026-06-19)
            static = replace(static, zones=zones)
        self.made.append(ir.KeywordAbility(keyword, expands=(static,), text=self._text(words)))

    def _to_solve(self, words: list[Word]) -> None:
        """ "To solve — condition": in the end step the Case becomes solved if it is so (719.3a of 2026-06-19)."""
        said = self._text(words).rstrip(". ")
        so = f"{said[:1].lower()}{said[1:]}"
        text = f"At the beginning of your end step, if {so} and ~ isn't solved, it becomes solved."
        try:
            solving = self.again(text, self.host)
        except UnreadableText as error:
            raise UnreadableText(self.text, words[0].start, why=f"what solves a Case: {error.why}") from None
        self.made.append(ir.KeywordAbility("to solve", expands=solving, text=said))

    def _anchored(self, words: list[Word], bullets: list[Paragraph]) -> bool:
        """ "As ~ enters, choose Khans or Dragons.": each bullet lists its abilities if that word was chosen."""
        said = re.fullmatch(r"As .+ enters(?: the battlefield)?, choose (\w+) or (\w+)\.?", self._text(words))
        split = [split_at(bullet.words, self.kinds["—"]) for bullet in bullets]
        if said is None or None in split or [self._text(one[0]) for one in split if one] != [*said.groups()]:
            return False
        entering = ir.AsEnters(ir.ChooseWord(said.groups()))
        self.made.append(ir.StaticAbility((entering,), text=self._text(words)))
        for word, bullet in zip(said.groups(), bullets, strict=True):
            inner = Paragraphs(self.text, self.host, self.date, self.again)
            inner._paragraph(Paragraph(bullet.words[len(split[0][0]) + 1 if split[0] else 0 :]), [])
            inner._close_spell()
            if any(isinstance(ability, ir.SpellAbility) for ability in inner.made):
                raise UnreadableText(self.text, bullet.words[0].start, why="an effect where an ability is to stand")
            granted = tuple(self._whole(ability) for ability in inner.made)
            held = (ir.Applies(ir.Self(), (ir.GrantAbilities(granted),)),)
            self.made.append(ir.StaticAbility(held, ir.ChoseWord(word), text=self._text(bullet.words)))
        return True

    def _keyword_line(self, words: list[Word]) -> tuple[ir.Ability, ...] | None:
        first = words[0]
        starts = (
            first.kind in ("KEYWORD", "LANDWALK", "LANDHOME", "TYPECYCLING")
            or self._is(first, "protection", "bands", "haunt", "station", "gift", "enchant", "splice")
            or (len(words) == 2 and self._is(words[1], "offering"))
            or (
                (len(words) > 1 and words[1].kind in ("LANDWALK", "TYPECYCLING"))
                or (len(words) > 2 and words[2].kind == "LANDWALK" and self._is(words[0], "non"))
            )
        )
        if not starts or (len(words) > 1 and self._is(words[1], "cost", "ability")):  # "Equip costs you pay …"
            return None
        if first.value in keyword_table.taking("name") and len(words) > 1:
            name = self.text[words[1].start : words[-1].end]
            return (ir.KeywordAbility(first.value, quality=ir.HasName(name), text=self._text(words)),)
        if first.value == "partner" and [word.kind for word in words[1:]] == [self.kinds["—"], "PROPER"]:
            return (ir.KeywordAbility(first.value, quality=ir.HasName(words[2].value), text=self._text(words)),)
        ended = sentences(words, self.kinds["."])
        if len(ended) != 1 and not (
            first.value in (*LIMITABLE, *COSTING) and len(words) > 1 and words[1].kind == "MANASYMBOLS"
        ):
            return None
        builder = self._builder()
        builder.mentions.default = ir.Self() if len(ended) > 1 else None
        riders = [self._rider(behind, builder) for behind in ended[1:]]
        if None in riders:
            return None
        tree = self._parse(ended[0], "keywords", builder)
        limits = tuple(limit for rider in riders for limit in rider or ())
        settled, _ = builder.mentions.settle(tuple(replace(one, limits=limits) for one in tree) if limits else tree)
        return settled

    # ---- activated abilities

    def _activated(self, words: list[Word], before: list[Word], after: list[Word]) -> None:
        builder = self._builder()
        cost = self._parse(before, "cost", builder)
        steps, limits = self._effect(sentences(after, self.kinds["."]), builder)
        self._finish_activated(builder, cost, one(steps), limits, words)

    def _finish_activated(self, builder: Builder, cost: Any, effect: Any, limits: list[Any], words: list[Word]) -> None:
        if any(limit.surface == "done" for limit in limits):
            raise UnreadableText(self.text, words[0].start, why="what is done once each turn is done by what triggers")
        (cost, effect, limits_), slots = builder.mentions.settle((cost, effect, tuple(limits)))
        self.made.append(ir.ActivatedAbility(cost, effect, slots, limits_, text=self._text(words)))

    # ---- choices among modes

    def _with_choice(self, words: list[Word], choice: Choice) -> None:
        builder = self._builder()
        who = self._chooser(choice.before, builder)
        also = None
        if choice.unheard:
            also = self._sentence(choice.unheard, builder)
            if not any(isinstance(part, ir.ChooseMore) for part in ir.walk(also)):
                why = "this says more of the choice among modes than how many are chosen"
                raise UnreadableText(self.text, choice.unheard[0].start, why=why)
        modes, bounds = [], []
        for number, mode in enumerate(choice.modes, 1):
            already = len(builder.mentions.all)
            steps, limits = self._effect(sentences(self._ability_word(mode)[0], self.kinds["."]), builder)
            bounds.append(limits)
            if limits != bounds[0]:
                first = choice.modes[next(n for n, one in enumerate(bounds) if one)]
                raise UnreadableText(self.text, first[0].start, why="a limit of one mode alone is not modelled")
            builder.mentions.of_one_mode(already, number)
            modes.append(one(steps))
        maximum = choice.maximum or len(modes)
        modal = ir.Modal(
            tuple(modes),
            choice.minimum,
            maximum,
            repeatable=choice.repeatable,
            kicked=choice.kicked,
            unchosen=choice.unchosen,
            also=also,
            costs=tuple(self._parse(cost, "cost", builder) for cost in choice.costs),
            worth=choice.worth,
            surface=choice.keyword,
        )
        before = choice.before if who is None else []
        modal = modal if who is None else replace(modal, who=who)
        earlier = sentences(before, self.kinds["."])
        if len(earlier) > 1 and self._text(earlier[-1]).lower().rstrip(",") == "when you do":
            self._with_later_choice(earlier[:-1], modal, builder)
            return
        limits = [replace(limit, surface="of each mode") for limit in bounds[0]]
        if limits and split_at(before, self.kinds[":"]) is None:
            raise UnreadableText(self.text, words[0].start, why="a limit of modes that are no activated ability's")
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
            self._finish_activated(builder, cost, modal, limits, words)
            return
        if self._is(before[0], "when", "whenever", "at") or before[0].kind.startswith("_AT"):
            dots = Word("ELLIPSIS", "…", before[-1].end, before[-1].end)
            head = [*before, Word(self.kinds[","], ",", dots.start, dots.start), dots]
            word, event, condition, _ = self._parse(head, "triggered", builder)
            self._finish_triggered(builder, word, event, condition, modal, [], words)
            return
        steps, _ = self._effect(sentences(before, self.kinds["."]), builder)
        self._spell(builder, [*steps, modal])

    def _with_later_choice(self, said: list[list[Word]], modal: Any, builder: Builder) -> None:
        """ "You may …. When you do, choose one —": a trigger of the sentences before."""
        later = RawJoin("when you do", modal)
        if not self._triggers(said[0]):
            raw, spoken, _ = self._read_each(said, builder)
            self._spell(builder, self._joined([*raw, later], spoken))
            return
        builder.mentions.default = ir.Self()
        word, event, condition, step = self._parse(said[0], "triggered", builder)
        raw, spoken, limits = self._read_each(said[1:], builder)
        effect = one(self._joined([step, *raw, later], [said[0], *spoken]))
        self._finish_triggered(builder, word, event, condition, effect, limits, [w for s in said for w in s])

    def _chooser(self, before: list[Word], builder: Builder) -> Any:
        """ "An opponent chooses one —": who chooses, or None if the text does not say."""
        if not before or any(self._is(word, ",", ".", ":") for word in before):
            return None
        mentioned = len(builder.mentions.all)
        try:
            with trying():
                return self._parse(before, "pnp", builder)
        except UnreadableText:
            del builder.mentions.all[mentioned:]
            return None

    # ---- sentences without a colon

    def _sentences(self, words: list[Word]) -> None:
        said = sentences(words, self.kinds["."])
        if (
            self._triggers(said[0])
            and self.host.position != "instruction"
            and not (self.host.is_spell_only and not self._about_itself(said[0]) and not self._comes_back(said))
        ):
            self._triggered(words, said)
        elif self.host.is_spell_only or self.host.position == "instruction":
            self._instructions(said)
        else:
            self._statements(said)

    def _triggered(self, words: list[Word], said: list[list[Word]]) -> None:
        builder = self._builder()
        builder.mentions.default = ir.Self()
        word, event, condition, step = self._parse(said[0], "triggered", builder)
        if isinstance(event, ir.Drawn):  # "whenever you draw a card, reveal it": of that card nothing is known
            builder.mentions.default = ir.Outside("drawn card")
        own, rest = self._own_sentences(said[1:])
        raw, spoken, limits = self._read_each(own, builder)
        effect = one(self._spending(self._joined([step, *raw], [said[0], *spoken]), limits))
        self._finish_triggered(builder, word, event, condition, effect, limits, [w for s in (said[0], *own) for w in s])
        if rest:
            self._sentences([w for n, s in enumerate(rest) for w in (*s, self._stop(s))])

    # ---- spells

    def _instructions(self, said: list[list[Word]]) -> None:
        builder = self.spell_builder or self._builder()
        raw: list[Any] = []
        for words in said:
            rider = self._rider(words, builder) if self._is(words[0], "spend", "no") else None
            raw.append(tuple(rider) if rider is not None else self._sentence(words, builder))
        spent = [one for step in raw if isinstance(step, tuple) for one in step if isinstance(one, RawSpend)]
        steps = self._spending(
            self._join([step for step in raw if step != tuple(spent)] if spent else raw, said), spent
        )
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
            steps = self.spell_builder.mentions.take_over(builder.mentions, steps)
        first = steps[0]
        if self.spell_steps and isinstance(first, ir.If) and first.otherwise == ir.Elided():
            # "Threshold — …, instead …": replaces all of the spell's effect
            steps = [replace(first, otherwise=one(self.spell_steps)), *steps[1:]]
            self.spell_steps = []
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
        steps = self._join(raw, said, stated=True)
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
    """Whether a statement on an instant or sorcery is about the card itself, and not an effect on resolving."""
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
