"""Loose words: what stands in no edition by itself and can be corrected all the same: source tags, scenarios.

The log of corrections (`rulesite.rulebook.editing`) names them by their kind in place of an edition. Whoever keeps
a kind is a module, named here when its app is ready and imported when somebody corrects one: every command starts
with this, and hardly one corrects.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from importlib import import_module
from typing import Any, Protocol, cast

from rulesite.rulebook.models import Correction
from rulesite.rulebook.places import Place


class Keeper(Protocol):
    """The module that keeps the words of a kind; its rows are of one model."""

    def owner(self, row: Any) -> str:
        """The name of a row among its kind, which outlives the row."""

    def rows(self, owners: Collection[str]) -> dict[str, Any]:
        """The rows of these names, without those that are gone."""

    def read(self, row: Any) -> str:
        """The words that were read, whatever readers see."""

    def shown(self, row: Any) -> str:
        """The words that count."""

    def clean(self, row: Any, text: str) -> str:
        """The words as they are kept; raises editing.Refused for what can't be such words."""

    def show(self, row: Any, text: str) -> None:
        """Have other words count, with all that hangs on them; raises editing.Refused where they don't hold."""


_keepers: dict[str, str] = {}


def keep(kind: str, module: str) -> None:
    """Say which module keeps the words of a kind; a kind is no address of an edition, and so has no slash."""
    _keepers[kind] = module


def is_loose(place: Place) -> bool:
    """Whether a place is of a kind that somebody keeps, and not of an edition."""
    return place.edition in _keepers


def is_loose_entry(entry: Correction) -> bool:
    """Whether an entry of the log is about words that stand in no edition."""
    return is_loose(Place.corrected_by(entry))


def keeper(kind: str) -> Keeper:
    """Who keeps the words of a kind."""
    return cast(Keeper, import_module(_keepers[kind]))


def rows(places: Iterable[Place]) -> dict[Place, Any]:
    """The rows of some places, as far as these are loose and not gone; one query for each kind."""
    named: dict[str, dict[str, Place]] = defaultdict(dict)
    for place in places:
        if is_loose(place):
            named[place.edition][place.owner] = place
    return {
        wanted[owner]: row for kind, wanted in named.items() for owner, row in keeper(kind).rows(list(wanted)).items()
    }


def as_read(places: Iterable[Place]) -> dict[Place, str]:
    """The words that were read at some places, as far as these are loose and not gone."""
    return {place: keeper(place.edition).read(row) for place, row in rows(places).items()}
