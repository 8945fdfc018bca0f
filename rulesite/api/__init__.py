"""The JSON API: the same data as the site's pages and the commands with ``--json``, over HTTP.

Read-only, and without a key. Its OpenAPI description is at ``/api/v1/openapi.json``, its manual at ``/api/``.

- `base`: what all calls share: names, versions, errors, conditional requests;
- `pagination`: long answers, page by page;
- `editions`: documents, editions, their contents, the book as of a day, glossary, keywords;
- `provisions`: one provision or many, its history, its thread, the meaning of a citation today;
- `comparisons`: the steps between editions: comparison, descent, corrections, changes since a day;
- `sources`: the source files, and the role of every character in them;
- `downloads`: an edition, or everything, in one stream;
- `games`: worked examples with their verdicts, and the games that play them;
- `tables`: a position and a course, replayed, and what may be done then;
- `search`: search, typeahead, the dictionary of phrase pairs, the citations of a text;
- `cards`: cards and their rulings;
- `docs`: the manual and the OpenAPI description, with samples from the library (`samples`);
- `rate_limit`: how many requests a client may send;
- `schemas.common` and the modules beside it: the schemas of requests and answers.

Nothing is computed here: the calls serve what pages and commands already have.
"""

# Not sorted: the manual lists the calls in this order.
# isort: off
from rulesite.api import (  # noqa: F401 - they add their calls
    editions,
    downloads,
    games,
    tables,
    docs,
    provisions,
    comparisons,
    sources,
    search,
    cards,
)
from rulesite.api.base import api

__all__ = ["api"]
