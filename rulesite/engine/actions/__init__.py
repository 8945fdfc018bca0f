"""Actions: carrying out instructions (608.2) and the keyword actions of 701. One function for each kind of instruction.

Importing the package registers all of them with ``events/perform.py``.
"""

# Not in alphabetical order: instructions are declared in this one.
# isort: off
from . import (
    adding_mana,
    attacking_tokens,
    bending,
    casting_later,
    chance,
    controlling_players,
    creating,
    doors,
    crowning,
    exchanging,
    extra_time,
    control_flow,
    keyword_actions,
    lasting_effects,
    life_and_cards,
    moving_objects,
    pairing,
    piles,
    playing_now,
    radiation,
    restarting,
    speeding_up,
    status,
    stickers,
    subgames,
    voting_players,
)

KNOWN = (
    controlling_players,
    exchanging,
    extra_time,
    control_flow,
    keyword_actions,
    lasting_effects,
    creating,
    doors,
    crowning,
    adding_mana,
    attacking_tokens,
    bending,
    casting_later,
    chance,
    moving_objects,
    life_and_cards,
    pairing,
    piles,
    playing_now,
    radiation,
    restarting,
    speeding_up,
    status,
    stickers,
    subgames,
    voting_players,
)
