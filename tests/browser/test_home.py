"""The first page: one screen that says what this is and leads on."""

import re

import pytest
from playwright.sync_api import expect


def test_the_four_things_are_there_and_lead_on(page):
    for region, link, address in (
        ("The newest edition", "Comprehensive Rules, 19 January 2018", "/cr/2018-01-19/"),
        ("What changed last", "Compare other editions", "/cr/compare/"),
        ("Worked examples to play", "All games", "/games/"),
    ):
        page.goto("/")
        page.get_by_role("region", name=region).get_by_role("link", name=link, exact=True).click()
        page.wait_for_url(f"**{address}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_the_box_leads_to_the_rule(page):
    page.goto("/")
    box = page.get_by_role("main").get_by_label("Rule number or words")
    box.fill("402.8g")
    box.press("Enter")
    page.wait_for_url("**/402.8g/**")


def test_every_year_of_the_library_leads_to_its_edition(page):
    page.goto("/")
    years = page.get_by_role("region", name="The library").locator("ol a")
    assert years.count() == 4
    years.first.click()
    page.wait_for_url(re.compile(r"/cr/2006-10-01/$"))


def test_each_place_to_begin_is_a_page_of_this_library(page):
    page.goto("/")
    places = [link.get_attribute("href") for link in page.locator(".begin a").all()]
    assert places
    for place in places:
        assert page.request.get(place).ok, place


def test_how_to_load_the_real_documents_is_one_click_away(page):
    page.goto("/")
    command = page.get_by_text("make run DOCUMENTS=path/to/folder")
    expect(command).to_be_hidden()
    page.get_by_text("This is the pocket edition").click()
    expect(command).to_be_visible()


@pytest.mark.documents
def test_everything_essential_of_the_real_library_is_in_one_screen(page, real_site):
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(real_site)
    for region in ("The newest edition", "What changed last", "Worked examples to play", "The library"):
        box = page.get_by_role("region", name=region).bounding_box()
        assert box["y"] + box["height"] <= 900, region


@pytest.mark.documents
def test_a_count_of_what_changed_last_leads_to_those_changes(page, real_site):
    page.goto(real_site)
    rows = page.get_by_role("region", name="What changed last").get_by_role("row")
    row = rows.first
    count, group = row.get_by_role("cell").first.inner_text(), row.get_by_role("link")
    name = group.inner_text()
    places = [link.get_attribute("href").partition("#")[2] for link in rows.get_by_role("link").all()]
    group.click()
    expect(page.get_by_role("heading", name=f"{name} {count}")).to_be_in_viewport()
    assert [place for place in places if page.locator(f"[id='{place}']").count() != 1] == []


@pytest.mark.documents
def test_axe_finds_nothing_on_the_first_page_of_the_real_library(page, axe_in_both_themes, real_site):
    page.goto(real_site)
    axe_in_both_themes(page)


@pytest.mark.documents
@pytest.mark.parametrize("width", [320, 360])
def test_nothing_has_to_be_scrolled_sideways(page, real_site, width):
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(real_site)
    assert page.evaluate("document.documentElement.scrollWidth") == width
