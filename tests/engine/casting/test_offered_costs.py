"""Alternative costs that a static ability of something else gives to spells (118.9), and what has no mana cost (118.6)."""

from __future__ import annotations

import pytest

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser.read import read
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.state.choices import IllegalAction
from tests.engine.table import put, start

FREE = "You may cast spells from your hand without paying their mana costs."
RED = "You may pay {0} rather than pay the mana cost for red spells you cast."
SMALL = (
    "Any player may cast creature spells with mana value 3 or less without paying their mana costs and as though they "
    "had flash."
)


def offered(text, line="Creature 2/2", cost="{2}{R}", zone="hand", owner="Ann"):
    game = start()
    put(game, owner, "Source", "Enchantment", text)
    game.put(game.card("Ogre", line, cost=cost), "Ann", zone)
    return game


def in_bobs_upkeep(game):
    game.set_turn("Bob", "upkeep")
    game.state.priority = "Ann"
    return game


@pytest.mark.parametrize(
    ("text", "name"),
    [(text, name) for text in (FREE, RED, SMALL) for name in ("alternative", "permission")]
    + [(FREE, "free"), (SMALL, "free")],
)
def test_a_spell_is_cast_for_the_cost_that_another_object_offers(text, name):
    game = offered(text)
    game.play("Ann", "Ogre", alternative=name)
    game.all_pass()
    assert game.zone_of("Ogre") == "battlefield"


@pytest.mark.parametrize(
    ("text", "more"),
    [
        (FREE, {"zone": "graveyard"}),
        (FREE, {"zone": "exile"}),
        (RED, {"zone": "graveyard"}),
        (RED, {"cost": "{2}{G}"}),
        (RED, {"owner": "Bob"}),
        (FREE, {"owner": "Bob"}),
        (SMALL, {"cost": "{3}{R}"}),
        (SMALL, {"line": "Artifact"}),
        (SMALL, {"zone": "graveyard"}),
    ],
)
def test_it_is_not_offered_for_other_spells_zones_or_players(text, more):
    with pytest.raises(IllegalAction):
        offered(text, **more).play("Ann", "Ogre", alternative="alternative")


def test_the_time_goes_with_the_cost():
    in_bobs_upkeep(offered(SMALL, owner="Bob")).play("Ann", "Ogre", alternative="free")
    slow = in_bobs_upkeep(offered(SMALL))
    slow.add_mana("Ann", "{2}{R}")
    with pytest.raises(IllegalAction, match="main phase"):
        slow.play("Ann", "Ogre")
    with pytest.raises(IllegalAction, match="main phase"):
        in_bobs_upkeep(offered(FREE)).play("Ann", "Ogre", alternative="free")


def test_taxes_are_paid_on_top_of_an_alternative_cost():
    game = offered(FREE)
    put(game, "Bob", "Tax", "Enchantment", "Spells cost {1} more to cast.")
    with pytest.raises(IllegalAction):
        game.play("Ann", "Ogre", alternative="free")
    game.add_mana("Ann", "{1}")
    game.play("Ann", "Ogre", alternative="free")


def test_of_two_offers_the_player_chooses_one():
    game = offered("You may pay {W}{U}{B}{R}{G} rather than pay the mana cost for spells you cast.")
    put(game, "Ann", "Storm", "Enchantment", RED)
    game.play("Ann", "Ogre", alternative="alternative", choices={"cost": 2})
    assert game.total_cost("Ogre") == ["{0}"]


def test_an_offered_cost_may_be_reckoned_from_that_spell():
    text = "You may pay {X} rather than pay the mana cost for spells you cast, where X is that spell's mana value."
    game = offered(text, cost="{W}{W}")
    game.add_mana("Ann", "{2}")
    game.play("Ann", "Ogre", alternative="alternative")
    assert game.total_cost("Ogre") == ["{2}"]


def test_a_spell_without_a_mana_cost_is_cast_for_an_alternative_cost_alone():
    game = offered("", "Sorcery, no mana cost", None)
    with pytest.raises(IllegalAction, match="no mana cost"):
        game.play("Ann", "Ogre")
    game = offered(FREE, "Sorcery, no mana cost", None)
    game.play("Ann", "Ogre", alternative="free")


def test_a_cost_that_is_the_mana_cost_of_what_has_none_cannot_be_paid():
    game = offered(
        "Each instant and sorcery card in your graveyard has flashback. The flashback cost is equal to its mana cost.",
        "Sorcery, no mana cost",
        None,
        "graveyard",
    )
    with pytest.raises(IllegalAction, match="cannot pay"):
        game.play("Ann", "Ogre", alternative="flashback")


