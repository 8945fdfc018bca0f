"""Counting: what is known of the examples of an edition, counted once when its games have been played.

`Made` remembers what was counted: the bindings of the edition, the games of their scenarios, the listed gaps.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from datetime import date

from django.db import transaction

from rulesite.checks import binding
from rulesite.checks.figures import Figures
from rulesite.checks.models import Binding, KnownGap, Tally, Verdict
from rulesite.checks.standing import standings
from rulesite.rulebook.models import Edition, Made

STAGE = "play"


def count() -> list[str]:
    """Count the editions of which something changed; returns their addresses."""
    keys = _keys()
    made = dict(Made.objects.filter(stage=STAGE).values_list("unit", "key"))
    counted = set(Tally.objects.values_list("edition_id", flat=True))
    editions = {edition.address: edition for edition in Edition.objects.select_related("document")}
    stale = [
        address for address, key in keys.items() if made.get(address) != key or editions[address].pk not in counted
    ]
    for address in stale:
        recount(editions[address], keys[address])
    Made.objects.filter(stage=STAGE).exclude(unit__in=keys).delete()
    return stale


def uncounted() -> list[str]:
    """The editions (by address) of which something changed since they were counted. Nothing is changed."""
    made = dict(Made.objects.filter(stage=STAGE).values_list("unit", "key"))
    return [address for address, key in _keys().items() if made.get(address) != key]


def recount(edition: Edition, key: str = "") -> None:
    """Count one edition, whatever was counted before."""
    figures = Figures(edition.address)
    for standing in standings([edition], bound=True):
        figures.add(standing)
    with transaction.atomic():
        Tally.objects.update_or_create(edition=edition, defaults={"outcomes": figures.counts, "why": figures.why})
        made = {"key": key or _keys(edition)[edition.address]}
        Made.objects.update_or_create(stage=STAGE, unit=edition.address, defaults=made)


def _keys(only: Edition | None = None) -> dict[str, str]:
    """For each edition, or ``only`` for one, a digest of all that its figures come from."""
    gaps = sorted(KnownGap.objects.values_list("document", "edition", "rule", "ordinal", "labelled", "reason"))
    outcomes: dict[int, list[tuple[date, date, str, str]]] = defaultdict(list)
    for scenario, *span in Verdict.objects.order_by("since").values_list(
        "scenario_id", "since", "until", "transcript__outcome", "transcript__reason"
    ):
        outcomes[scenario].append(tuple(span))
    bound: dict[str, list[object]] = defaultdict(list)
    for owner in ("version", "term"):
        edition = f"example__{owner}__edition"
        which = {edition: only} if only else {f"example__{owner}__isnull": False}
        rows = Binding.objects.filter(**which).order_by("example", "scenario")
        for document, day, scenario, *facts in rows.values_list(
            f"{edition}__document__slug",
            f"{edition}__effective",
            "scenario_id",
            "scenario__title",
            "example_id",
            "state",
        ):
            said = [span[2:] for span in outcomes[scenario] if span[0] <= day < span[1]]
            bound[f"{document}/{day}"].append((facts, said))
    made = Made.objects.filter(stage=binding.STAGE).values_list("unit", "key")
    return {
        address: hashlib.sha256(repr((gaps, key, bound[address])).encode()).hexdigest()
        for address, key in made
        if (address == only.address if only else not address.startswith(binding.GAMES))
    }
