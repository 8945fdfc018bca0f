"""The error for printed words that cannot be read."""

from __future__ import annotations

import re

WORD = re.compile(r"\{[^}]*\}|[^\s.,:;]+|[,:;]")
MOST_EXPECTED = 6
MOST_NEAR = 200


class UnreadableText(ValueError):  # noqa: N818 - the name that its readers know it by
    """Parsing stopped. `text` is the whole text, `position` the offset of the first word that did not fit, and
    `expected` what could have followed (words, and kinds of word in angle brackets). `unknown` is the word at the
    position if it is not in the vocabulary, `meant` the most similar known word; `near` the nearest readable wording,
    if it was searched for (`suggestions.advised`).

    >>> print(UnreadableText("Frobnicate target creature.", 0, ("destroy", "<number>")))
    unreadable at character 1: 'Frobnicate' does not fit here; expected <number> or destroy
      Frobnicate target creature.
      ^
    """

    def __init__(
        self,
        text: str,
        position: int,
        expected: tuple[str, ...] = (),
        why: str = "",
        unknown: str = "",
        meant: str = "",
        near: str = "",
    ) -> None:
        self.text = text
        self.position = position
        self.expected = expected
        self.why = why
        self.unknown = unknown
        self.meant = meant
        self.near = near
        super().__init__(self._message())

    def _message(self) -> str:
        wanted = self.why or self._unfitting()
        if self.unknown:
            perhaps = f" (did you mean {self.meant!r}?)" if self.meant else ""
            wanted = f"the reader does not know the word {self.unknown!r}{perhaps}" + (
                f"; {self.why}" if self.why else ""
            )
        if self.near:
            wanted += f"; this is read: “{_shortened(self.near)}”"
        start = self.text.rfind("\n", 0, self.position) + 1
        end = self.text.find("\n", self.position)
        line = self.text[start : end if end >= 0 else len(self.text)]
        column = self.position - start
        cut = max(0, column - 60)
        return (
            f"unreadable at character {self.position + 1}: {wanted}\n"
            f"  {'…' if cut else ''}{line[cut : cut + 100]}\n  {' ' * (column - cut + (1 if cut else 0))}^"
        )

    def _unfitting(self) -> str:
        """The word that does not fit, and the likeliest alternatives: kinds of word first."""
        word = WORD.match(self.text, self.position)
        said = f"{word.group()!r} does not fit here" if word else "the sentence ends too early"
        if not self.expected:
            return said + "; nothing more was expected" if word else said
        first = sorted(self.expected, key=lambda each: not each.startswith("<"))[:MOST_EXPECTED]
        more = f" or {len(self.expected) - len(first)} other words" if len(self.expected) > len(first) else ""
        return f"{said}; expected {' or '.join(first)}{more}"


def _shortened(text: str) -> str:
    return text if len(text) <= MOST_NEAR else text[: MOST_NEAR - 1].rsplit(" ", 1)[0] + " …"


class UnprovedReading(UnreadableText):
    """A text was read, but it is not proved that the reading says the same: it is not played. `doubt` names why."""

    def __init__(self, text: str, doubt: str) -> None:
        self.doubt = doubt
        super().__init__(text, 0, why=doubt)

    def _message(self) -> str:
        return f"not proved: {self.doubt}\n" + "\n".join(f"  {line}" for line in self.text.splitlines())
