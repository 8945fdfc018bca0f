"""References: where a text cites a rule, a section, a chapter or a glossary entry.

This module only finds and reads citations; what they lead to is known to an edition, see `resolution`.  The
shapes are those of the documents themselves: ``(See rule 418.5a.)``, ``rule 422, "Handling Illegal Actions"``,
``section 8``, ``rules 409.1b-i``, ``118.7–8``, ``rules 103.1, 104.2, and 105.3a``, ``Rule A.7.3 through Rule
A.7.10``, ``See also Haste.``  A number is a citation when a word such as *rule* or *section* announces it, when it
continues the list of one that is announced, when it is a subrule's (``601.2f``), or when it is complete (``613.10``)
and stands where only a citation can: after *see*, *in*, *to*, an opening bracket and the like.  A number that merely
looks like one (``100.5 pounds``, ``409 cards``, a year, a price, the number a paragraph begins with) is left alone.

The span of a citation is the number or the term itself, without the announcing word and the quoted heading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from rulesite.text import attributions
from rulesite.text.numbering import LETTER, Level, NotARuleNumber, NumberRange, RuleNumber, Scheme


class Kind(StrEnum):
    """What a citation names."""

    CHAPTER = "chapter"
    SECTION = "section"
    RULE = "rule"
    SUBRULE = "subrule"
    RULING = "ruling"
    NOTE = "note"
    RANGE = "range"
    GLOSSARY = "glossary"


@dataclass(frozen=True)
class Citation:
    """One citation: ``text`` is what is printed at ``[start:end]`` of the clean text."""

    start: int
    end: int
    text: str
    kind: Kind
    first: RuleNumber | None = None
    """The number cited, the first of a run; None for a glossary entry."""
    last: RuleNumber | None = None
    """The last number of a run, None for anything else."""
    name: str = ""
    """The heading that the citation quotes beside the number, without its closing punctuation."""
    term: str = ""
    """The glossary term cited, quotation marks removed."""
    announced: bool = True
    """False where only its place says that a number cites: ``in 613.10``, with no *rule*, *see* or subrule letter."""


# --- numbers ------------------------------------------------------------------------------------------------------
_FULL = rf"[1-9][0-9]{{2}}\.[0-9]{{1,3}}{LETTER}?"
_SERIES = r"[1-9][0-9]{2}\.(?:Ruling|Note)\.[0-9]{1,3}"
_SECTION = r"[1-9][0-9]{2}"
_CHAPTER = r"[1-9]"
_LETTERED = rf"[A-Z]\.[0-9]{{1,3}}(?:\.(?:[0-9]{{1,3}}{LETTER}?|Ruling\.[0-9]{{1,3}}|Note(?:\.[0-9]{{1,3}})?))?"
_CLOSED = r"(?!\w|\.[0-9])"
"""Nothing of a longer number follows: 702.6 is not 702.60, and a full stop closes the sentence."""

_NUMBER = re.compile(rf"(?:{_FULL}|{_SERIES}|{_SECTION}|{_CHAPTER}|{_LETTERED}|[A-Z](?=[.,;)]|$)){_CLOSED}")
_TAIL = re.compile(
    rf"(?:\s?(?P<dash>[-–‑‒])\s?(?:rules?\s)?|\s(?P<word>through|thru|to)\s(?P<again>rules?\s)?)"
    rf"(?P<last>{_FULL}|{_LETTERED}|{_SECTION}|[0-9]{{1,3}}{LETTER}?|{LETTER}){_CLOSED}",
    re.IGNORECASE,
)
_SLASHED = re.compile(rf"/(?P<item>{_FULL}|[0-9]{{1,3}}{LETTER}?|{LETTER}){_CLOSED}")

# --- what stands around them --------------------------------------------------------------------------------------
_OPENING = re.compile(
    r"(?<![\w-])(?P<head>(?:sub-?)?rules?|sections?|chapters?|phases?|crs?|(?<!\.)c\.\s?r\.|comprules|§§?)"
    r"(?:\s?(?:[§#:-]|number\b|no\.))?\s?(?=[1-9]|[a-z]\b)"
    r"|(?<![\w.,/$#€£+–-])(?:(?P<decimal>[1-9][0-9]{2}(?:\.[0-9]|, [“\"]))|(?P<lettered>[a-z]\.[0-9]{1,3}\.[0-9RN]))",
    re.IGNORECASE,
)
_CITING_WORD = re.compile(
    r"(?:^|[\s(\[“\"])(?:see|also|in|to|of|from|under|per|by|with|than|and|or|then|through|steps?|subrules?|"
    r"paragraphs?|exceptions?)\s$|\($",
    re.IGNORECASE,
)
"""What can stand before a number that no *rule* announces."""
_SEE = re.compile(r"\b[Ss]ee\s(?:also\s)?$")
_SUBRULE = re.compile(rf"{_FULL}(?<=[a-z])")
_INSIDE_SENTENCE = re.compile(r"(?:[\w,;] |\()$")
"""A number that opens a sentence or a paragraph is what it is numbered with."""

_COUNTED = re.compile(
    r"\s(?:more |other |additional |different |basic |random )?"
    r"(?:cards?|players?|creatures?|tokens?|times?|points?|life|damage|counters?|mana|permanents?|spells?|turns?|lands?"
    r"|pounds?|dollars?|percent|copies|decks?|games?|objects?|people|feet|miles|kg|cm|mm)\b|\s?%",
    re.IGNORECASE,
)
"""A number in front of these counts them, whatever stands before it."""
_GOES_ON = re.compile(
    r"$|\n|[.,;:)\]’'”\"?!—]|\s(?:[-–(\[“\"<]|(?:is|are|was|were|to|of|and|or|for|in|if|when|while|unless|which|that|does|do|"
    r"don['’]t|doesn['’]t|isn['’]t|aren['’]t|also|above|below|appl(?:y|ies|ied)|has|have|as|through|with|must|may|can|"
    r"can['’]t|would|will|on|by|but|because|then|shows?|says?|describes?|specif(?:y|ies)|covers?|explains?|defines?|"
    r"modif(?:y|ies)|at|from|only|even|instead|gives?|deals? with|about|applied|instructs?|allows?)\b)",
    re.IGNORECASE,
)
"""What can follow a citation that its surroundings announce only weakly."""
_FOREIGN = re.compile(
    r"\s(?:of|in|from) (?:the |an? |any )?[^.;()]{0,60}"
    r"\b(?:Tournament|Floor|Policy|Penalty|Procedure|Guidelines?|Act|Code)\b"
)
"""A section of somebody else's document: ``section 6 of the Magic Tournament Rules``."""
_FOREIGN_BEFORE = re.compile(r"\b(?:Tournament|Floor|Policy|Penalty)\s$")

