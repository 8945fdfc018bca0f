"""The subtypes that today's book lists are words that the reader knows."""

import re

import pytest

from rulesite.engine.eras.subtypes import subtypes_on
from rulesite.engine.game import Game
from rulesite.engine.language.vocabulary import vocabulary
from tests.libraries import DOCUMENTS

LISTS = {"205.3g": "artifact", "205.3h": "enchantment", "205.3i": "land", "205.3k": "spell", "205.3m": "creature"}
needs_documents = pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="the real documents are not here")
UNKNOWN = {
    *("Time Lord", "Book", "Infinity", "Stone", "Plan", "Planet", "Town", "Omen"),
    *("Child", "Eternal", "Seal", "Spy"),
}
"""Subtypes that are not known yet: of two words, or words with which names of cards begin, which would be read for them."""


@needs_documents
@pytest.mark.documents
@pytest.mark.parametrize(("rule", "kind"), LISTS.items())
def test_every_subtype_that_is_listed_is_known(rule, kind):
    book = (DOCUMENTS / "cr" / "cr-2026-06-19.txt").read_text("utf-8-sig").splitlines()
    [line] = [line for line in book if line.startswith(f"{rule} ")]
    listed = re.findall(rf"{kind} types are (?:one word long: )?([^.]*)", re.sub(r" ?\(.*?\)", "", line))[-1]
    words = [word.replace("\u2019", "'").strip(" .").removeprefix("and ") for word in listed.split(",")]
    assert len(words) > 4
    known = {word.casefold() for word in vocabulary().subtypes}
    assert {word for word in words if word.casefold() not in known} <= UNKNOWN


def listed_in(path):
    """The creature types and land types that an edition lists, as far as it lists them."""
    raw = path.read_bytes()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("cp1252")
    found = {}
    for line in re.sub(r" ?\(.*?\)", "", text.replace("\u2019", "'")).splitlines():
        if "Wombat" in line and "Zombie" in line:
            words = line[line.index("Advisor") :].split(",")
            found["creature"] = {*words, *(["Time Lord"] if "Time Lord" in line else [])}
        lands = re.search(r"land types (?:are|include) ((?:Cave|Desert)[^.]*Swamp[^.]*)", line)
        if lands:
            found["land"] = set(lands[1].split(","))
    return {kind: {word.strip(" .").removeprefix("and ").strip() for word in words} for kind, words in found.items()}


@needs_documents
@pytest.mark.documents
def test_every_type_is_every_type_of_the_day():
    compared = 0
    for path in sorted((DOCUMENTS / "cr").glob("cr-*.txt")):
        for kind, words in listed_in(path).items():
            assert subtypes_on(kind, path.stem.removeprefix("cr-")) == words, (path.name, kind)
            compared += 1
    assert compared > 12


@pytest.mark.parametrize(("day", "has"), [("2007-07-13", True), ("2026-06-19", False)])
def test_a_creature_of_every_type_is_of_those_of_its_day(day, has):
    game = Game(day)
    shifter = game.put(
        game.card("Shifter", "Creature - Shapeshifter 1/1", text="Shifter is every creature type."), "Ann"
    )
    assert ("Lord" in game.characteristics(shifter).subtypes) is has
    assert ("Eternal" in game.characteristics(shifter).subtypes) is not has
