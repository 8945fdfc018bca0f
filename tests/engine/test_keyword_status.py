"""How each keyword stands: nothing that a rulebook defines is passed over, and nothing is said to be what it is not."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.engine import keyword_status
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.keyword_status import AGREES, APART, DIFFERS, NOT_READ, meanings, names_in, of_ability, of_action
from rulesite.engine.language import keyword_table
from tests.libraries import DOCUMENTS
from tests.scenarios import FILES

TODAY = Ruleset.on("2026-06-19")
TITLES = re.compile(r"^(70[12])\.\d+\. ([^.\r\n]{2,40})\r?$", re.MULTILINE)
OTHERWISE = {"face a villainous choice": "faces a villainous choice"}
"""The words by which a card says a keyword whose name it does not print."""
PLAYS_NOTHING = {"abilities", "cardtext", "eras", "language", "scenario"}


def titles():
    newest = max((DOCUMENTS / "cr").glob("cr-*.txt"))
    return sorted(
        {
            (section, name)
            for section, title in TITLES.findall(newest.read_text("utf-8-sig"))
            for name in names_in(title)
        }
    )


@pytest.mark.documents
def test_no_keyword_of_the_newest_edition_is_unaccounted_for():
    found = titles()
    assert len(found) > 250
    said = {name: (of_action if section == "701" else of_ability)(name, TODAY) for section, name in found}
    unknown = [name for name, each in said.items() if "has no row" in each.why]
    assert unknown == []
    assert [name for name, each in said.items() if not (each.how if each.played else each.why)] == []
    assert [name for name, each in said.items() if each.played and not each.read] == []


@cache
def played_words():
    """The words of the cards of all scenarios and situations, and of what they say that things have, in lower case."""
    found = []
    for path in [*FILES, *sorted(Path(__file__).parent.glob("situations/*.toml"))]:
        made = tomllib.loads(path.read_text("utf-8"))
        for scenario in made.get("scenario", [made]):
            sides = [side for card in scenario.get("cards", {}).values() for side in (card, *card.values())]
            found += [side.get("text", "") for side in sides if isinstance(side, dict)]
            found.append(scenario.get("given", ""))
    return "\n".join(found).lower()


@pytest.mark.documents
def test_each_keyword_that_is_played_is_played_in_a_scenario():
    shown = played_words()
    played = {
        (section, name)
        for section, name in titles()
        if (of_action if section == "701" else of_ability)(name, TODAY).played
    }
    assert len(played) > 230
    named = {name: OTHERWISE.get(name, re.escape(name)) for _, name in played}
    assert sorted(name for name, pattern in named.items() if not re.search(rf"\b{pattern}", shown)) == []


def test_a_keyword_that_nobody_knows_is_said_to_have_no_row():
    assert not of_ability("frumple", TODAY).read
    assert "has no row" in of_ability("frumple", TODAY).why
    assert "has no row" in of_action("frumple", TODAY).why


@pytest.mark.parametrize(
    ("name", "read"), [("hidden agenda", True), ("double agenda", True), ("space sculptor", False)]
)
def test_a_keyword_that_is_not_played_says_what_is_missing(name, read):
    standing = of_ability(name, TODAY)
    assert (standing.read, standing.played) == (read, False)
    assert standing.why == keyword_table.rows(name)[0]["why"]


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(keyword_table.played_by_name()))
def test_a_keyword_that_is_asked_for_by_name_is_asked_for_where_something_is_played(name):
    rows = keyword_table.rows(name)
    if any("text" in row and "until" not in row for row in rows):
        return  # its words play it; the name is what others ask about
    assert name in asked_for()


@cache
def asked_for():
    """Every string that stands in the code of the rooms that play."""
    engine = Path(keyword_status.__file__).parent
    rooms = [each for each in engine.iterdir() if each.is_dir() and each.name not in PLAYS_NOTHING]
    trees = [ast.parse(path.read_text("utf-8")) for room in rooms for path in room.rglob("*.py")]
    return {node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)}


def test_what_a_rule_prints_agrees_where_it_means_the_same():
    says = "“Bushido N” means “Whenever this creature blocks or becomes blocked, it gets +N/+N until end of turn.”"
    assert of_ability("bushido", TODAY, says).agreement == AGREES


@pytest.mark.parametrize(
    ("printed", "agreement"),
    [
        ("Whenever this creature blocks, it gets +N/+N until end of turn.", DIFFERS),
        ("Whenever this creature blocks or becomes blocked, it gets +N/+1 until end of turn.", DIFFERS),
        ("Whenever this creature blocks or becomes blocked, it frumples.", NOT_READ),
    ],
)
def test_what_a_rule_prints_differs_where_it_means_something_else(printed, agreement):
    found = of_ability("bushido", TODAY, f"“Bushido N” means “{printed}”")
    assert found.agreement == agreement
    assert found.note


def test_what_is_not_said_in_words_of_a_card_is_not_compared():
    assert of_ability("flying", TODAY, "Flying is an evasion ability.").agreement == APART


@given(st.text(alphabet="“”\"'’‘ab N,.[]", max_size=60))
def test_any_text_of_a_rule_can_be_searched_for_meanings(text):
    for found in meanings("ab", text):
        assert found.endswith((".", '"'))


@pytest.mark.parametrize(
    ("title", "names"),
    [("Tap and Untap", ("tap", "untap")), ("For Mirrodin!", ("for mirrodin!",)), ("Level Up", ("level up",))],
)
def test_a_title_names_its_keywords(title, names):
    assert names_in(title) == names
