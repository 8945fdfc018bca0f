"""Descent: aligning the provisions of two editions, and storing what became of each."""
