"""Find rulings: those with every word of a query, those of a card that it names, or those with most of its words.

A query that names a card ("blood moon dryad arbor") is asked of that card's rulings first. Words that no ruling has are
corrected by the words of rulings; former and players' words are looked for as the rules say them too, and the other way
round, as most rulings are older than today's words.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from rapidfuzz import process
from rapidfuzz.distance import OSA

from rulesite.cards.models import CardRuling, Ruling
from rulesite.cards.names import CardNames, fold
from rulesite.cards.names import find as find_card
from rulesite.cards.ruling_index.reader import RulingIndex
from rulesite.search import analysis
from rulesite.search.query import parser, phrase_pairs, synonyms
from rulesite.search.query.parser import Query, Term
from rulesite.search.store.backend import Phrase, Scores, rarity
from rulesite.search.suggest import spelling

CARD = re.compile(r"""(?<!\S)card:\s*(?:"(?P<quoted>[^"]+)"?|“(?P<curly>[^”]+)”?|(?P<plain>\S+))""", re.IGNORECASE)
"""A card in a query among other words."""
_MIN_SHARE = 0.6
"""The share of a query's words, by rarity, that a ruling must have where none has all of them."""
_MIN_SHARE_OF_CARD = 0.34
"""The same for the rulings of a card that the query names: that is evidence by itself."""
_MAX_DROPPED, _MAX_WORDS = 2, 7
_ADJACENT_BONUS = 0.3
"""What words side by side as in the query add to a score, as a share of it."""
_MAX_VARIANTS = 3
_MIN_LETTERS, _MAX_LETTERS = 4, 24
_MAX_NAME_WORDS = 7
_WHOLE = 0.99


@dataclass(frozen=True)
class FoundRulings:
    """The keys of rulings, best first; the card that the query names; whether all words were found."""

    pks: Sequence[int] = ()
    card: tuple[str, str] | None = None
    """Name and slug."""
    is_whole: bool = False
    corrected: str = ""
    share: float = 1.0
    """The share of the words that the best one has, by their rarity."""


def find(text: str, index: RulingIndex, names: CardNames, terms: Container[str] = ()) -> FoundRulings:
    """The rulings for a query; without words but of a card, all of that card.

    A single word that is one of the ``terms`` of the rules (suspend, sleep) is no name of a card in it.
    """
    text = text.strip()[: parser.MOST_CHARACTERS]
    explicit = CARD.search(text)
    if explicit:
        name = (explicit["quoted"] or explicit["curly"] or explicit["plain"]).strip()
        rest = f"{text[: explicit.start()]} {text[explicit.end() :]}".strip()
        card = find_card(names, name)
        return _of_card(card, rest, index, strict=True) if card else FoundRulings()
    for cards, rest in named_in(text, index, names, terms):
        results = [_of_card(card, rest, index) for card in cards] if rest else []
        best = max(results, key=lambda result: (result.is_whole, result.share), default=None)
        if best and best.pks:
            return best
    return _anywhere(text, index)


def named_in(
    text: str, index: RulingIndex, names: CardNames, terms: Container[str] = ()
) -> Iterator[tuple[list[tuple[str, str]], str]]:
    """Yield the cards that a query may name, and the words beside their name: longer names first, misspelt ones last.

    Whether a card is meant is for its rulings to say.
    """
    words = text.split()[: parser.MOST_WORDS]
    misspelt = []
    for length in range(min(_MAX_NAME_WORDS, len(words)), 0, -1):
        for start in range(len(words) - length + 1):
            folded = fold(" ".join(words[start : start + length]))
            rest = " ".join([*words[:start], *words[start + length :]])
            if length == 1 and folded in terms:
                continue
            if cards := names.called(folded):
                yield cards, rest
            elif any(_is_unknown(word, index) for word in folded.split()):
                misspelt.append((folded, rest))
    for folded, rest in misspelt[:_MAX_MISSPELT]:
        meant = "" if " " in folded else _meant(folded, index)
        cards = names.near_called(folded)
        if cards and fold(cards[0][0]) not in terms and (not meant or meant in fold(cards[0][0]).split()):
            yield cards, rest


def _is_unknown(word: str, index: RulingIndex) -> bool:
    """Whether no ruling has a word in any form, with or without its apostrophe."""
    return analysis.stem(word) not in index.stems and word not in index.contractions


_MAX_MISSPELT = 12


def _of_card(card: tuple[str, str], rest: str, index: RulingIndex, *, strict: bool = False) -> FoundRulings:
    """The rulings of a card with the words beside its name."""
    pks = list(
        CardRuling.objects.filter(card__slug=card[1])
        .order_by("-ruling__published", "position")
        .values_list("ruling_id", flat=True)
    )
    query = parser.read(_corrected(rest, index))
    if not query.wanted:
        return FoundRulings(pks, card, bool(pks))
    if not pks:
        return FoundRulings((), card)
    place = {pk: nth for nth, pk in enumerate(pks)}
    shares: dict[int, float] = dict.fromkeys(pks, 0.0)
    scores: dict[int, float] = dict(shares)
    for variant in _variants(rest, query):
        total = sum(_weight(group, index) for group in variant.conditions if _phrases(group, index)) or 1.0
        covered = dict.fromkeys(pks, 0.0)
        scored = dict.fromkeys(pks, 0.0)
        for group in variant.conditions:
            weight = _weight(group, index)
            for pk, score in index.engine.find([_phrases(group, index)], []).items() if _phrases(group, index) else ():
                if pk in covered:
                    covered[pk] += weight
                    scored[pk] += score
        for pk in pks:
            if covered[pk] / total > shares[pk]:
                shares[pk], scores[pk] = covered[pk] / total, scored[pk]
    if excluded := _excluded(query, index):
        shares = {pk: share for pk, share in shares.items() if pk not in excluded}
    least = _WHOLE if strict and query.strict else _MIN_SHARE_OF_CARD
    listed = [pk for pk, share in shares.items() if share >= least]
    listed.sort(key=lambda pk: (-round(shares[pk], 2), -scores[pk], place[pk]))
    share = shares[listed[0]] if listed else 0.0
    return FoundRulings(listed, card, share > _WHOLE, share=share)


