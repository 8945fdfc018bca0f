"""The texts of search results for a page: the query's words marked, the numbers of rules that they cite linked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.utils.safestring import SafeString

from rulesite.reading.caching.memo import memoize, of_one
from rulesite.reading.editions import EditionList, held
from rulesite.reading.rendering import emphasis, symbols
from rulesite.reading.rendering.blocks import blocks
from rulesite.reading.rendering.spans import Span, render, render_paragraphs, settle
from rulesite.reading.rendering.wordings import rule_url
from rulesite.rulebook.models import Edition, Library, RuleVersion
from rulesite.search.results.excerpts import Fragment
from rulesite.search.results.hits import Hit
from rulesite.text import references

_MAY_CITE = re.compile(r"\d{3}\b|\d{3}\.|\b[A-Z]\.\d")
"""What every cited number has."""
_MAX_CURRENT = 8
"""Editions whose numbers are kept: the newest of each document, from which most results are."""


@dataclass(frozen=True)
class FoundText:
    """A hit with its excerpt as HTML, and its whole text if the excerpt is cut; "" for none."""

    hit: Hit
    excerpt: SafeString
    whole: SafeString
    alike: int
    """How many other editions have the text that is shown of it."""


class _Numbers:
    """The provisions that some texts cite: those of current editions kept in memory, others read at once."""

    def __init__(self, hits: Iterable[Hit], editions: EditionList, library: Library | None) -> None:
        self._editions = {hit.edition: edition for hit in hits if (edition := _edition(hit, editions))}
        self._found: dict[tuple[str, str], list[tuple[Edition, int, int, str]]] = {}
        texts = ((hit, _text(fragments)) for hit in hits for fragments in (hit.excerpt, hit.whole))
        cited = [(edition, number) for hit, text in texts for edition, _, _, number in self._cited(hit, text)]
        self._keys: dict[tuple[int, str], str] = {}
        others = []
        for edition, number in cited:
            if edition.pk != editions.of(edition.document_id)[0].pk:
                others.append((edition, number))
            elif key := _keys_of(library, edition).get(number):
                self._keys[edition.pk, number] = key
        rows = RuleVersion.objects.filter(
            edition__in={edition.pk for edition, _ in others}, number__in={number for _, number in others}
        )
        found = rows.order_by("-position").values_list("edition", "number", "key") if others else ()
        self._keys |= {(edition, number): key for edition, number, key in found}

    def links(self, hit: Hit, text: str) -> list[Span]:
        """The links of a text of a hit; a number that its edition does not have is none."""
        return [
            Span(start, end, f'<a class="ref" href="{rule_url(edition.get_absolute_url(), key)}">', "</a>")
            for edition, start, end, number in self._cited(hit, text)
            if (key := self._keys.get((edition.pk, number)))
        ]

    def _cited(self, hit: Hit, text: str) -> list[tuple[Edition, int, int, str]]:
        edition = self._editions.get(hit.edition)
        if edition is None or not _MAY_CITE.search(text):
            return []
        cited = self._found.get((hit.edition, text))
        if cited is None:
            citations = references.find(text, edition.scheme)
            cited = [(edition, each.start, each.end, str(each.first)) for each in citations if each.first is not None]
            self._found[hit.edition, text] = cited
        return cited


@partial(memoize, most=_MAX_CURRENT, of=of_one)
def _keys_of(edition: Edition) -> dict[str, str]:
    """The first provision with each number of an edition, by its key."""
    rows = RuleVersion.objects.filter(edition=edition).order_by("-position")
    return dict(rows.values_list("number", "key"))


def found_texts(hits: Sequence[Hit], library: Library | None, alike: int | None = None) -> list[FoundText]:
    """The hits of a page with their texts as HTML.

    ``alike`` is for the first if it is shown as a card: how many other editions have the text of the card, which is not
    always that of the hit.
    """
    numbers = _Numbers(hits, held(library), library)
    texts = [
        FoundText(
            hit,
            _shown(hit, hit.excerpt, numbers),
            _shown(hit, hit.whole, numbers, paragraphs=True),
            hit.other_editions,
        )
        for hit in hits
    ]
    return texts if alike is None or not texts else [replace(texts[0], alike=alike), *texts[1:]]


def _shown(hit: Hit, fragments: Sequence[Fragment], numbers: _Numbers, *, paragraphs: bool = False) -> SafeString:
    text = _text(fragments)
    marks, links = marks_of(fragments), numbers.links(hit, text)
    signs = [*symbols.find(text), *emphasis.find(text)] if "{" in text or "_" in text else []
    spans = settle([*marks, *links, *signs]) if links or signs else marks
    if not paragraphs:
        return render(text, spans)
    return blocks(render_paragraphs(text, spans)) if text else SafeString()


def marks_of(fragments: Iterable[Fragment]) -> list[Span]:
    """The spans of a text that its fragments mark: the sentence that answers, then the words of the query.

    >>> [(span.start, span.end, span.opening) for span in marks_of([Fragment("a "), Fragment("cost", marked=True)])]
    [(2, 6, '<mark>')]
    """
    answers: list[Span] = []
    marks: list[Span] = []
    offset = 0
    for fragment in fragments:
        end = offset + len(fragment.text)
        if fragment.answers:
            start = answers.pop().start if answers and answers[-1].end == offset else offset
            answers.append(Span(start, end, '<strong class="answers">', "</strong>", encloses=True))
        if fragment.marked:
            marks.append(Span(offset, end, "<mark>", "</mark>", encloses=True))
        offset = end
    return [*answers, *marks]


def _text(fragments: Iterable[Fragment]) -> str:
    return "".join(fragment.text for fragment in fragments)


def _edition(hit: Hit, editions: EditionList) -> Edition | None:
    """The edition of a hit; None while the index has one that the database no longer has."""
    slug, _, day = hit.edition.partition("/")
    return next((each for each in editions.editions if each.document.slug == slug and each.slug == day), None)
