"""A claim is sharp: where it holds, nothing that is almost the same holds; `tests/engine/test_scenarios.py` asks
all."""

from __future__ import annotations

from collections import Counter

import pytest

from rulesite.engine.scenario import load_text
from rulesite.engine.scenario.language.lexer import Names
from rulesite.engine.scenario.sharpness.near_misses import near_misses
from rulesite.engine.scenario.sharpness.trials import try_near_misses
from tests.engine.scenario.conftest import write

NAMES = Names(["Ann", "Bob"], ["Bear", "Font"])


@pytest.mark.parametrize(
    ("claim", "slots"),
    [
        ("Ann has 22 life", {"number", "player"}),
        ("Font's second ability triggered twice", {"number", "ordinal", "object"}),
        ("Bear is in Ann's graveyard", {"denial", "player", "zone", "object"}),
        ("Bear is a 2/3 green creature", {"denial", "number", "order", "colour", "type", "object"}),
        ("the stack is, from the top: Font's ability, Bear", {"order", "number", "ordinal", "object"}),
        ("Font's ability resolved before Bear's ability", {"order", "ordinal", "object"}),
        ("Bear is blocked by Font and Bear", {"denial", "order", "member", "object"}),
    ],
)
def test_a_claim_is_varied_in_everything_that_it_says(claim: str, slots: set[str]) -> None:
    assert slots <= {near.slot for near in near_misses(claim, NAMES)}


def test_every_near_miss_differs_from_its_claim_and_can_be_read() -> None:
    for claim in ("Font dealt 3 damage to Bob", "Ann's mana pool is {G}{G}", "Bear has 2 corpse counters"):
        found = near_misses(claim, NAMES)
        assert found
        assert claim not in {near.sentence for near in found}
        assert max(Counter(near.sentence for near in found).values()) == 1


CARDS = """
[cards.Font]
line = "Artifact"
text = '''
{1}: You gain 1 life.
When Font is put into a graveyard from play, draw a card.
Whenever a creature is put into a graveyard from play, you gain 3 life.
{T}: Add {G} to your mana pool.'''
from = "supplied"
[cards.Pinger]
line = "Creature 1/1"
text = '''
{T}: Pinger deals 1 damage to target creature or player.
{0}: Untap Pinger.'''
from = "supplied"
[cards.Axe]
line = "Instant {2}{B}"
text = "Destroy target creature."
from = "supplied"
[cards.Toss]
line = "Sorcery {0}"
text = "Target player discards a card."
from = "supplied"
[cards.Loan]
line = "Instant {0}"
text = "Gain control of target permanent until end of turn."
from = "supplied"
[cards.Stop]
line = "Instant {0}"
text = "Counter target spell."
from = "supplied"
"""
GIVEN = """
Ann, 17 life, in play: Font, Pinger. In hand: Axe, Toss. Mana pool: {1}{2}{B}
Bob, 12 life, in play: Bear 2/3 green. In hand: Loan, Stop, Ox 4/4
"""
KILLED = "Ann plays Axe targeting Bear\nAll pass"
COSTLESS = 'do = "Ann passes"\nthen = "Bear is in play"'


@pytest.mark.parametrize(
    ("do", "claim"),
    [
        (KILLED, "Font's third ability triggered once"),
        (KILLED, "Font's third ability is on the stack"),
        (KILLED, "Font's third ability was put on the stack once"),
        (KILLED, "the stack is, from the top: Font's third ability"),
        (KILLED + "\nAll pass", "Font's third ability resolved"),
        (KILLED, "the total cost of Axe was {2}{B}"),
        (KILLED, "Ann paid {2}{B} for Axe"),
        (KILLED, "Bear was put into Bob's graveyard"),
        ("Ann activates Font's first ability", "Font's first ability is on top of the stack"),
        ("Ann activates Font's first ability", "Ann controls Font's first ability"),
        ("Ann activates Font's first ability", "the total cost of Font's first ability was {1}"),
        ("Ann activates Font's first ability", "Ann played Font's first ability"),
        (f"{KILLED}\nIn response, Bob plays Loan targeting Font\nAll pass", "Ann controls Font's third ability"),
        ("Ann plays Axe targeting Bear\nIn response, Bob plays Stop targeting Axe\nAll pass", "Axe was countered"),
        ("Ann plays Toss targeting Bob\nAll pass\nBob discards Ox", "Bob discarded Ox"),
        ("Ann taps Font for {G}", "nobody got priority before Font's fourth ability resolved"),
    ],
)
def test_nothing_else_is_so_where_a_claim_names_one_ability_one_player_one_zone(do: str, claim: str) -> None:
    (scenario,) = load_text(write(GIVEN, do, [claim], COSTLESS, CARDS), "sharp.toml")
    trials = [trial for trial in try_near_misses(scenario) if trial.claim.text == claim]
    assert trials
    assert [trial.near.sentence for trial in trials if trial.holds] == []


