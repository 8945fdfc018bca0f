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
    "game": "/games/banding-damage/",
    "try": "/games/try/",
    "concepts": "/games/concepts/",
    "offline": "/offline/",
    "no such page": "/nowhere/",
    "no such rule": "/cr/2006-10-01/999.9z/",
}
"""Of the pocket edition."""

REAL = {
    "chapter": "/cr/2018-01-19/7/",
    "long section": "/cr/2018-01-19/702/",
    "rule with everything beside it": "/cr/2018-01-19/702.19b/",
    "glossary": "/cr/2018-01-19/glossary/",
    "term": "/cr/2018-01-19/glossary/trample/",
    "comparison": "/cr/compare/2009-05-01/2009-07-11/",
    "history": "/cr/2009-07-11/702.2b/history/",
    "source": "/sources/3/",
}
"""Of the real documents: kinds that the pocket edition is too small for."""
