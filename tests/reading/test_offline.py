"""What a browser is given to keep: the worker, the offer of the newest edition, and its words."""

import json
import re

import pytest
from django.urls import resolve

from rulesite.rulebook.models import Example, GlossaryTerm, Library, Rule, RuleVersion
from rulesite.search import analysis
from rulesite.search.current import questions
from rulesite.search.query.parser import QUESTION_WORDS
from tests import factories as make
from tests.reading.read_pages import links, read

pytestmark = pytest.mark.django_db


@pytest.fixture
def edition():
    """A whole edition with a chapter, a section, a rule with an example, and a term; and a later extract."""
    Library.objects.create(name="a test")
    make.edition("2007-01-01", slug="dangelo", extent="extract")
    whole = make.edition("2006-10-01")
    make.version(whole, "4", title="Abilities, Effects")
    make.version(whole, "402", title="Abilities")
    make.example(make.version(whole, "402.1", "It works."), "It did.")
    make.version(whole, "402.1", "Twice.", key="402.1~2")
    make.term(whole, "Cost", "What is paid.")
    return whole


def offer(client):
    """What the site offers to keep."""
    return client.get("/offline/newest.json").json()


def test_the_worker_is_a_script_at_the_root_that_browsers_always_ask_for_anew(client):
    worker = client.get("/sw.js")
    assert worker["Content-Type"].startswith("text/javascript")
    assert "no-cache" in worker["Cache-Control"]
    assert "script-src 'self'" in worker["Content-Security-Policy"]


def test_the_worker_names_the_style_sheets_and_scripts_of_a_page(client, edition):
    worker = client.get("/sw.js").content.decode()
    page = read(client, "/cr/2006-10-01/402.1/")
    used = [tag["href"] for tag in page.find_all("link", rel="stylesheet")]
    used += [tag["src"] for tag in page.find_all("script", src=True)]
    assert used
    assert [address for address in used if f'"{address}"' not in worker] == []
    assert "/static/admin/" not in worker


def test_the_newest_whole_edition_is_offered_as_on_the_first_page(client, edition):
    assert offer(client)["edition"] == "cr/2006-10-01"
    shown = read(client, "/").find(class_="newest")
    assert edition.get_absolute_url() in links(shown).values()


def test_a_newer_edition_is_offered_as_soon_as_it_is_held(client, edition):
    make.version(make.edition("2008-02-01"), "402", title="Abilities")
    Library.objects.first().save()
    assert offer(client)["edition"] == "cr/2008-02-01"


def test_an_offer_changes_its_stamp_with_the_library(client, edition):
    before = offer(client)["stamp"]
    assert offer(client)["stamp"] == before
    Library.objects.first().save()
    assert offer(client)["stamp"] != before


@pytest.mark.slow
def test_what_is_offered_counts_rules_as_the_pages_do_and_can_all_be_fetched(client, edition):
    offered = offer(client)
    assert (offered["rules"], offered["terms"]) == (2, 1)
    assert offered["pages"] == [
        "/", "/cr/2006-10-01/", "/cr/2006-10-01/4/", "/cr/2006-10-01/402/", "/cr/2006-10-01/glossary/",
    ]  # fmt: skip
    for address in [offered["data"], *offered["pages"]]:
        assert client.get(address).status_code == 200, address


def test_without_a_library_nothing_is_offered(client):
    assert client.get("/offline/newest.json").status_code == 404
    assert client.get("/offline/").status_code == 200


def test_the_words_of_an_edition_have_every_provision_and_term(client, edition):
    words = client.get("/offline/cr/2006-10-01.json").json()
    assert words["rules"] == [
        ["4", "chapter", "Abilities, Effects", "", [], ""],
        ["402", "section", "Abilities", "", [], "402"],
        ["402.1", "rule", "", "It works.", ["It did."], "402"],
        ["402.1~2", "rule", "", "Twice.", [], "402"],
    ]
    assert words["terms"] == [["cost", "Cost", "What is paid.", []]]


