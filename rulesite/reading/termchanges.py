"""What changed in the glossary between two editions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rulesite.rulebook.models import Edition, GlossaryTerm
from rulesite.text.wording import words


@dataclass(frozen=True, slots=True)
class Term:
    """A term of one of two editions that are compared; ``wording`` is the primary key of its definition."""

    term: str
    slug: str
    position: int
    wording: int
    fingerprint: str


@dataclass(frozen=True, slots=True)
class TermChange:
    """A term that is new, gone or reworded; ``small`` where punctuation alone changed."""

    before: Term | None
    after: Term | None
    small: bool = False

    @property
    def term(self) -> Term:
        """The term as it stands, or as it last stood."""
        return self.after or self.before  # type: ignore[return-value]  # one of the two is there

    @property
    def kind(self) -> str:
        """One of new, removed, reworded."""
        return "new" if self.before is None else "removed" if self.after is None else "reworded"


def term_changes(earlier: Edition, later: Edition) -> Sequence[TermChange]:
    """The terms that are not word for word the same, in the order of the alphabet.

    A term is the same when its name is, capitals and punctuation apart.
    """
    old, new = _terms(earlier), _terms(later)
    if not old or not new:
        return ()  # an edition without a glossary says nothing of its terms
    found = []
    for name in sorted(old.keys() | new.keys()):
        before, after = old.get(name), new.get(name)
        if before is None or after is None:
            found.append(TermChange(before, after))
        elif before.wording != after.wording:
            found.append(TermChange(before, after, before.fingerprint == after.fingerprint))
    return sorted(found, key=lambda change: (change.term.term.lower(), change.term.position))


def _terms(edition: Edition) -> dict[tuple[str, int], Term]:
    """The terms by name; one that is printed twice also by which of them it is."""
    rows = GlossaryTerm.objects.filter(edition=edition).order_by("position")
    found: dict[tuple[str, int], Term] = {}
    printed: Counter[str] = Counter()
    for row in rows.values_list("term", "slug", "position", "wording", "wording__fingerprint"):
        term = Term(*row)
        name = " ".join(words(term.term)) or term.term
        found[name, printed[name]] = term
        printed[name] += 1
    return found
