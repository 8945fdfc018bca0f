"""What other engines do otherwise or have not learnt yet, imposed on the browser that is here: the pages stand it.

A style sheet comes without what Safari 16 drops: a declaration with something unknown in it counts for nothing. What a
variable holds is only found to be unknown where it is used, so that there nothing at all is left.
"""

import re

import pytest
from playwright.sync_api import expect

RULE = "/cr/2006-10-01/409.1b/"
COMPARISON = "/cr/compare/2006-10-01/2018-01-19/"
BACKGROUND = "element => getComputedStyle(element).backgroundColor"
UNKNOWN = {
    "light-dark(": "unknown(",
    "; user-select:": "; unknown:",
    '" / "': '" unknown "',
}
LINE_WITH_STYLE = re.compile(r"text-decoration: *\w+ (?:dotted|solid|dashed|wavy)")


@pytest.fixture
def earlier(page):
    """A page in an engine that knows less of style sheets, and that lays nothing out by a row of a table."""

    def read(route):
        style = route.fetch().text()
        for known, unknown in UNKNOWN.items():
            style = style.replace(known, unknown)
        style = LINE_WITH_STYLE.sub("unknown: 0", style) + "tr { position: static !important; }"
        route.fulfill(body=style, content_type="text/css")

    page.route("**/*.css", read)
    return page


@pytest.mark.parametrize(("system", "paper"), [("light", "rgb(251, 250, 247)"), ("dark", "rgb(21, 22, 26)")])
def test_the_colours_of_both_themes_are_there(earlier, system, paper):
    earlier.emulate_media(color_scheme=system)
    earlier.goto(RULE)
    assert earlier.locator("body").evaluate(BACKGROUND) == paper
    earlier.locator(".current > .more").click()
    assert earlier.locator(".menu").evaluate(BACKGROUND) not in ("rgba(0, 0, 0, 0)", "transparent")


@pytest.mark.parametrize("theme", ["system", "dark"])
def test_what_is_printed_has_the_colours_of_the_light(page, theme):
    page.add_init_script(f"localStorage.setItem('theme', '{theme}')")
    page.emulate_media(color_scheme="dark", media="print")
    page.goto("/games/")
    verdict = page.locator(".verdict.contradicted").first
    assert verdict.evaluate("element => getComputedStyle(element).color") == "rgb(155, 44, 20)"


def test_the_button_of_a_menu_can_be_seen(earlier):
    earlier.goto(RULE)
    sign = earlier.locator(".current > .more").evaluate("more => getComputedStyle(more, '::before').content")
    assert sign == '"⋯"'


@pytest.mark.documents
def test_a_term_is_told_from_a_reference_by_its_dots(earlier, real_site):
    earlier.goto(f"{real_site}/cr/2018-01-19/701/")
    line = "term => [getComputedStyle(term).textDecorationLine, getComputedStyle(term).textDecorationStyle]"
    term = earlier.locator(".provision .term").first
    assert term.evaluate(line) == ["underline", "dotted"]
    term.hover()
    assert term.evaluate(line) == ["underline", "solid"]


def test_the_numbers_of_lines_are_not_copied_with_the_lines(earlier):
    earlier.goto("/sources/1/")
    assert earlier.locator(".line .n").first.evaluate("number => getComputedStyle(number).userSelect") == "none"


def test_the_link_of_a_bar_lies_over_its_own_row_only(earlier):
    earlier.goto(COMPARISON)
    rows = earlier.locator(".bars").get_by_role("row")
    expect(rows).not_to_have_count(0)
    for row in rows.all():
        row.get_by_role("link").click(trial=True)
    earlier.get_by_role("heading", level=1).click()
    assert earlier.url.endswith(COMPARISON)


def test_the_button_beside_the_box_searches_though_a_press_gives_it_no_focus(page):
    page.goto(RULE)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.keyboard.press("/")
    page.keyboard.type("activate")
    page.evaluate("""() => addEventListener("mousedown", (event) => {
        if (event.defaultPrevented) return;
        event.preventDefault();
        document.activeElement.blur();
    })""")
    page.get_by_role("button", name="Search").click()
    page.wait_for_url("**/search/?q=activate*")


@pytest.mark.parametrize(
    ("platform", "modifiers"), [("MacIntel", {"altKey": True}), ("Win32", {"altKey": True, "ctrlKey": True})]
)
def test_a_bracket_counts_that_a_keyboard_makes_with_a_third_key(page, platform, modifiers):
    page.add_init_script(f"Object.defineProperty(navigator, 'platform', {{ value: '{platform}' }})")
    page.goto("/dangelo/2002-10-15/A.1.7/")
    pressed = {"key": "]", "code": "Digit6", "bubbles": True, "modifierAltGraph": platform != "MacIntel", **modifiers}
    page.evaluate("pressed => document.body.dispatchEvent(new KeyboardEvent('keydown', pressed))", pressed)
    page.wait_for_url("**/dangelo/2008-03-17/402.4/*")


@pytest.mark.parametrize(
    "modifiers", [{"altKey": True, "metaKey": True}, {"altKey": True, "metaKey": True, "modifierAltGraph": True}]
)
def test_what_a_mac_does_with_its_command_key_and_option_is_left_to_it(page, modifiers):
    page.add_init_script("Object.defineProperty(navigator, 'platform', { value: 'MacIntel' })")
    page.goto(RULE)
    press = """modifiers => ["k", "j", "]"].map((key) =>
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...modifiers })))"""
    assert page.evaluate(press, modifiers) == [True, True, True]
    expect(page).to_have_url(re.compile(re.escape(RULE) + "$"))
