"""Arrows between packages go one way: each may import only what stands beneath it."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# The rooms of the engine and the modules of its door, from the lowest upwards: each may import those before it.
STOREYS = tuple(
    f"rulesite.engine.{name}"
    for name in (
        *("disk_cache", "eras", "language", "abilities", "cardtext", "state", "seating", "evaluation", "effects"),
        *("players", "events", "faces", "casting", "combat", "turn", "actions"),
        *(
            "concept_modules",
            "card_reader",
            "queries",
            "game_questions",
            "game_setup",
            "registry",
            "keyword_status",
            "player_actions",
            "game",
            "legal_actions",
            "liveness",
            "scenario",
        ),
    )
)
# Only these read card text; no room that plays does.
READERS = {f"rulesite.engine.{name}" for name in ("cardtext", "card_reader", "keyword_status", "liveness", "scenario")}
ENGINE = {
    storey: {
        "rulesite.text",
        *(lower for lower in STOREYS[: place + 1] if storey in READERS or lower != "rulesite.engine.cardtext"),
    }
    for place, storey in enumerate(STOREYS)
}

# What each room may import of our own. A room is the longest prefix that matches a module's name.
ALLOWED = {
    "rulesite.misplaced": {"rulesite.misplaced"},
    "rulesite.diagnostics": {"rulesite.misplaced", "rulesite.diagnostics"},
    "rulesite.file_permissions": {"rulesite.diagnostics", "rulesite.file_permissions"},
    "rulesite.book_file": {"rulesite.diagnostics", "rulesite.book_file"},
    "rulesite.databases": {"rulesite.diagnostics", "rulesite.book_file", "rulesite.databases"},
    "rulesite.cli": {"rulesite.diagnostics", "rulesite.cli"},
    "rulesite.data_folder": {
        "rulesite.databases",
        "rulesite.file_permissions",
        "rulesite.diagnostics",
        "rulesite.data_folder",
    },
    "rulesite.progress": {"rulesite.progress"},
    "rulesite.process_activation": {"rulesite.process_activation"},
    "rulesite.sandbox": {"rulesite.process_activation", "rulesite.sandbox"},
    "rulesite.serving": {"rulesite.process_activation", "rulesite.serving"},
    "rulesite.text": {"rulesite.text"},
    "rulesite.engine": set(),
    **ENGINE,
    "rulesite.rulebook": {"rulesite.diagnostics", "rulesite.text", "rulesite.rulebook"},
    "rulesite.search": {
        "rulesite.diagnostics",
        "rulesite.progress",
        "rulesite.text",
        "rulesite.rulebook",
        "rulesite.search",
    },
    "rulesite.checks": {
        "rulesite.cards",
        "rulesite.diagnostics",
        "rulesite.sandbox",
        "rulesite.progress",
        "rulesite.text",
        "rulesite.rulebook",
        "rulesite.engine",
        "rulesite.checks",
    },
    "rulesite.cards": {
        "rulesite.progress",
        "rulesite.text",
        "rulesite.rulebook",
        "rulesite.search",
        "rulesite.engine",
        "rulesite.cards",
    },
    "rulesite.reading": {
        "rulesite.cards",
        "rulesite.diagnostics",
        "rulesite.databases",
        "rulesite.sandbox",
        "rulesite.text",
        "rulesite.rulebook",
        "rulesite.search",
        "rulesite.reading",
        "rulesite.checks.models",
        "rulesite.checks.results.badges",
    },
    "rulesite.api": {
        "rulesite.cards",
        "rulesite.sandbox",
        "rulesite.text",
        "rulesite.rulebook",
        "rulesite.search",
        "rulesite.checks",
        "rulesite.desk",
        "rulesite.reading",
        "rulesite.api",
    },
    "rulesite": {"rulesite"},
    "rulesite.desk": {"rulesite.rulebook", "rulesite.desk"},
    "ingest": {
        "rulesite.cards.linking",
        "rulesite.cards.loading",
        "rulesite.desk",
        "ingest",
        "rulesite.cli",
        "rulesite.file_permissions",
        "rulesite.diagnostics",
        "rulesite.data_folder",
        "rulesite.progress",
        "rulesite.text",
        "rulesite.rulebook",
        "rulesite.search",
        "rulesite.checks",
        "rulesite.reading.precomputed.store",
        "rulesite.reading.staticfiles",
    },
}
DATABASE = {
    "ingest.apps",
    "ingest.bench",
    "ingest.builds",
    "ingest.descent.store",
    "ingest.desk",
    "ingest.follow_corrections",
    "ingest.management",
    "ingest.operations",
    "ingest.phrases.store",
    "ingest.receivers",
    "ingest.runs",
    "ingest.staging",
    "ingest.storage",
    "ingest.workers.game_task",
    "ingest.workers.games",
    "ingest.workers.index_task",
    "ingest.workers.indexing",
    "ingest.workers.page_tasks",
    "ingest.workers.pages",
    "ingest.workers.preload",
}
"""The modules of ingest that may know Django; all others are pure."""


def modules(package: str):
    """(module name, path) of every module of a package."""
    for path in sorted((ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


@cache
def imported(path: Path) -> frozenset[str]:
    """The modules that a file imports, at the top or inside a function; those for type checking alone do not count."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            node.body = []
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level:
            package = path.relative_to(ROOT).parts[: -node.level]
            base = ".".join([*package, *([node.module] if node.module else [])])
            found |= {base} | {f"{base}.{alias.name}" for alias in node.names}
    return frozenset(found)


