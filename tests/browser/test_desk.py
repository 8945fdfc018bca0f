"""The desk as a maintainer sees it: stage, look, correct an edge, publish, look, take back, look."""

import io
import random
import re
import subprocess
import sys
import zipfile

import pytest
from playwright.sync_api import expect

from tests import data_folders
from tests.browser.serving import PATIENCE, served
from tests.checks.test_commands import BOLT
from tests.harbour import FERRY, OWL, STAR
from tests.ingest.descent.alignment.test_probability import COUNTED, LENT, REGISTER
from tests.ingest.whole_runs import book, write
from tests.libraries import ROOT

pytestmark = pytest.mark.slow(seconds=90)
BEFORE, LATER = [FERRY, LENT, OWL, STAR, *REGISTER], [COUNTED, OWL, STAR, *REGISTER]
"""Two books of many rules, between which one edge is doubtful."""
PASSWORD = "right-password"
PEOPLE = f"""
from django.contrib.auth.models import Group, User
for name, group in (("rita", "Readers"), ("ed", "Editors"), ("pia", "Publishers"), ("ada", "Administrators")):
    person = User.objects.create_user(name, password="{PASSWORD}", is_staff=True)
    person.groups.add(Group.objects.get(name=group))
"""


@pytest.fixture(scope="module")
def desk_site(tmp_path_factory):
    """The address of a site with three small editions and a scenario, and with a person of each role."""
    folder = tmp_path_factory.mktemp("desk")
    scenarios = folder / "scenarios"
    scenarios.mkdir()
    environment = data_folders.environment(folder / "var") | {"RULESITE_SCENARIOS": str(scenarios)}
    (scenarios / "bolt.toml").write_text(BOLT, encoding="utf-8")
    books = write(folder / "books", "2001-01-01", "2003-03-03", "2008-08-08", **{"2008-08-08": BEFORE})
    for words in (["ingest", str(books)], ["shell", "-v0", "-c", PEOPLE]):
        subprocess.run(
            [sys.executable, str(ROOT / "manage.py"), *words],
            cwd=ROOT,
            env=environment,
            check=True,
            capture_output=True,
        )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULESITE_SCENARIOS", str(scenarios))
        with served(folder / "var", seconds=180) as address:
            yield address


@pytest.fixture
def enter(browser, desk_site):
    """Open a browser of one's own as somebody: ``enter("ed")`` gives a page of the admin."""
    contexts = []

    def entering(name):
        context = browser.new_context(base_url=desk_site, service_workers="block", reduced_motion="reduce")
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.goto("/admin/")
        page.fill("#id_username", name)
        page.fill("#id_password", PASSWORD)
        page.click("input[type=submit]")
        expect(page.locator("#user-tools")).to_contain_text(name)
        return page

    yield entering
    for context in contexts:
        context.close()


def stage(page, day="2002-02-02"):
    """Bring an edition to the desk, and wait until it was read."""
    page.goto("/admin/desk/proposal/add/")
    page.set_input_files(
        "input[name=file]", {"name": f"cr-{day}.txt", "mimeType": "text/plain", "buffer": book(day).encode()}
    )
    page.get_by_role("button", name="Read the document").click()
    settled(page, "is ready for review")


def settled(page, state):
    """Wait until a proposal is in a state; its page asks again by itself."""
    expect(page.locator(".state")).to_contain_text(f"it {state}", timeout=60_000)


