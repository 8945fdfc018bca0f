"""Eras: which rules hold on which day.

Switches of the rules with the days of their changes (``ruleset.py``), every concept with its rule number in each
edition (``concepts.toml``), and which of all that a game looks at, so that one game speaks for every day on which
nothing that it looks at changes (``tracking.py``, ``validity.py``).
"""
