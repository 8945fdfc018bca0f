"""What is said of where the engine plays a rule."""

from datetime import date

import pytest

from rulesite.checks.models import Concept
from rulesite.reading.pages.rule_games import Played, concepts_of, played_by_others
from rulesite.rulebook.models import Library
from tests import factories as make
from tests.reading.read_pages import read

pytestmark = pytest.mark.django_db

NUMBERS = ("5", "508", "508.1", "508.1a", "508.1g", "509", "509.1", "509.1b", "510", "510.1")


@pytest.fixture
def rules():
    """Rules of 2018; one concept is of 508.1, which was 308.2 until 2009, one of 509.1b, one of 509.1."""
    Library.objects.create(name="a test")
    edition = make.edition("2018-01-19")
    for name, since, modules in (
        ("declare_attackers", [["2006-10-01", "308.2"], ["2009-07-11", "508.1"]], ["combat/attacking.py"]),
        ("block_restriction", [["2009-07-11", "509.1b"]], ["combat/blocking.py", "effects/forbidden.py"]),
        ("gone_since", [["2009-07-11", "510.1"], ["2017-01-20", ""]], ["combat/combat_damage.py"]),
    ):
        Concept.objects.create(name=name, says="It is so.", since=since, modules=modules)
    return {number: make.version(edition, number, "" if len(number) < 4 else "It is so.") for number in NUMBERS}


def where(version):
    return played_by_others(version, Library.objects.get())


def test_a_rule_of_its_own_concept_is_played_by_that_alone(rules):
    library = Library.objects.get()
    assert [concept.name for concept in concepts_of(rules["508.1"], library)] == ["declare_attackers"]
    assert where(rules["508.1"]) is None


def test_a_rule_below_is_played_where_the_rule_above_it_is(rules):
    assert where(rules["508.1a"]) == where(rules["508.1g"]) == Played("508.1", ["combat/attacking.py"])


def test_a_rule_above_is_played_in_the_rooms_of_the_rules_below_it(rules):
    assert where(rules["509.1"]) == Played("509.1", ["combat", "effects"])
    assert where(rules["509"]) == Played("509", ["combat", "effects"])
    assert where(rules["508"]) == Played("508", ["combat"])


def test_a_chapter_and_what_nothing_plays_any_more_are_played_nowhere(rules):
    assert where(rules["5"]) is where(rules["510"]) is where(rules["510.1"]) is None


def test_another_edition_numbers_it_otherwise(rules):
    before = make.version(make.edition("2006-10-01"), "308.2a", "It was so.")
    assert before.edition.effective == date(2006, 10, 1)
    assert where(before) == Played("308.2", ["combat/attacking.py"])


@pytest.mark.slow
def test_the_page_of_a_rule_names_the_modules_to_maintainers_alone(client, admin_client, rules):
    for number, named in (
        ("508.1", "declare attackers in combat/attacking.py"),
        ("508.1a", "the engine plays 508.1 in combat/attacking.py"),
        ("509.1", "the engine plays its rules in combat effects"),
    ):
        shown = read(admin_client, f"/cr/2018-01-19/{number}/").find(id="played")
        assert named in " ".join(shown.get_text(" ").split())
        assert "combat" not in str(read(client, f"/cr/2018-01-19/{number}/").find(id="played"))
    assert read(admin_client, "/cr/2018-01-19/510.1/").find(id="played") is None
