"""What a citation is: a passage of a text that names a rule, a run of rules or a glossary entry."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rulesite.text.numbering import RuleNumber


class Kind(StrEnum):
    """What a citation names."""

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
    """One citation: ``text`` is what is printed at ``[start:end]`` of the clean text."""

    start: int
    end: int
    text: str
    kind: Kind
    first: RuleNumber | None = None
    """The number cited, the first of a run; None for a glossary entry."""
    last: RuleNumber | None = None
    """The last number of a run, None for anything else."""
    name: str = ""
    """The heading that the citation quotes beside the number, without its closing punctuation."""
    term: str = ""
    """The glossary term cited, quotation marks removed."""
    announced: bool = True
    """False where only its place says that a number cites: ``in 613.10``, with no *rule*, *see* or subrule letter."""
    misprinted: bool = False
    """Whether no number is printed so (``4091f``, ``419,8``): ``first`` and ``last`` are what was probably meant."""
    beside: RuleNumber | None = None
    """The number next to it in its list or run, which bears witness where it is misprinted itself."""

    @property
    def ends(self) -> list[str]:
        """The numbers that are printed: one, of a run both ends, of a glossary entry none."""
        return [str(number) for number in (self.first, self.last) if number is not None]

    @property
    def meant(self) -> str:
        """The number or run that it names, printed as it should be.

        >>> read = RuleNumber.parse
        >>> Citation(0, 7, "4091f-h", Kind.RANGE, read("409.1f"), read("409.1h")).meant
        '409.1f–h'
        """
        if self.last is None:
            return str(self.first or self.term)
        short = self.last.letter if self.first and self.last.parent == self.first.parent else ""
        return f"{self.first}–{short or self.last}"
