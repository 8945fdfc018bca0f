"""Whoosh, the full-text engine with a folder in each generation of the index.

`postings` (the codec that stores the lists of a word), `writer` (the words of texts that come and go, collected and
counted), `segments` (the files in the folder: written, merged and opened), `engine` (queries of Whoosh's classes,
evaluated list by list and scored by its BM25F).

The distribution is Whoosh 2.7.4 of 2016, by its original author. Three were tried on Python 3.11, 3.12 and 3.13.
`whoosh-reloaded` 2.7.5 needs another package, has modules that can't be imported, and is unmaintained by its own
account. `whoosh3` 3.54 compiles without warnings, has types, and its own writer is twice as fast; but its only
maintainer is an AI agent by its own account, with more than eighty releases that nobody else has reviewed: too little
to trust it with every reader's queries. 2.7.4 has been in use unchanged for ten years and has no dependencies, and its
slow or unsafe parts are not used here: lists are written without its writer and without pickles, its parser gets no
input, and its quality loop, which can hang, collects nothing. Its old syntax (``"\\w"`` in plain strings, ``is 0``)
makes Python warn when compiling it, or fail with ``-W error``. It is imported only through this package, which
suppresses these warnings.
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
