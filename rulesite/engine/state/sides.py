"""Cards with several sets of characteristics, and the set that an object shows (708 to 722 in 2026-06-19).

Such a card has its usual values, like every card, and also carries its other sets, each fully computed when it is made
by :func:`joined`. :func:`shown` picks a set; no rule is carried out here.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import accumulate

from rulesite.engine.abilities.events import DoorUnlocked
from rulesite.engine.abilities.kinds import KeywordAbility
from rulesite.engine.abilities.node import Node, rewrite
from rulesite.engine.abilities.predicates import All, IsPermanent
from rulesite.engine.abilities.traits import HasType
from rulesite.engine.language.vocabulary import vocabulary

from .objects import Card, Thing, colours_of_cost, mana_value

LAYOUTS = {
    "transforming": ("back",),
    "modal": ("modal",),
    "meld": ("meld",),
    "flip": ("flipped",),
    "split": ("left", "right"),
    "adventure": ("adventure",),
    "omen": ("omen",),
    "preparation": ("prepare",),
    "prototype": ("prototype",),
}
"""The kinds of such cards, with the names of their further sets of characteristics, in order."""

TWO_FACED = ("transforming", "modal")
"""The kinds with a Magic card face on each side, which can be turned over."""


def joined(layout: str, *cards: Card) -> Card:
    """A card of several sets of characteristics, made from each set as it is printed.

    The first is the front face, the unflipped half, the card without its inset; for a split card the left half. Raises
    ``ValueError`` for an unknown kind, and for a wrong number of sets.

    >>> both = joined("split", Card("Fire", mana_cost=("1", "R")), Card("Ice", mana_cost=("1", "U")))
    >>> both.name, both.mana_cost, [half.name for half in both.others]
    ('Fire//Ice', ('2', 'R', 'U'), ['Fire', 'Ice'])
    """
    if layout not in LAYOUTS:
        raise ValueError(f"{layout!r} is no kind of card with several faces: {', '.join(LAYOUTS)}")
    sets = len(LAYOUTS[layout]) + (layout != "split")
    if len(cards) != sets:
        raise ValueError(f"a card of the kind {layout!r} has {sets} sets of characteristics, not {len(cards)}")
    first, *rest = cards
    if layout == "split":
        halves = tuple(_of_half(half, number) for number, half in enumerate(cards, 1))
        return replace(_combined(*halves), layout=layout, others=halves)
    other = rest[0]
    if layout == "flip":
        # The colour and the mana cost stay as they are: 710.1c.
        other = replace(other, mana_cost=first.mana_cost, colours=first.colours)
    elif layout == "meld":
        other = replace(other, mana_cost=None)
    elif layout == "transforming":
        # No mana cost of its own; its mana value is that of the front face: 202.3b.
        other = replace(other, mana_cost=None, valued_as=first.mana_cost or ())
    elif layout == "prototype":
        # Only power, toughness, mana cost and colour differ: 718.5.
        other = replace(
            first,
            mana_cost=other.mana_cost,
            colours=colours_of_cost(other.mana_cost),
            power=other.power,
            toughness=other.toughness,
        )
    return replace(first, layout=layout, others=(other,))


MERGED = "merged"
"""The layout of the values of a merged permanent, which the cards that have mutated represent."""
TOKEN_PARTS = "parts that are tokens"
"""What a merged permanent that is no token remembers: the places of the tokens among what represents it."""
COMMANDER_PARTS = "parts that are commanders"
"""What a commander that is a melded or merged permanent remembers: the places of the commanders among what represents
it."""


def commander_parts(thing: Thing) -> list[int]:
    """The places of the commanders among the cards that represent an object: of several cards mostly one alone is."""
    return list(thing.remembers.get(COMMANDER_PARTS, [0])) if thing.commander else []


def _of_half(half: Card, number: int) -> Card:
    """A half of a split card, with the number of the half in its abilities about "this door" (709.5h)."""

    def numbered(node: Node) -> Node:
        return replace(node, half=number) if isinstance(node, DoorUnlocked) else node

    return replace(half, abilities=rewrite(half.abilities, numbered))


UNLOCKED = "unlocked"
"""The memory key of a permanent's unlocked halves: 1 for the left one, 2 for the right one (709.5c)."""


