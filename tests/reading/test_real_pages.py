"""The pages on the real documents: what they must show, and how fast."""

import random

import pytest

from rulesite.reading.pages import source_text
from rulesite.rulebook.models import Citation, RuleVersion, Source
from tests.reading.read_pages import faults, links, provision, read, words

pytestmark = [pytest.mark.django_db, pytest.mark.documents, pytest.mark.usefixtures("real_database")]


def test_a_rule_of_a_founding_fragment_shows_both_its_witnesses(client):
    shown = read(client, "/cr/2006-10-01/402.8g/").find(class_="provenance")
    assert "cr-2006-10-01.txt" in words(shown)
    assert "cr-402.8g-409.1b.page6.txt" in words(shown)
    assert "agrees" in words(shown)


def test_costs_of_a_worked_example_are_drawn_and_can_be_copied(client):
    example = provision(read(client, "/cr/2006-10-01/402.8g/"), "402.8g").find(class_="example")
    assert "{3}{B}{B}" in example.get_text()
    assert [symbol["aria-label"] for symbol in example.find_all(role="img")][:2] == ["three generic mana", "black mana"]


def test_the_impossible_date_is_marked_where_it_stands(client):
    article = provision(read(client, "/dangelo/2002-10-15/A.1.1/"), "A.1.1")
    assert "1999/04/34" in article.find(class_="doubtful").get_text()
    assert "impossible date" in words(article.find(class_="flag"))


def test_the_placeholders_of_the_lettered_rules_are_text(client):
    version = RuleVersion.objects.filter(wording__text__contains="<-cost->").select_related("edition__document")[0]
    assert "<-cost->" in provision(read(client, version.get_absolute_url()), version.key).get_text()


def test_the_number_printed_twice_is_ambiguous_and_flagged(client):
    article = provision(read(client, "/cr/2005-08-01/605.2c~2/"), "605.2c~2")
    assert "printed twice" in words(article.find(class_="flag"))


def test_what_dangles_is_the_publishers_own(client):
    page = read(client, "/cr/2005-08-01/references/")
    dangling = Citation.objects.filter(edition__effective="2005-08-01", outcome="dangling")
    assert {mark.get_text() for mark in page.find_all("mark")} >= {"102.6"}
    assert dangling.count() <= 3


def test_the_largest_section_is_one_page_of_less_than_100_kb_compressed(client):
    response = client.get("/cr/2026-06-19/702.19b/", headers={"Accept-Encoding": "gzip"})
    assert response["Content-Encoding"] == "gzip"
    assert len(response.content) < 100_000


def test_cards_of_every_edition_show_the_text_unchanged(client):
    versions = list(RuleVersion.objects.filter(wording__isnull=False).select_related("edition__document", "wording"))
    for version in random.Random(5).sample(versions, 40):
        shown = read(client, version.get_absolute_url() + "card/").find(class_="incard-text")
        assert "\n".join(p.get_text() for p in shown.find_all("p")) == version.text, version


def test_the_card_of_a_keyword_and_of_its_term_lead_to_each_others_pages(client):
    term = read(client, "/cr/2018-01-19/glossary/trample/card/").find(class_="incard")
    assert links(term)["702.19"] == "/cr/2018-01-19/702.19/#702.19"
    assert term["data-history"] == "15"
    keyword = read(client, "/cr/2018-01-19/702.19/card/").find(class_="incard")
    assert words(keyword.find(class_="incard-name")) == "702.19 Trample"
    assert "702.19a" in links(keyword)


def test_the_card_of_a_number_printed_twice_is_flagged(client):
    card = read(client, "/cr/2005-08-01/605.2c~2/card/")
    assert "printed twice" in words(card.find(class_="flag"))


def test_a_section_lists_its_rules_in_the_outline(client):
    outline = read(client, "/cr/2026-06-19/702.19b/").find("nav", class_="outline")
    assert "702.19 Trample" in links(outline)
    assert words(outline.find("li", attrs={"aria-current": "true"})) == "702.19 Trample"


@pytest.mark.slow
def test_pages_of_every_edition_have_no_faults_and_show_the_text_unchanged(client):
    sections = list(RuleVersion.objects.filter(kind="section").select_related("edition__document"))
    for section in random.Random(3).sample(sections, 60):
        page = read(client, section.get_absolute_url())
        assert faults(page) == [], section
        keys = [article["id"] for article in page.find_all("article")]
        for version in RuleVersion.objects.filter(edition=section.edition, key__in=keys).select_related("wording"):
            body = page.find("article", id=version.key).find(class_="words")
            shown = [p.get_text() for p in body.find_all("p", recursive=False, class_=False)]
            assert "\n".join(shown) == version.text, version


@pytest.mark.slow
def test_every_page_of_the_largest_ledger_is_whole(client):
    source = Source.objects.order_by("-characters")[0]
    text = source_text.text_of(source)
    shown = []
    for number in range(1, len(text.starts) // source_text.LINES_A_PAGE + 2):
        parsed = read(client, f"/sources/{source.pk}/?page={number}")
        shown += [line.find(class_="t").get_text() for line in parsed.find_all("div", class_="line")]
    assert shown == [text.text[at : text.end_of(n)].rstrip("\r\n") for n, at in enumerate(text.starts, 1)]
