"""Descent: the history of a rule through all editions, its threads, and comparing editions."""
