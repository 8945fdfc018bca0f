"""The reference engine: a game of Magic as the rules of a given day describe it, without Django."""
