"""The keywords that an edition defines, by its own rule titles, and the engine's support for each on that day."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from django.db.models import QuerySet

from rulesite.checks.presentation.game import RULES
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.keyword_status import Standing, names_in, of_ability, of_action
from rulesite.rulebook.models import Edition, RuleVersion

ABILITIES, ACTIONS = "keyword abilities", "keyword actions"


@dataclass(frozen=True)
class Defined:
    """A keyword of an edition: ABILITIES or ACTIONS, its number and page there, and its status."""

    kind: str
    number: str
    href: str
    standing: Standing

    def record(self) -> dict[str, Any]:
        """The same as plain data."""
        return {"kind": self.kind, "number": self.number, **asdict(self.standing)}


def edition_of(day: str = "") -> Edition | None:
    """The edition of a day that defines keywords, by default the newest; None if there is none."""
    return next((edition for edition in editions() if not day or edition.slug == day), None)


def sums(rows: Iterable[Defined]) -> list[tuple[str, list[Defined], dict[str, int]]]:
    """The keywords of each kind, and how many of them are read and played."""
    by_kind = {kind: [row for row in rows if row.kind == kind] for kind in (ABILITIES, ACTIONS)}
    return [
        (kind, of_kind, {what: sum(getattr(row.standing, what) for row in of_kind) for what in ("read", "played")})
        for kind, of_kind in by_kind.items()
        if of_kind
    ]


def editions() -> QuerySet[Edition]:
    """The editions that define keywords in a section of their own, the newest first."""
    sections = RuleVersion.objects.filter(title__iexact=ABILITIES, kind=RuleVersion.Kind.SECTION)
    return Edition.objects.filter(document__slug=RULES, pk__in=sections.values("edition")).order_by("-effective")


def defined(edition: Edition) -> tuple[Defined, ...]:
    """Every keyword that the edition defines, abilities first, in its order. Cached.

    Raises ValueError for an edition whose rules the engine does not know.
    """
    abilities = tuple(_said(edition))
    return tuple(
        Defined(kind, number, href, standing)
        for (kind, number, href, _, _), standing in zip(
            abilities, _standings(edition.slug, _asked(abilities)), strict=True
        )
    )


def _asked(said: tuple[tuple[str, str, str, str, str], ...]) -> tuple[tuple[str, str, str], ...]:
    return tuple((kind, name, says) for kind, _, _, name, says in said)


def _said(edition: Edition) -> Iterator[tuple[str, str, str, str, str]]:
    """Kind, number, page, name and text of each keyword."""
    path = edition.get_absolute_url()
    for kind in (ABILITIES, ACTIONS):
        sections = RuleVersion.objects.filter(edition=edition, title__iexact=kind, kind=RuleVersion.Kind.SECTION)
        rules = RuleVersion.objects.filter(parent__in=sections).exclude(title="").select_related("wording")
        for rule in rules.order_by("position").prefetch_related("children__wording"):
            children = sorted(rule.children.all(), key=lambda each: each.position)
            text = "\n".join(each.text for each in (rule, *children))
            for name in names_in(rule.title):
                yield kind, rule.number, f"{path}{rule.key}/", name, text


@lru_cache(maxsize=128)
def _standings(day: str, asked: tuple[tuple[str, str, str], ...]) -> tuple[Standing, ...]:
    rules = Ruleset.on(day)
    return tuple(
        of_ability(name, rules, says) if kind == ABILITIES else of_action(name, rules) for kind, name, says in asked
    )
