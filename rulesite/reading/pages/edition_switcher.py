"""The edition switcher under the masthead: links from the current page to the same thing in other editions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from django.utils.safestring import SafeString, mark_safe

from rulesite.reading.editions import held
from rulesite.reading.infractions import listing
from rulesite.reading.pages.other_editions import Edge, Editions
from rulesite.reading.rendering.repeats import folded
from rulesite.rulebook.models import Edition, GlossaryTerm, Library


@dataclass(frozen=True)
class Stop:
    """A thing (rule, term, edition) in one edition. ``number`` is its number there, "" if it has none.

    ``same_words`` compares it with the current page, None if there is nothing to compare. ``said`` says how the two are
    related, "" where it simply is the same thing.
    """

    href: str
    day: str
    number: str = ""
    same_words: bool | None = None
    current: bool = False
    said: str = ""
    words: object = None
    """Equal for stops with the same words; None if unknown."""


@dataclass(frozen=True)
class Across:
    """The editions of its document that have a thing, newest first, and the nearest earlier and later one.

    ``before`` and ``after`` say why there is no earlier or later one; "" if there is one, or if the reason is unknown.
    """

    stops: Sequence[Stop]
    earlier: Stop | None = None
    later: Stop | None = None
    before: str = ""
    after: str = ""
    by_number: bool = False
    """The stops share only a number and may be unrelated: no earlier or later one is offered."""

    @property
    def listed(self) -> SafeString:
        """The stops as list items of HTML, in one string: there may be more than a hundred. Repeats are folded."""
        return mark_safe(folded(self.stops, _item))

    @property
    def others(self) -> bool:
        """Whether any other edition has the thing."""
        return len(self.stops) > 1


def _item(stop: Stop) -> str:
    when = f'<time datetime="{stop.day}">{stop.day}</time>'
    number = f'<span class="nr">{escape(stop.number)}</span>' if stop.number else ""
    if stop.current:
        prefix = f"{number} " if number else ""
        return f'<li><span aria-current="true">{when} {prefix}</span><span class="aside">this one</span></li>'
    prefix = f" {number}" if number else ""
    words = "" if stop.same_words is None else "same words" if stop.same_words else "other words"
    aside = f' <span class="aside">{words}</span>' if words else ""
    return f'<li><a href="{escape(stop.href)}">{when}{prefix}</a>{aside}</li>'


OLDEST, NEWEST = "oldest held", "newest held"
NEW, LAST = "new here", "last here"


def of_rule(
    library: Library | None, edition: Edition, editions: Editions, ancestors: Iterable[Edge], heirs: Iterable[Edge]
) -> Across:
    """The switcher for a provision: its thread, and beyond its ends the predecessors and successors."""
    stops = [
        Stop(
            appearance.href,
            appearance.day.isoformat(),
            appearance.number,
            appearance.same_words,
            appearance.current,
            words=appearance.words,
        )
        for appearance in editions.appearances
    ]
    if not editions.by_thread:
        return Across(stops, earlier=_beside(ancestors), later=_beside(heirs), by_number=True)
    return _around(library, edition, stops, _beside(ancestors), _beside(heirs))


def of_edition(library: Library | None, edition: Edition) -> Across:
    """The switcher between the editions of a document."""
    stops = [
        Stop(other.get_absolute_url(), other.slug, current=other.pk == edition.pk)
        for other in held(library).of(edition.document_id)
    ]
    return _around(library, edition, stops)


def of_glossary(library: Library | None, edition: Edition) -> Across:
    """The switcher between the editions with a glossary; the current edition is always included."""
    stops = [
        Stop(f"{other.get_absolute_url()}glossary/", other.slug, current=other.pk == edition.pk)
        for other in held(library).with_glossary(edition.document_id)
    ]
    return _around(library, edition, stops)


def of_infractions(library: Library | None, edition: Edition) -> Across:
    """The switcher between the editions with infractions."""
    stops = [
        Stop(f"{other.get_absolute_url()}infractions/", other.slug, current=other.pk == edition.pk)
        for other in listing.editions_with(library, edition)
    ]
    return _around(library, edition, stops)


def of_term(library: Library | None, term: GlossaryTerm) -> Across:
    """The switcher between the editions whose glossary has a term."""
    rows = GlossaryTerm.objects.filter(edition__document=term.edition.document_id, slug=term.slug)
    wordings = dict(rows.order_by().values_list("edition_id", "wording_id"))
    stops = [
        Stop(
            f"{other.get_absolute_url()}glossary/{term.slug}/",
            other.slug,
            same_words=wordings[other.pk] == term.wording_id,
            current=other.pk == term.edition_id,
            words=wordings[other.pk],
        )
        for other in held(library).of(term.edition.document_id)
        if other.pk in wordings
    ]
    return _around(library, term.edition, stops)


def _around(
    library: Library | None, edition: Edition, stops: Sequence[Stop],
    ancestor: Stop | None = None, heir: Stop | None = None,
) -> Across:  # fmt: skip
    """The nearest stops before and after an edition; where there is none, why the line ends."""
    here = edition.effective.isoformat()
    earlier = next((stop for stop in stops if stop.day < here), ancestor)
    later = next((stop for stop in reversed(stops) if stop.day > here), heir)
    whole = [other.effective for other in held(library).of(edition.document_id) if other.extent == Edition.Extent.WHOLE]
    before = "" if earlier else NEW if any(day < edition.effective for day in whole) else OLDEST
    after = "" if later else LAST if any(day > edition.effective for day in whole) else NEWEST
    return Across(stops, earlier, later, before, after)


def _beside(edges: Iterable[Edge]) -> Stop | None:
    """The surest provision of the same document among the edges of a split, a merger or the like."""
    edge = next((edge for edge in edges if edge.day and not edge.doubtful), None)
    return Stop(edge.href, edge.day, edge.number, said=edge.said) if edge else None
