"""Store descent: which steps are drawn and when, people's assertions about edges, and the data derived from them."""

from ingest.descent.store.edges import follow, redraw, steps

__all__ = ["follow", "redraw", "steps"]
