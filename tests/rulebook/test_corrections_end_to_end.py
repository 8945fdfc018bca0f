"""A correction on its whole way: from the admin to the reader's page and the search, and through a fresh reading."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.urls import reverse

from rulesite.rulebook import commentary
from rulesite.rulebook.editing import corrections
from rulesite.rulebook.models import Commentary, Correction, RuleVersion, Source

pytestmark = [pytest.mark.usefixtures("pocket_database"), pytest.mark.django_db, pytest.mark.slow]

ODD_WORD = "zyzzyvas"
"""A word that no rules document has."""


@pytest.fixture
def desk(client):
    """A client logged in as somebody who may do everything."""
    client.force_login(get_user_model().objects.create_superuser("ada"))
    return client


@pytest.fixture
def rule():
    """The first rule of the pocket edition that has a text and another one to cite."""
    return RuleVersion.objects.filter(wording__isnull=False, edition__document__slug="cr").order_by("pk").first()


@pytest.fixture
def other(rule):
    """Another rule of its edition."""
    return rule.edition.versions.exclude(number=rule.number).filter(kind="rule").first()


def correct_in_the_admin(desk, rule, text, reason):
    """Fill in the form of a rule and send it, with all that the page itself would send."""
    address = reverse("admin:rulebook_ruleversion_change", args=[rule.pk])
    page = desk.get(address)
    hidden = dict(re.findall(r'name="(\w+-\w+_FORMS)" value="(\d+)"', page.content.decode()))
    shown = page.context["adminform"].form.initial
    return desk.post(address, hidden | shown | {"text": text, "reason": reason}, follow=True)


def found(desk):
    """The addresses that a search for the odd word gives."""
    page = desk.get(reverse("reading:search"), {"q": ODD_WORD}).content.decode()
    return set(re.findall(r'href="(/cr/[^"#?]+)', page[page.index("<main") :]))


def shown(rule):
    """The same rule, as the database has it now."""
    return RuleVersion.objects.get(edition=rule.edition_id, key=rule.key)


def test_a_correction_reaches_readers_at_once_and_survives_a_fresh_reading(
    desk, rule, other, committed, pocket_folder, capsys
):
    address, original = rule.get_absolute_url(), rule.text
    assert not found(desk)
    corrected = f"{original} These {ODD_WORD} are counted, see rule {other.number}."
    with committed():
        correct_in_the_admin(desk, rule, corrected, "the line was cut off")

    def readers_see_it():
        page = desk.get(address).content.decode()
        return ODD_WORD in page and "the line was cut off" in page and address in found(desk)

    def cites_the_other():
        return other_now().cited_by.filter(citation__reference__wording=shown(rule).wording).exists()

    def other_now():
        return RuleVersion.objects.get(edition=rule.edition_id, key=other.key)

    assert readers_see_it()
    assert cites_the_other()
    untouched = Source.objects.get(pk=rule.source_id).segments

    with committed():
        call_command("ingest", str(pocket_folder), "--force", "--json")
    assert shown(rule).text == corrected
    assert readers_see_it()
    assert cites_the_other()
    assert Source.objects.get(pk=rule.source_id).segments == untouched

    [correction] = corrections.standing(shown(rule))
    with committed():
        desk.post(reverse("admin:rulebook_correction_withdraw", args=[correction.pk]), {"reason": "it was not"})
    assert shown(rule).text == original
    assert not found(desk)
    assert ODD_WORD not in desk.get(address).content.decode()
    with committed():
        call_command("ingest", str(pocket_folder), "--force", "--json")
    assert shown(rule).text == original
    assert Correction.objects.count() == 2, "the log keeps both entries"


def test_commentary_and_pages_survive_a_fresh_reading(desk, rule, committed, pocket_folder, capsys):
    add = reverse("admin:rulebook_commentary_add")
    desk.post(
        add, {"address": f"{rule.edition.address}/{rule.key}", "body": f"Mind the *{ODD_WORD}*.", "published": "on"}
    )
    assert f"<em>{ODD_WORD}</em>" in desk.get(rule.get_absolute_url()).content.decode()
    with committed():
        call_command("ingest", str(pocket_folder), "--force", "--json")
    assert commentary.on(shown(rule)) == list(Commentary.objects.all())
    assert f"<em>{ODD_WORD}</em>" in desk.get(rule.get_absolute_url()).content.decode()
    assert desk.get("/pages/about/").status_code == 200


def test_the_bytes_of_a_source_are_not_touched_by_corrections(rule):
    before = {source.sha256: source.data for source in Source.objects.all()}
    made = corrections.correct(rule, f"{rule.text} {ODD_WORD}", reason="a trial", author=None)
    assert {source.sha256: source.data for source in Source.objects.all()} == before
    corrections.withdraw(made, reason="over", author=None)
