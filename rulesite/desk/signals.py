"""Signals of the desk for the workers, which it does not import."""

from django.dispatch import Signal

work_requested = Signal()
"""Sent after a person requested work, once that is committed."""
