"""Choices as a script writes them: also where there was nothing to choose."""

from __future__ import annotations

from rulesite.engine.scenario import Outcome, load_text, run

from .conftest import write

CARDS = """
[cards.Edict]
line = "Sorcery {0}"
text = "Target player sacrifices a creature."
from = "supplied"
[cards.Blaze]
line = "Sorcery {X}{R}"
text = "Blaze deals X damage to target player."
from = "supplied"
[cards.Angel]
line = "Creature - Angel 4/4"
text = "You can't lose the game."
from = "supplied"
"""


def _run(given: str, do: str, that: str, control: str) -> Outcome:
    return run(load_text(write(given, do, [that], control, CARDS, "2026-06-19"))[0])


def test_what_there_was_no_choice_about_may_be_said() -> None:
    said = "Ann plays Edict targeting Bob\nAll pass\nBob sacrifices Bear"
    unsaid = 'do = "Ann passes"\nthen = "Bear is in play"'
    outcome = _run("Ann, in hand: Edict. Bob, in play: Bear 2/2", said, "Bear was sacrificed", unsaid)
    assert outcome.outcome == "holds", outcome.reason


def test_what_there_was_a_choice_about_must_be_asked_for() -> None:
    outcome = _run(
        "Ann, in hand: Edict. Bob, in play: Bear 2/2",
        "Ann plays Edict targeting Bob\nAll pass\nBob sacrifices Bear\nAnn chooses Bear",
        "Bear was sacrificed",
        'do = "Ann passes"\nthen = "Bear is in play"',
    )
    assert "nobody was asked for this: Ann chooses Bear" in outcome.reason


def test_an_object_is_no_answer_to_which_mana_to_pay() -> None:
    outcome = _run(
        "Ann, in hand: Blaze, Edict. Bob, in play: Bear 2/2, Elf 1/1",
        "Ann adds {3}{R}{U}{U}\nAnn plays Blaze targeting Bob with X = 3\nAll pass\n"
        "Ann plays Edict targeting Bob\nAll pass\nBob chooses Elf",
        "Bob has 17 life",
        'do = "Ann passes"\nthen = "Bob has 20 life"',
    )
    assert outcome.outcome == "holds", outcome.reason


def test_a_change_that_names_what_is_there_says_it_anew() -> None:
    outcome = _run(
        "Ann, in hand: Edict. Bob, in play: Bear 2/2 green",
        "Ann plays Edict targeting Bob\nAll pass",
        "there are 0 creatures in play",
        'change = "Bob, in play: Bear 3/3"\ndo = "Ann passes"\nthen = ["Bear is a 3/3 creature", "there are 1 creatures in play"]',
    )
    assert outcome.outcome == "holds", outcome.reason


def test_an_attempt_may_say_that_all_pass_before_the_choice_that_is_tried() -> None:
    given = "Ann, in play: Ogre 4/4. Bob, in play: Wolf 3/3, Boar 3/3"
    do = "Ann attacks Bob with Ogre\nBob blocks Ogre with Wolf and Boar"
    text = write(given, do, [], 'do = "Ann attacks Bob with Ogre"\nthen = "Wolf is unblocked"', CARDS, "2026-06-19")
    tried = "".join(
        f'\n[[expect]]\n{kind} = "All pass. Ogre assigns {shares}"'
        for kind, shares in (
            ("legal", "2 to Wolf, 2 to Boar"),
            ("legal", "4 to Boar"),
            ("illegal", "2 to Wolf, 1 to Boar"),
        )
    )
    text = text.replace("[[control]]", tried + "\n[[control]]").replace('"Wolf is unblocked"', '"Ogre is unblocked"')
    outcome = run(load_text(text)[0])
    assert [check.passed for check in outcome.checks] == [True, True, True], outcome.reason


def test_denials_and_debts_can_be_claimed() -> None:
    outcome = _run(
        "Ann, in hand: Blaze. Bob, 2 life, in play: Angel",
        "Ann adds {3}{R}\nAnn plays Blaze targeting Bob with X = 3\nAll pass",
        "Bob has -1 life",
        'change = "Angel is a plain 4/4"\nthen = "Bob has lost"',
    )
    assert outcome.outcome == "holds", outcome.reason
