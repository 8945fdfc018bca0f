"""Tables for one ability: its card where it works, objects for its nouns, causes for its events, and two players."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.card_reader import card
from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.game import Game
from rulesite.engine.language.vocabulary import BASIC_LAND_TYPES
from rulesite.engine.liveness.acting import Action, RandomPlayers
from rulesite.engine.liveness.causes import CAUSES, causes_for
from rulesite.engine.liveness.fitting import MAX_NUMBER, Wanted, descriptions, wanted
from rulesite.engine.state.game_state import object_ref
from rulesite.engine.state.objects import COLOURS, Card

PLAYERS = ("Ann", "Bob")
LIVES = (20, 20, 20, 1, 4, 10, 13, 40)
MAX_CROWD = 7
OWN_SHARE = 0.35
"""How often the card itself is played, or its abilities, where that can be tried."""
STEPS = ("upkeep", "draw", "precombat main", "beginning of combat", "end", "untap")
CHOSEN = {
    "creature type": ("Bear",),
    "type": ("Bear",),
    "color": ("green", *COLOURS),
    "basic land type": ("Forest", *BASIC_LAND_TYPES),
    "land type": ("Forest", *BASIC_LAND_TYPES),
    "card type": ("creature", "artifact", "land"),
    "card name": ("Bear", "Cause"),
    "player": PLAYERS,
    "opponent": ("Bob",),
}
"""What was chosen as a card entered: something that the tables have."""
PLAYER_COUNTERS = frozenset({"poison", "energy", "experience"})
HAD = (0, 1, 2, 3, 5, 9)
"""How many counters a player has of a kind that the ability names."""
MAX_EXILED = 3
COMBAT_STATUS = frozenset({"attacking", "blocking", "blocked", "unblocked", "attacking alone"})
COMBAT_PARTS = frozenset(
    {
        *("Attacks", "AttackedWith", "PlayerAttacks", "AttacksUnblocked", "CantAttack", "MustAttack", "AttacksNow"),
        *("BlocksOnce", "BlocksEach", "BecomesBlocked", "BecomesBlockedByEach", "CantBlock", "MustBlock"),
        *("CantBeBlocked", "Blocks", "BlockedBy", "InCombatWith", "DamageDealt"),
    }
)
TIMES = {"turn": "upkeep", "main": "precombat main", "combat": "beginning of combat"}
PLACES = ("hand", "graveyard", "exile", "command", "battlefield", "library")
ZONES = (("hand", 3), ("graveyard", 1), ("exile", 1))


@dataclass(frozen=True)
class Subject:
    """A card and the number of the ability on it that is tried."""

    card: Card
    number: int
    day: str

    @property
    def ability(self) -> ir.Ability:
        """The ability that is tried."""
        ability: ir.Ability = self.card.abilities[self.number]
        return ability

    def without(self) -> Card:
        """The card without what the ability does: without a static ability, or without the effect of another one."""
        ability: Any = self.ability
        blank = (
            replace(ability, parts=()) if isinstance(ability, ir.StaticAbility) else replace(ability, effect=NO_EFFECT)
        )
        abilities = list(self.card.abilities)
        abilities[self.number] = blank
        return replace(self.card, abilities=tuple(abilities))


NO_EFFECT = ir.Sequence(())


class Table:
    """One table of a subject, known by its seed; two of the same seed differ only in the `shown` card."""

    def __init__(self, subject: Subject, seed: int, shown: Card) -> None:
        self.subject = subject
        self.dice = random.Random(f"{subject.card.name} {subject.number} {seed}")
        self.game = Game(subject.day, PLAYERS)
        self.players = RandomPlayers(self.game, self.dice, ZONES)
        self.parts = [type(part).__name__ for part in ir.walk(subject.ability)]
        self.players.chance.words = self._words()
        self.fights = any(_is_of_combat(part) for part in ir.walk(subject.ability))
        self.id = 0
        self._set_up(shown)
        self.game.kernel.script = self.players.chance

    def _words(self) -> tuple[str, ...]:
        subtypes = {part.subtype for part in ir.walk(self.subject.ability) if isinstance(part, ir.HasSubtype)}
        return (*sorted(subtypes), "Goblin", "Forest", "red", "Bear")

    def _set_up(self, shown: Card) -> None:
        game, dice = self.game, self.dice
        short = dice.random() < 0.15
        for player in PLAYERS:
            game.set_life(player, dice.choice(LIVES))
            for land in BASIC_LAND_TYPES:
                snow = "Snow " if dice.random() < 0.3 else ""
                printed = card(land, f"Basic {snow}Land - {land}")
                game.put(printed, player, dice.choice(["battlefield", "hand"]))
            game.put(card("Bear", "Creature - Bear 2/2, green", cost="{1}{G}"), player)
            game.fill_library(player, 2 if short else 12)
            kinds = {getattr(part, "kind", "") for part in ir.walk(self.subject.ability)} & PLAYER_COUNTERS
            game.state.players[player].counters.update({kind: dice.choice(HAD) for kind in sorted(kinds)})
        hosts = self._put_fitting()
        self._put_subject(shown, hosts)
        self._put_causes()

    def _put_fitting(self) -> list[int]:
        """Set up something for each description of the card; returns the ids of permanents."""
        dice, permanents = self.dice, []
        nouns = list(descriptions(self.subject.card.abilities)) if dice.random() < 0.3 else []
        nouns += list(descriptions(self.subject.ability))
        crowd = dice.choice([1, 1, 1, 2, 3, MAX_CROWD, *self._numbers() * 2])
        for noun in nouns[:14]:
            for _ in range(crowd):
                fit = wanted(noun, dice)
                if dice.random() < 0.15:
                    fit = Wanted(zone=fit.zone)
                placed = self._put(fit)
                if placed is not None:
                    permanents.append(placed)
        return permanents

    def _numbers(self) -> list[int]:
        """The numbers of things that the ability names: so many are set up more often."""
        numbers = {part.value for part in ir.walk(self.subject.ability) if isinstance(part, ir.Number)}
        return sorted(each for each in numbers if isinstance(each, int) and 2 < each <= MAX_CROWD)

    def _put(self, fit: Wanted) -> int | None:
        """Set an object up; returns its id if it is a permanent."""
        game, dice = self.game, self.dice
        line = fit.line(dice)
        zone = fit.zone if fit.zone in ("hand", "graveyard", "library", "exile") else "battlefield"
        player = fit.player or dice.choice(PLAYERS)
        if "Different" in self.parts:  # "five or more mana values among cards in your graveyard"
            fit.numbers.setdefault("mana value", dice.randrange(MAX_NUMBER))
        cost = fit.symbols + "{" + str(fit.number("mana value", dice)) + "}"
        try:
            made = thing(
                fit.name or f"Thing {len(game.state.things)}",
                line,
                "\n".join(word.capitalize() for word in fit.keywords),
                None if "land" in line else cost,
                game.rules.date,
            )
        except (UnreadableText, ValueError):
            return None
        if not made.is_permanent_card and zone == "battlefield":
            zone = "hand"
        if zone != "battlefield":
            placed = game.put(made, player, zone, position=0 if zone == "library" else None)
            game.state.things[placed].commander = fit.commander
            return None
        counters = {kind: count for kind, count in fit.counters.items() if count}
        if "planeswalker" in made.types:
            counters = {"loyalty": 4}
        tapped = "tapped" in fit.status or (dice.random() < 0.2 and "untapped" not in fit.status)
        placed = game.put(made, player, tapped=tapped, counters=counters or None, token=fit.token)
        game.state.things[placed].commander = fit.commander
        return placed

    def _put_subject(self, shown: Card, hosts: list[int]) -> None:
        """Set the card up in a zone where the ability works, or in hand."""
        game, dice = self.game, self.dice
        ability: Any = self.subject.ability
        zones = [zone for zone in ability.zones if zone in PLACES]
        zone = dice.choice([*zones, *zones, "battlefield"] + ["hand"] * (4 if _is_about_entering(ability) else 1))
        if zone == "battlefield" and not shown.is_permanent_card:
            zone = "hand"
        attached: str | int = ""
        if zone == "battlefield" and {"Aura", "Equipment", "Fortification"} & set(shown.subtypes):
            attached = self._host(shown, hosts)
        owner = "Ann" if dice.random() < 0.9 else "Bob"
        grown = zone == "battlefield" and shown.toughness == 0
        self.id = game.put(
            shown,
            owner,
            zone,
            attached_to=attached,
            position=0 if zone == "library" else None,
            counters={"+1/+1": 2} if grown else None,
            chosen=self._chosen() if zone == "battlefield" else None,
        )
        if zone == "battlefield":
            self._put_exiled()

    def _chosen(self) -> dict[str, str]:
        """The choices that the card asks for as it enters, for a card that is there from the beginning."""
        parts = list(ir.walk(self.subject.card.abilities))
        asks = (ir.HasChosen, ir.ChooseQuality, ir.SetChosen)
        qualities = {part.quality for part in parts if isinstance(part, asks)}
        qualities |= {"player"} if any(isinstance(part, ir.ChosenPlayer) for part in parts) else set()
        return {quality: self.dice.choice(CHOSEN[quality]) for quality in sorted(qualities & set(CHOSEN))}

    def _put_exiled(self) -> None:
        """Set up cards that were exiled with the card, if the ability speaks of them: some that fit its words."""
        game, dice = self.game, self.dice
        with_it = ir.Linked("exile")
        if with_it not in list(ir.walk(self.subject.ability)):
            return
        nouns = [each for each in descriptions(self.subject.ability) if with_it in list(ir.walk(each))]
        there = set(game.state.zone("exile"))
        for _ in range(dice.randint(0, MAX_EXILED)):
            fit = wanted(dice.choice(nouns), dice) if nouns else Wanted()
            fit.zone = "exile"
            self._put(fit)
        exiled = [object_ref(each) for each in game.state.zone("exile") if each not in there]
        game.state.things[self.id].remembers["linked exile"] = exiled

    def _host(self, shown: Card, hosts: list[int]) -> str | int:
        """What an Aura or Equipment is attached to: something that it may enchant or equip."""
        game, dice = self.game, self.dice
        quality = next(
            (
                each.quality
                for each in shown.abilities
                if isinstance(each, ir.KeywordAbility) and each.keyword == "enchant"
            ),
            None,
        )
        if quality is None:
            kind = "land" if "Fortification" in shown.subtypes else "creature"
            fit = Wanted(types={kind})
        else:
            if any(isinstance(part, ir.IsPlayer) for part in ir.walk(quality)):
                return dice.choice(PLAYERS)
            fit = wanted(quality, dice)
        fit.zone = "battlefield"
        other = [each for each in hosts if fit.types <= game.characteristics(each).types]
        if other and dice.random() < 0.5:
            return dice.choice(other)
        placed = self._put(fit)
        return placed if placed is not None else "Ann's Bear"

    def _put_causes(self) -> None:
        game, dice = self.game, self.dice
        if dice.random() < 0.1:
            return
        serving = causes_for(self.parts)
        chosen = dice.sample(serving, min(3, len(serving)))
        chosen += [each[:2] for each in dice.sample(CAUSES, 3)]
        for number, (line, text) in enumerate(chosen):
            player = "Ann" if dice.random() < 0.6 else "Bob"
            cost = dice.choice(["{0}", "{1}", "{W}", "{U}", "{B}", "{R}", "{G}"])
            game.put(cause(line, text, cost, self.subject.day), player, "hand", label=f"Cause {number}")

    # -- playing

    def act(self) -> None:
        """Try one action. Raises EngineError if it is not legal or not modelled; then nothing has changed."""
        self.players.chance.lands = []
        own = [*self._of_subject(), *self._of_combat(), *self._from_hand()]
        if own and self.dice.random() < OWN_SHARE:
            self.dice.choice(own)()
        else:
            self.dice.choice([*self.players.actions(), *self._of_time()])()

    def _of_subject(self) -> list[Action]:
        """Playing the card and activating its abilities, wherever it is; more often than other actions."""
        game, players = self.game, self.players
        things = game.state.things.values()
        there = next((each for each in things if each.label == self.subject.card.name), None)
        player = game.state.priority
        if there is None or not player or there.zone in ("stack", "outside"):
            return []
        thing_id = there.id
        if there.zone != "battlefield" and not isinstance(self.subject.ability, ir.ActivatedAbility):
            if "land" in there.card.types:
                return [lambda: game.play_land(player, thing_id)]
            held_words = [each.keyword for each in there.card.abilities if isinstance(each, ir.KeywordAbility)]
            ways = ["", *(word for word in held_words if word == "bestow")]
            return [players.paid(player, lambda way=way: game.play(player, thing_id, alternative=way)) for way in ways]  # type: ignore[misc]
        held = game.characteristics(thing_id).every_ability
        count = sum(isinstance(each.ability, ir.ActivatedAbility) for each in held)
        actions: list[Action] = []
        for number in range(1, count + 1):
            actions += [players.paid(player, lambda number=number: game.activate(player, thing_id, number))]  # type: ignore[misc]
        return actions

    def _of_combat(self) -> list[Action]:
        """An attack with all creatures that may, if the ability speaks of combat."""
        game, state = self.game, self.game.state
        if not self.fights or state.step != "precombat main" or state.zone("stack") or state.priority != state.active:
            return []
        player = state.active
        herd = [
            each
            for each in state.zone("battlefield")
            if game.controller(each) == player and "creature" in game.characteristics(each).types
        ]
        chosen = [each for each in herd if each == self.id or self.dice.random() < 0.6]
        return [lambda: game.attack(player, chosen)] * 2 if chosen else []

    def _from_hand(self) -> list[Action]:
        """Activating an ability of another card in hand (cycling)."""
        game, player = self.game, self.game.state.priority
        if not player:
            return []
        return [
            self.players.paid(player, lambda each=each: game.activate(player, each, 1))  # type: ignore[misc]
            for each in game.state.zone("hand", player)
            if game.state.things[each].label.startswith("Cause")
            and any(isinstance(held.ability, ir.ActivatedAbility) for held in game.characteristics(each).every_ability)
            and "creature" in game.characteristics(each).types
        ]

    def _of_time(self) -> list[Action]:
        """Going on to a step that the ability names, or to any."""
        game, dice = self.game, self.dice
        if not game.state.priority:
            return []
        named = [part.step for part in ir.walk(self.subject.ability) if isinstance(part, ir.StepBegins)]
        step = dice.choice([*STEPS, *(TIMES.get(each, each) for each in named * 3)])
        player = dice.choice(PLAYERS)
        return [lambda: game.to_step(step, player)] * (3 if named else 1)


def _is_of_combat(part: ir.Node) -> bool:
    """Whether a part of an ability speaks of attacking, blocking or combat damage."""
    status = isinstance(part, ir.HasStatus) and part.status in COMBAT_STATUS
    step = isinstance(part, ir.StepBegins) and "combat" in part.step
    return status or step or type(part).__name__ in COMBAT_PARTS


def _is_about_entering(ability: ir.Ability) -> bool:
    """Whether an ability is about its own object's way to the battlefield."""
    return any(
        isinstance(part, ir.EntersWith | ir.AsEnters | ir.EntersAsCopy)
        or (isinstance(part, ir.ZoneChange) and part.to == "battlefield" and ir.Self() in ir.walk(part))
        for part in ir.walk(ability)
    )


@lru_cache(maxsize=512)
def cause(line: str, text: str, cost: str, day: str) -> Card:
    """An invented card that brings something about."""
    return Game(day).card("Cause", line, text=text, cost=cost)


def thing(name: str, line: str, text: str, cost: str | None, day: str) -> Card:
    """An object for a noun. Raises UnreadableText or ValueError for keywords or a type line that are none."""
    return replace(_printed(line, text, cost, day), name=name)


@lru_cache(maxsize=4096)
def _printed(line: str, text: str, cost: str | None, day: str) -> Card:
    return Game(day).card("Thing", line, text=text, cost=cost)
