"""The cards as a browser keeps them for reading offline: JSON in parts, compressed once when cards are stored."""

from __future__ import annotations

import gzip
import json
import re
from hashlib import blake2b
from typing import Any

from rulesite.cards.models import Card, CardPart, CardRuling, Ruling
from rulesite.progress import ReportProgress, silence

MAX_CARDS = 1000
"""Cards of a part."""
_SYMBOL = re.compile(r'\{([^{}\s"]{1,12})\}')


def build(report_progress: ReportProgress = silence) -> dict[str, Any]:
    """Store the parts anew; return their version, number and bytes, for `CardCollection.kept`.

    Part 0 has the names: rows of name and slug, as `MAX_CARDS` of them stand in each later part. Those have ``cards``:
    rows of name, slug, faces (rows of name, cost, type line, text, size) and numbers of ``rulings``, which are rows of
    day and text. The version is a fingerprint of all bytes. ``room`` counts bytes unpacked; ``symbols`` are the codes
    of symbols in the texts. Empty while there are no cards.
    """
    CardPart.objects.all().delete()
    rows = list(Card.objects.order_by("folded", "pk").values_list("pk", "name", "slug"))
    if not rows:
        return {}
    fingerprint = blake2b(digest_size=8)
    codes: set[str] = set()
    sent = room = parts = 0

    def keep(data: dict[str, Any]) -> None:
        nonlocal sent, room, parts
        plain = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
        body = gzip.compress(plain, 9, mtime=0)
        CardPart.objects.create(number=parts, body=body)
        fingerprint.update(blake2b(plain).digest())
        codes.update(_SYMBOL.findall(plain.decode()))
        sent, room, parts = sent + len(body), room + len(plain), parts + 1

    keep({"each": MAX_CARDS, "names": [[name, slug] for _, name, slug in rows]})
    for start in range(0, len(rows), MAX_CARDS):
        report_progress("packing cards for offline", start, len(rows))
        keep(_part([pk for pk, _, _ in rows[start : start + MAX_CARDS]]))
    return {
        "version": fingerprint.hexdigest(), "parts": parts, "bytes": sent, "room": room,
        "cards": len(rows), "rulings": Ruling.objects.count(), "symbols": sorted(codes),
    }  # fmt: skip


def _part(pks: list[int]) -> dict[str, Any]:
    """Some cards with their rulings, each ruling once; those of a card newest first, as on its page."""
    numbers: dict[int, int] = {}
    rulings: list[tuple[str, str]] = []
    of_cards: dict[int, list[int]] = {}
    links = CardRuling.objects.filter(card__in=pks).order_by("card", "-ruling__published", "position")
    for card, pk, day, text in links.values_list("card_id", "ruling_id", "ruling__published", "ruling__text"):
        if pk not in numbers:
            numbers[pk] = len(rulings)
            rulings.append((f"{day}", text))
        of_cards.setdefault(card, []).append(numbers[pk])
    cards = Card.objects.in_bulk(pks)
    return {
        "cards": [
            [cards[pk].name, cards[pk].slug, [_face(face) for face in cards[pk].faces], of_cards.get(pk, [])]
            for pk in pks
        ],
        "rulings": rulings,
    }


def _face(face: dict[str, str]) -> list[str]:
    return [face[name] for name in ("name", "cost", "line", "text", "size")]
