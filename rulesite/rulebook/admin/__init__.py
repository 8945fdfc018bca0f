"""The admin: every model of the rulebook, for maintainers who do not program; one module for each family."""

from rulesite.rulebook.admin import (
    builds,
    correction_log,
    descent,
    documents,
    examples,
    glossary,
    people,
    phrase_pairs,
    references,
    rules,
    sources,
    wordings,
)

__all__ = [
    "builds",
    "correction_log",
    "descent",
    "documents",
    "examples",
    "glossary",
    "people",
    "phrase_pairs",
    "references",
    "rules",
    "sources",
    "wordings",
]
