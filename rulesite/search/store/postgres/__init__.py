"""The index in PostgreSQL: shared generations, bulk load, and full text."""
