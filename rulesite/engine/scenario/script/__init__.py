"""The script: the players' actions and choices, and the actions that must be refused."""
