"""Objects: cards as printed, and permanents, spells and abilities on the stack at a given moment.

A card's printed values never change (:class:`Card`). Every stay in a zone is a new object (:class:`Thing`), because an
object that changes zones becomes a new one (rule 217.1c in 2006-10-01, 400.7 from 2009-07-11). An object after the
continuous effects is a :class:`Characteristics`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rulesite.engine.abilities.kinds import KeywordAbility, LevelAbility, StaticAbility, TriggeredAbility
from rulesite.engine.state.ability_record import AbilityRecord

from .codec import register

COLOURS = ("white", "blue", "black", "red", "green")
COLOUR_OF = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
SYMBOL_OF = {colour: symbol for symbol, colour in COLOUR_OF.items()}
CARD_TYPES = (
    "artifact",
    "creature",
    "enchantment",
    "instant",
    "land",
    "planeswalker",
    "sorcery",
    "battle",
    "interrupt",
    "tribal",
    "kindred",
    "vanguard",
    "dungeon",
)
SUPERTYPES = ("basic", "legendary", "snow", "world", "ongoing", "snow-covered")
PERMANENT_TYPES = frozenset({"artifact", "creature", "enchantment", "land", "planeswalker", "battle"})
BASIC_LAND_TYPES = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}


@register
@dataclass(frozen=True)
class Card:
    """The printed values of one card, token or copy. ``power`` and ``toughness`` may be ``"*"`` or ``"1+*"``.

    ``mana_cost`` is a tuple of symbols (``("3", "B")``), ``None`` when the card has no mana cost (a land).
    ``abilities`` are the compiled abilities of ``text`` in printed order. ``layout`` and ``others`` are the kind of a
    card with several sets of characteristics and its further sets (:mod:`.sides`); ``valued_as`` is the mana cost from
    which the mana value is computed if that is not its own (the back of a double-faced card). ``modifiers`` are the
    hand modifier and the life modifier of a vanguard card, ``pair`` is the name of the other card of a meld pair.
    ``unread`` are the paragraphs of ``text`` for which there are no abilities, each with the reason: where one would
    work, the game stops. ``positions`` are those of its abilities, if not simply 0, 1, 2 …: of a
    card that shows a part of its text (709.5).
    """

    name: str
    types: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    colours: frozenset[str] = frozenset()
    mana_cost: tuple[str, ...] | None = None
    power: int | str | None = None
    toughness: int | str | None = None
    loyalty: int | None = None
    text: str = ""
    abilities: tuple[Any, ...] = ()
    layout: str = ""
    others: tuple[Card, ...] = ()
    valued_as: tuple[str, ...] | None = None
    modifiers: tuple[int, int] = (0, 0)
    pair: str = ""
    defense: int | None = None
    unread: tuple[tuple[str, str], ...] = ()
    positions: tuple[int, ...] = ()

    @cached_property
    def keywords(self) -> frozenset[str]:
        """The keywords among its abilities."""
        return frozenset(getattr(each, "keyword", "") for each in self.abilities)

    @property
    def is_permanent_card(self) -> bool:
        return bool(PERMANENT_TYPES & set(self.types))


@register
@dataclass(frozen=True)
class HeldAbility:
    """One instance of an ability on an object.

    ``key`` identifies an instance on one object and stays the same while the instance exists: ``"printed 0"``, ``"rule
    0"`` (from a rule, such as the mana ability of a basic land type) or ``"effect 12.0"``. ``keyword`` is the keyword
    that stands for this ability, if any.
    """

    key: str
    ability: Any
    timestamp: int = 0
    keyword: str = ""


@register
@dataclass(frozen=True)
class Characteristics:
    """The characteristics of an object after all continuous effects; also stored as last known information.

    ``either_value`` are the mana values of the halves of a split card on the days when it has both of them. ``copied``
    is the key of the effect by which it has become a copy, if any.
    """

    name: str
    types: frozenset[str] = frozenset()
    supertypes: frozenset[str] = frozenset()
    subtypes: frozenset[str] = frozenset()
    colours: frozenset[str] = frozenset()
    mana_cost: tuple[str, ...] | None = None
    power: int | None = None
    toughness: int | None = None
    loyalty: int | None = None
    abilities: tuple[HeldAbility, ...] = ()
    controller: str = ""
    restrictions: frozenset[str] = frozenset()
    copied: str = ""
    valued_as: tuple[str, ...] | None = None
    either_value: tuple[int, ...] = ()

    @cached_property
    def every_ability(self) -> tuple[HeldAbility, ...]:
        """The abilities, each keyword followed by the abilities that it stands for."""
        return tuple(flatten(self.abilities))

    @cached_property
    def static(self) -> tuple[HeldAbility, ...]:
        """The static abilities."""
        return tuple(held for held in self.every_ability if isinstance(held.ability, StaticAbility))

    @cached_property
    def triggered(self) -> tuple[HeldAbility, ...]:
        """The triggered abilities."""
        return tuple(held for held in self.every_ability if isinstance(held.ability, TriggeredAbility))

    @property
    def names(self) -> frozenset[str]:
        """The names of an object: a split card has two (709.4a).

        >>> sorted(Characteristics("Fire//Ice").names)
        ['Fire', 'Ice']
        """
        return frozenset(self.name.split("//")) if self.name else frozenset()

    @property
    def mana_value(self) -> int:
        """The mana value (converted mana cost): the total amount of mana in the cost; ``{X}`` counts as 0.

        >>> Characteristics("Bear", mana_cost=("3", "B", "X")).mana_value
        4
        """
        return mana_value(self.mana_cost if self.valued_as is None else self.valued_as)

    def but(self, **changes: Any) -> Characteristics:
        """A copy with some values changed. This is called all the time; `dataclasses.replace` takes three times as
        long, and loses what is cached about the abilities where these are the same."""
        made = object.__new__(Characteristics)
        held = made.__dict__
        held.update(self.__dict__)
        held.update(changes)
        if "abilities" in changes:
            for known in _OF_ABILITIES & held.keys():
                del held[known]
        return made


_OF_ABILITIES = {name for name, each in vars(Characteristics).items() if isinstance(each, cached_property)}


def flatten(held: tuple[HeldAbility, ...]) -> Iterator[HeldAbility]:
    """Every ability of an object; a keyword or level is followed by the abilities that it stands for."""
    for each in held:
        yield each
        if isinstance(each.ability, KeywordAbility | LevelAbility):
            keyword = getattr(each.ability, "keyword", "")
            expanded = tuple(
                HeldAbility(f"{each.key}.{number}", ability, each.timestamp, keyword)
                for number, ability in enumerate(each.ability.expands)
            )
            yield from flatten(expanded)


def level_of(thing: Thing) -> int:
    """The level of a permanent: 1 unless it became another (716.2d in 2026-06-19)."""
    return int(thing.remembers.get(LEVEL, 1))


CONVOKED_BY = "linked convoke"
"""What an object remembers of the creatures that were tapped to convoke it."""
ATTACKED = "attacked"
"""The memory of what has left combat: the player, planeswalker or battle that it attacked."""
PHASED_UNDER, NOBODY_LEFT = "phased under", "nobody who is left"
"""The memory of a phased-out permanent: under whose control it phased out. Where that player has left the game it is
nobody, from the time on when his or her next turn would have begun."""
CAST_BY = "cast as permitted by"
"""The memory of a spell, and the permanent that it becomes: the objects whose effects permitted it to be cast."""
CAST_LATE = "cast late"
"""Memory key: it was cast when a sorcery could not be, and its text says that it is lost for that."""
DEVOURED = "devoured"
"""The key of the number of objects that a permanent has devoured, in what it remembers."""
REGENERATED = "regenerated now"
"""The memory of an effect: the permanent that one of its regeneration shields has just regenerated."""
SNEAKS_AT = "sneaks at"
"""The memory of a spell: what the creature that was returned for its sneak cost attacked."""
LIFE_SYMBOLS = "symbols paid with life"
"""What was paid for a spell: how many Phyrexian symbols with life."""
LEVEL = "level"
"""The memory key of a permanent's level."""


