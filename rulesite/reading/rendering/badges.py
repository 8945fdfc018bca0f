"""Badges: links that play a provision's examples, with the outcomes, as the section's page shows them."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from rulesite.checks.results.badges import Badge

Shown = tuple[str, dict[str, str]]
"""The badges of one provision: those for the examples inside its text, and that of each labelled example by ordinal."""
NONE: Shown = ("", {})


def shown(badges: Iterable[Badge]) -> Shown:
    """The badges of one provision as HTML."""
    listed = list(badges)
    inline = [badge for badge in listed if not badge.labelled]
    lines = "".join(
        f'<p class="played"><span class="aside">{_for(badge, inline)}:</span> {_badge(badge)}</p>' for badge in inline
    )
    return lines, {str(badge.ordinal): _badge(badge) for badge in listed if badge.labelled}


def _for(badge: Badge, inline: list[Badge]) -> str:
    return f"“For example” {badge.ordinal}" if len(inline) > 1 or badge.ordinal > 1 else "“For example”"


def _badge(badge: Badge) -> str:
    """One badge: a link to each of its games, and the outcome beside them. An ingest renders thousands."""
    reason = "" if badge.games else f' title="{escape(badge.reason)}"'
    verdict = f'<span class="verdict {escape(badge.style)}"{reason}>{escape(badge.said)}</span>'
    first = "Play this example" if badge.said == badge.outcome else "Play its game"
    links = [
        f'<a class="play-it" href="{escape(href)}" title="{escape(title)}">{first if number == 1 else number}</a>'
        for number, (href, title) in enumerate(badge.games, 1)
    ]
    return " ".join([*links, verdict])
