"""Commentary: the maintainers' remarks, looked up by their addresses."""

from __future__ import annotations

from collections.abc import Iterable

from rulesite.rulebook.corrections import targets
from rulesite.rulebook.corrections.targets import CorrectionTarget
from rulesite.rulebook.models import Commentary, RuleVersion


def on(version: RuleVersion) -> list[Commentary]:
    """The published remarks on any version of a provision's rule, the newest first."""
    addresses = {f"{version.edition.address}/{version.key}"}
    if version.rule_id is not None:
        versions = RuleVersion.objects.filter(rule=version.rule_id).order_by()
        for slug, day, key in versions.values_list("edition__document__slug", "edition__effective", "key"):
            addresses.add(f"{slug}/{day.isoformat()}/{key}")
    return list(Commentary.objects.filter(address__in=addresses, published=True).select_related("author"))


def subjects(remarks: Iterable[Commentary]) -> dict[str, RuleVersion]:
    """The provisions of remarks, by address, without addresses that lead nowhere."""
    addresses: dict[CorrectionTarget, str] = {}
    for remark in remarks:
        document, _, rest = remark.address.partition("/")
        day, _, key = rest.partition("/")
        addresses[CorrectionTarget(f"{document}/{day}", key)] = remark.address
    return {addresses[place]: row for place, row in targets.rows(addresses).items() if isinstance(row, RuleVersion)}


def adrift() -> list[int]:
    """The primary keys of the remarks whose address leads nowhere."""
    remarks = list(Commentary.objects.only("pk", "address"))
    attached = subjects(remarks)
    return [remark.pk for remark in remarks if remark.address not in attached]
