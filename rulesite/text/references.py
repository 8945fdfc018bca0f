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

from rulesite.text import attributions, misprints, pointers
from rulesite.text.citations import Citation, Kind
from rulesite.text.numbering import DOUBLED, LETTER, Level, NotARuleNumber, NumberRange, RuleNumber, Scheme

# --- numbers ------------------------------------------------------------------------------------------------------
_FULL = rf"[1-9][0-9]{{2}}\.[0-9]{{1,3}}{LETTER}?"
_SERIES = r"[1-9][0-9]{2}\.(?:Ruling|Note)\.[0-9]{1,3}"
_SECTION = r"[1-9][0-9]{2}"
_CHAPTER = r"[1-9]"
_LETTERED = rf"[A-Z]\.[0-9]{{1,3}}(?:\.(?:[0-9]{{1,3}}{LETTER}?|Ruling\.[0-9]{{1,3}}|Note(?:\.[0-9]{{1,3}})?))?"
_RULE = re.compile(r"[1-9][0-9]{2}\.[0-9]{1,3}")
_CLOSED = r"(?!\w|\.[0-9]|,0)"
"""Nothing of a longer number follows: 702.6 is not 702.60, and a full stop closes the sentence."""

_NUMBER = re.compile(rf"(?:{_FULL}|{_SERIES}|{_SECTION}|{_CHAPTER}|{_LETTERED}|[A-Z](?=[.,;)]|$)){_CLOSED}")
_TAIL = re.compile(
    r"(?:\s{0,3}(?P<dash>[-–‑‒])\s{0,3}(?:rules?\s+)?|\s+(?P<word>through|thru|to)\s+(?P<again>rules?\s+)?)"
    rf"(?:(?P<last>{_FULL}|{_LETTERED}|{_SECTION}|[0-9]{{1,3}}{LETTER}?|{LETTER}){_CLOSED}|(?P<damaged>(?=[1-9])))",
    re.IGNORECASE,
)
_SLASHED = re.compile(rf"/(?P<item>{_FULL}|[0-9]{{1,3}}{LETTER}?|{LETTER}){_CLOSED}")
_SHORT = re.compile(
    rf"(?:\s{{0,3}},\s{{0,3}}(?:(?:and|or|&)\s+)?|\s{{0,3}}[&+]\s{{0,3}}|\s+(?:and|or)\s+)"
    rf"(?P<item>[b-kmnp-z]|{DOUBLED}|[1-9][0-9]{{0,2}}{LETTER}?)(?!\w|['’]|\.\w|\.\s[0-9])"
)
"""More of the same rule or section: ``601.2b, c and f``, ``409.1b and 1c``. An "a" would be the article."""
_LETTER_OTHERWISE = re.compile(rf"\((?P<bracketed>{LETTER})\)|(?<=[0-9])(?P<capital>[A-Z])(?!\w)")
"""The letter of a subrule as others print it: ``409.1(b)``, ``409.1B``."""

