"""Worked examples as games: how a scenario is bound to an example, played, judged and shown.

- `examples`: the worked examples that are printed in a book; `models`: the tables.
- `binding`: to which examples of which editions a scenario belongs.
- `playing`: scenarios are loaded, played in processes of their own, and recorded; also those that a visitor writes.
- `results`: what is known of an example and of an edition.
- `presentation`: a game as pages show it.
- `coverage`: how many real cards and keywords are read and played.
- `views`, `admin`: the pages; `receivers`: what follows a correction.
"""
