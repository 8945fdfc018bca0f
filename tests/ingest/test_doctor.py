"""The doctor: what does not agree is found, named with its mend, and mended."""

import io
import json
import sqlite3
from contextlib import closing

import pytest
from django.core.management import call_command

from ingest.runs import run
from rulesite.rulebook.models import Descent, RuleVersion, Source
from rulesite.search.store import generations, schema, seals
from tests.ingest.whole_runs import Telling, apart, published, write

pytestmark = pytest.mark.slow


def doctor(*arguments):
    out = io.StringIO()
    status = 0
    try:
        call_command("doctor", "--json", *arguments, stdout=out)
    except SystemExit as ended:
        status = ended.code
    return status, json.loads(out.getvalue())


@pytest.fixture
def held(holding):
    return holding("2001-01-01", "2002-02-02", "2003-03-03")


def test_a_library_in_which_everything_agrees_has_no_findings(held):
    assert doctor() == (0, {"found": [], "left": [], "stopped": 0})


def _cut_the_ledger():
    source = Source.objects.first()
    Source.objects.filter(pk=source.pk).update(ledger=b"")


def _lose_edges():
    Descent.objects.filter(later__edition__effective="2002-02-02").delete()


def _cross_threads():
    one, other = RuleVersion.objects.filter(key__in=["402.1", "402.2"], edition__effective="2001-01-01")
    RuleVersion.objects.filter(pk=one.pk).update(rule=other.rule_id)


def _forget_what_is_indexed():
    with closing(sqlite3.connect(generations.current() / schema.FILE)) as db, db:
        db.execute("UPDATE edition SET said = x'00' WHERE date = '2002-02-02'")
    (generations.current() / seals.SEAL).unlink()
    seals.close(generations.current())


def _flip_bytes_of_the_index():
    for file in (schema.FILE, "whoosh/whoosh_1.pst"):
        path = generations.current() / file
        said = bytearray(path.read_bytes())
        for at in range(0, len(said), max(1, len(said) // 50)):
            said[at] ^= 1
        path.unlink()
        path.write_bytes(said)


@pytest.mark.parametrize(
    ("harm", "says"),
    [
        (_cut_the_ledger, "the ledger of"),
        (_lose_edges, "has no edges"),
        (_cross_threads, "in another thread"),
        (_cross_threads, "differs from the search index"),
        (_forget_what_is_indexed, "differs from the search index"),
        (_flip_bytes_of_the_index, "missing or damaged"),
    ],
)
def test_what_does_not_agree_is_named_and_mended(held, harm, says):
    before = published(held)
    harm()
    status, told = doctor()
    assert status == 1
    assert any(says in finding["what"] for finding in told["found"])
    assert doctor("--fix")[0] == 0
    assert doctor() == (0, {"found": [], "left": [], "stopped": 0})
    assert published(held) == before


def test_a_stopped_ingest_is_named_and_finished(held, tmp_path):
    more = write(tmp_path / "more", "2004-04-04")
    assert apart(lambda: run.run([str(more)], progress=Telling(3))) == -9
    assert doctor()[0] == 1
    assert doctor("--fix")[0] == 0
    assert len(published(held)["editions"]) == 4
