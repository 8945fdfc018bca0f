"""Finding one's way: where this is, the next and the previous, the same in other editions, the book on a day."""

import re

import pytest
from playwright.sync_api import expect

RULING, HEIR = "/dangelo/2002-10-15/A.1.7/", "/dangelo/2008-03-17/402.4/"


def test_the_bar_says_document_edition_chapter_section_and_rule(page):
    page.goto("/dangelo/2002-10-15/A.4.20/")
    steps = page.get_by_role("navigation", name="Where you are").get_by_role("listitem")
    for step, said in zip(steps.all(), ["D'Angelo", "15 October 2002", "A ", "A.4 ", "A.4.20"], strict=True):
        expect(step).to_contain_text(said)
    expect(steps.last.locator("[aria-current=page]")).to_have_text("A.4.20")


@pytest.mark.parametrize("path", ["/cr/2006-10-01/409.1b/", RULING, "/cr/2006-10-01/", "/dangelo/2002-10-15/A.1/"])
@pytest.mark.parametrize("width", [320, 360, 768, 1440])
def test_the_bar_is_never_wider_than_the_screen_nor_higher_than_two_lines(page, path, width):
    page.set_viewport_size({"width": width, "height": 700})
    page.goto(path)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator(".place").bounding_box()["height"] < 90


def test_j_goes_to_the_next_rule_and_k_back_again(page):
    page.goto("/cr/2006-10-01/409.1a/")
    page.keyboard.press("j")
    page.wait_for_url("**/409.1b/#409.1b")
    page.keyboard.press("k")
    page.wait_for_url("**/409.1a/#409.1a")


def test_a_bracket_goes_to_the_same_rule_in_the_later_edition_and_the_other_one_back(page):
    page.goto(RULING)
    page.keyboard.press("]")
    page.wait_for_url(f"**{HEIR}*")
    page.keyboard.press("[")
    page.wait_for_url(f"**{RULING}*")


def test_a_key_with_nothing_to_lead_to_does_nothing(page):
    page.goto(HEIR)
    page.keyboard.press("]")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert page.url.endswith(HEIR)


@pytest.mark.parametrize("key", ["j", "k", "[", "]", "?"])
def test_keys_rest_while_one_writes(page, key):
    page.goto(RULING)
    box = page.get_by_role("search").locator("input")
    box.click()
    page.keyboard.press(key)
    expect(box).to_have_value(key)
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    assert page.url.endswith(RULING)


def test_keys_rest_while_the_help_lies_over_the_page(page):
    page.goto(RULING)
    page.keyboard.press("?")
    page.keyboard.press("]")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    assert page.url.endswith(RULING)


def test_the_list_of_editions_opens_by_keyboard_and_escape_closes_it(page):
    page.goto(RULING)
    bar = page.get_by_role("navigation", name="Other editions")
    bar.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(bar.get_by_role("listitem")).to_have_count(2)
    expect(bar.get_by_role("link", name=re.compile("2008-03-17 402.4")).first).to_be_visible()
    page.keyboard.press("Escape")
    expect(bar.get_by_role("listitem").first).to_be_hidden()
    expect(bar.locator("summary")).to_be_focused()


def test_a_click_elsewhere_closes_the_list_of_editions(page):
    page.goto(RULING)
    bar = page.get_by_role("navigation", name="Other editions")
    bar.locator("summary").click()
    expect(bar.get_by_role("listitem").first).to_be_visible()
    page.get_by_role("heading", level=1).click()
    expect(bar.get_by_role("listitem").first).to_be_hidden()


def test_the_rule_on_a_day_is_asked_for_in_the_bar(page):
    page.goto("/cr/2006-10-01/409.1b/")
    bar = page.get_by_role("navigation", name="Other editions")
    bar.locator("summary").click()
    bar.get_by_label("Number 409.1b on a day").fill("2007-01-01")
    bar.get_by_role("button", name="Show").click()
    page.wait_for_url("**/cr/at/2007-01-01/409.1b/")
    expect(page.get_by_role("main")).to_contain_text("As of 2007-01-01")


def test_a_key_that_is_held_turns_one_page(page):
    page.goto("/cr/2006-10-01/409.1a/")
    page.evaluate(
        "document.querySelector('.turn a[rel~=next]').addEventListener('click', (event) => { event.preventDefault(); window.turned = (window.turned ?? 0) + 1; })"
    )
    page.keyboard.down("j")
    page.keyboard.down("j")
    page.keyboard.up("j")
    assert page.evaluate("turned") == 1


def test_the_keys_mean_the_same_with_caps_lock(page):
    page.goto("/cr/2006-10-01/409.1a/")
    page.evaluate(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'J', bubbles: true, cancelable: true }))"
    )
    page.wait_for_url("**/409.1b/#409.1b")


def test_the_list_of_editions_closes_when_the_focus_goes_on(page):
    page.goto(RULING)
    bar = page.get_by_role("navigation", name="Other editions")
    bar.locator("summary").click()
    page.get_by_role("main").get_by_role("link").first.focus()
    expect(bar.get_by_role("listitem").first).to_be_hidden()


def test_axe_finds_nothing_while_the_list_of_editions_is_open(page, axe_in_both_themes):
    page.goto(RULING)
    page.get_by_role("navigation", name="Other editions").locator("summary").click()
    axe_in_both_themes(page)


@pytest.mark.documents
def test_a_section_is_followed_by_its_heading_through_the_renumbering(page, real_site):
    page.goto(f"{real_site}/cr/2009-05-01/404/")
    heading = page.get_by_role("heading", level=1).inner_text()
    page.keyboard.press("]")
    page.wait_for_url("**/cr/2009-07-11/603/*")
    assert heading.split()[0] == "404"
    expect(page.get_by_role("heading", level=1)).to_contain_text("603")
