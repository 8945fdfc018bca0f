"""The table in a browser: played with the keyboard without loading the page, and accessible in both themes."""

from __future__ import annotations

import json
import os
import re

import pytest
from playwright.sync_api import Page, expect

from rulesite.checks.playing.table_link import unpack

SHOTS = os.environ.get("SHOTS", "")


def shot(page: Page, name: str) -> None:
    """Keep a picture, if a folder for them is named."""
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)


def settled(page: Page) -> None:
    """Wait for the table, as the page says: the first game of a site waits for what plays it to be loaded."""
    for _ in range(30):
        if not page.get_by_role("link", name="Try again").count():
            return
        page.wait_for_timeout(2_000)
        page.get_by_role("link", name="Try again").click()


def press(page: Page, name: str | re.Pattern[str]) -> None:
    """Press a button and wait for what comes of it."""
    page.get_by_role("button", name=name, exact=isinstance(name, str)).click()
    expect(page.locator("#tabletop[aria-busy]")).to_have_count(0)
    settled(page)


@pytest.mark.parametrize("width", [360, 1280])
def test_a_table_is_set_and_played_without_a_reload(page: Page, axe_in_both_themes, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/table/")
    shot(page, f"begin-{width}")
    axe_in_both_themes(page)
    page.get_by_role("button", name="Set the table").click()
    settled(page)
    expect(page.get_by_role("heading", name="Ann may act")).to_be_visible()
    page.evaluate("window.before = true")
    page.get_by_role("button", name=re.compile("^Ann plays Bolt")).press("Enter")
    heading = page.get_by_role("heading", name="Ann has to choose for Bolt")
    expect(heading).to_be_focused()
    page.get_by_role("button", name="Wolf", exact=True).press("Enter")
    expect(page.get_by_role("heading", name="Ann may act")).to_be_focused()
    page.get_by_role("button", name="All pass").press("Enter")
    expect(page.locator(".course")).to_contain_text("Wolf")
    assert page.evaluate("window.before"), "the page was loaded again"
    page.get_by_text("Why not?").click()
    shot(page, f"played-{width}")
    axe_in_both_themes(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.reload()
    settled(page)
    expect(page.get_by_role("heading", name="Ann may act")).to_be_visible()
    address = page.url
    page.goto("/table/")
    page.get_by_role("link", name="Go on with your last position").click()
    assert page.url == address


def test_a_browser_without_a_last_position_is_offered_none(page: Page):
    page.goto("/table/")
    expect(page.get_by_role("button", name="Set the table")).to_be_visible()
    expect(page.get_by_role("link", name="Go on with your last position")).to_be_hidden()


@pytest.mark.parametrize("width", [360, 1280])
def test_layers_and_two_days_are_accessible(page: Page, axe_in_both_themes, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/table/")
    page.get_by_label("In play").first.fill("Bear 2/2\nAnthem | Enchantment {W} | Creatures you control get +1/+1.")
    page.get_by_role("button", name="Set the table").click()
    settled(page)
    page.get_by_text("Layers", exact=False).first.click()
    expect(page.locator(".layers table")).to_contain_text("Anthem")
    shot(page, f"layers-{width}")
    axe_in_both_themes(page)
    page.get_by_role("button", name="Compare with this day").click()
    settled(page)
    expect(page.get_by_role("heading", name="The same comes of both")).to_be_visible()
    shot(page, f"two-days-{width}")
    axe_in_both_themes(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [360, 1280])
def test_what_pays_and_who_attacks_is_chosen_in_forms(page: Page, axe_in_both_themes, width):
    """Four players; a number, convoke and a whole attack; the return key in the field does what is written there."""
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/table/")
    page.get_by_label("In play").first.fill("three Forest\nElf 1/1 green\nBear 2/2 green\nHawk 1/1 with flying")
    page.get_by_label("In hand").first.fill(
        "Ball | Artifact {X} | You have no maximum hand size.\nWurm | Creature - Wurm 5/5 {3}{G}{G} | Convoke"
    )
    page.locator("#Bob-play").fill("Ox 2/4\nApe 2/2")
    page.get_by_text("A third and a fourth player").click()
    page.locator("#Cid-life").fill("9")
    page.locator("#Dan-life").fill("8")
    page.get_by_text("How a card’s state is written").click()
    axe_in_both_themes(page)
    press(page, "Set the table")
    press(page, re.compile("^Ann plays Ball"))
    expect(page.get_by_text("3 is the most that can be paid")).to_be_visible()
    press(page, "1")
    press(page, "Pay so")
    press(page, "All pass")
    press(page, "To the beginning")
    press(page, re.compile("^Ann plays Wurm"))
    expect(page.get_by_role("heading", name="Ann has to pay")).to_be_focused()
    expect(page.get_by_role("checkbox", name="tap Elf")).to_be_checked()
    shot(page, f"pay-{width}")
    axe_in_both_themes(page)
    press(page, "Pay so")
    press(page, "All pass")
    attack = page.get_by_role("group", name="Ann attacks with several")
    expect(attack.get_by_role("combobox")).to_have_count(1)  # two were tapped for the Wurm, which has just come
    attack.get_by_role("combobox").select_option("Cid")
    shot(page, f"attack-{width}")
    axe_in_both_themes(page)
    press(page, "Attack so")
    expect(page.locator(".card", has_text="Hawk")).to_contain_text("attacking Cid")
    page.locator("#sentence").fill("All pass")
    page.locator("#sentence").press("Enter")
    expect(page.get_by_role("heading", name="Cid declares blockers")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


BOARD = """() => {
  const table = document.querySelector(".at-play .table").cloneNode(true);
  for (const part of table.querySelectorAll(".layers, .vh, .was")) part.remove();
  return table.textContent.replace(/\\s+/g, " ");
}"""
"""The words of the table, without what is new or changed on it."""


@pytest.mark.slow(seconds=40)
@pytest.mark.parametrize(
    "slug", ["commander-3", "combat-rules-1", "many-players-1", "paying-7", "trample-1", "two-headed-giant-8"]
)
def test_a_scenario_is_clicked_through_and_ends_as_it_opened(page: Page, slug):
    """A button is pressed where there is one for the sentence, else the sentence is written."""
    page.goto(f"/table/?scenario={slug}")
    settled(page)
    board = page.evaluate(BOARD)
    link = unpack(page.locator("#tabletop input[name=t]").input_value())
    assert link is not None
    if link.actions:
        page.get_by_role("button", name="To the beginning").click()
        expect(page.get_by_role("heading", name="The table as it was set")).to_be_visible()
        expect(page.locator(".undo")).to_have_count(0)
    for number, sentence in enumerate(link.actions, 1):
        button = page.locator(f".acts button[value={json.dumps(sentence)}]")
        if button.count():
            button.click()
            expect(page.locator("#tabletop[aria-busy]")).to_have_count(0)
        else:
            page.locator("#sentence").fill(sentence)
            page.get_by_role("button", name="Do it").click()
        expect(page.locator(".undo li")).to_have_count(number)
    assert page.evaluate(BOARD) == board


def test_the_table_of_three_is_set_and_its_answers_are_given_by_forms(page: Page, axe_in_both_themes):
    page.goto("/table/")
    page.get_by_label("In play").first.fill("Ogre 6/6 with trample")
    page.get_by_label("In hand").first.fill(
        "Twins | Instant | Destroy two target creatures.\nOdd | Sorcery | Wuggle sideways."
    )
    page.locator("#Bob-play").fill("Bear 2/2\nWolf 3/3")
    page.get_by_text("A third and a fourth player").click()
    page.locator("#Cid-life").fill("7")
    page.locator("#Cid-play").fill("Ox 2/4")
    axe_in_both_themes(page)
    press(page, "Set the table")
    expect(page.locator(".side")).to_have_count(4)
    expect(page.get_by_text("Not all words of Odd are read")).to_be_visible()
    expect(page.get_by_role("button", name="Ann attacks Cid with Ogre")).to_be_visible()
    press(page, re.compile("^Ann plays Twins"))
    expect(page.get_by_role("group", name="Choose 2")).to_be_visible()
    shot(page, "ballot")
    axe_in_both_themes(page)
    page.get_by_role("checkbox", name="Wolf").check()
    page.get_by_role("checkbox", name="Ox").check()
    press(page, re.compile("^Choose$"))
    press(page, "All pass")
    press(page, "Ann attacks Bob with Ogre")
    press(page, "All pass")
    press(page, "Bob blocks Ogre with Bear")
    press(page, re.compile("^All pass"))
    shares = page.get_by_role("group", name="Divide 6")
    shares.get_by_role("spinbutton", name="to Bear").fill("2")
    shares.get_by_role("spinbutton", name="to Bob").fill("4")
    shot(page, "shares")
    axe_in_both_themes(page)
    press(page, "Divide so")
    expect(page.locator('.side[aria-label="Bob"] .player')).to_contain_text("16 life")
