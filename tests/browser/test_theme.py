"""Dark and light: as the system has it until the reader chooses."""

import pytest
from playwright.sync_api import expect

PAPER = "getComputedStyle(document.body).backgroundColor"
LIGHT, DARK = "rgb(251, 250, 247)", "rgb(21, 22, 26)"


@pytest.mark.parametrize(("system", "paper"), [("light", LIGHT), ("dark", DARK)])
def test_a_page_has_the_theme_of_the_system(page, system, paper):
    page.emulate_media(color_scheme=system)
    page.goto("/")
    assert page.evaluate(PAPER) == paper


def test_the_switch_goes_round_and_the_choice_stays_on_the_next_page(page):
    page.emulate_media(color_scheme="dark")
    page.goto("/")
    switch = page.get_by_role("button", name="Theme")
    assert switch.get_attribute("title") == "Theme: as the system. Change to light."
    switch.click()
    assert page.evaluate(PAPER) == LIGHT
    page.goto("/games/")
    assert page.evaluate(PAPER) == LIGHT
    switch.click()
    assert page.evaluate(PAPER) == DARK
    switch.click()
    assert switch.get_attribute("title") == "Theme: as the system. Change to light."
    assert page.evaluate("localStorage.getItem('theme')") is None


def test_a_chosen_theme_stands_before_the_first_paint(page):
    page.emulate_media(color_scheme="light")
    page.goto("/")
    page.evaluate("localStorage.setItem('theme', 'dark')")
    page.route("**/reading.*.js", lambda route: route.abort())
    page.reload()
    assert page.evaluate(PAPER) == DARK


def test_the_choice_made_in_one_tab_counts_in_the_others(page):
    page.emulate_media(color_scheme="light")
    page.goto("/")
    other = page.context.new_page()
    other.goto("/games/")
    other.evaluate("localStorage.setItem('theme', 'dark')")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("button", name="Theme: dark")).to_be_visible()


def test_a_page_that_the_back_button_brings_again_has_the_choice_made_since(page):
    page.emulate_media(color_scheme="light")
    page.goto("/")
    page.evaluate("""() => {
        localStorage.setItem("theme", "dark");
        dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    }""")
    assert page.evaluate(PAPER) == DARK


def test_where_nothing_may_be_remembered_all_works_for_the_page(page):
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden'); } })")
    page.emulate_media(color_scheme="light")
    page.goto("/")
    switch = page.get_by_role("button", name="Theme")
    switch.click()
    switch.click()
    assert page.evaluate(PAPER) == DARK
    page.get_by_role("combobox").fill("409.1b")
    page.get_by_role("option").first.click()
    page.wait_for_url("**/409.1b/**")
