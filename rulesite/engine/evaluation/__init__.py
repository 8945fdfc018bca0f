"""Evaluation: the meaning of an ability's words on this table (608.2, and the words of 109, 115, 603).

``frame.py`` is the entrance; ``references.py`` (which objects and players), ``predicates.py`` (whether one fits a
description), ``amounts.py`` (how much) and ``conditions.py`` (whether it is true) have one function for each kind of
node. ``event_matching.py`` tests events against patterns, with the modules of patterns.
"""
