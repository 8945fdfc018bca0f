"""Writes cards and rulings: what is new is added, what changed is updated, in one transaction."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from hashlib import blake2b
from typing import Any

from django.db import transaction
from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from rulesite.cards.files.merge import ReadCards
from rulesite.cards.files.shapes import CardRow
from rulesite.cards.kept_parts import build
from rulesite.cards.models import Card, CardCollection, CardRuling, Ruling
from rulesite.cards.names import fold, slug_of
from rulesite.progress import ReportProgress, silence
from rulesite.rulebook.models import Library

_BATCH = 1000
_MAX_NAME = 200


class CardStoreError(ValueError):
    """The cards cannot be stored; the message says what would help."""


@dataclass
class Stored:
    """How many cards were added, changed, left as they were and removed; how many rulings there are now."""

    added: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    rulings: int = 0
    unmatched: int = 0
    """Rulings for ids that no card has."""


def store(read: ReadCards, sources: str, *, prune: bool = False, report_progress: ReportProgress = silence) -> Stored:
    """Bring the stored cards and rulings up to date with what was read; ``prune`` removes cards that it lacks.

    Raises CardStoreError, with everything as it was, for rulings of which none is of a card.
    """
    with transaction.atomic():
        stored = Stored()
        pks = _store_cards(read, stored, report_progress)
        if prune:
            stored.removed = _remove_beside(pks)
        _store_rulings(read, pks, stored, report_progress)
        stored.rulings = Ruling.objects.count()
        news = {"added": stored.added, "changed": stored.changed, "removed": stored.removed}
        state: dict[str, Any] = {
            "sources": sources[:300],
            "cards": Card.objects.count(),
            "rulings": stored.rulings,
            "linked": "",
        }
        state["kept"] = build(report_progress)
        CardCollection.objects.update_or_create(defaults=state | ({"news": news} if any(news.values()) else {}))
        Library.move_on(book=False)
    return stored


def count_changes(read: ReadCards) -> tuple[int, int]:
    """How many of the cards that were read are new, and how many are other than those stored."""
    known = {
        name: (digest, day) for name, digest, day in Card.objects.order_by().values_list("name", "digest", "released")
    }
    made = [_card_of(row, known.get(name, ("", None))[1]) for name, row in read.cards.items()]
    new = sum(card.name not in known for card in made)
    return new, sum(card.name in known and known[card.name][0] != card.digest for card in made)


def _remove_beside(pks: dict[str, int]) -> int:
    """Remove the cards that were not read; return their number."""
    known = set(pks.values())
    gone = [pk for pk in Card.objects.order_by().values_list("pk", flat=True) if pk not in known]
    for start in range(0, len(gone), _BATCH):
        Card.objects.filter(pk__in=gone[start : start + _BATCH]).delete()
    return len(gone)


def _store_cards(read: ReadCards, stored: Stored, report_progress: ReportProgress) -> dict[str, int]:
    """The primary keys of the cards that were read, by name."""
    known = {name: (pk, digest) for pk, name, digest in Card.objects.order_by().values_list("pk", "name", "digest")}
    slugs = set(Card.objects.order_by().values_list("slug", flat=True))
    released = dict(Card.objects.order_by().values_list("name", "released"))
    new: list[Card] = []
    changed: list[Card] = []
    for name, row in sorted(read.cards.items()):
        card = _card_of(row, released.get(name))
        if name not in known:
            card.slug = _free(slug_of(name), slugs)
            new.append(card)
        elif known[name][1] != card.digest:
            card.pk = known[name][0]
            changed.append(card)
    for start in range(0, len(new), _BATCH):
        Card.objects.bulk_create(new[start : start + _BATCH])
        report_progress("storing cards", start, len(new))
    fields = ["oracle", "faces", "text", "released", "digest"]
    for start in range(0, len(changed), _BATCH):
        Card.objects.bulk_update(changed[start : start + _BATCH], fields, batch_size=100)
    stored.added, stored.changed = len(new), len(changed)
    stored.unchanged = len(read.cards) - len(new) - len(changed)
    names = Card.objects.order_by().values_list("name", "pk")
    return {name: pk for name, pk in names if name in read.cards}


def _card_of(row: CardRow, released: date | None) -> Card:
    """An unsaved card; the earlier day of printing counts."""
    name = row.name[:_MAX_NAME]
    faces = [
        {"name": face.name, "cost": face.cost, "line": face.line, "text": face.text, "size": face.size}
        for face in row.faces
    ]
    day = min(filter(None, (date.fromisoformat(row.released) if row.released else None, released)), default=None)
    text = "\n".join(part for face in row.faces for part in (face.name, face.line, face.text) if part)
    folded = fold(name)
    letter = folded[:1].upper()
    digest = blake2b(repr((name, faces, row.oracle, day)).encode(), digest_size=16).hexdigest()
    return Card(
        name=name, folded=folded, letter=letter if letter.isascii() and letter.isalpha() else "#", oracle=row.oracle,
        faces=faces, text=text.lower(), released=day, digest=digest,
    )  # fmt: skip


def _free(slug: str, taken: set[str]) -> str:
    """A slug that no card has, and now taken."""
    free, number = slug, 1
    while free in taken:
        number += 1
        free = f"{slug}-{number}"
    taken.add(free)
    return free


def _store_rulings(read: ReadCards, pks: dict[str, int], stored: Stored, report_progress: ReportProgress) -> None:
    wanted = _wanted(read, pks, stored)
    if not wanted:
        return
    digests = dict(Ruling.objects.order_by().values_list("digest", "pk"))
    new: dict[str, Ruling] = {}
    by_card: dict[int, list[str]] = {}
    for card, rulings in wanted.items():
        by_card[card] = []
        for day, text in rulings:
            digest = blake2b(f"{day} {text}".encode(), digest_size=16).hexdigest()
            if digest not in digests and digest not in new:
                new[digest] = Ruling(published=date.fromisoformat(day), text=text, digest=digest)
            by_card[card].append(digest)
    created = list(new.values())
    for start in range(0, len(created), _BATCH):
        Ruling.objects.bulk_create(created[start : start + _BATCH])
        report_progress("storing rulings", start, len(created))
    digests = dict(Ruling.objects.order_by().values_list("digest", "pk"))
    _store_links({card: [digests[each] for each in dict.fromkeys(rows)] for card, rows in by_card.items()})
    Ruling.objects.filter(cards=None).delete()
    count = CardRuling.objects.filter(ruling=OuterRef("pk")).order_by().values("ruling").annotate(n=Count("pk"))
    counted = Coalesce(Subquery(count.values("n")), 0)
    Ruling.objects.exclude(card_count=counted).update(card_count=counted)


def _wanted(read: ReadCards, pks: dict[str, int], stored: Stored) -> dict[int, list[tuple[str, str]]]:
    """The rulings of each card for which the files decide: an empty list where they have none."""
    wanted: dict[int, list[tuple[str, str]]] = {
        pks[name]: list(card.rulings) for name, card in read.cards.items() if card.rulings is not None
    }
    if read.has_ruling_file:
        by_oracle: dict[str, list[int]] = defaultdict(list)
        for pk, oracle in Card.objects.exclude(oracle="").order_by().values_list("pk", "oracle"):
            by_oracle[oracle].append(pk)
        matched = 0
        for oracle, rulings in read.rulings.items():
            matched += len(rulings) if oracle in by_oracle else 0
        stored.unmatched = sum(map(len, read.rulings.values())) - matched
        if not matched:
            raise CardStoreError(
                "the rulings name cards by Scryfall's ids, and no card has one of these: give the card file "
                "(“Oracle Cards”) with the rulings"
            )
        for oracle, cards in by_oracle.items():
            for pk in cards:
                wanted.setdefault(pk, []).extend(read.rulings.get(oracle, ()))
    return wanted


def _store_links(wanted: dict[int, list[int]]) -> None:
    """Make the rulings of some cards those given, touching only cards for which they differ."""
    stored: dict[int, list[int]] = defaultdict(list)
    rows: Any = CardRuling.objects.order_by("card", "position").values_list("card_id", "ruling_id")
    for card, ruling in rows:
        if card in wanted:
            stored[card].append(ruling)
    differing = [card for card, rulings in wanted.items() if stored.get(card, []) != rulings]
    for start in range(0, len(differing), _BATCH):
        part = differing[start : start + _BATCH]
        if any(card in stored for card in part):
            CardRuling.objects.filter(card__in=part).delete()
        CardRuling.objects.bulk_create(
            [
                CardRuling(card_id=card, ruling_id=ruling, position=min(position, 32767))
                for card in part
                for position, ruling in enumerate(wanted[card])
            ],
            batch_size=_BATCH,
        )
