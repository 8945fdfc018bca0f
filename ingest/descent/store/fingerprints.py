"""Fingerprints of an edition's stored texts, which show whether data derived from them is up to date.

Provisions and Examples have separate fingerprints, as descent within a document does not depend on Examples.
"""

from __future__ import annotations

from collections.abc import Callable

from ingest import builds
from rulesite.rulebook.models import Edition, Example, RuleVersion

PROVISIONS, EXAMPLES = "provisions", "examples"
"""The stages under which fingerprints are stored."""


class Fingerprints(dict[str, str]):
    """Fingerprints by edition address: the stored ones, and others computed on first use."""

    def __init__(self, stage: str = PROVISIONS) -> None:
        super().__init__(builds.keys(stage))
        self._name = _NAMES[stage]

    def __missing__(self, address: str) -> str:
        self[address] = self._name(Edition.at(address))
        return self[address]


def words_of(edition: Edition) -> str:
    """Return the fingerprint of an edition's provisions, from their rows."""
    columns = ("pk", "key", "number", "kind", "title", "wording_id", "parent_id")
    return builds.digest(list(RuleVersion.objects.filter(edition=edition).order_by("position").values_list(*columns)))


def examples_of(edition: Edition) -> str:
    """Return the fingerprint of the labelled Examples of an edition's provisions, from their rows."""
    examples = Example.objects.filter(version__edition=edition, labelled=True).order_by("version", "ordinal")
    return builds.digest(list(examples.values_list("version_id", "ordinal", "wording_id")))


_NAMES: dict[str, Callable[[Edition], str]] = {PROVISIONS: words_of, EXAMPLES: examples_of}


def note(edition: Edition) -> None:
    """Store an edition's fingerprints, in the transaction that stores the edition."""
    for stage, name in _NAMES.items():
        builds.note(stage, edition.address, name(edition))


def forget(edition: Edition, *stages: str) -> None:
    """Delete some or all fingerprints of an edition, in the transaction that changes its texts."""
    for stage in stages or _NAMES:
        builds.forget(stage, [edition.address])


def belied(edition: Edition) -> list[str]:
    """Return the stages whose stored fingerprint differs from the edition's texts."""
    stored = {stage: builds.keys(stage, [edition.address]).get(edition.address, "") for stage in _NAMES}
    return [stage for stage, noted in stored.items() if noted and noted != _NAMES[stage](edition)]
