"""References: find citations of a rule, a section, a chapter or a glossary entry in a text.

This module only finds and parses citations; resolving them takes an edition, see `resolution`.  The forms are those of
the documents: ``(See rule 418.5a.)``, ``rule 422, "Handling Illegal Actions"``, ``section 8``, ``rules 409.1b-i``,
``118.7–8``, ``rules 103.1, 104.2, and 105.3a``, ``Rule A.7.3 through Rule A.7.10``, ``See also Haste.``  A number is a
citation when a word such as *rule* or *section* announces it, when it continues the list of an announced number, when
it is a subrule's (``601.2f``), or when it is complete (``613.10``) and in a position where only a citation can be:
after *see*, *in*, *to*, an opening bracket and the like.  Other numbers (``100.5 pounds``, ``409 cards``, a year, a
price, the number a paragraph begins with) are left alone.

The span of a citation is the number or the term itself, without the announcing word and the quoted heading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from rulesite.text import policy_citations, see_also, source_tags
from rulesite.text.characters import DASH, HYPHENS_IN_CLASS, IN_CLASS, JOINING_IN_CLASS
from rulesite.text.citations import Citation
from rulesite.text.number_ranges import with_tail
from rulesite.text.numbering import Level, RuleNumber, Scheme
from rulesite.text.printed_numbers import COUNTED, FULL, GOES_ON, HEAD, SECTION, Printed, is_plural, read_at

_OPENING = re.compile(
    rf"(?=[crsp§¶])(?<![\w{HYPHENS_IN_CLASS}])(?P<head>{HEAD}|phases?)(?:\s{{0,3}}(?:[§#:{IN_CLASS}]|number\b|no\.))?\s{{0,3}}"
    r"(?=[1-9]|[a-z]\b)"
    rf"|(?=[1-9a-z][0-9.])(?<![\w.,/$#€£+{JOINING_IN_CLASS}])"
    rf"(?:(?P<decimal>[1-9][0-9]{{2}}(?:\.[0-9]|, [“\"]))|(?P<lettered>[a-z]\.[0-9]{{1,3}}\.[0-9RN]))",
    re.IGNORECASE,
)
_CITING_WORD = re.compile(
    r"(?:^|[\s(\[“\"])(?:see|also|in|to|of|from|under|per|by|with|than|and|or|then|through|steps?|subrules?|"
    r"paragraphs?|exceptions?)\s$|\($",
    re.IGNORECASE,
)
"""Words that can precede a number without *rule*."""
_SEE = re.compile(r"\b[Ss]ee\s(?:also\s)?$")
_SUBRULE = re.compile(rf"{FULL}(?<=[a-z])")
_INSIDE_SENTENCE = re.compile(r"(?:[\w,;] |\()$")
"""Text before a number inside a sentence; one that begins a sentence or a paragraph is the paragraph's own number."""

_FOREIGN = re.compile(
    r",?\s(?:of|in|from) (?:the |an? |any )?(?:(?!\b(?:Comp|CR\b))[^.;()]){0,60}"
    r"\b(?:Tournament|Floor|Policy|Penalty|Procedure|Guidelines?|Act|Code)\b"
)
"""Text after numbers of another document: ``section 6 of the Magic Tournament Rules``, ``rules 3.2, 3.4 of the …``."""
_WHOSE = re.compile(
    r",?\s(?:of|in|from|to)\s(?:(?:the|an?|any|that|this|its|your)\s)?"
    r"(?P<whose>(?![A-Z]{1,2}\b)[A-Z][^.;()\n]{0,60}|(?:appendix|annex|article|booklet|brochure|guide|handbook|leaflet|manual|policy)\b)"
)
_OURS = re.compile(r"\b(?:Comp(?:rehensive)?|Magic|CR|[Rr]ulebook|[Rr]ules?|D['’]Angelo|[12][0-9]{3})\b")
_APPENDED = re.compile(
    r"\b(?:Appendix|Appendices|App\.|Annex|Addendum|Article|Exhibit|Part|Schedule|Volume)\s[A-Z0-9]{1,4}\b"
    r"(?:[^.;\n]|\.\.\.){0,80}$",
    re.IGNORECASE,
)
"""Names of parts with sections of their own, before a number: ``Appendix B, "Timing", section 5``."""
_FOREIGN_BEFORE = re.compile(r"\b(?:Tournament|Floor|Policy|Penalty)\s$")

