"""After z the subrules of a rule have pairs of letters: 704.5aa is a number like any other at every door."""

import io
import json
from datetime import date

import pytest
from django.core.management import call_command

from ingest.dialects import choose
from ingest.document.source import read_bytes
from rulesite.rulebook.citations import linker
from rulesite.rulebook.citations.checker import Status, check
from rulesite.rulebook.models import Citation, Edition, Library, RuleVersion
from rulesite.search import search, typeahead
from rulesite.search.indexing import builder
from rulesite.text.numbering import SUBRULE_LETTERS
from tests import factories as make
from tests.snapshots import made_once

pytestmark = pytest.mark.django_db

LETTERS = [*SUBRULE_LETTERS[-3:], "aa", "bb"]


@pytest.fixture
@made_once
def book(index_folder):
    """A rule whose subrules go on after z, one of them cited, and two others that cite, indexed."""
    Library.objects.create(name="a test")
    edition = make.edition("2026-08-07")
    make.version(edition, "704", title="Actions of the State", kind="section")
    make.version(edition, "704.5", "These are they:")
    for letter in LETTERS:
        make.version(edition, f"704.5{letter}", f"A thing of sort {letter} is put away.")
    make.version(edition, "704.6", "See rule 704.5aa, rules 704.5x–aa, and rules 704.5z/aa.")
    linker.find_references([each.wording for each in edition.versions.all() if each.wording], edition.scheme)
    linker.relink(edition)
    builder.rebuild()
    return edition


def printed(*command):
    out = io.StringIO()
    call_command(*command, "--json", stdout=out)
    return json.loads(out.getvalue())


def test_its_page_shows_it_in_its_place_after_z(client, book):
    page = client.get("/cr/2026-08-07/704.5aa/")
    assert page.status_code == 200
    text = page.content.decode()
    places = [text.index(f'id="704.5{letter}"') for letter in LETTERS]
    assert places == sorted(places)
    assert client.get("/cr/704.5AA/", follow=True).status_code == 200


def test_references_and_runs_lead_to_it(book):
    found = {
        citation.reference.cited: [target.version.number for target in citation.targets.order_by("version__position")]
        for citation in Citation.objects.select_related("reference")
    }
    assert found == {
        "704.5aa": ["704.5aa"],
        "704.5x–aa": ["704.5x", "704.5y", "704.5z", "704.5aa"],
        "704.5z": ["704.5z"],
        "aa": ["704.5aa"],
    }


@pytest.mark.parametrize(
    "typed", ["704.5aa", "rule 704.5AA", "[CR 704.5aa]", "704.5(aa)", "704.5aa@2026-08-07", "704.5aa 2026"]
)
def test_the_box_leads_to_it(client, book, typed):
    assert printed("rule", typed)["number"] == "704.5aa"
    assert client.get("/search/", {"q": typed}).headers["Location"].rstrip("/").endswith("704.5aa")


def test_it_is_offered_while_it_is_typed(book):
    assert [one.text for one in typeahead.typeahead("704.5a")] == ["704.5aa"]
    assert printed("rule", "704.5z–aa")["to"] == "704.5aa"


def test_words_that_cite_it_are_found_by_it(book):
    assert [hit.number for hit in search.search('"see rule 704.5aa"').hits] == ["704.6"]


def test_programs_are_answered(client, book):
    assert client.get("/api/v1/rule/cr/2026-08-07/704.5bb").json()["number"] == "704.5bb"
    rows = printed("export", "cr/2026-08-07")
    numbers = [row["number"] for row in rows if row.get("number", "").startswith("704.5")]
    assert numbers == ["704.5", *(f"704.5{letter}" for letter in LETTERS)]
    assert [target["number"] for target in printed("resolve", "704.5aa@2026-08-07")["today"]] == ["704.5aa"]


def test_the_linter_knows_it(book):
    text = "See CR 704.5aa, 704.5(bb), rule 704.5x, aa and bb; 704.5cc is none, nor is 704.5am."
    report = check(text, as_of=date(2026, 8, 7))
    told = [(finding.text, finding.status) for finding in report.findings]
    assert told[:5] == [(each, Status.VALID) for each in ("704.5aa", "704.5(bb)", "704.5x", "aa", "bb")]
    assert {status for _, status in told[5:]} <= {Status.NEVER}


def test_what_is_written_in_markdown_is_linked(book):
    from rulesite.reading.rendering import markdown

    assert 'href="/cr/2026-08-07/704.5aa/"' in markdown.render("As 704.5aa says.")


def test_the_numbers_survive_a_reading_of_the_book():
    lines = [f"704.5{letter} A thing of sort {letter} is put away." for letter in [*SUBRULE_LETTERS, "aa", "bb"]]
    source = read_bytes("x.txt", "\n".join(["704. Actions", "704.5. These:", *lines]).encode())
    numbers = [provision.number for provision in choose(source).read(source).tree.provisions]
    assert numbers[-3:] == ["704.5z", "704.5aa", "704.5bb"]
    assert Edition.objects.count() == RuleVersion.objects.count() == 0
