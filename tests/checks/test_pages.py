"""The pages of games: ledger, a game, concepts, and the badges in the reading room."""

from __future__ import annotations

import html
import json
import re
import zlib
from datetime import date

import pytest
from django.db.models import Count

from rulesite.checks.models import Binding, Concept, Confirmation, Exercise, Scenario, Transcript, Verdict
from rulesite.checks.results.badges import badges_of
from rulesite.checks.views.game import drawn
from rulesite.rulebook.models import Edition, Library
from tests import factories as make

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("played_pocket")]


def text(client, path, status=200):
    page = client.get(path)
    assert page.status_code == status
    return page.content.decode()


def test_the_ledger_counts_every_edition(client):
    shown = text(client, "/games/")
    assert "?edition=cr/2006-10-01" in shown
    assert "?edition=dangelo/2002-10-15" in shown


def test_the_ledger_of_an_edition_leads_to_rules_and_games(client):
    shown = text(client, "/games/?edition=cr/2006-10-01")
    assert "<title>Worked examples of the Comprehensive Rules, 1 October 2006" in shown
    assert "/cr/2006-10-01/410.10d/" in shown
    assert "/games/look-back/2006-10-01/" in shown


@pytest.mark.slow
def test_the_first_page_leads_to_a_game_in_which_something_is_played(client):
    assert "/games/" in text(client, "/").partition("New here?")[2].partition("</p>")[0]
    for transcript in Transcript.objects.all():
        record = transcript.record | {"steps": []}
        Transcript.objects.filter(pk=transcript.pk).update(packed=zlib.compress(json.dumps(record).encode()))
    Library.move_on()
    assert "/games/" not in text(client, "/").partition("New here?")[2].partition("</p>")[0]


def test_a_game_that_was_not_played_on_the_day_is_linked_under_its_own_rules(client):
    ledger, on_the_day = "/games/?edition=dangelo/2008-03-17", "/games/illegal-targets-2/2008-03-17/"
    assert on_the_day in text(client, ledger)
    Verdict.objects.on(date(2008, 3, 17)).get(scenario__slug="illegal-targets-2").delete()
    Library.move_on()
    shown = text(client, ledger)
    assert on_the_day not in shown
    assert 'href="/games/illegal-targets-2/"' in shown


def test_the_examples_of_an_edition_are_filtered_by_outcome(client):
    assert "/games/look-back/2006-10-01/" in text(client, "/games/?edition=cr/2006-10-01&outcome=holds")
    shown = text(client, "/games/?edition=cr/2006-10-01&outcome=contradicted")
    assert "/games/look-back/2006-10-01/" not in shown
    assert "No example of this edition has that outcome" in shown


def test_how_words_differ_that_a_scenario_is_bound_to_is_shown_with_the_game_and_in_the_ledger(client):
    row = Binding.objects.filter(scenario__slug="look-back", state=Binding.State.BOUND).first()
    row.state, row.note = Binding.State.REWORDED, "in other words at 1 place than elsewhere"
    row.differences = [{"known": "comes into play", "here": "enters", "why": "the zone has another name"}]
    row.save()
    Library.move_on()
    edition = f"{row.stands.edition.document.slug}/{row.stands.edition.slug}"
    for page in ("/games/look-back/", f"/games/?edition={edition}"):
        shown = text(client, page)
        for said in ("comes into play", "enters", "the zone has another name"):
            assert f"<td>{said}</td>" in shown
    (badge,) = badges_of([row.example.version_id])[row.example.version_id]
    assert "in other words at 1 place than elsewhere" in badge.games[0][1]


def test_the_share_of_each_outcome_is_drawn_beside_its_count(client):
    assert re.search(r'<rect class="holds" x="0" width="\d+"', text(client, "/games/"))


