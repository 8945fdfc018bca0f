"""Each real edition, as if the engine had not known it: its examples hold or are undecided, none is contradicted."""

from __future__ import annotations

from collections import Counter
from datetime import date
from itertools import pairwise

import pytest

from rulesite.checks.examples import printed
from rulesite.checks.models import Binding, Verdict
from rulesite.checks.models.bindings import COUNTING
from rulesite.checks.models.verdicts import covering
from rulesite.checks.results.undated_editions import AFTER, UNDECIDED, BetweenEditions
from rulesite.rulebook.models import Edition

pytestmark = [pytest.mark.django_db, pytest.mark.documents, pytest.mark.slow, pytest.mark.usefixtures("real_database")]


def as_unknown(edition: Edition, days: tuple[date, date]) -> Counter[str]:
    """The outcomes of the examples that hold in an edition, if of all days only the two on its sides were known."""
    outcomes: Counter[str] = Counter()
    between = BetweenEditions()
    examples = [each.pk for each in printed([edition])]
    bound = Binding.objects.filter(example__in=examples, state__in=COUNTING).values_list("scenario", flat=True)
    for scenario in sorted(set(bound)):
        verdicts = list(Verdict.objects.filter(scenario=scenario).select_related("transcript"))
        own, before, after = (covering(verdicts, day) for day in (edition.effective, *days))
        if own is None or before is None or after is None or own.outcome != "holds":
            continue
        used = {*before.transcript.looked_at, *after.transcript.looked_at}
        turned_by = after.turned_by if before.until == after.since else ()
        choice = between.choose(edition.effective, days, (before, after), used, turned_by)
        chosen = after if choice.side == AFTER else before
        outcomes["undecided" if choice.side == UNDECIDED else chosen.outcome] += 1
    return outcomes


def test_an_edition_that_was_left_out_is_never_contradicted():
    editions = list(Edition.objects.filter(document__slug="cr", extent="whole").order_by("effective"))
    assert len(editions) >= 15
    left_out = {
        edition.slug: as_unknown(edition, (before.effective, after.effective))
        for (before, edition), (_, after) in pairwise(pairwise(editions))
    }
    assert sum(outcomes["holds"] for outcomes in left_out.values()) > 2000
    assert not {day: outcomes for day, outcomes in left_out.items() if outcomes["contradicted"]}
    held = sum(outcomes["holds"] for outcomes in left_out.values())
    assert held >= 0.97 * sum(sum(outcomes.values()) for outcomes in left_out.values())
