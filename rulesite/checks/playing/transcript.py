"""A transcript for a judge: the set-up, each step with its rule, the questions and the answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulesite.checks.playing.records import record
from rulesite.engine.scenario import Outcome, Scenario
from rulesite.engine.scenario.sharpness.trials import Trial

_VERDICTS = {"holds": "HOLDS", "contradicted": "CONTRADICTED", "unmodelled": "NOT MODELLED"}


def lines(scenario: Scenario, outcome: Outcome) -> Iterator[str]:
    """The lines of a transcript, without line ends."""
    away = f", without {', '.join(outcome.without)}" if outcome.without else ""
    yield f"{outcome.title}"
    yield f"{outcome.scenario}, under the rules of {outcome.ruleset}{away}"
    for cite in scenario.cites:
        sort = "Example" if cite.labelled else "“for example”"
        ordinal = f", {sort} {cite.ordinal}" if cite.openings else ""
        yield f"illustrates {cite.document} {cite.edition}, {cite.rule}{ordinal}"
    yield ""
    yield "Set-up"
    yield from (f"  {sentence.text}" for sentence in scenario.given)
    for card in scenario.cards:
        yield f"  {card.name} ({card.source}){f': {card.line}' if card.line else ''}"
        yield from (f"    {line}" for line in card.text.splitlines())
        for key, face in card.faces:
            yield f"    {key}: {face.name}, {face.line}"
            yield from (f"      {line}" for line in face.text.splitlines())
    yield ""
    yield "The game"
    yield from _steps(outcome)
    yield ""
    if outcome.checks:
        yield "What must hold"
    for check, expect in zip(outcome.checks, scenario.expects, strict=False):
        mark = "yes" if check.passed else "differs in this era" if check.differs else "NO"
        kind = "" if check.kind == "that" else f"{check.kind}: "
        yield f"  [{mark}] {kind}{' '.join(check.sentence.split())}"
        if expect.do is not None:
            yield f"        played instead: {'. '.join(action.text for action in expect.do)}"
        if expect.after:
            yield f"        played on: {'. '.join(action.text for action in expect.after)}"
        yield f"        found: {check.found}"
    if outcome.controls:
        yield ""
        yield "Controls: with this change the result must differ"
    for control in outcome.controls:
        mark = "yes" if control.passed else "shows nothing in this era" if control.idle else "NO"
        yield f"  [{mark}] {control.change}: {'; '.join(control.then)}"
        yield from (f"        found: {difference}" for difference in control.found)
    if outcome.without and scenario.controls:
        yield ""
        yield "The controls are not played while a rule is switched off"
    if outcome.eras:
        yield ""
        yield "Other eras"
    for era in outcome.eras:
        yield f"  [{'yes' if era.passed else 'NO'}] under the rules of {era.ruleset}: {'; '.join(era.differs)}"
    yield ""
    yield f"{_VERDICTS[outcome.outcome]}{': ' + outcome.reason if outcome.reason else ''}"


def near_misses(trials: list[Trial]) -> Iterator[str]:
    """The number of near misses tried for the assertions, and those that also hold."""
    yield f"Near misses: {len(trials)} tried"
    for trial in trials:
        if trial.holds:
            how = "so is" if trial.near.strict else "and it happens that"
            yield f"  line {trial.claim.line}: {trial.claim.text}; {how}: {trial.near.sentence} ({trial.near.slot})"


def near_misses_as_data(trials: list[Trial]) -> dict[str, Any]:
    """The near misses as plain data."""
    also = [
        {
            "line": trial.claim.line,
            "claim": trial.claim.text,
            "near_miss": trial.near.sentence,
            "slot": trial.near.slot,
            "blunt": trial.blunt,
        }
        for trial in trials
        if trial.holds
    ]
    return {"tried": len(trials), "also": also}


def _steps(outcome: Outcome) -> Iterator[str]:
    sentences = {number: snapshot["after"] for number, snapshot in enumerate(outcome.snapshots)}
    shown: set[int] = set()
    when = ("", "")
    for step in outcome.steps:
        if step.sentence not in shown:
            shown.add(step.sentence)
            yield f"  > {sentences.get(step.sentence) or 'before anything is done'}"
        if (str(step.turn), step.phase) != when:
            when = (str(step.turn), step.phase)
            yield f"      turn {step.turn}, {step.phase}"
        yield f"    {step.number:>3}. {step.text}{_rule(step.rule, step.concept)}"
    if not outcome.steps:
        yield "  nothing is played: the words are read"


def _rule(rule: str, concept: str) -> str:
    label = concept.replace("_", " ")
    return f"  [{rule} {label}]" if rule else f"  [{label}]" if label else ""


def as_data(scenario: Scenario, outcome: Outcome) -> dict[str, Any]:
    """The outcome as plain data, with the verdict in words."""
    return {**record(scenario, outcome), "verdict": _VERDICTS[outcome.outcome].lower()}
