"""Editing: making, changing and revoking a correction."""