def test_a_claim_about_several_blockers_is_about_each_of_them() -> None:
    given = "Ann, in play: Bear 2/2\nBob, in play: Wall 0/4, Tower 0/4"
    do = "Ann attacks with Bear\nBob blocks Bear with Wall and Tower"
    claims = ["Bear is blocked by Wall and Tower", "Wall and Tower are blocking Bear"]
    (scenario,) = load_text(write(given, do, claims, 'do = "Ann passes"\nthen = "Bear is in play"', ""), "sharp.toml")
    members = {trial.near.sentence: trial.blunt for trial in try_near_misses(scenario) if trial.near.slot == "member"}
    assert members == {
        "Bear is blocked by Bear and Tower": False,
        "Bear is blocked by Wall and Bear": False,
        "Bear and Tower are blocking Bear": False,
        "Wall and Bear are blocking Bear": False,
    }


MORE = (
    CARDS
    + """
[cards.Mark]
line = "Enchantment - Aura"
text = '''
Enchant creature
Enchanted creature gets +1/+1.'''
from = "supplied"
[cards.Drain]
line = "Instant {0}"
text = "Drain deals 3 damage to target creature or player. Draw a card."
from = "supplied"
[cards.Sweep]
line = "Sorcery {0}"
text = "Destroy all creatures."
from = "supplied"
[cards.Mend]
line = "Instant {0}"
text = "Regenerate target creature."
from = "supplied"
[cards.Altar]
line = "Artifact"
text = "Sacrifice a creature: You gain 2 life."
from = "supplied"
"""
)
FIELD = """
Ann, 17 life, in play: Mark on Bear. In hand: Drain, Sweep. Library: Elk 1/1, Yak 5/5. In graveyard: Rat 1/1
Ann, in play: Bear 2/3 tapped
Bob, 12 life, in play: Wolf 4/5, Altar. In hand: Mend, Toss
Bob has 2 poison counters
"""
ZAPPED = "Ann plays Drain targeting Bob\nAll pass"
SWEPT = "Ann plays Sweep\nAll pass"
EATEN = "In response, Bob activates Altar paying sacrifice Wolf"


@pytest.mark.parametrize(
    ("do", "claim"),
    [
        ("Ann passes", "Bear's power and toughness is 3/4"),
        ("Ann passes", "Mark enchants Bear"),
        ("Ann passes", "Bob has 2 poison counters"),
        ("Ann passes", "the top card of Ann's library is Elk"),
        ("Ann passes", "Bob's graveyard is empty"),
        ("Ann passes", "the stack is empty"),
        (ZAPPED, "3 damage was dealt to Bob"),
        (ZAPPED, "Bob lost 3 life"),
        (ZAPPED, "Ann drew a card"),
        (ZAPPED, "Ann played Drain"),
        (ZAPPED, "Bob did not draw any cards"),
        (ZAPPED, "Altar did not trigger"),
        (ZAPPED, "Mend did not resolve"),
        (ZAPPED, "Bob did not lose the game"),
        (ZAPPED, "Wolf did not leave play"),
        (ZAPPED, "Altar's ability did not use the stack"),
        (f"Ann passes\n{EATEN}\nAll pass", "Wolf died"),
        (f"Ann passes\n{EATEN}\nAll pass", "Wolf left play"),
        (f"Ann passes\n{EATEN}", "Bob sacrificed Wolf"),
        ("Ann plays Sweep\nIn response, Bob plays Mend targeting Wolf\nAll pass\nAll pass", "Wolf regenerated"),
        ("Bob's main phase\nBob plays Toss targeting Ann\nAll pass\nAnn discards Sweep", "Ann discarded 1 card"),
    ],
)
def test_every_other_kind_of_claim_is_sharp_too(do: str, claim: str) -> None:
    control = 'change = "Bob has 3 life"\nthen = "Bob has 0 life"'
    (scenario,) = load_text(write(FIELD, do, [claim], control, MORE), "sharp.toml")
    trials = [trial for trial in try_near_misses(scenario) if trial.claim.text == claim]
    assert trials
    assert [trial.near.sentence for trial in trials if trial.holds] == []
