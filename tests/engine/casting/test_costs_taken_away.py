"""One object pays for one part of a cost: what another part has taken away pays for nothing."""

import pytest
from table import cast, put, start

from rulesite.engine.state.choices import IllegalAction


@pytest.mark.parametrize(
    ("cost", "payable"),
    [
        ("Sacrifice Yak, Return Yak to its owner's hand", False),
        ("Return Yak to its owner's hand, Sacrifice Yak", False),
        ("Exile Yak, Sacrifice Yak", False),
        ("Sacrifice Yak, Exile Yak", False),
        ("Sacrifice Yak, Pay 1 life", True),
        ("{T}, Return Yak to its owner's hand", True),
    ],
)
def test_a_cost_that_contradicts_itself_cannot_be_paid(cost, payable):
    game = start("2006-10-01")
    put(game, "Ann", "Yak", "Creature 1/1", f"{cost}: Draw a card.")
    if payable:
        game.activate("Ann", "Yak")
    else:
        with pytest.raises(IllegalAction):
            game.activate("Ann", "Yak")


@pytest.mark.parametrize(("limit", "uses"), [("{4}", 2), ("{5}", 2), ("{6}", 3)])
def test_a_limit_in_generic_mana_counts_mana(limit, uses):
    game = start("2006-10-01")
    put(
        game,
        "Ann",
        "Thopter",
        "Creature 0/2",
        f"{{2}}: Thopter gets +1/+0 until end of turn. No more than {limit} can be spent each turn.",
    )
    game.add_mana("Ann", "{C}" * 10)
    for _ in range(uses):
        game.activate("Ann", "Thopter")
    with pytest.raises(IllegalAction):
        game.activate("Ann", "Thopter")


@pytest.mark.parametrize("controller", ["Ann", "Bob"])
def test_an_ability_of_an_opponent_causes_a_discard(controller):
    game = start("2006-10-01")
    tactics = "When a spell or ability an opponent controls causes you to discard Tactics, you gain 4 life."
    put(game, "Bob", "Tactics", "Instant", tactics, zone="hand")
    put(game, controller, "Pit", "Artifact", "{0}: Target player discards a card.")
    if controller == "Bob":
        game.pass_priority("Ann")
    game.activate(controller, "Pit", targets=["player Bob"])
    game.all_pass()
    game.all_pass()
    assert game.life("Bob") == (24 if controller == "Ann" else 20)


def test_another_creature_is_another_than_the_aura_is_on():
    game = start("2006-10-01")
    for name in ("Bear", "Wolf"):
        put(game, "Ann", name, "Creature 2/2")
    put(
        game,
        "Ann",
        "Flight",
        "Enchantment - Aura",
        "Enchant creature\nEnchanted creature has flying.",
        attached_to="Bear",
    )
    put(game, "Ann", "Shift", "Instant", "Attach target Aura attached to a creature to another creature.", zone="hand")
    cast(game, "Ann", "Shift", "Flight")
    assert game.state.things[game.id("Flight")].attached_to == f"object {game.id('Wolf')}"


@pytest.mark.parametrize("uses", range(1, 6))
def test_the_third_time_that_an_ability_resolves_in_a_turn_is_the_third_alone(uses):
    game = start("2006-10-01")
    text = "{0}: You gain 1 life. If this is the third time this ability has resolved this turn, draw a card."
    put(game, "Ann", "Whelp", "Creature 2/3", text)
    put(game, "Ann", "Other Whelp", "Creature 2/3", text)
    game.activate("Ann", "Other Whelp")
    game.all_pass()
    for _ in range(uses):
        game.activate("Ann", "Whelp")
        game.all_pass()
    assert len(game.state.zone("hand", "Ann")) == (1 if uses >= 3 else 0)
