"""State: objects, players, zones, names. Sections 1 to 4 of the rules (109 to 113, 200 to 212, 400 to 407).

Plain data, with functions to read and change it; no rule is carried out here. ``kernel.py`` is what every other package
works on; ``characteristics.py`` has the present characteristics of every object; ``event.py`` the events that would
happen or have happened.
"""
