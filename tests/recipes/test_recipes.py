"""What CONTRIBUTING.md says of each kind of change: made in a copy, it works, and it touches as few files as it
says."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.libraries import CACHE

ROOT = Path(__file__).resolve().parents[2]
RECIPES = tomllib.loads(Path(__file__).with_name("recipes.toml").read_text("utf-8"))["recipe"]
NEEDS = f"""
from pathlib import Path
from rulesite.engine import abilities as ir, disk_cache as compiled
from rulesite.engine.game import Game
from rulesite.engine.events.batch import happen
from rulesite.engine.card_reader import card
from rulesite.engine.scenario import load_text, run
from rulesite.engine.state.event import Event
compiled.keep_in(Path({str(CACHE / "recipes")!r}))
"""
ONE_AFTER_ANOTHER = f"""{NEEDS}
import os, sys
from ast import literal_eval
game = Game("2018-01-19")
game.put(game.card("Seer", "Creature - Human 1/1", text="When ~ enters the battlefield, draw a card."), "Ann", "hand")
for line in sys.stdin:
    child = os.fork()
    if not child:
        try:
            exec(literal_eval(line))
        except BaseException:
            os._exit(1)
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""Runs proofs, each on a line, in processes of their own that have read the packages already."""
CASES = pytest.mark.parametrize("recipe", RECIPES, ids=[recipe["name"] for recipe in RECIPES])


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the packages, that recipes may change."""
    folder = tmp_path_factory.mktemp("copy")
    for package in ("rulesite", "ingest"):
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture(scope="module")
def so_before(copy):
    """Call it with a recipe: whether what it should bring is so in the copy that nothing was changed in."""
    command, pipe = [sys.executable, "-c", ONE_AFTER_ANOTHER], subprocess.PIPE
    with subprocess.Popen(command, cwd=copy, stdin=pipe, stdout=pipe, text=True) as proving:

        def so(recipe: dict) -> bool:
            proving.stdin.write(f"{recipe['proof']!r}\n")
            proving.stdin.flush()
            return int(proving.stdout.readline()) == 0

        assert so({"proof": "assert Game and load_text"})
        yield so


def proved(folder: Path, recipe: dict) -> subprocess.CompletedProcess:
    """Whether what a recipe should bring is so in a copy."""
    return subprocess.run(
        [sys.executable, "-c", NEEDS + recipe["proof"]], cwd=folder, capture_output=True, text=True, check=False
    )


def applied(folder: Path, recipe: dict) -> dict[Path, str | None]:
    """Make a recipe's change; what the files held before."""
    before: dict[Path, str | None] = {}
    for edit in recipe["edit"]:
        path = folder / edit["file"]
        text = "" if edit.get("new") else path.read_text("utf-8")
        before.setdefault(path, None if edit.get("new") else text)
        place = edit.get("before")
        assert not place or text.count(place) == 1, f"{edit['file']} has {text.count(place)} places {place!r}"
        start = text.index(place) if place else len(text)
        rest = text[start + len(place) :] if edit.get("instead") else text[start:]
        path.write_text(text[:start] + edit["text"] + rest, "utf-8")
    return before


@CASES
@pytest.mark.slow(seconds=25)
def test_a_recipe_brings_what_it_should_and_nothing_else_did(copy, so_before, recipe):
    assert not so_before(recipe), "this was so before"
    before = applied(copy, recipe)
    try:
        done = proved(copy, recipe)
        assert done.returncode == 0, done.stderr
    finally:
        for path, text in before.items():
            path.unlink() if text is None else path.write_text(text, "utf-8")


@CASES
def test_a_recipe_touches_few_files_and_the_guide_names_each(recipe):
    guide = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    section = re.search(rf"^### {re.escape(recipe['name'])}$(.*?)(?=^##|\Z)", guide, re.MULTILINE | re.DOTALL)
    assert section, "the guide has no section of that name"
    touched = {edit["file"] for edit in recipe["edit"] if not edit.get("new")}
    count = len({edit["file"] for edit in recipe["edit"]})
    assert count <= recipe["most"]
    assert f"| {recipe['name']} | {count} |" in guide
    named = set(re.findall(r"`([^`\s]+)`", section[1]))
    assert {path for path in touched if path not in named and f"{Path(path).parent}/" not in named} == set()
