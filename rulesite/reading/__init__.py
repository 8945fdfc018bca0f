"""The reading room: what a reader sees, and what programs are answered.

- `caching`: the state of the library that a page shows, and what is kept as long as it is the same.
- `rendering`: a text as marked-up HTML from spans; symbols, emphasis, differences, quotes.
- `links`: who cites a rule, and citations that are not resolved.
- `precomputed`: what of a page is computed when an edition is stored.
- `pages`: what each kind of page shows; `charts`: pictures of a history.
- `export`: editions, links and ledgers as data.
- `views`: thin, one module for each kind of page; `middleware`: headers, errors as JSON, the response cache.
- `template_backend`: Django's templates, which give back what a page was made of; `offline`: the kept edition.

The scripts and styles stand in `static/reading`, the templates in `templates/reading`.
"""
