"""Sentences about what a resolution asks, which target gets what, and cards whose names are words."""

from __future__ import annotations

import pytest

from rulesite.engine.scenario import HOLDS, Outcome, ScenarioError, load_text, run

TEXTS = {
    "Gift": ("Sorcery {0}", "You may pay {1}. If you do, you gain 3 life."),
    "Leak": ("Instant {0}", "Counter target spell unless its controller pays {1}."),
    "Storm": (
        "Creature 2/2 {0}",
        "When Storm enters, it deals 3 damage divided as you choose among one or two targets.",
    ),
    "Swap": (
        "Sorcery {0}",
        "Up to one target creature gets +3/+3 until end of turn. Destroy up to one target creature.",
    ),
    "Team": ("Sorcery {0}", "Tap up to two target creatures. Destroy up to one target artifact creature."),
    "Lurker": ("Creature 4/4 {4}{R}", "Disguise {4}{R}"),
    "Kill": ("Instant {0}", "Destroy target creature."),
    "Imp": ("Legendary Creature - Goblin Wizard 1/1 {R}", ""),
    "Jace": ("Planeswalker - Jace, loyalty 3", ""),
    "Vision": ("Sorcery, blue, no mana cost", "Draw three cards."),
    "Creatures": ("Enchantment {0}", "Creatures you control get +1/+1."),
    "Target": ("Instant {0}", "Target creature gets +1/+1 until end of turn."),
    "All": ("Enchantment", "You may cast spells from your hand without paying their mana costs."),
}


def play(
    given: str,
    do: str,
    that: str,
    control: str = 'change = "Bob has 3 poison counters"\nthen = "Bob has 3 poison counters"',
) -> Outcome:
    cards = "".join(
        f'[cards.{name}]\nline = "{line}"\ntext = "{text}"\nfrom = "supplied"\n'
        for name, (line, text) in TEXTS.items()
        if name in given + control
    )
    text = (
        f'title = "A game"\nkind = "outcome"\nruleset = "2026-06-19"\ngiven = """\n{given}\n"""\ndo = """\n{do}\n"""\n'
    )
    (game,) = load_text(f'{text}{cards}[[expect]]\nthat = "{that}"\n[[control]]\n{control}\n', "game.toml")
    return run(game)


@pytest.mark.parametrize(
    ("given", "do", "that"),
    [
        (
            "Ann, in play: Forest. In hand: Gift",
            "Ann plays Gift\nAll pass\nAnn pays, tapping Forest",
            "Forest is tapped",
        ),
        (
            "Ann, in hand: Leak. Bob, in play: Forest. In hand: Imp\nBob's main phase",
            "Bob adds {R}\nBob plays Imp\nIn response, Ann plays Leak targeting Imp\nAll pass\nBob pays, tapping Forest",
            "Forest is tapped",
        ),
        (
            "Ann, in hand: Storm. Bob, in play: Bear 2/2",
            "Ann plays Storm\nAll pass\nAnn chooses Bear and Bob, dividing 2 to Bear, 1 to Bob\nAll pass",
            "Bob has 19 life",
        ),
        (
            "Ann, in hand: Storm. Bob, in play: Bear 2/2",
            "Ann plays Storm\nAll pass\nAnn chooses Bear and Bob, dividing 1 to Bear, 2 to Bob\nAll pass",
            "Bob has 18 life",
        ),
        ("Ann, in hand: Swap. In play: Bear 2/2", "Ann plays Swap targeting nothing, then Bear\nAll pass", "Bear died"),
        (
            "Ann, in hand: Swap. In play: Bear 2/2",
            "Ann plays Swap targeting Bear, then nothing\nAll pass",
            "Bear is a 5/5 creature",
        ),
        (
            "Ann, in hand: Team. In play: Bear 2/2, Myr 1/1 artifact creature",
            "Ann plays Team targeting Bear, then Myr\nAll pass",
            "Bear is tapped",
        ),
        ("Ann, in play: A 1/1, B 2/2, X 3/3", "Ann attacks Bob with A, B and X", "X is attacking"),
        (
            "Ann has A 1/1 and B 2/2 in play. Bob, in play: I 1/1",
            "Ann attacks Bob with A and B\nI blocks A",
            "I is blocking A",
        ),
        ("Ann, in play: A 2/2 Bear", "Ann attacks Bob with Bear", "Bear is attacking"),
        ("Ann, in play: Bear 2/2. In hand: Creatures", "Ann plays Creatures\nAll pass", "Bear is a 3/3 creature"),
        (
            "Ann, in play: Bear 2/2. In hand: Target",
            "Ann plays Target targeting Bear\nAll pass",
            "Bear is a 3/3 creature",
        ),
        (
            "Ann, in play: Soldier 1/1 white token. Bob, in play: Wolf 2/2",
            "Ann attacks Bob with Soldier\nBob blocks Soldier with Wolf",
            "Wolf is blocking Soldier",
        ),
        (
            "Ann, in play: All. In hand: Vision",
            "Ann plays Vision without paying its mana cost\nAll pass",
            "Ann drew 3 cards",
        ),
    ],
)
def test_what_is_said_is_played(given: str, do: str, that: str) -> None:
    assert not [each for each in run_checks(given, do, that) if not each.passed]


