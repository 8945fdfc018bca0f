"""The try-it page: a scenario in a text field, played within bounds; nothing is saved."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from rulesite.checks.drawing import draw
from rulesite.checks.models import Scenario
from rulesite.checks.shelf import parts_of
from rulesite.checks.trying import LONGEST, bench


@require_http_methods(["GET", "HEAD", "POST"])
def trying(request: HttpRequest) -> HttpResponse:
    """Show the text field, with a scenario to start from; play what was sent."""
    rows = Scenario.objects.filter(problem="").only("slug", "title", "position")
    context: dict[str, Any] = {"scenarios": rows, "longest": LONGEST}
    if request.method == "POST":
        text = request.POST.get("text", "").replace("\r\n", "\n")
        context |= {"text": text, "tried": True} | _played(text)
    else:
        slug = request.GET.get("scenario", "")
        chosen = Scenario.objects.filter(slug=slug).first() or Scenario.objects.filter(problem="").first()
        context |= {"text": chosen.text if chosen else "", "chosen": chosen}
    return render(request, "checks/try.html", context)


def _played(text: str) -> dict[str, Any]:
    if not text.strip():
        return {"error": "there is nothing to play", "mend": "Write a scenario, or start from one of the list"}
    found = bench.play(text)
    if "error" in found:
        lines = text.splitlines()
        line = found["line"]
        return found | {"line_text": lines[line - 1] if 0 < line <= len(lines) else ""}
    parts = parts_of(text)
    outcomes = found["outcomes"]
    return {
        "games": [
            draw(
                outcome["title"],
                parts[number] if len(parts) == len(outcomes) else text,
                date.fromisoformat(outcome["ruleset"]),
                outcome,
            )
            for number, outcome in enumerate(outcomes)
        ]
    }
