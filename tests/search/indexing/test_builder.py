"""The index follows the database: distinct texts once, new generations at once, and never what was rolled back."""

import pytest
from django.db import transaction

from rulesite.rulebook import signals
from rulesite.rulebook.descent import threads
from rulesite.rulebook.editing import corrections
from rulesite.rulebook.models import CitationTarget, Edition, Wording
from rulesite.search import search, searcher, typeahead
from rulesite.search.indexing import builder, corpus, edition_stamps
from rulesite.search.store import generations, schema
from tests import data_folders, factories
from tests.search.indexed import change, numbers, texts

pytestmark = pytest.mark.django_db


def test_a_text_that_many_editions_print_is_indexed_once(library):
    assert texts().count("Haste lets a creature attack at once.") == 1


def test_a_new_edition_that_repeats_everything_adds_no_text(library):
    again = factories.edition("2025-01-01")
    for version in library["new"].versions.order_by("position"):
        factories.version(
            again,
            version.number,
            version.text,
            title=version.title,
            kind=version.kind,
            rule=version.rule,
            key=version.key,
        )
    built = builder.refresh(every=True)
    assert (built.added, built.removed) == (0, 0)
    assert search.search("ripple").hits[0].edition == "cr/2025-01-01"


def test_a_changed_wording_replaces_the_old_one(library):
    version = library["new"].versions.get(key="613.1")
    version.wording = factories.wording("Apply continuous effects in a spiral.")
    version.save()
    built = builder.refresh(every=True)
    assert (built.added, built.removed) == (1, 1)
    assert numbers("spiral") == ["613.1"]
    assert numbers('"one group after the other"') == []


@pytest.mark.slow
def test_refreshing_again_and_again_keeps_one_text_and_no_old_word(library):
    version = library["new"].versions.get(key="613.1")
    for turn in range(5):
        version.wording = factories.wording(f"Apply continuous effects in spiral{turn}.")
        version.save()
        builder.refresh(every=True)
    assert len(texts()) == builder.rebuild().texts
    assert numbers("spiral4") == ["613.1"]
    assert "spiral3" not in searcher.current().vocabulary


def test_an_edition_that_is_removed_leaves_the_index(library):
    library["new"].delete()
    builder.refresh(every=True)
    assert search.search("ripple").total == 0
    assert search.search("haste").hits[0].edition == "cr/2008-02-01"


def test_an_empty_database_has_an_empty_index(library):
    Edition.objects.all().delete()
    builder.refresh(every=True)
    assert search.search("haste").total == 0


def test_provisions_that_get_other_threads_are_other_hits(library, django_capture_on_commit_callbacks):
    before = search.search("lets a creature", kind="subrule")
    assert before.total == 1
    with django_capture_on_commit_callbacks(execute=True):
        threads.rebuild(library["new"].document)  # no descent was drawn, so each stands for itself
    assert search.search("lets a creature", kind="subrule").total == 3


def test_what_is_committed_reaches_the_index_once(library, django_capture_on_commit_callbacks, monkeypatch):
    calls = []
    real = builder.refresh
    monkeypatch.setattr(builder, "refresh", lambda: calls.append(1) or real())
    with django_capture_on_commit_callbacks(execute=True):
        version = library["new"].versions.get(key="613.1")
        corrections.correct(version, "Apply continuous effects in a spiral.", reason="misprint", author=None)
        signals.edition_changed.send(sender=None, edition=library["new"])
    assert calls == [1]
    assert numbers("spiral") == ["613.1"]


def test_a_correction_is_in_the_index_once_it_is_committed(library, django_capture_on_commit_callbacks):
    version = library["new"].versions.get(key="613.1")
    with django_capture_on_commit_callbacks(execute=True):
        corrections.correct(version, "Apply continuous effects in a spiral.", reason="misprint", author=None)
    assert numbers("spiral") == ["613.1"]
    assert numbers('"one group after the other"') == []


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_never_reaches_the_index(index_folder):
    factories.library()
    edition = factories.edition()
    version = factories.version(edition, "100.1", "The first words.")
    builder.rebuild()
    before = generations.current()

    def change(*, fail):
        with transaction.atomic():
            corrections.correct(version, "The second words.", reason="misprint", author=None)
            if fail:
                raise RuntimeError

    with pytest.raises(RuntimeError):
        change(fail=True)
    assert generations.current() == before
    assert numbers("first") == ["100.1"]
    change(fail=False)
    assert generations.current() != before
    assert numbers("second") == ["100.1"]


