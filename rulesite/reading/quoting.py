"""Quoting: a provision as text for somewhere else, with its citation."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulesite.rulebook.models import Edition

_SPECIAL = re.compile(r"([\\`*<>\[\]])")


def citation(edition: Edition, name: str) -> str:
    """How something of an edition is cited: ``CR 402.1 (2008-02-01)``; ``name`` is what it is called there."""
    return f"{edition.document.short_title} {name} ({edition.slug})"


def markdown(number: str, title: str, text: str, examples: Iterable[str], cited: str, address: str) -> str:
    """A provision in Markdown: number and title bold, examples as block quotes, the citation linked at the end.

    An underscore is left as it is: the documents mean by it what Markdown does.

    >>> print(markdown("402.1", "", "See <-cost->.", ["It\\nworks."], "CR 402.1 (2006-10-01)", "http://here/"))
    **402.1** See \\<-cost-\\>.
    <BLANKLINE>
    > **Example:** It
    >
    > works.
    <BLANKLINE>
    [CR 402.1 (2006-10-01)](http://here/)
    """
    bold = f"**{number}{' ' + quoted(title) if title else ''}**"
    body = _paragraphs(text)
    blocks = [f"{bold} {body[0]}", *body[1:]] if body and not title else [bold, *body]
    blocks += ["> **Example:** " + "\n>\n> ".join(_paragraphs(example)) for example in examples]
    return "\n\n".join([*blocks, f"[{cited}]({address})"])


def _paragraphs(text: str) -> list[str]:
    return [quoted(line) for line in text.split("\n") if line]


def quoted(text: str) -> str:
    """A text in which Markdown finds no signs of its own but the underscore."""
    return _SPECIAL.sub(r"\\\1", text)
