"""What the guides (README, CONTRIBUTING and `docs/`) name exists: paths, links, commands, targets of make, settings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parents[2]
GUIDES = ("README.md", "CONTRIBUTING.md", *sorted(f"docs/{path.name}" for path in ROOT.glob("docs/*.md")))
# Beside the repository, or made by running the site.
ELSEWHERE = ("../shared", "var", ".venv", "screenshots")
MAX_README_LINES = 120


def text_of(guide: str) -> str:
    return (ROOT / guide).read_text(encoding="utf-8")


def paths(text: str) -> set[str]:
    """The paths in backticks that begin with a folder of this repository, or end like a module.

    A module's name alone is one of the folder that the path before it on its line is in.
    """
    tops = {path.name for path in ROOT.iterdir()}
    named = set()
    for line in text.splitlines():
        folder = ""
        for path in re.findall(r"`([^`\s]+)`", line):
            if path.startswith(ELSEWHERE):
                continue
            if path.split("/")[0] in tops:
                named.add(path)
                folder = path.rpartition("/")[0]
            elif re.fullmatch(r"[\w/]+\.(?:py|toml|lark)", path) and folder:
                named.add(f"{folder}/{path}")
    return named


def links(text: str) -> set[str]:
    """The targets of links to other files, without their headings."""
    return {target for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text) if not target.startswith("http")}


@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_names_paths_that_exist(guide):
    assert {path for path in paths(text_of(guide)) if not list(ROOT.glob(path.rstrip("/")))} == set()


@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_links_to_files_that_exist(guide):
    folder = (ROOT / guide).parent
    assert {target for target in links(text_of(guide)) if not (folder / target).exists()} == set()


@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_names_commands_that_exist(guide):
    named = set(re.findall(r"manage\.py ([a-z_]+)", text_of(guide)))
    assert named <= set(get_commands())


@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_names_make_targets_that_exist(guide):
    targets = set(re.findall(r"^([a-z]+):", text_of("Makefile"), re.MULTILINE))
    assert set(re.findall(r"(?:^|`)make ([a-z]+)", text_of(guide), re.MULTILINE)) <= targets


@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_names_modules_to_run_that_exist(guide):
    for name in re.findall(r"-m (tests[\w.]+)", text_of(guide)):
        assert (ROOT / f"{name.replace('.', '/')}.py").exists(), name


def test_the_guides_name_the_settings_that_exist():
    """Each setting that the code reads from the environment stands in the guide to operations, and no other."""
    code = [path.read_text(encoding="utf-8") for path in (ROOT / "rulesite").glob("*.py")]
    read = {name for text in code for name in re.findall(r"\bRULESITE_[A-Z_]+\b", text)}
    documented = set(re.findall(r"\bRULESITE_[A-Z_]+\b", text_of("docs/operations.md")))
    assert documented == read


def test_every_guide_is_listed_in_the_readme():
    assert {guide for guide in GUIDES if guide != "README.md"} <= links(text_of("README.md"))


def test_the_readme_is_short():
    assert len(text_of("README.md").splitlines()) <= MAX_README_LINES


def test_a_path_that_does_not_exist_is_noticed():
    text = "look in `rulesite/nowhere.py`, `other.py` or [there](ingest/away.md)"
    assert paths(text) == {"rulesite/nowhere.py", "rulesite/other.py"}
    assert links(text) == {"ingest/away.md"}
