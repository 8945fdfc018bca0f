"""What the rules that policy cites are today: a short remark beside each reference whose rule has changed since.

The HTML of a section is made when its edition is stored, and leads to the rules of its own day; the remarks depend on
the newest rules and are put in when the page is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from html import escape, unescape
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

from rulesite.reading.editions import held
from rulesite.reading.rendering.wordings import rule_url
from rulesite.rulebook.descent import resolution
from rulesite.rulebook.models import Edition, Library, RuleVersion
from rulesite.text.diffing import is_only_references
from rulesite.text.numbering import Scheme

_REFERENCE = re.compile(
    r'<a class="ref" href="[^"]*?/(?P<document>[a-z][\w-]*)/(?P<day>\d{4}-\d\d-\d\d)/(?P<key>[^/"#]+)/[^"]*"'
    r"(?P<hint>[^>]*)>[^<]*</a>"
)
_RUN = re.compile(r'title="[^"]*? to (?P<last>[^";]+)')
"""The hint of a reference to a run of rules, of which the link leads to the first."""


class _Cited(NamedTuple):
    """A provision of an edition of another document; ``last`` is the last of a run that begins with it."""

    document: str
    day: str
    key: str
    last: str = ""


def remarked(library: Library | None, edition: Edition, texts: Sequence[str]) -> list[SafeString]:
    """The texts of a section of policy as HTML, with remarks; those of other documents as they are.

    The number of queries does not depend on that of the references.
    """
    if edition.numbering != Scheme.DOTTED.value:
        return [mark_safe(text) for text in texts]
    found = {cited for text in texts for match in _REFERENCE.finditer(text) if (cited := _cited(match, edition))}
    remarks = _remarks(library, found) if found else {}

    def beside(match: re.Match[str]) -> str:
        cited = _cited(match, edition)
        return match.group() + (remarks.get(cited, "") if cited else "")

    return [mark_safe(_REFERENCE.sub(beside, text) if remarks else text) for text in texts]


def _cited(match: re.Match[str], edition: Edition) -> _Cited | None:
    """The provision of another document that a reference leads to, None for one of its own."""
    if match["document"] == edition.document.slug:
        return None
    run = _RUN.search(match["hint"])
    return _Cited(match["document"], match["day"], match["key"], unescape(run["last"]) if run else "")


def _remarks(library: Library | None, found: Iterable[_Cited]) -> Mapping[_Cited, str]:
    """The remark on each cited provision that is not the same in the newest edition of its document."""
    editions = held(library)
    edition_of: dict[_Cited, int] = {}
    newest: dict[int, Edition] = {}
    for cited in found:
        edition = editions.at(cited.document, date.fromisoformat(cited.day))
        if edition and (latest := editions.of(edition.document_id)[0]).pk != edition.pk:
            edition_of[cited] = edition.pk
            newest[edition.pk] = latest
    if not edition_of:
        return {}
    keys = {key for cited in edition_of for key in (cited.key, cited.last) if key}
    rows = RuleVersion.objects.filter(edition__in=newest, key__in=keys).select_related("edition__document", "wording")
    wanted = {(pk, key) for cited, pk in edition_of.items() for key in (cited.key, cited.last)}
    versions = {
        (version.edition_id, version.key): version
        for version in rows.defer(*Edition.long("edition__"))
        if (version.edition_id, version.key) in wanted
    }
    today = _today(list(versions.values()), newest)
    remarks = {}
    for cited, pk in edition_of.items():
        ends = [versions.get((pk, key)) for key in (cited.key, cited.last) if key]
        known = [(version, today.get(version.pk)) for version in ends if version]
        if known and len(known) == len(ends):
            remarks[cited] = _remark(known, newest[pk])
    return remarks


def _today(versions: Sequence[RuleVersion], newest: Mapping[int, Edition]) -> dict[int, RuleVersion]:
    """The provision of the newest edition that each of some older ones is, by its thread, or by what it became."""
    rules = {version.rule_id for version in versions if version.rule_id}
    latest = {edition.pk for edition in newest.values()}
    rows = (
        RuleVersion.objects.filter(edition__in=latest, rule__in=rules).select_related("wording").order_by("-position")
    )
    by_rule = {(row.edition_id, row.rule_id): row for row in rows}
    today = {
        version.pk: row
        for version in versions
        if (row := by_rule.get((newest[version.edition_id].pk, version.rule_id)))
    }
    ended = [version for version in versions if version.pk not in today]
    if ended:
        for pk, ways in resolution.todays(ended).items():
            ends = [way.end for way in ways if way.end.edition_id in latest]
            if ends:
                today[pk] = ends[0]
    return today


def _remark(ends: Sequence[tuple[RuleVersion, RuleVersion | None]], newest: Edition) -> str:
    """The remark on a provision, or on a run by its first and last, with what they are in the newest edition.

    It is "" if they are the same there; what is between the two is not compared.
    """
    links: dict[str, str] = {}
    for version, today in ends:
        if today is None:
            history = escape(version.get_absolute_url())
            subject = f"{escape(version.key)} " if len(ends) > 1 else ""
            return f'<span class="aside today"> (<a href="{history}history/">{subject}gone today</a>)</span>'
        links[today.key] = escape(rule_url(newest.get_absolute_url(), today.key))
    same = all(today and _has_same_words(version, today) for version, today in ends)
    if all(today and today.key == version.key for version, today in ends):
        href = next(iter(links.values()))
        return "" if same else f'<span class="aside today"> (<a href="{href}">other words today</a>)</span>'
    named = " to ".join(f'<a href="{href}">{escape(key)}</a>' for key, href in links.items())
    return f'<span class="aside today"> (today {named}{"" if same else ", in other words"})</span>'


def _has_same_words(left: RuleVersion, right: RuleVersion) -> bool:
    """Whether two provisions have the same title and text but for typography and cited numbers."""
    if left.title != right.title:
        return False
    prints = {version.wording.fingerprint if version.wording else "" for version in (left, right)}
    return len(prints) == 1 or is_only_references(left.text, right.text, left.edition.scheme)
