"""Editing: a person lays a correction over a reading, or takes it back, and everything that hangs on it follows.

The original wording is never touched.  What happened to a provision is a log that only grows: each `Correction` says
who replaced which words by which, when and why.  Taking one back is one more entry, with the two wordings the other
way round; the two cancel each other.  What stands at any moment is read from that log (`correction_log`), so it can be
laid anew over the rows of a fresh reading (`reapply`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from rulesite.rulebook import addresses, linking, signals
from rulesite.rulebook.correction_log import State, in_force, standing, states
from rulesite.rulebook.models import (
    Attribution,
    Citation,
    Commentary,
    Correction,
    Edition,
    Example,
    GlossaryTerm,
    RuleVersion,
    Witness,
    Wording,
)
from rulesite.rulebook.models.references import Outcome
from rulesite.text.passages import inline_examples

__all__ = [
    "Reapplied",
    "Refused",
    "State",
    "attach_commentary",
    "clean_text",
    "correct",
    "reapply",
    "standing",
    "states",
    "withdraw",
]

REASON_LIMIT = 300


class Refused(ValueError):  # noqa: N818 - the name says it
    """A correction can't be made or taken back; the message is a sentence for whoever asked."""


@transaction.atomic
def correct(version: RuleVersion, text: str, *, reason: str, author: AbstractBaseUser | None) -> Correction:
    """Correct the text shown for a provision.

    Its references and source tags are found again and ``wording_changed`` is sent, all in one transaction.
    Raises Refused for a heading (it has no text), an empty or unchanged text, control characters, a missing reason.
    """
    rows = RuleVersion.objects.select_for_update(of=("self",)).select_related("wording", "edition__document")
    version = rows.get(pk=version.pk)
    cleaned, why = clean_text(text), _clean_reason(reason)
    if version.wording is None:
        raise Refused(f"{version.address} is a heading without text of its own: there is nothing to correct")
    if cleaned == version.wording.text:
        raise Refused("the text is the same as the one shown: nothing was corrected")
    original = version.wording
    corrected = _wording(cleaned, version.edition)
    made = Correction.objects.create(
        edition=version.edition, key=version.key, original=original, corrected=corrected, reason=why, author=author
    )
    _show(version, corrected)
    signals.wording_changed.send(sender=RuleVersion, version=version, before=original, after=corrected)
    return made


@transaction.atomic
def withdraw(correction: Correction, *, reason: str, author: AbstractBaseUser | None) -> Correction:
    """Take a correction back; returns the entry of the log that records it.

    The provision shows again what it showed before.  Raises Refused when the correction was already taken back, is
    itself a withdrawal, or has later corrections built on it.
    """
    state = states([correction])[correction.pk]
    if state is State.WITHDRAWN:
        raise Refused("this correction was already taken back")
    if state is State.WITHDRAWAL:
        raise Refused("this entry only takes another one back: correct the rule instead")
    version = _version(correction)
    if state is State.APPLIED and version is not None and version.wording_id != correction.corrected_id:
        raise Refused("a later correction of this rule builds on this one: take that one back first")
    record = Correction.objects.create(
        edition=correction.edition,
        key=correction.key,
        original=correction.corrected,
        corrected=correction.original,
        reason=_clean_reason(reason),
        author=author,
    )
    if state is State.APPLIED and version is not None:
        _show(version, correction.original)
        signals.wording_changed.send(
            sender=RuleVersion, version=version, before=correction.corrected, after=correction.original
        )
    return record


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
    if strange := re.search(r"[\x00-\x09\x0b-\x1f\x7f\ud800-\udfff]", cleaned):
        code = f"0x{ord(strange.group()):02x}"
        raise Refused(f"the text holds a control character ({code}) at place {strange.start() + 1}")
    return cleaned


def _clean_reason(reason: str) -> str:
    why = " ".join(reason.split())
    if not why:
        raise Refused("say why: the reason is shown to readers beside the corrected words")
    if len(why) > REASON_LIMIT:
        raise Refused(f"the reason has {len(why)} characters; {REASON_LIMIT} is the most that is kept")
    return why


def _version(correction: Correction) -> RuleVersion | None:
    versions = RuleVersion.objects.select_related("wording", "edition__document")
    return versions.filter(edition=correction.edition_id, key=correction.key).first()


# --- after a fresh reading ----------------------------------------------------------------------------------------
@dataclass
class Reapplied:
    """What `reapply` did: the corrections laid over the new reading, and those whose words it no longer gives."""

    applied: list[Correction] = field(default_factory=list)
    stale: list[Correction] = field(default_factory=list)


