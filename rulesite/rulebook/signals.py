"""What the rulebook tells whoever listens: search keeps its index in step by this, without being known here."""

from django.dispatch import Signal

edition_changed = Signal()
"""Sent after an edition was loaded or loaded anew, inside its transaction. Argument: ``edition``."""

corrected = Signal()
"""Sent after a person corrected words or took that back, inside its transaction.

Arguments: ``edition``; ``row`` (a RuleVersion, a labelled Example or a GlossaryTerm, as it stands now); ``part`` of it
("text" or "title"); the words ``before`` and ``after``; ``relinked``, the primary keys of the wordings of that edition
whose references were resolved anew, its own among them.
"""

rethreaded = Signal()
"""Sent after provisions were given other threads, inside the transaction. Argument: ``versions``, primary keys."""

library_changed = Signal()
"""Sent when everything was cleared, or many editions changed at once, and derived data should be made anew."""
