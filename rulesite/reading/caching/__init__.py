"""Caching: the state of the library that a page shows, and results cached while it stays the same."""