def mana_value(cost: tuple[str, ...] | None) -> int:
    """The total of a mana cost.

    >>> mana_value(("2", "W/U", "2/B", "X"))
    5
    """
    total = 0
    for symbol in cost or ():
        if symbol.isdigit():
            total += int(symbol)
        elif "/" in symbol:
            total += max(int(part) if part.isdigit() else 1 for part in symbol.split("/"))
        elif symbol not in "XYZ":
            total += 1
    return total


def colours_of_cost(cost: tuple[str, ...] | None) -> frozenset[str]:
    """The colours of the coloured symbols in a mana cost.

    >>> sorted(colours_of_cost(("1", "W/U", "B")))
    ['black', 'blue', 'white']
    """
    parts = {part for symbol in cost or () for part in symbol.split("/")}
    return frozenset(COLOUR_OF[part] for part in parts if part in COLOUR_OF)


@register
@dataclass
class Recalled:
    """What the earlier steps of a text acted on: by verb, in the last step, what it left over, how many, and whether it
    was done."""

    memo: dict[str, list[str]] = field(default_factory=dict)
    last_verb: str = ""
    rest: list[str] | None = None
    previous: int | None = None
    did: bool | None = None


EVERY = "every"
"""The memory of what all steps acted on by the verb after it, not the last one alone."""
SEARCHED = "searched libraries"
"""The memory of the players whose libraries were searched by a step that offered a choice of zones."""


