"""Headings: chapters, sections and headings are matched by their titles and by where the provisions under them went."""

from __future__ import annotations

from collections import defaultdict

from ingest.descent.alignment.correspondence import CLEAR_LEAD, SURE, Branch, Matching, context, leads
from ingest.descent.alignment.editions import AlignedEdition, Pair

_GENERAL = ("general",)
"""A title that every chapter has, and that is no evidence."""


def match_titled(matching: Matching, least: float) -> None:
    """Match chapters, sections and headings by their titles and by where the provisions under them went."""
    pair = matching.pair
    votes = _votes(matching)
    scored: list[tuple[float, int, int]] = []
    for (old, new), share in votes.items():
        scored.append((_titled_score(pair, old, new, share), old, new))
    by_title: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for new, provision in enumerate(pair.later.provisions):
        if provision.titled and new not in matching.forebear:
            by_title[provision.era_words].append(new)
    for old, provision in enumerate(pair.earlier.provisions):
        if provision.titled and old not in matching.heir:
            for new in by_title.get(provision.era_words, ()):
                if provision.era_words == _GENERAL and not _empty_alike(pair, old, new):
                    continue
                if (old, new) not in votes and matching.free(old, new):
                    scored.append((_titled_score(pair, old, new, 0.0) + context(matching, old, new), old, new))
    best: dict[tuple[int, int], list[float]] = defaultdict(list)
    for score, old, new in scored:
        best[0, old].append(score)
        best[1, new].append(score)
    for score, old, new in sorted(scored, key=lambda row: (-row[0], row[1], row[2])):
        alike = pair.earlier.provisions[old].kind == pair.later.provisions[new].kind or pair.likeness(old, new) >= 0.6
        clear = least == 0.0 and score >= 0.38 and all(_ahead(score, best[side]) for side in ((0, old), (1, new)))
        if clear and (not alike or pair.earlier.provisions[old].era_words == _GENERAL):
            continue
        if (score >= max(least, 0.5) or clear) and matching.free(old, new):
            matching.take(old, new, pair.likeness(old, new), max(score, SURE) if clear else score)


def _empty_alike(pair: Pair, old: int, new: int) -> bool:
    """Whether two headings have the same number and nothing under them."""
    keys = pair.earlier.provisions[old].key, pair.later.provisions[new].key
    return keys[0] == keys[1] and not pair.earlier.children[old] and not pair.later.children[new]


def _ahead(score: float, scores: list[float]) -> bool:
    """Whether a score has a clear lead over all others."""
    return leads(score, sorted(scores, reverse=True), CLEAR_LEAD)


def _titled_score(pair: Pair, old: int, new: int, kept: float) -> float:
    """The combined score of the titles and contents of two headings."""
    likeness = pair.likeness(old, new)
    same_level = pair.earlier.provisions[old].kind == pair.later.provisions[new].kind
    if pair.earlier.provisions[old].era_words == _GENERAL:
        likeness *= 0.5
    return 0.6 * likeness + 0.6 * kept + (0.05 if same_level else 0.0)


def _votes(matching: Matching) -> dict[tuple[int, int], float]:
    """For pairs of free headings, the share of the provisions under them that are matched with each other."""
    earlier, later = matching.pair.earlier, matching.pair.later
    return {
        (old, new): 2 * count / (earlier.contents[old] + later.contents[new])
        for (old, new), count in sorted(matching.common.items())
        if count and matching.free(old, new) and _same_rank(earlier, old, later, new)
    }


def _same_rank(earlier: AlignedEdition, old: int, later: AlignedEdition, new: int) -> bool:
    """Whether the kinds fit: a chapter can become a section and a section a heading, but no chapter a heading."""
    ranks = {"chapter": 0, "section": 1, "heading": 2}
    return abs(ranks[earlier.provisions[old].kind] - ranks[later.provisions[new].kind]) <= 1


MOST = 0.4
"""Minimum share of a heading's provisions at one place for the heading to have gone there."""

PLURALITY = 0.3
"""Sufficient share if no other place got more."""
PART = 0.2
"""Sufficient share if a heading inside the section became the new section."""


