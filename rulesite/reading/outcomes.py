"""What became of the references and source tags of an edition, in numbers."""

from __future__ import annotations

from django.db.models import Count

from rulesite.rulebook.models import Attribution, Edition
from rulesite.rulebook.models.references import Outcome


def outcomes_of(edition: Edition) -> list[tuple[Outcome, int]]:
    """How many references of an edition have each outcome."""
    counts = dict(edition.citations.order_by().values_list("outcome").annotate(Count("pk")))
    return [(outcome, counts[outcome]) for outcome in Outcome if counts.get(outcome)]


def tag_outcomes_of(edition: Edition) -> list[tuple[Outcome, int]]:
    """How many source tags of an edition have each outcome."""
    tags = Attribution.objects.filter(wording__versions__edition=edition)
    counts = dict(tags.order_by().values_list("outcome").annotate(Count("pk", distinct=True)))
    return [(outcome, counts[outcome]) for outcome in Outcome if counts.get(outcome)]
