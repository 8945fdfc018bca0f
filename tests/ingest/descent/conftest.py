"""The real editions, read as descent reads them: without a database."""

from functools import cache

import pytest

from ingest import dialects
from ingest.descent.books import Provision
from ingest.source import read_bytes
from tests.libraries import DOCUMENTS, HISTORY


@pytest.fixture(scope="session")
def provisions_of(documents):
    """Call it with an edition's date: the provisions of that edition of the Comprehensive Rules."""

    @cache
    def read(day):
        path = DOCUMENTS / "cr" / f"cr-{day}.txt"
        if not path.exists():
            path = HISTORY / path.name
        source = read_bytes(path.name, path.read_bytes())
        tree = dialects.choose(source, "").read(source).tree
        return [
            Provision(each.key, each.number, each.kind.value, each.title, each.text, each.parent)
            for each in tree.provisions
        ]

    return read
