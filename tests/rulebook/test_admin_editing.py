"""What maintainers do in the admin: correct words, take it back, remark on rules, write pages, assert descent."""

import re

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.urls import reverse

from rulesite import sandbox
from rulesite.reading.admin import MOST_CHARACTERS
from rulesite.rulebook.editing import corrections
from rulesite.rulebook.models import Assertion, Commentary, Correction, Descent, Edition, Page, RuleVersion
from tests import factories as make

pytestmark = pytest.mark.django_db


@pytest.fixture
def rule():
    """402.8g of 2006."""
    return make.version(make.edition("2006-10-01"), "402.8g", "It functions in that zon.")


@pytest.fixture
def desk(client, maintainer):
    """A client logged in as a maintainer."""
    client.force_login(maintainer)
    return client


def change(row):
    """The address of a row's page."""
    return reverse(f"admin:rulebook_{row._meta.model_name}_change", args=[row.pk])


def form_of(client, address):
    """The fields that the page of a rule posts, as it shows them."""
    page = client.get(address)
    return {
        name: field
        for name, field in page.context["adminform"].form.initial.items()
        if name in ("title", "text", "seen_title", "seen_text")
    }


def errors(response):
    """The errors of the form on a page, by field."""
    return response.context["adminform"].form.errors


# --- correcting ---------------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_a_maintainer_corrects_the_words_of_a_rule(desk, maintainer, rule):
    fields = form_of(desk, change(rule)) | {"text": "It functions in that zone.", "reason": "a letter was lost"}
    response = desk.post(change(rule), fields | inline_counts(desk, rule), follow=True)
    assert "Corrected. References and search" in response.content.decode()
    rule.refresh_from_db()
    assert rule.text == "It functions in that zone."
    [correction] = Correction.objects.all()
    assert (correction.author, correction.reason) == (maintainer, "a letter was lost")
    assert LogEntry.objects.get().object_id == str(rule.pk)
    page = desk.get(change(rule)).content.decode()
    assert "<del>zon</del><ins>zone</ins>" in page
    assert "applied: a letter was lost — mia" in page


def inline_counts(client, rule):
    """What the page posts for its inlines: nothing in them can be edited."""
    page = client.get(change(rule)).content.decode()
    return dict(re.findall(r'name="(\w+-(?:TOTAL|INITIAL|MIN_NUM|MAX_NUM)_FORMS)" value="(\d+)"', page))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("posted", "field", "sentence"),
    [
        ({"text": "It functions in that zone.", "reason": " "}, "reason", "Give a reason"),
        ({"text": "", "reason": "x"}, "text", "required"),
        ({"text": " \n ", "reason": "x"}, "text", "the text is empty"),
        ({"text": "It functions in that zon.", "reason": "x"}, "text", "The text is unchanged"),
        ({"text": "It functions in that zone.", "reason": "x" * 301}, "reason", "at most 300"),
        (
            {"text": "It functions in that zone.", "reason": "x", "seen_text": "0" * 32},
            "text",
            "Somebody else has corrected",
        ),
    ],
)
def test_what_is_no_correction_is_refused_at_its_field(desk, rule, posted, field, sentence):
    response = desk.post(change(rule), form_of(desk, change(rule)) | posted | inline_counts(desk, rule))
    assert response.status_code == 200
    assert sentence in str(errors(response)[field])
    assert not Correction.objects.exists()


@pytest.mark.slow
def test_saving_a_rule_unchanged_corrects_nothing(desk, rule):
    fields = form_of(desk, change(rule)) | {"reason": ""}
    response = desk.post(change(rule), fields | inline_counts(desk, rule), follow=True)
    assert "nothing was saved" in response.content.decode()
    assert "successfully" not in response.content.decode()
    assert not Correction.objects.exists()


@pytest.mark.slow
def test_a_maintainer_corrects_a_heading_an_example_and_an_entry_of_the_glossary(desk, rule):
    heading = make.version(rule.edition, "402", title="Abilites")
    example = make.example(rule, "A Wal blocks.")
    term = make.term(rule.edition, "Abilty", "What it doe.")
    for row, words in (
        (heading, {"title": "Abilities"}),
        (example, {"text": "A Wall blocks."}),
        (term, {"title": "Ability", "text": "What it does."}),
    ):
        fields = form_of(desk, change(row)) | words | {"reason": "a letter was lost"} | inline_counts(desk, row)
        response = desk.post(change(row), fields, follow=True)
        assert "Corrected. References" in response.content.decode()
    heading.refresh_from_db()
    example.refresh_from_db()
    term.refresh_from_db()
    assert (heading.title, example.wording.text, term.term, term.wording.text) == (
        "Abilities", "A Wall blocks.", "Ability", "What it does."
    )  # fmt: skip
    assert {entry.what for entry in Correction.objects.all()} == {
        "the heading",
        "Example 1",
        "the name",
        "the definition",
    }
    listed = desk.get(reverse("admin:rulebook_correction_changelist")).content.decode()
    for row in (heading, example, term):
        assert change(row) in listed
        assert "applied: a letter was lost" in desk.get(change(row)).content.decode()


