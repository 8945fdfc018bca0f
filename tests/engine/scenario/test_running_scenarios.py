"""Verdicts: holding, contradicted, not modelled; controls, eras, intermediate points, plain data."""

from __future__ import annotations

import pytest

from rulesite.engine.scenario import Outcome, ScenarioError, load_text, run

from .conftest import BOLT, write

GIVEN = "Ann, in hand: Bolt. Ann's mana pool: {R}. Bob, in play: Bear 2/2 green"
DO = "Ann plays Bolt targeting Bear\nAll pass"
CONTROL = 'change = "Bear is 2/4"\nthen = "Bear is in play"'


def _run(that: list[str], control: str = CONTROL, do: str = DO, given: str = GIVEN, more: str = "") -> Outcome:
    return run(load_text(write(given, do, that, control) + more, "test.toml")[0])


def test_a_scenario_holds_when_everything_is_so_and_every_control_differs() -> None:
    outcome = _run(["Bear was destroyed", "Ann did not draw any cards", "Bear is in Bob's graveyard"][::2])
    assert (outcome.outcome, outcome.reason) == ("holds", "")
    assert outcome.controls[0].held
    assert outcome.controls[0].differs


def test_a_false_claim_contradicts_and_what_was_found_is_told() -> None:
    outcome = _run(["Bear is in play"])
    assert outcome.outcome == "contradicted"
    assert "Bear is in Bob's graveyard" in outcome.reason


@pytest.mark.parametrize(
    ("control", "said"),
    [
        ('change = "Bear is 2/3"\nthen = "Bear is in play"', "Bear is in Bob's graveyard"),
        ('change = "Bear is red"\nthen = "Bear was destroyed"', "makes no difference"),
        ('without = "look_back"\nthen = "Bear was destroyed"', "makes no difference"),
    ],
)
def test_a_control_that_does_not_turn_the_result_contradicts(control: str, said: str) -> None:
    outcome = _run(["Bear was destroyed"], control)
    assert outcome.outcome == "contradicted"
    assert said in outcome.reason


def test_a_claim_that_only_repeats_the_set_up_is_refused() -> None:
    with pytest.raises(ScenarioError, match="before anything was done"):
        _run(["Bear was destroyed", "Ann has 20 life"])


def test_a_claim_that_was_true_from_the_start_is_allowed_when_a_control_makes_it_false() -> None:
    outcome = _run(
        ["Ann has 20 life", "Bear was destroyed"],
        'do = "Ann plays Bolt targeting Ann. All pass"\nthen = ["Ann has 17 life", "Bear is in play"]',
    )
    assert outcome.outcome == "holds"


def test_an_illegal_sentence_of_the_script_contradicts_and_names_the_rule() -> None:
    outcome = _run(["Bear was destroyed"], given="Ann, in hand: Bolt. Bob, in play: Bear 2/2 green")
    assert outcome.outcome == "contradicted"
    assert "'Ann plays Bolt targeting Bear' is illegal" in outcome.reason


def test_a_text_that_cannot_be_read_makes_it_not_modelled() -> None:
    text = write(GIVEN, DO, ["Bear was destroyed"], CONTROL, BOLT.replace("deals 3 damage", "frobs 3 damage"))
    outcome = run(load_text(text)[0])
    assert outcome.outcome == "unmodelled"
    assert outcome.reason.startswith("text unreadable")


def test_a_runaway_game_is_stopped_and_not_modelled() -> None:
    outcome = run(load_text(write(GIVEN, DO, ["Bear was destroyed"], CONTROL))[0], step_limit=5)
    assert outcome.outcome == "unmodelled"
    assert "5 steps" in outcome.reason


def test_expectations_may_look_at_intermediate_points_and_further_on() -> None:
    more = """
[[expect]]
that = "Bolt is on the stack"
at = "Ann plays Bolt"
[[expect]]
that = "Bear has 3 damage"
do = "Ann plays Bolt targeting Bob"
"""
    outcome = _run(["Bear was destroyed"], more=more)
    assert [check.passed for check in outcome.checks] == [True, True, False]


@pytest.mark.parametrize("way", ["after", "do"])
def test_a_claim_about_a_game_that_the_rules_stop_on_the_way_does_not_hold(way: str) -> None:
    outcome = _run(
        ["Bear was destroyed"],
        more=f"""
[[expect]]
that = "Ann has 20 life"
{way} = "Ann plays Bolt targeting Ann. All pass. Ann plays Bolt targeting Ann"
[[expect]]
that = "playing Bolt is illegal"
{way} = "Ann plays Bolt targeting Bear. All pass. Ann plays Bolt targeting Ann"
""",
    )
    assert [check.passed for check in outcome.checks] == [True, False, True]
    assert "on the way there is illegal" in outcome.reason


@pytest.mark.parametrize(
    ("kind", "sentence", "passes"),
    [
        ("legal", "Ann plays Bolt targeting Bob", True),
        ("illegal", "Ann plays Bolt targeting Bob", False),
        ("illegal", "Bob plays Bolt targeting Bear", True),
        ("illegal", "Ann plays Bolt targeting Bolt", True),
        ("legal", "Ann plays Bolt targeting Bear. All pass. Ann's next upkeep", True),
    ],
)
def test_legality_is_tried_on_a_copy(kind: str, sentence: str, passes: bool) -> None:
    more = f'\n[[expect]]\n{kind} = "{sentence}"\nat = "start"\n'
    outcome = _run(["Bear was destroyed"], more=more)
    assert outcome.checks[1].passed == passes
    assert outcome.checks[0].passed


