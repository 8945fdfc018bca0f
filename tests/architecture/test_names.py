"""Names say what a module or a class is for, and folders stay small enough to be read."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("rulesite", "ingest")
MODULES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]

SAY_NOTHING = {"utils", "util", "helpers", "helper", "misc", "common_utils", "stuff", "tools"}
"""Names that any module could have."""
MAX_MODULES = 25
MAX_CARD_TEXT = 20
"""Modules in a folder, beside what makes it a package."""
GIVEN = {"Command"}
"""Classes that Django looks for by their names."""
# The engine's chapters follow the rulebook's: so many sections, so many modules.
CHAPTERS = "rulesite/engine"
CARD_TEXT = "rulesite/engine/cardtext"


def folders() -> dict[str, list[str]]:
    """The modules of each folder, migrations aside."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in MODULES:
        folder = path.parent.relative_to(ROOT).as_posix()
        if path.stem != "__init__" and path.parent.name != "migrations":
            found[folder].append(path.stem)
    return dict(found)


def package_of(path: Path) -> str:
    """The package that a module is read with: its app, or its room of the engine."""
    parts = path.relative_to(ROOT).parts
    return "/".join(parts[: 3 if parts[:2] == ("rulesite", "engine") else 1 if parts[0] == "ingest" else 2])


def classes(path: Path) -> list[str]:
    """The public classes that a module defines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node.name for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]


def test_no_module_has_a_name_that_says_nothing():
    assert [path.relative_to(ROOT).as_posix() for path in MODULES if path.stem in SAY_NOTHING] == []


def test_no_module_stands_beside_a_folder_of_modules_with_its_name():
    # Python and pytest take the one or the other, by the order in which they look.
    everything = [path for top in (*PACKAGES, "tests") for path in (ROOT / top).rglob("*.py")]
    folders_of_modules = {path.parent for path in everything}
    assert [
        path.relative_to(ROOT).as_posix() for path in everything if path.with_suffix("") in folders_of_modules
    ] == []


@pytest.mark.parametrize("folder", folders())
def test_a_folder_can_be_read_at_a_glance(folder):
    modules = folders()[folder]
    if folder.startswith(CARD_TEXT):
        assert len(modules) <= MAX_CARD_TEXT
    elif not folder.startswith(CHAPTERS):
        assert len(modules) <= MAX_MODULES


def test_no_public_class_has_the_name_of_another_in_its_package():
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for path in MODULES:
        if path.parent.name != "migrations":
            found[package_of(path)].update(name for name in classes(path) if name not in GIVEN)
    twice = {package: {name for name, times in names.items() if times > 1} for package, names in found.items()}
    assert {package: names for package, names in twice.items() if names} == {}