# --- what stands around them --------------------------------------------------------------------------------------
_OPENING = re.compile(
    r"(?<![\w-])(?P<head>(?:sub-?)?rules?|sections?|chapters?|phases?|crs?|(?<!\.)c\.\s?r\.|comprules|§§?)"
    r"(?:\s{0,3}(?:[§#:-]|number\b|no\.))?\s{0,3}(?=[1-9]|[a-z]\b)"
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
_WHOSE = re.compile(
    r",?\s(?:of|in|from|to)\s(?:(?:the|an?|any|that|this|its|your)\s)?"
    r"(?P<whose>[A-Z][^.;()\n]{0,60}|(?:appendix|annex|article|booklet|brochure|guide|handbook|leaflet|manual|policy)\b)"
)
_OURS = re.compile(r"\b(?:Comp(?:rehensive)?|Magic|CR|[Rr]ulebook|[Rr]ules?|D['’]Angelo|[12][0-9]{3})\b")
_APPENDED = re.compile(
    r"\b(?:Appendix|Appendices|App\.|Annex|Addendum|Article|Exhibit|Part|Schedule|Volume)\s[A-Z0-9]{1,4}\b"
    r"(?:[^.;\n]|\.\.\.){0,80}$",
    re.IGNORECASE,
)
"""What stands before a part of a thing that has sections of its own: ``Appendix B, "Timing", section 5``."""
_FOREIGN_BEFORE = re.compile(r"\b(?:Tournament|Floor|Policy|Penalty)\s$")

_QUOTED = re.compile(r",?\s{0,3}(?:“(?P<curly>[^”\n]{2,90})”|\"(?P<straight>[^\"\n]{2,90})\")")
_NEXT = re.compile(
    r"(?P<comma>\s{0,3}[,;])?\s{1,3}(?P<word>(?:and/or|and|or|then)\s{1,3})?(?:also\s)?(?:see\s)?(?=[1-9A-Z])"
)
_NAMED_BEFORE = re.compile(r"\b[Ss]ee (?:the )?(?P<name>[A-Z][^.,;()\[\]\n]{1,60}?)(?:,\s|\s\()$")
_LONGEST_LINE_OF_INDEX = 300
_INDEXED = rf"(?:{_FULL}|{_SECTION})(?:\s?[-–]\s?[1-9a-z][0-9.a-z]{{0,6}})?"
_LINE_OF_INDEX = re.compile(
    r"^[ \t]*[^\s\d,;:.][^\n,;:\d]{0,60}(?:[,:;]\s|\s?(?:\.\s?){2,}|\s?…\s?)"
    rf"{_INDEXED}(?:[,;]\s(?:and\s)?{_INDEXED})*"
    r"(?=[\s.,;]*$|[.,;]?\s\(?[Ss]ee\s)",
    re.MULTILINE,
)


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
            found += pointers.find(text)
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


@dataclass(frozen=True)
class _Printed:
    """A number as it is printed at ``[start:end]``; ``damaged`` where no number is printed so."""

    start: int
    end: int
    number: RuleNumber
    damaged: bool = False


def _printed(text: str, at: int, scheme: Scheme, *, sought: bool) -> _Printed | None:
    """The number printed at a place; damaged ones are read only where one is ``sought``."""
    if sought and scheme is Scheme.DECIMAL and (damaged := misprints.read(text, at)):
        return _Printed(at, damaged[1], damaged[0], damaged=True)
    number = _NUMBER.match(text, at)
    if number is None:
        capital = _RULE.match(text, at) if sought else None
        letter = _LETTER_OTHERWISE.match(text, capital.end()) if capital else None
        if capital is None or letter is None:
            return None
        return _Printed(at, letter.end(), RuleNumber.parse(capital.group() + letter.group().lower()))
    read = RuleNumber.parse(number.group())
    if len(number.group()) == 1 and read.scheme is Scheme.LETTERED is not scheme:
        return None  # "rule X" in a decimal edition is a blank, in a lettered one the letter X
    letter = _LETTER_OTHERWISE.match(text, number.end()) if read.level is Level.RULE else None
    if letter and read.scheme is Scheme.DECIMAL:
        return _Printed(at, letter.end(), replace(read, letter=letter["bracketed"] or letter["capital"].lower()))
    return _Printed(at, number.end(), read)


def listed(text: str, at: int, head: str, scheme: Scheme) -> list[tuple[Citation, int]]:
    """The citation at a place and those that continue it, each with the place where reading goes on.

    ``head`` is the word that announces it, in small letters, "" where none does.
    """
    found: list[tuple[Citation, int]] = []
    while number := _printed(text, at, scheme, sought=bool(head or found)):
        first = not found
        named = _QUOTED.match(text, number.end)
        if not _credible(text, number, head, first=first, named=bool(named)):
            break
        citations, end = _with_tail(text, number, head)
        named = _QUOTED.match(text, end)
        name, comma = "", False
        if named and not (scheme is Scheme.LETTERED and "," not in named.group()[:2]):
            inside = named["curly"] or named["straight"]
            name, comma = inside.rstrip(" .,;"), inside.endswith((",", ";"))
            end = named.end()
        elif first:
            name = _name_before(text, number.start - len(head) - 1)
        found += [(each, end) for each in citations[:-1]]
        found.append((replace(citations[-1], name=name), end))
        following = _NEXT.match(text, end)
        if following is None or not (following["comma"] or following["word"] or comma):
            break
        at = following.end()
        if re.match(r"[A-Z](?!\.[0-9])", text[at:]):
            break
    return list(_beside_each_other(found))


def _beside_each_other(found: list[tuple[Citation, int]]) -> Iterator[tuple[Citation, int]]:
    """The citations of a list, each with the well printed number next to it, the one before it rather."""
    after: list[RuleNumber | None] = [None]
    for citation, _ in found[:0:-1]:
        after.append(_witness(citation) or after[-1])
    before = None
    for (citation, end), following in zip(found, reversed(after), strict=False):
        witness = citation.beside or before or following
        yield replace(citation, beside=witness) if witness else citation, end
        before = _witness(citation) or before


def _witness(citation: Citation) -> RuleNumber | None:
    """The number that a citation bears witness with for those beside it."""
    return None if citation.misprinted else citation.last or citation.first


def _name_before(text: str, end: int) -> str:
    """The heading that D'Angelo puts before a number: ``see Mana Burn, Rule G.25``, ``see Costs (Rule G.7)``."""
    before = _NAMED_BEFORE.search(text[max(0, end - 72) : max(0, end)])
    return before["name"] if before else ""


def _credible(text: str, printed: _Printed, head: str, *, first: bool, named: bool) -> bool:
    """Whether a number that reads well is a citation, given the word that announced it and what follows."""
    number, end = printed.number, printed.end
    if head.startswith("phase") and number.scheme is Scheme.DECIMAL:
        return False  # D'Angelo's letter P holds the phases: see Phase P.5
    if head.startswith(("section", "chapter")) and number.scheme is Scheme.DECIMAL and _is_of_another(text, printed):
        return False
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


def _is_of_another(text: str, printed: _Printed) -> bool:
    """Whether a section is part of an appendix, or of something else than these rules: ``section 5 of Appendix B``."""
    if printed.number.level is Level.CHAPTER and _APPENDED.search(text, max(0, printed.start - 100), printed.start):
        return True
    named = _QUOTED.match(text, printed.end)
    owner = _WHOSE.match(text, named.end() if named else printed.end)
    return owner is not None and not _OURS.search(owner["whose"])


def _with_tail(text: str, printed: _Printed, head: str) -> tuple[list[Citation], int]:
    """The number with what makes it a run (``-i``, ``through Rule A.7.10``) or a list (``/10i``, ``, c``)."""
    start, number = printed.start, printed.number
    tail = _TAIL.match(text, printed.end)
    if (run := _run(text, tail, printed, head) if tail else None) and run.last:
        citations, number, end = [replace(run, text=text[start : run.end])], run.last, run.end
    else:
        end, kind = printed.end, Kind(number.level.value)
        citations = [Citation(start, end, text[start:end], kind, number, misprinted=printed.damaged)]
        while slashed := _SLASHED.match(text, end):
            number, end = number.completed(slashed["item"]), slashed.end()
            citations.append(_abbreviated(slashed, number))
    while (short := _SHORT.match(text, end)) and (following := _following(text, short, number, head)):
        number, end = following, short.end()
        citations.append(_abbreviated(short, number))
    return citations, end


def _abbreviated(item: re.Match[str], number: RuleNumber) -> Citation:
    """The citation of a number that leaves out what the one before it has said."""
    return Citation(item.start("item"), item.end("item"), item["item"], Kind(number.level.value), number)


def _following(text: str, short: re.Match[str], number: RuleNumber, head: str) -> RuleNumber | None:
    """The number that an abbreviation adds to a list, None where it counts or is a word: ``rule 118.7, 8 cards``."""
    item = short["item"]
    if number.scheme is Scheme.LETTERED or number.rule is None or number.word:
        return None
    if item.isalpha():
        following = replace(number, letter=item) if number.letter else None
    elif item.isdigit():
        listed = head.endswith("s") and not number.letter and _GOES_ON.match(text, short.end())
        following = number.completed(item) if listed and not _COUNTED.match(text, short.end()) else None
    else:
        following = number.completed(item) if number.letter else None
    return following if following and number < following else None


def _run(text: str, tail: re.Match[str], printed: _Printed, head: str) -> Citation | None:
    """The run that a tail makes of its first number, None when it is no run: ``rule 702.6 - 20 cards``."""
    start, last, end = printed.number, tail["last"], tail.end()
    damaged = misprints.read(text, tail.start("damaged" if last is None else "last"))
    if last is None and damaged is None:
        return None
    word = (tail["word"] or "").lower()
    if word == "to" and not (head.endswith("s") or tail["again"]):
        return None
    if damaged:
        last, end = str(damaged[0]), damaged[1]
    elif len(last) < 3:
        spaced = tail["dash"] and any(sign.isspace() for sign in tail.group())
        if word == "to" or tail["again"] or (spaced and not _ends_run(text, tail, start, head)):
            return None
    if tail["dash"] and len(tail.group()) > 1 and last[0].isupper() and start.scheme is Scheme.DECIMAL:
        return None
    try:
        run = NumberRange.parse(str(start), last)
    except NotARuleNumber:
        return None
    beside = run.last if printed.damaged and len(last) > 3 else run.first if damaged else None
    return Citation(
        printed.start, end, "", Kind.RANGE, run.first, run.last,
        misprinted=printed.damaged or damaged is not None, beside=None if printed.damaged and damaged else beside,
    )  # fmt: skip


def _ends_run(text: str, tail: re.Match[str], start: RuleNumber, head: str) -> bool:
    """Whether what stands after a dash with spaces about it can only be the end of a run: ``601.2a - g``."""
    last = tail["last"]
    if _COUNTED.match(text, tail.end()) or not _GOES_ON.match(text, tail.end()):
        return False
    if last.isalpha():
        return bool(start.letter) and re.fullmatch(rf"[b-kmnp-z]|{DOUBLED}", last) is not None
    return head.endswith("s") and re.match(r"\s*(?:$|[.,;:)\]])", text[tail.end() : tail.end() + 4]) is not None


def _index_lines(text: str, found: list[Citation]) -> Iterator[Citation]:
    """The numbers of the index that the 1999 edition closes with: ``mana ability, 214.9f, 406.1, 411``."""
    if len(text) > _LONGEST_LINE_OF_INDEX and "\n" not in text:
        return
    for line in _LINE_OF_INDEX.finditer(text):
        for number in re.compile(rf"{_FULL}|{_SECTION}").finditer(text, line.start(), line.end()):
            if not any(each.start <= number.start() < each.end for each in found):
                printed = _Printed(*number.span(), RuleNumber.parse(number.group()))
                (citation, *_), _ = _with_tail(text, printed, "")
                yield replace(citation, announced=False)
