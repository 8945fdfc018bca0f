"""What is listed as legal is accepted when done, what is refused is refused for the reason that was named."""

from __future__ import annotations

import pytest
import random_tables

from rulesite.engine.game import Game
from rulesite.engine.legal_actions import PlayerAction, legal_actions, try_action, why_not
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import EngineError, IllegalAction, Script, UnscriptedChoice
from rulesite.engine.state.game_state import State

DAY = "2021-11-19"


def table() -> Game:
    game = Game(DAY, ["Ann", "Bob"])
    game.put(game.card("Mountain", "Basic Land - Mountain"), "Ann", "battlefield")
    game.put(game.card("Forest", "Basic Land - Forest"), "Ann", "battlefield")
    game.put(game.card("Island", "Basic Land - Island"), "Ann", "hand")
    game.put(game.card("Bear", "Creature - Bear 2/2, green", cost="{1}{G}"), "Bob", "battlefield")
    return game


def same(left: State, right: State) -> bool:
    """Whether two states are alike; a zone that was only looked at may be there, empty, and the version only counts."""
    for state in (left, right):
        state.zones = {key: ids for key, ids in state.zones.items() if ids}
    right.version = left.version = max(left.version, right.version)
    return left == right


def verdicts(game: Game, player: str) -> dict[tuple[str, str], str]:
    return {
        (each.action.kind, game.state.things[each.action.thing].label): each.verdict
        for each in legal_actions(game, player).tried
        if each.action.thing
    }


@pytest.mark.slow
@pytest.mark.documents
@pytest.mark.skipif(not random_tables.HERE.is_file(), reason="../shared/cards is not there")
def test_what_is_listed_is_accepted_and_what_is_refused_is_refused_for_the_same_rule():
    cards, done = random_tables.cards_in(), 0
    for seed in range(12):
        game = random_tables.Table(seed, cards).game
        game.kernel.script = Script()
        for turn in range(3):
            player = game.state.priority or game.state.active
            before = game.to_json()
            tried = legal_actions(game, player)
            assert same(State.from_json(before), game.state), "listing the actions changed the game"
            for each in tried.tried:
                copy = Game.from_json(before, random_tables.read)
                try:
                    each.action.do(copy)
                    raised: EngineError | None = None
                except EngineError as error:
                    raised = error
                asked = isinstance(raised, UnscriptedChoice) and each.verdict == "refused"  # it can't be paid, whatever
                assert asked or type(raised) is type(each.error), (seed, each.action, raised, each.error)
                if isinstance(raised, IllegalAction):
                    assert (raised.concept, raised.message) == (each.error.concept, each.error.message)
                done += 1
            if game.state.over:
                break
            try:
                random_tables.random.Random(seed * 10 + turn).choice(tried.legal).action.do(game)
            except EngineError:
                game.all_pass() if try_action(game, PlayerAction(player, "all pass")).error is None else None
    assert done > 150


def test_a_spell_is_paid_with_the_fewest_lands_and_asks_for_its_target():
    game = table()
    bolt = game.put(game.card("Bolt", "Instant", text="Bolt deals 3 damage to any target.", cost="{R}"), "Ann", "hand")
    (cast,) = [each for each in legal_actions(game, "Ann").legal if each.action.thing == bolt]
    assert cast.verdict == "asks"
    assert cast.question.kind == "target"
    assert [game.state.things[each].label for each in cast.action.mana] == ["Mountain"]


def test_a_creature_that_may_not_be_tapped_yet_pays_for_nothing():
    game = table()
    text = "{T}: Add {R}."
    game.put(game.card("Old Elf", "Creature - Elf 1/1", text=text, cost="{G}"), "Ann", "battlefield")
    game.put(game.card("New Elf", "Creature - Elf 1/1", text=text, cost="{G}"), "Ann", "battlefield", new=True)
    bolt = game.put(game.card("Bolt", "Instant", text="Bolt deals 3 damage to any target.", cost="{R}"), "Ann", "hand")
    (cast,) = [each for each in legal_actions(game, "Ann").legal if each.action.thing == bolt]
    assert [game.state.things[each].label for each in cast.action.mana] == ["Old Elf"]


def test_listing_what_may_be_done_looks_at_each_object_once():
    """The state is the same after each try, so nothing about it is worked out again."""
    game, computed = table(), []
    view = game.kernel.view_cache
    for action in (PlayerAction("Ann", "pass"), PlayerAction("Ann", "all pass")):
        try_action(game, action)
        assert look(game.kernel, 1)
        computed.append(game.kernel.view_cache[1])
    assert computed[0] is computed[1] is not view[1]


def test_the_fewest_sources_are_found_in_few_tries(monkeypatch):
    game, tried = table(), []
    for number in range(10):
        game.put(game.card("Forest", "Basic Land - Forest"), "Ann", "battlefield", label=f"Forest {number}")
    game.put(game.card("Bolt", "Instant", text="Bolt deals 3 damage to any target.", cost="{R}"), "Ann", "hand")
    why_illegal = Game.why_illegal
    monkeypatch.setattr(Game, "why_illegal", lambda self, action: tried.append(action) or why_illegal(self, action))
    bolt = next(each for each in game.state.things.values() if each.label == "Bolt")
    assert len(try_action(game, PlayerAction("Ann", "cast", bolt.id)).action.mana) == 1
    assert len(tried) <= 12


def test_a_refusal_names_its_rule():
    game = table()
    ogre = game.put(game.card("Ogre", "Creature - Ogre 3/3, red", cost="{4}{R}"), "Ann", "hand")
    bear = next(each for each in game.state.things.values() if each.label == "Bear")
    assert verdicts(game, "Ann")["cast", "Ogre"] == "refused"
    assert why_not(game, PlayerAction("Ann", "cast", ogre)).rule == "601.2h"
    assert why_not(game, PlayerAction("Bob", "attack", bear.id, against="Ann")).concept == "declare_attackers"
    assert why_not(game, PlayerAction("Ann", "pass")) is None


def test_a_land_may_be_played_once_in_a_turn():
    game = table()
    game.put(game.card("Swamp", "Basic Land - Swamp"), "Ann", "hand")
    assert verdicts(game, "Ann")["land", "Swamp"] == "legal"
    next(each for each in legal_actions(game, "Ann").legal if each.action.kind == "land").action.do(game)
    assert verdicts(game, "Ann")["land", "Swamp"] == "refused"


def test_attacks_and_blocks_are_listed_when_they_can_be_declared():
    game = table()
    game.put(game.card("Wolf", "Creature - Wolf 2/2, green"), "Ann", "battlefield")
    assert verdicts(game, "Ann")["attack", "Wolf"] == "legal"
    game.attack("Ann", ["Wolf"])
    game.to_step("declare blockers")
    assert verdicts(game, "Bob")["block", "Bear"] == "legal"


@pytest.mark.parametrize(("kind", "text"), [("suspend", "Suspend 2—{R}"), ("foretell", "Foretell {R}")])
def test_a_card_in_hand_may_be_set_aside(kind, text):
    game = Game(DAY, ["Ann", "Bob"])
    for number in range(2):
        game.put(game.card("Mountain", "Basic Land - Mountain"), "Ann", "battlefield", label=f"Mountain {number}")
    game.put(game.card("Spark", "Sorcery", text=f"{text}\nDraw a card.", cost="{9}"), "Ann", "hand")
    assert verdicts(game, "Ann")[kind, "Spark"] == "legal"


def test_the_number_of_candidates_is_bounded():
    listed = legal_actions(table(), "Ann", max_candidates=3)
    assert len(listed.tried) == 3
    assert listed.left_out > 0
