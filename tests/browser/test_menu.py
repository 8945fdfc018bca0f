"""The menu of a rule: copy it in several forms, its history, who cites it, its games."""

import re

import pytest
from playwright.sync_api import expect

RULE = "/cr/2006-10-01/409.1b/"
CITING = "/cr/2006-10-01/404.2/"
KINDS = {
    "with symbols": RULE,
    "with two examples": "/cr/2006-10-01/404.5/",
    "of two paragraphs": "/cr/2006-10-01/415.3/",
    "with a title and no words": "/cr/2006-10-01/408.1/",
    "with angle brackets and source tags": "/dangelo/2002-10-15/A.4.1/",
}
CLIPBOARD = "navigator.clipboard.readText()"
FORBIDDEN = "() => { navigator.clipboard.writeText = () => Promise.reject(new Error()); }"


@pytest.fixture
def menu_of(page, site, context):
    """Opens a page and the menu of the rule that it is about."""
    context.grant_permissions(["clipboard-read", "clipboard-write"])

    def open_menu(path: str):
        page.goto(path)
        page.locator(".current > .more").click()
        return page.get_by_role("menu")

    return open_menu


def copied(page, name: str) -> str:
    """What is on the clipboard after an item of the menu has said that it is copied."""
    item = page.get_by_role("menuitem", name=name)
    item.click()
    expect(item).to_contain_text("copied")
    expect(page.locator(".menu").get_by_role("status")).to_contain_text(name)
    return page.evaluate(CLIPBOARD)


def test_every_rule_of_a_section_has_a_menu_that_names_it(page):
    page.goto("/cr/2006-10-01/410/")
    keys = page.locator(".provision").evaluate_all("all => all.map(each => each.id)")
    names = page.get_by_role("button", name="copy, history").evaluate_all("all => all.map(each => each.ariaLabel)")
    assert len(keys) > 20
    assert [name.partition(":")[0] for name in names] == keys


def test_the_link_and_the_citation_name_the_rule_in_its_edition(page, site, menu_of):
    menu_of(RULE)
    assert copied(page, "Copy link") == f"{site}{RULE}#409.1b"
    assert copied(page, "Copy citation") == "CR 409.1b (2006-10-01)"


def test_a_number_without_an_edition_is_copied_with_the_edition_that_is_shown(page, site, menu_of):
    menu_of("/cr/402.8g/")
    assert copied(page, "Copy link") == f"{site}/cr/2006-10-01/402.8g/#402.8g"
    assert copied(page, "Copy citation") == "CR 402.8g (2006-10-01)"


@pytest.mark.parametrize("kind", KINDS)
def test_the_text_has_the_number_the_words_and_the_examples(page, menu_of, kind):
    menu_of(KINDS[kind])
    current = page.locator(".provision.current")
    heading = current.locator(".number").text_content()
    words = current.locator(".words > p:not([class])").all_text_contents()
    examples = current.locator(".example > p:not(.label)").all_text_contents()
    expected = " ".join([heading, *words[:1]]).strip()
    expected = "\n".join([expected, *words[1:], *(f"Example: {each}" for each in examples)])
    assert copied(page, "Copy text") == expected


def test_symbols_are_copied_as_they_are_written(page, menu_of):
    menu_of("/cr/2006-10-01/403.4/")
    assert re.search(r"\{[WUBRGTX0-9]\}", copied(page, "Copy text"))


@pytest.mark.parametrize("kind", KINDS)
def test_the_markdown_of_the_menu_is_that_of_the_page(page, menu_of, kind):
    menu_of(KINDS[kind])
    text = copied(page, "Copy as Markdown")
    assert text == page.locator(".cite pre").text_content()
    assert re.search(r"\[(CR|D'Angelo) \S+ \([0-9-]+\)\]\(http://\S+\)$", text)


def test_a_card_that_lies_open_is_not_copied_with_the_words(page, menu_of):
    menu_of(CITING)
    plain = copied(page, "Copy text")
    page.keyboard.press("Escape")
    page.locator(".current .words a.ref").first.hover()
    expect(page.locator(".incard")).to_be_visible()
    page.keyboard.press("m")
    assert copied(page, "Copy text") == plain


def test_where_copying_is_forbidden_the_text_is_selected_in_a_field(page, menu_of):
    menu = menu_of(RULE)
    page.evaluate(FORBIDDEN)
    menu.get_by_role("menuitem", name="Copy citation").click()
    field = page.get_by_label("To copy by hand")
    expect(field).to_be_focused()
    chosen = field.evaluate("field => field.value.slice(field.selectionStart, field.selectionEnd)")
    assert chosen == "CR 409.1b (2006-10-01)"
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)


def test_the_arrows_go_round_and_escape_gives_the_focus_back(page, site):
    page.goto(RULE)
    button = page.locator(".current > .more")
    button.focus()
    page.keyboard.press("Enter")
    items = page.get_by_role("menuitem")
    expect(items.first).to_be_focused()
    expect(button).to_have_attribute("aria-expanded", "true")
    for key, focused in [("ArrowDown", 1), ("End", -1), ("ArrowDown", 0), ("ArrowUp", -1), ("Home", 0)]:
        page.keyboard.press(key)
        expect(items.nth(focused)).to_be_focused()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    expect(button).to_have_attribute("aria-expanded", "false")
    expect(items).to_have_count(0)


def test_tab_leaves_the_menu_and_goes_on_from_its_button(page, menu_of):
    menu = menu_of(RULE)
    page.keyboard.press("Shift+Tab")
    expect(menu).to_have_count(0)
    expect(page.locator(".current > .number > a")).to_be_focused()


