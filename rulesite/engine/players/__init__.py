"""Players: what the rules of sections 7 to 9 add to two players: one leaves (800.4), teams win and lose (810), one is
controlled by another (723), commanders (903)."""
