"""On paper: the text with its edition, date and address, in the light; no controls."""

import io

import pypdf
import pytest
from playwright.sync_api import expect

PAGES = {
    "section": ("/cr/2006-10-01/404/", "Comprehensive Rules, 1 October 2006"),
    "rule": ("/cr/2006-10-01/404.5/", "Comprehensive Rules, 1 October 2006"),
    "edition": ("/cr/2006-10-01/", "Comprehensive Rules, 1 October 2006"),
    "history": ("/cr/2006-10-01/404.5/history/", "Comprehensive Rules"),
    "comparison": ("/cr/compare/2006-10-01/2018-01-19/", "Comprehensive Rules"),
    "game": ("/games/banding-damage/", "Rules of Magic"),
}


@pytest.fixture(params=["light", "dark"])
def paper(page, request):
    """Pages as they are printed, by a reader of either theme."""
    page.add_init_script(f"localStorage.setItem('theme', '{request.param}')")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 680, "height": 950})
    return page


@pytest.mark.parametrize("kind", ["section", "game"])
def test_every_sheet_says_once_what_it_is_of_and_where_it_is_from_and_which_it_is(page, site, kind):
    path, named = PAGES[kind]
    page.goto(path)
    sheets = [sheet.extract_text() for sheet in pypdf.PdfReader(io.BytesIO(page.pdf())).pages]
    assert len(sheets) > 1
    for nth, said in enumerate(sheets, 1):
        assert said.count(named) == 1
        assert said.count(f"{site}{path}") == 1
        assert f"{nth} / {len(sheets)}" in said


@pytest.mark.parametrize("kind", PAGES)
def test_a_printed_page_says_what_it_is_of_and_has_nothing_to_press_and_is_black_on_white(paper, site, kind):
    path, named = PAGES[kind]
    paper.goto(path)
    head = paper.locator(".imprint")
    expect(head).to_be_visible()
    expect(head).to_contain_text(named)
    expect(head).to_contain_text(f"{site}{path}")
    expect(paper.locator("h1")).to_be_visible()
    controls = paper.locator("button, input, select, summary, .masthead, .colophon, .place, .outline, .turn")
    assert controls.count() > 5
    expect(controls.locator("visible=true")).to_have_count(0)
    look = "(part) => { const { color, backgroundColor } = getComputedStyle(part); return [color, backgroundColor]; }"
    assert paper.locator("body").evaluate(look) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    lines = "all => all.map(link => getComputedStyle(link).textDecorationLine)"
    assert set(paper.locator("main a:not(.current > .number > a)").evaluate_all(lines)) <= {"none"}


def test_printed_examples_stand_apart_and_numbers_hang(paper):
    paper.goto(PAGES["section"][0])
    words = paper.locator(".provision:has(.example) .words").first.bounding_box()
    example = paper.locator(".example > p:not(.label)").first.bounding_box()
    number = paper.locator(".provision:has(.example) .number > a").first.bounding_box()
    assert example["x"] > words["x"]
    assert number["x"] + number["width"] <= words["x"]
    expect(paper.locator(".example .verdict").first).to_be_hidden()
    expect(paper.locator(".example .play-it").first).to_be_hidden()


def test_nothing_of_the_imprint_is_on_the_screen(page):
    page.goto(PAGES["rule"][0])
    expect(page.locator(".imprint")).to_be_hidden()
