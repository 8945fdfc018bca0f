"""The result of checking the citations of a text, computed in a worker process, for the page and for the API."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import escape

from rulesite import sandbox
from rulesite.rulebook import serializers
from rulesite.rulebook.addresses import NoSuchRule
from rulesite.rulebook.citations import checker
from rulesite.rulebook.citations.extraction import Markup

MOST_CHARACTERS = 200_000
"""Maximum characters of a text from anonymous readers; longer ones are for the command."""
LIMITS = sandbox.Limits(answer=750_000)
"""Limits of the worker process; its answer holds the whole text."""
MOST_LISTED = 500
"""Citations that the page lists; all are counted, and rewritten in the text."""
_MAX_FIXED = 400_000
"""Maximum characters of HTML of the text with its new numbers."""


def checked(text: str, as_of: str, markup: str) -> dict[str, Any]:
    """The findings in a text as ``html``, or the ``problem`` with the request; ``as_of`` is a day, or ""."""
    try:
        report = _report(text, as_of, markup)
    except (NoSuchRule, ValueError) as error:
        return {"problem": str(error)}
    fixed = report.fixed(text) if any(finding.replacement for finding in report.findings) else ""
    context = {
        "report": report,
        "counts": dict(report.counts),
        "listed": report.findings[:MOST_LISTED],
        "unlisted": max(0, len(report.findings) - MOST_LISTED),
        "fixed": fixed,
        "too_long": len(escape(fixed)) > _MAX_FIXED,
    }
    return {"html": render_to_string("reading/cited.html", context)}


def as_data(text: str, as_of: str, markup: str, fix: bool) -> dict[str, Any]:
    """The same as plain data, as `manage.py cite --json` prints it; with ``fix``, ``fixed`` is the rewritten text."""
    try:
        report = _report(text, as_of, markup)
    except (NoSuchRule, ValueError) as error:
        return {"problem": str(error)}
    return {**serializers.checked(report), "note": report.note, "fixed": report.fixed(text) if fix else None}


def _report(text: str, as_of: str, markup: str) -> checker.Report:
    return checker.check(text, as_of=date.fromisoformat(as_of) if as_of else None, markup=Markup(markup))
