"""Whoosh hangs, ranks wrongly, recurses or opens strangers' pickles unless it is used with care: each care has a test."""

import random
import threading
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from whoosh.collectors import UnlimitedCollector
from whoosh.filedb.filestore import RamStorage
from whoosh.query import Or, Phrase, Term

from rulesite.search import generations, index, parsing, query, schema, snapshot, typeahead
from rulesite.search.weighting import Bm25

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
    "slashes": "/.*/ ../../etc/passwd",
    "dashes": "- -- --- -haste",
}


@pytest.fixture(scope="module")
def built(django_db_setup, django_db_blocker, tmp_path_factory):
    """The small library, indexed once for all absurd queries; searching needs no database."""
    from django.conf import settings as site
    from django.db import transaction

    from tests.search.conftest import make_library

    before = site.INDEX_DIR
    site.INDEX_DIR = tmp_path_factory.mktemp("guards") / "index"
    with django_db_blocker.unblock(), transaction.atomic():
        make_library()
        index.rebuild()
        transaction.set_rollback(True)
    yield
    site.INDEX_DIR = before


@pytest.mark.parametrize("text", ABSURD.values(), ids=ABSURD.keys())
@pytest.mark.timeout(30)  # against a loop that never ends; how long an answer takes is for `make bench` to say
def test_an_absurd_query_is_answered(built, text):
    found = query.search(text)
    assert found.hits or found.message


@given(st.text(max_size=400))
@example('"')
@example("NOT")
@example("İ" * 50)
@settings(max_examples=300)
def test_whatever_is_typed_is_answered(built, text):
    found = query.search(text)
    typeahead.typeahead(text)
    assert found.hits or found.message


@given(
    st.lists(
        st.sampled_from(["haste", "creature", "ha*", "NOT", "OR", "AND", '"', "+1/+1", "{T}", "a", "zzzz", "(", "-"]),
        max_size=20,
    ).map(" ".join),
    st.sampled_from([None, "cr", "dangelo", "x"]),
    st.sampled_from([None, "cr/2006-10-01", "nonsense", ""]),
    st.sampled_from([None, "rule", "glossary", "nonsense"]),
    st.integers(-3, 10**6),
    st.integers(-3, 10**6),
)
def test_every_combination_of_query_and_filters_is_answered(built, text, document, edition, kind, page, size):
    found = query.search(text, document=document, edition=edition, kind=kind, page=page, size=size)
    assert len(found.hits) <= min(max(size, 1), query.MOST_PER_PAGE)
    assert found.total >= len(found.hits)


def test_a_query_of_ten_kilobytes_is_refused_politely(built):
    found = query.search("haste " * 2000)
    assert found.hits == ()
    assert "200" in found.message


def many_segments(count=15, seed=1):
    """An index of the shape on which prefix queries were seen to loop for ever: many segments, common beginnings."""
    chance = random.Random(seed)
    words = [
        beginning + ending for beginning in ("to", "ke", "tha", "cr") for ending in ("", "n", "p", "ta", "rer", "ws")
    ]
    index = RamStorage().create_index(schema.make())
    for segment in range(count):
        writer = index.writer()
        for number in range(40):
            said = " ".join(chance.choices(words, k=chance.randint(3, 40)))
            writer.add_document(key=f"{segment}-{number}", words=said, stems=said)
        writer.commit(merge=False)
    return index


@pytest.mark.parametrize("prefix", ["to", "ke", "tha"])
def test_prefix_queries_end_even_on_an_index_of_many_segments(prefix):
    index = many_segments()
    ended = []

    def look():
        with index.searcher(weighting=Bm25()) as searcher:
            terms = [text.decode() for text in searcher.reader().expand_prefix("words", prefix)]
            question = Or([Term(field, term) for field in ("words", "stems") for term in terms])
            ended.append(query.collect(searcher, question))

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    thread.join(timeout=20)
    assert ended, "the search did not end"
    assert ended[0][1]
    assert ended[0][0]


def test_nothing_that_fits_is_skipped_and_the_best_are_first():
    """The optimised collector lost documents of the top ten; this one is compared with scoring them all."""
    with many_segments(count=10, seed=2).searcher(weighting=Bm25()) as searcher:
        terms = sorted({text.decode() for text in searcher.reader().lexicon("stems")})
        chance = random.Random(3)
        for _ in range(60):
            question = Or([Term("stems", term) for term in chance.sample(terms, 4)])
            every = UnlimitedCollector()
            searcher.search_with_collector(question, every)
            found, in_time = query.collect(searcher, question)
            assert in_time
            assert {document: round(score, 6) for document, score in found} == {
                document: round(score, 6) for score, document in every.items
            }
            assert found == sorted(found, key=lambda one: (-one[1], one[0]))


def test_whooshs_short_cuts_and_alarm_are_off(built, monkeypatch):
    used = {}
    top, limited = query.TopCollector, query.TimeLimitCollector

    monkeypatch.setattr(query, "TopCollector", lambda **given: used.update(given) or top(**given))
    monkeypatch.setattr(
        query, "TimeLimitCollector", lambda inner, **given: used.update(given) or limited(inner, **given)
    )
    query._recent.clear()
    query.search("haste")
    assert used["usequality"] is False
    assert used["replace"] == 0
    assert used["use_alarm"] is False


def test_a_search_that_takes_too_long_stops_and_says_so(built, monkeypatch):
    real = query.collect
    monkeypatch.setattr(query, "collect", lambda searcher, question: real(searcher, question, seconds=0.0))

    class Slow(query.TopCollector):
        def _collect(self, document, score):
            time.sleep(0.01)
            return super()._collect(document, score)

    monkeypatch.setattr(query, "TopCollector", Slow)
    query._recent.clear()
    found = query.search("haste OR a OR of")
    query._recent.clear()
    assert "too long" in found.message


def test_a_search_works_in_any_thread(built):
    found = []
    thread = threading.Thread(target=lambda: found.append(query.search("ripple").total))
    thread.start()
    thread.join(timeout=10)
    assert found == [1]


def test_nobody_can_query_another_field(built):
    assert query.search("key:702").total == 0
    asked = parsing.to_whoosh(parsing.read("key:abc"), [], {})
    assert isinstance(asked, Phrase)
    assert asked.fieldname == "words"


def test_an_index_folder_that_others_can_write_to_is_not_opened(library, index_folder):
    assert query.search("ripple").total == 1
    index.rebuild()
    index_folder.chmod(0o777)
    query._recent.clear()
    found = query.search("ripple")
    assert found.hits == ()
    assert "can be written by others" in found.message
    built = index.refresh()
    assert built.added == built.texts, "what lay in an open folder was built upon"
    assert not index_folder.stat().st_mode & 0o022
    assert query.search("ripple").total == 1


def test_a_generation_that_others_can_write_to_is_neither_opened_nor_built_upon(library, index_folder):
    current = generations.current()
    current.chmod(0o777)
    snapshot._own.__dict__.clear()
    with pytest.raises(snapshot.NoIndex, match="can be written by others"):
        snapshot.current()
    built = index.refresh()
    assert built.added == built.texts
