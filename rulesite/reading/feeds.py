"""Atom feeds of changes: of a whole document, of a section, of a rule, of the results of a search; an entry for each
change, with the difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from itertools import pairwise
from urllib.parse import urlencode

from django.contrib.syndication.views import Feed
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rulesite.reading.caching.http import cached_page, searched_page
from rulesite.reading.caching.memo import memoize
from rulesite.reading.caching.state import library_of
from rulesite.reading.changes.comparison import KINDS, ChangedText, ChangeRow, Comparison, Shown, comparison_of, shown
from rulesite.reading.changes.groups import groups_of, summary
from rulesite.reading.pages.timeline import Stage, anchor_of, stages
from rulesite.reading.rendering import diffs
from rulesite.reading.rendering.xml import Atom
from rulesite.reading.templatetags.reading import edition_date
from rulesite.reading.views import lookups
from rulesite.rulebook.descent import history
from rulesite.rulebook.descent.traversal import BRANCHES
from rulesite.rulebook.models import Correction, Descent, Document, Edition, RuleVersion
from rulesite.search import search
from rulesite.text.numbering import RuleNumber

_MAX_ENTRIES = 400
"""Maximum entries of a feed: subscribers want news, not the whole past."""
_MAX_EDITIONS = 10
"""Maximum editions of the feed of editions: each takes a comparison."""
_MAX_RULES = 10
"""Rules, the best results of a search, whose changes a feed lists."""
_OMITTED_KINDS = ("unchanged", "small")


@dataclass(frozen=True)
class FeedEntry:
    """One change in a feed; ``key`` is its permanent id, an absolute URL, ``corrected`` the time of the last correction
    of its text.
    """

    key: str
    title: str
    words: SafeString
    url: str
    day: date
    corrected: datetime | None = None


@dataclass(frozen=True)
class Subject:
    """The subject of a feed, and its entries, newest first."""

    title: str
    about: str
    url: str
    entries: Sequence[FeedEntry]
    changed: datetime | None
    """When the data of the feed last changed."""


class _Changes(Feed):
    """The common base of the feeds."""

    feed_type = Atom
    author_name = "the documents' publishers; compared by this site"

    def __call__(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """The feed, without Django's Last-Modified: that is the newest entry's day, which corrections do not change."""
        response = super().__call__(request, *args, **kwargs)
        del response["Last-Modified"]
        return response

    def title(self, subject: Subject) -> str:
        return subject.title

    def subtitle(self, subject: Subject) -> str:
        return subject.about

    def link(self, subject: Subject) -> str:
        return subject.url

    def items(self, subject: Subject) -> Sequence[FeedEntry]:
        return subject.entries

    def item_title(self, entry: FeedEntry) -> str:
        return entry.title

    def item_description(self, entry: FeedEntry) -> str:
        return entry.words

    def item_link(self, entry: FeedEntry) -> str:
        return entry.url

    def item_guid(self, entry: FeedEntry) -> str:
        return entry.key

    item_guid_is_permalink = False

    def item_pubdate(self, entry: FeedEntry) -> datetime:
        return datetime.combine(entry.day, time(), UTC)

    def item_updateddate(self, entry: FeedEntry) -> datetime:
        return max(self.item_pubdate(entry), entry.corrected or datetime.min.replace(tzinfo=UTC))

    def feed_extra_kwargs(self, subject: Subject) -> dict[str, object]:
        return {"changed": subject.changed}


class DocumentFeed(_Changes):
    """Every change of a document, newest first."""

    def get_object(self, request: HttpRequest, document: str) -> Subject:
        work = lookups.document_at(document)
        return Subject(
            f"Changes of the {work.title}",
            "Each provision that is new, gone, reworded, split, merged or moved, with the difference.",
            work.get_absolute_url(),
            _entries(request, work),
            _changed(request),
        )


class NotesFeed(_Changes):
    """What changed in each of the newest editions of a document: an entry for each edition."""

    def get_object(self, request: HttpRequest, document: str) -> Subject:
        work = lookups.document_at(document)
        return Subject(
            f"What changed in each edition of the {work.title}",
            "An entry for each edition: its new keywords, and how many rules are new, changed, moved or removed.",
            work.get_absolute_url(),
            list(_notes(request, work)),
            _changed(request),
        )


class SectionFeed(_Changes):
    """The changes of one section, by its current number."""

    def get_object(self, request: HttpRequest, document: str, key: str) -> Subject:
        work = lookups.document_at(document)
        number = RuleNumber.try_parse(key)
        if number is None or number.rule is not None or number.section is None:
            raise lookups.NotHere(f"“{key}” is not a section: feeds are of a book, a section such as 702, or a rule.")
        known = RuleVersion.objects.filter(edition__document=work, kind="section", number=str(number))
        newest = known.order_by("-edition__effective").first()
        if newest is None:
            raise lookups.NotHere(f"No edition of the {work.title} held here has a section {number}.")
        return Subject(
            f"Changes of {number} {newest.title}, {work.title}",
            "Each of its provisions that is new, gone, reworded, split, merged or moved, with the difference.",
            newest.get_absolute_url(),
            _entries(request, work, str(number)),
            _changed(request),
        )


class ThreadFeed(_Changes):
    """The changes of one rule, under all its numbers."""

    def get_object(self, request: HttpRequest, pk: int) -> Subject:
        line = history.of_thread(pk)
        if line is None:
            raise lookups.NotHere("No rule has this permanent address.")
        newest = line.versions[-1]
        name = f"{newest.number} {newest.title}".strip()
        return Subject(
            f"Changes of {name}, {newest.edition.document.title}",
            "Each edition in which its number or its words changed.",
            reverse("reading:thread", args=[newest.rule_id]),
            _Telling(request).line(line),
            _changed(request),
        )


class SearchFeed(_Changes):
    """The changes of the best results of a search, so that a search can be followed."""

    def get_object(self, request: HttpRequest) -> Subject:
        text = request.GET.get("q", "").strip()
        document, edition, kind = (request.GET.get(name) or None for name in ("document", "edition", "kind"))
        chosen = {"q": text, "document": document, "edition": edition, "kind": kind}
        results = search.search(text, document=document, edition=edition, kind=kind, size=_MAX_RULES)
        if not results.sought:
            raise lookups.NotHere(f"{results.message or 'There is nothing to look for.'} A feed needs ?q= and words.")
        address = f"{reverse('reading:search')}?{urlencode({name: value for name, value in chosen.items() if value})}"
        tell = _Telling(request)
        threads = dict.fromkeys(hit.thread for hit in results.hits if hit.thread)
        lines = filter(None, map(history.of_thread, threads))
        entries = sorted((each for line in lines for each in tell.line(line)), key=lambda each: each.day, reverse=True)
        return Subject(
            f"Changes of what is found for “{text[:80]}”",
            f"Each edition in which one of the {results.size} rules that come first was new or changed.",
            address,
            entries[:_MAX_ENTRIES],
            _changed(request),
        )


document_feed, notes_feed, section_feed, thread_feed = (
    cached_page(feed()) for feed in (DocumentFeed, NotesFeed, SectionFeed, ThreadFeed)
)
search_feed = searched_page(SearchFeed())
"""The views: like pages, they are made anew only when the library has changed."""


class _Telling:
    """Makes entries with URLs of the requested host."""

    def __init__(self, request: HttpRequest) -> None:
        self._whole = request.build_absolute_uri
        self._corrected = _corrected(library_of(request))

    def line(self, line: history.Line) -> list[FeedEntry]:
        """The moments of a rule's history, newest first, without those of related rules."""
        newest = line.versions[-1]
        address = reverse("reading:thread", args=[newest.rule_id])
        return [self.stage(address, stage) for stage in reversed(stages(line, newest)) if not stage.moment.side]

    def stage(self, address: str, stage: Stage) -> FeedEntry:
        """A moment of a rule's history; ``address`` is the URL of the rule."""
        version = stage.version
        before = stage.before.text if stage.before else ""
        words = diffs.marked(before, version.text) if before else format_html("{}", version.text)
        label = stage.said[:1].lower() + stage.said[1:]
        key = self._whole(f"{address}#{anchor_of(stage.moment)}")
        title, url = f"{version.key}: {label}", version.get_absolute_url()
        sides = [(side.edition, side) for side in (stage.before, version) if side]
        return FeedEntry(key, title, words, url, version.edition.effective, self._last(*sides))

    def row(self, comparison: Comparison, address: str, shown: Shown, row: ChangeRow) -> FeedEntry:
        """A change of a comparison; ``address`` is the URL of the comparison."""
        before, after = shown.before, shown.after
        number = " → ".join(dict.fromkeys(words.key for words in (before, after) if words))
        version = after or before
        words = diffs.marked(before.text if before else "", after.text if after else "")
        key = self._whole(f"{address}#{row.anchor}")
        title, url = f"{number}: {KINDS[row.kind].lower()}", version.href if version else "/"
        corrected = self._last((comparison.earlier, before), (comparison.later, after))
        return FeedEntry(key, title, words, url, comparison.later.effective, corrected)

    def _last(self, *sides: tuple[Edition, RuleVersion | ChangedText | None]) -> datetime | None:
        times = (self._corrected.get((edition.address, version.key)) for edition, version in sides if version)
        return max((when for when in times if when), default=None)


