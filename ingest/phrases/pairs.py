"""Combine the rephrasings of all steps into a dictionary of phrase pairs.

A pair is sure when several different sentences show it, when hardly anything else replaced the older phrase, and when
the newer phrase was not replaced by the older one in turn.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from ingest.phrases.extraction import GLOSSARY, Rephrasing, Stems, is_clear, stems_of, within

_MIN_SENTENCES, _MIN_SENTENCES_ALIKE = 3, 2
"""The fewest different sentences that show a pair, and that show one which changed in the same way as sure pairs."""
_PROVISIONS = 2
"""The fewest provisions that show a pair, apart from glossary entries."""
_MANNER = 10
"""The fewest sentences of sure pairs that must have changed in one way before other pairs are accepted for it."""
_BACK = 0.2
"""The most changes back to the older phrase, as a share of the changes to the newer one."""


Pair = tuple[Stems, Stems]


@dataclass(frozen=True)
class Learned:
    """A phrase and its replacement, with the evidence.

    It counts the sentences, the share (0 to 1) of all that replaced the phrase, and the sentences that changed the
    other way, and lists the steps.
    """

    old: str
    new: str
    sentences: int
    share: float
    back: int
    steps: tuple[tuple[str, Rephrasing], ...]


def learn(steps: Mapping[str, Iterable[Rephrasing]]) -> list[Learned]:
    """Return the sure pairs of all steps, surest first. ``steps`` are in order, each by its name."""
    seen: dict[Pair, list[tuple[str, Rephrasing]]] = defaultdict(list)
    for name, rephrasings in steps.items():
        for each in rephrasings:
            seen[stems_of(each.old), stems_of(each.new)].append((name, each))
    sure: dict[Pair, Learned] = {}
    manners: Counter[Pair] = Counter()
    for fewest in (_MIN_SENTENCES, _MIN_SENTENCES_ALIKE):
        for pair in sorted(seen.keys() - sure.keys(), key=lambda pair: (len(pair[0]), pair)):
            back = sum(each.sentences for _, each in seen.get((pair[1], pair[0]), ()))
            known = fewest == _MIN_SENTENCES or manners[_manner(pair)] >= _MANNER
            if known and _is_sure(seen[pair], back, fewest) and not any(within(small, pair) for small in sure):
                sure[pair] = _learned(seen[pair], back)
        for pair, learned in sure.items():
            manners[_manner(pair)] += learned.sentences
    return sorted(sure.values(), key=lambda each: (-each.sentences, each.old, each.new))


def _manner(pair: Pair) -> Pair:
    """Return the words of a pair that differ, without the common words around them."""
    old, new = pair
    shorter = min(len(old), len(new)) - 1
    first = next((index for index in range(shorter) if old[index] != new[index]), shorter)
    last = next((index for index in range(shorter - first) if old[-1 - index] != new[-1 - index]), shorter - first)
    return old[first : len(old) - last], new[first : len(new) - last]


def _is_sure(those: Iterable[tuple[str, Rephrasing]], back: int, fewest: int) -> bool:
    """Whether all steps together have enough evidence for a pair."""
    *_, last = every = [rephrasing for _, rephrasing in those]
    sentences = sum(rephrasing.sentences for rephrasing in every)
    lost = sum(max(rephrasing.lost, rephrasing.sentences) for rephrasing in every)
    provisions = {place for rephrasing in every for place in rephrasing.places if not place[0].startswith(GLOSSARY)}
    if sentences < fewest or len(provisions) < _PROVISIONS:
        return False
    return back <= _BACK * sentences and is_clear(replace(last, sentences=sentences, lost=lost))


def _learned(those: list[tuple[str, Rephrasing]], back: int) -> Learned:
    printed: Counter[tuple[str, str]] = Counter()
    for _, rephrasing in those:
        printed[rephrasing.old, rephrasing.new] += rephrasing.sentences
    (old, new), _ = min(printed.items(), key=lambda item: (-item[1], item[0]))
    sentences = sum(rephrasing.sentences for _, rephrasing in those)
    became = sum(max(rephrasing.lost, rephrasing.sentences) for _, rephrasing in those) + those[-1][1].kept
    return Learned(old, new, sentences, round(sentences / became, 3), back, tuple(those))
