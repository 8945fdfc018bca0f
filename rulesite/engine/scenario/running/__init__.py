"""Running a scenario: play each action and judge the game."""
