"""The face or half of a card that is played, and the zone it goes to (709.3, 712.11, 712.13, 715.3, 718.3)."""

from __future__ import annotations

from rulesite.engine.state.event import Event
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import Thing
from rulesite.engine.state.sides import face_called

from .fusing import FUSED, may_be_fused

PLAYABLE = "playable by"
"""The memory key for the player who may play a card from where it is."""

TRANSFORMED = "transformed"
"""The option of casting a card with its back face up by an effect."""
CAST_TRANSFORMED = ("disturb", "more than meets the eye")
"""The alternative costs for which a double-faced card is cast with its back face up (702.146a, 702.162a, 712.8c)."""

# Kinds of cards whose permanents show the same face as the spell.
_STAYS_UP = ("transforming", "modal", "prototype")


def face_to_cast(
    kernel: Kernel, player: str, card: Thing, wanted: str, alternative: str, options: list[str], now: bool = False
) -> int:
    """The index of the set of characteristics that a player casts a card with; ``wanted`` is its name, "" if none was
    given; with "fuse" among the ``options`` it is both halves of a split card. An effect that has it cast ``now`` asks
    whether an adventurer card is cast as its Adventure.

    Raises ``UnscriptedChoice`` if there is a choice and none was given; raises :class:`IllegalAction` for a face that
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
        return face_called(printed, said)
    if now and not wanted and layout in ("adventure", "omen") and card.remembers.get(PLAYABLE) != [player]:
        names = [printed.name, *(each.name for each in printed.others)]
        return face_called(printed, kernel.choose_word("face", player, card.label, "as which spell", names))
    return face


def face_to_play_as_land(kernel: Kernel, player: str, card: Thing, wanted: str) -> int:
    """The face of a card that is played as a land; a modal double-faced card may use either that is a land (712.12)."""
    printed = card.card
    if printed.layout != "modal" or not kernel.has("chosen_face"):
        return 0
    lands = [each.name for each in (printed, *printed.others) if "land" in each.types]
    if not wanted and len(lands) == 2:
        wanted = kernel.choose_word("face", player, card.label, "which face", lands)
    return face_called(printed, wanted or next(iter(lands), printed.name))


def put_up(kernel: Kernel, card: Thing, face: int) -> None:
    """Show a set of characteristics: only the chosen one is looked at to see if it can be cast (709.3a)."""
    if card.face != face:
        card.face = face
        kernel.state.touch()


def face_that_enters(thing: Thing) -> int:
    """The set of characteristics that is up when a spell becomes a permanent: for a two-faced or prototyped spell the
    one it showed, else the usual one."""
    return thing.face if thing.card.layout in _STAYS_UP else 0


def zone_after(kernel: Kernel, spell: Thing) -> str:
    """The zone an instant or sorcery goes to as it resolves: an Adventure is exiled, an Omen shuffled into the library
    (715.3d, 720.3d)."""
    if not spell.face or not kernel.has("adventure"):
        return "graveyard"
    return {"adventure": "exile", "omen": "library"}.get(spell.card.layout, "graveyard")


def left_as(kernel: Kernel, spell: Thing, player: str, became: Thing | None) -> list[Event]:
    """The events after a resolved spell has left the stack: the caster of an Adventure may play its card from exile for
    as long as it stays there; an Omen's library is shuffled."""
    if became is None or not spell.face:
        return []
    if spell.card.layout == "adventure" and became.zone == "exile":
        became.remembers[PLAYABLE] = [player]
        kernel.note(f"{player} may play {became.label} from exile", "adventure")
    if spell.card.layout == "omen" and became.zone == "library":
        return [Event("shuffle", player=spell.owner)]
    return []
