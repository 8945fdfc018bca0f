"""A table in a worker: a position and a course replayed within limits, as plain data or drawn for the page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from datetime import date
from typing import Any
from zlib import crc32

from django.template.loader import render_to_string

from rulesite.checks.models import Concept
from rulesite.checks.playing.sandbox import STEPS, or_error
from rulesite.checks.playing.sandbox import prepare as prepare_engine
from rulesite.checks.presentation.board import last_table, with_lands_together
from rulesite.checks.presentation.game import Law, Lawbook, ShownStep
from rulesite.checks.presentation.short_steps import shortened
from rulesite.engine.cardtext.parser.read import keeping
from rulesite.engine.scenario.outcome import TraceStep
from rulesite.engine.scenario.tabletop.comparison import parting
from rulesite.engine.scenario.tabletop.passing import step_words
from rulesite.engine.scenario.tabletop.position import read_position
from rulesite.engine.scenario.tabletop.replay import OfferedAction, TableState, replay, replay_text
from rulesite.engine.scenario.tabletop.wording import asked_plainly, shortly, texts_of
from rulesite.engine.state.choices import EngineError

MAX_CANDIDATES = 120
"""Actions tried for one answer, at most."""
MAX_KEPT = 64
"""Positions whose cards need not be read again at the next action, at most."""
_UNKNOWN = re.compile(r"""nothing says what (?:'([^']*)'|"([^"]*)") is""")
"""The error for a card that is neither held nor described."""
_UNREAD = re.compile(r"position, line (\d+): cannot be read: '(.*)' at '([^']*)'(?:: expected|$)")
"""The error for a sentence of a position that is not understood."""
_SAMPLE = """given = '''
Ann, in play: Bear 2/2 green, Mountain. In hand: Bolt
Bob, in play: Wolf 3/3
'''
[cards.Bolt]
line = "Instant {R}"
text = "Bolt deals 3 damage to any target."
"""
_SAMPLE_DAY = "2021-11-19"
_SAMPLE_COURSES = (
    ["Ann plays Bolt tapping Mountain", "Ann chooses Wolf", "All pass"],
    ["Ann attacks Bob with Bear", "All pass", "Bob blocks Bear with Wolf"],
    ["Ann plays Bolt tapping Mountain"],
    ["Bob plays Bear"],
)


def prepare() -> None:
    """Load what a first table would load: the engine's grammars, code, and the templates, with what these import.

    The database is left alone, as a connection must not be shared with the workers.
    """
    prepare_engine()
    for actions in _SAMPLE_COURSES:
        state = _replayed(_SAMPLE_DAY, _SAMPLE, actions)
        if isinstance(state, TableState):
            _page(state, actions, lambda concept: Law("", concept) if concept else None)


def state_of(day: str, position: str, actions: list[str], other: str = "") -> dict[str, Any]:
    """The state of a table as plain data, or an ``error`` with its ``line`` in the position and ``mend``, a hint.

    ``parting`` says where the same course under the rules of another day differs first, None if nowhere.
    """
    state = _replayed(day, position, actions, whole=bool(other))
    if not isinstance(state, TableState):
        return state
    compared = _replayed(other, position, actions, 0, whole=True) if other else state
    if not isinstance(compared, TableState):
        return {**compared, "error": f"{other}: {compared['error']}"}
    parted = parting(state, compared) if other else None
    numbers = _numbers(state, date.fromisoformat(day))
    table = dict(state.snapshots[-1])
    table["battlefield"] = [{key: row[key] for key in row if key != "layers"} for row in table["battlefield"]]
    question = asdict(state.question) if state.question else None
    return {
        "done": state.done,
        "stop": state.stop,
        "reason": state.reason,
        "rule": numbers.get(state.concept, state.rule),
        "state": table,
        "parting": parted and {**asdict(parted), "steps": [step and _event(step) for step in parted.steps]},
        "layers": [
            {"place": place, "name": row["name"], "rule": numbers.get("layers", ""), "steps": row["layers"]}
            for place, row in enumerate(state.snapshots[-1]["battlefield"])
            if row["layers"]
        ],
        "course": [
            {
                **{name: getattr(step, name) for name in ("number", "turn", "phase", "text", "concept")},
                "sentence": step.sentence,
                "rule": numbers.get(step.concept, ""),
            }
            for step in state.steps
        ],
        "question": question and {**question, "answers": [_answer(*each) for each in state.answers]},
        "actions": [asdict(each) for each in state.offers if each.is_legal],
        "refused": [asdict(each) for each in state.offers if each.verdict == "refused"],
        "not_modelled": [asdict(each) for each in state.offers if each.verdict == "not modelled"],
        "left_out": state.left_out,
        "ways": [asdict(each) for each in state.ways],
        "payment": asdict(state.bill) if state.bill is not None and state.is_due else None,
    }


