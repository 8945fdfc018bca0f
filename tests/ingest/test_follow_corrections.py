"""Descent follows what a person corrects, soon and whole, and whoever stops it only delays it."""

import json
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from ingest import builds, follow_corrections
from ingest.descent import store
from ingest.descent.store import edges as store_edges
from ingest.phrases import store as phrases_store
from rulesite.rulebook import pending
from rulesite.rulebook.editing import corrections
from rulesite.rulebook.models import Descent, Edition, Library, Rephrased, RuleVersion
from tests import data_folders, factories
from tests.libraries import ROOT, built

DAYS = ("2001-01-01", "2002-02-02", "2003-03-03")
TEXTS = {
    "300.1": "A ferry takes one traveller over the river and comes back empty.",
    "300.2": "The toll is one coin for each traveller and two for a horse.",
    "300.3": "At dusk a bell is rung; whoever is not on the pier then waits until the morning.",
}
OTHER = "Nobody may whistle on the bridge while a horse is led over it."


@pytest.fixture
def books(db):
    """Three editions that say the same, and their descent."""
    factories.library()
    for day in DAYS:
        edition = factories.edition(day)
        factories.version(edition, "300", title="Crossing")
        for number, text in TEXTS.items():
            factories.version(edition, number, text, rule=None)
    store.follow()


def version(day, key="300.2"):
    return RuleVersion.objects.get(edition__effective=day, key=key)


def correct(row, text=OTHER):
    return corrections.correct(row, text, reason="a trial", author=None)


def edges():
    rows = Descent.objects.order_by("earlier", "later").values_list("earlier", "later", "kind", "basis", "score")
    return list(rows)


def lines():
    """Which versions are one rule, whatever its id."""
    found = {}
    for pk, rule in RuleVersion.objects.order_by("pk").values_list("pk", "rule"):
        found.setdefault(rule, []).append(pk)
    return sorted(found.values())


def drawn_from_nothing():
    Descent.objects.all().delete()
    builds.forget(store_edges.STEP, builds.keys(store_edges.STEP))
    builds.forget(store_edges.THREADS, builds.keys(store_edges.THREADS))
    store.follow()
    return edges(), lines()


@pytest.mark.slow
@pytest.mark.parametrize("day", DAYS)
def test_descent_is_soon_what_it_would_be_if_it_were_drawn_from_nothing(books, committed, day):
    before = edges()
    with committed():
        correct(version(day))
        assert list(pending.unfollowed()) == [f"cr/{day}"]
        assert edges() == before
    assert not pending.unfollowed()
    assert edges() != before
    assert (edges(), lines()) == drawn_from_nothing()


@pytest.mark.slow
def test_a_correction_that_is_taken_back_leaves_descent_as_it_was(books, committed):
    before = edges(), lines()
    with committed():
        said = correct(version(DAYS[1]))
    assert edges() != before[0]
    with committed():
        corrections.withdraw(said, reason="a mistake", author=None)
    assert (edges(), lines()) == before


@pytest.mark.slow
def test_the_site_says_so_meanwhile_and_no_longer(books, client, committed):
    told = "Words were corrected a moment ago"
    assert told not in client.get("/").content.decode()
    with committed():
        correct(version(DAYS[1]))
        during = client.get("/")
        assert told in during.content.decode()
    after = client.get("/", headers={"If-None-Match": during["ETag"]})
    assert told not in after.content.decode()


@pytest.mark.slow
def test_what_is_corrected_while_descent_is_drawn_is_followed_too(books, committed, monkeypatch):
    real, others = store_edges.step, [OTHER, TEXTS["300.2"] + " Nobody pays twice."]

    def slow(*task):
        drawn = real(*task)
        if len(others) == 1:
            corrections.correct(version(DAYS[1]), others.pop(), reason="quicker", author=None)
        return drawn

    monkeypatch.setattr(store_edges, "step", slow)
    monkeypatch.setattr(follow_corrections.stage, "alone", lambda lock: contextmanager(lambda: iter([None]))())
    with committed():
        correct(version(DAYS[1]), others.pop(0))
    assert follow_corrections.follow() in (0, 1)
    assert not pending.unfollowed()
    assert (edges(), lines()) == drawn_from_nothing()


