"""What is raised when printed words cannot be read."""

from __future__ import annotations


class UnreadableText(ValueError):  # noqa: N818 - the name that its readers know it by
    """The grammar stopped. `text` is the whole text, `position` the offset of the first word that did not fit, and
    `expected` what could have stood there (words, and kinds of word in angle brackets). `unknown` is the word that
    stands there if the reader knows it from nowhere, `meant` the word it is most like.

    >>> print(UnreadableText("Frobnicate target creature.", 0, ("destroy", "<number>")))
    unreadable at character 1: expected destroy or <number>
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
    ) -> None:
        self.text = text
        self.position = position
        self.expected = expected
        self.why = why
        self.unknown = unknown
        self.meant = meant
        super().__init__(self._message())

    def _message(self) -> str:
        shown = list(self.expected[:12])
        if len(self.expected) > 12:
            shown.append(f"{len(self.expected) - 12} other words")
        wanted = self.why or ("expected " + " or ".join(shown) if shown else "nothing more was expected")
        if self.unknown:
            perhaps = f" (did you mean {self.meant!r}?)" if self.meant else ""
            wanted = f"the reader does not know the word {self.unknown!r}{perhaps}; {wanted}"
        start = self.text.rfind("\n", 0, self.position) + 1
        end = self.text.find("\n", self.position)
        line = self.text[start : end if end >= 0 else len(self.text)]
        column = self.position - start
        cut = max(0, column - 60)
        return (
            f"unreadable at character {self.position + 1}: {wanted}\n"
            f"  {'…' if cut else ''}{line[cut : cut + 100]}\n  {' ' * (column - cut + (1 if cut else 0))}^"
        )
