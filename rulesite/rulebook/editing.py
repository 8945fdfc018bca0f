"""Editing: a person lays a correction over a reading, or takes it back, and everything that hangs on it follows.

Texts and headings of provisions, worked Examples, names and definitions of the glossary are corrected alike.  The
words that were read are never lost.  What happened at a place is a log that only grows: each `Correction` says who
replaced which words by which, when and why.  Taking one back is one more entry, which names it and has the words the
other way round.  What stands at any moment is read from that log (`correction_log`), so it can be laid anew
over the rows of a fresh reading (`reapply`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from rulesite.rulebook import correction_log, linking, loose_words, places, rewording, signals
from rulesite.rulebook.correction_log import State, standing, states
from rulesite.rulebook.linking import Offered
from rulesite.rulebook.models import Correction, Edition, Example, GlossaryTerm, Library, Original, Part, RuleVersion
from rulesite.rulebook.places import Place, Row
from rulesite.text.wording import digest

__all__ = [
    "Changed",
    "Reapplied",
    "Refused",
    "State",
    "clean_text",
    "correct",
    "correct_loose",
    "reapply",
    "reapply_loose",
    "standing",
    "states",
    "withdraw",
]

REASON_LIMIT = 300
_LONGEST = {RuleVersion: 200, GlossaryTerm: 120}
"""How long a heading and the name of a glossary entry may be."""
LONGEST_TEXT = 10_000
"""Characters that a text may have, if it was not longer before: twice the longest of any known rules. What a text cites
is found while whoever corrects it waits."""


class Refused(ValueError):  # noqa: N818 - the name says it
    """A correction can't be made or taken back; the message is a sentence for whoever asked."""


class Changed(Refused):
    """The words are no longer those that the person saw: somebody else was quicker."""


@transaction.atomic
def correct(
    row: Row,
    text: str,
    *,
    reason: str,
    author: User | None,
    part: str = Part.TEXT,
    seen: str = "",
) -> Correction:
    """Correct the words shown for a provision, an Example or a glossary entry: its text, or its heading.

    What hangs on them follows and ``corrected`` is sent, all in one transaction.  For an example inside a text, the
    text around it is corrected.  ``seen`` is the digest of the words that the person had before them, "" for whatever
    stands.  Raises Refused where there are no words to correct, for an empty or unchanged text, control characters or
    a missing reason, and Changed when the words are not those that were seen.
    """
    if isinstance(row, Example) and not row.labelled:
        row, text, seen = _around(row, text, seen)
    place = Place.of(row, part)
    held = places.rows([place])
    if place not in held:
        raise Refused(f"{place.edition}/{place.owner} is not here any more: somebody replaced or removed the edition")
    row, before = held[place], places.shown(held[place], part)
    cleaned, why = _clean(row, text, part, before), _clean_reason(reason)
    if not before:
        raise Refused(
            f"{place.edition}/{place.owner} has no {Part(part).label} of its own: there is nothing to correct"
        )
    if seen and seen != digest(before):
        raise Changed("somebody else corrected this while you were at it: look at the words as they are now")
    if cleaned == before:
        raise Refused("the text is the same as the one shown: nothing was corrected")
    made = Correction.objects.create(
        edition=place.edition,
        owner=place.owner,
        part=place.part,
        original=before,
        corrected=cleaned,
        reason=why,
        author=author,
    )
    _tell(_settle(place, row))
    return made


@transaction.atomic
def withdraw(correction: Correction, *, reason: str, author: User | None) -> Correction:
    """Take a correction back; returns the entry of the log that records it.

    Readers see again what they saw before.  Raises Refused when the correction was already taken back, is itself a
    withdrawal, or has later corrections built on it.
    """
    state = states([correction])[correction.pk]
    if state is State.WITHDRAWN:
        raise Refused("this correction was already taken back")
    if state is State.WITHDRAWAL:
        raise Refused("this entry only takes another one back: correct the rule instead")
    place = Place.corrected_by(correction)
    read = correction_log.read_at([place]).get(place)
    if state is State.APPLIED and read is not None and _topmost(place, read) != correction.pk:
        raise Refused("a later correction of this rule builds on this one: take that one back first")
    record = Correction.objects.create(
        edition=correction.edition,
        owner=correction.owner,
        part=correction.part,
        original=correction.corrected,
        corrected=correction.original,
        withdraws=correction,
        reason=_clean_reason(reason),
        author=author,
    )
    if loose_words.is_loose(place):
        _settle_loose(place)
    else:
        row = places.rows([place]).get(place)
        _tell(_settle(place, row) if row is not None else None)
    return record


