"""The catalogue: where every searchable text stands. Made from the database, kept as JSON beside the Whoosh index.

A *text* is a distinct pair of title and wording: what Whoosh indexes. A *record* says that a text stands in one
*group* (a rule through time, or a glossary term through time) as one kind of thing, and at which places: editions
with the number it has there, newest first. Searching reads the catalogue and never the database.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from rapidfuzz import fuzz

from rulesite.rulebook.models import Citation, Edition, Example, GlossaryTerm, RuleVersion, Wording
from rulesite.search.schema import FORMAT
from rulesite.text.wording import digest

GLOSSARY, EXAMPLE = "glossary", "example"
"""The kinds beside those of `RuleVersion`."""
_SAME_RULE = 50.0
"""How alike (0 to 100) two wordings of one number must be to be one rule, where descent has not said so."""


class Place(NamedTuple):
    """One place where a text stands: an edition, the key of its URL there, its number, and the title above it."""

    edition: int
    key: str
    number: str
    context: int


class Record(NamedTuple):
    """A text in a group: what kind it is there, and where, newest first."""

    text: int
    group: int
    kind: str
    places: tuple[Place, ...]


class Held(NamedTuple):
    """An edition, as search names it."""

    document: str
    date: str
    short_title: str
    title: str

    @property
    def address(self) -> str:
        """``cr/2006-10-01``."""
        return f"{self.document}/{self.date}"


@dataclass
class Catalogue:
    """Everything that search must know beside the words themselves."""

    editions: list[Held] = field(default_factory=list)
    texts: list[tuple[str, str, str]] = field(default_factory=list)
    """Key, title, body."""
    contexts: list[str] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)
    """``r12`` for the thread with id 12; otherwise document, number or term, and a counter."""
    records: list[Record] = field(default_factory=list)
    defines: list[tuple[str, int, int]] = field(default_factory=list)
    """Glossary terms, with the record to which their entry sends the reader, and the last edition in which it does."""
    words: dict[str, int] = field(default_factory=dict)
    """How many texts have a word; filled from the index."""

    def write(self, path: Path) -> None:
        """Keep it as JSON."""
        data = {"format": FORMAT, **vars(self)}
        path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> Catalogue:
        """Read what `write` wrote; raise ValueError when it was laid out otherwise."""
        data = json.loads(path.read_text(encoding="utf-8"))
        if data.pop("format", None) != FORMAT:
            raise ValueError(f"{path.name} has another format than {FORMAT}")
        return cls(
            editions=[Held(*row) for row in data["editions"]],
            texts=[(key, title, body) for key, title, body in data["texts"]],
            contexts=data["contexts"],
            groups=data["groups"],
            records=[
                Record(text, group, kind, tuple(Place(*place) for place in places))
                for text, group, kind, places in data["records"]
            ],
            defines=[(term, record, edition) for term, record, edition in data["defines"]],
            words=data["words"],
        )


def from_database() -> Catalogue:
    """The catalogue of everything that is stored now; about ten queries, whatever the size."""
    return _Builder().build()


@dataclass
class _Version:
    """A row of RuleVersion, as far as search cares."""

    id: int
    edition: int
    rule: int | None
    key: str
    number: str
    kind: str
    title: str
    wording: int | None
    parent: int | None
    context: int = 0
    group: int = 0


class _Builder:
    """Collects the rows, then lays them out as a catalogue."""

    def __init__(self) -> None:
        self.catalogue = Catalogue()
        self._texts: dict[str, int] = {}
        self._contexts: dict[str, int] = {}
        self._groups: dict[str, int] = {}
        self._places: dict[tuple[int, int, str], list[Place]] = defaultdict(list)
        self._wordings: dict[int, tuple[str, str]] = {}
        self._editions: dict[int, int] = {}

    def build(self) -> Catalogue:
        rows = Edition.objects.order_by("document__position", "document__slug", "effective").values_list(
            "id", "document__slug", "effective", "document__short_title", "document__title"
        )
        for pk, slug, effective, short_title, title in rows:
            self._editions[pk] = len(self.catalogue.editions)
            self.catalogue.editions.append(Held(slug, effective.isoformat(), short_title or slug, title))
        used = Wording.objects.filter(versions__isnull=False).union(
            Wording.objects.filter(terms__isnull=False), Wording.objects.filter(examples__labelled=True)
        )
        self._wordings = {pk: (key, text) for pk, key, text in used.values_list("id", "digest", "text")}
        versions = self._versions()
        records_of = self._add_versions(versions.values())
        self._add_examples(versions)
        terms = self._add_terms()
        self._lay_out()
        self._add_definitions(terms, records_of)
        return self.catalogue

    def _versions(self) -> dict[int, _Version]:
        rows = RuleVersion.objects.order_by("edition", "position").values_list(
            "id", "edition_id", "rule_id", "key", "number", "kind", "title", "wording_id", "parent_id"
        )
        versions = {row[0]: _Version(row[0], self._editions[row[1]], *row[2:]) for row in rows.iterator(5000)}
        for version in versions.values():
            version.context = self._context(_title_above(version, versions))
        self._group(versions.values())
        return versions

    def _group(self, versions: Iterable[_Version]) -> None:
        """Give each version its group: its thread, or where there is none, its number while its words go on."""
        loose: dict[tuple[str, str], list[_Version]] = defaultdict(list)
        for version in versions:
            if version.rule:
                version.group = self._group_id(f"r{version.rule}")
            else:
                loose[self.catalogue.editions[version.edition].document, version.number].append(version)
        for (document, number), run in loose.items():
            run.sort(key=lambda version: version.edition)
            nth, before = 0, None
            for version in run:
                if before is not None and not self._goes_on(before, version):
                    nth += 1
                version.group = self._group_id(f"{document}:{number}:{nth}")
                before = version

    def _goes_on(self, before: _Version, after: _Version) -> bool:
        if before.wording == after.wording and before.title == after.title:
            return True
        return fuzz.token_sort_ratio(self._said(before), self._said(after)) >= _SAME_RULE

    def _said(self, version: _Version) -> str:
        return f"{version.title} {self._wordings[version.wording][1] if version.wording else ''}"

    def _add_versions(self, versions: Iterable[_Version]) -> dict[int, tuple[int, int, str]]:
        records_of: dict[int, tuple[int, int, str]] = {}
        for version in versions:
            if not version.title and not version.wording:
                continue
            slot = (self._text(version.title, version.wording), version.group, version.kind)
            self._places[slot].append(Place(version.edition, version.key, version.number, version.context))
            records_of[version.id] = slot
        return records_of

    def _add_examples(self, versions: dict[int, _Version]) -> None:
        rows = Example.objects.filter(labelled=True, version__isnull=False).order_by("version", "ordinal")
        for owner, wording in rows.values_list("version_id", "wording_id"):
            version = versions[owner]
            place = Place(version.edition, version.key, version.number, version.context)
            self._places[self._text("", wording), version.group, EXAMPLE].append(place)

    def _add_terms(self) -> dict[tuple[int, int], str]:
        terms: dict[tuple[int, int], str] = {}
        rows = GlossaryTerm.objects.order_by("edition", "position").values_list(
            "id", "edition_id", "term", "slug", "wording_id"
        )
        slug_of: dict[int, tuple[int, str, int]] = {}
        for pk, edition_id, term, slug, wording in rows:
            edition = self._editions[edition_id]
            group = self._group_id(f"{self.catalogue.editions[edition].document}:{GLOSSARY}:{slug}")
            self._places[self._text(term, wording), group, GLOSSARY].append(
                Place(edition, slug, "", self._context(term))
            )
            terms[edition_id, wording] = term
            slug_of[pk] = (edition, slug, group)
        examples = Example.objects.filter(labelled=True, term__isnull=False)
        for pk, term, wording in examples.values_list("term_id", "term__term", "wording_id"):
            edition, slug, group = slug_of[pk]
            self._places[self._text("", wording), group, EXAMPLE].append(Place(edition, slug, "", self._context(term)))
        return terms

    def _lay_out(self) -> None:
        self._record_ids: dict[tuple[int, int, str], int] = {}
        for slot, places in self._places.items():
            text, group, kind = slot
            self._record_ids[slot] = len(self.catalogue.records)
            newest_first = tuple(sorted(dict.fromkeys(places), key=lambda place: -place.edition))
            self.catalogue.records.append(Record(text, group, kind, newest_first))

    def _add_definitions(self, terms: dict[tuple[int, int], str], records_of: dict[int, tuple[int, int, str]]) -> None:
        """Where glossary entries send the reader first: ``Layer: … See rule 613`` makes 613 the rule of layers."""
        rows = (
            Citation.objects.filter(reference__wording__terms__isnull=False, targets__version__isnull=False)
            .order_by("reference__wording", "edition", "reference__start", "targets__version__position")
            .values_list("edition_id", "reference__wording_id", "targets__version_id")
        )
        first: dict[tuple[int, int], int] = {}
        for edition, wording, version in rows:
            if (edition, wording) in terms:
                first.setdefault((edition, wording), version)
        last: dict[tuple[str, int], int] = {}
        for (edition, wording), version in first.items():
            if version in records_of:
                link = (terms[edition, wording], self._record_ids[records_of[version]])
                last[link] = max(self._editions[edition], last.get(link, 0))
        self.catalogue.defines = sorted((term, record, edition) for (term, record), edition in last.items())

    def _text(self, title: str, wording: int | None) -> int:
        key, body = self._wordings[wording] if wording else ("", "")
        if title:
            key = digest(f"{title}\0{key}")
        if key not in self._texts:
            self._texts[key] = len(self.catalogue.texts)
            self.catalogue.texts.append((key, title, body))
        return self._texts[key]

    def _context(self, title: str) -> int:
        if title not in self._contexts:
            self._contexts[title] = len(self.catalogue.contexts)
            self.catalogue.contexts.append(title)
        return self._contexts[title]

    def _group_id(self, name: str) -> int:
        if name not in self._groups:
            self._groups[name] = len(self.catalogue.groups)
            self.catalogue.groups.append(name)
        return self._groups[name]


def _title_above(version: _Version, versions: dict[int, _Version]) -> str:
    """The nearest title: its own, or that of the heading, section or chapter it stands under."""
    at: _Version | None = version
    while at is not None:
        if at.title:
            return at.title
        at = versions.get(at.parent) if at.parent else None
    return ""
