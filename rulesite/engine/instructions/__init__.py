"""One function for each kind of instruction. Importing the package makes all of them known."""

from . import exchanging, flow, keyword_actions, lasting, making, mana, moving, players, playing_now, status

KNOWN = (exchanging, flow, keyword_actions, lasting, making, mana, moving, players, playing_now, status)
