"""Precomputed parts of pages: rendered and counted when an edition is stored, so that requests only read them.

`prepare` computes them for one edition, in about half a second, as part of an ingest; `missing` lists the editions that
lack some. Every change of an edition's rows discards or renews them, in the same transaction (`listen`). A page
without precomputed parts computes them itself.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.db.models.signals import pre_delete

from rulesite.reading.models import Piece, Prepared, digest_of, pack, unpack, written
from rulesite.reading.precomputed import badges, contents
from rulesite.reading.precomputed import counts as precomputed_counts
from rulesite.reading.precomputed.outline import Outline
from rulesite.reading.precomputed.typesetting import Typesetter, initial
from rulesite.rulebook import signals
from rulesite.rulebook.citations import linker as citations_linker
from rulesite.rulebook.models import Attribution, Edition, Example, GlossaryTerm, Part, RuleVersion
from rulesite.text.terms import TermLinker

TEXT, COUNTS = "text", "counts"
_CODE = (
    *(
        f"rulesite/reading/{name}.py"
        for name in (
            "links/backlinks", "rendering/badges", "precomputed/badges", "precomputed/contents", "precomputed/counts",
            "rendering/emphasis", "rendering/wordings", "models", "precomputed/outline",
            "precomputed/store", "rendering/spans", "rendering/symbols", "precomputed/typesetting",
        )
    ),
    *(f"rulesite/text/{name}.py" for name in ("emphasis", "glossary", "numbering", "terms", "wording")),
)  # fmt: skip
"""The source files that decide the result."""


@lru_cache(maxsize=1)
def code() -> str:
    """A digest of the code that precomputes: what other code precomputed is out of date."""
    seen = hashlib.sha256()
    for name in _CODE:
        seen.update((settings.BASE_DIR / name).read_bytes())
    return seen.hexdigest()[:16]


# --- computing ------------------------------------------------------------------------------------------------------
def missing() -> list[Edition]:
    """The editions of which something is not precomputed, or out of date, in the order of the site."""
    keys = dict(Prepared.objects.values_list("unit", "key"))
    played = badges.keys(code())
    return [
        edition
        for edition in Edition.objects.select_related("document").defer(*Edition.long())
        if keys.get(unit(TEXT, edition)) != code()
        or keys.get(badges.unit(edition)) != played.get(edition.address, keys.get(badges.unit(edition)))
    ]


class Set(NamedTuple):
    """The rendered pages of an edition: its text, its counts, and new pieces, packed."""

    text: str
    counts: str
    pieces: dict[str, bytes]


def untold() -> list[Edition]:
    """The editions whose text is not precomputed, or out of date, in the order of the site."""
    stored = set(Prepared.objects.filter(unit__startswith=f"{TEXT} ", key=code()).values_list("unit", flat=True))
    editions = Edition.objects.select_related("document").defer(*Edition.long())
    return [edition for edition in editions if unit(TEXT, edition) not in stored]


def told(edition: Edition) -> bool:
    """Whether the text of an edition is precomputed."""
    return Prepared.objects.filter(unit=unit(TEXT, edition), key=code()).exists()


def set_pages(edition: Edition) -> Set:
    """Render the pages of an edition. Stores nothing."""
    data, texts = _text(edition)
    known = _stored(texts)
    pieces = {digest: pack(text) for digest, text in texts.items() if digest not in known}
    return Set(written(data), written(precomputed_counts.count(edition)), pieces)


@transaction.atomic
def keep(edition: Edition, pages: Set) -> None:
    """Store the rendered pages of an edition."""
    known = _stored(pages.pieces)
    Piece.objects.bulk_create(
        (Piece(digest=digest, packed=packed) for digest, packed in pages.pieces.items() if digest not in known),
        batch_size=200,
    )
    _keep(TEXT, edition, code(), pages.text)
    _keep(COUNTS, edition, code(), pages.counts)


def prepare(edition: Edition) -> bool:
    """Precompute the text of an edition if it is missing or out of date; returns whether it was."""
    if told(edition):
        return False
    keep(edition, set_pages(edition))
    return True


def set_games(editions: Iterable[Edition]) -> list[badges.Games]:
    """Render the missing badges of those editions whose games are counted. Stores nothing."""
    return [*badges.set_games(editions, code())]


@transaction.atomic
def keep_games(games: Iterable[badges.Games]) -> None:
    """Store rendered badges."""
    badges.keep(games)


def prepare_games(editions: Iterable[Edition]) -> None:
    """Precompute the missing badges of those editions whose games are counted."""
    keep_games(set_games(editions))


def sweep() -> int:
    """Remove the pieces that no edition uses any more, and return their number. For use after many editions changed."""
    shown: set[str] = set()
    for packed in Prepared.objects.filter(unit__startswith=f"{TEXT} ").values_list("packed", flat=True):
        data = json.loads(unpack(packed))
        shown.update(leaf[-1] for leaf in data["leaves"])
        shown.update(digest for _, digest in data["letters"])
    stored = dict(Piece.objects.values_list("digest", "pk"))
    unused = [pk for digest, pk in stored.items() if digest not in shown]
    for start in range(0, len(unused), 500):
        Piece.objects.filter(pk__in=unused[start : start + 500]).delete()
    return len(unused)


def unit(kind: str, edition: Edition) -> str:
    """The name under which a part of an edition is stored."""
    return f"{kind} {edition.address}"


def _keep(kind: str, edition: Edition, key: str, text: str) -> None:
    defaults = {"edition": edition, "key": key, "packed": pack(text)}
    Prepared.objects.update_or_create(unit=unit(kind, edition), defaults=defaults)


def _text(edition: Edition) -> tuple[dict[str, Any], dict[str, str]]:
    """The contents of an edition with the digests of its sections and glossary letters; and the pieces by digest."""
    outline = Outline(edition)
    terms = list(edition.terms.order_by("position"))
    setter = Typesetter(edition, outline.entries, terms=terms)
    pieces = {index: _piece(setter.section(leaf, outline)) for index, leaf in enumerate(outline.leaves)}
    letters = [(letter, _piece(rows)) for letter, rows in setter.letters()]
    digests = {index: digest for index, (digest, _) in pieces.items()}
    data = {
        **contents.told(outline, positions(edition), digests),
        "letters": [(letter, digest) for letter, (digest, _) in letters],
    }
    return data, dict([*pieces.values(), *(piece for _, piece in letters)])


def positions(edition: Edition) -> list[int]:
    """The positions of the provisions of an edition, in order."""
    return list(RuleVersion.objects.filter(edition=edition).order_by("position").values_list("position", flat=True))


def _piece(data: Any) -> tuple[str, str]:
    text = written(data)
    return digest_of(text), text


def _stored(digests: Iterable[str]) -> set[str]:
    """The digests of those pieces that are stored."""
    return set(Piece.objects.filter(digest__in=list(digests)).values_list("digest", flat=True))


def _store(texts: dict[str, str]) -> None:
    """Store those pieces that are not stored yet."""
    known = _stored(texts)
    new_pieces = [Piece(digest=digest, packed=pack(text)) for digest, text in texts.items() if digest not in known]
    Piece.objects.bulk_create(new_pieces, batch_size=200)


# --- reading --------------------------------------------------------------------------------------------------------
def text_of(edition: Edition) -> dict[str, Any] | None:
    """The precomputed text of an edition, None if there is none or it is out of date."""
    packed = Prepared.objects.filter(unit=unit(TEXT, edition), key=code()).values_list("packed", flat=True).first()
    return json.loads(unpack(packed)) if packed is not None else None


def counts() -> dict[int, precomputed_counts.Counts]:
    """The counts of every precomputed edition, by primary key."""
    rows = Prepared.objects.filter(unit__startswith=f"{COUNTS} ", key=code()).values_list("edition_id", "packed")
    return {edition: json.loads(unpack(packed)) for edition, packed in rows}


def games_of(edition: Edition) -> dict[str, Any] | None:
    """The precomputed badges of an edition's examples, None if there are none or they are out of date."""
    return badges.shown(edition, code())


