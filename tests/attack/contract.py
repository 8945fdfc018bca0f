"""The contract of the API, as its description states it, tried by schemathesis: every check, and stateful runs."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.attack.asking import Answer, Tally

_MINUTES = 15
"""After which it is given up."""


def attack(address: str, folder: Path, *, seed: int, examples: int) -> Tally:
    """Try every operation of the API in every phase; each check that fails is a fault."""
    tally = Tally("contract of the API")
    events = folder / "contract.ndjson"
    command = [
        str(Path(sys.executable).with_name("schemathesis")), "run", f"{address}/api/v1/openapi.json", "--checks", "all",
        "--phases", "examples,coverage,fuzzing,stateful", "--seed", str(seed), "--max-examples", str(examples),
        "--continue-on-failure", "--no-color", "--report", "ndjson", "--report-ndjson-path", str(events),
    ]  # fmt: skip
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=_MINUTES * 60, check=False)
    except FileNotFoundError:
        tally.fault("schemathesis is not installed: make attack installs it")
        return tally
    except subprocess.TimeoutExpired:
        tally.fault(f"not done in {_MINUTES} minutes")
        return tally
    phases: dict[str, str] = {}
    for line in events.read_text(encoding="utf-8").splitlines():
        _note(tally, phases, json.loads(line))
    tally.note = ", ".join(f"{phase}: {status}" for phase, status in phases.items())
    if phases.get("stateful") in (None, "skip"):
        tally.fault("there was no stateful run")
    if done.returncode not in (0, 1) or (done.returncode and not tally.faults):
        tally.fault(f"it ended with {done.returncode}: {(done.stdout + done.stderr)[-300:]}")
    return tally


def _note(tally: Tally, phases: dict[str, str], event: dict[str, Any]) -> None:
    """Count what an event of a run tells."""
    [(kind, told)] = event.items()
    if kind != "ScenarioFinished":
        return
    if phases.get(told["phase"]) != "failure":
        phases[told["phase"]] = told["status"]
    recorded = told["recorder"]
    for asked in recorded.get("interactions", {}).values():
        answer, request = asked.get("response"), asked["request"]
        what = f"{request['method']} {request['uri']}"
        if answer is None:
            tally.fault(f"no answer to {what}")
            continue
        size = len(base64.b64decode((answer.get("content") or {}).get("$base64", "")))
        retry = "".join(answer["headers"].get("retry-after", []))
        tally.add(what, Answer(answer["status_code"], answer["elapsed"], size, retry))
    for name, checks in recorded.get("checks", {}).items():
        request = recorded.get("interactions", {}).get(name, {}).get("request", {})
        for check in checks:
            if check["status"] == "failure":
                tally.fault(f"{check['name']}: {request.get('method')} {request.get('uri')}")
