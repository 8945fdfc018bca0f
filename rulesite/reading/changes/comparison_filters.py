"""Filters of a comparison: the query string, and the changes that it selects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import QueryDict

from rulesite.reading.changes.comparison import KINDS, ChangeRow, Comparison
from rulesite.rulebook.models import Edition

GLOSSARY = "glossary"
"""The filter that lists glossary terms instead of rules."""
_CHANGE_KINDS = ("new", "removed", "reworded", "split", "merged")
"""The kinds listed by default: everything whose text changed."""
_SIDES = ("was", "now", "rule")
"""The query parameters for one rule: by its earlier number, its later number, or either."""


class ComparisonQuery(NamedTuple):
    """The parameters of a comparison's query; "" for each that is missing."""

    kind: str = ""
    section: str = ""
    old: str = ""
    rule: str = ""
    side: str = "rule"
    columns: bool = False
    page: str = ""


def asked_of(query: QueryDict) -> ComparisonQuery:
    """Read a query string; one for a single rule or for a band of the map ignores kinds."""
    kind, section, old = (query.get(name, "")[:20] for name in ("kind", "section", "from"))
    kind = kind if kind in (*KINDS, GLOSSARY) and not old else ""
    side = next((name for name in _SIDES if query.get(name)), "rule")
    columns, page = query.get("view") == "columns", query.get("page", "")[:6]
    if rule := query.get(side, "").strip()[:20]:
        return ComparisonQuery(rule=rule, side=side, columns=columns, page=page)
    return ComparisonQuery(kind, section, old, "", "rule", columns, page)


@dataclass(frozen=True)
class Chosen:
    """The selection of a comparison: a kind, a section, a band of the map (``old`` to ``section``), or one rule.

    ``inside`` are the changes of the section of any kind, ``rows`` the listed ones.
    """

    kind: str
    section: str
    old: str
    rule: str
    side: str
    columns: bool
    inside: Sequence[ChangeRow]
    rows: Sequence[ChangeRow]

    @property
    def kind_name(self) -> str:
        """The label of the kind, "" if none is selected."""
        return "Glossary terms" if self.kind == GLOSSARY else KINDS.get(self.kind, "")

    @property
    def query(self) -> str:
        """The query string of the selection, without the layout."""
        parameters = {"kind": self.kind, "from": self.old, "section": self.section, self.side: self.rule}
        return urlencode({name: value for name, value in parameters.items() if value})

    def with_(self, **more: object) -> str:
        """The query string with the layout and more parameters."""
        layout = {"view": "columns"} if self.columns else {}
        return "&".join(part for part in (self.query, urlencode(layout | more)) if part)

    @property
    def in_columns(self) -> str:
        """The query string of the same selection in two columns."""
        return "&".join(part for part in (self.query, "view=columns") if part)

    def label(self, earlier: Edition) -> str:
        """The label of the section, "" if none is selected; a section of the earlier edition alone is labelled so."""
        label = f"{self.section[4:]} of {earlier.slug}" if self.section.startswith("old-") else self.section
        return f"{label}, from {self.old}" if self.old else label

    @property
    def unlisted(self) -> list[tuple[str, str, int]]:
        """The kinds that are counted but not listed by default: kind, label, count."""
        if self.kind or self.rule or self.old:
            return []
        counts = Counter(row.kind for row in self.inside)
        return [
            (kind, name.lower(), counts[kind])
            for kind, name in KINDS.items()
            if kind not in _CHANGE_KINDS and counts[kind]
        ]


def chosen_of(asked: ComparisonQuery, comparison: Comparison) -> Chosen:
    """The selection that a query makes of a comparison."""
    kind, section, old, rule, side, columns, _ = asked
    inside = [row for row in comparison.rows if not section or row.section_name == section]
    if rule:
        rows = [row for row in comparison.rows if row.names(rule, side)]
    elif old:
        rows = [row for row in comparison.rows if row.went(old, section)]
    else:
        rows = [row for row in inside if (row.kind == kind if kind else row.kind in _CHANGE_KINDS)]
    return Chosen(kind, section, old, rule, side, columns, inside, rows)
