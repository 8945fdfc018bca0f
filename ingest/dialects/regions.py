"""Find the regions of a rules document: front matter, contents, body, glossary, index, credits.

They are found from the text of the lines alone, so that the same code reads an extract that starts in mid-section and a
whole book. All positions are indices into the source's lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ingest.dialects import back_index, dates, furniture, line_starts
from ingest.document.source import Line
from rulesite.text.characters import JOINING_DASHES

RULE_START = re.compile(r"\s*([1-9]\d\d)\.(\d{1,3})")
SECTION_START = re.compile(r"\s*([1-9]\d\d)\.\s+\S")
CHAPTER_START = re.compile(rf"\s*([1-9])\.\s+([{line_starts.CAPITAL}][^.!?]{{2,60}})\s*$")
_SECTION_AND_RULE = re.compile(r"\s*([1-9][0-9]{2})\.\s+[A-Z\"“].{0,90}?\s\1\.[0-9]{1,3}\.?\s+[A-Z\"“]")
_CONTENTS = re.compile(
    r"\W*(?:(?:Table of )?Contents|содержание|оглавление|inhalt(?:sverzeichnis)?|table des matières|sommaire|[íi]ndice"
    r"|sommario|conteúdo|目次|目[录錄]|목차)\W*",
    re.IGNORECASE,
)
_ENTRY = re.compile(r"\s*[1-9]\d{0,2}\.\s+\S.{0,80}$")
_MIN_ENTRIES = 12
"""The fewest lines of a contents list. The shortest book has more chapters and sections."""
_GLOSSARY = re.compile(
    r"\W*(?:(?:the )?glossary(?: of (?:game )?terms)?|глоссарий|словарь(?: терминов)?|glossar|glossaire"
    r"|glosario|glossario|glossário|用語集|词汇表|詞彙表|용어집)\W*",
    re.IGNORECASE,
)
_CREDITS = re.compile(
    r"\W*(?:credits|благодарности|авторы|danksagung(?:en)?|crédits|créditos|crediti|riconoscimenti)\W*", re.IGNORECASE
)
_CONTENTS_WORDS = {
    "introduction", "glossary", "index", "credits", "questions?", "customer service information",
}  # fmt: skip


@dataclass(frozen=True)
class Regions:
    """The start of each region. An absent region starts where the next one does."""

    front: int
    contents: int
    contents_end: int
    body: int
    last_number: int
    glossary: int
    index: int
    index_end: int
    credits: int
    end: int
    is_extract: bool
    """Whether the source is part of a document: it has no contents list, and lacks beginning, end or chapters."""

    @property
    def glossary_end(self) -> int:
        """The end of the glossary."""
        return min(self.index, self.credits)

    @property
    def book_end(self) -> int:
        """The end of the rules, glossary and index, whichever is last."""
        return self.index_end if self.index < self.end else self.credits

    @property
    def closing(self) -> list[int]:
        """The lines of the credits, which an index may interrupt."""
        return [line for line in range(self.credits, self.end) if not self.index <= line < self.index_end]


def find(lines: Sequence[Line]) -> Regions | None:
    """Return the regions of a source written like the Comprehensive Rules, or None when it has no numbered rule."""
    numbered = [index for index, line in enumerate(lines) if opens_rule(line.text)]
    if not numbered:
        return None
    end = len(lines)
    glossary = _headed(lines, _GLOSSARY, numbered[0], end)
    credits = _headed(lines, _CREDITS, glossary if glossary < end else numbered[0], end)
    glossary = min(glossary, credits)
    body = _body_start(lines, numbered[0])
    contents = next((index for index in range(numbered[0]) if _CONTENTS.fullmatch(lines[index].text)), -1)
    is_whole = contents >= 0 or _is_complete([lines[index].text for index in numbered], closed=glossary < end)
    if is_whole and contents < 0:
        contents = _unheaded_contents(lines, body)
    if contents >= 0:
        body = min(body, _again(lines, contents, numbered[0]))
    contents_end = _contents_end(lines, contents, body) if contents >= 0 else body
    last = max((line_index for line_index in numbered if line_index < glossary), default=numbered[0])
    index, index_end = _index(lines, glossary if glossary < end else last + 1, credits, end)
    glossary = min(glossary, index)
    if credits == end:
        credits = index_end
    return Regions(
        front=_front(lines, body),
        contents=contents if contents >= 0 else body,
        contents_end=contents_end,
        body=body,
        last_number=last,
        glossary=glossary,
        index=index,
        index_end=index_end,
        credits=credits,
        end=end,
        is_extract=not is_whole,
    )


def _is_complete(numbered: Sequence[str], *, closed: bool) -> bool:
    """Whether numbered lines are those of a whole document, whatever its header looks like.

    It begins with the very first rule and has the chapters from 1 on without a gap: all nine, or, if a glossary or
    credits close it, as many as books of its time have. Since 2009 the first chapter is long and there are eight.
    """
    matches = [RULE_START.match(text) for text in numbered]
    rules = [match for match in matches if match]
    if not rules or rules[0][1] != "100" or rules[0][2] != "1":
        return False
    chapters = sorted({int(match[1][0]) for match in rules})
    fewest = 9 if not closed else 8 if any("110" <= match[1] < "200" for match in rules) else 5
    return chapters == list(range(1, len(chapters) + 1)) and len(chapters) >= fewest


def _unheaded_contents(lines: Sequence[Line], body: int) -> int:
    """Return the first line of a contents list that has lost its heading, or -1."""
    entries = [index for index in range(body) if _ENTRY.match(lines[index].text)]
    return entries[0] if len(entries) >= _MIN_ENTRIES else -1


def opens_rule(text: str) -> bool:
    """Whether a line begins with a number and then a sentence or a title, so that the number is not a citation."""
    if line_starts.gapped_number(text) or _SECTION_AND_RULE.match(text):
        return True
    number = line_starts.NUMBER.match(text)
    return (
        number is not None and not text[number.end()].islower() and text[number.end()] not in f".,;:){JOINING_DASHES}"
    )


def _front(lines: Sequence[Line], body: int) -> int:
    """Return the first line of the front matter: the title if a date is stated below it, otherwise the body."""
    title = next((index for index in range(body) if is_title(lines[index].text)), body)
    return title if any(dates.stated(line.text)[0] for line in lines[title:body]) else body


def is_title(text: str) -> bool:
    """Whether a line is the title of the Comprehensive Rules."""
    return (
        bool(re.search(r"comprehensive rules\b", text, re.IGNORECASE))
        and len(text) < 100
        and "Part" not in text
        and not text.rstrip().endswith(".")
        and not furniture.is_site_chrome(text)
    )


def opens_provision(text: str) -> bool:
    """Whether a line begins with the number of a rule or section and then a sentence or a title."""
    return opens_rule(text) or bool(line_starts.SECTION.match(text))


def opens_chapter(lines: Sequence[Line], index: int) -> bool:
    """Whether a line is the heading of a chapter, with the first of its sections right below it."""
    chapter = CHAPTER_START.match(lines[index].text)
    if chapter is None:
        return False
    following = (line for line in lines[index + 1 :] if line.text.strip() and not furniture.reason_for(line))
    section = SECTION_START.match(next((line.text for line in following), ""))
    return bool(section and section[1][0] == chapter[1])


def _body_start(lines: Sequence[Line], first_rule: int) -> int:
    """Return the first line of the body: the first rule, or the section and chapter headings right above it."""
    start = first_rule
    section = lines[first_rule].text.strip()[:3]
    patterns = [re.compile(rf"\s*{section}\.\s+\S"), re.compile(rf"\s*{section[0]}\.\s+\S")]
    index = first_rule - 1
    for pattern in patterns:
        while index >= 0 and (not lines[index].text.strip() or not re.search(r"\w", lines[index].text)):
            index -= 1
        if index >= 0 and pattern.match(lines[index].text) and len(lines[index].text) < 90:
            start = index
            index -= 1
    return start


def _again(lines: Sequence[Line], contents: int, end: int) -> int:
    """Return where the first heading of the contents list is repeated before ``end``, or ``end``.

    The body begins there, whatever comes between its first headings and its first rule.
    """
    entries = [(index, " ".join(lines[index].text.split()).lower()) for index in range(contents + 1, end)]
    listed = next((text for _, text in entries if re.match(r"[1-9]\d{0,2}\.\s+\S", text)), "")
    places = [index for index, text in entries if text == listed]
    return places[1] if listed and len(places) > 1 else end


def entry_of(text: str) -> str:
    """Return the name in an entry of a contents list, in lower case, without its page number.

    >>> entry_of("Glossary ........ 145"), entry_of("Credits")
    ('glossary', 'credits')
    """
    return re.sub(r"[\s.…·_]*[0-9]*\s*$", "", text).strip().lower()


def _contents_end(lines: Sequence[Line], contents: int, body: int) -> int:
    """Return the line after the last entry of the contents list. Prose may follow before the body begins."""
    last = contents
    above = {line.text.strip() for line in lines[:contents]}  # a page may begin with the title again
    for index in range(contents + 1, body):
        text = lines[index].text.strip()
        if not re.search(r"\w", text) or furniture.reason_for(lines[index]) or text in above:
            continue
        if re.match(r"[1-9]\d{0,2}\.\s+\S", text) or _is_listed(text):
            last = index
        else:
            break
    return last + 1


def _is_listed(text: str) -> bool:
    """Whether a line of a contents list names a part without a number."""
    return entry_of(text) in _CONTENTS_WORDS or bool(_GLOSSARY.fullmatch(text) or _CREDITS.fullmatch(text))


def _index(lines: Sequence[Line], start: int, credits: int, end: int) -> tuple[int, int]:
    """Return the start and end of the index at the back, with or without a heading; (end, end) if there is none."""
    headed = _headed(lines, back_index.HEADING, start, end)
    stop = credits if headed < credits else end
    entries = [line_index for line_index in range(headed, stop) if back_index.may_be_entry(lines[line_index].text)]
    if entries:
        return headed, credits if credits < end and headed < credits else entries[-1] + 1
    extent = back_index.extent(lines, start, credits) or back_index.extent(lines, credits, end)
    return extent or (end, end)


def _headed(lines: Sequence[Line], heading: re.Pattern[str], start: int, end: int) -> int:
    """Return the first line after ``start`` with only a heading, or the end."""
    return next((index for index in range(start, end) if heading.fullmatch(lines[index].text)), end)


@dataclass(frozen=True)
class Layout:
    """How a source sets its paragraphs: wrapped into lines or whole, with or without a hanging indent.

    ``spaced`` says that a blank line follows every line, and so separates nothing.
    """

    wrapped: bool = False
    hanging: bool = False
    spaced: bool = False


def layout(lines: Sequence[Line], start: int, end: int) -> Layout:
    """Return how the paragraphs of a region are set."""
    region = [line for line in lines[start:end] if not furniture.reason_for(line)]
    spaced = _is_double_spaced(region)
    wrapped = _is_hard_wrapped([line for line in region if line.text.strip()] if spaced else region)
    return Layout(wrapped, wrapped and _hangs(lines, start, end), wrapped and spaced)


def _is_double_spaced(region: Sequence[Line]) -> bool:
    """Whether hardly any line of a region stands directly below another."""
    directly = sum(bool(above.text.strip() and line.text.strip()) for above, line in pairwise(region))
    return directly < 0.02 * sum(bool(line.text.strip()) for line in region)


def _is_hard_wrapped(region: Sequence[Line]) -> bool:
    """Whether the paragraphs of a region are wrapped into lines.

    The measure is the share of lines that directly follow an unfinished sentence and begin nothing: nearly half of a
    wrapped book, and almost none where each paragraph is one line.
    """
    following = beginning = 0
    for above, line in pairwise(region):
        if not line.text.strip():
            continue
        starts = (
            RULE_START.match(line.text)
            or SECTION_START.match(line.text)
            or re.match(r"\s*(?:Example|- )", line.text, re.IGNORECASE)
        )
        if above.text.strip() and not starts and not line_starts.ends_sentence(above.text):
            following += 1
        else:
            beginning += 1
    return following > 0.25 * (following + beginning)


def _hangs(lines: Sequence[Line], start: int, end: int) -> bool:
    """Whether wrapped paragraphs indent their second and later lines, so that indentation begins no paragraph."""
    pairs = [
        (above.text, line.text)
        for above, line in zip(lines[start:end], lines[start + 1 : end], strict=False)
        if line.text.strip() and line_starts.is_numbered(above.text) and not line_starts.is_numbered(line.text)
    ]
    indented = sum(line_starts.indent(line) > line_starts.indent(above) for above, line in pairs)
    return indented > 0.6 * len(pairs) > 0