@pytest.mark.slow
def test_an_ingest_follows_what_was_left(books):
    correct(version(DAYS[2]))
    assert pending.unfollowed()
    store.follow()
    assert not pending.unfollowed()
    assert (edges(), lines()) == drawn_from_nothing()


@pytest.mark.slow
def test_what_is_said_of_an_edition_that_is_gone_is_settled(books):
    correct(version(DAYS[2]))
    Edition.objects.get(effective=DAYS[2]).delete()
    store.redraw(pending.unfollowed())
    assert not pending.unfollowed()


def test_only_the_editions_beside_are_touched(books, committed):
    untouched = Library.current()
    with committed():
        correct(version(DAYS[0]))
    library = Library.current()
    assert library.marks([f"cr/{DAYS[2]}"]) == untouched.marks([f"cr/{DAYS[2]}"])
    assert library.marks([f"cr/{DAYS[0]}"]) != untouched.marks([f"cr/{DAYS[0]}"])
    assert library.marks([f"cr/{DAYS[1]}"]) != untouched.marks([f"cr/{DAYS[1]}"])


# --- with a process of its own ----------------------------------------------------------------------------------------
CORRECT = """
import django
django.setup()
from rulesite.rulebook.editing import corrections as editing
from rulesite.rulebook import pending
from rulesite.rulebook.models import RuleVersion
version = RuleVersion.objects.filter(edition__effective="2006-10-01", kind="rule", wording__isnull=False).first()
editing.correct(version, version.text + " Or not at all.", reason="a trial", author=None)
print(len(pending.unfollowed()))
"""


@pytest.fixture
def folder(pocket_folder, tmp_path):
    folder = tmp_path / "var"
    data_folders.duplicate(built("pocket", pocket_folder), folder, symlinks=True)
    return folder


def run(folder, *words, **environment):
    said = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=data_folders.environment(folder) | {"DJANGO_SETTINGS_MODULE": "rulesite.settings"} | environment,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "Traceback" not in said.stderr, said.stderr
    return said


def waits(folder):
    """What a doctor finds undone of it."""
    return [one["what"] for one in json.loads(run(folder, "manage.py", "doctor", "--json").stdout)["found"]]


@pytest.mark.slow
def test_a_process_of_its_own_follows(folder):
    before = waits(folder)
    assert run(folder, "-c", CORRECT).stdout == "1\n"
    until = time.monotonic() + 120
    while (found := waits(folder)) != before and time.monotonic() < until:
        time.sleep(0.5)
    assert found == before


@pytest.mark.slow
def test_what_was_stopped_is_said_and_done_by_whoever_comes_next(folder):
    before = waits(folder)
    stopped = CORRECT.replace(
        "editing.correct(", "import subprocess; subprocess.Popen = lambda *how, **more: None\nediting.correct("
    )
    said = run(folder, "-c", stopped)
    assert said.stdout.endswith("1\n"), said.stderr
    assert any("descent has to follow the corrections in cr/2006-10-01" in each for each in waits(folder))
    assert json.loads(run(folder, "manage.py", "redraw", "--json").stdout) == {"editions": 1}
    assert waits(folder) == before
    assert json.loads(run(folder, "manage.py", "redraw", "--json").stdout) == {"editions": 0}


@pytest.mark.slow
def test_phrases_are_learned_again_from_what_is_corrected_of_a_glossary(books, committed):
    for day in DAYS:
        for nth, term in enumerate(("Barge", "Punt", "Raft")):
            factories.term(Edition.objects.get(effective=day), term, f"A boat for {nth + 3} which crosses at dusk.")
    store.follow()
    phrases_store.follow()
    last = Edition.objects.get(effective=DAYS[-1])
    with committed():
        for term in last.terms.all():
            correct(term, term.wording.text.replace("crosses at dusk", "sails to market"))
    assert not phrases_store.is_undone()
    [step] = Rephrased.objects.all()
    assert (step.later, step.phrases[0][:3]) == (last, ["crosses at dusk", "sails to market", 3])
