"""What the linter writes: lists and runs of every form are rewritten whole, so that they are read as what was meant."""

import pytest
from hypothesis import example, given

from ingest.descent import store
from rulesite.rulebook.citations.checker import check
from rulesite.rulebook.citations.extraction import Markup, passages
from tests.harbour import BELL, FERRY, OWL, STAR, TOLL, book
from tests.printed_citations import Printed, citations
from tests.snapshots import made_once

pytestmark = pytest.mark.django_db


LETTERS = {"a": FERRY, "b": TOLL, "c": OWL, "d": BELL, "e": STAR, "f": "Nobody fishes from the old wall on feast days."}


@pytest.fixture
@made_once
def shore(nothing_asserted):
    """Six subrules that moved together from 300.1 to 500.1, each a letter further on."""
    book("2005-01-01", {f"300.1{letter}": text for letter, text in LETTERS.items()})
    moved = {f"500.1{chr(ord(letter) + 1)}": text for letter, text in LETTERS.items()}
    book("2006-01-01", {"500.1a": "Lamps are lit an hour before the evening tide.", **moved})
    store.follow()


@given(printed=citations(rules=["300.1"], letters="abcdef"))
def test_what_is_rewritten_is_read_as_what_was_meant(shore, printed):
    report = check(printed.text)
    moved = [[f"500.1{chr(ord(number[-1]) + 1)}" for number in ends] for ends in printed.meant]
    assert [passage.citation.ends for passage in passages(report.fixed(printed.text), Markup.TEXT)] == moved


QUAY = {"300.1a": "700", "300.1b": "500.1", "300.1c": "500.2a", "300.1d": "500.2b", "300.1e": "300.1e"}


@pytest.fixture
@made_once
def quay(nothing_asserted):
    """Subrules that went to a section, a rule and other subrules; one stayed."""
    texts = {number: LETTERS[number[-1]] for number in QUAY}
    book("2005-01-01", texts)
    book("2006-01-01", {QUAY[number]: text for number, text in texts.items()})
    store.follow()


@example(Printed("300.1b", [["300.1b"]]))  # with no word before it a subrule is read anywhere, a rule is not
@example(Printed("rule 300.1a of Penalties", [["300.1a"]]))  # nor is a section "of" something
@given(printed=citations(rules=["300.1"], letters="abcde", heads=["", "rule ", "§§ "], closings=["", " of Penalties"]))
def test_what_is_replaced_is_always_read_as_what_it_replaced(quay, printed):
    report = check(printed.text)
    meant = [
        [QUAY[number] for number in ends] if finding.replacement else ends
        for ends, finding in zip(printed.meant, report.findings, strict=True)
    ]
    assert [passage.citation.ends for passage in passages(report.fixed(printed.text), Markup.TEXT)] == meant


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        ("CR 300.1(b) through (d)", "CR 500.1(c) through (e)"),
        ("CR 300.1(b)-(d).", "CR 500.1(c)-(e)."),
        ("CR 300.1(b), (c), and (e)", "CR 500.1c, 500.1d, and 500.1f"),
        ("CR 300.1 (b).", "CR 500.1c."),
        ("rule 300.1b - I think", "rule 500.1c - I think"),
        ("rule 300.1b — 3 cards", "rule 500.1c — 3 cards"),
        ("rule 300.1B–D", "rule 500.1C–E"),
        ("§§ 300.1b‐d, f", "§§ 500.1c‐e, 500.1g"),
    ],
)
def test_lists_and_runs_are_rewritten_whole(shore, text, fixed):
    assert check(text).fixed(text) == fixed


@pytest.mark.parametrize("text", ["rule 300.1d-b", "rule 300.1(b) through (zz)", "rule 300.1b–300.1z", "rule 300.1b/z"])
def test_what_is_not_read_to_its_end_is_not_rewritten(shore, text):
    assert check(text).fixed(text) == text
