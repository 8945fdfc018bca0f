"""The timeline of a rule: what is told at each moment, and the picture of it."""

from itertools import pairwise

import pytest

from rulesite.reading.charts.timeline import draw
from rulesite.reading.pages.timeline import anchor_of, stages, told_line
from rulesite.rulebook.descent import history
from rulesite.rulebook.models import Descent
from rulesite.text.numbering import Scheme
from tests import factories as make

pytestmark = pytest.mark.django_db


def edge(earlier, later, kind="reworded", **fields):
    return Descent.objects.create(
        earlier=earlier, later=later, kind=kind, basis=fields.pop("basis", "matched wording"), score=0.9, **fields
    )


@pytest.fixture
def rule():
    """One rule in four editions: first held, curly quotes, renumbered with other words, and unchanged."""
    texts = {
        "2001-07-23": ("402.1", 'It\'s put into "play".'),
        "2003-10-01": ("402.1", "It’s put into “play”."),
        "2009-07-11": ("603.1", "It’s put onto the battlefield."),
        "2013-05-01": ("603.1", "It’s put onto the battlefield."),
    }
    versions = []
    for day, (number, text) in texts.items():
        thread = {"rule": versions[0].rule} if versions else {}
        versions.append(make.version(make.edition(day), number, text, **thread))
    for earlier, later in pairwise(versions):
        edge(earlier, later)
    return versions


def test_only_editions_where_something_changed_are_told(rule):
    told = stages(history.line(rule[0]), rule[0])
    assert [stage.version.edition.slug for stage in told] == ["2001-07-23", "2003-10-01", "2009-07-11"]
    assert [stage.said for stage in told] == [
        "First held",
        "Punctuation alone changed",
        "Renumbered from 402.1, reworded",
    ]


def test_a_change_of_typography_alone_is_folded(rule):
    assert [stage.folded for stage in stages(history.line(rule[0]), rule[0])] == [False, True, False]


def test_the_version_that_is_read_is_marked_in_the_span_it_stands_in(rule):
    assert [stage.current for stage in stages(history.line(rule[3]), rule[3])] == [False, False, True]


def test_a_line_without_changes_and_branches_has_no_picture():
    alone = make.version(make.edition("2009-07-11"), "100.1", "Words.")
    assert draw(history.line(alone)) is None


def test_the_picture_has_a_dot_for_each_moment_that_leads_to_it(rule):
    line = history.line(rule[0])
    drawing = draw(line)
    assert [dot.href for dot in drawing.dots] == [f"#{anchor_of(moment)}" for moment in line.moments]
    assert [dot.label for dot in drawing.dots] == ["402.1", "", "603.1"]
    assert sorted(dot.x for dot in drawing.dots) == [dot.x for dot in drawing.dots]
    assert all(0 < dot.x < drawing.width and 0 < dot.y < drawing.height for dot in drawing.dots)


def test_a_split_is_drawn_as_a_branch_with_the_number_it_went_to(rule):
    went = make.version(rule[2].edition, "603.2", "onto the battlefield.")
    edge(rule[1], went, "split")
    [branch] = draw(history.line(rule[0])).branches
    assert branch.label == "603.2 →"
    assert branch.href == "/cr/2009-07-11/603.2/history/"
    assert branch.title == "Part of it went to 603.2, 2009-07-11 (split)"


def test_branches_of_one_edition_do_not_write_over_one_another(rule):
    for nth in range(1, 7):
        edge(rule[1], make.version(rule[2].edition, f"604.{nth}", f"Other words {nth}."), "split")
    branches = draw(history.line(rule[0])).branches
    assert len({branch.y for branch in branches}) == len(branches) == 6
    assert all(branch.y > 0 for branch in branches)


def test_more_branches_than_can_be_read_are_counted_and_listed_below(rule):
    for nth in range(1, 13):
        edge(rule[1], make.version(rule[2].edition, f"604.{nth}", f"Other words {nth}."), "split")
    labels = [branch.label for branch in draw(history.line(rule[0])).branches]
    assert len(labels) == 9
    assert "and 4 more" in labels


def test_branches_near_the_right_edge_are_labelled_to_the_left(rule):
    edge(rule[2], make.version(rule[3].edition, "604.1", "Battlefield."), "split")
    drawing = draw(history.line(rule[0]))
    assert drawing.branches[0].left
    assert drawing.branches[0].text_x < drawing.branches[0].x


def test_a_paragraph_that_restates_a_rule_is_told_on_the_line_of_that_rule(rule):
    lettered = make.version(make.edition("2004-10-15", "dangelo", Scheme.LETTERED), "A.4.20", "It comes into play.")
    edge(rule[1], lettered, "restates", basis="stated")
    line = told_line(lettered)
    assert [moment.version.key for moment in line.moments] == ["402.1", "402.1", "A.4.20", "603.1"]
    [told] = [stage for stage in stages(line, lettered) if stage.current]
    assert told.version == lettered
    assert told.said == "Restated in the DANGELO document"


def test_a_doubtful_restatement_leads_nowhere(rule):
    lettered = make.version(make.edition("2004-10-15", "dangelo", Scheme.LETTERED), "A.4.20", "It comes into play.")
    edge(rule[1], lettered, "restates", doubtful=True)
    assert [moment.version.key for moment in told_line(lettered).moments] == ["A.4.20"]


def test_a_restatement_that_later_editions_repeat_is_told_once_with_its_span(rule):
    lettered = [
        make.version(make.edition(day, "dangelo", Scheme.LETTERED), "A.4.20", text)
        for day, text in (("2004-10-15", "So."), ("2005-10-15", "So."), ("2006-10-15", "Thus."), ("2007-10-15", "So."))
    ]
    for version in lettered:
        edge(rule[1], version, "restates", basis="stated")
    told = [moment for moment in told_line(rule[0]).moments if moment.side]
    spans = [(moment.version.edition.slug, moment.until.slug) for moment in told]
    assert spans == [("2004-10-15", "2007-10-15"), ("2006-10-15", "2006-10-15")]
    assert len([moment for moment in told_line(lettered[1]).moments if moment.side]) == 3
