"""A rule is read in its section, with what it cites, who cites it, and where its words come from."""

from datetime import date

import pytest

from rulesite.rulebook.models import (
    Attribution,
    AttributionTarget,
    Citation,
    CitationTarget,
    Commentary,
    Descent,
    Flag,
    Library,
    Reference,
    Witness,
)
from tests import factories as make
from tests.reading.read_pages import faults, links, provision, read, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def book():
    """An edition with two chapters, and rules that cite each other."""
    Library.objects.create(name="a test")
    edition = make.edition("2006-10-01")
    make.version(edition, "4", title="Spells")
    make.version(edition, "402", title="Abilities")
    make.version(edition, "402.1", "An ability is text. See rule 402.2a and rule 499.")
    make.version(edition, "402.2", title="Kinds", kind="heading")
    make.version(edition, "402.2a", "A player may pay {2}{B}.\nSo may <-cost->.")
    make.version(edition, "403", title="Activated Abilities")
    make.version(edition, "403.1", "It has a cost.")
    make.version(edition, "5", title="Turns")
    return edition


def cite(version, cited, outcome="resolved", *targets, reason="", wording=None):
    """A reference in a provision's words, as its edition resolves it."""
    words_of = wording or version.wording
    start = words_of.text.index(cited)
    reference = Reference.objects.create(
        wording=words_of, start=start, end=start + len(cited), cited=cited, kind="rule"
    )
    citation = Citation.objects.create(reference=reference, edition=version.edition, outcome=outcome, reason=reason)
    for target in targets:
        field = "term" if hasattr(target, "term") else "version"
        CitationTarget.objects.create(citation=citation, **{field: target})
    return citation


def find(edition, key):
    return edition.versions.get(key=key)


def test_the_whole_section_is_one_page_and_the_rule_is_marked_in_it(client, book):
    page = read(client, "/cr/2006-10-01/402.2a/")
    assert words(page.h1) == "402 Abilities"
    assert [article["id"] for article in page.find_all("article")] == ["402.1", "402.2", "402.2a"]
    assert [article["id"] for article in page.find_all("article", class_="current")] == ["402.2a"]
    assert provision(page, "402.2a").has_attr("autofocus")
    assert faults(page) == []


def test_the_provisions_below_the_current_one_are_marked_as_within_it(client, book):
    page = read(client, "/cr/2006-10-01/402.2/")
    assert "within" in provision(page, "402.2a")["class"]
    assert "within" not in provision(page, "402.1")["class"]


def test_paragraphs_symbols_and_angle_brackets_are_shown_as_printed(client, book):
    body = provision(read(client, "/cr/2006-10-01/402.2a/"), "402.2a").find(class_="words")
    assert [paragraph.get_text() for paragraph in body.find_all("p")] == [
        "A player may pay {2}{B}.",
        "So may <-cost->.",
    ]
    assert [symbol["aria-label"] for symbol in body.find_all(role="img")] == ["two generic mana", "black mana"]


def test_a_reference_leads_to_the_rule_it_cites(client, book):
    cite(find(book, "402.1"), "402.2a", "resolved", find(book, "402.2a"))
    shown = provision(read(client, "/cr/2006-10-01/402.1/"), "402.1").find("a", class_="ref")
    assert (shown.get_text(), shown["href"]) == ("402.2a", "/cr/2006-10-01/402.2a/#402.2a")


def test_a_run_leads_to_its_first_rule_and_says_how_far_it_goes(client, book):
    cite(find(book, "402.1"), "402.2a", "resolved", find(book, "402.2"), find(book, "402.2a"))
    shown = provision(read(client, "/cr/2006-10-01/402.1/"), "402.1").find("a", class_="ref")
    assert shown["href"].endswith("#402.2")
    assert shown["title"] == "402.2 to 402.2a"