_QUOTED = re.compile(r",?\s{0,3}(?:“(?P<curly>[^”\n]{2,90})”|\"(?P<straight>[^\"\n]{2,90})\")")
_NEXT = re.compile(
    r"(?P<comma>\s{0,3}[,;/&+])?(?:\s{1,3}|(?<=[,;/&+])(?=[1-9][0-9]{2}\.[0-9]))(?P<word>(?:and/or|and|or|then)\s{1,3})?(?:also\s)?(?:see\s)?(?=[1-9A-Z])"
)
_NAMED_BEFORE = re.compile(r"\b[Ss]ee (?:the )?(?P<name>[A-Z][^.,;()\[\]\n]{1,60}?)(?:,\s|\s\()$")
_MAX_INDEX_LINE = 300
_INDEXED = rf"(?:{FULL}|{SECTION})(?:\s?{DASH}\s?[1-9a-z][0-9.a-z]{{0,6}})?"
_LINE_OF_INDEX = re.compile(
    r"^[ \t]*[^\s\d,;:.][^\n,;:\d]{0,60}(?:[,:;]\s|\s?(?:\.\s?){2,}|\s?…\s?)"
    rf"{_INDEXED}(?:[,;]\s(?:and\s)?{_INDEXED})*"
    r"(?=[\s.,;]*$|[.,;]?\s\(?[Ss]ee\s)",
    re.MULTILINE,
)


def find(text: str, scheme: Scheme) -> list[Citation]:
    """The citations of a text in order, never overlapping; ``scheme`` is that of the text's edition.

    The scheme only decides which unannounced numbers count: ``601.2f`` in a decimal edition, ``A.6.1`` in a lettered
    one, and that the glossary of the Comprehensive Rules can be cited.

    >>> text = 'See rule 422, "Illegal Actions," and rules 409.1b-i.'
    >>> [(cited.text, cited.name) for cited in find(text, Scheme.DECIMAL)]
    [('422', 'Illegal Actions'), ('409.1b-i', '')]
    >>> [cited.text for cited in find("Rule A.7.3 through Rule A.7.10, and rule 410.5.", Scheme.LETTERED)]
    ['A.7.3 through Rule A.7.10', '410.5']
    >>> find("It costs 100.5 pounds and 409 cards.", Scheme.DECIMAL)
    []
    """
    if scheme is Scheme.DOTTED:
        return policy_citations.find(text)
    citations = list(_numbers(text, scheme))
    if scheme is Scheme.DECIMAL:
        if "ee " in text or "lossary" in text:
            citations += see_also.find(text)
        citations += list(_index_lines(text, citations))
    if "[" in text and citations:
        tags = source_tags.find(text)
        citations = [each for each in citations if not any(tag.start <= each.start < tag.end for tag in tags)]
    return sorted(citations, key=lambda each: each.start)


def _numbers(text: str, scheme: Scheme) -> Iterator[Citation]:
    """Citations of numbers: at each opening, the number there and the list after it."""
    offset = 0
    while opening := _OPENING.search(text, offset):
        offset = opening.end()
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
            offset = max(offset, end)


def _stands_bare(text: str, opening: re.Match[str], scheme: Scheme) -> bool:
    """Whether an unannounced number is a citation: ``(see 601.2b and ...``, ``in 616.1a–d``."""
    start = opening.start()
    if opening["lettered"]:
        return scheme is Scheme.LETTERED and text[start].isupper() and start > 0 and text[start - 1] in " ("
    if scheme is not Scheme.DECIMAL or not _INSIDE_SENTENCE.search(text, max(0, start - 2), start):
        return False
    number = read_at(text, start, scheme, lenient=False)
    if number is None or COUNTED.match(text, number.end):
        return False
    printed = text[start : number.end]
    if printed[-1].isalpha():  # no amount looks like 402.8h
        return True
    if not _CITING_WORD.search(text, max(0, start - 16), start):
        return False
    if "." not in printed:  # a section needs its heading: See 706, “Rolling a Die.”
        return _SEE.search(text, max(0, start - 9), start) is not None
    return GOES_ON.match(text, number.end) is not None


