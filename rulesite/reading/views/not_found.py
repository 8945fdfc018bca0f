"""Pages for rules that are not at the address looked up, with links to try instead."""

from __future__ import annotations

from rulesite.reading.rendering.wordings import rule_url
from rulesite.reading.views import lookups
from rulesite.rulebook.models import Edition, RuleVersion
from rulesite.text.numbering import RuleNumber


def no_such_rule(edition: Edition, key: str) -> lookups.NotHere:
    """The error for a key that an edition does not have: which editions do have the number."""
    work = edition.document
    parsed = lookups.number_of(key)
    book = (f"{work.title}, {edition.slug}", edition.get_absolute_url())
    if parsed is None:
        return lookups.NotHere(f"“{key}” is not a rule number.", [lookups.search_for(key), book])
    links = _where(str(parsed))
    message = f"There is no {parsed} in the {work.title} of {edition.slug}."
    message += " The number exists elsewhere:" if links else " No edition held here has that number."
    return lookups.NotHere(message, [*links, *_nearest(edition, parsed), book], f"No {parsed} in this edition")


def never_used(work: object, number: str) -> lookups.NotHere:
    """The error for a number that no edition of a document has: which others have it."""
    links = _where(number)
    message = f"No edition of the {work} held here uses the number {number}."
    return lookups.NotHere(message + (" Another document does:" if links else ""), links, f"No rule {number}")


def _where(number: str) -> list[tuple[str, str]]:
    """Every edition that has a number, newest first."""
    versions = (
        RuleVersion.objects.select_related("edition__document")
        .filter(number=number)
        .order_by("edition__document__position", "-edition__effective", "position")
    )
    return [
        (
            f"{version.key} in {version.edition.document.short_title} {version.edition.slug}"
            + (f": {version.title}" if version.title else ""),
            version.get_absolute_url(),
        )
        for version in versions
    ]


def _nearest(edition: Edition, number: RuleNumber) -> list[tuple[str, str]]:
    """The nearest ancestor of a number that the edition has."""
    step = number.parent
    while step is not None:
        if neighbour := RuleVersion.objects.filter(edition=edition, number=str(step)).first():
            label = f"{neighbour.key} {neighbour.title}".strip()
            return [(f"{label}, in this edition", rule_url(edition.get_absolute_url(), neighbour.key))]
        step = step.parent
    return []
