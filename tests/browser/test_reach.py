"""On a small screen: the bar at the foot, folded keywords, the strip of a page that is not in force."""

import re

import pytest
from playwright.sync_api import expect

KEYWORDS = "/cr/2018-01-19/701/"
FORMER = "/cr/2006-10-01/410/"
PHONE = {"width": 360, "height": 740}


@pytest.fixture
def phone(page):
    """A page on a phone."""
    page.set_viewport_size(PHONE)
    return page


@pytest.fixture
def bare(browser, site):
    """A phone without scripts."""
    context = browser.new_context(base_url=site, viewport=PHONE, java_script_enabled=False, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def provision(page, key):
    return page.locator(f"[id='{key}']")


UNCOVERED = """part => [0.02, 0.5, 0.98].every((share) => {
  const box = part.getBoundingClientRect();
  const seen = document.elementFromPoint(box.x + box.width * share, box.y + box.height / 2);
  return seen === part || part.contains(seen);
})"""
"""Whether nothing lies over a part of the page."""


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_the_strip_of_a_former_edition_stays_in_view_and_hides_nothing_that_is_jumped_to(page, width):
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(f"{FORMER}#410.7")
    strip, year = page.get_by_role("complementary", name="Not in force"), page.locator(".where .when")
    bottom = strip.bounding_box()["y"] + strip.bounding_box()["height"]
    assert bottom <= provision(page, "410.7").bounding_box()["y"] < 200
    for key in ("End", "Home"):
        page.keyboard.press(key)
        expect(strip).to_be_in_viewport(ratio=1)
        assert strip.evaluate(UNCOVERED), key
        assert year.evaluate("part => part.scrollWidth <= part.clientWidth")
        if width > 704:
            expect(year).to_be_in_viewport(ratio=1)
            assert year.evaluate(UNCOVERED), key
    page.keyboard.press("End")
    page.locator(".across summary").evaluate("part => part.click()")
    assert page.locator(".stops").evaluate(UNCOVERED)


def test_the_strip_names_the_rule_that_an_address_names(page):
    page.goto(FORMER)
    subject = page.locator(".standing .subject")
    expect(subject).to_have_text("Section 410")
    page.locator(".outline").get_by_text("410.7").click()
    expect(subject).to_have_text("410.7")
    expect(page.locator(".standing .now a")).to_have_attribute("href", re.compile(r"/410\.7/#410\.7$"))
    page.go_back()
    expect(subject).to_have_text("Section 410")


def test_the_bar_reaches_the_box_the_contents_the_editions_and_the_top(phone, axe):
    phone.goto(FORMER)
    phone.mouse.wheel(0, 3000)
    bar = phone.get_by_role("navigation", name="Page")
    bar.get_by_role("link", name="Search").click()
    expect(phone.get_by_role("combobox")).to_be_focused()
    expect(phone.get_by_role("combobox")).to_be_in_viewport()
    phone.keyboard.press("Escape")
    bar.get_by_role("link", name="Editions").click()
    expect(phone.get_by_label("on a day")).to_be_in_viewport()
    assert phone.evaluate("scrollY") > 1000
    axe(phone)
    phone.keyboard.press("Escape")
    expect(phone.get_by_label("on a day")).to_be_hidden()
    bar.get_by_role("link", name="Top").click()
    expect(phone.get_by_role("heading", level=1)).to_be_in_viewport()


def test_the_contents_are_filtered_by_words_and_by_letters(phone, axe):
    phone.goto(KEYWORDS)
    phone.get_by_role("link", name="Contents").click()
    listed = phone.get_by_role("navigation", name="In this section").get_by_role("listitem")
    phone.get_by_label("Filter the contents").fill("scry")
    expect(listed).to_have_count(1)
    phone.get_by_role("button", name="S", exact=True).click()
    assert {re.sub(r"^\S+ ", "", name)[0] for name in listed.all_inner_texts()} == {"S"}
    axe(phone)
    phone.get_by_role("button", name="S", exact=True).click()
    assert listed.count() > 20


def test_a_keyword_opens_by_itself_and_the_address_of_a_rule_opens_its_fold(bare):
    bare.goto(KEYWORDS)
    rule = provision(bare, "701.16a")
    expect(rule).to_be_hidden()
    bare.locator("summary", has_text="of 701.16 ").click()
    expect(rule).to_be_visible()
    expect(provision(bare, "701.3a")).to_be_hidden()
    bare.goto(f"{KEYWORDS}#701.3a")
    expect(provision(bare, "701.3a")).to_be_in_viewport()


def test_with_scripts_the_address_of_a_keyword_opens_its_rules(phone):
    phone.goto(KEYWORDS)
    phone.get_by_role("link", name="Contents").click()
    phone.get_by_role("navigation", name="In this section").get_by_text("701.16").click()
    expect(provision(phone, "701.16a")).to_be_in_viewport()


@pytest.mark.parametrize(("width", "media"), [(1280, "screen"), (680, "print")])
def test_where_there_is_room_and_on_paper_everything_is_open(page, width, media):
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(media=media)
    page.goto(KEYWORDS)
    rules = page.locator(".fold .provision")
    assert rules.count() > 50
    assert rules.evaluate_all(
        "all => all.every(rule => rule.checkVisibility({ contentVisibilityAuto: true }) && rule.offsetHeight)"
    )
    expect(page.locator(".fold > summary").locator("visible=true")).to_have_count(0)


def test_axe_finds_nothing_on_folded_keywords(phone, axe_in_both_themes):
    phone.goto(KEYWORDS)
    axe_in_both_themes(phone)


def test_the_list_of_terms_is_filtered_as_one_types(phone):
    phone.goto("/cr/2018-01-19/glossary/")
    listed = phone.locator(".terms dt").locator("visible=true")
    expect(listed).to_have_count(0)
    phone.get_by_label("Filter").fill("scr")
    expect(listed).to_have_count(1)
    expect(listed).to_contain_text("Scry")
    expect(phone.get_by_role("navigation", name="Letters").get_by_role("link")).to_have_count(1)


@pytest.mark.parametrize("width", [720, 768])
def test_the_list_of_editions_fits_a_tablet(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto("/cr/")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
