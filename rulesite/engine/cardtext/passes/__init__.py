"""Passes over what was parsed: each makes the tree say more exactly what the text means."""
