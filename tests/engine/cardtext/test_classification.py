"""The classifier answers from the text what the rules' classification examples ask."""

from __future__ import annotations

import pytest

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext import queries
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser.read import read
from rulesite.engine.eras.ruleset import Ruleset

R2006, R2024 = Ruleset.on("2006-10-01"), Ruleset.on("2024-06-07")


def one(
    text: str, on: str = "Creature 2/2", rules: Ruleset = R2006, name: str | None = None, position: str = "card"
) -> ir.Ability:
    (ability,) = read(text, Host.parse(on, name, position), rules)
    return ability


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("This creature can't block", "static"),
        ("[This object] is red", "static"),
        ("this card comes into play with three +1/+1 counters on it.", "static"),
        ("[This permanent] comes into play tapped.", "static"),
        ("As this permanent comes into play, choose a color.", "static"),
        ("The controller of enchanted creature sacrifices it at the end of his or her turn", "triggered"),
        ("At end of turn, destroy that creature", "triggered"),
        ("Flanking", "triggered"),
        ("Flying", "static"),
        ("Cycling {2}", "activated"),
        ("When your hand is empty, draw a card.", "triggered"),
        ("When this creature leaves play,", "triggered"),
        ("Play only when this card is in your graveyard.", "static"),
    ],
)
def test_the_kind_of_an_ability(text: str, kind: str) -> None:
    assert queries.kind(one(text)) == kind


def test_the_same_words_are_an_order_in_an_effect_and_an_ability_on_a_permanent() -> None:
    words = "At end of turn, destroy that creature"
    assert isinstance(one(words), ir.TriggeredAbility)
    for order in (one(words, position="instruction"), one("Destroy that creature at end of turn", "Sorcery")):
        assert any(isinstance(part, ir.Delayed) for part in ir.walk(order))


def test_a_reveal_is_a_static_ability_linked_to_a_trigger() -> None:
    found = read(
        "Reveal the first card you draw each turn. Whenever you reveal a basic land card this way, draw a card",
        Host.parse("Enchantment"),
        R2006,
    )
    assert [queries.kind(ability) for ability in found] == ["static", "triggered"]
    assert queries.linked_to(found, 1) == 0


@pytest.mark.parametrize(
    "text",
    [
        "{T}: Add {G} to your mana pool for each creature you control.",
        "Sacrifice a creature: Add {2} to your mana pool.",
        "{T}: Add to your mana pool one mana of any type that a land you control could produce",
    ],
)
def test_an_ability_that_could_add_mana_is_a_mana_ability(text: str) -> None:
    assert queries.is_mana_ability(one(text), "2006-10-01")


def test_a_target_makes_a_mana_ability_an_ordinary_one_from_2007_on() -> None:
    text = "{T}: Add {G} to your mana pool. Target player gains 1 life."
    assert queries.is_mana_ability(one(text), "2006-10-01")
    assert not queries.is_mana_ability(one(text, rules=R2024), "2024-06-07")


def test_a_mana_trigger_is_a_mana_ability_only_if_tapping_for_mana_triggers_it() -> None:
    assert queries.is_mana_ability(
        one(
            "Whenever a player taps a land for mana, that player adds one mana of that type to his or her mana pool.",
            "Enchantment",
        ),
        "2006-10-01",
    )
    cathodion = one("When Cathodion is put into a graveyard from play, add {3} to your mana pool.", name="Cathodion")
    assert not queries.is_mana_ability(cathodion, "2006-10-01")


def test_a_loyalty_ability_is_no_mana_ability() -> None:
    assert not queries.is_mana_ability(one("+1: Add {R}.", "Planeswalker", R2024), "2024-06-07")


def test_the_trigger_of_a_sorcery_is_targeted_and_the_sorcery_is_not() -> None:
    found = read(
        "Draw a card.\nWhen you cycle this card, target creature gets -1/-1 until end of turn.",
        Host.parse("Sorcery"),
        R2006,
    )
    assert [queries.is_targeted(ability) for ability in found] == [False, True]


def test_granting_a_type_line_in_quotes_grants_an_ability_and_stating_it_does_not() -> None:
    aura = "Enchantment - Aura"
    granted = one("Enchanted creature has 'This creature is an artifact creature.'", aura)
    stated = one("Enchanted creature is an artifact creature.", aura)
    grants = [any(isinstance(part, ir.GrantAbilities) for part in ir.walk(each)) for each in (granted, stated)]
    assert grants == [True, False]


