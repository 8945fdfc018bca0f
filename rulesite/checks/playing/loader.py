"""The shelf: scenario files and the list of gaps, copied into rows for the pages.

Reading a file compiles all its sentences. A file whose rows were read from the same words by the same engine is not
read again until its game is needed; only then is the engine imported, which takes as long as many files.
"""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import date
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction
from django.utils.text import slugify

from rulesite import engine as the_engine
from rulesite.checks.models import Concept, KnownGap, Scenario
from rulesite.engine import disk_cache
from rulesite.engine.concept_modules import played_in
from rulesite.engine.eras.concepts import CONCEPTS
from rulesite.rulebook.corrections import log as corrections_log
from rulesite.rulebook.corrections.targets import CorrectionTarget
from rulesite.rulebook.models import Correction, Library, Made
from rulesite.text import toml

if TYPE_CHECKING:
    from rulesite.engine import scenario as playable

GAPS = "not-modelled.toml"
GAMES = "games"
"""The value in place of an edition in the log of corrections for a scenario."""
_CONCEPTS = "concepts"
"""The stage of `Made` for the digest of the engine whose concepts are stored."""
_HEADER = re.compile(r"^\[\[\s*scenario\s*\]\]", re.MULTILINE)


class BadList(ValueError):  # noqa: N818 - the name says it
    """The list of gaps is invalid; the message names file, row and hint."""


@dataclass
class Shelved:
    """A scenario of a file, with its row. ``whole`` is the text of the file, ``number`` its index in it."""

    row: Scenario
    whole: str
    number: int

    @cached_property
    def game(self) -> playable.Scenario:
        """The scenario itself, parsed on first use."""
        return _games(self.whole, self.row.path)[self.number]


def fill(folder: Path | None = None) -> list[Shelved]:
    """Update the rows from the files, and return every readable scenario.

    The files are in a folder, by default the one in the settings. An unreadable file becomes a row with a `problem`.
    Rows without a file are deleted. Raises BadList for a missing folder and an invalid list of gaps.
    """
    folder = folder or settings.SCENARIOS
    all_shelved = _read(folder)
    gaps = list(_gaps(folder / GAPS))
    with transaction.atomic():
        stored = {row.slug: row for row in Scenario.objects.all()}
        changed = False
        for row in (shelved.row for shelved in all_shelved):
            old = stored.pop(row.slug, None)
            row.pk = old.pk if old else None
            if old is None or _facts(old) != _facts(row):
                row.save()
                changed = True
        if stored:
            changed = True
            Scenario.objects.filter(pk__in=[row.pk for row in stored.values()]).delete()
        _fill_gaps(gaps)
        _fill_concepts()
        if changed:
            Library.move_on()
    return [shelved for shelved in all_shelved if not shelved.row.problem]


def unread(folder: Path | None = None) -> list[str]:
    """The slugs of scenarios whose rows `fill` would change; changes nothing."""
    stored = {row.slug: _facts(row) for row in Scenario.objects.all()}
    files = {shelved.row.slug: _facts(shelved.row) for shelved in _read(folder or settings.SCENARIOS)}
    return sorted(slug for slug in stored.keys() | files.keys() if stored.get(slug) != files.get(slug))


def _read(folder: Path) -> list[Shelved]:
    """The scenarios of all files, including unreadable ones; an unchanged row has its primary key."""
    if not folder.is_dir():
        raise BadList(f"{folder} is no folder of scenarios: RULESITE_SCENARIOS names one, or leave it out")
    before: dict[str, list[Scenario]] = {}
    for row in Scenario.objects.all():
        before.setdefault(row.path, []).append(row)
    shelved: list[Shelved] = []
    logs = _logs()
    for path in sorted(folder.glob("*.toml")):
        if path.name != GAPS:
            shelved.extend(_shelve(path, before.get(path.name, []), logs))
    for position, shelf in enumerate(shelved):
        shelf.row.position = position
    return shelved


def _facts(row: Scenario) -> tuple[object, ...]:
    return tuple(getattr(row, field.attname) for field in Scenario._meta.concrete_fields if not field.primary_key)


def _shelve(path: Path, before: list[Scenario], logs: Mapping[str, list[Correction]]) -> list[Shelved]:
    """The scenarios of a file; ``before`` are its earlier rows, which are reused if nothing changed."""
    text = path.read_bytes().decode("utf-8", "replace")
    parts = parts_of(text)
    rows = before if _stand(before, parts) else list(_rows(path.name, text, parts))
    return [_corrected(row, text, parts, number, logs.get(row.slug, ())) for number, row in enumerate(rows)]


def _stand(rows: list[Scenario], parts: list[str]) -> bool:
    unchanged = all(row.read_by == engine_digest() and not row.problem for row in rows)
    return unchanged and [row.written or row.text for row in rows] == parts


def _logs() -> dict[str, list[Correction]]:
    """The log of corrections of each corrected scenario, by slug."""
    places = [CorrectionTarget.corrected_by(entry) for entry in Correction.objects.filter(edition=GAMES)]
    return {place.owner: log for place, log in corrections_log.logs(places).items()}