@transaction.atomic
def correct_loose(kind: str, row: Any, text: str, *, reason: str, author: User | None, seen: str = "") -> Correction:
    """Correct words that stand in no edition by themselves: those of a row of a kind that somebody keeps.

    ``seen`` is as `correct` has it. Raises Refused for words that their keeper refuses, for unchanged ones, for a
    missing reason and for a row that is gone, and Changed when the words are not those that were seen.
    """
    keeper = loose_words.keeper(kind)
    place = Place(kind, keeper.owner(row))
    held = loose_words.rows([place]).get(place)
    if held is None:
        raise Refused("it is not here any more: look for what stands in its place")
    before = keeper.shown(held)
    cleaned, why = keeper.clean(held, text), _clean_reason(reason)
    if seen and seen != digest(before):
        raise Changed("somebody else corrected this while you were at it: look at the words as they are now")
    if cleaned == before:
        raise Refused("the text is the same as the one shown: nothing was corrected")
    made = Correction.objects.create(
        edition=place.edition, owner=place.owner, part=place.part, original=before, corrected=cleaned, reason=why,
        author=author,
    )  # fmt: skip
    _settle_loose(place)
    return made


def reapply_loose(kind: str) -> None:
    """Have the words of a kind count that the log says, wherever anything of it is logged."""
    entries = Correction.objects.filter(edition=kind)
    for place in sorted({Place.corrected_by(entry) for entry in entries}, key=lambda place: place.owner):
        _settle_loose(place)


def _settle_loose(place: Place) -> None:
    """Have the words count at a loose place that its log says, if they do not; nothing where the row is gone."""
    row = loose_words.rows([place]).get(place)
    if row is None:
        return
    keeper = loose_words.keeper(place.edition)
    text, _ = correction_log.lay(correction_log.logs([place]).get(place, ()), keeper.read(row))
    if text != keeper.shown(row):
        keeper.show(row, text)
        Library.move_on()


def _topmost(place: Place, read: str) -> int:
    """The entry whose words readers see at a place where ``read`` was read."""
    _, applied = correction_log.lay(correction_log.logs([place])[place], read)
    return [pk for pk, applies in applied.items() if applies][-1]


def clean_text(text: str) -> str:
    r"""A text as wordings are kept: single spaces, paragraphs parted by one newline.

    Raises Refused when nothing is left, or when it holds control characters.

    >>> clean_text(" Each  player \r\n\r\ndraws a card. ")
    'Each player\ndraws a card.'
    """
    paragraphs = (" ".join(line.split()) for line in re.split(r"\r\n|\r|\n", text))
    cleaned = "\n".join(paragraph for paragraph in paragraphs if paragraph)
    if not cleaned:
        raise Refused("the text is empty: a correction replaces words, it does not remove a rule")
    if strange := re.search(r"[\x00-\x09\x0b-\x1f\x7f\ud800-\udfff\ufffe\uffff]", cleaned):
        code = f"0x{ord(strange.group()):02x}"
        raise Refused(f"the text holds a control character ({code}) at place {strange.start() + 1}")
    return cleaned


def _clean(row: Row, text: str, part: str, before: str) -> str:
    """The words as they are kept; a heading is one line, and nothing is longer than there is room for."""
    most = max(LONGEST_TEXT, len(before))
    if len(text) > most:
        raise Refused(f"this has {len(text):,} characters; {most:,} is the most that is kept")
    cleaned = clean_text(text)
    if part == Part.TITLE:
        longest = _LONGEST.get(type(row), 0)
        if "\n" in cleaned:
            raise Refused("this is one line: leave the line breaks out")
        if longest and len(cleaned) > longest:
            raise Refused(f"this has {len(cleaned)} characters; {longest} is the most that is kept")
    return cleaned