@memoize
def _corrected() -> dict[tuple[str, str], datetime]:
    """When each corrected provision was last corrected, or had a correction withdrawn, by edition and key."""
    return {
        (edition, owner.partition("/")[0]): time
        for edition, owner, time in Correction.objects.order_by("made").values_list("edition", "owner", "made")
    }


def _changed(request: HttpRequest) -> datetime | None:
    library = library_of(request)
    return library.changed if library else None


def _notes(request: HttpRequest, work: Document) -> Iterator[FeedEntry]:
    """An entry for each of the newest whole editions that has one before it, the newest first."""
    library = library_of(request)
    editions = work.editions.filter(extent=Edition.Extent.WHOLE).select_related("document").defer(*Edition.long())
    for later, earlier in pairwise(editions.order_by("-effective")[: _MAX_EDITIONS + 1]):
        url = reverse("reading:notes", args=[work.slug, later.slug])
        in_short = summary(groups_of(earlier, later, library), comparison_of(earlier, later, library))
        title = f"What changed {'on' if later.precision == Edition.Precision.DAY else 'in'} {edition_date(later)}"
        yield FeedEntry(request.build_absolute_uri(url), title, format_html("{}", in_short), url, later.effective)


def _steps_that_touch(work: Document, section: str) -> set[tuple[int, int]]:
    """The steps between whole editions that may change a section, as pairs of the editions' keys.

    Its rules differ in identity, number or text, or some were split or merged.
    """
    whole = work.editions.filter(extent=Edition.Extent.WHOLE).order_by("effective")
    inside = Q(number=section) | Q(number__startswith=f"{section}.")
    wordings: dict[int, set[tuple[object, ...]]] = {edition.pk: set() for edition in whole}
    rows = RuleVersion.objects.filter(inside, edition__in=wordings).order_by()
    for edition, *words in rows.values_list("edition", "rule", "key", "wording", "title"):
        wordings[edition].add(tuple(words))
    branched = Descent.objects.filter(
        Q(earlier__in=rows.values("pk")) | Q(later__in=rows.values("pk")), kind__in=BRANCHES, doubtful=False
    )
    pairs = set(branched.values_list("earlier__edition", "later__edition"))
    return pairs | {(left, right) for left, right in pairwise(wordings) if wordings[left] != wordings[right]}


def _entries(request: HttpRequest, work: Document, section: str = "") -> list[FeedEntry]:
    """The changes of the steps between whole editions, the newest step first."""
    editions = list(work.editions.filter(extent=Edition.Extent.WHOLE).order_by("-effective"))
    tell = _Telling(request)
    entries: list[FeedEntry] = []
    touched = _steps_that_touch(work, section) if section else None
    for later, earlier in pairwise(editions):
        if touched is not None and (earlier.pk, later.pk) not in touched:
            continue
        address = reverse("reading:compare", args=[work.slug, earlier.slug, later.slug])
        comparison = comparison_of(earlier, later, library_of(request))
        chosen_rows = [
            row
            for row in comparison.rows
            if row.kind not in _OMITTED_KINDS and (not section or row.section[1] == section)
        ][: _MAX_ENTRIES - len(entries)]
        for row, words in zip(chosen_rows, shown(comparison, chosen_rows), strict=True):
            entries.append(tell.row(comparison, address, words, row))
        if len(entries) >= _MAX_ENTRIES:
            break
    return entries[:_MAX_ENTRIES]
