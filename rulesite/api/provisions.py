"""Provisions: one or many by any form of address, their history, and what a citation of any era means today."""

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
from rulesite.api.schemas import provisions as said
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
    found = _named(wanted)
    conditional(request, response)
    return {**export_rows.rule(found.version), **found.told()}


def _named(wanted: str) -> number_lookup.NumberMatch:
    """The provision of an address; refuses what is none, or leads nowhere."""
    return _found(wanted, number_lookup.look_up(wanted))


def _found(wanted: str, found: number_lookup.NumberMatch | number_lookup.Missing | None) -> number_lookup.NumberMatch:
    if found is None:
        raise ApiError(404, f"“{wanted[:80]}” is not an address: expected one like cr/402.8g or A.4.20")
    if isinstance(found, number_lookup.Missing):
        raise ApiError(404, found.message)
    return found


@api.get(
    "/rules",
    response=answers(said.BatchOut, 422),
    tags=["Rules"],
    summary="Many provisions at once",
    operation_id="rules",
)
def rules(request: HttpRequest, response: HttpResponse, asked: Query[said.Batch]) -> dict[str, Any]:
    """Up to a hundred addresses (``wanted=402.8g&wanted=A.4.20``), answered in their order; what is not found, or has
    no room in the answer, says why, and the others are found all the same.
    """
    conditional(request, response)
    return {"rows": _batch(asked.wanted)}


@api.post(
    "/rules",
    response=answers(said.BatchOut, 400, 422),
    tags=["Rules"],
    summary="Many provisions at once, asked for in a body",
    operation_id="rules_by_post",
)
def rules_by_post(request: HttpRequest, asked: said.Batch) -> dict[str, Any]:
    """The same for what is too long for an address: ``{"wanted": ["402.8g", …]}``."""
    return {"rows": _batch(asked.wanted)}


_NO_ROOM = f"there is no room for it in this answer, which has {said.MOST_BYTES:,} bytes: ask for it with fewer others"


def _batch(wanted: Sequence[str]) -> list[dict[str, Any]]:
    """What comes of each address. As many queries for a hundred as for one."""
    named = number_lookup.look_up_all(wanted)
    versions = {each.version.pk for each in named if isinstance(each, number_lookup.NumberMatch)}
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
    found: list[dict[str, Any]] = []
    size = 0
    for asked, each in zip(wanted, named, strict=True):
        short = asked if len(asked) <= said.MOST_REPEATED else f"{asked[: said.MOST_REPEATED]}…"
        try:
            here = _found(asked, each)
        except ApiError as refusal:
            found.append({"wanted": short, "found": None, "error": str(refusal)})
            continue
        version = here.version
        row = {
            **_side(version, texts[version.pk]["text"]), "key": version.key, "kind": version.kind,
            "parent": texts[version.pk]["parent"], "examples": examples[version.pk], **here.told(),
        }  # fmt: skip
        length = len(json.dumps(row, ensure_ascii=False).encode("utf-8", "replace"))
        if size and size + length > said.MOST_BYTES:
            found.append({"wanted": short, "found": None, "error": _NO_ROOM})
            continue
        size += length
        found.append({"wanted": short, "found": row, "error": ""})
    return found


def _side(version: RuleVersion, text: str) -> dict[str, Any]:
    return {
        "number": version.number, "edition": version.edition.address,
        "address": export_rows.address(version.edition, version.key), "thread": version.rule_id, "title": version.title,
        "text": text, "url": version.get_absolute_url(),
    }  # fmt: skip


