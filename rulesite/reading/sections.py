"""Sections as they are read: every provision of one page, marked up once and kept, put together for each request.

What differs between two requests for the same section is only which provision is the current one.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.template.loader import get_template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from rulesite.checks.models.showing import Badge, badges_of
from rulesite.reading.backlinks import opening
from rulesite.reading.freshness import keep
from rulesite.reading.marking import Marker, rule_url, with_marks
from rulesite.reading.outline import Entry, Leaf, Outline, outline_of
from rulesite.rulebook.models import Edition, Example, Flag, Library, RuleVersion, Wording

_SUBRULE, _HEADING = RuleVersion.Kind.SUBRULE.value, RuleVersion.Kind.HEADING.value


@dataclass(frozen=True)
class ShownExample:
    """A labelled example of a provision: its anchor, its paragraphs as HTML, and what became of its game."""

    anchor: str
    paragraphs: list[SafeString]
    badge: Badge | None


@dataclass(frozen=True)
class Current:
    """The provision that a page is about: its key, its kind and its inner HTML; all "" where it is about a section."""

    key: str
    kind: str
    inner: SafeString


@dataclass(frozen=True)
class Opened:
    """A section opened at one of its provisions: the articles before it, itself, and the articles after it."""

    before: SafeString
    here: Current
    after: SafeString


@dataclass(frozen=True)
class Section:
    """A rendered section: the lead (text of the section itself) and the inside of each provision, by its key."""

    lead: SafeString
    provisions: dict[str, tuple[str, str]]
    """Key to kind and inner HTML, in book order."""
    items: dict[str, str]
    """Key to the line of it in the section's outline, as HTML."""

    def outline(self, current: str = "") -> SafeString:
        """The items of the section's outline, the current one marked."""
        marked = ' aria-current="true"'
        items = (f"<li{marked if key == current else ''}>{item}</li>" for key, item in self.items.items())
        return mark_safe("".join(items))

    def open_at(self, current: str = "", within: frozenset[str] = frozenset()) -> Opened:
        """The section as it is read at one provision, or, when none is named, from its beginning.

        ``within`` are the keys of the provisions below the current one.
        """
        before: list[str] = []
        after: list[str] = []
        here = Current("", "", SafeString())
        pieces = after if not current else before
        for key, (kind, inner) in self.provisions.items():
            if key == current:
                here = Current(key, kind, mark_safe(inner))
                pieces = after
            else:
                mark = " within" if key in within else ""
                pieces.append(f'<article class="provision {kind}{mark}" id="{key}">{inner}</article>\n')
        return Opened(mark_safe("".join(before)), here, mark_safe("".join(after)))  # joined from rendered templates


def section_of(edition: Edition, leaf: Leaf, library: Library | None) -> Section:
    """The rendered section of a leaf, kept until the library changes."""
    return _section(library, edition.pk, leaf.key)


@keep
def _section(edition_pk: int, leaf_key: str) -> Section:
    edition = Edition.objects.select_related("document").get(pk=edition_pk)
    library = Library.current()
    leaf = outline_of(edition, library).leaf(leaf_key)
    assert leaf is not None, leaf_key  # noqa: S101 - the key came from the same outline
    return _render(edition, leaf, library)


def _render(edition: Edition, leaf: Leaf, library: Library | None) -> Section:
    entries = [leaf.head, *leaf.entries] if leaf.head else leaf.entries
    renderer = _Renderer(edition, library, entries)
    lead = renderer.inner(leaf.head, "reading/provision_lead.html") if leaf.head else SafeString()
    return Section(
        lead,
        {entry.key: (entry.kind, renderer.inner(entry)) for entry in leaf.entries},
        {entry.key: renderer.item(entry) for entry in leaf.contents},
    )


class _Renderer:
    """Fetches everything that the provisions of a section need, in one query each, and renders them."""

    def __init__(self, edition: Edition, library: Library | None, entries: list[Entry]) -> None:
        self._path = edition.get_absolute_url()
        pks = [entry.pk for entry in entries]
        whole = next((index for index, entry in enumerate(entries) if entry.kind != _SUBRULE), len(entries))
        self._orphans = {entry.pk for entry in entries[:whole]}
        """Subrules of which an extract lacks the rule: nothing stands between the section's title and them."""
        self._labelled: dict[int, list[tuple[int, int]]] = defaultdict(list)
        self._inline: dict[int, list[tuple[int, int]]] = defaultdict(list)
        wording_ids = {entry.wording_id for entry in entries if entry.wording_id}
        for version_id, wording_id, labelled, ordinal, start, end in (
            Example.objects.filter(version_id__in=pks)
            .order_by("ordinal")
            .values_list("version_id", "wording_id", "labelled", "ordinal", "start", "end")
        ):
            if labelled:
                self._labelled[version_id].append((ordinal, wording_id))
                wording_ids.add(wording_id)
            elif start is not None and end is not None:
                self._inline[version_id].append((start, end))
        self._badges = badges_of(pks)
        self._flags: dict[int, list[tuple[str, str]]] = defaultdict(list)
        for version_id, kind, note in (
            Flag.objects.filter(version_id__in=pks).order_by("line").values_list("version_id", "kind", "note")
        ):
            self._flags[version_id].append((kind, note))
        self._texts = dict(Wording.objects.filter(pk__in=wording_ids).values_list("pk", "text"))
        self._marker = Marker(edition, library, wording_ids)

    def inner(self, entry: Entry, template: str = "reading/provision.html") -> SafeString:
        """What stands inside a provision's article."""
        paragraphs: list[SafeString] = []
        if entry.wording_id:
            paragraphs = self._marker.paragraphs(
                entry.wording_id, self._texts[entry.wording_id], examples=self._inline.get(entry.pk, ())
            )
        badges = self._badges.get(entry.pk, [])
        labelled = {badge.ordinal: badge for badge in badges if badge.labelled}
        examples = [
            ShownExample(
                f"{entry.key}/example/{ordinal}",
                self._marker.paragraphs(wording_id, self._texts[wording_id]),
                labelled.get(ordinal),
            )
            for ordinal, wording_id in self._labelled.get(entry.pk, ())
        ]
        return get_template(template).render(
            {
                "entry": entry,
                "href": rule_url(self._path, entry.key),
                "heading": "h3" if entry.kind == _SUBRULE and entry.pk not in self._orphans else "h2",
                "paragraphs": paragraphs,
                "examples": examples,
                "badges": [badge for badge in badges if not badge.labelled],
                "flags": self._flags.get(entry.pk, ()),
            }
        )

    def item(self, entry: Entry) -> SafeString:
        """A line of the section's outline: the number, and the title or the first words."""
        label = with_marks(entry.title or opening(self._texts.get(entry.wording_id or 0, ""), 44))
        return format_html('<a href="#{}"><span class="nr">{}</span> {}</a>', entry.key, entry.number, label)


def keys_within(outline: Outline, entry: Entry) -> frozenset[str]:
    """The keys of the provisions below one."""
    return frozenset(below.key for below in outline.within(entry))
