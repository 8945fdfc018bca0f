"""Editions between two known ones: whether an example's game has the rules before or after a change.

The engine dates a change of the rules by the first known edition that shows it. An edition that is brought in later,
with a day between two known ones, may have the rules of either. Where its example comes out alike under both, nothing
is to be decided. Where not, the edition's own text decides: each changed switch cites a rule, and that rule reads here
as it did before the change or as it does after. If it reads like neither, the example is not modelled, and the reason
says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import cache
from typing import NamedTuple, Protocol

from rulesite.checks.models import Outcome
from rulesite.engine.eras.known_editions import KNOWN_EDITIONS, OpenChange, next_known_edition, open_changes
from rulesite.engine.eras.switches import Since
from rulesite.rulebook.models import Edition, RuleVersion
from rulesite.text.diffing import is_only_references
from rulesite.text.numbering import Scheme
from rulesite.text.wording import fingerprint

RULES = "cr"
"""The document whose editions say what the rules are."""
BEFORE, AFTER, UNDECIDED = "before", "after", ""
_WORDS = "words"
"""The switch for terminology, which decides nothing in a game."""


class Played(Protocol):
    """A game under the rules of some days."""

    @property
    def outcome(self) -> str: ...
    @property
    def reason(self) -> str: ...


class Choice(NamedTuple):
    """The later of two games if the edition has the rules ``after`` the change, the earlier one if it has those
    ``before``; if it is undecided, ``reason`` says what is not known."""

    side: str
    reason: str = ""


def day_after(document: str, day: date, known: Sequence[str] = KNOWN_EDITIONS) -> date | None:
    """The day of the next known edition, for an edition of the rules that lies between two known ones; else ``None``.

    >>> day_after("cr", date(2013, 6, 1)), day_after("cr", date(2013, 5, 1)), day_after("mtr", date(2013, 6, 1))
    (datetime.date(2013, 7, 13), None, None)
    """
    later = next_known_edition(day.isoformat(), known) if document == RULES else ""
    return date.fromisoformat(later) if later else None


class BetweenEditions:
    """The choices for the editions between known ones, as the texts of the library decide them.

    Caches what it has found, so use an object only as long as the library does not change.
    """

    def __init__(self) -> None:
        self.side = cache(self._side)

    def choose(
        self,
        edition: date,
        days: tuple[date, date],
        games: tuple[Played, Played],
        used: Iterable[str],
        turned_by: Iterable[str] = (),
    ) -> Choice:
        """Which of two ``games`` an edition of the rules has: that under the rules of the first of two ``days``, or
        that under those of the second.

        ``used`` are the facts that either game looked at, ``turned_by`` those that alone turn the first into the
        second, as far as they are known.
        """
        before, after = games
        looked_at = set(used)
        changes = [change for change in open_changes(*(day.isoformat() for day in days)) if change.switch in looked_at]
        changes = [change for change in changes if change.switch != _WORDS] or changes
        turning = set(turned_by)
        changes = [change for change in changes if change.switch in turning] or changes
        alike = (before.outcome, before.reason) == (after.outcome, after.reason)
        if alike and (before.outcome == Outcome.HOLDS or not changes):
            return Choice(BEFORE)
        sides = {change.switch: self.side(edition, change) for change in changes}
        if len(set(sides.values())) == 1 and UNDECIDED not in sides.values():
            return Choice(next(iter(sides.values())))
        return Choice(UNDECIDED, _reason(days[1], [name for name, side in sides.items() if side == UNDECIDED] or sides))

    def sides(self, edition: date, day: date, until: date) -> Mapping[str, str]:
        """For each switch that may have changed in an edition, whether its text says so."""
        return {
            change.switch: self.side(edition, change) for change in open_changes(day.isoformat(), until.isoformat())
        }

    def _side(self, edition: date, change: OpenChange) -> str:
        """Whether an edition reads as before a change or as after it; undecided if its text does not say."""
        cited = change.new if change.new.rule else change.old
        thread = _thread(cited)
        if thread is None:
            return UNDECIDED
        here = _text(thread, edition)
        earlier, later = (_text(thread, each) for each in _loaded(edition, change.new.date))
        if earlier is None or later is None or here is None or _alike(earlier, later):
            return UNDECIDED
        return BEFORE if _alike(here, earlier) else AFTER if _alike(here, later) else UNDECIDED


def _reason(until: date, switches: Iterable[str]) -> str:
    changed = ", ".join(name.replace("_", " ") for name in switches)
    return (
        f"the rules are not known: they changed by {until.isoformat()}"
        + (f" ({changed})" if changed else "")
        + ", and the text of this edition does not say whether before or after it"
    )


def _loaded(edition: date, change: str) -> tuple[Edition | None, Edition | None]:
    """The last whole edition of the library before an edition, and the first one that shows a change."""
    whole = Edition.objects.filter(document__slug=RULES, extent=Edition.Extent.WHOLE)
    return (
        whole.filter(effective__lt=edition).order_by("-effective").first(),
        whole.filter(effective__gte=change, effective__gt=edition).order_by("effective").first(),
    )


def _thread(cited: Since) -> int | None:
    """The thread of the rule that a change cites, ``None`` if that edition is not in the library."""
    document, day = cited.source
    rows = RuleVersion.objects.filter(edition__document__slug=document, edition__effective=day, number=cited.rule)
    return rows.order_by("position").values_list("rule_id", flat=True).first()


def _text(thread: int, edition: date | Edition | None) -> str | None:
    """The text of a thread in an edition, "" where the edition has no such rule, ``None`` without an edition."""
    if edition is None:
        return None
    day = edition.effective if isinstance(edition, Edition) else edition
    version = (
        RuleVersion.objects.filter(rule_id=thread, edition__document__slug=RULES, edition__effective=day)
        .select_related("wording")
        .first()
    )
    return version.text if version else ""


def _alike(one: str, other: str) -> bool:
    """Whether two texts say the same, apart from typography and the numbers that they cite."""
    return fingerprint(one) == fingerprint(other) or is_only_references(one, other, Scheme.DECIMAL)
