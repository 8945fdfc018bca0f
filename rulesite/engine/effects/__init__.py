"""Effects: what applies for a time, and what happens instead. Sections 611 to 616 and 707; 303.4 and 702.16 where they
bear on these.

Continuous effects are parts (``continuous.py``) that the layers of the day work into characteristics (``layers.py``,
``characteristic_changes.py``) for as long as they last (``durations.py``). Replacement and prevention change an event
before it happens (``replacement.py``, ``shields.py``, ``entering.py``, ``forbidden.py``).
"""
