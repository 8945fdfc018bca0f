"""What a reader chose to see of a comparison: the query that says so, and the changes that it lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import QueryDict

from rulesite.reading.changes import KINDS, Comparison, Row
from rulesite.rulebook.models import Edition

GLOSSARY = "glossary"
"""The filter that shows the terms instead of the rules."""
_TOLD = ("new", "removed", "reworded", "split", "merged")
"""What is listed before anybody chooses: everything that says something else than before."""
_SIDES = ("was", "now", "rule")
"""The queries for one rule: by its number in the earlier edition, in the later one, in either."""


class Asked(NamedTuple):
    """What a query says, of all that a comparison heeds; "" for nothing."""

    kind: str = ""
    section: str = ""
    old: str = ""
    rule: str = ""
    side: str = "rule"
    columns: bool = False
    page: str = ""


def asked_of(query: QueryDict) -> Asked:
    """Read a query; one for a rule, or for a band of the map, leaves kinds out of account."""
    kind, section, old = (query.get(name, "")[:20] for name in ("kind", "section", "from"))
    kind = kind if kind in (*KINDS, GLOSSARY) and not old else ""
    side = next((name for name in _SIDES if query.get(name)), "rule")
    columns, page = query.get("view") == "columns", query.get("page", "")[:6]
    if rule := query.get(side, "").strip()[:20]:
        return Asked(rule=rule, side=side, columns=columns, page=page)
    return Asked(kind, section, old, "", "rule", columns, page)


@dataclass(frozen=True)
class Chosen:
    """What a reader asked to be listed: a kind, a section, a band of the map (``old`` to ``section``), or one rule.

    ``inside`` are the changes of the section, whatever their kind, ``rows`` those that are listed.
    """

    kind: str
    section: str
    old: str
    rule: str
    side: str
    columns: bool
    inside: Sequence[Row]
    rows: Sequence[Row]

    @property
    def kind_name(self) -> str:
        """The kind for readers, "" for none."""
        return "Glossary terms" if self.kind == GLOSSARY else KINDS.get(self.kind, "")

    @property
    def query(self) -> str:
        """The query that chooses it again, without its layout."""
        named = {"kind": self.kind, "from": self.old, "section": self.section, self.side: self.rule}
        return urlencode({name: value for name, value in named.items() if value})

    def with_(self, **more: object) -> str:
        """The same query, its layout, and more."""
        layout = {"view": "columns"} if self.columns else {}
        return "&".join(part for part in (self.query, urlencode(layout | more)) if part)

    @property
    def in_columns(self) -> str:
        """The query of the same in two columns."""
        return "&".join(part for part in (self.query, "view=columns") if part)

    def label(self, earlier: Edition) -> str:
        """The section for readers, "" for none; one that only the earlier edition has is said to be of that."""
        label = f"{self.section[4:]} of {earlier.slug}" if self.section.startswith("old-") else self.section
        return f"{label}, from {self.old}" if self.old else label

    @property
    def unlisted(self) -> list[tuple[str, str, int]]:
        """What is counted but not listed before anybody chooses: kind, name, count."""
        if self.kind or self.rule or self.old:
            return []
        counts = Counter(row.kind for row in self.inside)
        return [
            (kind, name.lower(), counts[kind]) for kind, name in KINDS.items() if kind not in _TOLD and counts[kind]
        ]


def chosen_of(asked: Asked, comparison: Comparison) -> Chosen:
    """What is asked of a comparison."""
    kind, section, old, rule, side, columns, _ = asked
    inside = [row for row in comparison.rows if not section or row.section_name == section]
    if rule:
        rows = [row for row in comparison.rows if row.names(rule, side)]
    elif old:
        rows = [row for row in comparison.rows if row.went(old, section)]
    else:
        rows = [row for row in inside if (row.kind == kind if kind else row.kind in _TOLD)]
    return Chosen(kind, section, old, rule, side, columns, inside, rows)
