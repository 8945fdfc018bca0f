"""A small book with keywords, and files of invented cards in every shape that is read."""

from __future__ import annotations

import json

import pytest

from tests.cards.books import ATOMIC, keyword_book


@pytest.fixture
def book(db):
    """Two editions with flying, scry and a glossary; see `tests.cards.books`."""
    return keyword_book()


@pytest.fixture
def write(tmp_path):
    """Writes data as a JSON file and returns its path."""

    def written(data, name="cards.json"):
        path = tmp_path / name
        path.write_text(data if isinstance(data, str) else json.dumps(data, ensure_ascii=False, indent=1), "utf-8")
        return path

    return written


@pytest.fixture
def loaded(book, write):
    """The invented cards, loaded by the command."""
    from django.core.management import call_command

    call_command("ingest_cards", write(ATOMIC))
    return book
