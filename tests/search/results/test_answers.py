"""The sentence that answers who, when, where or how many, in the text that was found best."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.search import search
from rulesite.search.indexing import builder
from rulesite.search.results import answers
from tests import factories
from tests.snapshots import made_once

FERRY = (
    "A ferry waits at the pier for travellers. The harbour master rings its bell twice. Before a storm the ferry leaves"
    " the pier. Only the player who owns the ferry may sail it."
)


@pytest.fixture
@made_once
def pier(db, index_folder):
    """One edition with a rule of several sentences and one of a single sentence."""
    factories.library()
    edition = factories.edition("2024-06-07")
    factories.version(edition, "500.1", FERRY)
    factories.version(edition, "500.2", "A gangway holds three travellers at once.")
    builder.rebuild()


def answered(text):
    return search.search(text).hits[0].answer


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("how many times does the harbour master ring the ferry bell", "The harbour master rings its bell twice."),
        ("when does the ferry leave the pier", "Before a storm the ferry leaves the pier."),
        ("who may sail the ferry", "Only the player who owns the ferry may sail it."),
    ],
)
def test_the_sentence_that_answers_is_known(pier, asked, says):
    assert answered(asked) == says


@pytest.mark.parametrize("asked", ["ferry pier", "what is a ferry", "how many travellers does a gangway hold"])
def test_where_nothing_of_the_kind_is_asked_or_the_text_is_the_sentence_none_is_picked_out(pier, asked):
    assert answered(asked) == ""


def test_only_the_best_hit_answers(pier):
    assert not any(hit.answer for hit in search.search("who sails the ferry or the gangway").hits[1:])


def test_the_answer_is_shown_in_its_place_and_told_to_machines(pier, client):
    page = client.get("/search/", {"q": "when does the ferry leave the pier"}).content.decode()
    assert '<strong class="answers">Before a storm the <mark>ferry</mark> ' in page
    api = client.get("/api/v1/search", {"q": "when does the ferry leave the pier"}).json()
    assert api["hits"][0]["answer"] == "Before a storm the ferry leaves the pier."


@given(st.text(alphabet="ab .!?\n”(A1", max_size=60))
def test_the_sentences_of_a_text_hold_all_of_it_but_what_stands_between(text):
    at = 0
    for start, stop in answers.sentences(text):
        assert at <= start <= stop <= len(text)
        assert not text[at:start].strip(" \n”)\"'’]")
        at = stop
    assert not text[at:].strip(" \n”)\"'’]")