def has_shared_line(card: Card) -> bool:
    """Whether a card is a split permanent card, a Room, whose halves are unlocked one by one (709.5).

    >>> has_shared_line(joined("split", Card("Attic", ("enchantment",)), Card("Walk", ("enchantment",))))
    True
    >>> has_shared_line(joined("split", Card("Fire", ("instant",)), Card("Ice", ("instant",))))
    False
    """
    return card.layout == "split" and card.is_permanent_card


@lru_cache(maxsize=512)
def with_unlocked(card: Card, halves: tuple[int, ...]) -> Card:
    """A split permanent card with the name, mana cost and text of its unlocked halves alone (709.5).

    >>> room = joined("split", Card("Attic", ("enchantment",)), Card("Walk", ("enchantment",)))
    >>> [with_unlocked(room, halves).name for halves in ((), (1,), (2,), (1, 2))]
    ['', 'Attic', 'Walk', 'Attic//Walk']
    """
    if len(halves) == len(card.others):
        return card
    whole, ends = _combined(*card.others), list(accumulate(len(half.abilities) for half in card.others))
    half = card.others[halves[0] - 1] if halves else Card("")
    end = ends[halves[0] - 1] if halves else 0
    added = range(ends[-1], len(card.abilities))  # by an exception of a copy effect
    positions = (*range(end - len(half.abilities), end), *added)
    return replace(
        card,
        name=half.name if card.name == whole.name else card.name,
        colours=half.colours if card.colours == whole.colours else card.colours,
        mana_cost=half.mana_cost if card.mana_cost == whole.mana_cost else card.mana_cost,
        text=half.text,
        abilities=tuple(card.abilities[position] for position in positions),
        positions=positions,
        unread=half.unread,
    )


MELDED = "melded"
"""The layout of the values of a melded permanent, which two cards represent."""


def melded(one: Card, other: Card) -> Card:
    """The card that a meld pair becomes; its mana value is the sum of theirs (202.3c).

    One of the two carries its values. Raises ``ValueError`` for cards that are not a pair.
    """
    both = next((a.others[0] for a, b in ((one, other), (other, one)) if a.layout == "meld" and a.pair == b.name), None)
    if both is None:
        raise ValueError(f"{one.name} and {other.name} do not meld")
    return replace(both, layout=MELDED, valued_as=(*(one.mana_cost or ()), *(other.mana_cost or ())))


def _combined(left: Card, right: Card) -> Card:
    """The two halves of a split card combined, as it is everywhere but on the stack (709.4)."""
    return Card(
        f"{left.name}//{right.name}",
        _both(left.types, right.types),
        _both(left.supertypes, right.supertypes),
        _both(left.subtypes, right.subtypes),
        left.colours | right.colours,
        combined_cost(left.mana_cost, right.mana_cost),
        text="\n".join(filter(None, (left.text, right.text))),
        abilities=left.abilities + right.abilities,
        unread=left.unread + right.unread,
    )


def _both(left: tuple[str, ...], right: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*left, *right)))


def combined_cost(*costs: tuple[str, ...] | None) -> tuple[str, ...]:
    """Several mana costs combined: the generic mana added up, then every other symbol in order.

    >>> combined_cost(("R",), ("3", "G")), combined_cost(None, ("X", "B"))
    (('3', 'R', 'G'), ('X', 'B'))
    """
    symbols = [symbol for cost in costs for symbol in cost or ()]
    generic = sum(int(symbol) for symbol in symbols if symbol.isdigit())
    variable = [symbol for symbol in symbols if symbol in ("X", "Y", "Z")]
    rest = [symbol for symbol in symbols if not symbol.isdigit() and symbol not in variable]
    return (*variable, *((str(generic),) if generic or not (rest or variable) else ()), *rest)


