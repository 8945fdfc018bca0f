"""The first page, documents, editions, glossaries, references: what is held, and how it is known."""

import pytest

from rulesite.rulebook.citations import linker
from rulesite.rulebook.models import (
    Attribution,
    Citation,
    CitationTarget,
    Library,
    Page,
    Reference,
)
from tests import factories as make
from tests.reading.read_pages import faults, links, read, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def library():
    """The library of this site."""
    return Library.objects.create(name="a test", about="made of rows")


@pytest.fixture
def edition(library):
    """An edition with a chapter, a section, a rule, and two sources."""
    edition = make.edition("2006-10-01", known_from="stated in the text", introduction="Welcome.\n\nRead on.")
    make.source(edition, "first", name="publisher.txt", rank=1)
    make.source(edition, "second", name="fragment.txt", rank=2, warnings=["stops in mid-rule"])
    make.version(edition, "4", title="Spells")
    make.version(edition, "402", title="Abilities")
    make.version(edition, "402.1", "An ability is text. See rule 499 and rule 402.1.")
    return edition


def test_an_empty_site_says_how_to_load_something(client, db):
    page = read(client, "/")
    assert "make run DOCUMENTS=" in words(page.main)
    assert faults(page) == []


def test_the_pocket_edition_says_plainly_what_it_is(client, library, edition):
    library.is_pocket = True
    library.save()
    page = read(client, "/")
    assert "This is the pocket edition" in words(page.main)
    assert "make run DOCUMENTS=path/to/folder" in words(page.main)
    assert "Pocket edition." in words(read(client, "/cr/2006-10-01/402.1/").footer)


def test_real_documents_are_not_called_a_pocket_edition(client, edition):
    assert "pocket" not in words(read(client, "/")).lower()


def test_the_first_page_offers_the_box_the_newest_edition_and_every_edition(client, edition):
    make.edition("2001-07-23")
    rulings = make.edition("2008-03-17", "dangelo", extent="extract")
    page = read(client, "/")
    assert page.find("form", role="search").find("input", attrs={"name": "q"})
    assert links(page.find(class_="newest"))["CR document, 1 October 2006"] == "/cr/2006-10-01/"
    assert links(page.find(class_="doors")) == {"4 Spells": "/cr/2006-10-01/4/"}
    shown = links(page.find(class_="library"))
    assert shown["2008 17 Mar"] == rulings.get_absolute_url()
    assert list(shown) == ["CR document", "2001 23 Jul", "2006 1 Oct", "DANGELO document", "2008 17 Mar"]
    assert faults(page) == []


def test_a_document_lists_its_editions_with_how_their_dates_are_known(client, edition):
    make.edition("2001-07-01", precision="month", known_from="its newest source tag")
    page = read(client, "/cr/")
    rows = [words(row) for row in page.tbody.find_all("tr")]
    assert rows[0].startswith("1 October 2006")
    assert rows[0].endswith("stated in the text")
    assert rows[1].startswith("July 2001")
    assert rows[1].endswith("its newest source tag")
    assert faults(page) == []


def test_an_edition_shows_contents_counts_sources_and_introduction(client, edition):
    make.example(edition.versions.get(key="402.1"), "So it is.")
    page = read(client, "/cr/2006-10-01/")
    assert links(page.find(class_="toc")) == {"4 Spells": "/cr/2006-10-01/4/", "402 Abilities": "/cr/2006-10-01/402/"}
    about = page.find(class_="particulars")
    assert "worked example 1" in words(about)
    assert "rule 1" in words(about)
    assert set(links(about)) >= {"publisher.txt", "fragment.txt", "references"}
    assert "stops in mid-rule" in words(about)
    assert "Dated by: stated in the text" in words(page.main)
    assert [words(each) for each in page.find(class_="introduction").find_all("p")] == ["Welcome.", "Read on."]
    assert faults(page) == []


def test_an_edition_leads_to_the_one_before_and_the_one_after(client, edition):
    before, after = make.edition("2005-08-01"), make.edition("2007-07-13")
    make.edition("2026-06-19")
    shown = read(client, "/cr/2006-10-01/").find("nav", class_="turn")
    assert shown.find("a", rel="prev")["href"] == before.get_absolute_url()
    assert shown.find("a", rel="next")["href"] == after.get_absolute_url()


def cite(version, cited, outcome, *targets, reason=""):
    start = version.wording.text.index(cited)
    reference = Reference.objects.create(
        wording=version.wording, start=start, end=start + len(cited), cited=cited, kind="rule"
    )
    citation = Citation.objects.create(reference=reference, edition=version.edition, outcome=outcome, reason=reason)
    for target in targets:
        CitationTarget.objects.create(citation=citation, version=target)
    return citation


def test_references_are_counted_and_what_could_not_be_followed_is_listed_with_its_place(client, edition):
    rule = edition.versions.get(key="402.1")
    dangling = cite(rule, "499", "dangling", reason="499 is not printed")
    cite(rule, "402.1", "resolved", rule)
    page = read(client, "/cr/2006-10-01/references/")
    assert "resolved 1" in words(page.find(class_="counts"))
    assert "dangling 1" in words(page.find(class_="counts"))
    shown = page.find(id=f"c{dangling.reference_id}")
    assert shown.mark.get_text() == "499"
    assert links(shown) == {"402.1": "/cr/2006-10-01/402.1/#402.1"}
    assert "499 is not printed" in words(shown)
    assert "dangling 1" in words(read(client, "/cr/2006-10-01/").find(class_="particulars"))
    assert faults(page) == []


