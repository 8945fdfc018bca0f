"""The provisions that a provision cites."""

from __future__ import annotations

from rulesite.reading.links.backlinks import Backlink, opening
from rulesite.reading.rendering.wordings import rule_url
from rulesite.rulebook.models import CitationTarget, RuleVersion


def cited_by_rule(version: RuleVersion) -> list[Backlink]:
    """The provisions that a provision cites, as resolved in its edition, in the order of the text."""
    if not version.wording_id:
        return []
    targets = CitationTarget.objects.filter(
        citation__edition=version.edition_id, citation__reference__wording=version.wording_id, version__isnull=False
    )
    rows = targets.order_by("citation__reference__start", "pk").values_list(
        "version__key", "version__title", "version__wording__text"
    )
    path = version.edition.get_absolute_url()
    found = {key: Backlink(rule_url(path, key), key, title or opening(text or "")) for key, title, text in rows}
    return list(found.values())
