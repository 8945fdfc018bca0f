"""The catalogue of games: found by topic, keyword, card, or words.

A game's topics are the sections that print its example in the last edition that has it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.text import slugify

from rulesite.checks.coverage.keywords import ABILITIES
from rulesite.checks.models import Binding, Scenario
from rulesite.checks.models.bindings import COUNTING
from rulesite.checks.presentation.game import RULES
from rulesite.engine.keyword_status import names_in
from rulesite.rulebook.models import Library, RuleVersion

_CARD = re.compile(r'^\[(?:scenario\.)?cards\.(?:"([^"]+)"|([\w-]+))\]', re.MULTILINE)
_TEXT = re.compile(r'^(?:text|given) = ("""[\s\S]*?"""|".*"|\'.*\')', re.MULTILINE)
_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*")


@dataclass(frozen=True)
class GameEntry:
    """A game in the catalogue. ``rules`` are the numbers that its example has had."""

    slug: str
    title: str
    href: str
    cards: tuple[str, ...]
    keywords: tuple[str, ...]
    topics: tuple[str, ...]
    rules: tuple[str, ...]

    @property
    def names(self) -> str:
        """Its title, cards, keywords and topics in small letters, for finding it."""
        return " | ".join([self.title, *self.cards, *self.keywords, *self.topics, *self.rules]).lower()


@dataclass(frozen=True)
class Heading:
    """A heading of the catalogue: its name in a URL, its label, and its number of games."""

    slug: str
    label: str
    count: int


class Catalogue:
    """All games, in the order of the files."""

    def __init__(self, games: Sequence[GameEntry]) -> None:
        self.games = games
        self._names = [(game, game.names) for game in games]

    def topics(self) -> list[Heading]:
        """The topics, by their number in the newest edition, then the others by name."""
        return _headings((game.topics for game in self.games), key=lambda topic: (not topic[:1].isdigit(), topic))

    def keywords(self) -> list[Heading]:
        """The keywords, by name."""
        return _headings(game.keywords for game in self.games)

    def cards(self) -> list[Heading]:
        """The cards, by name."""
        return _headings(game.cards for game in self.games)

    def under(self, kind: str, slug: str) -> tuple[str, list[GameEntry]]:
        """The label of a heading, and its games; ("", []) for none. ``kind``: topics, keywords or cards."""
        labels = {slugify(label): label for game in self.games for label in getattr(game, kind)}
        label = labels.get(slug, "")
        return label, [game for game in self.games if label and label in getattr(game, kind)]

    def find(self, query: str) -> list[GameEntry]:
        """The games in whose names every word of a query begins a word: those with it in the title first."""
        words = [word.lower() for word in _WORD.findall(query)]
        if not words:
            return []
        patterns = [re.compile(rf"(?<![^\W_]){re.escape(word)}") for word in words]
        hits = [
            game
            for game, names in self._names
            if all(word in names for word in words) and all(pattern.search(names) for pattern in patterns)
        ]  # most names lack a word, which is seen without a pattern
        return sorted(hits, key=lambda game: not all(pattern.search(game.title.lower()) for pattern in patterns))


def catalogue() -> Catalogue:
    """The catalogue of the present library."""
    state = Library.objects.order_by("pk").values_list("pk", "publication", "revision", "changed").first()
    return _catalogue(state)


@lru_cache(maxsize=1)
def _catalogue(state: tuple[object, ...] | None) -> Catalogue:
    """The catalogue; memoized by the state of the library."""
    places = _places()
    keywords = _keyword_names()
    games = []
    for row in Scenario.objects.filter(problem="").only("slug", "title", "text", "position").order_by("position"):
        topics, rules, titles = places.get(row.pk, ((), (), ()))
        words = " ".join(_TEXT.findall(row.text)).lower()
        games.append(
            GameEntry(
                row.slug,
                row.title,
                row.get_absolute_url(),
                tuple(dict.fromkeys(quoted or plain for quoted, plain in _CARD.findall(row.text))),
                tuple(name for name, pattern in keywords.items() if name in titles or pattern.search(words)),
                topics,
                rules,
            )
        )
    return Catalogue(games)


def _places() -> dict[int, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]]:
    """By scenario: its topics, the numbers of its examples' rules, and the titles of the newest of these."""
    rows = Binding.objects.filter(state__in=COUNTING, example__version__edition__document__slug=RULES)
    newest_first = rows.order_by("-example__version__edition__effective").values_list(
        "scenario_id", "example__version__edition_id", "example__version__number"
    )
    numbers: dict[int, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for scenario, edition, number in newest_first:
        numbers[scenario][edition].append(number)
    newest = [next(iter(editions.items())) for editions in numbers.values()]
    titles = _titles({edition for edition, _ in newest})
    last = RuleVersion.objects.filter(edition__document__slug=RULES).order_by("-edition__effective")
    today = last.values_list("edition_id", flat=True).first()
    places = {}
    for scenario, editions in numbers.items():
        edition, printed = next(iter(editions.items()))
        named = [(number[:3], titles.get((edition, number[:3]), "")) for number in printed]
        topics = (f"{number} {title}" if edition == today else title for number, title in named if title)
        headed = (titles.get((edition, number.rstrip("abcdefghijklmnopqrstuvwxyz")), "").lower() for number in printed)
        every = dict.fromkeys(number for of_edition in editions.values() for number in of_edition)
        places[scenario] = tuple(dict.fromkeys(topics)), tuple(every), tuple(filter(None, headed))
    return places


def _titles(editions: set[int]) -> dict[tuple[int, str], str]:
    """The titles of all sections and rules of some editions, by edition and number."""
    rows = RuleVersion.objects.filter(edition__in=editions).exclude(title="").order_by()
    return {(edition, number): title for edition, number, title in rows.values_list("edition_id", "number", "title")}


def _keyword_names() -> dict[str, re.Pattern[str]]:
    """The keyword abilities of the newest edition that defines them, each as a pattern of whole words."""
    sections = RuleVersion.objects.filter(
        title__iexact=ABILITIES, kind=RuleVersion.Kind.SECTION, edition__document__slug=RULES
    ).order_by("-edition__effective")[:1]
    titles = RuleVersion.objects.filter(parent__in=list(sections)).exclude(title="").values_list("title", flat=True)
    names = sorted({name.lower() for title in titles for name in names_in(title)})
    return {name: re.compile(rf"\b{re.escape(name)}\b") for name in names}


def _headings(labels: Iterable[Iterable[str]], key: Callable[[str], object] = str.lower) -> list[Heading]:
    counts = Counter(label for of_game in labels for label in of_game)
    return [Heading(slugify(label), label, counts[label]) for label in sorted(counts, key=key)]  # type: ignore[arg-type]
