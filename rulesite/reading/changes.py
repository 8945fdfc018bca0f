"""What changed between two editions, gathered for reading: rows, counts, sections; kept between requests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from rulesite import bounded
from rulesite.reading.freshness import keep, of_all_between
from rulesite.reading.marking import with_marks
from rulesite.reading.termchanges import Term, TermChange, term_changes
from rulesite.rulebook import comparing
from rulesite.rulebook.comparing import Change, Provision
from rulesite.rulebook.models import Edition, Library, RuleVersion
from rulesite.text.numbering import RuleNumber

KINDS = {
    "new": "New",
    "removed": "Gone",
    "reworded": "Reworded",
    "split": "Split",
    "merged": "Merged",
    "moved": "Moved, same words",
    "small": "References or punctuation alone",
    "unchanged": "Unchanged",
}
"""The kinds of change as they are counted and filtered, and their names for readers."""


_OLD = "old-"
_NONE = '<span class="aside">·</span>'
TURNS = bounded.Turns(at_once=1, waiting=1, patience=2.0)
"""Those in which comparisons are made for strangers."""
_MOST = 8
"""Comparisons that are kept: two megabytes each, and what readers saw of others is kept as a page."""


@dataclass(frozen=True, slots=True)
class Row:
    """One change as it is listed."""

    change: Change
    kind: str

    @property
    def section(self) -> tuple[str, str]:
        """The section it is told under: that of the later edition, of the earlier one for what is gone."""
        version = (self.change.later or self.change.earlier)[0]
        return ("old" if not self.change.later else "new", section_of(version))

    @property
    def section_name(self) -> str:
        """The name of that section in addresses: a section of the earlier edition is told apart."""
        side, number = self.section
        return number if side == "new" else f"{_OLD}{number}"

    @property
    def before(self) -> Provision | None:
        """The earlier provision that the words are compared with."""
        return self.change.earlier[0] if self.change.earlier else None

    @property
    def after(self) -> Provision | None:
        """The later provision whose words are shown."""
        return self.change.later[0] if self.change.later else None

    @property
    def anchor(self) -> str:
        """Where it stands on the page, by a number of its own: of the later edition where one provision came of it,
        of the earlier one for what was split or is gone.
        """
        letter = {"new": "c", "removed": "g", "split": "s", "merged": "m"}.get(self.kind, "c")
        return f"{letter}-{self.key.replace('~', '-')}"

    @property
    def key(self) -> str:
        """The number that it is found by."""
        named = self.change.earlier if self.kind in ("removed", "split") else self.change.later
        return named[0].key

    @property
    def name(self) -> str:
        """Its kind, for readers."""
        return KINDS[self.kind].lower()

    @property
    def retitled(self) -> bool:
        """Whether one heading became another."""
        one_to_one = len(self.change.earlier) == len(self.change.later) == 1
        return one_to_one and self.change.earlier[0].title != self.change.later[0].title

    @property
    def renumbered(self) -> bool:
        """Whether the rule, or its main line where it was split or merged, has another number."""
        return self.before is not None and self.after is not None and self.before.key != self.after.key

    def went(self, old: str, new: str) -> bool:
        """Whether it got another number, and went from one section of the earlier edition to one of the later."""
        if self.before is None or self.after is None or not self.renumbered:
            return False
        return (section_of(self.before), section_of(self.after)) == (old, new)

    @property
    def query(self) -> str:
        """The query that finds it alone on its page."""
        return urlencode({"was" if self.change.earlier else "now": (self.change.earlier or self.change.later)[0].key})

    def names(self, key: str, side: str = "rule") -> bool:
        """Whether a number is among its own: in the earlier edition ("was"), the later ("now"), or either ("rule")."""
        earlier = side != "now" and any(version.key == key for version in self.change.earlier)
        return earlier or (side != "was" and any(version.key == key for version in self.change.later))


@dataclass(frozen=True)
class SectionCount:
    """How much changed in one section."""

    key: str
    title: str
    old: bool
    counts: Counter[str]

    @property
    def name(self) -> str:
        """Its name in addresses."""
        return f"{_OLD}{self.key}" if self.old else self.key

    def row(self, earlier: str) -> str:
        """It as a row of the table of sections, with a count of each of the `KINDS`; ``earlier`` is that edition."""
        of = f' <span class="aside">of {earlier}</span>' if self.old else ""
        number = f'<span class="nr">{escape(self.key)}</span>'
        link = f'<a rel="nofollow" href="?section={escape(self.name)}">{number} {with_marks(self.title)}</a>'
        cells = "".join(f"<td>{self.counts[kind] or _NONE}</td>" for kind in KINDS)
        return f'<tr><th scope="row">{link}{of}</th>{cells}</tr>\n'


@dataclass(frozen=True)
class Comparison:
    """Two editions compared."""

    earlier: Edition
    later: Edition
    rows: Sequence[Row]
    counts: Counter[str]
    sections: Sequence[SectionCount]
    terms: Sequence[TermChange]
    titles: dict[tuple[str, str], str]
    """Headings of sections, by "old" or "new" and number."""

    @property
    def section_rows(self) -> SafeString:
        """The rows of the table of sections: more than a hundred."""
        return mark_safe("".join(each.row(self.earlier.slug) for each in self.sections))


def section_of(version: Provision) -> str:
    """The number of the section that a provision stands in; of the chapter for a chapter."""
    number = version.parsed
    return str(number if number.rule is None else RuleNumber(number.chapter, number.section))


def comparison_of(earlier: Edition, later: Edition, library: Library | None) -> Comparison:
    """Compare two editions of a document; raises comparing.NoWay for a pair that can't be."""
    return _kept(library, earlier, later)


