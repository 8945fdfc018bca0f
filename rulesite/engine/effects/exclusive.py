"""Events that exclude each other: moves of one object to different places at one time."""

from __future__ import annotations

from rulesite.engine.state.characteristics import look
from rulesite.engine.state.event import Event
from rulesite.engine.state.kernel import Kernel


def one_move_each(kernel: Kernel, events: list[Event]) -> list[Event]:
    """The events of one batch with a single move for each object: one that is destroyed and put into the graveyard
    besides moves once, for both reasons.

    Its controller, or its owner if it has none, chooses where (400.6 in 2017-01-20).
    """
    moves: dict[str, list[Event]] = {}
    for event in events:
        if event.kind == "move" and kernel.thing(event.object_id) is not None:
            moves.setdefault(event.ref, []).append(event)
    dropped: list[int] = []
    for several in moves.values():
        zones = list(dict.fromkeys(each.zone for each in several))
        if len(several) > 1 and len(zones) == 1:
            several[0].tags = tuple(dict.fromkeys(tag for each in several for tag in each.tags))
            dropped += [id(each) for each in several[1:]]
        if len(zones) < 2 or not kernel.has("one_of_exclusive"):
            continue
        thing = kernel.state.things[several[0].object_id]
        chooser = look(kernel, thing.id).controller or thing.owner
        zone = kernel.choose_word("zone", chooser, thing.label, "where it goes", zones)
        kernel.note(f"{chooser} chooses that {thing.label} goes to the {zone}", "one_of_exclusive")
        kept = next(each for each in several if each.zone == zone)
        dropped += [id(each) for each in several if each is not kept]
    return [event for event in events if id(event) not in dropped]