@pytest.mark.parametrize(("key", "which"), [("ArrowDown", 0), ("ArrowUp", -1), ("Space", 0)])
def test_an_arrow_on_the_closed_button_opens_the_menu_at_that_end(page, site, key, which):
    page.goto(RULE)
    page.locator(".current > .more").focus()
    page.keyboard.press(key)
    expect(page.get_by_role("menuitem").nth(which)).to_be_focused()


def test_space_follows_a_link_of_the_menu(page, menu_of):
    menu_of(RULE).get_by_role("menuitem", name="History").focus()
    page.keyboard.press("Space")
    page.wait_for_url("**/409.1b/history/")


def test_a_way_within_the_page_closes_the_menu(page, menu_of):
    menu = menu_of(RULE)
    menu.get_by_role("menuitem", name="Who cites it").click()
    expect(page.locator("#cited-by")).to_be_in_viewport()
    expect(menu).to_have_count(0)


def test_the_key_m_closes_the_menu_too_and_the_focus_is_on_its_button(page, menu_of):
    menu = menu_of(RULE)
    page.keyboard.press("m")
    expect(menu).to_have_count(0)
    expect(page.locator(".current > .more")).to_be_focused()


@pytest.mark.parametrize("key", ["/", "Control+k", "?"])
def test_another_key_closes_the_menu_and_escape_leads_back_to_its_button(page, menu_of, key):
    menu = menu_of(RULE)
    page.keyboard.press(key)
    expect(menu).to_have_count(0)
    expect(page.get_by_role("dialog", name="Keys") if key == "?" else page.get_by_role("combobox")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".current > .more")).to_be_focused()


def test_the_key_m_means_a_rule_that_is_in_sight(page, site):
    page.goto("/cr/2006-10-01/410/")
    page.locator("#\\34 10\\.9").evaluate("rule => rule.scrollIntoView()")
    page.keyboard.press("m")
    expect(page.get_by_role("menuitem").first).to_be_in_viewport()


def test_a_page_that_the_back_button_brings_again_has_no_menu_open(page, menu_of):
    menu = menu_of(RULE)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    expect(menu).to_have_count(0)


def test_a_click_beside_the_menu_closes_it_and_a_second_menu_closes_the_first(page, menu_of):
    menu_of(RULE)
    page.locator("#\\34 09\\.1a > .more").click()
    expect(page.get_by_role("menu")).to_have_accessible_name("409.1a")
    page.locator("h1").click()
    expect(page.get_by_role("menu")).to_have_count(0)


def test_the_key_m_opens_the_menu_of_the_marked_rule(page, site):
    page.goto(RULE)
    page.keyboard.press("m")
    expect(page.get_by_role("menu")).to_have_accessible_name("409.1b")
    expect(page.get_by_role("menuitem").first).to_be_focused()


def test_it_says_how_many_cite_the_rule_and_leads_to_them(page, menu_of):
    item = menu_of(RULE).get_by_role("menuitem", name="Who cites it")
    shown = page.locator("#cited-by li").count()
    expect(item).to_have_text(f"Who cites it{shown}")
    item.click()
    expect(page).to_have_url(re.compile("409.1b/#cited-by$"))
    expect(page.locator("#cited-by")).to_be_in_viewport()


def test_what_there_is_nothing_of_is_said_and_leads_nowhere(page, menu_of):
    menu = menu_of("/cr/2006-10-01/403.1/")
    for name, said in [("Who cites it", "not cited"), ("Its games", "none")]:
        item = menu.get_by_role("menuitem", name=name)
        expect(item).to_have_text(name + said)
        expect(item).to_have_attribute("aria-disabled", "true")
        expect(item).not_to_have_attribute("href", re.compile(""))


def test_without_the_numbers_the_links_still_lead_there(page, site):
    page.route("**/card/", lambda route: route.abort())
    page.goto(RULE)
    page.keyboard.press("m")
    expect(page.get_by_role("menuitem", name="Its games")).to_have_attribute("href", re.compile("409.1b/#played$"))
    page.get_by_role("menuitem", name="History").click()
    expect(page).to_have_url(re.compile("409.1b/history/$"))


def test_the_menu_is_for_everyone(page, menu_of, axe):
    menu_of(RULE)
    page.evaluate(FORBIDDEN)
    page.get_by_role("menuitem", name="Copy text").click()
    expect(page.get_by_label("To copy by hand")).to_be_visible()
    axe(page)


def test_the_menu_stays_on_a_small_screen(page, site):
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(RULE)
    page.locator(".current > .more").click()
    box = page.locator(".menu").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_moves_when_the_menus_arrive(page, site, width):
    page.set_viewport_size({"width": width, "height": 740})
    heights = "all => all.map(each => [each.id, each.getBoundingClientRect().height])"
    page.route("**/reading/menu.*.js", lambda route: route.abort())
    page.goto("/cr/2006-10-01/409.1b/")
    before = page.locator(".provision").evaluate_all(heights)
    expect(page.locator(".more")).to_have_count(0)
    page.unroute("**/reading/menu.*.js")
    page.reload()
    expect(page.locator(".more").first).to_be_attached()
    assert page.locator(".provision").evaluate_all(heights) == before


def test_without_scripts_the_page_of_a_rule_has_all_of_it(browser, site):
    context = browser.new_context(base_url=site, java_script_enabled=False)
    page = context.new_page()
    page.goto(RULE)
    about = page.get_by_role("region", name="About 409.1b")
    expect(about.get_by_text("CR 409.1b (2006-10-01)", exact=True)).to_be_visible()
    expect(about.get_by_role("link", name="Link to it")).to_have_attribute("href", f"{site}{RULE}#409.1b")
    about.get_by_text("As Markdown").click()
    expect(about.locator("pre")).to_contain_text("**409.1b**")
    expect(about.get_by_role("heading", name="Cited by")).to_be_visible()
    assert page.locator(".more").count() == 0
    context.close()
