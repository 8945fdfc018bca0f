"""A maintainer corrects a scenario with its transcript beside it: it is played first, and readers see it with the
reason."""

from __future__ import annotations

import re
import shutil
from datetime import date

import pytest
from django.contrib.auth.models import Group
from django.urls import reverse

from rulesite.checks.models import Binding, Scenario, Transcript, Verdict
from rulesite.checks.models.scenarios import LONGEST
from rulesite.checks.playing import loader
from rulesite.checks.playing.runner import check_all, missing
from rulesite.rulebook.editing import corrections
from rulesite.rulebook.models import Correction

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("played_pocket")]

DAY = date(2006, 10, 1)


@pytest.fixture
def row():
    """A scenario that is bound and was played."""
    return Scenario.objects.get(slug="look-back")


@pytest.fixture
def enter(client, django_user_model):
    """A client as somebody of a role."""

    def entering(role):
        person = django_user_model.objects.create_user(f"one of the {role}", is_staff=True)
        person.groups.add(Group.objects.get(name=role))
        client.force_login(person)
        return client

    return entering


def page_of(row):
    return reverse("admin:checks_scenario_change", args=[row.pk])


def posted(client, row, **fields):
    """What comes of posting the form of a scenario, with what else the page posts."""
    page = client.get(page_of(row))
    shown = page.context["adminform"].form.initial
    counts = dict(
        re.findall(r'name="(\w+-(?:TOTAL|INITIAL|MIN_NUM|MAX_NUM)_FORMS)" value="(\d+)"', page.content.decode())
    )
    given = {"meant": shown["meant"], "seen_meant": shown["seen_meant"], "why": ""}
    return client.post(page_of(row), given | counts | fields, follow=True).content.decode()


def with_a_gain(row):
    """The scenario with another life total to begin with, and to end with."""
    return row.text.replace("Ann, 20 life", "Ann, 30 life").replace("Ann has 22 life", "Ann has 32 life")


def false(row):
    """The scenario with an expectation that does not come true."""
    return row.text.replace("Ann has 22 life", "Ann has 23 life")


def steps(row):
    """All that was told in the game of its own day."""
    return repr(row.verdicts.on(DAY).get().transcript.record)


@pytest.mark.slow
def test_a_corrected_scenario_is_played_and_bound_as_the_one_before(row):
    bound = set(Binding.objects.filter(scenario=row).values_list("address", "state"))
    spans = list(row.verdicts.values_list("since", "until"))
    corrections.correct_loose("games", row, with_a_gain(row), reason="as the book has it", author=None)
    now = Scenario.objects.get(pk=row.pk)
    assert (now.slug, now.path, now.title, now.written) == (row.slug, row.path, row.title, row.text)
    assert "32 life" in now.text
    assert list(now.verdicts.values_list("since", "until")) == spans
    assert now.verdicts.on(DAY).get().outcome == Verdict.Outcome.HOLDS
    assert "32 life" in steps(now)
    assert set(Transcript.objects.filter(scenario=now).values_list("scenario_digest", flat=True)) == {now.digest}
    assert set(Binding.objects.filter(scenario=row).values_list("address", "state")) == bound
    assert missing() == []


@pytest.mark.slow
def test_taking_it_back_plays_what_the_file_says_again(row):
    before = steps(row)
    made = corrections.correct_loose("games", row, with_a_gain(row), reason="as the book has it", author=None)
    corrections.withdraw(made, reason="it was not", author=None)
    now = Scenario.objects.get(pk=row.pk)
    assert (now.text, now.digest, now.written, steps(now)) == (row.text, row.digest, "", before)
    assert missing() == []


@pytest.mark.slow
def test_checking_again_keeps_it(row):
    corrections.correct_loose("games", row, with_a_gain(row), reason="a", author=None)
    report = check_all()
    assert (report.run, report.problems) == (0, [])
    assert "32 life" in Scenario.objects.get(pk=row.pk).text
    assert loader.unread() == []


@pytest.mark.slow
def test_where_the_file_has_changed_since_the_correction_no_longer_applies(row, settings, tmp_path):
    shutil.copytree(settings.SCENARIOS, tmp_path / "scenarios")
    made = corrections.correct_loose("games", row, with_a_gain(row), reason="a", author=None)
    file = tmp_path / "scenarios" / row.path
    file.write_text(row.text.replace("20 life", "40 life").replace("22 life", "42 life"), encoding="utf-8")
    settings.SCENARIOS = tmp_path / "scenarios"
    loader.fill()
    now = Scenario.objects.get(pk=row.pk)
    assert ("42 life" in now.text, now.written) == (True, "")
    assert corrections.states([made]) == {made.pk: corrections.State.STALE}


