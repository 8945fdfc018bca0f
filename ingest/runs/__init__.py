"""A run: the steps of an ingest, what follows from it, and what is left to do."""
