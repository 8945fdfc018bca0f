"""The apparatus of a provision: everything that is known about it beside its text."""

from __future__ import annotations

from typing import TypedDict

from rulesite.cards.beside_rules import RestingOn
from rulesite.checks.models import Concept, Scenario
from rulesite.checks.results.badges import AtWork
from rulesite.reading.caching.memo import memoize
from rulesite.reading.links import backlinks
from rulesite.reading.links.backlinks import Backlink, Citing
from rulesite.reading.links.cited import cited_by_rule
from rulesite.reading.pages import other_editions, rule_games
from rulesite.reading.pages.other_editions import Edge, Editions
from rulesite.reading.pages.rule_games import Played
from rulesite.reading.pages.sections import Section, SectionRow
from rulesite.reading.rendering import quotes
from rulesite.reading.shelf import beside_rules
from rulesite.rulebook import commentary
from rulesite.rulebook.corrections import log
from rulesite.rulebook.editing import corrections as editing_corrections
from rulesite.rulebook.models import Commentary, Correction, Edition, Example, Library, RuleVersion, Witness


class Apparatus(TypedDict):
    """The details of one provision, under the names that its template uses."""

    version: RuleVersion
    labelled: list[Example]
    citing: Citing
    cites: list[Backlink]
    editions: Editions
    ancestors: list[Edge]
    heirs: list[Edge]
    witnesses: list[Witness]
    corrections: list[Correction]
    commentary: list[Commentary]
    games: list[Scenario]
    concepts: list[Concept]
    at_work: list[AtWork]
    played: Played | None
    resting: RestingOn
    named_cards: list[tuple[str, str]]
    citation: str
    address: str
    markdown: str


def about(version: RuleVersion, address: str, library: Library | None, row: SectionRow | None) -> Apparatus:
    """The apparatus of a provision.

    ``address`` is its full URL; ``row`` is its row in its section, None for a chapter.
    """
    editions = other_editions.editions_of(version, library)
    ancestors, successors = other_editions.descent_of(version, library)
    labelled: list[Example] = []
    if row is None or row.examples:
        labelled = list(version.examples.filter(labelled=True).order_by("ordinal").select_related("wording"))
    examples = [example.wording.text for example in labelled]
    cited = quotes.citation(version.edition, version.number)
    games = rule_games.all_games_of(version, library, printed=row is None or bool(row.examples or row.tells))
    return {
        "version": version,
        "labelled": labelled,
        "citing": backlinks.citing_rule(version),
        "cites": cited_by_rule(version),
        "editions": editions,
        "ancestors": ancestors,
        "heirs": successors,
        "witnesses": _witnesses(version),
        "corrections": _corrections(version, library),
        "commentary": _commentary(version, editions, library),
        "games": games.own,
        "concepts": rule_games.concepts_of(version, library),
        "at_work": games.at_work,
        "played": rule_games.played_by_others(version, library),
        "resting": beside_rules.resting(version.title, library, is_heading=version.kind == RuleVersion.Kind.HEADING),
        "named_cards": beside_rules.named([version.text, *examples], library),
        "citation": cited,
        "address": address,
        "markdown": quotes.markdown(version.number, version.title, version.text, examples, cited, address),
    }


def _witnesses(version: RuleVersion) -> list[Witness]:
    """What each source says of a provision, the authoritative one first."""
    several = version.witnesses.select_related("source").order_by("source__rank")
    witnesses = list(several.only("version", "source", "first_line", "last_line", "agrees", "source__name"))
    lines = {"first_line": version.first_line, "last_line": version.last_line}
    return witnesses or [Witness(version=version, source=version.source, **lines)]


def _corrections(version: RuleVersion, library: Library | None) -> list[Correction]:
    return (
        editing_corrections.standing(version)
        if f"{version.edition.address}/{version.key}" in _corrected(library)
        else []
    )


def corrected_in(section: Section, edition: Edition, library: Library | None) -> frozenset[str]:
    """The keys of the provisions of a section whose reading is corrected now."""
    known = _corrected(library)
    keys = [row.key for row in section.rows if f"{edition.address}/{row.key}" in known]
    versions = edition.versions.filter(key__in=keys) if keys else ()
    return frozenset(version.key for version in versions if editing_corrections.standing(version))


@memoize
def _corrected() -> frozenset[str]:
    """The addresses of all provisions that were ever corrected, themselves or in an example or a source tag."""
    rows = list(Correction.objects.order_by().values_list("edition", "owner"))
    tagged = [owner.partition("/")[0] for edition, owner in rows if edition == log.TAGS]
    printing = RuleVersion.objects.filter(wording__digest__in=tagged).select_related("edition__document")
    addresses = {f"{edition}/{owner.partition('/')[0]}" for edition, owner in rows}
    return frozenset(addresses.union(f"{version.edition.address}/{version.key}" for version in printing))


def _commentary(version: RuleVersion, editions: Editions, library: Library | None) -> list[Commentary]:
    addresses = {f"{version.edition.address}/{version.key}"}
    if editions.by_thread:
        addresses |= {
            f"{appearance.document}/{appearance.day}/{appearance.number}" for appearance in editions.appearances
        }
    return commentary.on(version) if addresses & _remarked(library) else []


@memoize
def _remarked() -> frozenset[str]:
    """The addresses of all provisions with commentary."""
    return frozenset(Commentary.objects.order_by().values_list("address", flat=True))
