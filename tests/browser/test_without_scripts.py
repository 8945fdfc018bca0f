"""Without scripts: everything can be read, looked up, compared and stepped through, and nothing offered is dead."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import kinds


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args):
    """A browser that runs no scripts."""
    return {**browser_context_args, "java_script_enabled": False}


def look_up(page, words):
    box = page.get_by_role("search").locator("input[type=search]")
    box.fill(words)
    box.press("Enter")


def test_a_number_typed_into_the_box_leads_to_its_rule(page):
    page.goto("/")
    look_up(page, "409.1b")
    page.wait_for_url("**/409.1b/*")
    expect(page.locator("article.current")).to_contain_text("409.1b")


def test_words_typed_into_the_box_give_results_that_lead_to_rules(page):
    page.goto("/help/")
    look_up(page, "additional cost")
    expect(page.get_by_role("heading", level=1)).to_contain_text("result")
    page.locator(".hit h2 a").first.click()
    expect(page.locator("article.provision").first).to_be_visible()


def test_a_typing_mistake_is_put_right_and_that_is_undone_by_a_link(page):
    page.goto("/")
    look_up(page, "additonal cost")
    expect(page.locator(".said")).to_contain_text("Showing results for additional cost")
    expect(page.locator(".hit mark").first).to_be_visible()
    page.locator(".said a.typed").click()
    page.wait_for_url(re.compile("exact=1"))
    expect(page.locator(".said .meant")).to_have_count(0)


def test_operators_narrow_a_search(page):
    page.goto("/")
    look_up(page, "creature is:example")
    expect(page.locator(".hit .aside").first).to_contain_text("Example")
    look_up(page, '"additional cost" NOT mana')
    for hit in page.locator(".hit").all():
        expect(hit).not_to_contain_text(re.compile(r"\bmana\b"))


def test_a_rule_stands_with_what_is_known_of_it(page):
    page.goto("/cr/2006-10-01/409.1b/")
    known = page.get_by_role("region", name="About 409.1b")
    expect(known).to_contain_text("Where the text comes from")
    expect(known).to_contain_text("CR 409.1b (2006-10-01)")


def test_the_editions_of_a_rule_open_and_lead_to_it(page):
    page.goto("/dangelo/2002-10-15/A.1.7/")
    bar = page.get_by_role("navigation", name="Other editions")
    bar.locator("summary").click()
    bar.get_by_role("listitem").get_by_role("link").click()
    page.wait_for_url("**/dangelo/2008-03-17/402.4/*")


def test_the_history_of_a_rule_is_told(page):
    page.goto("/dangelo/2002-10-15/A.1.7/history/")
    expect(page.get_by_role("main")).to_contain_text("402.4")
    expect(page.locator("svg").filter(has_text="402.4").first).to_be_visible()


def test_two_editions_are_chosen_and_compared(page):
    page.goto("/cr/compare/")
    page.get_by_role("button", name="Compare").click()
    page.wait_for_url("**/cr/compare/2006-10-01/2018-01-19/")
    expect(page.locator(".change").first).to_be_visible()


def test_a_game_is_told_move_by_move_and_each_move_has_its_address(page):
    page.goto("/games/look-back/2006-10-01/")
    moves = page.locator(".move").get_by_role("heading", level=3)
    assert moves.count() > 1
    for move in moves.all():
        expect(move).to_be_visible()
    page.goto(f"/games/look-back/2006-10-01/#{moves.last.get_attribute('id')}")
    expect(moves.last).to_be_in_viewport()


def test_the_book_on_a_day_is_picked_with_a_form(page):
    page.goto("/cr/")
    page.get_by_label("The book on a day").fill("2007-01-01")
    page.get_by_role("main").get_by_role("button", name="Show").click()
    page.wait_for_url("**/cr/at/2007-01-01/")
    expect(page.get_by_role("note")).to_contain_text("As of 2007-01-01")


def test_the_help_is_a_page_and_leads_on(page):
    page.goto("/")
    page.get_by_role("navigation", name="Site", exact=True).get_by_role("link", name="Help").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Help")
    page.get_by_role("main").get_by_role("link", name=re.compile(r"^701\.\w+@2018-01-19$")).click()
    page.wait_for_url(re.compile(r"/cr/2018-01-19/701\.\w+/"))


@pytest.mark.parametrize("kind", kinds.POCKET)
def test_nothing_is_offered_that_only_scripts_can_do(page, kind):
    page.goto(kinds.POCKET[kind])
    expect(page.locator(".js-only").locator("visible=true")).to_have_count(0)
    expect(page.locator("button[type=button]").locator("visible=true")).to_have_count(0)
