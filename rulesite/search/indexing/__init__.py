"""Building the index: reading what is indexed, writing it, and noticing changes."""
