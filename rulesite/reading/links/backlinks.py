"""Backlinks of a provision or a glossary term: its edition's references reversed, and source tags of any edition."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from rulesite.reading.rendering.wordings import rule_url
from rulesite.rulebook.models import CitationTarget, Example, GlossaryTerm, RuleVersion


@dataclass(frozen=True)
class Backlink:
    """A citing place: its URL, its label and its first words."""

    href: str
    label: str
    opening: str


@dataclass(frozen=True)
class Citing:
    """All places that cite one thing, grouped by kind."""

    rules: list[Backlink]
    examples: list[Backlink]
    terms: list[Backlink]
    tags: list[Backlink]
    others: list[Backlink] = field(default_factory=list)

    def __len__(self) -> int:
        return sum(len(places) for places in (self.rules, self.examples, self.terms, self.tags, self.others))

    @property
    def groups(self) -> list[tuple[str, list[Backlink]]]:
        """The names and places of the groups that are not empty."""
        labelled = [
            ("Rules", self.rules),
            ("Examples", self.examples),
            ("Glossary", self.terms),
            ("Source tags of other documents", self.tags),
            ("Tournament rules and penalties", self.others),
        ]
        return [(name, places) for name, places in labelled if places]


def citing_rule(version: RuleVersion) -> Citing:
    """The backlinks of a provision: rules, examples and glossary entries of its edition, source tags of any."""
    citing = _citing(version.cited_by.filter(citation__edition=version.edition_id))
    naming = list(version.attributed_by.order_by().values_list("attribution__wording_id", flat=True))
    tags = (
        RuleVersion.objects.filter(wording__in=naming)
        .order_by("edition__document__position", "edition__effective", "position")
        .distinct()
    )
    dated = _rules(tags, dated=True) if naming else []
    return Citing(citing.rules, citing.examples, citing.terms, dated, _citing_from_outside(version))


def _citing_from_outside(version: RuleVersion) -> list[Backlink]:
    """The provisions of other documents that cite the rule, whatever its number was: of the newest edition of each."""
    targets = CitationTarget.objects.filter(citation__reference__document=version.edition.document.slug)
    one_rule = {"version__rule": version.rule_id} if version.rule_id else {"version": version.pk}
    columns = ("citation__edition__document", "citation__edition__effective", "citation__edition",
               "citation__reference__wording")  # fmt: skip
    rows = sorted(targets.filter(**one_rule).values_list(*columns), key=lambda row: row[:2])
    newest = {document: edition for document, _, edition, _ in rows}
    citing: list[Backlink] = []
    for document, edition in newest.items():
        wordings = {
            wording for owner, _, citing_edition, wording in rows if (owner, citing_edition) == (document, edition)
        }
        versions = RuleVersion.objects.filter(edition=edition, wording__in=wordings).order_by("position")
        citing += _rules(versions, dated=True)
    return citing


def citing_term(term: GlossaryTerm) -> Citing:
    """The backlinks of a glossary entry."""
    return _citing(term.cited_by)


def _citing(targets: Any) -> Citing:
    """The provisions, examples and terms whose wording, as resolved in their own edition, cites any of some targets."""
    wordings: dict[int, set[int]] = defaultdict(set)
    for edition_id, wording_id in targets.values_list("citation__edition_id", "citation__reference__wording_id"):
        wordings[edition_id].add(wording_id)
    citing = Citing([], [], [], [])
    for edition_id, wording_ids in wordings.items():
        condition = {"wording_id__in": wording_ids}
        rules = RuleVersion.objects.filter(edition_id=edition_id, **condition).order_by("position")
        citing.rules.extend(_rules(rules, dated=False))
        labelled = Example.objects.filter(labelled=True, **condition)
        examples = labelled.filter(version__edition_id=edition_id).order_by("version__position", "ordinal")
        citing.examples.extend(_examples(examples))
        citing.examples.extend(_term_examples(labelled.filter(term__edition_id=edition_id).order_by("term__position")))
        terms = GlossaryTerm.objects.filter(edition_id=edition_id, **condition).order_by("position")
        citing.terms.extend(_terms(terms))
    return citing


def _rules(versions: Any, *, dated: bool) -> list[Backlink]:
    rows = versions.values_list(
        "edition__document__slug", "edition__effective", "edition__document__short_title", "key", "title",
        "wording__text",
    )  # fmt: skip
    return [
        Backlink(
            rule_url(f"/{slug}/{day}/", key), f"{short} {day} {key}" if dated else key, title or opening(text or "")
        )
        for slug, day, short, key, title, text in rows
    ]


def _examples(examples: Any) -> list[Backlink]:
    rows = examples.values_list(
        "version__edition__document__slug", "version__edition__effective", "version__key", "ordinal", "wording__text"
    )
    return [
        Backlink(f"/{slug}/{day}/{key}/#{key}/example/{ordinal}", f"{key}, Example {ordinal}", opening(text))
        for slug, day, key, ordinal, text in rows
    ]


def _term_examples(examples: Any) -> list[Backlink]:
    return [
        Backlink(example.term.get_absolute_url(), f"{example.term.term}, Example {example.ordinal}", example.opening)
        for example in examples.select_related("term__edition__document", "wording")
    ]


def _terms(terms: Any) -> list[Backlink]:
    return [
        Backlink(term.get_absolute_url(), term.term, opening(term.wording.text))
        for term in terms.select_related("edition__document", "wording")
    ]


def opening(text: str, length: int = 64) -> str:
    """The beginning of a text, cut at a word.

    >>> opening("Each upkeep step begins with abilities", 16)
    'Each upkeep…'
    """
    line = text.partition("\n")[0]
    if len(line) <= length:
        return line
    return line[:length].rpartition(" ")[0].rstrip(" ,;:.") + "…"