_QUOTED = re.compile(r",?\s?(?:“(?P<curly>[^”\n]{2,90})”|\"(?P<straight>[^\"\n]{2,90})\")")
_NEXT = re.compile(r"(?P<comma>\s?[,;])?\s(?P<word>(?:and/or|and|or|then)\s)?(?:also\s)?(?:see\s)?(?=[1-9A-Z])")
_NAMED_BEFORE = re.compile(r"\b[Ss]ee (?:the )?(?P<name>[A-Z][^.,;()\[\]\n]{1,60}?)(?:,\s|\s\()$")
_LINE_OF_INDEX = re.compile(
    rf"^[ \t]*[A-Za-z][A-Za-z /'’-]*(?:, (?:{_FULL}(?:-[a-z0-9]+)?|{_SECTION}))+$", re.MULTILINE
)

# --- the glossary -------------------------------------------------------------------------------------------------
_SEE_TERM = re.compile(
    r"(?:^|(?<=[.)”\"!?;,] )|(?<=\())[Ss]ee (?:also )?(?P<terms>[“\"]?[A-Z][^.;:()\[\]\n0-9]{0,90}?)"
    r"(?=[.;)](?![0-9])|[.,]?[”\"]?$|,? and (?:sub)?rules? )",
    re.MULTILINE,
)
_IN_GLOSSARY = re.compile(
    r"[Gg]lossary,? (?:entry )?(?:for |on |under )?[“\"](?P<after>[^”\"\n]{1,60}?)[.,;]?[”\"]"
    r"|(?:[Ss]ee|under) [“\"](?P<before>[^”\"\n]{1,60}?)[.,;]?[”\"],? (?:entry )?in the glossary"
)
_SMALL_WORDS = frozenset("a an and at by for from if in into of on or the to with".split())  # noqa: SIM905


def find(text: str, scheme: Scheme) -> list[Citation]:
    """The citations of a text in order, never overlapping; ``scheme`` is that of the edition the text stands in.

    The scheme decides only what counts without being announced: ``601.2f`` in a decimal edition, ``A.6.1`` in a
    lettered one, and that the Comprehensive Rules have a glossary to be cited.

    >>> text = 'See rule 422, "Illegal Actions," and rules 409.1b-i.'
    >>> [(found.text, found.name) for found in find(text, Scheme.DECIMAL)]
    [('422', 'Illegal Actions'), ('409.1b-i', '')]
    >>> [found.text for found in find("Rule A.7.3 through Rule A.7.10, and rule 410.5.", Scheme.LETTERED)]
    ['A.7.3 through Rule A.7.10', '410.5']
    >>> find("It costs 100.5 pounds and 409 cards.", Scheme.DECIMAL)
    []
    """
    found = list(_numbers(text, scheme))
    if scheme is Scheme.DECIMAL:
        if "ee " in text or "lossary" in text:
            found += _terms(text)
        found += list(_index_lines(text, found))
    if "[" in text and found:
        tags = attributions.find(text)
        found = [each for each in found if not any(tag.start <= each.start < tag.end for tag in tags)]
    return sorted(found, key=lambda each: each.start)


