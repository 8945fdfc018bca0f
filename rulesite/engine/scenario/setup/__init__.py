"""Setting up a game: players, options, the board and its objects."""
