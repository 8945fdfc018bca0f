"""Results: what is known of an example and of an edition, counted and shown."""
