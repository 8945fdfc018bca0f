"""The answer to a search: the rule that is the best result, whole, as it is read in its section.

With its references linked, the query's words marked, its examples, the games that play them, and how to cite it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from django.utils.safestring import SafeString, mark_safe

from rulesite.checks.models import Scenario
from rulesite.reading.caching.memo import memoize
from rulesite.reading.editions import held
from rulesite.reading.pages import rule_games
from rulesite.reading.pages.found_texts import marks_of
from rulesite.reading.pages.sections import contents_of, section_of
from rulesite.reading.precomputed import contents
from rulesite.reading.rendering import quotes
from rulesite.reading.rendering.blocks import blocks
from rulesite.reading.rendering.spans import Span, render_paragraphs, settle
from rulesite.reading.rendering.wordings import Marker, rule_url
from rulesite.rulebook.models import Edition, Library, RuleVersion
from rulesite.search.results.hits import Hit
from rulesite.search.store.schema import EXAMPLE, GLOSSARY, INDEX

_MAX_BELOW = 700
"""Characters of subrules shown below a heading without a text of its own."""
_MAX_GAMES = 2
_MAX_CACHED = 400
"""Rules and entries kept with their links: those that answer most queries are few."""


@dataclass(frozen=True)
class AnswerLine:
    """A subrule below a heading that has no text of its own."""

    href: str
    number: str
    title: str
    words: SafeString


@dataclass(frozen=True)
class AnswerCard:
    """The best result in full: ``words`` is its text, ``lines`` are the first subrules of a heading without one."""

    words: SafeString
    href: str
    citation: str
    lines: tuple[AnswerLine, ...] = ()
    more: int = 0
    """The provisions below it that are not shown."""
    example: str = ""
    """Its first example, as HTML."""
    games: tuple[Scenario, ...] = ()
    other_editions: int = 0
    """How many other editions have the text of the card; of a heading's lines, its heading."""


def answer_of(hit: Hit, library: Library | None) -> AnswerCard | None:
    """The card of a hit; None for an entry of an index, or if the book no longer has it."""
    slug, _, day = hit.edition.partition("/")
    edition = next((each for each in held(library).editions if (each.document.slug, each.slug) == (slug, day)), None)
    if edition is None or hit.kind == INDEX or (not hit.number and hit.kind != GLOSSARY):
        return None
    return _of_term(hit, edition, library) if hit.kind == GLOSSARY else _of_rule(hit, edition, library)


def _of_term(hit: Hit, edition: Edition, library: Library | None) -> AnswerCard | None:
    text = _term(library, edition, hit.key)
    if text is None:
        return None
    citation = quotes.citation(edition, f"Glossary, “{text.name}”")
    return AnswerCard(text.marked(hit), hit.url, citation, other_editions=hit.other_editions)


def _of_rule(hit: Hit, edition: Edition, library: Library | None) -> AnswerCard | None:
    rule = _rule(library, edition, hit.key)
    if rule is None:
        return None
    alike = rule.alike if hit.kind == EXAMPLE else hit.other_editions
    return replace(rule.card, words=rule.text.marked(hit), other_editions=alike)


@dataclass(frozen=True)
class _Text:
    """A text with its links, for any query; ``name`` is that of a glossary entry."""

    text: str = ""
    links: tuple[Span, ...] = ()
    name: str = ""

    def marked(self, hit: Hit) -> SafeString:
        """Its paragraphs, with the marks of the hit's excerpt if that is all of it."""
        if not self.text:
            return SafeString()
        marks = marks_of(hit.excerpt) if hit.text == self.text else []
        spans = settle([*marks, *self.links])
        return blocks(render_paragraphs(self.text, spans))


@dataclass(frozen=True)
class _Rule:
    """All of a rule's card that no query changes; ``alike`` is how many other editions have its words."""

    card: AnswerCard
    text: _Text
    alike: int


@partial(memoize, most=_MAX_CACHED)
def _term(edition: Edition, slug: str) -> _Text | None:
    """An entry of a glossary; None if the edition has it no more."""
    term = edition.terms.select_related("wording").filter(slug=slug).first()
    if term is None:
        return None
    links = _links(edition, term.wording_id, term.wording.text, but=term.slug)
    return _Text(term.wording.text, links, term.term)


@partial(memoize, most=_MAX_CACHED)
def _rule(edition: Edition, key: str) -> _Rule | None:
    """A provision of an edition; None if the edition has it no more."""
    library = Library.current()
    whole = contents_of(edition, library)
    place = contents.find(edition, whole, key)
    if place is None or place.version is None:
        return None
    version, path = place.version, edition.get_absolute_url()
    section = section_of(edition, whole, place.leaf, library) if place.leaf else None
    text = _Text()
    if version.wording_id:
        text = _Text(version.text, _links(edition, version.wording_id, version.text))
    below = section.below(version.key) if section else []
    lines: list[AnswerLine] = []
    length = 0
    for row in below if not text.text and section else ():
        if lines and length + len(row.words) > _MAX_BELOW:
            break
        lines.append(AnswerLine(rule_url(path, row.key), row.number, row.title, section.words(row.key)))  # type: ignore[union-attr]
        length += len(row.words)
    examples = section.row(version.key).examples if section else []
    card = AnswerCard(
        SafeString(),
        rule_url(path, version.key),
        quotes.citation(edition, version.number),
        tuple(lines),
        len(below) - len(lines),
        mark_safe(examples[0][1]) if examples else "",
        tuple(rule_games.games_of(version, library, printed=bool(examples))[:_MAX_GAMES]),
    )
    return _Rule(card, text, _alike(version))


def _alike(version: RuleVersion) -> int:
    """How many other editions have a rule in the same words; 0 if its descent is not stored."""
    if version.rule_id is None:
        return 0
    same = RuleVersion.objects.filter(rule=version.rule_id, wording=version.wording_id)
    return same.exclude(edition=version.edition_id).count()


def _links(edition: Edition, wording_id: int, text: str, *, but: str = "") -> tuple[Span, ...]:
    marker = Marker(edition, [wording_id], library=Library.current())
    return tuple(marker.spans(wording_id, text, but=but))
