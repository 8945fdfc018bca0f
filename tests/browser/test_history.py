"""The history of a rule: a picture, a table behind it, and the moments in words."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.documents
MOVED = "/cr/2008-02-01/402.8g/history/"
SPLIT = "/dangelo/2002-10-15/A.4.20/history/"
REMOVED = "/cr/2009-07-11/702.11d/history/"


def dots(page):
    return page.locator(".timeline-picture a.dot")


@pytest.mark.parametrize("path", [MOVED, SPLIT, REMOVED, "/cr/2018-01-19/702.19b/history/"])
def test_the_picture_and_the_table_tell_the_same_moments(page, real_site, path):
    page.goto(real_site + path)
    page.get_by_text("The same as a table").click()
    drawn = sorted(dot.get_attribute("href") for dot in dots(page).all())
    told = sorted(link.get_attribute("href") for link in page.locator(".same table a").all())
    assert drawn == told
    assert len(set(drawn)) == len(drawn) > 1
    for moment in drawn:
        expect(page.locator(f"[id='{moment[1:]}']")).to_have_count(1)


def test_each_branch_of_the_picture_is_told_in_the_table(page, real_site):
    page.goto(real_site + SPLIT)
    page.get_by_text("The same as a table").click()
    table = page.locator(".same table").inner_text()
    labels = page.locator(".branching a text").all_text_contents()
    assert labels
    assert [label for label in labels if label.strip("→← ") not in table] == []


def test_the_keyboard_reaches_every_dot_and_goes_to_its_moment(page, real_site):
    page.goto(real_site + MOVED)
    page.locator(".timeline-picture").focus()
    reached = []
    for _ in range(dots(page).count()):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.getAttribute('href')"))
    assert reached == [dot.get_attribute("href") for dot in dots(page).all()]
    page.keyboard.press("Enter")
    expect(page.locator(f"[id='{reached[-1][1:]}']")).to_be_in_viewport()


def test_a_dot_says_what_happened(page, real_site):
    page.goto(real_site + MOVED)
    expect(page.get_by_role("link", name="112.5h, CR 2009-07-11: Renumbered from 402.8g, reworded")).to_be_attached()


def test_a_reworded_moment_has_another_shape_than_a_renumbered_one(page, real_site):
    page.goto(real_site + MOVED)
    shapes = {page.locator(f".dot path.{kind}").first.get_attribute("d") for kind in ("changed", "moved", "small")}
    assert len(shapes) == 3
    expect(page.get_by_role("list", name="The signs of the picture")).to_contain_text("renumbered, same words")


def test_a_removed_rule_ends_in_the_picture(page, real_site):
    page.goto(real_site + REMOVED)
    page.get_by_role("link", name="Removed in 2013-05-01").click()
    expect(page.get_by_role("heading", name="Removed")).to_be_in_viewport()


def test_labels_do_not_write_over_one_another(page, real_site):
    for path in (MOVED, SPLIT, "/cr/2018-01-19/702.19b/history/", "/cr/2009-07-11/612.6d/history/"):
        page.goto(real_site + path)
        reach = (
            "text => { const box = text.getBBox(); return [box.x, box.x + box.width, Number(text.getAttribute('y'))]; }"
        )
        labels = [text.evaluate(reach) for text in page.locator(".timeline-picture a text").all()]
        for nth, (start, end, height) in enumerate(labels):
            for other_start, other_end, other_height in labels[nth + 1 :]:
                assert min(end, other_end) <= max(start, other_start) or abs(height - other_height) >= 12, path


@pytest.mark.parametrize("width", [320, 360])
def test_on_a_narrow_screen_the_picture_alone_scrolls_and_begins_at_the_newest_end(page, real_site, width):
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(real_site + MOVED)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    expect(dots(page).locator("text='113.6k'")).to_be_in_viewport()
    expect(dots(page).first).not_to_be_in_viewport()


@pytest.mark.parametrize("path", [SPLIT, REMOVED])
def test_axe_finds_nothing(page, axe_in_both_themes, real_site, path):
    page.goto(real_site + path)
    page.get_by_text("The same as a table").click()
    axe_in_both_themes(page)
