"""Running a scenario: play its script, check its expectations, then play its controls and eras."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulesite.engine.eras.concepts import rule_number
from rulesite.engine.eras.rule_citations import filled
from rulesite.engine.scenario.assertions.classification import classify, kinds_said
from rulesite.engine.scenario.assertions.parser import Claim, read_claim, read_legality
from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.files.checker import find_point
from rulesite.engine.scenario.language.lexer import Names
from rulesite.engine.scenario.language.vocabulary import KINDS
from rulesite.engine.scenario.model import CardText, Control, Era, Expect, Scenario, Sentence
from rulesite.engine.scenario.outcome import Check, ControlResult, EraResult, Outcome
from rulesite.engine.scenario.pieces import Board
from rulesite.engine.scenario.script.actions import Action, is_choice, read_script
from rulesite.engine.scenario.script.choices import Said, ScenarioScript
from rulesite.engine.scenario.script.refusals import Tried, is_because
from rulesite.engine.scenario.setup.board import Setter, names_of
from rulesite.engine.scenario.setup.builder import build
from rulesite.engine.state.choices import EngineError, UnknownName, UnscriptedChoice

from .actor import Actor
from .control_edits import edited
from .play import Play, go_on, trace_steps
from .snapshots import snapshot


class Runner:
    """Run one scenario under the rules of one day; ``lenient``: cards keep what cannot be read of them as such."""

    def __init__(
        self,
        scenario: Scenario,
        date: str,
        without: tuple[str, ...] = (),
        step_limit: int | None = None,
        *,
        lenient: bool = False,
    ) -> None:
        self.scenario = scenario
        self.date = date
        self.without = without
        self.step_limit = step_limit
        self.lenient = lenient
        self.asked: set[str] = set()

    # -- playing -----------------------------------------------------------------------------------------------------

    def begin(self, names: Names, board: Board, without: tuple[str, ...] = (), date: str = "") -> Play:
        """Return the game right after the set-up."""
        table = build(board, date or self.date, (*self.without, *without), lenient=self.lenient)
        if self.step_limit is not None:
            table.game.kernel.step_limit = self.step_limit
        table.game.kernel.script = ScenarioScript(table)
        self.asked |= table.game.kernel.asked
        table.game.kernel.asked = self.asked
        return Play(table, day=self.scenario.ruleset)

    def board(self, names: Names, cards: Iterable[CardText] = ()) -> tuple[Setter, Board]:
        setter = Setter(self.scenario, names, cards)
        return setter, setter.read(self.scenario.given)

    def read(self, sentences: tuple[Sentence, ...], names: Names) -> list[Action]:
        return read_script(sentences, names, self.scenario.path)

    # -- asking ------------------------------------------------------------------------------------------------------

    def claim(self, claim: Claim, play: Play) -> tuple[bool, str]:
        """Whether a claim holds in a game."""
        if claim.tree is not None:
            try:
                held, found = play.judge.holds(claim.tree)
            except UnknownName as error:
                return False, str(error)
            if held and claim.because:
                refusal = play.refusal
                held = refusal is not None and is_because(refusal.error, claim.because, self.scenario.ruleset)
            return held, found
        tried = self.try_actions(list(claim.actions), play)
        return tried.is_so(claim.legal, claim.because, self.scenario.ruleset), tried.found

    def try_actions(self, actions: list[Action], play: Play) -> Tried:
        """Whether the last action is legal once the others were done, on a copy of the game."""
        if play.stopped:
            return Tried(hindered=f"the script stopped before: {play.stopped}")
        fork = play.fork()
        known = list(fork.table.game.kernel.script.answers)
        if len(actions) > 1:
            fork.refusal = None
            fork = self._gone_on(fork, actions)
            if fork.refusal is not None:
                before = fork.refusal
                return Tried(hindered=f"{before.action.sentence.text!r} before it is illegal: {before.error}")
        error = Actor(fork.table).why_not(actions[-1])
        script = fork.table.game.kernel.script
        left = [each for each in script.answers if isinstance(each, Said) and not any(each is old for old in known)]
        if error is None and left:
            return Tried(hindered=f"nobody is asked for this: {'; '.join(each.sentence for each in left)}")
        return Tried(error)

    def _gone_on(self, fork: Play, actions: list[Action]) -> Play:
        """Return the game after all actions but the last; if the last one answers a question of the one before it, the
        game before that one."""
        fork.go(actions[:-2])
        asking = fork.fork()
        try:
            if fork.refusal is None:
                fork.go(actions[-2:-1])
        except UnscriptedChoice:
            if not is_choice(actions[-1]):
                raise
            return asking
        return fork

    def expect(self, expect: Expect, play: Play, names: Names) -> Check:
        """Check one expectation against the game's present state. Errors carry its line."""
        try:
            return self._asked(expect, play, names)
        except ScenarioError as error:
            raise error.at(self.scenario.path, expect.sentence.line) from None
        except EngineError as error:
            if not getattr(error, "__notes__", ()):
                error.add_note(f"line {expect.sentence.line}")
            raise

    def _asked(self, expect: Expect, play: Play, names: Names) -> Check:
        if expect.after:
            play = replace(play.fork(), refusal=None)
            play.go(self.read(expect.after, names))
        because = verdict = ""
        if expect.kind == "classify":
            passed, found = self._classify(expect, play)
        elif expect.kind == "that":
            claim = read_claim(expect.sentence, names, self.scenario.path)
            passed, found = self.claim(claim, play)
            stopped = _stopped_short(claim, play) if expect.after or expect.do is not None else ""
            passed, found = (False, stopped) if stopped else (passed, found)
        else:
            actions = read_legality(expect.sentence, names, self.scenario.path)
            tried = self.try_actions(actions, play)
            legal, found, verdict = expect.kind == "legal", tried.found, tried.verdict
            because = tried.error.concept if tried.error is not None else ""
            passed = tried.is_so(legal, expect.because, self.scenario.ruleset)
            if not passed and expect.because and tried.is_so(legal):
                found += f", and not because of {expect.because}"
        sentence = expect.sentence
        return Check(
            expect.kind, sentence.text, passed, found, sentence.line, expect.says, expect.at,
            because=because, tried=verdict,
        )  # fmt: skip

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
        """Play the script, check every expectation and fill the outcome; return the game and the claims that the set-up
        already makes."""
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
            outcome.steps = trace_steps(play, setup)
        for number, each in enumerate(scenario.expects):
            if number in checks:
                continue
            if places[number] is not None and (play.refusal is not None or play.wrong):
                checks[number] = Check(
                    each.kind,
                    each.sentence.text,
                    False,
                    f"the script stopped: {play.refusal.error if play.refusal is not None else play.wrong}",
                    each.sentence.line,
                    each.says,
                    each.at,
                    tried="undecided" if each.kind in ("legal", "illegal") else "",
                )
            elif each.do is not None:
                checks[number] = self._other_script(each)
            else:
                checks[number] = self.expect(each, play, names)
        outcome.checks = [checks[number] for number in range(len(scenario.expects))]
        return play, always

    def _places(self, script: list[Action]) -> list[int | None]:
        """After which action to check each expectation, by index; ``None``: at the end, -1: before the first."""
        found: list[int | None] = []
        for each in self.scenario.expects:
            if not each.at:
                found.append(None)
            elif each.at == "start":
                found.append(-1)
            else:
                try:
                    point = find_point(self.scenario.do, each.at, self.scenario.path, each.sentence.line)
                except ScenarioError:  # an era's own script may lack the sentence: check at the end
                    found.append(None)
                    continue
                wanted = self.scenario.do[point]
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
        """Whether a claim about the game is already true before any action."""
        if expect.kind != "that" or expect.after or expect.do is not None:
            return False
        claim = read_claim(expect.sentence, names, self.scenario.path)
        if claim.about_text or claim.tree is None or claim.still:
            return False
        try:
            return play.judge.holds(claim.tree)[0]
        except (EngineError, ScenarioError):
            return False

    def control(self, control: Control, main: Play, always: list[bool]) -> ControlResult:
        """Play a control and compare its game with the scenario's."""
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
                sentences = edited(edit, sentences, board, names, scenario.path)
        play = self.begin(names, board, control.without)
        play.script = self.read(tuple(sentences), names)

        def watch(here: Play, place: int) -> None:
            for number, each in enumerate(scenario.expects):
                always[number] = always[number] and self._true_already(each, here, names)

        watch(play, -1)
        go_on(play, play.script, watch)
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
            go_on(play, self.read(after, names))
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
        """Play the scenario under an era's rules and check the stated differences."""
        names = names_of(self.scenario)
        _, board = self.board(names)
        play = self.begin(names, board, date=era.ruleset)
        play.script = self.read(era.do if era.do is not None else self.scenario.do, names)
        other = Runner(self.scenario, era.ruleset, self.without)
        go_on(play, play.script)
        told = other._told(era.differs, play, names, ())
        before = self._told(era.differs, main, names, ())
        return EraResult(
            era.ruleset,
            [each.text for each in era.differs],
            all(held for held, _ in told),
            not all(held for held, _ in before),
            [filled(found, lambda concept: rule_number(concept, era.ruleset)) for _, found in told],
            era.line,
        )


def _stopped_short(claim: Claim, play: Play) -> str:
    """Why a claim cannot be asked where it is to be: the rules did not allow a sentence on the way there, and the claim
    does not speak of that."""
    if play.refusal is None or claim.tree is None or any(True for _ in claim.tree.find_data("play_was")):
        return ""
    return f"{play.refusal.action.sentence.text!r} on the way there is illegal: {play.refusal.error}"
