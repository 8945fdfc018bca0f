"""Sentences of the scenario language for what the engine lists: actions, and the answers to a question."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations

from rulesite.engine.abilities.kinds import ActivatedAbility
from rulesite.engine.casting.mana_abilities import mana_abilities_of
from rulesite.engine.game import Game
from rulesite.engine.legal_actions import PlayerAction
from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import Choice
from rulesite.engine.state.objects import Thing
from rulesite.engine.state.sides import shown

MAX_NUMBERS = 21
"""Numbers offered as answers, at most."""
MAX_EXPECTED = 6
"""Words that are named as what may follow, at most."""
MAX_ORDERED = 3
"""Things whose orders are all offered."""
_CANNOT_BE_READ = re.compile(r"cannot be read: '(.+)'$")
_LIKE_THESE = (
    "Sentences are like these: “Ann plays Bolt targeting Bear tapping Mountain”, “Ann attacks Bob with Bear and Wolf”, "
    "“Bob blocks Bear with Ox”, “Ann activates Font”, “Ann chooses Bear”, “All pass”, “Bob's upkeep”."
)
_NTH = ("", "first ", "second ", "third ")
_OBJECT = re.compile(r"\s*\(?\bobject (\d+)\)?$")
_SPAN = re.compile(r"\((\d+) to (\d+|any)\)$")
_TOTAL = re.compile(r"\((\d+)\)$")
_BESIDES = re.compile(r"besides (\d+(?:, \d+)*)")
_TARGET = re.compile(r"target number (\d+)")
_ORDINAL = ("", "first", "second", "third", "fourth", "fifth")
_ORDERS = {
    "put them in order, the first goes first": "In which order do they go on the stack? The last one resolves first.",
    "the order on top, the first is the top": "In which order do they lie on top? The first is the top card.",
    "in which order, the top one first": "In which order do they go there? The first is on top.",
}
_ASKING = re.compile(r"(?:For |With |In |To )?(?:Wh(?:o|om|ose|at|ich|ere)|How)\b", re.IGNORECASE)
_LISTED = re.compile(r"( tapping | paying tap | exile )((?:(?! tapping |, then ).)+)")
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
                quoted = " " in action.alternative
                sentence += f' using "{action.alternative}"' if quoted else f" using {action.alternative}"
            if action.option:
                sentence += f" with {action.option}"
        case "activate":
            sentence = _activation(game, action, name)
        case "turn up":
            sentence = f"{player} turns {name} face up"
        case "bring in":
            sentence = f"{player} brings in {name}"
        case "unlock":
            sentence = f"{player} unlocks {action.face} of {name}"
        case "end":
            sentence = f"{player} ends {name}'s effect"
        case "ignore":
            sentence = f"{player} ignores {name}'s effect"
        case "attack":
            against = action.against
            target = name_of(game, things[against]) if isinstance(against, int) else against
            sentence = f"{player} attacks {target} with {name}"
        case "block":
            sentence = f"{player} blocks {name_of(game, things[int(action.against)])} with {name}"
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
    if yes := yes_to(choice):
        yield "Yes", yes
        yield "No", f"{player} {'does not pay' if choice.kind == 'pay' else 'declines'}"
        return
    names = [option_name(game, option) for option in choice.options]
    if choice.kind == "order":
        for order in permutations(names) if len(names) <= MAX_ORDERED else [names]:
            yield ", then ".join(order), f"{player} orders {', '.join(order)}"
    elif choice.kind == "damage" and names:
        total = _total(choice)
        for name in names:
            yield f"{total} to {name}", f"{_subject(game, choice)} assigns {total} to {name}"
    elif choice.minimum > 1:
        return
    elif choice.kind == "mode":
        yield from _modes(game, choice)
    elif not names:
        yield from _numbers(choice)
    else:
        for option, name in zip(choice.options, names, strict=True):
            yield option, f"{player} chooses {name}"
        if choice.minimum == 0:
            yield "Nothing", f"{player} chooses nothing"


def unclear_plainly(error: ScenarioError) -> str:
    """Why a sentence of a course cannot be carried out, with how such sentences are written.

    >>> unclear_plainly(ScenarioError("cannot be read: 'Ann foos'", word="foos", expected="abcdefg"))[:54]
    '“Ann foos” is not understood from “foos” on. Sentences'
    >>> unclear_plainly(ScenarioError("nothing in the game is called 'Ox'", line=3, mend="Look at the names"))
    "Nothing in the game is called 'Ox'. Look at the names."
    """
    if error.word and (sentence := _CANNOT_BE_READ.match(error.message)):
        few = f"After it may come: {', '.join(error.expected)}. " if len(error.expected) <= MAX_EXPECTED else ""
        return f"“{sentence[1]}” is not understood from “{error.word}” on. {few}{_LIKE_THESE}"
    text = error.message[:1].upper() + error.message[1:]
    return ". ".join(part.strip(". ") for part in (text, error.mend) if part) + "."


def yes_to(choice: Choice) -> str:
    """The sentence that says yes to a question; empty for one that is not answered with yes or no."""
    if choice.options == ("yes", "no") or choice.kind in ("may", "pay"):
        return f"{choice.player} {'pays' if choice.kind == 'pay' else 'does'}"
    return ""


def asked_plainly(choice: Choice) -> str:
    """A question as one would ask it.

    >>> asked_plainly(Choice("X", "Ann", "Bolt", "the value of X (0 to any)"))
    'Which number is X?'
    >>> asked_plainly(Choice("target", "Ann", "Twins", "target number 2", ("Bear", "Ox", "Elk"), 2, 2))
    'Choose 2 targets, for the second time that its text says “target”.'
    >>> asked_plainly(Choice("damage", "Ann", "Ogre", "divide its combat damage (6)", ("Bear", "Bob")))
    'Divide its combat damage: 6 in all.'
    >>> asked_plainly(Choice("number", "Ann", "Die", "choose a number (1 to 6)"))
    'Choose a number, from 1 to 6.'
    >>> asked_plainly(Choice("legend", "Ann", "Thalia", "which one to keep", ("Thalia", "Thalia 2")))
    'Which one to keep?'
    >>> asked_plainly(Choice("may", "Ann", "Ox", "do it (you may)", ("yes", "no")))
    'Do it? Its text says that you may.'
    """
    prompt, span = _SPAN.sub("", choice.prompt).strip(), number_span(choice)
    if choice.kind == "target" and (nth := _TARGET.match(prompt)):
        most, least = choice.maximum, choice.minimum
        number = f"{most} target{'' if most == 1 else 's'}"
        if least != most:
            number = f"{least} to {number}" if least else f"up to {number}"
        elif most == 1:
            number = "a target"
        which = f", for the {_ORDINAL[int(nth[1])]} time that its text says “target”" if nth[1] in "2345" else ""
        return f"Choose {number}{which}."
    if choice.kind == "X":
        return "Which number is X?"
    if choice.kind == "order":
        return _ORDERS.get(prompt, f"{prompt[:1].upper()}{prompt[1:]}.")
    if prompt == "do it (you may)":
        return "Do it? Its text says that you may."
    total = _TOTAL.search(prompt)
    text = f"{prompt[: total.start()].strip()}: {total[1]} in all" if total else prompt
    text = f"{text[:1].upper()}{text[1:]}"
    if yes_to(choice):
        return f"{text}?"
    if span is not None:
        low, high = span
        text += f", from {low} to {high}" if high is not None else f", {low} or more"
    return f"{text}{'?' if _ASKING.match(text) else '.'}"


def shortly(sentence: str) -> str:
    """A sentence for a button: what is tapped or exiled to pay is counted by name, an alternative cost called one.

    >>> shortly("Ann plays Force using alternative")
    'Ann plays Force for its alternative cost'
    >>> shortly("Ann plays Wurm paying tap Elf and Elf 2 tapping Forest 1 and Bog and Forest 2")
    'Ann plays Wurm paying tap 2 Elf tapping 2 Forest and Bog'
    """

    def counted(found: re.Match[str]) -> str:
        names = Counter(re.sub(r" \d+$", "", name) for name in found[2].split(" and "))
        return found[1] + " and ".join(f"{number} {name}" if number > 1 else name for name, number in names.items())

    return _LISTED.sub(counted, sentence).replace(" using alternative", " for its alternative cost")


def number_span(choice: Choice) -> tuple[int, int | None] | None:
    """The least and the greatest number that answers a question, which has no greatest where any will do; None for a
    question that is not answered with a number."""
    span = _SPAN.search(choice.prompt)
    return None if span is None else (int(span[1]), None if span[2] == "any" else int(span[2]))


def texts_of(choice: Choice) -> list[tuple[str, str]]:
    """The options of a question with their words, where it has these."""
    return [(option, text) for option, text in zip(choice.options, choice.texts, strict=False) if text]


@dataclass(frozen=True)
class Ballot:
    """An answer that is put together of parts, and the beginning of its sentence.

    ``form``: "several" (``low`` to ``high`` of the parts), "shares" (``total`` divided among them), "order" (a place
    for each), "number" (from ``low`` on) or "word". ``parts`` are labels, and what a sentence calls them.
    """

    form: str
    start: str
    parts: tuple[tuple[str, str], ...] = ()
    low: int = 0
    high: int = 0
    total: int = 0


def ballot_of(game: Game, choice: Choice) -> Ballot | None:
    """The parts of an answer to a question whose answers :func:`answers_to` does not all list."""
    if yes_to(choice):
        return None
    player, names = choice.player, [option_name(game, option) for option in choice.options]
    parts = tuple(zip(choice.options, names, strict=True))
    if choice.kind == "damage":
        start = f"{_subject(game, choice)} assigns"
        return Ballot("shares", start, parts, total=_total(choice)) if len(parts) > 1 else None
    if choice.kind == "order":
        return Ballot("order", f"{player} orders", parts) if len(parts) > MAX_ORDERED else None
    if choice.maximum > 1 and names:
        return Ballot("several", f"{player} chooses", parts, choice.minimum, choice.maximum)
    if names:
        return None
    span = number_span(choice)
    if span is None:
        return Ballot("word", f"{player} names")
    low, high = span
    return Ballot("number", f"{player} chooses", low=low) if high is None or high >= low + MAX_NUMBERS else None


def composed(form: str, start: str, parts: Iterable[tuple[str, str]]) -> str:
    """The sentence of a ballot from what was filled in: each part's name, with its share, place, number or word.

    >>> composed("shares", "Ogre assigns", [("Bear", "2"), ("Wolf", "0"), ("Bob", "1")])
    'Ogre assigns 2 to Bear, 1 to Bob'
    >>> composed("order", "Ann orders", [("Bear", "2"), ("Wolf", "1")])
    'Ann orders Wolf, Bear'
    >>> composed("several", "Ann chooses", [("Bear", "on"), ("Wolf", "on")]), composed("several", "Ann chooses", [])
    ('Ann chooses Bear and Wolf', 'Ann chooses nothing')
    >>> composed("word", "Ann names", [("", "Goblin")]), composed("number", "Ann chooses", [("", "40")])
    ('Ann names "Goblin"', 'Ann chooses 40')
    """
    filled = [(name, value.strip()) for name, value in parts if value.strip()]
    match form:
        case "shares":
            said = ", ".join(f"{value} to {name}" for name, value in filled if value != "0")
        case "order":
            said = ", ".join(name for name, value in sorted(filled, key=lambda part: _place(part[1])))
        case "several":
            said = " and ".join(name for name, _ in filled)
        case "word":
            said = "".join(f'"{value.replace(chr(34), "")}"' for _, value in filled[:1])
        case _:
            said = "".join(value for _, value in filled[:1])
    return f"{start} {said or 'nothing'}"


def _subject(game: Game, choice: Choice) -> str:
    """The name of the object that a question is about, one of the player's own."""
    alike = [game.state.things[each] for each in game.state.zone("battlefield")]
    own = [thing for thing in alike if thing.label == choice.about and game.controller(thing.id) == choice.player]
    return name_of(game, own[0]) if own else choice.about


def _place(text: str) -> int:
    return int(text) if text.isdecimal() else 0


def _total(choice: Choice) -> int:
    found = _TOTAL.search(choice.prompt)
    return int(found[1]) if found else 0


def _modes(game: Game, choice: Choice) -> Iterator[tuple[str, str]]:
    """The modes of a text, each with its words where these are told apart."""
    about = [thing for thing in game.state.things.values() if thing.label == choice.about]
    modes = [line[1:].strip() for line in shown(about[-1]).text.splitlines() if line.startswith("•")] if about else []
    besides = _BESIDES.search(choice.prompt)
    chosen = besides[1].split(", ") if besides else []
    for number, sentence in _numbers(choice):
        if number in chosen:
            continue
        if number == "0":
            yield "No more", sentence
        elif int(number) <= len(modes):
            yield f"{number}: {modes[int(number) - 1]}", f"{choice.player} chooses mode {number}"
        else:
            yield f"Mode {number}", f"{choice.player} chooses mode {number}"


def _numbers(choice: Choice) -> Iterator[tuple[str, str]]:
    span = number_span(choice)
    if span is not None:
        low = span[0]
        high = low + MAX_NUMBERS if span[1] is None else span[1]
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
