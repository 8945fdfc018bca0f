"""Every noun in the admin: its list, its page, its search and its filters work, and none asks more for more rows."""

import re
from html import unescape

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from rulesite.rulebook.adminsite.site import ABOUT, ROOMS, RulebookAdminSite
from rulesite.rulebook.citations import linker
from rulesite.rulebook.models import (
    AttributionTarget,
    CitationTarget,
    Commentary,
    Edition,
    Original,
    RuleVersion,
    Source,
    Wording,
)
from tests import factories as make

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

INSIDE_OTHERS = {CitationTarget, AttributionTarget, Original}
"""Shown on the page of what they belong to."""
MODELS = [model for model in apps.get_app_config("rulebook").get_models() if model not in INSIDE_OTHERS]
NAMES = [model.__name__ for model in MODELS]


def list_of(model, **filters):
    """The address of a model's list."""
    query = "&".join(f"{key}={value}" for key, value in filters.items())
    return reverse(f"admin:rulebook_{model._meta.model_name}_changelist") + (f"?{query}" if query else "")


def page_of(row):
    """The address of a row's page."""
    return reverse(f"admin:rulebook_{row._meta.model_name}_change", args=[row.pk])


def queries(client, address):
    """How many queries a page takes, once it was opened before."""
    client.get(address)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


def test_every_noun_has_a_list_that_asks_no_more_for_more_rows(office, grow):
    grow(2)
    few = {model: queries(office, list_of(model)) for model in MODELS}
    grow(14)
    many = {model: queries(office, list_of(model)) for model in MODELS}
    assert {model.__name__: (few[model], many[model]) for model in MODELS if many[model] > few[model] + 1} == {}
    assert max(many.values()) <= 25


@pytest.mark.parametrize("model", MODELS, ids=NAMES)
def test_every_row_has_a_page_with_a_few_queries(office, grown, model):
    row = model.objects.order_by("pk").last()
    assert queries(office, page_of(row)) <= 45


@pytest.mark.parametrize("model", [Edition, RuleVersion], ids=["Edition", "RuleVersion"])
def test_a_page_asks_no_more_for_more_rows_inside_it(office, grow, model):
    small, large = grow(2), grow(8)
    if model is RuleVersion:
        small, large = small.versions.get(number="404"), large.versions.get(number="404")
    assert queries(office, page_of(large)) <= queries(office, page_of(small)) + 1


@pytest.mark.parametrize("model", MODELS, ids=NAMES)
def test_every_list_can_be_searched_and_filtered(office, grown, model):
    registered = admin.site._registry[model]
    if registered.search_fields:
        for words in ("404.1", "2000-06-01", "trigger", "%_'\"", "x" * 500):
            assert office.get(list_of(model), {"q": words}).status_code == 200
    page = office.get(list_of(model)).content.decode()
    filters = set(re.findall(r'<a href="(\?[^"]*__[^"]*)"', page))
    for query in list(filters)[:20]:
        assert office.get(list_of(model) + query.replace("&amp;", "&")).status_code == 200, query


def test_a_list_of_rules_shows_what_each_one_begins_with(office, grown):
    page = office.get(list_of(RuleVersion)).content.decode()
    shown = re.findall(
        r'class="field-number[^"]*"><a href="[^"]*?(\d+)/change/[^>]*>.*?field-opening[^>]*><a[^>]*>(.*?)</a>', page
    )
    assert {bool(RuleVersion.objects.get(pk=pk).title) for pk, _ in shown} == {True, False}
    for pk, opening in shown:
        rule = RuleVersion.objects.get(pk=pk)
        assert opening.rstrip("…")
        assert unescape(rule.text or rule.title).startswith(unescape(opening).rstrip(" …")), opening


@pytest.mark.parametrize("model", MODELS, ids=NAMES)
def test_every_column_that_can_be_sorted_sorts(office, grown, model):
    page = office.get(list_of(model)).content.decode()
    columns = set(re.findall(r"\?o=(-?\d+)", page))
    assert columns
    for column in columns:
        assert office.get(list_of(model), {"o": column}).status_code == 200


