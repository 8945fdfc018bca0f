"""What tests share: a data folder of their own, and libraries that are loaded once.

Tests of single rows build them (`tests.factories`). Tests of a loaded library ask for ``pocket_database`` or
``real_database`` (module-wide: ``pytestmark = pytest.mark.usefixtures("pocket_database")``): the library is ingested
once, kept in ``.cache/`` under a name made of everything it depends on, and each test's changes are rolled back.
"""

from __future__ import annotations

import fcntl
import gc
import os
import shutil
import tempfile
import threading
from collections import defaultdict
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

gc.disable()  # until all is collected (`pytest_collection_finish`): of that nothing goes
_DATA = tempfile.mkdtemp(prefix="rulesite-tests-")
os.environ["RULESITE_DATA"] = _DATA
os.environ["RULESITE_API_LIMIT"] = "0"  # tests ask from one address, and more often than anybody

import pytest  # noqa: E402  (the data folder must be chosen before Django reads its settings)
from django.conf import settings as site_settings  # noqa: E402
from hypothesis import HealthCheck, settings  # noqa: E402

from rulesite.engine import disk_cache  # noqa: E402
from tests import clusters, data_folders  # noqa: E402
from tests.libraries import CACHE, DOCUMENTS, POCKET, ROOT, built, laid_out, played, share_compiled  # noqa: E402

