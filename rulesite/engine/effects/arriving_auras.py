"""What an Aura enchants that enters the battlefield otherwise than by resolving as an Aura spell."""

from __future__ import annotations

from rulesite.engine.evaluation.references import everything
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.event import Event
from rulesite.engine.state.kernel import Kernel

from .attaching import can_attach, enchants
from .entering import arrives, arrives_under, as_it_would_be


def has_no_host(kernel: Kernel, event: Event) -> bool:
    """Whether an object does not enter, as it would be an Aura with nothing to enchant (303.4g and i in 2026-06-19).

    Where the effect does not say what it enchants, the player under whose control it enters chooses (303.4f), also of
    what enters as a copy of an Aura.
    """
    thing, said = kernel.thing(event.object_id), str(event.facts.get("attached_to") or "")
    if thing is None or not arrives(event) or event.facts.get("face_down") or (said and event.tagged("resolved")):
        return False
    with as_it_would_be(kernel, event):
        if "Aura" not in look(kernel, thing.id).subtypes:
            return False
        wanted = enchants(kernel, thing.id)
        hosts = [said] if said else everything(kernel)
        found = [ref for ref in hosts if wanted is not None and can_attach(kernel, thing.id, ref)]
    if not found:
        kernel.note(f"there is nothing for {thing.label} to enchant, so it does not enter", "illegal_aura")
        return True
    if not said:
        player = arrives_under(kernel, event, thing)
        event.facts["attached_to"] = kernel.choose("attach", player, thing.label, "what it enchants", found)[0]
    return False
