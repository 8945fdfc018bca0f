"""Cards: a link answers in place, to the pointer, to the keyboard and to a finger."""

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.slow(seconds=50)

RULE = "/cr/2006-10-01/409.1b/"
TERM = "/cr/2018-01-19/glossary/trample/"
LONG = "/cr/2018-01-19/602.2b/"
"""A rule that names a rule of many words, in a short section."""


@pytest.fixture
def card(page):
    """The card on top of the others."""
    return page.locator(".incard").last


@pytest.fixture
def reference(page, site):
    """A link to another rule in the words of the rule that is read."""
    page.goto(RULE)
    return page.locator(".words a.ref").first


@pytest.fixture
def phone(browser, site):
    """A small screen for fingers."""
    context = browser.new_context(
        base_url=site, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True,
        reduced_motion="reduce", service_workers="block",
    )  # fmt: skip
    yield context.new_page()
    context.close()


def number_of(link) -> str:
    """The number of the rule that a link leads to."""
    return link.evaluate("link => link.pathname.split('/').at(-2)")


def away(page: Page) -> None:
    """Move the pointer to where there is no link."""
    page.mouse.move(3, page.viewport_size["height"] - 3)


def stays_inside(page: Page, card) -> None:
    """Assert that a card is wholly on the screen."""
    box, screen = card.bounding_box(), page.viewport_size
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= screen["width"]
    assert box["y"] + box["height"] <= screen["height"]


def test_the_pointer_on_a_reference_shows_the_rule_it_names(page, reference, card):
    reference.hover()
    expect(card).to_be_visible()
    expect(card.locator(".incard-name")).to_contain_text(number_of(reference))
    away(page)
    expect(card).to_have_count(0)


def test_a_press_on_the_words_of_a_card_leaves_it_open(page, reference, card):
    reference.hover()
    card.locator(".incard-text").click()
    page.wait_for_timeout(600)
    expect(card).to_be_visible()
    page.mouse.click(5, 300)
    expect(card).to_be_hidden()


def test_a_press_that_gives_a_link_no_focus_follows_it_out_of_its_card(page, reference, card):
    reference.hover()
    page.evaluate("""() => addEventListener("mousedown", (event) => {
        event.preventDefault();
        event.target.closest("a").parentElement.closest("[tabindex]").focus();
    })""")  # as Safari does, on a Mac
    number = number_of(reference)
    card.locator(".incard-open").click()
    page.wait_for_url(f"**/{number}/**")


def test_the_pointer_can_go_into_the_card_and_follow_its_links(page, reference, card):
    reference.hover()
    opens = card.locator(".incard-open")
    opens.hover()
    page.wait_for_timeout(600)
    expect(card).to_be_visible()
    number = number_of(reference)
    opens.click()
    page.wait_for_url(f"**/{number}/**")


def test_escape_dismisses_the_card_and_it_does_not_come_back_by_itself(page, reference, card):
    reference.hover()
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    page.wait_for_timeout(600)
    expect(card).to_have_count(0)
    away(page)
    reference.hover()
    expect(card).to_be_visible()


def test_a_pointer_that_only_passes_by_opens_nothing(page, reference, card):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    reference.evaluate("""link => {
        for (const place of [link, document.body])
            place.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
    }""")
    page.wait_for_timeout(400)
    assert not [url for url in asked if url.endswith("/card/")]
    expect(card).to_have_count(0)


def test_a_card_moves_nothing_on_the_page(page, reference, card):
    places = "[...document.querySelectorAll('main p, main a')].filter(e => !e.closest('.incard')).map(e => e.getBoundingClientRect().y + ' ' + e.getBoundingClientRect().x)"
    before = page.evaluate(places)
    reference.hover()
    expect(card).to_be_visible()
    assert page.evaluate(places) == before


def test_a_card_is_fetched_once(page, reference, card):
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/card/") else None)
    for _ in range(2):
        reference.hover()
        expect(card).to_be_visible()
        away(page)
        expect(card).to_have_count(0)
    assert len(asked) == 1


def test_the_keyboard_shows_a_card_goes_into_it_and_comes_back_with_escape(page, reference, card):
    page.keyboard.press("Tab")  # whoever uses the keyboard is shown the focus
    reference.focus()
    expect(card).to_be_visible()
    assert card.evaluate("card => card === document.activeElement.nextElementSibling")
    page.keyboard.press("Tab")
    assert card.evaluate("card => card.contains(document.activeElement)")
    card.locator(".incard-open").focus()
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(reference).to_be_focused()
    page.wait_for_timeout(600)
    expect(card).to_have_count(0)


def test_tab_comes_out_of_a_card_at_its_end(page, reference, card):
    page.keyboard.press("Tab")
    reference.focus()
    expect(card).to_be_visible()
    card.get_by_role("button", name="Close").focus()
    page.keyboard.press("Tab")
    expect(card).to_have_count(0)
    assert page.evaluate("document.activeElement !== document.body")


def test_a_drifting_pointer_does_not_take_the_card_from_the_keyboard(page, reference, card):
    page.keyboard.press("Tab")
    reference.focus()
    expect(card).to_be_visible()
    page.mouse.move(3, 400)
    page.mouse.move(3, 500)
    page.wait_for_timeout(600)
    expect(card).to_be_visible()


