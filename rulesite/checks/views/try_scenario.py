"""The try-it page: a scenario's common values as fields, and its text, played within limits; nothing is saved."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe

from rulesite import sandbox
from rulesite.checks.models import Scenario
from rulesite.checks.models.scenarios import LONGEST
from rulesite.checks.playing import edits
from rulesite.checks.presentation.game import RULES
from rulesite.engine.eras.ruleset import OLDEST, Ruleset
from rulesite.rulebook.models import Edition
from rulesite.text import toml

_LIMITS = sandbox.Limits()


def trying(request: HttpRequest) -> HttpResponse:
    """Show the fields and the text of a scenario to start from; play a posted one.

    With the first button the values of the fields are put into the text, with the second the text is played as it is;
    with both under the rules of the chosen day, without one under those that the text names.
    """
    rows = Scenario.objects.filter(problem="").only("slug", "title", "position")
    context: dict[str, Any] = {"scenarios": rows, "longest": LONGEST, "limits": _LIMITS, "days": _days()}
    slug = request.POST.get("scenario", "") or request.GET.get("scenario", "")
    day = request.POST.get("day", "") if request.method == "POST" else request.GET.get("day", "")
    wrong = _wrong_day(day)
    context |= {"day": None if wrong else date.fromisoformat(day) if day else None}
    chosen = Scenario.objects.filter(slug=slug).first()
    busy = None
    if request.method == "POST":
        text = request.POST.get("text", "").replace("\r\n", "\n")
        try:
            if "text-only" not in request.POST and len(text) <= LONGEST:
                text = edits.edited(text, request.POST.dict())
            context |= wrong or _played(text, day, changed=chosen is None or text.strip() != chosen.text.strip())
        except edits.EditError as error:
            context |= {"error": str(error)}
        except sandbox.Busy as error:
            busy = error
            context |= {"error": str(busy)}
        context |= {"text": text[:LONGEST], "tried": True}
    else:
        chosen = chosen or Scenario.objects.filter(problem="").first()
        context |= wrong | {"text": chosen.text if chosen else ""}
    context |= {"chosen": chosen, "fields": edits.fields(context["text"])}
    context |= {"own_day": _own_day(context["text"])}
    response = render(request, "checks/try.html", context)
    return busy.mark(response) if busy else response


def _days() -> list[str]:
    """The days of the editions whose rules a game can be played under, the newest first."""
    days = Edition.objects.filter(document__slug=RULES).order_by("-effective").values_list("effective", flat=True)
    return [day.isoformat() for day in days if day.isoformat() >= OLDEST]


def _wrong_day(day: str) -> dict[str, Any]:
    """The error of a day without known rules, for the template; empty for a good one, or none."""
    try:
        if day:
            Ruleset.on(date.fromisoformat(day).isoformat())
    except ValueError:
        message = f"there are no rules of “{day[:20]}” to play by"
        return {"error": message, "mend": f"Choose a day from {OLDEST} on, written like 2006-10-01"}
    return {}


def _own_day(text: str) -> date | None:
    """The day whose rules a text names itself; None if it names none, or several."""
    try:
        data = toml.parse(text)
    except toml.TOMLDecodeError:
        return None
    rows = data.get("scenario") or [{}]
    days = {str(row.get("ruleset") or data.get("ruleset") or "") for row in rows if isinstance(row, dict)}
    try:
        return date.fromisoformat(*days)
    except (TypeError, ValueError):
        return None


def _played(text: str, day: str, *, changed: bool) -> dict[str, Any]:
    """The result of a text under the rules of a day for the template; raises bounded.Busy."""
    if not text.strip():
        return {"error": "there is nothing to play", "mend": "Write a game, or start from one of the list"}
    if len(text) > LONGEST:
        message = f"the text has {len(text):,} characters, and {LONGEST:,} are allowed here"
        return {"error": message, "mend": "The rest is left out below", "unbounded": True}
    try:
        result = sandbox.run("rulesite.checks.playing.sandbox:tried", _LIMITS, text=text, ruleset=day, changed=changed)
    except sandbox.Stopped as stopped:
        late = stopped.bound is sandbox.Bound.CLOCK
        mend = "Try again in a moment" if late else "Look for a loop that never ends, or play less at once"
        return {"error": str(stopped), "mend": mend, "unbounded": True}
    if "error" in result:
        lines = text.splitlines()
        line = result["line"]
        return result | {"line_text": lines[line - 1] if 0 < line <= len(lines) else ""}
    return {"games": mark_safe(result["html"])}  # rendered by our own template, in a worker
