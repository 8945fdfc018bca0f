"""Two maintainers at one page: the second is told who saved it meanwhile, and loses nothing of either's work."""

import re

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from rulesite.rulebook.models import Assertion, Commentary, Document, Edition, Library, Page

pytestmark = pytest.mark.django_db

WRITTEN = {
    Page: {"title": "Mine"},
    Commentary: {"body": "Mine."},
    Library: {"about": "Mine."},
    Document: {"publisher": "Mine"},
    Edition: {"title": "Mine"},
    Assertion: {"reason": "mine"},
    Group: {"name": "Mine"},
}
"""A field of each noun that people write, with what one of two makes of it."""


@pytest.fixture
def two(django_user_model):
    """Two administrators, each at a browser of their own."""
    clients = []
    for name in ("ann", "bob"):
        client = Client()
        client.force_login(django_user_model.objects.create_superuser(name))
        clients.append(client)
    return clients


def fields_of(client, page):
    """What the form of a page posts as it stands."""
    answer = client.get(page)
    form = answer.context["adminform"].form
    values = {name: form[name].value() for name in form.fields}
    text = answer.content.decode()
    hidden = dict(re.findall(r'name="(_seen|[\w-]+_FORMS)" value="([^"]*)"', text))
    return {name: value for name, value in (values | hidden).items() if value not in (None, False)}


@pytest.mark.slow
@pytest.mark.parametrize("model", WRITTEN, ids=lambda model: model.__name__)
def test_the_second_is_told_and_may_save_after_a_look(two, grown, model):
    ann, bob = two
    [(name, mine)] = WRITTEN[model].items()
    row = model.objects.order_by("pk").first()
    page = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_change", args=[row.pk])
    seen = fields_of(ann, page)
    theirs = f"{mine} of bob"
    assert bob.post(page, fields_of(bob, page) | {name: theirs}).status_code == 302
    told = ann.post(page, seen | {name: mine})
    assert told.status_code == 200
    [said] = told.context["adminform"].form.non_field_errors()
    assert said.startswith("bob has saved this since you opened it")
    assert theirs in said
    row.refresh_from_db()
    assert getattr(row, name) == theirs
    again = re.search(r'name="_seen" value="([^"]+)"', told.content.decode())[1]
    assert ann.post(page, seen | {name: mine, "_seen": again}).status_code == 302
    row.refresh_from_db()
    assert getattr(row, name) == mine


def test_who_saves_what_nobody_else_touched_is_not_stopped(two):
    ann, _ = two
    row = Page.objects.first()
    page = reverse("admin:rulebook_page_change", args=[row.pk])
    for title in ("One", "Two"):
        assert ann.post(page, fields_of(ann, page) | {"title": title}).status_code == 302
    row.refresh_from_db()
    assert row.title == "Two"


def test_every_noun_that_people_write_is_tried_here(grown, rf, two):
    request = rf.get("/")
    request.user = two[0].get("/admin/").context["user"]
    corrected = {"RuleVersion", "Example", "GlossaryTerm", "Attribution"}  # test_admin_editing, test_source_tags
    edited = {
        model.__name__
        for model, registered in admin.site._registry.items()
        if model._meta.app_label == "rulebook"
        and (row := model._default_manager.last())
        and registered.has_change_permission(request, row)
    }
    assert edited - corrected - {"StruckPair"} == {model.__name__ for model in WRITTEN} - {"Group"}