def test_a_page_that_scrolls_under_a_still_pointer_does_not_hold_up_the_card_of_the_focus(page, reference, card):
    page.keyboard.press("Tab")
    reference.evaluate("""link => {
        link.focus();
        document.body.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
    }""")
    expect(card).to_be_visible()


def test_a_screen_reader_is_told_of_the_card_and_of_its_name(page, reference, card):
    page.keyboard.press("Tab")
    reference.focus()
    number = number_of(reference)
    expect(page.get_by_role("dialog", name=f"CR {number} (2006-10-01)")).to_be_visible()
    told = page.locator("main").get_by_role("status").last
    expect(told).to_contain_text(f"Card: {number}")
    expect(told).to_contain_text("Escape closes it")


def test_a_card_that_cannot_be_fetched_is_quietly_none(page, reference, card):
    page.route("**/card/", lambda route: route.abort())
    reference.hover()
    page.wait_for_timeout(600)
    expect(card).to_have_count(0)
    page.unroute("**/card/")
    away(page)
    reference.hover()
    expect(card).to_be_visible()


def test_axe_finds_nothing_on_a_page_with_an_open_card(page, axe_in_both_themes, reference, card):
    page.emulate_media(reduced_motion="reduce")
    page.keyboard.press("Tab")
    reference.focus()
    expect(card).to_be_visible()
    axe_in_both_themes(page)
    expect(card).to_be_visible()


@pytest.mark.parametrize("path", ["/games/banding-damage/", "/games/concepts/"])
def test_a_rule_behind_a_game_has_a_card(page, site, card, path):
    page.goto(path)
    page.locator("main a.nr:visible").first.hover()
    expect(card).to_be_visible()


def test_the_first_tap_shows_the_card_as_a_sheet_that_leads_to_the_rule(phone):
    phone.goto(RULE)
    link, sheet = phone.locator(".words a.ref").first, phone.locator(".incard")
    number, url = number_of(link), phone.url
    link.tap()
    expect(sheet).to_be_visible()
    expect(phone).to_have_url(url)
    box = sheet.bounding_box()
    assert (box["x"], box["width"]) == (0, 360)
    assert box["y"] + box["height"] == pytest.approx(740, abs=1)
    sheet.locator(".incard-open").tap()
    phone.wait_for_url(f"**/{number}/**")


def test_the_second_tap_follows_the_link(phone):
    phone.goto(RULE)
    link = phone.locator(".words a.ref").first
    number = number_of(link)
    link.tap()
    expect(phone.locator(".incard")).to_be_visible()
    link.tap()
    phone.wait_for_url(f"**/{number}/**")


def test_a_sheet_is_closed_by_its_button_and_by_a_tap_elsewhere(phone):
    phone.goto(RULE)
    link, sheet = phone.locator(".words a.ref").first, phone.locator(".incard")
    link.tap()
    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_have_count(0)
    link.tap()
    expect(sheet).to_be_visible()
    phone.touchscreen.tap(5, 60)
    expect(sheet).to_have_count(0)


@pytest.mark.parametrize("closed_by", ["back", "button", "tap", "link"])
def test_back_closes_a_sheet_and_leaves_the_page_only_once_there_is_none(phone, closed_by):
    phone.goto("/help/")
    phone.goto(RULE)
    link, sheet = phone.locator(".words a.ref").first, phone.locator(".incard")
    phone.evaluate("scrollTo(0, 0)")
    for _ in range(2):  # the second sheet is no other than the first
        link.tap()
        expect(sheet).to_be_visible()
        where = phone.evaluate("scrollY")
        if closed_by == "back":
            phone.go_back()
        elif closed_by == "button":
            sheet.get_by_role("button", name="Close").tap()
        elif closed_by == "tap":
            phone.touchscreen.tap(5, 60)
        else:
            number = number_of(link)
            sheet.locator(".incard-open").tap()
            phone.wait_for_url(f"**/{number}/**")
            phone.go_back()
        expect(sheet).to_have_count(0)
        phone.wait_for_function("!history.state?.sheet")
        expect(phone).to_have_url(re.compile(RULE))
        assert closed_by == "link" or phone.evaluate("scrollY") == where
    phone.go_back()
    phone.wait_for_url("**/help/")


@pytest.mark.documents
def test_back_closes_the_sheets_above_one_another_one_by_one(phone, real_site):
    phone.goto(real_site + TERM)
    sheet = phone.locator(".incard")
    phone.locator(".senses a.term").first.tap()
    expect(sheet).to_have_count(1)
    sheet.locator("a.term").first.tap()
    expect(sheet).to_have_count(2)
    for left in (1, 0):
        phone.go_back()
        expect(sheet).to_have_count(left)
        expect(phone).to_have_url(re.compile(TERM))


def test_a_tap_follows_the_link_when_its_card_cannot_be_fetched(phone):
    phone.goto(RULE)
    phone.route("**/card/", lambda route: route.abort())
    link = phone.locator(".words a.ref").first
    number = number_of(link)
    link.tap()
    phone.wait_for_url(f"**/{number}/**")


