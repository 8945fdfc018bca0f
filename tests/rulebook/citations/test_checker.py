"""The citation linter: what it says of each citation, what it rewrites, and when it says nothing."""

import io
import json
import sys
from datetime import date

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from ingest.descent import store
from rulesite.rulebook.addresses import NoSuchRule
from rulesite.rulebook.citations.checker import check
from rulesite.rulebook.citations.extraction import Markup, passages
from tests.harbour import BELL, FERRY, OWL, STAR, TOLL, book
from tests.snapshots import made_once

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
@made_once
def library(nothing_asserted):
    """2001: 300.1a ferry, 300.1b toll, 301 owls, 310.1 bell, 310.2 gone later. 2003: 500.1a, 500.1b, 501, 310.1
    anew."""
    books = {
        "2001-01-01": {"300.1a": FERRY, "300.1b": TOLL, "301": "", "301.1": OWL, "310.1": BELL, "310.2": STAR},
        "2003-03-03": {
            "310.1": OWL[:-1] + " of tin.", "500.1a": FERRY, "500.1b": TOLL, "501": "", "501.1": OWL, "501.2": BELL,
        },
    }  # fmt: skip
    for day, texts in books.items():
        book(day, texts, "Owls")
    store.follow()


THEN = date(2001, 1, 1)
NOW = date(2003, 3, 3)


def told(text, as_of=None, markup=Markup.TEXT):
    report = check(text, as_of=as_of, markup=markup)
    return [(finding.text, finding.status.value, finding.replacement) for finding in report.findings]


def test_a_number_that_only_one_era_used_is_moved_without_a_date():
    assert told("See rule 300.1a.") == [("300.1a", "moved", "500.1a")]


@pytest.mark.parametrize(
    ("text", "markup"),
    [
        ("See CR 300.1a (2001-01-01).", Markup.TEXT),
        ("See rule 300.1a@2001-01-01.", Markup.TEXT),
        ("See rule 300.1a@2001.", Markup.TEXT),
        ("See rule 300.1a (2001).", Markup.TEXT),
        ("300.1a of the 2001 rules", Markup.TEXT),
        ("300.1a@2001-01-01", Markup.TEXT),
        ("See the 2001 rule 300.1a.", Markup.TEXT),
        ("See **CR 300.1a** (2001-01-01).", Markup.MARKDOWN),
        ("See [CR 300.1a](https://example.org/cr/300.1a/) (2001-01-01).", Markup.MARKDOWN),
        ('<p>See <a href="/cr/">CR 300.1a</a> (2001-01-01).', Markup.HTML),
    ],
)
def test_a_citation_that_names_its_edition_holds_and_is_not_rewritten(text, markup):
    report = check(text, markup=markup)
    [finding] = report.findings
    assert (finding.status.value, finding.replacement) == ("valid", "")
    said, _, doubt = finding.reason.partition(", not sure: ")
    assert said == "as cr/2001-01-01 has it; now 500.1a of cr/2003-03-03"
    assert finding.sure == (not doubt) == ("2001-01-01" in text)  # of the year there may have been another edition
    assert report.fixed(text) == text


def test_the_named_edition_counts_more_than_the_day_of_the_text():
    assert told("Rule 310.1 (2001-01-01), rule 310.1.", NOW) == [("310.1", "valid", ""), ("310.1", "valid", "")]
    assert "501.2" in check("Rule 310.1 (2001-01-01).", as_of=NOW).findings[0].reason


@pytest.mark.parametrize("day", ["2001-01-01", "1995-01-01"])
def test_a_number_that_the_named_edition_lacks_never_existed_there(day):
    [finding] = check(f"See rule 500.1a ({day}).").findings
    assert finding.status.value == "never existed"
    assert day in finding.reason


def test_a_remark_in_brackets_is_no_edition():
    assert told("See rule 300.1a (2001-13-41), rule 300.1a (see 2001).") == [("300.1a", "moved", "500.1a")] * 2


def test_a_number_of_today_is_valid():
    assert told("See rule 501.1 and CR 500.1b.") == [("501.1", "valid", ""), ("500.1b", "valid", "")]


def test_a_number_that_eras_disagree_on_is_not_guessed():
    [finding] = check("See rule 310.1.").findings
    assert (finding.status.value, finding.replacement) == ("ambiguous", "")
    assert "give the day" in finding.reason
    assert [(meaning.since.slug, meaning.number) for meaning in finding.meanings] == [
        ("2001-01-01", "501.2"),
        ("2003-03-03", "310.1"),
    ]


def test_the_day_of_the_text_decides():
    assert told("See rule 310.1.", THEN) == [("310.1", "moved", "501.2")]
    assert told("See rule 310.1.", NOW) == [("310.1", "valid", "")]


def test_the_heading_quoted_beside_a_number_decides_too():
    assert told('See rule 301, "Owls," please.') == [("301", "moved", "501")]


