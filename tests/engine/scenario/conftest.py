"""Small scenarios for the tests of the language."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulesite.engine.scenario import Outcome, Scenario, load_text, run

HEAD = 'title = "A test"\nkind = "outcome"\nruleset = "2006-10-01"\n'
BOLT = """
[cards.Bolt]
line = "Instant {R}"
text = "Bolt deals 3 damage to target creature or player."
from = "supplied"
[cards.Shock]
line = "Instant {0}"
text = "Shock deals 2 damage to target creature or player."
from = "supplied"
"""


def write(
    given: str,
    do: str,
    that: list[str],
    control: str = 'change = "Ann has 1 life"\nthen = "Ann has 1 life"',
    cards: str = BOLT,
    ruleset: str = "2006-10-01",
) -> str:
    """The text of a scenario. Its default control is of use only to tests that look at single checks."""
    expects = "".join(f"\n[[expect]]\nthat = '''{each}'''" for each in that)
    head = HEAD.replace("2006-10-01", ruleset)
    return f"{head}given = '''{given}'''\ndo = '''{do}'''\n{cards}{expects}\n[[control]]\n{control}\n"


@pytest.fixture
def scenario() -> Callable[..., Scenario]:
    """Write and load one scenario."""
    return lambda *args, **kwargs: load_text(write(*args, **kwargs), "test.toml")[0]


@pytest.fixture
def played() -> Callable[..., dict[str, bool]]:
    """Play one scenario; the answer says of each claim whether it was true."""

    def play(given: str, do: str, *that: str, **kwargs: str) -> dict[str, bool]:
        outcome: Outcome = run(load_text(write(given, do, list(that), **kwargs), "test.toml")[0], without=["buyback"])
        assert outcome.checks, outcome.reason
        return {check.sentence: check.passed for check in outcome.checks}

    return play
