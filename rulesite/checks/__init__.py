"""Worked examples as games: how a scenario is bound to an example, played, judged and shown.

- `examples`: the worked examples printed in an edition; `models`: the tables.
- `binding`: the examples of each edition that a scenario belongs to.
- `playing`: loading scenarios (visitors' too), playing them in separate processes, recording the games.
- `results`: the status of each example and each edition.
- `presentation`: a game as pages show it.
- `coverage`: how many real cards and keywords are read and played, and which abilities change nothing.
- `views`, `admin`: the pages; `receivers`: reactions to a correction.
"""