def _numbers(text: str, scheme: Scheme) -> Iterator[Citation]:
    """Citations of numbers: at each opening, the number there and the list that it begins."""
    at = 0
    while opening := _OPENING.search(text, at):
        at = opening.end()
        head = (opening["head"] or "").lower()
        if head:
            if _FOREIGN_BEFORE.search(text, max(0, opening.start() - 12), opening.start()):
                continue
            number_at = opening.end()
        elif _stands_bare(text, opening, scheme):
            number_at = opening.start()
        else:
            continue
        announced = (
            bool(head)
            or _SUBRULE.match(text, number_at) is not None
            or _SEE.search(text, max(0, number_at - 10), number_at) is not None
        )
        for citation, end in listed(text, number_at, head, scheme):
            yield citation if announced else replace(citation, announced=False)
            at = max(at, end)


def _stands_bare(text: str, opening: re.Match[str], scheme: Scheme) -> bool:
    """Whether the unannounced number at an opening is a citation: ``(see 601.2b and ...``, ``in 616.1a–d``."""
    start = opening.start()
    if opening["lettered"]:
        return scheme is Scheme.LETTERED and text[start].isupper() and start > 0 and text[start - 1] in " ("
    if scheme is not Scheme.DECIMAL or not _INSIDE_SENTENCE.search(text, max(0, start - 2), start):
        return False
    number = _NUMBER.match(text, start)
    if number is None or _COUNTED.match(text, number.end()):
        return False
    if number.group()[-1].isalpha():  # no amount looks like 402.8h
        return True
    if not _CITING_WORD.search(text, max(0, start - 16), start):
        return False
    if "." not in number.group():  # a section needs its heading: See 706, “Rolling a Die.”
        return _SEE.search(text, max(0, start - 9), start) is not None
    return _GOES_ON.match(text, number.end()) is not None


def listed(text: str, at: int, head: str, scheme: Scheme) -> Iterator[tuple[Citation, int]]:
    """The citation at a place and those that continue it, each with the place where reading goes on.

    ``head`` is the word that announces it, in small letters, "" where none does.
    """
    first = True
    while number := _NUMBER.match(text, at):
        try:
            start = RuleNumber.parse(number.group())
        except NotARuleNumber:  # pragma: no cover - the pattern reads less than the parser
            return
        if len(number.group()) == 1 and start.scheme is Scheme.LETTERED is not scheme:
            return  # "rule X" in a decimal edition is a blank, in a lettered one the letter X
        named = _QUOTED.match(text, number.end())
        if not _credible(text, number.end(), start, head, first=first, named=bool(named)):
            return
        citations, end = _with_tail(text, number, start, head)
        named = _QUOTED.match(text, end)
        name, comma = "", False
        if named and not (scheme is Scheme.LETTERED and "," not in named.group()[:2]):
            inside = named["curly"] or named["straight"]
            name, comma = inside.rstrip(" .,;"), inside.endswith((",", ";"))
            end = named.end()
        elif first:
            name = _name_before(text, number.start() - len(head) - 1)
        for each in citations[:-1]:
            yield each, end
        latest = citations[-1]
        yield (_named(latest, name) if name else latest), end
        following = _NEXT.match(text, end)
        if following is None or not (following["comma"] or following["word"] or comma):
            return
        at, first = following.end(), False
        if re.match(r"[A-Z](?!\.[0-9])", text[at:]):
            return


def _name_before(text: str, end: int) -> str:
    """The heading that D'Angelo puts before a number: ``see Mana Burn, Rule G.25``, ``see Costs (Rule G.7)``."""
    before = _NAMED_BEFORE.search(text[max(0, end - 72) : max(0, end)])
    return before["name"] if before else ""


def _named(citation: Citation, name: str) -> Citation:
    return replace(citation, name=name)


