"""Results: hits with their excerpts, facets, and the answer to a question."""
