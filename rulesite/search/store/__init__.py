"""The index on disk: its schema, its generations, and readers for them."""
