"""Addresses: how a provision is named, and what is said when the name is wrong."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.rulebook.addresses import Address, NoSuchRule, resolve, resolve_all
from rulesite.text.numbering import Scheme
from tests import factories as make
from tests.snapshots import made_once

pytestmark = pytest.mark.django_db


@pytest.fixture
@made_once
def library():
    """Two editions of the CR, and one of the lettered rulings."""
    early, late = make.edition("2006-10-01"), make.edition("2008-02-01")
    for edition in (early, late):
        make.version(edition, "404.1", "Triggered abilities begin with a word.")
    make.version(early, "402.8g", "It functions there.")
    make.version(early, "605.2c", "One.")
    make.version(early, "605.2c", "Another.", key="605.2c~2")
    lettered = make.edition("2002-10-15", "dangelo", Scheme.LETTERED)
    make.version(lettered, "A.4.20", "Pay it once.")
    rulings = make.edition("2008-03-17", "dangelo")
    make.version(rulings, "404.1", "A ruling.")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("cr/2006-10-01/402.8g", "cr/2006-10-01/402.8g"),
        ("/cr/2006-10-01/402.8g/", "cr/2006-10-01/402.8g"),
        ("402.8g@2006-10-01", "cr/2006-10-01/402.8g"),
        ("404.1@cr/2006-10-01", "cr/2006-10-01/404.1"),
        ("cr/404.1@2006-10-01", "cr/2006-10-01/404.1"),
        ("404.1", "cr/2008-02-01/404.1"),
        ("rule 404.1", "cr/2008-02-01/404.1"),
        ("CR 404.1", "cr/2008-02-01/404.1"),
        ("dangelo/404.1", "dangelo/2008-03-17/404.1"),
        ("402.8g", "cr/2006-10-01/402.8g"),
        ("a.4.20", "dangelo/2002-10-15/A.4.20"),
        ("605.2c~2@2006-10-01", "cr/2006-10-01/605.2c~2"),
        ("605.2c", "cr/2006-10-01/605.2c"),
    ],
)
def test_an_address_leads_to_its_provision(library, text, found):
    version = resolve(text)
    assert f"{version.edition.address}/{version.key}" == found
    assert resolve_all([text])[text] == version


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Necrosavant", "“Necrosavant” in “Necrosavant” is not a rule number"),
        ("404.1@2006-13-01", "“2006-13-01” in “404.1@2006-13-01” is not a date"),
        ("404.1@1999-01-01", "there is no edition of 1999-01-01 here; held: cr/2006-10-01, cr/2008-02-01"),
        ("mtr/2006-10-01/404.1", "there is no document “mtr” here; held: cr, dangelo"),
        ("cr/2006-10-01/404.9", "the edition of 2006-10-01 has no 404.9"),
        ("999.9", "no edition here has 999.9"),
        ("", "is not an address"),
        ("the rule about stacks", "is not an address"),
        ("404.1–404.2", "is not a rule number"),
        ("404.1 Triggered Abilities", "is not an address"),
    ],
)
def test_what_is_wrong_with_an_address_is_said(library, text, sentence):
    with pytest.raises(NoSuchRule) as refused:
        resolve(text)
    assert sentence in str(refused.value)
    assert resolve_all([text])[text] is None


@pytest.mark.django_db
def test_of_a_library_without_documents_it_is_said_that_it_has_none_yet():
    with pytest.raises(NoSuchRule, match="no document “mtr” here; held: none yet"):
        resolve("mtr/2006-10-01/404.1")


def test_a_day_shared_by_two_documents_is_asked_about(library):
    make.version(make.edition("2006-10-01", "dangelo"), "404.1", "A ruling of that day.")
    with pytest.raises(NoSuchRule, match=r"could be cr/2006-10-01/404.1 and dangelo/2006-10-01/404.1: say which"):
        resolve("404.1@2006-10-01")
    assert resolve_all(["404.1@2006-10-01"]) == {"404.1@2006-10-01": None}


def test_many_addresses_are_found_in_two_queries(library, django_assert_max_num_queries):
    texts = ["404.1", "402.8g@2006-10-01", "A.4.20", "999.1", "nonsense", *(f"100.{n}" for n in range(1, 200))]
    with django_assert_max_num_queries(2):
        found = resolve_all(texts)
    assert sum(version is not None for version in found.values()) == 3


@given(st.text(max_size=60))
def test_any_text_is_an_address_or_refused(text):
    with contextlib.suppress(NoSuchRule):
        assert Address.parse(text).key