@pytest.mark.django_db(transaction=True)
def test_loading_many_editions_builds_the_index_once(index_folder, monkeypatch):
    calls = []
    real = builder.refresh
    monkeypatch.setattr(builder, "refresh", lambda: calls.append(1) or real())
    factories.library()
    with builder.deferred(), builder.deferred():
        for day in ("2001-01-01", "2002-01-01", "2003-01-01"):
            with transaction.atomic():
                edition = factories.edition(day)
                factories.version(edition, "100.1", f"Words of {day[:4]}.")
                signals.edition_changed.send(sender=None, edition=edition)
        assert calls == []
    assert calls == [1]
    assert numbers("words") == ["100.1", "100.1", "100.1"]


@pytest.mark.django_db(transaction=True)
def test_what_was_committed_before_an_error_is_searchable(index_folder):
    factories.library()

    def load():
        with builder.deferred():
            edition = factories.edition()
            factories.version(edition, "100.1", "Some words.")
            signals.edition_changed.send(sender=None, edition=edition)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        load()
    assert numbers("words") == ["100.1"]


def test_nothing_is_built_when_nothing_changed(library):
    before = generations.current()
    with builder.deferred():
        pass
    assert generations.current() == before


def test_an_index_that_cannot_be_written_undoes_nothing(library, django_capture_on_commit_callbacks, monkeypatch):
    def broken(*_):
        raise OSError("disk full")

    monkeypatch.setattr(builder, "refresh", broken)
    with django_capture_on_commit_callbacks(execute=True):
        signals.edition_changed.send(sender=None, edition=library["new"])
    assert search.search("ripple").total == 1


def test_a_build_that_fails_leaves_the_published_index_and_no_litter(library, index_folder, monkeypatch):
    before = generations.current()
    held = set(index_folder.glob("g*"))

    def broken(*_):
        raise OSError("disk full")

    monkeypatch.setattr(generations, "complete", broken)
    with pytest.raises(OSError, match="disk full"):
        builder.rebuild()
    assert generations.current() == before
    assert set(index_folder.glob("g*")) == held
    assert search.search("ripple").total == 1


def test_an_index_of_another_format_is_reported_and_made_anew(library, monkeypatch):
    monkeypatch.setattr(schema, "FORMAT", "another")
    searcher._shared.clear()
    assert "another version" in search.search("ripple").message
    assert "reindex" in search.search("ripple").message
    built = builder.refresh(every=True)
    assert built.added == built.texts
    assert search.search("ripple").total == 1


@pytest.mark.parametrize("damage", [b"", b"nonsense", None], ids=["empty", "nonsense", "gone"])
def test_a_damaged_index_is_reported_and_reindexing_mends_it(library, damage):
    if damage is None and data_folders.ON_POSTGRES:
        pytest.skip("with PostgreSQL a file that is gone is fetched from the database again")
    assert builder.is_there(generations.named())
    file = generations.current() / schema.FILE
    file.unlink()
    if damage is not None:
        file.write_bytes(damage)
    searcher._shared.clear()
    assert data_folders.ON_POSTGRES or not builder.is_there(generations.named())
    assert "reindex" in search.search("ripple").message
    builder.refresh(every=True)
    assert search.search("ripple").total == 1


def test_without_a_library_there_is_nothing_to_index(db, index_folder):
    with pytest.raises(generations.NothingHeld, match="ingest"):
        builder.rebuild()


@pytest.mark.slow
def test_an_index_of_less_is_a_smaller_file(library):
    before = (generations.current() / schema.FILE).stat().st_size
    edition = factories.edition("2024-02-03")
    for nth in range(300):
        factories.version(edition, f"900.{nth + 1}", " ".join(f"word{nth}x{each}" for each in range(90)))
    edition_stamps.renew([edition.pk])
    builder.refresh()
    larger = (generations.current() / schema.FILE).stat().st_size
    edition.delete()
    builder.refresh()
    after = (generations.current() / schema.FILE).stat().st_size
    assert after < before + (larger - before) / 2
    assert numbers("haste")


@pytest.mark.slow
def test_texts_are_read_as_they_are_printed_whatever_came_before_them(library):
    """Those that came with the first editions, and those that outnumbered them later."""
    held = set(texts())
    news = {f"The {nth}th ferry carries {nth * 7} owls across the harbour—“quietly”." for nth in range(40)}
    edition = factories.edition("2024-02-03")
    for nth, text in enumerate(sorted(news)):
        factories.version(edition, f"900.{nth + 1}", text)
    edition_stamps.renew([edition.pk])
    builder.refresh()
    assert set(texts()) == held | news


@pytest.fixture
def looked_at(monkeypatch):
    """The editions that are read, by their ids."""
    found = []
    real = corpus.Corpus.read
    monkeypatch.setattr(corpus.Corpus, "read", lambda book, pk: found.append(pk) or real(book, pk))
    return found


