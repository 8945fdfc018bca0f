"""The answers of a game, each as a sentence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

_AS_CHANGED, _AS_WRITTEN = "With your change", "As it is written"
_LEGALITY = ("legal", "illegal")
_WORDS = {"legal": "legal", "illegal": "not legal"}
_OTHER_REASON = ", and not because of "
"""What a result adds that was expected for another reason: no matter to who has changed the game."""

Check = dict[str, Any]


def answers(checks: Iterable[Check], *, changed: bool = False) -> Iterator[str]:
    """A sentence for each question that a scenario asks; ``changed``: a person has changed it.

    What is legal, or not, whenever it is asked gets one sentence.

    >>> slow = {"kind": "legal", "sentence": "Ann activates Slow", "passed": True, "found": "", "at": "start"}
    >>> later = {**slow, "kind": "illegal", "sentence": "Next turn. Ann activates Slow", "passed": False, "at": ""}
    >>> list(answers([slow, later], changed=True))
    ['With your change this is legal each of the 2 times it is asked: Ann activates Slow.']
    >>> list(answers([slow]))
    ['As it is written this is legal at the start: Ann activates Slow.']
    """
    start = _AS_CHANGED if changed else _AS_WRITTEN
    asked: dict[str, list[Check]] = defaultdict(list)
    for check in checks:
        action = _clean(check["sentence"]).rpartition(". ")[2] if check["kind"] in _LEGALITY else ""
        asked[action or f"{check['kind']}: {check['sentence']}"].append(check)
    for action, group in asked.items():
        verdicts = {_tried(check) for check in group}
        if group[0]["kind"] in _LEGALITY and len(group) > 1 and len(verdicts) == 1 and "undecided" not in verdicts:
            yield f"{start} this is {_WORDS[verdicts.pop()]} each of the {len(group)} times it is asked: {action}."
        else:
            yield from (f"{start} {_answer(check)}." for check in group)


def _answer(check: Check) -> str:
    sentence, found = _clean(check["sentence"]), check["found"].strip().rstrip(".")
    after = f" after “{check['after']}”" if check.get("after") else ""
    if check.get("at"):
        after += " at the start" if check["at"] == "start" else f" after “{check['at']}”"
    if check["kind"] in _LEGALITY:
        tried = _tried(check)
        because = f" ({found.partition(_OTHER_REASON)[0]})" if found and tried != "legal" else ""
        if tried == "undecided":
            return f"this can’t be tried{after}: {sentence}{because}"
        return f"this is {_WORDS[tried]}{after}: {sentence}{because}"
    if check["kind"] == "that":
        because = "" if check["passed"] or not found else f". Instead: {found}"
        return f"it is {'true' if check['passed'] else 'not true'}{after} that {sentence}{because}"
    return f"this reads as {found or 'nothing'}: {sentence}"


def _tried(check: Check) -> str:
    """What an action is, whatever the scenario expects of it; that of an older record follows from its result."""
    return check.get("tried") or ("legal" if (check["kind"] == "legal") == check["passed"] else "illegal")


def _clean(sentence: str) -> str:
    return " ".join(sentence.split()).rstrip(".")
