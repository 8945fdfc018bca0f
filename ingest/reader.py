"""The one way from a source to its reading: as a web page, as a text with marks, or as the plain text that it is."""

from __future__ import annotations

from ingest import dialects, html, marks
from ingest.source import Source
from ingest.tree import Reading


def read(source: Source, dialect: str = "") -> Reading:
    """Read a source; ``dialect`` "" leaves the choice to what it says. Raises SourceError when it holds no rule."""
    if html.is_html(source):
        return html.read(source, dialect)
    if marks.is_marked(source):
        return marks.read(source, dialect)
    return dialects.choose(source, dialect).read(source)
