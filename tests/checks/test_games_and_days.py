"""One game speaks for many days: what is shown for a day is what playing on that day would show."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesite.checks.playing import player
from rulesite.checks.playing.pool import play_all
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser.read import read
from rulesite.engine.eras.concepts import rule_number
from rulesite.engine.eras.rule_citations import filled
from rulesite.engine.eras.ruleset import OLDEST, Ruleset
from rulesite.engine.eras.tracking import notice, noticing
from rulesite.engine.eras.validity import days_of_change, every_fact, value
from rulesite.engine.scenario import ScenarioError, load_text, run
from rulesite.engine.scenario.running.verdict import facts_on
from tests.checks.test_commands import BOLT
from tests.scenarios import scenarios

GAMES = scenarios()
SHIELDED = """
title = "Protection from red"
kind = "legality"
ruleset = "2013-07-13"
given = "Ann, in hand: Bolt. Bob, in play: Knight 2/2 with \\"Protection from red\\""
do = "Ann passes"
[cards.Bolt]
line = "Instant {0}, red"
text = "Bolt deals 3 damage to target creature."
from = "supplied"
[[expect]]
illegal = "Ann plays Bolt targeting Knight"
because = "protection_targets"
at = "start"
[[control]]
change = "Knight is a plain 2/2"
do = "Ann plays Bolt targeting Knight. All pass"
then = "Knight is in Bob's graveyard"
"""
UPKEEP = ("2003-10-01", "2006-10-01")
"""Days of two definitions of cumulative upkeep."""
DAYS = st.dates(date.fromisoformat(OLDEST), date(2027, 1, 1)).map(str) | st.sampled_from(days_of_change())


def told(played):
    """What is stored of a game, without the days."""
    record = json.loads(zlib.decompress(b64decode(played["packed"])))
    return record, *(played[key] for key in ("outcome", "reason", "differing", "cited", "needed"))


def of_day(found, day):
    """The game that speaks for a day."""
    (which,) = [which for since, until, which in found["spans"] if since <= day < until]
    return found["played"][which]


def texts(record):
    """All that a record tells in words."""
    return json.dumps([
        [each["found"] for part in ("checks", "controls", "eras") for each in record[part]],
        [step["text"] for step in record["steps"]],
    ], ensure_ascii=False)  # fmt: skip


def shown_on(game, days, day):
    """What a page shows of the game that speaks for a day, played with others."""
    record, *_ = told(of_day(player.play(game, [*days, day]), day))
    return numbered(texts(record), day)


def numbered(text, day):
    """What is told, with the numbers that the rules have on a day."""
    return filled(text, lambda concept: rule_number(concept, day))


def played_on(game, day):
    """What is told of a game that is played on a day; else why it would prove nothing there."""
    try:
        return texts(run(game, ruleset=day).to_dict()), ""
    except ScenarioError as error:
        return "", str(error)


@pytest.mark.slow(seconds=20)
@settings(max_examples=settings.default.max_examples * 2 // 5)
@given(st.sampled_from(GAMES), st.lists(DAYS, max_size=4), DAYS)
def test_the_game_that_speaks_for_a_day_is_the_one_played_on_that_day(game, days, day):
    """What is told of it too, which cites the numbers of that day."""
    found = player.play(game, [*days, day])
    spoken = told(of_day(found, day))
    assert spoken == told(player.play_on(game, day))
    shown, refusal = played_on(game, day)
    assert refusal in spoken[2]
    assert refusal or numbered(texts(spoken[0]), day) == shown


@pytest.mark.slow
@settings(max_examples=settings.default.max_examples // 5)
@given(st.sampled_from(GAMES), st.lists(DAYS, min_size=1, max_size=5))
def test_games_that_stand_are_not_played_again_and_speak_for_the_same_days(game, days):
    first = player.play(game, days)
    facts = json.loads(json.dumps([played["looked_at"] for played in first["played"]]))
    again = player.play(game, days, facts)
    assert again["played"] == []
    assert again["spans"] == first["spans"]


def test_days_that_differ_in_numbers_alone_have_one_game():
    (game,) = load_text(SHIELDED)
    found = player.play(game, ["2011-06-17", "2013-07-13", "2026-06-19"])
    assert len(found["played"]) == 1
    assert "(rule 702.15b)" in shown_on(game, ["2013-07-13"], "2011-06-17")
    assert "(rule 702.16b)" in shown_on(game, ["2011-06-17"], "2013-07-13")


@given(st.sampled_from(sorted(every_fact())), DAYS, DAYS)
def test_a_fact_changes_only_on_the_days_of_change(fact, one, other):
    marks = days_of_change()
    if sum(mark <= one for mark in marks) == sum(mark <= other for mark in marks):
        assert value(fact, one) == value(fact, other)


@pytest.mark.slow
def test_a_game_of_a_variant_hangs_on_the_day_from_which_there_is_one():
    game = next(each for each in GAMES if each.agreement.variant == "Commander")
    assert "variant:Commander" in run(game).looked_at
    found = player.play(game, ["1999-04-23", "2000-01-01"])
    assert of_day(found, "1999-04-23") == of_day(found, "2000-01-01") != of_day(found, game.ruleset)


def test_a_game_looks_at_what_its_course_hangs_on():
    (game,) = load_text(BOLT)
    looked_at = run(game).looked_at
    assert "words" in looked_at
    assert "phased_out_is" not in looked_at
    assert facts_on(game, "2006-10-01", ["words"]) != facts_on(game, "2009-07-11", ["words"])


def test_what_a_reading_that_was_kept_looked_at_is_noticed_each_time():
    for _ in range(2):
        with noticing() as seen:
            read("Cumulative upkeep {1}", Host.parse("Creature 2/2"), Ruleset.on("2006-10-01"))
        assert seen == {"keyword:cumulative upkeep"}
    before, after = (read("Cumulative upkeep {1}", Host.parse("Creature 2/2"), Ruleset.on(day)) for day in UPKEEP)
    assert before != after


def test_what_fails_tells_what_it_looked_at_all_the_same():
    def failing():
        with noticing():
            notice("mana_burn")
            raise ZeroDivisionError

    with noticing() as seen, pytest.raises(ZeroDivisionError):
        failing()
    assert seen == {"mana_burn"}


def test_rules_before_the_first_are_not_known_and_that_is_said():
    (game,) = load_text(BOLT)
    found = player.play(game, ["1993-08-05", OLDEST])
    unknown = of_day(found, "1993-08-05")
    assert (unknown["outcome"], "no rules are known" in unknown["reason"]) == ("unmodelled", True)
    assert of_day(found, OLDEST)["outcome"] == "holds"


@pytest.mark.slow
def test_controls_are_played_under_the_rules_of_every_day():
    (game,) = load_text(BOLT)
    for day in days_of_change():
        (control,) = run(game, ruleset=day).controls
        assert control.passed


BURN = """
title = "Mana that nobody spends"
kind = "outcome"
ruleset = "2006-10-01"
given = "Ann's mana pool: {G}{G}"
do = "Bob's next turn"
[[expect]]
that = "Ann's mana pool is empty"
[[control]]
without = "mana_burn"
then = "Ann has 20 life"
"""


def test_a_control_that_shows_nothing_on_another_day_contradicts_there():
    (game,) = load_text(BURN)
    assert run(game).outcome == "holds"
    later = run(game, ruleset="2018-01-19")
    assert later.outcome == "contradicted"
    assert "makes no difference" in later.reason


def test_where_a_scenario_says_that_an_era_is_different_a_control_may_show_nothing_and_is_told_so():
    (game,) = load_text(BURN + '[[era]]\nruleset = "2009-07-11"\ndiffers = "Ann has 20 life"\n')
    later = run(game, ruleset="2018-01-19")
    assert (later.outcome, [control.idle for control in later.controls]) == ("holds", [True])
    assert run(game).controls[0].passed


def test_an_era_reaches_over_every_day_of_its_rules_whatever_day_it_names():
    text = BURN.replace("2006-10-01", "2018-01-19").replace('without = "mana_burn"', 'change = "Ann has 19 life"')
    text = text.replace("Ann has 20 life", "Ann has 19 life")
    (game,) = load_text(text + '[[era]]\nruleset = "2003-10-01"\ndiffers = "Ann has 18 life"\n')
    for day in ("1999-04-23", "2003-10-01", "2004-09-30"):
        assert [era.passed for era in run(game, ruleset=day).eras] == [True]


@pytest.mark.slow
def test_many_scenarios_are_played_by_several_processes_and_a_bad_one_takes_no_other_with_it():
    asked = {"number": 0, "days": ["2006-10-01", "2018-01-19"], "known": []}
    tasks = [{"name": f"bolt{n}.toml", "text": BOLT, "games": [asked] * 5} for n in range(4)]
    tasks.append({"name": "bad.toml", "text": "kind = @", "games": [asked]})
    found = {task["name"]: answer for task, answer in play_all(tasks)}
    assert "error" in found.pop("bad.toml")
    assert len(found) == 4
    for answer in found.values():
        assert [game["played"][0]["outcome"] for game in answer["games"]] == ["holds"] * 5
