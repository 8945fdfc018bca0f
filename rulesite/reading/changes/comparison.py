"""The changes between two editions, prepared for reading: rows, counts, sections; memoized."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from rulesite import sandbox
from rulesite.reading.caching.memo import memoize, of_all_between
from rulesite.reading.changes.glossary_changes import Term, TermChange, term_changes
from rulesite.reading.rendering.wordings import with_marks
from rulesite.rulebook.descent import comparison as descent_comparison
from rulesite.rulebook.descent.comparison import Change, Provision
from rulesite.rulebook.models import Edition, Library, RuleVersion
from rulesite.text.numbering import RuleNumber

KINDS = {
    "new": "New",
    "removed": "Removed",
    "reworded": "Reworded",
    "split": "Split",
    "merged": "Merged",
    "moved": "Moved, same words",
    "small": "References or punctuation alone",
    "unchanged": "Unchanged",
}
"""The kinds of change that are counted and filtered by, and their labels."""


UNCHANGED = "unchanged"
_OLD = "old-"
_NONE = '<span class="aside">·</span>'
TURNS = sandbox.AdmissionQueue(at_once=1, waiting=1, patience=2.0)
"""The admission queue for comparisons that anonymous readers request."""
_MAX_CACHED = 8
"""Comparisons kept in memory, two megabytes each; pages of others are kept as pages."""


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """One change in the list."""

    change: Change
    kind: str

    @property
    def section(self) -> tuple[str, str]:
        """The section that lists it: of the later edition, or of the earlier one for a removed rule."""
        version = (self.change.later or self.change.earlier)[0]
        return ("old" if not self.change.later else "new", section_of(version))

    @property
    def section_name(self) -> str:
        """The name of that section in URLs; one of the earlier edition has a mark."""
        side, number = self.section
        return number if side == "new" else f"{_OLD}{number}"

    @property
    def before(self) -> Provision | None:
        """The earlier provision that the text is compared with."""
        return self.change.earlier[0] if self.change.earlier else None

    @property
    def after(self) -> Provision | None:
        """The later provision whose text is shown."""
        return self.change.later[0] if self.change.later else None

    @property
    def anchor(self) -> str:
        """Its anchor on the page, unique there: the number in the later edition if it became one provision, else (split
        or removed) the number in the earlier one.
        """
        letter = {"new": "c", "removed": "g", "split": "s", "merged": "m"}.get(self.kind, "c")
        return f"{letter}-{self.key.replace('~', '-')}"

    @property
    def key(self) -> str:
        """The number by which it is looked up."""
        provisions = self.change.earlier if self.kind in ("removed", "split") else self.change.later
        return provisions[0].key

    @property
    def name(self) -> str:
        """The label of its kind."""
        return KINDS[self.kind].lower()

    @property
    def retitled(self) -> bool:
        """Whether the heading changed."""
        one_to_one = len(self.change.earlier) == len(self.change.later) == 1
        return one_to_one and self.change.earlier[0].title != self.change.later[0].title

    @property
    def renumbered(self) -> bool:
        """Whether the rule (its main line, if it was split or merged) has another number."""
        return self.before is not None and self.after is not None and self.before.key != self.after.key

    def went(self, old: str, new: str) -> bool:
        """Whether it was renumbered from a section of the earlier edition to one of the later."""
        if self.before is None or self.after is None or not self.renumbered:
            return False
        return (section_of(self.before), section_of(self.after)) == (old, new)

    @property
    def query(self) -> str:
        """The query string that lists this change alone."""
        return urlencode({"was" if self.change.earlier else "now": (self.change.earlier or self.change.later)[0].key})

    def names(self, key: str, side: str = "rule") -> bool:
        """Whether it has a number: in the earlier edition ("was"), the later ("now"), or either ("rule")."""
        earlier = side != "now" and any(version.key == key for version in self.change.earlier)
        return earlier or (side != "was" and any(version.key == key for version in self.change.later))


@dataclass(frozen=True)
class SectionCount:
    """The number of changes in one section."""

    key: str
    title: str
    old: bool
    counts: Counter[str]

    @property
    def name(self) -> str:
        """The section's name in URLs."""
        return f"{_OLD}{self.key}" if self.old else self.key

    def row(self, earlier: str, page: str = "") -> str:
        """A row of the table of sections, with a count of each kind of change; ``earlier`` is the earlier edition,
        ``page`` the URL of the comparison.
        """
        total = f' <span class="aside">of {earlier}</span>' if self.old else ""
        number = f'<span class="nr">{escape(self.key)}</span>'
        link = f'<a rel="nofollow" href="{page}?section={escape(self.name)}">{number} {with_marks(self.title)}</a>'
        cells = "".join(f"<td>{self.counts[kind] or _NONE}</td>" for kind in KINDS if kind != UNCHANGED)
        return f'<tr><th scope="row">{link}{total}</th>{cells}</tr>\n'


