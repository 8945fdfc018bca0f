"""Furniture: lines that a copy added around the document, and the reason to think so.

Page headers, search banners, navigation, a web site's own words. Nothing is dropped silently: each line stays in the
ledger with its reason.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.source import Line

_RULED = re.compile(r"\s*([-=_*~])\1{4,}\s*")
_BARS = re.compile(r"\s*\|?\s*")
_PAGE = re.compile(r"\s*(?:Page|p\.)\s*\d+(?:\s*(?:of|/)\s*\d+)?\s*|\s*[-–]?\s*\d{1,3}\s*[-–]?\s*", re.IGNORECASE)
_BANNER = re.compile(r"\s*This search based on the .{4,40} release of (?:the|these) Rulings\.\s*", re.IGNORECASE)
_NAVIGATION = re.compile(r"<<|>>|\|.*\||\|\s*$|^\s*\|")
_SITE = re.compile(
    r"\bYou(?:'|’)re reading\b|\b(?:read|reading)\b.{0,80}\bonline\b|\bRelated (?:chapter|page|article)s?:"
    r"|\bfollow (?:button|function)\b|\bbookmark\b|\b(?:prev(?:ious)?|next) (?:page|chapter|part)\b"
    r"|\b(?:novel|manga)s?\b.{0,60}\b(?:website|site|chapter)\b|\b[\w-]+\.(?:com|net|org|ru|info|example)\b"
    r"|\bsummary\s*$|\bcookies?\b|\bsign (?:in|up)\b|\blog ?in\b",
    re.IGNORECASE,
)


def reason_for(line: Line) -> str:
    """Why a line is furniture wherever it stands, "" if it is not plainly so.

    >>> reason_for(Line(2, 0, 6, 7, "Page 6"))
    'page header'
    """
    text = line.text
    if not text.strip():
        return ""
    if _RULED.fullmatch(text):
        return "ruled line"
    if _BARS.fullmatch(text):
        return "bare navigation bar"
    if _PAGE.fullmatch(text) and not re.fullmatch(r"\s*\d{1,3}\s*", text):
        return "page header"
    if _BANNER.fullmatch(text):
        return "search banner"
    if re.search(r"<<|>>", text) or (_NAVIGATION.search(text) and len(text) < 120):
        return "navigation"
    return ""


def is_site_chrome(text: str) -> bool:
    """Whether a line speaks of the web site that it was copied from.

    >>> is_site_chrome("You’re reading novel Magic Rules Part 6 online at Example.com.")
    True
    """
    return bool(_SITE.search(text))


def edges(lines: Sequence[Line], first: int, last: int) -> dict[int, str]:
    """Reasons for the lines outside ``first`` … ``last`` (indices of the document's own first and last numbered line)
    and for the chrome that trails the last one; keys are indices into ``lines``.

    Before the first numbered line of an extract everything is the copy's own.  After the last one the document may go
    on with unnumbered paragraphs: chrome begins at the first line that repeats one from above or speaks of the site.
    """
    reasons: dict[int, str] = {}
    above = {line.text.strip().lower() for line in lines[:first] if line.text.strip()}
    for index in range(first):
        if lines[index].text.strip():
            reasons[index] = reason_for(lines[index]) or "site chrome above the text"
    began = False
    for index in range(last + 1, len(lines)):
        text = lines[index].text.strip()
        began = began or text.lower() in above or is_site_chrome(text) or bool(reason_for(lines[index]))
        if began and text:
            reasons[index] = reason_for(lines[index]) or "site chrome below the text"
    return reasons
