"""Lexis: what the rewordings of a book say of its language, which phrase was put for which and since when.

`rephrasing` looks at one step of descent, `pairing` at all of them, `obsolete` at what glossaries say of their terms.
"""
