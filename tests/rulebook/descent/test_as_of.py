"""A day between two editions: what both say is sure, what they differ about is said of each, and never as sure."""

import json
from datetime import date, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import transaction
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rulesite.rulebook import serializers
from rulesite.rulebook.addresses import NoSuchRule
from rulesite.rulebook.citations.checker import check
from rulesite.rulebook.descent import resolution
from rulesite.rulebook.descent.as_of import DISPUTED, OPEN, as_of
from rulesite.rulebook.models import Descent, Document, Rule, RuleVersion
from tests import factories as make

pytestmark = pytest.mark.django_db
DAYS = ("2001-01-01", "2003-03-03", "2005-05-05", "2007-07-07", "2009-09-09")
NUMBERS = ("300.1", "300.2", "300.3")
RULES = "ABCD"
BETWEEN = date(2004, 4, 4)


def store(history, rules=None, **fields):
    """Store editions, each the rules under its numbers; every rule that goes on is one thread, as descent draws it."""
    rules = {} if rules is None else rules
    last = {}
    for day, numbers in history.items():
        edition = make.edition(day, **fields.get(day, {}))
        for number, name in numbers.items():
            if name not in rules:
                rules[name] = Rule.objects.create(document=edition.document, name=name)
            version = make.version(edition, number, f"Words of {name}.", rule=rules[name], parent=None)
            if name in last:
                Descent.objects.create(
                    earlier=last[name], later=version, kind="continues", basis="same words", score=0.99
                )
            last[name] = version
    return rules


def in_force(history, day):
    """The numbers of the edition that was in force on a day, None before the first."""
    past = [numbers for effective, numbers in history.items() if effective <= day.isoformat()]
    return past[-1] if past else None


def rule_of(way):
    return way.end.text.removeprefix("Words of ").removesuffix(".")


@st.composite
def left_out(draw):
    """A history, one edition of it to leave out, and a day.

    A number that had a rule before and after the edition had it in the edition as well: where the editions around a day
    agree, nothing is to be seen of one that does not.
    """
    assigned = st.lists(st.sampled_from([*RULES, None]), min_size=3, max_size=3).filter(
        lambda names: len({*names} - {None}) == len([name for name in names if name]) > 0
    )
    days = DAYS[: draw(st.integers(2, len(DAYS)))]
    history = {
        day: {number: name for number, name in zip(NUMBERS, draw(assigned), strict=True) if name} for day in days
    }
    at = draw(st.integers(0, len(days) - 1))
    if 0 < at < len(days) - 1:
        before, here, after = (history[days[nth]] for nth in (at - 1, at, at + 1))
        assume(all(here.get(number) == name for number, name in before.items() if after.get(number) == name))
    day = date.fromisoformat(draw(st.sampled_from(DAYS))) + timedelta(days=draw(st.sampled_from([0, 1, 400])))
    return history, days[at], day


@pytest.mark.slow(seconds=20)
@settings(max_examples=60)
@given(left_out(), st.sampled_from(NUMBERS), st.sampled_from(DAYS))
def test_whichever_edition_is_left_out_no_answer_is_both_sure_and_wrong(drawn, number, at):
    history, missing, day = drawn
    held = {effective: numbers for effective, numbers in history.items() if effective != missing}
    meant = (in_force(history, day) or {}).get(number)
    newest = {name: cited for cited, name in list(held.values())[-1].items()}
    with transaction.atomic():
        store(held)
        try:
            answers = resolution.resolve(f"{number}@{day}")
        except NoSuchRule:
            answers = []
        for answer in answers:
            name = answer.version.text.removeprefix("Words of ").removesuffix(".")
            assert answer.doubt or name == meant
            assert not answer.doubt or all(way.confidence <= OPEN for way in answer.today)
            for target in stood_at(answer, at):
                then = {name: cited for cited, name in (in_force(history, date.fromisoformat(at)) or {}).items()}
                assert target["doubt"] or target["number"] == then.get(meant)
        text = f"See rule {number}."
        try:
            report = check(text, as_of=day)
        except NoSuchRule:
            report = None
        if report and report.findings:
            [finding] = report.findings
            if finding.sure:
                assert (finding.status.value == "never existed") == (meant is None)
                expected = {None: "never existed"}.get(meant) or ("removed" if meant not in newest else "")
                assert not expected or finding.status.value == expected
                assert [way.end.key for meaning in finding.meanings for way in meaning.today] == (
                    [newest[meant]] if meant in newest else []
                )
            changed = report.fixed(text)
            assert changed in (text, f"See rule {newest.get(meant)}.")
        transaction.set_rollback(True)


