"""An object's roles in the present combat: attacking, blocking, blocked; and its other statuses."""

from __future__ import annotations

from .characteristics import keywords, look
from .choices import NotModelled
from .game_state import object_ref, ref_id, ref_player
from .kernel import Kernel
from .pairs import PAIRED, partner_of
from .teams import all_counters_of

RING_BEARER = "ring-bearer"
"""The status of a creature that bears the Ring; its memory is the player whose Ring-bearer it is."""
ENCODED_ON = "linked encode"
"""The memory key of an exiled card with cipher: the creature on which it is encoded."""
PROTECTOR = "protector"
"""The memory key of a battle's protector (310.8 in 2026-06-19)."""


def tempted(player: str) -> str:
    """The key under which it is counted how often the Ring has tempted a player this game."""
    return f"the Ring tempts {player}"


def defender_of(kernel: Kernel, thing_id: int) -> str:
    """The defending player of a permanent that can be attacked: the protector of a battle, the controller of a
    planeswalker; "" for anything else, or off the battlefield."""
    thing = kernel.thing(thing_id)
    if thing is None or not thing.on_battlefield:
        return ""
    found = look(kernel, thing_id)
    if "battle" in found.types:
        return str(thing.remembers.get(PROTECTOR, ""))
    return found.controller if "planeswalker" in found.types else ""


def attackable(kernel: Kernel, player: str) -> list[str | int]:
    """Whom a player may attack: opponents, and the planeswalkers and battles that these defend."""
    foes = kernel.state.opponents(player)
    return [*foes, *(each for each in kernel.state.zone("battlefield") if defender_of(kernel, each) in foes)]


def has_status(kernel: Kernel, ref: str, status: str) -> bool:
    """Whether an object has a status or a role in combat; last known information for one that is gone.

    Raises :class:`NotModelled` for a status that the engine does not have.
    """
    thing_id = ref_id(ref)
    if thing_id is None:
        if status == "attacking" or ref_player(ref) is None:
            return False
        return status in all_counters_of(kernel, ref_player(ref) or "")
    thing, known = kernel.thing(thing_id), kernel.known(thing_id)
    if status in ("tapped", "untapped"):
        tapped = thing.tapped if thing is not None else known.tapped if known is not None else False
        on_field = (thing.zone if thing is not None else known.zone if known is not None else "") == "battlefield"
        return on_field and tapped == (status == "tapped")
    if status in ("attacking", "blocking", "blocked", "unblocked", "attacking alone"):
        return _in_combat(kernel, thing_id, status)
    held = thing or known
    if status in ("face-down", "face-up"):
        return held is not None and held.face_down == (status == "face-down")
    if status in ("enchanted", "equipped"):
        return bool(_attached(kernel, thing_id, {"enchanted": "Aura", "equipped": "Equipment"}[status]))
    if status == "modified":
        return _is_modified(kernel, thing_id)
    if status == "damaged":
        return any(
            each.kind == "damage" and each.facts.get("ref") == ref and each.turn == kernel.state.turn
            for each in kernel.state.history
        )
    if status == "goaded":  # by any player (701.15b in 2026-06-19)
        return any(each.bound.record.goads and ref in (each.affected or ()) for each in kernel.state.effects)
    if status == "suspended":  # in exile, with suspend and a time counter (702.62b in 2026-06-19)
        waits = thing is not None and thing.zone == "exile" and thing.counters.get("time", 0) > 0
        return waits and "suspend" in keywords(look(kernel, thing_id))
    if status == "saddled":  # until end of turn (702.171b in 2026-06-19)
        return held is not None and held.remembers.get(status) == kernel.state.turn
    if status == "encoded":
        return thing is not None and thing.zone == "exile" and ENCODED_ON in thing.remembers
    if status == PAIRED:
        return bool(partner_of(kernel, thing_id))
    if status == RING_BEARER:
        return thing is not None and thing.on_battlefield and bool(thing.remembers.get(status))
    if status in ("foretold", "plotted", "warped"):
        return thing is not None and thing.zone == "exile" and status in thing.remembers
    if status in ("monstrous", "renowned", "suspected", "exerted", "solved", "harnessed"):
        return held is not None and bool(held.remembers.get(status))
    if status == "kicked":
        return thing is not None and thing.play is not None and _kicked(thing.play.bound.paid)
    if status == "phased-out":
        return thing is not None and thing.phased_out
    raise NotModelled(f"the engine does not keep the status {status!r}")


def _attached(kernel: Kernel, thing_id: int, kind: str) -> list[int]:
    """The Auras or the Equipment attached to a permanent; to one that is gone, those that were."""
    known = kernel.known(thing_id) if kernel.thing(thing_id) is None else None
    if known is None:
        there = [each for each in kernel.state.things.values() if each.attached_to == object_ref(thing_id)]
        return [each.id for each in there if kind in each.card.subtypes]
    gone = [kernel.thing(each) or kernel.known(each) for each in known.attachments]
    return [each.id for each in gone if each is not None and kind in each.card.subtypes]


def once_attached(kernel: Kernel, host: str) -> list[int]:
    """What was attached to an object that is gone, as it left."""
    known = kernel.known(ref_id(host) or 0) if kernel.thing(ref_id(host) or 0) is None else None
    return known.attachments if known is not None else []


def blockers_last(kernel: Kernel, attacker: int) -> list[int]:
    """What was blocking a creature that is gone, as it left."""
    known = kernel.known(attacker) if kernel.thing(attacker) is None else None
    return known.combat.get("blocked by", []) if known is not None else []


def _is_modified(kernel: Kernel, thing_id: int) -> bool:
    """Whether a permanent has a counter, is equipped, or is enchanted by an Aura of its controller (700.9 in
    2026-06-19)."""
    held = kernel.thing(thing_id) or kernel.known(thing_id)
    if held is None or held.zone != "battlefield":
        return False
    if any(held.counters.values()) or _attached(kernel, thing_id, "Equipment"):
        return True
    own = look(kernel, thing_id).controller
    return any(look(kernel, aura).controller == own for aura in _attached(kernel, thing_id, "Aura"))


def _kicked(paid: dict[str, int]) -> bool:
    """Whether any kicker was paid (702.33d in 2018-01-19)."""
    return any(times for name, times in paid.items() if name.startswith("kicker"))


def _in_combat(kernel: Kernel, thing_id: int, status: str) -> bool:
    combat, known = kernel.state.combat, kernel.known(thing_id)
    if kernel.thing(thing_id) is None and known is not None:
        roles = known.combat
        return {
            "attacking": "attacking" in roles,
            "blocking": "blocking" in roles,
            "blocked": bool(roles.get("blocked by")),
            "unblocked": False,
            "attacking alone": False,
        }[status]
    if combat is None:
        return False
    attacking = thing_id in combat.attackers
    return {
        "attacking": attacking,
        "blocking": thing_id in combat.blockers,
        "blocked": attacking and thing_id in combat.blocked,
        "unblocked": attacking and combat.attackers[thing_id] in combat.declared and thing_id not in combat.blocked,
        "attacking alone": attacking and len(combat.attackers) == 1,
    }[status]
