"""Where a game comes out otherwise under later rules, its page says what did it and which rule says so."""

from __future__ import annotations

import base64
import re
from datetime import date

import pytest

from rulesite.checks.examples import FIRST_DAY
from rulesite.checks.models import Scenario, Transcript, Verdict
from rulesite.checks.playing.player import play, play_on
from rulesite.checks.presentation.turning_points import turnings
from rulesite.engine.scenario import load_text

BURN = """
title = "Mana that stays in the pool"
kind = "outcome"
ruleset = "2006-10-01"
cites = [{ document = "cr", edition = "2006-10-01", rule = "300.3" }]
given = "Ann, 20 life, in play: Forest"
do = "Ann taps Forest for mana. Next turn"
[[expect]]
that = "Ann has 19 life"
[[control]]
change = "Ann, in play: 2 Forests"
do = "Ann taps Forest 1 for mana. Ann taps Forest 2 for mana. Next turn"
then = "Ann has 18 life"
[[era]]
ruleset = "2009-07-11"
differs = "Ann has 20 life"
"""


def turns(text, *days):
    return play(load_text(text, "burn.toml")[0], days)["turns"]


def test_the_switch_that_alone_turns_an_answer_is_found_among_all_that_changed():
    assert turns(BURN, "2006-10-01", "2009-07-11", "2011-02-04") == {"2009-07-11": ["mana_burn"]}


def test_a_game_that_answers_alike_turns_nowhere():
    calm = BURN.replace("Ann taps Forest for mana. Next turn", "Ann taps Forest for mana. Ann passes")
    calm = calm[: calm.index("[[era]]")].replace("Ann has 19 life", "Forest is tapped").replace(
        "[[control]]", '[[control]]\nchange = "Forest is in Ann\'s graveyard"\nthen = "Forest is in Ann\'s graveyard"\n'
        "[[control]]"
    ).split("[[control]]\nchange = \"Ann, in play")[0]  # fmt: skip
    assert turns(calm, "2006-10-01", "2009-07-11") == {}


def test_what_was_played_before_is_asked_again_when_a_later_day_turns_it():
    game = load_text(BURN, "burn.toml")[0]
    first = play(game, ["2006-10-01"])
    again = play(game, ["2009-07-11"], [made["looked_at"] for made in first["played"]])
    assert again["turns"] == {"2009-07-11": ["mana_burn"]}


@pytest.mark.django_db
@pytest.mark.usefixtures("played_pocket")
class TestOfThePocketEdition:
    """The page of a game whose scenario tells of two eras."""

    def test_the_turning_has_its_answers_its_switch_and_the_rule(self):
        game = Scenario.objects.get(slug="combat-rules-2")
        found = {str(each.since): each for each in turnings(game.verdicts.select_related("transcript"))}
        (cause,) = found["2009-07-11"].by
        assert (cause.name, cause.before, cause.after) == ("combat_damage_on_stack", "yes", "no")
        assert (cause.edition, cause.number) == ("2009-07-11", "510.2")
        assert all(answer.before != answer.after for answer in found["2009-07-11"].answers)
        assert found["2009-07-11"].answers

    def test_the_page_tells_it(self, client):
        shown = client.get("/games/combat-rules-2/").content.decode()
        assert "What 11 July 2009 changed" in shown
        told = re.sub(r"<[^>]+>", "", shown[shown.index("The cause:") :])
        assert re.search(r"combat damage on stack: .*: yes, since 2009-07-11 no \(rule 510.2 of 2009-07-11\)", told)

    @pytest.mark.parametrize("until", ["1980-01-01", FIRST_DAY.isoformat()])
    def test_a_day_before_the_first_rules_turns_nothing_and_has_its_page(self, client, until):
        game = Scenario.objects.get(slug="combat-rules-2")
        before = turnings(game.verdicts.select_related("transcript"))
        first = game.verdicts.order_by("since").first()
        unknown = play_on(load_text(game.text, "combat-rules.toml")[0], "1980-01-01")
        transcript = Transcript.objects.create(
            scenario=game, outcome=unknown["outcome"], reason=unknown["reason"], looked_at=unknown["looked_at"],
            packed=base64.b64decode(unknown["packed"]), scenario_digest="", engine_digest="",
        )  # fmt: skip
        Verdict.objects.create(scenario=game, since=date.min, until=min(date.fromisoformat(until), first.since),
                               transcript=transcript)  # fmt: skip
        assert turnings(game.verdicts.select_related("transcript")) == before
        for address in ("/games/combat-rules-2/", "/games/combat-rules-2/1979-12-31/"):
            assert client.get(address).status_code == 200
