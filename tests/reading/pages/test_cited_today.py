"""Beside a rule that policy cites as of its day: its number of today, that its words changed, or that it is gone."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rulesite.reading.caching import receivers
from rulesite.rulebook.models import Citation, CitationTarget, Library, Reference
from rulesite.text.numbering import Scheme
from tests import factories as make
from tests.reading.read_pages import faults, read, words

pytestmark = pytest.mark.django_db

CITED = ("103.4c", "104.1a", "105.2", "106.3", "107.1")
TEXT = "See rules 103.4c, 104.1a, 105.2, 106.3 and 107.1."


def cite(edition, version, number, *targets):
    """Let a text of an edition cite a provision by its number, or a run of them."""
    start = version.text.index(number)
    given = {"wording": version.wording, "start": start, "end": start + len(number), "cited": number, "kind": "rule"}
    reference = Reference.objects.create(**given, document=targets[0].edition.document.slug)
    citation = Citation.objects.create(reference=reference, edition=edition, outcome="resolved")
    for target in targets:
        CitationTarget.objects.create(citation=citation, version=target)


@pytest.fixture
def policy(db):
    """Invented policy that cites five rules of its day: one moves, two are reworded (one moves), one goes, one stays."""
    Library.objects.create(name="a test")
    then, now = make.edition("2019-01-01"), make.edition("2026-01-01")
    old = {number: make.version(then, number, f"Owls of {number[:3]} fly.") for number in CITED}
    for number, key, text in (
        ("103.4c", "103.5c", "Owls of 103 fly."),
        ("104.1a", "104.1a", "Owls of 104 swim."),
        ("105.2", "105.7", "Owls of 105 swim."),
        ("107.1", "107.1", "Owls of 107 fly."),
    ):
        make.version(now, key, text, rule=old[number].rule)
    edition = make.edition("2019-05-03", "mtr", Scheme.DOTTED)
    section = make.version(edition, "4.3", TEXT, title="Order of Birds", kind="section")
    for number in CITED:
        cite(edition, section, number, old[number])
    return edition


def test_each_rule_that_is_another_today_has_a_remark_with_its_link(client, policy):
    page = read(client, "/mtr/2019-05-03/4.3/")
    lead = page.main.select_one(".provision.lead .words")
    assert " ".join(lead.get_text().split()) == (
        "See rules 103.4c (today 103.5c), 104.1a (other words today), 105.2 (today 105.7, in other words),"
        " 106.3 (gone today) and 107.1."
    )
    assert lead.select_one("a.ref")["href"] == "/cr/2019-01-01/103.4c/#103.4c"
    assert [link["href"] for link in lead.select(".aside a")] == [
        "/cr/2026-01-01/103.5c/#103.5c",
        "/cr/2026-01-01/104.1a/#104.1a",
        "/cr/2026-01-01/105.7/#105.7",
        "/cr/2019-01-01/106.3/history/",
    ]
    assert faults(page) == []


@pytest.mark.parametrize(
    ("ends", "remark"),
    [
        (("103.4c", "107.1"), " (today 103.5c to 107.1)"),
        (("103.4c", "105.2"), " (today 103.5c to 105.7, in other words)"),
        (("104.1a", "107.1"), " (other words today)"),
        (("105.2", "106.3"), " (106.3 gone today)"),
        (("107.1", "107.1"), ""),
    ],
)
def test_a_run_of_rules_is_remarked_on_by_its_first_and_last(client, policy, ends, remark):
    run = "–".join(ends)
    citing = make.version(policy, "4.5", f"See rules {run}.", title="Runs of Birds", kind="section")
    cite(policy, citing, run, *(Citation.objects.get(reference__cited=end).targets.get().version for end in ends))
    page = read(client, "/mtr/2019-05-03/4.5/")
    assert " ".join(page.main.select_one(".provision.lead .words").get_text().split()) == f"See rules {run}{remark}."
    assert faults(page) == []


def test_a_page_of_the_rules_has_no_such_remark(client, policy):
    edition = policy.document.editions.model.objects.get(document__slug="cr", effective="2019-01-01")
    citing = make.version(edition, "100.1", "See rule 103.4c.")
    cite(edition, citing, "103.4c", edition.versions.get(key="103.4c"))
    assert "today" not in words(read(client, "/cr/2019-01-01/100.1/").main.select_one(".words"))


def test_more_references_ask_no_more_of_the_database(client, policy):
    section = policy.versions.get(key="4.3")
    few = make.version(policy, "4.4", "See rules 104.1a and 106.3.", title="Few Birds", kind="section")
    for number in ("104.1a", "106.3"):
        cite(policy, few, number, Citation.objects.get(reference__cited=number).targets.get().version)
    counts = []
    for version in (few, section):
        receivers.invalidate()
        with CaptureQueriesContext(connection) as asked:
            client.get(f"/mtr/2019-05-03/{version.key}/")
        counts.append(len(asked))
    assert counts[1] <= counts[0]