def compared_in_turn(earlier: Edition, later: Edition, library: Library | None) -> Comparison:
    """The same, where a stranger asks for it: one after the other, for it is work for the processor, and pages are
    served meanwhile; raises bounded.Busy when too many are being made.
    """
    with TURNS.turn():
        return comparison_of(earlier, later, library)


def _comparison(earlier: Edition, later: Edition) -> Comparison:
    rows = [Row(change, kind_of(change)) for change in comparing.changes(earlier, later)]
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
    """The later edition's sections in its order, then those of the earlier one from which something is gone."""
    (side, key), _ = item
    return side == "old", RuleNumber.parse(key).sort_key


_kept = keep(_comparison, most=_MOST, of=of_all_between)


def kind_of(change: Change) -> str:
    """Under which of `KINDS` a change is counted."""
    if change.only_references or change.only_punctuation:
        return "small"
    if change.kind == "continues":
        return "moved" if change.moved else "unchanged"
    return change.kind


# --- as they are read ---------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Words:
    """A provision or a term with its words, and where it is read."""

    key: str
    title: str
    text: str
    href: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A change with the words of either side."""

    row: Row | TermChange
    earlier: tuple[Words, ...]
    later: tuple[Words, ...]

    @property
    def before(self) -> Words | None:
        """What the words are compared with."""
        return self.earlier[0] if self.earlier else None

    @property
    def after(self) -> Words | None:
        """The words as they are in the later edition."""
        return self.later[0] if self.later else None


def shown(comparison: Comparison, rows: Iterable[Row]) -> list[Shown]:
    """Some rows of a comparison with their words, which are read now."""
    listed = list(rows)
    sides = [version for row in listed for version in (*row.change.earlier, *row.change.later)]
    texts = comparing.texts_of(version.wording for version in sides)
    old, new = comparison.earlier.get_absolute_url(), comparison.later.get_absolute_url()

    def words(version: Provision, edition: str) -> Words:
        return Words(version.key, version.title, texts[version.wording], f"{edition}{version.key}/")

    return [
        Shown(
            row,
            tuple(words(version, old) for version in row.change.earlier),
            tuple(words(version, new) for version in row.change.later),
        )
        for row in listed
    ]


def shown_terms(comparison: Comparison, terms: Iterable[TermChange]) -> list[Shown]:
    """Some changed terms of a comparison with their definitions, which are read now."""
    listed = list(terms)
    texts = comparing.texts_of(term.wording for change in listed for term in (change.before, change.after) if term)

    def words(term: Term | None, edition: Edition) -> tuple[Words, ...]:
        if term is None:
            return ()
        href = reverse("reading:term", args=[edition.document.slug, edition.slug, term.slug])
        return (Words(term.slug, term.term, texts[term.wording], href),)

    return [
        Shown(change, words(change.before, comparison.earlier), words(change.after, comparison.later))
        for change in listed
    ]
