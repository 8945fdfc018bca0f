"""Reading and looking up in the edition that is kept, without a network."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.offline import NEVER_READ, SECTION, WORKING, bar, current, instead, keep, until_read, working
from tests.browser.watching import watched

pytestmark = [pytest.mark.slow(seconds=25), working]


@pytest.fixture(scope="module")
def keeping(browser, browser_context_args):
    """A browser without a connection, in which the newest edition is kept: none of those who read in it changes that."""
    context = browser.new_context(**browser_context_args | WORKING)
    page = context.new_page()
    keep(page)
    page.close()
    context.set_offline(True)
    yield context
    context.close()


@pytest.fixture
def reader(keeping):
    """A page of that browser, in which nothing was looked up yet."""
    page = keeping.new_page()
    with watched(page):
        yield page
    page.evaluate("localStorage.clear()")
    page.close()


def test_a_rule_never_visited_opens_in_its_kept_section(reader):
    reader.goto(NEVER_READ)
    current(reader).to_have_attribute("id", "701.15a")
    until_read(reader, "701.15a")
    bar(reader).to_have_text(re.compile(r"^Offline\. You are reading the kept copy of the CR of 2018\-01\-19\."))
    reader.goto("/cr/701.38c/")
    current(reader).to_have_attribute("id", "701.38c")


def test_numbers_are_looked_up_in_what_is_kept(reader):
    reader.goto("/offline/")
    box, found = reader.get_by_role("searchbox"), reader.locator("#found > li")
    for typed in ("701.15a", "701.15A", "rule 701.15a.", "CR 701.15a@2018-01-19"):
        box.fill("")
        expect(found).to_have_count(0)
        box.fill(typed)
        expect(found).to_have_count(1)
        expect(found.get_by_role("link")).to_have_text(re.compile("^701.15a"))
    box.fill("701.1")
    for at, number in enumerate(["701.1", "701.10", "701.10a", "701.11"]):
        expect(found.nth(at).get_by_role("link")).to_have_text(re.compile(rf"^{number}\b"))
    box.fill("701.15a@2006-10-01")
    expect(reader.locator("#said")).to_contain_text("Nothing found")
    box.fill("701.15a")
    found.first.get_by_role("link").click()
    reader.wait_for_url("**/701.15a/#701.15a")
    until_read(reader, "701.15a")


def test_words_are_searched_in_what_is_kept_the_titles_first(reader):
    reader.goto("/search/?q=Sacrifice")
    instead(reader).to_contain_text("the search is done in what is kept")
    found = reader.locator("#found > li")
    expect(found.first.get_by_role("link")).to_have_text(re.compile(r"^701\.15\s+Sacrifice$"))
    expect(reader.locator("#found mark").first).to_have_text("sacrifice", ignore_case=True)
    box = reader.get_by_role("searchbox")
    box.fill("library shuffle")
    expect(reader.locator("#found mark").filter(has_text="shuffle").first).to_be_visible()
    apart = found.count()
    box.fill('"shuffle library"')
    expect(found).not_to_have_count(apart)
    assert found.count() < apart
    box.fill("<b>library</b>")
    expect(reader.locator("#said")).to_contain_text("Nothing found for “<b>library</b>”.")


def test_the_search_box_offers_what_is_kept(reader):
    reader.goto(SECTION)
    offered = reader.evaluate("fetch('/api/v1/typeahead?q=sacr&limit=3').then((answer) => answer.json())")
    assert [(one["kind"], one["text"], one["title"]) for one in offered] == [("heading", "Sacrifice", "701.15")]
    assert offered[0].keys() == {"kind", "text", "title", "edition", "url", "now"}


def test_the_search_box_offers_what_is_kept_where_answers_of_data_are_made_by_hand(page, context):
    keep(page)
    context.service_workers[0].evaluate("() => { delete Response.json; }")  # Safari 16 has none
    context.set_offline(True)
    page.goto(SECTION)
    offered = page.evaluate("fetch('/api/v1/typeahead?q=sacr&limit=3').then((answer) => answer.json())")
    assert [one["text"] for one in offered] == ["Sacrifice"]


def test_a_reference_answers_with_a_card_from_what_is_kept(reader):
    reader.goto(SECTION)
    reader.locator("a.ref[href*='701.38a']").first.hover()
    card = reader.locator(".incard")
    card.wait_for()
    expect(card.locator(".incard-name")).to_contain_text("701.38a")


def test_addresses_that_the_site_would_correct_lead_to_what_is_kept(reader):
    for address in ("/cr/701.38C/", "/cr/701.38c", "/cr/2018-01-19/701.38c?from=here"):
        reader.goto(address)
        current(reader).to_have_attribute("id", "701.38c")


def test_an_address_that_is_written_wrongly_is_not_kept(reader):
    reader.goto("/cr/%E0%A4%A/")
    instead(reader).to_contain_text("is not kept in this browser")


def test_a_single_letter_is_sought_as_a_word(page):
    keep(page)
    page.get_by_role("searchbox").fill('"a" library')
    for word in ("a", "library"):
        expect(page.locator("#found mark").get_by_text(re.compile(f"^{word}$", re.IGNORECASE)).first).to_be_visible()
    followed = page.locator("#found mark").evaluate_all(
        """(marks) => marks.filter((mark) => mark.textContent.toLowerCase() === "a")
            .map((mark) => mark.nextSibling?.textContent[0] ?? " ")"""
    )
    assert [letter for letter in followed if letter.isalpha()] == []


def test_a_lone_quotation_mark_finds_nothing(page):
    keep(page)
    page.get_by_role("searchbox").fill('"')
    expect(page.locator("#said")).to_contain_text("Nothing found")


def test_what_is_looked_up_stands_first_where_a_page_is_not_kept(reader):
    reader.goto("/cr/402.8g/")
    expect(reader.locator("#found > li.before")).to_be_visible()
    headings = reader.get_by_role("heading", level=2).all_inner_texts()
    assert headings.index("Look it up") < headings.index("Kept in this browser")


def test_a_run_of_numbers_is_looked_up_whole(page):
    keep(page)
    box, found = page.get_by_role("searchbox"), page.locator("#found > li")
    for typed in ("701.38a-701.38c", "701.38a–c", "rules 701.38a to 701.38c"):
        box.fill(typed)
        expect(found.locator("h3 .nr")).to_have_text(["701.38a", "701.38b", "701.38c"])
        box.fill("")
        expect(found).to_have_count(0)


def test_a_number_of_earlier_editions_is_told_with_what_it_is_called_now(reader):
    reader.goto("/cr/2006-10-01/402.8g/")
    instead(reader).to_contain_text("what is kept here of 402.8g of 2006-10-01")
    expect(reader.get_by_role("searchbox")).to_have_value("402.8g@2006-10-01")
    expect(reader.locator("#found > li.before")).to_contain_text("this number stood for")


def test_a_typing_mistake_is_put_right_in_what_is_kept(reader):
    reader.goto("/offline/")
    box, found = reader.get_by_role("searchbox"), reader.locator("#found > li")
    box.fill("libary")
    expect(reader.locator("#meant")).to_have_text("Showing results for library. ")
    expect(found.first.locator("mark").first).to_have_text(re.compile("^library$", re.I))
    box.fill("library")
    expect(reader.locator("#meant")).to_be_empty()
    box.fill("qqxzw")
    expect(found).to_have_count(0)
    expect(reader.locator("#said")).to_have_text("Nothing found for “qqxzw”.")


def test_words_of_players_are_looked_for_as_the_kept_rules_say_them(page):
    keep(page)
    page.get_by_role("searchbox").fill("deck")
    expect(page.locator("#meant")).to_contain_text("“deck” was also looked for as “library”")
    expect(page.locator("#found mark").first).to_have_text(re.compile("^(library|deck)$", re.I))


RANKED = """(query) => new Lookup({
  edition: "cr/2026-06-19",
  rules: [
    ["305", "section", "Lands", "", [], "305"],
    ["305.1", "rule", "", "A player may play a land. To play it, no player can respond to it.", [], "305"],
    ["702.37", "rule", "Morph", "", [], "702"],
    ["702.37a", "subrule", "", "Morph is a static ability. A card with morph can be played face down.", [], "702"],
    ["702.37e", "subrule", "", "You may turn a face-down permanent face up. This is a special action.", [], "702"],
    ["708.2", "rule", "", "Some face-down things have morph, and morph again, and then morph.", [], "708"],
  ],
  terms: [["morph", "Morph", "A keyword ability that lets a card be played face down.", []]],
  asked: { "702.37e": "opponent respond morph turning" },
  aside: [["a", "to", "i", "what", "is"], ["a", "to", "i", "what", "is", "can"], ["can", "what"]],
}).search(query).hits.map(({ key }) => key)"""


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("can I respond to morph", ["702.37e"]),  # function words are no words to be found; what players ask is
        ("what is morph", ["702.37", "morph"]),  # the thing itself before what often speaks of it
        ("responding to a morph", ["702.37e"]),  # another form of the word
        ("lands", ["305", "305.1"]),
    ],
)
def test_what_is_kept_is_ranked_by_titles_definitions_and_what_players_ask(page, query, first):
    page.goto("/offline/")
    page.wait_for_function("() => Boolean(globalThis.Lookup)")
    found = page.evaluate(RANKED, query)
    assert set(found[: len(first)]) == set(first)


def test_where_nothing_has_all_of_the_words_what_has_most_is_shown(page):
    keep(page)
    page.get_by_role("searchbox").fill("shuffle library qqxzw")
    expect(page.locator("#meant")).to_contain_text("Nothing has all of these words")
    expect(page.locator("#found > li").first).to_contain_text(re.compile("shuffle", re.I))


def test_axe_finds_nothing_on_the_offline_page_with_something_kept_and_found(page, axe_in_both_themes):
    keep(page)
    page.get_by_role("searchbox").fill("library")
    page.locator("#found mark").first.wait_for()
    axe_in_both_themes(page)
