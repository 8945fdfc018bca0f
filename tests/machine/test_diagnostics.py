"""On every machine in trouble, every command and every page works, or says in a sentence what is wrong and the mend."""

import contextlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import pytest
from django.core.management import get_commands

from rulesite import misplaced
from tests import command_line, data_folders, disks
from tests.libraries import ROOT, played

pytestmark = pytest.mark.slow(seconds=70)

SCENARIO = "fixtures/scenarios/activation-timing.toml"
"""One is enough where only what is wrong with the machine is asked."""
DOCUMENT = "fixtures/documents/dangelo-402.rulings-2008-03-17.txt"
COMMANDS = {
    "backup": ["backup", str(Path(os.environ["RULESITE_DATA"]) / "backup.zip"), "--replace", "--json"],
    "check_concepts": ["check_concepts", "--json"],
    "check_examples": ["check_examples"],
    "check_liveness": ["check_liveness", "tests/machine/cards.tsv", "--tables", "1", "--json"],
    "cite": ["cite", "README.md"],
    "descent": ["descent", "cr/2006-10-01", "cr/2018-01-19", "--json"],
    "export": ["export", "cr/2006-10-01"],
    "find": ["find", "mana", "--json"],
    "ingest_cards": ["ingest_cards", "tests/machine/cards.json", "--json"],
    "ingest": ["ingest", DOCUMENT, "--document", "other", "--json"],
    "ledger": ["ledger", "cr-701"],
    "play": ["play", SCENARIO],
    "read_cards": ["read_cards", "tests/machine/cards.tsv", "--json"],
    "read_text": ["read_text", "Flying"],
    "redraw": ["redraw"],
    "reindex": ["reindex", "--json"],
    "resolve": ["resolve", "402.1@2008-03-17", "--json"],
    "rule": ["rule", "409.1b@2006-10-01"],
    "serve": ["serve", "--prepare-only"],
    "axes_reset": ["axes_reset"],
    "createsuperuser": ["createsuperuser", "--noinput", "--username", "ada", "--email", "ada@example.org"],
}
NEED_NOTHING = {"check_liveness", "play", "read_cards", "read_text"}
"""They ask the engine alone, which is read anew on each machine for the first of them, and not for the others."""
OF_DJANGO = {"axes_reset", "createsuperuser"}
WRITERS = {"ingest", "ingest_cards", "reindex", "check_examples", "check_concepts", "axes_reset", "createsuperuser"}
APART = {"bench", "restore", "fetch_latest", *(["backup"] if data_folders.ON_POSTGRES else [])}
"""One makes a data folder of its own each time, and takes minutes; one is tested with a backup to put back (of
PostgreSQL other programs make them, see test_postgres); one asks a distant server (see tests/ingest)."""
PAGES = [
    "/",
    "/cr/",
    "/cr/2006-10-01/409.1b/",
    "/search/?q=mana",
    "/games/",
    "/api/v1/editions",
    "/nothing/",
    "/admin/login/",
]

NONE_YET, OLDER, NEWER = "There is no rulebook yet", "by an older version", "by a newer version"
DAMAGED, FULL, SHUT = "The database is damaged", "full", "by this user"


def commands():
    """Every command that the project adds, and Django's of which the README speaks, each as it is typed."""
    ours = {name for name, app in get_commands().items() if str(app).startswith(("rulesite.", "ingest"))}
    return {name: COMMANDS.get(name, [name]) for name in (ours | OF_DJANGO) - APART}


# --- the machines


def empty(folder: Path):
    data_folders.remove(folder)
    data_folders.begin(folder)


def without_database(folder: Path):
    """With nothing but what the engine compiled, which does not hang on what is held."""
    compiled = (folder / "compiled").rename(folder.with_name("compiled"))
    empty(folder)
    compiled.rename(folder / compiled.name)


def without_tables(folder: Path):
    without_database(folder)
    with contextlib.closing(sqlite3.connect(folder / "rulebook.sqlite3")) as database:
        database.execute("PRAGMA journal_mode=WAL")


def empty_file(folder: Path):
    (folder / "rulebook.sqlite3").write_bytes(b"")


def older(folder: Path):
    without_database(folder)
    for app in ("rulebook", "checks"):
        manage(folder, "migrate", app, "0001", "-v0")


def newer(folder: Path):
    with data_folders.opened(folder) as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('rulebook', '9999_x', '2040-01-01')"
        )
        database.execute("ALTER TABLE rulebook_edition RENAME TO gone")


