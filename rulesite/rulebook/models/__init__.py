"""The models of the rulebook, one module for each family."""

from rulesite.rulebook.models.builds import Made
from rulesite.rulebook.models.descent import Assertion, Descent
from rulesite.rulebook.models.documents import Document, Edition, Library, Source
from rulesite.rulebook.models.editorial import Commentary, Correction, Original, Page, Part
from rulesite.rulebook.models.examples import Example
from rulesite.rulebook.models.glossary import GlossaryTerm, IndexEntry
from rulesite.rulebook.models.phrase_pairs import PhrasePair, Rephrased, StruckPair
from rulesite.rulebook.models.references import Attribution, AttributionTarget, Citation, CitationTarget, Reference
from rulesite.rulebook.models.rules import Flag, Rule, RuleVersion, Witness, Wording

__all__ = [
    "Assertion",
    "Attribution",
    "AttributionTarget",
    "Citation",
    "CitationTarget",
    "Commentary",
    "Correction",
    "Descent",
    "Document",
    "Edition",
    "Example",
    "Flag",
    "GlossaryTerm",
    "IndexEntry",
    "Library",
    "Made",
    "Original",
    "Page",
    "Part",
    "PhrasePair",
    "Reference",
    "Rephrased",
    "Rule",
    "RuleVersion",
    "Source",
    "StruckPair",
    "Witness",
    "Wording",
]
