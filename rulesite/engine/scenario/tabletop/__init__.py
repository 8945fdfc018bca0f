"""A table: a position and a course of actions in words, replayed, with what may be done then and what is refused."""