def test_an_editor_stages_and_decides_and_a_publisher_publishes_and_takes_back(enter, desk_site, axe_in_both_themes):
    editor, publisher = enter("ed"), enter("pia")
    stage(editor)
    assert editor.request.get("/cr/2002-02-02/").status == 404, "no reader sees it yet"
    expect(editor.get_by_role("heading", name="cr/2002-02-02", exact=True)).to_be_visible()
    expect(editor.locator(".desk")).to_contain_text("characters is accounted for")
    expect(editor.get_by_role("button", name="Publish")).to_have_count(0)
    expect(editor.locator("table.changes ins").first).to_be_visible()
    editor.get_by_role("link", name="402 Abilities").click()
    expect(editor.get_by_role("main")).to_contain_text("402.1")
    assert editor.title().startswith("402. Abilities")
    editor.go_back()
    axe_in_both_themes(editor)
    editor.get_by_label("Earlier rule").fill("cr/2001-01-01/402.2")
    editor.get_by_label("Later rule").fill("cr/2002-02-02/402.2")
    editor.locator(".edge-row").get_by_label("Reason").fill("the toll became the owl's")
    editor.get_by_role("button", name="Save the decision", exact=True).click()
    expect(editor.locator(".desk")).to_contain_text("Decisions on lineage")
    settled(editor, "is ready for review")
    editor.get_by_text("Decided by people: 1").click()
    expect(editor.get_by_text("ed: the toll became the owl's")).to_be_visible()

    publisher.goto(editor.url)
    publisher.get_by_role("button", name="Publish …").click()
    expect(publisher.get_by_role("heading", name="Publish this?")).to_be_visible()
    expect(publisher.locator(".desk")).to_contain_text("New editions: cr/2002-02-02")
    axe_in_both_themes(publisher)
    publisher.get_by_role("button", name="Publish it now").click()
    settled(publisher, "was published")
    editor.goto("/cr/2002-02-02/402.2/")
    expect(editor.locator("main")).to_contain_text("402.2")
    assert "2001-01-01/402.2" in editor.request.get("/cr/2002-02-02/402.2/").text()

    publisher.get_by_role("link", name=re.compile("publication 2")).click()
    publisher.get_by_role("link", name="Undo it …").click()
    expect(publisher.locator(".consequences")).to_contain_text("cr/2002-02-02 is removed")
    axe_in_both_themes(publisher)
    publisher.get_by_role("button", name="Undo the publication").click()
    settled(publisher, "was published")
    assert editor.request.get("/cr/2002-02-02/").status == 404
    assert editor.request.get("/cr/2003-03-03/").status == 200
    publisher.goto("/admin/desk/publication/")
    expect(publisher.locator("#result_list tbody tr")).to_have_count(3)
    expect(publisher.locator("#result_list tbody tr").first).to_contain_text("pia")
    axe_in_both_themes(publisher)


def test_a_doubtful_edge_is_confirmed_in_the_form_and_published_as_said(enter, desk_site, axe_in_both_themes):
    """402.2 may have been taken into its neighbour, and no more than that is known of it."""
    page = enter("pia")
    page.goto("/admin/desk/proposal/add/")
    file = {"name": "cr-2009-09-09.txt", "mimeType": "text/plain", "buffer": book("2009-09-09", LATER).encode()}
    page.set_input_files("input[name=file]", file)
    page.get_by_role("button", name="Read the document").click()
    settled(page, "is ready for review")
    form = page.locator("form").filter(has=page.locator("table.edges"))
    row = form.locator("tr").filter(has_text="merged").filter(has=page.get_by_label("Decision on 402.2 → 402.1"))
    expect(row).to_contain_text("merged")
    axe_in_both_themes(page)
    form.get_by_role("button", name="Save the decisions").click()
    expect(page.locator(".errorlist, .errornote").first).to_contain_text("No decision was made")
    form.get_by_label("Decision on 402.2 → 402.1").select_option("it comes from there")
    form.get_by_role("button", name="Save the decisions").click()
    expect(page.locator(".errorlist, .errornote").first).to_contain_text("give a reason")
    form.get_by_label("Decision on 402.2 → 402.1").select_option("it comes from there")
    form.get_by_label("Reason for 402.2 → 402.1").fill("the warden counts both")
    form.get_by_role("button", name="Save the decisions").click()
    expect(page.locator(".desk")).to_contain_text("Decisions on lineage")
    settled(page, "is ready for review")
    expect(page.get_by_label("Decision on 402.2 → 402.1")).to_have_count(0)
    page.get_by_role("button", name="Publish …").click()
    page.get_by_role("button", name="Publish it now").click()
    settled(page, "was published")
    page.goto("/admin/rulebook/assertion/")
    expect(page.locator("#result_list")).to_contain_text("the warden counts both")
    assert "2008-08-08/402.2" in page.request.get("/cr/2009-09-09/402.1/").text()


