"""Coverage: how many real cards are read, and the missing parts of each keyword."""
