"""Atom feeds: the changes of a whole book, of a section, of a rule; an entry for each change, with the difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from itertools import pairwise

from django.contrib.syndication.views import Feed
from django.http import HttpRequest
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rulesite.reading import differences
from rulesite.reading.changes import KINDS, Row, comparison_of
from rulesite.reading.freshness import library_of
from rulesite.reading.timeline import Stage, stages
from rulesite.reading.views import addresses
from rulesite.rulebook import history
from rulesite.rulebook.models import Document, RuleVersion
from rulesite.text.numbering import RuleNumber

_MOST = 400
"""Entries of a feed: readers of feeds want what is new, not the whole past."""
_LEFT_OUT = ("unchanged", "small")


@dataclass(frozen=True)
class Entry:
    """One change as a feed tells it."""

    title: str
    words: SafeString
    url: str
    day: date


@dataclass(frozen=True)
class Subject:
    """What a feed is about, and its entries, newest first."""

    title: str
    about: str
    url: str
    entries: Sequence[Entry]


class _Changes(Feed):
    """What all three feeds share."""

    feed_type = Atom1Feed
    author_name = "the documents' publishers; compared by this site"

    def title(self, subject: Subject) -> str:
        return subject.title

    def subtitle(self, subject: Subject) -> str:
        return subject.about

    def link(self, subject: Subject) -> str:
        return subject.url

    def items(self, subject: Subject) -> Sequence[Entry]:
        return subject.entries

    def item_title(self, entry: Entry) -> str:
        return entry.title

    def item_description(self, entry: Entry) -> str:
        return entry.words

    def item_link(self, entry: Entry) -> str:
        return entry.url

    def item_guid(self, entry: Entry) -> str:
        return f"{entry.url}#{entry.day.isoformat()}"

    item_guid_is_permalink = False

    def item_pubdate(self, entry: Entry) -> datetime:
        return datetime.combine(entry.day, time(), UTC)

    item_updateddate = item_pubdate


class DocumentFeed(_Changes):
    """Every change of a document, newest first."""

    def get_object(self, request: HttpRequest, document: str) -> Subject:
        work = addresses.document_at(document)
        return Subject(
            f"Changes of the {work.title}",
            "Each provision that is new, gone, reworded, split, merged or moved, with the difference.",
            work.get_absolute_url(),
            _entries(request, work),
        )


class SectionFeed(_Changes):
    """The changes of one section, by its number today."""

    def get_object(self, request: HttpRequest, document: str, key: str) -> Subject:
        work = addresses.document_at(document)
        number = RuleNumber.try_parse(key)
        if number is None or number.rule is not None or number.section is None:
            raise addresses.NotHere(f"“{key}” is not a section: feeds are of a book, a section such as 702, or a rule.")
        known = RuleVersion.objects.filter(edition__document=work, kind="section", number=str(number))
        newest = known.order_by("-edition__effective").first()
        if newest is None:
            raise addresses.NotHere(f"No edition of the {work.title} held here has a section {number}.")
        return Subject(
            f"Changes of {number} {newest.title}, {work.title}",
            "Each of its provisions that is new, gone, reworded, split, merged or moved, with the difference.",
            newest.get_absolute_url(),
            _entries(request, work, str(number)),
        )


class ThreadFeed(_Changes):
    """The changes of one rule, through all its numbers."""

    def get_object(self, request: HttpRequest, pk: int) -> Subject:
        line = history.of_thread(pk)
        if line is None:
            raise addresses.NotHere("No rule has this permanent address.")
        newest = line.versions[-1]
        told = [_of_stage(stage) for stage in reversed(stages(line, newest)) if not stage.moment.side]
        name = f"{newest.number} {newest.title}".strip()
        return Subject(
            f"Changes of {name}, {newest.edition.document.title}",
            "Each edition in which its number or its words changed.",
            reverse("reading:thread", args=[pk]),
            told,
        )


def _of_stage(stage: Stage) -> Entry:
    version = stage.version
    before = stage.before.text if stage.before else ""
    words = differences.marked(before, version.text) if before else format_html("{}", version.text)
    said = stage.said[:1].lower() + stage.said[1:]
    return Entry(f"{version.key}: {said}", words, version.get_absolute_url(), version.edition.effective)


def _entries(request: HttpRequest, work: Document, section: str = "") -> list[Entry]:
    """The changes of the steps between whole editions, newest step first."""
    editions = list(work.editions.filter(extent="whole").order_by("-effective"))
    found: list[Entry] = []
    for later, earlier in pairwise(editions):
        for row in comparison_of(earlier, later, library_of(request)).rows:
            if row.kind not in _LEFT_OUT and (not section or row.section[1] == section):
                found.append(_of_row(row, later.effective))
        if len(found) >= _MOST:
            break
    return found[:_MOST]


def _of_row(row: Row, day: date) -> Entry:
    before, after = row.before, row.after
    number = " → ".join(dict.fromkeys(version.key for version in (before, after) if version))
    shown = after or before
    words = differences.marked(before.text if before else "", after.text if after else "")
    return Entry(f"{number}: {KINDS[row.kind].lower()}", words, shown.get_absolute_url() if shown else "/", day)