def test_a_file_that_is_too_long_for_memory_is_read_as_any_other(enter):
    """An archive of three megabytes: two books, and furniture that can't be packed."""
    page = enter("ed")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("cr-2002-02-02.txt", book("2002-02-02"))
        archive.writestr("notes.bin", random.Random(1).randbytes(3_000_000))
    page.goto("/admin/desk/proposal/add/")
    page.set_input_files(
        "input[name=file]", {"name": "books.zip", "mimeType": "application/zip", "buffer": packed.getvalue()}
    )
    page.get_by_role("button", name="Read the document").click()
    settled(page, "is ready for review")
    expect(page.get_by_role("heading", name="cr/2002-02-02", exact=True)).to_be_visible()
    page.get_by_role("button", name="Discard").click()
    settled(page, "was discarded")


def while_busy(page, name):
    """Press a button by which something is played; who is told to ask again does so."""
    for _ in range(PATIENCE // 1_000):
        with page.expect_navigation():
            page.get_by_role("button", name=name).click()
        if not page.locator(".errorlist").filter(has_text="Try again in a few seconds").count():
            return
        page.wait_for_timeout(1_000)
    raise AssertionError("it was always too much")


def test_a_scenario_is_corrected_beside_its_game(enter, axe_in_both_themes):
    page = enter("ed")
    page.goto("/admin/checks/scenario/")
    page.get_by_role("link", name="bolt.toml").click()
    game = page.get_by_role("region", name="The game that was played of it")
    expect(game).to_contain_text("Holds under the rules of")
    axe_in_both_themes(page)
    words = page.get_by_label("Scenario:")
    given = words.input_value()
    words.fill(given.replace("Bear is in Bob's graveyard", "Bear is in play"))
    while_busy(page, "Show what would change")
    expect(page.locator(".errorlist").first).to_contain_text("It is contradicted")
    expect(game).to_contain_text("Contradicted under the rules of")
    page.get_by_label("Scenario:").fill(given.replace("A bolt kills a bear", "A bolt kills one bear"))
    page.get_by_label("Reason:").fill("there is one")
    while_busy(page, "Save and continue editing")
    expect(page.locator(".messagelist")).to_contain_text("Corrected")
    page.goto("/games/bolt/")
    expect(page.get_by_role("heading", name="A bolt kills one bear")).to_be_visible()
    expect(page.locator("main")).to_contain_text("there is one")
    page.goto("/admin/rulebook/correction/")
    page.get_by_role("link", name="there is one").click()
    page.get_by_role("link", name="Undo it …").click()
    page.get_by_label("Reason").fill("there are two")
    page.get_by_role("button", name="Undo the correction").click()
    page.goto("/games/bolt/")
    expect(page.get_by_role("heading", name="A bolt kills a bear")).to_be_visible()


def test_the_second_of_two_publishers_is_told(enter):
    first, second = enter("pia"), enter("ada")
    stage(first)
    second.goto(first.url)
    first.get_by_role("button", name="Discard").click()
    settled(first, "was discarded")
    second.get_by_role("button", name="Publish …").click()
    expect(second.locator(".messagelist")).to_contain_text("Pia has acted on this since you opened the page")
    settled(second, "was discarded")


def test_who_comes_second_with_a_document_is_told_whose_the_desk_is(enter):
    first, second = enter("ed"), enter("pia")
    stage(first)
    second.goto("/admin/desk/proposal/add/")
    expect(second.locator(".errornote")).to_contain_text("ed has brought cr-2002-02-02.txt")
    second.get_by_role("link", name="cr-2002-02-02.txt").click()
    second.get_by_role("button", name="Discard").click()
    settled(second, "was discarded")


def test_a_reader_looks_and_is_offered_nothing_to_do(enter):
    editor, reader = enter("ed"), enter("rita")
    stage(editor)
    reader.goto(editor.url)
    expect(reader.get_by_role("heading", name="cr/2002-02-02", exact=True)).to_be_visible()
    assert [button.inner_text() for button in reader.locator("#content button").all()] == []
    assert reader.request.get("/admin/desk/proposal/add/").status == 403
    publisher = enter("pia")
    publisher.goto(editor.url)
    publisher.get_by_role("button", name="Discard").click()
    settled(publisher, "was discarded")