@pytest.mark.parametrize("model", MODELS, ids=NAMES)
def test_links_between_related_rows_lead_somewhere(office, grown, model):
    row = model.objects.order_by("pk").last()
    page = office.get(page_of(row)).content.decode()
    content = page[page.index('id="content"') :]
    links = {link.replace("&amp;", "&") for link in re.findall(r'href="(/admin/rulebook/[^"]+)"', content)}
    for link in links:
        assert office.get(link).status_code == 200, link


@pytest.mark.parametrize("name", ["Commentary", "Assertion", "Page", "Edition"])
def test_no_form_offers_a_select_with_all_the_rules(office, grow, name):
    grow(13)
    row = apps.get_model("rulebook", name).objects.order_by("pk").last()
    assert office.get(page_of(row)).content.decode().count("<option") < 13


def test_view_on_site_leads_to_the_page_of_the_site(office, grown):
    version = grown.versions.get(number="404.1")
    for row, address in (
        (version, "/cr/2000-06-01/404.1/"),
        (grown, "/cr/2000-06-01/"),
        (version.examples.get(), "/cr/2000-06-01/404.1/"),
        (Commentary.objects.get(address="cr/2000-06-01/404.1"), "/cr/2000-06-01/404.1/"),
    ):
        page = office.get(page_of(row)).content.decode()
        shown = re.search(r'<a href="([^"]+)" class="viewsitelink"', page)[1]
        if "/r/" in shown:
            shown = office.get(shown).headers["Location"]
        assert shown.endswith(address)
        assert office.get(address).status_code == 200


def test_a_search_for_a_number_lists_the_newest_edition_first_and_mentions_last(office):
    older, newer = make.edition("2006-10-01"), make.edition("2026-06-19")
    make.version(newer, "101.2", "Nothing of rule 603.3 changes that.")
    for edition in (older, newer):
        for number in ("603.3", "603.3a", "603.30"):
            make.version(edition, number, "It triggers.")
    listed = office.get(list_of(RuleVersion), {"q": "603.3"}).context["cl"].result_list
    found = [(row.edition.slug, row.number) for row in listed]
    assert found[:2] == [("2026-06-19", "603.3"), ("2026-06-19", "603.3a")]
    assert found[3] == ("2006-10-01", "603.3")
    assert found[-1] == ("2026-06-19", "101.2")


def test_the_desk_stands_first_and_a_person_is_told_what_the_role_may_do(client, maintainer, office):
    index = office.get("/admin/").content.decode()
    captions = re.findall(r"<caption>([^<]+)</caption>", index)
    assert captions[:2] == ["The desk", "Editing"]
    assert "You are a superuser" in index
    groups = office.get("/admin/auth/group/").content.decode()
    assert groups.count("Publishers do what editors do") == 1
    client.force_login(maintainer)
    assert "Editors correct words" in client.get("/admin/").content.decode()


# --- facts are not edited -----------------------------------------------------------------------------------------
FACTS = ("Source", "Wording", "IndexEntry", "Witness", "Flag", "Reference", "Citation", "Rule", "Descent", "Made", "Correction")  # fmt: skip


@pytest.mark.parametrize("name", FACTS)
def test_facts_can_be_read_and_not_edited_even_by_administrators(office, grown, name):
    model = apps.get_model("rulebook", name)
    row = model.objects.order_by("pk").last()
    page = office.get(page_of(row)).content.decode()
    assert 'name="_save"' not in page
    assert "deletelink" not in page
    assert office.post(page_of(row), {"name": "x", "text": "x"}).status_code == 403
    assert office.get(page_of(row).replace("change/", "delete/")).status_code == 403
    assert office.get(reverse(f"admin:rulebook_{name.lower()}_add")).status_code == 403
    assert 'name="action"' not in office.get(list_of(model)).content.decode()


