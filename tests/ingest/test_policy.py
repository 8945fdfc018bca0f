"""Policy documents: headings, contents, pages and boxes of an invented guide, and what it cites."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from ingest.dialects import policy, policy_headings, policy_tables
from ingest.document.ledger import NOT_UNDERSTOOD
from ingest.document.source import read_bytes
from ingest.parsing import reader
from ingest.sources import collect
from ingest.storage import loader
from rulesite.reading.links.backlinks import citing_rule
from rulesite.rulebook.models import Citation, Edition, RuleVersion
from rulesite.search.number_lookup import NumberMatch, look_up
from tests.ingest.policy_guide import GUIDE
from tests.libraries import DOCUMENTS

JUDGE = DOCUMENTS.parent / "judge"


def test_an_invented_guide_is_read_whole() -> None:
    reading = policy.read(read_bytes("guide.pdf", GUIDE))
    tree = reading.tree
    assert (tree.document, tree.effective) == ("ipg", date(2019, 5, 3))
    numbers = [provision.number for provision in tree.provisions]
    assert numbers == ["1", "1.1", "1.2", "2", "2.1", "2.2", "3", "A"]
    late = tree.provisions[1]
    assert late.title == "Game Play Error - Late Trigger"
    assert late.text.split("\n")[:2] == ["No Penalty", "Definition"]
    assert [example.text for example in late.examples] == ["A. Ann forgets a trigger.", "B. Bob forgets two"]
    reasons = {segment.reason for segment in reading.segments if segment.role == "furniture"}
    assert reasons == {"page number", "page break"}
    contents = [segment for segment in reading.segments if segment.role == "contents"]
    assert sum("...." in reading.source.text[each.start : each.end] for each in contents) == 8


GUIDE_TEXT = read_bytes("guide.pdf", GUIDE).text.replace("\f", "")
PAGE = """<html><h1>Some Tournament Rules</h1><p>Effective May 3, 2019</p><h2>1. Basics</h2><ul><li>1.1 Types of Games</li>
<li>1.2 Making Notes</li></ul><h2>2. Mechanics</h2><ul><li>2.1 Order of Play</li><li>2.2 Time Limits</li>
<li>2.3 Last Words</li><li>2.4 Very Last Words</li></ul>
<h1>MTR 1.1 Types of Play</h1><p>Games are played.</p><h1>MTR 1.2 Making Notes</h1><p>Take notes, as section 2.1 says.</p>
<h1>MTR 2.1 Order of Play</h1><table><tr><td>1.1 Types of Games</td><td>2.2 Time Limits</td></tr>
<tr><td></td><td>1.2 Making Notes</td></tr></table><p>In turn.</p><h1>MTR 2.2 Time Limits</h1>
<table><tr><th>Cards</th><th>Time</th></tr><tr><td>15 <b>cards</b></td><td><p>40 s</p></td></tr>
<tr><td colspan="2">None</td></tr><tr><td></td><td>1 s</td></tr></table>
<h1>MTR 2.3 Last Words</h1><p>Last.</p><h1>MTR 2.4 Very Last Words</h1><p>Over.</p></html>"""


def test_a_page_with_its_contents_above_it_is_read_by_its_headings() -> None:
    reading = reader.read(read_bytes("page.html", PAGE.encode()))
    titles = {each.number: (each.title, each.parent) for each in reading.tree.provisions}
    assert titles == {
        "1": ("Basics", ""), "1.1": ("Types of Play", "1"), "1.2": ("Making Notes", "1"),
        "2": ("Mechanics", ""), "2.1": ("Order of Play", "2"), "2.2": ("Time Limits", "2"),
        "2.3": ("Last Words", "2"), "2.4": ("Very Last Words", "2"),
    }  # fmt: skip
    texts = {each.number: each.text for each in reading.tree.provisions}
    assert texts["2.1"] == "In turn."
    assert texts["2.2"] == "Cards\tTime\n15 cards\t40 s\nNone\t\n \t1 s"
    assert not [segment for segment in reading.segments if segment.reason == NOT_UNDERSTOOD]


def test_a_misprinted_number_in_the_contents_does_not_glue_a_penalty_to_a_title() -> None:
    text = (
        "Infraction Procedure Guide\nEffective May 3, 2019\n1. Errors ..... 1\n1.1. Game Error - Late Play ..... 2\n"
        "1.2. Game Error - Slow Play ..... 2\n1.2. Game Error - Odd Play ..... 3\n1.4. Game Error - Bad Play ..... 3\n"
        "1. Errors\n1.1. Game Error - Late Play Warning\nLate.\n1.2. Game Error - Slow Play Game Loss\nSlow.\n"
        "1.3. Game Error - Odd Play Match Loss\nOdd.\n1.4. Game Error - Bad Play Warning\nBad.\n"
        "2. Ends\n2.1. The End\nOver.\n2.2. The Very End\nOver again.\n"
    )
    reading = policy.read(read_bytes("guide.txt", text.encode()))
    titles = [each.title for each in reading.tree.provisions if each.number.startswith("1.")]
    assert titles == [f"Game Error - {name} Play" for name in ("Late", "Slow", "Odd", "Bad")]


def test_tabs_in_plain_text_are_a_table_only_where_lines_have_as_many_cells() -> None:
    text = "1.1\tTypes\n•\tA point\n•\tAnother\nCards\t\tTime\n15\t40 s\n\tIndented.\nOne\tline\n"
    source = read_bytes("a.txt", text.encode())
    rows = [[source.text[slice(*cell)] for cell in cells] for cells in policy_tables.find(source).values()]
    assert rows == [["Cards", "Time"], ["15", "40 s"]]


def test_a_penalty_and_the_next_label_on_one_line_are_two_paragraphs() -> None:
    pages = GUIDE_TEXT.replace("Late Trigger No Penalty\nDefinition", "Late Trigger\nPenalty\nNo Penalty Definition")
    late = policy.read(read_bytes("guide.txt", pages.encode())).tree.find("1.1")
    assert late is not None
    assert late.text.split("\n")[:3] == ["Penalty", "No Penalty", "Definition"]


def test_headings_without_numbers_are_counted_and_chapters_keep_their_titles() -> None:
    text = "Floor Rules\n\nPlayers:\n  1. Be on time.\n  2. Be nice.\n\nJudges:\n  1. Be fair.\n"
    lines = read_bytes("floor.txt", text.encode()).lines
    headings = policy_headings.counted(lines).headings
    titles = {each.number: lines[each.index].text[each.title_start : each.title_end] for each in headings}
    assert titles == {"1": "Players:", "1.1": "", "1.2": "", "2": "Judges:", "2.1": ""}


TITLES = ("Player Duties", "Judge Duties", "Lost Cards")


def test_chapters_with_titles_alone_and_the_questions_below_them_are_counted_from_one() -> None:
    text = "".join(f"{title}\n\nHow it goes on\n\nIt goes on for long.\n\n" for title in TITLES)
    lines = read_bytes("guide.txt", text.encode()).lines
    headings = policy_headings.counted(lines).headings
    titles = {each.number: lines[each.index].text for each in headings}
    assert [titles.get(str(n)) for n in range(1, len(TITLES) + 2)] == [*TITLES, None]
    assert [number for number in titles if "." in number] == [f"{n}.1" for n in range(1, len(TITLES) + 1)]


def test_a_pdf_in_a_folder_is_gathered_with_the_rest(tmp_path) -> None:
    for name in ("guide.pdf", "rules.txt", "picture.png"):
        (tmp_path / name).write_bytes(GUIDE)
    assert [file.name for file in collect.gather([str(tmp_path)])] == ["guide.pdf", "rules.txt"]


@pytest.mark.django_db
def test_citations_lead_to_the_edition_in_force_whichever_comes_first(client: Client) -> None:
    reading = policy.read(read_bytes("guide.pdf", GUIDE))
    witness = loader.Witnessed(reading, "", "", 10)
    guide = loader.load(loader.EditionFacts("ipg", date(2019, 5, 3), "day"), [witness])
    assert _outcomes(guide) == {
        "2.1": "resolved", "4.3": "external", "103.4c": "external", "9.9": "dangling", "Appendix A": "resolved",
    }  # fmt: skip
    from ingest.dialects import comprehensive

    for day in (date(2018, 1, 1), date(2016, 1, 1), date(2020, 1, 1)):
        text = (
            "1. Game\n103. Start\n103.1. Start.\n103.4. Draw.\n103.4a One.\n103.4b Two.\n103.4c Three.\n"
            + f"103.5. Of {day.year}.\n"
        )
        rules = comprehensive.read(read_bytes(f"{day}.txt", text.encode()))
        loader.load(loader.EditionFacts("cr", day, "day"), [loader.Witnessed(rules, "", "", 10)])
    [target] = RuleVersion.objects.filter(cited_by__citation__edition=guide, number="103.4c")
    assert target.edition.effective == date(2018, 1, 1)
    assert _outcomes(guide)["103.4c"] == "resolved"
    [backlink] = citing_rule(target).others
    assert (backlink.label, backlink.href) == ("IPG 2019-05-03 1.2", "/ipg/2019-05-03/1.2/")
    match = look_up("IPG 1.1")
    assert isinstance(match, NumberMatch)
    assert match.version.title == "Game Play Error - Late Trigger"
    for path in ("/ipg/", "/ipg/2019-05-03/", "/ipg/2019-05-03/1/", "/ipg/2019-05-03/1.2/", "/ipg/2019-05-03/A/"):
        page = client.get(path)
        assert page.status_code == 200, path
    page = client.get("/ipg/2019-05-03/1.2/").content.decode()
    assert 'href="/cr/2018-01-01/103.4c/#103.4c"' in page
    assert "Too many cards were drawn" in page
    loader.remove(target.edition)
    [target] = RuleVersion.objects.filter(cited_by__citation__edition=guide, number="103.4c")
    assert target.edition.effective == date(2016, 1, 1)
    loader.remove(target.edition)
    assert _outcomes(guide)["103.4c"] == "external"


def _outcomes(edition: Edition) -> dict[str, str]:
    return dict(Citation.objects.filter(edition=edition).values_list("reference__cited", "outcome"))


@pytest.mark.documents
@pytest.mark.skipif(not JUDGE.is_dir(), reason="the policy documents are not beside the clone: ../shared/judge")
@pytest.mark.parametrize(
    ("name", "document", "count"),
    [
        ("mtr-1994-01-26.txt", "mtr", 17),
        ("mtr-2005-03-20.pdf", "mtr", 38),
        ("ipg-2005-01-20.pdf", "ipg", 41),
        ("ipg-2021-02-05.pdf", "ipg", 34),
        ("mtr-2021-03-21.pdf", "mtr", 101),
    ],
)
def test_real_documents_have_their_headings_and_nothing_unexplained(name: str, document: str, count: int) -> None:
    reading = policy.read(read_bytes(name, (JUDGE / name).read_bytes()))
    assert reading.tree.document == document
    assert len(reading.tree.provisions) == count
    assert not [segment for segment in reading.segments if segment.reason == NOT_UNDERSTOOD]
