"""The try-it page: a scenario's common values as fields, and its text, played within limits; nothing is saved."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe

from rulesite import sandbox
from rulesite.checks.models import Scenario
from rulesite.checks.models.scenarios import LONGEST
from rulesite.checks.playing import edits
from rulesite.checks.presentation.game import RULES
from rulesite.engine.eras.ruleset import OLDEST
from rulesite.rulebook.models import Edition

_LIMITS = sandbox.Limits()


def trying(request: HttpRequest) -> HttpResponse:
    """Show the fields and the text of a scenario to start from; play a posted one.

    With the first button the values of the fields are put into the text, with the second the text is played as it is.
    """
    rows = Scenario.objects.filter(problem="").only("slug", "title", "position")
    context: dict[str, Any] = {"scenarios": rows, "longest": LONGEST, "limits": _LIMITS, "days": _days()}
    slug = request.POST.get("scenario", "") or request.GET.get("scenario", "")
    chosen = Scenario.objects.filter(slug=slug).first()
    busy = None
    if request.method == "POST":
        text = request.POST.get("text", "").replace("\r\n", "\n")
        try:
            if "text-only" not in request.POST and len(text) <= LONGEST:
                text = edits.edited(text, request.POST.dict())
            context |= _played(text, changed=chosen is None or text.strip() != chosen.text.strip())
        except edits.EditError as error:
            context |= {"error": str(error)}
        except sandbox.Busy as error:
            busy = error
            context |= {"error": str(busy)}
        context |= {"text": text[:LONGEST], "tried": True}
    else:
        chosen = chosen or Scenario.objects.filter(problem="").first()
        context |= {"text": chosen.text if chosen else ""}
    context |= {"chosen": chosen, "fields": edits.fields(context["text"])}
    response = render(request, "checks/try.html", context)
    return busy.mark(response) if busy else response


def _days() -> list[str]:
    """The days of the editions whose rules a game can be played under, the newest first."""
    days = Edition.objects.filter(document__slug=RULES).order_by("-effective").values_list("effective", flat=True)
    return [day.isoformat() for day in days if day.isoformat() >= OLDEST]


def _played(text: str, *, changed: bool) -> dict[str, Any]:
    """The result of a text for the template; raises bounded.Busy."""
    if not text.strip():
        return {"error": "there is nothing to play", "mend": "Write a game, or start from one of the list"}
    if len(text) > LONGEST:
        message = f"the text has {len(text):,} characters, and {LONGEST:,} are allowed here"
        return {"error": message, "mend": "The rest is left out below", "unbounded": True}
    try:
        result = sandbox.run("rulesite.checks.playing.sandbox:tried", _LIMITS, text=text, changed=changed)
    except sandbox.Stopped as stopped:
        late = stopped.bound is sandbox.Bound.CLOCK
        mend = "Try again in a moment" if late else "Look for a loop that never ends, or play less at once"
        return {"error": str(stopped), "mend": mend, "unbounded": True}
    if "error" in result:
        lines = text.splitlines()
        line = result["line"]
        return result | {"line_text": lines[line - 1] if 0 < line <= len(lines) else ""}
    return {"games": mark_safe(result["html"])}  # rendered by our own template, in a worker
