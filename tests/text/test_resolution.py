"""Resolving citations inside one edition."""

import pytest

from rulesite.text.numbering import NotARuleNumber, Scheme
from rulesite.text.references import find
from rulesite.text.resolution import CitationIndex, Outcome, resolve

RULES = [
    ("4", "Spells"),
    ("408", "Timing"),
    ("409", "Playing Spells"),
    ("409.1", ""),
    *((f"409.1{letter}", "") for letter in "abcdefghi"),
    ("409.2", "Choices"),
    ("409.4", ""),
    ("410", "Handling Triggered Abilities"),
]
TERMS = [
    "Active Player, Nonactive Player Order",
    "Continuous Effect",
    "Tap",
    "Tapped",
    "Kicker, Kicked",
    "Bury (Obsolete)",
]


def book(rules=RULES, terms=TERMS, **options):
    return CitationIndex(
        [(number, number, title) for number, title in rules], [(term, term) for term in terms], **options
    )


def outcome(text, of=None, scheme=Scheme.DECIMAL):
    [citation] = find(text, scheme)
    found = resolve(citation, book() if of is None else of)
    return found.outcome, found.targets


def reason(text, of=None):
    [citation] = find(text, Scheme.DECIMAL)
    return resolve(citation, of or book()).reason


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("see rule 409.1b", ("409.1b",)),
        ("see rule 410", ("410",)),
        ('see section 4, "Spells"', ("4",)),
        ("see rules 409.1b-d", ("409.1b", "409.1c", "409.1d")),
        ("see rules 408–410", ("408", "409", "410")),
        ("see rules 409.1–409.4", ("409.1", "409.2", "409.4")),
    ],
)
def test_a_number_that_is_there_resolves(text, targets):
    assert outcome(text) == (Outcome.RESOLVED, targets)


def test_a_number_missing_from_a_whole_document_dangles_and_the_reason_names_it():
    assert outcome("see rule 409.3") == (Outcome.DANGLING, ())
    assert "409.3" in reason("see rule 409.3")


def test_a_dangling_citation_says_where_its_heading_stands_without_following_it():
    assert outcome("see rule 412, “Playing Spells.”") == (Outcome.DANGLING, ())
    assert "409" in reason("see rule 412, “Playing Spells.”")


def found(text, of=None):
    """Targets and suggestion of each citation of a text, as printed."""
    return {
        each.text: (r.targets, r.suggestion)
        for each in find(text, Scheme.DECIMAL)
        for r in [resolve(each, of or book())]
    }


@pytest.mark.parametrize(
    ("text", "cited", "targets"),
    [
        ("see rules 409.1b and 4091f-h", "4091f-h", ("409.1f", "409.1g", "409.1h")),
        ("see rules 409.1b and 409,2", "409,2", ("409.2",)),
        ("see rules 409.1b, 409. 1d, and 409.2", "409. 1d", ("409.1d",)),
        ("see rules 409.1b and 490.1c", "490.1c", ("409.1c",)),
        ("see rules 409.1b, 904.1c", "904.1c", ("409.1c",)),
        ("see rules 409.1b–490.1d", "409.1b–490.1d", ("409.1b", "409.1c", "409.1d")),
        ("see rules 409.1f–4091h", "409.1f–4091h", ("409.1f", "409.1g", "409.1h")),
        ("see rule 4092, “Choices.”", "4092", ("409.2",)),
        ("see rule 490, “Playing Spells.”", "490", ("409",)),
        ("see rule 408.2, “Choices.”", "408.2", ("409.2",)),
    ],
)
def test_a_misprinted_number_is_followed_where_its_heading_or_its_neighbour_bears_witness(text, cited, targets):
    assert found(text)[cited] == (targets, "")
    [citation] = [each for each in find(text, Scheme.DECIMAL) if each.text == cited]
    assert "read as" in resolve(citation, book()).reason


@pytest.mark.parametrize(
    ("text", "cited", "suggestion"),
    [
        ("see rule 4091f–h", "4091f–h", "409.1f–h"),
        ("see rule 409,2", "409,2", "409.2"),
        ("see rule 490.1f", "490.1f", "409.1f"),
        ("see rules 408 and 4091f", "4091f", "409.1f"),
        ("see rule 412, “Playing Spells.”", "412", "409"),
        ("see rule 4099z", "4099z", ""),
        ("see rule 999.9", "999.9", ""),
    ],
)
def test_a_misprinted_number_without_a_witness_dangles_with_what_was_perhaps_meant(text, cited, suggestion):
    assert found(text)[cited] == ((), suggestion)
    [citation] = [each for each in find(text, Scheme.DECIMAL) if each.text == cited]
    said = resolve(citation, book())
    assert said.outcome is Outcome.DANGLING
    assert (suggestion in said.reason) or not suggestion


