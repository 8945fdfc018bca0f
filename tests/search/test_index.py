"""The index follows the database: distinct texts once, new generations at once, and never what was rolled back."""

import multiprocessing
import threading
import time

import pytest
from django.db import transaction

from rulesite.rulebook import editing, signals
from rulesite.rulebook.models import Edition, Wording
from rulesite.search import generations, index, query, snapshot
from tests import factories

pytestmark = pytest.mark.django_db


def segments():
    return len(snapshot.current().searcher.reader().leaf_readers())


def numbers(text):
    return [hit.number for hit in query.search(text).hits]


def test_a_text_that_many_editions_print_is_indexed_once(library):
    held = snapshot.current()
    text = "Haste lets a creature attack at once."
    assert [body for _, _, body in held.library.catalogue.texts].count(text) == 1
    assert held.searcher.doc_count() == len(held.library.catalogue.texts)


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
    built = index.refresh()
    assert (built.added, built.removed) == (0, 0)
    assert query.search("ripple").hits[0].edition == "cr/2025-01-01"


def test_a_changed_wording_replaces_the_old_one(library):
    version = library["new"].versions.get(key="613.1")
    version.wording = factories.wording("Apply continuous effects in a spiral.")
    version.save()
    built = index.refresh()
    assert (built.added, built.removed) == (1, 1)
    assert numbers("spiral") == ["613.1"]
    assert numbers('"one group after the other"') == []


def test_refreshing_again_and_again_keeps_one_document_a_text(library):
    version = library["new"].versions.get(key="613.1")
    for turn in range(5):
        version.wording = factories.wording(f"Apply continuous effects in spiral {turn}.")
        version.save()
        index.refresh()
    held = snapshot.current()
    keys = [fields["key"] for fields in held.searcher.reader().all_stored_fields()]
    assert len(keys) == len(set(keys)) == len(held.library.catalogue.texts)
    assert numbers("spiral") == ["613.1"]


def test_there_are_never_more_than_two_segments_and_one_after_a_rebuild(library):
    version = library["new"].versions.get(key="613.1")
    for turn in range(30):
        version.wording = factories.wording(f"Apply continuous effects in spiral {turn}.")
        version.save()
        index.refresh()
        assert segments() <= 2
    index.rebuild()
    assert segments() == 1


def test_an_edition_that_is_removed_leaves_the_index(library):
    library["new"].delete()
    index.refresh()
    assert query.search("ripple").total == 0
    assert query.search("haste").hits[0].edition == "cr/2008-02-01"


def test_an_empty_database_has_an_empty_index(library):
    Edition.objects.all().delete()
    index.refresh()
    assert query.search("haste").total == 0


def test_what_is_committed_reaches_the_index_once(library, django_capture_on_commit_callbacks, monkeypatch):
    calls = []
    real = index.refresh
    monkeypatch.setattr(index, "refresh", lambda: calls.append(1) or real())
    with django_capture_on_commit_callbacks(execute=True):
        version = library["new"].versions.get(key="613.1")
        editing.correct(version, "Apply continuous effects in a spiral.", reason="misprint", author=None)
        signals.edition_changed.send(sender=None, edition=library["new"])
    assert calls == [1]
    assert numbers("spiral") == ["613.1"]


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_never_reaches_the_index(index_folder):
    edition = factories.edition()
    version = factories.version(edition, "100.1", "The first words.")
    index.rebuild()
    before = generations.current()

    def change(*, fail):
        with transaction.atomic():
            editing.correct(version, "The second words.", reason="misprint", author=None)
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
    real = index.refresh
    monkeypatch.setattr(index, "refresh", lambda: calls.append(1) or real())
    with index.deferred(), index.deferred():
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
    def load():
        with index.deferred():
            edition = factories.edition()
            factories.version(edition, "100.1", "Some words.")
            signals.edition_changed.send(sender=None, edition=edition)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        load()
    assert numbers("words") == ["100.1"]


