"""Read ``fixtures/descent.toml``: edges that a person asserts or forbids, by address.

Each ``[[edge]]`` names ``earlier`` and ``later`` (like ``cr/2006-10-01/402.8g``), a ``verdict`` (assert, the default,
or forbid), a ``kind`` if asserted, and always a ``reason`` and who is ``said_by``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import transaction

from ingest.document.source import SourceError
from rulesite.rulebook.addresses import Address, NoSuchRule
from rulesite.rulebook.models import Assertion, Descent, Edition
from rulesite.text import toml

FILE = Path("fixtures") / "descent.toml"
"""The path within the checkout."""

_KEYS = {"earlier", "later", "verdict", "kind", "reason", "said_by"}
_VERDICTS = ("assert", "forbid")


@dataclass(frozen=True)
class Statement:
    """A person's assertion about one edge."""

    earlier: str
    later: str
    verdict: str
    kind: str
    reason: str
    said_by: str


def read(text: str, name: str = "descent.toml") -> list[Statement]:
    """Read the file; raise SourceError that names the faulty entry and how to correct it.

    >>> entry = '[[edge]]\\nearlier = "cr/2006-10-01/402.8g"\\nlater = "cr/2007-07-13/402.8h"\\n'
    >>> read(entry + 'reason = "moved"\\nsaid_by = "a reader"')[0].kind
    'reworded'
    """
    try:
        data = toml.parse(text)
    except toml.TOMLDecodeError as error:
        raise SourceError(name, f"not valid TOML: {error}") from error
    if unknown := set(data) - {"edge"}:
        raise SourceError(name, f"unknown table {sorted(unknown)[0]!r}", mend="write [[edge]]")
    statements = [_statement(entry, number, name) for number, entry in enumerate(data.get("edge", []), start=1)]
    seen: set[tuple[str, str]] = set()
    for statement in statements:
        pair = statement.earlier, statement.later
        if pair in seen:
            raise SourceError(name, f"{pair[0]} → {pair[1]} is given twice", mend="keep one of the two")
        seen.add(pair)
    return statements


def _statement(entry: dict[str, object], nth: int, name: str) -> Statement:
    where = f"the {nth}. [[edge]]"
    if unknown := set(entry) - _KEYS:
        raise SourceError(
            name, f"{where}: unknown key {sorted(unknown)[0]!r}", mend=f"known: {', '.join(sorted(_KEYS))}"
        )
    for key in ("earlier", "later", "reason", "said_by"):
        if not isinstance(entry.get(key), str) or not entry[key]:
            raise SourceError(name, f"{where} has no {key}", mend=f'add {key} = "…"')
    verdict, kind = str(entry.get("verdict", "assert")), str(entry.get("kind", "reworded"))
    if verdict not in _VERDICTS:
        raise SourceError(name, f"{where}: verdict is {verdict!r}", mend="write assert or forbid")
    if kind not in Descent.Kind.values:
        raise SourceError(name, f"{where}: kind is {kind!r}", mend=f"write one of {', '.join(Descent.Kind.values)}")
    ends = [_address(str(entry[key]), where, name) for key in ("earlier", "later")]
    return Statement(ends[0], ends[1], verdict, kind, str(entry["reason"]), str(entry["said_by"]))


def _address(text: str, where: str, name: str) -> str:
    """Return an address with document and edition, in its canonical spelling."""
    try:
        address = Address.parse(text)
    except NoSuchRule as error:
        raise SourceError(name, f"{where}: {error}") from error
    if not address.document or address.day is None:
        raise SourceError(name, f"{where}: {text!r} names no edition", mend="write it like cr/2006-10-01/402.8g")
    return f"{address.document}/{address.day}/{address.key}"


def read_file(path: Path) -> list[Statement]:
    """Return the statements of a file; none if there is no such file."""
    return read(path.read_text(encoding="utf-8"), path.name) if path.is_file() else []


Steps = list[tuple[Edition, Edition]]


def sync(statements: Sequence[Statement] | None = None) -> Steps:
    """Make the stored assertions from the file equal to its statements; return the steps with affected edges.

    Assertions made in the admin stay, and take precedence over the file for the same edge.
    """
    if statements is None:
        statements = read_file(settings.BASE_DIR / FILE)
    stated = {(each.earlier, each.later): each for each in statements}
    touched: list[tuple[str, str]] = []
    with transaction.atomic():
        stored = {(row.earlier, row.later): row for row in Assertion.objects.all()}
        for pair, row in stored.items():
            if row.origin == "file" and pair not in stated:
                row.delete()
                touched.append(pair)
        for pair, each in stated.items():
            row_before = stored.get(pair)
            facts = {"verdict": each.verdict, "kind": each.kind, "reason": each.reason, "said_by": each.said_by}
            if row_before is not None and (
                row_before.origin == "admin" or facts == {name: getattr(row_before, name) for name in facts}
            ):
                continue
            if row_before is not None:
                Assertion.objects.filter(pk=row_before.pk).update(**facts)
            else:
                Assertion.objects.bulk_create(
                    [Assertion(earlier=each.earlier, later=each.later, origin="file", **facts)]
                )
            touched.append(pair)
    return [step for pair in touched if (step := step_of(*pair))]


def step_of(earlier: str, later: str) -> tuple[Edition, Edition] | None:
    """Return the editions in an edge's two addresses, or None when one of them is not stored."""
    editions = []
    for text in (earlier, later):
        try:
            address = Address.parse(text)
        except NoSuchRule:
            return None
        of_document = Edition.objects.filter(document__slug=address.document)
        edition = of_document.filter(effective=address.day).first() if address.day else None
        if edition is None:
            return None
        editions.append(edition)
    return editions[0], editions[1]