@register
@dataclass
class Bindings:
    """The bindings of one ability's words while it is carried out; :class:`Frame` evaluates them in a game.

    ``controller`` is "you", ``source`` the object that has the ability, ``stack_id`` the spell or ability on the stack.
    References are ``object 7`` or ``player Ann``. ``targets`` has one list per target slot, ``illegal`` those that are
    no longer legal. ``memo`` is what earlier steps acted on, by verb; ``follow`` maps an object to what it became when
    this effect, or the event that triggered it, moved it. ``event`` are the facts of that event.

    ``doer`` is the player who carries out the present instruction. ``current`` is the present member while going
    through ``each``; ``own`` is what the steps acted on for each player (during one player's turn in this, ``others``),
    and ``last_doers`` are the players whom ``last_who`` named in the last step that several players carried out.
    ``passed_over`` is what the steps would have bound that were skipped by choice or condition, so that they acted on
    nothing. ``rest``, ``previous`` and
    ``did`` are ``None`` until a step has set them. ``record`` has the choices and results that later words refer to.
    """

    controller: str
    source: int = 0
    stack_id: int = 0
    x: int | None = None
    targets: list[list[str]] = field(default_factory=list)
    illegal: list[str] = field(default_factory=list)
    modes: list[int] = field(default_factory=list)
    division: dict[str, int] = field(default_factory=dict)
    paid: dict[str, int] = field(default_factory=dict)
    mana_spent: list[str] = field(default_factory=list)
    memo: dict[str, list[str]] = field(default_factory=dict)
    last_verb: str = ""
    rest: list[str] | None = None
    previous: int | None = None
    did: bool | None = None
    follow: dict[str, str] = field(default_factory=dict)
    event: dict[str, Any] = field(default_factory=dict)
    doer: str = ""
    current: str = ""
    each: Any = None
    own: dict[str, Recalled] = field(default_factory=dict)
    others: dict[str, Recalled] = field(default_factory=dict)
    last_who: Any = None
    last_doers: list[str] = field(default_factory=list)
    candidate: str = ""
    passed_over: list[str] = field(default_factory=list)
    optional_choice: bool | None = None
    record: AbilityRecord = field(default_factory=AbilityRecord)

    @property
    def chooser(self) -> str:
        """The player who makes the choices of the present instruction: the one who carries it out, else "you"."""
        return self.doer or self.controller

    def forget_costs(self) -> None:
        """Forget what was done to pay, for "each … this way", which means only what the effect does."""
        self.memo = {verb: done for verb, done in self.memo.items() if not verb.startswith(f"{EVERY} ")}

    def recall(self) -> Recalled:
        """The memory of what the steps have acted on so far."""
        return Recalled(self.memo, self.last_verb, self.rest, self.previous, self.did)

    def recollect(self, recalled: Recalled) -> None:
        """Continue as if the steps had acted on this."""
        self.memo, self.last_verb, self.rest = recalled.memo, recalled.last_verb, recalled.rest
        self.previous, self.did = recalled.previous, recalled.did


