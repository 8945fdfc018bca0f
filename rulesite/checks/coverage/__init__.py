"""Coverage: how many real cards are read, and what is missing of each keyword."""
