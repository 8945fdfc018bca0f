"""Pivots: signs that a rewording changes what a rule means.

They are signs and no proof: a number, a word on which rules turn ("may", "not", "unless"), or a whole clause that came
or went. A rewording without them exchanges words for others.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from rulesite.text import references
from rulesite.text.diffing import ChangeKind, diff
from rulesite.text.numbering import Scheme
from rulesite.text.wording import words

_NUMBERS = "zero one two three four five six seven eight nine ten twenty"
_MIN_CLAUSE = 4
"""Words from which a passage that only came, or only went, counts as a clause."""
_PIVOTS = frozenset(
    f"""may must can can't cannot could should not don't doesn't isn't aren't won't no never none nothing only unless
    except without instead until before after during if when whenever while each every any all another both either
    neither first next once twice half more less fewer least most additional {_NUMBERS}""".split()
)
_NUMBER = re.compile(r"[^a-z]*\d.*")


def has_pivot(before: str, after: str, scheme: Scheme = Scheme.DECIMAL) -> bool:
    """Whether the words that changed between two texts show a sign of another meaning.

    Numbers of cited rules are no sign.

    >>> has_pivot("You may draw a card.", "You draw a card."), has_pivot("put into play", "put onto the battlefield")
    (True, False)
    >>> has_pivot("See rule 402.1.", "See rule 603.1."), has_pivot("Draw 7 cards.", "Draw 8 cards.")
    (False, True)
    """
    old, new = _without_citations(before, scheme), _without_citations(after, scheme)
    changes = diff(old, new)
    gone = Counter(word for change in changes if change.kind is ChangeKind.DELETE for word in words(change.text))
    came = Counter(word for change in changes if change.kind is ChangeKind.INSERT for word in words(change.text))
    if any(word in _PIVOTS or _NUMBER.fullmatch(word) for word in (gone - came) + (came - gone)):
        return True
    replaced = {
        id(change)
        for pair in pairwise(changes)
        if {change.kind for change in pair} == {ChangeKind.DELETE, ChangeKind.INSERT}
        for change in pair
    }
    alone = (change for change in changes if change.kind is not ChangeKind.EQUAL and id(change) not in replaced)
    return any(len(words(change.text)) >= _MIN_CLAUSE for change in alone)


def _without_citations(text: str, scheme: Scheme) -> str:
    """The text with each cited number replaced by one letter."""
    built, copied = [], 0
    for citation in references.find(text, scheme):
        if citation.first is not None:
            built += [text[copied : citation.start], "N"]
            copied = citation.end
    return "".join(built) + text[copied:]
