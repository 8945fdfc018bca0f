"""Split permanent cards, the Rooms: unlocking and locking their halves, the doors (709.5 in 2026-06-19)."""

from __future__ import annotations

from rulesite.engine.effects.copying import underneath
from rulesite.engine.effects.unread import check_read
from rulesite.engine.events.batch import happen
from rulesite.engine.events.doors import unlocking
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Card, Thing
from rulesite.engine.state.sides import UNLOCKED, has_shared_line


def cast_half(kernel: Kernel, spell: Thing) -> bool:
    """Whether a spell is a half of a split permanent card that was cast: the permanent enters with it unlocked
    (709.5d)."""
    return spell.kind == "card" and bool(spell.face) and has_shared_line(spell.card) and kernel.has("unlocked_halves")


def halves(kernel: Kernel, room: Thing, *, locked: bool) -> dict[int, Card]:
    """The locked or the unlocked halves of a permanent, by their numbers; none of one that has no halves or is face
    down."""
    card = underneath(kernel, room)
    if not has_shared_line(card) or not room.on_battlefield or room.face_down:
        return {}
    unlocked = room.remembers.get(UNLOCKED, ())
    return {number: half for number, half in enumerate(card.others, 1) if (number in unlocked) != locked}


def choose_half(kernel: Kernel, room: Thing, player: str, among: dict[int, Card]) -> int:
    """The number of the half that a player chooses among some, by their numbers; 0 if there is none."""
    names = {half.name: number for number, half in among.items()}
    if len(names) < 2:
        return next(iter(names.values()), 0)
    return names[kernel.choose_word("half", player, room.label, "which door", [*names])]


def unlock(kernel: Kernel, room: Thing, half: int, player: str) -> None:
    """Give a permanent an unlocked designation (709.5f)."""
    room.remembers[UNLOCKED] = sorted({*room.remembers.get(UNLOCKED, ()), half})
    kernel.state.touch()
    check_read(room)
    happen(kernel, [unlocking(kernel, room, underneath(kernel, room), half, player)])


def lock(kernel: Kernel, room: Thing, half: int, player: str) -> None:
    """Take an unlocked designation from a permanent (709.5g)."""
    kernel.note(f"{player} locks {underneath(kernel, room).others[half - 1].name}", "unlocked_halves")
    room.remembers[UNLOCKED] = [each for each in room.remembers.get(UNLOCKED, ()) if each != half]
    kernel.state.touch()
