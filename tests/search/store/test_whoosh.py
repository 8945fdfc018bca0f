"""Whoosh behind the door: it finds exactly what is there, weighs it as Whoosh does, however its segments came about."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as some
from whoosh import query
from whoosh.filedb.filetables import FileFormatError
from whoosh.searching import Searcher

from rulesite.search.analysis import stem
from rulesite.search.store import seals
from rulesite.search.store.backend import Phrase
from rulesite.search.store.whoosh import postings, segments
from rulesite.search.store.whoosh.engine import Whoosh

VOCABULARY = ("owl", "owls", "gate", "gates", "shut", "{t}", "+1/+1", "can't", "the", "\ud800", "a")
TEXTS = some.lists(some.lists(some.sampled_from(VOCABULARY), max_size=9), max_size=12)
WORDS = some.lists(some.sampled_from(VOCABULARY), min_size=1, max_size=3).map(tuple)
PHRASES = WORDS.map(lambda words: Phrase("words", words)) | WORDS.map(
    lambda words: Phrase("stems", tuple(map(stem, words)))
)


def stems(words):
    return [stem(word) for word in words]


def write(folder, come, gone=(), held=None):
    """Let some texts come into a folder and others go; ``held`` are all that are there then."""
    changes = segments.SegmentChanges(folder)
    for text in gone:
        changes.take(text, len(gone[text]))
    for text, words in come.items():
        changes.put(text, words, stems(words))
    every = held if held is not None else come
    changes.store(lambda texts: {text: (every[text], stems(every[text])) for text in texts})


def says(words, phrase):
    """How often a text says a phrase."""
    here = words if phrase.column == "words" else stems(words)
    size = len(phrase.words)
    return sum(tuple(here[at : at + size]) == phrase.words for at in range(len(here) - size + 1))


def is_near(words, wanted, apart):
    """Whether some stretch of a text has all that is wanted, with no more than so many words between the outermost."""
    here = stems(words)
    return any({*wanted} <= {*here[start : start + apart + 2]} and here[start] in wanted for start in range(len(here)))


@given(TEXTS, some.lists(some.lists(PHRASES, min_size=1, max_size=2), min_size=1, max_size=3),
       some.lists(PHRASES, max_size=1), some.integers(0, 4))  # fmt: skip
@settings(max_examples=80)
def test_what_is_found_is_what_the_texts_say(tmp_path_factory, texts, groups, excluded, apart):
    folder = tmp_path_factory.mktemp("made") / "whoosh"
    held = dict(enumerate(texts, start=1))
    write(folder, held)
    engine = Whoosh(folder)
    fits = {
        text
        for text, words in held.items()
        if all(any(says(words, phrase) for phrase in group) for group in groups)
        and not any(says(words, phrase) for phrase in excluded)
    }
    assert engine.find(groups, excluded).keys() == fits
    for phrase in (phrase for group in groups for phrase in group):
        assert engine.saying(phrase) == {text for text, words in held.items() if says(words, phrase)}
    wanted = dict.fromkeys(word for group in groups for phrase in group for word in map(stem, phrase.words))
    among = [text for text in held if text % 3]
    assert engine.near(wanted, apart, among) == {text for text in among if is_near(held[text], wanted, apart)}
    engine.close()


@given(TEXTS, some.lists(some.sampled_from(VOCABULARY), min_size=1, max_size=3, unique=True))
@settings(max_examples=50)
def test_what_is_found_is_weighed_as_whooshs_own_searcher_weighs_it(tmp_path_factory, texts, words):
    folder = tmp_path_factory.mktemp("weighed") / "whoosh"
    write(folder, dict(enumerate(texts, start=1)))
    asked = query.And([query.Term("words", postings.key_of(word)) for word in words])
    expected = {}
    for segment in segments.held(folder):
        with Searcher(segments.opened(folder, segment)) as searcher:
            found = searcher.search(asked, limit=None)
            expected = {segments.numbers(folder, segment)[hit.docnum]: hit.score for hit in found}
    engine = Whoosh(folder)
    assert engine.find([[Phrase("words", (word,))] for word in words], []) == pytest.approx(expected)
    engine.close()


@given(some.lists(some.tuples(TEXTS, some.sets(some.integers(1, 30))), min_size=1, max_size=6), PHRASES)
@settings(max_examples=50)
def test_an_index_that_was_changed_answers_as_one_that_was_made_from_nothing(tmp_path_factory, steps, phrase):
    made, held = tmp_path_factory.mktemp("changed"), {}
    for nth, (texts, going) in enumerate(steps):
        folder = made / str(nth)
        if nth:
            segments.share(made / str(nth - 1), folder)
        gone = {text: held.pop(text) for text in going & held.keys()}
        come = dict(enumerate(texts, start=max(held, default=0) + 1))
        held |= come
        write(folder, come, gone, held)
    write(made / "anew", held)
    one, other = Whoosh(folder), Whoosh(made / "anew")
    assert one.find([[phrase]], []) == pytest.approx(other.find([[phrase]], []))
    one.close()
    other.close()


def test_segments_stay_few_and_what_nothing_uses_goes(tmp_path):
    held = {text: ["owl", f"w{text}"] for text in range(1, 400)}
    write(tmp_path / "0", held)
    for nth in range(1, 60):
        segments.share(tmp_path / str(nth - 1), tmp_path / str(nth))
        gone = {nth: held.pop(nth)}
        come = {max(held) + 1: ["owl", f"more{nth}"]}
        held |= come
        write(tmp_path / str(nth), come, gone, held)
        assert len(segments.held(tmp_path / str(nth))) <= 6
    folder = tmp_path / "59"
    names = {f"whoosh_{segment.name}" for segment in segments.held(folder)}
    assert {path.name.split(".")[0] for path in folder.iterdir()} == names | {"segments"}
    assert Whoosh(folder).saying(Phrase("words", ("owl",))) == set(held)
    assert Whoosh(tmp_path / "0").saying(Phrase("words", ("owl",))) == set(range(1, 400))


def test_much_that_goes_is_not_kept(tmp_path):
    held = {text: ["owl"] for text in range(1, 40)}
    write(tmp_path / "one", held)
    segments.share(tmp_path / "one", tmp_path / "two")
    gone = {text: held.pop(text) for text in range(1, 30)}
    write(tmp_path / "two", {}, gone, held)
    assert [(segment.texts, segment.gone) for segment in segments.held(tmp_path / "two")] == [(10, [])]
    assert Whoosh(tmp_path / "two").saying(Phrase("words", ("owl",))) == set(held)


@given(some.lists(some.tuples(some.integers(0, 70_000), some.lists(some.integers(0, 1 << 20), min_size=1, max_size=300)),
                  min_size=1, unique_by=lambda one: one[0]).map(sorted))  # fmt: skip
@settings(max_examples=60)
def test_a_list_is_read_as_it_was_written(lists):
    documents, places = [document for document, _ in lists], [where for _, where in lists]
    stored = postings.pack(documents, [*map(len, places)], [place for where in places for place in where])
    assert [(document, [*where]) for document, where in postings.unpack(stored).spans()] == lists


@given(some.binary(max_size=80))
@example(bytes.fromhex("02000000010000000100000000000000 15000000eb"))
def test_what_is_no_list_is_damage(stored):
    try:
        postings.unpack(stored).documents.tolist()
    except postings.DamageError:
        return


def test_nothing_in_the_folder_is_a_pickle_and_none_that_somebody_put_there_is_run(tmp_path):
    class Trap:
        def __reduce__(self):
            return os.mkdir, (str(tmp_path / "sprung"),)

    folder = tmp_path / "whoosh"
    write(folder, {1: ["owl"], 2: ["owl", "gate"]})
    for path in sorted(folder.iterdir()):
        sound = path.read_bytes()
        for at in (0, sound.rfind(b"{"), len(sound) // 2):
            path.unlink()
            path.write_bytes(sound[: max(at, 0)] + pickle.dumps(Trap()) + sound[max(at, 0) :])
            try:
                engine = Whoosh(folder)
                engine.find([[Phrase("words", ("owl",))]], [])
                engine.saying(Phrase("words", ("owl", "gate")))
            except (ValueError, KeyError, OSError, FileFormatError):
                pass
        path.write_bytes(sound)
    assert not (tmp_path / "sprung").exists()


def test_whoosh_is_imported_where_warnings_are_errors(tmp_path):
    """By whoever compiles it anew, as tools do that install without compiling."""
    command = [sys.executable, "-W", "error", "-X", f"pycache_prefix={tmp_path}", "-c"]
    said = "import rulesite.search.store.whoosh.engine, whoosh; print(whoosh.__version__)"
    done = subprocess.run([*command, said], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("(2, 7, 4)", "")


@pytest.fixture
def sealed(tmp_path):
    """Some files in a folder with a seal."""
    (tmp_path / "whoosh").mkdir()
    for name in ("index.sqlite3", "whoosh/one.trm"):
        (tmp_path / name).write_bytes(name.encode() * 1000)
    seals.close(tmp_path)
    assert seals.is_sound(tmp_path)
    return tmp_path


def flip(path, at=500):
    said = bytearray(path.read_bytes())
    said[at] ^= 0x80
    path.write_bytes(said)


@pytest.mark.parametrize("name", ["index.sqlite3", "whoosh/one.trm", seals.SEAL])
@pytest.mark.parametrize(
    "harm", [lambda path: flip(path, 1), lambda path: path.unlink(), lambda path: path.write_bytes(b"")]
)
def test_a_file_that_is_not_as_it_was_sealed_is_noticed(sealed, name, harm):
    harm(sealed / name)
    assert not seals.is_sound(sealed)
    with pytest.raises(seals.DamageError, match=name.rpartition("/")[2]):
        seals.check(sealed)


def test_what_looks_unchanged_is_read_again_in_a_while(sealed, monkeypatch):
    path = sealed / "index.sqlite3"
    status = path.stat()
    flip(path)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert seals.is_sound(sealed), "it was read a moment ago"
    monkeypatch.setattr(seals, "_AGAIN", -1.0)
    assert not seals.is_sound(sealed)


def test_a_seal_names_every_file(sealed):
    assert sorted(seals.files(sealed)) == ["index.sqlite3", seals.SEAL, "whoosh/one.trm"]
    assert json.loads((sealed / seals.SEAL).read_text()).keys() == {"index.sqlite3", "whoosh/one.trm"}