@pytest.mark.slow
def test_what_would_change_is_shown_before_it_is_saved(desk, rule):
    fields = form_of(desk, change(rule)) | {"text": "It functions in that zone.", "reason": "a letter was lost"}
    response = desk.post(change(rule), fields | inline_counts(desk, rule) | {"_preview": "1"})
    assert "<del>zon</del><ins>zone</ins>" in response.content.decode()
    assert "Nothing is saved yet" in response.content.decode()
    assert "Please correct the error" not in response.content.decode()
    assert not Correction.objects.exists()


@pytest.mark.slow
def test_the_second_of_two_maintainers_is_told_and_may_save_after_a_look(desk, rule, maintainer):
    fields = form_of(desk, change(rule)) | inline_counts(desk, rule)
    corrections.correct(rule, "It functions in that zone!", reason="quicker", author=None)
    told = desk.post(change(rule), fields | {"text": "It functions in this zone.", "reason": "misread"})
    assert "Somebody else has corrected this" in str(errors(told)["text"])
    assert "<del>that</del><ins>this</ins>" in told.content.decode()
    assert Correction.objects.count() == 1
    again = fields | {"seen_text": told.context["adminform"].form["seen_text"].value()}
    desk.post(change(rule), again | {"text": "It functions in this zone.", "reason": "misread"})
    rule.refresh_from_db()
    assert rule.text == "It functions in this zone."


@pytest.mark.slow
def test_nothing_else_of_a_rule_can_be_changed(desk, rule):
    other = make.edition("2007-07-13")
    fields = form_of(desk, change(rule)) | {"number": "1.1", "key": "1.1", "edition": other.pk, "first_line": 99}
    desk.post(change(rule), fields | inline_counts(desk, rule))
    rule.refresh_from_db()
    assert (rule.number, rule.key, rule.edition.slug, rule.first_line) == ("402.8g", "402.8g", "2006-10-01", 1)


@pytest.mark.slow
def test_a_heading_has_a_page_without_a_text_to_correct(desk):
    heading = make.version(make.edition("2006-10-01"), "402", title="Abilities")
    page = desk.get(change(heading)).content.decode()
    assert 'name="text"' not in page
    assert 'name="title"' in page
    fields = form_of(desk, change(heading)) | inline_counts(desk, heading)
    assert "nothing was saved" in desk.post(change(heading), fields, follow=True).content.decode()


@pytest.mark.slow
def test_a_correction_is_taken_back_with_a_reason(desk, maintainer, rule):
    made = corrections.correct(rule, "It functions in that zone.", reason="a letter was lost", author=maintainer)
    withdraw = reverse("admin:rulebook_correction_withdraw", args=[made.pk])
    assert withdraw in desk.get(change(made)).content.decode()
    assert "<del>zone</del><ins>zon</ins>" in desk.get(withdraw).content.decode()
    assert "required" in desk.post(withdraw, {"reason": ""}).content.decode()
    response = desk.post(withdraw, {"reason": "it is printed so"}, follow=True)
    assert "Taken back" in response.content.decode()
    rule.refresh_from_db()
    assert rule.text == "It functions in that zon."
    assert withdraw not in desk.get(change(made)).content.decode()
    assert "already taken back" in desk.post(withdraw, {"reason": "again"}).content.decode()
    states = desk.get(reverse("admin:rulebook_correction_changelist")).content.decode()
    assert "withdrawn" in states
    assert "withdrawal" in states


# --- commentary and pages -----------------------------------------------------------------------------------------
@pytest.mark.slow
def test_a_remark_is_made_on_a_rule_that_is_named_by_its_address(desk, maintainer, rule):
    add = reverse("admin:rulebook_commentary_add")
    desk.post(add, {"address": "402.8g@2006-10-01", "body": "See 402.8g.", "published": "on"})
    remark = Commentary.objects.get()
    assert (remark.address, remark.author) == ("cr/2006-10-01/402.8g", maintainer)
    make.version(rule.edition, "402.9", "More.")
    desk.post(change(remark), {"address": "402.9", "body": "See.", "published": "on"})
    remark.refresh_from_db()
    assert remark.address == "cr/2006-10-01/402.9"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("", "required"),
        ("402.9z@2006-10-01", "The edition of 2006-10-01 has no 402.9z."),
        ("nonsense here", "“here” in “nonsense here” is not a rule number"),
    ],
)
def test_a_remark_on_nothing_is_refused(desk, rule, address, sentence):
    response = desk.post(reverse("admin:rulebook_commentary_add"), {"address": address, "body": "See."})
    assert sentence in str(errors(response)["address"])