@register
@dataclass
class Play:
    """The decisions made while a spell or ability was put on the stack.

    ``trigger_id`` is the number of the occurrence of a triggered ability, ``total_cost`` the locked-in cost.
    """

    bound: Bindings
    ability: Any = None
    ability_key: str = ""
    kind: str = "spell"
    alternative: str = ""
    total_cost: list[str] = field(default_factory=list)
    trigger_id: int = 0
    state_trigger: bool = False
    copy: bool = False


@register
@dataclass(frozen=True)
class Sticker:
    """A name sticker on an object: its word is inserted in the name after so many of the other words (123.6)."""

    word: str
    after: int
    timestamp: int


@register
@dataclass
class Thing:
    """One object: a card, token or copy in a zone, or an ability on the stack.

    ``label`` is its name for people; it stays with the physical card while ``id`` changes with every zone.
    ``controller`` is the controller before control-changing effects, ``counted`` the time of each kind of ``counters``.
    ``face`` is the index of its card's set of characteristics that is up (0: the usual one), ``turned`` how often it
    has been turned over. ``own`` are the cards that represent it if these are not ``card``: it entered as a copy, or
    melded. ``commander``: the card is designated as a commander, whatever its zone and looks; ``stickers`` are those on
    it, which it keeps in public zones.
    """

    id: int
    label: str
    kind: str
    card: Card
    owner: str
    controller: str
    zone: str
    timestamp: int
    counters: dict[str, int] = field(default_factory=dict)
    counted: dict[str, int] = field(default_factory=dict)
    tapped: bool = False
    face_down: bool = False
    flipped: bool = False
    face: int = 0
    turned: int = 0
    own: tuple[Card, ...] = ()
    commander: bool = False
    stickers: tuple[Sticker, ...] = ()
    phased_out: bool = False
    damage: int = 0
    deathtouched: bool = False
    attached_to: str = ""
    since_turn: int = 0
    arrived: int = 0
    was: int = 0
    remembers: dict[str, Any] = field(default_factory=dict)
    play: Play | None = None

    @property
    def on_battlefield(self) -> bool:
        return self.zone == "battlefield" and not self.phased_out

    def may_have(self, *keywords: str) -> bool:
        """Whether one of some keywords is among the words of its cards, on any face; does not compute effects."""
        card = self.card
        if not self.own and not card.others:
            return bool(card.abilities) and not card.keywords.isdisjoint(keywords)
        return any(not each.keywords.isdisjoint(keywords) for each in (card, *card.others, *self.own))

    def renew(self, timestamp: int) -> None:
        """Give the object a new timestamp; its counters keep theirs."""
        for kind in self.counters:
            self.counted.setdefault(kind, self.timestamp)
        self.timestamp = timestamp

    def remove_damage(self) -> None:
        """Remove all marked damage, and the mark for damage by a source with deathtouch."""
        self.damage, self.deathtouched = 0, False


@register
@dataclass
class Known:
    """Last known information about an object that has left the zone it was in.

    ``became`` is its present object, ``also`` those of the further cards of a melded permanent; ``spell`` is the object
    itself if it was on the stack, with all that was chosen for it. ``sides`` is the card with both of its faces, if it
    had two, and ``face`` the one that was up.
    """

    id: int
    label: str
    kind: str
    owner: str
    zone: str
    characteristics: Characteristics
    counters: dict[str, int] = field(default_factory=dict)
    tapped: bool = False
    attached_to: str = ""
    damage: int = 0
    became: int = 0
    attachments: list[int] = field(default_factory=list)
    remembers: dict[str, Any] = field(default_factory=dict)
    combat: dict[str, list[int]] = field(default_factory=dict)
    card: Card = Card("")
    face_down: bool = False
    also: list[int] = field(default_factory=list)
    spell: Thing | None = None
    sides: Card | None = None
    face: int = 0