def test_a_text_is_classified_without_a_game() -> None:
    more = """
[[expect]]
classify = "{T}: Add {G} to your mana pool."
host = "Creature 1/1"
is = ["mana ability", "activated ability"]
is_not = ["triggered ability", "targeted"]
"""
    assert _run(["Bear was destroyed"], more=more).checks[1].passed


def test_an_era_gives_its_own_answer_and_must_differ() -> None:
    given = "Ann's main phase. Ann's mana pool: {G}"
    more = '\n[[era]]\nruleset = "2009-07-11"\ndiffers = "Ann has 20 life"\n'
    text = (
        write(
            given, "Ann's upkeep", ["Ann has 19 life"], 'change = "Ann\'s mana pool is empty"\nthen = "Ann has 20 life"'
        )
        + more
    )
    scenario = load_text(text)[0]
    assert run(scenario).outcome == "holds"
    other = run(scenario, ruleset="2009-07-11")
    assert other.outcome == "holds"
    assert other.checks[0].differs
    same = load_text(text.replace('differs = "Ann has 20 life"', 'differs = "Ann has 19 life"'))[0]
    assert run(same).outcome == "contradicted"


def test_a_concept_can_be_switched_off_for_the_whole_scenario() -> None:
    scenario = load_text(write(GIVEN, DO, ["Bear was destroyed"], CONTROL))[0]
    outcome = run(scenario, without=["lethal_damage"])
    assert outcome.outcome == "contradicted"
    assert not outcome.controls


def test_an_outcome_is_plain_data_that_goes_through_json_and_is_the_same_every_time() -> None:
    scenario = load_text(write(GIVEN, DO, ["Bear was destroyed"], CONTROL))[0]
    first, second = run(scenario), run(scenario)
    assert first == second
    assert Outcome.from_json(first.to_json()) == first


def test_steps_carry_concepts_with_the_number_of_their_day_and_belong_to_sentences() -> None:
    scenario = load_text(write(GIVEN, DO, ["Bear was destroyed"], CONTROL))[0]
    steps = run(scenario).steps
    targets = next(step for step in steps if step.concept == "announce_targets")
    assert (targets.rule, targets.sentence) == ("409.1c", 1)
    assert (
        next(step for step in run(scenario, ruleset="2018-01-19").steps if step.concept == "announce_targets").rule
        == "601.2c"
    )


def test_zones_are_drawn_after_the_set_up_and_after_every_sentence() -> None:
    snapshots = run(load_text(write(GIVEN, DO, ["Bear was destroyed"], CONTROL))[0]).snapshots
    assert [each["after"] for each in snapshots] == ["", "Ann plays Bolt targeting Bear", "All pass"]
    assert [each["name"] for each in snapshots[0]["battlefield"]] == ["Bear"]
    assert snapshots[1]["stack"][0]["targets"] == ["Bear"]
    assert [each["name"] for each in snapshots[2]["players"][1]["graveyard"]] == ["Bear"]


@pytest.mark.slow
def test_the_package_needs_no_django() -> None:
    import subprocess
    import sys

    code = "import rulesite.engine.scenario, sys; assert not any(name.startswith('django') for name in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.slow
def test_an_era_reaches_until_the_next_one_and_not_beyond_the_scenarios_own_day() -> None:
    given = "Ann's main phase. Ann's mana pool: {G}"
    more = '\n[[era]]\nruleset = "2009-07-11"\ndiffers = "Ann has 20 life"\n'
    text = write(
        given, "Ann's upkeep", ["Ann has 19 life"], 'change = "Ann\'s mana pool is empty"\nthen = "Ann has 20 life"'
    )
    scenario = load_text(text + more)[0]
    assert [run(scenario, ruleset=day).outcome for day in ("2002-10-15", "2005-08-01", "2018-01-19")] == ["holds"] * 3
    assert run(scenario, ruleset="2018-01-19").eras[0].held
    assert not run(scenario, ruleset="2005-08-01").eras


def test_under_the_rules_of_an_era_its_own_script_is_played() -> None:
    given = "Ann's main phase. Ann's mana pool: {G}"
    text = (
        write(
            given, "Ann's upkeep", ["Ann has 19 life"], 'change = "Ann\'s mana pool is empty"\nthen = "Ann has 20 life"'
        )
        + '\n[[era]]\nruleset = "2009-07-11"\ndo = "Ann\'s end step"\ndiffers = "Ann has 20 life"\n'
    )
    scenario = load_text(text)[0]
    assert run(scenario).outcome == "holds"
    other = run(scenario, ruleset="2010-06-18")
    assert (other.outcome, other.eras[0].held, other.checks[0].differs) == ("holds", True, True)
    assert [shown["after"] for shown in other.snapshots] == ["", "Ann's end step"]


TAPPED = "Ann, in play: Forest, Lotus, Bear 2/2"
LOTUS = """
[cards.Lotus]
line = "Artifact"
text = "{T}: Add one mana of any color to your mana pool."
from = "supplied"
"""


@pytest.mark.parametrize(
    ("sentence", "legal"),
    [
        ("Ann taps Forest for {G}", True),
        ("Ann taps Forest for mana", True),
        ("Ann taps Forest for {U}", False),
        ("Ann taps Lotus for {U}", True),
        ("Ann taps Bear for mana", False),
    ],
)
def test_a_permanent_is_tapped_for_the_mana_that_it_makes_and_no_other(sentence: str, legal: bool) -> None:
    for kind, passes in (("legal", legal), ("illegal", not legal)):
        more = f'\n[[expect]]\n{kind} = "{sentence}"\nat = "start"\n'
        text = write(TAPPED, "Ann passes", ["Bear is tapped"], cards=LOTUS) + more
        assert run(load_text(text, "test.toml")[0]).checks[1].passed == passes
