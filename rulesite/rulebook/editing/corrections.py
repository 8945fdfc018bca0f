"""Editing: make or withdraw a correction, and update everything that depends on it.

Texts and headings of provisions, worked Examples, and names and definitions of the glossary are all corrected the same
way.  The words of the source are never lost.  Each place has a log that only grows: a `Correction` records who replaced
which words by which, when and why.  Withdrawing one adds an entry that names it and swaps its words. The words to show
always follow from that log (`log`), so it can be applied again to the rows of a fresh reading (`reapply`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from rulesite.rulebook import signals
from rulesite.rulebook.citations import linker
from rulesite.rulebook.citations.linker import Offered
from rulesite.rulebook.corrections import log as corrections_log
from rulesite.rulebook.corrections import registry, targets
from rulesite.rulebook.corrections.log import State, standing, states
from rulesite.rulebook.corrections.targets import CorrectionTarget, Row
from rulesite.rulebook.editing import rewording
from rulesite.rulebook.models import Correction, Edition, Example, GlossaryTerm, Library, Original, Part, RuleVersion
from rulesite.text.wording import digest

__all__ = [
    "ChangedMeanwhileError",
    "CorrectionError",
    "Reapplied",
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
_MAX_TITLE = {RuleVersion: 200, GlossaryTerm: 120}
"""Maximum length of a heading and of the name of a glossary entry."""
LONGEST_TEXT = 10_000
"""Maximum characters of a text, unless it was longer before: twice the longest of any known rules. Its citations are
searched for while the person waits.
"""


class CorrectionError(ValueError):
    """A correction can't be made or withdrawn; the message is a sentence for the person."""


class ChangedMeanwhileError(CorrectionError):
    """The words have changed since the person opened the page: somebody else saved first."""


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
    """Correct the shown text or heading of a provision, an Example or a glossary entry.

    Updates everything that depends on it and sends ``corrected``, in one transaction.  For an example inside a text,
    the text around it is corrected.  ``seen`` is the digest of the words that the person saw, "" to accept any.  Raises
    Refused if there are no words to correct, for an empty or unchanged text, control characters or a missing reason,
    and Changed if the words are not those with the digest ``seen``.
    """
    if isinstance(row, Example) and not row.labelled:
        row, text, seen = _around(row, text, seen)
    place = CorrectionTarget.of(row, part)
    rows = targets.rows([place])
    if place not in rows:
        raise CorrectionError(f"{place.edition}/{place.owner} no longer exists: the edition was replaced or removed")
    row, before = rows[place], targets.shown(rows[place], part)
    cleaned, why = _clean(row, text, part, before), _clean_reason(reason)
    if not before:
        raise CorrectionError(
            f"{place.edition}/{place.owner} has no {Part(part).label} of its own: there is nothing to correct"
        )
    if seen and seen != digest(before):
        raise ChangedMeanwhileError(
            "another user corrected this while you were editing: review the words as they are now"
        )
    if cleaned == before:
        raise CorrectionError("the text is the same as the one shown: nothing was corrected")
    correction = Correction.objects.create(
        edition=place.edition,
        owner=place.owner,
        part=place.part,
        original=before,
        corrected=cleaned,
        reason=why,
        author=author,
    )
    _announce(_settle(place, row))
    return correction


@transaction.atomic
def withdraw(correction: Correction, *, reason: str, author: User | None) -> Correction:
    """Withdraw a correction; returns the entry of the log that records it.

    Readers see the earlier words again.  Raises Refused when the correction is already withdrawn, is itself a
    withdrawal, or has later corrections built on it.
    """
    state = states([correction])[correction.pk]
    if state is State.WITHDRAWN:
        raise CorrectionError("this correction was already taken back")
    if state is State.WITHDRAWAL:
        raise CorrectionError("this entry only takes another one back: correct the rule instead")
    place = CorrectionTarget.corrected_by(correction)
    current_text = corrections_log.read_at([place]).get(place)
    if state is State.APPLIED and current_text is not None and _topmost(place, current_text) != correction.pk:
        raise CorrectionError("a later correction of this rule builds on this one: take that one back first")
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
    if registry.is_loose(place):
        _settle_loose(place)
    else:
        row = targets.rows([place]).get(place)
        _announce(_settle(place, row) if row is not None else None)
    return record


