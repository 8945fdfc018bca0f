"""A query: its terms and filters as typed, and the other words that are searched with them."""