def run_checks(given: str, do: str, that: str) -> list:
    outcome = play(given, do, that)
    assert outcome.outcome == HOLDS, outcome.reason
    return outcome.checks


def test_shares_that_are_not_all_of_it_are_illegal() -> None:
    do = "Ann plays Storm\nAll pass\nAnn chooses Bear and Bob, dividing 2 to Bear, 2 to Bob\nAll pass"
    outcome = play("Ann, in hand: Storm. Bob, in play: Bear 2/2", do, "Bob has 18 life")
    assert "3 cannot be divided so" in outcome.reason


def test_what_has_no_mana_cost_is_cast_for_none() -> None:
    outcome = play("Ann, in play: All. In hand: Vision", "Ann plays Vision\nAll pass", "Ann drew 3 cards")
    assert "has no mana cost, so it cannot be paid" in outcome.reason


@pytest.mark.parametrize(
    ("change", "then"),
    [
        ("Imp is not a Goblin", "Imp is not a Goblin"),
        ("Imp is not red", "Imp is not red"),
        ("Imp is not legendary", "Imp is not legendary"),
        ("Imp has no +1/+1 counters", "Imp is a 1/1 creature"),
        ("Imp has no counters", "Imp is a 1/1 creature"),
        ("Jace has no loyalty counters", "Jace is in Ann's graveyard"),
        ("Jace has no counters", "Jace is in Ann's graveyard"),
    ],
)
def test_a_change_takes_a_word_or_counters_away(change: str, then: str) -> None:
    given = "Ann, in play: Imp with two +1/+1 counters, Jace. In hand: Gift"
    do = "Ann plays Gift\nAll pass\nAnn does not pay"
    outcome = play(given, do, "Gift is in Ann's graveyard", f'change = "{change}"\nthen = "{then}"')
    assert outcome.outcome == HOLDS, outcome.reason


def test_only_a_word_or_counters_can_be_taken_away_so() -> None:
    with pytest.raises(ScenarioError, match="only a colour or a type"):
        play(
            "Ann, in play: Imp",
            "All pass",
            "Imp is still in play",
            'change = "Imp is not tapped"\nthen = "Ann has 7 life"',
        )


@pytest.mark.parametrize(
    "claim",
    [
        "Ann still controls Imp",
        "Imp still does not have flying",
        "Bob still controls 0 creatures",
        "Imp is still a Goblin",
    ],
)
def test_still_stands_with_any_verb(claim: str) -> None:
    assert play("Ann, in play: Imp", "All pass", claim).outcome == HOLDS


@pytest.mark.parametrize(
    ("blocks", "claim", "holds"),
    [
        ("Bob blocks Bear with Wall and Tower", "Wall and Tower are blocking Bear", True),
        ("Bob blocks Bear with Wall", "Wall and Tower are blocking Bear", False),
        ("Bob blocks Bear with Wall", "Bear is blocked by Wall and Tower", False),
        ("Bob blocks Bear with Wall", "Wall is blocking Bear and Ox", False),
    ],
)
def test_what_is_claimed_of_two_is_not_true_of_one_alone(blocks: str, claim: str, holds: bool) -> None:
    given = "Ann, in play: Bear 2/2, Ox 3/3. Bob, in play: Wall 0/4, Tower 0/4"
    outcome = play(given, f"Ann attacks Bob with Bear and Ox\n{blocks}", claim)
    assert (outcome.outcome == HOLDS) is holds, outcome.reason


def test_what_begins_face_down_with_disguise_has_ward() -> None:
    given = "Ann, in play: Lurker face down. Bob, in hand: Kill. Bob's main phase"
    outcome = play(given, "Bob plays Kill targeting Lurker. All pass. Bob does not pay", "Kill was countered")
    assert outcome.outcome == HOLDS, outcome.reason