def room(module: str) -> str:
    """The room of the table that a module stands in."""
    return max((name for name in ALLOWED if module == name or module.startswith(name + ".")), key=len, default="")


OURS = ("rulesite", "ingest")
PURE = ("rulesite.text", "rulesite.engine")
NOT_PURE = ("django", "rulesite.rulebook", "rulesite.search")
EVERYTHING = [*modules("rulesite"), *modules("ingest")]


def within(module: str, names: Iterable[str]) -> bool:
    """Whether a module is one of those named, or inside one."""
    return any(module == name or module.startswith(name + ".") for name in names)


def test_every_module_stands_in_a_room():
    assert [module for module, _ in EVERYTHING if not room(module)] == []


@pytest.mark.parametrize("name", ALLOWED)
def test_a_module_imports_only_what_stands_beneath_it(name):
    inside = {module: imported(path) for module, path in EVERYTHING if room(module) == name}
    beneath = {"rulesite", "rulesite.engine", "rulesite.checks.results"}
    strangers = {
        module: strange
        for module, names in inside.items()
        if (strange := {each for each in names - beneath if within(each, OURS) and not within(each, ALLOWED[name])})
    }
    assert inside, "this room is empty"
    assert strangers == {}


def test_a_pure_module_knows_no_django():
    pure = {
        module: imported(path)
        for module, path in EVERYTHING
        if within(module, PURE) or (module.startswith("ingest.") and not within(module, DATABASE))
    }
    assert [module for module, names in pure.items() if any(within(name, NOT_PURE) for name in names)] == []


def test_the_engine_tells_of_its_rooms_in_the_order_of_its_storeys():
    told = (
        ast.get_docstring(ast.parse((ROOT / "rulesite" / "engine" / "__init__.py").read_text(encoding="utf-8"))) or ""
    )
    rooms = [line.split()[0] for line in told.splitlines() if line.startswith("    ") and "(beside)" not in line]
    packages = [name for each in STOREYS if (ROOT / (name := each.replace(".", "/"))).is_dir()]
    assert rooms == [name.rpartition("/")[2] for name in packages]


@pytest.mark.slow
def test_the_engine_imports_without_django():
    import subprocess
    import sys

    code = (
        "import sys, pkgutil, importlib, rulesite.engine as e\n"
        "for m in pkgutil.walk_packages(e.__path__, 'rulesite.engine.'): importlib.import_module(m.name)\n"
        "assert not [m for m in sys.modules if m.split('.')[0] == 'django']"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_top_level_holds_what_it_should():
    import subprocess

    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    if not listed:
        pytest.skip("not a git checkout")
    allowed = {
        "manage.py", "pyproject.toml", "rulesite", "ingest", "fixtures", "templates", "static", "tests", "README.md",
        "docs",
        "Makefile", "LICENSE", "CONTRIBUTING.md", "requirements.lock", "requirements-test.lock",
        "requirements-postgres.lock", "requirements-attack.lock", "requirements-mutants.lock", ".ci", ".gitignore",
    }  # fmt: skip
    assert {name.split("/")[0] for name in listed} <= allowed


# Inside a package each folder or module imports only those that stand before it; what is not named here is beside them.
INSIDE = {
    "rulesite.search": (
        *("analysis", "query", "store", "current", "indexing", "searcher", "ranking", "suggest", "filters", "results"),
        *("search", "number_lookup", "typeahead"),
    ),
    "rulesite.rulebook": (
        *("models", "addresses", "corrections", "descent", "citations", "editing", "serializers", "admin"),
    ),
    "rulesite.reading": (
        "caching",
        "rendering",
        "links",
        "precomputed",
        "infractions",
        "pages",
        "keywords",
        "export",
        "charts",
        "views",
    ),
    "rulesite.checks": ("examples", "models", "binding", "results", "presentation", "playing", "coverage", "views"),
    "rulesite.engine.scenario": (
        *("errors", "language", "pieces", "model", "sentences", "setup", "script", "assertions", "files", "outcome"),
        *("running", "sharpness"),
    ),
    "ingest": (
        *("document", "dialects", "parsing", "sources", "descent.alignment", "builds", "workers.pool", "descent.store"),
        *("phrases", "storage", "staging", "workers", "runs", "desk", "operations"),
    ),
}


def step(package: str, module: str) -> int | None:
    """At which place of its package's order a module stands, by the longest name that fits it."""
    names = [name for name in INSIDE[package] if within(module, [f"{package}.{name}"])]
    return INSIDE[package].index(max(names, key=len)) if names else None


@pytest.mark.parametrize("package", INSIDE)
def test_inside_a_package_a_module_imports_only_what_stands_before_it(package):
    backwards = {
        (module, name)
        for module, path in EVERYTHING
        if (place := step(package, module)) is not None
        for name in imported(path)
        if (other := step(package, name)) is not None and other > place
    }
    assert backwards == set()
