"""Read from glossaries which terms are obsolete, and which term replaces them or where else to look."""

from __future__ import annotations

import re

from rulesite.text.wording import normalise

_MAX_WORDS = 6
_OBSOLETE = r"(?:an? |the )?(?P<new>[^.,;:()\[\]\"]+?)"
_FOR = re.compile(
    r"\b(?:obsolete|older|former) (?:term|name|word) (?:for|that (?:referred to|meant)) "
    rf"{_OBSOLETE}(?: (?:casual )?variant)?[.,;]",
    re.IGNORECASE,
)
_NOW = re.compile(
    rf"^an obsolete [\w ]+\. (?:all )?cards printed with this [\w ]+ are now {_OBSOLETE}\.", re.IGNORECASE
)
_SEE = re.compile(rf"^see \"?{_OBSOLETE}[.\"]+$", re.IGNORECASE)
_PHRASE = r"[\w'-]{2,}(?: [\w'-]+)*"
_MARK = re.compile(r"\s*\(obsolete\)", re.IGNORECASE)

OBSOLETE, SEE = "obsolete", "see"


def instead(term: str, text: str) -> tuple[str, str, str] | None:
    """Return a term, the glossary's other term for it and the kind of entry (`OBSOLETE` or `SEE`), or None.

    >>> instead("Owl Cost (Obsolete)", "An obsolete term for feather cost. Cards have received errata.")
    ('owl cost', 'feather cost', 'obsolete')
    >>> instead("Owlwalk", "See Birdwalk."), instead("Owl", "See rule 702.6.")
    (('owlwalk', 'birdwalk', 'see'), None)
    """
    normalised = normalise(text)
    for pattern, basis in ((_FOR, OBSOLETE), (_NOW, OBSOLETE), (_SEE, SEE)):
        match = pattern.search(normalised)
        if match and len(match["new"].split()) <= _MAX_WORDS and not re.search(r"\d", match["new"]):
            old, new = _MARK.sub("", normalise(term)).lower(), match["new"].lower()
            return (old, new, basis) if old != new and re.fullmatch(_PHRASE, old) else None
    return None