def test_a_chapter_of_another_name_is_of_another_book():
    book("2003-05-05", {"3": "", "300.1": FERRY}, "Owls")
    assert told('See chapter 3, "Owls," and chapter 3, "Graphs."') == [("3", "valid", ""), ("3", "ambiguous", "")]


def test_a_rule_that_was_dropped_is_removed_and_one_that_never_was_is_told_apart():
    assert told("rule 310.2, rule 999.9", THEN) == [("310.2", "removed", ""), ("999.9", "never existed", "")]
    [finding] = check("See rule 501.1.", as_of=THEN).findings
    assert finding.status.value == "never existed"
    assert "2003-03-03" in finding.reason


def test_a_run_moves_as_a_whole_and_keeps_its_form():
    assert told("rules 300.1a-b", THEN) == [("300.1a-b", "moved", "500.1a-b")]
    assert told("rules 300.1a–300.1b", THEN) == [("300.1a–300.1b", "moved", "500.1a–500.1b")]


def test_an_abbreviated_list_is_rewritten_in_full():
    assert check("rules 300.1a/b").fixed("rules 300.1a/b") == "rules 500.1a/500.1b"
    assert check("rules 300.1a & b").fixed("rules 300.1a & b") == "rules 500.1a & 500.1b"


def test_an_abbreviated_list_with_a_doubt_in_it_is_not_rewritten():
    text = "rules 300.1a/z"
    report = check(text)
    assert [finding.status.value for finding in report.findings] == ["moved", "never existed"]
    assert report.fixed(text) == text


def test_a_subrule_in_brackets_or_capitals_is_rewritten_as_rules_are_printed():
    assert told("rule 300.1(a), RULE 300.1A") == [("300.1(a)", "moved", "500.1a"), ("300.1A", "moved", "500.1a")]


@pytest.mark.parametrize("text", ["The old rule 300.1a.", "Rule 300.1a (now 500.1a).", "Formerly rule 300.1a."])
def test_a_number_that_the_text_calls_an_old_one_is_judged_and_not_rewritten(text):
    finding = check(text).findings[0]
    assert (finding.status.value, finding.replacement) == ("moved", "")
    assert "calls it an old number" in finding.reason


def test_a_number_that_may_be_no_citation_is_doubtful_and_not_rewritten():
    assert told("It fell to 301.1.", THEN) == [("301.1", "ambiguous", "")]
    assert "may not be a citation" in check("It fell to 301.1.").findings[0].reason


def test_a_number_that_may_be_no_citation_and_leads_nowhere_is_none():
    assert told("It fell to 999.1.") == []


def test_places_count_lines_and_columns_from_one():
    [finding] = check("First.\nSee rule 300.1a.").findings
    assert (finding.line, finding.column) == (2, 10)


def test_numbers_that_cite_nothing_are_left_alone():
    assert told("In 300 days 42 people paid $300.10; the 500 m race, version 310.1.2 and 2001-01-01.") == []


def test_fixing_changes_the_numbers_that_moved_and_nothing_else():
    text = 'Rule 300.1a, rule 310.1, rule 300.1b!\r\n\tRule 999.9 – “rule 301, "Owls"”.'
    fixed = check(text).fixed(text)
    assert fixed == text.replace("300.1a", "500.1a").replace("300.1b", "500.1b").replace("301", "501")
    assert check(fixed).fixed(fixed) == fixed


def test_markdown_code_and_link_targets_are_not_read():
    text = "`rule 300.1a` [rule 300.1b](http://x/300.1a)\n\n```\nrule 300.1a\n```\n"
    assert told(text, markup=Markup.MARKDOWN) == [("300.1b", "moved", "500.1b")]


def test_indented_code_is_not_read_and_what_is_indented_under_a_list_is():
    text = "So:\n\n    rule 300.1a\n\n\trule 300.1a\n\n- It is:\n\n    rule 300.1b\n\nSo\n    rule 301"
    assert told(text, markup=Markup.MARKDOWN) == [("300.1b", "moved", "500.1b"), ("301", "moved", "501")]


def test_html_is_read_as_its_reader_sees_it_and_rewritten_in_place():
    text = '<p title="rule 300.1a">rule&nbsp;300.1a &amp; <script>rule 300.1b</script><i>300.1b</i></p>'
    report = check(text, markup=Markup.HTML)
    assert [finding.text for finding in report.findings] == ["300.1a", "300.1b"]
    assert report.fixed(text) == text.replace("nbsp;300.1a", "nbsp;500.1a").replace("<i>300.1b", "<i>500.1b")


def test_a_number_with_markup_inside_is_judged_and_not_rewritten():
    text = "<p>rule 300.<b>1a</b></p>"
    report = check(text, markup=Markup.HTML)
    assert [(finding.status.value, finding.replacement) for finding in report.findings] == [("moved", "")]
    assert report.fixed(text) == text


@given(st.text(alphabet="rule 301.ab<>&;`[]()\n\"'/", max_size=60), st.sampled_from(list(Markup)))
def test_any_text_can_be_read_and_every_place_lies_in_it(text, markup):
    for passage in passages(text, markup):
        assert 0 <= passage.start < passage.end <= len(text)
        if markup is not Markup.HTML:
            assert text[passage.start : passage.end] == passage.citation.text


