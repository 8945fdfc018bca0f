"""One address of every kind of page, by what it is."""

POCKET = {
    "home": "/",
    "document": "/cr/",
    "edition": "/cr/2006-10-01/",
    "section": "/dangelo/2002-10-15/A.4/",
    "chapter": "/dangelo/2002-10-15/A/",
    "rule": "/cr/2006-10-01/409.1b/",
    "ruling": "/dangelo/2002-10-15/A.4.20/",
    "number without an edition": "/cr/402.8g/",
    "day": "/cr/at/2007-01-01/",
    "keywords": "/cr/2018-01-19/glossary/",
    "keyword": "/cr/2018-01-19/glossary/scry/",
    "folded section": "/cr/2018-01-19/701/",
    "references": "/cr/2006-10-01/references/",
    "source": "/sources/1/",
    "history": "/cr/2006-10-01/409.1b/history/",
    "choice of a comparison": "/cr/compare/",
    "comparison": "/cr/compare/2006-10-01/2018-01-19/",
    "steps": "/cr/steps/",
    "results": "/search/?q=cost",
    "no results": "/search/?q=xylophone",
    "citations": "/cite/",
    "what became of a number": "/resolve/?q=402.8g",
    "ledger of examples": "/games/",
    "examples of an edition": "/games/?edition=cr/2006-10-01",
    "game": "/games/soul-net/",
    "game without moves": "/games/banding-damage/",
    "try": "/games/try/",
    "concepts": "/games/concepts/",
    "help": "/help/",
    "offline": "/offline/",
    "no such page": "/nowhere/",
    "no such rule": "/cr/2006-10-01/999.9z/",
}
"""Of the pocket edition."""

REAL = {
    "chapter": "/cr/2018-01-19/7/",
    "section": "/cr/2018-01-19/701/",
    "rule with everything beside it": "/cr/2009-07-11/702.2b/",
    "glossary": "/cr/1999-04-23/glossary/",
    "term": "/cr/2018-01-19/glossary/trample/",
    "comparison": "/cr/compare/2009-05-01/2009-07-11/",
    "history": "/cr/2009-07-11/702.2b/history/",
    "source": "/sources/15/",
}
"""Of the real documents: kinds that the pocket edition is too small for."""

LARGEST = {
    "section": "/cr/2026-06-19/702/",
    "rule of a long section": "/cr/2026-06-19/702.19b/",
    "chapter": "/cr/2026-06-19/7/",
    "edition": "/cr/2026-06-19/",
    "glossary": "/cr/2009-05-01/glossary/",
    "term": "/cr/2026-06-19/glossary/ability/",
    "comparison": "/cr/compare/2007-07-13/2009-07-11/",
    "steps": "/cr/steps/",
    "history": "/cr/2026-06-19/702.19b/history/",
    "source of long lines": "/sources/19/",
    "source": "/sources/11/",
    "references": "/dangelo/1999-05-16/references/",
    "ledger of examples": "/games/",
    "examples of an edition": "/games/?edition=cr/2008-02-01",
    "concepts": "/games/concepts/",
    "results": "/search/?q=the",
}
"""The largest of each kind among the real documents."""

MAIN = {
    "home": "/",
    "section": "/dangelo/2002-10-15/A.4/",
    "rule": "/cr/2006-10-01/409.1b/",
    "history": "/cr/2006-10-01/409.1b/history/",
    "comparison": "/cr/compare/2006-10-01/2018-01-19/",
    "results": "/search/?q=cost",
    "game": "/games/nested-triggers/",
    "source": "/sources/1/",
}
"""Of the pocket edition, what is read most."""
