"""The checks in the reading room: a badge for each example, the games and the concepts of a rule."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Count, Q
from django.urls import reverse

from rulesite.checks.examples import day_of_rules, printed_of
from rulesite.checks.models.bindings import COUNTING, Binding
from rulesite.checks.models.concepts import Concept
from rulesite.checks.models.scenarios import Scenario
from rulesite.checks.models.verdicts import Outcome, Verdict
from rulesite.checks.results.figures import Figures, figures_of_editions, outcomes_of
from rulesite.checks.results.status import Known, Standing
from rulesite.rulebook.models import Edition, RuleVersion


@dataclass(frozen=True)
class Badge:
    """The status of an example: a short label ``said``, and ``games`` as (address, title)."""

    ordinal: int
    labelled: bool
    outcome: str
    said: str
    reason: str
    games: tuple[tuple[str, str], ...]

    @property
    def style(self) -> str:
        """The CSS class of the badge."""
        return self.said.replace(" ", "-") if self.said == self.outcome else "other-words"


class Badges:
    """The badges of examples in a library that has been bound.

    Scenarios are cached, so use an object only as long as none of them change.
    """

    def __init__(self) -> None:
        self._known = Known(bound=True, briefly=True)

    def of(self, versions: Iterable[int]) -> dict[int, list[Badge]]:
        """The badges of the examples of some provisions, by primary key; examples without a known status have none.

        At most eight queries, for any number of provisions and editions.
        """
        badges: dict[int, list[Badge]] = defaultdict(list)
        for standing in self._known.standings(printed_of(versions)):
            if standing.known:
                badges[standing.example.version].append(_badge(standing))
        return badges


def badges_of(versions: Iterable[int]) -> dict[int, list[Badge]]:
    """The badges of the examples of some provisions, for a single use; see `Badges`."""
    return Badges().of(versions)


def _badge(standing: Standing) -> Badge:
    example = standing.example
    label = standing.state or standing.outcome
    reworded = standing.reworded
    notes = [f"; {row.note}" if row in reworded else "" for row in standing.bindings]
    games = tuple((href, title + note) for (href, title), note in zip(standing.games, notes, strict=True))
    return Badge(example.ordinal, example.labelled, standing.outcome, label, standing.reason, games)


def cited_places() -> dict[tuple[str, str, str], list[int]]:
    """The scenarios by document, edition and key of each rule that they cite."""
    by_place: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    for scenario in Scenario.objects.only("cites"):
        for place in {(cite.get("document"), cite.get("edition"), cite.get("rule")) for cite in scenario.cites}:
            by_place[place].append(scenario.pk)
    return dict(by_place)


def games_of(version: RuleVersion, citing: Iterable[int]) -> list[Scenario]:
    """The scenarios of a rule's examples, and those that cite the rule itself, in the order of the files.

    ``citing`` are the primary keys of those that cite it, see `cited_places`.
    """
    examples = list(version.examples.order_by().values_list("pk", flat=True))
    bound = Binding.objects.filter(example__in=examples, state__in=COUNTING)
    pks = {*bound.order_by().values_list("scenario_id", flat=True), *citing}
    return list(Scenario.objects.filter(pk__in=pks).defer("text")) if pks else []


def games_of_all(versions: Collection[int]) -> list[Scenario]:
    """The scenarios of the examples of some provisions, by primary key, in the order of the files."""
    bound = Binding.objects.filter(example__version__in=versions, state__in=COUNTING)
    return list(Scenario.objects.filter(pk__in=bound.values("scenario_id")).defer("text")) if versions else []


@dataclass(frozen=True)
class AtWork:
    """A game in which the engine uses a rule, under the rules of a day."""

    slug: str
    title: str
    href: str


def games_at_work(version: RuleVersion, concepts: Iterable[Concept]) -> list[AtWork]:
    """The games, under the rules of the edition's day, in which the engine uses one of the rule's concepts."""
    cited = Q()
    for concept in concepts:
        cited |= Q(transcript__cited__contains=f" {concept.name} ")
    if not cited:
        return []
    day = day_of_rules(version.edition.effective, version.edition.rules)
    rows = Verdict.objects.on(day).filter(cited).order_by("scenario__position")
    return [
        AtWork(slug, title, reverse("checks:game_on", args=[slug, day.isoformat()]))
        for slug, title in rows.values_list("scenario__slug", "scenario__title")
    ]


def outcomes(edition: Edition) -> tuple[list[tuple[str, int]], int]:
    """The outcomes of an edition's examples with their numbers, in the ledger's order; and the sum over all editions.

    In the sum an example that several editions print counts once for each.
    """
    rows = figures_of_editions()
    shown = next((figures for figures in rows if figures.key == edition.address), Figures(edition.address))
    return [(outcome, shown.counts[outcome]) for outcome in outcomes_of(rows)], sum(figures.total for figures in rows)


def well_known_game() -> Scenario | None:
    """A game for beginners: of those with moves that hold, the one whose example is in the most editions."""
    bound = Binding.objects.filter(state__in=COUNTING, example__labelled=True).values("scenario_id").order_by()
    printed = dict(bound.annotate(printed=Count("example")).values_list("scenario_id", "printed"))
    holding = Scenario.objects.filter(pk__in=printed, transcripts__outcome=Outcome.HOLDS).distinct()
    best_first = sorted(holding.defer("text"), key=lambda row: (-printed[row.pk], row.position))
    return next((row for row in best_first if _has_moves(row)), None)


def _has_moves(scenario: Scenario) -> bool:
    transcript = scenario.transcripts.filter(outcome=Outcome.HOLDS).first()
    return transcript is not None and bool(transcript.record["steps"])
