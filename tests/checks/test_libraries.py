"""Whatever editions a library holds, nothing in it is contradicted: what is not held is as if it had never been."""

from __future__ import annotations

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesite.checks.models import Binding, Pin
from rulesite.checks.playing.runner import check_all
from rulesite.checks.results.status import CONTRADICTED, HOLDS, NOT_PLAYED, standings
from rulesite.rulebook.models import Edition, Example, Made, PhrasePair
from tests.checks.test_arrival import undone

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.documents,
    pytest.mark.slow(seconds=30),
    pytest.mark.usefixtures("played_documents"),
]
LIBRARIES = int(os.environ.get("RULESITE_LIBRARIES", "4"))
"""How many libraries are tried."""


@pytest.fixture(scope="module")
def played_documents(real_database, django_db_blocker):
    with django_db_blocker.unblock():
        yield check_all()


def held_alone(editions):
    """What is known of each example where some editions, by their primary keys, are all that there is.

    Games that were played stand, for they hang on days and not on editions; those of further days are played.
    """
    gone = Edition.objects.exclude(pk__in=editions)
    for model in (Binding, Pin, Made, PhrasePair):
        model.objects.all().delete()
    for owner in ("version", "term"):
        Example.objects.filter(**{f"{owner}__edition__in": gone}).delete()
    check_all()
    return standings(Edition.objects.filter(pk__in=editions).select_related("document"))


def editions():
    return list(Edition.objects.order_by("document", "effective").values_list("pk", flat=True))


@settings(max_examples=LIBRARIES)
@given(st.data())
def test_no_library_contradicts_an_example(data):
    with undone():
        found = held_alone(data.draw(st.sets(st.sampled_from(editions()), min_size=1, max_size=3)))
        assert {NOT_PLAYED} & {each.outcome for each in found} == set()
        assert [(each.example.address, each.reason) for each in found if each.outcome == CONTRADICTED] == []


def test_an_edition_alone_is_not_contradicted_by_games_of_later_rules():
    """Three examples of 2009-07-11 were, as long as first words alone bound them."""
    edition = Edition.at("cr/2009-07-11")
    found = {each.example.rule: each for each in held_alone([edition.pk])}
    assert {found[rule].outcome for rule in ("706.6", "806.8b", "806.9c")} & {CONTRADICTED, NOT_PLAYED} == set()
    assert sum(each.outcome == HOLDS for each in found.values()) > len(found) / 2
