"""Samples: a request for each call that has an answer here, made from what the library holds."""

from __future__ import annotations

import json
from typing import Any, NamedTuple
from urllib.parse import quote

from rulesite.checks.models import Verdict
from rulesite.reading.caching.memo import memoize
from rulesite.rulebook.models import Document, Edition, GlossaryTerm, RuleVersion, Source

_TEXT = {"text": "As rule {number} says, and rule 999.9.", "as_of": "{date}", "fix": True}
_QUERIES = {
    "editions": "document={document}",
    "rules": "wanted={number}&wanted={address}",
    "resolve": "cited={cited}",
    "difference": "earlier={address}&later={other}",
    "changes": "since={oldest}",
    "search": "q=ability",
    "typeahead": "q={number}",
    "compare": "kind=reworded",
    "examples_of": "size=10",
    "export": "size=10",
    "games": "size=10",
    "ledger": "role=repair",
    "corrections": "since={oldest}",
}
"""What is asked beside the path, by the name of the call."""
_BODIES: dict[str, dict[str, Any]] = {"cite": _TEXT, "rules_by_post": {"wanted": ["{number}", "{address}"]}}


class Sample(NamedTuple):
    """A request: its method, its address and its body, "" for none."""

    method: str
    address: str
    body: str

    def curl(self, site: str) -> str:
        """How a shell asks for it."""
        place = f"{site}{self.address}"
        follow = " -L" if "/download/" in self.address else ""
        if not self.body:
            return f"curl{follow} '{place}'"
        return f"curl '{place}' -H 'Content-Type: application/json' -d '{self.body}'"


@memoize
def known() -> dict[str, str]:
    """What a library holds, by the names that stand in the paths of calls. A dozen queries, kept."""
    document = Document.objects.order_by("position", "slug").first()
    rows = Edition.objects.filter(document=document).select_related("document").defer(*Edition.long())
    steps = list(rows.order_by("effective"))
    latest = steps[-1] if steps else None
    rules = RuleVersion.objects.exclude(rule=None).exclude(wording=None).exclude(title__gt="")
    version = rules.filter(edition=latest).order_by("position").first()
    other = rules.filter(edition=steps[0]).order_by("position").first() if steps else None
    term = GlossaryTerm.objects.order_by("-edition__effective", "position").select_related("edition__document").first()
    verdict = Verdict.objects.select_related("scenario").order_by("scenario__position", "since").first()
    file = Source.objects.order_by("pk").values_list("sha256", flat=True).first()
    slug, day = (latest.document.slug, latest.slug) if latest else ("cr", "2006-10-01")
    return {
        "document": slug, "date": day, "day": day, "later": day, "earlier": steps[0].slug if steps else "1999-04-23",
        "oldest": steps[0].slug if steps else "1999-04-23",
        "number": version.key if version else "402.1",
        "wanted": f"{slug}/{day}/{version.key}" if version else "402.1",
        "address": f"{slug}/{day}/{version.key}" if version else "402.1",
        "other": f"{slug}/{steps[0].slug}/{other.key}" if other else "402.1",
        "cited": f"{other.key}@{steps[0].slug}" if other else "402.1",
        "thread": str(version.rule_id) if version else "1",
        "of_term": term.edition.address if term else f"{slug}/{day}", "term": term.slug if term else "",
        "game": verdict.scenario.slug if verdict else "a-game",
        "name": file or "0" * 64, "sha256": file or "0" * 64, "form": "txt",
    }  # fmt: skip


def sample_of(operation: str, method: str, path: str, values: dict[str, str]) -> Sample:
    """A request for a call, by its name in the description, its method and its path."""
    if operation == "term":
        path = path.replace("{document}/{date}", values["of_term"])
        if not values["term"]:  # no glossary is held: the call beside it is one that answers
            path = path.replace("/{term}", "")
    for name, value in values.items():
        path = path.replace(f"{{{name}}}", quote(value, safe="/@.~"))
    query = _filled(_QUERIES.get(operation, ""), values)
    body = _filled(json.dumps(_BODIES[operation]), values) if operation in _BODIES else ""
    return Sample(method.upper(), f"{path}?{query}" if query else path, body)


def _filled(text: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text