@pytest.mark.parametrize(("outcome", "said"), [("dangling", "Leads nowhere"), ("ambiguous", "more than one")])
def test_a_reference_that_cannot_be_followed_is_marked_and_leads_to_the_reason(client, book, outcome, said):
    citation = cite(find(book, "402.1"), "499", outcome, reason="499 is not printed")
    shown = provision(read(client, "/cr/2006-10-01/402.1/"), "402.1").find(class_="ref")
    assert outcome in shown["class"]
    assert said in shown["title"]
    assert "499 is not printed" in shown["title"]
    assert shown["href"] == f"/cr/2006-10-01/references/#c{citation.reference_id}"


def test_a_reference_to_another_document_is_marked_as_external(client, book):
    cite(find(book, "402.1"), "499", "external", reason="a magazine")
    shown = provision(read(client, "/cr/2006-10-01/402.1/"), "402.1").find(class_="external")
    assert shown.name == "span"
    assert "a magazine" in shown["title"]


def test_who_cites_a_rule_is_grouped_by_what_it_is(client, book):
    cited = find(book, "403.1")
    cite(find(book, "402.1"), "402.2a", "resolved", cited)
    example = make.example(find(book, "402.2a"), "It works, see 403.1.")
    cite(find(book, "402.2a"), "403.1", "resolved", cited, wording=example.wording)
    entry = make.term(book, "Haste", "See rule 403.1.")
    cite(cited, "403.1", "resolved", cited, wording=entry.wording)
    shown = read(client, "/cr/2006-10-01/403.1/").find(class_="citing")
    assert links(shown) == {
        "402.1": "/cr/2006-10-01/402.1/#402.1",
        "402.2a, Example 1": "/cr/2006-10-01/402.2a/#402.2a/example/1",
        "Haste": "/cr/2006-10-01/glossary/haste/",
    }


def test_words_shared_by_two_editions_are_back_references_only_in_their_own(client, book):
    newer = make.edition("2007-07-13")
    make.version(newer, "402", title="Abilities")
    same_words = make.version(newer, "402.1", find(book, "402.1").text)
    target = make.version(newer, "402.2a", "Other words.")
    first = cite(find(book, "402.1"), "402.2a", "resolved", find(book, "402.2a"))
    again = Citation.objects.create(reference=first.reference, edition=newer, outcome="resolved")
    CitationTarget.objects.create(citation=again, version=target)
    assert same_words.wording_id == find(book, "402.1").wording_id
    for day in ("2006-10-01", "2007-07-13"):
        shown = read(client, f"/cr/{day}/402.2a/").find(class_="citing")
        assert links(shown) == {"402.1": f"/cr/{day}/402.1/#402.1"}


def test_examples_stand_apart_in_order_with_anchors(client, book):
    make.example(find(book, "403.1"), "First.")
    make.example(find(book, "403.1"), "Second.")
    shown = provision(read(client, "/cr/2006-10-01/403.1/"), "403.1").find_all(class_="example")
    assert [(each["id"], words(each)) for each in shown] == [
        ("403.1/example/1", "Example First."),
        ("403.1/example/2", "Example Second."),
    ]


def test_an_example_inside_a_paragraph_is_marked_in_place(client, book):
    rule = find(book, "403.1")
    make.example(rule, "a cost", labelled=False, start=7, end=13)
    assert (
        provision(read(client, "/cr/2006-10-01/403.1/"), "403.1").find(class_="inline-example").get_text() == "a cost"
    )


def test_glossary_terms_are_linked_but_not_inside_references(client, book):
    make.term(book, "Ability", "Text.")
    make.term(book, "Rule", "A rule.")
    citation = cite(find(book, "402.1"), "rule 402.2a", "resolved", find(book, "402.2a"))
    shown = provision(read(client, "/cr/2006-10-01/402.1/"), "402.1").find(class_="words")
    assert [link["href"] for link in shown.find_all("a", class_="term")] == [
        "/cr/2006-10-01/glossary/ability/",
        "/cr/2006-10-01/glossary/rule/",
    ]
    assert shown.find("a", class_="ref").get_text() == citation.reference.cited


def tag(wording, text, **fields):
    start = wording.text.index(text)
    given = {"authority": "CompRules", "text": text, "date_text": "2001/07/23", "date": date(2001, 7, 23)} | fields
    return Attribution.objects.create(wording=wording, start=start, end=start + len(text), **given)


