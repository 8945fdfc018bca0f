"""Sample requests for each call, built from the library so that they have an answer on this site."""

from __future__ import annotations

import json
from typing import Any, NamedTuple
from urllib.parse import quote

from rulesite.cards.models import Card
from rulesite.checks.models import Verdict
from rulesite.reading.caching.memo import memoize
from rulesite.rulebook.models import Document, Edition, GlossaryTerm, RuleVersion, Source

_TEXT = {"text": "See rule {number} and rule 999.9.", "as_of": "{date}", "fix": True}
_QUERIES = {
    "editions": "document={document}",
    "rules": "wanted={number}&wanted={address}",
    "resolve": "cited={cited}",
    "difference": "earlier={address}&later={other}",
    "changes": "since={oldest}",
    "cards": "size=10",
    "rulings": "size=10",
    "search": "q=ability",
    "typeahead": "q={number}",
    "compare": "kind=reworded",
    "examples_of": "size=10",
    "export": "size=10",
    "games": "size=10",
    "ledger": "role=repair",
    "corrections": "since={oldest}",
}
"""The query strings of samples, by operation id."""
_BODIES: dict[str, dict[str, Any]] = {
    "cite": _TEXT,
    "rules_by_post": {"wanted": ["{number}", "{address}"]},
    "table": {
        "day": "{date}",
        "position": 'given = "Ann, in play: Bear 2/2 green. Bob, in play: Wolf 3/3"',
        "actions": ["Ann attacks Bob with Bear", "All pass"],
    },
}


class Sample(NamedTuple):
    """A request: its method, its address and its body ("" for none)."""

    method: str
    address: str
    body: str

    def curl(self, site: str) -> str:
        """The curl command that sends it."""
        place = f"{site}{self.address}"
        follow = " -L" if "/download/" in self.address else ""
        if not self.body:
            return f"curl{follow} '{place}'"
        return f"curl '{place}' -H 'Content-Type: application/json' -d '{self.body}'"


@memoize
def known() -> dict[str, str]:
    """Values from the library for the parameters of calls, by name. A dozen queries, memoized."""
    document = Document.objects.order_by("position", "slug").first()
    rows = Edition.objects.filter(document=document).select_related("document").defer(*Edition.long())
    steps = list(rows.order_by("effective"))
    latest = steps[-1] if steps else None
    rules = RuleVersion.objects.exclude(rule=None).exclude(wording=None).exclude(title__gt="")
    version = rules.filter(edition=latest).order_by("position").first()
    earlier_version = rules.filter(edition=steps[0]).order_by("position").first() if steps else None
    term = GlossaryTerm.objects.order_by("-edition__effective", "position").select_related("edition__document").first()
    verdict = Verdict.objects.select_related("scenario").order_by("scenario__position", "since").first()
    file = Source.objects.order_by("pk").values_list("sha256", flat=True).first()
    card = Card.objects.order_by("folded").values_list("slug", flat=True).first()
    slug, day = (latest.document.slug, latest.slug) if latest else ("cr", "2006-10-01")
    return {
        "document": slug, "date": day, "day": day, "later": day, "earlier": steps[0].slug if steps else "1999-04-23",
        "oldest": steps[0].slug if steps else "1999-04-23",
        "number": version.key if version else "402.1",
        "wanted": f"{slug}/{day}/{version.key}" if version else "402.1",
        "address": f"{slug}/{day}/{version.key}" if version else "402.1",
        "other": f"{slug}/{steps[0].slug}/{earlier_version.key}" if earlier_version else "402.1",
        "cited": f"{earlier_version.key}@{steps[0].slug}" if earlier_version else "402.1",
        "thread": str(version.rule_id) if version else "1",
        "of_term": term.edition.address if term else f"{slug}/{day}", "term": term.slug if term else "",
        "card": card or "", "game": verdict.scenario.slug if verdict else "a-game",
        "name": file or "0" * 64, "sha256": file or "0" * 64, "form": "txt",
    }  # fmt: skip


def sample_of(operation: str, method: str, path: str, values: dict[str, str]) -> Sample:
    """The sample for a call, by its operation id, method and path."""
    if operation == "term":
        path = path.replace("{document}/{date}", values["of_term"])
        if not values["term"]:  # without any glossary: use the list of terms, which answers
            path = path.replace("/{term}", "")
    if operation == "card" and not values["card"]:  # without any cards: use their list, which answers
        path = path.replace("/{card}", "")
    for name, value in values.items():
        path = path.replace(f"{{{name}}}", quote(value, safe="/@.~"))
    query = _filled(_QUERIES.get(operation, ""), values)
    body = _filled(json.dumps(_BODIES[operation]), values) if operation in _BODIES else ""
    return Sample(method.upper(), f"{path}?{query}" if query else path, body)


def _filled(text: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text
