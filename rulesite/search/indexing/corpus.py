"""The searched data of each edition in the database: read edition by edition, never all at once.

A digest of its rows tells whether an edition changed since it was indexed; only changed ones are processed further.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from rapidfuzz import fuzz

from rulesite.rulebook.models import Citation, Edition, Example, GlossaryTerm, IndexEntry, RuleVersion, Wording
from rulesite.search.store.schema import EXAMPLE, GLOSSARY, INDEX

_SAME_RULE = 50.0
"""How similar (0 to 100) two wordings with the same number must be to be one rule, if descent is not stored."""
_OF_VERSION = ("id", "key", "number", "kind", "title", "wording_id", "parent_id", "rule_id")
_WORDED = (5, 3, 1, 1, 2)
"""The column with the wording in each kind of rows of `Contents`."""
_CHUNK = 10_000
_Rows = list[tuple[Any, ...]]


class IndexedEdition(NamedTuple):
    """An edition with the names that search shows."""

    document: str
    date: str
    short_title: str
    title: str

    @property
    def address(self) -> str:
        """``cr/2006-10-01``."""
        return f"{self.document}/{self.date}"


class Entry(NamedTuple):
    """A text of an edition: its title, the id of its wording, its family, and its place."""

    title: str
    wording: int | None
    family: str
    """``r12`` for the thread with id 12; otherwise document, number or term, and a counter."""
    kind: str
    key: str
    """Its part of a URL."""
    number: str
    context: str
    """The title above it."""


class Corpus:
    """The current contents of the database, in the order of documents and dates."""

    def __init__(self) -> None:
        rows = Edition.objects.order_by("document__position", "document__slug", "effective").values_list(
            "id", "document__slug", "effective", "document__short_title", "document__title"
        )
        self.editions: dict[int, IndexedEdition] = {
            pk: IndexedEdition(slug, effective.isoformat(), short_title or slug, title)
            for pk, slug, effective, short_title, title in rows
        }

    @cached_property
    def digests(self) -> dict[int, str]:
        """Wording to its digest."""
        return dict(Wording.objects.values_list("id", "digest").iterator(5000))

    @cached_property
    def loose(self) -> dict[int, str]:
        """The family of each provision without a thread: its number in its document, as long as its text stays similar.

        It is empty once descent is stored.
        """
        runs: dict[tuple[str, str], _Rows] = defaultdict(list)
        rows = RuleVersion.objects.filter(rule=None).order_by(
            "edition__document__position", "edition__document__slug", "edition__effective", "position"
        )
        for row in rows.values_list("id", "edition__document__slug", "number", "title", "wording__text"):
            runs[row[1], row[2]].append(row)
        families: dict[int, str] = {}
        for (document, number), run in runs.items():
            counter, before = 0, None
            for pk, _, _, *words in run:
                if before is not None and not _goes_on(before, words):
                    counter += 1
                families[pk], before = f"{document}:{number}:{counter}", words
        return families

    def read(self, pk: int) -> Contents:
        """The rows of one edition."""
        versions = RuleVersion.objects.filter(edition=pk).order_by("position")
        terms = GlossaryTerm.objects.filter(edition=pk).order_by("position")
        examples = Example.objects.filter(labelled=True)
        return Contents(
            self,
            pk,
            list(versions.values_list(*_OF_VERSION).iterator(_CHUNK)),
            list(terms.values_list("id", "term", "slug", "wording_id").iterator(_CHUNK)),
            list(examples.filter(version__edition=pk).order_by("version__position", "ordinal").values_list(
                "version_id", "wording_id")),
            list(examples.filter(term__edition=pk).order_by("term__position", "ordinal").values_list(
                "term_id", "wording_id")),
            list(IndexEntry.objects.filter(edition=pk).order_by("position").values_list("term", "key", "wording_id")),
        )  # fmt: skip

    def texts(self, wordings: Iterable[int]) -> dict[int, str]:
        """Wording to its text, for some wordings."""
        ids = list(wordings)
        text_of: dict[int, str] = {}
        for first in range(0, len(ids), 500):
            text_of.update(Wording.objects.filter(pk__in=ids[first : first + 500]).values_list("id", "text"))
        return text_of


def _goes_on(before: list[str | None], after: list[str | None]) -> bool:
    """Whether the titles and texts of a number in two editions are similar enough to be one rule."""
    return before == after or fuzz.token_sort_ratio(_joined(before), _joined(after)) >= _SAME_RULE


def _joined(words: list[str | None]) -> str:
    title, text = words
    return f"{title} {text or ''}"


@dataclass(frozen=True)
class Contents:
    """The rows of an edition, and the entries and digest made from them."""

    book: Corpus
    edition: int
    versions: _Rows
    terms: _Rows
    examples: _Rows
    """The examples of provisions."""
    term_examples: _Rows
    """The examples of glossary terms."""
    index: _Rows
    """The entries of the edition's own index."""

    @cached_property
    def digest(self) -> bytes:
        """A digest of all texts with their places and families, and of what the glossary defines."""
        digests, loose = self.book.digests, self.book.loose
        rows = (self.versions, self.terms, self.examples, self.term_examples, self.index)
        wordings = [
            [digests[row[column]] for row in table if row[column]] for table, column in zip(rows, _WORDED, strict=True)
        ]
        families = [row[7] or loose[row[0]] for row in self.versions]
        data = ([row[:7] for row in self.versions], families, *rows[1:], wordings, self.defines)
        return hashlib.sha256(repr(data).encode("utf-8", "surrogatepass")).digest()

    def entries(self) -> Iterator[Entry]:
        """Yield its provisions in the order of the book, its glossary, the examples of both, then its index."""
        document = self.book.editions[self.edition].document
        above: dict[int, str] = {}
        owners: dict[int, Entry] = {}
        for pk, key, number, kind, title, wording, parent, rule in self.versions:
            above[pk] = title or above.get(parent, "")
            family = f"r{rule}" if rule else self.book.loose[pk]
            owners[pk] = Entry(title, wording, family, kind, key, number, above[pk])
            if title or wording:
                yield owners[pk]
        for pk, entry in self._glossary(document):
            owners[-pk] = entry
            yield entry
        for rows, sign in ((self.examples, 1), (self.term_examples, -1)):
            for owner, wording in rows:
                yield owners[sign * owner]._replace(title="", wording=wording, kind=EXAMPLE)
        for term, key, wording in self.index:
            yield Entry("", wording, f"{document}:{INDEX}:{key}", INDEX, key, "", term)

    def _glossary(self, document: str) -> Iterator[tuple[int, Entry]]:
        for pk, term, slug, wording in self.terms:
            yield pk, Entry(term, wording, f"{document}:{GLOSSARY}:{slug}", GLOSSARY, slug, "", term)

    @cached_property
    def defines(self) -> list[tuple[str, int]]:
        """Glossary terms whose entry refers to a provision, and the position of that provision in `entries`.

        ``Layer: … See rule 613`` makes 613 the rule of layers: the first provision that an entry cites counts.
        """
        with_text = [pk for pk, _, _, _, title, wording, _, _ in self.versions if title or wording]
        position_of = {pk: position for position, pk in enumerate(with_text)}
        terms = {wording: term for _, term, _, wording in self.terms}
        rows = (
            Citation.objects.filter(
                edition=self.edition, reference__wording__terms__edition=self.edition, targets__version__isnull=False
            )
            .order_by("reference__wording", "reference__start", "targets__version__position")
            .values_list("reference__wording_id", "targets__version_id")
        )
        first: dict[int, int] = {}
        for wording, version in rows:
            first.setdefault(wording, version)
        return sorted(
            {(terms[wording], position_of[version]) for wording, version in first.items() if version in position_of}
        )