@api.get(
    "/history/{path:wanted}",
    response=answers(said.HistoryOut, 404, 422),
    tags=["Rules"],
    summary="How a rule became what it is",
    operation_id="history",
    url_name="history",
)
def history(request: HttpRequest, response: HttpResponse, wanted: str, leafed: Query[Leafed]) -> dict[str, Any]:
    """Every edition in which a rule's number or words changed, with the difference, what it came from and where it
    is restated; by the address of any of its versions.
    """
    version = _named(wanted).version
    line = told_line(version)
    told_stages = stages(line, version)
    leaf = leaf_of(request, response, leafed, len(told_stages), "moments")
    conditional(request, response)
    newest = line.versions[-1]
    return {
        **leaf.said(),
        "thread": newest.rule_id,
        "newest": export_rows.address(newest.edition, newest.key),
        "removed": line.removed.address if line.removed else None,
        "rows": [_stage(stage) for stage in told_stages[leaf.rows]],
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
    """The pieces of a difference as plain data."""
    return [asdict(piece) for piece in diffs.pieces(before, after)]


@api.get(
    "/threads/{thread}",
    response=answers(said.ThreadOut, 404, 422),
    tags=["Rules"],
    summary="A rule through time, by the number that it keeps",
    operation_id="thread",
    url_name="thread",
)
def thread(request: HttpRequest, response: HttpResponse, thread: int, leafed: Query[Leafed]) -> dict[str, Any]:
    """The number of a rule in every edition that has it, oldest first. A thread that proved to be part of another
    answers with that one's.
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
    wanted = f"{slug}/{newest[0]}/{newest[1]}" if newest else ""
    return {
        **leaf.said(), "thread": thread, "document": slug, "name": row.name,
        "merged_into": row.pk if row.pk != thread else None, "rows": rows,
        "history": reverse("api:history", args=[wanted]), "url": row.get_absolute_url(),
    }  # fmt: skip


_MOST_MERGERS = 20


def _standing(pk: int) -> Rule | None:
    """The thread of a number, or the one that it became part of."""
    if not 0 < pk < 2**63:
        return None
    row = Rule.objects.select_related("document").filter(pk=pk).first()
    for _ in range(_MOST_MERGERS):
        if row is None or row.merged_into_id is None:
            break
        row = Rule.objects.select_related("document").filter(pk=row.merged_into_id).first()
    return row


@api.get(
    "/resolve",
    response=answers(said.ResolvedOut, 404, 422),
    tags=["Rules"],
    summary="What a citation of any era means today",
    operation_id="resolve",
)
def resolve(
    request: HttpRequest, response: HttpResponse, leafed: Query[Leafed], cited: str, at: DayOrNone = ""
) -> dict[str, Any]:
    """Every rule that a citation has named, the way from each to today, and how sure it is; with ``at``, where it
    stood on that day. ``402.1@2008-02-01`` names its day, ``402.1`` everything that the number has meant.
    """
    try:
        found = resolution.resolve(cited)
        then = serializers.then(found, at) if at else []
    except (NoSuchRule, serializers.NoCounterpart, ValueError) as error:
        raise ApiError(404, str(error)) from None
    leaf = leaf_of(request, response, leafed, len(found), "meanings")
    conditional(request, response)
    rows = serializers.eras(found)
    return {
        **leaf.said(), "cited": cited, "today": [each for row in rows for each in row["today"]], "at": at,
        "then": then, "rows": rows[leaf.rows],
    }  # fmt: skip


@api.get(
    "/difference",
    response=answers(said.DifferenceOut, 404, 422),
    tags=["Rules"],
    summary="Two provisions compared word by word",
    operation_id="difference",
)
def difference(request: HttpRequest, response: HttpResponse, earlier: str, later: str) -> dict[str, Any]:
    """Any two provisions by their addresses: the pieces of the difference put together give either text."""
    one, other = (
        _found(wanted, found).version
        for wanted, found in zip((earlier, later), number_lookup.look_up_all([earlier, later]), strict=True)
    )
    conditional(request, response)
    texts = {version.pk: version.text for version in (one, other)}
    return {
        "earlier": _side(one, texts[one.pk]),
        "later": _side(other, texts[other.pk]),
        "same_rule": one.rule_id is not None and one.rule_id == other.rule_id,
        "difference": difference_of(texts[one.pk], texts[other.pk]),
    }