def random_bytes(folder: Path):
    (folder / "rulebook.sqlite3").write_bytes(random.Random(1).randbytes(100_000))


def with_holes(folder: Path):
    path = folder / "rulebook.sqlite3"
    held = bytearray(path.read_bytes())
    for page in range(1, len(held) // 4096):
        held[page * 4096 : page * 4096 + 2000] = random.Random(page).randbytes(2000)
    path.write_bytes(held)


def without_index(folder: Path):
    shutil.rmtree(folder / "index")


def without_static_list(folder: Path):
    shutil.rmtree(folder / "static")


def sound(folder: Path):
    """As it should be."""


FOR_FILES = {
    "database without tables": "an empty one is that of the empty folder",
    "empty file for a database": "a server minds its own",
    "random bytes for a database": "a server minds its own",
    "database with holes": "a server minds its own",
}
"""The machines that are in trouble with such a database alone, and why."""
READERS = (
    set(commands()) - WRITERS - NEED_NOTHING - {"serve", "doctor"}
)  # doctor tries what it proves, and takes it back
ELSEWHERE = set(commands()) if data_folders.ON_POSTGRES else set()
"""What may work though nothing can be written here, since the database lies elsewhere."""
MACHINES = {
    "empty folder": (empty, NONE_YET, {"ingest"}, set()),
    "database without tables": (without_tables, NONE_YET, {"ingest"}, set()),
    "older database": (older, (NONE_YET, OLDER), {"ingest"}, OF_DJANGO | {"reindex", "backup"}),
    "newer database": (newer, NEWER, set(), OF_DJANGO),
    "empty file for a database": (empty_file, DAMAGED, set(), set()),
    "random bytes for a database": (random_bytes, DAMAGED, set(), set()),
    "database with holes": (with_holes, DAMAGED, set(), OF_DJANGO),
    "read-only folder": (sound, SHUT, READERS | {"serve"}, {"axes_reset", "doctor"} | ELSEWHERE),
    "read-only empty folder": (empty, (NONE_YET, SHUT), set(), ELSEWHERE),
    "full disk": (sound, FULL, set(), READERS | {"axes_reset", "doctor"} | ELSEWHERE),
    "full disk, empty folder": (empty, (FULL, NONE_YET), set(), ELSEWHERE),
}
"""Each machine: how it is made, what is wrong with it, which commands work all the same, and which may."""


@pytest.fixture(scope="module")
def prepared(pocket_folder, tmp_path_factory):
    """A sound data folder with the pocket edition, ready to be served."""
    folder = tmp_path_factory.mktemp("sound") / "var"
    data_folders.duplicate(played("pocket", pocket_folder), folder)
    manage(folder, "collectstatic", "--noinput", "-v0")
    return folder


@pytest.fixture(scope="module")
def made(prepared, tmp_path_factory):
    """Call it with the name of a machine: its data folder, made for the first who asks."""

    @cache
    def make(name: str) -> Path:
        folder = tmp_path_factory.mktemp("machine") / "var"
        data_folders.duplicate(prepared, folder)
        (MACHINES | OTHERS | SWAPPED)[name][0](folder)
        return folder

    return make


def manage(folder: Path, *words: str):
    """Run a command on a sound machine."""
    environment = data_folders.environment(folder)
    subprocess.run([sys.executable, "manage.py", *words], cwd=ROOT, env=environment, check=True, capture_output=True)


class Walk:
    """A process that does work on machines in trouble: in the folder ``data``, which is made again for each piece."""

    def __init__(self, folder: Path, *, lasting: bool = False) -> None:
        self.data = folder / "var"
        scenarios = folder / "scenarios"
        scenarios.mkdir()
        shutil.copy(ROOT / SCENARIO, scenarios)
        words = [sys.executable, str(Path(__file__).with_name("walking.py"))]
        if lasting and os.geteuid() == 0:  # permissions hold for root too once it has lost the right to pass them over
            words = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search", *words]
        environment = data_folders.environment(self.data) | {"RULESITE_SCENARIOS": str(scenarios)}
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(words, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, text=True)

    def done(self, work: list[dict], kept: Path | None, largest_file: int = 0) -> list[dict]:
        """Do some work; without a folder that is ``kept`` the data folder stays as it is."""
        asked = {"work": work, "kept": str(kept) if kept else "", "largest_file": largest_file}
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def __enter__(self) -> "Walk":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.stdin.close()
        assert self._process.wait(timeout=60) == 0


@pytest.fixture(scope="module")
def walk(tmp_path_factory):
    """A process for all machines whose folder may be made again."""
    folder = tmp_path_factory.mktemp("walk")
    data_folders.begin(folder / "var")
    with Walk(folder) as walking:
        yield walking


def done(name: str, made: Callable[[str], Path], walk: Walk, folder: Path, work: list[dict]) -> tuple[list[dict], Path]:
    """Do some work on a machine, each piece on a machine of its own that is made the same; with its data folder."""
    kept = made(name)
    if not name.startswith("read-only"):
        return walk.done(work, kept, 5000 if name.startswith("full disk") else 0), walk.data
    if not hasattr(os, "geteuid") or (os.geteuid() == 0 and not shutil.which("setpriv")):
        pytest.skip("root may write everywhere here")
    data_folders.duplicate(kept, folder / "var")
    for path in (folder / "var", *(folder / "var").rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    with Walk(folder, lasting=True) as alone:
        return alone.done(work, None), alone.data


LIKE_OTHERS = {"database without tables", "read-only empty folder", "full disk, empty folder"}
"""The machines that are in two kinds of trouble, or nearly in that of another."""


def _each(names):
    """The machines of some names, as a test takes them."""
    marks = {name: [pytest.mark.files(why)] for name, why in FOR_FILES.items()}
    for name in LIKE_OTHERS:
        marks.setdefault(name, []).append(pytest.mark.thorough("others are nearly so"))
    return [pytest.param(name, marks=marks.get(name, [])) for name in names]


@pytest.mark.parametrize("name", _each(MACHINES))
def test_every_command_works_or_says_the_mend_in_a_sentence(name, made, walk, tmp_path):
    _, wrong, works, may_work = MACHINES[name]
    typed = commands()
    if "ingest" in works:  # then serve works too: it loads the pocket edition, which takes its time
        del typed["serve"]
    of_engine = {command: words for command, words in typed.items() if command in NEED_NOTHING}
    others = {command: words for command, words in typed.items() if command not in NEED_NOTHING}
    work = [{"commands": [*of_engine.values()]}, *({"commands": [words]} for words in others.values())]
    answers, _ = done(name, made, walk, tmp_path, work)
    for (command, words), answer in zip({**of_engine, **others}.items(), answers, strict=True):
        said = answer["err"].strip().splitlines()
        told = f"{command} on {name}: {answer}"
        assert "Traceback" not in answer["err"], told
        if command in works | NEED_NOTHING or (command in may_work and answer["status"] == 0):
            assert answer["status"] == 0, told
            continue
        assert answer["status"] == 1, told
        if command in may_work and not said:  # it was carried out, and tells what it found of the book
            assert answer["out"], told
            continue
        assert any(sentence in said[-1] for sentence in ([wrong] if isinstance(wrong, str) else wrong)), told
        assert len(said) == 1 or command in OF_DJANGO, told
        if "--json" in words:
            assert json.loads(answer["out"]) == {"error": said[-1].removeprefix("CommandError: ")}, told


OTHERS = {"no search index": (without_index,), "no list of static files": (without_static_list,), "sound": (sound,)}


@pytest.mark.parametrize("name", _each([*MACHINES, *OTHERS]))
def test_every_page_is_answered_or_says_the_mend_without_a_path_of_the_server(name, made, walk, tmp_path):
    answers, data = done(name, made, walk, tmp_path, [{"page": path} for path in PAGES])
    for path, answer in zip(PAGES, answers, strict=True):
        status, _, text = answer["out"].partition("\n")
        told = f"{path} on {name}: {answer}"
        assert status in ("200", "302", "404", "503"), told
        if name in ("sound", "read-only folder"):
            assert status == ("404" if path == "/nothing/" else "200"), told
        if status == "503":
            assert "Whoever runs" in text, told
            assert str(data.parent) not in text, told
            assert "rulesite.reading.views.errors" in answer["err"], told


def swapped(folder: Path, name: str):
    """With a file in the place of a folder, or a folder in the place of a file."""
    path = folder / name
    if path.is_dir():
        shutil.rmtree(path)
        path.write_bytes(b"something else")
    elif name in misplaced.FOLDERS:
        path.unlink(missing_ok=True)
        path.write_bytes(b"something else")
    else:
        path.unlink(missing_ok=True)
        path.mkdir()


SWAPPED = {f"{name} swapped": (partial(swapped, name=name),) for name in (*misplaced.FOLDERS, *misplaced.FILES)}
"""What the data folder holds, each with something else in its place."""


TOUCH_MOST = ("backup", "check_examples", "doctor", "find", "ingest", "reindex", "serve")
"""Commands that between them use all that a data folder holds."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name.split()[0] in ("index", "static") else pytest.mark.thorough("other names"))
        for name in SWAPPED
    ],
)
def test_what_lies_in_the_place_of_something_else_is_named_with_the_mend_or_harms_nobody(name, made, walk, tmp_path):
    typed = {command: commands()[command] for command in TOUCH_MOST if command in commands()}
    work = [{"commands": [words]} for words in typed.values()] + [{"page": path} for path in PAGES]
    answers, data = done(name, made, walk, tmp_path, work)
    for what, answer in zip([*typed, *PAGES], answers, strict=True):
        told = f"{what} with {name}: {answer}"
        assert "error in the program" not in answer["err"], told
        if what in typed:
            assert "Traceback" not in answer["err"], told
            assert answer["status"] in (0, 1), told
            said = answer["err"].strip()
            assert answer["status"] == 0 or not said or "move it away" in said or "manage.py reindex" in said, told
        else:
            assert answer["out"][:3] in ("200", "302", "404", "503"), told
            assert str(data.parent) not in answer["out"], told


def test_it_is_known_of_everything_that_a_data_folder_holds_what_it_should_be(prepared):
    for path in prepared.iterdir():
        if path.suffix not in (".sqlite3-shm", ".sqlite3-wal") and path.name != "test-database":
            assert path.name in (misplaced.FOLDERS if path.is_dir() else misplaced.FILES), path.name


@pytest.mark.parametrize("what", ["binary", "a folder"])
def test_a_secret_key_that_is_no_text_is_named_with_the_mend(what, tmp_path):
    data_folders.begin(tmp_path / "var")
    key = tmp_path / "var" / "secret-key"
    key.mkdir() if what == "a folder" else key.write_bytes(bytes(range(256)))
    for words in (("rule", "402.1"), ("serve", "--prepare-only"), ("play", SCENARIO)):
        answer = command_line.run(words, data_folders.environment(tmp_path / "var"))
        assert answer.returncode == 1
        assert answer.stderr.count("\n") == 1, answer.stderr
        assert "secret-key" in answer.stderr
        assert "move it away" in answer.stderr


def test_a_database_that_is_begun_on_a_full_disk_is_not_left_empty(tmp_path):
    if data_folders.ON_POSTGRES:
        pytest.skip("a server minds its own")
    with disks.mounted(tmp_path / "disk", 1) as disk:
        (disk / "var").mkdir()
        disks.fill(disk)
        environment = data_folders.environment(disk / "var")
        full = command_line.run(("rule", "402.1"), environment)
        disks.make_room(disk)
        afterwards = command_line.run(("rule", "402.1"), environment)
    assert FULL in full.stderr
    assert NONE_YET in afterwards.stderr


def test_a_worker_that_is_killed_is_no_fault_of_the_program(tmp_path, monkeypatch, capsys, settings):
    from ingest.workers.pool import WorkerPool
    from rulesite import cli

    def works(argv):
        with WorkerPool(2) as crew:
            list(crew.each(signal.raise_signal, [(signal.SIGKILL,)] * 3, few=False))

    settings.DATA_DIR = tmp_path
    monkeypatch.setattr("django.core.management.execute_from_command_line", works)
    assert cli.run(["manage.py", "ingest", "x"]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "was killed" in said
    assert "then try again" in said
    assert not (tmp_path / "errors.log").exists()


def test_a_fault_of_the_program_is_one_line_and_its_details_are_kept(tmp_path, monkeypatch, capsys, settings):
    from rulesite import cli

    def fails(argv):
        raise KeyError("a fault")

    settings.DATA_DIR = tmp_path
    monkeypatch.setattr("django.core.management.execute_from_command_line", fails)
    assert cli.run(["manage.py", "rule", "402.1"]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert "KeyError" in (tmp_path / "errors.log").read_text()
    with pytest.raises(KeyError):
        cli.run(["manage.py", "rule", "402.1", "--traceback"])