@pytest.mark.slow
def test_markdown_is_previewed_as_readers_would_get_it(desk, rule):
    for name in ("page", "commentary"):
        preview = reverse(f"admin:rulebook_{name}_preview")
        html = desk.post(preview, {"body": "# On 402.8g\n\n<script>alert(1)</script>"}).content.decode()
        assert html.startswith('<h2>On <a class="citation" href="/cr/2006-10-01/402.8g/"')
        assert "script" not in html
        assert desk.get(preview).status_code == 405


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "bound"),
    [("x" * (MOST_CHARACTERS + 1), "allowed"), ("- " * 2_000 + "deep", "nested too deeply")],
    ids=["long", "nested"],
)
def test_markdown_that_can_not_be_shown_within_bounds_is_refused_with_the_bound(desk, body, bound):
    preview = desk.post(reverse("admin:rulebook_page_preview"), {"body": body})
    assert preview.status_code == 400
    assert bound in preview.content.decode()
    fields = {"title": "Long", "slug": "long", "body": body, "position": 0}
    assert bound in str(errors(desk.post(reverse("admin:rulebook_page_add"), fields))["body"])
    assert not Page.objects.filter(slug="long").exists()


def test_a_preview_is_to_be_asked_for_again_when_too_many_are_made_at_once(desk, monkeypatch):
    def busy(*_, **__):
        raise sandbox.Busy

    monkeypatch.setattr(sandbox, "run", busy)
    preview = desk.post(reverse("admin:rulebook_page_preview"), {"body": "x"})
    assert (preview.status_code, preview["Retry-After"]) == (503, "5")


def test_the_preview_is_for_maintainers(client, django_user_model):
    preview = reverse("admin:rulebook_page_preview")
    assert client.post(preview, {"body": "x"}).status_code == 302
    client.force_login(django_user_model.objects.create_user("nobody", is_staff=True))
    assert client.post(preview, {"body": "x"}).status_code == 403


def test_every_site_begins_with_pages_that_a_reader_can_open(client):
    assert list(Page.objects.values_list("slug", flat=True)) == ["about", "reading"]
    for page in Page.objects.all():
        shown = client.get(page.get_absolute_url())
        assert shown.status_code == 200
        assert "citation-unknown" not in shown.content.decode()


# --- assertions of descent ----------------------------------------------------------------------------------------
@pytest.fixture
def pair(rule):
    """402.8g of 2006 and 402.8h of 2008."""
    return rule, make.version(make.edition("2008-02-01"), "402.8h", "It functions in that zone.")


def asserting(**fields):
    """What the form of an assertion posts."""
    given = {"earlier": "402.8g@2006-10-01", "later": "cr/2008-02-01/402.8h", "verdict": "assert", "kind": "reworded"}
    return given | {"reason": "the same rule, one letter on", "said_by": ""} | fields


def test_an_assertion_is_stored_by_full_addresses_with_its_author(desk, maintainer, pair):
    response = desk.post(reverse("admin:rulebook_assertion_add"), asserting(), follow=True)
    assert "once descent has been computed again" in response.content.decode()
    stored = Assertion.objects.get()
    assert (stored.earlier, stored.later) == ("cr/2006-10-01/402.8g", "cr/2008-02-01/402.8h")
    assert (stored.author, stored.said_by, stored.origin) == (maintainer, "mia", "admin")


@pytest.mark.parametrize(
    ("fields", "field", "sentence"),
    [
        ({"earlier": "402.8g"}, "earlier", "has no edition"),
        ({"earlier": "cr/2006-10-01/402.99"}, "earlier", "The edition of 2006-10-01 has no 402.99."),
        ({"later": "cr/1999-01-01/402.8h"}, "later", "There is no edition of 1999-01-01 of cr here"),
        ({"later": "hello there world"}, "later", "is not an address"),
        ({"later": "cr/2006-10-01/402.8g"}, "later", "Both are in the same edition"),
        ({"earlier": "402.8h@2008-02-01", "later": "402.8g@2006-10-01"}, "later", "Swap the two"),
        ({"kind": "restates"}, "kind", "one document"),
        ({"reason": ""}, "reason", "required"),
    ],
)
def test_an_assertion_that_can_not_be_is_refused_at_its_field(desk, pair, fields, field, sentence):
    response = desk.post(reverse("admin:rulebook_assertion_add"), asserting(**fields))
    assert sentence in str(errors(response)[field])
    assert not Assertion.objects.exists()


