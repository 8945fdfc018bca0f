"""Cards: a rule or a glossary term in brief, as a fragment for the page that links to it."""

import pytest
from bs4 import BeautifulSoup

from rulesite.checks.models import Concept, Scenario, Transcript, Verdict
from rulesite.reading.caching import receivers
from rulesite.rulebook.editing import corrections
from rulesite.rulebook.models import Library
from tests import factories as make
from tests.reading.read_pages import links, read, words
from tests.snapshots import made_once

pytestmark = pytest.mark.django_db


def card(client, url, status=200):
    """The root of the card at an address; a card is one element and no page."""
    page = read(client, url, status)
    assert page.find(["html", "head", "main", "h1"]) is None
    (root,) = page.find_all(recursive=False)
    assert "incard" in root["class"]
    return root


@pytest.fixture
@made_once
def edition():
    """Two sections: one with words of its own kind in each rule, one with a heading and its subrules."""
    Library.objects.create(name="a test")
    edition = make.edition("2006-10-01")
    make.version(edition, "4", title="Abilities")
    make.version(edition, "402", title="Kinds")
    make.version(edition, "402.1", "It works <at once>.")
    make.version(edition, "402.1a", "More of it.")
    make.version(edition, "402.2", title="Second Sort")
    make.version(edition, "402.2a", "The first half of this.")
    make.version(edition, "402.2b", "The second half.")
    make.version(edition, "402.2c", "A long one. " + "It goes on. " * 60)
    return edition


def test_a_rules_card_has_its_text_its_heading_its_edition_and_the_way_to_it(client, edition):
    shown = card(client, "/cr/2006-10-01/402.1/card/")
    assert words(shown.find(class_="incard-name")) == "402.1"
    assert words(shown.find(class_="incard-under")) == "402 Kinds"
    assert words(shown.find(class_="incard-book")) == "CR, 1 October 2006"
    assert words(shown.find(class_="incard-text")) == "It works <at once>."
    assert "1 subrule" in words(shown.find(class_="incard-known"))
    assert links(shown)["Open 402.1"] == "/cr/2006-10-01/402.1/#402.1"


def test_the_root_of_a_card_says_what_a_menu_wants_to_know(client, edition):
    shown = card(client, "/cr/2006-10-01/402.1/card/")
    assert shown["data-citation"] == shown["aria-label"] == "CR 402.1 (2006-10-01)"
    assert shown["data-path"] == "/cr/2006-10-01/402.1/"
    assert [shown[f"data-{name}"] for name in ("citing", "games", "history")] == ["0", "0", "1"]
    assert words(shown.find(class_="incard-citation")) == "CR 402.1 (2006-10-01)"


def test_the_editions_of_a_thread_are_counted(client, edition):
    later = make.edition("2007-02-01")
    rule = edition.versions.get(number="402.1").rule
    make.version(later, "403.1", "It works.", rule=rule)
    assert card(client, "/cr/2007-02-01/403.1/card/")["data-history"] == "2"


def test_a_heading_shows_its_first_subrules_whole_and_counts_the_others(client, edition):
    shown = card(client, "/cr/2006-10-01/402.2/card/")
    assert words(shown.find(class_="incard-name")) == "402.2 Second Sort"
    lines = [words(line) for line in shown.find(class_="incard-lines").find_all("li")]
    assert lines == ["402.2a The first half of this.", "402.2b The second half.", "and 1 more"]


def test_a_section_lists_its_headings_or_first_words_and_a_chapter_its_sections(client, edition):
    section = links(card(client, "/cr/2006-10-01/402/card/").find(class_="incard-lines"))
    assert section == {"402.1": "/cr/2006-10-01/402.1/#402.1", "402.2": "/cr/2006-10-01/402.2/#402.2"}
    assert "Second Sort" in words(card(client, "/cr/2006-10-01/402/card/"))
    chapter = card(client, "/cr/2006-10-01/4/card/").find(class_="incard-lines")
    assert links(chapter) == {"402": "/cr/2006-10-01/402/"}


def test_a_section_without_a_printed_heading_has_a_card_too(client):
    extract = make.edition("2006-10-01")
    make.version(extract, "402.8g", "It is cut out.")
    shown = card(client, "/cr/2006-10-01/402/card/")
    assert words(shown.find(class_="incard-name")) == "402"
    assert "It is cut out." in words(shown)


def test_worked_examples_are_counted(client, edition):
    rule = edition.versions.get(number="402.1")
    make.example(rule, "A player does it.")
    make.example(rule, "Another does not.")
    assert "2 worked examples" in words(card(client, "/cr/2006-10-01/402.1/card/"))


