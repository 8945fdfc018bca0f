"""Poisoned documents and archives by the hundred, brought in through the door through which all documents come."""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
import zipfile
from pathlib import Path

from tests.attack.asking import Tally
from tests.ingest.strangers import answering, leading_to, ok
from tests.libraries import ROOT

RULES = "".join(f"402.{n}. Rule number {n} says something of its own at some length.\n\n" for n in range(1, 30))
PAGE = f"<!doctype html><title>Rules</title><pre>{RULES}</pre>"
_MEMORY = 600
"""Megabytes that bringing them in may take, at most."""


def _zip(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    holding = io.BytesIO()
    with zipfile.ZipFile(holding, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return holding.getvalue()


def _mutated(data: bytes, chance: random.Random) -> bytes:
    """Bytes with a few of them changed, cut off, doubled or taken out."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 2, 5, 40))):
        at = chance.randrange(len(changed))
        way = chance.randrange(4)
        if way == 0:
            changed[at] = chance.randrange(256)
        elif way == 1:
            changed[at:at] = changed[at : at + chance.randrange(200)]
        elif way == 2:
            del changed[at : at + chance.randrange(50)]
        else:
            changed[at : at + 4] = b"\xff\xff\xff\x7f"
        changed = changed or bytearray(b"x")
    return bytes(changed[: chance.choice((len(changed), len(changed), len(changed) // 2 + 1))])


def files(seed: int, count: int) -> dict[str, bytes]:
    """So many poisoned files by name; the same for the same seed."""
    chance = random.Random(seed)
    deep, wide = "<div>" * 30_000, "<p>" * 60_000
    sound = _zip({"one.txt": RULES.encode(), "sources.toml": b'[[source]]\npath = "one.txt"\n'})
    made: dict[str, bytes] = {
        "zeros.zip": _zip({"a.txt": bytes(60_000_000)}),
        "many-zeros.zip": _zip({f"{n}.txt": bytes(900_000) for n in range(400)}),
        "too-many.zip": _zip({f"{n}.txt": b"" for n in range(6_000)}),
        "bzip2.zip": _zip({"a.txt": bytes(60_000_000)}, zipfile.ZIP_BZIP2),
        "within.zip": _zip({"b.zip": sound, "c.txt": sound}),
        "climbing.zip": _zip({"../../../../tmp/climbed.txt": RULES.encode(), "/etc/x.txt": b"x"}),
        "steering.zip": _zip({"\x1b[2J[red]\n.txt": b"nothing"}),
        "list.zip": _zip({"a.txt": RULES.encode(), "sources.toml": b"[[source]\n" + b"[" * 9_000}),
        "deep.html": f"<!doctype html>{deep}{RULES}".encode(),
        "wide.html": f"<!doctype html>{wide}{RULES}".encode(),
        "comments.html": f"{PAGE}{'<!--' * 30_000}".encode(),
        "quotes.html": ("<!doctype html>" + '<a href="x' * 8_000 + RULES).encode(),
        "scripts.html": (PAGE + "<script>" + "</scrip" * 20_000).encode(),
        "lines.txt": (RULES + "\n" * 600_000).encode(),
        "spaces.txt": (RULES + " " * 3_000_000).encode(),
        "numbers.txt": "".join(f"402.{n}a\n" for n in range(20_000)).encode(),
        "one-line.txt": ("402.1. " + "word " * 400_000).encode(),
        "large.txt": b"402.1. A rule.\n" * 1_400_000,
        "controls.txt": RULES.encode().replace(b"something", b"some\x00\x07\x1bthing"),
        "half-wide.txt": RULES.encode("utf-16")[:-1],
        "noise.txt": chance.randbytes(200_000),
        "surrogates.txt": b"402.1. A rule \xed\xa0\x80\xed\xb0\x80 of words.\n" * 40,
        "marks.txt": ("402.1. A rule.\n" + "\u202e\u200b\ufeff" * 30_000).encode(),
        "strays.txt": (RULES + "402.1.\n" * 5_000).encode(),
        "glossary.txt": (RULES + "Glossary\n\n" + "Term\nA thing.\n\n" * 5_000).encode(),
        "examples.txt": (RULES + "Example: it is so. " * 20_000).encode(),
        "pdf.txt": b"%PDF-1.7\n" + chance.randbytes(900),
        "empty.txt": b"",
        "nul.txt": bytes(70_000),
        "gzip.txt": b"\x1f\x8b\x08" + chance.randbytes(900),
    }  # fmt: skip
    while len(made) < count:
        name, data = chance.choice(
            (("m.zip", sound), ("m.zip", sound), ("m.html", PAGE.encode()), ("m.txt", RULES.encode()))
        )
        made[f"{len(made)}-{name}"] = _mutated(data, chance)
    return made


ANSWERS = {
    "short": ok(RULES.encode(), length=99_999),
    "no length": b"HTTP/1.0 200 OK\r\n\r\n" + RULES.encode(),
    "a redirect to the host of a cloud": leading_to("http://169.254.169.254/latest/meta-data/"),
    "a redirect to ftp": leading_to("ftp://127.0.0.1/x.txt"),
    "a redirect without end": leading_to("/rules.txt"),
    "no HTTP": b"402.1. One.\n" * 100,
    "gone": ok(b"gone", status="404 Not Found"),
    "an archive cut off": ok(_zip({"a.txt": RULES.encode()})[:-9]),
}  # fmt: skip
PLACES = ("http://[::1", "http://127.0.0.1:9/x.txt", "http://2130706433/", "http://[::ffff:127.0.0.1]/", "ftp://127.0.0.1/",
          "http://169.254.169.254/", "~nobody-of-this-name/x.txt", "no such file.txt")  # fmt: skip


def attack(folder: Path, *, seed: int, count: int) -> Tally:
    """Bring in so many poisoned files, a sound one among them, and what servers of this machine answer.

    Every one must have an outcome of its own, with a mend where it is refused; the sound one must be stored.
    """
    tally = Tally("poisoned documents")
    poisoned = folder / "poisoned"
    poisoned.mkdir(parents=True)
    for name, data in files(seed, count).items():
        (poisoned / name).write_bytes(data)
    (poisoned / "sound.txt").write_text(f"These rules are effective as of July 11, 2009.\n\n{RULES}")
    everything = [*PLACES, *sorted(map(str, poisoned.iterdir()))]
    _ingest(tally, folder / "var", everything, "sound.txt")
    for name, answer in ANSWERS.items():
        with answering(answer) as url:
            _ingest(tally, folder / "var", ["--allow-private", url], "", name)
    return tally


def _ingest(tally: Tally, data: Path, places: list[str], sound: str, name: str = "") -> None:
    command = [sys.executable, str(ROOT / "manage.py"), "ingest", "--json", *places]
    said = data.parent / "said.json"
    with said.open("wb") as out, (data.parent / "errors").open("wb") as errors:
        running = subprocess.Popen(
            command,
            env=os.environ | {"RULESITE_DATA": str(data), "RULESITE_API_LIMIT": "0"},
            cwd=ROOT,
            stdout=out,
            stderr=errors,
        )
        _, _, used = os.wait4(running.pid, 0)
    try:
        outcomes = json.loads(said.read_text(encoding="utf-8"))
    except ValueError:
        tally.fault(f"{name} no outcome: {(data.parent / 'errors').read_text(errors='replace')[-300:]}")
        return
    wanted = sum(not place.startswith("-") for place in places)
    if len(outcomes) < wanted:
        tally.fault(f"{wanted - len(outcomes)} of {wanted} sources have no outcome")
    for outcome in outcomes:
        tally.count += 1
        status = {"refused": 1, "loaded": 2, "unchanged": 3}.get(outcome["status"], 0)
        tally.statuses[status] = tally.statuses.get(status, 0) + 1
        error = outcome.get("error", "")
        if "error in the program" in error or "Traceback" in error:
            tally.fault(f"{outcome['source']}: {error}")
        if outcome["status"] == "refused" and not error:
            tally.fault(f"{outcome['source']} is refused without a reason")
        if outcome["source"] == sound and outcome["status"] != "loaded":
            tally.fault(f"the sound document among them is {outcome['status']}: {error}")
    memory = used.ru_maxrss // 1024
    tally.note = f"1: refused, 2: stored, 3: known already; {max(memory, tally.memory)} MB"
    tally.memory = max(memory, tally.memory)
    if memory > _MEMORY:
        tally.fault(f"{name} took {memory} MB of memory, and {_MEMORY} may be")
