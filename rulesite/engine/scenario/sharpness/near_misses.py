"""Near misses: claims that differ a little from a true claim, and so must be false in its game.

A claim whose near misses hold too proves less than its words: it is blunt, and a game that goes wrong may still satisfy
it. So every claim is varied word by word: another number, player, zone, order, ordinal, colour …, or its denial.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from lark import Token, Tree

from rulesite.engine.language.vocabulary import plural
from rulesite.engine.scenario.assertions.parser import without_reason
from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.language.lexer import Names, Word
from rulesite.engine.scenario.language.parser import parse, words_of
from rulesite.engine.scenario.language.vocabulary import COLOURS

_DENIALS = (
    ("is still", "is no longer"),
    ("is", "is not"),
    ("are", "are not"),
    ("was", "was not"),
    ("were", "were not"),
    ("has been", "has not been"),
    ("triggered", "did not trigger"),
    ("resolved", "did not resolve"),
    ("died", "did not die"),
    ("left play", "did not leave play"),
    ("used the stack", "did not use the stack"),
    ("works", "does not work"),
    ("may be in a deck with", "may not be in a deck with"),
    ("may be commander with", "may not be commander with"),
    ("can see", "can't see"),
    ("drew 1 card", "did not draw any cards"),
    ("drew 1 card", "did not draw any card"),
    ("drew 1 card", "did not draw"),
    ("the stack has 1 object", "the stack is empty"),
    ("lost the game", "did not lose the game"),
    ("has lost", "is not out of the game"),
    ("has", "does not have"),
    ("the players may sit so", "the players may not sit so"),
)
_DENYING = frozenset(
    {
        "is_not_pred",
        "has_not_feature",
        "never_triggered",
        "not_resolved",
        "did_not_die",
        "not_left_play",
        "has_not_lost",
        "did_not_draw",
        "works_not_in",
        "no_stack",
        "not_in_deck",
        "not_commanders_together",
        "cannot_see",
        "sees_no_hand",
        "not_within_range",
        "may_not_sit",
        "has_no_marker",
        "not_out_of_the_game",
    }
)
_ZONES = ("in play", "in hand", "in graveyard", "in library", "removed from the game", "on the stack")
_ZONE_WORDS = ("hand", "graveyard", "library")
_STEPS = ("upkeep", "draw step", "precombat main phase", "beginning of combat", "end step")
_KINDS = ("activated ability", "triggered ability", "static ability", "spell ability")
_OPPOSITES = {"tapped": "untapped", "blocked": "unblocked", "legal": "illegal", "power": "toughness"}
_OPPOSITE = _OPPOSITES | {other: one for one, other in _OPPOSITES.items()}
_ON_AN_ACTION = re.compile(r".* is (?:now )?(?:legal|illegal)$", re.DOTALL)
_OTHER_REASONS = ("loyalty", "stack_order", "rule 999.9z", "the moon")
_SEPARATOR = re.compile(r"(,? and |, )")
_MANA = ("{W}", "{U}", "{B}", "{R}", "{G}")


@dataclass(frozen=True)
class NearMiss:
    """A sentence that differs a little from a claim.

    ``slot`` is the difference: "number", "player", "zone", "order", "ordinal", "colour", "denial" … ``strict``: it
    contradicts the claim. Other near misses are about another player or object, and may happen to be true as well.
    """

    sentence: str
    slot: str
    strict: bool = True


def near_misses(sentence: str, names: Names) -> list[NearMiss]:
    """All readable near misses of a claim, without repetition.

    Raises :class:`ScenarioError` for a claim that cannot be read.

    >>> [each.sentence for each in near_misses("Ann has 22 life", Names(["Ann", "Bob"]))]
    ['Bob has 22 life', 'Ann has 23 life', 'Ann has 21 life']
    """
    plain, because = without_reason(sentence)
    found: dict[str, NearMiss] = {}
    for each in _OTHER_REASONS if because else ():
        found[each] = NearMiss(f"{plain} because of {each}", "reason")
    if _ON_AN_ACTION.match(plain) and not plain.startswith(("playing", "casting", "activating")):
        other = plain.removesuffix("illegal") + "legal" if plain.endswith("illegal") else f"{plain[:-5]}illegal"
        return [*found.values(), NearMiss(other, "denial")]
    claim = _Varied(plain, names)
    for text, slot, strict in claim.variations():
        if text != plain and text not in found and claim.reads(text):
            found[text] = NearMiss(text, slot, strict)
    return list(found.values())


class _Varied:
    """A claim, word by word."""

    def __init__(self, sentence: str, names: Names) -> None:
        self.sentence = sentence
        self.names = names
        self.words = words_of(sentence, names)
        self.claim: Tree[Any] = parse(sentence, "that", names).children[0]
        self.kind = str(self.claim.data)
        self.around = dict(_around(self.claim, ()))

    def reads(self, text: str) -> bool:
        """Whether the language can read a varied sentence."""
        try:
            parse(text, "that", self.names)
        except ScenarioError:
            return False
        return True

    def variations(self) -> Iterator[tuple[str, str, bool]]:
        """Yield (sentence, slot, strict) of every variation, readable or not."""
        yield from self._denials()
        if self.kind in _DENYING:
            return
        yield from self._orders()
        yield from self._members()
        yield from self._places()
        for place, word in enumerate(self.words):
            for text, slot, strict in self._word(place, word):
                yield self._but(place, place, text), slot, strict

    def _but(self, first: int, last: int, text: str) -> str:
        """The sentence with some of its words replaced."""
        return self.sentence[: self.words[first].start] + text + self.sentence[self.words[last].end :]

    def _denials(self) -> Iterator[tuple[str, str, bool]]:
        """The claim with its verb negated, or affirmed if it was negated; the longest words first."""
        spans = [(first, last) for last in range(len(self.words)) for first in range(last + 1)]
        for first, last in sorted(spans, key=lambda span: span[0] - span[1]):
            said = self.sentence[self.words[first].start : self.words[last].end]
            said = " ".join(said.casefold().replace("’", "'").replace("didn't", "did not").split())
            for positive, negative in _DENIALS:
                other = negative if said == positive else positive if said == negative else ""
                varied = self._but(first, last, other) if other else ""
                if varied and self._denies(varied):
                    yield varied, "denial", True
                    return

    def _denies(self, varied: str) -> bool:
        if not self.reads(varied):
            return False
        kind = str(parse(varied, "that", self.names).children[0].data)
        return self.kind in ("stack_empty", "stack_not_empty") or (kind in _DENYING) != (self.kind in _DENYING)

    def _orders(self) -> Iterator[tuple[str, str, bool]]:
        """Swap the two sides of "before", "blocking", "attached to", or the first two of a list on the stack."""
        kinds = {str(each.data) for each in self.claim.iter_subtrees()}
        marks = {
            "resolved_before": ("before",),
            "is_blocking": ("blocking",),
            "is_blocked_by": ("blocked by",),
            "is_attached": ("attached to", "enchanting"),
        }
        for kind, said in marks.items():
            if kind not in kinds:
                continue
            mark = next((n for n, each in enumerate(self.words) if each.text in said), 0)
            verb = next((n for n, each in enumerate(self.words) if each.text in ("is", "was", "resolved")), mark)
            one = self.sentence[: self.words[verb].start].strip()
            between = self.sentence[self.words[verb].start : self.words[mark].end]
            other = self.sentence[self.words[mark].end :].strip()
            yield f"{other} {between} {one}", "order", True
        if self.kind == "stack_is":
            start = next(n for n, each in enumerate(self.words) if each.kind in ("NAME", "PLAYER"))
            parts = self.sentence[self.words[start].start :].replace(" and ", ", ").split(", ")
            head = self.sentence[: self.words[start].start]
            for place in range(len(parts) - 1):
                if parts[place] != parts[place + 1]:
                    swapped = [*parts[:place], parts[place + 1], parts[place], *parts[place + 2 :]]
                    yield head + ", ".join(swapped), "order", True
            if len(parts) > 1:
                yield head + ", ".join(parts[:-1]), "number", True
            yield head + ", ".join([*parts, parts[-1]]), "number", True

    def _members(self) -> Iterator[tuple[str, str, bool]]:
        """Replace one of several blockers or blocked creatures by the creature opposite: none blocks itself."""
        if not {"is_blocking", "is_blocked_by"} & {str(each.data) for each in self.claim.iter_subtrees()}:
            return
        mark = next(n for n, each in enumerate(self.words) if each.text in ("blocking", "blocked by"))
        verb = next((n for n, each in enumerate(self.words) if each.text in ("is", "are")), mark)
        ends = self.sentence[: self.words[verb].start].strip(), self.sentence[self.words[mark].end :].strip()
        between = self.sentence[self.words[verb].start : self.words[mark].end]
        left, right = ([*_SEPARATOR.split(each)] for each in ends)
        for place in range(0, len(left), 2) if len(right) == 1 < len(left) else ():
            yield f"{''.join([*left[:place], *right, *left[place + 1 :]])} {between} {ends[1]}", "member", True
        for place in range(0, len(right), 2) if len(left) == 1 < len(right) else ():
            yield f"{ends[0]} {between} {''.join([*right[:place], *left, *right[place + 1 :]])}", "member", True

    def _places(self) -> Iterator[tuple[str, str, bool]]:
        """Replace the zone in a claim about the place of an object."""
        strict = any(str(each.data) == "at_place" for each in self.claim.iter_subtrees())
        for place, word in enumerate(self.words):
            first = place
            if word.kind == "WHERE" or word.text == "in hand":
                pass
            elif word.text in _ZONE_WORDS and place:
                while first and self.words[first].text not in ("in", "on", "into"):
                    first -= 1
                if not first:
                    first = place
            else:
                continue
            if word.text in _ZONE_WORDS:
                for zone in _ZONE_WORDS:
                    if zone != word.text:
                        yield self._but(place, place, zone), "zone", strict
            if first == place and word.text in _ZONE_WORDS:
                continue
            here = self.sentence[self.words[first].start : word.end]
            for zone in _ZONES:
                if not here.endswith(zone.rpartition(" ")[2]) and not _same_zone(zone, word):
                    yield self._but(first, place, zone), "zone", strict

    def _word(self, place: int, word: Word) -> Iterator[tuple[str, str, bool]]:
        around = self.around.get(word.start, ())
        counted = "group" in around
        match word.kind:
            case "NUMBER" if isinstance(word.value, int):
                yield str(word.value + 1), "number", True
                if word.value:
                    yield str(word.value - 1), "number", True
            case "TIMES" if isinstance(word.value, int):
                yield f"{word.value + 1} times", "number", True
                yield f"{word.value - 1} times", "number", True
            case "A" if self._next(place, 2).casefold().startswith("counter"):
                yield "2", "number", True
            case "ORDINAL" if isinstance(word.value, int):
                yield "second" if word.value == 1 else "first", "ordinal", False
                yield "third" if word.value == 2 else "second" if word.value > 2 else "third", "ordinal", False
            case "PLAYER":
                for player in self.names.players:
                    yield player, "player", _one_player(self.kind, around)
            case "COLOUR":
                for colour in (*COLOURS[:5], "colorless"):
                    yield colour, "colour", "colorless" in (colour, word.value) and not counted and "kw" not in around
            case "PT":
                power, _, toughness = str(word.value).partition("/")
                if power.isdigit() and toughness.isdigit():
                    yield f"{int(power) + 1}/{toughness}", "number", not counted
                    yield f"{power}/{int(toughness) + 1}", "number", not counted
                    yield f"{toughness}/{power}", "order", not counted
            case "MANA":
                yield from ((each, "mana", self.kind != "cost_contains") for each in _other_mana(str(word.value)))
            case "CHANGE":
                yield "-1/-1" if word.value == "+1/+1" else "+1/+1", "kind of counter", False
            case "STEP":
                yield from ((each, "step", True) for each in _STEPS if each != word.text)
            case "KIND":
                if word.text in _KINDS:
                    yield from ((each, "kind", True) for each in _KINDS)
            case "CARDTYPE":
                for each in ("artifact", "creature", "enchantment", "land", "instant", "sorcery"):
                    if word.value != each:
                        yield plural(each) if word.text.endswith("s") else each, "type", False
            case "ABILITY" if self._next(place, -1).startswith(("'", "’")):
                for each, strict in (("first", False), ("second", False), ("tenth", True)):
                    yield f"{each} {word.text}", "ordinal", strict
            case "NAME" if {"named", "owned", "both"} & set(around):
                if self.kind in ("triggered", "put_on_stack") and "ability" not in around:
                    yield f"{word.text}'s tenth ability", "ordinal", True
                yield from ((each, "object", False) for each in self.names.cards)
            case "STRING":
                yield from ((f'"{each}"', "text", False) for each in _other_text(str(word.value)))
            case _:
                if word.text == "a card":
                    yield from (("2 cards", "number", True), ("0 cards", "number", True))
                if word.text in _OPPOSITE:
                    yield _OPPOSITE[word.text], "opposite", not counted and self.kind != "power_is"

    def _next(self, place: int, further: int) -> str:
        return self.words[place + further].text if 0 <= place + further < len(self.words) else ""


def _around(tree: Tree[Any], path: tuple[str, ...]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the start of each word with the names of the grammar rules around it."""
    here = (*path, str(tree.data))
    for child in tree.children:
        if isinstance(child, Token) and child.start_pos is not None:
            yield child.start_pos, here
        elif isinstance(child, Tree):
            yield from _around(child, here)


