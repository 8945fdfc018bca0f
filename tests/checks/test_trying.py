"""The bench: strangers' scenarios are played within bounds, and nothing that they do breaks it."""

from __future__ import annotations

import pytest

from rulesite.checks.bench import bounded, play
from rulesite.checks.models import Scenario, Verdict
from rulesite.checks.trying import LONGEST, Bench
from tests.checks.test_commands import BOLT


@pytest.fixture(scope="module")
def bench():
    made = Bench()
    yield made
    made.close()


@pytest.mark.slow
def test_a_scenario_is_played_in_another_process(bench):
    (outcome,) = bench.play(BOLT)["outcomes"]
    assert outcome["outcome"] == "holds"
    assert outcome["steps"]


def test_a_slip_is_told_with_its_line_and_how_to_mend_it(bench):
    found = bench.play(BOLT.replace("[[control]]", "[[kontrol]]"))
    assert found["line"]
    assert found["mend"]


@pytest.mark.slow
def test_the_bench_goes_on_after_its_process_was_killed(bench):
    bench.play(BOLT)
    bench._process.kill()
    bench._process.wait()
    assert bench.play(BOLT)["outcomes"]


def test_what_takes_too_long_is_stopped():
    found = bounded(BOLT, seconds=0.0)
    assert "it was stopped" in found["error"]


@pytest.mark.slow
def test_what_takes_too_much_memory_is_stopped_and_said():
    found = bounded("# nothing\n" * 2_000_000, memory=1 << 20, seconds=20)
    assert "memory" in found["error"]


@pytest.mark.slow
def test_a_loop_of_mandatory_actions_ends_with_the_steps_allowed():
    loop = BOLT.replace("Bolt deals 3 damage to target creature or player.", "Whenever you gain life, you gain 1 life.")
    loop = loop.replace('line = "Instant {R}"', 'line = "Enchantment"').replace(
        "in hand: Bolt. Mana pool: {R}.", "in play: Bolt. In hand: Sip."
    )
    loop = loop.replace("Ann plays Bolt targeting Bear. All pass", "Ann plays Sip. Everything resolves")
    loop = loop.replace(
        "[[expect]]", '[cards.Sip]\nline = "Instant {0}"\ntext = "You gain 1 life."\nfrom = "supplied"\n[[expect]]', 1
    )
    found = play(loop)
    said = found["outcomes"][0]["reason"] if "outcomes" in found else found["error"]
    assert "5,000" in said or "5000" in said


def test_a_text_that_is_too_long_is_not_even_read(bench):
    assert "characters" in bench.play("#" * (LONGEST + 1))["error"]


@pytest.mark.parametrize(
    "text", ["", "\x00", "title = 1", "[[scenario]]", "given = {", "🂡" * 50, 'kind = "outcome"\n' * 3]
)
def test_nonsense_gets_an_answer(bench, text):
    assert "error" in bench.play(text)


@pytest.mark.slow
@pytest.mark.django_db
def test_the_page_plays_and_keeps_nothing(client):
    page = client.post("/games/try/", {"text": BOLT})
    assert page.status_code == 200
    assert "flips the result" in page.content.decode()
    assert (Scenario.objects.count(), Verdict.objects.count()) == (0, 0)


@pytest.mark.django_db
def test_the_page_shows_what_is_wrong_beside_what_was_written(client):
    text = BOLT.replace("is in Bob's graveyard", "flummoxes <b>Bob</b>")
    shown = client.post("/games/try/", {"text": text}).content.decode()
    assert "Line 12" in shown
    assert "flummoxes &lt;b&gt;Bob" in shown
    assert "<b>Bob</b>" not in shown


@pytest.mark.django_db
def test_nothing_is_played_for_an_empty_text(client):
    assert "nothing to play" in client.post("/games/try/", {"text": "  "}).content.decode()
