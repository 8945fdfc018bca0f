"""The reading room: pages for readers, and downloads for programs.

- `caching`: the state of the library that a page shows, and results cached while it stays the same.
- `rendering`: a text as marked-up HTML from spans; symbols, emphasis, differences, quotes.
- `links`: the citations of a rule, and unresolved citations.
- `precomputed`: the parts of pages that are computed when an edition is stored.
- `pages`: the contents of each kind of page; `changes`: what changed between editions; `keywords`: their pages.
- `charts`: drawings of a history.
- `export`: editions, links and ledgers as data.
- `views`: thin, one module for each kind of page; `middleware`: headers, errors as JSON, the response cache.
- `template_backend`: Django's templates, freeing a page's context after use; `offline`: the edition kept offline.

The scripts and styles are in `static/reading`, the templates in `templates/reading`.
"""
