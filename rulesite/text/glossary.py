"""Glossary terms: the forms in which an entry is cited and used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from rulesite.text.wording import normalise

_NOTE = re.compile(r"\s*\((?:Obsolete|[a-z][^()]*)\)\s*$", re.IGNORECASE)
_FILLED_IN = re.compile(r"—?\s?\[[^\[\]]*\]")


def is_obsolete(term: str) -> bool:
    """Whether the publisher marks an entry as only explaining old cards, as in ``Mana Burn (Obsolete)``."""
    return term.rstrip().endswith("(Obsolete)")


def fold(term: str) -> str:
    """A term without typography and case, for comparison.

    >>> fold("Intervening “If” Clause")
    'intervening if clause'
    """
    return normalise(term).replace('"', "").replace("'", "").casefold().strip(" .,;:")


@lru_cache(maxsize=16384)
def singular(term: str) -> str:
    """A folded term with the plural ending of its last word removed, for comparison with another such form.

    >>> singular("continuous effects"), singular("abilities"), singular("classes"), singular("loss")
    ('continuous effect', 'ability', 'class', 'loss')
    """
    if term.endswith("ies") and len(term) > 4:
        return term[:-3] + "y"
    if term.endswith(("sses", "ches", "shes", "xes", "zes")):
        return term[:-2]
    if term.endswith("s") and not term.endswith(("ss", "us", "is")) and len(term) > 2:
        return term[:-1]
    return term


def forms(term: str) -> Iterator[str]:
    """The names by which an entry can be cited: the whole heading first, then each name joined in it.

    >>> list(forms("Kicker, Kicked")), list(forms("Mana Burn (Obsolete)"))
    (['Kicker, Kicked', 'Kicker', 'Kicked'], ['Mana Burn'])
    >>> list(forms("Partner, “Partner—[text],” “Partner with [name]”"))
    ['Partner, “Partner,” “Partner with”', 'Partner', 'Partner with']
    """
    whole = _FILLED_IN.sub("", _NOTE.sub("", term)).strip()
    seen = {fold(whole)}
    yield whole
    for part in re.split(r",[”\"]?\s|(?<=[”\"])\s(?=[“\"])", whole):
        name = part.strip(' “”",')
        if name and fold(name) not in seen:
            seen.add(fold(name))
            yield name