def settle(matching: Matching, beside: list[tuple[int, int]]) -> list[Branch]:
    """Follow the provisions of unmatched headings: to another unmatched one, which becomes the successor, or into one
    with another predecessor (merged), and out of one with another successor (split).

    ``beside`` are the sure branches of untitled provisions; they count like main lines here.
    """
    pair = matching.pair
    pairs = [(old, new) for old, new in matching.heir.items() if not matching.matches[old].doubtful] + beside
    leaves = [
        (old, new)
        for old, new in pairs
        if not (pair.earlier.provisions[old].titled or pair.later.provisions[new].titled)
    ]
    common: dict[tuple[int, int], set[int]] = defaultdict(set)
    back: dict[tuple[int, int], set[int]] = defaultdict(set)
    went: dict[int, set[int]] = defaultdict(set)
    came: dict[int, set[int]] = defaultdict(set)
    for old, new in leaves:
        ups, overs = pair.earlier.headings[old], pair.later.headings[new]
        for up in ups:
            went[up].add(old)
        for over in overs:
            came[over].add(new)
        for up in ups:
            for over in overs:
                common[up, over].add(old)
                back[up, over].add(new)
    shares = {
        key: (len(common[key]) / len(went[key[0]]), len(back[key]) / len(came[key[1]]))
        for key in sorted(common)
        if _may_branch(pair.earlier.provisions[key[0]].kind, pair.later.provisions[key[1]].kind)
        and key not in matching.forbidden
    }
    _take_emptied(matching, shares)
    branches: list[Branch] = []
    most_gone: dict[int, int] = defaultdict(int)
    for old, new in shares:
        most_gone[old] = max(most_gone[old], len(common[old, new]))
    for old, new in shares:
        heir, forebear = matching.heir.get(old), matching.forebear.get(new)
        gone = len(common[old, new]) / pair.earlier.contents[old]
        come = len(back[old, new]) / pair.later.contents[new]
        plurality = len(common[old, new]) == most_gone[old] and gone >= PLURALITY
        if any(matching.heir.get(below) == new for below in pair.earlier.children[old]) and gone >= PART:
            plurality = True
        if heir is None and forebear is not None and (gone >= MOST or plurality) and len(common[old, new]) >= 2:
            lower = (below for below in pair.later.children[new] if pair.later.provisions[below].titled)
            if not any(len(common.get((old, below), ())) == len(common[old, new]) for below in lower):
                branches.append(Branch(old, new, "merged", 0.5 + 0.49 * gone, False, True))
        elif heir is not None and heir != new and forebear is None and come >= MOST and len(back[old, new]) >= 2:
            lower = (below for below in pair.earlier.children[old] if pair.earlier.provisions[below].titled)
            if not any(len(back.get((below, new), ())) == len(back[old, new]) for below in lower):
                branches.append(Branch(old, new, "split", 0.5 + 0.49 * come, False, True))
    beside_headings = {(branch.old, branch.new) for branch in branches}
    return branches + [each for each in _promoted(matching) if (each.old, each.new) not in beside_headings]


def _promoted(matching: Matching) -> list[Branch]:
    """The sections that were headings inside another section, which thereby was split."""
    pair = matching.pair
    branches = []
    for old, new in sorted(matching.heir.items()):
        above = pair.earlier.parent[old]
        kinds = pair.earlier.provisions[old].kind, pair.later.provisions[new].kind
        if kinds != ("heading", "section") or above < 0 or pair.earlier.provisions[above].kind != "section":
            continue
        heir = matching.heir.get(above)
        if heir is not None and pair.later.provisions[heir].kind == "section" and heir != new:
            branches.append(Branch(above, new, "split", min(0.99, matching.matches[old].score), False, True))
    return branches


def _may_branch(kind: str, other: str) -> bool:
    """Whether provisions of one kind of heading can make up another: a chapter holds whatever its sections hold."""
    return kind == other or "chapter" not in (kind, other)


def _take_emptied(matching: Matching, shares: dict[tuple[int, int], tuple[float, float]]) -> None:
    """Match pairs of unmatched headings, where the one's provisions went and the other's came from."""
    scored: list[tuple[float, int, int]] = []
    best: dict[tuple[int, int], list[float]] = defaultdict(list)
    for (old, new), (gone, come) in shares.items():
        if matching.free(old, new):
            general = matching.pair.earlier.provisions[old].era_words == _GENERAL
            score = (0.0 if general else 0.4 * matching.pair.likeness(old, new)) + 0.3 * gone + 0.3 * come
            if matching.pair.earlier.provisions[old].kind != matching.pair.later.provisions[new].kind:
                score -= 0.15
            scored.append((score, old, new))
            best[0, old].append(score)
            best[1, new].append(score)
    for score, old, new in sorted(scored, key=lambda row: (-row[0], row[1], row[2])):
        if score < 0.42 or not matching.free(old, new):
            continue
        if all(leads(score, sorted(best[side], reverse=True), 0.0) for side in ((0, old), (1, new))):
            matching.take(old, new, matching.pair.likeness(old, new), max(score, SURE))
