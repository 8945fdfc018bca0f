"""A page of results by keyboard: a correction that is undone, operators, an answer in its place, a search that is followed."""

import re

import pytest
from playwright.sync_api import expect


def look_up(page, words):
    page.keyboard.press("/")
    page.keyboard.press("Control+a")
    page.keyboard.type(words)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/search/"))


def test_a_correction_is_shown_and_undone_by_keyboard(page):
    page.goto("/")
    look_up(page, "additonal cost")
    undo = page.locator(".said").get_by_role("link", name=re.compile("^Search for .*instead$"))
    expect(page.locator(".said")).to_contain_text("Showing results for additional cost")
    undo.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("exact=1"))
    expect(page.locator(".said .meant")).to_have_count(0)
    expect(page.get_by_role("combobox", name="Rule number or words")).to_have_value("additonal cost")


def test_operators_are_typed_like_words(page):
    page.goto("/")
    look_up(page, "creature is:example")
    expect(page.locator(".hit .aside").first).to_contain_text("Example")
    look_up(page, "library rule:701")
    expect(page.locator(".hit .nr").first).to_have_text(re.compile(r"^701\."))


def test_a_search_can_be_followed(page):
    page.goto("/search/?q=library")
    feed = page.get_by_role("link", name="Follow this search").get_attribute("href")
    response = page.request.get(feed)
    assert response.ok
    assert "<entry>" in response.text()


@pytest.mark.documents
@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("how much life do I start with", "starting life total of 20"),
        ("how many cards do I draw at the start", "normally seven"),
        ("when do I lose the game for poison", "ten or more poison counters"),
    ],
)
def test_the_sentence_that_answers_stands_out_in_its_place(page, real_site, axe, asked, says):
    page.goto(f"{real_site}/search/?q={asked}")
    answer = page.locator(".hit .answers")
    expect(answer).to_have_count(1)
    expect(answer).to_contain_text(says)
    axe(page)