def test_a_day_before_every_edition_is_refused():
    with pytest.raises(NoSuchRule, match="before every edition"):
        check("rule 300.1a", as_of=date(1990, 1, 1))


def run(*args):
    out = io.StringIO()
    call_command("cite", *map(str, args), stdout=out)
    return out.getvalue()


def test_the_command_reports_and_writes_beside_the_file(tmp_path):
    path = tmp_path / "notes.md"
    path.write_bytes("Règle: rule 300.1a.\r\n".encode("cp1252"))
    out = run(path, "--fix")
    assert f"{path}:1:13: 300.1a: moved" in out
    assert (tmp_path / "notes.updated.md").read_bytes() == "Règle: rule 500.1a.\r\n".encode("cp1252")
    assert path.read_bytes() == "Règle: rule 300.1a.\r\n".encode("cp1252")


def test_the_command_speaks_json_and_can_be_strict(tmp_path):
    path = tmp_path / "page.html"
    path.write_text("<p>rule 310.1</p>", encoding="utf-8")
    found = json.loads(run(path, "--json", "--as-of", "2001-01-01"))
    assert found["counts"] == {"moved": 1}
    assert found["citations"][0]["replacement"] == "501.2"
    with pytest.raises(SystemExit):
        run(path, "--strict")
    path.write_text("<p>rule 501.1</p>", encoding="utf-8")
    assert "1 valid" in run(path, "--strict")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["missing.txt"], "can't be read"),
        (["notes.txt", "--as-of", "2001"], "is not a date"),
        (["notes.txt", "--as-of", "1990-01-01"], "before every edition"),
    ],
)
def test_the_command_names_what_is_wrong(tmp_path, monkeypatch, arguments, says):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("rule 300.1a", encoding="utf-8")
    with pytest.raises(CommandError, match=says):
        run(*arguments)


# --- how it is read, and how much work that is --------------------------------------------------------------------
@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("rule <!-- -->300.1<!-- a -->a and <b>30</b>0.2", ["300.1a", "300.2"]),
        ("<!-- rule 300.1a --><!doctype x>rule 300.2<?x rule 300.1a?>", ["300.2"]),
        ("<!-->rule 300.1a<!-- --!>, rule 300.2 <!-- rule 300.1a", ["300.1a", "300.2"]),
        ("<script a='>'>if (a<!--b) '</b' // rule 300.1a</script>rule 300.2", ["300.2"]),
        ("<style>rule 300.1a", []),
        ("<style-guide>rule 300.1a</style-guide>", ["300.1a"]),
        ("<p title='a > b'>rule 300.1a, a < b <p", ["300.1a"]),
    ],
)
def test_a_page_is_read_as_browsers_read_it(html, found):
    assert [each.citation.text for each in passages(html, Markup.HTML)] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a ` b, rule 300.1a\n\nand ` rule 300.2", ["300.1a", "300.2"]),
        ("``rule 300.1a ` `` rule 300.2 `rule 300.1a\nx` y", ["300.2"]),
        ("```rule 300.1a``` rule 300.2", ["300.2"]),
        ("  ~~~\nrule 300.1a\n~~~~\nrule 300.2", ["300.2"]),
        ("```x\nrule 300.1a", []),
        ("[rule 300.1a](/rule-300.2)\n\n[1]: rule300.2", ["300.1a"]),
    ],
)
def test_markdown_is_read_by_paragraphs(text, found):
    assert [each.citation.text for each in passages(text, Markup.MARKDOWN)] == found


def steps(work):
    """How many lines of Python some work runs through, whatever the machine."""
    counted = 0

    def count(frame, event, argument):
        nonlocal counted
        counted += event in ("line", "c_call")
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        work()
    finally:
        sys.settrace(before)
    return counted


REPEATED = {
    "comments": "<!--", "comments of a letter": "<!--x>", "tags": "<a ", "ends": "</", "entities": "&",
    "quoted values": '<a b="', "cdata": "<![CDATA[x>", "letters": "rules 300.1a-z, ", "a list": ", 300.2",
    "slashes": "/b",
    "ticks": "` `` ``` ", "brackets": "[\n", "targets": "](a ", "lines": "\n", "dated": "rule 300.1 (2008-02-%02d) ",
    "headings": 'rule 300, "Turns", ', "of an index": "turns, 300.1\n",
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("markup", list(Markup))
@pytest.mark.parametrize("name", REPEATED)
def test_twice_as_much_text_is_twice_as_much_work(name, markup):
    def check_of(times):
        text = "rules 300.1a" + "".join(REPEATED[name].replace("%02d", f"{n % 28 + 1:02}") for n in range(times))
        return lambda: check(text, markup=markup)

    check_of(10)()
    few, many = steps(check_of(250)), steps(check_of(500))
    assert many < 2.3 * few + 2_000