def stood_at(answer, day):
    """Where a rule stood on another day, nowhere where that is refused."""
    try:
        return serializers.then([answer], day)
    except (serializers.NoCounterpart, NoSuchRule):
        return []


@pytest.fixture
def swapped():
    """Two editions that differ about 300.1, agree about 300.2, and of which each has a number that the other lacks."""
    return store({
        "2003-03-03": {"300.1": "A", "300.2": "C", "300.3": "B"},
        "2005-05-05": {"300.1": "B", "300.2": "C", "300.4": "A"},
    })  # fmt: skip


def test_a_number_that_the_editions_around_a_day_differ_about_has_both_readings_and_neither_is_sure(swapped):
    answers = resolution.resolve(f"300.1@{BETWEEN}")
    assert [(answer.edition.slug, answer.today[0].end.key) for answer in answers] == [
        ("2003-03-03", "300.4"), ("2005-05-05", "300.1"),
    ]  # fmt: skip
    for answer in answers:
        assert answer.today[0].confidence <= DISPUTED
        assert answer.doubt.startswith("300.1 is a different rule in cr/2003-03-03 than in cr/2005-05-05")
        assert answer.note == (
            "cr/2003-03-03 is the last edition held before 2004-04-04, cr/2005-05-05 the next; another may lie between"
        )


@pytest.mark.parametrize(
    ("number", "edition", "doubt"),
    [
        ("300.3", "2003-03-03", "cr/2003-03-03 has 300.3, cr/2005-05-05 has not"),
        ("300.4", "2005-05-05", "cr/2005-05-05 has 300.4, cr/2003-03-03 has not"),
    ],
)
def test_a_number_that_only_one_of_them_has_is_not_sure(swapped, number, edition, doubt):
    [answer] = resolution.resolve(f"{number}@{BETWEEN}")
    assert answer.edition.slug == edition
    assert answer.doubt.startswith(doubt)
    assert answer.today[0].confidence <= DISPUTED


def test_a_number_that_they_agree_about_is_as_sure_as_on_the_day_of_an_edition(swapped):
    [between], [exact] = resolution.resolve(f"300.2@{BETWEEN}"), resolution.resolve("300.2@2003-03-03")
    assert (between.doubt, exact.doubt, exact.note) == ("", "", "")
    assert between.today[0].confidence == exact.today[0].confidence > OPEN
    assert "another may lie between" in between.note


@pytest.mark.parametrize("number", ["300.1", "300.2", "300.3"])
def test_the_effective_day_of_an_edition_is_sure(swapped, number):
    [answer] = resolution.resolve(f"{number}@2003-03-03")
    assert (answer.edition.slug, answer.doubt, answer.note) == ("2003-03-03", "", "")


def test_after_the_last_edition_held_nothing_is_sure(swapped):
    [answer] = resolution.resolve("300.1@2008-08-08")
    assert "no edition held after 2008-08-08" in answer.doubt
    assert answer.today[0].confidence <= OPEN


def test_a_number_that_neither_has_says_that_another_edition_may_lie_between(swapped):
    store({"2009-09-09": {"300.5": "D"}, "2011-11-11": {"300.5": "D"}})
    with pytest.raises(NoSuchRule, match=r"another may lie between.*has no 300\.4"):
        resolution.resolve("300.4@2010-10-10")


