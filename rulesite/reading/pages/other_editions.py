"""The same rule in other editions: by its thread if descent is computed, else by its number."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from html import escape

from django.db.models import Q, QuerySet
from django.utils.safestring import SafeString, mark_safe

from rulesite.reading.editions import EditionList, held
from rulesite.reading.rendering.repeats import folded
from rulesite.reading.rendering.wordings import rule_url
from rulesite.rulebook.models import Descent, Edition, Library, RuleVersion


@dataclass(frozen=True)
class Appearance:
    """A rule in one edition. ``same_words`` compares it with the current version."""

    href: str
    document: str
    day: date
    number: str
    same_words: bool
    current: bool
    words: object = None
    """Equal for appearances with the same words and title."""


@dataclass(frozen=True)
class Editions:
    """The editions of its document that have a rule, newest first; ``by_thread`` is true if descent links them."""

    appearances: Sequence[Appearance]
    by_thread: bool

    @property
    def others(self) -> bool:
        """Whether any other edition has the rule."""
        return len(self.appearances) > 1

    @property
    def wordings(self) -> str:
        """A sentence that compares the words of the others with the current ones."""
        same_count = sum(appearance.same_words for appearance in self.appearances) - 1
        if same_count == len(self.appearances) - 1:
            return "the same words in all"
        return (
            f"the same words in {same_count} other{'s' if same_count > 1 else ''}"
            if same_count
            else "other words in the others"
        )

    @property
    def listed(self) -> SafeString:
        """The appearances as list items of HTML; there may be more than a hundred. Repeats are folded."""
        return mark_safe(folded(self.appearances, _item))

    @property
    def newest(self) -> Appearance:
        """The newest appearance."""
        return self.appearances[0]


@dataclass(frozen=True)
class Edge:
    """A predecessor or successor elsewhere: by a split, a merger, or a restatement in another document.

    ``number`` and ``day`` are those of a provision of the same document, "" for one of another.
    """

    said: str
    href: str
    label: str
    doubtful: bool
    number: str = ""
    day: str = ""


def _item(each: Appearance) -> str:
    number = escape(each.number)
    if each.current:
        shown = f'<span class="day">{each.day}</span> <b class="nr">{number}</b> <span class="aside">this one</span>'
        return f'<li aria-current="true">{shown}</li>'
    words = "same words" if each.same_words else "other words"
    link = f'<a href="{escape(each.href)}"><span class="day">{each.day}</span> <span class="nr">{number}</span></a>'
    return f'<li>{link} <span class="aside">{words}</span></li>'


_RESTATED = "In another document:"
"""Dates do not tell which of two documents restates the other: a rulings page may come before or after."""
_CAME = {
    Descent.Kind.SPLIT: "Split from",
    Descent.Kind.MERGED: "Merged from",
    Descent.Kind.RESTATES: _RESTATED,
}
_BECAME = {
    Descent.Kind.SPLIT: "Split: part of it became",
    Descent.Kind.MERGED: "Merged into",
    Descent.Kind.RESTATES: _RESTATED,
}


def editions_of(version: RuleVersion, library: Library | None) -> Editions:
    """The editions that have a rule, including the current one."""
    known = held(library)
    rows = _rows(RuleVersion.objects.filter(rule_id=version.rule_id), known) if version.rule_id else []
    by_thread = len(rows) > 1
    if not by_thread:  # alone on its thread: its descent is not computed yet
        same_number = RuleVersion.objects.filter(edition__document_id=version.edition.document_id)
        rows = _rows(same_number.filter(number=version.number), known)
    title_and_words = (version.title.casefold(), version.wording.fingerprint if version.wording else None)
    return Editions(
        [
            Appearance(
                href=rule_url(edition.get_absolute_url(), key),
                document=edition.document.slug,
                day=edition.effective,
                number=key,
                same_words=(title.casefold(), fingerprint) == title_and_words,
                current=pk == version.pk,
                words=(title.casefold(), fingerprint),
            )
            for edition, pk, key, title, fingerprint in rows
        ],
        by_thread=by_thread,
    )


def _rows(versions: QuerySet[RuleVersion], known: EditionList) -> list[tuple[Edition, int, str, str, str | None]]:
    """Edition, key, title and fingerprint of each version, the newest first."""
    rows = versions.order_by("position").values_list("edition_id", "pk", "key", "title", "wording__fingerprint")
    listed = [(known.edition(edition), pk, key, title, fingerprint) for edition, pk, key, title, fingerprint in rows]
    return sorted(listed, key=lambda row: row[0].effective, reverse=True)


def descent_of(version: RuleVersion, library: Library | None) -> tuple[list[Edge], list[Edge]]:
    """The edges to the predecessors and to the successors of a provision, the surest first.

    Edges of plain continuation, reworded or not, make up the thread itself and are left out.
    """
    known = held(library)
    rows = (
        Descent.objects.filter(Q(earlier=version) | Q(later=version))
        .exclude(kind__in=(Descent.Kind.CONTINUES, Descent.Kind.REWORDED))
        .order_by("doubtful", "-score")
        .values_list(
            "earlier_id", "kind", "doubtful", "earlier__edition_id", "earlier__key", "later__edition_id", "later__key"
        )
    )
    ancestors: list[Edge] = []
    successors: list[Edge] = []
    for earlier_id, kind, doubtful, earlier_edition, earlier_key, later_edition, later_key in rows:
        is_earlier = earlier_id == version.pk
        edition, key = (
            known.edition(later_edition if is_earlier else earlier_edition),
            later_key if is_earlier else earlier_key,
        )
        restates = kind == Descent.Kind.RESTATES
        label = f"{edition.document.short_title} {key} ({edition.slug})" if restates else f"{key} ({edition.slug})"
        label_of_kind = (_BECAME if is_earlier else _CAME)[Descent.Kind(kind)]
        place = ("", "") if restates else (key, edition.slug)
        href = rule_url(edition.get_absolute_url(), key)
        (successors if is_earlier else ancestors).append(Edge(label_of_kind, href, label, doubtful, *place))
    return ancestors, successors


def restating(rules: Collection[int], library: Library | None) -> list[Edge]:
    """The edges to the paragraphs of other documents that surely restate some rules, in any of their versions."""
    known = held(library)
    rows = (
        Descent.objects.filter(Q(earlier__rule__in=rules) | Q(later__rule__in=rules))
        .filter(kind=Descent.Kind.RESTATES, doubtful=False)
        .order_by("-score")
        .values_list(
            "earlier__rule_id", "earlier__edition_id", "earlier__key", "later__edition_id", "later__key",
        )
    )  # fmt: skip
    edges: dict[str, Edge] = {}
    for earlier_rule, earlier_edition, earlier_key, later_edition, later_key in rows:
        is_earlier = earlier_rule in rules
        edition = known.edition(later_edition if is_earlier else earlier_edition)
        key = later_key if is_earlier else earlier_key
        href = rule_url(edition.get_absolute_url(), key)
        edges.setdefault(href, Edge(_RESTATED, href, f"{edition.document.short_title} {key} ({edition.slug})", False))
    return list(edges.values())
