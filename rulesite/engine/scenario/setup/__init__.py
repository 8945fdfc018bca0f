"""Setting a game up: players, options, the board and its objects."""
