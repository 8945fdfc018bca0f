"""Keywords and terms: a list of all from A to Z, and a page for each with its rules and what other texts call it."""

import pytest

from rulesite.rulebook.models import Descent, Library, PhrasePair
from tests import factories as make
from tests.reading.read_pages import faults, links, read, words

pytestmark = pytest.mark.django_db
ROOT = "/cr/2026-06-19/"


@pytest.fixture
def edition():
    """An edition with a keyword that its glossary has and one that it lacks, and an earlier one with a term more."""
    Library.objects.create(name="a test")
    make.term(make.edition("2009-05-01"), "Interrupt", "Faster than an instant.")
    edition = make.edition("2026-06-19")
    make.version(edition, "113", title="Abilities")
    make.version(edition, "113.1", "An ability is text.")
    make.version(edition, "702", title="Keyword Abilities")
    for number, title in (("702.19", "Trample"), ("702.20", "Vigilance")):
        make.version(edition, number, title=title, kind="heading")
        make.version(edition, f"{number}a", f"{title} is an ability.")
    make.term(edition, "Ability", "Text on an object.")
    make.term(edition, "Trample, Tramples", "A keyword ability. See rule 702.19.")
    return edition


def test_the_list_has_every_term_and_keyword_with_its_rule(client, edition):
    page = read(client, f"{ROOT}glossary/")
    assert faults(page) == []
    assert [words(each) for each in page.main.find_all("dt")] == [
        "Ability 113",
        "Trample, Tramples 702.19",
        "Vigilance 702.20",
    ]
    assert links(page.find(class_="former")) == {"Interrupt": "/cr/2009-05-01/glossary/interrupt/"}
    for href in {link["href"] for link in page.select("dl.terms a, .former a")}:
        read(client, href)


@pytest.mark.parametrize(
    ("query", "listed", "former"),
    [
        ("vigil", ["Vigilance 702.20"], []),
        ("INTER", [], ["Interrupt"]),
        ("il", ["Ability 113", "Vigilance 702.20"], []),
    ],
)
def test_a_query_filters_the_list_by_name_without_scripts(client, edition, query, listed, former):
    page = read(client, f"{ROOT}glossary/?q={query}")
    assert faults(page) == []
    assert [words(each) for each in page.main.find_all("dt")] == listed
    assert [words(each) for each in page.select(".former li")] == former
    assert page.find("input", attrs={"name": "q", "value": query})


@pytest.mark.parametrize(
    ("slug", "number", "defined"), [("trample,-tramples", "702.19", True), ("vigilance", "702.20", False)]
)
def test_a_keyword_has_a_page_with_its_rules_in_full(client, edition, slug, number, defined):
    page = read(client, f"{ROOT}glossary/{slug}/")
    assert faults(page) == []
    assert ("has no entry" in words(page.find(class_="senses"))) is not defined
    shown = page.find(class_="law")
    assert [each.get_text() for each in shown.select(".words")] == [f"{words(page.h1).split(',')[0]} is an ability."]
    assert links(shown)["History"] == f"{ROOT}{number}/history/"
    assert client.get(f"{ROOT}glossary/{slug.upper()}/")["Location"] == f"{ROOT}glossary/{slug}/"


def test_a_page_of_a_keyword_has_what_other_texts_say(client, edition):
    pair = {"basis": "descent", "since": "cr/2026-06-19", "sentences": 4}
    PhrasePair.objects.create(old="tramples over", new="has trample", **pair)
    PhrasePair.objects.create(old="trampled", new="walked", **pair)
    rulings = make.edition("2008-03-17", "dangelo")
    ruling = make.version(rulings, "502.9", "It goes over.")
    rule = edition.versions.get(key="702.19a")
    Descent.objects.create(earlier=ruling, later=rule, kind="restates", basis="stated", score=1.0)
    shown = read(client, f"{ROOT}glossary/trample,-tramples/").find(class_="elsewhere")
    assert "tramples over → has trample" in words(shown)
    assert "trampled" not in words(shown).split()
    assert links(shown)["DANGELO 502.9 (2008-03-17)"] == "/dangelo/2008-03-17/502.9/#502.9"
