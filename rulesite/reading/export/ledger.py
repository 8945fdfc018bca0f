"""The ledger of a stored source as plain data, with a proof from the database that no character was lost."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from rulesite.reading.pages import source_text
from rulesite.rulebook.models import Source, Witness
from rulesite.rulebook.segments import Segment
from rulesite.text import encodings

_MIN_HASH = 4


class NoSuchSource(LookupError):  # noqa: N818 - the name says it
    """No source, or more than one, matches; the message lists the sources there are."""


@dataclass(frozen=True)
class Proof:
    """Whether the stored segments tile the stored source."""

    segments: int
    characters: int
    sha256: str
    """The sha256 of the segments' characters, joined and encoded."""
    problem: str = ""
    """The first fault, "" if there is none."""

    @property
    def holds(self) -> bool:
        """Whether no character was lost."""
        return not self.problem


def find_source(text: str) -> Source:
    """The source named by a text: its file name, a part of only one file name, the beginning of its sha256, or its id.

    Raises NoSuchSource if none or more than one matches.
    """
    query = text.strip()
    every = Source.objects.select_related("edition__document").order_by("name")
    for condition in _readings(query):
        matches = list(every.filter(condition)[:6])
        if len(matches) == 1:
            return matches[0]
        if matches:
            names = ", ".join(source.name for source in matches[:5]) + (" …" if len(matches) > 5 else "")
            raise NoSuchSource(f"“{text}” could be {names}: say more of the name")
    available = ", ".join(every.values_list("name", flat=True)) or "none yet"
    raise NoSuchSource(f"no source is called “{text}”; held: {available}")


def _readings(wanted: str) -> Iterable[Q]:
    """The ways to interpret the text, the strictest first."""
    if not wanted:
        return
    yield Q(name=wanted) | Q(name__endswith=f"/{wanted}")
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 10:
        yield Q(pk=int(wanted))
    if len(wanted) >= _MIN_HASH and all(letter in "0123456789abcdef" for letter in wanted.lower()):
        yield Q(sha256__startswith=wanted.lower())
    yield Q(name__icontains=wanted)


def prove(source: Source, segments: list[Segment], text: str, data: bytes | None = None) -> Proof:
    """Check that segments are sorted, leave no gap, do not overlap, and joined and encoded give the file's sha256.

    ``data`` are the file's bytes, if at hand: unpacking them takes as long as everything else.
    """
    offset, problem = 0, ""
    for segment in segments:
        if segment.start != offset or segment.end <= segment.start:
            what = "gap" if segment.start > offset else "overlap" if segment.start < offset else "empty segment"
            problem = (
                f"{what} at character {offset}: a segment ({segment.role}) goes from {segment.start} to {segment.end}"
            )
            break
        offset = segment.end
    joined = "".join(text[segment.start : segment.end] for segment in segments)
    written = encodings.encode(joined, source.encoding, source.data if data is None else data, text)
    sha256 = hashlib.sha256(written).hexdigest()
    if not problem and offset != len(text):
        problem = f"the segments end at character {offset} of {len(text)}"
    if not problem and sha256 != source.sha256:
        problem = "the segments, joined, do not have the sha256 of the file"
    return Proof(len(segments), offset, sha256, problem)


def segment_rows(source: Source, segments: Iterable[Segment]) -> list[dict[str, Any]]:
    """Some segments of a source as plain data, with their characters."""
    text = source_text.text_of(source)
    return [
        {
            "start": segment.start,
            "end": segment.end,
            "first_line": text.line_at(segment.start),
            "role": segment.role,
            "owner": segment.owner,
            "reason": segment.reason,
            "text": text.text[segment.start : segment.end],
        }
        for segment in segments
    ]


def doubts(source: Source) -> int:
    """The number of lines that begin with a possible rule number which nothing shows to be a mere citation."""
    return sum(not stray["evidence"] for stray in source.strays)


def ledger(source: Source) -> dict[str, Any]:
    """The whole record of how a source was read."""
    segments, data = source.segments, source.data
    proof = prove(source, segments, source_text.text_of(source, data).text, data)
    rows = segment_rows(source, segments)
    counts: dict[str, dict[str, int]] = {}
    repairs = []
    for segment, row in zip(segments, rows, strict=True):
        count = counts.setdefault(segment.role, {"segments": 0, "characters": 0})
        count["segments"] += 1
        count["characters"] += segment.end - segment.start
        if segment.role == "repair":
            repairs.append(
                {
                    "line": row["first_line"],
                    "start": segment.start,
                    "end": segment.end,
                    "before": row["text"],
                    "after": segment.after,
                    "reason": segment.reason,
                    "owner": segment.owner,
                }
            )
    return {
        "source": source.pk,
        "name": source.name,
        "sha256": source.sha256,
        "edition": source.edition.address,
        "encoding": source.encoding,
        "line_ends": source.line_ends,
        "characters": source.characters,
        "lines": source.line_count,
        "dialect": source.dialect,
        "because": source.because,
        "rank": source.rank,
        "warnings": source.warnings,
        "roles": counts,
        "tiling": {
            "holds": proof.holds,
            "segments": proof.segments,
            "characters": proof.characters,
            "sha256": proof.sha256,
            "problem": proof.problem,
        },
        "repairs": repairs,
        "strays": source.strays,
        "doubts": doubts(source),
        "disagreements": [_disagreement(witness) for witness in disagreements(source)],
        "segments": rows,
        "url": source.get_absolute_url(),
    }


def disagreements(source: Source) -> list[Witness]:
    """The differences of a source from the authoritative one, or of the others from it if it is that one."""
    witnesses = Witness.objects.filter(agrees=False).filter(Q(source=source) | Q(version__source=source))
    return list(
        witnesses.select_related("version__wording", "version__source", "source", "wording").order_by(
            "version__position", "source__rank"
        )
    )


def _disagreement(witness: Witness) -> dict[str, Any]:
    version = witness.version
    return {
        "number": version.number,
        "key": version.key,
        "believed": version.source.name,
        "text": version.text or version.title,
        "witness": witness.source.name,
        "reads": witness.wording.text if witness.wording else witness.title,
        "first_line": witness.first_line,
        "last_line": witness.last_line,
    }