@pytest.mark.slow
def test_one_of_several_in_a_file_is_corrected_alone():
    several = Scenario.objects.filter(problem="", key="1").first()
    others = dict(Scenario.objects.filter(path=several.path).exclude(pk=several.pk).values_list("slug", "digest"))
    text = several.text.replace(f'title = "{several.title}"', 'title = "Another title"')
    corrections.correct_loose("games", several, text, reason="a", author=None)
    now = Scenario.objects.get(pk=several.pk)
    assert (now.title, now.key, now.slug) == ("Another title", "1", several.slug)
    assert (
        dict(Scenario.objects.filter(path=several.path).exclude(pk=several.pk).values_list("slug", "digest")) == others
    )
    assert missing() == []


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (false, "it is contradicted"),
        (lambda row: row.text.replace("[[control]]", "[[kontrol]]"), "To mend it"),
        (lambda row: row.text.replace("Bob's Bear is in Bob's hand", "Ann has 40 life"), "it is contradicted"),
        (lambda row: "", "nothing to play"),
        (lambda row: "#" * (LONGEST + 1), "40,001 characters"),
        (lambda row: "[[scenario]]\n", "can't be played"),
    ],
    ids=["false", "unreadable", "no control", "empty", "long", "bare"],
)
def test_what_does_not_hold_is_refused_and_nothing_is_kept(row, change, sentence):
    with pytest.raises(corrections.CorrectionError, match=re.escape(sentence)):
        corrections.correct_loose("games", row, change(row), reason="a", author=None)
    assert Scenario.objects.get(pk=row.pk).text == row.text
    assert not Correction.objects.exists()


# --- in the admin -------------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_an_editor_sees_the_game_beside_it_corrects_it_and_readers_see_why(enter, row):
    editor = enter("Editors")
    page = editor.get(page_of(row)).content.decode()
    assert "The game that was played of it" in page
    assert "Font triggered twice" in page
    said = posted(editor, row, meant=with_a_gain(row), why="as the book has it", _continue="1")
    assert "Corrected. Everything that depends on it is updated." in said
    assert "applied: as the book has it — one of the Editors" in said
    shown = editor.get("/games/look-back/").content.decode()
    assert "as the book has it" in shown
    assert "32 life" in shown
    [made] = Correction.objects.all()
    listed = editor.get(reverse("admin:rulebook_correction_changelist")).content.decode()
    assert "the scenario" in listed
    editor.post(reverse("admin:rulebook_correction_withdraw", args=[made.pk]), {"reason": "it was not"})
    assert "as the book has it" not in editor.get("/games/look-back/").content.decode()


def test_what_is_typed_is_played_beside_it_before_it_is_saved(enter, row):
    said = posted(enter("Editors"), row, meant=with_a_gain(row), _preview="1")
    assert "Nothing is saved yet" in said
    assert "Please correct the error" not in said
    assert "32 life" in said.partition('class="transcript"')[2]
    assert not Correction.objects.exists()


@pytest.mark.slow
def test_what_does_not_hold_is_shown_beside_what_was_typed(enter, row):
    said = posted(enter("Editors"), row, meant=false(row), why="x")
    assert "It is contradicted" in said
    assert "Ann has 23 life" in said.partition('class="transcript"')[2]
    assert not Correction.objects.exists()


@pytest.mark.slow
def test_the_second_of_two_maintainers_is_told(enter, row):
    editor = enter("Editors")
    seen = editor.get(page_of(row)).context["adminform"].form.initial["seen_meant"]
    corrections.correct_loose("games", row, with_a_gain(row), reason="a", author=None)
    theirs = row.text.replace(f'title = "{row.title}"', 'title = "Another title"')
    assert "Somebody else has corrected this" in posted(editor, row, meant=theirs, why="b", seen_meant=seen)
    assert Correction.objects.count() == 1


def test_who_only_reads_sees_scenario_and_game_and_saves_nothing(enter, row):
    reader = enter("Readers")
    page = reader.get(page_of(row)).content.decode()
    assert "Font triggered twice" in page
    assert "without rule 410.10d" in page
    assert 'name="meant"' not in page
    assert reader.post(page_of(row), {"meant": with_a_gain(row), "why": "x"}).status_code == 403
    reader.logout()
    assert reader.post(page_of(row), {"meant": with_a_gain(row), "why": "x"}).status_code == 302
    assert not Correction.objects.exists()