def pieces(digests: Iterable[str]) -> dict[str, str]:
    """The JSON texts of those pieces that are stored, by digest."""
    rows = Piece.objects.filter(digest__in=list(digests)).values_list("digest", "packed")
    return {digest: unpack(packed) for digest, packed in rows}


# --- staying up to date -----------------------------------------------------------------------------------------------
def discard(edition: Edition) -> None:
    """Discard the precomputed text of an edition, and of the editions whose source tags name it."""
    printing = Q(pk=edition.pk) | Q(pk__in=_naming(edition))
    units = [
        unit(kind, other)
        for kind in (TEXT, COUNTS)
        for other in Edition.objects.select_related("document").filter(printing)
    ]
    Prepared.objects.filter(unit__in=units).delete()


@transaction.atomic
def renew(
    edition: Edition,
    *,
    wordings: Collection[int] = (),
    versions: Collection[int] = (),
    names: Collection[str] = (),
) -> None:
    """Render anew the places of some wordings in an edition, the sections of some provisions, and the letters of the
    glossary with the new or the former place of some terms; and count again. Does nothing if nothing was precomputed.
    """
    data = text_of(edition)
    if data is None:
        return
    outline = Outline(edition)
    reworded_examples = Example.objects.filter(version__edition=edition, labelled=True, wording__in=wordings)
    touched = {*versions, *reworded_examples.values_list("version_id", flat=True)}
    changed = {
        index: leaf
        for index, leaf in enumerate(outline.leaves)
        if any(entry.pk in touched or entry.wording_id in wordings for entry in leaf.whole)
    }
    terms = [(initial(term.term), term) for term in edition.terms.order_by("position")]
    letters = {letter for letter, term in terms if term.wording_id in wordings} | {initial(name) for name in names}
    changed_terms = [term for letter, term in terms if letter in letters]
    setter = Typesetter(edition, [entry for leaf in changed.values() for entry in leaf.whole], terms=changed_terms)
    pieces = {index: _piece(setter.section(leaf, outline)) for index, leaf in changed.items()}
    lists = {letter: _piece(rows) for letter, rows in setter.letters()}
    set_before = dict(data["letters"])
    _store(dict([*pieces.values(), *lists.values()]))
    digests = {index: leaf[-1] for index, leaf in enumerate(data["leaves"])}
    digests |= {index: digest for index, (digest, _) in pieces.items()}
    renewed = {
        **contents.told(outline, positions(edition), digests),
        "letters": [
            (letter, lists[letter][0] if letter in lists else set_before[letter])
            for letter in sorted({letter for letter, _ in terms})
        ],
    }
    _keep(TEXT, edition, code(), written(renewed))
    _keep(COUNTS, edition, code(), written(precomputed_counts.count(edition)))


