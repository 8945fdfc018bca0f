"""The turn: sections 500 to 514, 117 (priority), 405 and 608 (the stack), 603.3 (triggers go on it), 704 (state-based
actions), 702.26 (phasing). `phases` is what the game does in each step, from untap to cleanup.
"""