def test_a_number_printed_twice_has_two_cards(client, edition):
    make.version(edition, "402.1", "It works otherwise.", key="402.1~2")
    assert "otherwise" in words(card(client, "/cr/2006-10-01/402.1~2/card/"))
    assert "otherwise" not in words(card(client, "/cr/2006-10-01/402.1/card/"))


def test_a_number_without_an_edition_is_read_in_the_newest_that_used_it(client, edition):
    make.version(make.edition("2007-02-01"), "402.1", "It works later.")
    make.version(make.edition("2008-02-01"), "403.1", "Renumbered.")
    assert "It works later." in words(card(client, "/cr/402.1/card/"))


def test_a_terms_card_has_its_senses_with_links_but_not_to_itself(client, edition):
    make.term(edition, "Trick", "A trick is done with a hat.")
    make.term(edition, "Hat", "What a trick is done with.")
    shown = card(client, "/cr/2006-10-01/glossary/trick/card/")
    assert words(shown.find(class_="incard-name")) == "Trick"
    assert links(shown.find(class_="incard-text")) == {"hat": "/cr/2006-10-01/glossary/hat/"}
    assert shown["data-citation"] == "CR Glossary, “Trick” (2006-10-01)"
    assert links(shown)["Open the entry"] == "/cr/2006-10-01/glossary/trick/"


def test_the_term_card_is_a_term_with_a_page_and_a_card(client, edition):
    make.term(edition, "Card", "A piece of paper.")
    assert words(read(client, "/cr/2006-10-01/glossary/card/").h1) == "Card"
    assert "A piece of paper." in words(card(client, "/cr/2006-10-01/glossary/card/card/"))


@pytest.mark.parametrize(
    "url",
    ["/cr/2006-10-01/999.9z/card/", "/cr/2006-10-01/nothing/card/", "/cr/2005-01-01/402.1/card/", "/cr/777.7/card/",
     "/cr/nothing/card/", "/nowhere/402.1/card/", "/cr/2006-10-01/glossary/nothing/card/"],
)  # fmt: skip
def test_what_is_not_here_is_said_in_a_fragment(client, edition, url):
    assert words(card(client, url, 404))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("/cr/2006-10-01/402.1A/card/", "/cr/2006-10-01/402.1a/card/"),
        ("/CR/2006-10-01/402.1a/card/", "/cr/2006-10-01/402.1a/card/"),
        ("/cr/402.1A/card/", "/cr/402.1a/card/"),
        ("/cr/2006-10-01/glossary/TRICK/card/", "/cr/2006-10-01/glossary/trick/card/"),
    ],
)
def test_an_address_that_is_understood_leads_to_the_one_we_write(client, edition, typed, meant):
    make.term(edition, "Trick", "It is done.")
    assert client.get(typed)["Location"] == meant


def test_an_unchanged_card_is_answered_with_304_and_a_changed_one_anew(client, edition):
    first = client.get("/cr/2006-10-01/402.1/card/")
    kept = {"If-None-Match": first["ETag"]}
    assert client.get("/cr/2006-10-01/402.1/card/", headers=kept).status_code == 304
    version = edition.versions.get(number="402.1")
    corrections.correct(version, "It works well.", reason="a word was lost", author=None)
    again = client.get("/cr/2006-10-01/402.1/card/", headers=kept)
    assert again.status_code == 200
    assert "It works well." in words(BeautifulSoup(again.content, "html.parser"))


def test_search_engines_are_asked_to_leave_cards_out(client, edition):
    assert client.get("/cr/2006-10-01/402.1/card/")["X-Robots-Tag"] == "noindex"


def test_the_menu_counts_the_games_that_the_panel_shows(client, edition):
    """Games of the rule's own examples, and games in which the engine uses the rule; each once."""
    rule = edition.versions.get(key="402.1")
    Concept.objects.create(name="look_back", says="it looks back", since=[["1999-04-23", "402.1"]])
    for number, (cites, uses) in enumerate([(True, False), (False, True), (True, True)]):
        place = {"document": "cr", "edition": "2006-10-01", "rule": "402.1"}
        game = Scenario.objects.create(
            path=f"{number}.toml", slug=f"game-{number}", title=f"Game {number}", cites=[place] if cites else [],
            position=number, ruleset=edition.effective,
        )  # fmt: skip
        played = Transcript.objects.create(
            scenario=game, outcome="holds", cited=" look_back " if uses else " ", packed=b""
        )
        Verdict.objects.create(scenario=game, transcript=played, since="1999-04-23", until="9999-12-31")
    receivers.invalidate()
    panel = read(client, f"/cr/2006-10-01/{rule.key}/").find(id="played")
    listed = {link["href"].split("/")[2] for link in panel.find_all("a") if "/concepts/" not in link["href"]}
    assert listed == {"game-0", "game-1", "game-2"}
    assert card(client, "/cr/2006-10-01/402.1/card/")["data-games"] == str(len(listed))