@dataclass(frozen=True)
class Comparison:
    """The comparison of two editions."""

    earlier: Edition
    later: Edition
    rows: Sequence[ChangeRow]
    counts: Counter[str]
    sections: Sequence[SectionCount]
    terms: Sequence[TermChange]
    titles: dict[tuple[str, str], str]
    """Headings of sections, by ("old" or "new", number)."""

    def section_rows(self, page: str = "") -> SafeString:
        """The rows of the table of changed sections as HTML: there may be more than a hundred."""
        changed = (section for section in self.sections if section.counts.keys() - {UNCHANGED})
        return mark_safe("".join(section.row(self.earlier.slug, page) for section in changed))


def section_of(version: Provision) -> str:
    """The number of the section of a provision; of the chapter for a chapter."""
    number = version.parsed
    return str(number if number.rule is None else RuleNumber(number.chapter, number.section))


def comparison_of(earlier: Edition, later: Edition, library: Library | None) -> Comparison:
    """The comparison of two editions of a document. Raises comparing.NoWay for a pair that can't be compared."""
    return _kept(library, earlier, later)


def compared_in_turn(earlier: Edition, later: Edition, library: Library | None) -> Comparison:
    """The same for an anonymous reader: one at a time, as it is heavy on the processor while pages are served. Raises
    bounded.Busy when too many are waiting.
    """
    with TURNS.turn():
        return comparison_of(earlier, later, library)


def _comparison(earlier: Edition, later: Edition) -> Comparison:
    rows = [ChangeRow(change, kind_of(change)) for change in descent_comparison.changes(earlier, later)]
    titles = {
        ("new" if edition is later else "old", number): title
        for edition in (earlier, later)
        for number, title in RuleVersion.objects.filter(edition=edition, kind="section").values_list("number", "title")
    }
    by_section: dict[tuple[str, str], Counter[str]] = {}
    for row in rows:
        by_section.setdefault(row.section, Counter())[row.kind] += 1
    sections = [
        SectionCount(key, titles.get((side, key), ""), side == "old", counts)
        for (side, key), counts in sorted(by_section.items(), key=_section_order)
    ]
    counts = Counter(row.kind for row in rows)
    return Comparison(earlier, later, rows, counts, sections, term_changes(earlier, later), titles)


def _section_order(item: tuple[tuple[str, str], Counter[str]]) -> tuple[bool, str]:
    """Sort key: the sections of the later edition in its order, then those of the earlier one with removed rules."""
    (side, key), _ = item
    return side == "old", RuleNumber.parse(key).sort_key


_kept = memoize(_comparison, most=_MAX_CACHED, of=of_all_between)


def kind_of(change: Change) -> str:
    """The one of `KINDS` that a change counts as."""
    if change.only_references or change.only_punctuation:
        return "small"
    if change.kind == "continues":
        return "moved" if change.moved else "unchanged"
    return change.kind


# --- for the page -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class ChangedText:
    """A provision or a term with its text and its URL."""

    key: str
    title: str
    text: str
    href: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A change with the text of both sides."""

    row: ChangeRow | TermChange
    earlier: tuple[ChangedText, ...]
    later: tuple[ChangedText, ...]

    @property
    def before(self) -> ChangedText | None:
        """The earlier text to compare with."""
        return self.earlier[0] if self.earlier else None

    @property
    def after(self) -> ChangedText | None:
        """The text in the later edition."""
        return self.later[0] if self.later else None


def shown(comparison: Comparison, rows: Iterable[ChangeRow]) -> list[Shown]:
    """Some rows of a comparison with their texts, fetched here."""
    listed = list(rows)
    sides = [version for row in listed for version in (*row.change.earlier, *row.change.later)]
    texts = descent_comparison.texts_of(version.wording for version in sides)
    old, new = comparison.earlier.get_absolute_url(), comparison.later.get_absolute_url()

    def words(version: Provision, edition: str) -> ChangedText:
        return ChangedText(version.key, version.title, texts[version.wording], f"{edition}{version.key}/")

    return [
        Shown(
            row,
            tuple(words(version, old) for version in row.change.earlier),
            tuple(words(version, new) for version in row.change.later),
        )
        for row in listed
    ]


def shown_terms(comparison: Comparison, terms: Iterable[TermChange]) -> list[Shown]:
    """Some changed terms of a comparison with their definitions, fetched here."""
    listed = list(terms)
    texts = descent_comparison.texts_of(
        term.wording for change in listed for term in (change.before, change.after) if term
    )

    def words(term: Term | None, edition: Edition) -> tuple[ChangedText, ...]:
        if term is None:
            return ()
        href = reverse("reading:term", args=[edition.document.slug, edition.slug, term.slug])
        return (ChangedText(term.slug, term.term, texts[term.wording], href),)

    return [
        Shown(change, words(change.before, comparison.earlier), words(change.after, comparison.later))
        for change in listed
    ]
