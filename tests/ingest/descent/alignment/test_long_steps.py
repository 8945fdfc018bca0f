"""A step over several editions leads where the steps between them lead: a check that needs no labels."""

from collections import defaultdict
from functools import cache
from itertools import pairwise

import pytest

from tests.libraries import DOCUMENTS, HISTORY

pytestmark = [pytest.mark.documents, pytest.mark.slow(seconds=5)]
needs_history = pytest.mark.skipif(not HISTORY.is_dir(), reason="the editions between the real documents are not here")


@pytest.fixture(scope="module")
def lines(provisions_of, step_between):
    """Call it with two dates: the pairs of untitled provisions that one step between them surely joins."""

    @cache
    def draw(earlier, later):
        titled = {each.key for each in provisions_of(earlier) if each.titled}
        edges = step_between(earlier, later)
        return {(edge.earlier, edge.later) for edge in edges if not edge.doubtful and edge.earlier not in titled}

    return draw


def between(earlier, later):
    """The dates of all the editions from one to another."""
    days = {path.stem.removeprefix("cr-") for folder in (DOCUMENTS / "cr", HISTORY) for path in folder.glob("cr-*.txt")}
    return sorted(day for day in days if earlier <= day <= later)


@needs_history
@pytest.mark.parametrize(
    ("earlier", "later", "right", "found"),
    [
        ("2003-10-01", "2007-07-13", 0.99, 0.97),
        ("2005-08-01", "2009-07-11", 0.97, 0.93),
        pytest.param("2009-07-11", "2012-10-01", 0.98, 0.98, marks=pytest.mark.thorough("more editions between")),
    ],
)
def test_a_long_step_leads_where_the_short_ones_lead(lines, earlier, later, right, found):
    days = between(earlier, later)
    assert len(days) > 3
    reached = {(old, old) for old, _ in lines(days[0], days[1])}
    for one, other in pairwise(days):
        heirs = defaultdict(set)
        for old, new in lines(one, other):
            heirs[old].add(new)
        reached = {(start, new) for start, old in reached for new in heirs[old]}
    direct = lines(earlier, later)
    common = len(direct & reached)
    print(f"{earlier} to {later}: {common / len(direct):.3f} right, {common / len(reached):.3f} found")
    assert common >= right * len(direct)
    assert common >= found * len(reached)
