"""Works out which cards and rulings use which words of the rules, and keeps it for the pages of rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import blake2b
from typing import Any

from django.db import transaction
from django.db.models import Model

from rulesite.cards.models import Card, CardCollection, CardRuling, CardWord, Ruling, RulingWord, Word
from rulesite.cards.rule_changes import Change, KeywordHistory
from rulesite.cards.vocabulary import ABILITY, ACTION, TYPES, Vocabulary, newest_edition, own_names
from rulesite.progress import ReportProgress, silence
from rulesite.rulebook.models import Edition, Library

_BATCH = 2000
MAX_CARDS, MAX_RULINGS = 12, 5
"""How many cards and rulings a rule's page shows at once."""
_MAX_TEXT = 320
"""Characters of a ruling that a rule's page shows."""
_WAY = 4
"""How words are looked for: links that were worked out in another way are worked out anew."""
_COMMON_SHARE, _MIN_COMMON = 8, 200
"""A term that stands on more than an eighth of the cards tells nothing about any of them; keywords always count."""


@dataclass(frozen=True)
class Linked:
    """How many cards and rulings use a word of the rules, and how many rulings are older than a change of theirs."""

    words: int = 0
    cards: int = 0
    rulings: int = 0
    changed: int = 0


def link_if_outdated(report_progress: ReportProgress = silence) -> Linked | None:
    """Work out the links anew if the cards or the words of the rules are others than before; None if not."""
    collection = CardCollection.objects.first()
    if collection is None:
        return None
    edition = newest_edition()
    vocabulary = Vocabulary(edition) if edition else None
    mark = _mark(collection, vocabulary)
    if collection.linked == mark:
        return None
    with transaction.atomic():
        linked = _link(vocabulary, report_progress)
        CardCollection.objects.update(linked=mark)
        Library.move_on(book=False)
    return linked


def _mark(collection: CardCollection, vocabulary: Vocabulary | None) -> str:
    parts: list[Any] = [_WAY, collection.read]
    if vocabulary:
        days = Edition.objects.filter(document=vocabulary.edition.document_id).order_by("effective")
        parts += [vocabulary.edition.address, sorted(map(repr, vocabulary.entries.values()))]
        parts += days.values_list("effective", flat=True)
    return blake2b(repr(parts).encode(), digest_size=16).hexdigest()


def _link(vocabulary: Vocabulary | None, report_progress: ReportProgress) -> Linked:
    CardWord.objects.all().delete()
    RulingWord.objects.all().delete()
    Word.objects.all().delete()
    if vocabulary is None:
        return Linked()
    names, of_cards = _card_words(vocabulary, report_progress)
    of_rulings, changes = _ruling_words(vocabulary, names, report_progress)
    common = _common(vocabulary, of_cards)
    words = [name for name in dict.fromkeys([*of_cards, *of_rulings]) if name not in common]
    _store_changes(changes)
    shown = _Shown(names, changes)
    rows = [
        Word(
            name=name,
            card_count=len(of_cards.get(name, ())),
            ruling_count=len(of_rulings.get(name, ())),
            newest={"cards": shown.cards(of_cards.get(name, ())), "rulings": shown.rulings(of_rulings.get(name, ()))},
        )
        for name in words
    ]
    Word.objects.bulk_create(rows, batch_size=_BATCH)
    pks = dict(Word.objects.values_list("name", "pk"))
    _insert(CardWord, "card_id", {pks[name]: of_cards.get(name, ()) for name in words}, report_progress)
    _insert(RulingWord, "ruling_id", {pks[name]: of_rulings.get(name, ()) for name in words}, report_progress)
    return Linked(
        len(words),
        len({card for name in words for card in of_cards.get(name, ())}),
        len({ruling for name in words for ruling in of_rulings.get(name, ())}),
        len(changes),
    )


CardNamesByPk = dict[int, tuple[str, str, "date | None", list[str]]]
"""Name, slug, day of the first printing and all names of a card."""


def _card_words(vocabulary: Vocabulary, report_progress: ReportProgress) -> tuple[CardNamesByPk, dict[str, list[int]]]:
    """The cards by primary key, and those that use each word."""
    names: CardNamesByPk = {}
    uses: dict[str, list[int]] = defaultdict(list)
    total = Card.objects.count()
    for card in Card.objects.order_by("pk").defer("text").iterator(_BATCH):
        names[card.pk] = (card.name, card.slug, card.released, card.names)
        for name in words_of(card, vocabulary):
            uses[name].append(card.pk)
        if len(names) % 500 == 0:
            report_progress("linking cards", len(names), total)
    return names, uses


def words_of(card: Card, vocabulary: Vocabulary) -> list[str]:
    """The names of the words that a card's texts use, in order; its types are not among them."""
    texts = [(face["text"], own_names(face["text"], card.names)) for face in card.faces]
    return [name for name in vocabulary.names(texts) if name not in TYPES]


