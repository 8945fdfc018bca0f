"""Backends: Whoosh, the engine of full text that lies in a folder of each generation of the index.

`postings` (how Whoosh keeps where a word stands, its codec), `segments` (what lies in the folder: written text by text,
opened for reading), `whoosh` (the engine: queries of Whoosh's classes, answered list by list and weighed by its BM25F).

The distribution is Whoosh 2.7.4, its author's own, of 2016. Three were tried on Python 3.11, 3.12 and 3.13; all gave the
same answers. `whoosh-reloaded` 2.7.5 wants a further package and says itself that nobody maintains it. `whoosh3` 3.54
compiles without warnings and builds in half the time, but one maintainer, who says that it is an AI agent, releases it
every few days, and nobody else has looked at what that changes: too little to trust it with what every reader asks.
2.7.4 has been used as it is for ten years, Debian ships it too, it needs nothing else, and what is slow or unsafe in it
is not used here: the codec writes no pickles, lists are built without its writer, and nothing is collected by its
quality loop, which can hang. Its old spelling (``"\\w"`` in plain strings, ``is 0``) makes Python warn where it compiles
it: those warnings are silenced here, by the one door through which it is imported, so that ``-W error`` stops nothing.
"""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore", SyntaxWarning)
    warnings.simplefilter("ignore", DeprecationWarning)
    import whoosh.codec.whoosh3
    import whoosh.fields
    import whoosh.query
    import whoosh.reading
    import whoosh.scoring  # noqa: F401
