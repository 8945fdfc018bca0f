"""Comparing two editions: from the form over the counts to the single change, and the map of a renumbering."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.documents, pytest.mark.slow(seconds=30)]
RENUMBERED = "/cr/compare/2009-05-01/2009-07-11/"


def count_of(page, label):
    return int(page.get_by_role("row", name=label).get_by_role("cell").first.inner_text().replace(",", ""))


def test_from_the_form_over_a_bar_to_the_next_page(page, real_site):
    page.goto(real_site + "/cr/compare/")
    page.locator("select[name=earlier]").select_option("2018-01-19")
    page.locator("select[name=later]").select_option("2020-04-17")
    page.get_by_role("button", name="Compare").click()
    page.wait_for_url("**/cr/compare/2018-01-19/2020-04-17/")
    expected = count_of(page, "Reworded")
    with page.expect_navigation():
        page.get_by_role("row", name="Reworded").get_by_role("link").click()
    expect(page.get_by_role("heading", name=f"Reworded {expected}")).to_be_in_viewport()
    seen = 0
    while True:
        changes = page.locator(".changes > .reworded")
        seen += changes.count()
        following = page.get_by_role("navigation", name="Pages").locator("a[rel~=next]")
        if not following.count():
            break
        with page.expect_navigation():
            following.click()
    assert seen == expected


def test_the_changed_terms_turn_pages_that_together_are_all(page, real_site):
    page.goto(f"{real_site}{RENUMBERED}?kind=glossary")
    expected, seen = count_of(page, "Glossary terms"), []
    while True:
        seen += page.locator(".changes > li").evaluate_all("all => all.map(each => each.id)")
        following = page.get_by_role("navigation", name="Pages").locator("a[rel~=next]")
        if not following.count():
            break
        with page.expect_navigation():
            following.click()
    assert len(seen) == len(set(seen)) == expected > 120


@pytest.mark.parametrize("path", [f"{RENUMBERED}?kind=glossary", "/cr/2018-01-19/glossary/", "/games/concepts/"])
def test_what_is_reached_at_the_end_of_a_long_page_stays_under_the_pointer(page, real_site, path):
    page.goto(real_site + path)
    last = page.get_by_role("main").get_by_role("link").last
    place = """link => new Promise((resolve) => {
        const seen = [];
        const look = () => (seen.push(link.getBoundingClientRect().y) < 4 ? requestAnimationFrame(look) : resolve(seen));
        link.scrollIntoView();
        look();
    })"""
    assert len(set(last.evaluate(place))) == 1


def test_what_went_and_what_came_can_be_told_without_colours(page, real_site):
    page.goto(f"{real_site}{RENUMBERED}?kind=reworded")
    line = "element => getComputedStyle(element).textDecorationLine"
    said = "element => getComputedStyle(element, '::before').content"
    words = page.locator(".changes .words")
    gone, came = words.locator("del:not(.slight)").first, words.locator("ins:not(.slight)").first
    assert (gone.evaluate(line), came.evaluate(line)) == ("line-through", "underline")
    assert ("gone" in gone.evaluate(said), "came" in came.evaluate(said)) == (True, True)


def test_the_map_and_its_table_tell_the_same(page, real_site):
    page.goto(real_site + RENUMBERED)
    page.get_by_text("The same as a table").click()
    bands = page.locator(".map .bands title").all_text_contents()
    cells = "rows => rows.map(row => [...row.querySelectorAll('th, td')].map(cell => cell.innerText))"
    rows = page.locator(".map tbody tr").evaluate_all(cells)
    assert bands == [f"{old} → {new}: {count} rule{'' if count == '1' else 's'}" for old, new, count in rows]
    assert len(bands) > 100


def test_a_band_of_the_map_lists_its_rules(page, real_site):
    page.goto(real_site + RENUMBERED)
    page.get_by_role("link", name="404 → 603: ").focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    heading = page.get_by_role("heading", name="Renumbered in 603, from 404")
    expect(heading).to_be_in_viewport()
    changes = page.locator(".changes > li")
    assert changes.count() == int(heading.locator(".aside").inner_text()) > 1
    assert all(text.startswith("404.") for text in changes.locator("h3").all_inner_texts())


def test_a_band_stands_out_when_it_is_reached(page, real_site):
    page.goto(real_site + RENUMBERED)
    opacity = "element => Number(getComputedStyle(element).fillOpacity)"
    link = page.get_by_role("link", name="404 → 603: ")
    link.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    other = page.get_by_role("link", name="101 → 103: ").locator("path")
    assert link.locator("path").evaluate(opacity) > other.evaluate(opacity)


@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize("query", ["", "?kind=reworded&view=columns", "?kind=split"])
def test_nothing_has_to_be_scrolled_sideways(page, real_site, width, query):
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(real_site + RENUMBERED + query)
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("query", ["", "?kind=small", "?kind=glossary"])
def test_axe_finds_nothing(page, axe_in_both_themes, real_site, query):
    page.goto(real_site + RENUMBERED + query)
    axe_in_both_themes(page)
