"""The table of the keywords that an edition defines: its page and its command say the same."""

from __future__ import annotations

import json

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from rulesite.checks.coverage.keywords import defined, editions
from tests import factories

pytestmark = pytest.mark.django_db
FLANKING = (
    "“Flanking” means “Whenever this creature becomes blocked by a creature without flanking, "
    "that creature gets -1/-1 until end of turn.”"
)


@pytest.fixture(autouse=True)
def library():
    """Two editions: of 2006 with abilities alone, of 2026 with two of each kind, one of which nobody knows."""
    factories.library()
    old, new = factories.edition("2006-10-01"), factories.edition("2026-06-19")
    section(old, "502", "Keyword Abilities", {"First Strike": "", "Flanking": FLANKING})
    section(new, "701", "Keyword Actions", {"Tap and Untap": "", "Frumple": ""})
    section(new, "702", "Keyword Abilities", {"Flanking": FLANKING.replace("-1/-1", "-1/-2"), "Space Sculptor": ""})
    factories.edition("2018-01-19")
    return new


def section(edition, number, title, rules):
    factories.version(edition, number, title=title, kind="section")
    for place, (name, says) in enumerate(rules.items(), 2):
        factories.version(edition, f"{number}.{place}", title=name, kind="heading")
        factories.version(edition, f"{number}.{place}a", says or f"What {name} is.")


def test_each_keyword_is_read_or_played_or_refused_with_what_is_missing(library):
    found = {row.standing.name: row.standing for row in defined(library)}
    assert list(found) == ["flanking", "space sculptor", "tap", "untap", "frumple"]
    assert (found["flanking"].played, found["flanking"].agreement) == (True, "differs")
    assert found["untap"].played
    assert not found["space sculptor"].played
    assert found["space sculptor"].why
    assert "no row" in found["frumple"].why


def test_what_an_edition_prints_is_compared_with_the_words_of_its_own_day():
    (old,) = [row.standing for row in defined(editions()[1]) if row.standing.name == "flanking"]
    assert old.agreement == "agrees"


def test_every_keyword_that_an_edition_prints_is_on_its_page(client):
    assert len(editions()) == 2
    for edition in editions():
        shown = client.get(f"/games/keywords/{edition.slug}/").content.decode()
        rows = defined(edition)
        assert rows
        for row in rows:
            assert row.href in shown
            assert f'<th scope="row">{row.standing.name}</th>' in shown


def test_the_page_shows_the_newest_edition_and_leads_to_the_others(client):
    newest, *others = editions()
    shown = client.get("/games/keywords/").content.decode()
    assert f"<strong>{newest.slug}</strong>" in shown
    assert all(f"/games/keywords/{other.slug}/" in shown for other in others)
    assert "/games/keywords/" in client.get("/games/").content.decode()


def test_a_day_without_an_edition_has_no_such_page(client):
    assert client.get("/games/keywords/1980-01-01/").status_code == 404


def test_the_command_says_what_the_page_says(capsys):
    newest = editions()[0]
    call_command("check_keywords", "--json")
    found = json.loads(capsys.readouterr().out)
    assert found["edition"] == newest.address
    assert found["keywords"] == [row.record() for row in defined(newest)]
    call_command("check_keywords", newest.slug)
    said = capsys.readouterr().out
    assert all(row.number in said for row in defined(newest))


def test_the_command_refuses_a_day_without_an_edition():
    with pytest.raises((CommandError, SystemExit)):
        call_command("check_keywords", "1980-01-01")
