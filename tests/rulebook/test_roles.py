"""Four roles and nobody: every page of the admin is tried as each of them."""

import re

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from rulesite.desk import forms
from rulesite.desk.models import Proposal, Publication
from rulesite.rulebook.editing import corrections

admin.autodiscover()
pytestmark = pytest.mark.django_db

ROLES = ("Readers", "Editors", "Publishers", "Administrators")
OURS = ("rulebook", "checks", "search", "desk")
MODELS = [model for model in admin.site._registry if model._meta.app_label in OURS]
ACCOUNTS = [model for model in admin.site._registry if model._meta.app_label in ("auth", "axes")]
ADDED = {"commentary", "page", "assertion", "struckpair", "proposal"}
"""What editors, and all above them, may add."""


def address(model, page, *args):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


@pytest.fixture
def enter(client, django_user_model):
    """A client as somebody of a role; as nobody without one."""

    def entering(role):
        client.logout()
        if role:
            person = django_user_model.objects.create_user(f"one of the {role}", is_staff=True)
            person.groups.add(Group.objects.get(name=role))
            client.force_login(person)
        return client

    return entering


@pytest.fixture
def waiting():
    """Something on the desk that was read, and a publication."""
    Publication.objects.create(number=1, made="2026-01-01T00:00Z", what="ingest", who="manage.py")
    return Proposal.objects.create(place="cr.txt", who="mia", state="ready", preview={"came": ["cr/2001-01-01"]})


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_every_role_sees_every_list_and_nobody_sees_none(enter, model):
    for role in ROLES:
        assert enter(role).get(address(model, "changelist")).status_code == 200, role
    answer = enter("").get(address(model, "changelist"))
    assert (answer.status_code, answer.url.partition("?")[0]) == (302, "/admin/login/")


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_who_may_add_what(enter, model):
    may = {role for role in ROLES if enter(role).get(address(model, "add")).status_code == 200}
    wanted = set(ROLES) - {"Readers"} if model._meta.model_name in ADDED else set()
    assert may == wanted
    assert enter("").get(address(model, "add")).status_code == 302


@pytest.mark.slow
@pytest.mark.parametrize("model", ACCOUNTS, ids=lambda model: model._meta.label)
def test_accounts_are_kept_by_administrators_alone(enter, model):
    may = {role for role in ROLES if enter(role).get(address(model, "changelist")).status_code == 200}
    assert may == {"Administrators"}


@pytest.mark.slow
def test_every_page_of_a_row_opens_and_offers_to_save_only_what_the_role_may(enter, grown):
    saves = {role: set() for role in ROLES}
    deletes = {role: set() for role in ROLES}
    rows = [row for model in MODELS if (row := model._default_manager.order_by("pk").last()) is not None]
    for role in ROLES:
        client = enter(role)
        for row in rows:
            model = type(row)
            page = client.get(address(model, "change", row.pk))
            assert page.status_code == 200, (role, model)
            text = page.content.decode()
            if re.search(r'name="_(save|continue)"', text):
                saves[role].add(model._meta.model_name)
            if "deletelink" in text:
                deletes[role].add(model._meta.model_name)
    edited = {"ruleversion", "example", "glossaryterm", "library", "document", "edition", "commentary", "page", "assertion", "attribution"}  # fmt: skip
    assert saves["Readers"] == deletes["Readers"] == set()
    assert saves["Editors"] == saves["Publishers"] == edited
    assert edited <= saves["Administrators"]
    assert deletes["Editors"] == deletes["Publishers"]
    assert deletes["Administrators"] - deletes["Editors"] == {"edition"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("deed", "may"),
    [
        ("go on", {"Editors", "Publishers", "Administrators"}),
        ("again", {"Editors", "Publishers", "Administrators"}),
        ("decide", {"Editors", "Publishers", "Administrators"}),
        ("forget", {"Editors", "Publishers", "Administrators"}),
        ("publish", {"Publishers", "Administrators"}),
        ("discard", {"Publishers", "Administrators"}),
        ("nonsense", set()),
    ],
)
def test_what_each_role_may_ask_for_at_the_desk(enter, waiting, deed, may):
    page = waiting.get_absolute_url()
    found = {role for role in ROLES if enter(role).post(page, {"deed": deed, "seen": 99}).status_code != 403}
    assert found == may
    assert enter("").post(page, {"deed": deed}).status_code == 302
    waiting.refresh_from_db()
    assert (waiting.state, waiting.round) == ("ready", 0)


@pytest.mark.slow
def test_an_editor_discards_what_they_brought_and_nothing_of_others(enter, waiting, django_user_model):
    editor = enter("Editors")
    page = waiting.get_absolute_url()
    assert 'value="discard"' not in editor.get(page).content.decode()
    Proposal.objects.update(author=django_user_model.objects.get(username="one of the Editors"))
    assert 'value="discard"' in editor.get(page).content.decode()
    assert 'value="publish"' not in editor.get(page).content.decode()
    assert editor.post(page, {"deed": "publish", "seen": 0}).status_code == 403
    assert editor.post(page, {"deed": "discard", "seen": 0}).status_code == 302
    waiting.refresh_from_db()
    assert waiting.state == "discarded"


def test_who_may_bring_nothing_any_more_discards_nothing(enter, waiting, django_user_model):
    reader = enter("Readers")
    Proposal.objects.update(author=django_user_model.objects.get(username="one of the Readers"))
    assert reader.post(waiting.get_absolute_url(), {"deed": "discard", "seen": 0}).status_code == 403


def test_a_file_that_is_larger_than_any_is_refused_with_a_sentence(enter, monkeypatch):
    monkeypatch.setattr(forms, "LONGEST_FILE", 1_000)
    given = {"file": SimpleUploadedFile("cr.txt", b"x" * 1_001)}
    said = enter("Editors").post(address(Proposal, "add"), given).content.decode()
    assert "cr.txt has 1,001 bytes; 1,000 is the limit" in said
    assert not Proposal.objects.exists()


@pytest.mark.slow
def test_publications_are_taken_back_by_publishers(enter, waiting):
    page = reverse("admin:desk_publication_take_back", args=[Publication.objects.get().pk])
    may = {role for role in ROLES if enter(role).get(page).status_code == 200}
    assert may == {"Publishers", "Administrators"}
    assert enter("").get(page).status_code == 302


@pytest.mark.slow
def test_corrections_are_made_and_taken_back_by_editors(enter, grown):
    rule = grown.versions.get(number="404.1")
    made = corrections.correct(rule, "It triggers.", reason="misread", author=None)
    page = reverse("admin:rulebook_correction_withdraw", args=[made.pk])
    may = {role for role in ROLES if enter(role).get(page).status_code == 200}
    assert may == set(ROLES) - {"Readers"}
