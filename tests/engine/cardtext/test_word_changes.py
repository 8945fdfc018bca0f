"""One meaning, many wordings: eras, quotation marks, apostrophes and dashes make no difference to what is read."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser.grammar import grammar
from rulesite.engine.cardtext.parser.read import read
from rulesite.engine.eras.ruleset import Ruleset

OLD, NEW = Ruleset.on("2002-10-01"), Ruleset.on("2024-06-07")
MODERN = (
    ("is put into a graveyard from play", "dies"),
    ("comes into play", "enters the battlefield"),
    ("leaves play", "leaves the battlefield"),
    ("from the game", ""),
    ("plays", "casts"),
    (" to your mana pool", ""),
    ("his or her", "their"),
    ("{Tap}", "{T}"),
    ("into play", "onto the battlefield"),
)


def meaning(text: str, on: str, rules: Ruleset) -> Any:
    return ir.without_words(read(text, Host.parse(on), rules))


@pytest.mark.parametrize(
    ("old", "new", "on"),
    [
        (
            "Whenever a creature is put into a graveyard from play, you gain 1 life.",
            "Whenever a creature dies, you gain 1 life.",
            "Artifact",
        ),
        ("When this creature comes into play, draw a card.", "When this creature enters, draw a card.", "Creature 1/1"),
        ("Remove target creature from the game.", "Exile target creature.", "Instant"),
        ("{Tap}: Add {G} to your mana pool.", "{T}: Add {G}.", "Land"),
        (
            "Put a 1/1 green Saproling creature token into play.",
            "Create a 1/1 green Saproling creature token.",
            "Sorcery",
        ),
        ("Target player discards his or her hand.", "Target player discards their hand.", "Sorcery"),
        (
            "Whenever a player plays a red spell, you may draw a card.",
            "Whenever a player casts a red spell, you may draw a card.",
            "Enchantment",
        ),
        (
            "Target player puts the top two cards of his or her library into his or her graveyard.",
            "Target player mills two cards.",
            "Instant",
        ),
        (
            "Play this ability only any time you could play a sorcery.",
            "Activate this ability only as a sorcery.",
            "Creature 1/1",
        ),
        (
            "This creature cannot be blocked except by Walls.",
            "This creature can’t be blocked except by Walls.",
            "Creature 1/1",
        ),
        ("This creature is unblockable.", "This creature can't be blocked.", "Creature 1/1"),
        ("this creature can only be blocked by walls", "this creature cannot be blocked by non-walls", "Creature 1/1"),
        ("Rampage: 2", "Rampage 2", "Creature 1/1"),
        (
            "Target creature with converted mana cost 2 gets +1/+1 until end of turn.",
            "Target creature with mana value 2 gets +1/+1 until end of turn.",
            "Instant",
        ),
    ],
)
def test_wordings_of_two_eras_mean_the_same(old: str, new: str, on: str) -> None:
    assert meaning(old, on, NEW) == meaning(new, on, NEW)


@pytest.mark.parametrize("own", ["~", "[This object]", "This creature", "Grizzly Bears", "<-name->"])
def test_an_object_names_itself_in_many_ways(own: str) -> None:
    found = ir.without_words(
        read(
            f"When {own} comes into play, {own} deals 1 damage to you.",
            Host.parse("Creature 2/2", "Grizzly Bears"),
            OLD,
        )
    )
    assert found[0].event == ir.ZoneChange(ir.IsObject(ir.Self()), None, "battlefield")
    assert found[0].effect == ir.DealDamage(ir.Number(1), ir.You())


def test_a_name_that_nobody_gave_is_found_in_the_text() -> None:
    found = read("Sacrifice Frabjous Snark: Draw a card.", Host.parse("Creature 1/1"), OLD)
    assert found[0].cost == ir.Cost((ir.Act(ir.Sacrifice(ir.Self())),))


@pytest.mark.parametrize("quotes", ["“{}”", '"{}"', "'{}'", "‘{}’"])
def test_quotation_marks_of_any_shape_hold_an_ability(quotes: str) -> None:
    granted = quotes.format("{T}: Draw a card.")
    found = read(f"Enchanted creature has {granted}", Host.parse("Enchantment - Aura"), OLD)
    inner = found[0].parts[0].changes[0].abilities[0]
    assert isinstance(inner, ir.ActivatedAbility)
    assert inner.effect == ir.Draw()


TYPES = st.sampled_from(["creature", "artifact", "land", "enchantment", "Goblin", "Wall", "Forest"])
COLORS = st.sampled_from(["", "black ", "nonblack ", "green ", "tapped "])
SMALL = st.integers(1, 9)
WHO = st.sampled_from(["you control", "an opponent controls", "target player controls", ""])


@st.composite
def events(draw: st.DrawFn) -> str:
    kind, color, who = draw(TYPES), draw(COLORS), draw(WHO.filter(lambda w: "target" not in w))
    what = (
        f"a {color}{kind} {who}".strip().replace("a artifact", "an artifact").replace("a enchantment", "an enchantment")
    )
    verb = draw(st.sampled_from(["comes into play", "is put into a graveyard from play", "leaves play"]))
    return f"{what} {verb}"


@st.composite
def effects(draw: st.DrawFn) -> str:
    kind, color, number = draw(TYPES), draw(COLORS), draw(SMALL)
    return draw(
        st.sampled_from(
            [
                f"you gain {number} life",
                f"destroy target {color}{kind}",
                f"put a +1/+1 counter on target {kind}",
                f"remove target {color}{kind} from the game",
                f"target player discards {number} cards",
                f"return target {kind} to its owner's hand",
                f"tap all {color}{kind}s",
                f"each player loses {number} life",
                f"this creature deals {number} damage to target creature or player",
                f"target creature gets +{number}/-{number} until end of turn",
                f"target player discards his or her hand, then draws {number} cards",
            ]
        )
    )


@pytest.mark.slow
@given(events(), effects())
def test_a_triggered_ability_keeps_its_meaning_in_modern_words(event: str, effect: str) -> None:
    old = f"Whenever {event}, {effect}."
    new = old.replace("remove target", "exile target")
    for was, now in MODERN:
        new = new.replace(was, now)
    new = new.replace("  ", " ").replace(" .", ".")
    assert meaning(old, "Creature 2/2", NEW) == meaning(new, "Creature 2/2", NEW)


@pytest.mark.slow
@given(
    effects(), st.sampled_from(["{2}{R}", "{T}", "{1}, {T}", "Sacrifice a creature", "Pay 2 life", "Discard a card"])
)
def test_an_activated_ability_has_the_effect_that_the_same_words_have_in_a_trigger(effect: str, cost: str) -> None:
    (activated,) = read(f"{cost}: {effect[0].upper()}{effect[1:]}.", Host.parse("Creature 2/2"), OLD)
    (triggered,) = read(f"When this creature attacks, {effect}.", Host.parse("Creature 2/2"), OLD)
    assert isinstance(activated, ir.ActivatedAbility)
    assert (activated.effect, activated.targets) == (triggered.effect, triggered.targets)


@pytest.mark.slow
@given(TYPES, SMALL, COLORS)
def test_numbers_types_and_colours_reach_the_tree(kind: str, number: int, color: str) -> None:
    (ability,) = read(f"{{T}}: Tap {number} target {color}{kind}s.", Host.parse("Creature 2/2"), OLD)
    (slot,) = ability.targets
    assert (slot.minimum, slot.maximum) == (number, number)
    named = {getattr(part, "type", None) or getattr(part, "subtype", None) for part in ir.walk(slot.what)}
    assert kind in named


@pytest.mark.slow
@given(events(), effects())
def test_looking_ahead_changes_nothing_but_the_speed(event: str, effect: str) -> None:
    text = f"Whenever {event}, {effect}"
    words = grammar().tokenizer.words(text, None)
    assert grammar().parse(words, "triggered", text) == grammar().parse(words, "triggered", text, lookahead=False)
