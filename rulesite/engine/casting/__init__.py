"""Casting and activating: sections 601, 602, 605, and 106, 107, 115, 118 (409 to 411 until 2009).

When and by whom something may be played (``timing.py``), the steps of casting (``spell_casting.py``) and of activating
(``announcing.py``), targets, costs and paying them, mana and the abilities that make it.
"""
