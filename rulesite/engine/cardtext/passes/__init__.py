"""Passes over the parsed tree: each makes it express more exactly what the text means."""