def test_a_card_on_the_table_has_its_type_line_in_every_zone(client):
    shown = text(client, "/games/look-back/")
    hand = shown.partition('aria-label="Ann"')[2].partition('class="zone hand"')[2]
    assert "Sorcery" in hand[: hand.index("</ul>")]


def test_the_ledger_of_an_edition_that_is_not_held_is_not_found(client):
    text(client, "/games/?edition=cr/1900-01-01", 404)


def test_a_game_is_told_step_by_step_with_the_rule_behind_each(client):
    shown = text(client, "/games/look-back/2006-10-01/")
    assert 'id="move-1"' in shown
    assert 'href="#move-2"' in shown
    assert 'href="/cr/2006-10-01/410.10d/"' in shown
    assert "Font triggered twice" in shown
    assert re.search(r"without rule 410\.10d: \w", shown)
    assert "look_back" not in shown.partition('id="written"')[0]
    assert "played on" in shown


def test_the_printed_example_stands_above_its_game_under_todays_rules(client):
    """Without a day in its address a game is played by the latest rules for which it is known."""
    shown = text(client, "/games/look-back/")
    example = Binding.objects.get(scenario__slug="look-back", address__startswith="cr/2006-10-01/410.10d").example
    assert "holds</span> under the rules of 1 October 2006" in shown
    printed = shown.partition('<figure class="as-printed">')[2].partition("</figure>")[0]
    assert example.opening in html.unescape(printed)
    assert shown.index("as-printed") < shown.index('class="setup"')
    known_today = Verdict.objects.on(date(2018, 1, 19)).first().scenario
    assert "under today’s rules, those of 19 January 2018" in text(client, known_today.get_absolute_url())


def test_the_players_face_each_other_on_the_table(client):
    table = text(client, "/games/look-back/").partition('class="table"')[2]
    assert table.index('aria-label="Bob"') < table.index('aria-label="Shared zones"') < table.index('aria-label="Ann"')


@pytest.mark.parametrize(("query", "game"), [("q=font", "look-back"), ("q=410.10d", "look-back"), ("q=look-back artifact", ""),
                                             ("card=font", "look-back"), ("by=card", ""), ("topic=no-such", None)])  # fmt: skip
def test_games_are_found_by_words_cards_and_rules(client, query, game):
    shown = text(client, f"/games/?{query}", 404 if game is None else 200)
    assert ('href="/games/look-back/"' in shown) == (game == "look-back")
    assert query != "by=card" or 'href="?card=font"' in shown


def test_games_are_listed_by_topic_and_keyword_and_offered_by_the_box(client):
    edition = Edition.objects.filter(document__slug="cr").latest("effective")
    section = make.version(edition, "702", title="Keyword Abilities", kind="section")
    make.version(edition, "702.22", title="Banding", parent=section)
    Library.move_on()
    shown = text(client, "/games/")
    assert 'href="?keyword=banding"' in shown
    assert "/games/banding-damage/" in text(client, "/games/?keyword=banding").partition('id="listed"')[2]
    topic = re.search(r'href="\?topic=([\w-]+)">Triggered Abilities|topic=([\w-]+)', shown)
    assert '<a href="/games/' in text(client, f"/games/?topic={topic[1] or topic[2]}").partition('id="listed"')[2]
    offered = client.get("/api/v1/typeahead", {"q": "artifact sees"}).json()
    assert next(row["url"] for row in offered if row["kind"] == "game") == "/games/look-back/"


def test_a_game_shows_its_verdict_under_each_ruleset(client):
    shown = text(client, "/games/look-back/2002-10-15/")
    days = set(re.findall(r"/games/look-back/(\d{4}-\d\d-\d\d)/", shown))
    assert "2002-10-15" in days
    for day in days:
        assert "holds</span> under the rules of" in text(client, f"/games/look-back/{day}/")


