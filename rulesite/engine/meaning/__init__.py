"""Meaning: what the words of an ability mean on this table (608.2, and the words of 109, 115, 603).

``frame.py`` asks; ``referents.py`` (which objects and players), ``fitting.py`` (does it fit a description),
``quantities.py`` (how much) and ``truth.py`` (is it so) answer, one function for each kind of node. What an event must
be like is asked in ``watching.py`` and answered by the modules of patterns.
"""
