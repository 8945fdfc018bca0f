"""The second engine of full text: PostgreSQL finds what Whoosh finds, and ranks it alike."""

from __future__ import annotations

import shutil
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from rulesite.rulebook.editing import corrections
from rulesite.rulebook.models import RuleVersion
from rulesite.search import search, searcher
from rulesite.search.indexing import builder
from rulesite.search.searcher import NoIndex, Searcher
from rulesite.search.store import generations, seals
from rulesite.search.store.backend import Phrase
from rulesite.search.store.postgres import delta
from rulesite.search.store.postgres import generations as postgres_generations
from rulesite.search.store.reader import File
from rulesite.search.store.schema import FILE
from tests.search import labelled

pytestmark = pytest.mark.usefixtures("pocket_database")
ODD = (
    '"first strike"', '"state-based actions" OR haste', "cost NOT mana", "cre*", "legend rule", "402.1*",
    '"can\'t" creature', "\\ ' \"a'b\" %s ? {t}", '"of the"', "creature creature", "wich permanants die", "AND OR NOT",
)  # fmt: skip


@pytest.fixture
def poured(cluster, monkeypatch, settings, request):
    """The index of the pocket edition in a database of its own, and the door to it."""
    psycopg = pytest.importorskip("psycopg")
    from rulesite.search.store.postgres.reader import PostgresReader

    url = cluster.create(f"search_{abs(hash(request.node.nodeid)):x}")

    def connect(name: str = "") -> object:
        opened = psycopg.connect(url, autocommit=True)
        if name:
            opened.execute(f"SET search_path = {postgres_generations.schema_of(name)}".encode())
        return opened

    monkeypatch.setattr(postgres_generations, "connect", connect)
    settings.SEARCH = "postgres"
    postgres_generations.put(generations.current())
    opened = PostgresReader(generations.named())
    yield opened
    opened.close()


@pytest.fixture
def embedded():
    """The same index in its file."""
    opened = File(generations.current())
    yield opened
    opened.close()


def found(library, words: str):
    search._recent.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(searcher, "_published", lambda: library)
        return search.search(words, size=30, why=True)


def assert_alike(one, other):
    """The same rules were found, the same ones answer, and nothing else is said of them."""
    assert (one.total, one.message, one.documents, one.editions, one.kinds) == (
        other.total, other.message, other.documents, other.editions, other.kinds), one.text  # fmt: skip
    first, second = ([hit.url for hit in answer.hits] for answer in (one, other))
    assert first[:1] == second[:1], one.text
    if one.total <= len(first):
        assert sorted(first) == sorted(second), one.text


@pytest.mark.slow
@pytest.mark.django_db
def test_every_query_finds_the_same_and_answers_with_the_same(poured, embedded):
    one, other = Searcher(poured), Searcher(embedded)
    asked = [*ODD, *(row.query for row in labelled.rows()[:150])]
    answers = {words: found(other, words) for words in asked}
    assert sum(bool(answer.hits) for answer in answers.values()) > len(asked) / 2
    for words, answer in answers.items():
        assert_alike(found(one, words), answer)


def _corrected(nth: int) -> None:
    """Correct words of today's book, take some away, and keep the index that follows."""
    versions = RuleVersion.objects.filter(kind="rule", wording__isnull=False).order_by(
        "-edition__effective", "position"
    )
    said = ("Creatures zyzzyvate.", "A player's {t}", "")
    for version, more in zip(versions[nth * 40 : nth * 40 + 3], said, strict=True):
        corrections.correct(
            version, f"{version.wording.text[: 60 if more else 9]} {more}", reason="a word", author=None
        )
    builder.refresh()


def _counted(name: str, table: str) -> int:
    with postgres_generations._connected() as db:
        return db.execute(f"SELECT count(*) FROM {postgres_generations.schema_of(name)}.{table}").fetchone()[0]


@pytest.mark.slow
@pytest.mark.django_db
def test_what_is_poured_upon_another_generation_is_found_as_what_is_poured_whole(poured):
    from rulesite.search.store.postgres.reader import PostgresReader

    ground = generations.named()
    for nth in range(2):
        _corrected(nth)
        name = generations.named()
        postgres_generations.put(generations.current())
        assert 0 < sum(_counted(name, f"own_{table}") for table in ("said", "record", "place")) < 100
        one, other = Searcher(PostgresReader(name)), Searcher(File(generations.current()))
        assert one.records == other.records
        assert one.vocabulary.texts == other.vocabulary.texts
        asked = labelled.rows()[50 * nth : 50 * nth + 50]
        for words in (*ODD, "zyzzyvate", "creatures", *(row.query for row in asked)):
            assert_alike(found(one, words), found(other, words))
    postgres_generations.discard(ground)
    postgres_generations.tidy(name, seconds=-1)
    with postgres_generations._connected() as db:
        assert sorted(postgres_generations._names(db)) == sorted([ground, name])


@pytest.mark.slow
@pytest.mark.django_db
def test_where_much_is_new_all_is_poured(poured, monkeypatch):
    monkeypatch.setattr(delta, "_MAX_SHARE", 0.0)
    _corrected(0)
    postgres_generations.put(generations.current())
    assert postgres_generations.holds(generations.named())
    with postgres_generations._connected() as db:
        assert not postgres_generations._has(db, generations.named(), "own_said")


