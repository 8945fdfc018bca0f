"""The error for a scenario that cannot be read or proves nothing."""

from __future__ import annotations

from collections.abc import Iterable


class ScenarioError(ValueError):
    """A scenario that cannot be used: the message names the file, the line, the fault and its remedy.

    ``path`` and ``line`` give the place (line 0: the file as a whole), ``word`` is the word where reading stopped
    (``""`` when the fault is not in a sentence) and ``expected`` lists what the grammar allows there.

    >>> print(ScenarioError("cannot be read", path="bear.toml", line=4, word="flies", expected=("has", "is")))
    bear.toml, line 4: cannot be read at 'flies': expected has or is
    """

    def __init__(
        self,
        message: str,
        *,
        path: str = "",
        line: int = 0,
        word: str = "",
        expected: Iterable[str] = (),
        mend: str = "",
    ) -> None:
        self.message = message
        self.path = path
        self.line = line
        self.word = word
        self.expected = tuple(expected)
        self.mend = mend
        super().__init__(self._text())

    def _text(self) -> str:
        where = f"{self.path or 'scenario'}, line {self.line}: " if self.line else f"{self.path}: " if self.path else ""
        at = f" at {self.word!r}" if self.word else ""
        wanted = ""
        if self.expected:
            shown = list(self.expected[:14])
            more = f" (or {len(self.expected) - 14} other things)" if len(self.expected) > 14 else ""
            wanted = ": expected " + " or ".join(shown) + more
        mend = f". {self.mend}" if self.mend else ""
        return f"{where}{self.message}{at}{wanted}{mend}"

    def at(self, path: str, line: int) -> ScenarioError:
        """Return the same error with the name of its file; ``line`` is used if the error has none."""
        return ScenarioError(
            self.message,
            path=self.path or path,
            line=self.line or line,
            word=self.word,
            expected=self.expected,
            mend=self.mend,
        )
