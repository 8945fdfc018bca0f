"""A section is read as one page: its outline follows, and what is known of a rule stands beside it."""

import pytest
from playwright.sync_api import expect

LONG = "/cr/2006-10-01/410/"
SHORT = "/cr/2006-10-01/414/"


def marked(page):
    """The item of the outline that is marked."""
    return page.locator(".outline [aria-current]")


def bring(page, key: str) -> None:
    """Scroll as a reader does until a rule stands at the top."""
    top = page.evaluate("key => document.getElementById(key).getBoundingClientRect().top", key)
    page.mouse.move(600, 400)
    page.mouse.wheel(0, top - 80)


@pytest.fixture
def small(browser, site):
    """A small screen without scripts."""
    context = browser.new_context(
        base_url=site, viewport={"width": 360, "height": 740}, java_script_enabled=False, reduced_motion="reduce"
    )
    yield context.new_page()
    context.close()


def test_the_outline_marks_what_is_read_downwards_and_upwards(page):
    page.goto(LONG)
    for key in ("410.5", "410.9", "410.6", "410.3"):
        bring(page, key)
        expect(marked(page)).to_contain_text(key)


def test_a_subrule_is_read_under_the_rule_that_has_it(page):
    page.goto(LONG)
    bring(page, "410.9c")
    expect(marked(page)).to_contain_text("410.9")


def test_at_the_end_of_the_page_the_last_rule_is_marked(page):
    page.goto(LONG)
    bring(page, "410.4")
    page.keyboard.press("End")
    expect(marked(page)).to_contain_text("410.11")


def test_at_the_top_of_a_section_its_first_rule_is_marked(page):
    page.goto(LONG)
    expect(marked(page)).to_contain_text("410.1")
    page.keyboard.press("End")
    expect(marked(page)).to_contain_text("410.11")
    page.keyboard.press("Home")
    expect(marked(page)).to_contain_text("410.1")


def test_the_same_jump_twice_marks_the_same_rule(page):
    page.goto(LONG)
    link = page.locator(".outline").get_by_text("410.7")
    link.click()
    expect(marked(page)).to_contain_text("410.7")
    bring(page, "410.11")
    expect(marked(page)).to_contain_text("410.11")
    link.click()
    expect(marked(page)).to_contain_text("410.7")


def test_an_address_with_a_broken_anchor_is_simply_the_page(page):
    page.goto(f"{LONG}#%E0%A4%A")
    expect(marked(page)).to_contain_text("410.1")


@pytest.mark.parametrize(("path", "key"), [(LONG, "410.11"), (LONG, "410.7"), (SHORT, "414.1"), (SHORT, "414.2")])
def test_a_jump_marks_the_rule_that_was_asked_for_wherever_the_page_ends(page, path, key):
    page.goto(path)
    page.locator(".outline").get_by_text(key).click()
    expect(marked(page)).to_contain_text(key)
    expect(page.locator(":target")).to_have_attribute("id", key)


def test_an_address_with_an_anchor_marks_the_rule_it_names(page):
    page.goto(f"{LONG}#410.10d")
    expect(marked(page)).to_contain_text("410.10")


def test_the_page_of_a_rule_opens_with_it_marked(page):
    page.goto("/cr/2006-10-01/414.2/")
    expect(marked(page)).to_contain_text("414.2")
    expect(page.locator("#\\34 14\\.2")).to_be_in_viewport()


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_what_is_jumped_to_is_not_hidden_under_the_bar(page, width):
    page.set_viewport_size({"width": width, "height": 700})
    page.goto(f"{LONG}#410.6")
    top = page.locator(":target").bounding_box()["y"]
    bar = page.locator(".place").bounding_box()
    assert 0 <= top < 200
    assert top >= bar["y"] + bar["height"]


def test_on_a_small_screen_the_outline_opens_and_closes_without_scripts(small):
    small.goto(LONG)
    outline = small.get_by_role("navigation", name="In this section")
    expect(outline).to_be_hidden()
    small.get_by_role("link", name="Contents").click()
    expect(outline).to_be_in_viewport()
    outline.get_by_role("link", name="Close").click()
    expect(outline).to_be_hidden()
    small.get_by_role("link", name="Contents").click()
    outline.get_by_text("410.7").click()
    expect(outline).to_be_hidden()
    expect(small.locator("#\\34 10\\.7")).to_be_in_viewport()


def test_escape_closes_the_outline_of_a_small_screen(page, axe):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(LONG)
    page.get_by_role("link", name="Contents").click()
    outline = page.get_by_role("navigation", name="In this section")
    expect(outline).to_be_visible()
    axe(page)
    page.keyboard.press("Escape")
    expect(outline).to_be_hidden()


def test_escape_closes_the_help_before_the_outline_beneath_it(page):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(LONG)
    page.get_by_role("link", name="Contents").click()
    page.keyboard.press("?")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    expect(page.get_by_role("navigation", name="In this section")).to_be_visible()


@pytest.mark.parametrize(
    "path", ["/cr/2006-10-01/409.1b/", "/cr/2006-10-01/409.4/", "/cr/2006-10-01/414/", "/cr/2006-10-01/402.8g/"]
)
def test_what_is_known_of_a_rule_lies_over_nothing(page, path):
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(path)
    for folded in page.locator(".apparatus details:not([open]) > summary").all():
        folded.click()
    about = page.locator(".apparatus").bounding_box()
    for other in [*page.locator(".provision").all(), page.locator(".turn"), page.locator(".colophon")]:
        box = other.bounding_box()
        beside = box["x"] + box["width"] <= about["x"] + 1
        below = box["y"] >= about["y"] + about["height"] - 1
        assert beside or below, other


def test_what_is_known_of_a_rule_does_not_push_the_next_rule_away(page):
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto("/cr/2006-10-01/409.1h/")
    current = page.locator(".provision.current").bounding_box()
    following = page.locator("#\\34 09\\.1i").bounding_box()
    assert following["y"] == pytest.approx(current["y"] + current["height"], abs=1)


@pytest.mark.documents
def test_axe_finds_nothing_on_a_small_screen_where_a_rule_has_a_title(page, real_site, axe):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(real_site + "/cr/2018-01-19/702.2c/")
    axe(page)


@pytest.mark.documents
def test_emphasis_of_the_source_is_italic_and_its_marks_are_not_seen(page, real_site):
    page.goto(real_site + "/cr/2009-07-11/101/")
    expect(page.locator("h1 i")).to_have_text("_Magic_", use_inner_text=False)
    assert "_" not in page.locator("h1").inner_text()
    assert "_" not in page.title()
    assert "_Magic_" in page.locator("h1").text_content()