@pytest.mark.slow
@pytest.mark.django_db
def test_any_phrases_are_found_and_weighed_alike(poured, embedded):
    library = Searcher(embedded)
    words, stems = sorted(library.vocabulary.texts), sorted(library.vocabulary.with_stem)
    common = sorted(words, key=lambda word: -library.vocabulary.texts[word])[:60]
    one = some.builds(Phrase, some.just("stems"), some.tuples(some.sampled_from(stems)))
    side_by_side = some.lists(some.sampled_from(common), min_size=1, max_size=3).map(tuple)
    phrase = one | some.builds(Phrase, some.just("words"), side_by_side)
    near = some.lists(some.sampled_from([library.vocabulary.stem_of[word] for word in common]), min_size=2, max_size=4)

    @settings(max_examples=100)
    @given(
        some.lists(some.lists(phrase, min_size=1, max_size=3), min_size=1, max_size=3),
        some.lists(phrase, max_size=2), near, some.integers(1, 8),
    )  # fmt: skip
    def agree(groups, excluded, stems, apart):
        expected = embedded.engine.find(groups, excluded)
        assert poured.engine.find(groups, excluded) == pytest.approx(expected, rel=0.1)  # lengths in one byte
        among = list(library.records_of)
        assert poured.engine.near(stems, apart, among) == embedded.engine.near(stems, apart, among)
        assert poured.engine.near(stems, apart, among[::2]) == embedded.engine.near(stems, apart, among[::2])
        for phrase in groups[0]:
            assert poured.engine.saying(phrase) == embedded.engine.saying(phrase)

    agree()


@pytest.mark.django_db
def test_a_machine_that_has_no_copy_of_the_file_fetches_it_whole(poured, tmp_path):
    name, here = generations.named(), generations.current()
    assert postgres_generations.fetch(name, tmp_path / "there")
    for file in seals.files(here):
        assert (tmp_path / "there" / file).read_bytes() == (here / file).read_bytes()
    assert not postgres_generations.fetch("g1-nothing", tmp_path / "nowhere")
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


@pytest.mark.django_db
def test_a_copy_that_lost_some_of_its_files_is_made_whole(poured, tmp_path):
    there = tmp_path / "there"
    assert postgres_generations.fetch(generations.named(), there)
    shutil.rmtree(there / "whoosh")
    assert not seals.is_whole(there)
    assert postgres_generations.fetch(generations.named(), there)
    seals.check(there)


def _changed(tmp_path, times: int, *, ago: int = 0):
    """A generation like the current one but for a few bytes, made so many seconds ago, and kept."""
    made = tmp_path / f"g{time.time_ns() - ago * 10**9}-{times}"
    shutil.copytree(generations.current(), made)
    with (made / FILE).open("r+b") as file:
        file.seek(5_000 * times)
        file.write(b"another word")
    postgres_generations.put(made)
    return made


def _fragments() -> int:
    with postgres_generations._connected() as db:
        return db.execute("SELECT count(*) FROM indexes.fragment").fetchone()[0]


@pytest.mark.django_db
def test_only_what_is_new_in_a_file_is_written_and_fetched_and_what_nobody_has_goes(poured, tmp_path, settings):
    settings.SEARCH = "embedded"
    (tmp_path / "here").mkdir()
    first = _fragments()
    made = _changed(tmp_path / "here", 9)
    assert _fragments() == first + 1
    shutil.copytree(generations.current(), tmp_path / "there" / generations.named())
    with postgres_generations._connected() as db:
        db.execute("CREATE TABLE unchanged AS SELECT * FROM indexes.fragment")
        db.execute("DELETE FROM indexes.fragment")
        assert not postgres_generations.fetch(made.name, tmp_path / "there" / made.name)
        db.execute(
            "INSERT INTO indexes.fragment SELECT * FROM unchanged WHERE digest IN"
            f" (SELECT digest FROM {postgres_generations.schema_of(made.name)}.made_of)"
            f" AND digest NOT IN (SELECT digest FROM {postgres_generations.schema_of(generations.named())}.made_of)"
        )
    assert _fragments() == 1
    assert postgres_generations.fetch(made.name, tmp_path / "there" / made.name)
    assert (tmp_path / "there" / made.name / FILE).read_bytes() == (made / FILE).read_bytes()


@pytest.mark.django_db
def test_generations_go_a_while_after_the_next_was_made_however_young_the_current_one_is(poured, tmp_path, settings):
    settings.SEARCH = "embedded"
    before = _fragments()
    _, second, third = (_changed(tmp_path, times, ago=ago) for times, ago in ((9, 300), (20, 200), (30, 0)))
    postgres_generations.discard(generations.named())
    postgres_generations.tidy(third.name, seconds=60)
    with postgres_generations._connected() as db:
        assert postgres_generations._names(db) == sorted([second.name, third.name])
    postgres_generations.tidy(third.name, seconds=0)
    with postgres_generations._connected() as db:
        assert postgres_generations._names(db) == [third.name]
    assert _fragments() == before


@pytest.mark.django_db
def test_a_connection_that_the_server_ends_is_opened_again(poured):
    before = poured.rows("SELECT count(*) FROM said")
    with postgres_generations._connected() as other:
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    assert poured.rows("SELECT count(*) FROM said") == before


@pytest.mark.django_db
def test_what_was_made_before_the_current_generation_goes_and_what_comes_after_stays(poured):
    name = generations.named()
    for other in ("g1-before", f"g{10**19}-after"):
        with postgres_generations._connected() as db:
            db.execute(f"CREATE SCHEMA {postgres_generations.schema_of(other)}".encode())
    postgres_generations.tidy(name, seconds=10**9)
    with postgres_generations._connected() as db:
        assert len(postgres_generations._names(db)) == 3
    postgres_generations.tidy(name, seconds=0)
    with postgres_generations._connected() as db:
        assert postgres_generations._names(db) == sorted([name, f"g{10**19}-after"])


@pytest.mark.django_db
def test_a_generation_that_is_gone_is_no_index_and_says_so(poured):
    library = Searcher(poured)
    postgres_generations.discard(generations.named())
    with pytest.raises(NoIndex, match="reindex"):
        library.rows("SELECT count(*) FROM said")