def test_the_same_pair_is_not_asserted_twice(desk, pair):
    desk.post(reverse("admin:rulebook_assertion_add"), asserting())
    response = desk.post(reverse("admin:rulebook_assertion_add"), asserting(verdict="forbid"))
    assert "already exists" in str(errors(response))
    assert Assertion.objects.count() == 1


def test_assertions_of_the_file_are_not_edited_here(desk, pair):
    stored = Assertion.objects.create(
        earlier="cr/2006-10-01/402.8g", later="cr/2008-02-01/402.8h", reason="x", origin="file"
    )
    assert 'name="_save"' not in desk.get(change(stored)).content.decode()
    assert desk.get(change(stored).replace("change/", "delete/")).status_code == 403


@pytest.mark.slow
def test_an_edge_is_corrected_from_its_own_page(desk, pair):
    earlier, later = pair
    kind, basis = Descent.Kind.REWORDED, Descent.Basis.MATCHED
    edge = Descent.objects.create(earlier=earlier, later=later, kind=kind, basis=basis, score=0.6, doubtful=True)
    links = dict(
        re.findall(
            r'<a href="(/admin/rulebook/assertion/add/[^"]*)">([^<]*)</a>', desk.get(change(edge)).content.decode()
        )
    )
    assert sorted(links.values()) == ["it comes from there", "it does not"]
    for link, words in links.items():
        form = desk.get(link.replace("&amp;", "&")).context["adminform"].form
        said = {name: form[name].value() for name in ("earlier", "later", "verdict")}
        verdict = "assert" if words == "it comes from there" else "forbid"
        assert said == {"earlier": "cr/2006-10-01/402.8g", "later": "cr/2008-02-01/402.8h", "verdict": verdict}
    desk.post(reverse("admin:rulebook_assertion_add"), said | {"kind": "reworded", "reason": "seen", "said_by": ""})
    stored = Assertion.objects.get()
    assert change(stored) in desk.get(change(edge)).content.decode()


# --- who may do what ----------------------------------------------------------------------------------------------
def test_maintainers_see_everything_and_edit_what_is_theirs(desk, maintainer):
    may = {codename.partition(".")[2] for codename in maintainer.get_all_permissions()}
    assert {f"view_{model._meta.model_name}" for model in (RuleVersion, Edition, Correction, Page)} <= may
    assert {"change_ruleversion", "add_correction", "add_page", "change_page", "add_commentary", "add_assertion"} <= may
    theirs = {"delete_page", "delete_commentary", "delete_assertion", "delete_confirmation", "delete_struckpair"}
    theirs.add("delete_searchcount")
    assert {name for name in may if name.startswith("delete_")} == theirs


def test_maintainers_do_not_remove_editions(desk, rule):
    assert desk.get(change(rule.edition).replace("change/", "delete/")).status_code == 403


@pytest.mark.slow
def test_who_may_only_look_can_read_the_words_and_not_correct_them(client, rule, django_user_model):
    reader = django_user_model.objects.create_user("rita", is_staff=True)
    group = Group.objects.create(name="Those who look")
    group.permissions.set(p for p in Group.objects.get(name="Editors").permissions.all() if p.codename[:5] == "view_")
    reader.groups.add(group)
    client.force_login(reader)
    page = client.get(change(rule)).content.decode()
    assert "It functions in that zon." in page
    assert 'name="text"' not in page
    assert client.post(change(rule), {"text": "x", "reason": "y"}).status_code == 403
    made = corrections.correct(rule, "It functions in that zone.", reason="x", author=None)
    withdraw = reverse("admin:rulebook_correction_withdraw", args=[made.pk])
    assert withdraw not in client.get(change(made)).content.decode()
    assert client.post(withdraw, {"reason": "x"}).status_code == 403


@pytest.mark.slow
def test_guessing_passwords_is_throttled(client, settings, django_user_model):
    django_user_model.objects.create_superuser("ada", password="right-password")
    login = reverse("admin:login")
    for _ in range(settings.AXES_FAILURE_LIMIT):
        client.post(login, {"username": "ada", "password": "wrong"})
    assert client.post(login, {"username": "ada", "password": "right-password"}).status_code == 429
