"""Find the headings of a policy document, and its table of contents.

A heading is a line that begins with a number greater than the one before: ``4.3 Out-of-Order Sequencing``, ``10.
Format``, until 2009 ``104. New Releases``; appendices have letters. The table of contents says which lines with a
number are headings, and where a title ends and a penalty begins. Where nothing is numbered (Judging at Regular REL, the
first rules), the headings are counted.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ingest.document.source import Line

_WORK = r"\s*(?P<work>(?:MTR|IPG|JAR)\s+)?"
"""The document's name, which a page of several has before each number."""
_NUMBERED = re.compile(
    _WORK
    + r"(?P<number>[1-9][0-9]{0,2}(?:\.[1-9][0-9]?)?)(?P<dot>\.?)[\s\xa0]+(?P<title>[A-Z(“\"][^\t]*?)\s*(?:\t.*)?$"
)
_APPENDIX = re.compile(
    _WORK + r"(?P<label>appendix)\s+(?P<number>[A-H])\b\s*(?P<mark>[-\u2013\u2014]|:(?=\s*$))?\s*(?P<title>.*?)\s*$",
    re.IGNORECASE,
)
_LEADERS = re.compile(r"\s*(?:(?:[.…]\s?){4,}|\t)\s*[0-9]{0,3}\s*$")
_CONTENTS = re.compile(r"\s*(?:table of )?contents(?:\s+page)?:?\s*", re.IGNORECASE)
_PAGE_AFTER = re.compile(r"\s+[0-9]{1,3}\s*$")
_RUN_ON = re.compile(
    r"(?:[A-Z][\w’'-]*(?:\s(?:of|the|and|for|in|to|with|a|an|or))*\s)+?(?=[A-Z][a-z’']*,?\s(?!(?:of|and|for|in|to|with|or)\s)[a-z])"
)
"""A title in front of its text on one line: ``Pregame Procedure Before a game begins``."""
_SENTENCE_END = (".", "?", "!", ";", ",", ":")
_MAX_TITLE = 110
_FIRST_OLD = 10
"""The first number of a section in the older documents, above the points of any list in them."""
_MIN_SAME = 8
"""Letters by which two titles are known to be the same."""


@dataclass(frozen=True)
class Heading:
    """A line that opens a provision: its number, the span of its title, and whether it is an appendix."""

    index: int
    number: str
    start: int
    title_start: int
    title_end: int
    appendix: bool = False
    label: int = -1
    """Where the word “Appendix” begins, which belongs to its title."""

    @property
    def skip(self) -> int:
        """The number of characters before what is kept as the title."""
        return (self.label if self.appendix else self.title_start) - self.start


@dataclass(frozen=True)
class Outline:
    """The headings of a document, the lines of its contents list, and the line at which its body begins."""

    headings: tuple[Heading, ...]
    contents: frozenset[int]
    body: int
    borrowed: Mapping[int, Heading] = field(default_factory=dict)
    """Chapters that only the contents list names, by the line of their first section."""


@dataclass(frozen=True)
class _Candidate:
    index: int
    number: str
    title: str
    start: int
    offset: int
    """Where the title begins in the line."""
    appendix: bool
    sure: bool
    """Whether a full stop or a dash marks it as a heading."""
    label: int = -1
    """Where the word “Appendix” begins in the line, which belongs to the title."""
    named: bool = False
    """Whether the document's name is before the number, as nowhere but in a heading."""

    @property
    def order(self) -> tuple[int, int]:
        if self.appendix:
            return 1000, ord(self.number)
        whole, _, part = self.number.partition(".")
        return int(whole), int(part or 0)

    @property
    def letters(self) -> str:
        return letters(self.title)


def letters(text: str) -> str:
    """A title by its letters and digits alone, in lower case, without the dots and the page number of a contents list.

    >>> letters("F ORMAT of Infractions ........ 12")
    'formatofinfractions'
    """
    return "".join(sign for sign in _LEADERS.sub("", text).casefold() if sign.isalnum())


def find(lines: Sequence[Line], rows: Collection[int] = ()) -> Outline:
    """Find the headings of a document and its contents list; lines that are ``rows`` of tables are none."""
    candidates = [candidate for candidate in _candidates(lines) if candidate.index not in rows]
    start = _body_start(candidates)
    above = [candidate for candidate in candidates if candidate.index < start]
    listed: dict[str, list[str]] = {}
    for candidate in above:
        listed.setdefault(candidate.number, []).append(candidate.title)
    headings = list(_accepted([candidate for candidate in candidates if candidate.index >= start], listed))
    body = headings[0].index if headings else len(lines)
    borrowed = dict(_borrowed(headings, above))
    titles = {candidate.letters for candidate in candidates}
    contents = frozenset(_contents(lines[:body], listed, titles)) - {heading.index for heading in borrowed.values()}
    return Outline(tuple(headings), contents, body, borrowed)


