"""Reading the sentences of a script: its actions and its choices."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from lark import Token, Tree

from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.language.lexer import Names
from rulesite.engine.scenario.language.parser import parse
from rulesite.engine.scenario.language.trees import AbilityRef, Ref, leaf, named, named_all
from rulesite.engine.scenario.model import Sentence

from .choices import Said

_VERBS = {
    "sacrifices": "sacrifice",
    "discards": "discard",
    "finds": "search",
    "reveals": "reveal",
    "returns": "return",
    "exiles": "exile",
    "keeps": "legend",
    "untaps": "untap",
    "puts": "put",
    "redirects": "damage",
}


_ILLEGAL = re.compile(r"^(.*?),?\s+which\s+is\s+(?:illegal|not\s+legal)(?:\s+because\s+of\s+(.+))?$", re.DOTALL)


@dataclass(frozen=True)
class Action:
    """One parsed sentence of the script.

    ``refused`` is the reason why the script calls it illegal ("": any reason); the game goes on without it.
    """

    sentence: Sentence
    kind: str
    tree: Tree[Any]
    merged: tuple[Tree[Any], ...] = ()
    refused: str | None = None


def read_script(
    sentences: tuple[Sentence, ...], names: Names, path: str, before: Iterable[Action] = ()
) -> list[Action]:
    """Parse the actions of a script. Consecutive attacks (or blocks) form one declaration.

    ``before`` are the actions of the sentences before these, with which the result begins. Raises
    :class:`ScenarioError` for a sentence that cannot be read.
    """
    found: list[Action] = list(before)
    for said in sentences:
        attempt = _ILLEGAL.match(said.text)
        if attempt is not None:
            tried = read_script((Sentence(attempt.group(1), said.line),), names, path)
            found += [*tried[:-1], replace(tried[-1], sentence=said, refused=attempt.group(2) or "")]
            continue
        _add(found, _trees((said,), names, path))
    return found


def _add(found: list[Action], trees: Iterable[tuple[Sentence, Tree[Any]]]) -> None:
    for sentence, tree in trees:
        kind = str(tree.data)
        same = found and found[-1].kind == kind and found[-1].refused is None
        if (
            same
            and kind in ("attack", "block", "creature_blocks", "creature_attacks")
            and (kind != "attack" or leaf(found[-1].tree) == leaf(tree))
        ):
            last = found.pop()
            found.append(
                Action(
                    Sentence(f"{last.sentence.text}; {sentence.text}", last.sentence.line),
                    kind,
                    last.tree,
                    (*last.merged, tree),
                )
            )
        else:
            found.append(Action(sentence, kind, tree))


def _trees(sentences: tuple[Sentence, ...], names: Names, path: str) -> Iterator[tuple[Sentence, Tree[Any]]]:
    """Yield every sentence with its tree; "all pass, all pass" is two sentences."""
    for sentence in sentences:
        try:
            read = [(sentence, parse(sentence.text, "act", names).children[0])]
        except ScenarioError as error:
            parts = [Sentence(part.strip(), sentence.line) for part in sentence.text.split(",")]
            try:
                read = [(part, parse(part.text, "act", names).children[0]) for part in parts if part.text]
            except ScenarioError:
                raise error.at(path, sentence.line) from None
        for _, tree in read:
            try:
                _check_once(tree)
            except ScenarioError as error:
                raise error.at(path, sentence.line) from None
        yield from read


_ONCE = {
    "targeting": "targeting Bear and Wolf",
    "choosing": "choosing Bear and Wolf",
    "choosing_modes": "choosing modes 1 and 2",
    "dividing": "dividing 2 to Bear, 1 to Bob",
    "paying": "paying sacrifice Bear, then {2}{B}",
    "tapping": "tapping Forest and Swamp",
    "x_is": "with X = 3",
    "from_zone": "from her graveyard",
}
"""What a sentence says once, with all of it in one list, and how: a second list would replace the first."""


def _check_once(tree: Tree[Any]) -> None:
    for mods in tree.find_data("mods"):
        kinds = [str(mod.data) for mod in mods.children if isinstance(mod, Tree)]
        for kind, how in _ONCE.items():
            if kinds.count(kind) > 1:
                word = how.partition(" ")[0]
                raise ScenarioError(f"{word!r} stands twice in one sentence", mend=f"Say all of it at once: {how}")


def _in_order(order: Tree[Any]) -> list[Any]:
    """What is put in an order: names, or in quotation marks what the question calls them ("Ox 2")."""
    parts = [each for each in order.children if isinstance(each, Tree)]
    return [Ref(str(leaf(each))) if each.data == "quoted" else named(each) for each in parts]


def is_choice(action: Action) -> bool:
    """Whether a sentence only answers a question."""
    return action.kind in ("choice", "assign")


def choices(actions: list[Action]) -> list[Said]:
    """The choices of a script, in order, each with the number of deeds before it."""
    found: list[Said] = []
    deeds = 0
    for action in actions:
        if is_choice(action):
            found += [replace(answer, after=deeds) for answer in answers_of(action)]
        else:
            deeds += 1
    return found


def answers_of(action: Action) -> list[Said]:
    tree, text = action.tree, action.sentence.text
    if action.kind == "assign":
        subject = named(tree.children[0])
        return [Said("any", shares_of(tree.children[1]), about=subject.name, sort="damage", sentence=text)]
    about_tree, said = tree.children
    about = ""
    if about_tree is not None:
        ref = named(about_tree)
        about = (ref.of if isinstance(ref, AbilityRef) else ref).name
    if said.data == "comes_up":
        return [Said("any", str(leaf(said.children[0])), "", about, sort="word", sentence=text, verbs=("coin",))]
    player = str(leaf(said.children[0])) if said.children else ""

    def answer(value: Any, sort: str, *verbs: str) -> Said:
        return Said("any", value, player, about, sort=sort, sentence=text, verbs=verbs)

    match said.data:
        case "says_no":
            return [answer(False, "decide")]
        case "says_yes" | "does_pay":
            made = [named_all(each.children[0]) for each in said.find_data("made_with")]
            return [answer(True, "decide"), *(answer(things, "mana") for things in made)]
        case "chooses_dividing":
            return [answer(picked(said.children[1]), "things"), answer(shares_of(said.children[2]), "shares")]
        case "does_not_pay":
            return [answer(False, "decide")]
        case "chooses_modes":
            return [answer(number, "mode") for number in modes_of(said.children[1])]
        case "calls":
            return [answer(str(leaf(said.children[1])), "word", "call")]
        case "rolls":
            return [answer(leaf(said.children[1]), "number", "die")]
        case "chooses_x":
            return [answer(leaf(said.children[1]), "number")]
        case "orders":
            return [answer(_in_order(said.children[1]), "order")]
        case "acts":
            return [answer(picked(said.children[2]), "things", _VERBS[leaf(said.children[1])])]
    picks = said.children[1]
    words = [each for each in picks.children if isinstance(each, Tree)]
    if words and words[0].data == "pick_number":
        return [answer(leaf(each), "number") for each in words]
    if words and words[0].data == "pick_word":
        return [answer(str(leaf(each)), "word") for each in words]
    return [answer(picked(picks), "things")]


def picked(picks: Tree[Any]) -> list[Any]:
    return [
        named(each)
        for each in picks.children
        if isinstance(each, Tree) and each.data not in ("pick_word", "pick_number")
    ]


def modes_of(tree: Tree[Any]) -> list[int]:
    return [int(token.value) for token in tree.children if isinstance(token, Token)]


def shares_of(tree: Tree[Any]) -> dict[Ref, int]:
    found: dict[Ref, int] = {}
    for share in tree.children:
        first, second = share.children
        number, who = (first, second) if isinstance(first, Token) else (second, first)
        ref = named(who)
        if not isinstance(ref, Ref):
            raise ScenarioError(f"damage is not assigned to {ref}")
        found[ref] = int(leaf(number))
    return found
