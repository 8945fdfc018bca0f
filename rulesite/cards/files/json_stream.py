"""JSON as a stream: the members of objects and the elements of lists one by one, with the line of a mistake.

The standard library decodes each value; only as much of the file is in memory as the value that is being read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

CHUNK = 1 << 18
MAX_VALUE = 16_000_000
"""Characters of one value, such as a card: more means that a bracket is missing."""
_SPACE = re.compile(r"[ \t\r\n]*")
_NEEDS_MORE = "-+0123456789.eE"
"""A number that ends with the text read so far may go on."""
_LONGEST = 64


class StreamError(ValueError):
    """The file is not JSON, or not all of it; the message has the line and the reason."""


class JsonStream:
    """A reader of one JSON document; ``read`` returns the next characters of it, "" at the end."""

    def __init__(self, read: Callable[[int], str]) -> None:
        self._read = read
        self._text = ""
        self._at = 0
        self._lines = 1
        self._ended = False
        self._decode = json.JSONDecoder().raw_decode

    @property
    def line(self) -> int:
        """The line of the next character."""
        return self._lines + self._text.count("\n", 0, self._at)

    def peek(self) -> str:
        """The next character that is no space, "" at the end of the file."""
        while True:
            match = _SPACE.match(self._text, self._at)
            self._at = match.end() if match else self._at
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._fill(CHUNK):
                return ""

    def value(self) -> Any:
        """The next value, whole. Raises StreamError if there is none."""
        self.peek()
        wanted = CHUNK
        while True:
            try:
                value, end = self._decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if len(self._text) - self._at > MAX_VALUE or not self._fill(wanted):
                    raise self._fault(error) from None
            except RecursionError:
                raise self.error("it is nested too deeply") from None
            else:
                if not self._may_go_on(value, end) or not self._fill(CHUNK):
                    self._at = end
                    return value
            wanted *= 2

    def members(self) -> Iterator[str]:
        """Yield the names of an object's members; whoever takes a name reads its value before the next."""
        self._expect("{")
        if self.peek() == "}":
            self._at += 1
            return
        while True:
            if self.peek() != '"':
                raise self._unexpected("a name in quotation marks")
            name = self.value()
            self._expect(":")
            yield name
            if not self._goes_on("}"):
                return

    def elements(self) -> Iterator[Any]:
        """Yield the elements of a list, each whole."""
        self._expect("[")
        if self.peek() == "]":
            self._at += 1
            return
        while True:
            yield self.value()
            if not self._goes_on("]"):
                return

    def end(self) -> None:
        """Raise StreamError unless nothing follows."""
        if self.peek():
            raise self._unexpected("the end of the file")

    def error(self, reason: str) -> StreamError:
        """The error to raise for a reason, with the line."""
        return StreamError(f"line {self.line}: {reason}")

    def _goes_on(self, closing: str) -> bool:
        following = self.peek()
        if following not in (",", closing) or not following:
            raise self._unexpected(f"“,” or “{closing}”")
        self._at += 1
        return following == ","

    def _expect(self, character: str) -> None:
        if self.peek() != character:
            raise self._unexpected(f"“{character}”")
        self._at += 1

    def _unexpected(self, wanted: str) -> StreamError:
        if not self.peek():
            return self.error(f"the file ends where {wanted} is expected; it was not copied or downloaded whole")
        return self.error(f"{wanted} is expected, not “{self._text[self._at : self._at + 12]}”")

    def _fault(self, error: json.JSONDecodeError) -> StreamError:
        line = self._lines + self._text.count("\n", 0, error.pos)
        cut = self._ended and (error.pos >= len(self._text.rstrip()) or error.msg.startswith("Unterminated"))
        hint = "; the file ends here and was not copied or downloaded whole" if cut else ""
        return StreamError(f"line {line}: {error.msg}{hint}")

    def _may_go_on(self, value: object, end: int) -> bool:
        """Whether a value is a number that what is read next may lengthen: 0 of “0.” becomes 0.5."""
        return (
            isinstance(value, (int, float))
            and not self._text[end : end + _LONGEST].strip(_NEEDS_MORE)
            and (len(self._text) - end < _LONGEST)
        )

    def _fill(self, size: int) -> bool:
        """Read more; drop what was used. False at the end of the file."""
        more = "" if self._ended else self._read(size)
        if not more:
            self._ended = True
            return False
        self._lines += self._text.count("\n", 0, self._at)
        self._text = self._text[self._at :] + more
        self._at = 0
        return True
