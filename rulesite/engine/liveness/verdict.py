"""Whether an ability is alive: whether a game with it ever goes otherwise than the same game without it."""

from __future__ import annotations

from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.liveness.outcome import ALIVE, DEAD, NOT_MODELLED, OUTSIDE, Verdict
from rulesite.engine.liveness.tables import Subject, Table
from rulesite.engine.state.characteristics import keywords
from rulesite.engine.state.choices import EngineError, IllegalAction, NotModelled
from rulesite.engine.state.objects import Card

MAX_TABLES = 60
MAX_ACTIONS = 25
BEYOND_PLAY = (
    *(ir.AnyNumberInDeck, ir.DeckContains, ir.DeckSmaller, ir.DraftsFaceUp, ir.RevealsAsDrafted, ir.OnlyForAnte),
    *(ir.MayBeCommander, ir.MayBeginInPlay, ir.MayRevealOpening, ir.MayLook),
)
"""Parts that matter when a deck is built, before the first turn, or only to what a player sees."""


def judge_card(card: Card, day: str, tables: int = MAX_TABLES) -> list[Verdict]:
    """A verdict for each static, triggered and activated ability of a card.

    >>> from rulesite.engine.game import Game
    >>> text = "When this creature enters, you gain 2 life."
    >>> [each.verdict for each in judge_card(Game("2021-11-19").card("Elf", "Creature 1/1", text=text), "2021-11-19")]
    ['alive']
    """
    return [
        judge_ability(Subject(card, number, day), tables)
        for number, ability in enumerate(card.abilities)
        if isinstance(ability, ir.StaticAbility | ir.TriggeredAbility | ir.ActivatedAbility)
    ]


def judge_ability(subject: Subject, tables: int = MAX_TABLES) -> Verdict:
    """The verdict for one ability, after as many tables as it takes; deterministic."""
    ability: Any = subject.ability
    kind = type(ability).__name__.removesuffix("Ability").casefold()

    def verdict(which: str, count: int, reason: str = "") -> Verdict:
        return Verdict(subject.card.name, subject.number + 1, ability.text, kind, which, count, reason)

    if isinstance(ability, ir.StaticAbility) and all(isinstance(part, BEYOND_PLAY) for part in ability.parts):
        return verdict(OUTSIDE, 0)
    refusals: dict[str, int] = {}
    without = subject.without()
    for seed in range(tables):
        try:
            difference = _difference(subject, without, seed)
        except NotModelled as error:
            refusals[str(error)] = refusals.get(str(error), 0) + 1
            continue
        if difference:
            return verdict(ALIVE, seed + 1, difference)
    if refusals:
        return verdict(NOT_MODELLED, tables, max(refusals, key=lambda each: refusals[each]))
    return verdict(DEAD, tables)


def _difference(subject: Subject, without: Card, seed: int) -> str:
    """The first difference between the two games of a seed, in a few words; empty if there is none.

    Raises NotModelled where the game with the ability needs what the engine does not do.
    """
    pair = [Table(subject, seed, card) for card in (subject.card, without)]
    seen = [_snapshot(table) for table in pair]
    if seen[0] != seen[1]:
        return "what is on the table"
    for _ in range(MAX_ACTIONS):
        outcomes = [_outcome(table) for table in pair]
        if isinstance(outcomes[0], NotModelled):
            raise outcomes[0]
        if "" in outcomes:  # an answer by chance that fits no question: neither game says anything
            return ""
        if isinstance(outcomes[1], NotModelled):
            return ""
        if outcomes[0] != outcomes[1]:
            return _words(*outcomes)
        seen = [_snapshot(table) for table in pair]
        if seen[0] != seen[1]:
            return "what is on the table"
        if pair[0].game.state.over:
            return ""
    return ""


def _words(one: Any, other: Any) -> str:
    if isinstance(one, tuple) and isinstance(other, tuple):
        first = next((a or b for a, b in _pairs(one, other) if a != b), "")
        return str(first)
    return f"{one if isinstance(one, str) else 'legal'} / {other if isinstance(other, str) else 'legal'}"


def _pairs(one: tuple[str, ...], other: tuple[str, ...]) -> list[tuple[str, str]]:
    most = max(len(one), len(other))
    pad = ("",) * most
    return list(zip((one + pad)[:most], (other + pad)[:most], strict=True))


def _outcome(table: Table) -> Any:
    """The steps that an action added to the trace, or why it is illegal; "" for what says nothing."""
    before = len(table.game.trace.steps)
    try:
        table.act()
    except IllegalAction as error:
        return f"illegal: {error}"
    except NotModelled as error:
        return error
    except EngineError:  # an answer by chance that fits no question
        return ""
    return tuple(step.text for step in table.game.trace.steps[before:])


def _snapshot(table: Table) -> Any:
    """All that can be seen of a game but the ability itself."""
    game = table.game
    state = game.state
    things = []
    for each in state.things.values():
        is_subject = each.card.name == table.subject.card.name
        look = game.characteristics(each.id)
        things.append(
            (
                (each.id, each.label, each.zone, each.controller, each.tapped, each.damage, each.attached_to),
                (each.face_down, each.phased_out, tuple(sorted(each.counters.items()))),
                (look.name, look.types, look.supertypes, look.subtypes, look.colours, look.power, look.toughness),
                (look.controller, look.loyalty, look.mana_cost),
                () if is_subject else tuple(held.key for held in look.every_ability),
                tuple(sorted(keywords(look))),
            )
        )
    players = [
        (each.name, each.life, tuple(sorted(each.mana.items())), tuple(sorted(each.counters.items())), each.lost)
        for each in state.players.values()
    ]
    return (state.active, state.step, state.priority, state.turn, players, things)
