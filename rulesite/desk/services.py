"""Actions that a person may request at the desk, and when; another process does the work.

The person passes the round of the proposal that they have seen. If somebody else has acted since, they are told
(`ChangedMeanwhileError`), and nothing is done: two people at one desk do not undo each other's work.
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

from rulesite.desk import signals, workspace
from rulesite.desk.models import Decision, Proposal, Publication
from rulesite.rulebook.corrections import registry
from rulesite.rulebook.models import Assertion, Commentary, Correction, Document, Edition

State = Proposal.State
CARDS = "cards"
"""What a file of cards is given as, in the place of a document."""


class ActionError(Exception):
    """An action is not possible now; the message is a sentence for the person."""


class ChangedMeanwhileError(ActionError):
    """Somebody else has acted on it since this person looked."""


def stage(person: User | None, place: str | UploadedFile, options: dict[str, Any], *, who: str = "") -> Proposal:
    """Submit documents to the desk, as an uploaded file or a URL, and have them read; a file of cards as `CARDS`.

    Raises ActionError while another proposal is on the desk.
    """
    name = str(place.name if isinstance(place, UploadedFile) else place)
    kind = Proposal.Kind.CARDS if options.get("document") == CARDS else Proposal.Kind.DOCUMENTS
    with transaction.atomic():
        proposal = _begin(person, name, who, options=options, kind=kind)
        if isinstance(place, UploadedFile):
            workspace.keep(proposal, proposal.place, place.chunks())
        _note(person, proposal, ADDITION, f"Staged {name}.")
    return proposal


def roll_back(person: User, publication: Publication, seen: int) -> Proposal:
    """Request to roll back a publication and all later ones; ``seen`` is the latest that the person has seen.

    Raises ActionError while another proposal is on the desk, if the state before is not stored, and if there has been a
    publication since the person looked.
    """
    with transaction.atomic():
        latest = Publication.objects.order_by("-number").first()
        if latest is not None and latest.number != seen:
            raise ChangedMeanwhileError(f"{latest.who} has published since you opened the page ({latest}). Look again.")
        if not can_be_taken_back(publication):
            raise ActionError("The state before this publication is not stored any more.")
        what = f"undoing publication {publication.number}"
        proposal = _begin(
            person,
            what,
            state=State.PUBLISHING,
            kind=Proposal.Kind.TAKE_BACK,
            takes_back=publication.number,
        )
        _note(person, publication, CHANGE, "Asked to undo it.")
    return proposal


def can_be_taken_back(publication: Publication) -> bool:
    """Whether the state before a publication is stored."""
    return workspace.is_kept(publication)


def decide(person: User, proposal: Proposal, seen: int, decisions: Iterable[Decision]) -> Proposal:
    """Store decisions on edges of a proposal, replacing earlier ones on the same edges, and have descent updated."""
    with transaction.atomic():
        now = _move(person, proposal, seen, (State.READY,), State.JOINING)
        for decision in decisions:
            Decision.objects.filter(proposal=now, earlier=decision.earlier, later=decision.later).delete()
            decision.proposal, decision.author = now, person
            decision.who = person.get_full_name() or person.get_username()
            decision.save()
            _note(person, now, CHANGE, f"Decided: {decision} ({decision.reason})")
    return now


def forget(person: User, proposal: Proposal, seen: int, pk: int) -> Proposal:
    """Revoke a decision."""
    with transaction.atomic():
        now = _move(person, proposal, seen, (State.READY,), State.JOINING)
        for decision in Decision.objects.filter(proposal=now, pk=pk):
            _note(person, now, CHANGE, f"Undid a decision: {decision}")
            decision.delete()
    return now


def publish(person: User, proposal: Proposal, seen: int) -> Proposal:
    """Have a proposal published as the person has seen it."""
    with transaction.atomic():
        now = _move(person, proposal, seen, (State.READY,), State.PUBLISHING)
        _note(person, now, CHANGE, "Asked to publish it.")
    return now


def read_again(person: User, proposal: Proposal, seen: int) -> Proposal:
    """Have a proposal's documents read again beside the present book; decisions are kept."""
    with transaction.atomic():
        now = _move(person, proposal, seen, (State.READY, State.REFUSED), State.READING)
        _note(person, now, CHANGE, "Requested to have it read again.")
    return now


def discard(person: User, proposal: Proposal, seen: int) -> Proposal:
    """Discard a proposal, even while it is being read. One being published can't be discarded, only rolled back."""
    with transaction.atomic():
        now = _move(person, proposal, seen, (State.READING, State.JOINING, State.READY, State.REFUSED), State.DISCARDED)
        workspace.stop(now)
        _note(person, now, CHANGE, "Discarded it.")
    return now


