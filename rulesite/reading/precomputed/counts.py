"""Counts of an edition: its provisions, examples and terms, and the outcomes of its references and source tags."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.db.models import Count

from rulesite.rulebook.models import Attribution, Citation, Edition, Example, RuleVersion
from rulesite.rulebook.models.references import Outcome

Counts = dict[str, Any]
"""``kinds`` of provisions in the order of the book, ``provisions`` without chapters and sections, ``examples``,
``terms``; ``outcomes`` of references and ``tags`` of source tags, each from outcome to count.
"""
_FRAME = (RuleVersion.Kind.CHAPTER, RuleVersion.Kind.SECTION)


def count(edition: Edition) -> Counts:
    """The counts of an edition."""
    citations = Citation.objects.filter(edition=edition).order_by()
    provisions = RuleVersion.objects.filter(edition=edition).order_by("position").values_list("kind", flat=True)
    kinds = dict(Counter(provisions))
    return {
        "kinds": kinds,
        "provisions": sum(number for kind, number in kinds.items() if kind not in _FRAME),
        "examples": Example.objects.filter(version__edition=edition).count()
        + Example.objects.filter(term__edition=edition).count(),
        "terms": edition.terms.count(),
        "outcomes": dict(citations.values_list("outcome").annotate(Count("pk"))),
        "tags": _tags(edition),
    }


def by_outcome(counts: dict[str, int]) -> list[tuple[Outcome, int]]:
    """The count of each outcome that occurs, in the order of the outcomes."""
    return [(outcome, counts[outcome.value]) for outcome in Outcome if counts.get(outcome.value)]


def _tags(edition: Edition) -> dict[str, int]:
    tags = Attribution.objects.filter(wording__versions__edition=edition)
    return dict(tags.order_by().values_list("outcome").annotate(Count("pk", distinct=True)))
