"""Models say their addresses without asking the table of addresses, which would import every page; both agree."""

import pytest
from django.urls import reverse

from rulesite.rulebook.models import Document, Edition, GlossaryTerm, RuleVersion
from rulesite.search.results import hits

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pocket_database")]


@pytest.mark.slow
def test_an_address_is_the_one_that_the_table_has():
    assert RuleVersion.objects.exists()
    for document in Document.objects.all():
        assert document.get_absolute_url() == reverse("reading:document", args=[document.slug])
    for edition in Edition.objects.all():
        parts = [edition.document.slug, edition.slug]
        assert edition.get_absolute_url() == reverse("reading:edition", args=parts)
        for version in RuleVersion.objects.filter(edition=edition):
            there = reverse("reading:rule", args=[*parts, version.key])
            assert version.get_absolute_url() == there == hits.url_of("rule", *parts, version.key)


def test_a_term_has_the_address_that_the_table_has():
    document = Document(slug="cr")
    term = GlossaryTerm(
        edition=Edition(document=document, effective=Edition.objects.first().effective), slug="legend-rule"
    )
    parts = ["cr", term.edition.slug, "legend-rule"]
    assert term.get_absolute_url() == reverse("reading:term", args=parts) == hits.url_of("glossary", *parts)


def test_a_site_below_a_folder_has_its_addresses_there(settings):
    from django.urls import set_script_prefix

    set_script_prefix("/rules/")
    try:
        assert Document(slug="cr").get_absolute_url() == "/rules/cr/"
    finally:
        set_script_prefix("/")
