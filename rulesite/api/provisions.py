"""Provisions: one or many by any form of address, their history, and the meaning today of a citation of any era."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from ninja import Query

from rulesite.api.base import ApiError, answers, api, conditional
from rulesite.api.pagination import leaf_of
from rulesite.api.schemas import provisions as schemas
from rulesite.api.schemas.common import DayOrNone, Leafed, RuleOut
from rulesite.reading.export import rows as export_rows
from rulesite.reading.pages.timeline import Stage, stages, told_line
from rulesite.reading.rendering import diffs
from rulesite.rulebook import serializers
from rulesite.rulebook.addresses import NoSuchRule
from rulesite.rulebook.descent import resolution
from rulesite.rulebook.models import Example, Rule, RuleVersion
from rulesite.search import number_lookup

_EXAMPLE = "402.8g@2006-10-01"


@api.get(
    "/rule/{path:wanted}",
    response=answers(RuleOut, 404),
    by_alias=True,
    tags=["Rules"],
    summary="One provision",
    operation_id="rule",
)
def rule(request: HttpRequest, response: HttpResponse, wanted: str) -> dict[str, Any]:
    """A provision by its address: ``402.8g@2006-10-01``, ``cr/2006-10-01/402.8g``, ``A.4.20``, ``404.1``."""
    match = _named(wanted)
    conditional(request, response)
    return {**export_rows.rule(match.version), **match.remarks()}


def _named(wanted: str) -> number_lookup.NumberMatch:
    """The provision with an address; refuses an invalid address, or one that leads nowhere."""
    return _required(wanted, number_lookup.look_up(wanted))


def _required(
    wanted: str, match: number_lookup.NumberMatch | number_lookup.Missing | None
) -> number_lookup.NumberMatch:
    if match is None:
        raise ApiError(404, f"“{wanted[:80]}” is not an address: expected one like cr/402.8g or A.4.20")
    if isinstance(match, number_lookup.Missing):
        raise ApiError(404, match.message)
    return match


@api.get(
    "/rules",
    response=answers(schemas.BatchOut, 422),
    tags=["Rules"],
    summary="Many provisions at once",
    operation_id="rules",
)
def rules(request: HttpRequest, response: HttpResponse, query: Query[schemas.Batch]) -> dict[str, Any]:
    """The provisions of up to a hundred addresses (``wanted=402.8g&wanted=A.4.20``), in their order. One that is not
    found, or has no room in the answer, has an error instead; the others are not affected.
    """
    conditional(request, response)
    return {"rows": _batch(query.wanted)}


@api.post(
    "/rules",
    response=answers(schemas.BatchOut, 400, 422),
    tags=["Rules"],
    summary="Many provisions at once, listed in the body",
    operation_id="rules_by_post",
)
def rules_by_post(request: HttpRequest, body: schemas.Batch) -> dict[str, Any]:
    """The same call for a list too long for a URL: ``{"wanted": ["402.8g", …]}``."""
    return {"rows": _batch(body.wanted)}


_NO_ROOM = f"the answer would be longer than {schemas.MOST_BYTES:,} bytes: request this rule with fewer others"


def _batch(wanted: Sequence[str]) -> list[dict[str, Any]]:
    """The result for each address, with as many database queries for a hundred as for one."""
    matches = number_lookup.look_up_all(wanted)
    versions = {match.version.pk for match in matches if isinstance(match, number_lookup.NumberMatch)}
    texts = {
        pk: {"parent": parent, "text": text or ""}
        for pk, parent, text in RuleVersion.objects.filter(pk__in=versions).values_list(
            "pk", "parent__number", "wording__text"
        )
    }
    examples: dict[int, list[str]] = defaultdict(list)
    rows = Example.objects.filter(version__in=versions, labelled=True).order_by("version", "ordinal")
    for pk, text in rows.values_list("version", F("wording__text")):
        examples[pk].append(text)
    results: list[dict[str, Any]] = []
    size = 0
    for address, match in zip(wanted, matches, strict=True):
        short = address if len(address) <= schemas.MOST_REPEATED else f"{address[: schemas.MOST_REPEATED]}…"
        try:
            resolved = _required(address, match)
        except ApiError as refusal:
            results.append({"wanted": short, "found": None, "error": str(refusal)})
            continue
        version = resolved.version
        row = {
            **_side(version, texts[version.pk]["text"]), "key": version.key, "kind": version.kind,
            "parent": texts[version.pk]["parent"], "examples": examples[version.pk], **resolved.remarks(),
        }  # fmt: skip
        length = len(json.dumps(row, ensure_ascii=False).encode("utf-8", "replace"))
        if size and size + length > schemas.MOST_BYTES:
            results.append({"wanted": short, "found": None, "error": _NO_ROOM})
            continue
        size += length
        results.append({"wanted": short, "found": row, "error": ""})
    return results


def _side(version: RuleVersion, text: str) -> dict[str, Any]:
    return {
        "number": version.number, "edition": version.edition.address,
        "address": export_rows.address(version.edition, version.key), "thread": version.rule_id, "title": version.title,
        "text": text, "url": version.get_absolute_url(),
    }  # fmt: skip


@api.get(
    "/history/{path:wanted}",
    response=answers(schemas.HistoryOut, 404, 422),
    tags=["Rules"],
    summary="The history of a rule",
    operation_id="history",
    url_name="history",
)
def history(request: HttpRequest, response: HttpResponse, wanted: str, leafed: Query[Leafed]) -> dict[str, Any]:
    """All editions in which a rule's number or text changed, with the difference, its origins and its restatements
    elsewhere. Any version of the rule may be given by its address.
    """
    version = _named(wanted).version
    thread_line = told_line(version)
    history_stages = stages(thread_line, version)
    leaf = leaf_of(request, response, leafed, len(history_stages), "moments")
    conditional(request, response)
    newest = thread_line.versions[-1]
    return {
        **leaf.fields(),
        "thread": newest.rule_id,
        "newest": export_rows.address(newest.edition, newest.key),
        "removed": thread_line.removed.address if thread_line.removed else None,
        "rows": [_stage(stage) for stage in history_stages[leaf.rows]],
    }


def _stage(stage: Stage) -> dict[str, Any]:
    moment, version, edge = stage.moment, stage.version, stage.moment.edge
    before = stage.before.text if stage.before else ""
    return {
        "edition": version.edition.address, "until": moment.until.address, "number": version.number,
        "address": export_rows.address(version.edition, version.key), "title": version.title, "text": version.text,
        "said": stage.said, "side": moment.side, "renumbered": moment.renumbered, "reworded": moment.reworded,
        "only_references": moment.only_references, "only_punctuation": moment.only_punctuation,
        "edge": {"kind": edge.kind, "basis": edge.basis, "score": edge.score} if edge else None,
        "difference": difference_of(before, version.text) if before else [],
        "url": version.get_absolute_url(),
    }  # fmt: skip


def difference_of(before: str, after: str) -> list[dict[str, Any]]:
    """The pieces of the difference between two texts, as plain data."""
    return [asdict(piece) for piece in diffs.pieces(before, after)]


@api.get(
    "/threads/{thread}",
    response=answers(schemas.ThreadOut, 404, 422),
    tags=["Rules"],
    summary="A rule through time, by its permanent number",
    operation_id="thread",
    url_name="thread",
)
def thread(request: HttpRequest, response: HttpResponse, thread: int, leafed: Query[Leafed]) -> dict[str, Any]:
    """The numbers of a rule in all editions that have it, oldest first. A thread that was merged into another answers
    with the numbers of that one.
    """
    row = _standing(thread)
    if row is None:
        raise ApiError(404, f"no rule has the permanent number {thread}")
    versions = RuleVersion.objects.filter(rule=row).order_by("edition__effective", "position")
    leaf = leaf_of(request, response, leafed, versions.count(), "versions")
    conditional(request, response)
    slug = row.document.slug
    rows = [
        {"edition": f"{slug}/{day}", "number": number, "address": f"{slug}/{day}/{key}", "title": title}
        for day, number, key, title in versions.values_list("edition__effective", "number", "key", "title")[leaf.rows]
    ]
    newest = versions.values_list("edition__effective", "key").last()
    address = f"{slug}/{newest[0]}/{newest[1]}" if newest else ""
    return {
        **leaf.fields(), "thread": thread, "document": slug, "name": row.name,
        "merged_into": row.pk if row.pk != thread else None, "rows": rows,
        "history": reverse("api:history", args=[address]), "url": row.get_absolute_url(),
    }  # fmt: skip


_MAX_MERGERS = 20


def _standing(pk: int) -> Rule | None:
    """The thread with a number, or the one into which it was merged; None if there is none."""
    if not 0 < pk < 2**63:
        return None
    row = Rule.objects.select_related("document").filter(pk=pk).first()
    for _ in range(_MAX_MERGERS):
        if row is None or row.merged_into_id is None:
            break
        row = Rule.objects.select_related("document").filter(pk=row.merged_into_id).first()
    return row


@api.get(
    "/resolve",
    response=answers(schemas.ResolvedOut, 404, 422),
    tags=["Rules"],
    summary="What a citation of any era means today",
    operation_id="resolve",
)
def resolve(
    request: HttpRequest, response: HttpResponse, leafed: Query[Leafed], cited: str, at: DayOrNone = ""
) -> dict[str, Any]:
    """All rules that a citation has named, each with the path to its rule today and how sure that is; with ``at``, also
    its place on that day. ``402.1@2008-02-01`` names a day, ``402.1`` stands for all that the number has meant.
    """
    try:
        eras = resolution.resolve(cited)
        then = serializers.then(eras, at) if at else []
    except (NoSuchRule, serializers.NoCounterpart, ValueError) as error:
        raise ApiError(404, str(error)) from None
    leaf = leaf_of(request, response, leafed, len(eras), "meanings")
    conditional(request, response)
    rows = serializers.eras(eras)
    return {
        **leaf.fields(), "cited": cited, "today": [target for row in rows for target in row["today"]], "at": at,
        "then": then, "rows": rows[leaf.rows],
    }  # fmt: skip


@api.get(
    "/difference",
    response=answers(schemas.DifferenceOut, 404, 422),
    tags=["Rules"],
    summary="Two provisions compared word by word",
    operation_id="difference",
)
def difference(request: HttpRequest, response: HttpResponse, earlier: str, later: str) -> dict[str, Any]:
    """Compares any two provisions by their addresses. The pieces of the difference, joined, give either text."""
    left, right = (
        _required(address, match).version
        for address, match in zip((earlier, later), number_lookup.look_up_all([earlier, later]), strict=True)
    )
    conditional(request, response)
    texts = {version.pk: version.text for version in (left, right)}
    return {
        "earlier": _side(left, texts[left.pk]),
        "later": _side(right, texts[right.pk]),
        "same_rule": left.rule_id is not None and left.rule_id == right.rule_id,
        "difference": difference_of(texts[left.pk], texts[right.pk]),
    }
