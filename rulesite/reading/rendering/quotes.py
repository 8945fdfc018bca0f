"""Quotes: a provision as text for another place, with its citation."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulesite.rulebook.models import Edition

_SPECIAL = re.compile(r"([\\`*<>\[\]])")


def citation(edition: Edition, name: str) -> str:
    """The citation of a thing of an edition: ``CR 402.1 (2008-02-01)``; ``name`` is its name or number there."""
    return f"{edition.document.short_title} {name} ({edition.slug})"


def markdown(number: str, title: str, text: str, examples: Iterable[str], cited: str, address: str) -> str:
    """A provision in Markdown: number and title bold, examples as block quotes, the citation linked at the end.

    Underscores stay as they are: in the documents they mean what they mean in Markdown.

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
    """A text with Markdown's special characters escaped, all but the underscore."""
    return _SPECIAL.sub(r"\\\1", text)
