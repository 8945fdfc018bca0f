"""The table of keywords: each row says one thing, and what it says is carried out."""

import pytest

from rulesite.engine.abilities.amounts import Number
from rulesite.engine.abilities.costs import Cost, PayMana
from rulesite.engine.abilities.kinds import KeywordAbility
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.evaluation import keyword_meanings
from rulesite.engine.language import keyword_table
from rulesite.engine.language.vocabulary import vocabulary
from rulesite.engine.state.choices import NotModelled

NAMES = sorted(
    keyword_table.unread().union(
        *map(keyword_table.taking, ("", "cost", "number", "number and cost", "a quality", "name"))
    )
)
COLUMNS = {
    *(
        "name",
        "title",
        "takes",
        "optional",
        "text",
        "until",
        "default",
        "paid",
        "by_name",
        "defined",
        "apart",
        "behind",
        "counted",
        "unread",
        "of_decks",
        "of_all",
        "materials",
        "as_creature",
    ),
    *("printed", "on", "of", "why"),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_keyword_has_one_meaning_on_each_day(name):
    rows = keyword_table.rows(name)
    assert {column for row in rows for column in row} <= COLUMNS
    ends = [row.get("until", "9999") for row in rows]
    assert ends == sorted(set(ends))
    assert all("takes" not in row for row in rows[1:])


def test_a_keyword_that_is_not_read_says_what_is_missing():
    assert all(row.get("why") for name in keyword_table.unread() for row in keyword_table.rows(name))


def test_a_keyword_that_is_not_read_is_no_word_of_the_reader():
    known = vocabulary()
    assert keyword_table.unread()
    assert not keyword_table.unread() & known.every_keyword


def test_a_function_defines_a_keyword_only_where_the_table_says_so():
    with pytest.raises(ValueError, match="flying"):
        keyword_meanings.means("flying")


OF_THE_CARD = {"awaken", "backup", "gift", "overload"}
"""Keywords that mean what the rest of their card's text says."""


@pytest.mark.parametrize("name", sorted(keyword_table.defined() - OF_THE_CARD))
def test_a_defined_keyword_stands_for_abilities(name):
    amount = Number(1) if name in keyword_table.taking("number") else None
    cost = Cost((PayMana("{1}"),)) if name in keyword_table.taking("cost") else None
    found = keyword_meanings.expanded(KeywordAbility(name, cost, amount), Ruleset.on("2018-01-19"))
    assert found.expands


@pytest.mark.parametrize("name", sorted(OF_THE_CARD))
def test_a_keyword_that_means_what_its_card_says_means_nothing_alone(name):
    with pytest.raises(NotModelled):
        keyword_meanings.expanded(KeywordAbility(name), Ruleset.on("2026-06-19"))


def test_a_keyword_of_which_the_table_says_nothing_is_not_modelled():
    with pytest.raises(NotModelled, match="ripple"):
        keyword_meanings.expanded(KeywordAbility("ripple"), Ruleset.on("2018-01-19"))
