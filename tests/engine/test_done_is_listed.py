"""Whatever a scenario does is listed among the actions of its player at that point, as legal.

Not yet listed, and so left out here: a creature that attacks or blocks only together with another, and a spell that is
paid with objects or by players that its sentence names (convoke, improvise, delve, assist). What cannot be told is not
modelled by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from rulesite.engine.abilities.kinds import ActivatedAbility
from rulesite.engine.casting.permissions import ALTERNATIVE, FREE, PERMISSION
from rulesite.engine.game import Game
from rulesite.engine.legal_actions import TriedAction, legal_actions
from rulesite.engine.player_actions import find_ability
from rulesite.engine.scenario import Scenario, load
from rulesite.engine.scenario.running.runner import Runner
from rulesite.engine.scenario.script.actions import read_script
from rulesite.engine.scenario.setup.board import names_of
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import EngineError, Script
from rulesite.engine.state.sides import names_of as faces_of
from tests.scenarios import FILES, each_file, texts_kept

SITUATIONS = sorted((Path(__file__).parent / "situations").glob("*.toml"))
PATHS = [*FILES, *SITUATIONS]
ALWAYS = ("battles", "as-though", "ending-effects", "ignoring-effects", "splice-and-expend")
SAMPLE = {*PATHS[::14], *(path for path in FILES if path.stem in ALWAYS)}


class Watched:
    """A game of which each action is looked for among those that are listed before it is done."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.done = 0
        self.missing: list[str] = []
        self._inside = False
        special = ("turn_face_up", "set_aside", "end_effect", "ignore_effect")
        for kind in ("play", "activate", "play_land", *special, "attack", "block", "all_pass"):
            setattr(game, kind, self._watch(getattr(game, kind), getattr(self, f"_{kind}")))

    def _watch(self, do: Callable[..., Any], wanted: Callable[..., Iterator[dict[str, Any]]]) -> Callable[..., Any]:
        def act(*args: Any, **more: Any) -> Any:
            if self._inside:
                return do(*args, **more)
            self._inside = True
            try:
                keys = list(wanted(*args, **more))
                listed = self._listed(str(args[0]) if args else "")
                result = do(*args, **more)
                helped = any(str(each).startswith(("tap ", "exile ", "assist ")) for each in more.get("pay", ()))
                for key in () if helped else keys:
                    self._look_for(key, listed, together=len(keys) > 1)
                return result
            finally:
                self._inside = False

        return act

    def _listed(self, player: str) -> list[TriedAction]:
        script, self.game.kernel.script = self.game.kernel.script, Script()
        try:
            return legal_actions(self.game, player or self.game.state.priority or self.game.state.active).tried
        finally:
            self.game.kernel.script = script

    def _look_for(self, key: dict[str, Any], listed: list[TriedAction], *, together: bool) -> None:
        self.done += 1
        alike = [each for each in listed if all(_is_meant(getattr(each.action, name), key[name]) for name in key)]
        unlisted = alike and (together or alike[0].verdict == "not modelled")
        if not unlisted and not any(each.is_legal for each in alike):
            self.missing.append(f"{key}: {[f'{each.verdict}: {each.error}' for each in alike]}")

    def _play(self, player: str, name: Any, **more: Any) -> Iterator[dict[str, Any]]:
        thing = self.game.id(name, player)
        option = "".join(list(more.get("options", ()))[:1])
        key = {"kind": "cast", "thing": thing, "alternative": more.get("alternative", ""), "option": option}
        several = len(faces_of(self.game.state.things[thing].card)) > 1
        yield {**key, "face": more.get("face", "")} if several and option != "fuse" else key

    def _activate(self, player: str, name: Any, ability: Any = None, **_: Any) -> Iterator[dict[str, Any]]:
        thing = self.game.id(name, player)
        held = find_ability(self.game.kernel, thing, ability)
        every = [
            each for each in look(self.game.kernel, thing).every_ability if isinstance(each.ability, ActivatedAbility)
        ]
        yield {"kind": "activate", "thing": thing, "number": every.index(held) + 1}

    def _play_land(self, player: str, name: Any, *_: Any, **__: Any) -> Iterator[dict[str, Any]]:
        yield {"kind": "land", "thing": self.game.id(name, player)}

    def _turn_face_up(self, player: str, name: Any, *_: Any, **__: Any) -> Iterator[dict[str, Any]]:
        yield {"kind": "turn up", "thing": self.game.id(name, player)}

    def _set_aside(self, player: str, name: Any, how: str, *_: Any, **__: Any) -> Iterator[dict[str, Any]]:
        yield {"kind": how, "thing": self.game.id(name, player)}

    def _end_effect(self, player: str, name: Any, *_: Any, **__: Any) -> Iterator[dict[str, Any]]:
        yield {"kind": "end", "thing": self.game.id(name, player)}

    def _ignore_effect(self, player: str, name: Any, *_: Any, **__: Any) -> Iterator[dict[str, Any]]:
        yield {"kind": "ignore", "thing": self.game.id(name, player)}

    def _attack(self, player: str, attackers: Any, **_: Any) -> Iterator[dict[str, Any]]:
        whom, _, others = self.game._attackers(player, attackers, [])
        for thing, defender in whom.items():
            if self.game.controller(thing) == player:
                yield {"kind": "attack", "thing": thing, "against": others.get(thing, defender)}

    def _block(self, player: str, blocks: dict[str, Any], **_: Any) -> Iterator[dict[str, Any]]:
        for name, blocked in blocks.items():
            thing = self.game.id(name, player)
            for each in blocked if isinstance(blocked, list | tuple) else [blocked]:
                if self.game.controller(thing) == player:
                    yield {"kind": "block", "thing": thing, "against": self.game.id(each)}

    def _all_pass(self, *_: Any, **__: Any) -> Iterator[dict[str, Any]]:
        yield {"kind": "all pass"}


def _is_meant(listed: Any, said: Any) -> bool:
    """Whether a script means what is listed: of the cost of a permission it says "alternative", or "free" of none."""
    return bool(listed == said or (said in (ALTERNATIVE, FREE) and listed == PERMISSION))


def watched(scenario: Scenario, day: str, do: Any) -> Watched:
    """The game of a scenario under the rules of a day, played as far as it goes there."""
    names = names_of(scenario)
    runner = Runner(scenario, day)
    play = runner.begin(names, runner.board(names)[1], date=day)
    seen = Watched(play.table.game)
    with suppress(EngineError):  # a day's own script says how it goes on there
        play.go(read_script(do, names, ""))
    return seen


@pytest.mark.slow
@each_file(PATHS, SAMPLE)
def test_what_a_scenario_does_is_listed_before_it_does_it(path):
    with texts_kept(path.stem):
        for scenario in load(path):
            for day, do in [(scenario.ruleset, scenario.do), *((era.ruleset, era.do) for era in scenario.eras)]:
                seen = watched(scenario, day, scenario.do if do is None else do)
                assert not seen.missing, f"{path.stem}, {scenario.title}, {day}: {seen.missing}"
