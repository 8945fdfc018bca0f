"""Grammars are compiled once and kept; what is kept is never out of date and never a stranger's."""

import gc
import pickle

import pytest

from rulesite.engine import disk_cache
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser import grammar as cardtext
from rulesite.engine.cardtext.parser import read as parser_read
from rulesite.engine.cardtext.parser.paragraphs import Paragraphs
from rulesite.engine.cardtext.parser.read import read
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.scenario.language import parser as scenario
from rulesite.engine.scenario.language.lexer import Names


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder to keep things in, for this test alone."""
    monkeypatch.setattr(disk_cache, "_folder", tmp_path / "compiled")
    return tmp_path / "compiled"


def kept(source, made):
    """Ask for something that is made of a source; what is made is noted."""

    def make():
        made.append(source)
        return source.upper()

    return disk_cache.kept("thing", source, make, pickle.dumps, pickle.loads)


def test_what_is_kept_is_made_once_and_anew_when_its_source_changes(folder):
    made = []
    assert [kept("a", made), kept("a", made), kept("b", made), kept("b", made)] == ["A", "A", "B", "B"]
    assert made == ["a", "b"]
    assert len(list(folder.iterdir())) == 1


def test_what_is_loaded_is_never_looked_through_for_rings(folder):
    def loaded():
        return disk_cache.kept("rings", "a", lambda: [[]], pickle.dumps, pickle.loads)

    loaded()
    held = loaded()
    assert gc.is_tracked(held)
    assert not any(each is held for each in gc.get_objects())


def test_a_file_that_was_cut_short_is_made_anew(folder):
    made = []
    kept("a", made)
    next(folder.iterdir()).write_bytes(b"\x80")
    assert kept("a", made) == "A"
    assert kept("a", made) == "A"
    assert made == ["a", "a"]


def test_nothing_is_read_from_a_folder_that_others_can_write_to(folder):
    made = []
    kept("a", made)
    folder.chmod(0o777)
    assert kept("a", made) == "A"
    assert made == ["a", "a"]


def test_where_nothing_can_be_kept_it_is_made_each_time(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setattr(disk_cache, "_folder", tmp_path / "file" / "compiled")
    made = []
    assert [kept("a", made), kept("a", made)] == ["A", "A"]
    assert made == ["a", "a"]


TEXTS = [
    "Flying",
    "{T}: Add {G}.",
    "When this creature enters the battlefield, draw a card.",
    "Destroy target creature.",
]
SENTENCES = [("Ada has 20 life", "given"), ("Ada passes", "act"), ("Ada has 3 cards in hand", "that")]


def readings():
    """What both grammars make of some texts, compiled or kept."""
    cardtext.grammar.cache_clear()
    scenario._grammar.cache_clear()
    scenario._parse.cache_clear()
    rules, host = Ruleset.on("2009-10-01"), Host.parse("Creature 2/2", None)
    said = []
    for text in TEXTS:
        said.append(read(text, host, rules))
    for sentence, start in SENTENCES:
        try:
            said.append(scenario.parse(sentence, start, Names(("Ada",), ())))
        except ValueError as error:
            said.append(str(error))
    return said


@pytest.mark.slow
def test_a_kept_grammar_reads_as_a_compiled_one_does(folder):
    compiling = readings()
    assert len(list(folder.iterdir())) == 2
    assert readings() == compiling


def read_anew(*texts, day="2009-10-01", name="texts-of-some.toml"):
    """What a process that has read nothing yet makes of some texts, and how many of them it had to read."""
    parser_read._readings.cache_clear()
    counted = []
    whole = Paragraphs.abilities

    def abilities(self):
        counted.append(self.text)
        return whole(self)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Paragraphs, "abilities", abilities)
        with parser_read.keeping(name):
            made = [read(text, Host.parse("Creature 2/2"), Ruleset.on(day)) for text in texts]
    return made, len(counted)


def test_a_text_is_read_once_for_all_processes(folder):
    made, read_then = read_anew(*TEXTS[:3])
    assert read_then == 3
    assert read_anew(*TEXTS[:3]) == (made, 0)
    assert read_anew("Vigilance", *TEXTS[:3])[1] == 1
    assert read_anew("Vigilance", *TEXTS[:3])[1] == 0
    assert len([path for path in folder.iterdir() if path.name.startswith("texts-of-some.toml")]) == 1


def test_a_text_is_kept_for_each_day_on_which_it_says_something_else(folder):
    days = ["1999-04-23", "2024-06-07"]
    (then, read_then), (now, read_now) = (read_anew("Lifelink", day=day) for day in days)
    assert read_then
    assert read_now
    assert then != now
    assert [read_anew("Lifelink", day=day) for day in days] == [(then, 0), (now, 0)]


def test_a_kept_text_is_read_again_when_what_reads_it_changes(folder, monkeypatch):
    read_anew(*TEXTS[:2])
    monkeypatch.setattr(parser_read, "_sources", lambda: "another reader")
    assert read_anew(*TEXTS[:2])[1] == 2
    assert read_anew(*TEXTS[:2])[1] == 0


def test_kept_texts_that_were_cut_short_are_read_again(folder):
    made, _ = read_anew(*TEXTS[:2])
    (path,) = folder.glob("texts-of-*")
    path.write_bytes(path.read_bytes()[:-20])
    assert read_anew(*TEXTS[:2]) == (made, 2)
    assert read_anew(*TEXTS[:2]) == (made, 0)


def test_a_digest_of_sources_changes_with_any_of_them_and_with_nothing_else(tmp_path):
    room = tmp_path / "room"
    room.mkdir()
    (room / "word.py").write_text("1")
    (tmp_path / "other.py").write_text("1")
    whole, part = disk_cache.digest_of(tmp_path), disk_cache.digest_of(tmp_path, "room")
    (room / "word.pyc").write_text("1")
    assert (disk_cache.digest_of(tmp_path), disk_cache.digest_of(tmp_path, "room")) == (whole, part)
    (tmp_path / "other.py").write_text("2")
    assert disk_cache.digest_of(tmp_path) != whole
    assert disk_cache.digest_of(tmp_path, "room") == part
    (room / "word.py").write_text("2")
    assert disk_cache.digest_of(tmp_path, "room") != part
