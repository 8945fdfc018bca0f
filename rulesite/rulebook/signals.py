"""What the rulebook tells whoever listens: search keeps its index in step by this, without being known here."""

from django.dispatch import Signal

edition_changed = Signal()
"""Sent after an edition was loaded or loaded anew, inside its transaction. Argument: ``edition``."""

wording_changed = Signal()
"""Sent after the text shown for one provision changed. Arguments: ``version``, ``before`` and ``after`` (Wordings)."""

library_changed = Signal()
"""Sent when everything was cleared, or many editions changed at once, and derived data should be made anew."""
