"""Running a scenario: the script is played, what must hold is asked, controls and eras are played beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from ..cardtext.errors import UnreadableText
from ..choices import EngineError, IllegalAction, NotModelled, RunawayGame, UnknownName, UnscriptedChoice
from ..codec import clone
from ..game import Game
from ..kernel import Kernel
from ..ruleset import Ruleset
from ..trace import Trace
from .acting import Action, Actor, choices, is_choice, read_script
from .asserting import Judge
from .board import Board, Setter, names_of
from .building import Table, build, compile_text
from .checking import find_point
from .claims import Claim, read_claim, read_legality
from .errors import ScenarioError
from .kinds import classify, kinds_said
from .model import CardText, Control, Era, Expect, Scenario, Sentence
from .outcome import CONTRADICTED, HOLDS, UNMODELLED, Check, ControlResult, EraResult, Outcome, TraceStep
from .reading import Ref, leaf, named
from .script import Said, ScenarioScript
from .snapshots import snapshot
from .words import KINDS, Names

Watcher = Callable[["Play", int], None]


class Unmodelled(Exception):  # noqa: N818 - it is a verdict, not a fault
    """The engine cannot play this: the reason begins with which of its limits was met."""


@dataclass
class Play:
    """One game in progress: the table, and where the script stopped if it could not go on."""

    table: Table
    script: list[Action] = field(default_factory=list)
    refused: str = ""
    refused_text: str = ""
    stopped: str = ""
    starts: list[int] = field(default_factory=list)

    @property
    def judge(self) -> Judge:
        return Judge(self.table, self.refused, self.refused_text)

    def fork(self) -> Play:
        """A copy of the game, to go on from here without touching this one."""
        game = self.table.game
        other = Game(
            game.rules.date,
            list(game.state.players),
            without=game.kernel.without,
            compiler=compile_text,
            step_limit=game.kernel.step_limit,
        )
        other.kernel.state = clone(game.state)
        other.kernel.trace = Trace(list(game.trace.steps))
        other.kernel.has = game.kernel.has  # type: ignore[method-assign]  # what is asked is noted for the fork too
        table = Table(other, list(self.table.entries))
        script = ScenarioScript(table)
        script.answers = list(game.kernel.script.answers)
        other.kernel.script = script
        return Play(table, self.script, self.refused, self.refused_text, self.stopped, list(self.starts))

    def go(self, actions: list[Action], watch: Watcher | None = None) -> None:
        """Play some sentences; stops at the first that the rules do not allow, which is kept in ``refused``."""
        self.table.game.kernel.script.answers += choices(actions)
        actor = Actor(self.table)
        for place, action in enumerate(actions):
            self.starts.append(len(self.table.game.trace.steps))
            if not is_choice(action):
                try:
                    actor.do(action)
                except IllegalAction as error:
                    self.refused, self.refused_text = str(error), action.sentence.text
                    return
                except UnknownName as error:
                    raise ScenarioError(str(error), line=action.sentence.line) from None
            if watch is not None:
                watch(self, place)


class Runner:
    """Runs one scenario under the rules of one day."""

    def __init__(
        self, scenario: Scenario, date: str, without: tuple[str, ...] = (), step_limit: int | None = None
    ) -> None:
        self.scenario = scenario
        self.date = date
        self.without = without
        self.step_limit = step_limit
        self.asked: set[str] = set()

    # -- playing -----------------------------------------------------------------------------------------------------

    def begin(self, names: Names, board: Board, without: tuple[str, ...] = (), date: str = "") -> Play:
        """The game as the set-up has it, nothing done yet."""
        table = build(board, date or self.date, (*self.without, *without))
        if self.step_limit is not None:
            table.game.kernel.step_limit = self.step_limit
        table.game.kernel.script = ScenarioScript(table)
        self._listen(table.game.kernel)
        return Play(table)

    def _listen(self, kernel: Kernel) -> None:
        """Note every concept that the engine asks about."""
        has, asked = kernel.has, self.asked

        def listening(concept: str) -> bool:
            asked.add(concept)
            return has(concept)

        kernel.has = listening  # type: ignore[method-assign]

    def board(self, names: Names, cards: Iterable[CardText] = ()) -> tuple[Setter, Board]:
        setter = Setter(self.scenario, names, cards)
        return setter, setter.read(self.scenario.given)

    def read(self, sentences: tuple[Sentence, ...], names: Names) -> list[Action]:
        return read_script(sentences, names, self.scenario.path)

    # -- asking ------------------------------------------------------------------------------------------------------

    def claim(self, claim: Claim, play: Play) -> tuple[bool, str]:
        """Whether a claim holds in a game."""
        if claim.tree is not None:
            return play.judge.holds(claim.tree)
        reason = self.try_actions(list(claim.actions), play)
        return (reason == "") == claim.legal, reason or "legal"

    def try_actions(self, actions: list[Action], play: Play) -> str:
        """Why the last of some actions is illegal, after the others were done on a copy; "" when it is legal."""
        fork = play.fork()
        if len(actions) > 1:
            fork.go(actions[:-1])
            if fork.refused and fork.refused != play.refused:
                return fork.refused
        return Actor(fork.table).why_not(actions[-1])

    def expect(self, expect: Expect, play: Play, names: Names) -> Check:
        """Ask one expectation of a game as it stands now."""
        if expect.after:
            play = play.fork()
            play.go(self.read(expect.after, names))
        if expect.kind == "classify":
            passed, found = self._classify(expect, play)
        elif expect.kind == "that":
            passed, found = self.claim(read_claim(expect.sentence, names, self.scenario.path), play)
        else:
            actions = read_legality(expect.sentence, names, self.scenario.path)
            reason = self.try_actions(actions, play)
            passed, found = (reason == "") == (expect.kind == "legal"), reason or "legal"
            if passed and expect.because and expect.because not in reason:
                passed, found = False, f"{reason}, and not because of {expect.because}"
        return Check(expect.kind, expect.sentence.text, passed, found, expect.sentence.line, expect.says, expect.at)

    def _classify(self, expect: Expect, play: Play) -> tuple[bool, str]:
        text, host = expect.sentence.text, "".join(expect.more.get("host", ())) or "Artifact"
        card = next((each for each in self.scenario.cards if each.name == text), None)
        if card is not None:
            text, host = card.text, "".join(expect.more.get("host", ())) or card.line
        kinds = classify(text, host, self.date, card.name if card is not None else None)
        every = set().union(*kinds)
        wanted = {self._kind(word, expect) for word in expect.more.get("is", ())}
        barred = {self._kind(word, expect) for word in expect.more.get("is_not", ())}
        return wanted <= every and not barred & every, "; ".join(kinds_said(each) for each in kinds)

    def _kind(self, word: str, expect: Expect) -> str:
        plain = word.removeprefix("a ").removeprefix("an ").strip()
        found = KINDS.get(plain, plain if plain in (*KINDS.values(), "targeted", "no ability") else "")
        if not found:
            raise ScenarioError(
                f"{word!r} is no kind of ability",
                path=self.scenario.path,
                line=expect.sentence.line,
                mend=f"Choose {', '.join(KINDS)}, targeted, no ability",
            )
        return found

    # -- the whole ---------------------------------------------------------------------------------------------------

    def main(self, outcome: Outcome) -> tuple[Play, list[bool]]:
        """Play the script, ask everything, fill the outcome; returns the game and which claims the set-up alone makes."""
        scenario = self.scenario
        names = names_of(scenario)
        _, board = self.board(names)
        play = self.begin(names, board)
        play.script = self.read(scenario.do, names)
        always = [self._true_already(each, play, names) for each in scenario.expects]
        places = self._places(play.script)
        checks: dict[int, Check] = {}

        def ask(here: Play, place: int) -> None:
            for number, each in enumerate(scenario.expects):
                if places[number] == place:
                    checks[number] = self.expect(each, here, names)

        def watch(here: Play, place: int) -> None:
            game = here.table.game
            outcome.snapshots.append(snapshot(game, here.script[place].sentence.text, len(game.trace.steps)))
            ask(here, place)
            for number, each in enumerate(scenario.expects):
                always[number] = always[number] and self._true_already(each, here, names)

        outcome.snapshots.append(snapshot(play.table.game, "", len(play.table.game.trace.steps)))
        setup = len(play.table.game.trace.steps)
        ask(play, -1)
        try:
            play.go(play.script, watch)
        finally:
            outcome.steps = _steps(play, setup)
        for number, each in enumerate(scenario.expects):
            if number in checks:
                continue
            if places[number] is not None and play.refused:
                checks[number] = Check(
                    each.kind,
                    each.sentence.text,
                    False,
                    f"the script stopped: {play.refused}",
                    each.sentence.line,
                    each.says,
                    each.at,
                )
            elif each.do is not None:
                checks[number] = self._other_script(each)
            else:
                checks[number] = self.expect(each, play, names)
        outcome.checks = [checks[number] for number in range(len(scenario.expects))]
        return play, always

    def _places(self, script: list[Action]) -> list[int | None]:
        """After which action each expectation is asked; ``None`` at the end, -1 before anything is done."""
        found: list[int | None] = []
        for each in self.scenario.expects:
            if not each.at:
                found.append(None)
            elif each.at == "start":
                found.append(-1)
            else:
                wanted = self.scenario.do[find_point(self.scenario.do, each.at, self.scenario.path, each.sentence.line)]
                found.append(
                    max(
                        place
                        for place, action in enumerate(script)
                        if action.sentence.line <= wanted.line
                        and (action.sentence is wanted or wanted.text in action.sentence.text)
                    )
                )
        return found

    def _other_script(self, expect: Expect) -> Check:
        names = names_of(self.scenario)
        _, board = self.board(names)
        play = self.begin(names, board)
        play.go(self.read(expect.do or (), names))
        return self.expect(expect, play, names)

    def _true_already(self, expect: Expect, play: Play, names: Names) -> bool:
        """Whether a claim about the game is true although nothing has been done for it."""
        if expect.kind != "that" or expect.after or expect.do is not None:
            return False
        claim = read_claim(expect.sentence, names, self.scenario.path)
        if claim.about_text or claim.tree is None:
            return False
        try:
            return play.judge.holds(claim.tree)[0]
        except (EngineError, ScenarioError):
            return False

    def control(self, control: Control, main: Play, always: list[bool]) -> ControlResult:
        """Play a control and compare."""
        scenario = self.scenario
        names = names_of(scenario)
        setter, board = self.board(names, control.cards)
        sentences = list(control.do if control.do is not None else scenario.do)
        for card in control.cards:
            for piece in board.pieces:
                if piece.name == card.name:
                    piece.line, piece.text = card.line, card.text
        for sentence in control.change:
            edit = setter.change(sentence)
            if edit is not None:
                sentences = _edited(edit, sentences, board, names, scenario.path)
        play = self.begin(names, board, control.without)
        play.script = self.read(tuple(sentences), names)

        def watch(here: Play, place: int) -> None:
            for number, each in enumerate(scenario.expects):
                always[number] = always[number] and self._true_already(each, here, names)

        watch(play, -1)
        _go_on(play, play.script, watch)
        watch(play, len(play.script))
        told = self._told(control.then, play, names, control.after)
        before = self._told(control.then, main, names, control.after)
        change = "; ".join(
            [
                *(each.text for each in control.change),
                *(f"without {each}" for each in control.without),
                *(["another script"] if control.do is not None else []),
                *(f"another {card.name}" for card in control.cards),
            ]
        )
        return ControlResult(
            change,
            [each.text for each in control.then],
            all(held for held, _ in told),
            not all(held for held, _ in before),
            [found for _, found in told],
            control.line,
            list(control.without),
        )

    def _told(
        self, then: tuple[Sentence, ...], play: Play, names: Names, after: tuple[Sentence, ...]
    ) -> list[tuple[bool, str]]:
        if after:
            play = play.fork()
            _go_on(play, self.read(after, names))
        found = []
        for sentence in then:
            claim = read_claim(sentence, names, self.scenario.path)
            try:
                found.append(self.claim(claim, play))
            except (ScenarioError, UnknownName) as error:
                found.append((False, str(error)))
            except UnscriptedChoice as error:
                found.append((False, f"a choice is not written: {error}"))
        return [(held, f"{found_}{' — ' + play.stopped if play.stopped else ''}") for held, found_ in found]

    def era(self, era: Era, main: Play) -> EraResult:
        """Play the scenario under other rules and ask what differs."""
        names = names_of(self.scenario)
        _, board = self.board(names)
        play = self.begin(names, board, date=era.ruleset)
        play.script = self.read(era.do if era.do is not None else self.scenario.do, names)
        other = Runner(self.scenario, era.ruleset, self.without)
        _go_on(play, play.script)
        told = other._told(era.differs, play, names, ())
        before = self._told(era.differs, main, names, ())
        return EraResult(
            era.ruleset,
            [each.text for each in era.differs],
            all(held for held, _ in told),
            not all(held for held, _ in before),
            [found for _, found in told],
            era.line,
        )


def _go_on(play: Play, actions: list[Action], watch: Watcher | None = None) -> None:
    """Play a control as far as it goes: a question that nobody answers stops it and is part of what is found."""
    try:
        play.go(actions, watch)
    except UnscriptedChoice as error:
        play.stopped = f"a choice is not written: {error}"
    except (UnknownName, EngineError) as error:
        play.stopped = str(error)


def _steps(play: Play, setup: int) -> list[TraceStep]:
    starts = [0, *play.starts] if play.starts else [0]
    found = []
    for step in play.table.game.trace.steps:
        sentence = sum(1 for start in play.starts if step.number > start) if step.number > setup else 0
        found.append(TraceStep(step.number, sentence, step.turn, step.phase, step.text, step.concept, step.rule))
    return found if starts else []


def _edited(edit: object, sentences: list[Sentence], board: Board, names: Names, path: str) -> list[Sentence]:
    """A script without the sentences that a control strikes out; a removed card leaves the board as well."""
    tree = edit
    data = str(tree.data)  # type: ignore[attr-defined]
    children = tree.children  # type: ignore[attr-defined]
    if data == "removed":
        ref = named(children[0])
        for piece in board.find(ref):
            board.pieces.remove(piece)
        return sentences
    kept = []
    for sentence in sentences:
        action = read_script((sentence,), names, path)[0]
        if data == "not_fought":
            struck = action.kind in ("attack", "block", "creature_blocks")
        else:
            struck = action.kind in ("play", "activate") and _same_thing(action, children)
        if not struck:
            kept.append(sentence)
    return kept


def _same_thing(action: Action, children: list[object]) -> bool:
    said = named(action.tree.children[1])
    wanted = named(children[-1])
    player = leaf(children[0]) if len(children) > 1 else ""
    one = said if isinstance(said, Ref) else said.of
    two = wanted if isinstance(wanted, Ref) else wanted.of
    return one.name == two.name and player in ("", leaf(action.tree.children[0]))


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
    runner = Runner(scenario, date, away, step_limit)
    outcome = Outcome(scenario.name, scenario.title, date, HOLDS, without=list(away))
    home = _same_rules(date, scenario.ruleset)
    try:
        try:
            main, always = runner.main(outcome)
            if home and not away:
                outcome.controls = [runner.control(control, main, always) for control in scenario.controls]
                outcome.eras = [runner.era(era, main) for era in scenario.eras]
            elif not away:
                _other_era(runner, outcome, main)
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
    finally:
        outcome.asked = sorted(runner.asked)
    _judge(scenario, outcome, main, always if home and not away else [False] * len(always))
    return outcome


def _failed(outcome: Outcome, reason: str, verdict: str = UNMODELLED) -> Outcome:
    outcome.outcome, outcome.reason = verdict, reason
    return outcome


def _same_rules(one: str, other: str) -> bool:
    first, second = Ruleset.on(one), Ruleset.on(other)
    return all(getattr(first, name) == getattr(second, name) for name in first.__dataclass_fields__ if name != "date")


def _other_era(runner: Runner, outcome: Outcome, main: Play) -> None:
    """Under another day's rules, what the scenario says is different may be so, and must."""
    for era in runner.scenario.eras:
        if not _same_rules(era.ruleset, outcome.ruleset):
            continue
        play = main
        if era.do is not None:
            names = names_of(runner.scenario)
            _, board = runner.board(names)
            play = runner.begin(names, board)
            _go_on(play, runner.read(era.do, names))
        told = runner._told(era.differs, play, names_of_table(runner), ())
        outcome.eras.append(
            EraResult(
                era.ruleset,
                [each.text for each in era.differs],
                all(held for held, _ in told),
                True,
                [found for _, found in told],
                era.line,
            )
        )
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


def proves_itself(outcome: Outcome) -> bool:
    """Whether a scenario holds and each of its controls made a difference."""
    return outcome.outcome == HOLDS and all(control.passed for control in outcome.controls)
