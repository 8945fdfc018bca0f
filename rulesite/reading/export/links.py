"""Links as plain data: the references and source tags of an edition's texts, and the backlinks of a provision."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import F, QuerySet

from rulesite.rulebook.models import (
    Attribution,
    AttributionTarget,
    Citation,
    CitationTarget,
    Edition,
    Example,
    RuleVersion,
)

Row = dict[str, Any]
_BATCH = 2000
"""Wordings queried at once."""


def references_in(edition: Edition, wordings: Iterable[int | None]) -> dict[int, list[Row]]:
    """The references in some wordings, by wording, as an edition resolves them."""
    requested = sorted(wording for wording in {*wordings} if wording is not None)
    by_wording: dict[int, list[Row]] = {}
    for start in range(0, len(requested), _BATCH):
        batch = requested[start : start + _BATCH]
        by_wording |= _references(Citation.objects.filter(edition=edition, reference__wording__in=batch))
    return by_wording


def _references(citations: QuerySet[Citation]) -> dict[int, list[Row]]:
    """References by wording, in order, as the citations' edition resolves them."""
    targets: dict[int, list[str]] = defaultdict(list)
    rows = CitationTarget.objects.filter(citation__in=citations).order_by("version__position", "term__position")
    for citation, number, term in rows.values_list("citation_id", "version__number", "term__term"):
        targets[citation].append(number or term)
    by_wording: dict[int, list[Row]] = defaultdict(list)
    values = citations.order_by("reference__wording", "reference__start").values(
        "id", "outcome", "reason", "suggestion", wording=F("reference__wording_id"), cited=F("reference__cited"),
        start=F("reference__start"), end=F("reference__end"),
    )  # fmt: skip
    for row in values:
        by_wording[row["wording"]].append(
            {
                "cited": row["cited"],
                "start": row["start"],
                "end": row["end"],
                "targets": targets.get(row["id"], []),
                "outcome": row["outcome"],
                "reason": row["reason"],
                "suggestion": row["suggestion"],
            }
        )
    return by_wording


def attributions_in(wordings: Iterable[int | None]) -> dict[int, list[Row]]:
    """Source tags by wording, in order, for some wordings.

    There are few in all, and most editions have none: fetching all is faster than listing thousands of wordings.
    """
    requested = {*wordings} - {None}
    rows = Attribution.objects.all()
    if len(requested) <= _BATCH:
        rows = rows.filter(wording__in=requested)
    listed = [tag for tag in rows.order_by("wording", "start") if tag.wording_id in requested]
    targets: dict[int, list[tuple[str, str]]] = defaultdict(list)
    if listed:
        aimed = AttributionTarget.objects.filter(attribution__in=rows).order_by("version__position")
        for citing, number, key, day, slug in aimed.values_list(
            "attribution_id", "version__number", "version__key", "version__edition__effective",
            "version__edition__document__slug",
        ):  # fmt: skip
            targets[citing].append((number, f"{slug}/{day.isoformat()}/{key}"))
    by_wording: dict[int, list[Row]] = defaultdict(list)
    for tag in listed:
        by_wording[tag.wording_id].append(
            {
                "text": tag.text,
                "read_as": tag.read_as,
                "authority": tag.authority,
                "date": tag.date.isoformat() if tag.date else None,
                "date_text": tag.date_text,
                "precision": tag.precision,
                "cited": tag.cited,
                "targets": [number for number, _ in targets[tag.pk]],
                "addresses": [where for _, where in targets[tag.pk]],
                "outcome": tag.outcome,
                "reason": tag.reason,
                "problem": tag.problem,
                "start": tag.start,
                "end": tag.end,
            }
        )
    return by_wording


def cited_by(version: RuleVersion) -> list[Row]:
    """The backlinks of a provision: provisions and examples of its edition, and source tags of any document."""
    citations_path = "wording__references__citations"
    filters = {f"{citations_path}__targets__version": version}
    rules = (
        RuleVersion.objects.filter(**filters, edition=F(f"{citations_path}__edition")).order_by("position").distinct()
    )
    citing_rows = [
        {"number": number, "edition": version.edition.address, "as": "text"}
        for number in rules.values_list("number", flat=True)
    ]
    examples = Example.objects.filter(
        **filters, version__edition=F(f"{citations_path}__edition"), labelled=True
    ).distinct()
    for number, ordinal in examples.order_by("version__position", "ordinal").values_list("version__number", "ordinal"):
        citing_rows.append({"number": number, "edition": version.edition.address, "as": f"example {ordinal}"})
    tags = (
        RuleVersion.objects.filter(wording__attributions__targets__version=version)
        .select_related("edition__document")
        .order_by("edition__document__position", "edition__effective", "position")
        .distinct()
    )
    citing_rows.extend(
        {"number": citing.number, "edition": citing.edition.address, "as": "source tag"} for citing in tags
    )
    return citing_rows
