"""Which face or half of a card is played, and where it goes and stays (709.3, 712.11, 712.13, 715.3, 718.3)."""

from __future__ import annotations

from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Thing
from rulesite.engine.state.sides import face_called

FUSED = "fuse"
"""What the option is called by which both halves of a split card are cast as one spell (702.102)."""

# Kinds of cards of which the permanent shows what the spell showed.
_STAYS_UP = ("transforming", "modal", "prototype")


def face_to_cast(kernel: Kernel, player: str, card: Thing, wanted: str, alternative: str) -> int:
    """Which set of characteristics a player casts a card with; ``wanted`` is its name, "" where it is not said.

    A choice that is not said and that there is raises ``UnscriptedChoice``; raises :class:`IllegalAction` for one that
    cannot be cast.
    """
    printed = card.card
    layout = printed.layout
    if not layout or not kernel.has("chosen_face"):
        return 0
    if layout == "prototype":
        return 1 if alternative == "prototype" else 0
    face = face_called(printed, wanted) if wanted and wanted != printed.name else 0
    if face and layout in ("flip", "preparation", "meld", "transforming"):
        raise kernel.illegal(f"{printed.others[face - 1].name} cannot be cast: {printed.name} can", "chosen_face")
    if face and layout in ("adventure", "omen") and card.remembers.get("not as"):
        raise kernel.illegal(f"{printed.name} cannot be cast as an {layout.title()} from exile", "adventure")
    if (layout == "split" and not face) or (layout == "modal" and not wanted):
        names = [each.name for each in (*printed.others, *(() if layout == "split" else (printed,)))]
        said = kernel.choose_word("face", player, card.label, "which half or face", names)
        face = face_called(printed, said)
    return face


def face_to_play_as_land(kernel: Kernel, player: str, card: Thing, wanted: str) -> int:
    """Which face of a card is played as a land: of a modal double-faced card either that is one (712.12)."""
    printed = card.card
    if printed.layout != "modal" or not kernel.has("chosen_face"):
        return 0
    lands = [each.name for each in (printed, *printed.others) if "land" in each.types]
    if not wanted and len(lands) == 2:
        wanted = kernel.choose_word("face", player, card.label, "which face", lands)
    return face_called(printed, wanted or next(iter(lands), printed.name))


def put_up(kernel: Kernel, card: Thing, face: int) -> None:
    """Show a set of characteristics: only what is chosen is looked at to see if it can be cast (709.3a)."""
    if card.face != face:
        card.face = face
        kernel.state.touch()


def face_that_enters(thing: Thing) -> int:
    """Which set of characteristics is up when a spell becomes a permanent: that of a two-faced or prototyped one."""
    return thing.face if thing.card.layout in _STAYS_UP else 0
