"""A played game as pages show it: the board, the steps, and where an answer changed."""