def test_two_quick_taps_follow_the_link_though_its_card_has_not_come(phone):
    phone.goto(RULE)
    phone.route("**/card/", lambda route: None)
    link = phone.locator(".words a.ref").first
    number = number_of(link)
    link.tap()
    link.tap()
    phone.wait_for_url(f"**/{number}/**")


def test_of_two_links_that_are_tapped_the_later_has_the_card(phone, hold):
    phone.goto("/cr/2006-10-01/404.2/")
    links = phone.locator(".words a.ref")
    first, second = (
        links.first,
        links.nth(next(at for at in range(1, 9) if number_of(links.nth(at)) != number_of(links.first))),
    )
    held = hold(phone, f"**/{number_of(first)}/card/")
    first.tap()
    second.tap()
    expect(phone.locator(".incard .incard-name")).to_contain_text(number_of(second))
    with phone.expect_response("**/card/"):
        held.next().continue_()
    expect(phone.locator(".incard .incard-name")).to_have_text([re.compile(re.escape(number_of(second)))])


def test_after_a_tap_the_enter_key_still_follows_a_link(phone):
    phone.goto(RULE)
    phone.touchscreen.tap(5, 60)
    link = phone.locator(".words a.ref").first
    number = number_of(link)
    link.focus()
    phone.keyboard.press("Enter")
    phone.wait_for_url(f"**/{number}/**")


def test_the_pointer_makes_no_announcement(page, reference, card):
    reference.hover()
    expect(card).to_be_visible()
    expect(page.locator("main").get_by_role("status").last).to_be_empty()


def test_a_closed_card_is_not_spoken_of_any_more(page, reference, card):
    page.keyboard.press("Tab")
    reference.focus()
    told = page.locator("main").get_by_role("status").last
    expect(told).to_contain_text("Card: ")
    page.keyboard.press("Escape")
    expect(told).to_be_empty()


def test_the_help_lies_over_a_card_and_escape_leads_back_into_it(page, reference, card):
    page.keyboard.press("Tab")
    reference.focus()
    inside = card.locator(".incard-open")
    inside.focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    expect(inside).to_be_focused()
    page.keyboard.press("Escape")
    expect(reference).to_be_focused()


def test_a_page_that_the_back_button_brings_again_has_no_card_and_the_focus_on_its_link(page, reference, card):
    page.keyboard.press("Tab")
    reference.focus()
    card.locator(".incard-open").focus()
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    expect(card).to_have_count(0)
    expect(reference).to_be_focused()


@pytest.mark.documents
@pytest.mark.parametrize(
    ("path", "width"),
    [
        *((LONG, 360), (TERM, 1280), ("/cr/2018-01-19/510.1c/", 360)),
        *(
            pytest.param(path, width, marks=pytest.mark.thorough("other widths"))
            for path, width in ((LONG, 1280), (TERM, 360), ("/cr/2018-01-19/510.1c/", 1280))
        ),
    ],
)
def test_no_card_reaches_over_the_edge_of_the_screen(page, real_site, card, width, path):
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(real_site + path)
    links = page.locator(".current .words a, .senses a")
    for at in range(min(links.count(), 3)):
        for place in (90, 370, 700):  # near the top, in the middle, near the foot
            links.nth(at).evaluate("(link, y) => scrollBy(0, link.getBoundingClientRect().top - y)", place)
            away(page)
            expect(card).to_have_count(0)
            links.nth(at).hover()
            expect(card).to_be_visible()
            stays_inside(page, card)


@pytest.mark.documents
def test_a_term_in_a_card_has_a_card_and_escape_closes_one_at_a_time(page, real_site):
    page.goto(real_site + TERM)
    page.locator(".senses a.term").first.hover()
    page.locator(".incard a.term").first.hover()
    expect(page.locator(".incard")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator(".incard")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".incard")).to_have_count(0)


@pytest.mark.documents
def test_a_long_card_scrolls_and_keeps_the_way_to_the_rule_in_sight(page, real_site, card):
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(real_site + LONG)
    page.locator(".current .words a.ref").first.hover()
    expect(card).to_be_visible()
    assert card.evaluate("card => card.scrollHeight > card.clientHeight")
    expect(card.locator(".incard-open")).to_be_in_viewport()


@pytest.mark.documents
def test_keys_open_a_card_in_a_card_but_none_deeper(page, real_site):
    page.goto(real_site + TERM)
    page.keyboard.press("Tab")
    page.locator(".senses a.term").first.focus()
    page.locator(".incard a.term").first.focus()
    page.locator(".incard .incard a.term").first.focus()
    page.wait_for_timeout(600)
    expect(page.locator(".incard")).to_have_count(2)


@pytest.mark.documents
def test_axe_finds_nothing_on_a_term_with_an_open_card(page, axe_in_both_themes, real_site, card):
    page.emulate_media(reduced_motion="reduce")
    page.goto(real_site + TERM)
    page.locator(".senses a.ref").first.hover()
    expect(card).to_be_visible()
    axe_in_both_themes(page)
    expect(card).to_be_visible()
