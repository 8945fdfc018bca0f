"""An edition that arrives is bound alone, and in the end everything is as if all had come at once."""

from __future__ import annotations

from contextlib import contextmanager

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesite.checks.binding.binder import bind, unbound
from rulesite.checks.models import Binding, Confirmation, Pin, Scenario
from rulesite.rulebook.models import Edition, Example, Made, Rule
from tests import factories
from tests.checks.binding.test_binder import FONT, cite

pytestmark = pytest.mark.django_db

TEXTS = [
    FONT,
    FONT.replace("at once", "together"),
    FONT.replace("A font reads", "A well reads"),
    "A well says nothing of beasts, and whoever waits beside it gains no life at all.",
    "A player who controls two wells draws two cards; the wells do not know of each other.",
]
DAYS = ["1999-04-23", "2006-10-01", "2009-07-11", "2018-01-19", "2026-06-19"]
PRINTED = st.tuples(st.sampled_from(["410.6", "410.7", "603.2"]), st.sampled_from(TEXTS), st.booleans())
BOOKS = st.dictionaries(st.sampled_from(DAYS), st.lists(PRINTED, max_size=3, unique_by=lambda row: row[0]), min_size=1)
CITES = st.lists(
    st.builds(
        cite,
        edition=st.sampled_from(DAYS),
        rule=st.sampled_from(["410.6", "603.2"]),
        openings=st.sampled_from([["A font reads"], ["A well says nothing of beasts, and"], ["A font reads “Whenever a beast dies"], []]),
    ),
    min_size=1,
    max_size=2,
)  # fmt: skip


FONTS = [
    f"{FONT} {said} so.{more}"
    for said in ("The card says", "The card reads", "That says")
    for more in ("", " It does.")
]
"""What begins alike, and goes on in other words: some that are the same, and some that are not."""
GUESSES = st.lists(
    st.builds(
        cite, edition=st.sampled_from(DAYS), rule=st.sampled_from(["410.6", "410.7"]), openings=st.just([FONT[:40]])
    ),
    min_size=1,
    max_size=3,
)
PRINTED_FONTS = st.dictionaries(st.sampled_from(["410.6", "410.7"]), st.sampled_from(FONTS), min_size=1)


@contextmanager
def undone():
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def arrive(day, rows, thread):
    edition = factories.edition(day)
    for number, text, is_threaded in rows:
        version = factories.version(edition, number, "It triggers once for each.", rule=thread if is_threaded else None)
        Example.objects.create(
            version=version, ordinal=1, labelled=True, wording=factories.wording(text), first_line=1, last_line=1
        )


def scenarios(cites):
    return [
        Scenario.objects.create(slug=f"font-{n}", path="f.toml", title="f", text="", digest="d", cites=each, position=n)
        for n, each in enumerate(cites)
    ]


def bound():
    return sorted(Binding.objects.values_list("scenario__slug", "cite", "address", "fingerprint", "state", "note"))


def assert_any_order_does(books, cites, order, confirmed):
    """What is bound edition by edition is bound as by who binds all at once."""
    with undone():
        rows, thread = scenarios(cites), Rule.objects.create(document=factories.document())
        if confirmed:
            Confirmation.objects.create(scenario="font-0", fingerprint=factories.wording(confirmed).fingerprint)
        for day in order:
            if day in books:
                arrive(day, books[day], thread)
                bind(rows)
        one_by_one = bound()
        assert unbound(rows) == type(unbound(rows))()
        for model in (Binding, Pin, Made):
            model.objects.all().delete()
        bind(rows)
        assert bound() == one_by_one


@pytest.mark.slow
@settings(max_examples=settings.default.max_examples * 3 // 5)
@given(BOOKS, st.lists(CITES, min_size=1, max_size=3), st.permutations(DAYS), st.sampled_from([None, *TEXTS]))
def test_any_order_of_arrival_binds_as_if_all_had_come_at_once(books, cites, order, confirmed):
    assert_any_order_does(books, cites, order, confirmed)


@pytest.mark.slow
@settings(max_examples=settings.default.max_examples * 2 // 5)
@given(
    st.dictionaries(st.sampled_from(DAYS), PRINTED_FONTS, min_size=2),
    st.lists(GUESSES, min_size=1, max_size=2),
    st.permutations(DAYS),
    st.sampled_from([None, *FONTS]),
)
def test_what_was_guessed_is_bound_as_if_it_had_been_known_when_the_edition_of_its_cite_comes(
    books, cites, order, confirmed
):
    printed = {day: [(number, text, True) for number, text in rows.items()] for day, rows in books.items()}
    assert_any_order_does(printed, cites, order, confirmed)


@pytest.mark.slow
def test_an_edition_that_arrives_is_bound_and_no_other():
    (row,) = scenarios([[cite()]])
    thread = Rule.objects.create(document=factories.document())
    arrive("2006-10-01", [("410.6", FONT, True)], thread)
    arrive("2007-07-13", [("410.6", FONT, True)], thread)
    bind([row])
    before = set(Binding.objects.values_list("pk", flat=True))
    arrive("2018-01-19", [("603.2", TEXTS[1], True)], thread)
    assert bind([row]).editions == {"cr/2018-01-19"}
    assert before < set(Binding.objects.values_list("pk", flat=True))
    assert bind([row]).editions == set()


def test_bindings_that_went_with_their_examples_are_made_again():
    (row,) = scenarios([[cite()]])
    arrive("2006-10-01", [("410.6", FONT, False)], None)
    bind([row])
    Binding.objects.all().delete()
    assert unbound([row]).editions == {"cr/2006-10-01"}
    bind([row])
    assert Binding.objects.get().state == Binding.State.BOUND


def test_an_edition_that_goes_takes_its_bindings_and_its_pin_with_it():
    (row,) = scenarios([[cite()]])
    arrive("2006-10-01", [("410.6", FONT, False)], None)
    arrive("2009-07-11", [("603.2", TEXTS[1], False)], None)
    bind([row])
    assert [state for *_, state, _ in bound()] == ["bound", "other words"]
    Edition.objects.get(effective="2006-10-01").delete()
    bind([row])
    assert [state for *_, state, _ in bound()] == ["nothing"]


@pytest.mark.slow
def test_the_words_of_a_cite_are_pinned_anew_when_its_own_edition_comes():
    (row,) = scenarios([[cite(openings=["A font reads “Whenever a beast dies"])]])
    arrive("2009-07-11", [("603.2", TEXTS[1], False)], None)
    bind([row])
    assert list(Binding.objects.values_list("state", "guessed")) == [("first words", True)]
    arrive("2006-10-01", [("410.6", FONT, False)], None)
    bind([row])
    assert [(address, state) for _, _, address, _, state, _ in bound()] == [
        ("cr/2006-10-01/410.6 example 1", "bound"),
        ("cr/2009-07-11/603.2 example 1", "other words"),
    ]
