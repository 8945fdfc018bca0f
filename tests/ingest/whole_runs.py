"""What the tests of whole runs share: a data folder of their own, small books to put into it, runs in a process that
may be killed at any moment, and everything that readers could see of the outcome."""

from __future__ import annotations

import hashlib
import os
import signal
import sqlite3
import traceback
from contextlib import closing
from datetime import date
from pathlib import Path

from tests import data_folders
from tests.harbour import BELL, FERRY, OWL, STAR, TOLL

DAYS = {
    "2001-01-01": [FERRY, TOLL, OWL],
    "2002-02-02": [FERRY, OWL, TOLL, STAR],
    "2003-03-03": [OWL, FERRY, TOLL + " " + BELL, STAR],
    "2004-04-04": [OWL, FERRY, TOLL, BELL, STAR.replace("mill", "church")],
}
"""The rules of section 402 on each day."""


def book(day: str, rules: list[str] | None = None) -> str:
    """A small edition of the Comprehensive Rules, by its file."""
    lines = "".join(
        f"402.{n}. {text} (See rule 402.1.)\nExample: Case {n} of a {text.split()[1]} that is told at length.\n"
        for n, text in enumerate(rules if rules is not None else DAYS[day], start=1)
    )
    return (
        f"Plain Rules\n\nThese rules are current as of {day}.\n\nContents\n\n4. Spells\n402. Abilities\nGlossary\nCredits\n\n"
        f"4. Spells\n\n402. Abilities\n\n{lines}\nGlossary\n\nPier\nA place where boats lie. See rule 402.2.\n\nCredits\n\nNobody.\n"
    )


def write(folder: Path, *days: str, **changed: list[str]) -> Path:
    """Put the books of some days into a folder."""
    folder.mkdir(exist_ok=True)
    for day in days:
        (folder / f"cr-{day}.txt").write_text(book(day, changed.get(day)))
    return folder


def apart(work, *, kill_after: float = 0.0) -> int:
    """Do some work in a process of its own; returns how it ended: 0, 1 for an error, -9 when it was killed.

    ``kill_after`` seconds it is killed, if it is not done by then.
    """
    from django.db import connections

    connections.close_all()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            if kill_after:
                signal.signal(signal.SIGALRM, lambda *_: die())
                signal.setitimer(signal.ITIMER_REAL, kill_after)
            work()
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def die() -> None:
    """Be gone at once, as when the power fails."""
    os.kill(os.getpid(), signal.SIGKILL)


class Telling:
    """A listener to the progress of a run that ends the process at the nth thing told; counts them otherwise."""

    def __init__(self, last: int = 0) -> None:
        self.told: list[str] = []
        self.last = last

    def __call__(self, what: str, done: int, total: int) -> None:
        self.told.append(what)
        if self.last and len(self.told) >= self.last:
            die()


SEEN = {
    "editions": "SELECT effective, numbering, extent, title FROM rulebook_edition ORDER BY 1",
    "rules": "SELECT e.effective, v.key, v.kind, v.title, w.text, v.rule_id, r.name FROM rulebook_ruleversion v "
    "JOIN rulebook_edition e ON e.id = v.edition_id LEFT JOIN rulebook_wording w ON w.id = v.wording_id "
    "LEFT JOIN rulebook_rule r ON r.id = v.rule_id ORDER BY 1, v.position",
    "descent": "SELECT a.key, e.effective, b.key, f.effective, d.kind, d.basis, d.score, d.doubtful "
    "FROM rulebook_descent d JOIN rulebook_ruleversion a ON a.id = d.earlier_id JOIN rulebook_ruleversion b "
    "ON b.id = d.later_id JOIN rulebook_edition e ON e.id = a.edition_id JOIN rulebook_edition f "
    "ON f.id = b.edition_id ORDER BY 2, 1, 4, 3",
    "citations": "SELECT e.effective, r.cited, w.text, c.outcome, v.key FROM rulebook_citation c "
    "JOIN rulebook_reference r ON r.id = c.reference_id JOIN rulebook_wording w ON w.id = r.wording_id "
    "JOIN rulebook_edition e ON e.id = c.edition_id LEFT JOIN rulebook_citationtarget t ON t.citation_id = c.id "
    "LEFT JOIN rulebook_ruleversion v ON v.id = t.version_id ORDER BY 1, 2, 3, 5",
    "terms": "SELECT e.effective, t.term, w.text FROM rulebook_glossaryterm t JOIN rulebook_wording w "
    "ON w.id = t.wording_id JOIN rulebook_edition e ON e.id = t.edition_id ORDER BY 1, t.position",
    "bindings": "SELECT s.slug, b.state, b.address, b.fingerprint FROM checks_binding b JOIN checks_scenario s "
    "ON s.id = b.scenario_id ORDER BY 1, 3, 2",
    "verdicts": "SELECT s.slug, v.since, v.until, t.outcome FROM checks_verdict v JOIN checks_scenario s "
    "ON s.id = v.scenario_id JOIN checks_transcript t ON t.id = v.transcript_id ORDER BY 1, 2",
    "figures": "SELECT e.effective, f.outcomes FROM checks_tally f JOIN rulebook_edition e "
    "ON e.id = f.edition_id ORDER BY 1",
    "corrections": "SELECT reason FROM rulebook_correction ORDER BY id",
}
"""Everything that readers could see of the published book, by addresses and not by primary keys of rows. The ids of
threads are addresses too."""


def published(data: Path) -> dict[str, object]:
    """Everything that readers could see of the published book in a data folder."""
    if data_folders.ON_POSTGRES:
        return _published_there(data_folders.environment(data)["RULESITE_DATABASE"])
    with closing(sqlite3.connect(data / "rulebook.sqlite3", timeout=60)) as database:
        database.execute("BEGIN")
        return {what: database.execute(query).fetchall() for what, query in SEEN.items()}


def _published_there(url: str) -> dict[str, object]:
    import psycopg

    with psycopg.connect(url) as database:
        database.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        rows = {what: map(_plain, database.execute(query).fetchall()) for what, query in SEEN.items()}
        return {what: sorted(found, key=repr) for what, found in rows.items()}


def _plain(row: tuple[object, ...]) -> tuple[object, ...]:
    return tuple(value.isoformat() if isinstance(value, date) else value for value in row)


def digest(seen: dict[str, object]) -> str:
    """A short name for what is published."""
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:12]
