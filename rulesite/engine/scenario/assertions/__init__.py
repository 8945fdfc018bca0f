"""Assertions: what must hold, and how each is judged."""