def test_a_number_that_is_there_is_followed_and_the_place_of_another_heading_suggested():
    assert found("see rule 408, “Choices.”") == {"408": (("408",), "409.2")}


def test_a_run_needs_both_its_ends():
    assert outcome("see rules 409.1b–m")[0] is Outcome.DANGLING
    assert outcome("see rules 408–415")[0] is Outcome.DANGLING


def test_in_an_extract_a_missing_number_is_external_unless_its_neighbours_are_there():
    extract = book(whole=False)
    assert outcome("see rule 601.2", extract)[0] is Outcome.EXTERNAL
    assert outcome("see rule 409.5", extract)[0] is Outcome.EXTERNAL
    assert outcome("see rules 409.1h–k", extract)[0] is Outcome.EXTERNAL
    assert outcome("see rule 409.3", extract)[0] is Outcome.DANGLING
    assert outcome("see rule 410.1", extract)[0] is Outcome.EXTERNAL


def test_a_number_printed_twice_is_ambiguous_until_a_heading_tells_them_apart():
    twice = CitationIndex([("a", "605.2c", ""), ("b", "605.2c", ""), ("c", "606", "Costs"), ("d", "606", "Mana")])
    assert outcome("see rule 605.2c", twice) == (Outcome.AMBIGUOUS, ("a", "b"))
    assert outcome("see rule 606", twice) == (Outcome.AMBIGUOUS, ("c", "d"))
    assert outcome("see rule 606, “Mana.”", twice) == (Outcome.RESOLVED, ("d",))


def test_a_heading_that_differs_is_stated_and_one_that_agrees_is_not():
    assert reason("see rule 409, “Playing Spells.”") == ""
    assert "Playing Spells" in reason("see rule 409, “Casting Spells.”")
    assert outcome("see rule 409, “Casting Spells.”") == (Outcome.RESOLVED, ("409",))
    assert "no heading" in reason("see rule 409.1, “Steps.”")


def test_numbers_of_the_other_scheme_belong_to_another_document():
    lettered = book([("A", "Abilities"), ("A.1", "General"), ("A.1.1", "")], [], whole=False)
    assert outcome("see Rule 410.5", lettered, Scheme.LETTERED)[0] is Outcome.EXTERNAL
    assert outcome("see Rule A.1.1", lettered, Scheme.LETTERED) == (Outcome.RESOLVED, ("A.1.1",))
    assert outcome("see Rule A.1.1")[0] is Outcome.EXTERNAL


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("See Tap.", ("Tap",)),
        ("See Continuous Effects.", ("Continuous Effect",)),
        ("See Active Player, Nonactive Player Order.", ("Active Player, Nonactive Player Order",)),
        ("See Tap, Tapped.", ("Tap", "Tapped")),
        ("See Kicked.", ("Kicker, Kicked",)),
        ("See Bury.", ("Bury (Obsolete)",)),
    ],
)
def test_a_glossary_entry_is_found_by_its_heading_plural_or_part(text, targets):
    assert outcome(text) == (Outcome.RESOLVED, targets)


def test_a_term_without_an_entry_dangles_in_a_whole_document_only():
    assert outcome("See Phasing.")[0] is Outcome.DANGLING
    assert outcome("See Tap, Phasing.")[0] is Outcome.DANGLING
    assert outcome("See Phasing.", book(whole=False))[0] is Outcome.EXTERNAL


def test_a_term_with_two_entries_is_ambiguous():
    assert outcome("See Counter.", book(terms=["Counter", "Counter"]))[0] is Outcome.AMBIGUOUS


def test_rows_without_a_number_are_passed_over_and_impossible_numbers_refused():
    assert outcome("see rule 409", CitationIndex([("x", "", "Introduction"), ("y", "409", "")])) == (
        Outcome.RESOLVED,
        ("y",),
    )
    with pytest.raises(NotARuleNumber):
        CitationIndex([("x", "four", "")])
