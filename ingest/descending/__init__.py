"""Descending: descent in the database. What is drawn and when, what people say of it, and what follows from it."""

from ingest.descending.drawing import follow, redraw, steps

__all__ = ["follow", "redraw", "steps"]
