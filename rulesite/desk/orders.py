"""Orders: what a person may ask for at the desk, and when; the work itself is done by another process.

Whoever asks says which round of a proposal they have looked at. Where somebody else has asked for something since, they
are told (`Changed`), and nothing is done: two people at one desk do not undo each other's work.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib.admin.models import ADDITION, CHANGE, LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.db.models import Model

from rulesite.desk import desk_signals, folder
from rulesite.desk.models import Decision, Proposal, Publication
from rulesite.rulebook import loose_words
from rulesite.rulebook.models import Assertion, Commentary, Correction, Document, Edition

State = Proposal.State


class Refused(Exception):  # noqa: N818
    """What was asked for can't be done now; the message is a sentence for whoever asked."""


class Changed(Refused):
    """Somebody else has asked for something of it since this person looked."""


def stage(person: User | None, place: str | UploadedFile, options: dict[str, Any], *, who: str = "") -> Proposal:
    """Bring documents to the desk: an uploaded file, or a URL. They are read from now on.

    Raises Refused while something else is on the desk.
    """
    named = str(place.name if isinstance(place, UploadedFile) else place)
    with transaction.atomic():
        proposal = _begin(person, named, who, options=options)
        if isinstance(place, UploadedFile):
            folder.keep(proposal, proposal.place, place.chunks())
        _note(person, proposal, ADDITION, f"Staged {named}.")
    return proposal


def take_back(person: User, publication: Publication, seen: int) -> Proposal:
    """Ask for a publication to be taken back, and all since; ``seen`` is the latest that the person has seen.

    Raises Refused while something else is on the desk, where the state before is not kept, and where somebody has
    published since the person looked.
    """
    with transaction.atomic():
        latest = Publication.objects.order_by("-number").first()
        if latest is not None and latest.number != seen:
            raise Changed(f"{latest.who} has published since you looked ({latest}): look again.")
        if not can_be_taken_back(publication):
            raise Refused("The state before this publication is not kept any more.")
        what = f"taking back publication {publication.number}"
        proposal = _begin(
            person,
            what,
            state=State.PUBLISHING,
            kind=Proposal.Kind.TAKE_BACK,
            takes_back=publication.number,
        )
        _note(person, publication, CHANGE, "Asked for it to be taken back.")
    return proposal


def can_be_taken_back(publication: Publication) -> bool:
    """Whether the state before a publication is kept."""
    return folder.is_kept(publication)


def decide(person: User, proposal: Proposal, seen: int, decisions: Iterable[Decision]) -> Proposal:
    """Say something of edges of a proposal, in place of what was said of the same; descent is drawn by it."""
    with transaction.atomic():
        now = _move(person, proposal, seen, (State.READY,), State.JOINING)
        for each in decisions:
            Decision.objects.filter(proposal=now, earlier=each.earlier, later=each.later).delete()
            each.proposal, each.author = now, person
            each.who = person.get_full_name() or person.get_username()
            each.save()
            _note(person, now, CHANGE, f"Decided: {each} ({each.reason})")
    return now


def forget(person: User, proposal: Proposal, seen: int, pk: int) -> Proposal:
    """Take a decision back."""
    with transaction.atomic():
        now = _move(person, proposal, seen, (State.READY,), State.JOINING)
        for each in Decision.objects.filter(proposal=now, pk=pk):
            _note(person, now, CHANGE, f"Took a decision back: {each}")
            each.delete()
    return now


def publish(person: User, proposal: Proposal, seen: int) -> Proposal:
    """Have a proposal published as the person has seen it."""
    with transaction.atomic():
        now = _move(person, proposal, seen, (State.READY,), State.PUBLISHING)
        _note(person, now, CHANGE, "Asked for it to be published.")
    return now


def read_again(person: User, proposal: Proposal, seen: int) -> Proposal:
    """Have the documents of a proposal read anew beside the book as it is now; what was decided stays."""
    with transaction.atomic():
        now = _move(person, proposal, seen, (State.READY, State.REFUSED), State.READING)
        _note(person, now, CHANGE, "Had it read again.")
    return now


def discard(person: User, proposal: Proposal, seen: int) -> Proposal:
    """Throw a proposal away, also while it is read. What is being published can't be discarded: it is taken back."""
    with transaction.atomic():
        now = _move(person, proposal, seen, (State.READING, State.JOINING, State.READY, State.REFUSED), State.DISCARDED)
        folder.stop(now)
        _note(person, now, CHANGE, "Discarded it.")
    return now


def go_on() -> None:
    """Have somebody work at what waits."""
    transaction.on_commit(lambda: desk_signals.asked.send(sender=Proposal), robust=True)


