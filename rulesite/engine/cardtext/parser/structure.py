"""The structure of a card's text: paragraphs, sentences, the colon of a cost, the modes of a choice."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulesite.engine.language.words import Word


@dataclass
class Paragraph:
    """The words of a paragraph, and whether it begins with a bullet, the "+" of a mode with a cost, or pawprints."""

    words: list[Word]
    bullet: bool = False


def paragraphs(text: str, words: list[Word]) -> list[Paragraph]:
    """The paragraphs of a text; a paragraph with a bullet is a mode of the one before."""
    made: list[Paragraph] = []
    last = -1
    for word in words:
        line = text.count("\n", 0, word.start)
        if line != last or not made:
            before = text[text.rfind("\n", 0, word.start) + 1 : word.start]
            costs = word.value == "+" and bool(made)
            paws = bool(made) and _PAWPRINTS.fullmatch(word.value) is not None
            made.append(Paragraph([], costs or paws or "•" in before))
            last = line
            if costs:
                continue
        elif made[-1].words and "•" in text[made[-1].words[-1].end : word.start]:
            made.append(Paragraph([], True))
        made[-1].words.append(word)
    return made


_PAWPRINTS = re.compile(r"(?:\{P\})+")


def sentences(words: list[Word], stop: str) -> list[list[Word]]:
    """Sentences without their full stops; `stop` is the kind of that token."""
    made: list[list[Word]] = [[]]
    for word in words:
        if word.kind == stop:
            made.append([])
        else:
            made[-1].append(word)
    return [sentence for sentence in made if sentence]


def split_at(words: list[Word], kind: str) -> tuple[list[Word], list[Word]] | None:
    """The words before and after the first token of a kind; None if there is none."""
    for place, word in enumerate(words):
        if word.kind == kind:
            return words[:place], words[place + 1 :]
    return None


AGAIN = ["You", "may", "choose", "the", "same", "mode", "more", "than", "once"]


@dataclass
class Choice:
    """ "Choose one or both —": the words before it, the number of modes, and the modes' own words."""

    before: list[Word]
    minimum: int
    maximum: int | None
    modes: list[list[Word]]
    repeatable: bool = False
    unheard: list[Word] | None = None
    kicked: tuple[int, int] | None = None
    unchosen: str | None = None
    costs: tuple[list[Word], ...] = ()
    keyword: str = ""
    worth: tuple[int, ...] = ()


COSTLY = {"spree": None, "tiered": 1}
"""The keywords whose modes have costs, with the maximum of modes that are chosen (702.172a, 702.183a in 2026-06-19)."""


def costly_choice(words: list[Word], dash: str, later: list[Paragraph]) -> Choice | None:
    """The choice of modes with a cost each that "Spree" or "Tiered" offers, or None; a mode may have a label first."""
    keyword = words[0].value.lower()
    if len(words) != 1 or keyword not in COSTLY or not later:
        return None
    costs, modes = [], []
    for paragraph in later:
        cost, rest = split_at(paragraph.words, dash) or (paragraph.words, [])
        if not (len(cost) == 1 and cost[0].kind == "MANASYMBOLS"):
            cost, rest = split_at(rest, dash) or (rest, [])
        if not cost or not rest:
            return None
        costs.append(cost)
        modes.append(rest)
    return Choice([], 1, COSTLY[keyword] or len(modes), modes, costs=tuple(costs), keyword=keyword)


def pawprint_choice(words: list[Word], dash: str, later: list[Paragraph]) -> Choice | None:
    """The choice of modes that are worth pawprints, each as many as stand before it, or None (700.2i in 2026-06-19)."""
    text = " ".join(word.value for word in words).lower()
    most = re.fullmatch(r"choose up to (\d+) \{p\} worth of modes \. you may choose (.+) \.?", f"{text} ")
    if most is None or most[2].strip(" .") != "the same mode more than once":
        return None
    worth, modes = [], []
    for paragraph in later:
        paws, rest = split_at(paragraph.words, dash) or ([], [])
        if len(paws) != 1 or not _PAWPRINTS.fullmatch(paws[0].value) or not rest:
            return None
        worth.append(paws[0].value.count("P"))
        modes.append(rest)
    return Choice([], 0, int(most[1]), modes, repeatable=True, worth=tuple(worth)) if modes else None


def find_choice(words: list[Word], dash: str, later: list[Paragraph]) -> Choice | None:
    """The choice among modes in a paragraph, or None; its modes follow after semicolons or as bullets."""
    for place, word in enumerate(words):
        if word.kind != "CHOOSE" or place + 2 > len(words):
            continue
        end = next((n for n in range(place + 1, min(place + 8, len(words))) if words[n].kind == dash), None)
        if end is None and later and later[0].bullet:
            end = next((n for n in range(place + 1, len(words)) if words[n].value == "."), len(words))
        if end is None:
            continue
        repeatable = "same mode more than once" in " ".join(word.value for word in words[end:])
        said_of_them = [w.value for w in words[place + 1 : end] if w.kind not in ("__DOT",)]
        said_of_them, unchosen = _unchosen(said_of_them)
        count = _count(said_of_them)
        if count is None:
            continue
        rest = words[end + 1 :]
        modes = _modes(rest) if rest and not later[:1] else []
        modes.extend(paragraph.words for paragraph in later if paragraph.bullet)
        if len(modes) > 1:
            own = [word for word in words[end + 1 :] if word.value != "."] if later[:1] else []
            said = re.fullmatch(r"if (?:this spell|~) was kicked , choose (.+) instead", " ".join(w.value for w in own))
            instead = _count((said[1].replace("any number", "any number of")).split()) if said else None
            if instead is not None:
                low, high = instead
                return Choice(words[:place], *count, modes, repeatable, kicked=(low, high or len(modes)))
            unheard = own if own and (len(own) > len(AGAIN) or not repeatable) else None
            return Choice(words[:place], count[0], count[1], modes, repeatable, unheard, unchosen=unchosen)
    return None


def _unchosen(words: list[str]) -> tuple[list[str], str | None]:
    """ "One that hasn't been chosen this turn": the words for how many, and how long they were not chosen."""
    said = " ".join(words)
    for ending, span in ((" that hasn't been chosen this turn", "turn"), (" that hasn't been chosen", "game")):
        if said.endswith(ending):
            return said.removesuffix(ending).split(), span
    return words, None


def _count(words: list[str]) -> tuple[int, int | None] | None:
    """The bounds in "one", "two", "one or both", "one or more", "up to two", "any number"; None for other words."""
    said = " ".join(words).strip(" .")
    table: dict[str, tuple[int, int | None]] = {
        "1 or both": (1, 2),
        "1 or more": (1, None),
        "one or more": (1, None),
        "any number of": (0, None),
        "any number": (0, None),
    }
    if said in table:
        return table[said]
    if said.isdigit():
        return int(said), int(said)
    if said.startswith("up to ") and said[6:].isdigit():
        return 0, int(said[6:])
    return None


def _modes(words: list[Word]) -> list[list[Word]]:
    modes: list[list[Word]] = [[]]
    for word in words:
        if word.value == ";":
            modes.append([])
        elif word.kind == "OR" and not modes[-1] and len(modes) > 1:
            continue
        else:
            modes[-1].append(word)
    return [mode for mode in modes if mode]
