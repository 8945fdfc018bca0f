"""Find provisions that are out of numerical order.

These are the fewest that would have to move for the rest to be in order: a misprinted number alone, or the whole of a
stretch that is out of place.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from ingest.document.tree import Flag, Provision
from rulesite.text.numbering import RuleNumber

_KIND = "out of sequence"


def out_of_order(provisions: Sequence[Provision]) -> list[Provision]:
    """Return the provisions that are out of order. A repeated number counts once.

    Notes and rulings are counted separately from the items around them.
    """
    parsed = ((provision, RuleNumber.parse(provision.number)) for provision in provisions)
    once = [provision for provision, number in parsed if not number.word and "~" not in provision.key]
    numbers = [RuleNumber.parse(provision.number) for provision in once]
    ends: list[RuleNumber] = []  # the least number that ends a run in order, by the length of the run
    places: list[int] = []
    before: list[int] = []
    for place, number in enumerate(numbers):
        length = bisect_left(ends, number)
        ends[length : length + 1], places[length : length + 1] = [number], [place]
        before.append(places[length - 1] if length else -1)
    ordered = set()
    place = places[-1] if places else -1
    while place >= 0:
        ordered.add(place)
        place = before[place]
    return [provision for place, provision in enumerate(once) if place not in ordered]


def judge(provisions: Sequence[Provision]) -> tuple[Provision, ...]:
    """Return the provisions, with a flag at the start of each unexplained stretch that is out of order."""
    strange = {provision.key for provision in out_of_order(provisions)}
    judged: list[Provision] = []
    for provision in provisions:
        above = judged[-1] if judged else None
        begins = above is None or not (above.key in strange or "~" in above.key)
        if provision.key in strange and begins and not any(flag.kind == _KIND for flag in provision.flags):
            note = f"{provision.number} stands {f'after {above.number}' if above else 'first'}"
            provision = replace(provision, flags=(*provision.flags, Flag(_KIND, note, provision.first_line)))
        judged.append(provision)
    return tuple(judged)
