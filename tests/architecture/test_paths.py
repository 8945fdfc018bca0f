"""What README.md and CONTRIBUTING.md name is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GUIDES = ("README.md", "CONTRIBUTING.md")
# Beside the repository, or made by running the site.
ELSEWHERE = ("../shared", "var", ".venv", "screenshots")


def paths(text: str) -> set[str]:
    """What stands in backticks, or is the aim of a link, and is a path in this repository or ends like a module.

    A module's name alone is one of the folder that the path before it on its line is in.
    """
    tops = {path.name for path in ROOT.iterdir()}
    found = set()
    for line in text.splitlines():
        folder = ""
        for word in re.findall(r"`([^`\s]+)`|\]\(([^)#\s]+)\)", line):
            named = "".join(word)
            if named.startswith(ELSEWHERE):
                continue
            if named.split("/")[0] in tops:
                found.add(named)
                folder = named.rpartition("/")[0]
            elif re.fullmatch(r"[\w/]+\.py", named):
                found.add(f"{folder}/{named}" if folder else named)
    return found


@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_names_what_is_there(guide):
    named = paths((ROOT / guide).read_text(encoding="utf-8"))
    assert len(named) > 10
    assert {word for word in named if not list(ROOT.glob(word.rstrip("/")))} == set()


def test_a_path_that_is_not_there_is_found():
    assert paths("look in `rulesite/nowhere.py`, `other.py` or [there](ingest/away.md)") == {
        "rulesite/nowhere.py",
        "rulesite/other.py",
        "ingest/away.md",
    }