def is_entry(cell: str, numbers: Collection[str]) -> bool:
    """Whether a cell of a table only names a heading, by its number and a title, or is empty.

    >>> is_entry("1.5 Sets", {"1.5"}), is_entry(" ", set()), is_entry("15 cards", {"15"}), is_entry("5.1 Sets", {"1.5"})
    (True, True, False, False)
    """
    match = _NUMBERED.match(cell) or _APPENDIX.match(cell)
    return not cell.strip() or (match is not None and match["number"].upper() in numbers)


def _borrowed(headings: Sequence[Heading], above: Sequence[_Candidate]) -> Iterator[tuple[int, Heading]]:
    """Yield the chapters whose titles only the contents list has, each with the line of its first section."""
    listed = {candidate.number: candidate for candidate in above}
    opened = {heading.number for heading in headings}
    for heading in headings:
        chapter, _, section = heading.number.partition(".")
        candidate = listed.get(chapter)
        if section and chapter not in opened and candidate is not None:
            opened.add(chapter)
            end = candidate.offset + len(candidate.title)
            yield heading.index, Heading(candidate.index, chapter, candidate.start, candidate.offset, end)


def _candidates(lines: Sequence[Line]) -> Iterator[_Candidate]:
    for index, line in enumerate(lines):
        if match := _NUMBERED.match(line.text):
            title, dotted = match["title"], "." in match["number"] or bool(match["dot"])
            yield _Candidate(
                index,
                match["number"],
                title,
                _indent(line),
                match.start("title"),
                False,
                dotted,
                named=bool(match["work"]),
            )
        elif match := _APPENDIX.match(line.text):
            begin = match.start("title") if match["title"] else match.end("number")
            shouted = match.group().strip().isupper()
            sure = bool(match["mark"]) or (shouted and not match["title"].endswith(_SENTENCE_END))
            yield _Candidate(
                index, match["number"].upper(), match["title"], _indent(line), begin, True, sure, match.start("label")
            )


def _indent(line: Line) -> int:
    return len(line.text) - len(line.text.lstrip())


def _body_start(candidates: Sequence[_Candidate]) -> int:
    """The line of the first heading below the contents list: where numbers and titles begin to come again.

    In a contents list more than half of the entries come again. A page may have the list twice, so that it is the last
    place where the first entry comes again.
    """
    if not candidates:
        return 0
    places: dict[tuple[str, str], list[int]] = {}
    for place, candidate in enumerate(candidates):
        places.setdefault((candidate.number, candidate.letters[:_MIN_SAME]), []).append(place)
    for again in places.values():
        if len(again) > 1:
            above = range(again[-1])
            repeated = sum(
                places[candidates[place].number, candidates[place].letters[:_MIN_SAME]][-1] >= again[-1]
                for place in above
            )
            if 2 * repeated > len(above):
                start = again[-1]
                while start and candidates[start - 1].order < candidates[start].order:
                    start -= 1  # a heading that the list has with other words
                return candidates[start].index
    return candidates[0].index


def _is_same(left: str, right: str) -> bool:
    size = min(len(left), len(right), _MIN_SAME)
    return size > 0 and left[:size] == right[:size]


def _accepted(candidates: Sequence[_Candidate], listed: Mapping[str, list[str]]) -> Iterator[Heading]:
    """Yield the candidates that are headings: in order, and with the title that the contents list has."""
    above: _Candidate | None = None
    old = sum(_is_old(candidate) for candidate in candidates) > sum("." in candidate.number for candidate in candidates)
    for candidate in candidates:
        if above is not None and candidate.order <= above.order:
            continue
        title = _listed_title(candidate, listed)
        if title is not None:
            if not (candidate.named or _is_same(candidate.letters, letters(title))):
                continue
        elif candidate.appendix:
            if not candidate.sure:
                continue
        elif old:
            if not (candidate.sure and (_is_old(candidate) or above is None)):
                continue
        elif not _follows(candidate, above) or not _is_title(candidate.title):
            continue
        end = candidate.offset + _title_length(candidate.title, title)
        above = candidate
        yield Heading(
            candidate.index,
            candidate.number,
            candidate.start,
            candidate.offset,
            end,
            candidate.appendix,
            candidate.label,
        )


