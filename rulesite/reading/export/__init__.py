"""Exports: an edition as rows or text, its links, and the ledger of a source."""
