"""check_examples, play, read_text, check_concepts: what they print and how they exit."""

from __future__ import annotations

import json
from datetime import date

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from rulesite.checks.models import Transcript, Verdict
from tests.scenarios import FOLDER

BOLT = """
title = "A bolt kills a bear"
kind = "outcome"
ruleset = "2006-10-01"
given = "Ann, in hand: Bolt. Mana pool: {R}. Bob, in play: Bear 2/2 green"
do = "Ann plays Bolt targeting Bear. All pass"
[cards.Bolt]
line = "Instant {R}"
text = "Bolt deals 3 damage to target creature or player."
from = "supplied"
[[expect]]
that = "Bear is in Bob's graveyard"
[[control]]
change = "Bear is 2/4"
then = "Bear is in play"
"""


def run(capsys, *arguments):
    """What a command prints, on both streams, and its exit status."""
    try:
        call_command(*map(str, arguments))
        status = 0
    except SystemExit as stopped:
        status = stopped.code
    said = capsys.readouterr()
    return status, said.out, said.err


@pytest.fixture
def bolt(tmp_path):
    def written(text=BOLT):
        path = tmp_path / "bolt.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return written


def test_play_prints_a_transcript_with_rules_and_verdict(capsys, bolt):
    status, out, _ = run(capsys, "play", bolt())
    assert status == 0
    assert "Bolt deals 3 damage" in out
    assert "[409.1a announce]" in out
    assert "[yes] Bear is in Bob's graveyard" in out
    assert "Bear is 2/4" in out
    assert out.rstrip().endswith("HOLDS")


TWO_FACED = BOLT.replace(
    "[cards.Bolt]",
    """[cards.Villager]
line = "Creature - Human Werewolf 2/2 {2}{R}"
[cards.Villager.back]
name = "Howler"
line = "Creature - Werewolf 4/4, red"
text = "Trample"
[cards.Bolt]""",
)


def test_play_tells_of_every_face_of_a_card(capsys, bolt):
    _, out, _ = run(capsys, "play", bolt(TWO_FACED))
    assert "Villager (supplied): Creature - Human Werewolf 2/2 {2}{R}" in out
    assert "back: Howler, Creature - Werewolf 4/4, red" in out
    assert "Trample" in out


def test_play_of_something_that_does_not_hold_exits_with_1(capsys, bolt):
    status, out, _ = run(capsys, "play", bolt(BOLT.replace("deals 3 damage", "deals 1 damage")))
    assert status == 1
    assert "[NO] Bear is in Bob's graveyard" in out
    assert "CONTRADICTED" in out


def test_play_of_what_cannot_be_read_exits_with_2_and_names_line_and_place(capsys, bolt):
    status, _, err = run(capsys, "play", bolt(BOLT.replace("is in Bob's graveyard", "flummoxes Bob")))
    assert status == 2
    assert "bolt.toml, line 12" in err
    assert "flummoxes" in err


def test_play_of_a_card_whose_text_is_unreadable_exits_with_2(capsys, bolt):
    status, out, _ = run(capsys, "play", bolt(BOLT.replace("deals 3 damage to", "frobnicates")))
    assert status == 2
    assert "NOT MODELLED: text unreadable" in out


def test_play_without_a_file_a_day_or_a_concept_says_so_and_exits_with_2(capsys, bolt, tmp_path):
    status, _, err = run(capsys, "play", tmp_path / "none.toml")
    assert (status, "No such file" in err) == (2, True)
    status, _, err = run(capsys, "play", bolt(), "--ruleset", "yesterday")
    assert (status, "2006-10-01" in err) == (2, True)
    status, _, err = run(capsys, "play", bolt(), "--without", "gravity")
    assert (status, "no concept is called 'gravity'" in err) == (2, True)


def test_play_with_a_concept_switched_off_may_be_contradicted(capsys):
    assert run(capsys, "play", FOLDER / "look-back.toml")[0] == 0
    status, out, _ = run(capsys, "play", FOLDER / "look-back.toml", "--without", "look_back")
    assert status == 1
    assert "Font triggered 0 times" in out


def test_play_says_of_every_claim_what_is_almost_the_same_and_so_as_well(capsys, bolt):
    text = BOLT.replace("Bear 2/2 green", "Bear 2/2 green, Ox 3/3 green")
    text = text.replace(
        "[[control]]",
        '[[expect]]\nthat = "Ox is green"\nat = "start"\n[[control]]\nchange = "Ox is red"\nthen = "Ox is red"\n[[control]]',
    )
    _, out, _ = run(capsys, "play", bolt(text), "--near-misses")
    assert "Ox is green; and it happens that: Bear is green (object)" in out
    assert "so is:" not in out
    _, out, _ = run(capsys, "play", bolt(text), "--near-misses", "--json")
    found = json.loads(out)["near_misses"]
    assert found["tried"] > 10
    assert {"line", "claim", "near_miss", "slot", "blunt"} == set(found["also"][0])


def test_play_with_a_concept_switched_off_says_that_controls_are_not_played(capsys, bolt):
    _, out, _ = run(capsys, "play", bolt(), "--without", "buyback")
    assert "controls are not played" in out
    _, out, _ = run(capsys, "play", bolt(), "--ruleset", "2018-01-19")
    assert "Bear is 2/4: Bear is in play" in out


