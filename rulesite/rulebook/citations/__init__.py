"""Citations: finding them in a text, linking them, and checking those of other texts."""
