"""The door: one scenario run under the rules of one day, and the verdict on it."""

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
    """Run a scenario and say whether it holds.

    ``ruleset`` (a day) replaces the scenario's own; ``without`` switches concepts off, and then only the expectations
    are asked, not the controls, as where nothing is to be ``proved``. Under another day the expectations that the
    scenario's ``[[era]]`` says are different may fail, its controls may show nothing, and what it says instead must
    hold. ``runner`` runs it, where that shall look at more than what comes of it.

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
    """What a scenario comes to once a concept is switched off: contradicted, too, where it then proves nothing."""
    try:
        return run(scenario, without=[concept]).outcome
    except ScenarioError:
        return CONTRADICTED


def _played(scenario: Scenario, era: Era | None) -> Scenario:
    return scenario if era is None or era.do is None else replace(scenario, do=era.do)


def _run(scenario: Scenario, runner: Runner, outcome: Outcome, era: Era | None, home: bool, proved: bool) -> None:
    """Play, ask, judge: what comes of it is written into the outcome; with controls and eras if it is to be proved."""
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
        # A fault of the engine is told like any other limit of it: a page that runs a game must not break.
        _failed(outcome, f"capability missing: the engine fails here ({type(error).__name__}: {told(error)})")
    else:
        _judge(scenario, outcome, main, always if era is None and proved else [False] * len(always))
    finally:
        outcome.asked = sorted(runner.asked)


def told(error: Exception) -> str:
    """What an error says, and the places that were noted on its way."""
    return str(error) + "".join(f" ({note})" for note in getattr(error, "__notes__", ()))


def _failed(outcome: Outcome, reason: str, verdict: str = UNMODELLED) -> None:
    outcome.outcome, outcome.reason = verdict, reason


def at_home(scenario: Scenario, date: str) -> bool:
    """Whether the rules of a day are those that a scenario was written for."""
    return Ruleset.on(date).same_as(Ruleset.on(scenario.ruleset))


def facts_on(scenario: Scenario, date: str, looked_at: Iterable[str]) -> dict[str, object]:
    """What a game of a scenario looked at, as it stands on a day: where all of it is equal, the games are.

    ``era`` is the day of the scenario's ``[[era]]`` that applies, "home" where its own rules do; only a scenario with
    eras looks at it. Raises ``ValueError`` for a day whose rules are not known.
    """
    found = {fact: value(fact, date) for fact in looked_at}
    if scenario.eras:
        era = era_of(scenario, date)
        found["era"] = "home" if at_home(scenario, date) else era.ruleset if era else ""
    return found


def days_of_change(scenario: Scenario) -> tuple[str, ...]:
    """Every day on which a game of a scenario may come out otherwise than on the day before, oldest first."""
    days = {*days_of_facts()}
    for era in scenario.eras:
        reaches = day.fromisoformat(era.ruleset)
        days.add((reaches if era.ruleset > scenario.ruleset else reaches + timedelta(days=1)).isoformat())
    return tuple(sorted(days))


def era_of(scenario: Scenario, date: str) -> Era | None:
    """The era that a day belongs to: one of the very same rules, else the nearest between the scenario's own day and
    it; ``None`` if there is none."""
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
    """Under another day's rules, what the scenario says is different may be so, and must: and not under its own."""
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
    """A scenario that is equal to itself alone: to compare two takes as long as there is to be read in them."""

    scenario: Scenario

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.scenario is other.scenario

    def __hash__(self) -> int:
        return id(self.scenario)


def _holds_at_home_too(same: _Same, era: Era, step_limit: int | None) -> bool:
    """Whether what an era says is different is so under the scenario's own rules as well."""
    scenario = same.scenario
    own = Runner(scenario, scenario.ruleset, (), step_limit)
    main, _ = own.main(Outcome("", "", scenario.ruleset, HOLDS))
    return all(held for held, _ in own._told(era.differs, main, names_of_table(own), ()))


_held_at_home_too = lru_cache(maxsize=64)(_holds_at_home_too)
"""The same, played once for all days whose rules are of one era."""


def names_of_table(runner: Runner) -> Names:
    """All the names of a scenario, those of the set-up included."""
    names = names_of(runner.scenario)
    runner.board(names)
    return names


def _says_so(expect: Expect) -> bool:
    """Whether something is expected to be illegal."""
    return expect.kind == "illegal" or "illegal" in expect.sentence.text


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
