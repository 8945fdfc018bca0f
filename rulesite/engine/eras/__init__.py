"""Eras: which rules hold on which day.

Switches of the rules with the days of their changes (``ruleset.py``), every concept with its rule number in each
edition (``concepts.toml``), and the facts that a game uses, so that one game stands for every day on which none of them
changes (``tracking.py``, ``validity.py``).
"""
