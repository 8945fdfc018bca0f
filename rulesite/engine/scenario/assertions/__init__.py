"""Assertions: the claims of a scenario, and the judgement of each."""
