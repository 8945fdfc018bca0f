"""The newest edition, kept for reading without a network: read, searched, brought up to date and removed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.offline import (
    KEEP,
    NEVER_READ,
    SECTION,
    bar,
    current,
    first_visit,
    instead,
    keep,
    kept,
    manage,
    state,
    until_read,
)
from tests.browser.watching import watched

pytestmark = pytest.mark.slow(seconds=45)


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args):
    """Here the worker runs."""
    return {**browser_context_args, "service_workers": "allow"}


@pytest.fixture
def redate(own_site):
    """Gives the newest edition of the tests' own site another day, for as long as the test lasts."""
    days = ["2018-01-19"]

    def to(day):
        change = f"edition = Edition.objects.get(effective='{days[-1]}'); edition.effective = '{day}'; edition.save()"
        manage(own_site, "shell", "-v0", "-c", f"from rulesite.rulebook.models import Edition; {change}")
        days.append(day)

    yield to
    to(days[0])


@pytest.fixture(scope="module")
def keeping(browser, browser_context_args):
    """A browser without a connection, in which the newest edition is kept: none of those who read in it changes that."""
    context = browser.new_context(**browser_context_args)
    page = context.new_page()
    keep(page)
    page.close()
    context.set_offline(True)
    yield context
    context.close()


@pytest.fixture
def reader(keeping):
    """A page of that browser, in which nothing was looked up yet."""
    page = keeping.new_page()
    with watched(page):
        yield page
    page.evaluate("localStorage.clear()")
    page.close()


def test_the_kept_edition_is_named_with_its_date_and_size(page):
    keep(page)
    state(page).to_have_text(re.compile(r"^Comprehensive Rules of 19 January 2018, kept on .*148 rules, .* MB\.$"))


def test_a_rule_never_visited_opens_in_its_kept_section(reader):
    reader.goto(NEVER_READ)
    current(reader).to_have_attribute("id", "701.15a")
    until_read(reader, "701.15a")
    bar(reader).to_have_text(re.compile(r"^Offline\. You are reading the kept copy of the CR of 2018\-01\-19\."))
    reader.goto("/cr/701.38c/")
    current(reader).to_have_attribute("id", "701.38c")


def test_numbers_are_looked_up_in_what_is_kept(reader):
    reader.goto("/offline/")
    box, found = reader.get_by_role("searchbox"), reader.locator("#found > li")
    for typed in ("701.15a", "701.15A", "rule 701.15a.", "CR 701.15a@2018-01-19"):
        box.fill("")
        expect(found).to_have_count(0)
        box.fill(typed)
        expect(found).to_have_count(1)
        expect(found.get_by_role("link")).to_have_text(re.compile("^701.15a"))
    box.fill("701.1")
    for at, number in enumerate(["701.1", "701.10", "701.10a", "701.11"]):
        expect(found.nth(at).get_by_role("link")).to_have_text(re.compile(rf"^{number}\b"))
    box.fill("701.15a@2006-10-01")
    expect(reader.locator("#said")).to_contain_text("Nothing found")
    box.fill("701.15a")
    found.first.get_by_role("link").click()
    reader.wait_for_url("**/701.15a/#701.15a")
    until_read(reader, "701.15a")


def test_words_are_searched_in_what_is_kept_the_titles_first(reader):
    reader.goto("/search/?q=Sacrifice")
    instead(reader).to_contain_text("the search is done in what is kept")
    found = reader.locator("#found > li")
    expect(found.first.get_by_role("link")).to_have_text(re.compile(r"^701\.15\s+Sacrifice$"))
    expect(reader.locator("#found mark").first).to_have_text("sacrifice", ignore_case=True)
    box = reader.get_by_role("searchbox")
    box.fill("library shuffle")
    expect(reader.locator("#found mark").filter(has_text="shuffle").first).to_be_visible()
    apart = found.count()
    box.fill('"shuffle library"')
    expect(found).not_to_have_count(apart)
    assert found.count() < apart
    box.fill("<b>library</b>")
    expect(reader.locator("#said")).to_contain_text("Nothing found for “<b>library</b>”.")


