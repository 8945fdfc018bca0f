"""Players: the rules of sections 7 to 9 about leaving a game (800.4), teams that win and lose (810), control of another
player (723), commanders (903)."""
