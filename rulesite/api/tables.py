"""The table: a position with a course, replayed, and what may be done then."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from rulesite import sandbox
from rulesite.api.base import ApiError, answers, api, day_of
from rulesite.api.schemas import tables as schemas

LIMITS = sandbox.Limits(seconds=4.0)


@api.post(
    "/table",
    response=answers(schemas.TableOut, 400, 422, 503),
    tags=["Examples"],
    summary="Play a position, and ask what may be done",
    operation_id="table",
)
def table(request: HttpRequest, body: schemas.TableIn) -> dict[str, Any]:
    """The state that a course of actions leads to under the rules of a day, each event with its rule, the actions that
    are legal now, and the refused ones with the rule that refuses each. Nothing is stored: send the whole course again
    with one more sentence.
    """
    day = day_of(body.day).isoformat()
    try:
        state: dict[str, Any] = sandbox.run(
            "rulesite.checks.playing.table:state_of", LIMITS, day=day, position=body.position, actions=body.actions,
            other=day_of(body.compare_with).isoformat() if body.compare_with else "",
        )  # fmt: skip
    except sandbox.Stopped as stopped:
        raise ApiError(422, f"{stopped}: send a shorter course, or less on the table") from None
    if "error" in state:
        raise ApiError(422, f"{state['error']} {state['mend']}".strip())
    return state