@transaction.atomic
def correct_loose(kind: str, row: Any, text: str, *, reason: str, author: User | None, seen: str = "") -> Correction:
    """Correct words that belong to no edition: those of a row of a registered kind.

    ``seen`` is as in `correct`. Raises Refused for words that the kind's keeper refuses, for unchanged ones, for a
    missing reason and for a deleted row, and Changed if the words are not those with the digest ``seen``.
    """
    keeper = registry.keeper(kind)
    place = CorrectionTarget(kind, keeper.owner(row))
    current = registry.rows([place]).get(place)
    if current is None:
        raise CorrectionError("it no longer exists: look for its replacement")
    before = keeper.shown(current)
    cleaned, why = keeper.clean(current, text), _clean_reason(reason)
    if seen and seen != digest(before):
        raise ChangedMeanwhileError(
            "another user corrected this while you were editing: review the words as they are now"
        )
    if cleaned == before:
        raise CorrectionError("the text is the same as the one shown: nothing was corrected")
    correction = Correction.objects.create(
        edition=place.edition, owner=place.owner, part=place.part, original=before, corrected=cleaned, reason=why,
        author=author,
    )  # fmt: skip
    _settle_loose(place)
    return correction


def reapply_loose(kind: str) -> None:
    """Apply the log to all words of a kind that have entries."""
    entries = Correction.objects.filter(edition=kind)
    for place in sorted({CorrectionTarget.corrected_by(entry) for entry in entries}, key=lambda place: place.owner):
        _settle_loose(place)


def _settle_loose(place: CorrectionTarget) -> None:
    """Apply a loose place's log to its words, if they differ; do nothing if the row no longer exists."""
    row = registry.rows([place]).get(place)
    if row is None:
        return
    keeper = registry.keeper(place.edition)
    text, _ = corrections_log.lay(corrections_log.logs([place]).get(place, ()), keeper.read(row))
    if text != keeper.shown(row):
        keeper.show(row, text)
        Library.move_on()


def _topmost(place: CorrectionTarget, read: str) -> int:
    """The entry whose words readers see at a place where the source has ``read``."""
    _, applied = corrections_log.lay(corrections_log.logs([place])[place], read)
    return [pk for pk, applies in applied.items() if applies][-1]


def clean_text(text: str) -> str:
    r"""A text as stored in wordings: single spaces, paragraphs separated by one newline.

    Raises Refused when nothing is left, or when it holds control characters.

    >>> clean_text(" Each  player \r\n\r\ndraws a card. ")
    'Each player\ndraws a card.'
    """
    paragraphs = (" ".join(line.split()) for line in re.split(r"\r\n|\r|\n", text))
    cleaned = "\n".join(paragraph for paragraph in paragraphs if paragraph)
    if not cleaned:
        raise CorrectionError("the text is empty: a correction replaces words, it does not remove a rule")
    if strange := re.search(r"[\x00-\x09\x0b-\x1f\x7f\ud800-\udfff\ufffe\uffff]", cleaned):
        code = f"0x{ord(strange.group()):02x}"
        raise CorrectionError(f"the text contains a control character ({code}) at position {strange.start() + 1}")
    return cleaned


def _clean(row: Row, text: str, part: str, before: str) -> str:
    """The words as stored; a heading is a single line. Raises Refused for words that are too long."""
    most = max(LONGEST_TEXT, len(before))
    if len(text) > most:
        raise CorrectionError(f"this has {len(text):,} characters; the limit is {most:,}")
    cleaned = clean_text(text)
    if part == Part.TITLE:
        longest = _MAX_TITLE.get(type(row), 0)
        if "\n" in cleaned:
            raise CorrectionError("this must be one line: remove the line breaks")
        if longest and len(cleaned) > longest:
            raise CorrectionError(f"this has {len(cleaned)} characters; the limit is {longest}")
    return cleaned


