"""Well-formed XML whatever the documents hold: a file may contain characters that XML does not allow."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import IO, Any
from xml.sax.xmlreader import AttributesImpl

from django.utils.feedgenerator import Atom1Feed
from django.utils.xmlutils import SimplerXMLGenerator

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Everything that is not a Char of XML 1.0 (§2.2): controls, lone surrogates, U+FFFE and U+FFFF."""


def writable(text: str) -> str:
    r"""A text with the replacement character for each character that XML cannot hold, not even as a reference.

    >>> writable("T\ufffeap\x00 & \t\ud800")
    'T�ap� & \t�'
    """
    return _FORBIDDEN.sub("\ufffd", text)


class Writer(SimplerXMLGenerator):
    """Writes text and attributes without characters that XML does not allow."""

    def characters(self, content: str) -> None:
        """Text between tags."""
        super().characters(writable(content))

    def startElement(self, name: str, attrs: Mapping[str, str] | AttributesImpl[str]) -> None:  # noqa: N802 - the name is SAX's
        """A start tag with its attributes."""
        super().startElement(name, AttributesImpl({key: writable(str(value)) for key, value in attrs.items()}))


class Atom(Atom1Feed):
    """An Atom feed (RFC 4287) that every XML parser can read.

    A feed without entries has the update time ``changed``, the last change of its data.
    """

    def latest_post_date(self) -> datetime:
        """The update time of the feed."""
        changed = self.feed.get("changed")
        return super().latest_post_date() if self.items or changed is None else changed

    def write(self, outfile: IO[Any], encoding: str) -> None:
        """Write the feed, as `Atom1Feed` does."""
        handler = Writer(outfile, encoding, short_empty_elements=True)
        handler.startDocument()
        handler.startElement("feed", self.root_attributes())
        self.add_root_elements(handler)
        self.write_items(handler)
        handler.endElement("feed")
