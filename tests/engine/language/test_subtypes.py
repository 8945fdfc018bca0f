"""The subtypes that today's book lists are words that the reader knows."""

import re

import pytest

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
