"""The index in PostgreSQL: generations that all machines share, bulk load, and full text."""
