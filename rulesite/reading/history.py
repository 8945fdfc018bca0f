"""The same rule in other editions: by its thread where descent has been worked out, else by its number alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from rulesite.reading.marking import rule_url
from rulesite.rulebook.models import Descent, RuleVersion


@dataclass(frozen=True)
class Appearance:
    """A rule in one edition. ``same_words`` compares it with the version that is being read."""

    href: str
    document: str
    day: date
    number: str
    same_words: bool
    current: bool


@dataclass(frozen=True)
class Editions:
    """Where a rule stands in the editions of its document, newest first; ``by_thread`` says that descent vouches."""

    appearances: Sequence[Appearance]
    by_thread: bool

    @property
    def others(self) -> bool:
        """Whether there is any edition but the one that is being read."""
        return len(self.appearances) > 1

    @property
    def wordings(self) -> str:
        """What is said of the others' words, compared with those that are being read."""
        same = sum(each.same_words for each in self.appearances) - 1
        if same == len(self.appearances) - 1:
            return "the same words in all"
        return f"the same words in {same} other{'s' if same > 1 else ''}" if same else "other words in the others"

    @property
    def newest(self) -> Appearance:
        """The newest of them."""
        return self.appearances[0]


def editions_of(version: RuleVersion) -> Editions:
    """The editions that have a rule, the one being read among them."""
    rows = RuleVersion.objects.filter(rule_id=version.rule_id) if version.rule_id else RuleVersion.objects.none()
    by_thread = rows.count() > 1
    if not by_thread:  # alone on its thread: nobody has worked out its descent yet
        rows = RuleVersion.objects.filter(edition__document_id=version.edition.document_id, number=version.number)
    rows = rows.order_by("-edition__effective", "position").values_list(
        "pk", "edition__document__slug", "edition__effective", "key", "title", "wording__fingerprint"
    )
    own = (version.title.casefold(), version.wording.fingerprint if version.wording else None)
    return Editions(
        [
            Appearance(
                href=rule_url(f"/{slug}/{day}/", key),
                document=slug,
                day=day,
                number=key,
                same_words=(title.casefold(), fingerprint) == own,
                current=pk == version.pk,
            )
            for pk, slug, day, key, title, fingerprint in rows
        ],
        by_thread=by_thread,
    )


def descent_of(version: RuleVersion) -> tuple[list[Descent], list[Descent]]:
    """The edges to a provision's ancestors and to its heirs, the surest first."""
    ancestors = version.ancestors.select_related("earlier__edition__document").order_by("doubtful", "-score")
    heirs = version.heirs.select_related("later__edition__document").order_by("doubtful", "-score")
    return list(ancestors), list(heirs)
