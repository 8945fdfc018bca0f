"""Tags of the pages of games."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context

from rulesite.checks.coverage import liveness_record, record

register = template.Library()


@register.inclusion_tag("checks/doors.html", takes_context=True)
def doors(context: Context, here: str = "") -> dict[str, Any]:
    """Links to the other pages of games; to a measurement only if there is one, or for maintainers, who can make it."""
    sitewide = context.get("sitewide") or {}
    maintainer = sitewide.get("maintainer", False)
    return {
        "door": here,
        "coverage": maintainer or record.last() is not None,
        "liveness": maintainer or liveness_record.last() is not None,
    }
