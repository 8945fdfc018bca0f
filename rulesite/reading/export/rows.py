"""Provisions as plain data, for the commands and the API: a whole edition in a few queries, or one rule with everything
known about it.

Offsets count characters of ``text``. Numbers are printed as in the edition; an address is ``cr/2006-10-01/402.8g``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import CharField, F, QuerySet, Value

from rulesite.reading.export.links import Row, attributions_in, cited_by, references_in
from rulesite.reading.rendering.tables import tables
from rulesite.rulebook.models import Edition, Example, GlossaryTerm, RuleVersion, Source


def edition_rows() -> list[Row]:
    """The rows of all editions, in the order of the site."""
    return rows_of(Edition.objects.select_related("document").defer(*Edition.long()))


def rows_of(editions: Iterable[Edition]) -> list[Row]:
    """Some editions with their sources, without their contents. One query beside theirs."""
    listed = list(editions)
    sources: dict[int, list[Row]] = defaultdict(list)
    ordered_sources = Source.objects.filter(edition__in=listed).order_by("rank", "name")
    for edition_pk, name, sha256 in ordered_sources.values_list("edition", "name", "sha256"):
        sources[edition_pk].append({"name": name, "sha256": sha256})
    return [
        {
            "edition": edition.address,
            "document": edition.document.slug,
            "title": edition.document.title,
            "effective": edition.slug,
            "precision": edition.precision,
            "known_from": edition.known_from,
            "numbering": edition.numbering,
            "extent": edition.extent,
            "sources": sources[edition.pk],
            "url": edition.get_absolute_url(),
        }
        for edition in listed
    ]


def everything(edition: Edition) -> list[Row]:
    """The whole content of an edition, in the order of the book: introduction, provisions, glossary, index, credits.

    Each row has the keys of a provision. In rows without a number, ``kind`` is introduction, glossary (its heading),
    term, index or credits, ``number`` is "" and ``title`` the term.
    """
    return Listed(edition).rows()


def provisions(edition: Edition) -> list[Row]:
    """All provisions of an edition, in the order of the book.

    ``examples`` are the texts of the labelled ones; examples inside a text are spans in ``passages``.
    """
    return _provisions(edition)


class Listed:
    """The content of an edition as a list that can be read in slices, at the cost of their length."""

    def __init__(self, edition: Edition) -> None:
        parts = {part["kind"]: [_part(part)] for part in edition.parts}
        self._edition = edition
        self._stretches: list[tuple[int, Callable[[Edition, slice], list[Row]]]] = []
        for kind, counted, read in (
            ("introduction", 0, None), ("", edition.versions.count(), _provisions), ("glossary", 0, None),
            ("", edition.terms.count(), terms), ("index", 0, None), ("", edition.index_entries.count(), _index),
            ("credits", 0, None),
        ):  # fmt: skip
            prose = parts.get(kind, [])
            self._stretches.append((counted, read) if read else (len(prose), _stretch_of(prose)))

    def __len__(self) -> int:
        return sum(count for count, _ in self._stretches)

    def rows(self, first: int = 0, last: int | None = None) -> list[Row]:
        """The rows from index ``first`` up to but without ``last``; by default all."""
        listed: list[Row] = []
        passed = 0
        for count, read in self._stretches:
            start, stop = max(first - passed, 0), count if last is None else min(last - passed, count)
            if start < stop:
                listed += read(self._edition, slice(start, stop))
            passed += count
        return listed


def _stretch_of(rows: list[Row]) -> Callable[[Edition, slice], list[Row]]:
    return lambda _, which: rows[which]


_ALL = slice(None)


def _provisions(edition: Edition, which: slice = _ALL) -> list[Row]:
    versions: list[Any] = list(
        RuleVersion.objects.filter(edition=edition)
        .order_by("position")
        .values(
            "id", "key", "number", "kind", "title", "first_line", "last_line", "wording_id", "position",
            parent_number=F("parent__number"), text=F("wording__text"), file=F("source__name"),
        )[which]
    )  # fmt: skip
    return _said(edition, versions, "version")


def terms(edition: Edition, which: slice = _ALL) -> list[Row]:
    """The entries of the glossary, in order."""
    terms: list[Any] = list(
        edition.terms.order_by("position").values(
            "id", "first_line", "last_line", "wording_id", "position", key=F("slug"), title=F("term"),
            number=Value(""), kind=Value("term"), parent_number=Value(None, CharField()), text=F("wording__text"),
            file=F("source__name"),
        )[which]
    )  # fmt: skip
    return _said(edition, terms, "term")


def _index(edition: Edition, which: slice = _ALL) -> list[Row]:
    """The entries of the index at the back, in order; the parent is the key of the entry above."""
    entries: list[Any] = list(
        edition.index_entries.order_by("position").values(
            "id", "key", "first_line", "last_line", "wording_id", title=F("term"), number=Value(""),
            kind=Value("index"), parent_number=F("parent"), text=F("wording__text"), file=F("source__name"),
        )[which]
    )  # fmt: skip
    return _said(edition, entries)


def _said(edition: Edition, rows: list[Any], owner: str = "") -> list[Row]:
    """Consecutive rows with their references and source tags, and with their examples if ``owner`` names the column
    that links examples to them.
    """
    if not rows:
        return []
    examples: dict[int, list[Row]] = defaultdict(list)
    if owner:
        within = {f"{owner}__position__gte": rows[0]["position"], f"{owner}__position__lte": rows[-1]["position"]}
        examples = _examples(Example.objects.filter(**{f"{owner}__edition": edition}, **within), f"{owner}_id")
    wordings = {row["wording_id"] for row in rows}
    wordings.update(row["wording_id"] for rows_of_owner in examples.values() for row in rows_of_owner)
    references, attributions = references_in(edition, wordings), attributions_in(wordings)
    return [_provision(row, examples[row["id"]], references, attributions) for row in rows]


def _part(part: dict[str, Any]) -> Row:
    """A part of an edition that is neither provision nor entry, as a row."""
    row = {
        "number": "", "key": part["kind"], "kind": part["kind"], "parent_number": None, "title": "",
        "text": part["text"], "wording_id": None, "file": part["source"],
        "first_line": part["first_line"], "last_line": part["last_line"],
    }  # fmt: skip
    return _provision(row, [], {}, {})


def rule(version: RuleVersion) -> Row:
    """One provision with everything known about it."""
    edition = version.edition
    row: Row = {
        "id": version.pk, "key": version.key, "number": version.number, "kind": version.kind, "title": version.title,
        "first_line": version.first_line, "last_line": version.last_line, "wording_id": version.wording_id,
        "parent_number": version.parent.number if version.parent else None, "text": version.text,
        "file": version.source.name,
    }  # fmt: skip
    examples = _examples(Example.objects.filter(version=version), "version_id")
    wordings = {version.wording_id, *(example["wording_id"] for example in examples[version.pk])}
    references, attributions = references_in(edition, wordings), attributions_in(wordings)
    listed = _provision(row, examples[version.pk], references, attributions)
    first_line, last_line = listed.pop("first_line"), listed.pop("last_line")
    return {
        "number": listed.pop("number"),
        "key": version.key,
        "kind": listed.pop("kind"),
        "edition": edition.address,
        "address": address(edition, version.key),
        "under": _title_above(version),
        **listed,
        "thread": version.rule_id,
        "ancestors": _ancestors(version),
        **_beside(version),
        "children": list(version.children.order_by("position").values_list("number", flat=True)),
        "cited_by": cited_by(version),
        "source": {"file": version.source.name, "first_line": first_line, "last_line": last_line},
        "flags": list(version.flags.order_by("line").values("kind", "note", "line")),
        "stood_in": _stood_in(version),
        "through_time": _through_time(version),
        "tables": tables(version.text),
        "url": version.get_absolute_url(),
    }


def address(edition: Edition, key: str) -> str:
    """``cr/2006-10-01/402.8g``."""
    return f"{edition.address}/{key}"


def _provision(
    row: Row, examples: list[Row], references: dict[int, list[Row]], attributions: dict[int, list[Row]]
) -> Row:
    labelled = [example for example in examples if example["labelled"]]
    return {
        "number": row["number"],
        "key": row["key"],
        "kind": row["kind"],
        "parent": row["parent_number"],
        "title": row["title"],
        "text": row["text"] or "",
        "examples": [example["text"] for example in labelled],
        "references": references.get(row["wording_id"], []),
        "attributions": attributions.get(row["wording_id"], []),
        "first_line": row["first_line"],
        "last_line": row["last_line"],
        "source": row["file"],
        "passages": [
            {"start": example["start"], "end": example["end"]} for example in examples if not example["labelled"]
        ],
        "example_details": [
            {
                "ordinal": example["ordinal"],
                "text": example["text"],
                "first_line": example["first_line"],
                "last_line": example["last_line"],
                "references": references.get(example["wording_id"], []),
                "attributions": attributions.get(example["wording_id"], []),
            }
            for example in labelled
        ],
    }


def _examples(rows: QuerySet[Example], owner: str) -> dict[int, list[Row]]:
    """Examples in order, by the provision or the term (the column ``owner``) that they belong to."""
    by_owner: dict[int, list[Row]] = defaultdict(list)
    fields = (owner, "wording_id", "ordinal", "labelled", "start", "end", "first_line", "last_line")
    for row in rows.order_by(owner, "ordinal").values(*fields, text=F("wording__text")):
        by_owner[row[owner]].append(row)
    return by_owner


def term(found: GlossaryTerm) -> Row:
    """One entry of a glossary, with the editions that have its term."""
    edition = found.edition
    place = edition.terms.filter(position__lt=found.position).count()
    (row,) = terms(edition, slice(place, place + 1))
    same_term = GlossaryTerm.objects.filter(slug=found.slug, edition__document=edition.document_id)
    days = same_term.order_by("edition__effective").values_list("edition__document__slug", "edition__effective", "slug")
    return {
        **row,
        "edition": edition.address,
        "address": f"{edition.address}/glossary/{found.slug}",
        "stood_in": [f"{slug}/{day}" for slug, day, _ in days],
        "url": found.get_absolute_url(),
    }


def _ancestors(version: RuleVersion) -> list[Row]:
    """The ancestors of a provision, the outermost first."""
    ancestors: list[Row] = []
    above = version.parent
    while above is not None:
        ancestors.insert(0, {"number": above.number, "key": above.key, "title": above.title})
        above = above.parent
    return ancestors


def _beside(version: RuleVersion) -> Row:
    """The keys of the previous and the next provision in the book."""
    rows = RuleVersion.objects.filter(edition=version.edition_id)
    before = rows.filter(position__lt=version.position).order_by("-position").values_list("key", flat=True).first()
    after = rows.filter(position__gt=version.position).order_by("position").values_list("key", flat=True).first()
    return {"previous": before, "next": after}


def _title_above(version: RuleVersion) -> str:
    """The nearest title above a provision, "" if there is none."""
    above = version.parent
    while above is not None:
        if above.title:
            return above.title
        above = above.parent
    return ""


def _stood_in(version: RuleVersion) -> list[str]:
    """The editions of its document that have its number, oldest first."""
    editions = Edition.objects.filter(document=version.edition.document_id, versions__number=version.number)
    rows = editions.order_by("effective").values_list("document__slug", "effective").distinct()
    return [f"{slug}/{day}" for slug, day in rows]


def _through_time(version: RuleVersion) -> list[Row]:
    """The numbers of the same rule in every edition that has it, oldest first; [] if descent is not computed."""
    if not version.rule_id:
        return []
    versions = RuleVersion.objects.filter(rule=version.rule_id).order_by("edition__effective", "position")
    rows = versions.values_list("edition__document__slug", "edition__effective", "number")
    return [{"edition": f"{slug}/{day}", "number": number} for slug, day, number in rows]