def _clean_reason(reason: str) -> str:
    why = " ".join(reason.split())
    if not why:
        raise Refused("say why: the reason is shown to readers beside the corrected words")
    if len(why) > REASON_LIMIT:
        raise Refused(f"the reason has {len(why)} characters; {REASON_LIMIT} is the most that is kept")
    return why


def _around(example: Example, text: str, seen: str) -> tuple[RuleVersion | GlossaryTerm, str, str]:
    """The owner of an example inside a text, that text with the example's words replaced, and what was seen of it."""
    now = Example.objects.select_related("wording", "version__wording", "term__wording").filter(pk=example.pk).first()
    if now is None:
        raise Refused("the text that the example stood in was replaced: look at the words as they are now")
    example, owner = now, places.holder(now)
    whole = places.shown(owner)
    if seen and seen != digest(example.wording.text):
        raise Changed("somebody else corrected this while you were at it: look at the words as they are now")
    return owner, whole[: example.start] + clean_text(text) + whole[example.end :], digest(whole)


# --- after a fresh reading ----------------------------------------------------------------------------------------
@dataclass
class Reapplied:
    """What `reapply` did: the corrections that stand over the reading, and those whose words it no longer gives."""

    applied: list[Correction] = field(default_factory=list)
    stale: list[Correction] = field(default_factory=list)


@transaction.atomic
def reapply(edition: Edition) -> Reapplied:
    """Make an edition show what its log of corrections says, over the words that were read.

    May be called at any time, for rows that were just read anew, and for rows that show some of the log already.
    Sends no ``corrected``: whoever loads an edition says ``edition_changed`` once, afterwards.
    """
    entries = list(Correction.objects.filter(edition=edition.address).order_by("made", "pk"))
    about = {Place.corrected_by(entry) for entry in entries}
    held = places.rows(about)
    read = correction_log.as_read(held)
    outcome = Reapplied()
    for place, log in correction_log.logs(about).items():
        _, applied = correction_log.lay(log, read.get(place))
        for entry in log:
            if entry.pk in applied:
                (outcome.applied if applied[entry.pk] else outcome.stale).append(entry)
    book = None
    for place in sorted(held, key=lambda place: (place.part != Part.TITLE, place.owner)):  # headings first: texts cite
        if place.part != Part.TITLE:
            book = book or linking.book_of(edition)
        _settle(place, held[place], book)
    return outcome


# --- what readers see ---------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class _Settled:
    """What came of settling one place: the words before and after, and the wordings whose links changed."""

    row: Row
    part: str
    before: str
    after: str
    relinked: frozenset[int]


def _settle(place: Place, row: Row, book: Offered | None = None) -> _Settled | None:
    """Make a place show what its log says over what was read there; None when it does so already.

    ``book`` is what its edition offers to resolve against, where that is known.
    """
    before = places.shown(row, place.part)
    read = correction_log.as_read({place: row})[place]
    after, _ = correction_log.lay(correction_log.logs([place]).get(place, ()), read)
    if after == before:
        return None
    edition = places.holder(row).edition
    where: dict[str, Any] = {"edition": edition, "owner": place.owner, "part": place.part}
    if after == read:
        Original.objects.filter(**where).delete()
    else:
        Original.objects.update_or_create(**where, defaults={"text": read})
    relinked = rewording.show(row, place.part, after, book)
    return _Settled(row, place.part, before, after, relinked)


def _tell(settled: _Settled | None) -> None:
    """Move the library's revision on, and tell whoever listens that readers see other words."""
    if settled is None:
        return
    edition = places.holder(settled.row).edition
    Library.move_on(edition.address)
    signals.corrected.send(
        sender=type(settled.row),
        edition=edition,
        row=settled.row,
        part=settled.part,
        before=settled.before,
        after=settled.after,
        relinked=settled.relinked,
    )
