"""The try-it page: a scenario in a text field, played within limits; nothing is saved."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe

from rulesite import sandbox
from rulesite.checks.models import Scenario
from rulesite.checks.models.scenarios import LONGEST

_LIMITS = sandbox.Limits()


def trying(request: HttpRequest) -> HttpResponse:
    """Show the text field, with a scenario to start from; play a posted one."""
    rows = Scenario.objects.filter(problem="").only("slug", "title", "position")
    context: dict[str, Any] = {"scenarios": rows, "longest": LONGEST, "limits": _LIMITS}
    busy = None
    if request.method == "POST":
        text = request.POST.get("text", "").replace("\r\n", "\n")
        context |= {"text": text[:LONGEST], "tried": True}
        try:
            context |= _played(text)
        except sandbox.Busy as error:
            busy = error
            context |= {"error": str(busy)}
    else:
        slug = request.GET.get("scenario", "")
        chosen = Scenario.objects.filter(slug=slug).first() or Scenario.objects.filter(problem="").first()
        context |= {"text": chosen.text if chosen else "", "chosen": chosen}
    response = render(request, "checks/try.html", context)
    return busy.mark(response) if busy else response


def _played(text: str) -> dict[str, Any]:
    """The result of a text for the template; raises bounded.Busy."""
    if not text.strip():
        return {"error": "there is nothing to play", "mend": "Write a scenario, or start from one of the list"}
    if len(text) > LONGEST:
        message = f"the text has {len(text):,} characters, and {LONGEST:,} are allowed here"
        return {"error": message, "mend": f"What was not read is left out below. {_OTHERWISE}"}
    try:
        result = sandbox.run("rulesite.checks.playing.sandbox:tried", _LIMITS, text=text)
    except sandbox.Stopped as stopped:
        late = stopped.bound is sandbox.Bound.CLOCK
        mend = "Ask again in a moment" if late else "Look for a loop that never ends, or play less at once"
        return {"error": str(stopped), "mend": f"{mend}. {_OTHERWISE}"}
    if "error" in result:
        lines = text.splitlines()
        line = result["line"]
        return result | {"line_text": lines[line - 1] if 0 < line <= len(lines) else ""}
    return {"games": mark_safe(result["html"])}  # rendered by our own template, in a worker


_OTHERWISE = "On your own machine, python manage.py play FILE.toml has no such bounds"