def test_a_game_played_alike_cites_the_numbers_of_the_day_that_is_shown(client):
    """Targets are announced by 409.1c until 2009, and then for some weeks by 409.1d."""
    both = Verdict.objects.on(date(2008, 6, 1)) & Verdict.objects.on(date(2009, 5, 2))
    verdict = both.filter(transcript__cited__contains=" announce_targets ").first()
    shown = [text(client, verdict.address_on(day)) for day in (date(2008, 6, 1), date(2009, 5, 2))]
    assert [(">409.1c<" in page, ">409.1d<" in page) for page in shown] == [(True, False), (False, True)]


def test_a_game_leads_to_itself_under_earlier_and_later_rules(client):
    game = Scenario.objects.annotate(spans=Count("verdicts")).order_by("-spans").first()
    days = re.findall(r'class="day">(\d{4}-\d\d-\d\d)<', text(client, game.get_absolute_url()))
    assert len(days) == game.spans > 2
    shown = text(client, f"{game.get_absolute_url()}{days[0]}/")
    assert f'href="{game.get_absolute_url()}{days[1]}/" data-key="]"' in shown
    assert 'data-key="["' not in shown
    shown = text(client, f"{game.get_absolute_url()}{days[-1]}/")
    assert f'href="{game.get_absolute_url()}{days[-2]}/" data-key="["' in shown


@pytest.mark.parametrize("button", [{}, {"text-only": "1"}], ids=["changes", "text"])
@pytest.mark.parametrize("day", ["2006-10-01", "2002-10-15"])
def test_a_game_is_changed_and_played_under_the_rules_that_its_page_showed(client, day, button):
    shown = text(client, f"/games/look-back/{day}/")
    (path,) = re.findall(r'href="(/games/try/[^"]*)">Change it and play', shown)
    form = text(client, html.unescape(path))
    assert f'<option value="{day}" selected>' in form
    assert f'<input type="hidden" name="day" value="{day}">' in form  # another game is started from on the same day
    script = html.unescape(re.search(r'name="text"[^>]*>\n(.*?)</textarea>', form, re.DOTALL)[1])
    played = client.post("/games/try/", {"scenario": "look-back", "day": day, "text": script, **button})
    said = date.fromisoformat(day)
    assert f"</span> under the rules of {said.day} {said:%B %Y}" in played.content.decode()
    assert f'<option value="{day}" selected>' in played.content.decode()


@pytest.mark.parametrize("day", ["monday", "1980-01-01", "2006-10"])
def test_a_day_without_rules_is_refused_and_the_game_kept(client, day):
    shown = text(client, f"/games/try/?scenario=look-back&day={day}")
    assert f"there are no rules of “{day}”" in shown
    played = html.unescape(client.post("/games/try/", {"text": "title = 1", "day": day}).content.decode())
    assert f"there are no rules of “{day}”" in played
    assert "title = 1" in played


def test_a_game_under_rules_it_was_not_played_under_is_not_found(client):
    text(client, "/games/look-back/1993-08-05/", 404)
    text(client, "/games/look-back/tomorrow/", 404)
    text(client, "/games/no-such-game/", 404)


@pytest.mark.slow(seconds=10)
@pytest.mark.parametrize("nth", [3, pytest.param(1, marks=pytest.mark.thorough("every game"))])
def test_every_game_that_was_played_can_be_shown(client, nth):
    """Every one is drawn; of those of one file of scenarios and one outcome the longest is opened."""
    longest = {}
    for verdict in Verdict.objects.select_related("scenario", "transcript").order_by("pk")[::nth]:
        game = drawn(verdict.scenario, verdict, verdict.since)
        assert game.moves, verdict
        assert game.checks, verdict
        like, size = (verdict.scenario.path, verdict.transcript.outcome), len(verdict.transcript.packed)
        if size > longest.get(like, (0, ""))[0]:
            longest[like] = size, verdict.get_absolute_url()
    for _, address in longest.values():
        assert "What the example says" in text(client, address)


