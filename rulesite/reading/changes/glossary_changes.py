"""Changes of the glossary between two editions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rulesite.rulebook.models import Edition, GlossaryTerm
from rulesite.text.wording import words


@dataclass(frozen=True, slots=True)
class Term:
    """A term of one of two compared editions; ``wording`` is the primary key of its definition."""

    term: str
    slug: str
    position: int
    wording: int
    fingerprint: str


@dataclass(frozen=True, slots=True)
class TermChange:
    """A term that is new, removed or reworded; ``small`` if only punctuation changed."""

    before: Term | None
    after: Term | None
    small: bool = False

    @property
    def term(self) -> Term:
        """The term in the later edition, or in the earlier one if it was removed."""
        return self.after or self.before  # type: ignore[return-value]  # one of the two is there

    @property
    def kind(self) -> str:
        """One of new, removed, reworded."""
        return "new" if self.before is None else "removed" if self.after is None else "reworded"


def term_changes(earlier: Edition, later: Edition) -> Sequence[TermChange]:
    """The terms that are not word for word the same, in alphabetical order.

    Terms are matched by name, apart from capitals and punctuation.
    """
    old, new = _terms(earlier), _terms(later)
    if not old or not new:
        return ()  # the terms of an edition without a glossary are unknown
    result = []
    for name in sorted(old.keys() | new.keys()):
        before, after = old.get(name), new.get(name)
        if before is None or after is None:
            result.append(TermChange(before, after))
        elif before.wording != after.wording:
            result.append(TermChange(before, after, before.fingerprint == after.fingerprint))
    return sorted(result, key=lambda change: (change.term.term.lower(), change.term.position))


def _terms(edition: Edition) -> dict[tuple[str, int], Term]:
    """The terms by name and, for one that is printed twice, by ordinal."""
    rows = GlossaryTerm.objects.filter(edition=edition).order_by("position")
    terms: dict[tuple[str, int], Term] = {}
    printed: Counter[str] = Counter()
    for row in rows.values_list("term", "slug", "position", "wording", "wording__fingerprint"):
        term = Term(*row)
        name = " ".join(words(term.term)) or term.term
        terms[name, printed[name]] = term
        printed[name] += 1
    return terms
