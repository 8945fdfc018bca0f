"""People's assertions about edges, with their parsed addresses."""

from __future__ import annotations

from ingest.descent.alignment.edges import EdgeAssertions
from rulesite.rulebook.addresses import Address, NoSuchRule
from rulesite.rulebook.models import Assertion, Edition

Assertions = list[tuple[Assertion, Address, Address]]


def assertions_between(earlier: Edition, later: Edition, assertions: Assertions) -> EdgeAssertions:
    """Return the assertions about the edges between two editions."""
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
    return EdgeAssertions(asserted, frozenset(forbidden), notes)


def note_of(assertion: Assertion) -> str:
    """Return the note of an asserted edge: who asserts it and why."""
    who = (
        assertion.said_by
        or (assertion.author.get_username() if assertion.author else "")
        or assertion.get_origin_display()
    )
    return f"{who}: {assertion.reason}"[:200]


def spoken() -> Assertions:
    """Return all assertions with valid addresses. An address with an edition but no document matches no edition."""
    assertions = []
    for assertion in Assertion.objects.select_related("author").order_by("earlier", "later"):
        try:
            assertions.append((assertion, Address.parse(assertion.earlier), Address.parse(assertion.later)))
        except NoSuchRule:
            continue
    return assertions