def test_a_browser_that_asks_the_reader_for_lasting_room_does_not_wait_for_the_answer(page):
    page.add_init_script("navigator.storage.persist = () => new Promise(() => {})")
    page.goto("/offline/")
    page.get_by_role("button", name=KEEP).click()
    expect(page.get_by_role("button", name="Remove it")).to_be_visible()
    state(page).to_contain_text("kept on")


def test_the_search_box_offers_what_is_kept(reader):
    reader.goto(SECTION)
    offered = reader.evaluate("fetch('/api/v1/typeahead?q=sacr&limit=3').then((answer) => answer.json())")
    assert [(one["kind"], one["text"], one["title"]) for one in offered] == [("heading", "Sacrifice", "701.15")]
    assert offered[0].keys() == {"kind", "text", "title", "edition", "url", "now"}


def test_the_search_box_offers_what_is_kept_where_answers_of_data_are_made_by_hand(page, context):
    keep(page)
    context.service_workers[0].evaluate("() => { delete Response.json; }")  # Safari 16 has none
    context.set_offline(True)
    page.goto(SECTION)
    offered = page.evaluate("fetch('/api/v1/typeahead?q=sacr&limit=3').then((answer) => answer.json())")
    assert [one["text"] for one in offered] == ["Sacrifice"]


def test_a_reference_answers_with_a_card_from_what_is_kept(reader):
    reader.goto(SECTION)
    reader.locator("a.ref[href*='701.38a']").first.hover()
    card = reader.locator(".incard")
    card.wait_for()
    expect(card.locator(".incard-name")).to_contain_text("701.38a")


def test_what_is_kept_can_be_removed(page, context):
    keep(page)
    page.get_by_role("button", name="Remove it").click()
    page.get_by_role("button", name=KEEP).wait_for()
    state(page).to_have_text("Nothing is kept yet.")
    expect(page.get_by_role("searchbox")).to_have_count(0)
    context.set_offline(True)
    page.goto(NEVER_READ)
    instead(page).to_contain_text("is not kept in this browser")


def test_what_arrived_before_the_site_went_away_is_used_and_said_and_the_rest_comes_later(page, context):
    first_visit(page)
    page.goto("/offline/")
    page.route(f"**{SECTION}", lambda route: route.abort())
    page.get_by_role("button", name=KEEP).click()
    page.get_by_role("button", name="Continue").wait_for()
    expect(page.locator("#notice")).to_contain_text("It could not be fetched whole")
    state(page).to_have_text("Comprehensive Rules of 19 January 2018, kept in part: 2 of 3 pages.")
    page.get_by_role("searchbox").fill("701.15a")
    expect(page.locator("#found > li")).to_have_count(1)
    page.unroute(f"**{SECTION}")
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Continue").wait_for(state="hidden")
    state(page).to_contain_text(", kept on ")


def test_a_changed_library_can_be_brought_up_to_date(page, own_site):
    keep(page, own_site.address)
    manage(own_site, "shell", "-v0", "-c", "from rulesite.reading.freshness import touch; touch()")
    page.reload()
    update = page.get_by_role("button", name="Bring it up to date")
    update.wait_for()
    expect(page.locator("#notice")).to_have_text("The site has changed since.")
    state(page).to_contain_text(", kept on ")
    update.click()
    update.wait_for(state="hidden")
    state(page).to_contain_text(", kept on ")
    assert (
        page.evaluate("caches.keys().then((names) => names.filter((name) => name.startsWith('edition-')).length)") == 1
    )


def test_a_newer_edition_takes_the_place_of_the_kept_one(page, own_site, redate):
    keep(page, own_site.address)
    redate("2019-01-25")
    page.reload()
    expect(page.locator("#notice")).to_have_text(
        "The site has a newer edition: Comprehensive Rules of 25 January 2019."
    )
    state(page).to_contain_text("Comprehensive Rules of 19 January 2018, kept on ")
    update = page.get_by_role("button", name="Bring it up to date")
    update.click()
    state(page).to_contain_text("Comprehensive Rules of 25 January 2019, kept on ")
    addresses = kept(page, "edition-")
    assert [address for address in addresses if "/cr/2018-01-19" in address] == []
    assert f"{own_site.address}/cr/2019-01-25/701/" in addresses