def test_a_correction_looks_at_its_edition_alone(library, looked_at, django_capture_on_commit_callbacks):
    version = library["new"].versions.get(key="613.1")
    with django_capture_on_commit_callbacks(execute=True):
        corrections.correct(version, "Apply effects in a spiral.", reason="misprint", author=None)
    assert looked_at == [version.edition_id]


def test_what_an_index_has_missed_reaches_it_with_the_next_change(library, looked_at, monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr(generations, "complete", lambda generation: 1 / 0)
        change(library["new"], "613.1", "This correction never reached the index; it was about zeppelins.")
        with pytest.raises(ZeroDivisionError):
            builder.refresh()
    change(library["old"], "502.5a", "Haste lets a dirigible fly at once.")
    looked_at.clear()
    builder.refresh()
    assert set(looked_at) == {library["new"].pk, library["old"].pk}
    assert (numbers("zeppelins"), numbers("dirigible")) == (["613.1"], ["502.5a"])


def test_what_proves_to_be_the_same_is_looked_at_once(library, looked_at):
    before = generations.named()
    edition_stamps.renew()
    for often in (4, 0):
        looked_at.clear()
        assert builder.refresh().generation == before
        assert len(looked_at) == often


def test_an_edition_that_was_removed_and_stored_again_is_another_one(library):
    library["lettered"].delete()
    again = factories.edition("2002-10-15", slug="dangelo", numbering=factories.Scheme.LETTERED)
    factories.version(again, "A.4.21", "A zeppelin looks back in time.")
    builder.refresh()
    assert numbers("zeppelin") == ["A.4.21"]
    assert search.search('"rules team"').total == 0


def test_another_rule_that_the_glossary_gives_for_a_term_is_found_by_it(library):
    CitationTarget.objects.update(version=library["new"].versions.get(key="605.1"))
    edition_stamps.renew([library["new"].pk])
    builder.refresh()
    assert next(number for number in numbers("layers") if number) == "605.1"


def test_a_wording_that_nothing_shows_is_not_found(library):
    Wording.of("Unused words about zeppelins.").save()
    builder.refresh(every=True)
    assert search.search("zeppelins").total == 0


def test_a_file_that_is_cut_short_is_reported_whenever_that_is_noticed(library):
    file = generations.current() / schema.FILE
    whole = file.read_bytes()
    sound = [(hit.edition, hit.key) for hit in search.search("ripple haste").hits]
    reported = 0
    for kept in range(0, len(whole), 4096):
        file.write_bytes(whole[:kept] + bytes(len(whole) - kept))
        searcher._shared.clear()
        search._recent.clear()
        result = search.search("ripple haste")
        typeahead.typeahead("playing a sp")
        if "reindex" in result.message:
            reported += 1
        else:
            assert [(hit.edition, hit.key) for hit in result.hits] == sound
    assert reported


@pytest.mark.parametrize("file", [schema.FILE, "whoosh/whoosh_1.pst", "whoosh/whoosh_1.trm", "whoosh/segments.json"])
def test_flipped_bytes_of_any_file_are_told_by_the_site_and_nothing_is_built_upon_them(library, client, file):
    assert client.get("/healthz").status_code == 200
    path = generations.current() / file
    said = bytearray(path.read_bytes())
    for at in range(0, len(said), max(1, len(said) // 50)):
        said[at] ^= 0xFF
    path.write_bytes(said)
    assert client.get("/healthz").status_code == 503
    searcher._shared.clear()
    search._recent.clear()
    found = search.search("ripple")
    assert file == schema.FILE or "reindex" in found.message
    built = builder.refresh(every=True)
    assert built.added == built.texts
    assert client.get("/healthz").status_code == 200
    assert search.search("ripple").total == 1


@pytest.mark.parametrize("trouble", ["open to others", "damaged"])
def test_readers_are_not_told_where_the_index_lies(library, index_folder, client, caplog, trouble):
    file = generations.current() / schema.FILE
    if trouble == "open to others":
        index_folder.chmod(0o777)
    else:
        file.write_bytes(b"nonsense")
    searcher._shared.clear()
    try:
        for page in ("/search/?q=ripple", "/api/v1/search?q=ripple", "/opensearch/suggestions/?q=ripple"):
            said = client.get(page).content.decode()
            assert str(index_folder) not in said
            assert file.name not in said
        assert "a maintainer" in search.search("ripple").message.lower()
        assert caplog.records
    finally:
        index_folder.chmod(0o700)
        searcher._shared.clear()
