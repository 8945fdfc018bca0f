"""The citation linter knows sections of tournament policy, and the document that is cited as a whole."""

from datetime import date

import pytest

from rulesite.rulebook.citations.checker import check
from rulesite.text.numbering import Scheme
from tests import factories as make

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def books(db):
    """Rules, and two editions of invented tournament rules in which 4.3 becomes 4.4."""
    rules = make.edition("2001-01-01")
    make.version(rules, "100.2", "A rule.")
    for slug, title in (("mtr", "Tournament Rules"), ("jar", "Judging Birds")):
        make.document(slug, title=title, short_title=slug.upper())
    early, late = (make.edition(day, "mtr", Scheme.DOTTED) for day in ("2010-01-01", "2020-01-01"))
    order = make.version(early, "4.3", "In order.", title="Order of Birds", kind="section")
    make.version(early, "2.1", "Time.", title="Time of Birds", kind="section")
    make.version(late, "4.4", "In order.", title="Order of Birds", kind="section", rule=order.rule)
    make.version(late, "B", "Times.", title="Bird Times", kind="chapter")
    make.version(make.edition("2019-01-21", "jar", Scheme.DOTTED), "1", "Birds.", title="Birds", kind="chapter")


def told(text, as_of=None):
    return [(each.text, each.status.value, each.replacement) for each in check(text, as_of=as_of).findings]


def test_a_section_is_judged_by_its_own_document():
    assert told("See MTR 4.3, MTR section 4.4, and Appendix B of the Tournament Rules.") == [
        ("4.3", "moved", "4.4"),
        ("4.4", "valid", ""),
        ("Appendix B", "valid", ""),
    ]
    assert told("MTR 100.2") == []
    assert told("MTR 9.9 and MTR 4.3.") == [("9.9", "never existed", ""), ("4.3", "moved", "4.4")]


def test_a_finding_says_what_the_section_is_on_the_day():
    [then] = check("MTR 4.3", as_of=date(2010, 1, 1)).findings
    assert then.reason.startswith("“Order of Birds” in mtr/2010-01-01; now 4.4 of mtr/2020-01-01")
    [between] = check("MTR 4.3", as_of=date(2012, 1, 1)).findings
    assert between.reason.startswith("“Order of Birds” in mtr/2010-01-01; mtr/2010-01-01 has it")
    [later] = check("MTR 4.3", as_of=date(2021, 1, 1)).findings
    assert later.status.value == "never existed"
    assert later.reason.startswith("not in mtr on 2021-01-01; 2010-01-01 to 2010-01-01 use the number")


def test_a_document_is_cited_as_a_whole():
    [finding] = check("As JAR says.").findings
    assert (finding.text, finding.status.value) == ("JAR", "valid")
    assert finding.reason == "Judging Birds, the edition jar/2019-01-21"
    assert told("JAR", date(2012, 1, 1)) == [("JAR", "never existed", "")]


def test_a_document_that_is_not_held_is_left_alone():
    assert told("IPG 2.5 and rule 100.2.") == [("100.2", "valid", "")]


def test_the_text_is_brought_up_to_date():
    text = "See MTR 4.3 and **MTR section 4.3**, never rule 100.2."
    assert check(text).fixed(text) == "See MTR 4.4 and **MTR section 4.4**, never rule 100.2."
