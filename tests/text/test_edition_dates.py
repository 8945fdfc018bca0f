"""The edition that a text names beside a citation, before it or behind it."""

from datetime import date

import pytest

from rulesite.text.edition_dates import beside

YEAR, MONTH, DAY = date(2008, 12, 31), date(2008, 2, 29), date(2008, 2, 1)


@pytest.mark.parametrize(
    ("behind", "day"),
    [
        (" (2008)", YEAR),
        ("@2008", YEAR),
        (" of the 2008 rules", YEAR),
        (" in the 2008 Comprehensive Rules", YEAR),
        (" from 2008", YEAR),
        (", 2008 edition", YEAR),
        (" (2008 rules)", YEAR),
        (" (as of 2008)", YEAR),
        (" (February 2008)", MONTH),
        (" (2008-02)", MONTH),
        (" of the Feb. 2008 rules", MONTH),
        (" (2008-02-01)", DAY),
        (" (2008/02/01)", DAY),
        (" [2008-02-01]", DAY),
        (" [CompRules 2008/02/01]", DAY),
        (" (Feb. 1, 2008)", DAY),
        (" (1 February 2008)", DAY),
        (" as of 2008-02-01", DAY),
        (" of the Comprehensive Rules (2008-02-01 edition)", DAY),
        (" (2008-02-31)", None),
        (" (see 2008)", None),
        (" (2008 cards)", None),
        (", 2008 cards", None),
        (". In 2008 it", None),
        (" (12008)", None),
        ("", None),
    ],
)
def test_an_edition_is_named_behind_a_citation(behind, day):
    text = f"rule 402.1{behind}"
    assert beside(text, 5, 10) == day


@pytest.mark.parametrize(
    ("before", "day"),
    [
        ("the 2008 rule ", YEAR),
        ("In 2008, rule ", YEAR),
        ("the February 2008 Comprehensive Rules, rule ", MONTH),
        ("in the 2008 CR ", YEAR),
        ("since 2008; rule ", None),
        ("In 2008 he said: rule ", None),
    ],
)
def test_an_edition_is_named_before_a_citation(before, day):
    text = f"{before}402.1"
    assert beside(text, len(before), len(text)) == day
