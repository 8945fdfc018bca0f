"""Spoken: what people say of edges, with the addresses that they say it of."""

from __future__ import annotations

from ingest.descent.edges import Said
from rulesite.rulebook.addresses import Address, NoSuchRule
from rulesite.rulebook.models import Assertion, Edition

Assertions = list[tuple[Assertion, Address, Address]]


def said(earlier: Edition, later: Edition, assertions: Assertions) -> Said:
    """What people say of the edges between two editions."""
    asserted: dict[tuple[str, str], str] = {}
    notes: dict[tuple[str, str], str] = {}
    forbidden: set[tuple[str, str]] = set()
    for assertion, old, new in assertions:
        if (old.document, old.day) != (earlier.document.slug, earlier.effective):
            continue
        if (new.document, new.day) != (later.document.slug, later.effective):
            continue
        if assertion.verdict == Assertion.Verdict.FORBID:
            forbidden.add((old.key, new.key))
        else:
            asserted[old.key, new.key] = assertion.kind
            notes[old.key, new.key] = note_of(assertion)
    return Said(asserted, frozenset(forbidden), notes)


def note_of(assertion: Assertion) -> str:
    """Who said so and why, for the edge."""
    who = (
        assertion.said_by
        or (assertion.author.get_username() if assertion.author else "")
        or assertion.get_origin_display()
    )
    return f"{who}: {assertion.reason}"[:200]


def spoken() -> Assertions:
    """What people said of edges, whose addresses can be read; an edition without a document slug means none."""
    found = []
    for assertion in Assertion.objects.select_related("author").order_by("earlier", "later"):
        try:
            found.append((assertion, Address.parse(assertion.earlier), Address.parse(assertion.later)))
        except NoSuchRule:
            continue
    return found