def draw(day: str, position: str, actions: list[str]) -> dict[str, Any]:
    """The same table drawn: ``html`` and ``done``; or an error as :func:`state_of`."""
    state = _replayed(day, position, actions)
    if not isinstance(state, TableState):
        return state
    return {"html": _page(state, actions, _book(day, state).law), "done": state.done, "stop": state.stop}


def compare(day: str, other: str, position: str, actions: list[str]) -> dict[str, Any]:
    """The same course under the rules of two days drawn side by side, as ``html``; or an error as :func:`state_of`."""
    courses, states, laws = [], [], []
    for number, each in enumerate((day, other), 1):
        state = _replayed(each, position, actions, 0, whole=True)
        if not isinstance(state, TableState):
            return {**state, "error": f"{each}: {state['error']}"}
        law = _book(each, state).law
        label = f"{each} again" if number == 2 and other == day else each
        shown = {"label": label, "state": state, "law": law(state.concept), "prefix": f"day-{number}-"}
        courses.append(shown | {"table": last_table(state.snapshots), "moves": _moves(state, law)})
        states.append(state)
        laws.append(law)
    parted = parting(*states)
    firsts = []
    for each, law, step in zip((day, other), laws, parted.steps if parted else (), strict=False):
        firsts.append((each, step and ShownStep(step.number, "", step.text, law(step.concept))))
    said = next((state.snapshots[parted.sentence]["after"] for state in states
                 if parted and parted.sentence < len(state.snapshots)), "")  # fmt: skip
    context = {"parting": parted, "firsts": firsts, "said": said, "days": (day, other), "courses": courses}
    return {"html": render_to_string("checks/two_days.html", context)}


def _book(day: str, state: TableState) -> Lawbook:
    concepts = [state.concept, "layers", *(step.concept for step in state.steps)]
    return Lawbook(date.fromisoformat(day), [*concepts, *(each.concept for each in state.offers)])


def _moves(state: TableState, law: Callable[[str], Law | None]) -> list[dict[str, Any]]:
    steps: dict[int, list[ShownStep]] = {}
    for step in state.steps:
        when = f"turn {step.turn}, {step.phase}"
        steps.setdefault(step.sentence, []).append(ShownStep(step.number, when, step.text, law(step.concept)))
    return [
        {"number": number, "sentence": snapshot["after"], "steps": shortened(steps.get(number, []))}
        for number, snapshot in enumerate(state.snapshots)
    ]


def _page(state: TableState, actions: list[str], law: Callable[[str], Law | None]) -> str:
    legal = [each for each in state.offers if each.is_legal]
    context = {
        "state": state,
        "law": law(state.concept),
        "layers_law": law("layers"),
        "table": with_lands_together(last_table(state.snapshots)),
        "question": asked_plainly(state.question) if state.question else "",
        "groups": _groups(state, legal),
        "texts": texts_of(state.question) if state.question else [],
        "others": [(each, law(each.concept)) for each in state.offers if not each.is_legal],
        "heading": _heading(state),
        "moves": _moves(state, law),
        "actions": list(enumerate(actions, 1)),
        "over": not state.deciders and not state.question,
        "unread": _unread_names(state.snapshots[-1]),
    }
    return render_to_string("checks/at_table.html", context)


MAX_SINGLE = 4
"""Attacks or blocks of one creature that have a button of their own beside the form of the whole declaration."""
_FOR_MANA = re.compile(r"(.+ taps .+?)(?: \d+)? for mana$")


def _heading(state: TableState) -> str:
    """Who may act now, or what is done now."""
    who = " and ".join(state.deciders)
    if state.deciders and not state.has_priority:
        step = state.snapshots[-1]["phase"]
        what = {"declare blockers": "blockers", "declare attackers": "attackers"}.get(step)
        declares = "declares" if len(state.deciders) == 1 else "declare"
        return f"{who} {declares} {what}" if what else f"Nobody gets priority in the {step_words(step)}"
    return f"{who} may act"