def listed(text: str, at: int, head: str, scheme: Scheme) -> list[tuple[Citation, int]]:
    """The citation at an offset and those that continue it, each with the offset to continue from; none if the list
    ends by naming another document.

    ``head`` is the announcing word, in lower case, "" if there is none.
    """
    citations_with_ends: list[tuple[Citation, int]] = []
    while number := read_at(text, at, scheme, lenient=bool(head or citations_with_ends)):
        first = not citations_with_ends
        quoted = _QUOTED.match(text, number.end)
        if not _credible(text, number, head, first=first, named=bool(quoted)):
            if _FOREIGN.match(text, number.end):
                return []
            break
        citations, end = with_tail(text, number, head)
        quoted = _QUOTED.match(text, end)
        name, comma = "", False
        if quoted and not (scheme is Scheme.LETTERED and "," not in quoted.group()[:2]):
            inside = quoted["curly"] or quoted["straight"]
            name, comma = inside.rstrip(" .,;"), inside.endswith((",", ";"))
            end = quoted.end()
        elif first:
            name = _name_before(text, number.start - len(head) - 1)
        citations_with_ends += [(citation, end) for citation in citations[:-1]]
        citations_with_ends.append((replace(citations[-1], name=name), end))
        following = _NEXT.match(text, end)
        if following is None or not (following["comma"] or following["word"] or comma):
            break
        at = following.end()
        if re.match(r"[A-Z](?!\.[0-9])", text[at:]):
            break
    if citations_with_ends and _FOREIGN.match(text, citations_with_ends[-1][1]):
        return []
    return list(_beside_each_other(citations_with_ends))


def _beside_each_other(citations: list[tuple[Citation, int]]) -> Iterator[tuple[Citation, int]]:
    """The citations of a list, each with an adjacent well-formed number, preferably the one before it."""
    after: list[RuleNumber | None] = [None]
    for citation, _ in citations[:0:-1]:
        after.append(_witness(citation) or after[-1])
    before = None
    for (citation, end), following in zip(citations, reversed(after), strict=False):
        witness = citation.beside or before or following
        yield replace(citation, beside=witness) if witness else citation, end
        before = _witness(citation) or before


def _witness(citation: Citation) -> RuleNumber | None:
    """The number with which a citation is evidence for its neighbours."""
    return None if citation.misprinted else citation.last or citation.first


def _name_before(text: str, end: int) -> str:
    """The heading that D'Angelo puts before a number: ``see Mana Burn, Rule G.25``, ``see Costs (Rule G.7)``."""
    before = _NAMED_BEFORE.search(text[max(0, end - 72) : max(0, end)])
    return before["name"] if before else ""


def _credible(text: str, printed: Printed, head: str, *, first: bool, named: bool) -> bool:
    """Whether a well-formed number is a citation, by its announcing word and the text after it."""
    number, end = printed.number, printed.end
    if head.startswith("phase") and number.scheme is Scheme.DECIMAL:
        return False  # D'Angelo's letter P is about phases: see Phase P.5
    if head.startswith(("sec", "chapter")) and number.scheme is Scheme.DECIMAL and _is_of_another(text, printed):
        return False
    if named:
        return True
    if number.level is Level.CHAPTER:
        announced = head.startswith(("sec", "chapter")) or (head and number.scheme is Scheme.LETTERED)
        return bool(announced) and not _FOREIGN.match(text, end) and not COUNTED.match(text, end)
    if COUNTED.match(text, end):
        return number.level is not Level.SECTION and number.scheme is Scheme.LETTERED
    if head and _FOREIGN.match(text, end):
        return False
    if number.level is Level.SECTION and number.scheme is Scheme.DECIMAL and not first:
        return is_plural(head) or GOES_ON.match(text, end) is not None
    return True


def _is_of_another(text: str, printed: Printed) -> bool:
    """Whether a section belongs to an appendix or to another document: ``section 5 of Appendix B``."""
    if printed.number.level is Level.CHAPTER and _APPENDED.search(text, max(0, printed.start - 100), printed.start):
        return True
    quoted = _QUOTED.match(text, printed.end)
    owner = _WHOSE.match(text, quoted.end() if quoted else printed.end)
    return owner is not None and not _OURS.search(owner["whose"])


def _index_lines(text: str, citations: list[Citation]) -> Iterator[Citation]:
    """The numbers in the index at the end of the 1999 edition: ``mana ability, 214.9f, 406.1, 411``."""
    if len(text) > _MAX_INDEX_LINE and "\n" not in text:
        return
    for line in _LINE_OF_INDEX.finditer(text):
        for number in re.compile(rf"{FULL}|{SECTION}").finditer(text, line.start(), line.end()):
            if not any(known.start <= number.start() < known.end for known in citations):
                printed = Printed(*number.span(), RuleNumber.parse(number.group()))
                (citation, *_), _ = with_tail(text, printed, "")
                yield replace(citation, announced=False)
