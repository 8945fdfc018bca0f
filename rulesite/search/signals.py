"""Signals of the search."""

from django.dispatch import Signal

reindexed = Signal()
"""The index was rebuilt on this machine, with ``report_progress``: for what keeps an index beside it."""
