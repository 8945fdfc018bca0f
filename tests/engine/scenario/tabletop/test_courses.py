"""A course that goes on from where it came to gives the same answer as one that is played from its beginning."""

from __future__ import annotations

import random
from dataclasses import asdict
from typing import Any

import pytest

from rulesite.engine import disk_cache
from rulesite.engine.scenario import ScenarioError
from rulesite.engine.scenario.tabletop import courses, replay
from rulesite.engine.scenario.tabletop.position import read_position
from rulesite.engine.scenario.tabletop.replay import TableState, replay_text
from tests.scenarios import FILES, each_file, texts_kept

DAY = "2021-11-19"
STEPS = 5_000
SAMPLE = set(FILES[::16])
DUEL = """given = '''
Ann, in play: Anthem, Prodder, two Bear 2/2 green, Mountain, Forest, Swamp. In hand: Bolt, Growth, Murder, Ox 2/4
Ann's library: four Forest
Bob, in play: Prodder, Wolf 3/3, Mountain, Forest, Swamp. In hand: Bolt, Growth
Bob's library: four Forest
'''
[cards.Anthem]
line = "Enchantment"
text = "Creatures you control get +1/+1."
[cards.Prodder]
line = "Creature - Human 1/1"
text = "{T}: Prodder deals 1 damage to any target."
[cards.Bolt]
line = "Instant {R}"
text = "Bolt deals 3 damage to any target."
[cards.Growth]
line = "Instant {G}"
text = "Target creature gets +3/+3 until end of turn. You may draw a card."
[cards.Murder]
line = "Instant {1}{B}"
text = "Destroy target creature. Its controller loses 1 life."
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(disk_cache, "_folder", tmp_path)
    return tmp_path


def plain(state: TableState) -> dict[str, Any]:
    """All that is shown of a state: of the moments before the last two, the sentences."""
    shown = asdict(state)
    shown["before"] = [each["after"] for each in shown["snapshots"]]
    shown["snapshots"] = shown["snapshots"][-2:]
    return shown


def at(text: str, day: str, actions: list[str], *, tried: int = 6) -> tuple[Any, Any]:
    """What comes of a course that goes on from what is remembered, and of one that does not."""
    answers: list[Any] = []
    for play in (
        lambda: replay_text(text, day, actions, step_limit=STEPS, max_candidates=tried, name="table-0"),
        lambda: replay.replay(read_position(text, day, actions), step_limit=STEPS, max_candidates=tried),
    ):
        try:
            answers.append(plain(play()))
        except ScenarioError as error:
            answers.append(str(error))
    return answers[0], answers[1]


def goes_on(monkeypatch) -> list[int]:
    """Where courses begin from now on, as the number of sentences."""
    begun: list[int] = []
    go = replay._go
    monkeypatch.setattr(
        replay, "_go", lambda state, start, *more: begun.append(start.number) or go(state, start, *more)
    )
    return begun


@pytest.mark.slow
@each_file(FILES, SAMPLE)
def test_each_step_of_a_scenario_is_the_same_from_what_is_remembered(path):
    from rulesite.checks.playing.loader import parts_of
    from rulesite.checks.playing.table_link import position_text
    from rulesite.engine.scenario import load_text
    from rulesite.engine.scenario.tabletop.position import setup_of

    with texts_kept(path.stem):
        for part in parts_of(path.read_text("utf-8")):
            scenario = load_text(part, path.stem)[0]
            text, sentences = position_text(setup_of(part)), [each.text for each in scenario.do]
            for number in range(len(sentences) + 1):
                left, right = at(text, scenario.ruleset, sentences[:number], tried=1)
                assert left == right, (path.stem, scenario.title, sentences[:number])


@pytest.mark.slow
@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.thorough("more")) for seed in range(2, 20))]
)
def test_each_step_of_a_random_course_is_the_same_from_what_is_remembered(monkeypatch, seed):
    dice, course, answers, settled = random.Random(seed), [], set(), set()
    begun = goes_on(monkeypatch)
    for _ in range(24):
        begun.clear()
        left, right = at(DUEL, DAY, course, tried=60)
        assert left == right, course
        remembered, played_anew = begun
        # an answer belongs to a sentence before it, and an attack may join one
        adds = bool(course) and course[-1] not in answers and " attacks " not in course[-1]
        assert remembered or not adds or tuple(course[:-1]) not in settled, course
        assert not played_anew
        if left["stop"] not in ("", "asks"):
            course.pop()
            continue
        if course and not left["stop"]:
            settled.add(tuple(course))
        said = [sentence for _, sentence in left["answers"]]
        answers.update(said)
        said += [each["sentence"] for each in left["offers"] if each["verdict"] in ("legal", "asks")]
        if not said:
            break
        if dice.random() < 0.2:  # undone, and something else is said
            del course[dice.randrange(len(course) + 1) :]
        course.append(dice.choice(said))


def test_a_later_answer_that_an_earlier_question_takes_is_played_from_the_beginning(monkeypatch):
    """Growth asks whether to draw; a course in which nobody has answered stops there, another has the answer."""
    begun = goes_on(monkeypatch)
    course = ["Ann plays Growth tapping Ann's Forest", "Ann chooses Wolf", "All pass"]
    for more in ([], ["Ann declines"], ["Ann does"], ["Ann does", "All pass"]):
        left, right = at(DUEL, DAY, [*course, *more])
        assert left == right, more
    assert begun[0] == begun[1] == 0
    assert begun[-2] == 4


def test_an_answer_taken_before_its_place_is_no_part_of_the_course_up_to_there(monkeypatch):
    """Written behind Murder, "Ann chooses Wolf" answers Growth, which asks first; the course up to Growth still asks."""
    begun = goes_on(monkeypatch)
    growth, murder = "Ann plays Ann's Growth tapping Ann's Forest", "Ann plays Murder tapping Ann's Swamp"
    for course in ([growth, murder, "Ann chooses Wolf"], [growth, murder], [growth, "Ann chooses Bear 1", murder]):
        left, right = at(DUEL, DAY, course)
        assert left == right, course
    assert begun[0] == 0


def test_blocks_are_listed_while_a_spell_is_about_to_kill_the_blocker():
    course = ["Ann attacks Bob with Bear 1", "Ann plays Murder tapping Ann's Swamp, Ann's Mountain", "Ann chooses Wolf"]
    left, right = at(DUEL, DAY, [*course, "Ann passes"], tried=60)
    assert left == right
    blocks = [offer for offer in left["offers"] if offer["kind"] == "block" and "Wolf" in offer["sentence"]]
    assert all(offer["verdict"] == "refused" for offer in blocks)
    assert any("not in play" in offer["reason"] for offer in blocks)


def test_attacks_that_join_a_declaration_are_played_together():
    course = ["Ann attacks Bob with Bear 1", "Ann attacks Bob with Bear 2", "All pass"]
    for number in range(len(course) + 1):
        left, right = at(DUEL, DAY, course[:number])
        assert left == right, course[:number]


@pytest.mark.parametrize("said", ["All pass, all pass", "Ann wuggles", "Bob plays Bob's Bolt", "All pass twice"])
def test_a_sentence_of_two_actions_or_of_none_is_the_same(said):
    for course in ([said], ["All pass", said], ["All pass", said, "All pass"], ["All pass", "All pass", "All pass"]):
        left, right = at(DUEL, DAY, course)
        assert left == right, course


def test_another_day_position_or_code_begins_anew(monkeypatch):
    begun = goes_on(monkeypatch)
    course = ["Ann plays Bolt tapping Ann's Mountain", "Ann chooses Wolf", "All pass", "All pass"]

    def play(text: str = DUEL, day: str = DAY) -> int:
        replay_text(text, day, course, step_limit=STEPS, max_candidates=1, name="table-0")
        return begun[-1]

    assert play() == 0
    assert play() == 3
    assert play(day="2018-01-19") == 0
    assert play(text=f"{DUEL}\n") == 0
    monkeypatch.setattr(courses, "_version", lambda: "another")
    assert play() == 0


def test_points_are_bounded_in_number_and_in_bytes(folder, monkeypatch):
    monkeypatch.setattr(courses, "MAX_POINTS", 3)
    course = ["All pass"] * 6
    for number in range(7):
        at(DUEL, DAY, course[:number], tried=1)
    assert 0 < len(list(folder.glob("course-*"))) <= 3
    for path in folder.glob("course-*"):
        assert path.stat().st_size <= courses.MAX_BYTES
        path.unlink()
    monkeypatch.setattr(courses, "MAX_BYTES", 100)
    at(DUEL, DAY, course, tried=1)
    assert not list(folder.glob("course-*"))


def test_a_point_that_is_cut_short_is_played_again(folder):
    course = ["All pass", "All pass"]
    at(DUEL, DAY, course, tried=1)
    for path in folder.glob("course-*"):
        path.write_bytes(path.read_bytes()[:40])
    left, right = at(DUEL, DAY, [*course, "All pass"])
    assert left == right


def test_a_position_that_cannot_be_set_up_is_told_alike():
    left, right = at('given = "Ann foos"', DAY, [])
    assert left == right
    assert "foos" in left
