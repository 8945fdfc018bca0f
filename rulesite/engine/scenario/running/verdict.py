"""The entry point: run one scenario under the rules of one day and return a verdict."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date as day
from datetime import timedelta
from functools import lru_cache

from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.eras.counterfactual import supposed
from rulesite.engine.eras.rule_citations import filled, number_told
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.eras.tracking import noticing
from rulesite.engine.eras.validity import days_of_change as days_of_facts
from rulesite.engine.eras.validity import value
from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.language.lexer import Names
from rulesite.engine.scenario.model import Era, Expect, Scenario
from rulesite.engine.scenario.outcome import CONTRADICTED, HOLDS, UNMODELLED, EraResult, Outcome
from rulesite.engine.scenario.script.choices import Said
from rulesite.engine.scenario.setup.board import names_of
from rulesite.engine.state.choices import EngineError, IllegalAction, NotModelled, RunawayGame, UnscriptedChoice

from .play import Play
from .runner import Runner


def run(
    scenario: Scenario,
    *,
    ruleset: str | None = None,
    without: Iterable[str] = (),
    step_limit: int | None = None,
    proved: bool = True,
    runner: Runner | None = None,
) -> Outcome:
    """Run a scenario and return whether it holds.

    ``ruleset`` (a day) replaces the scenario's own. ``without`` switches concepts off; then only the expectations are
    checked, not the controls, as without ``proved``. Under another day the expectations that the scenario's ``[[era]]``
    calls different may fail and its controls may show nothing, but what the era states instead must hold. ``runner`` is
    the class that runs it, for callers that watch the game.

    Raises :class:`ScenarioError` for a scenario that proves nothing (a claim that only repeats the set-up) and
    ``ValueError`` for an unknown concept or day.
    """
    date = Ruleset.on(ruleset).date if ruleset else scenario.ruleset
    away = tuple(without)
    home = at_home(scenario, date)
    era = era_of(scenario, date) if not home and not away else None
    outcome = Outcome(scenario.name, scenario.title, date, HOLDS, without=list(away))
    with noticing() as facts:
        try:
            _run(
                scenario,
                runner or Runner(_played(scenario, era), date, away, step_limit),
                outcome,
                era,
                home,
                proved and not away,
            )
            outcome.reason = filled(outcome.reason, lambda concept: number_told(concept, date))
        finally:
            outcome.looked_at = sorted(facts)
    return outcome


def outcome_without(scenario: Scenario, concept: str) -> str:
    """The outcome of a scenario with a concept switched off: also "contradicted" if it then proves nothing."""
    try:
        return run(scenario, without=[concept]).outcome
    except ScenarioError:
        return CONTRADICTED


def _played(scenario: Scenario, era: Era | None) -> Scenario:
    return scenario if era is None or era.do is None else replace(scenario, do=era.do)


def _run(scenario: Scenario, runner: Runner, outcome: Outcome, era: Era | None, home: bool, proved: bool) -> None:
    """Play the scenario and write its verdict into the outcome; with ``proved`` its controls and eras too."""
    try:
        try:
            main, always = runner.main(outcome)
            if proved:
                outcome.controls = [runner.control(control, main, always) for control in scenario.controls]
            if era is not None:
                other_era(runner, outcome, main, era, scenario)
            elif home and proved:
                outcome.eras = [runner.era(each, main) for each in scenario.eras]
        except ScenarioError as error:
            raise error.at(scenario.path, scenario.line) from None
    except UnreadableText as error:
        _failed(outcome, f"text unreadable: {told(error)}")
    except NotModelled as error:
        _failed(outcome, f"capability missing: {told(error)}")
    except UnscriptedChoice as error:
        _failed(outcome, f"a choice is not written: {told(error)}")
    except RunawayGame as error:
        _failed(outcome, told(error))
    except IllegalAction as error:
        _failed(outcome, f"the set-up is illegal: {told(error)}", CONTRADICTED)
    except EngineError as error:
        _failed(outcome, f"this cannot be said so: {told(error)}")
    except ScenarioError:
        raise
    except (LookupError, AttributeError, TypeError, ValueError) as error:
        # Report a fault of the engine like any other of its limits: a page that runs a game must not break.
        _failed(outcome, f"capability missing: the engine fails here ({type(error).__name__}: {told(error)})")
    else:
        _judge(scenario, outcome, main, always if era is None and proved else [False] * len(always))
    finally:
        outcome.asked = sorted(runner.asked)


def told(error: Exception) -> str:
    """The message of an error, with the places noted on it."""
    return str(error) + "".join(f" ({note})" for note in getattr(error, "__notes__", ()))


def _failed(outcome: Outcome, reason: str, verdict: str = UNMODELLED) -> None:
    outcome.outcome, outcome.reason = verdict, reason


def at_home(scenario: Scenario, date: str) -> bool:
    """Whether the rules of a day are the ones that a scenario was written for."""
    return Ruleset.on(date).same_as(Ruleset.on(scenario.ruleset))


def facts_on(scenario: Scenario, date: str, looked_at: Iterable[str]) -> dict[str, object]:
    """The values on a day of all facts that a scenario's game looked at: if they are equal, so are the games.

    ``era`` is the day of the ``[[era]]`` that applies, "home" if the scenario's own rules do; only a scenario with eras
    looks at it. Raises ``ValueError`` for a day whose rules are not known.
    """
    found = {fact: value(fact, date) for fact in looked_at}
    if scenario.eras:
        era = era_of(scenario, date)
        found["era"] = "home" if at_home(scenario, date) else era.ruleset if era else ""
    return found


def days_of_change(scenario: Scenario) -> tuple[str, ...]:
    """Every day on which a scenario's game may differ from the day before, oldest first."""
    days = {*days_of_facts()}
    for era in scenario.eras:
        reaches = day.fromisoformat(era.ruleset)
        days.add((reaches if era.ruleset > scenario.ruleset else reaches + timedelta(days=1)).isoformat())
    return tuple(sorted(days))


