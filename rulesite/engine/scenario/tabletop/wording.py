"""Sentences of the scenario language for what the engine lists: actions, and the answers to a question."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations

from rulesite.engine.abilities.kinds import ActivatedAbility
from rulesite.engine.casting.mana_abilities import mana_abilities_of
from rulesite.engine.game import Game
from rulesite.engine.legal_actions import PlayerAction
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import Choice
from rulesite.engine.state.objects import Thing

MAX_NUMBERS = 21
"""Numbers offered as answers, at most."""
MAX_ORDERED = 3
"""Things whose orders are all offered."""
_NTH = ("", "first ", "second ", "third ")
_OBJECT = re.compile(r"\s*\(?\bobject (\d+)\)?$")
_SPAN = re.compile(r"\((\d+) to (\d+|any)\)$")
_PLAIN_WORD = re.compile(r"(?:white|blue|black|red|green)$")


def sentence_of(game: Game, action: PlayerAction) -> str:
    """The sentence that a player says for an action."""
    things, player = game.state.things, action.player
    name = name_of(game, things[action.thing]) if action.thing else ""
    match action.kind:
        case "pass":
            return f"{player} passes"
        case "all pass":
            return "All pass"
        case "land" | "cast":
            sentence = f"{player} plays {action.face or name}"
            if action.alternative == "morph":
                sentence += " face down"
            elif action.alternative:
                sentence += f" using {action.alternative}"
            if action.option:
                sentence += f" with {action.option}"
        case "activate":
            sentence = _activation(game, action, name)
        case "turn up":
            sentence = f"{player} turns {name} face up"
        case "attack":
            against = action.against
            target = name_of(game, things[against]) if isinstance(against, int) else against
            return f"{player} attacks {target} with {name}"
        case "block":
            return f"{player} blocks {name_of(game, things[int(action.against)])} with {name}"
        case _:
            sentence = f"{player} {action.kind}s {name}"
    if action.mana:
        sentence += " tapping " + " and ".join(name_of(game, things[source]) for source in action.mana)
    return sentence


def name_of(game: Game, thing: Thing) -> str:
    """The name of an object, with its owner's where another object has the same."""
    alike = [each for each in game.state.things.values() if each.label == thing.label]
    if len({each.owner for each in alike}) > 1 and "'s " not in thing.label:
        return f"{thing.owner}'s {thing.label}"
    return thing.label


def _activation(game: Game, action: PlayerAction, name: str) -> str:
    thing = game.state.things[action.thing]
    held = [each for each in look(game.kernel, thing.id).every_ability if isinstance(each.ability, ActivatedAbility)]
    mana = {each.key for each in mana_abilities_of(game.kernel, thing)}
    own = held[action.number - 1]
    made = [each for each in held if each.key in mana]
    if "land" in look(game.kernel, thing.id).types and own.key in mana and len(made) == 1:
        return f"{action.player} taps {name} for mana"
    if len(held) == 1:
        return f"{action.player} activates {name}"
    text = own.ability.text
    alike = [each for each in held if text.casefold() in each.ability.text.casefold()]
    if text and '"' not in text and len(alike) == 1:
        return f'{action.player} activates {name}\'s ability "{text}"'
    nth = _NTH[action.number] if action.number < len(_NTH) else f"{action.number}th "
    return f"{action.player} activates {name}'s {nth}ability"


def answers_to(game: Game, choice: Choice) -> Iterator[tuple[str, str]]:
    """Each answer to a question, as a label and the sentence that gives it; not all, where several may be chosen."""
    player = choice.player
    if choice.options == ("yes", "no") or choice.kind in ("may", "pay"):
        paying = choice.kind == "pay"
        yield "Yes", f"{player} {'pays' if paying else 'does'}"
        yield "No", f"{player} {'does not pay' if paying else 'declines'}"
        return
    names = [option_name(game, option) for option in choice.options]
    if choice.kind == "order":
        for order in permutations(names) if len(names) <= MAX_ORDERED else [names]:
            yield ", then ".join(order), f"{player} orders {', '.join(order)}"
    elif choice.kind == "mode":
        for number, name in enumerate(names, 1):
            yield name, f"{player} chooses mode {number}"
    elif not names:
        yield from _numbers(choice)
    else:
        for option, name in zip(choice.options, names, strict=True):
            yield option, f"{player} chooses {name}"
        if choice.minimum == 0:
            yield "Nothing", f"{player} chooses nothing"


def _numbers(choice: Choice) -> Iterator[tuple[str, str]]:
    span = _SPAN.search(choice.prompt)
    if span is not None:
        low = int(span[1])
        high = low + MAX_NUMBERS if span[2] == "any" else int(span[2])
        for number in range(low, min(high + 1, low + MAX_NUMBERS)):
            yield str(number), f"{choice.player} chooses {number}"


def option_name(game: Game, option: str) -> str:
    """How a sentence names an option: an object or player by name, any other word in quotation marks."""
    exact = _OBJECT.search(option)
    if exact is not None and int(exact[1]) in game.state.things:
        return name_of(game, game.state.things[int(exact[1])])
    labels = {thing.label for thing in game.state.things.values()}
    if option in labels or option in game.state.players or option.isdigit() or _PLAIN_WORD.match(option):
        return option
    return f'"{option}"' if '"' not in option else option
