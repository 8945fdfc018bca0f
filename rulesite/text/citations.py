"""Citations: passages of a text that name a rule, a range of rules or a glossary entry."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rulesite.text.numbering import RuleNumber


class Kind(StrEnum):
    """The kind of a citation."""

    CHAPTER = "chapter"
    SECTION = "section"
    RULE = "rule"
    SUBRULE = "subrule"
    RULING = "ruling"
    NOTE = "note"
    RANGE = "range"
    GLOSSARY = "glossary"


@dataclass(frozen=True)
class Citation:
    """One citation; ``text`` is printed at ``[start:end]`` of the clean text."""

    start: int
    end: int
    text: str
    kind: Kind
    first: RuleNumber | None = None
    """The cited number, or the first of a range; None for a glossary entry."""
    last: RuleNumber | None = None
    """The last number of a range, otherwise None."""
    name: str = ""
    """The heading quoted with the number, without its closing punctuation."""
    term: str = ""
    """The cited glossary term, without quotation marks."""
    announced: bool = True
    """False if only its position marks it as a citation: ``in 613.10``, without *rule*, *see* or a subrule letter."""
    misprinted: bool = False
    """Whether no number is printed like this (``4091f``, ``419,8``): ``first`` and ``last`` are then the probable
    meaning.
    """
    document: str = ""
    """The slug of the work that it cites, "" for its own."""
    under: str = ""
    """The title of the chapter in which the number is counted: ``Floor Rules, rule #5``."""
    beside: RuleNumber | None = None
    """The adjacent number in its list or range, as evidence for a misprinted one."""

    @property
    def ends(self) -> list[str]:
        """The printed numbers: one, both ends of a range, or none for a glossary entry."""
        return [str(number) for number in (self.first, self.last) if number is not None]

    @property
    def meant(self) -> str:
        """The cited number or range in its correct spelling.

        >>> read = RuleNumber.parse
        >>> Citation(0, 7, "4091f-h", Kind.RANGE, read("409.1f"), read("409.1h")).meant
        '409.1f–h'
        """
        if self.last is None:
            return str(self.first or self.term)
        short = self.last.letter if self.first and self.last.parent == self.first.parent else ""
        return f"{self.first}–{short or self.last}"
