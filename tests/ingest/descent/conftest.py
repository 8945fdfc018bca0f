"""The real editions, read as descent reads them: without a database."""

from functools import cache

import pytest

from ingest.descent.books import Provision
from tests.libraries import DOCUMENTS, HISTORY
from tests.readings import reading_of


@pytest.fixture(scope="session")
def provisions_of(documents):
    """Call it with an edition's date: the provisions of that edition of the Comprehensive Rules."""

    @cache
    def read(day):
        path = DOCUMENTS / "cr" / f"cr-{day}.txt"
        if not path.exists():
            path = HISTORY / path.name
        return [
            Provision(each.key, each.number, each.kind.value, each.title, each.text, each.parent)
            for each in reading_of(path).tree.provisions
        ]

    return read
