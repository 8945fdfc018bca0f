"""Words: names for what an edition says, rows and all, by which is known whether what was made of it still stands.

What its provisions say and what its Examples tell are named apart: descent within a document knows no Examples.
"""

from __future__ import annotations

from collections.abc import Callable

from ingest import made
from rulesite.rulebook.models import Edition, Example, RuleVersion

PROVISIONS, EXAMPLES = "provisions", "examples"
"""The stages under which the names are kept."""


class Words(dict[str, str]):
    """The names by the addresses of editions: those that were noted, the others worked out when they are asked for."""

    def __init__(self, stage: str = PROVISIONS) -> None:
        super().__init__(made.keys(stage))
        self._name = _NAMES[stage]

    def __missing__(self, address: str) -> str:
        self[address] = self._name(Edition.at(address))
        return self[address]


def words_of(edition: Edition) -> str:
    """The name for what the provisions of an edition say, from their rows."""
    columns = ("pk", "key", "number", "kind", "title", "wording_id", "parent_id")
    return made.digest(list(RuleVersion.objects.filter(edition=edition).order_by("position").values_list(*columns)))


def examples_of(edition: Edition) -> str:
    """The name for what the labelled Examples of its provisions tell, from their rows."""
    examples = Example.objects.filter(version__edition=edition, labelled=True).order_by("version", "ordinal")
    return made.digest(list(examples.values_list("version_id", "ordinal", "wording_id")))


_NAMES: dict[str, Callable[[Edition], str]] = {PROVISIONS: words_of, EXAMPLES: examples_of}


def note(edition: Edition) -> None:
    """Keep the names; in the transaction that stores the edition."""
    for stage, name in _NAMES.items():
        made.note(stage, edition.address, name(edition))


def forget(edition: Edition, *stages: str) -> None:
    """What it says is about to be something else, in all or some of that; in the transaction that changes it."""
    for stage in stages or _NAMES:
        made.forget(stage, [edition.address])


def belied(edition: Edition) -> list[str]:
    """The stages under which something else was noted of an edition than it says."""
    kept = {stage: made.keys(stage, [edition.address]).get(edition.address, "") for stage in _NAMES}
    return [stage for stage, noted in kept.items() if noted and noted != _NAMES[stage](edition)]
