"""Badges: what became of the games of a provision's examples, as the section's page shows it."""

from __future__ import annotations

from collections.abc import Iterable

from django.template.loader import get_template

from rulesite.checks.models.showing import Badge

Shown = tuple[str, dict[str, str]]
"""Of one provision: the line for the examples inside its words, and by ordinal the badge of each labelled one."""
NONE: Shown = ("", {})


def shown(badges: Iterable[Badge]) -> Shown:
    """The badges of one provision as HTML."""
    found = list(badges)
    inline = [badge for badge in found if not badge.labelled]
    lines = "".join(
        f'<p class="played"><span class="aside">{_for(badge, inline)}:</span> {_badge(badge)}</p>' for badge in inline
    )
    return lines, {str(badge.ordinal): _badge(badge) for badge in found if badge.labelled}


def _for(badge: Badge, inline: list[Badge]) -> str:
    return f"“For example” {badge.ordinal}" if len(inline) > 1 or badge.ordinal > 1 else "“For example”"


def _badge(badge: Badge) -> str:
    return get_template("checks/played_badge.html").render({"badge": badge})