def test_source_tags_link_to_the_edition_they_cite_or_say_that_they_wait(client):
    old = make.edition("2001-07-23")
    make.version(old, "502", title="Keywords")
    cited = make.version(old, "502.10b", "Old words.")
    rulings = make.edition("2002-10-15", "dangelo", numbering=make.Scheme.LETTERED)
    make.version(rulings, "A.1", title="General")
    rule = make.version(
        rulings, "A.1.1", "So. [CompRules 2001/07/23 - 502.10b] And so. [CompRules 2001/08/23 - 9] [X 1999/04/34]"
    )
    linked = tag(rule.wording, "[CompRules 2001/07/23 - 502.10b]", outcome="resolved")
    AttributionTarget.objects.create(attribution=linked, version=cited)
    tag(rule.wording, "[CompRules 2001/08/23 - 9]", outcome="waiting", reason="2001-08-23 is not loaded")
    tag(rule.wording, "[X 1999/04/34]", problem="1999/04/34 is not a date", outcome="external")
    shown = provision(read(client, "/dangelo/2002-10-15/A.1.1/"), "A.1.1").find_all(class_="attribution")
    assert shown[0]["href"] == "/cr/2001-07-23/502.10b/#502.10b"
    assert "waiting" in shown[1]["class"]
    assert "2001-08-23 is not loaded" in shown[1]["title"]
    assert "doubtful" in shown[2]["class"]
    assert "is not a date" in shown[2]["title"]
    back = links(read(client, "/cr/2001-07-23/502.10b/").find(class_="citing"))
    assert back == {"DANGELO 2002-10-15 A.1.1": "/dangelo/2002-10-15/A.1.1/#A.1.1"}


def test_where_the_text_comes_from_leads_to_the_lines_of_the_ledger(client, book):
    rule = find(book, "403.1")
    rule.witnesses.update(first_line=1200, last_line=1202)
    second = make.source(book, name="fragment.txt")
    Witness.objects.create(version=rule, source=second, wording=rule.wording, first_line=3, last_line=3, agrees=False)
    shown = read(client, "/cr/2006-10-01/403.1/").find(class_="provenance")
    assert f"/sources/{rule.source_id}/?page=2#L1200" in links(shown).values()
    assert "lines 1200–1202 the words shown" in words(shown)
    assert "fragment.txt, line 3 differs" in words(shown)


def test_flags_are_shown_with_the_provision(client, book):
    Flag.objects.create(version=find(book, "403.1"), kind="missing symbol", note="one seems to be missing", line=1)
    shown = provision(read(client, "/cr/2006-10-01/402.1/".replace("402.1", "403")), "403.1").find(class_="flag")
    assert words(shown) == "missing symbol : one seems to be missing"


def test_commentary_is_shown_as_ours_and_sanitised(client, book):
    Commentary.objects.create(address="cr/2006-10-01/403.1", body="**Note** <script>alert(1)</script>")
    Commentary.objects.create(address="cr/2006-10-01/403.1", body="a draft", published=False)
    page = read(client, "/cr/2006-10-01/403.1/")
    assert page.find(class_="commentary").strong.get_text() == "Note"
    assert "alert(1)" not in str(page.find(class_="commentary").find("script"))
    assert "a draft" not in page.get_text()
    assert faults(page) == []


def test_the_same_number_in_other_editions_is_offered_without_a_claim(client, book):
    newer = make.edition("2007-07-13")
    make.version(newer, "403", title="Activated Abilities")
    make.version(newer, "403.1", "It has a cost.")
    shown = read(client, "/cr/2006-10-01/403.1/").find(class_="elsewhere")
    assert "Same number in other editions" in words(shown)
    assert "need not be the same rule" in words(shown)
    assert links(shown) == {"2007-07-13 403.1": "/cr/2007-07-13/403.1/#403.1"}