def _clean_reason(reason: str) -> str:
    why = " ".join(reason.split())
    if not why:
        raise CorrectionError("give a reason: readers see it beside the corrected words")
    if len(why) > REASON_LIMIT:
        raise CorrectionError(f"the reason has {len(why)} characters; the limit is {REASON_LIMIT}")
    return why


def _around(example: Example, text: str, seen: str) -> tuple[RuleVersion | GlossaryTerm, str, str]:
    """The owner of an example inside a text, its text with the example replaced, and the digest of the text seen."""
    now = Example.objects.select_related("wording", "version__wording", "term__wording").filter(pk=example.pk).first()
    if now is None:
        raise CorrectionError("the text around the example was replaced: review the words as they are now")
    example, owner = now, targets.holder(now)
    whole = targets.shown(owner)
    if seen and seen != digest(example.wording.text):
        raise ChangedMeanwhileError(
            "another user corrected this while you were editing: review the words as they are now"
        )
    return owner, whole[: example.start] + clean_text(text) + whole[example.end :], digest(whole)


# --- after a fresh reading ----------------------------------------------------------------------------------------
@dataclass
class Reapplied:
    """The result of `reapply`: the corrections in effect, and those whose original words the reading no longer has."""

    applied: list[Correction] = field(default_factory=list)
    stale: list[Correction] = field(default_factory=list)


@transaction.atomic
def reapply(edition: Edition) -> Reapplied:
    """Apply an edition's log of corrections to the words of its source.

    May be called at any time, for freshly read rows as well as for rows that show some of the log already. Sends no
    ``corrected``: the caller that loads an edition sends ``edition_changed`` once, afterwards.
    """
    entries = list(Correction.objects.filter(edition=edition.address).order_by("made", "pk"))
    about = {CorrectionTarget.corrected_by(entry) for entry in entries}
    rows = targets.rows(about)
    texts = corrections_log.as_read(rows)
    outcome = Reapplied()
    for place, log in corrections_log.logs(about).items():
        _, applied = corrections_log.lay(log, texts.get(place))
        for entry in log:
            if entry.pk in applied:
                (outcome.applied if applied[entry.pk] else outcome.stale).append(entry)
    book = None
    for place in sorted(rows, key=lambda place: (place.part != Part.TITLE, place.owner)):  # headings first: texts cite
        if place.part != Part.TITLE:
            book = book or linker.book_of(edition)
        _settle(place, rows[place], book)
    return outcome


# --- shown words --------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class _Settled:
    """The result of updating one place: the words before and after, and the wordings whose links changed."""

    row: Row
    part: str
    before: str
    after: str
    relinked: frozenset[int]


def _settle(place: CorrectionTarget, row: Row, book: Offered | None = None) -> _Settled | None:
    """Make a place show its log's words; None if it does already.

    ``book`` has the edition's provisions to resolve citations against, if already loaded.
    """
    before = targets.shown(row, place.part)
    text_now = corrections_log.as_read({place: row})[place]
    after, _ = corrections_log.lay(corrections_log.logs([place]).get(place, ()), text_now)
    if after == before:
        return None
    edition = targets.holder(row).edition
    where: dict[str, Any] = {"edition": edition, "owner": place.owner, "part": place.part}
    if after == text_now:
        Original.objects.filter(**where).delete()
    else:
        Original.objects.update_or_create(**where, defaults={"text": text_now})
    relinked = rewording.show(row, place.part, after, book)
    return _Settled(row, place.part, before, after, relinked)


def _announce(settled: _Settled | None) -> None:
    """Increment the library revision, and notify receivers that readers see other words."""
    if settled is None:
        return
    edition = targets.holder(settled.row).edition
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