def test_the_words_of_known_questions_come_with_the_rule_that_answers_them(client, edition):
    """A question is of the rule with its number and first words; one whose number moved, of the one that begins so."""
    same, moved, other = list(questions.read())[:3]
    make.version(edition, same.number, f"{same.opens} and more.")
    make.version(edition, "100.99", f"{moved.opens} and more.")
    make.version(edition, other.number, "It begins with other words.")
    words = client.get("/offline/cr/2006-10-01.json").json()
    assert set(words["asked"]) == {same.number, "100.99"}
    asked = words["asked"][same.number].split()
    assert set(asked) <= {word.text for question in same.questions for word in analysis.words(question)}
    assert not QUESTION_WORDS & set(asked)
    assert [len(each) > 5 for each in words["aside"]] == [True] * 3


def test_unchanged_words_are_not_sent_again(client, edition):
    first = client.get("/offline/cr/2006-10-01.json")
    again = {"If-None-Match": first["ETag"]}
    assert client.get("/offline/cr/2006-10-01.json", headers=again).status_code == 304
    Library.objects.first().save()
    assert client.get("/offline/cr/2006-10-01.json", headers=again).status_code == 200


def test_words_of_an_edition_that_is_not_held_are_not_found(client, edition):
    assert client.get("/offline/cr/1990-01-01.json").status_code == 404


def test_the_site_can_be_put_on_a_home_screen(client):
    linked = read(client, "/offline/").find("link", rel="manifest")
    manifest = client.get(linked["href"])
    assert manifest["Content-Type"] == "application/manifest+json"
    told = manifest.json()
    assert resolve(told["start_url"]).view_name == "reading:home"
    assert told["icons"][0]["type"] == "image/svg+xml"


def test_without_scripts_the_page_says_that_it_needs_them(client):
    assert "needs scripts" in read(client, "/offline/").find("noscript").get_text()


def test_every_script_that_the_worker_loads_is_there(client, settings):
    worker = client.get("/sw.js").content.decode()
    loaded = json.loads(re.search(r"importScripts\(\.\.\.(\[.*\])\)", worker)[1])
    assert loaded
    for address in loaded:
        assert (settings.BASE_DIR / "static" / address.removeprefix(settings.STATIC_URL)).is_file()


def test_the_symbols_of_an_edition_come_with_their_drawings(client, edition):
    make.version(edition, "402.2", "{T}: It is tapped, and {nothing} is drawn.")
    Library.objects.first().save()
    words = client.get("/offline/cr/2006-10-01.json").json()
    assert list(words["symbols"]) == ["T"]
    assert 'aria-label="tap"' in words["symbols"]["T"]


def test_numbers_of_earlier_editions_come_with_the_rule_of_today(client, edition):
    rule, ended = (Rule.objects.create(document=edition.document) for _ in range(2))
    make.version(edition, "402.7", "It moves.", rule=rule)
    make.version(edition, "402.9", "It ends.", rule=ended)
    make.version(make.edition("2007-02-01"), "402.7", "It moves.", rule=rule)
    make.version(make.edition("2009-07-11"), "603.7", "It moves.", rule=rule)
    words = client.get("/offline/cr/2009-07-11.json").json()
    assert words["days"] == ["2006-10-01", "2007-02-01", "2009-07-11"]
    assert words["earlier"]["402.7"] == [[0, 1, "603.7"]]
    assert words["earlier"]["402.9"] == [[0, 0, ""]]
    assert "603.7" not in words["earlier"]


def test_every_page_leads_to_reading_offline(client, edition):
    for address in ("/", "/cr/2006-10-01/402.1/", "/search/"):
        assert "/offline/" in links(read(client, address).find("footer")).values(), address


@pytest.mark.documents
@pytest.mark.usefixtures("real_database")
def test_no_word_of_the_newest_real_edition_is_missing(client):
    offered = offer(client)
    words = client.get(offered["data"]).json()
    document, day = offered["edition"].split("/")
    held = RuleVersion.objects.filter(edition__document__slug=document, edition__effective=day).order_by("position")
    expected = [(version.key, version.title, version.text) for version in held.select_related("wording")]
    assert [(key, title, text) for key, _, title, text, _, _ in words["rules"]] == expected
    terms = GlossaryTerm.objects.filter(edition__document__slug=document, edition__effective=day)
    assert [term[1] for term in words["terms"]] == list(terms.order_by("position").values_list("term", flat=True))
    examples = Example.objects.filter(labelled=True, version__edition__document__slug=document)
    assert sum(len(rule[4]) for rule in words["rules"]) == examples.filter(version__edition__effective=day).count()
