"""Former numbers: for all numbers of earlier editions, the rules they mean in another edition."""

from __future__ import annotations

from collections import defaultdict

from rulesite.rulebook.models import Edition, RuleVersion

Eras = dict[str, list[tuple[int, int, str]]]


def earlier(edition: Edition) -> tuple[list[str], Eras]:
    """The dates of a document's editions, and the former numbers that mean another rule in this edition.

    Each number has a row for every rule that had it: the indexes of the first and the last such edition among the
    dates, and the key of the same rule in this edition, "" if no single rule continues it.
    """
    document = edition.document
    effective = list(document.editions.order_by("effective").values_list("effective", flat=True))
    place = {day: index for index, day in enumerate(effective)}
    key_of_rule = dict(edition.versions.exclude(rule=None).order_by("-position").values_list("rule_id", "key"))
    eras: dict[str, dict[int, tuple[int, int]]] = defaultdict(dict)
    others = RuleVersion.objects.filter(edition__document=document).exclude(edition=edition)
    for pk, number, rule, day in others.order_by("edition__effective", "position").values_list(
        "pk", "number", "rule_id", "edition__effective"
    ):
        thread = rule or -pk
        first, _ = eras[number].get(thread, (place[day], 0))
        eras[number][thread] = (first, place[day])
    moves: Eras = {}
    for number, threads in eras.items():
        rows = [(first, last, key_of_rule.get(thread, "")) for thread, (first, last) in threads.items()]
        moved = [row for row in rows if row[2].partition("~")[0] != number]
        if moved:
            moves[number] = moved
    return [str(day) for day in effective], moves
