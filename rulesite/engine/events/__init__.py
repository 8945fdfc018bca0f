"""Events, in batches of simultaneous ones (700.1, 603.2, 608.2c, 101.4).

A batch of events is replaced, applied and watched as a whole (``batch.py``, ``apply.py``, ``triggers.py``). Damage and
drawing have modules of their own (120, 121). ``perform.py`` dispatches to the instructions, and goes through "each
player".
"""
