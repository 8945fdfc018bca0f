"""Whatever is typed is answered, soon; and only what this user alone could have written is read."""

import threading

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rulesite.search import search, searcher, typeahead
from rulesite.search.indexing import builder
from rulesite.search.query import phrase_pairs
from rulesite.search.store import generations
from tests import factories

ABSURD = {
    "ten thousand characters": "creature " * 1200,
    "a long word": "a" * 150,
    "leading wildcards": "*e* *a* *o*",
    "near words": "creature~9 haste~9 spell~9",
    "a range": "[a TO z]",
    "open brackets": "(" * 5000,
    "short brackets": "(" * 190,
    "an unbalanced quote": '"haste attack',
    "many ors": " OR ".join(f"w{number}" for number in range(40)),
    "five hundred ors": " OR ".join(f"w{number}" for number in range(500)),
    "many prefixes": " ".join(f"{letter}{other}*" for letter in "tsahc" for other in "aeo"),
    "another field": "key:* stems:creature words:[a TO z]",
    "control characters": "\x00\x01\x02 haste \ud800",
    "boosts": "haste^99999999999999999999",
    "operators only": "AND OR NOT AND NOT OR",
    "a phrase of stops": '"the of a to in if"',
    "a million characters": "creature " * 120_000,
    "a million brackets": "(" * 1_000_000,
    "slashes": "/.*/ ../../etc/passwd",
    "dashes": "- -- --- -haste",
}


@pytest.fixture(scope="module")
def built(django_db_setup, django_db_blocker, tmp_path_factory):
    """The small library, indexed once for all absurd queries; no database is wanted then."""
    from django.conf import settings as site
    from django.db import transaction

    from tests import factories
    from tests.search.conftest import make_library

    before = site.INDEX_DIR, generations.named, phrase_pairs.current
    site.INDEX_DIR = tmp_path_factory.mktemp("guards") / "index"
    with django_db_blocker.unblock(), transaction.atomic():
        factories.library()
        make_library()
        name, book = builder.rebuild().generation, phrase_pairs.current()
        transaction.set_rollback(True)
    generations.named, phrase_pairs.current = lambda: name, lambda: book
    yield
    site.INDEX_DIR, generations.named, phrase_pairs.current = before


@pytest.mark.parametrize("text", ABSURD.values(), ids=ABSURD.keys())
@pytest.mark.timeout(30)  # against a loop that never ends; how long an answer takes is for `make bench` to say
def test_an_absurd_query_is_answered(built, text):
    found = search.search(text)
    assert found.hits or found.message


@pytest.mark.slow
@given(st.text(max_size=400))
@example('"')
@example("NOT")
@example("İ" * 50)
@settings(max_examples=300)
def test_whatever_is_typed_is_answered(built, text):
    found = search.search(text)
    typeahead.typeahead(text)
    assert found.hits or found.message


@given(
    st.lists(
        st.sampled_from(
            [
                "haste",
                "creature",
                "ha*",
                "NOT",
                "OR",
                "AND",
                '"',
                "+1/+1",
                "{T}",
                "a",
                "zzzz",
                "(",
                "-",
                "rule:",
                "in:",
                "is:",
                "edition:",
                "2024",
                "rule:702",
                ":",
            ]
        ),
        max_size=20,
    ).map(lambda pieces: " ".join(pieces).replace(": ", ":")),
    st.sampled_from([None, "cr", "dangelo", "x"]),
    st.sampled_from([None, "cr/2006-10-01", "nonsense", ""]),
    st.sampled_from([None, "rule", "glossary", "nonsense"]),
    st.integers(-3, 10**6),
    st.integers(-3, 10**6),
)
def test_every_combination_of_query_and_filters_is_answered(built, text, document, edition, kind, page, size):
    found = search.search(text, document=document, edition=edition, kind=kind, page=page, size=size)
    assert len(found.hits) <= min(max(size, 1), search.MOST_PER_PAGE)
    assert found.total >= len(found.hits)


def test_a_query_of_ten_kilobytes_is_refused_politely(built):
    found = search.search("haste " * 2000)
    assert found.hits == ()
    assert "200" in found.message


def test_a_search_works_in_any_thread(built):
    found = []
    thread = threading.Thread(target=lambda: found.append(search.search("ripple").total))
    thread.start()
    thread.join(timeout=10)
    assert found == [1]


def test_nobody_can_query_another_field(built):
    assert search.search("key:702").total == 0


ODD = ("{')}", "{*}", "{a:}", "{-}", "{^}", "{\u20ac}", "x/+0", "*/*", "it's'", "{(}", "{?1}", "{\x01}")


def test_every_word_is_found_whatever_letters_it_has(library):
    """Quotes, stars and brackets mean something in the engine's own language, and nothing in ours."""
    for nth, odd in enumerate(ODD):
        factories.version(library["new"], f"900.{nth + 1}", f"Zeppelins cost {odd} before they land.")
    builder.refresh(every=True)
    for nth, odd in enumerate(ODD):
        for text in (odd, f'"cost {odd} before"', f"{odd} zeppelins", f"zeppelins NOT {odd}"):
            found = [hit.number for hit in search.search(text, kind="rule", size=100).hits]
            assert (f"900.{nth + 1}" in found) is ("NOT" not in text), text


@given(
    st.lists(
        st.sampled_from([*ODD, "cost", "land", '"', "AND", "NOT", "OR", "NEAR(", ")", "words :", "a*"]), max_size=9
    )
)
def test_no_word_is_taken_for_the_language_of_the_engine(built, pieces):
    found = search.search(" ".join(pieces))
    assert found.hits or found.message


def test_an_index_folder_that_others_can_write_to_is_not_opened(library, index_folder):
    assert search.search("ripple").total == 1
    builder.rebuild()
    index_folder.chmod(0o777)
    search._recent.clear()
    found = search.search("ripple")
    assert found.hits == ()
    assert "could have been changed by other users" in found.message
    built = builder.refresh(every=True)
    assert built.added == built.texts, "what lay in an open folder was built upon"
    assert not index_folder.stat().st_mode & 0o022
    assert search.search("ripple").total == 1


def test_a_generation_that_others_can_write_to_is_neither_opened_nor_built_upon(library, index_folder):
    current = generations.current()
    current.chmod(0o777)
    searcher._shared.clear()
    with pytest.raises(searcher.NoIndex, match="could have been changed by other users"):
        searcher.current()
    built = builder.refresh(every=True)
    assert built.added == built.texts
