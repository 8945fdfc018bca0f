"""The rulebook for programs, over HTTP: the same data as the pages and the commands with ``--json``.

Read only, and without a key. Its description is at ``/api/v1/openapi.json``, its page at ``/api/``.

- `entrance`: what all calls have in common: names, versions, errors, what a client already has;
- `leafing`: long answers, page by page;
- `dated_books`: documents, editions, their contents, the book on a day, glossary, keywords;
- `provisions`: one rule or many, its history, its thread, what a citation means today;
- `steps_between`: what became of an edition in another: comparison, descent, corrections, changes since;
- `witnessed`: the files, and what every character of them is;
- `downloads`: an edition, or everything, in one stream;
- `games`: worked examples with their verdicts, and the games that were played of them;
- `words`: search, what the box offers, the dictionary of phrases, the citations of a text;
- `manual`: the page, and the description for programs, with samples from what is held (`samples`);
- `quotas`: how many requests of a client are answered;
- `schemas` and the modules called after them: what answers hold.

Nothing is worked out here: the pages and commands know it already.
"""

from rulesite.api import (  # noqa: F401 - they add their calls
    dated_books,
    downloads,
    games,
    manual,
    provisions,
    steps_between,
    witnessed,
    words,
)
from rulesite.api.entrance import api

__all__ = ["api"]
