"""Signals of the rulebook; search updates its index by them, though nothing here knows of search."""

from django.dispatch import Signal

edition_changed = Signal()
"""Sent after an edition was loaded or reloaded, inside the transaction. Argument: ``edition``."""

corrected = Signal()
"""Sent after a person made or withdrew a correction, inside the transaction.

Arguments: ``edition``; ``row`` (the updated RuleVersion, labelled Example or GlossaryTerm); ``part`` of it ("text" or
"title"); the words ``before`` and ``after``; ``relinked``, the primary keys of that edition's wordings whose references
were resolved again, its own included.
"""

rethreaded = Signal()
"""Sent after provisions moved to other threads, inside the transaction. Argument: ``versions``, primary keys."""

library_changed = Signal()
"""Sent when everything was cleared, or many editions changed at once: derived data should be rebuilt."""
