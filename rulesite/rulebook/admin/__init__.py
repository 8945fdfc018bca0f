"""The admin: every model of the rulebook, for maintainers who do not program; one module for each family."""

from rulesite.rulebook.admin import (
    descent,
    documents,
    editorial,
    examples,
    glossary,
    phrase_pairs,
    references,
    rules,
    sources,
    stages,
    wordings,
)

__all__ = [
    "descent",
    "documents",
    "editorial",
    "examples",
    "glossary",
    "phrase_pairs",
    "references",
    "rules",
    "sources",
    "stages",
    "wordings",
]