def era_of(scenario: Scenario, date: str) -> Era | None:
    """The era that applies on a day: the one with the same rules, else the nearest era between the scenario's own day
    and this one; ``None`` if there is none."""
    rules = Ruleset.on(date)
    for era in scenario.eras:
        if Ruleset.on(era.ruleset).same_as(rules):
            return era
    if date > scenario.ruleset:
        found = [era for era in scenario.eras if scenario.ruleset < era.ruleset <= date]
        return max(found, key=lambda era: era.ruleset, default=None)
    found = [era for era in scenario.eras if date <= era.ruleset < scenario.ruleset]
    return min(found, key=lambda era: era.ruleset, default=None)


def other_era(runner: Runner, outcome: Outcome, main: Play, era: Era, scenario: Scenario) -> None:
    """Judge an era: the stated differences must hold under its rules, and must not hold under the scenario's own."""
    told = runner._told(era.differs, main, names_of_table(runner), ())
    differs = [each.text for each in era.differs]
    held, found = all(held for held, _ in told), [found for _, found in told]
    with noticing():
        play = _holds_at_home_too if supposed() else _held_at_home_too
        new = not play(_Same(scenario), era, runner.step_limit)
    outcome.eras.append(EraResult(era.ruleset, differs, held, new, found, era.line))
    for check in outcome.checks:
        check.differs = not check.passed
    for control in outcome.controls:
        control.idle = not control.passed


@dataclass(frozen=True, eq=False)
class _Same:
    """A scenario compared by identity: comparing two by content would read all their text."""

    scenario: Scenario

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.scenario is other.scenario

    def __hash__(self) -> int:
        return id(self.scenario)


def _holds_at_home_too(same: _Same, era: Era, step_limit: int | None) -> bool:
    """Whether an era's stated differences also hold under the scenario's own rules."""
    scenario = same.scenario
    own = Runner(scenario, scenario.ruleset, (), step_limit)
    main, _ = own.main(Outcome("", "", scenario.ruleset, HOLDS))
    return all(held for held, _ in own._told(era.differs, main, names_of_table(own), ()))


_held_at_home_too = lru_cache(maxsize=64)(_holds_at_home_too)
"""The memoized form of it, as all days of one era share the answer."""


def names_of_table(runner: Runner) -> Names:
    """All names of a scenario, including those of its set-up."""
    names = names_of(runner.scenario)
    runner.board(names)
    return names


def _says_so(expect: Expect) -> bool:
    """Whether an expectation calls something illegal."""
    return expect.kind == "illegal" or "illegal" in expect.sentence.text


def _judge(scenario: Scenario, outcome: Outcome, main: Play, always: list[bool]) -> None:
    """Judge the run: every expectation must hold and every control must show a difference."""
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
    if main.refusal is not None and not any(_says_so(expect) for expect in scenario.expects) and not outcome.eras:
        reasons.insert(0, f"{main.refusal.action.sentence.text!r} is illegal: {main.refusal.error}")
    if main.wrong:
        reasons.insert(0, main.wrong)
    answers = main.table.game.kernel.script.answers
    left = [answer.sentence for answer in answers if isinstance(answer, Said) and not answer.foregone]
    if left and main.refusal is None and not outcome.without and not outcome.eras:
        reasons.append(f"nobody was asked for this: {'; '.join(left)}")
    for control in outcome.controls:
        if control.idle:
            continue
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