def settle(proposal: Proposal, asked: str, **found: Any) -> None:
    """Say what came of work that was asked for; unless something else was asked for since."""
    with transaction.atomic():
        now = Proposal.objects.select_for_update().filter(pk=proposal.pk, state=asked).first()
        if now is None:
            return
        for name, value in found.items():
            setattr(now, name, value)
        now.round += 1
        now.save()
        person, word = now.asked_by, f" {now.word}" if now.word else ""
        _note(person, now, CHANGE, f"It {now.get_state_display()}.{word}")


def published_as(proposal: Proposal) -> Publication | None:
    """The publication that a proposal became, as soon as that is so."""
    return Publication.objects.filter(proposal=proposal.pk, made__gte=proposal.made).first()


# --- since a publication ------------------------------------------------------------------------------------------
def done_since(publication: Publication) -> dict[str, list[str]]:
    """What people did in the published book itself since before a publication, by address: which editions they
    ``removed``, and which editions and documents they ``described``."""
    since = list(Publication.objects.filter(number__gte=publication.number).order_by("number"))
    now = [edition.address for edition in Edition.objects.select_related("document")]
    removed: set[str] = set()
    for each, next_before in zip(since, [*(row.before for row in since[1:]), now], strict=True):
        removed |= set(each.after) - set(next_before)
    editions = {str(edition.pk): edition.address for edition in Edition.objects.select_related("document")}
    documents = {str(document.pk): document.slug for document in Document.objects.all()}
    return {
        "removed": sorted(removed & set(publication.before)),
        "described": _changed_since(publication, Edition, editions),
        "documents": _changed_since(publication, Document, documents),
    }


def _changed_since(publication: Publication, model: type[Model], names: dict[str, str]) -> list[str]:
    entries = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(model), action_flag=CHANGE, action_time__gte=publication.made
    )
    return sorted({names[key] for key in entries.values_list("object_id", flat=True) if key in names})


def consequences(publication: Publication) -> dict[str, Any]:
    """What taking a publication back would do: which editions go, come back or change, which publications since go with
    it, and what people wrote that stays shown or would show nowhere."""
    since = Publication.objects.filter(number__gt=publication.number).order_by("number")
    held = {edition.address for edition in Edition.objects.select_related("document")}
    before = set(publication.before)
    going = held - before
    corrections = Correction.objects.filter(made__gte=publication.made).order_by("made")
    said = Assertion.objects.filter(origin="admin")
    return {
        "since": list(since),
        "going": sorted(going),
        "coming": sorted(before - held - set(done_since(publication)["removed"])),
        "again": sorted(set(publication.touched) & before & held),
        "kept": [entry for entry in corrections if entry.edition in before or loose_words.is_loose_entry(entry)],
        "hidden": [
            *(f"correction of {entry.address}" for entry in Correction.objects.filter(edition__in=going)),
            *(f"remark on {each.address}" for each in Commentary.objects.all() if _edition(each.address) in going),
            *(f"descent, {each}" for each in said if {_edition(each.earlier), _edition(each.later)} & going),
        ],
    }


def _edition(address: str) -> str:
    return "/".join(address.split("/")[:2])


# --- inside -------------------------------------------------------------------------------------------------------
def _begin(person: User | None, place: str, who: str = "", **fields: Any) -> Proposal:
    """A new proposal. Raises Refused while another is on the desk."""
    if (other := Proposal.objects.select_for_update().filter(state__in=Proposal.OPEN).first()) is not None:
        raise Refused(
            f"{other.who} has brought “{other.place}” to the desk, and it {other.get_state_display()}: "
            "it is published or discarded before something else comes."
        )
    proposal = Proposal.objects.create(
        place=place,
        author=person,
        asked_by=person,
        who=who or (person.get_username() if person else "somebody"),
        **fields,
    )
    go_on()
    return proposal


def _move(person: User, proposal: Proposal, seen: int, from_states: Iterable[str], state: str) -> Proposal:
    """Move a proposal on, and have it worked at. Raises Changed where somebody else did, Refused where it can't be."""
    now = Proposal.objects.select_for_update().get(pk=proposal.pk)
    if now.round != seen:
        who = now.asked_by.get_username() if now.asked_by else now.who
        raise Changed(
            f"Since you looked, something else came of this, last asked for by {who}: it {now.get_state_display()}. "
            "Nothing was done with what you asked for; look at it as it stands now."
        )
    if now.state not in from_states:
        raise Refused(f"This can't be done now: it {now.get_state_display()}.")
    now.state, now.asked_by, now.word = state, person, ""
    now.round += 1
    now.save()
    go_on()
    return now


def _note(person: User | None, row: Proposal | Publication, flag: int, said: str) -> None:
    """Write into the log of the admin who did what."""
    if person is not None:
        LogEntry.objects.create(
            user_id=person.pk,
            content_type=ContentType.objects.get_for_model(row),
            object_id=str(row.pk),
            object_repr=str(row)[:200],
            action_flag=flag,
            change_message=said,
        )
