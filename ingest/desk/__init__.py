"""The desk's worker: does what maintainers ask for, with a preview of it, and rolls back."""