@pytest.mark.parametrize(
    "text",
    [
        "Fear",
        "Flying",
        "Swampwalk",
        "Shadow",
        "Horsemanship",
        "Protection from black",
        "This creature can't be blocked by Walls.",
    ],
)
def test_evasion_abilities(text: str) -> None:
    assert queries.is_evasion(one(text))


@pytest.mark.parametrize("text", ["Haste", "First strike", "This creature can't block."])
def test_abilities_that_are_no_evasion(text: str) -> None:
    assert not queries.is_evasion(one(text))


@pytest.mark.parametrize(
    ("text", "enters", "leaves", "state"),
    [
        ("When [this object] comes into play, draw a card.", True, False, False),
        ("Whenever a creature comes into play, draw a card.", True, False, False),
        ("When [this object] leaves play, draw a card.", False, True, False),
        ("Whenever a land is put into a graveyard from play, draw a card.", False, True, False),
        ("Whenever this card comes into play or goes to the graveyard from play, draw a card.", True, True, False),
        ("Whenever you have no cards in hand, draw a card.", False, False, True),
        ("When you control no Islands, sacrifice this creature.", False, False, True),
    ],
)
def test_kinds_of_trigger(text: str, enters: bool, leaves: bool, state: bool) -> None:
    ability = one(text)
    assert (
        queries.is_comes_into_play_trigger(ability),
        queries.is_leaves_play_trigger(ability),
        queries.is_state_trigger(ability),
    ) == (enters, leaves, state)


@pytest.mark.parametrize(
    ("text", "zones"),
    [
        ("{3}{B}{B}, Sacrifice a creature: Return Necrosavant from your graveyard to play.", ("graveyard",)),
        ("Cycling {2}", ("hand",)),
        ("Flying", ("battlefield",)),
        ("As an additional cost to play this spell, sacrifice a creature.", ("stack",)),
        ("You may play this card from your graveyard.", ("graveyard",)),
        (
            "When Absolver Thrull comes into play or the creature it haunts is put into a graveyard, "
            "destroy target enchantment.",
            ("battlefield", "exile"),
        ),
    ],
)
def test_the_zones_where_an_ability_functions(text: str, zones: tuple[str, ...]) -> None:
    assert queries.zones(one(text)) == zones


def test_a_statement_about_the_object_itself_defines_it_everywhere() -> None:
    ability = one("[This object] is red.")
    assert queries.is_characteristic_defining(ability)
    assert "hand" in queries.zones(ability)
    assert not queries.is_characteristic_defining(one("All lands are creatures.", "Enchantment"))


def test_threshold_holds_its_ability_as_long_as_seven_cards_lie_in_the_graveyard() -> None:
    ability = one(
        "Threshold - Boneshard Slasher gets +2/+2 and has 'When Boneshard Slasher becomes the target of a "
        "spell or ability, sacrifice it.'",
        name="Boneshard Slasher",
    )
    assert ability.keyword == "threshold"
    assert ability.expands[0].condition.right == ir.Number(7)


def test_a_definition_is_the_one_of_the_day() -> None:
    def counter(date: str) -> str:
        ability = one("Cumulative upkeep {1}", rules=Ruleset.on(date))
        return next(part.kind for part in ir.walk(ability) if isinstance(part, ir.PutCounters))

    assert (counter("2002-10-01"), counter("2008-02-01")) == ("cumulative upkeep", "age")


def test_stating_a_colour_and_an_additional_cost_became_abilities_in_2003() -> None:
    red, cost = (
        one("[This object] is red."),
        one("As an additional cost to play this spell, sacrifice a creature.", "Sorcery"),
    )
    old, new = Ruleset.on("2002-10-01"), Ruleset.on("2006-10-01")
    assert [queries.is_ability(red, old), queries.is_ability(cost, old)] == [False, False]
    assert [queries.is_ability(red, new), queries.is_ability(cost, new)] == [True, True]
    assert queries.is_ability(one("This creature can't block"), old)


@pytest.mark.slow
def test_the_tree_can_be_imported_without_lark() -> None:
    import subprocess
    import sys

    code = (
        "import sys; from rulesite.engine.cardtext import queries as questions, describe; "
        "sys.exit('lark' in sys.modules or 'django' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_an_instead_of_what_would_happen_takes_no_clause_s_place() -> None:
    text = "~ deals 2 damage to any target. If you control a Goblin, it can't be regenerated this turn and if it would "
    (ability,) = read(text + "die this turn, exile it instead.", Host.parse("Instant"), Ruleset.on("2021-11-19"))
    first, then = ability.effect.steps
    assert isinstance(first, ir.DealDamage)
    assert isinstance(then, ir.If)
    assert then.otherwise is None