def test_nothing_is_built_when_nothing_changed(library):
    before = generations.current()
    with index.deferred():
        pass
    assert generations.current() == before


def test_an_index_that_cannot_be_written_undoes_nothing(library, django_capture_on_commit_callbacks, monkeypatch):
    def broken():
        raise OSError("disk full")

    monkeypatch.setattr(index, "refresh", broken)
    with django_capture_on_commit_callbacks(execute=True):
        signals.edition_changed.send(sender=None, edition=library["new"])
    assert query.search("ripple").total == 1


def test_a_build_that_fails_leaves_the_published_index_and_no_litter(library, index_folder, monkeypatch):
    before = generations.current()
    held = set(index_folder.glob("g*"))

    def broken(*_):
        raise OSError("disk full")

    monkeypatch.setattr(index, "_words_of", broken)
    with pytest.raises(OSError, match="disk full"):
        index.rebuild()
    assert generations.current() == before
    assert set(index_folder.glob("g*")) == held
    assert query.search("ripple").total == 1


def test_an_index_of_another_format_is_made_anew(library, monkeypatch):
    from rulesite.search import catalogue

    monkeypatch.setattr(catalogue, "FORMAT", 999)
    query._recent.clear()
    monkeypatch.setattr(snapshot, "_shared", {})
    built = index.refresh()
    assert built.added == built.texts


def test_a_damaged_index_is_reported_and_reindexing_mends_it(library, index_folder):
    for file in generations.current().glob("*.toc"):
        file.write_bytes(b"nonsense")
    snapshot._own.__dict__.clear()
    query._recent.clear()
    assert "reindex" in query.search("ripple").message
    index.rebuild()
    assert query.search("ripple").total == 1


def test_readers_see_whole_generations_while_others_are_published(library):
    """Threads search all the while that the index is rebuilt; each answer belongs to one build."""
    version = library["new"].versions.get(key="613.1")
    problems, searches, stop = [], [0], threading.Event()

    def read():
        try:
            while not stop.is_set():
                held = snapshot.current()
                assert held.searcher.doc_count() == len(held.library.catalogue.texts)
                query._recent.clear()
                assert numbers("continuous effects").count("613.1") == 1
                searches[0] += 1
        except Exception as problem:
            problems.append(problem)

    threads = [threading.Thread(target=read) for _ in range(3)]
    for thread in threads:
        thread.start()
    for turn in range(12):
        version.wording = factories.wording(f"Apply continuous effects in turn {turn}.")
        version.save()
        index.rebuild() if turn % 3 == 0 else index.refresh()
    stop.set()
    for thread in threads:
        thread.join(timeout=20)
    assert not problems
    assert searches[0] > 12


def _hold(folder, seconds, started):
    from django.conf import settings

    settings.INDEX_DIR = folder
    with generations.writing():
        started.set()
        time.sleep(seconds)


def test_only_one_process_writes_at_a_time(library, index_folder):
    started = multiprocessing.Event()
    other = multiprocessing.Process(target=_hold, args=(index_folder, 1.0, started))
    other.start()
    assert started.wait(20)
    with pytest.raises(generations.IndexBusy), generations.writing(timeout=0.2):
        pass
    with generations.writing(timeout=20):
        pass
    other.join(timeout=20)


def test_a_second_process_that_dies_gives_the_lock_back(library, index_folder):
    started = multiprocessing.Event()
    other = multiprocessing.Process(target=_hold, args=(index_folder, 60, started))
    other.start()
    assert started.wait(20)
    other.kill()
    other.join(timeout=20)
    with generations.writing(timeout=5):
        pass


def test_the_catalogue_survives_being_written_and_read(library):
    from rulesite.search.catalogue import Catalogue, from_database

    made = from_database()
    path = generations.current() / "copy.json"
    made.write(path)
    assert Catalogue.read(path) == made


def test_a_wording_that_nothing_shows_is_not_found(library):
    Wording.of("Unused words about zeppelins.").save()
    index.refresh()
    assert query.search("zeppelins").total == 0
