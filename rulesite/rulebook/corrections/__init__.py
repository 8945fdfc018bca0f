"""Corrections: the log of them, what each is of, and those that belong to no edition."""
