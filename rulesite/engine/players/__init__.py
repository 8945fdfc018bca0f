"""Players: what the rules of sections 8 and 9 add to two players; today, that one leaves (800.4)."""
