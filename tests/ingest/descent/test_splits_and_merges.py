"""Splits and merges over fourteen steps of history: how many of them are found whole, and how many are invented."""

import hashlib
import tomllib
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from ingest.descent.edges import step

pytestmark = [pytest.mark.documents, pytest.mark.slow]
STEPS = {
    name: table["cases"]
    for name, table in tomllib.loads(
        (Path(__file__).parent / "splits_and_merges.toml").read_text(encoding="utf-8")
    ).items()
}
TUNED, HELD_BACK = "tuning", "held back"


def half(name, case):
    """Which half a case belongs to: a matter of its address alone, so that nobody chooses."""
    address = f"{name} {case.get('old', case.get('new'))}"
    return HELD_BACK if hashlib.sha256(address.encode()).digest()[0] % 2 else TUNED


def kind(case):
    """What a case is of: a split, a merge, or anything that must not become one."""
    if len(case.get("heirs", ())) > 1:
        return "split"
    return "merge" if len(case.get("ancestors", ())) > 1 else "other"


@pytest.fixture(scope="module")
def found(provisions_of):
    """Call it with the name of a step: the heirs of every earlier provision and the ancestors of every later one."""

    @cache
    def draw(name):
        heirs, ancestors = defaultdict(set), defaultdict(set)
        for edge in step(*(provisions_of(day) for day in name.split(" to "))):
            if not edge.doubtful:
                heirs[edge.earlier].add(edge.later)
                ancestors[edge.later].add(edge.earlier)
        return heirs, ancestors

    return draw


def test_the_labelled_cases_name_provisions_of_their_editions(provisions_of):
    seen = set()
    for name, cases in STEPS.items():
        old, new = ({each.key for each in provisions_of(day)} for day in name.split(" to "))
        for case in cases:
            here, there = (old, new) if "old" in case else (new, old)
            assert case.get("old", case.get("new")) in here
            assert {*case.get("heirs", ()), *case.get("ancestors", ()), *case.get("also", ())} <= there
            assert case["why"]
            seen.add((name, "old" in case, case.get("old", case.get("new"))))
    assert len(STEPS) >= 10
    assert len(seen) == sum(len(cases) for cases in STEPS.values()) >= 240


@pytest.mark.parametrize(
    ("which", "precision", "splits", "merges"), [(TUNED, 0.98, 0.85, 0.90), (HELD_BACK, 0.98, 0.85, 0.75)]
)
def test_most_splits_and_merges_are_whole_and_hardly_any_is_invented(found, which, precision, splits, merges):
    right = made = hit = wanted = 0
    whole = defaultdict(list)
    for name, cases in STEPS.items():
        heirs, ancestors = found(name)
        for case in (each for each in cases if half(name, each) == which):
            got = heirs[case["old"]] if "old" in case else ancestors[case["new"]]
            must = set(case["heirs"] if "old" in case else case["ancestors"])
            may = must | set(case.get("also", ()))
            right, made = right + len(got & may), made + len(got)
            hit, wanted = hit + len(got & must), wanted + len(must)
            whole[kind(case)].append(must <= got <= may)
    print(f"{which}: precision {right / made:.3f}, recall {hit / wanted:.3f}, whole:", end=" ")
    print(", ".join(f"{sum(cases)} of {len(cases)} {each}s" for each, cases in sorted(whole.items())))
    assert right / made >= precision
    assert sum(whole["split"]) / len(whole["split"]) >= splits
    assert sum(whole["merge"]) / len(whole["merge"]) >= merges
    assert sum(whole["other"]) / len(whole["other"]) >= 0.97
    assert sum(map(len, whole.values())) >= 120