# Where pytest has made Django read them already, they are told of the folder.
site_settings.DATA_DIR, site_settings.INDEX_DIR = Path(_DATA), Path(_DATA) / "index"
site_settings.STATIC_ROOT = Path(_DATA) / "static"
site_settings.API_LIMIT = 0
site_settings.STATIC_ROOT.mkdir(exist_ok=True)
share_compiled(Path(_DATA))
disk_cache.keep_in(Path(_DATA) / "compiled")
# Templates name static files; tests do not collect and hash them first. Nor is a password worth a second's work.
site_settings.STORAGES = {
    **site_settings.STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
site_settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

EXAMPLES = 25 if os.environ.get("CI") else 100
"""Of a property. Where its examples are the same each time, as on a machine of CI, the later ones find what the earlier
did."""

settings.register_profile(
    "rulesite",
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.register_profile("quick", settings.get_profile("rulesite"), max_examples=15)
settings.load_profile("rulesite")


SLOW = ("slow", "documents")
"""The marks of tests that take long."""
LIBRARIES = {
    "pocket_database": lambda: built("pocket", POCKET),
    "played_pocket": lambda: played("pocket", POCKET),
    "real_database": lambda: built("real", DOCUMENTS) if DOCUMENTS.is_dir() else None,
}
"""The libraries that fixtures ask for, in the order in which they are made while tests run that need none."""


MANY, EACH = 100, 5
"""Of a test of more rows than the first, `make quick` tries every so manieth."""
STARTING = {"browser", "machine"}
"""The folders of tests that start the site and its commands, which find a database by themselves."""


@pytest.hookimpl(wrapper=True)
def pytest_collection(session):
    """Of several processes the first that collects since the engine was changed does so alone: what it keeps of the
    files for later, the others need not find out. It has the grammar compiled too, which most read something with at
    once."""
    if not hasattr(session.config, "workerinput"):
        return (yield)
    CACHE.mkdir(exist_ok=True)
    state, collected = disk_cache.digest_of(ROOT / "rulesite" / "engine"), CACHE / "collected"
    with (CACHE / "collecting.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if collected.exists() and collected.read_text("utf-8") == state:
            fcntl.flock(lock, fcntl.LOCK_UN)
            return (yield)
        found = yield
        from rulesite.engine.cardtext.parser.grammar import grammar

        grammar()
        collected.write_text(state, "utf-8")
        return found


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path):
    """A file of tests in which no example stands is not looked through for some: that takes as long as to find the
    tests."""
    found = yield
    return found if ">>>" in file_path.read_text("utf-8") else [each for each in found if type(each) is pytest.Module]


def pytest_collection_modifyitems(config, items):
    """Files with slow tests come first, the longest of them before the others, so that no process is left alone with
    one at the end.

    Of both, those that need a library come last: it is made meanwhile. Files with a test that empties the database come
    after those that need what the migrations put there, and those that drive a browser last: its event loop goes on in
    the process, where asyncio and Django then do otherwise.

    Tests of the real documents are skipped, with the reason, where these do not lie beside the clone, and those of a
    database that is a file where it is not. There, too, those that ask none are left out: they run on the other.

    Of a test of very many rows all but every fifth is marked as a further one.
    """
    if data_folders.ON_POSTGRES:
        config.hook.pytest_deselected(items=[item for item in items if not _asks_a_database(item)])
        items[:] = filter(_asks_a_database, items)
    rows = defaultdict(list)
    for item in items:
        rows[item.path, getattr(item, "originalname", None)].append(item)
    for several in (several for (_, name), several in rows.items() if name and len(several) > MANY):
        for nth, item in enumerate(several):
            if nth % EACH:
                item.add_marker("further")
    turns = {}
    for item in items:
        before = turns.get(item.path, (0, False, 0, False))
        turns[item.path] = tuple(map(max, before, _turn(item)))

    def turn(item):
        late, slow, seconds, needs = turns[item.path]
        return late, not slow, needs, -seconds

    items.sort(key=turn)
    for item in items if data_folders.ON_POSTGRES else ():
        for mark in item.iter_markers("files"):
            item.add_marker(pytest.mark.skip(reason=f"of a database that is a file: {mark.args[0]}"))
    if DOCUMENTS.is_dir():
        return
    reason = f"the real documents are not at {os.path.relpath(DOCUMENTS, ROOT)}"
    for item in items:
        if item.get_closest_marker("documents") or "real_database" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.skip(reason=reason))


def pytest_collection_finish(session):
    """What was collected stays to the end: it is not looked through again for what may go. Libraries are begun."""
    gc.freeze()
    gc.enable()
    wanted = {name for item in session.items for name in getattr(item, "fixturenames", ())}
    making = [make for name, make in LIBRARIES.items() if name in wanted]
    if making and not session.config.option.collectonly:
        threading.Thread(target=lambda: [make() for make in making], daemon=True).start()


def pytest_unconfigure():
    """What the tests of this process have kept goes with it."""
    shutil.rmtree(_DATA, ignore_errors=True)


def _asks_a_database(item):
    """Whether it matters to a test which database there is: not to one that may ask none, nor to one that asks a
    cluster of PostgreSQL wherever it runs."""
    names = getattr(item, "fixturenames", ())
    package, *folders = item.path.relative_to(ROOT).parts
    asks = "django_db_setup" in names or item.get_closest_marker("django_db") is not None
    return "cluster" not in names and (asks or (package == "tests" and folders[0] in STARTING))


def _turn(item):
    """When a test's file may come: 0 at once, 1 after those, 2 last; whether it is slow, and how many seconds it says
    that it takes; whether it needs a library."""
    database = item.get_closest_marker("django_db")
    empties = database is not None and database.kwargs.get("transaction")
    slow = any(item.get_closest_marker(mark) for mark in SLOW)
    seconds = max((mark.kwargs.get("seconds", 0) for mark in item.iter_markers("slow")), default=0)
    needs = not LIBRARIES.keys().isdisjoint(getattr(item, "fixturenames", ()))
    return (2 if item.get_closest_marker("browser") else 1 if empties else 0), slow, seconds, needs


@pytest.fixture(scope="module", autouse=True)
def _workers_see_the_tests_data():
    """Workers are forked from the process of the tests, whose data nobody else sees; `tests/sandbox` has the real door.

    What has the usual time has more of it here, where other tests run beside it.
    """
    from rulesite.sandbox import Limits, fork_server, pool, worker

    usual = Limits()

    def hand_over(self, work, limits, line):
        line = line.dup()
        if limits.seconds >= usual.seconds and limits.clock >= usual.clock:
            limits = replace(limits, seconds=60, clock=60)
        worker.prepare(work)
        fork_server.begin(line)
        child = worker.start(work, limits, line)

        def wait():
            fork_server.finish(line, worker.verdict(os.waitpid(child, 0)[1]))

        threading.Thread(target=wait, daemon=True).start()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pool.Pool, "hand_over", hand_over)
        patch.setattr(pool, "_GRACE", 60)
        yield


