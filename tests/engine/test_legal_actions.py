"""What is listed as legal is accepted when done, what is refused is refused for the reason that was named.

``RANDOM_TABLES`` in the environment says over how many random tables (a few by default).
"""

from __future__ import annotations

import os
import random
from collections import Counter
from contextlib import nullcontext

import pytest
import random_tables

from rulesite.engine import legal_actions as legal_actions_module
from rulesite.engine.game import Game
from rulesite.engine.legal_actions import PlayerAction, TriedAction, legal_actions, try_action, why_not
from rulesite.engine.state.characteristics import keywords, look
from rulesite.engine.state.choices import EngineError, IllegalAction, Script, UnscriptedChoice
from rulesite.engine.state.game_state import State

DAY = "2021-11-19"
TABLES = int(os.environ.get("RANDOM_TABLES", "10"))


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
@pytest.mark.parametrize(
    "first", [0, *(pytest.param(each, marks=pytest.mark.thorough("more tables")) for each in range(10, TABLES, 10))]
)
def test_what_is_listed_is_accepted_and_what_is_refused_is_refused_for_the_same_rule(first):
    cards, found = random_tables.cards_in(), Counter()
    for seed in range(first, min(first + 10, TABLES)):
        found += held_against_the_game(seed, cards)
    assert found["tried"] > 150
    assert found["legal"] > 50


def held_against_the_game(seed: int, cards: list[dict[str, str]]) -> Counter[str]:
    """How many actions of a random table were held against what comes of them when they are done on a copy."""
    game, dice, found = random_tables.Table(seed, cards).game, random.Random(seed), Counter()
    game.kernel.script = Script()
    for _ in range(3):
        player = game.state.priority or game.state.active
        before = game.to_json()
        listed = legal_actions(game, player)
        assert same(State.from_json(before), game.state), f"table {seed}: listing the actions changed the game"
        for each in listed.tried:
            copy = Game.from_json(before, random_tables.read)
            try:
                each.action.do(copy)
                raised: EngineError | None = None
            except EngineError as error:
                raised = error
            told = f"table {seed}: {each.action}: {raised!r}, and listed as {each.error!r}"
            found["tried"] += 1
            found[each.verdict] += 1
            if isinstance(raised, UnscriptedChoice) and each.verdict == "refused":  # after it, it can't be paid
                found["refused after a choice"] += 1
                continue
            assert type(raised) is type(each.error), told
            if isinstance(raised, IllegalAction):
                refusal = why_not(game, each.action)
                assert isinstance(refusal, IllegalAction), told
                for error in (each.error, refusal):
                    assert (raised.concept, raised.message) == (error.concept, error.message), told
                raised.day = raised.day or game.rules.date
                assert raised.rule == each.error.rule == refusal.rule, told
        if game.state.over or not listed.legal:
            break
        try:
            dice.choice(listed.legal).action.do(game)
        except EngineError:
            if try_action(game, PlayerAction(player, "all pass")).error is None:
                game.all_pass()
    return found


def attacks(game: Game) -> dict[str, TriedAction]:
    listed = legal_actions(game, "Ann").tried
    return {game.state.things[each.action.thing].label: each for each in listed if each.action.kind == "attack"}


def combat_table(text: str) -> Game:
    """Two creatures that may attack, and an enchantment with a text."""
    game = table()
    for name in ("Ox", "Elk"):
        game.put(game.card(name, "Creature - Beast 2/2", cost="{2}"), "Ann", "battlefield")
    game.put(game.card("Banner", "Enchantment", text=text, cost="{2}"), "Ann", "battlefield")
    return game


def test_attacks_ask_what_is_asked_on_the_way_to_them():
    game = combat_table("At the beginning of combat on your turn, target creature gets +1/+1 until end of turn.")
    assert {each.question.kind for each in attacks(game).values()} == {"target"}


def test_who_is_gone_before_attackers_are_declared_attacks_no_more_than_when_it_is_done():
    game = combat_table("At the beginning of combat on your turn, destroy all creatures with power 2 or less.")
    game.put(game.card("Bull", "Creature - Beast 4/4", cost="{2}"), "Ann", "battlefield")
    listed = attacks(game)
    assert {label: each.verdict for label, each in listed.items()} == {
        "Ox": "refused",
        "Elk": "refused",
        "Bull": "legal",
    }
    for each in listed.values():
        copy = Game.from_json(game.to_json())
        with pytest.raises(IllegalAction) if each.verdict == "refused" else nullcontext():
            each.action.do(copy)


def test_the_way_to_the_attack_is_gone_once(monkeypatch):
    ways = []
    go = legal_actions_module.to_declaration
    monkeypatch.setattr(legal_actions_module, "to_declaration", lambda *about: ways.append(about) or go(*about))
    game = combat_table("Creatures you control get +1/+1.")
    assert {each.verdict for each in attacks(game).values()} == {"legal"}
    assert len(ways) == 1


