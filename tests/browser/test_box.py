"""The one box: keys lead to it from anywhere, it completes what is typed, and it is a form where no script runs."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.usefixtures("site"), pytest.mark.slow(seconds=20)]
PLACES = ["/", "/cr/", "/cr/2006-10-01/", "/cr/2006-10-01/409.1b/", "/dangelo/2002-10-15/A.4.20/", "/search/?q=cost",
          "/cr/compare/", "/games/", "/cite/"]  # fmt: skip


def box(page):
    return page.get_by_role("combobox", name="Rule number or words")


def offered(page):
    return page.get_by_role("listbox", name="Suggestions").get_by_role("option")


def looked_up(page):
    return page.get_by_role("listbox", name="Recent look-ups").get_by_role("option")


def far_down(page):
    """Scroll until the masthead is out of sight; return where that is."""
    page.evaluate("scrollTo(0, 600)")
    page.wait_for_function("scrollY > 200")
    return page.evaluate("scrollY")


@pytest.mark.parametrize(
    ("key", "place"), [*(("/", place) for place in PLACES), ("Control+k", "/cr/2006-10-01/409.1b/")]
)
def test_a_key_and_a_number_lead_to_the_rule_from_any_page(page, place, key):
    page.goto(place)
    page.keyboard.press(key)
    expect(box(page)).to_be_focused()
    page.keyboard.type("409.1b")
    with page.expect_navigation(url=re.compile(r"/409\.1b/")):
        page.keyboard.press("Enter")


def test_what_is_typed_is_completed_and_arrows_choose(page):
    page.goto("/cr/2006-10-01/409.1b/")
    page.keyboard.press("/")
    page.keyboard.type("409.1")
    expect(offered(page).nth(1)).to_contain_text("409.1a")
    expect(box(page)).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    chosen = offered(page).nth(1)
    expect(chosen).to_have_attribute("aria-selected", "true")
    expect(box(page)).to_have_attribute("aria-activedescendant", chosen.get_attribute("id"))
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/409\.1a/#409\.1a$"))


def test_arrows_go_round_by_way_of_the_box(page):
    page.goto("/")
    page.keyboard.press("/")
    page.keyboard.type("409.1")
    expect(offered(page).first).to_be_visible()
    page.keyboard.press("ArrowUp")
    expect(offered(page).last).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    expect(box(page)).to_have_attribute("aria-activedescendant", "")
    page.keyboard.press("ArrowDown")
    expect(offered(page).first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Home")
    expect(offered(page).first).to_have_attribute("aria-selected", "false")


def test_what_is_typed_stands_out_and_is_counted_for_those_who_listen(page):
    page.goto("/")
    box(page).fill("409.1")
    expect(offered(page).first.locator("mark")).to_have_text("409.1")
    expect(page.locator(".searchbox [role=status]")).to_have_text(f"Suggestions: {offered(page).count()}")


def test_a_word_is_searched_for(page):
    page.goto("/")
    box(page).fill("abil")
    word = offered(page).filter(has_text="search").first
    name = word.locator(".name").inner_text()
    word.click()
    page.wait_for_url(re.compile(r"/search/\?q="))
    expect(box(page)).to_have_value(name)


def test_an_old_number_is_shown_with_its_edition_and_what_it_is_now(page):
    page.goto("/")
    box(page).fill("A.1.7")
    expect(offered(page).first).to_contain_text("A.1.7")
    expect(offered(page).first).to_contain_text("2002-10-15 → now 402.4")


def test_escape_closes_the_list_and_then_leaves_the_box(page):
    page.goto("/cr/2006-10-01/409.1b/")
    here = page.locator("main a[href]").first
    here.focus()
    page.keyboard.press("/")
    page.keyboard.type("409")
    expect(offered(page).first).to_be_visible()
    page.keyboard.press("Escape")
    expect(offered(page)).to_have_count(0)
    expect(box(page)).to_be_focused()
    expect(box(page)).to_have_value("409")
    page.keyboard.press("Escape")
    expect(here).to_be_focused()


@pytest.mark.parametrize("place", ["/", "/cr/2006-10-01/409.1b/"])
def test_far_down_the_box_comes_to_the_reader_and_the_page_stays(page, place):
    page.set_viewport_size({"width": 900, "height": 400})
    page.goto(place)
    at = far_down(page)
    expect(box(page)).not_to_be_in_viewport()
    page.keyboard.press("Control+k")
    expect(box(page)).to_be_in_viewport(ratio=1)
    page.keyboard.type("402")
    expect(offered(page).first).to_be_in_viewport()
    assert page.evaluate("scrollY") == at
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(box(page)).not_to_be_in_viewport()
    assert page.evaluate("scrollY") == at


def test_tab_out_of_the_box_that_came_leads_back_to_the_page(page):
    page.set_viewport_size({"width": 900, "height": 400})
    page.goto("/cr/2006-10-01/409.1b/")
    far_down(page)
    here = page.locator("footer a[href]").first
    here.focus()
    page.keyboard.press("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Search")).to_be_focused()
    page.keyboard.press("Tab")
    expect(here).to_be_focused()
    expect(box(page)).not_to_be_in_viewport()


def test_a_press_beside_the_box_that_came_sends_it_away(page):
    page.set_viewport_size({"width": 900, "height": 400})
    page.goto("/cr/2006-10-01/409.1b/")
    far_down(page)
    page.keyboard.press("/")
    expect(box(page)).to_be_in_viewport()
    page.mouse.click(20, 380)
    expect(box(page)).not_to_be_in_viewport()


def test_an_option_opens_in_a_new_tab_as_any_link_does(page):
    page.goto("/")
    box(page).fill("409.1b")
    with page.context.expect_page() as opened:
        offered(page).first.click(modifiers=["ControlOrMeta"])
    expect(opened.value).to_have_url(re.compile(r"/409\.1b/"))
    expect(page).to_have_url(re.compile(r"/$"))


def test_the_key_is_a_letter_where_somebody_writes(page):
    page.goto("/")
    box(page).fill("")
    page.keyboard.type("1/1")
    expect(box(page)).to_have_value("1/1")


def test_recent_look_ups_are_at_hand_until_they_are_forgotten(page):
    page.goto("/")
    box(page).fill("409.1b")
    offered(page).first.click()
    page.wait_for_url(re.compile(r"/409\.1b/"))
    page.keyboard.press("/")
    page.keyboard.type("cost")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/search/"))
    page.goto("/cr/")
    page.keyboard.press("/")
    expect(looked_up(page)).to_have_count(2)
    expect(looked_up(page).first).to_contain_text("cost")
    expect(looked_up(page).last).to_contain_text("409.1b")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/409\.1b/"))
    page.goto("/")
    box(page).click()
    page.get_by_role("button", name="Forget them").click()
    expect(looked_up(page)).to_have_count(0)
    page.reload()
    box(page).click()
    expect(box(page)).to_have_attribute("aria-expanded", "false")


def test_eight_look_ups_are_kept_and_each_once(page):
    page.goto("/")
    for words in [*"abcdefghij", "j"]:
        box(page).fill(f"word {words}")
        with page.expect_navigation(url=re.compile(rf"word\+{words}")):
            page.keyboard.press("Enter")
    page.goto("/")
    box(page).click()
    expect(looked_up(page)).to_have_text([re.compile(f"word {words}") for words in "jihgfedc"])


def test_without_answers_it_is_an_ordinary_form(page):
    page.route("**/api/v1/typeahead*", lambda route: route.abort())
    page.goto("/cr/2006-10-01/409.1b/")
    page.keyboard.press("/")
    with page.expect_request("**/api/v1/typeahead*"):
        page.keyboard.type("402.8g")
    expect(box(page)).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/402\.8g/"))


def test_an_answer_that_comes_late_does_not_replace_a_newer_one(page, hold):
    held = hold(page, "**/api/v1/typeahead?q=40")
    page.goto("/")
    box(page).fill("40")
    older = held.next()
    box(page).fill("409.1b")
    expect(offered(page).first).to_contain_text("409.1b")
    older.fulfill(json=[])
    box(page).press("ArrowDown")
    expect(offered(page).first).to_have_attribute("aria-selected", "true")


def test_what_is_typed_counts_while_an_older_list_is_shown(page):
    page.goto("/")
    box(page).fill("409.1a")
    expect(offered(page).first).to_contain_text("409.1a")
    page.keyboard.press("ArrowDown")
    page.route("**/api/v1/typeahead?q=402.8g", lambda route: None)
    page.keyboard.press("Control+a")
    page.keyboard.type("402.8g")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/402\.8g/"))


@pytest.mark.parametrize("when", ["before it is asked", "while it is asked"])
def test_an_arrow_chooses_from_the_answer_to_what_is_typed_and_not_from_an_older_list(page, hold, when):
    held = hold(page, "**/api/v1/typeahead?q=402.8g")
    page.goto("/")
    box(page).fill("409.1a")
    expect(offered(page).first).to_contain_text("409.1a")
    if when == "while it is asked":
        box(page).fill("402.8g")
        question = held.next()
        page.keyboard.press("ArrowDown")
    else:
        page.evaluate("""() => {
          const box = document.querySelector("[role=combobox]");
          box.value = "402.8g";
          box.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
        }""")
        question = held.next()
    question.continue_()
    expect(offered(page).first).to_contain_text("402.8g")
    expect(offered(page).first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/402\.8g/"))


def test_pasted_text_is_completed(page):
    page.goto("/")
    page.keyboard.press("/")
    page.keyboard.insert_text("409.1b")
    expect(offered(page).first).to_contain_text("409.1b")


def test_a_key_that_belongs_to_the_browser_is_left_to_it(page):
    page.goto("/cr/2006-10-01/409.1b/")
    page.keyboard.press("Control+Shift+K")
    page.keyboard.press("Control+Alt+k")
    expect(box(page)).not_to_be_focused()


def test_a_page_that_the_back_button_brings_again_has_no_list_and_no_box_over_it(page):
    page.set_viewport_size({"width": 900, "height": 400})
    page.goto("/cr/2006-10-01/409.1b/")
    far_down(page)
    page.keyboard.press("/")
    page.keyboard.type("409")
    expect(offered(page).first).to_be_visible()
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    expect(offered(page)).to_have_count(0)
    expect(box(page)).not_to_be_in_viewport()


@pytest.mark.parametrize("key", ["Enter", "Control+Enter"])
def test_enter_opens_what_is_chosen_here_or_beside_as_a_click_would(page, key):
    page.goto("/")
    box(page).fill("409.1b")
    expect(offered(page).first).to_be_visible()
    page.keyboard.press("ArrowDown")
    if key == "Enter":
        page.keyboard.press(key)
        page.wait_for_url(re.compile(r"/409\.1b/"))
    else:
        with page.context.expect_page() as opened:
            page.keyboard.press(key)
        expect(opened.value).to_have_url(re.compile(r"/409\.1b/"))


def test_from_a_card_a_key_leads_to_the_box_and_escape_back_to_the_link(page):
    page.goto("/cr/2006-10-01/409.1b/")
    page.keyboard.press("Tab")
    link = page.locator(".words a.ref").first
    link.focus()
    page.locator(".incard .incard-open").focus()
    page.keyboard.press("/")
    expect(box(page)).to_be_focused()
    expect(page.locator(".incard")).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(link).to_be_focused()


def test_where_a_page_has_a_box_of_its_own_the_key_leads_to_that(page):
    page.goto("/offline/")
    expect(page.get_by_role("button", name="Keep the edition of")).to_be_visible()  # it has seen that nothing is kept
    page.keyboard.press("/")  # so there is no box to go to
    page.locator("#lookup").evaluate("lookup => { lookup.hidden = false; }")
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox", name="Rule number or words")).to_be_focused()


def test_the_number_of_suggestions_is_said_once(page):
    page.goto("/")
    page.locator(".searchbox [role=status]").evaluate(
        """status => { window.said = []; new MutationObserver(() => said.push(status.textContent)).observe(status,
            { childList: true, characterData: true, subtree: true }); }"""
    )
    for words in ("40", "409", "41"):
        box(page).fill(words)
        expect(offered(page).first.locator("mark")).to_have_text(words)
    said = page.evaluate("said")
    assert said == [each for at, each in enumerate(said) if each and each != (said[at - 1] if at else "")]


@pytest.mark.parametrize("place", ["/", "/cr/2006-10-01/409.1b/"])
def test_without_scripts_it_is_a_form(browser, browser_context_args, place):
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    page.goto(place)
    field = page.get_by_role("searchbox", name="Rule number or words")
    field.fill("402.8g")
    field.press("Enter")
    page.wait_for_url(re.compile(r"/402\.8g/"))
    context.close()


def test_the_open_list_is_accessible(page, axe_in_both_themes):
    page.goto("/cr/2006-10-01/409.1b/")
    far_down(page)
    page.keyboard.press("/")
    page.keyboard.type("409")
    expect(offered(page).first).to_be_visible()
    page.keyboard.press("ArrowDown")
    axe_in_both_themes(page)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/409/"))
    page.goto("/")
    box(page).click()
    expect(looked_up(page).first).to_be_visible()
    axe_in_both_themes(page)


def test_on_a_telephone_nothing_is_cut_off(browser, browser_context_args):
    context = browser.new_context(
        **browser_context_args | {"viewport": {"width": 320, "height": 640}, "has_touch": True}
    )
    page = context.new_page()
    page.goto("/")
    box(page).tap()
    box(page).fill("402.8")
    expect(offered(page).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    offered(page).first.tap()
    page.wait_for_url(re.compile(r"/402\.8/"))
    context.close()


@pytest.mark.documents
def test_numbers_headings_terms_and_words_are_mixed(page, real_site):
    page.goto(f"{real_site}/cr/2018-01-19/")
    page.keyboard.press("/")
    page.keyboard.type("tramp")
    expect(offered(page).first).to_contain_text("702.19")
    expect(offered(page).nth(1)).to_contain_text("glossary")
    expect(offered(page).last).to_contain_text("search")