def _ruling_words(
    vocabulary: Vocabulary, names: CardNamesByPk, report_progress: ReportProgress
) -> tuple[dict[str, list[int]], dict[int, list[Change]]]:
    """The rulings that use each word, and for those that are older than a change of it, what changed."""
    cards: dict[int, list[str]] = defaultdict(list)
    for ruling, card in CardRuling.objects.order_by("pk").values_list("ruling_id", "card_id").iterator(_BATCH):
        if len(cards[ruling]) < 2 and card in names:  # a ruling of many cards names none of them
            cards[ruling] += names[card][3]
    uses: dict[str, list[int]] = defaultdict(list)
    changes: dict[int, list[Change]] = {}
    history = KeywordHistory(vocabulary.edition)
    total = Ruling.objects.count()
    rows = Ruling.objects.order_by("pk").values_list("pk", "published", "text").iterator(_BATCH)
    for count, (pk, published, text) in enumerate(rows, 1):
        used = vocabulary.names([(text, own_names(text, cards.get(pk, ())))])
        for name in used:
            uses[name].append(pk)
        entries = [vocabulary.entries[name] for name in used]
        keywords = [entry for entry in entries if entry.kind in (ABILITY, ACTION) and entry.key]
        if since := history.changes(keywords, published, text):
            changes[pk] = since
        if count % 500 == 0:
            report_progress("linking rulings", count, total)
    return uses, changes


def _common(vocabulary: Vocabulary, of_cards: dict[str, list[int]]) -> set[str]:
    """The terms that stand on too many cards to tell anything."""
    most = max(CardCollection.objects.values_list("cards", flat=True)[0] // _COMMON_SHARE, _MIN_COMMON)
    return {
        name
        for name, cards in of_cards.items()
        if len(cards) > most and vocabulary.entries[name].kind not in (ABILITY, ACTION)
    }


def _store_changes(changes: dict[int, list[Change]]) -> None:
    Ruling.objects.exclude(changes=[]).update(changes=[])
    rulings = [Ruling(pk=pk, changes=[vars(change) for change in rows]) for pk, rows in changes.items()]
    for start in range(0, len(rulings), _BATCH):
        Ruling.objects.bulk_update(rulings[start : start + _BATCH], ["changes"], batch_size=200)


class _Shown:
    """What a rule's page shows of a word: the newest cards and rulings, as plain data."""

    def __init__(self, names: CardNamesByPk, changes: dict[int, list[Change]]) -> None:
        self._names = names
        self._changes = changes
        rows = Ruling.objects.order_by("-published", "pk").values_list("pk", "published", "text", "card_count")
        self._rulings = {pk: (published, text, count) for pk, published, text, count in rows.iterator(_BATCH)}
        first = CardRuling.objects.order_by("-pk").values_list("ruling_id", "card_id")
        self._card_of = dict(first.iterator(_BATCH))
        days = {pk: (day.toordinal() if day else 0) for pk, (_, _, day, _) in names.items()}
        ordered = sorted(names, key=lambda pk: (-days[pk], names[pk][0]))
        self._rank = {pk: rank for rank, pk in enumerate(ordered)}
        self._ruling_rank = {pk: rank for rank, pk in enumerate(self._rulings)}

    def cards(self, pks: Iterable[int]) -> list[dict[str, str]]:
        """The newest cards."""
        first = sorted(pks, key=self._rank.__getitem__)[:MAX_CARDS]
        return [
            {"name": name, "slug": slug, "released": day.isoformat() if day else ""}
            for name, slug, day, _ in (self._names[pk] for pk in first)
        ]

    def rulings(self, pks: Iterable[int]) -> list[dict[str, Any]]:
        """The newest rulings, each with one of its cards."""
        return [self._ruling(pk) for pk in sorted(pks, key=self._ruling_rank.__getitem__)[:MAX_RULINGS]]

    def _ruling(self, pk: int) -> dict[str, Any]:
        published, text, count = self._rulings[pk]
        name, slug, *_ = self._names[self._card_of[pk]]
        short = text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT].rpartition(' ')[0].rstrip(',;:')}…"
        return {
            "pk": pk, "published": published.isoformat(), "text": short, "card": name, "slug": slug,
            "others": count - 1, "changed": pk in self._changes,
        }  # fmt: skip


def _insert(model: type[Model], field: str, uses: dict[int, Sequence[int]], report_progress: ReportProgress) -> None:
    rows = [model(word_id=word, **{field: pk}) for word, pks in uses.items() for pk in pks]
    for start in range(0, len(rows), _BATCH):
        model._default_manager.bulk_create(rows[start : start + _BATCH])
        report_progress("storing links", start, len(rows))
