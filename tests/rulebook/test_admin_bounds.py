"""Lists of the admin take no longer than they may, whatever is searched for; and who may open which of them."""

import pytest
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.text import smart_split
from hypothesis import given
from hypothesis import strategies as st

from rulesite.rulebook.adminsite.limits import MOST_CHARACTERS, MOST_WORDS, bounded
from rulesite.rulebook.models import Page

admin.autodiscover()
SEARCHED = [model for model, registered in admin.site._registry.items() if registered.search_fields]
OURS = [model for model in admin.site._registry if model._meta.app_label in ("rulebook", "checks")]
LABELS = [model._meta.label for model in OURS]


def list_of(model):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("model", SEARCHED, ids=[model._meta.label for model in SEARCHED])
def test_a_search_of_many_words_asks_for_the_first_of_them_and_says_so(office, model):
    words = [f"word{n:03}" for n in range(200)]
    with CaptureQueriesContext(connection) as captured:
        page = office.get(list_of(model), {"q": " ".join(words)})
    asked = " ".join(query["sql"] for query in captured)
    assert {word for word in words if word in asked} == set(words[:MOST_WORDS])
    assert f"at most {MOST_WORDS} words" in page.content.decode()


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("value", ["9" * 23, "-" + "9" * 23, "x", "", "\0", "1e309", "0"])
@pytest.mark.parametrize("field", ["form-0-id", "form-0-position", "form-TOTAL_FORMS", "form-INITIAL_FORMS"])
def test_a_list_that_is_edited_in_place_takes_or_refuses_whatever_is_sent(client, maintainer, field, value):
    client.force_login(maintainer)
    pages = Page.objects.order_by("position")[:2]
    sent = {"form-TOTAL_FORMS": 2, "form-INITIAL_FORMS": 2, "form-MIN_NUM_FORMS": 0, "form-MAX_NUM_FORMS": 1000}
    for nth, page in enumerate(pages):
        sent |= {f"form-{nth}-id": page.pk, f"form-{nth}-position": page.position}
    before = dict(Page.objects.values_list("pk", "position"))
    answer = client.post(list_of(Page), sent | {"_save": "Save", field: value})
    assert answer.status_code in (200, 302, 400)
    taken = {pages[0].pk: 0} if (field, value, answer.status_code) == ("form-0-position", "0", 302) else {}
    assert dict(Page.objects.values_list("pk", "position")) == before | taken


@pytest.mark.django_db
def test_a_search_of_few_words_is_looked_for_as_it_is(office, grown):
    page = office.get(reverse("admin:rulebook_wording_changelist"), {"q": '"triggers 1"  2000'}).content.decode()
    assert "at most" not in page
    assert "It triggers 1 2000" in page


@pytest.mark.slow
@given(st.text(max_size=400))
def test_what_is_looked_for_is_what_stands_first(search):
    looked_for = bounded(search)
    assert len(list(smart_split(looked_for))) <= MOST_WORDS
    assert looked_for == search or len(looked_for) <= MOST_CHARACTERS
    assert bounded(looked_for) == looked_for
    assert list(smart_split(search[:MOST_CHARACTERS]))[:MOST_WORDS] == list(smart_split(looked_for))


@pytest.mark.django_db
@pytest.mark.parametrize("lookup", ["text__regex", "text__iregex", "fingerprint__regex"])
def test_no_pattern_is_looked_for(office, lookup):
    assert office.get(reverse("admin:rulebook_wording_changelist"), {lookup: "(a|aa)+$"}).status_code == 400


@pytest.mark.django_db
@pytest.mark.parametrize("model", OURS, ids=LABELS)
def test_maintainers_open_every_list_of_the_book_and_of_the_checks(client, maintainer, model):
    client.force_login(maintainer)
    assert client.get(list_of(model)).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("model", OURS, ids=LABELS)
def test_nobody_else_opens_one(client, django_user_model, model):
    assert client.get(list_of(model)).status_code == 302
    client.force_login(django_user_model.objects.create_user("reader"))
    assert client.get(list_of(model)).status_code == 302
    client.force_login(django_user_model.objects.create_user("newcomer", is_staff=True))
    assert client.get(list_of(model)).status_code == 403
