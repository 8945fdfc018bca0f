"""The door: one scenario run under the rules of one day, and the verdict on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..cardtext.errors import UnreadableText
from ..choices import EngineError, NotModelled, RunawayGame, UnscriptedChoice
from ..ruleset import Ruleset
from .board import names_of
from .errors import ScenarioError
from .model import Era, Scenario
from .outcome import CONTRADICTED, HOLDS, UNMODELLED, EraResult, Outcome
from .plays import Play
from .running import Runner
from .script import Said
from .words import Names


def run(
    scenario: Scenario,
    *,
    ruleset: str | None = None,
    without: Iterable[str] = (),
    step_limit: int | None = None,
) -> Outcome:
    """Run a scenario and say whether it holds.

    ``ruleset`` (a day) replaces the scenario's own; ``without`` switches concepts off, and then only the expectations
    are asked, not the controls. Under another day the expectations that the scenario's ``[[era]]`` says are different
    may fail, and what it says instead must hold.

    Raises :class:`ScenarioError` for a scenario that proves nothing (a claim that only repeats the set-up) and
    ``ValueError`` for an unknown concept or day.
    """
    date = Ruleset.on(ruleset).date if ruleset else scenario.ruleset
    away = tuple(without)
    home = same_rules(date, scenario.ruleset)
    era = era_of(scenario, date) if not home and not away else None
    if era is not None and era.do is not None:
        scenario = replace(scenario, do=era.do)
    runner = Runner(scenario, date, away, step_limit)
    outcome = Outcome(scenario.name, scenario.title, date, HOLDS, without=list(away))
    try:
        try:
            main, always = runner.main(outcome)
            if home and not away:
                outcome.controls = [runner.control(control, main, always) for control in scenario.controls]
                outcome.eras = [runner.era(era, main) for era in scenario.eras]
            elif era is not None:
                other_era(runner, outcome, main, era)
        except ScenarioError as error:
            raise error.at(scenario.path, scenario.line) from None
    except UnreadableText as error:
        return _failed(outcome, f"text unreadable: {error}")
    except NotModelled as error:
        return _failed(outcome, f"capability missing: {error}")
    except UnscriptedChoice as error:
        return _failed(outcome, f"a choice is not written: {error}")
    except RunawayGame as error:
        return _failed(outcome, str(error))
    except EngineError as error:
        return _failed(outcome, str(error), CONTRADICTED)
    except ScenarioError:
        raise
    except (LookupError, AttributeError, TypeError, ValueError) as error:
        # A fault of the engine is told like any other limit of it: a page that runs a game must not break.
        return _failed(outcome, f"capability missing: the engine fails here ({type(error).__name__}: {error})")
    finally:
        outcome.asked = sorted(runner.asked)
    _judge(scenario, outcome, main, always if home and not away else [False] * len(always))
    return outcome


def _failed(outcome: Outcome, reason: str, verdict: str = UNMODELLED) -> Outcome:
    outcome.outcome, outcome.reason = verdict, reason
    return outcome


def same_rules(one: str, other: str) -> bool:
    first, second = Ruleset.on(one), Ruleset.on(other)
    return all(getattr(first, name) == getattr(second, name) for name in first.__dataclass_fields__ if name != "date")


def era_of(scenario: Scenario, date: str) -> Era | None:
    """The era that a day belongs to: the nearest between the scenario's own day and it; ``None`` if there is none."""
    if date > scenario.ruleset:
        found = [era for era in scenario.eras if scenario.ruleset < era.ruleset <= date]
        return max(found, key=lambda era: era.ruleset, default=None)
    found = [era for era in scenario.eras if date <= era.ruleset < scenario.ruleset]
    return min(found, key=lambda era: era.ruleset, default=None)


def other_era(runner: Runner, outcome: Outcome, main: Play, era: Era) -> None:
    """Under another day's rules, what the scenario says is different may be so, and must."""
    told = runner._told(era.differs, main, names_of_table(runner), ())
    differs = [each.text for each in era.differs]
    held, found = all(held for held, _ in told), [found for _, found in told]
    outcome.eras.append(EraResult(era.ruleset, differs, held, True, found, era.line))
    for check in outcome.checks:
        check.differs = not check.passed


def names_of_table(runner: Runner) -> Names:
    """All the names of a scenario, those of the set-up included."""
    names = names_of(runner.scenario)
    runner.board(names)
    return names


def _judge(scenario: Scenario, outcome: Outcome, main: Play, always: list[bool]) -> None:
    """The verdict: everything asked must be so, every control must show a difference."""
    for number, repeated in enumerate(always):
        if repeated:
            check = outcome.checks[number]
            raise ScenarioError(
                f"this was so before anything was done, and no control changes it: {check.sentence!r}",
                path=scenario.path,
                line=check.line,
                mend="Assert what the rules bring about, or add a control that makes it false",
            )
    reasons = [
        f"line {check.line}: {check.sentence}: {check.found}"
        for check in outcome.checks
        if not check.passed and not check.differs
    ]
    if main.refused and not any("illegal" in expect.sentence.text for expect in scenario.expects) and not outcome.eras:
        reasons.insert(0, f"{main.refused_text!r} is illegal: {main.refused}")
    left = [answer.sentence for answer in main.table.game.kernel.script.answers if isinstance(answer, Said)]
    if left and not main.refused and not outcome.without and not outcome.eras:
        reasons.append(f"nobody was asked for this: {'; '.join(left)}")
    for control in outcome.controls:
        if not control.held:
            reasons.append(f"line {control.line}: control {control.change!r}: {'; '.join(control.found)}")
        elif not control.differs:
            reasons.append(
                f"line {control.line}: control {control.change!r} makes no difference: "
                f"{'; '.join(control.then)} holds without it too"
            )
    for era in outcome.eras:
        if not era.held:
            reasons.append(f"line {era.line}: under the rules of {era.ruleset}: {'; '.join(era.found)}")
        elif not era.new:
            reasons.append(f"line {era.line}: nothing differs under the rules of {era.ruleset}")
    if reasons:
        outcome.outcome, outcome.reason = CONTRADICTED, " | ".join(reasons)