def test_an_extract_that_lacks_a_number_tells_nothing_of_it(swapped):
    extracts = {"2004-01-01": {"300.2": "C"}, "2004-12-31": {"300.9": "F"}}
    store(extracts, swapped, **{day: {"extent": "extract"} for day in extracts})
    around = as_of(Document.objects.get(), BETWEEN)
    assert (around.edition.slug, around.later.slug, around.is_exact) == ("2003-03-03", "2005-05-05", False)
    assert "the last whole edition" in around.note
    [answer] = resolution.resolve(f"300.2@{BETWEEN}")
    assert answer.doubt == ""
    assert [answer.edition.slug for answer in resolution.resolve(f"300.1@{BETWEEN}")] == ["2003-03-03", "2005-05-05"]


@pytest.mark.parametrize(
    ("text", "status", "sure"),
    [
        ("See rule 300.1.", "ambiguous", False),
        ("See rule 300.2.", "valid", True),
        ("See rule 300.3.", "ambiguous", False),
        ("See rules 300.1–300.3.", "ambiguous", False),
        ("See CR 300.1 (2004-04-04).", "ambiguous", False),
        ("See CR 300.2 (2004-04-04).", "valid", True),
        ("See CR 300.1 (2003-03-03).", "valid", True),
    ],
)
def test_a_citation_of_a_day_between_is_sure_where_the_editions_agree_and_never_rewritten_else(
    swapped, text, status, sure
):
    report = check(text, as_of=BETWEEN)
    [finding] = report.findings
    assert (finding.status.value, finding.sure, finding.replacement) == (status, sure, "")
    assert ("another edition may lie between" in finding.reason) == (not sure)
    assert (report.edition.slug, report.later.slug) == ("2003-03-03", "2005-05-05")
    assert "another may lie between" in report.note


def test_fixing_changes_nothing_that_is_not_sure(swapped, tmp_path):
    store({"2007-07-07": {"300.4": "A", "300.7": "C"}}, swapped)
    file = tmp_path / "text.txt"
    file.write_text("Rule 300.1 applies. See rule 300.2.", "utf-8")
    out = StringIO()
    call_command("cite", str(file), "--as-of", str(BETWEEN), "--fix", stdout=out)
    assert (tmp_path / "text.updated.txt").read_text("utf-8") == "Rule 300.1 applies. See rule 300.7."
    assert "another may lie between" in out.getvalue()


def test_where_a_rule_stood_on_a_day_between_is_said_of_both_editions(swapped):
    [answer] = resolution.resolve("300.1@2003-03-03")
    targets = serializers.then([answer], str(BETWEEN))
    assert [(each["number"], each["edition"]) for each in targets] == [
        ("300.1", "cr/2003-03-03"), ("300.4", "cr/2005-05-05"),
    ]  # fmt: skip
    assert all(each["confidence"] <= DISPUTED and "another may lie between" in each["doubt"] for each in targets)
    [answer] = resolution.resolve("300.2@2003-03-03")
    [target] = serializers.then([answer], str(BETWEEN))
    assert (target["number"], target["doubt"]) == ("300.2", "")


def test_the_command_says_why_an_answer_is_not_sure(swapped):
    out = StringIO()
    call_command("resolve", f"300.1@{BETWEEN}", stdout=out)
    assert out.getvalue().count("not sure: 300.1 is a different rule in cr/2003-03-03 than in cr/2005-05-05") == 2
    out = StringIO()
    call_command("resolve", f"300.1@{BETWEEN}", "--json", stdout=out)
    assert [(era["sure"], bool(era["doubt"])) for era in json.loads(out.getvalue())["eras"]] == [(False, True)] * 2
    out = StringIO()
    call_command("resolve", "300.1@2003-03-03", "--at", str(BETWEEN), stdout=out)
    assert "another may lie between" in out.getvalue()
    assert RuleVersion.objects.count() == 6
