"""Sections for reading: the provisions of one page, rendered when the edition was stored, assembled for a request.

Two requests for the same section differ only in which provision is the current one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from django.utils.safestring import SafeString, mark_safe

from rulesite.cards.names import CardNames
from rulesite.checks.results.badges import badges_of
from rulesite.reading.caching.memo import memoize, of_one
from rulesite.reading.models import read, written
from rulesite.reading.precomputed import contents, counts, store
from rulesite.reading.precomputed.contents import Contents, Heading, Leaf
from rulesite.reading.precomputed.outline import Outline
from rulesite.reading.precomputed.typesetting import Typesetter
from rulesite.reading.rendering import badges
from rulesite.reading.rendering.keyword_folds import CLOSING_TAGS, KEYWORD_TAG, end_of, folds_of, opening_tag
from rulesite.reading.shelf.name_links import NAMED_THROUGHOUT, link_names
from rulesite.reading.shelf.texts import names_of_cards
from rulesite.rulebook.models import Edition, Library, RuleVersion

_CORRECTED = '<p class="corrected">Corrected reading</p>'


class SectionRow(NamedTuple):
    """One provision of a section: its data, its place in the hierarchy, and its HTML."""

    key: str
    number: str
    kind: str
    title: str
    parent: int
    heading: str
    words: str
    examples: list[tuple[int, str]]
    tells: int
    flags: str


@dataclass(frozen=True)
class Current:
    """The current provision of a page: its key, its kind and its inner HTML; all "" for the section itself."""

    key: str
    kind: str
    inner: SafeString


@dataclass(frozen=True)
class Opened:
    """A section split at the current provision: the articles before it, itself, those below it, and the rest."""

    before: SafeString
    here: Current
    below: SafeString
    after: SafeString


class Section:
    """A section ready for reading; ``shown`` are the badges of its examples, by key of their provision."""

    def __init__(self, leaf: Leaf, data: dict[str, Any], places: list[int]) -> None:
        self.leaf = leaf
        self._printed = [SectionRow(*row) for row in data["rows"]]
        self.rows = self._printed
        self._names: CardNames | None = None
        self._headed = bool(data["headed"])
        self._items = data["items"]
        first = places[0]
        self._places = [first + offset for offset in data["apart"]] if "apart" in data else places
        self._trails = {int(row): [Heading(*step) for step in trail] for row, trail in data.get("trails", {}).items()}
        self.telling = [row.key for row in self.rows if row.examples or row.tells]
        self.shown: Mapping[str, badges.Shown] = {}
        self._nth = {row.key: index for index, row in reversed(list(enumerate(self.rows)))}

    def name_cards(self, names: CardNames, *, only_examples: bool) -> None:
        """Link the names of cards, unless they are linked already; other names replace them."""
        if self._names is names:
            return
        if names.slugs:
            self.rows = [_with_names(row, names, only_examples) for row in self._printed]
        else:
            self.rows = self._printed
        self._names = names

    @property
    def lead(self) -> SafeString:
        """The text of the section itself."""
        words = self._words(self.rows[0]) if self._headed else ""
        return mark_safe(f'<div class="provision lead"><div class="words">{words}</div></div>' if words else "")

    def row(self, key: str) -> SectionRow:
        """The row of a provision."""
        return self.rows[self._nth[key]]

    def words(self, key: str) -> SafeString:
        """The text of a provision as HTML, without its labelled examples."""
        return mark_safe(self.rows[self._nth[key]].words)

    def outline(self, current: str = "") -> SafeString:
        """The items of the section's outline; the current provision's item is marked."""
        marked = ' aria-current="true"'
        listed = {row for row, _ in self._items}
        index = self._nth.get(current, -1)
        while index >= 0 and index not in listed:
            index = self.rows[index].parent
        items = (f"<li{marked if row == index else ''}>{item}</li>" for row, item in self._items)
        return mark_safe("".join(items))

    def open_at(
        self, current: str = "", within: frozenset[str] = frozenset(), corrected: frozenset[str] = frozenset()
    ) -> Opened:
        """The section split at one provision, or, without one, at its beginning.

        ``within`` are the keys of the provisions marked as belonging to the current one, ``corrected`` of those whose
        reading was corrected. In a long section of keywords the rules of each other keyword are folded.
        """
        here = Current("", "", SafeString())
        index = self._nth.get(current, -1)
        end = end_of(self.rows, index) if current else 0
        folds = folds_of(self.rows, index)
        last = {after - 1 for after in folds.values()}
        parts: dict[str, list[str]] = {"before": [], "below": [], "after": []}
        for place, row in enumerate(self.rows):
            if self._headed and not place:
                continue
            inner = f'{row.heading}<div class="words">{self._words(row)}</div>'
            if row.key in corrected:
                inner += _CORRECTED
            if place == index:
                here = Current(row.key, row.kind, mark_safe(inner))
                continue
            part = parts["before" if place < index else "below" if place < end else "after"]
            mark = " within" if row.key in within else ""
            if place in folds:
                part.append(KEYWORD_TAG)
            part.append(f'<article class="provision {row.kind}{mark}" id="{row.key}">{inner}</article>\n')
            if place in folds:
                part.append(opening_tag(row, folds[place] - place - 1))
            elif place in last:
                part.append(CLOSING_TAGS)
        return Opened(here=here, **{name: mark_safe("".join(pieces)) for name, pieces in parts.items()})

    def trail(self, key: str) -> list[Heading]:
        """The ancestors of a provision, outermost first: its chapter, its section, its rule."""
        index = self._nth[key]
        if index in self._trails:
            return self._trails[index]
        steps: list[Heading] = []
        row = self.rows[index]
        while row.parent >= 0:
            row = self.rows[row.parent]
            steps.insert(0, Heading(*row[:2], row.title))
        return [self.leaf.chapter, *steps] if self.leaf.chapter else steps

    def below(self, key: str) -> list[SectionRow]:
        """The provisions below one, in the order of the book."""
        above = {self._nth[key]}
        rows = []
        for index, row in enumerate(self.rows):
            if row.parent in above:
                above.add(index)
                rows.append(row)
        return rows

    def children(self, key: str) -> list[SectionRow]:
        """The provisions directly below one."""
        index = self._nth[key]
        return [row for row in self.rows if row.parent == index]

    @property
    def listed(self) -> list[SectionRow]:
        """The provisions in the outline."""
        return [self.rows[row] for row, _ in self._items]

    def neighbours(self, key: str, whole: Contents) -> tuple[Heading | None, Heading | None]:
        """The provisions before and after one in the book, chapters apart."""
        position = self._places[self._nth[key]]
        headings = {place: Heading(*row[:2], row.title) for place, row in zip(self._places, self.rows, strict=True)}
        before, after = whole.beside(position)
        return headings.get(position - 1, before), headings.get(position + 1, after)

    def _words(self, row: SectionRow) -> str:
        if not row.examples and not row.tells:
            return row.words + row.flags
        line, labelled = self.shown.get(row.key, badges.NONE)
        examples = "".join(
            f'<div class="example" id="{row.key}/example/{ordinal}"><p class="label">Example'
            f"{' ' + labelled[str(ordinal)] if str(ordinal) in labelled else ''}</p>{words}</div>"
            for ordinal, words in row.examples
        )
        return f"{row.words}{line}{examples}{row.flags}"


def contents_of(edition: Edition, library: Library | None) -> Contents:
    """The contents of an edition; memoized until it is corrected."""
    return _contents(library, edition)


def _with_names(row: SectionRow, names: CardNames, only_examples: bool) -> SectionRow:
    """A row with links for the cards that its text, or its examples, name."""
    if only_examples and not row.examples and not row.tells:
        return row
    return row._replace(
        words=link_names(row.words, names, only_examples=only_examples),
        examples=[(ordinal, link_names(words, names)) for ordinal, words in row.examples],
    )


def section_of(edition: Edition, whole: Contents, leaf: Leaf, library: Library | None) -> Section:
    """The section of a leaf; the last ones used are memoized until their edition is corrected."""
    section = _section(library, edition, whole, leaf)
    if section.telling and not section.shown:
        section.shown = _badges(edition, library, section.telling)
    section.name_cards(names_of_cards(library), only_examples=edition.document.slug not in NAMED_THROUGHOUT)
    return section


def counts_of(edition: Edition, library: Library | None) -> counts.Counts:
    """The counts of an edition."""
    return _prepared_counts(library).get(edition.pk) or _counts(library, edition)


_prepared_counts = memoize(store.counts)
_counts = memoize(counts.count, of=of_one)


def letters_of(edition: Edition) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """The glossary of an edition by letter: slug, term and senses (as HTML) of each entry."""
    path = edition.get_absolute_url()
    data = store.text_of(edition)
    if data is not None:
        texts = store.pieces(digest for _, digest in data["letters"])
        if all(digest in texts for _, digest in data["letters"]):
            return [(letter, read(texts[digest], path)) for letter, digest in data["letters"]]
    setter = Typesetter(edition, [], terms=list(edition.terms.order_by("position")))
    return [(letter, read(written(rows), path)) for letter, rows in setter.letters()]


@partial(memoize, most=160, of=of_one)
def _contents(edition: Edition) -> Contents:
    data = store.text_of(edition)
    return Contents(data or contents.told(Outline(edition), store.positions(edition), {}))


@partial(memoize, most=24, of=of_one)
def _section(edition: Edition, whole: Contents, leaf: Leaf) -> Section:
    path = edition.get_absolute_url()
    text = store.pieces([leaf.piece]).get(leaf.piece) if leaf.piece else None
    if text is None:
        outline = Outline(edition)
        text = written(Typesetter(edition, outline.leaves[leaf.at].whole).section(outline.leaves[leaf.at], outline))
    return Section(leaf, read(text, path), whole.places(leaf))


_prepared_badges = partial(memoize, most=24, of=of_one)(store.games_of)


def _badges(edition: Edition, library: Library | None, keys: list[str]) -> Mapping[str, badges.Shown]:
    """The badges of the examples of some provisions, by key."""
    if (known := _prepared_badges(library, edition)) is not None:
        return known
    pks = dict(RuleVersion.objects.filter(edition=edition, key__in=keys).values_list("pk", "key"))
    return {pks[pk]: badges.shown(shown_badges) for pk, shown_badges in badges_of(pks).items()}
