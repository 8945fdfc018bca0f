"""What reads like a rule number leads to that rule, and never to words or numbers that resemble it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.rulebook.models import Edition
from rulesite.search import number_lookup
from tests import factories


def led_to(text):
    found = number_lookup.look_up(text)
    assert isinstance(found, number_lookup.NumberMatch), found
    return f"{found.edition}/{found.number}"


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("702.10", "cr/2024-06-07/702.10"),
        ("702.10a.", "cr/2024-06-07/702.10a"),
        ("702.10A", "cr/2024-06-07/702.10a"),
        ("CR 702.10", "cr/2024-06-07/702.10"),
        ("Comprehensive Rules 702.10", "cr/2024-06-07/702.10"),
        ("rule 702.6", "cr/2024-06-07/702.6"),
        ("702.60", "cr/2024-06-07/702.60"),
        ("§ 613.1", "cr/2024-06-07/613.1"),
        ("§613", "cr/2024-06-07/613"),
        ("section 704", "cr/2024-06-07/704"),
        ("chapter 5", "cr/2008-02-01/5"),
        ("7", "cr/2024-06-07/7"),
        ("A.4.20", "dangelo/2002-10-15/A.4.20"),
        ("a.4.ruling.2", "dangelo/2002-10-15/A.4.Ruling.2"),
        ("rule A.4.20", "dangelo/2002-10-15/A.4.20"),
        ("dangelo A.4", "dangelo/2002-10-15/A.4"),
        ("letter A", "dangelo/2002-10-15/A"),
        ("502.5", "cr/2008-02-01/502.5"),
        ("502.5@2006-10-01", "cr/2006-10-01/502.5"),
        ("cr/2006-10-01/502.5a", "cr/2006-10-01/502.5a"),
        ("/cr/2006-10-01/502.5a/", "cr/2006-10-01/502.5a"),
        ("cr/502.5", "cr/2008-02-01/502.5"),
        ("502.5 2006", "cr/2006-10-01/502.5"),
        ("CR 502.5 (2006-10-01)", "cr/2006-10-01/502.5"),
        ("502.5 in 2006", "cr/2006-10-01/502.5"),
        ("502.5@2008-02", "cr/2008-02-01/502.5"),
        ("502.5@cr/2006-10-01", "cr/2006-10-01/502.5"),
        ("[CR 702.10a]", "cr/2024-06-07/702.10a"),
        ("(CR 702.10a)", "cr/2024-06-07/702.10a"),
        ("**rule 702.10**", "cr/2024-06-07/702.10"),
        ("_702.10a_", "cr/2024-06-07/702.10a"),
        ("702.10a?", "cr/2024-06-07/702.10a"),
        ("C.R. 702.10a", "cr/2024-06-07/702.10a"),
        ("cr702.10", "cr/2024-06-07/702.10"),
        ("CR-702.10", "cr/2024-06-07/702.10"),
        ("CR #702.10", "cr/2024-06-07/702.10"),
        ("rule no. 702.10", "cr/2024-06-07/702.10"),
        ("rule: 702.10", "cr/2024-06-07/702.10"),
        ("MTG rule 702.10", "cr/2024-06-07/702.10"),
        ("see also rule 702.10a.", "cr/2024-06-07/702.10a"),
        ("sub-rule 702.10a", "cr/2024-06-07/702.10a"),
        ("702.10(a)", "cr/2024-06-07/702.10a"),
        ("(702.10(a))", "cr/2024-06-07/702.10a"),
        ("502.5 of the 2006 rules", "cr/2006-10-01/502.5"),
        ("502.5 (October 2006)", "cr/2006-10-01/502.5"),
        ("502.5 (Feb. 1, 2008)", "cr/2008-02-01/502.5"),
        ("2006 502.5", "cr/2006-10-01/502.5"),
        ("the 2006 rule 502.5", "cr/2006-10-01/502.5"),
        ("https://example.org/cr/2006-10-01/502.5/", "cr/2006-10-01/502.5"),
        ("702.10 haste", "cr/2024-06-07/702.10"),
        ("rule 702.10a, haste", "cr/2024-06-07/702.10a"),
    ],
)
def test_an_address_leads_to_its_rule(library, text, where):
    assert led_to(text) == where


@pytest.mark.parametrize(
    "text", ["rule 409.1b-i", "409.1b–i", "rules 409.1b–409.1i", "409.1b to 409.1i", "409.1b through i"]
)
def test_a_run_leads_to_its_first_rule_and_names_the_last(library, text):
    found = number_lookup.look_up(text)
    assert (found.number, found.last) == ("409.1b", "409.1i")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "haste",
        "a",
        "A",
        "level 3",
        "mana burn",
        "2008",
        "402.8zzz",
        "+1/+1",
        "2/2",
        "x" * 500,
        "402.1@2008-13-45",
        "702.10 flying",
        "702.10 and 702.6",
        "1 2",
    ],
)
def test_words_are_no_address(library, text):
    assert number_lookup.look_up(text) is None


def test_a_number_that_never_was_is_said_so_and_the_section_is_offered(library):
    found = number_lookup.look_up("702.99c")
    assert isinstance(found, number_lookup.Missing)
    assert "702.99c" in found.message
    assert [version.number for version in found.near] == ["702"]


def test_a_number_of_another_time_says_when_it_stood(library):
    found = number_lookup.look_up("702.10@2005-01-01")
    assert isinstance(found, number_lookup.Missing)
    assert "it is in cr/2024-06-07" in found.message


def test_a_day_between_editions_means_the_one_in_force(library):
    found = number_lookup.look_up("502.5@2007-12-24")
    assert found.edition == "cr/2006-10-01"
    assert found.note == (
        "No edition of 2007-12-24 is held. cr/2006-10-01 is the last edition held before 2007-12-24, cr/2008-02-01 the "
        "next; another may lie between."
    )
    assert (found.doubt, found.others) == ("", ())


def test_a_day_between_editions_that_differ_names_both_and_is_not_sure(library):
    factories.version(library["old"], "702.10", title="Ripple", kind="heading")
    found = number_lookup.look_up("702.10@2023-03-03")
    assert (found.edition, [version.edition.address for version in found.others]) == ("cr/2024-06-07", [])
    assert "cr/2024-06-07 has 702.10, cr/2008-02-01 has not: another edition may lie between" in found.note
    assert found.doubt in found.note
    factories.version(Edition.objects.get(effective="2008-02-01"), "702.10", title="Ripple", kind="heading")
    found = number_lookup.look_up("702.10@2023-03-03")
    assert (found.edition, [version.edition.address for version in found.others]) == (
        "cr/2008-02-01",
        ["cr/2024-06-07"],
    )
    assert "Otherwise it is cr/2024-06-07/702.10" in found.note
    assert found.remarks()["others"] == ["cr/2024-06-07/702.10"]


def test_an_old_number_names_its_heir(library):
    found = number_lookup.look_up("502.5")
    assert found.now.number == "702.10"
    assert "now 702.10" in found.note
    assert number_lookup.look_up("702.10").note == ""


def test_a_heading_beside_a_number_says_which_of_its_rules_is_meant(library):
    factories.version(library["old"], "702.10", title="Ripple", kind="heading")
    assert led_to("702.10 ripple") == "cr/2006-10-01/702.10"
    assert led_to("702.10 haste") == "cr/2024-06-07/702.10"


def test_the_second_of_two_rules_with_one_number_has_an_address(library):
    factories.version(library["old"], "605.2c", "The first of them.")
    factories.version(library["old"], "605.2c", "The second of them.", key="605.2c~2")
    assert number_lookup.look_up("605.2c~2").version.text == "The second of them."
    assert number_lookup.look_up("605.2c").version.text == "The first of them."


@given(
    st.from_regex(
        r"(rule |CR |§ ?)?[1-9][0-9]{2}(\.[1-9][0-9]?[a-km-z]?)?( ?@ ?20[01][0-9]-0[1-9]-(1[0-9]|2[0-8]))?",
        fullmatch=True,
    )
)
def test_whatever_has_the_form_of_an_address_is_read(text):
    assert number_lookup.read(text) is not None