def _listed_title(candidate: _Candidate, listed: Mapping[str, list[str]]) -> str | None:
    """The title that the contents list has for a heading, perhaps with a misprinted number, which is there twice."""
    misprinted = [title for titles in listed.values() if len(titles) > 1 for title in titles]
    for title in (*listed.get(candidate.number, ()), *misprinted):
        if len(letters(title)) > _MIN_SAME and candidate.letters.startswith(letters(title)):
            return title
    return next(iter(listed.get(candidate.number, ())), None)


def _is_old(candidate: _Candidate) -> bool:
    return not candidate.appendix and candidate.number.isdigit() and int(candidate.number) >= _FIRST_OLD


def _follows(candidate: _Candidate, above: _Candidate | None) -> bool:
    """Whether a number comes next: the next section, the first of this chapter, or the next chapter."""
    if above is None:
        return candidate.number in ("1", "1.1")
    if above.appendix:
        return False
    (chapter, section), (last, before) = candidate.order, above.order
    return (chapter == last and section == before + 1) or (chapter == last + 1 and section <= 1)


def _is_title(title: str) -> bool:
    return len(title) <= _MAX_TITLE and not title.endswith(_SENTENCE_END)


def _title_length(title: str, listed: str | None) -> int:
    """The number of characters of a line that are its title: as many as the contents list has, or all."""
    if listed:
        wanted, letter_count = len(letters(listed)), 0
        if letters(title).startswith(letters(listed)):
            for index, sign in enumerate(title):
                letter_count += sign.isalnum()
                if letter_count == wanted:
                    rest = title[index + 1 :]
                    closed = re.match(r"[^\w\s]*", rest)
                    return index + 1 + (closed.end() if closed else 0)
    run_on = _RUN_ON.match(title)
    if run_on and len(title) > len(run_on.group()) + 30:
        return len(run_on.group().rstrip())
    return len(title)


def _contents(lines: Sequence[Line], listed: Collection[str], titles: set[str]) -> Iterator[int]:
    """Yield the lines above the body that belong to the contents list."""
    began = False
    for index, line in enumerate(lines):
        match = _NUMBERED.match(line.text) or _APPENDIX.match(line.text)
        plain = letters(_PAGE_AFTER.sub("", line.text))
        is_entry = match is not None and match["number"].upper() in listed
        if _CONTENTS.fullmatch(line.text) or _LEADERS.search(line.text) or is_entry or (began and plain in titles):
            began = began or bool(listed)
            yield index


def counted(lines: Sequence[Line]) -> Outline:
    """Headings that are not numbered, counted: ``1`` for the first, ``1.1`` for the first item or question below it.

    A chapter is a line in title case, or one with a colon above numbered items; a section is a numbered item, or a
    paragraph of one line that is no sentence.
    """
    headings: list[Heading] = []
    chapter = section = 0
    numbered = sum(bool(_ITEM.match(line.text)) for line in lines) > 1
    for index, line in enumerate(lines):
        text = line.text.strip()
        after = next((later.text for later in lines[index + 1 :] if later.text.strip()), "")
        above = lines[index - 1].text.strip() if index else ""
        below = lines[index + 1].text.strip() if index + 1 < len(lines) else ""
        number, begin = "", _indent(line)
        if numbered and text.endswith(":") and _ITEM.match(after) and len(text) < _MAX_TITLE and not above:
            chapter, section, number = chapter + 1, 0, str(chapter + 1)
        elif numbered and chapter and (item := _ITEM.match(line.text)) and int(item[1]) == section + 1:
            section += 1
            number, begin = f"{chapter}.{section}", item.end()
        elif not numbered and not above and not below and after and _is_bare(text):
            titled = all(word[0].isupper() for word in text.split() if len(word) > 3 and word[0].isalpha())
            if titled and len(text) < 40:
                chapter, section, number = chapter + 1, 0, str(chapter + 1)
            elif chapter and not titled and len(text) < 2 * _MAX_TITLE:
                section += 1
                number = f"{chapter}.{section}"
        if number:
            end = begin if numbered and section else _indent(line) + len(text)
            headings.append(Heading(index, number, _indent(line), begin, end))
    return Outline(tuple(headings), frozenset(), headings[0].index if headings else len(lines))


def _is_bare(text: str) -> bool:
    """Whether a line is a heading by its form: no sentence, and no date."""
    return bool(text) and text[0].isalpha() and not text.endswith((*_SENTENCE_END, "”")) and not _DATED.match(text)


_DATED = re.compile(r"effective\b|last updated\b", re.IGNORECASE)
_ITEM = re.compile(r"\s+([1-9][0-9]?)\.\s+(?=\S)")
