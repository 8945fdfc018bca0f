"""Readers while a publication is taken back: each answer is of the book before or of the book after, and of no
other."""

from __future__ import annotations

import re
import threading
from itertools import cycle

import pytest

from tests import command_line, data_folders
from tests.ingest.whole_runs import DAYS, write
from tests.machine.serving import Site, served

pytestmark = [pytest.mark.slow(seconds=60), pytest.mark.timeout(600)]
EARLIER, LATER = list(DAYS)[:2], list(DAYS)[2:]
PATHS = (
    "/",
    "/cr/",
    "/cr/402.1/",
    "/cr/2002-02-02/",
    "/cr/2002-02-02/402.4/",
    "/cr/2004-04-04/402.1/",
    "/search/?q=church",
    "/search/?q=mill",
    "/sitemap.xml",
    "/api/v1/editions",
    "/api/v1/rule/402.4",
    "/api/v1/search?q=church",
    "/api/v1/compare/cr/2001-01-01/2004-04-04",
)
READERS = 3
TAKE_BACK = """
from django.contrib.auth.models import User
from ingest.desk import worker as clerk
from rulesite.desk import services as orders
from rulesite.desk.models import Publication
clerk.wake = lambda: None
mia = User.objects.filter(username="mia").first() or User.objects.create_superuser("mia")
orders.roll_back(mia, Publication.objects.get(number={0}), {0})
assert clerk.work() == 1
"""
_OF_A_VISIT = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')


def looked_at(site: Site, path: str) -> tuple[int, str]:
    """What a page says, but for what is another with each visit."""
    status, text = site.page(path)
    return status, _OF_A_VISIT.sub("", text)


class Reader(threading.Thread):
    """Asks for one page after another; keeps each answer with its path."""

    def __init__(self, site: Site, first: int) -> None:
        super().__init__(daemon=True)
        self.site, self.paths = site, cycle([*PATHS[first:], *PATHS[:first]])
        self.stopping = threading.Event()
        self.answers: list[tuple[str, tuple[int, str]]] = []

    def run(self) -> None:
        while not self.stopping.is_set():
            path = next(self.paths)
            answer = looked_at(self.site, path)
            self.answers.append((path, answer))


def test_a_reader_sees_the_book_before_a_take_back_or_the_book_after_it(tmp_path, monkeypatch):
    (tmp_path / "scenarios").mkdir()
    monkeypatch.setenv("RULESITE_SCENARIOS", str(tmp_path / "scenarios"))
    data = tmp_path / "data"
    for days in (EARLIER, LATER):
        books = write(tmp_path / days[0], *days)
        brought = command_line.run(("ingest", str(books)), data_folders.environment(data))
        assert brought.returncode == 0, brought
    with served(data) as site:
        states = [{path: looked_at(site, path) for path in PATHS}]
        readers = [Reader(site, nth * len(PATHS) // READERS) for nth in range(READERS)]
        for reader in readers:
            reader.start()
        for number in (2, 3):  # the second takes the first back
            done = site.manage("shell", "-c", TAKE_BACK.format(number))
            assert done.returncode == 0, done
            states.append({path: looked_at(site, path) for path in PATHS})
        for reader in readers:
            reader.stopping.set()
            reader.join()
    assert [states[nth]["/cr/2004-04-04/402.1/"][0] for nth in range(3)] == [200, 404, 200]
    assert {status for state in states for status, _ in state.values()} <= {200, 404}
    for reader in readers:
        assert len(reader.answers) > len(PATHS) * 2
        reached = 0
        for path, answer in reader.answers:
            fitting = [nth for nth in range(reached, len(states)) if states[nth][path] == answer]
            told = f"{path} after state {reached}: {answer}\n\nand not {[state[path] for state in states]}"
            assert fitting, told
            reached = fitting[0]
