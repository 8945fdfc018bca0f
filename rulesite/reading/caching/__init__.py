"""Caching: which state of the library a page shows, and what is kept as long as it is the same."""
