"""Source tags in square brackets, and the blanks that are none."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.text.numbering import NumberRange, RuleNumber
from rulesite.text.source_tags import Precision, find


def only(text):
    [tag] = find(f"A sentence. {text} Another.")
    assert tag.text == text
    assert f"A sentence. {text} Another."[tag.start : tag.end] == text
    return tag


@pytest.mark.parametrize(
    ("text", "authority", "day"),
    [
        ("[CompRules 1999/04/23]", "CompRules", date(1999, 4, 23)),
        ("[D'Angelo 02/03/98]", "D'Angelo", date(1998, 2, 3)),
        ("[D’Angelo 12/31/1999]", "D'Angelo", date(1999, 12, 31)),
        ("[WotC Rules Team 06/01/97]", "WotC Rules Team", date(1997, 6, 1)),
        ("[Rules Team 2001/03/05]", "WotC Rules Team", date(2001, 3, 5)),
        ("[bethmo 02/21/97]", "Bethmo", date(1997, 2, 21)),
        ("[Bethmo 2000/01/05]", "Bethmo", date(2000, 1, 5)),
        ("[Onslaught FAQ 2002/10/04]", "Onslaught FAQ", date(2002, 10, 4)),
        ("[Aahz 01/02/03]", "Aahz", date(2003, 1, 2)),
    ],
)
def test_a_dated_tag_gives_authority_and_day(text, authority, day):
    tag = only(text)
    assert (tag.authority, tag.date, tag.precision, tag.problem) == (authority, day, Precision.DAY, "")


def test_spellings_are_made_one_and_the_printed_one_is_kept():
    assert [(only(text).authority_text, only(text).authority) for text in ("[bethmo 1994]", "[Bethmo 1994]")] == [
        ("bethmo", "Bethmo"),
        ("Bethmo", "Bethmo"),
    ]


def test_a_date_may_be_a_year_or_a_month():
    year, month, comma = only("[bethmo 1994]"), only("[DCI Letter Jan 1994]"), only("[DCI Letter, Jan 1994]")
    assert (year.date, year.precision, year.date_text) == (date(1994, 1, 1), Precision.YEAR, "1994")
    assert (month.date, month.precision) == (date(1994, 1, 1), Precision.MONTH)
    assert (comma.authority, comma.date_text) == ("DCI Letter", "Jan 1994")


def test_an_impossible_date_is_kept_as_printed_and_flagged():
    tag = only("[CompRules 1999/04/34]")
    assert (tag.date, tag.date_text, tag.precision) == (None, "1999/04/34", Precision.NONE)
    assert tag.problem == "1999/04/34 is not a date"
    assert only("[D'Angelo 13/45/98]").problem


def test_cited_numbers_are_read_one_list_or_run():
    number = RuleNumber.parse
    assert only("[CompRules 2001/07/23 - 502.10b]").cited == (number("502.10b"),)
    assert only("[CompRules 2001/07/23 - 502.10a/10i]").cited == (number("502.10a"), number("502.10i"))
    assert only("[CompRules 2001/07/23 - 502.11a/b]").cited == (number("502.11a"), number("502.11b"))
    assert only("[CompRules 2001/07/23 - 409.1b-i]").cited == (NumberRange(number("409.1b"), number("409.1i")),)
    assert only("[CompRules 2001/07/23 - 502.10a, 413.2]").cited == (number("502.10a"), number("413.2"))


def test_a_number_that_cannot_be_read_is_a_problem_beside_those_that_can():
    tag = only("[CompRules 2001/07/23 - 502.10a/1000b]")
    assert tag.cited == (RuleNumber.parse("502.10a"),)
    assert "1000b" in tag.problem


def test_the_comprehensive_rules_are_a_document_of_ours_updates_included():
    dated = only("[CompRules Update in Odyssey FAQ 2001/10/04 - 502.22a]")
    bare = only("[CompRules Update in Odyssey FAQ - 502.22c]")
    assert (dated.document, dated.authority, dated.date) == ("cr", "CompRules Update in Odyssey FAQ", date(2001, 10, 4))
    assert (bare.document, bare.date, bare.precision) == ("cr", None, Precision.NONE)
    assert str(bare.cited[0]) == "502.22c"
    assert only("[Odyssey FAQ 2001/10/04]").document is None


def test_printed_works_have_a_page_and_magazines_an_issue():
    book, magazine, loose = (
        only("[Fifth Edition, Page 29]"),
        only("[Duelist Magazine #12, Page 26]"),
        only("[PPG Page 99]"),
    )
    assert (book.authority, book.page, book.date) == ("Fifth Edition", 29, None)
    assert (magazine.authority, magazine.issue, magazine.page) == ("Duelist Magazine", "#12", 26)
    assert (loose.authority, loose.page) == ("PPG", 99)
    assert only("[Duelist Magazine, Page 26]").issue == ""


@pytest.mark.parametrize("text", ["[Urza's Saga Rule Page]", "[Legends Rulecards]"])
def test_a_publication_may_be_cited_as_a_whole(text):
    tag = only(text)
    assert (tag.authority, tag.date, tag.page) == (text[1:-1], None, None)


@pytest.mark.parametrize(
    "text",
    [
        "[may]", "[This creature]", "[cost]", "[Type]", "[color 1]", "[cost 2]", "[P/T]", "[-X]", "[+2]", "[X - 1]",
        "[9]",
        "[This section has been left blank.]", "[when/whenever/at]", "[card or permanent]", "[Effect.]", "[Page 3]",
        "[total cards in the set]", "[cost 1994]", "[2/2]", "[10/12/2]", "[]", "[Cast/Play]", "[card number]",
        "[D'Angelo 02/03/98",
    ],
)  # fmt: skip
def test_a_blank_to_be_filled_in_is_no_tag(text):
    assert find(f"Some {text} here.") == []


def test_several_tags_in_a_paragraph_come_in_order():
    text = "One. [Mirage, Page 29] Two [cost]. [D'Angelo 1999/05/01] [bethmo 1994]"
    assert [tag.text for tag in find(text)] == ["[Mirage, Page 29]", "[D'Angelo 1999/05/01]", "[bethmo 1994]"]


@given(st.dates(date(1993, 1, 1), date(2092, 12, 31)))
def test_a_date_is_read_the_same_in_all_three_ways_of_writing(day):
    ways = (f"{day:%Y/%m/%d}", f"{day:%m/%d/%Y}", f"{day:%m/%d/%y}")
    assert [only(f"[Barclay {way}]").date for way in ways] == [day, day, day]


@pytest.mark.slow
@given(st.text("[]CompRules 0123456789/-.,ab\n", max_size=60) | st.text())
def test_any_text_is_read_without_error_and_spans_are_brackets(text):
    for tag in find(text):
        assert text[tag.start] == "["
        assert text[tag.end - 1] == "]"
        assert tag.text == text[tag.start : tag.end]
