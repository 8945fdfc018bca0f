"""What players ask leads to the rule that answers, though it has none of their words."""

import re
import sqlite3
from contextlib import closing

import pytest

from rulesite.search import analysis, search
from rulesite.search.current import questions
from rulesite.search.indexing import builder
from rulesite.search.store import generations, schema
from rulesite.text.numbering import RuleNumber
from tests import factories
from tests.search.indexed import change, numbers

ROWS = list(questions.read())
ASKED = "why must my new guy wait"


@pytest.fixture
def asking(library, tmp_path, monkeypatch):
    """The small library with questions of its own: ``asking(number, opens, *asked)``."""
    monkeypatch.setattr(questions, "FOLDER", tmp_path)

    def ask(number, opens, *asked):
        path = tmp_path / f"{number}.toml"
        said = ", ".join(f'"{one}"' for one in asked)
        path.write_text(f'["{number}"]\nopens = "{opens}"\nasked = [{said}]\n', encoding="utf-8")
        questions._digest.cache_clear()
        builder.rebuild()
        return library

    yield ask
    questions._digest.cache_clear()


def stored():
    """Which question belongs to which rule of today's book; none is held where no rule answers any."""
    with closing(sqlite3.connect(generations.folder(generations.named()) / schema.FILE)) as db:
        return db.execute(
            "SELECT DISTINCT question.said, provision.number FROM question LEFT JOIN provision USING (record) ORDER BY 1"
        ).fetchall()


def test_each_rule_is_asked_about_once_and_nothing_twice():
    assert len({row.number for row in ROWS}) == len(ROWS)
    assert [row.number for row in ROWS if len(set(row.questions)) < len(row.questions) or not row.questions] == []


def test_what_points_to_a_rule_is_its_number_and_at_most_eight_words():
    assert [row.number for row in ROWS if RuleNumber.try_parse(row.number) is None] == []
    assert [row.number for row in ROWS if not 1 <= len(list(analysis.words(row.opens))) <= 8] == []


def test_questions_are_words_as_they_are_typed():
    assert [said for row in ROWS for said in row.questions if len(said.split()) < 3 or said != said.strip(" .?")] == []
    assert [said for row in ROWS for said in row.questions if re.search(r"\d{3}\.\d", said)] == []


def test_a_rule_is_found_by_what_is_asked_of_it(asking):
    assert numbers(ASKED)[0] != "702.10a"
    asking("702.10a", "Haste lets a creature", ASKED)
    assert numbers(ASKED)[0] == "702.10a"
    assert numbers("must the new guy wait")[0] == "702.10a"


def test_who_asks_why_is_told_the_question(asking):
    asking("702.10a", "Haste lets a creature", ASKED)
    hit = search.search("must a new guy wait", why=True).hits[0]
    assert f"answers a player's question: “{ASKED}”" in [reason.says for reason in hit.why]


def test_a_question_goes_with_the_words_when_the_number_moved_within_the_section(asking):
    asking("702.99", "Haste lets a creature", ASKED)
    assert stored() == [(ASKED, "702.10a")]


@pytest.mark.parametrize(
    ("number", "opens"), [("702.10a", "Haste keeps a creature"), ("613.1", "Haste lets a creature")]
)
def test_a_question_of_which_no_rule_opens_so_in_its_section_is_not_used(asking, number, opens):
    asking(number, opens, ASKED)
    assert stored() == []
    assert numbers(ASKED)[0] != "702.10a"


def test_of_rules_that_open_alike_the_one_with_the_number_is_meant_and_without_it_none(asking):
    library = asking("613.1", "Apply continuous effects", ASKED)
    factories.version(library["new"], "613.2", "Apply continuous effects twice.")
    builder.refresh(every=True)
    assert stored() == [(ASKED, "613.1")]
    asking("613.9", "Apply continuous effects", ASKED)
    assert (ASKED, "613.2") not in stored()


def test_a_question_leaves_a_rule_that_is_corrected_to_say_something_else(asking):
    library = asking("702.10a", "Haste lets a creature", ASKED)
    change(library["new"], "702.10a", "Speed lets a creature attack at once.")
    builder.refresh()
    assert stored() == []
    change(library["new"], "702.10a", "Haste lets a creature attack at once.")
    builder.refresh()
    assert stored() == [(ASKED, "702.10a")]


@pytest.mark.slow
@pytest.mark.parametrize("number", ["702.10a", "613.1", "601.2"])
def test_questions_belong_to_the_same_after_any_correction_as_in_an_index_made_anew(asking, number):
    asking("613.1", "The values of an object", "which effect comes first")
    library = asking("702.10a", "Haste lets a creature", ASKED)
    for text in ("Haste lets a creature attack.", "The values of an object are worked out.", "Nothing is said."):
        change(library["new"], number, text)
        builder.refresh()
        followed = stored()
        builder.rebuild()
        assert followed == stored()


def test_other_questions_are_taken_up_at_the_next_refresh(asking, tmp_path):
    library = asking("702.10a", "Haste lets a creature", ASKED)
    (tmp_path / "702.10a.toml").write_text(
        '["702.10a"]\nopens = "Haste lets a creature"\nasked = ["who may go at once"]\n', encoding="utf-8"
    )
    questions._digest.cache_clear()
    change(library["new"], "613.1", "Apply them all.")
    builder.refresh()
    assert stored() == [("who may go at once", "702.10a")]


def test_a_player_s_word_is_known_as_the_rules_say_it_too(asking):
    asking("702.10a", "Haste lets a creature", "what if I scoop with a new guy")
    assert numbers("new guy when you concede")[0] == "702.10a"


def test_what_is_asked_leads_to_today_s_rule_before_an_older_text_with_all_the_words(asking):
    library = asking("702.10a", "Haste lets a creature", ASKED)
    factories.version(library["old"], "900.1", "A guy must wait, for he is new.")
    builder.refresh(every=True)
    assert numbers(ASKED)[:2] == ["702.10a", "900.1"]


@pytest.mark.documents
@pytest.mark.usefixtures("real_database")
@pytest.mark.django_db
def test_every_question_belongs_to_a_rule_of_the_edition_it_was_written_from():
    assert [number for said, number in stored() if number is None] == []