@transaction.atomic
def reapply(edition: Edition) -> Reapplied:
    """Lay the corrections of an edition over its rows, which were just read anew and show the source's own words.

    Sends no ``wording_changed``: whoever loads an edition says ``edition_changed`` once, afterwards.
    """
    logs: dict[str, list[Correction]] = {}
    for entry in edition.corrections.select_related("original", "corrected").order_by("made", "pk"):
        logs.setdefault(entry.key, []).append(entry)
    rows = RuleVersion.objects.filter(edition=edition, key__in=logs).select_related("wording", "edition__document")
    versions = {version.key: version for version in rows}
    outcome = Reapplied()
    for key, log in logs.items():
        version = versions.get(key)
        shown = version.wording if version else None
        for entry in in_force(log):
            if shown is not None and entry.original_id == shown.pk:
                shown = entry.corrected
                outcome.applied.append(entry)
            else:
                outcome.stale.append(entry)
        if version is not None and shown is not None and shown.pk != version.wording_id:
            _show(version, shown)
    return outcome


def attach_commentary() -> list[Commentary]:
    """Tie every commentary to the row that its address names now; returns those whose address leads nowhere."""
    adrift: list[Commentary] = []
    remarks = list(Commentary.objects.all())
    versions = addresses.resolve_all({remark.address for remark in remarks})
    for remark in remarks:
        version = versions[remark.address]
        if version is None:
            adrift.append(remark)
        row = (version.pk, version.rule_id) if version else (None, None)
        if row != (remark.version_id, remark.rule_id):
            Commentary.objects.filter(pk=remark.pk).update(version=row[0], rule=row[1])
    return adrift


# --- what hangs on a wording --------------------------------------------------------------------------------------
def _wording(text: str, edition: Edition) -> Wording:
    """The stored wording of a text, looked through for references when it is new."""
    made = Wording.of(text)
    stored, created = Wording.objects.get_or_create(
        digest=made.digest, defaults={"text": made.text, "fingerprint": made.fingerprint}
    )
    if created:
        linking.find_references([stored], edition.scheme)
    return stored


def _show(version: RuleVersion, wording: Wording) -> None:
    """Make a provision show a wording: citations, source tags, inline examples and witnesses follow it."""
    edition, before = version.edition, version.wording
    version.wording = wording
    version.save(update_fields=["wording"])
    printed = [wording, *_find_examples(version)]
    linking.relink(edition, printed)
    if before is not None and not _still_printed(before, edition):
        Citation.objects.filter(edition=edition, reference__wording=before).delete()
    _resolve_tags(printed)
    for witness in Witness.objects.filter(version=version).select_related("wording"):
        agrees = witness.wording is not None and witness.wording.fingerprint == wording.fingerprint
        if agrees != witness.agrees:
            Witness.objects.filter(pk=witness.pk).update(agrees=agrees)


def _find_examples(version: RuleVersion) -> list[Wording]:
    """Find the passages again that are examples inside the text; their rows are kept as far as they go."""
    stored = {row.ordinal: row for row in Example.objects.filter(version=version, labelled=False)}
    wordings = []
    for ordinal, (start, end) in enumerate(inline_examples(version.text), start=1):
        row = stored.pop(ordinal, None) or Example(
            version=version,
            ordinal=ordinal,
            labelled=False,
            first_line=version.first_line,
            last_line=version.last_line,
        )
        row.wording, row.start, row.end = _wording(version.text[start:end], version.edition), start, end
        row.save()
        wordings.append(row.wording)
    for row in stored.values():
        row.delete()
    return wordings


def _still_printed(wording: Wording, edition: Edition) -> bool:
    """Whether an edition shows a wording at any place."""
    return (
        RuleVersion.objects.filter(edition=edition, wording=wording).exists()
        or GlossaryTerm.objects.filter(edition=edition, wording=wording).exists()
        or Example.objects.filter(version__edition=edition, wording=wording).exists()
        or Example.objects.filter(term__edition=edition, wording=wording).exists()
    )


def _resolve_tags(wordings: Iterable[Wording]) -> None:
    """Resolve the source tags of these wordings that wait for an edition which is stored."""
    waiting = Attribution.objects.filter(wording__in=wordings, outcome=Outcome.WAITING, document__gt="")
    for document, day in set(waiting.values_list("document", "date")):
        for edition in Edition.objects.filter(document__slug=document, effective=day):
            linking.resolve_attributions(edition)
