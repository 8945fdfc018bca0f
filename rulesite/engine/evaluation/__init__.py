"""Evaluation: what the words of an ability mean on this table (608.2, and the words of 109, 115, 603).

``frame.py`` asks; ``references.py`` (which objects and players), ``predicates.py`` (does it fit a description),
``amounts.py`` (how much) and ``conditions.py`` (is it so) answer, one function for each kind of node. What an event
must be like is asked in ``event_matching.py`` and answered by the modules of patterns.
"""
