"""What is asked for by number, in whatever form it is typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.text.number_query import read


@pytest.mark.parametrize(
    ("text", "year", "month", "day"),
    [
        ("401.6 of the 2008 rules", 2008, None, None),
        ("rule 401.6 in the Feb. 2008 comprehensive rules", 2008, 2, None),
        ("CR 401.6 (1 February 2008)", 2008, 2, 1),
        ("401.6@2008-02", 2008, 2, None),
        ("2008-02-01 401.6", 2008, 2, 1),
        ("401.6", None, None, None),
    ],
)
def test_a_time_is_as_exact_as_it_was_said(text, year, month, day):
    wanted = read(text)
    assert (wanted.key, wanted.year, wanted.month, wanted.day) == ("401.6", year, month, day)


def test_the_brackets_of_a_subrule_are_no_brackets_around_it():
    assert [read(text).key for text in ("401.6(b)", "(401.6(b))", "[401.6]", "(401.6)")] == [
        "401.6b", "401.6b", "401.6", "401.6",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text", ["401.6 and 402.1", "704.5f/g", "401.6(bc)", "401.6 (2008-13-01)", "(", "CR", "2008", "of the 2008 rules"]
)
def test_what_is_not_one_number_is_no_address(text):
    assert read(text) is None


@given(
    st.lists(
        st.sampled_from(
            [
                "see",
                "rule",
                "rules",
                "cr",
                "c.r.",
                "§",
                "#",
                "401.6",
                "b",
                "(b)",
                "(",
                ")",
                "[",
                "]",
                "-",
                "to",
                "@",
                "2008",
                "of",
                "the",
                "-02",
                ",",
                ".",
            ]
        )
    )
)
def test_whatever_is_typed_is_read_or_not(words):
    for text in (" ".join(words), "".join(words)):
        wanted = read(text)
        assert wanted is None or wanted.key