def test_what_a_misprinted_number_was_perhaps_meant_for_is_offered_and_not_followed(client, edition):
    for key in ("402.8", "402.8g", "402.8h"):
        make.version(edition, key, f"This is {key}.")
    rule = make.version(edition, "402.9", "Pay as in rule 4028g–h.")
    linker.find_references([rule.wording], edition.scheme)
    linker.relink(edition, [rule.wording])
    citation = Citation.objects.get(reference__wording=rule.wording)
    assert (citation.outcome, citation.suggestion) == ("dangling", "402.8g–h")
    shown = read(client, "/cr/2006-10-01/references/").find(id=f"c{citation.reference_id}")
    assert links(shown)["perhaps 402.8g–h"].endswith("/402.8g/#402.8g")
    assert "4028g–h is not a number" in words(shown)
    [reference] = client.get("/api/v1/rule/cr/2006-10-01/402.9").json()["references"]
    assert (reference["cited"], reference["targets"], reference["suggestion"]) == ("4028g–h", [], "402.8g–h")
    page = str(read(client, "/cr/2006-10-01/402.9/"))
    assert "4028g–h is not a number; perhaps 402.8g–h" in page


def test_an_ambiguous_reference_offers_its_candidates(client, edition):
    rule = edition.versions.get(key="402.1")
    twice = make.version(edition, "402.2", "Once."), make.version(edition, "402.2", "Twice.", key="402.2~2")
    citation = cite(rule, "499", "ambiguous", *twice)
    shown = links(read(client, "/cr/2006-10-01/references/").find(id=f"c{citation.reference_id}"))
    assert {"402.2", "402.2~2"} <= set(shown)


def test_source_tags_that_wait_or_cannot_be_right_are_listed(client, library):
    rulings = make.edition("2002-10-15", "dangelo", numbering=make.Scheme.LETTERED)
    make.version(rulings, "A.1", title="General")
    rule = make.version(rulings, "A.1.1", "So. [CompRules 1999/04/34]")
    Attribution.objects.create(
        wording=rule.wording, start=4, end=26, text="[CompRules 1999/04/34]", authority="CompRules",
        problem="1999/04/34 is not a date", outcome="waiting", reason="no edition of that date",
    )  # fmt: skip
    page = read(client, "/dangelo/2002-10-15/references/")
    assert "Tags that can’t be right 1" in words(page.main)
    assert "1999/04/34 is not a date" in words(page.main)
    assert faults(page) == []


def test_the_glossary_stands_by_letter_and_each_term_has_a_page(client, edition):
    make.term(edition, "Ability", "Words.\nOther words, see Haste.")
    make.term(edition, "Haste", "Being fast.")
    make.term(edition, "Absorb", "Taking in.")  # printed out of the alphabet
    page = read(client, "/cr/2006-10-01/glossary/")
    assert [words(each) for each in page.find_all("h2")] == ["A", "H"]
    assert [words(each) for each in page.main.find_all("dt")] == ["Ability 402", "Absorb", "Haste"]
    assert faults(page) == []
    term = read(client, "/cr/2006-10-01/glossary/ability/")
    assert [words(each) for each in term.find(class_="senses").find_all("p")] == ["Words.", "Other words, see Haste ."]
    assert "/cr/2006-10-01/glossary/haste/" in links(term.find(class_="senses")).values()
    assert faults(term) == []


def test_a_term_is_not_linked_on_its_own_page(client, edition):
    make.term(edition, "Haste", "Haste is being fast.")
    assert links(read(client, "/cr/2006-10-01/glossary/haste/").find(class_="senses")) == {}


def test_a_term_of_another_edition_is_offered_where_it_is(client, edition):
    make.term(make.edition("2026-06-19"), "Ward", "Protection.")
    page = read(client, "/cr/2006-10-01/glossary/ward/", 404)
    assert "/cr/2026-06-19/glossary/ward/" in links(page.main).values()


def test_an_edition_without_a_glossary_says_so(client, edition):
    assert "no glossary" in words(read(client, "/cr/2006-10-01/glossary/").main)


def test_pages_of_the_site_are_rendered_and_stand_in_the_menu(client, edition):
    Page.objects.all().delete()
    Page.objects.create(slug="about", title="About", body="# Big\n\nSee 402.1. <img src=x onerror=alert(1)>")
    Page.objects.create(slug="hidden", title="Hidden", body="Here.", in_menu=False)
    page = read(client, "/pages/about/")
    assert page.main.img is None
    assert links(page.main)["402.1"] == "/cr/2006-10-01/402.1/"
    assert "About" in links(page.find("nav", class_="site"))
    assert "Hidden" not in links(page.find("nav", class_="site"))
    assert words(read(client, "/pages/hidden/").main.h1) == "Hidden"