def _corrected(row: Scenario, whole: str, parts: list[str], number: int, log: Iterable[Correction]) -> Shelved:
    """A scenario with its corrections applied; its row is rebuilt if it has corrections or had any."""
    written = row.written or row.text
    text, _ = corrections_log.lay(log, written)
    if text == written:
        row = list(_rows(row.path, whole, parts))[number] if row.written else row
        return Shelved(row, whole, number)
    if text != row.text:
        corrected = next(_rows(row.path, text, [text]))
        corrected.slug, corrected.key, corrected.written = row.slug, row.key, written
        corrected.title = row.title if corrected.problem else corrected.title
        row = corrected
    return Shelved(row, text, 0)


@lru_cache(maxsize=256)
def _games(text: str, name: str) -> list[playable.Scenario]:
    from rulesite.engine import scenario as playable

    return playable.load_text(text, name)


def _rows(name: str, text: str, parts: list[str]) -> Iterator[Scenario]:
    """A row for each scenario of a readable file; a single one with the problem for an unreadable file."""
    engine = engine_digest()
    try:
        games = _games(text, name)
    except Exception as error:  # also for unforeseen errors: one file must not hide the others
        from rulesite.engine import scenario as playable

        foreseen = isinstance(error, playable.ScenarioError)
        problem = (
            str(error) if foreseen else f"{name}: the engine failed at it ({type(error).__name__}); the log says more"
        )
        if not foreseen:
            logging.getLogger(__name__).exception("%s can't be read", name)
        stem = name.removesuffix(".toml")
        yield Scenario(
            slug=slugify(stem), path=name, title=stem, text=text, digest=_digest(text), read_by=engine, problem=problem
        )
        return
    for number, game in enumerate(games):
        part = parts[number] if len(parts) == len(games) else text
        yield Scenario(
            slug=slugify(f"{name.removesuffix('.toml')}-{game.key}" if game.key else name.removesuffix(".toml")),
            path=name, key=game.key, title=game.title[:200], kind=game.kind, ruleset=date.fromisoformat(game.ruleset),
            text=part, digest=_digest(part), read_by=engine,
            cites=[asdict(cite) | {"openings": list(cite.openings)} for cite in game.cites],
        )  # fmt: skip


def parts_of(text: str) -> list[str]:
    """The scenarios of a file, each preceded by the part that all share.

    >>> parts_of('ruleset = "2006-10-01"\\n[[scenario]]\\ntitle = "a"\\n[[scenario]]\\ntitle = "b"\\n')[1]
    'ruleset = "2006-10-01"\\n[[scenario]]\\ntitle = "b"\\n'
    """
    starts = [header.start() for header in _HEADER.finditer(text)]
    if not starts:
        return [text]
    return [text[: starts[0]] + text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _gaps(path: Path) -> Iterator[KnownGap]:
    if not path.exists():
        return
    try:
        rows = toml.parse(path.read_text("utf-8")).get("row", [])
    except toml.TOMLDecodeError as error:
        raise BadList(f"{path.name}: this is not TOML: {error}") from None
    for number, row in enumerate(rows, start=1):
        missing = {"document", "edition", "rule", "labelled", "reason"} - set(row)
        if missing or not str(row["reason"]).strip():
            fields = ", ".join(sorted(missing or {"reason"}))
            raise BadList(f"{path.name}, row {number}: nothing is said about: {fields}. Add it to the [[row]]")
        try:
            day = date.fromisoformat(str(row["edition"]))
        except ValueError:
            raise BadList(f'{path.name}, row {number}: write the edition as a day: edition = "2006-10-01"') from None
        yield KnownGap(
            document=row["document"], edition=day, rule=str(row["rule"]), ordinal=int(row.get("ordinal", 1)),
            labelled=bool(row["labelled"]), reason=str(row["reason"]),
        )  # fmt: skip


def _fill_gaps(gaps: list[KnownGap]) -> None:
    fields = ("document", "edition", "rule", "ordinal", "labelled", "reason")
    listed = {tuple(getattr(gap, name) for name in fields): gap for gap in gaps}
    stored = {facts: pk for pk, *rest in KnownGap.objects.values_list("pk", *fields) for facts in [tuple(rest)]}
    if removed := [pk for facts, pk in stored.items() if facts not in listed]:
        KnownGap.objects.filter(pk__in=removed).delete()
    KnownGap.objects.bulk_create(gap for facts, gap in listed.items() if facts not in stored)


def _fill_concepts() -> None:
    """Update the rows of the concepts from the engine, which is loaded completely only if it has changed."""
    stored = {row.name: row for row in Concept.objects.all()}
    if stored.keys() == CONCEPTS.keys() and Made.stands(_CONCEPTS, "engine", engine_digest()):
        return
    played, others = played_in(), []
    for position, concept in enumerate(CONCEPTS.values()):
        numbers = [list(pair) for pair in concept.since]
        modules = list(played[concept.name])
        facts = {"says": concept.says, "since": numbers, "modules": modules, "position": position}
        row = stored.pop(concept.name, None)
        if row is None or any(getattr(row, key) != value for key, value in facts.items()):
            others.append(Concept(name=concept.name, **facts))
    if others:
        updated = ("says", "since", "modules", "position")
        Concept.objects.bulk_create(others, update_conflicts=True, unique_fields=["name"], update_fields=updated)
    if stored:
        Concept.objects.filter(name__in=stored).delete()
    Made.note(_CONCEPTS, "engine", engine_digest())


@lru_cache(maxsize=1)
def engine_digest() -> str:
    """A digest of the engine's sources and data: results of another engine are recomputed."""
    return disk_cache.digest_of(Path(the_engine.__file__).parent)
