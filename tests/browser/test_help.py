"""The help: a sheet that "?" opens, and a page with all of it."""

from playwright.sync_api import expect


def test_a_question_mark_opens_the_sheet_and_escape_gives_the_focus_back(page):
    page.goto("/cr/2006-10-01/409.1b/")
    link = page.get_by_role("link", name="Rules of Magic")
    link.focus()
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keys")
    expect(sheet).to_be_visible()
    expect(sheet).to_contain_text("to the search box")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(link).to_be_focused()


def test_the_sheet_is_closed_by_its_button_and_by_a_click_beside_it(page):
    page.goto("/")
    sheet = page.get_by_role("dialog", name="Keys")
    page.keyboard.press("?")
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
    page.keyboard.press("?")
    page.mouse.click(5, 5)
    expect(sheet).to_be_hidden()


def test_a_button_in_the_foot_opens_the_sheet_where_there_is_no_such_key(page):
    page.goto("/games/")
    page.get_by_role("contentinfo").get_by_role("button", name="Keys").click()
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def test_the_sheet_leads_to_the_page_and_both_say_the_same_keys(page):
    page.goto("/")
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keys")
    said = sheet.locator("dl").inner_text()
    sheet.get_by_role("link", name="All of the help").click()
    page.wait_for_url("**/help/")
    assert page.get_by_role("main").locator("dl.keys").inner_text() == said


def test_axe_finds_nothing_while_the_sheet_is_open(page, axe_in_both_themes):
    page.goto("/help/")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    axe_in_both_themes(page)
