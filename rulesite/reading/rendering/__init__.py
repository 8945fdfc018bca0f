"""Rendering: a text as marked-up HTML, from spans, with symbols, emphasis and differences."""
