"""The real editions, read as descent reads them: without a database."""

from functools import cache

import pytest

from ingest.descent.alignment.edges import step
from ingest.descent.alignment.editions import AlignedProvision
from tests.libraries import DOCUMENTS, HISTORY
from tests.readings import kept, reading_of


def file_of(day):
    """The file of an edition of the Comprehensive Rules."""
    path = DOCUMENTS / "cr" / f"cr-{day}.txt"
    return path if path.exists() else HISTORY / path.name


@pytest.fixture(scope="session")
def provisions_of(documents):
    """Call it with an edition's date: the provisions of that edition of the Comprehensive Rules."""

    @cache
    def read(day):
        return [
            AlignedProvision(each.key, each.number, each.kind.value, each.title, each.text, each.parent)
            for each in reading_of(file_of(day)).tree.provisions
        ]

    return read


@pytest.fixture(scope="session")
def step_between(provisions_of):
    """Call it with two dates: the edges of the step from the one edition to the other, drawn once for all tests."""

    @cache
    def draw(earlier, later):
        def drawn():
            return step(provisions_of(earlier), provisions_of(later))

        return kept("step", drawn, file_of(earlier), file_of(later))

    return draw