def _credible(text: str, end: int, number: RuleNumber, head: str, *, first: bool, named: bool) -> bool:
    """Whether a number that reads well is a citation, given the word that announced it and what follows."""
    if head.startswith("phase") and number.scheme is Scheme.DECIMAL:
        return False  # D'Angelo's letter P holds the phases: see Phase P.5
    if named:
        return True
    if number.level is Level.CHAPTER:
        announced = head.startswith(("section", "chapter")) or (head and number.scheme is Scheme.LETTERED)
        return bool(announced) and not _FOREIGN.match(text, end) and not _COUNTED.match(text, end)
    if _COUNTED.match(text, end):
        return number.level is not Level.SECTION and number.scheme is Scheme.LETTERED
    if head and _FOREIGN.match(text, end):
        return False
    if number.level is Level.SECTION and number.scheme is Scheme.DECIMAL and not first:
        return head.endswith("s") or _GOES_ON.match(text, end) is not None
    return True


def _with_tail(text: str, number: re.Match[str], start: RuleNumber, head: str) -> tuple[list[Citation], int]:
    """The number with what completes it to a run (``-i``, ``through Rule A.7.10``) or a short list (``/10i``)."""
    if (tail := _TAIL.match(text, number.end())) and (run := _run(tail, start, head)):
        printed = text[number.start() : tail.end()]
        return [Citation(number.start(), tail.end(), printed, Kind.RANGE, run.first, run.last)], tail.end()
    citations = [Citation(number.start(), number.end(), number.group(), Kind(start.level.value), start)]
    end, latest = number.end(), start
    while slashed := _SLASHED.match(text, end):
        latest = latest.completed(slashed["item"])
        citations.append(
            Citation(slashed.start("item"), slashed.end(), slashed["item"], Kind(latest.level.value), latest)
        )
        end = slashed.end()
    return citations, end


def _run(tail: re.Match[str], start: RuleNumber, head: str) -> NumberRange | None:
    """The run that a tail makes of its first number, None when it is no run: ``rule 702.6 - 20 cards``."""
    last = tail["last"]
    short = len(last) < 3
    spaced = tail["dash"] and tail.group()[0] == " "
    if short and (spaced or (tail["word"] and tail["word"].lower() == "to") or tail["again"]):
        return None
    if tail["word"] and tail["word"].lower() == "to" and not (head.endswith("s") or tail["again"]):
        return None
    if tail["dash"] and len(tail.group()) > 1 and last[0].isupper() and start.scheme is Scheme.DECIMAL:
        return None
    try:
        return NumberRange.parse(str(start), last)
    except NotARuleNumber:
        return None


def _terms(text: str) -> Iterator[Citation]:
    """Citations of glossary entries: ``See also Tap, Untap, and Untapped.``, ``see glossary, "Timestamp Order"``."""
    for quoted in _IN_GLOSSARY.finditer(text):
        which = "after" if quoted["after"] else "before"
        yield _term(text, quoted.start(which), quoted.end(which))
    for see in _SEE_TERM.finditer(text):
        if not all(_title_word(word) for word in see["terms"].split()):
            continue
        at = see.start("terms")
        for part in _split_terms(see["terms"]):
            at = text.index(part, at)
            yield _term(text, at, at + len(part))
            at += len(part)


def _term(text: str, start: int, end: int) -> Citation:
    """The citation of the term printed at ``[start:end]``, quotation marks around it left outside."""
    printed = text[start:end]
    inner = printed.strip('“”" .,') if printed[:1] in '“"' else printed.rstrip(" .,")
    start += printed.index(inner)
    return Citation(start, start + len(inner), inner, Kind.GLOSSARY, term=inner)


def _title_word(word: str) -> bool:
    return word.strip("“”\"'‘’,")[:1].isupper() or word.strip(",") in _SMALL_WORDS


def _split_terms(terms: str) -> list[str]:
    """The entries of a list.

    Two with a comma alone stay together, for "Active Player, Nonactive Player Order" is one entry: which of the two
    it is, only a glossary knows.

    >>> _split_terms("Tap, Tapped, and Untap"), _split_terms("Aura and Enchant"), _split_terms("Aura, Enchant")
    (['Tap', 'Tapped', 'Untap'], ['Aura', 'Enchant'], ['Aura, Enchant'])
    """
    parts = re.split(r",? and |,? or ", terms)
    if len(parts) == 1:
        return parts
    return [item for part in parts for item in part.split(", ")]


def _index_lines(text: str, found: list[Citation]) -> Iterator[Citation]:
    """The numbers of the index that the 1999 edition closes with: ``mana ability, 214.9f, 406.1, 411``."""
    if "," not in text:
        return
    for line in _LINE_OF_INDEX.finditer(text):
        for number in re.compile(rf"{_FULL}|{_SECTION}").finditer(text, line.start(), line.end()):
            if not any(each.start <= number.start() < each.end for each in found):
                (citation, *_), _ = _with_tail(text, number, RuleNumber.parse(number.group()), "")
                yield replace(citation, announced=False)