def symbols_in_cost(card: Card) -> tuple[str, ...]:
    """The separate symbols in a mana cost; for a split card those of each half as printed (709.4b).

    >>> symbols_in_cost(joined("split", Card("Fire", mana_cost=("1", "R")), Card("Ice", mana_cost=("1", "U"))))
    ('1', 'R', '1', 'U')
    """
    halves = card.others if card.layout == "split" else (card,)
    return tuple(symbol for half in halves for symbol in half.mana_cost or ())


def either_value(card: Card) -> tuple[int, ...]:
    """The mana values of the halves of a split card.

    >>> either_value(joined("split", Card("Assault", mana_cost=("R",)), Card("Battery", mana_cost=("3", "G"))))
    (1, 4)
    """
    return tuple(mana_value(half.mana_cost) for half in card.others)


def physical(thing: Thing) -> Card:
    """The card or token that represents an object, whatever it is a copy of; the first where there are several."""
    return thing.own[0] if thing.own else thing.card


def is_double_faced(thing: Thing) -> bool:
    """Whether a double-faced card or token is among what represents a permanent, whatever it is a copy of (712.1)."""
    return any(card.layout in (*TWO_FACED, "meld") for card in thing.own or (thing.card,))


def shown(thing: Thing, card: Card | None = None) -> Card:
    """The set of characteristics that an object shows: from its own values, or from ``card`` that it has become a copy
    of.

    Only the object's own status turns the copied card over: a flipped permanent shows the flipped half of whatever it
    is (110.5c).
    """
    card = card or thing.card
    if thing.remembers.get(BESTOWED):
        return as_aura(card)
    if not card.others:
        return card
    if card.layout == "flip":
        return card.others[0] if thing.flipped and thing.zone == "battlefield" else card
    if thing.zone == "battlefield" and has_shared_line(card):
        return with_unlocked(card, tuple(thing.remembers.get(UNLOCKED, ())))
    if thing.face and card is thing.card and not thing.own:
        return card.others[thing.face - 1]
    return card


BESTOWED = "bestowed"
"""The memory key by which a spell, and the permanent that it becomes, are marked as cast bestowed (702.103b)."""


@lru_cache(maxsize=512)
def as_aura(card: Card) -> Card:
    """A card as it is while bestowed: not a creature, but an Aura with enchant creature; otherwise unchanged."""
    creature = All((HasType("creature"), IsPermanent()))
    return replace(
        card,
        types=tuple(word for word in card.types if word != "creature"),
        subtypes=(*(word for word in card.subtypes if word not in vocabulary().creature_types), "Aura"),
        power=None,
        toughness=None,
        abilities=(KeywordAbility("enchant", quality=creature, text="Enchant creature"), *card.abilities),
    )


def face_up(thing: Thing) -> Card:
    """An object's card before effects: a single face for a card of which only the shown face is copied (707.8)."""
    return bare(shown(thing)) if thing.card.layout in (*TWO_FACED, "meld", MELDED, "prototype") else thing.card


def names_of(card: Card) -> tuple[str, ...]:
    """Every name that a card has on any of its faces.

    >>> names_of(joined("flip", Card("Jushi Apprentice"), Card("Tomoya the Revealer")))
    ('Jushi Apprentice', 'Tomoya the Revealer')
    """
    return tuple(dict.fromkeys((card.name, *(each.name for each in card.others))))


def face_called(card: Card, name: str) -> int:
    """The index of the set of characteristics with a name: 0 for the usual one, then the others.

    Raises ``ValueError`` if no set has the name.
    """
    names = [card.name, *(each.name for each in card.others)]
    if name not in names:
        raise ValueError(f"no face of {card.name} is called {name!r}")
    return names.index(name)


def both_sides(thing: Thing) -> Card | None:
    """The card of an object with a face on each side; None of any other, and of one that is a copy or face down."""
    return None if thing.card.layout not in TWO_FACED or thing.own or thing.face_down else thing.card


def bare(card: Card) -> Card:
    """One face as a separate card, as a copy of it is: not two-faced, with its own mana value."""
    return replace(card, layout="", others=(), valued_as=None)
