"""The index on disk: its schema, its generations, and reading one of them."""
