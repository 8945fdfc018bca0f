"""Words that players choose freely: creature types, land types and card names, and whether such a word exists."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.node import Node
from rulesite.engine.eras.subtypes import subtypes_on
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.references import source_name
from rulesite.engine.language.vocabulary import vocabulary
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import BASIC_LAND_TYPES, CARD_TYPES, Card

FREE = ("creature type", "land type", "card name", "card type")


def choose_freely(frame: Frame, node: ir.ChooseQuality, player: str) -> str:
    """The word that a player chooses.

    Raises :class:`IllegalAction` for a word that does not exist, :class:`NotModelled` if it is unknown whether a card
    of that name fits.
    """
    kernel, quality = frame.kernel, node.quality
    said = str(kernel.free_word(quality, player, source_name(frame)))
    if said.casefold() in {each.casefold() for each in node.except_}:
        raise kernel.illegal(f"{said} may not be chosen as the {quality}", "impossible_choice")
    if quality == "card name":
        if node.among != ir.Anything() and kernel.has("named_card") and not _named(kernel, said, node.among):
            raise kernel.illegal(f"no such card as is asked for is called {said}", "named_card")
        return said
    if kernel.has("existing_subtype") and not _exists(kernel, quality, said):
        raise kernel.illegal(f"{said!r} is no {quality}", "existing_subtype")
    return said


def _exists(kernel: Kernel, quality: str, word: str) -> bool:
    """Whether such a type exists; until 2003 any single word without another meaning in the game would do."""
    known = vocabulary()
    if quality == "card type":
        return word.casefold() in CARD_TYPES
    if quality == "land type":
        return _is_listed("land", word, kernel)
    if _is_listed("creature", word, kernel):
        return True
    if kernel.rules.creature_type_choice == "existing":
        return False
    low = word.casefold()
    taken = {**known.types, **known.supertypes, **known.colors, **known.subtypes}
    return " " not in low and low not in taken and low not in {"opponent", "player", *known.keywords, *known.counters}


def _is_listed(card_type: str, word: str, kernel: Kernel) -> bool:
    """Whether the rules of the day list a creature type or land type."""
    return word.casefold() in {each.casefold() for each in subtypes_on(card_type, kernel.rules.date)}


def _named(kernel: Kernel, name: str, among: Node) -> bool:
    """Whether the card with a name fits a description as printed: among the cards of this game and the basic lands;
    what became of a permanent makes no difference (201.4a). A half, an inset or a back face is asked by what it is
    itself (201.4b to 201.4f)."""
    known = [thing.card for thing in kernel.state.things.values() if thing.kind == "card"]
    cards = {face.name.casefold(): face for card in known for face in (*card.others, card)}
    for land in BASIC_LAND_TYPES:
        cards.setdefault(land.casefold(), Card(land, types=("land",), supertypes=("basic",), subtypes=(land,)))
    card = cards.get(name.casefold())
    if card is None:
        raise NotModelled(f"nobody in this game has a card called {name}, so it is not known what it is")
    return _fits(card, among)


def _fits(card: Card, test: Node) -> bool:
    match test:
        case ir.All(parts=parts):
            return all(_fits(card, part) for part in parts)
        case ir.AnyOf(parts=parts):
            return any(_fits(card, part) for part in parts)
        case ir.Not(part=part):
            return not _fits(card, part)
        case ir.HasType(type=name):
            return name in card.types
        case ir.HasSupertype(supertype=name):
            return name in card.supertypes
        case ir.HasSubtype(subtype=name):
            return name in card.subtypes
        case ir.IsCard() | ir.Anything():
            return True
    raise NotModelled(f"the engine cannot tell of a card that is only named whether it is {type(test).__name__}")