def test_a_thread_through_the_editions_is_shown_with_its_numbers(client, book):
    rule = find(book, "403.1")
    newer = make.edition("2009-07-11")
    make.version(newer, "602", title="Activating")
    make.version(newer, "602.1", "It has other words.", rule=rule.rule)
    shown = read(client, "/cr/2006-10-01/403.1/").find(class_="elsewhere")
    assert "Through the editions" in words(shown)
    assert links(shown)["2009-07-11 602.1"] == "/cr/2009-07-11/602.1/#602.1"
    assert links(shown)["History, word by word"] == "/cr/2006-10-01/403.1/history/"
    thread = read(client, f"/rules/{rule.rule_id}/")
    assert words(thread.h1).startswith("602.1")
    assert "other words" in words(thread.main)
    assert faults(thread) == []


def test_previous_and_next_go_through_the_book(client, book):
    turn = read(client, "/cr/2006-10-01/402.2a/").find("nav", class_="turn")
    assert turn.find("a", rel="prev")["href"] == "/cr/2006-10-01/402.2/#402.2"
    assert turn.find("a", rel="next")["href"] == "/cr/2006-10-01/403/"
    section = read(client, "/cr/2006-10-01/402/").find("nav", class_="turn")
    assert section.find("a", rel="prev") is None
    assert section.find("a", rel="next")["href"] == "/cr/2006-10-01/403/"


def test_a_chapter_lists_its_sections(client, book):
    page = read(client, "/cr/2006-10-01/4/")
    assert links(page.find("ol", class_="sections")) == {
        "402 Abilities": "/cr/2006-10-01/402/",
        "403 Activated Abilities": "/cr/2006-10-01/403/",
    }
    assert faults(page) == []


def test_where_a_rule_is_stands_above_it(client, book):
    shown = links(read(client, "/cr/2006-10-01/402.2a/").find("nav", class_="where"))
    assert list(shown.values()) == [
        "/cr/",
        "/cr/2006-10-01/",
        "/cr/2006-10-01/4/",
        "/cr/2006-10-01/402/",
        "/cr/2006-10-01/402.2/",
    ]


def test_an_extract_that_begins_in_mid_section_has_a_page_for_it(client):
    extract = make.edition("2006-10-01", extent="extract")
    make.version(extract, "402.8g", "It starts here.")
    make.version(extract, "402.8h", "And goes on.")
    for key in ("402", "402.8g"):
        page = read(client, f"/cr/2006-10-01/{key}/")
        assert [article["id"] for article in page.find_all("article")] == ["402.8g", "402.8h"]
        assert "the heading is not in this source" in words(page.h1)


def test_a_number_printed_twice_has_two_pages(client):
    edition = make.edition("2005-08-01")
    make.version(edition, "605", title="Mana Abilities")
    make.version(edition, "605.2c", "Once.")
    make.version(edition, "605.2c", "Twice.", key="605.2c~2")
    assert "Once." in words(provision(read(client, "/cr/2005-08-01/605.2c/"), "605.2c"))
    assert "Twice." in words(read(client, "/cr/2005-08-01/605.2c~2/").find(class_="current"))


@pytest.mark.slow
def test_splits_mergers_and_restatements_are_named_from_both_ends(client, book):
    newer = make.edition("2007-07-13")
    make.version(newer, "403", title="Activated Abilities")
    part = make.version(newer, "403.5", "A part of it.")
    rulings = make.edition("2002-10-15", "dangelo", numbering=make.Scheme.LETTERED)
    make.version(rulings, "A.1", title="General")
    ruling = make.version(rulings, "A.1.1", "The same, in other words.")
    rule = find(book, "403.1")
    Descent.objects.create(earlier=rule, later=part, kind="split", basis="matched wording", score=0.9)
    Descent.objects.create(earlier=ruling, later=rule, kind="restates", basis="stated", score=0.5, doubtful=True)
    shown = words(read(client, "/cr/2006-10-01/403.1/").find(class_="elsewhere"))
    assert "Split: part of it became 403.5 (2007-07-13)" in shown
    assert "In another document: DANGELO A.1.1 (2002-10-15) perhaps" in shown
    assert "Split from 403.1 (2006-10-01)" in words(read(client, "/cr/2007-07-13/403.5/").find(class_="elsewhere"))
    assert "In another document: CR 403.1 (2006-10-01)" in words(
        read(client, "/dangelo/2002-10-15/A.1.1/").find(class_="elsewhere")
    )
