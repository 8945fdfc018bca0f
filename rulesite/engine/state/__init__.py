"""State: objects, players, zones, names. Sections 1 to 4 of the rules (109 to 113, 200 to 212, 400 to 407).

Plain data, and how it is looked at and changed; no rule is carried out here. ``kernel.py`` is what every other room
holds in its hands; ``characteristics.py`` is what every object is like at this moment; ``event.py`` what would happen
or has happened.
"""
