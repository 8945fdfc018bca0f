"""Furniture: lines that a copy added to the document, each with the reason for judging it so.

Page headers, search banners, navigation, a website's own words. No line is dropped silently: each stays in the ledger
with its reason.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ingest.document.source import Line
from rulesite.text.characters import DASH

_RULED = re.compile(r"\s*([-=_*~])\1{4,}\s*")
_BARS = re.compile(r"\s*\|?\s*")
_PAGE = re.compile(
    rf"\s*(?:{DASH}\s*)?(?:Page|p\.)\s*[0-9]+(?:\s*(?:of|/)\s*[0-9]+)?\s*(?:{DASH}\s*)?|\s*{DASH}\s*[0-9]{{1,3}}\s*{DASH}\s*",
    re.IGNORECASE,
)
_RULE = re.compile(r"\s*(?:- )?(?:[1-9][0-9]{2}\.[0-9]|[A-Z]\.[0-9])")
_SECTION = re.compile(r"\s*[1-9][0-9]{0,2}\.\s")
_CITED = re.compile(r"\b(?:[Rr]ules?|[Ss]ections?) [1-9][0-9]{2}\b")
_ADDRESS = re.compile(r"\b(?!wizards\.)[\w-]{3,}\.[a-z]{2,7}\b", re.IGNORECASE)
_OTHER_SCRIPT = re.compile(r"[^a-z]*[^\W\d_a-z\u00c0-\u024f][^a-z]*", re.IGNORECASE)
"""A line with letters, none of them Latin."""
_PAGE_HEADER = "page header"
RULED = "ruled line"
"""The reason for a rule drawn across the page."""
_MAX_NAVIGATION = 120
_MAX_PLUG = 300
_BANNER = re.compile(r"\s*This search based on the .{4,40} release of (?:the|these) Rulings\.\s*", re.IGNORECASE)
_NAVIGATION = re.compile(r"<<|>>|\|.*\||\|\s*$|^\s*\|")
_SITE = re.compile(
    r"\bYou(?:'|’)re reading\b|\b(?:read|reading)\b.{0,80}\bonline\b|\bRelated (?:chapter|page|article)s?:"
    r"|\bfollow (?:button|function)\b|\bbookmark\b|\b(?:prev(?:ious)?|next) (?:page|chapter|part)\b"
    r"|\b(?:novel|manga)s?\b.{0,60}\b(?:website|site|chapter)\b|\b[\w-]+\.(?:com|net|org|ru|info|example)\b"
    r"|\b(?:click|press) (?:on )?Like\b|\bleave (?:a|more|your) comments?\b|\brecently updated\b"
    r"|\b(?:novel|chapter|part \d+) summary\s*$|\bcookies?\b|\bsign (?:in|up)\b|\blog ?in\b",
    re.IGNORECASE,
)


def reason_for(line: Line) -> str:
    """Return why a line is furniture wherever it stands, or "".

    >>> reason_for(Line(2, 0, 6, 7, "Page 6"))
    'page header'
    """
    text = line.text
    if not text.strip():
        return ""
    if _RULED.fullmatch(text):
        return RULED
    if _BARS.fullmatch(text):
        return "bare navigation bar"
    if _PAGE.fullmatch(text):
        return _PAGE_HEADER
    if _BANNER.fullmatch(text):
        return "search banner"
    if len(text) < _MAX_NAVIGATION and _NAVIGATION.search(text) and not _RULE.match(text):
        return "navigation"
    return ""


def may_interrupt(reason: str) -> bool:
    """Whether such furniture can interrupt a paragraph. A page header can; a ruled line separates paragraphs."""
    return reason not in ("", RULED)


def amid(lines: Sequence[Line], start: int, end: int) -> dict[int, str]:
    """Return the reasons for furniture in the body that shows only in the whole document, by line index.

    These are page numbers that stand alone and count up, the document's own title repeated beside page headers, and a
    site's words about itself between the rules (if it named itself above them).
    """
    reasons = dict.fromkeys(_page_numbers(lines, start, end), "page number")
    titles = {_folded(line.text) for line in lines[:start] if _is_title(line)}
    sites = _sites(lines[:start])
    for index in range(start, end):
        text = lines[index].text
        if _folded(text) in titles and not _SECTION.match(text):
            reasons[index] = "running head"
        elif any(site in text.lower() for site in sites) and not _RULE.match(text) and len(text) < _MAX_PLUG:
            reasons[index] = "site chrome in the text"
    return reasons


def _sites(above: Sequence[Line]) -> set[str]:
    """Return the addresses that a copy's site gives for itself above the text, in lower case."""
    chrome = [line.text for line in above if is_site_chrome(line.text)]
    return {site.lower() for text in chrome for site in _ADDRESS.findall(text) if "wizards" not in text.lower()}


def _page_numbers(lines: Sequence[Line], start: int, end: int) -> list[int]:
    """Return the lines with only a number, if there are several and each is one more than the last."""
    texts = ((index, lines[index].text.strip()) for index in range(start, end))
    alone = [(index, int(text)) for index, text in texts if len(text) <= 3 and text.isascii() and text.isdigit()]
    counting = all(later[1] == earlier[1] + 1 for earlier, later in pairwise(alone))
    return [index for index, _ in alone] if len(alone) > 1 and counting else []


def _is_title(line: Line) -> bool:
    """Whether a line above the body could be repeated at the head of every page."""
    text = line.text.strip(" _*#")
    named = text[:1].isupper() and not text.endswith((".", ",", ";", ":")) and not reason_for(line)
    return named and 8 <= len(text) < 100 and not _RULE.match(text)


def _folded(text: str) -> str:
    return " ".join(text.split()).lower()


def is_site_chrome(text: str) -> bool:
    """Whether a line is about the website that it was copied from.

    >>> is_site_chrome("You’re reading novel Magic Rules Part 6 online at Example.com.")
    True
    """
    return bool(_SITE.search(text))


def edges(lines: Sequence[Line], first: int, last: int) -> dict[int, str]:
    """Return the reasons for furniture above the ``first`` and below the ``last`` numbered line, by line index.

    Everything before the first numbered line of an extract was added by the copy. After the last one the document may
    continue with unnumbered paragraphs, and with a glossary, whose entries cite rules. A website's furniture begins
    below all of these, at the first line that repeats one from above or is about the site.
    """
    reasons: dict[int, str] = {}
    above = {line.text.strip().lower() for line in lines[:first] if line.text.strip()}
    for index in range(first):
        if lines[index].text.strip():
            reasons[index] = reason_for(lines[index]) or "site chrome above the text"
    sites = _sites(lines[:first])
    began = False
    last = max([last, *(index for index in range(last + 1, len(lines)) if _CITED.search(lines[index].text))])
    for index in range(last + 1, len(lines)):
        text = lines[index].text.strip()
        reason = reason_for(lines[index])
        began = (
            began
            or text.lower() in above
            or is_site_chrome(text)
            or any(site in text.lower() for site in sites)
            or bool(_OTHER_SCRIPT.fullmatch(text))
            or (may_interrupt(reason) and reason != _PAGE_HEADER)
        )
        if began and text:
            reasons[index] = reason or "site chrome below the text"
    return reasons
