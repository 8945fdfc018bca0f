"""Loose words: correctable words that belong to no edition, such as source tags and scenarios.

The log of corrections (`rulesite.rulebook.editing.corrections`) names them by their kind in place of an edition. The
keeper of a kind is a module, registered when its app is ready but imported only for a correction: every command starts
the apps, and few make corrections.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from importlib import import_module
from typing import Any, Protocol, cast

from rulesite.rulebook.corrections.targets import CorrectionTarget
from rulesite.rulebook.models import Correction


class Keeper(Protocol):
    """The module that stores the words of a kind; its rows are of one model."""

    def owner(self, row: Any) -> str:
        """The name of a row within its kind, which outlives the row."""

    def rows(self, owners: Collection[str]) -> dict[str, Any]:
        """The rows with these names that still exist."""

    def read(self, row: Any) -> str:
        """The words of the source, whatever readers see."""

    def shown(self, row: Any) -> str:
        """The words in force."""

    def clean(self, row: Any, text: str) -> str:
        """The words as stored; raises editing.Refused for invalid ones."""

    def show(self, row: Any, text: str) -> None:
        """Put other words in force and update what depends on them; raises editing.Refused where that fails."""


_keepers: dict[str, str] = {}


def keep(kind: str, module: str) -> None:
    """Register the module that stores the words of a kind; unlike an edition's address, a kind has no slash."""
    _keepers[kind] = module


def is_loose(place: CorrectionTarget) -> bool:
    """Whether a place is of a registered kind, and not of an edition."""
    return place.edition in _keepers


def is_loose_entry(entry: Correction) -> bool:
    """Whether an entry of the log is about words outside editions."""
    return is_loose(CorrectionTarget.corrected_by(entry))


def keeper(kind: str) -> Keeper:
    """The keeper of a kind."""
    return cast(Keeper, import_module(_keepers[kind]))


def rows(places: Iterable[CorrectionTarget]) -> dict[CorrectionTarget, Any]:
    """The rows of the loose places among these that still exist; one query for each kind."""
    places_by_kind: dict[str, dict[str, CorrectionTarget]] = defaultdict(dict)
    for place in places:
        if is_loose(place):
            places_by_kind[place.edition][place.owner] = place
    return {
        places_by_owner[owner]: row
        for kind, places_by_owner in places_by_kind.items()
        for owner, row in keeper(kind).rows(list(places_by_owner)).items()
    }


def as_read(places: Iterable[CorrectionTarget]) -> dict[CorrectionTarget, str]:
    """The words of the source at the loose places among these that still exist."""
    return {place: keeper(place.edition).read(row) for place, row in rows(places).items()}
