"""The rulebook for programs, over HTTP: the same data as the pages and the commands with ``--json``.

Read only, and without a key. Its description is at ``/api/v1/openapi.json``, its page at ``/api/``.

- `base`: what all calls have in common: names, versions, errors, what a client already has;
- `pagination`: long answers, page by page;
- `editions`: documents, editions, their contents, the book on a day, glossary, keywords;
- `provisions`: one rule or many, its history, its thread, what a citation means today;
- `comparisons`: what became of an edition in another: comparison, descent, corrections, changes since;
- `sources`: the files, and what every character of them is;
- `downloads`: an edition, or everything, in one stream;
- `games`: worked examples with their verdicts, and the games that were played of them;
- `search`: search, what the box offers, the dictionary of phrases, the citations of a text;
- `docs`: the page, and the description for programs, with samples from what is held (`samples`);
- `rate_limit`: how many requests of a client are answered;
- `schemas.common` and the modules called after them: what answers hold.

Nothing is worked out here: the pages and commands know it already.
"""

# Not in the order of the alphabet: the calls are described in this one.
# isort: off
from rulesite.api import (  # noqa: F401 - they add their calls
    editions,
    downloads,
    games,
    docs,
    provisions,
    comparisons,
    sources,
    search,
)
from rulesite.api.base import api

__all__ = ["api"]
