"""The rows of an edition: wordings, provisions, Examples and glossary entries, as its sources have them.

Unchanged rows stay; the others are stored, and rows that no source has any more are deleted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from ingest.document.tree import ExampleText, GlossaryEntry
from ingest.document.tree import IndexEntry as Indexed
from ingest.parsing.merge import MergedEdition
from rulesite.rulebook.models import (
    Edition,
    Example,
    Flag,
    GlossaryTerm,
    IndexEntry,
    RuleVersion,
    Source,
    Witness,
    Wording,
)
from rulesite.rulebook.row_sync import RowSync, settle
from rulesite.text import wording

TITLE = 200
"""Maximum characters of a title."""


def store_wordings(merged: MergedEdition) -> tuple[dict[str, Wording], list[Wording]]:
    """Store the wording of every distinct text of an edition; returns them by text, and the new ones."""
    texts: dict[str, None] = {}
    for item in merged.provisions:
        for testimony in item.testimonies:
            if testimony.provision.text:
                texts[testimony.provision.text] = None
        for example in item.provision.examples:
            texts[example.text] = None
    for _, entry in merged.glossary:
        texts[entry.text] = None
        for example in entry.examples:
            texts[example.text] = None
    for _, indexed in merged.index:
        texts[indexed.text] = None
    digests = [wording.digest(text) for text in texts]
    known: dict[str, Wording] = {}
    for start in range(0, len(digests), 500):
        stored = Wording.objects.filter(digest__in=digests[start : start + 500])
        known |= {row.digest: row for row in stored.defer("text")}
    wordings = {text: known.get(digest) or Wording.of(text) for text, digest in zip(texts, digests, strict=True)}
    fresh = [row for row in wordings.values() if row.pk is None]
    Wording.objects.bulk_create(fresh, batch_size=1000)
    return wordings, fresh


def store_versions(
    edition: Edition, merged: MergedEdition, sources: Sequence[Source], wordings: dict[str, Wording]
) -> dict[str, RuleVersion]:
    """Store the provisions, parents before children; returns them by key."""
    settling = RowSync(RuleVersion.objects.filter(edition=edition), ["key"], keep=["rule_id"])
    versions: dict[str, RuleVersion] = {}
    levels: dict[int, list[RuleVersion]] = defaultdict(list)
    depths = _depths(merged)
    for position, item in enumerate(merged.provisions):
        provision = item.provision
        depth = depths[provision.key]
        version = RuleVersion(
            edition=edition,
            key=provision.key,
            number=provision.number,
            position=position,
            depth=depth,
            kind=provision.kind.value,
            title=provision.title[:TITLE],
            wording=wordings[provision.text] if provision.text else None,
            source=sources[item.testimonies[0].reading],
            first_line=provision.first_line,
            last_line=provision.last_line,
        )
        versions[provision.key] = version
        levels[depth].append(version)
    parents = {item.provision.key: item.provision.parent for item in merged.provisions}
    for _, level in sorted(levels.items()):
        for version in level:
            version.parent = versions.get(parents[version.key])
        settling.settle(level)
    settling.clear()
    settle(
        Flag.objects.filter(version__edition=edition),
        [
            Flag(version=versions[item.provision.key], kind=flag.kind, note=flag.note[:300], line=flag.line)
            for item in merged.provisions
            for flag in item.provision.flags
        ],
        ["version_id", "kind", "note", "line"],
    )
    return versions


def _depths(merged: MergedEdition) -> dict[str, int]:
    parents = {item.provision.key: item.provision.parent for item in merged.provisions}
    depths: dict[str, int] = {}
    for key in parents:
        depth, above = 0, parents[key]
        while above in parents and depth < 8:
            depth, above = depth + 1, parents[above]
        depths[key] = depth
    return depths


def store_examples(
    edition: Edition,
    merged: MergedEdition,
    versions: dict[str, RuleVersion],
    terms: Sequence[GlossaryTerm],
    wordings: dict[str, Wording],
) -> None:
    key = ["version_id", "term_id", "labelled", "ordinal"]
    of_rules = [
        _example(example, ordinal, wordings, version=versions[item.provision.key])
        for item in merged.provisions
        for ordinal, example in _numbered(item.provision.examples)
    ]
    of_terms = [
        _example(example, ordinal, wordings, term=term)
        for term, (_, entry) in zip(terms, merged.glossary, strict=True)
        for ordinal, example in _numbered(entry.examples)
    ]
    settle(Example.objects.filter(version__edition=edition), of_rules, key)
    settle(Example.objects.filter(term__edition=edition), of_terms, key)


def _numbered(examples: Iterable[ExampleText]) -> Iterable[tuple[int, ExampleText]]:
    """Examples with their ordinals; labelled and inline ones are counted separately."""
    counts = {True: 0, False: 0}
    for example in examples:
        counts[example.labelled] += 1
        yield counts[example.labelled], example


def _example(example: ExampleText, ordinal: int, wordings: dict[str, Wording], **owner: Any) -> Example:
    return Example(
        ordinal=ordinal,
        labelled=example.labelled,
        wording=wordings[example.text],
        start=example.start,
        end=example.end,
        first_line=example.first_line,
        last_line=example.last_line,
        **owner,
    )


def store_witnesses(
    edition: Edition,
    merged: MergedEdition,
    versions: dict[str, RuleVersion],
    sources: Sequence[Source],
    wordings: dict[str, Wording],
) -> None:
    settle(
        Witness.objects.filter(version__edition=edition),
        [
            Witness(
                version=versions[item.provision.key],
                source=sources[testimony.reading],
                title=testimony.provision.title[:TITLE],
                wording=wordings[testimony.provision.text] if testimony.provision.text else None,
                examples=sum(example.labelled for example in testimony.provision.examples),
                first_line=testimony.provision.first_line,
                last_line=testimony.provision.last_line,
                agrees=testimony.agrees,
            )
            for item in merged.provisions
            for testimony in item.testimonies
            if len(item.testimonies) > 1
        ],
        ["version_id", "source_id"],
    )


def store_glossary(
    edition: Edition, merged: MergedEdition, sources: Sequence[Source], wordings: dict[str, Wording]
) -> list[GlossaryTerm]:
    terms = [
        GlossaryTerm(
            edition=edition,
            slug=entry.key[:130],
            position=position,
            source=sources[reading],
            **_of_entry(entry, wordings),
        )
        for position, (reading, entry) in enumerate(merged.glossary)
    ]
    settle(GlossaryTerm.objects.filter(edition=edition), terms, ["slug"])
    return terms


def store_index(
    edition: Edition, merged: MergedEdition, sources: Sequence[Source], wordings: dict[str, Wording]
) -> None:
    entries = [
        IndexEntry(
            edition=edition,
            key=entry.key,
            position=position,
            parent=entry.parent,
            source=sources[reading],
            **_of_entry(entry, wordings),
        )
        for position, (reading, entry) in enumerate(merged.index)
    ]
    settle(IndexEntry.objects.filter(edition=edition), entries, ["key"])


def _of_entry(entry: GlossaryEntry | Indexed, wordings: dict[str, Wording]) -> dict[str, Any]:
    """The common fields of glossary and index entries: name, text and lines."""
    return {
        "term": entry.term[:120],
        "wording": wordings[entry.text],
        "first_line": entry.first_line,
        "last_line": entry.last_line,
    }
