"""Where the same rule stands in other editions: by its thread where descent has been worked out, else by its number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

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


@dataclass(frozen=True)
class Edge:
    """Where else a rule came from or went: a split, a merger, another document that restates it.

    ``number`` and ``day`` are of a provision of the same document, "" for one of another.
    """

    said: str
    href: str
    label: str
    doubtful: bool
    number: str = ""
    day: str = ""


_RESTATED = "In another document:"
"""Which of two documents says it again is not known from their dates: a rulings page may come before or after."""
_CAME = {
    Descent.Kind.SPLIT: "Split from",
    Descent.Kind.MERGED: "Merged from",
    Descent.Kind.RESTATES: _RESTATED,
}
_BECAME = {
    Descent.Kind.SPLIT: "Split: part of it became",
    Descent.Kind.MERGED: "Merged into",
    Descent.Kind.RESTATES: _RESTATED,
}


def editions_of(version: RuleVersion) -> Editions:
    """The editions that have a rule, the one being read among them."""
    rows = _rows(RuleVersion.objects.filter(rule_id=version.rule_id)) if version.rule_id else []
    by_thread = len(rows) > 1
    if not by_thread:  # alone on its thread: nobody has worked out its descent yet
        same_number = RuleVersion.objects.filter(edition__document_id=version.edition.document_id)
        rows = _rows(same_number.filter(number=version.number))
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


def _rows(versions: QuerySet[RuleVersion]) -> list[tuple]:
    return list(
        versions.order_by("-edition__effective", "position").values_list(
            "pk", "edition__document__slug", "edition__effective", "key", "title", "wording__fingerprint"
        )
    )


def descent_of(version: RuleVersion) -> tuple[list[Edge], list[Edge]]:
    """The edges to a provision's ancestors and to its heirs in other places, the surest first.

    Those that merely go on, reworded or not, are the thread itself and are left out.
    """
    names = ("edition__document__slug", "edition__document__short_title", "edition__effective", "key")
    ends = [f"{end}__{name}" for end in ("earlier", "later") for name in names]
    rows = (
        Descent.objects.filter(Q(earlier=version) | Q(later=version))
        .exclude(kind__in=(Descent.Kind.CONTINUES, Descent.Kind.REWORDED))
        .order_by("doubtful", "-score")
        .values_list("earlier_id", "kind", "doubtful", *ends)
    )
    ancestors: list[Edge] = []
    heirs: list[Edge] = []
    for earlier_id, kind, doubtful, *places in rows:
        mine = earlier_id == version.pk
        slug, short_title, day, key = places[4:] if mine else places[:4]
        elsewhere = kind == Descent.Kind.RESTATES
        label = f"{short_title} {key} ({day})" if elsewhere else f"{key} ({day})"
        said = (_BECAME if mine else _CAME)[Descent.Kind(kind)]
        place = ("", "") if elsewhere else (key, day.isoformat())
        (heirs if mine else ancestors).append(Edge(said, rule_url(f"/{slug}/{day}/", key), label, doubtful, *place))
    return ancestors, heirs
