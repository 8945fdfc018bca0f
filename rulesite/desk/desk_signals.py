"""What the desk tells whoever works for it, without knowing them."""

from django.dispatch import Signal

asked = Signal()
"""Sent after somebody asked for work, when that is committed."""