def test_a_new_release_drops_all_but_the_last_ones_store_and_never_the_edition(page):
    page.goto("/robots.txt")
    for name in ("shell-1", "visited-1", "edition-1", "shell-2", "visited-2"):
        page.evaluate("(name) => caches.open(name)", name)
    first_visit(page)
    names = page.evaluate("caches.keys()")
    assert [name for name in names if name[-2:] in ("-1", "-2")] == ["edition-1", "shell-2", "visited-2"]
    assert len(names) == 5


def test_addresses_that_the_site_would_correct_lead_to_what_is_kept(reader):
    for address in ("/cr/701.38C/", "/cr/701.38c", "/cr/2018-01-19/701.38c?from=here"):
        reader.goto(address)
        current(reader).to_have_attribute("id", "701.38c")


def test_an_address_that_is_written_wrongly_is_not_kept(reader):
    reader.goto("/cr/%E0%A4%A/")
    instead(reader).to_contain_text("is not kept in this browser")


def test_the_edition_can_be_kept_as_soon_as_the_connection_is_back(page, context):
    first_visit(page)
    context.set_offline(True)
    page.goto("/offline/")
    expect(page.locator("#notice")).to_have_text("The site cannot be reached.")
    context.set_offline(False)
    page.get_by_role("button", name=KEEP).wait_for()
    expect(page.locator("#notice")).to_have_text("")


def test_visited_pages_can_be_forgotten_apart_from_the_edition(page):
    first_visit(page)
    keep(page)
    page.get_by_role("button", name="Forget these pages").click()
    page.locator("#visited").wait_for(state="hidden")
    assert kept(page, "visited-") == []
    state(page).to_contain_text(", kept on ")
    expect(page.get_by_role("button", name="Remove it")).to_be_focused()


def test_the_focus_goes_to_what_can_be_done_next(page):
    keep(page)
    removing = page.get_by_role("button", name="Remove it")
    expect(removing).to_be_focused()
    removing.click()
    keeping = page.get_by_role("button", name=KEEP)
    expect(keeping).to_be_focused()


def test_two_windows_keep_one_edition_at_once_and_tell_each_other_of_its_removal(page, context):
    other = context.new_page()
    for one in (page, other):
        one.goto("/offline/")
        one.get_by_role("button", name=KEEP).wait_for()
    for one in (page, other):  # without a look whether it is still there: the other window may be quicker than that
        one.locator("#keep").dispatch_event("click")
    for one in (page, other):
        one.get_by_role("button", name="Remove it").wait_for()
        state(one).to_contain_text(", kept on ")
    other.get_by_role("button", name="Remove it").click()
    state(page).to_have_text("Nothing is kept yet.")


def test_a_library_that_changes_while_it_is_kept_is_fetched_again(page, own_site):
    asked = []

    def change(route):
        asked.append(route.request.url)
        if len(asked) == 1:
            manage(own_site, "shell", "-v0", "-c", "from rulesite.reading.freshness import touch; touch()")
        route.continue_()

    page.goto(f"{own_site.address}/offline/")
    page.route(f"**{SECTION}", change)
    page.get_by_role("button", name=KEEP).click()
    page.get_by_role("button", name="Remove it").wait_for()
    assert len(asked) == 2
    held, offered = page.evaluate(
        """Promise.all([Kept.best().then(({ about }) => about.stamp),
                        fetch("/offline/newest.json").then((answer) => answer.json()).then(({ stamp }) => stamp)])"""
    )
    assert held == offered


def test_a_browser_without_room_says_so_and_keeps_what_it_had(page):
    page.goto("/offline/")
    page.evaluate(
        """() => {
            const put = Cache.prototype.put;
            Cache.prototype.put = function (address, answer) {
                if (String(address).includes("/cr/")) throw new DOMException("full", "QuotaExceededError");
                return put.call(this, address, answer);
            };
        }"""
    )
    page.get_by_role("button", name=KEEP).click()
    expect(page.locator("#notice")).to_have_text("This browser has no more room for it.")
    state(page).to_contain_text("kept in part")


def test_over_an_insecure_connection_the_page_says_what_is_needed(page):
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page.goto("/offline/")
    state(page).to_contain_text("open this site by an address that begins with https")
    expect(page.get_by_role("button", name="Keep")).to_have_count(0)


