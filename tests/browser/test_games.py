"""A game is stepped through: by buttons, by keys, by its address; without scripts it is read as a whole."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.serving import PATIENCE

GAME = "/games/look-back/2006-10-01/"


def sees(page, *sentences):
    """Wait until these are what a reader sees of the moves."""
    expect(page.locator(".move .said:visible")).to_have_text(list(sentences))


def at(page, place):
    """Wait until the page says that the game is there."""
    expect(page.locator(".at")).to_have_text(place, use_inner_text=True)


def press(page, name):
    page.get_by_role("group", name="Step through the game").get_by_role("button", name=name).click()


def play(page, button="Play with these changes"):
    """Have what is written in the fields played, and wait for the answer; who is told to ask again does so."""
    for _ in range(PATIENCE // 1_000):
        with page.expect_navigation():
            page.get_by_role("button", name=button).click()
        if not page.get_by_role("alert").filter(has_text="Try again in a few seconds").count():
            return
        page.wait_for_timeout(1_000)
    raise AssertionError("it was always too much")


def test_a_game_begins_with_the_table_before_the_first_move(page):
    page.goto(GAME)
    at(page, "0 of 16")
    sees(page, "The table as the game begins")
    expect(page.get_by_role("region", name="Ann").get_by_text("Purge", exact=True)).to_be_visible()


def test_buttons_step_from_event_to_event_and_keep_the_focus(page):
    page.goto(GAME)
    press(page, "Next")
    sees(page, "Ann plays Purge")
    at(page, "1 of 16")
    expect(page.locator(".now .step:visible")).to_have_count(1)
    expect(page.get_by_role("button", name="Next")).to_be_focused()
    press(page, "Next")
    expect(page.locator(".now .step:visible")).to_have_count(2)
    expect(page.locator(".now .step.here")).to_have_count(1)
    press(page, "Last")
    sees(page, "All pass")
    at(page, "16 of 16")
    page.get_by_role("button", name="Next").focus()
    page.keyboard.press("Enter")
    at(page, "16 of 16")
    press(page, "Previous")
    at(page, "15 of 16")
    press(page, "First")
    at(page, "0 of 16")


def test_the_table_before_a_move_stands_until_its_last_event(page):
    page.goto(f"{GAME}#move-1")
    purge = page.get_by_role("region", name="Ann").locator(".zone.hand .card:visible")
    expect(purge).to_have_count(1)
    last = page.locator(".move").nth(1).locator(".step").count()
    for _ in range(last - 1):
        expect(purge).to_have_count(1)
        press(page, "Next")
    at(page, f"{last} of 16")
    expect(purge).to_have_count(0)
    expect(page.locator(".stack .card:visible")).to_have_count(1)


def test_arrow_keys_step_and_home_and_end_go_to_the_ends(page):
    page.goto(GAME)
    page.keyboard.press("ArrowRight")
    at(page, "1 of 16")
    page.keyboard.press("End")
    at(page, "16 of 16")
    page.keyboard.press("ArrowLeft")
    at(page, "15 of 16")
    page.keyboard.press("Home")
    at(page, "0 of 16")


def test_arrow_keys_in_the_search_box_move_no_game(page):
    page.goto(GAME)
    page.get_by_label("Rule number or words").focus()
    page.keyboard.press("ArrowRight")
    at(page, "0 of 16")


def test_an_address_with_a_broken_anchor_shows_the_beginning(page):
    page.goto(f"{GAME}#%E0%A4%A")
    at(page, "0 of 16")


@pytest.mark.parametrize("path", ["/games/try/?scenario=look-back", GAME])
def test_arrow_keys_are_left_to_what_is_written_in_or_scrolled(page, path):
    page.goto(path)
    if "try" in path:
        play(page)
        page.get_by_label("On the table").focus()
    else:
        page.get_by_text("The game as it is written").scroll_into_view_if_needed()
        page.locator("details:has(> pre) > summary").click()
        page.locator("pre").focus()
    page.keyboard.press("ArrowRight")
    at(page, "0 of 16")


def test_the_address_names_the_move_and_leads_back_to_it(page):
    page.goto(GAME)
    press(page, "Last")
    page.wait_for_url("**#step-16")
    page.goto("/games/")
    page.goto(f"{GAME}#move-1")
    sees(page, "Ann plays Purge")
    at(page, "1 of 16")
    page.goto("/games/")
    page.goto(f"{GAME}#step-9")
    at(page, "9 of 16")


def test_back_undoes_a_jump_and_not_every_step(page):
    page.goto("/games/")
    page.goto(GAME)
    page.get_by_role("navigation", name="All moves").get_by_role("link", name="All pass").click()
    sees(page, "All pass")
    press(page, "Previous")
    page.go_back()
    at(page, "0 of 16")
    page.go_back()
    page.wait_for_url("**/games/")


def test_the_move_is_announced(page):
    page.goto(GAME)
    press(page, "Next")
    expect(page.locator(".steer").get_by_role("status")).to_have_text(re.compile("1 of 16: Ann plays Purge: .+"))
    press(page, "Next")
    expect(page.locator(".steer").get_by_role("status")).to_have_text(re.compile("2 of 16: (?!Ann plays Purge:).+"))


def test_what_a_move_changed_is_marked_on_the_table(page):
    page.goto(f"{GAME}#move-2")
    press(page, "Previous")
    assert page.locator(".now .card.moved").all_inner_texts()[0].startswith("Purge")
    expect(page.locator(".now .stack .card.moved")).to_have_count(1)


@pytest.mark.parametrize("width", [360, 1280])
def test_the_table_keeps_its_place_and_size(page, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(GAME)
    box = "tables => { const { x, y, width, height } = tables[0].getBoundingClientRect(); return [x, y + scrollY, width, height].map(Math.round); }"
    boxes = []
    for _ in range(17):
        boxes.append(page.locator(".on-table .table").evaluate_all(box))
        page.keyboard.press("ArrowRight")
    assert boxes == boxes[:1] * 17


def test_the_rule_beside_a_step_leads_to_its_page(page):
    page.goto(f"{GAME}#move-1")
    rule = page.locator(".now .law a").first
    number = rule.inner_text()
    rule.click()
    page.wait_for_url(re.compile(rf"/cr/2006-10-01/{re.escape(number)}/"))


def test_axe_finds_nothing_in_the_middle_of_a_game(page, axe_in_both_themes):
    page.goto(f"{GAME}#move-1")
    axe_in_both_themes(page)


@pytest.mark.parametrize("path", [GAME, f"{GAME}#move-2", "/games/", "/games/?edition=cr/2006-10-01", "/games/try/",
                                  "/games/concepts/"])  # fmt: skip
def test_nothing_is_scrolled_sideways_on_a_small_screen(page, path):
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(path)
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_on_paper_all_moves_are_there(page):
    page.goto(f"{GAME}#move-1")
    page.emulate_media(media="print")
    expect(page.locator(".move .said:visible")).to_have_count(3)
    expect(page.locator(".steer")).to_be_hidden()


def test_a_slip_is_shown_with_its_line_and_the_focus_on_it(page):
    page.goto("/games/try/?scenario=look-back")
    page.get_by_text("The whole game as text").click()
    text = page.get_by_label("The game, in TOML")
    text.fill(text.input_value().replace("title =", "titel =", 1))
    play(page, "Play the text")
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.get_by_role("alert")).to_contain_text("Line 1")


def test_a_scenario_that_was_tried_is_stepped_through_too(page):
    page.goto("/games/try/?scenario=look-back")
    play(page)
    expect(page.get_by_role("heading", name="What the example says")).to_be_visible()
    page.keyboard.press("ArrowRight")
    at(page, "1 of 16")


@pytest.fixture
def plain(browser, site):
    """A page of a browser that runs no scripts."""
    context = browser.new_context(base_url=site, java_script_enabled=False)
    yield context.new_page()
    context.close()


def test_without_scripts_all_moves_stand_below_one_another(plain):
    plain.goto(GAME)
    sees(plain, "The table as the game begins", "Ann plays Purge", "All pass")
    tops = [each.bounding_box()["y"] for each in plain.locator(".move .table").all()]
    assert tops == sorted(set(tops))
    expect(plain.locator(".steer")).to_be_hidden()
