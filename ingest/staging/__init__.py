"""Staging: a private copy of the database, its publication, and the snapshots kept for undo."""
