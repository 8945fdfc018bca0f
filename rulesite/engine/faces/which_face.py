"""Which face or half of a card is played, and where it goes and stays (709.3, 712.11, 712.13, 715.3, 718.3)."""

from __future__ import annotations

from rulesite.engine.state.event import Event
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Thing
from rulesite.engine.state.sides import face_called

from .fusing import FUSED, may_be_fused

PLAYABLE = "playable by"
"""Under this name a card remembers who may play it from where it is."""

TRANSFORMED = "transformed"
"""Among the options of a card that an effect has somebody cast with its back face up."""
CAST_TRANSFORMED = ("disturb",)
"""The alternative costs for which a double-faced card is cast with its back face up (712.8c)."""

# Kinds of cards of which the permanent shows what the spell showed.
_STAYS_UP = ("transforming", "modal", "prototype")


def face_to_cast(kernel: Kernel, player: str, card: Thing, wanted: str, alternative: str, options: list[str]) -> int:
    """Which set of characteristics a player casts a card with; ``wanted`` is its name, "" where it is not said; with
    "fuse" among the ``options`` it is both halves of a split card.

    A choice that is not said and that there is raises ``UnscriptedChoice``; raises :class:`IllegalAction` for one that
    cannot be cast.
    """
    printed = card.card
    layout = printed.layout
    if TRANSFORMED in options:
        options.remove(TRANSFORMED)
        if layout != "transforming":
            raise kernel.illegal(f"{printed.name} cannot be cast transformed", "chosen_face")
        return 1
    if not layout or not kernel.has("chosen_face"):
        return 0
    if layout == "prototype":
        return int(alternative == layout)
    if layout == "transforming" and alternative in CAST_TRANSFORMED:
        return 1
    if FUSED in options:
        options.remove(FUSED)
        if not may_be_fused(printed) or card.zone != "hand" or not kernel.has("fuse"):
            raise kernel.illegal(f"{printed.name} cannot be fused here", "fuse")
        return 0
    face = face_called(printed, wanted) if wanted and wanted != printed.name else 0
    if face and layout in ("flip", "preparation", "meld", "transforming"):
        raise kernel.illegal(f"{printed.others[face - 1].name} cannot be cast: {printed.name} can", "chosen_face")
    if face and layout in ("adventure", "omen") and card.remembers.get(PLAYABLE) == [player] and card.zone == "exile":
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


def zone_after(kernel: Kernel, spell: Thing) -> str:
    """Where an instant or sorcery goes as it resolves: one cast as an Adventure is exiled, as an Omen shuffled into the
    library (715.3d, 720.3d)."""
    if not spell.face or not kernel.has("adventure"):
        return "graveyard"
    return {"adventure": "exile", "omen": "library"}.get(spell.card.layout, "graveyard")


def left_as(kernel: Kernel, spell: Thing, player: str, became: Thing | None) -> list[Event]:
    """What follows once a spell has left the stack resolved: who cast an Adventure may play its card from exile for as
    long as it remains there; a library that an Omen went into is shuffled."""
    if became is None or not spell.face:
        return []
    if spell.card.layout == "adventure" and became.zone == "exile":
        became.remembers[PLAYABLE] = [player]
        kernel.note(f"{player} may play {became.label} from exile", "adventure")
    if spell.card.layout == "omen" and became.zone == "library":
        return [Event("shuffle", player=spell.owner)]
    return []
