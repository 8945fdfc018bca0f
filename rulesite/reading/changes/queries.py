"""The page that answers a query about changes: the changes of one edition, or a comparison of two."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.urls import reverse

from rulesite.reading.editions import held
from rulesite.reading.templatetags.reading import edition_date
from rulesite.rulebook.models import Edition, Library
from rulesite.text.changes.query import ChangeQuery, When


@dataclass(frozen=True)
class ChangesFound:
    """The answer to a query about changes: the ``url`` of its page, or "" with a message and links (label, URL)."""

    url: str = ""
    message: str = ""
    links: tuple[tuple[str, str], ...] = ()


def changes_found(query: ChangeQuery, library: Library | None) -> ChangesFound | None:
    """The answer to a query about changes, in the first document with two whole editions; None without one."""
    editions: list[Edition] = []
    for edition in held(library).editions:
        if edition.extent == Edition.Extent.WHOLE and (not editions or edition.document_id == editions[0].document_id):
            editions.insert(0, edition)
    if len(editions) < 2:
        return None
    if query.start is None:
        return _of_time(query.end, editions)
    newest = editions[-1] if query.end is None else _last(editions, query.end.last)
    oldest = _before(editions, query.start)
    if oldest is None:
        oldest = editions[0]
    if newest is None or newest.effective <= oldest.effective:
        day = f"{edition_date(oldest)}{f', up to {query.end.name}' if query.end else ''}"
        return ChangesFound("", f"No edition held here is newer than that of {day}.", _near(editions, oldest))
    return ChangesFound(_compared(oldest, newest))


def _of_time(time: When | None, editions: list[Edition]) -> ChangesFound:
    """The changes of the editions of a time; of the newest edition without one."""
    if time is None:
        return ChangesFound(_notes(editions[-1]))
    inside = [edition for edition in editions if time.first <= edition.effective <= time.last]
    if time.card_set and len(inside) > 1:
        inside = [min(inside, key=lambda edition: abs(edition.effective - time.card_set.released))]  # type: ignore[union-attr]
    if not inside:
        before = _last(editions, time.first)
        out = f", which came out on {time.card_set.released:%-d %B %Y}" if time.card_set else ""
        return ChangesFound("", f"No edition held here is of {time.name}{out}.", _near(editions, before))
    first = editions.index(inside[0])
    if not first:
        first_of_all = edition_date(inside[0])
        return ChangesFound(
            "", f"The edition of {first_of_all} is the oldest held here: there is none to compare it with.",
            _near(editions, None),
        )  # fmt: skip
    return ChangesFound(_notes(inside[0]) if len(inside) == 1 else _compared(editions[first - 1], inside[-1]))


def _last(editions: list[Edition], day: date) -> Edition | None:
    """The last edition up to a day."""
    return next((edition for edition in reversed(editions) if edition.effective <= day), None)


def _before(editions: list[Edition], time: When) -> Edition | None:
    """The edition that a comparison since some time begins with.

    That of a named day, or of a set; else the last one in force when the time began.
    """
    if time.card_set or time.first == time.last:
        inside = [edition for edition in editions if time.first <= edition.effective <= time.last]
        if inside:
            return inside[0]
    return _last(editions, time.first)


def _near(editions: list[Edition], before: Edition | None) -> tuple[tuple[str, str], ...]:
    """Links to the changes of the editions before and after a time without any."""
    after = editions[editions.index(before) + 1 :] if before else editions[1:]
    around = [*([before] if before and before is not editions[0] else []), *after[:1]]
    return tuple((f"What changed on {edition_date(edition)}", _notes(edition)) for edition in around)


def _notes(edition: Edition) -> str:
    return reverse("reading:notes", args=[edition.document.slug, edition.slug])


def _compared(earlier: Edition, later: Edition) -> str:
    return reverse("reading:compare", args=[earlier.document.slug, earlier.slug, later.slug])
