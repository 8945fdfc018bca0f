"""What the rules that policy cites are today: a short remark beside each reference whose rule has changed since.

The HTML of a section is made when its edition is stored, and leads to the rules of its own day; the remarks depend on
the newest rules and are put in when the page is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from html import escape
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
_RUN = re.compile(r'title="[^"]* to ')
"""The hint of a reference to a run of rules, of which the link leads to the first."""


class _Cited(NamedTuple):
    """A provision of an edition of another document."""

    document: str
    day: str
    key: str


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
    """The provision of another document that a reference leads to, None for one of its own and for a run."""
    if match["document"] == edition.document.slug or _RUN.search(match["hint"]):
        return None
    return _Cited(match["document"], match["day"], match["key"])


def _remarks(library: Library | None, found: Iterable[_Cited]) -> Mapping[_Cited, str]:
    """The remark on each cited provision that is not the same in the newest edition of its document."""
    editions = held(library)
    outdated: dict[int, dict[str, _Cited]] = {}
    newest: dict[int, Edition] = {}
    for cited in found:
        edition = editions.at(cited.document, date.fromisoformat(cited.day))
        if edition and (latest := editions.of(edition.document_id)[0]).pk != edition.pk:
            outdated.setdefault(edition.pk, {})[cited.key] = cited
            newest[edition.pk] = latest
    if not outdated:
        return {}
    keys = {key for by_key in outdated.values() for key in by_key}
    rows = RuleVersion.objects.filter(edition__in=outdated, key__in=keys).select_related("edition__document", "wording")
    versions = [
        version for version in rows.defer(*Edition.long("edition__")) if version.key in outdated[version.edition_id]
    ]
    today = _today(versions, newest)
    return {
        outdated[version.edition_id][version.key]: remark
        for version in versions
        if (remark := _remark(version, today.get(version.pk), newest[version.edition_id]))
    }


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


def _remark(version: RuleVersion, today: RuleVersion | None, newest: Edition) -> str:
    """The remark on a provision that is ``today`` in the newest edition, "" if it is the same there."""
    if today is None:
        history = escape(version.get_absolute_url())
        return f'<span class="aside today"> (<a href="{history}history/">gone today</a>)</span>'
    href = escape(rule_url(newest.get_absolute_url(), today.key))
    same = _has_same_words(version, today)
    if today.key == version.key:
        return "" if same else f'<span class="aside today"> (<a href="{href}">other words today</a>)</span>'
    words = "" if same else ", in other words"
    return f'<span class="aside today"> (today <a href="{href}">{escape(today.key)}</a>{words})</span>'


def _has_same_words(left: RuleVersion, right: RuleVersion) -> bool:
    """Whether two provisions have the same title and text but for typography and cited numbers."""
    if left.title != right.title:
        return False
    prints = {version.wording.fingerprint if version.wording else "" for version in (left, right)}
    return len(prints) == 1 or is_only_references(left.text, right.text, left.edition.scheme)
