"""A page's visible words are read as lines, and every character of the page is still owned, mark-up included."""

import pytest

from ingest.document.source import SourceError, read_bytes
from ingest.parsing import html
from tests.ingest.small import examples, kinds, provisions, read, roles

PAGE = """<!DOCTYPE html>
<html><head><title>999.1. No rule</title><style>p { color: red }</style>
<script>document.write("402.9. No rule");</script></head>
<body><div id="nav"><a href="/">Home</a> | <a href="/next">Next</a> |</div>
<h2>402. Abilities</h2>
<p><b>402.1.</b> An ability&rsquo;s <i>text</i>
   goes on &amp; on &#8212; so&nbsp;it is.</p>
<p>402.2. One line<br>
402.3. Another <!-- 402.4. No rule --> line.</p>
<p>Example: It costs <img src="t.gif" alt="{T}">.</p>
<p style="display: none">402.5. Hidden.</p><p hidden>402.6. Hidden.</p>
</body></html>
"""


def test_the_rules_of_a_page_are_read_without_its_mark_up():
    assert provisions(read(PAGE)) == {
        "402": "Abilities",
        "402.1": "An ability’s text goes on & on — so it is.",
        "402.2": "One line",
        "402.3": "Another line.",
    }


def test_scripts_titles_comments_and_hidden_elements_say_nothing():
    reading = read(PAGE)
    mark_up = " ".join(words for role, words in roles(reading) if role == "furniture")
    for unseen in (
        "999.1. No rule",
        "402.9. No rule",
        "402.4. No rule",
        "402.5. Hidden",
        "402.6. Hidden",
        "color: red",
    ):
        assert unseen in mark_up


def test_a_mana_symbol_shown_as_a_picture_is_a_symbol():
    assert examples(read(PAGE), "402.3") == ["It costs {T}."]


def test_the_segments_reproduce_the_page_byte_for_byte():
    for data in (PAGE, PAGE.replace("\n", "\r\n"), PAGE.replace("\n", "\r"), "\ufeff" + PAGE):
        assert provisions(read(data)) == provisions(read(PAGE))  # `read` proves the ledger
    assert {piece.reason for piece in read(PAGE).segments if piece.role == "furniture"} >= {"mark-up"}


def test_lines_are_those_of_the_page():
    reading = read(PAGE)
    lines = {key: reading.tree.find(key).first_line for key in ("402", "402.1", "402.2", "402.3")}
    assert lines == {"402": 5, "402.1": 6, "402.2": 8, "402.3": 9}
    assert reading.tree.find("402.1").last_line == 7


def test_a_repair_on_a_page_keeps_its_place_in_the_page():
    page = "<html><body><p>402.1. Players <b>pa.s.s</b> in turn.</p></body></html>"
    reading = read(page)
    [repair] = reading.repairs
    assert page[repair.start : repair.end] == "pa.s.s"


def test_preformatted_text_keeps_its_lines():
    reading = read("<html><body><pre>402.1. One\n\n402.2. Two\n  and more.\n</pre></body></html>")
    assert provisions(reading) == {"402.1": "One", "402.2": "Two and more."}


def test_the_cells_of_a_row_are_one_line():
    rows = "".join(f"<tr><td>402.{n}.</td><td>Rule {n} &lt;here&gt;.</td></tr>" for n in (1, 2))
    assert provisions(read(f"<html><table>{rows}</table></html>")) == {
        "402.1": "Rule 1 <here>.",
        "402.2": "Rule 2 <here>.",
    }


def test_a_page_without_a_head_is_known_by_its_elements():
    assert html.is_html(read_bytes("page.txt", b"<p>402.1. One.</p>\n<p>402.2. Two.</p>\n"))
    assert not html.is_html(read_bytes("rules.txt", b"402.1. One <-cost->.\n402.2. Two <p>.\n402.3. a < b > c\n"))


def test_rulings_may_come_as_a_page():
    reading = read(
        "<html><body>A.1 - General<br>- A.1.1 - It costs &lt;-cost-&gt;. [CompRules 1999/04/23]</body></html>"
    )
    assert kinds(reading) == {"A.1": "section", "A.1.1": "rule"}
    assert "attribution" in {role for role, _ in roles(reading)}


@pytest.mark.parametrize(
    ("page", "problem"),
    [
        ("<html><body><script>402.1. A rule.</script></body></html>", "no visible text"),
        ("<html><body><p>Welcome to my page</p></body></html>", "no rule number found"),
    ],
)
def test_a_page_without_rules_is_refused(page, problem):
    with pytest.raises(SourceError, match=problem):
        read(page)


def test_broken_mark_up_is_read_as_far_as_it_goes():
    for page in (
        "<html><body><p>402.1. One <b>bold<p>402.2. Two</body>",
        "<html><body>402.1. One <a href='x>402.2. Two</a>\n<p>402.2. Two",
        "<html><body><div>402.1. One</p></span></div>402.2. Two <![CDATA[ x",
        "<html><!-- never closed 402.9. No --><body>402.1. One<br>402.2. Two &nosuch; &#xZZ; & <",
    ):
        assert set(provisions(read(page))) >= {"402.1"}