def test_play_prints_json_of_the_whole_game(capsys, bolt):
    status, out, _ = run(capsys, "play", bolt(), "--json")
    found = json.loads(out)
    assert (status, found["outcome"], found["ruleset"]) == (0, "holds", "2006-10-01")
    assert [check["passed"] for check in found["checks"]] == [True]
    assert found["controls"][0]["held"]
    assert found["snapshots"][-1]["players"][1]["graveyard"][0]["name"] == "Bear"


def test_play_under_other_rules_cites_their_numbers(capsys, bolt):
    _, out, _ = run(capsys, "play", bolt(), "--ruleset", "2018-01-19")
    assert "[601.2a announce]" in out


def test_read_text_says_what_an_ability_is(capsys):
    status, out, _ = run(capsys, "read_text", "{T}: Add {G} to your mana pool.", "--host", "Artifact", "--json")
    (ability,) = json.loads(out)
    assert (status, ability["kind"], ability["mana"], ability["cost"]) == (0, "activated", True, "{T}")
    assert ability["printed"] == "{T}: Add {G}."
    assert set(ability) == {"kind", "mana", "targets", "cost", "trigger", "effect", "printed", "meant"}


def test_read_text_of_several_abilities_prints_each(capsys):
    status, out, _ = run(capsys, "read_text", "Flying\nWhen this creature dies, draw a card.", "--host", "Creature 2/2")
    assert status == 0
    assert [line for line in out.splitlines() if line[:1].strip()] == [
        "Flying",
        "When this creature dies, draw a card.",
    ]


def test_read_text_uses_today_s_words_and_those_of_the_day_that_is_named(capsys):
    text = "When this creature dies, draw a card."
    assert run(capsys, "read_text", text)[1].startswith("When this creature dies,")
    assert run(capsys, "read_text", text, "--ruleset", "2006-10-01")[1].startswith("When this creature is put into")
    status, _, err = run(capsys, "read_text", text, "--ruleset", "monday")
    assert (status, err.strip()) == (2, "--ruleset monday: not a day; days are written like 2006-10-01")


def test_read_text_calls_the_card_by_its_name_where_it_is_given(capsys):
    _, out, _ = run(capsys, "read_text", "Hill Giant gets +1/+1 until end of turn.", "--name", "Hill Giant")
    assert out.startswith("Hill Giant gets +1/+1")


def test_read_text_says_whom_a_pronoun_means(capsys):
    _, out, _ = run(capsys, "read_text", "Destroy target creature. Its controller loses 2 life.", "--host", "Instant")
    assert "it: target 1" in out


def test_read_text_shows_the_place_where_it_stops(capsys):
    status, out, err = run(capsys, "read_text", "Destroy target frobnicator.", "--host", "Instant", "--json")
    assert status == 2
    assert json.loads(out)["position"] == len("Destroy target ")
    line, caret = err.splitlines()[-2:]
    assert line.index("frobnicator") == caret.index("^")


@pytest.mark.django_db
def test_check_examples_of_an_empty_library_says_what_to_do(capsys):
    with pytest.raises(CommandError, match="There is no rulebook yet"):
        call_command("check_examples")


@pytest.mark.django_db
@pytest.mark.usefixtures("played_pocket")
class TestOfThePocketEdition:
    """With a library."""

    @pytest.mark.slow
    def test_check_examples_lists_every_example_of_an_edition(self, capsys):
        from rulesite.rulebook.models import Example

        status, out, _ = run(capsys, "check_examples", "--edition", "cr/2006-10-01", "--json")
        found = json.loads(out)
        assert status == 0
        wanted = Example.objects.filter(version__edition__document__slug="cr", version__edition__effective="2006-10-01")
        assert len(found) == wanted.count()
        assert {row["outcome"] for row in found} <= {"holds", "contradicted", "not modelled", "no scenario"}
        assert all(len(row["opening"].split()) <= 8 for row in found)
        keys = [
            "edition",
            "rule",
            "ordinal",
            "labelled",
            "opening",
            "ruleset",
            "outcome",
            "reason",
            "scenario",
            "checks",
            "controls",
            "bound",
        ]
        assert all(list(row) == keys for row in found)
        holding = [row for row in found if row["outcome"] == "holds"]
        assert all(row["scenario"] and row["checks"] and row["controls"] for row in holding if row["rule"] == "410.10d")

    @pytest.mark.slow
    def test_check_examples_runs_nothing_twice(self, played_pocket):
        from rulesite.checks.playing.runner import check_all

        again = check_all()
        assert (again.run, again.problems) == (0, [])
        assert again.kept == Transcript.objects.count()
        assert (again.bound, again.counted) == (set(), [])

    @pytest.mark.slow
    def test_verdicts_that_stand_are_kept_without_reading_a_scenario(self, monkeypatch):
        from rulesite.checks.playing import loader, runner

        read = []
        monkeypatch.setattr("rulesite.engine.scenario.load_text", lambda text, name: read.append(name) or [])
        loader._games.cache_clear()
        assert runner.check_all().run == 0
        assert read == []

    def test_a_scenario_is_kept_under_the_rules_of_every_edition_its_words_stand_in(self):
        for day in (date(2002, 10, 15), date(2006, 10, 1)):
            assert Verdict.objects.on(day).filter(scenario__slug="look-back").count() == 1

    def test_an_unknown_edition_is_refused_with_those_held(self, capsys):
        with pytest.raises(CommandError, match="cr/2006-10-01"):
            call_command("check_examples", "--edition", "cr/1900-01-01")