@pytest.fixture
def committed(django_capture_on_commit_callbacks):
    """What happens inside is followed by what its commit sets off: search makes its index anew only then."""
    from django.db import connection

    @contextmanager
    def inside():
        with django_capture_on_commit_callbacks(execute=True):
            yield
        connection.run_on_commit.clear()  # they have run; a real commit would have forgotten them

    return inside


@pytest.fixture(scope="session")
def cluster():
    """A PostgreSQL of the tests' own, empty."""
    pytest.importorskip("psycopg", reason="what speaks to PostgreSQL is not installed: make postgres")
    if (running := clusters.given()) is not None:
        yield running
        return
    if clusters.programs() is None:
        pytest.skip("PostgreSQL is not installed: apt-get install --no-install-recommends postgresql")
    with clusters.started() as running:
        yield running


@pytest.fixture
def index_folder(settings, tmp_path):
    """An index folder of the test's own."""
    from rulesite.search import search

    settings.INDEX_DIR = tmp_path / "index"
    search._recent.clear()
    return settings.INDEX_DIR


@pytest.fixture
def nothing_asserted(monkeypatch, tmp_path):
    """Nobody has asserted any descent: the file of the project does not speak of a test's small books."""
    from ingest.descent.store import assertions_file

    monkeypatch.setattr(assertions_file, "FILE", tmp_path / "descent.toml")


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment, django_db_blocker):
    """The test database is a copy of an empty one: connections to it may be closed and opened again."""
    from django.db import connection

    with django_db_blocker.unblock():
        connection.close()
    data_folders.duplicate(laid_out(), Path(_DATA) / "test")
    connection.settings_dict["NAME"] = data_folders.name(Path(_DATA) / "test")


@pytest.fixture(scope="session")
def documents() -> Path:
    """The folder of the real documents."""
    if not DOCUMENTS.is_dir():
        pytest.skip(f"the real documents are not at {os.path.relpath(DOCUMENTS, ROOT)}")
    return DOCUMENTS


@pytest.fixture(scope="session")
def pocket_folder() -> Path:
    """The folder of the pocket edition, with its sources.toml."""
    return POCKET


@pytest.fixture(scope="module")
def pocket_database(django_db_setup, django_db_blocker):
    """The tests of this module see the pocket edition, ingested and indexed."""
    with django_db_blocker.unblock():
        yield from _library(LIBRARIES["pocket_database"]())


@pytest.fixture(scope="module")
def real_database(django_db_setup, django_db_blocker, documents):
    """The tests of this module see all the real documents, ingested and indexed."""
    with django_db_blocker.unblock():
        yield from _library(built("real", documents))


@pytest.fixture(scope="module")
def played_pocket(django_db_setup, django_db_blocker):
    """The tests of this module see the pocket edition, and what the engine as it is now made of every scenario."""
    from rulesite.checks.playing.runner import check_all

    with django_db_blocker.unblock():
        for _ in _library(LIBRARIES["played_pocket"]()):
            yield check_all()


def _library(ready: Path):
    """Point the site at a copy of a ready-made data folder for a while."""
    from django.conf import settings as site
    from django.core.cache import cache
    from django.db import connection

    from rulesite.search.store import generations

    private = Path(_DATA) / ready.name
    if not private.exists():
        data_folders.duplicate(ready, private, symlinks=True)
    before = connection.settings_dict["NAME"], site.DATA_DIR, site.INDEX_DIR
    connection.close()
    connection.settings_dict["NAME"] = data_folders.name(private)
    site.DATA_DIR, site.INDEX_DIR = private, private / "index"
    cache.clear()
    with pytest.MonkeyPatch.context() as patch:
        # What a test makes the current index is rolled back with it: the one before must still be there, however late.
        patch.setattr(generations, "_KEEP_SECONDS", generations._KEEP_PREPARED)
        yield
    connection.close()
    connection.settings_dict["NAME"], site.DATA_DIR, site.INDEX_DIR = before
    cache.clear()
