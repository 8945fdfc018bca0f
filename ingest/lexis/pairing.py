"""The dictionary that the rewordings of a book are: which phrases were put for which, over all its steps.

A pair is sure when several different sentences show it, when hardly anything else became of the older phrase, and when
the younger one did not become the older one in turn.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from ingest.lexis.rephrasing import GLOSSARY, Rephrasing, Stems, is_clear, stems_of, within

_FEWEST, _ALIKE = 3, 2
"""In how many different sentences a pair must have been seen, and one that changed as others did that are sure ..."""
_PROVISIONS = 2
"""... of how many provisions, beside what glossaries say."""
_MANNER = 10
"""How many sentences of sure pairs must have changed in one manner, that others may be known by it."""
_BACK = 0.2
"""How often, for each time, the younger may have become the older."""


Pair = tuple[Stems, Stems]


@dataclass(frozen=True)
class Learned:
    """A phrase and what is said for it since: in how many sentences, as how much of all that became of it (0 to 1),
    in how many sentences the other way, and in which steps it was seen."""

    old: str
    new: str
    sentences: int
    share: float
    back: int
    steps: tuple[tuple[str, Rephrasing], ...]


def learn(steps: Mapping[str, Iterable[Rephrasing]]) -> list[Learned]:
    """The pairs that all steps of a book, in order and each with its name, show to be sure; the surest first."""
    seen: dict[Pair, list[tuple[str, Rephrasing]]] = defaultdict(list)
    for name, told in steps.items():
        for each in told:
            seen[stems_of(each.old), stems_of(each.new)].append((name, each))
    sure: dict[Pair, Learned] = {}
    manners: Counter[Pair] = Counter()
    for fewest in (_FEWEST, _ALIKE):
        for pair in sorted(seen.keys() - sure.keys(), key=lambda pair: (len(pair[0]), pair)):
            back = sum(each.sentences for _, each in seen.get((pair[1], pair[0]), ()))
            known = fewest == _FEWEST or manners[_manner(pair)] >= _MANNER
            if known and _is_sure(seen[pair], back, fewest) and not any(within(small, pair) for small in sure):
                sure[pair] = _learned(seen[pair], back)
        for pair, learned in sure.items():
            manners[_manner(pair)] += learned.sentences
    return sorted(sure.values(), key=lambda each: (-each.sentences, each.old, each.new))


def _manner(pair: Pair) -> Pair:
    """What of a pair is not the same on both sides, without the words beside it."""
    old, new = pair
    shorter = min(len(old), len(new)) - 1
    first = next((nth for nth in range(shorter) if old[nth] != new[nth]), shorter)
    last = next((nth for nth in range(shorter - first) if old[-1 - nth] != new[-1 - nth]), shorter - first)
    return old[first : len(old) - last], new[first : len(new) - last]


def _is_sure(those: Iterable[tuple[str, Rephrasing]], back: int, fewest: int) -> bool:
    """Whether enough speaks for a pair, all steps together."""
    *_, last = every = [each for _, each in those]
    sentences = sum(each.sentences for each in every)
    lost = sum(max(each.lost, each.sentences) for each in every)
    provisions = {place for each in every for place in each.places if not place[0].startswith(GLOSSARY)}
    if sentences < fewest or len(provisions) < _PROVISIONS:
        return False
    return back <= _BACK * sentences and is_clear(replace(last, sentences=sentences, lost=lost))


def _learned(those: list[tuple[str, Rephrasing]], back: int) -> Learned:
    printed: Counter[tuple[str, str]] = Counter()
    for _, each in those:
        printed[each.old, each.new] += each.sentences
    (old, new), _ = min(printed.items(), key=lambda item: (-item[1], item[0]))
    sentences = sum(each.sentences for _, each in those)
    became = sum(max(each.lost, each.sentences) for _, each in those) + those[-1][1].kept
    return Learned(old, new, sentences, round(sentences / became, 3), back, tuple(those))
