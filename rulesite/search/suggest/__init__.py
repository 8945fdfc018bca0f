"""Spelling correction, and what the box offers while somebody types."""