@pytest.mark.parametrize(
    ("line", "text", "alternative"),
    [
        ("Sorcery", "Flashback {0}\nYou gain 1 life.", "flashback"),
        ("Creature 2/2", "Escape—{0}", "escape"),
    ],
)
@pytest.mark.parametrize("jailed", [True, False])
def test_cards_in_graveyards_that_lose_all_abilities_cannot_be_cast_from_there(line, text, alternative, jailed):
    game = start()
    game.put(game.card("Rite", line, text=text), "Ann", "graveyard")
    if jailed:
        put(game, "Bob", "Jailer", "Creature 2/1", "Cards in graveyards lose all abilities.")
        with pytest.raises(IllegalAction):
            game.play("Ann", "Rite", alternative=alternative)
    else:
        game.play("Ann", "Rite", alternative=alternative)


LURRUS = "During each of your turns, you may cast one permanent spell with mana value 2 or less from your graveyard."
FORETOLD = (
    "Once each turn, you may pay {0} rather than pay the mana cost for a spell you cast with mana value 3 or less."
)
TOP = "Once each turn, you may cast a spell from the top of your library."
LANDS = "Once each turn, you may play a land from your graveyard."


def grave(game, *names, line="Creature 2/2", zone="graveyard", cost="{0}"):
    for name in names:
        game.put(game.card(name, line, cost=cost), "Ann", zone, position=0)


def cast_once_then(game, first, second, **how):
    """Play one card, and return whether the second can then be played in this turn, in Bob's, and in the next."""
    later = []
    game.play("Ann", first, **how)
    game.resolve_all()
    later.append(game.is_legal(lambda g: g.play("Ann", second, **how)))
    for player in ("Bob", "Ann"):
        game.to_step("precombat main", player)
        if player == "Bob":
            game.pass_priority("Bob")
        later.append(game.is_legal(lambda g: g.play("Ann", second, **how)))
    return later


@pytest.mark.parametrize(("line", "bobs"), [("Creature 2/2", False), ("Artifact Creature 2/2, flash", False)])
def test_what_may_be_done_once_in_each_of_ones_turns_is_done_once_in_each(line, bobs):
    game = start()
    put(game, "Ann", "Lurrus", "Creature 3/2", LURRUS)
    grave(game, "Elf", "Imp")
    assert cast_once_then(game, "Elf", "Imp") == [False, bobs, True]


def test_two_permissions_are_used_once_each():
    game = start()
    for name in ("Lurrus", "Kitten"):
        put(game, "Ann", name, "Creature 3/2", LURRUS)
    grave(game, "Elf", "Imp", "Ox")
    assert cast_once_then(game, "Elf", "Imp")[0]
    game = start()
    for name in ("Lurrus", "Kitten"):
        put(game, "Ann", name, "Creature 3/2", LURRUS)
    grave(game, "Elf", "Imp", "Ox")
    game.play("Ann", "Elf")
    game.resolve_all()
    assert cast_once_then(game, "Imp", "Ox")[0] is False


def test_an_offer_once_each_turn_is_counted_whoever_turn_it_is_and_only_if_taken():
    game = start()
    put(game, "Ann", "Clock", "Enchantment", FORETOLD)
    grave(game, "Do", "Re", "Mi", line="Instant", zone="hand", cost="{1}{U}")
    assert cast_once_then(game, "Do", "Re", alternative="alternative") == [False, True, True]
    game = start()
    put(game, "Ann", "Clock", "Enchantment", FORETOLD)
    grave(game, "Do", "Re", line="Instant", zone="hand", cost="{1}{U}")
    game.add_mana("Ann", "{1}{U}")
    game.play("Ann", "Do")
    game.play("Ann", "Re", alternative="alternative")


def test_a_card_that_may_be_cast_anyway_does_not_use_the_permission_up():
    game = start()
    put(game, "Ann", "Diviner", "Creature 1/1", TOP)
    grave(game, "Do", "Re", line="Instant", zone="library")
    grave(game, "Mi", line="Instant", zone="hand")
    game.play("Ann", "Mi")
    game.play("Ann", "Re")
    assert not game.is_legal(lambda g: g.play("Ann", "Do"))


def test_lands_are_counted_too():
    game = start()
    put(game, "Ann", "Crucible", "Artifact", f"{LANDS}\nYou may play two additional lands on each of your turns.")
    grave(game, "Forest", "Swamp", line="Land")
    grave(game, "Plains", line="Land", zone="hand")
    game.play_land("Ann", "Plains")
    game.play_land("Ann", "Forest")
    assert not game.is_legal(lambda g: g.play_land("Ann", "Swamp"))


COSTS = ["sacrifice a creature", "pay {2}", "discard a card", "collect evidence 4", "pay 3 life", "forage"]
CREW = "tap any number of creatures you control with total power 8 or greater"


@pytest.mark.parametrize(
    ("may", "cost"), [*(("", cost) for cost in COSTS), *(("you may ", cost) for cost in [*COSTS, CREW])]
)
def test_an_additional_cost_may_be_left_unpaid_exactly_where_the_text_says_may(may, cost):
    text = f"As an additional cost to cast this spell, {may}{cost}."
    read_as = ir.walk(read(text, Host.parse("Sorcery"), Ruleset.on("2025-11-14")))
    assert [part.optional for part in read_as if isinstance(part, ir.AdditionalCost)] == [bool(may)]
