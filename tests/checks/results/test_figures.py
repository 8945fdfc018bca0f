"""Figures: counted once, and the same wherever they are told; what was not played yet is not "no scenario"."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest
from django.contrib.auth.models import Group
from django.core.management import call_command

from rulesite.checks.models import Binding, Scenario, Tally, Transcript, Verdict
from rulesite.checks.playing.runner import check_all, missing
from rulesite.checks.results import tallies
from rulesite.checks.results.badges import outcomes
from rulesite.checks.results.figures import figures_of_editions
from rulesite.checks.results.status import HOLDS, NO_SCENARIO, NOT_PLAYED, OUTCOMES, standings
from rulesite.reading.models import Prepared
from rulesite.reading.pages.home import front
from rulesite.reading.precomputed import store
from rulesite.rulebook.models import Edition, Example, Library, Made

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("played_pocket")]


def text(client, path):
    page = client.get(path)
    assert page.status_code == 200
    return page.content.decode()


def test_the_figures_are_those_of_every_example_one_by_one():
    counted = {figures.key: +figures.counts for figures in figures_of_editions()}
    one_by_one: dict[str, Counter] = {}
    for standing in standings():
        address = f"{standing.example.document}/{standing.example.edition}"
        one_by_one.setdefault(address, Counter())[standing.outcome] += 1
    assert counted == one_by_one
    assert sum(sum(counts.values()) for counts in counted.values()) == Example.objects.count()


@pytest.mark.slow
def test_the_first_page_the_ledger_and_the_command_tell_the_same_figures(client, capsys):
    call_command("check_examples", "--json")
    told = Counter(row["outcome"] for row in json.loads(capsys.readouterr().out))
    newest = front(Library.current()).newest
    in_newest = Counter(standing.outcome for standing in standings([newest]))
    counts, total = outcomes(newest)
    assert dict(counts) == {outcome: in_newest[outcome] for outcome in OUTCOMES if outcome != NOT_PLAYED}
    assert total == sum(told.values())
    panel = text(client, "/").partition('aria-labelledby="examples"')[2].partition("</section>")[0]
    stated = re.search(r">(\S+) examples? in the newest edition,.*?>(\S+) over all editions<", panel)
    assert stated.groups() == (str(in_newest.total()), str(total))
    rows = re.findall(r'<td class="count">(\d+)</td>', text(client, "/games/"))
    assert sum(map(int, rows)) == sum(told.values())


@pytest.mark.slow
def test_what_was_not_played_yet_is_told_as_such_and_never_as_no_scenario(client):
    newest = front(Library.current()).newest
    before = dict(outcomes(newest)[0])
    Transcript.objects.all().delete()
    tallies.count()
    Library.move_on()
    after = dict(outcomes(newest)[0])
    assert (after[HOLDS], after[NOT_PLAYED]) == (0, before[HOLDS] + before["contradicted"])
    assert after[NO_SCENARIO] == before[NO_SCENARIO]
    for page in ("/", "/games/", "/games/?edition=cr/2006-10-01"):
        assert "not yet played" in text(client, page).lower()


@pytest.mark.slow
def test_an_edition_that_nobody_has_looked_at_is_not_yet_played(client):
    Made.objects.filter(unit="cr/2006-10-01").delete()
    Tally.objects.filter(edition__effective="2006-10-01").delete()
    Binding.objects.filter(example__version__edition__effective="2006-10-01").delete()
    (figures,) = [row for row in figures_of_editions() if row.key == "cr/2006-10-01"]
    assert set(+figures.counts) == {NOT_PLAYED}
    assert ("bind", "cr/2006-10-01") in missing()
    report = check_all()
    assert (report.run, report.bound, report.counted) == (0, {"cr/2006-10-01"}, ["cr/2006-10-01"])
    assert missing() == []


@pytest.mark.parametrize("change", ["unbound", "another title", "contradicted"])
def test_only_what_changed_is_counted_and_set_again_and_comes_to_the_same_as_all_of_it(change):
    store.prepare_games(Edition.objects.all())
    binding = Binding.objects.filter(example__version__isnull=False, state="bound").first()
    edition = binding.example.version.edition
    if change == "unbound":
        binding.delete()
    elif change == "another title":
        Scenario.objects.filter(pk=binding.scenario_id).update(title="Another title")
    else:
        Transcript.objects.filter(scenario=binding.scenario_id).update(outcome="contradicted", reason="it is so")

    def known():
        tally = Tally.objects.get(edition=edition)
        return tally.outcomes, tally.why, tally.counted, store.games_of(edition)

    before = known()
    assert edition.address in tallies.count()
    store.prepare_games(Edition.objects.all())
    step_by_step = known()
    assert step_by_step != before
    Tally.objects.filter(edition=edition).delete()
    tallies.count_in(edition)
    Prepared.objects.all().delete()
    store.prepare_games([edition])
    assert known() == step_by_step


@pytest.mark.parametrize("nth", [0, 5])
def test_what_came_of_some_scenarios_alone_is_counted_as_if_all_were(nth):
    rows = Binding.objects.filter(example__isnull=False, state="bound").order_by("scenario")
    chosen = [*dict.fromkeys(rows.values_list("scenario", flat=True))][nth : nth + 3]
    Transcript.objects.filter(scenario__in=chosen).update(outcome="contradicted", reason="it is so")

    def known():
        told = {tally.edition_id: (tally.outcomes, tally.why, tally.counted) for tally in Tally.objects.all()}
        return told, dict(Made.objects.filter(stage=tallies.STAGE).values_list("unit", "key"))

    before = known()
    editions = rows.filter(scenario__in=chosen).values_list("example__version__edition", "example__term__edition")
    assert len(tallies.count(chosen)) == len({each for pair in editions for each in pair} - {None})
    some = known()
    assert some != before
    assert tallies.count() == []
    Tally.objects.all().delete()
    tallies.count()
    assert known() == some
    assert tallies.count([]) == []


@pytest.mark.slow
def test_a_game_that_is_missing_is_named_played_and_counted():
    held = Verdict.objects.filter(scenario__slug="look-back", transcript__outcome="holds").first()
    newest = Edition.at("cr/2006-10-01")
    figures = outcomes(newest)
    held.transcript.delete()
    assert ("play", "look-back") in missing()
    report = check_all()
    assert report.run == 1
    assert missing() == []
    assert outcomes(newest) == figures


@pytest.mark.slow
def test_a_check_of_what_stands_changes_nothing():
    before = Library.current().revision
    assert check_all().run == 0
    assert Library.current().revision == before


@pytest.mark.slow
def test_maintainers_see_the_checks_and_may_confirm(client, django_user_model):
    person = django_user_model.objects.create_user("judge", password="p", is_staff=True)
    person.groups.add(Group.objects.get(name="Editors"))
    client.force_login(person)
    for model in (
        "scenario",
        "binding",
        "verdict",
        "transcript",
        "confirmation",
        "knowngap",
        "tally",
        "pin",
        "exercise",
    ):
        text(client, f"/admin/checks/{model}/")
    row = Binding.objects.filter(state=Binding.State.OTHER_WORDS).first()
    if row is None:
        row = Binding.objects.filter(state=Binding.State.BOUND).first()
        Binding.objects.filter(pk=row.pk).update(state=Binding.State.OTHER_WORDS)
    asked = {"action": "confirm", "_selected_action": [row.pk], "index": 0}
    client.post("/admin/checks/binding/", asked, follow=True)
    assert Binding.objects.get(scenario=row.scenario, example=row.example).state == Binding.State.CONFIRMED