def go_on() -> None:
    """Notify the workers of waiting work after the commit."""
    transaction.on_commit(lambda: signals.work_requested.send(sender=Proposal), robust=True)


def settle(proposal: Proposal, requested: str, **results: Any) -> None:
    """Record the result of requested work, unless another action has been requested since."""
    with transaction.atomic():
        now = Proposal.objects.select_for_update().filter(pk=proposal.pk, state=requested).first()
        if now is None:
            return
        for name, value in results.items():
            setattr(now, name, value)
        now.round += 1
        now.save()
        person, word = now.asked_by, f" {now.word}" if now.word else ""
        _note(person, now, CHANGE, f"It {now.get_state_display()}.{word}")


def published_as(proposal: Proposal) -> Publication | None:
    """The publication of a proposal, once there is one."""
    return Publication.objects.filter(proposal=proposal.pk, made__gte=proposal.made).first()


# --- changes since a publication ----------------------------------------------------------------------------------
def done_since(publication: Publication) -> dict[str, list[str]]:
    """People's changes to the published book itself since before a publication, by address.

    ``removed`` are the editions removed, ``described`` and ``documents`` those whose descriptions were edited.
    """
    since = list(Publication.objects.filter(number__gte=publication.number).order_by("number"))
    now = [edition.address for edition in Edition.objects.select_related("document")]
    removed: set[str] = set()
    for entry, next_before in zip(since, [*(row.before for row in since[1:]), now], strict=True):
        removed |= set(entry.after) - set(next_before)
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
    """The effects of rolling a publication back.

    The editions that are removed, return or change, the later publications that are rolled back too, and people's work
    that stays visible or would no longer appear anywhere.
    """
    since = Publication.objects.filter(number__gt=publication.number).order_by("number")
    present = {edition.address for edition in Edition.objects.select_related("document")}
    before = set(publication.before)
    going = present - before
    corrections = Correction.objects.filter(made__gte=publication.made).order_by("made")
    assertions = Assertion.objects.filter(origin="admin")
    return {
        "since": list(since),
        "going": sorted(going),
        "coming": sorted(before - present - set(done_since(publication)["removed"])),
        "again": sorted(set(publication.touched) & before & present),
        "kept": [entry for entry in corrections if entry.edition in before or registry.is_loose_entry(entry)],
        "hidden": [
            *(f"correction of {entry.address}" for entry in Correction.objects.filter(edition__in=going)),
            *(f"remark on {each.address}" for each in Commentary.objects.all() if _edition(each.address) in going),
            *(f"descent, {each}" for each in assertions if {_edition(each.earlier), _edition(each.later)} & going),
        ],
    }


def _edition(address: str) -> str:
    return "/".join(address.split("/")[:2])


# --- state changes ------------------------------------------------------------------------------------------------
def _begin(person: User | None, place: str, who: str = "", **fields: Any) -> Proposal:
    """Create a proposal. Raises ActionError while another is on the desk."""
    if (pending := Proposal.objects.select_for_update().filter(state__in=Proposal.OPEN).first()) is not None:
        raise ActionError(
            f"{pending.who} has brought “{pending.place}” to the desk, and it {pending.get_state_display()}. "
            "Publish or discard it before you bring something else."
        )
    proposal = Proposal.objects.create(
        place=place,
        author=person,
        asked_by=person,
        who=who or (person.get_username() if person else "an unknown user"),
        **fields,
    )
    go_on()
    return proposal


def _move(person: User, proposal: Proposal, seen: int, from_states: Iterable[str], state: str) -> Proposal:
    """Change a proposal's state and notify the workers.

    Raises ChangedMeanwhileError if somebody else did so first, ActionError if the present state does not allow it.
    """
    now = Proposal.objects.select_for_update().get(pk=proposal.pk)
    if now.round != seen:
        who = now.asked_by.get_username() if now.asked_by else now.who
        raise ChangedMeanwhileError(
            f"{who} has acted on this since you opened the page: it {now.get_state_display()}. "
            "Your request was not carried out. Look at the page as it is now."
        )
    if now.state not in from_states:
        raise ActionError(f"This can't be done now: the proposal {now.get_state_display()}.")
    now.state, now.asked_by, now.word = state, person, ""
    now.round += 1
    now.save()
    go_on()
    return now


def _note(person: User | None, row: Proposal | Publication, flag: int, message: str) -> None:
    """Add an entry to the admin's log."""
    if person is not None:
        LogEntry.objects.create(
            user_id=person.pk,
            content_type=ContentType.objects.get_for_model(row),
            object_id=str(row.pk),
            object_repr=str(row)[:200],
            action_flag=flag,
            change_message=message,
        )
