"""Building the index: what is indexed, writing it, and noticing what must be indexed again."""