def test_an_edition_is_deleted_alone_after_a_page_that_counts_what_goes(office, grow):
    edition = grow(3)
    page = office.get(list_of(Edition)).content.decode()
    assert "delete_selected" not in page
    delete = page_of(edition).replace("change/", "delete/")
    confirm = office.get(delete).content.decode()
    for what in ("4 rules", "3 glossary terms", "3 worked examples", "1 source files"):
        assert what in confirm
    assert confirm.count("<li>") < 30
    office.post(delete, {"post": "yes"})
    assert not Edition.objects.filter(pk=edition.pk).exists()
    assert not Source.objects.filter(edition_id=edition.pk).exists()
    assert Wording.objects.filter(text__startswith="It triggers 1").exists(), "wordings are shared and stay"


def test_source_tags_wait_again_when_their_edition_is_deleted(office, grown):
    tag = grown.versions.get(number="404.1").wording.attributions.get()
    assert tag.outcome == "resolved"
    office.post(page_of(grown).replace("change/", "delete/"), {"post": "yes"})
    tag.refresh_from_db()
    assert tag.outcome == "waiting"


def test_a_document_with_editions_is_not_deleted(office, grown):
    assert office.get(page_of(grown.document).replace("change/", "delete/")).status_code == 403


# --- finding ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("words", ["404.1@2000-06-01", "cr/2000-06-01/404.1", "404.1 2000-06", '"triggers 1 2000"'])
def test_a_rule_is_found_by_its_address_in_any_form_or_by_words(office, grow, words):
    grow(3)
    found = office.get(list_of(RuleVersion), {"q": words}).context["cl"].result_list
    assert [str(version) for version in found] == ["404.1@2000-06-01"]


def test_rules_corrected_by_a_person_can_be_listed(office, grow):
    grow(3)
    page = office.get(list_of(RuleVersion, corrected="yes")).content.decode()
    assert "2000-01-01" in page
    assert page.count('class="field-kind"') == 3


# --- the index ----------------------------------------------------------------------------------------------------
def test_the_index_reads_in_the_order_of_work(rf, administrator):
    site = RulebookAdminSite()
    site._registry = admin.site._registry
    request = rf.get("/admin/")
    request.user = administrator
    rooms = site.get_app_list(request)
    names = [name for name, _ in ROOMS]
    assert [room["name"] for room in rooms[: len(ROOMS) + 1]] == ["The desk", *names]
    named = [entry["object_name"] for room in rooms for entry in room["models"] if room["app_label"] == "rulebook"]
    assert sorted(named) == sorted(NAMES), "every noun is in exactly one room"
    assert set(ABOUT) == set(NAMES), "every noun is explained"


def test_somebody_without_permissions_sees_no_rooms(rf, django_user_model):
    site = RulebookAdminSite()
    site._registry = admin.site._registry
    request = rf.get("/admin/")
    request.user = django_user_model.objects.create_user("nobody", is_staff=True)
    assert site.get_app_list(request) == []


def test_the_index_says_what_waits_to_be_looked_at_and_leads_there(office, rf, administrator, grow):
    edition = grow(3)
    rule = edition.versions.get(number="404.1")
    make.term(edition, "Nowhere", "See rule 999.9.")
    linker.find_references(Wording.objects.filter(text="See rule 999.9."), edition.scheme)
    linker.relink(edition)
    Commentary.objects.create(address="cr/1999-01-01/1.1", body="Adrift.")
    site = RulebookAdminSite()
    site._registry = admin.site._registry
    request = rf.get("/admin/")
    request.user = administrator
    waiting = {what: (count, url) for count, what, url in site.index(request).context_data["waiting"]}
    assert {what: count for what, (count, _) in waiting.items()} == {
        "doubts about readings": 3,
        "references that lead nowhere": 1,
        "rules for which files differ": 3,
        "remarks on rules that are not here": 1,
    }
    assert rule.flags.count() == 1
    for what, (count, url) in waiting.items():
        assert len(office.get(url).context["cl"].result_list) == count, what
