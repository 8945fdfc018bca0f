"""Results: the status of examples and editions, counted and shown."""