def _one_player(kind: str, around: Iterable[str]) -> bool:
    """Whether the claim can be true of only one player."""
    one = {"has_priority", "has_won", "it_is", "controls_thing", "top_card"}
    return kind in one or bool({"place_of", "is_controlled", "is_attached", "is_on_top"} & set(around))


def _same_zone(zone: str, word: Word) -> bool:
    same = {
        "in play": "battlefield",
        "removed from the game": "exile",
        "on the stack": "stack",
    }
    return word.value == same.get(zone)


def _other_mana(mana: str) -> Iterator[str]:
    """Yield mana costs with one mana more, one less, or one of another colour."""
    symbols = re.findall(r"\{[^{}]*\}", mana)
    for place, symbol in enumerate(symbols):
        rest = (symbols[:place], symbols[place + 1 :])
        if symbol[1:-1].isdigit():
            yield "".join([*rest[0], f"{{{int(symbol[1:-1]) + 1}}}", *rest[1]])
        other = next(each for each in _MANA if each != symbol)
        yield "".join([*rest[0], other, *rest[1]])
        if len(symbols) > 1:
            yield "".join([*rest[0], *rest[1]])
    yield mana + "{W}"


def _other_text(text: str) -> Iterator[str]:
    """A quotation with one number, colour or mana symbol changed."""
    for match in re.finditer(r"\d+|\b(?:white|blue|black|red|green)\b|\{[WUBRG]\}", text):
        said = match.group()
        if said.isdigit():
            other = str(int(said) + 1)
        elif said.startswith("{"):
            other = next(each for each in _MANA if each != said)
        else:
            other = next(each for each in COLOURS if each != said)
        yield text[: match.start()] + other + text[match.end() :]
