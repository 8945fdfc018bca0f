"""Samples of what can be typed: numbers that the library has, as today's rules write them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from rulesite.reading.caching.memo import memoize
from rulesite.rulebook.models import CitationTarget, Edition, RuleVersion
from rulesite.text.numbering import RuleNumber, Scheme

_FRAME = (RuleVersion.Kind.CHAPTER, RuleVersion.Kind.SECTION)


@dataclass(frozen=True)
class Samples:
    """What to show as an example; each is "" if the library has nothing of the kind."""

    rule: str = ""
    """A rule of the newest edition; with a letter, if it has any."""
    run: str = ""
    """A run of rules of the newest edition."""
    section: str = ""
    chapter: str = ""
    edition: Edition | None = None
    """The newest edition of the principal document."""
    former: str = ""
    """The number that a rule of today had before, with the edition."""
    lettered: str = ""
    """A number of a rulings collection that counts by letters."""
    lettered_document: str = ""

    @property
    def respelled(self) -> list[str]:
        """The number of the rule, spelled otherwise."""
        if not self.rule[-1:].isalpha():
            return [f"!cr {self.rule}"]
        stem, letter = self.rule[:-1], self.rule[-1]
        return [f"{stem.replace('.', ',')} {letter}", f"{stem}({letter})", f"!cr {stem}{letter.upper()}"]


@memoize
def samples() -> Samples:
    """The samples of the library; memoized by its state."""
    editions = Edition.objects.select_related("document").defer(*Edition.long())
    newest = editions.order_by("document__position", "document__slug", "-effective").first()
    if newest is None:
        return Samples()
    lettered = _lettered(editions.filter(numbering=Scheme.LETTERED.value).order_by("-effective").first())
    rule = _rule(newest)
    if rule is None:
        return Samples(edition=newest, **lettered)
    number = rule.parsed
    earlier = RuleVersion.objects.filter(rule=rule.rule_id).exclude(number=rule.number) if rule.rule_id else None
    before = earlier.select_related("edition").order_by("edition__effective").last() if earlier is not None else None
    return Samples(
        rule=rule.number,
        run=_run(rule),
        section=str(RuleNumber(number.chapter, number.section)),
        chapter=str(number.chapter),
        edition=newest,
        former=before.address if before else "",
        **lettered,
    )


def _rule(edition: Edition) -> RuleVersion | None:
    """The most cited subrule of an edition; without subrules its first rule."""
    rows = edition.versions.filter(title="").exclude(kind__in=_FRAME).select_related("edition")
    subrules = rows.filter(kind=RuleVersion.Kind.SUBRULE)
    targets = CitationTarget.objects.filter(citation__edition=edition, version__in=subrules).order_by()
    for most, _ in Counter(targets.values_list("version_id", flat=True)).most_common(1):
        return rows.get(pk=most)
    return subrules.order_by("position").first() or rows.order_by("position").first()


def _run(rule: RuleVersion) -> str:
    """The run of a subrule and those beside it, "" if there are none."""
    beside = list(rule.edition.versions.filter(parent=rule.parent_id, kind=rule.kind).order_by("position")[:9])
    numbers = [version.number for version in beside if version.number[-1:].isalpha()]
    return f"{numbers[0]}-{numbers[-1][-1]}" if rule.parent_id and len(numbers) > 1 else ""


def _lettered(edition: Edition | None) -> dict[str, str]:
    if edition is None:
        return {}
    row = edition.versions.exclude(kind__in=_FRAME).order_by("position").first()
    return {"lettered": row.number, "lettered_document": edition.document.slug} if row else {}