def _groups(state: TableState, legal: list[OfferedAction]) -> list[tuple[str, list[tuple[str, str, bool]]]]:
    """What may be done, by its kind: the sentence of each button, its label, and whether a choice follows.

    Lands that can be tapped for the same are one button. Attacks and blocks of one creature are left out where the form
    of the whole declaration is shorter.
    """
    formed = {each.kind for each in state.declarations}
    singles = {kind: sum(each.kind == kind and bool(each.about) for each in legal) for kind in formed}
    groups: dict[str, dict[str, tuple[str, str, bool]]] = {"Pass": {}, "Act": {}, "Fight": {}, "Mana": {}}
    counts: Counter[str] = Counter()
    for each in legal:
        if each.about and singles.get(each.kind, 0) > MAX_SINGLE:
            continue
        mana = _FOR_MANA.match(each.sentence)
        name = "Mana" if mana else _GROUP_OF.get(each.kind, "Act")
        label = f"{mana[1]} for mana" if mana else shortly(each.sentence)
        counts[label] += 1
        groups[name].setdefault(label, (each.sentence, label, each.verdict == "asks"))
    for way in state.ways:
        groups["Pass"].setdefault(way.sentence, (way.sentence, way.label, False))
    return [
        (name, [(sentence, _counted(label, counts[label]), asks) for sentence, label, asks in rows.values()])
        for name, rows in groups.items()
        if rows
    ]


_GROUP_OF = {"pass": "Pass", "all pass": "Pass", "attack": "Fight", "block": "Fight"}


def _counted(label: str, count: int) -> str:
    return f"{label} (one of {count})" if count > 1 else label


def _unread_names(snapshot: dict[str, Any]) -> list[str]:
    """The cards on the table of which a paragraph is not read."""
    rows = [*snapshot["battlefield"], *snapshot["stack"], *snapshot["exile"]]
    rows += [row for player in snapshot["players"] for zone in ("hand", "graveyard") for row in player[zone]]
    return sorted({row["name"] for row in rows if row.get("unread")})


def _replayed(
    day: str, position: str, actions: list[str], candidates: int = MAX_CANDIDATES, *, whole: bool = False
) -> TableState | dict[str, Any]:
    """The state that a course comes to; ``whole``: with every moment of it, to be compared."""
    name = f"table-{crc32(position.encode('utf-8', 'replace')) % MAX_KEPT}"

    def play() -> TableState | dict[str, Any]:
        try:
            if whole:
                with keeping(name, alone=True):
                    return replay(read_position(position, day, actions), step_limit=STEPS, max_candidates=candidates)
            return replay_text(position, day, actions, step_limit=STEPS, max_candidates=candidates, name=name)
        except EngineError as error:
            return {"error": str(error), "line": 0, "mend": ""}

    state = or_error(play, "a table")
    if isinstance(state, dict) and state.get("mend"):
        state["error"] = state["error"].removesuffix(state["mend"]).strip()
    if isinstance(state, dict) and (unread := _UNREAD.match(state["error"])):
        state["error"] = f"Line {unread[1]} of the position, “{unread[2]}”, is not understood from “{unread[3]}” on."
        state["mend"] = (
            "Look at how a card’s state is written, above the fields of the set-up (“Bear 2/2 tapped”, “Hawk 1/1 with "
            "flying”); a card of your own is “Name | type line and cost | text”"
        )
    if isinstance(state, dict) and (unknown := _UNKNOWN.search(state["error"])):
        name = unknown[1] or unknown[2]
        state["error"] = f"No card that is held here is called {name}, and nothing else says what it is."
        state["mend"] = (
            f"Go back and write “{name} | type line and cost | text”, or its size (“{name} 4/4”); "
            f'in the position below, add [cards."{name}"] with its line'
        )
    return state


def _numbers(state: TableState, day: date) -> dict[str, str]:
    names = {state.concept, "layers", *(step.concept for step in state.steps)}
    return {row.name: row.number_on(day) for row in Concept.objects.filter(name__in=names)}


def _event(step: TraceStep) -> dict[str, Any]:
    return {name: getattr(step, name) for name in ("number", "sentence", "turn", "phase", "text", "rule", "concept")}


def _answer(label: str, sentence: str) -> dict[str, str]:
    return {"label": label, "sentence": sentence}
