"""Backends: Whoosh, the engine of full text that lies in a folder of each generation of the index.

`postings` (how Whoosh keeps where a word stands: its codec), `segments` (what lies in the folder, written text
by text and opened for reading), `engine` (the engine: queries of Whoosh's classes, answered list by list and weighed by
its BM25F).

The distribution is Whoosh 2.7.4, its author's own, of 2016. Three were looked at on Python 3.11, 3.12 and 3.13.
`whoosh-reloaded` 2.7.5 wants a further package, leaves modules that can't be imported, and says itself that nobody
maintains it. `whoosh3` 3.54 compiles without a warning, has types, and its own writer is twice as quick; but its one
maintainer is an AI agent by its own account, with more than eighty releases that nobody else has read: too little to
trust it with what every reader asks. 2.7.4 has been in use as it is for ten years and needs nothing else; and what is
slow or unsafe in it is not used here: lists are made without its writer and without pickles, its parser reads nothing,
and its quality loop, which can hang, collects nothing. Its old spelling (``"\\w"`` in plain strings, ``is 0``) makes
Python warn where it compiles it, and an error of it with ``-W error``. This is the one door through which it is
imported, and those warnings stop here.
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
