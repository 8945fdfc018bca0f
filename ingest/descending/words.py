"""Words: a name for what an edition says, rows and all, by which is known whether what was made of it still stands."""

from __future__ import annotations

from ingest import made
from rulesite.rulebook.models import Edition, Example, RuleVersion

STAGE = "words"


class Words(dict[str, str]):
    """The names by the addresses of editions: those that were noted, the others worked out when they are asked for."""

    def __init__(self) -> None:
        super().__init__(made.keys(STAGE))

    def __missing__(self, address: str) -> str:
        self[address] = words_of(Edition.at(address))
        return self[address]


def words_of(edition: Edition) -> str:
    """The name for what an edition says, from its rows."""
    columns = ("pk", "key", "number", "kind", "title", "wording_id", "parent_id")
    rows = list(RuleVersion.objects.filter(edition=edition).order_by("position").values_list(*columns))
    examples = Example.objects.filter(version__edition=edition, labelled=True).order_by("version", "ordinal")
    return made.digest(rows, list(examples.values_list("version_id", "ordinal", "wording_id")))


def note(edition: Edition) -> None:
    """Keep the name; in the transaction that stores the edition."""
    made.note(STAGE, edition.address, words_of(edition))


def forget(edition: Edition) -> None:
    """The words are about to be other ones; in the transaction that changes them."""
    made.forget(STAGE, [edition.address])
