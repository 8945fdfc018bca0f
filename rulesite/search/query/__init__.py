"""Queries: parsing the typed text, and the synonyms searched with it."""
