"""What the page of a card shows: its faces, its rulings, and the rules that a reader needs for it, with the reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from string import ascii_lowercase
from typing import Any

from django.utils.safestring import SafeString

from rulesite.cards.models import Card, CardCollection, CardRuling, Ruling, Word
from rulesite.cards.vocabulary import ABILITY, ACTION, TYPES, Entry, Vocabulary
from rulesite.cards.wording_rules import wordings_of
from rulesite.reading.rendering.wordings import anchor, rule_url
from rulesite.reading.shelf.evidence import rules_for
from rulesite.reading.shelf.older_rulings import older_rulings
from rulesite.reading.shelf.texts import CardMarker, newest_words
from rulesite.rulebook.models import Document, Library, RuleVersion

MAX_NEEDED = 10
"""Rules listed for a card."""
MAX_SEARCHED = 3
"""Of these, found by the search: only where fewer than `ENOUGH` are known for a better reason."""
ENOUGH = 4
_KNOWN_SHARE, _MIN_KNOWN = 20, 100
"""A term on more than a twentieth of the cards, and on more than these, needs no rule to be read."""
MAX_SHARED = 4
"""Other cards named beside a ruling."""


@dataclass(frozen=True)
class ShownFace:
    """A face of a card as HTML."""

    name: str
    cost: SafeString
    line: SafeString
    paragraphs: Sequence[SafeString]
    size: str


@dataclass(frozen=True)
class ShownChange:
    """A rule that is no longer as on the day of a ruling, with the way to the difference."""

    number: str
    title: str
    since: date
    then_url: str
    now_url: str
    diff_url: str


@dataclass(frozen=True)
class ShownRuling:
    """A ruling as HTML, with the other cards that share it."""

    ruling: Ruling
    words: Sequence[SafeString]
    shared: Sequence[tuple[str, str]]
    more: int
    changes: Sequence[ShownChange]


@dataclass(frozen=True)
class NeededRule:
    """A rule to read for a card, and why."""

    href: str
    number: str
    title: str
    reason: str


def about(card: Card, library: Library | None) -> dict[str, Any]:
    """Everything that the page of a card shows, under the names that its template uses."""
    marker = CardMarker(library, card.names)
    lines = CardMarker(library)
    faces = [_face(face, marker, lines) for face in card.faces]
    on_card = dict(marker.used)
    rows = card.rulings.order_by("-published", "cardruling__position")
    rulings = shown_rulings(rows, library, card)
    in_rulings = Counter[str]()
    for row in rulings:
        in_rulings.update(_names_in(row.ruling.text, library))
    return {
        "card": card,
        "faces": faces,
        "rulings": rulings,
        "older": older_rulings(card.slug, library),
        "needed": _needed(card, on_card, lines.used, in_rulings, library),
    }


def shown_rulings(rows: Iterable[Ruling], library: Library | None, but: Card | None = None) -> list[ShownRuling]:
    """Rulings for a page; of a card, whose name is left out."""
    listed = list(rows)
    cards: dict[int, list[tuple[str, str]]] = {}
    pairs = CardRuling.objects.filter(ruling__in=[row.pk for row in listed if row.card_count > (but is not None)])
    if but:
        pairs = pairs.exclude(card=but)
    for ruling, name, slug in pairs.order_by("card__folded").values_list("ruling_id", "card__name", "card__slug"):
        cards.setdefault(ruling, []).append((name, slug))
    book = Document.objects.order_by("position", "slug").first() if any(row.changes for row in listed) else None
    path = book.get_absolute_url() if book else ""
    return [_ruling(row, cards.get(row.pk, []), library, but, path) for row in listed]


def _face(face: dict[str, str], marker: CardMarker, lines: CardMarker) -> ShownFace:
    return ShownFace(
        face["name"],
        SafeString("".join(lines.paragraphs(face["cost"], types=True))),
        SafeString("".join(lines.paragraphs(face["line"], types=True))),
        [paragraph for paragraph in marker.paragraphs(face["text"]) if paragraph],
        face["size"],
    )


def _ruling(
    row: Ruling, cards: list[tuple[str, str]], library: Library | None, but: Card | None, path: str
) -> ShownRuling:
    """A ruling as HTML; ``path`` is the address of the rules, "" while the book has no document."""
    own = but.names if but else [name for name, _ in cards[:MAX_SHARED]]
    words = CardMarker(library, own).paragraphs(row.text)
    return ShownRuling(row, words, cards[:MAX_SHARED], max(len(cards) - MAX_SHARED, 0), _changes(row, path))


def _changes(ruling: Ruling, path: str) -> list[ShownChange]:
    """The rules that changed since a ruling."""
    changes = []
    for change in ruling.changes if path else ():
        (then, old), (now, new) = change["then"].split("/"), change["now"].split("/")
        changes.append(
            ShownChange(
                change["number"],
                change["title"],
                date.fromisoformat(change["since"]),
                rule_url(f"{path}{then}/", old),
                rule_url(f"{path}{now}/", new),
                f"{path}{now}/{new}/history/",
            )
        )
    return changes


def _names_in(text: str, library: Library | None) -> Iterable[str]:
    words = newest_words(library)
    return {use.entry.name for use in words.find(text)} if words else ()


def _needed(
    card: Card, on_card: dict[str, Entry], on_line: dict[str, Entry], in_rulings: Counter[str], library: Library | None
) -> list[NeededRule]:
    """Keywords and rarer actions of the card first, then the rules of its wordings, its rarer terms, what the search
    finds for its words and what its rulings are about, and last its types and the actions that every reader knows."""
    words = newest_words(library)
    if words is None:
        return []
    edition = words.edition
    listed: dict[str, NeededRule] = {}
    rare = _rare(on_card)

    def add(entry: Entry, reason: str) -> None:
        if entry.number and len(listed) < MAX_NEEDED:
            href = rule_url(edition.get_absolute_url(), entry.key)
            listed.setdefault(entry.key, NeededRule(href, entry.number, entry.title, reason))

    for entry in on_line.values():
        if entry.name not in TYPES:
            add(entry, "its type line")
    for kind in (ABILITY, ACTION):
        for entry in on_card.values():
            if entry.kind == kind and (kind == ABILITY or entry.name in rare):
                add(entry, f"{kind} on the card")
    _add_worded(card, words, listed)
    for entry in on_card.values():
        if entry.kind not in (ABILITY, ACTION) and entry.name in rare:
            add(entry, "a term on the card")
    if len(listed) < ENOUGH:
        _add_searched(card, on_card, words, listed)
    for name, count in in_rulings.most_common():
        entry = words.entries[name]
        if count > 1 and entry.kind in (ABILITY, ACTION):
            add(entry, f"{count} of its rulings are about it")
    for entry in on_line.values():
        add(entry, "its type line")
    for entry in on_card.values():
        if entry.kind == ACTION:
            add(entry, f"{ACTION} on the card")
    return list(listed.values())


def _add_worded(card: Card, words: Vocabulary, listed: dict[str, NeededRule]) -> None:
    """Add the rules that the wordings of a card call for, as far as the edition has them."""
    edition = words.edition
    day = str(edition.effective)
    numbered = [(each, each.wording.number_on(day)) for each in wordings_of(card.faces, card.names)]
    rows = edition.versions.filter(number__in={number for _, number in numbered if number})
    titled = {
        row.number: (row.key, next((up.title for up in _upwards(row) if up.title), ""))
        for row in rows.select_related("parent", "parent__parent")
    }
    for each, number in numbered:
        if number in titled:
            key, title = titled[number]
        elif (entry := words.entries.get(each.wording.term)) and entry.number:
            key, number, title = entry.key, entry.number, entry.title
        else:
            continue
        if len(listed) < MAX_NEEDED:
            reason = f"“{each.printed}”: {each.wording.says}"
            listed.setdefault(key, NeededRule(rule_url(edition.get_absolute_url(), key), number, title, reason))


def _upwards(version: RuleVersion | None) -> Iterator[RuleVersion]:
    """Yield a rule and what it stands under."""
    while version is not None:
        yield version
        version = version.parent


def _add_searched(card: Card, on_card: dict[str, Entry], words: Vocabulary, listed: dict[str, NeededRule]) -> None:
    """Add the rules that the search finds for the words of a card, but not those of keywords: the card has others."""
    others = {entry.number for entry in words.entries.values() if entry.kind in (ABILITY, ACTION)}
    keywords = [entry.title for entry in on_card.values() if entry.kind in (ABILITY, ACTION)]
    for hit, shared in rules_for(card, keywords, MAX_SEARCHED):
        if hit.number.rstrip(ascii_lowercase) not in others and len(listed) < MAX_NEEDED:
            reason = f"has its words {', '.join(f'“{word}”' for word in shared)}"
            listed.setdefault(hit.key, NeededRule(f"{hit.url}{anchor(hit.key)}", hit.number, hit.title, reason))


def _rare(names: Iterable[str]) -> frozenset[str]:
    """The words among some that stand on few cards: others, such as “graveyard”, every reader knows."""
    most = max(CardCollection.objects.values_list("cards", flat=True).first() or 0, _MIN_KNOWN * _KNOWN_SHARE)
    rows = Word.objects.filter(name__in=set(names) - TYPES, card_count__lte=most // _KNOWN_SHARE)
    return frozenset(rows.values_list("name", flat=True))