def test_a_single_letter_is_sought_as_a_word(page):
    keep(page)
    page.get_by_role("searchbox").fill("a library")
    for word in ("a", "library"):
        expect(page.locator("#found mark").get_by_text(re.compile(f"^{word}$", re.IGNORECASE)).first).to_be_visible()
    followed = page.locator("#found mark").evaluate_all(
        """(marks) => marks.filter((mark) => mark.textContent.toLowerCase() === "a")
            .map((mark) => mark.nextSibling?.textContent[0] ?? " ")"""
    )
    assert [letter for letter in followed if letter.isalpha()] == []


def test_a_lone_quotation_mark_finds_nothing(page):
    keep(page)
    page.get_by_role("searchbox").fill('"')
    expect(page.locator("#said")).to_contain_text("Nothing found")


def test_what_is_looked_up_stands_first_where_a_page_is_not_kept(reader):
    reader.goto("/cr/402.8g/")
    expect(reader.locator("#found > li.before")).to_be_visible()
    headings = reader.get_by_role("heading", level=2).all_inner_texts()
    assert headings.index("Look it up") < headings.index("Kept in this browser")


def test_a_run_of_numbers_is_looked_up_whole(page):
    keep(page)
    box, found = page.get_by_role("searchbox"), page.locator("#found > li")
    for typed in ("701.38a-701.38c", "701.38a–c", "rules 701.38a to 701.38c"):
        box.fill(typed)
        expect(found.locator("h3 .nr")).to_have_text(["701.38a", "701.38b", "701.38c"])
        box.fill("")
        expect(found).to_have_count(0)


def test_a_number_of_earlier_editions_is_told_with_what_it_is_called_now(reader):
    reader.goto("/cr/2006-10-01/402.8g/")
    instead(reader).to_contain_text("/cr/2006-10-01/402.8g/ is not kept in this browser")
    expect(reader.get_by_role("searchbox")).to_have_value("402.8g@2006-10-01")
    expect(reader.locator("#found > li.before")).to_contain_text("this number stood for")


def test_a_typing_mistake_is_put_right_in_what_is_kept(reader):
    reader.goto("/offline/")
    box, found = reader.get_by_role("searchbox"), reader.locator("#found > li")
    box.fill("libary")
    expect(reader.locator("#meant")).to_have_text("Showing results for library. ")
    expect(found.first.locator("mark").first).to_have_text(re.compile("^library$", re.I))
    box.fill("library")
    expect(reader.locator("#meant")).to_be_empty()
    box.fill("qqxzw")
    expect(found).to_have_count(0)
    expect(reader.locator("#said")).to_have_text("Nothing found for “qqxzw”.")


def test_words_of_players_are_looked_for_as_the_kept_rules_say_them(page):
    keep(page)
    page.get_by_role("searchbox").fill("deck")
    expect(page.locator("#meant")).to_contain_text("“deck” was also looked for as “library”")
    expect(page.locator("#found mark").first).to_have_text(re.compile("^(library|deck)$", re.I))


def test_where_nothing_has_all_of_the_words_what_has_most_is_shown(page):
    keep(page)
    page.get_by_role("searchbox").fill("shuffle library qqxzw")
    expect(page.locator("#meant")).to_contain_text("Nothing has all of these words")
    expect(page.locator("#found > li").first).to_contain_text(re.compile("shuffle", re.I))


def test_axe_finds_nothing_on_the_offline_page_with_something_kept_and_found(page, axe_in_both_themes):
    keep(page)
    page.get_by_role("searchbox").fill("library")
    page.locator("#found mark").first.wait_for()
    axe_in_both_themes(page)


@pytest.mark.documents
@pytest.mark.thorough("of a pocket edition others try it")
def test_the_newest_real_edition_is_kept_whole_with_its_glossary(page, context, real_site):
    keep(page, real_site, label="Keep the edition of")
    context.set_offline(True)
    edition = page.evaluate("Kept.best().then(({ about }) => about.edition)")
    page.goto(f"{real_site}/{edition}/glossary/trample/")
    until_read(page, "trample")
    page.goto(f"{real_site}/{edition}/702.19b/")
    current(page).to_have_attribute("id", "702.19b")
    page.goto(f"{real_site}/search/?q=trample")
    expect(page.locator("#found > li").first.get_by_role("link")).to_have_text(re.compile("Trample$"))
    page.goto(f"{real_site}/search/?q=trampel damge")
    expect(page.locator("#meant")).to_contain_text("Showing results for trample damage.")
