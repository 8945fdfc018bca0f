"""Running a scenario: each action is played, and the game is judged."""