@pytest.mark.slow
def test_no_page_has_script_or_style_in_it(client):
    for path in ("/games/", "/games/look-back/", "/games/try/", "/games/concepts/"):
        shown = text(client, path)
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", shown)


@pytest.mark.slow
def test_the_concepts_name_their_rules_and_what_fails_without_them(client):
    shown = text(client, "/games/concepts/")
    assert 'id="look_back"' in shown
    assert 'href="/cr/2006-10-01/410.10d/"' in shown


def test_an_example_in_the_reading_room_shows_its_verdict_and_opens_its_game(client):
    shown = text(client, "/cr/2006-10-01/410.10d/")
    link = r'<a class="play-it" href="/games/look-back/2006-10-01/"[^>]*>Play this example</a>'
    assert re.search(rf'{link} <span class="verdict holds">holds</span>', shown)
    assert "/games/concepts/#look_back" in shown
    assert "Used in" in shown


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/games/", "/games/look-back/", "/games/try/", "/games/concepts/", "/games/keywords/",
                                  "/cr/2006-10-01/410.10d/", "/cr/2006-10-01/410.1/", "/"])  # fmt: skip
def test_what_only_maintainers_can_use_is_shown_to_them_alone(client, path):
    """Commands and modules of the program are no news for a reader."""
    assert not re.search(r"manage\.py|\b\w+/\w+\.py\b", text(client, path))


def test_a_maintainer_is_led_to_the_modules_of_a_rule(admin_client):
    assert "<code>events/triggers.py</code>" in text(admin_client, "/cr/2006-10-01/410.10d/")


def test_a_passage_that_is_an_example_shows_its_verdict_too(client):
    assert "/games/look-back/2002-10-15/" in text(client, "/dangelo/2002-10-15/A.4.20/")


def test_words_that_a_scenario_was_not_written_for_are_marked(client):
    row = Binding.objects.filter(
        example__version__key="410.10d", example__version__edition__document__slug="cr"
    ).first()
    Binding.objects.filter(pk=row.pk).update(state=Binding.State.OTHER_WORDS)
    (badge,) = badges_of([row.example.version_id])[row.example.version_id]
    assert (badge.outcome, badge.said) == ("no scenario", "written for other words")


@pytest.mark.slow
def test_a_person_confirms_other_words_in_the_admin(client, django_user_model):
    from rulesite.checks.models import Confirmation

    client.force_login(django_user_model.objects.create_superuser("judge", "j@example.org", "p"))
    row = Binding.objects.filter(state=Binding.State.BOUND, scenario__slug="look-back").first()
    Binding.objects.filter(pk=row.pk).update(state=Binding.State.OTHER_WORDS)
    page = client.post(
        "/admin/checks/binding/", {"action": "confirm", "_selected_action": [row.pk], "index": 0}, follow=True
    )
    assert "confirmed" in page.content.decode()
    there = Binding.objects.get(scenario=row.scenario, example=row.example)
    assert there.state == Binding.State.CONFIRMED
    kept = Confirmation.objects.get(scenario="look-back", fingerprint=row.fingerprint)
    assert kept.author.username == "judge"
    assert kept.made


@pytest.mark.slow
@pytest.mark.parametrize(
    "model", ["scenario", "verdict", "transcript", "tally", "binding", "pin", "confirmation", "knowngap", "exercise"]
)
def test_the_admin_lists_and_shows_everything(client, django_user_model, model):
    from django.apps import apps

    client.force_login(django_user_model.objects.create_superuser("judge", "j@example.org", "p"))
    game = Scenario.objects.get(slug="look-back")
    Confirmation.objects.create(scenario=game.slug, fingerprint="words")
    Exercise.objects.create(concept=Concept.objects.first(), scenario=game, fails=True, outcome="fails")
    text(client, f"/admin/checks/{model}/")
    row = apps.get_model("checks", model).objects.first()
    text(client, f"/admin/checks/{model}/{row.pk}/change/")
