"""Combat: sections 506 to 511 (306 to 310 until 2009), and the keywords that limit attacks and blocks (702)."""