def _anywhere(text: str, index: RulingIndex) -> FoundRulings:
    written = _corrected(text, index)
    query = parser.read(written)
    corrected = written if written != text else ""
    if not query.wanted:
        return FoundRulings()
    scores: Scores = {}
    for variant in _variants(written, query):
        for pk, score in _matching(variant, index).items():
            scores[pk] = max(score, scores.get(pk, 0.0))
    whole = bool(scores)
    if not scores and query.plain and not query.strict and not query.quoted:
        scores = _with_most(query, index)
    return FoundRulings(_ordered(scores, query, index), None, whole, corrected)


def _variants(text: str, query: Query) -> Iterator[Query]:
    """The query, and it in other words for the same: today's for former and players' words, and former for today's."""
    yield query
    book = phrase_pairs.current()
    expansions = [*synonyms.expansions(text, book), *synonyms.formerly(text, book)][:_MAX_VARIANTS]
    yield from (other for other in (parser.read(each.text) for each in expansions) if other.wanted)


def _matching(query: Query, index: RulingIndex) -> Scores:
    """The rulings that match every condition of a query."""
    groups = [_phrases(group, index) for group in query.conditions]
    if not groups or not all(groups):
        return {}
    return index.engine.find(groups, [phrase for term in query.excluded for phrase in _phrases([term], index)])


def _excluded(query: Query, index: RulingIndex) -> set[int]:
    phrases = [phrase for term in query.excluded for phrase in _phrases([term], index)]
    return set().union(*(index.engine.saying(phrase) for phrase in phrases))


def _with_most(query: Query, index: RulingIndex) -> Scores:
    """The rulings with most of the words of a query: as few words are left out as will do, the commonest first."""
    groups = sorted(query.conditions[:_MAX_WORDS], key=lambda group: -_weight(group, index))
    total = sum(_weight(group, index) for group in groups)
    for dropped in range(1, min(_MAX_DROPPED, len(groups) - 1) + 1):
        scores: Scores = {}
        for left in combinations(groups, len(groups) - dropped):
            if sum(_weight(group, index) for group in left) < _MIN_SHARE * total:
                continue
            for pk, score in _matching(Query(list(left), query.excluded), index).items():
                scores[pk] = max(score, scores.get(pk, 0.0))
        if scores:
            return scores
    return {}


def _ordered(scores: Scores, query: Query, index: RulingIndex) -> list[int]:
    """The rulings by score, words side by side counting more; of equal ones the newer first."""
    stems = [parser.stems_of(group[0]) for group in query.wanted if len(group[0].words) == 1]
    factors = dict.fromkeys(scores, 1.0)
    for left, right in pairwise(stems):
        for pk in index.having((*left, *right)) if len(scores) > 1 else ():
            if pk in factors:
                factors[pk] += _ADJACENT_BONUS / max(len(stems) - 1, 1)
    return [-pk for _, pk in sorted((-round(score * factors[pk], 3), -pk) for pk, score in scores.items())]


def _weight(group: Iterable[Term], index: RulingIndex) -> float:
    """How much a group of alternatives tells: the rarity of its words."""
    stems = (stem for term in group for stem in parser.stems_of(term))
    return rarity(max(index.total, 1), min(max((index.stems.get(stem, 0) for stem in stems), default=0), index.total))


def _phrases(group: Iterable[Term], index: RulingIndex) -> list[Phrase]:
    """The phrases for a group of alternatives."""
    phrases: list[Phrase] = []
    for term in group:
        if term.prefix:
            words = parser.expansions(term.words[0], sorted(index.words), index.words)
            phrases += [Phrase("words", (word,)) for word in words]
        elif not term.exact and analysis.stem(term.words[0]) in index.stems:
            phrases.append(Phrase("stems", (analysis.stem(term.words[0]),)))
        elif all(word in index.words for word in term.words):
            phrases.append(Phrase("words", term.words))
    return phrases


def _corrected(text: str, index: RulingIndex) -> str:
    """The query with words that no ruling has in their likely spelling."""
    query = text
    for word in reversed(list(analysis.words(text))):
        if analysis.in_quotes(text, word.start) or not word.text.isalpha() or text[word.end :].startswith("*"):
            continue
        if word.text in index.words or analysis.stem(word.text) in index.stems:
            continue
        if meant := _meant(word.text, index):
            query = f"{query[: word.start]}{meant}{query[word.end :]}"
    return query


def _meant(word: str, index: RulingIndex) -> str:
    """The likeliest word of rulings for a misspelt one: the fewest slips, then the commoner; "" without one."""
    if contraction := index.contractions.get(word):
        return contraction
    if not _MIN_LETTERS <= len(word) <= _MAX_LETTERS:
        return ""
    most = 1 if len(word) <= 4 else 2
    near = process.extract(word, index.correctable, scorer=OSA.distance, score_cutoff=most, limit=30)
    costs = [(spelling.distance(word, each), -index.words[each], each) for each, _, _ in near]
    cost, _, best = min(costs, default=(9.0, 0, ""))
    return best if cost <= most else ""


def rows(pks: Sequence[int]) -> list[Ruling]:
    """The rulings with some keys, in that order."""
    stored = Ruling.objects.in_bulk(pks)
    return [stored[pk] for pk in pks if pk in stored]
