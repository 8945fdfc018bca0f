"""The answer to a search: the rule that is the best result, whole, as it is read in its section.

With its references linked, the query's words marked, its examples, the games that play them, and how to cite it.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe

from rulesite.checks.models import Scenario
from rulesite.reading.editions import held
from rulesite.reading.pages import rule_games
from rulesite.reading.pages.found_texts import marks_of
from rulesite.reading.pages.sections import contents_of, section_of
from rulesite.reading.precomputed import contents
from rulesite.reading.rendering import quotes
from rulesite.reading.rendering.spans import render_paragraphs, settle
from rulesite.reading.rendering.wordings import Marker, rule_url
from rulesite.rulebook.models import Edition, Library
from rulesite.search.results.hits import Hit
from rulesite.search.store.schema import GLOSSARY, INDEX

_MAX_BELOW = 700
"""Characters of subrules shown below a heading without a text of its own."""
_MAX_GAMES = 2


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


def answer_of(hit: Hit, library: Library | None) -> AnswerCard | None:
    """The card of a hit; None for an entry of an index, or if the book no longer has it."""
    slug, _, day = hit.edition.partition("/")
    edition = next((each for each in held(library).editions if (each.document.slug, each.slug) == (slug, day)), None)
    if edition is None or hit.kind == INDEX or (not hit.number and hit.kind != GLOSSARY):
        return None
    return _of_term(hit, edition, library) if hit.kind == GLOSSARY else _of_rule(hit, edition, library)


def _of_term(hit: Hit, edition: Edition, library: Library | None) -> AnswerCard | None:
    term = edition.terms.select_related("wording").filter(slug=hit.key).first()
    if term is None:
        return None
    words = _marked(hit, edition, library, term.wording_id, term.wording.text, but=term.slug)
    return AnswerCard(words, hit.url, quotes.citation(edition, f"Glossary, “{term.term}”"))


def _of_rule(hit: Hit, edition: Edition, library: Library | None) -> AnswerCard | None:
    whole = contents_of(edition, library)
    place = contents.find(edition, whole, hit.key)
    if place is None or place.version is None:
        return None
    version, path = place.version, edition.get_absolute_url()
    section = section_of(edition, whole, place.leaf, library) if place.leaf else None
    words = SafeString()
    if version.wording_id:
        words = _marked(hit, edition, library, version.wording_id, version.text)
    below = section.below(version.key) if section else []
    lines: list[AnswerLine] = []
    length = 0
    for row in below if not words and section else ():
        if lines and length + len(row.words) > _MAX_BELOW:
            break
        lines.append(AnswerLine(rule_url(path, row.key), row.number, row.title, section.words(row.key)))  # type: ignore[union-attr]
        length += len(row.words)
    examples = section.row(version.key).examples if section else []
    return AnswerCard(
        words,
        rule_url(path, version.key),
        quotes.citation(edition, version.number),
        tuple(lines),
        len(below) - len(lines),
        mark_safe(examples[0][1]) if examples else "",
        tuple(rule_games.games_of(version, library, printed=bool(examples))[:_MAX_GAMES]),
    )


def _marked(
    hit: Hit, edition: Edition, library: Library | None, wording_id: int, text: str, *, but: str = ""
) -> SafeString:
    """A text with its links, and with the marks of the hit's excerpt if that is all of it."""
    links = Marker(edition, [wording_id], library=library).spans(wording_id, text, but=but)
    marks = marks_of(hit.excerpt) if hit.text == text else []
    return mark_safe("".join(f"<p>{line}</p>" for line in render_paragraphs(text, settle([*marks, *links]))))
