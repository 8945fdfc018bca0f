"""Former numbers: the rules that the numbers of earlier editions mean in another edition."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from rulesite.reading.editions import held
from rulesite.reading.links.backlinks import opening
from rulesite.reading.rendering.wordings import rule_url
from rulesite.rulebook.models import Edition, Library, RuleVersion
from rulesite.text.emphasis import unmarked

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


@dataclass(frozen=True)
class Meaning:
    """Another rule that had a number: its last edition with it, its title or first words, and its number today."""

    edition: Edition
    href: str
    label: str
    now: str
    now_href: str


def other_meanings(version: RuleVersion, library: Library | None) -> list[Meaning]:
    """The other rules that had the number of a provision in editions of its document, the newest first."""
    known = held(library)
    newest = known.of(version.edition.document_id)[0]
    rows = RuleVersion.objects.filter(edition__document=version.edition.document_id, number=version.number)
    others = rows.filter(rule__isnull=False).exclude(rule=version.rule_id).order_by("-edition__effective", "position")
    last: dict[int, tuple[int, str, str, str | None]] = {}
    for thread, edition_pk, title, key, text in others.values_list(
        "rule_id", "edition_id", "title", "key", "wording__text"
    ):
        last.setdefault(thread, (edition_pk, key, title, text))
    today = dict(newest.versions.filter(rule__in=last).order_by("-position").values_list("rule_id", "key"))
    meanings = []
    for thread, (pk, key, title, words) in last.items():
        edition, now = known.edition(pk), today.get(thread, "")
        href = rule_url(edition.get_absolute_url(), key)
        label = unmarked(title) or opening(unmarked(words or ""), 48)
        meanings.append(Meaning(edition, href, label, now, rule_url(newest.get_absolute_url(), now) if now else ""))
    return meanings
