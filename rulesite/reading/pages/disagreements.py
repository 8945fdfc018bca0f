"""Disagreements: where a source differs from its edition, as only one of two sources can be followed."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q

from rulesite.rulebook.models import RuleVersion, Source


@dataclass(frozen=True)
class Disagreement:
    """A provision whose text in a source differs from the edition."""

    version: RuleVersion
    first_line: int
    shown: str
    here: str
    examples_shown: int
    examples_here: int


def disagreements_of(source: Source) -> list[Disagreement]:
    """The provisions whose text in a source differs from its edition, in the order of the book."""
    witnesses = (
        source.witnesses.filter(agrees=False)
        .select_related("version__edition__document", "version__wording", "wording")
        .annotate(example_count=Count("version__examples", filter=Q(version__examples__labelled=True)))
        .order_by("version__position")
    )
    return [
        Disagreement(
            witness.version,
            witness.first_line,
            shown=f"{witness.version.title} {witness.version.text}".strip(),
            here=f"{witness.title} {witness.wording.text if witness.wording else ''}".strip(),
            examples_shown=witness.example_count,
            examples_here=witness.examples,
        )
        for witness in witnesses
    ]