def _naming(edition: Edition) -> list[int]:
    """The editions that print a source tag with the date of an edition."""
    tags = Attribution.objects.filter(document=edition.document.slug, date=edition.effective).values("wording")
    by_rules = Edition.objects.filter(versions__wording__in=tags).values_list("pk", flat=True)
    by_examples = Edition.objects.filter(versions__examples__wording__in=tags).values_list("pk", flat=True)
    by_terms = Edition.objects.filter(terms__wording__in=tags).values_list("pk", flat=True)
    return list({*by_rules, *by_examples, *by_terms})


def _loaded(edition: Edition, **_: object) -> None:
    discard(edition)


def _going(instance: Edition, **_: object) -> None:
    discard(instance)


def _corrected(
    edition: Edition, row: object, part: str, before: str, after: str, relinked: Collection[int], **_: object
) -> None:
    versions = [row.pk] if isinstance(row, RuleVersion) else []
    if isinstance(row, GlossaryTerm) and part == Part.TITLE:
        using = _using(edition, [before, after])
        renew(edition, wordings=using.union(relinked), versions=versions, names=[before, after])
    else:
        renew(edition, wordings=relinked, versions=versions)
    if Prepared.objects.filter(unit=badges.unit(edition)).exists():
        prepare_games([edition])


def _using(edition: Edition, names: list[str]) -> set[int]:
    """The wordings of an edition that may use a term with one of these names."""
    linker = TermLinker(names)
    texts = citations_linker.wordings_of(edition).values_list("pk", "text")
    return {pk for pk, text in texts if linker.find(text)}


def listen() -> None:
    """Connect the receivers that keep precomputed parts up to date; called once, when the app is ready."""
    signals.edition_changed.connect(_loaded, dispatch_uid="reading.prepared")
    signals.corrected.connect(_corrected, dispatch_uid="reading.prepared")
    pre_delete.connect(_going, sender=Edition, dispatch_uid="reading.prepared")