def test_a_spell_is_paid_with_the_fewest_lands_and_asks_for_its_target():
    game = table()
    bolt = game.put(game.card("Bolt", "Instant", text="Bolt deals 3 damage to any target.", cost="{R}"), "Ann", "hand")
    (cast,) = [each for each in legal_actions(game, "Ann").legal if each.action.thing == bolt]
    assert cast.verdict == "asks"
    assert cast.question.kind == "target"
    assert [game.state.things[each].label for each in cast.action.mana] == ["Mountain"]


def test_an_optional_cost_may_be_paid_beside_an_alternative_one():
    game = table()
    free = "You may cast spells from your hand without paying their mana costs."
    game.put(game.card("Plenty", "Enchantment", text=free, cost="{9}"), "Ann", "battlefield")
    game.put(game.card("Kavu", "Creature - Kavu 1/1", text="Kicker {2}", cost="{9}"), "Ann", "hand")
    ways = {(each.action.alternative != "", each.action.option) for each in legal_actions(game, "Ann").legal
            if each.action.kind == "cast"}  # fmt: skip
    assert ways == {(True, ""), (True, "kicker")}


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
    game.to_step("beginning of combat")
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


def test_what_is_taken_to_pay_is_not_refused_for_taking_nothing():
    """Crew asks which creatures are tapped, any number of them: none do not pay, and all do."""
    game = table()
    game.put(game.card("Cart", "Artifact - Vehicle 3/3", text="Crew 2", cost="{2}"), "Ann", "battlefield")
    assert verdicts(game, "Ann")["activate", "Cart"] == "refused", "nobody can be tapped"
    game.put(game.card("Wolf", "Creature - Wolf 2/2, green"), "Ann", "battlefield")
    assert verdicts(game, "Ann")["activate", "Cart"] == "asks"


def test_an_object_that_copies_what_asks_again_is_listed():
    game = Game(DAY, ["Ann", "Bob"])
    text = "You may have Clone enter the battlefield as a copy of any creature on the battlefield."
    for number, zone in enumerate(("battlefield", "hand")):
        clone = game.card("Clone", "Creature - Shapeshifter 0/4", text=text, cost="{0}")
        game.put(clone, "Ann", zone, label=f"Clone {number}")
    game.play("Ann", "Clone 1")
    assert verdicts_of_passing(game) == ["asks"]


def verdicts_of_passing(game: Game) -> list[str]:
    return [each.verdict for each in legal_actions(game, "Ann").tried if each.action.kind == "all pass"]


def test_who_left_before_attackers_are_declared_is_not_attacked():
    game = Game(DAY, ["Ann", "Bob", "Cid"])
    game.put(game.card("Bear", "Creature - Bear 2/2, green"), "Ann", "battlefield")
    game.put(game.card("Doom", "Instant", text="Target player loses the game.", cost="{0}"), "Ann", "hand")
    game.play("Ann", "Doom", targets=["Bob"])
    attacks = {each.action.against: each for each in legal_actions(game, "Ann").tried if each.action.kind == "attack"}
    assert {against: each.verdict for against, each in attacks.items()} == {"Bob": "refused", "Cid": "legal"}
    assert attacks["Bob"].error.concept == "declare_attackers"


def test_another_players_ability_that_anyone_may_activate_is_listed():
    game = table()
    text = "{0}: You gain 1 life. Any player may activate this ability."
    game.put(game.card("Well", "Artifact", text=text, cost="{1}"), "Bob", "battlefield")
    game.put(game.card("Own Well", "Artifact", text="{0}: You gain 1 life.", cost="{1}"), "Bob", "battlefield")
    assert {label: verdict for (kind, label), verdict in verdicts(game, "Ann").items() if kind == "activate"}[
        "Well"
    ] == "legal"
    assert ("activate", "Own Well") not in verdicts(game, "Ann")


def test_whether_some_object_is_so_is_nobodys_choice():
    game = table()
    text = "As long as a creature has a +1/+1 counter on it, Hunter has vigilance."
    game.put(game.card("Hunter", "Creature - Cat 2/2", text=text, cost="{G}"), "Ann", "battlefield")
    assert verdicts(game, "Ann")["attack", "Hunter"] == "legal"
    hunter = next(each for each in game.state.things.values() if each.label == "Hunter")
    assert "vigilance" not in keywords(look(game.kernel, hunter.id))
    hunter.counters["+1/+1"] = 1
    game.state.touch()
    assert "vigilance" in keywords(look(game.kernel, hunter.id))


def test_what_cannot_be_looked_at_does_not_keep_anything_else_from_the_list():
    game = table()
    banner = "As ~ enters, choose a creature type.\nCreatures you control of the chosen type get +1/+1."
    game.put(game.card("Ox", "Creature 4/4"), "Ann", "battlefield")
    game.put(game.card("Banner", "Artifact", text=banner), "Ann", "battlefield")
    assert "pass" in {each.action.kind for each in legal_actions(game, "Ann").tried}
