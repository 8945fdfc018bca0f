"""Abilities as data: the tree that the card text compiler writes and the kernel carries out.

`kinds` has the abilities, `static_parts` and `play_limits` their parts and limits; `instructions`, `combining` and
`conjunctions` their effects; `events`, `combat_events` and `zone_events` the events that they watch for, `times` the
times; `costs`, `conditions`, `comparisons` and `history` are named for their nodes; `changes` has changes of
characteristics, `restrictions` and `player_rules` the other continuous effects; `references`, `predicates`, `traits`,
`qualifiers` and `amounts` describe objects, players and numbers, `noun_phrases` and `looks` have phrases without a node
of their own. Every node has a JSON form (`to_json`, `from_json`). Importing this package needs neither lark nor Django.

To use all kinds of node, write `from rulesite.engine import abilities as ir`, then `ir.Destroy`, `ir.Target` …
"""

# Not in alphabetical order: the order of import is the order of the nodes and of the grammar's alternatives.
# isort: off
from rulesite.engine.abilities.amounts import *  # noqa: F403
from rulesite.engine.abilities.card_instructions import *  # noqa: F403
from rulesite.engine.abilities.changes import *  # noqa: F403
from rulesite.engine.abilities.combat_events import *  # noqa: F403
from rulesite.engine.abilities.combining import *  # noqa: F403
from rulesite.engine.abilities.comparisons import *  # noqa: F403
from rulesite.engine.abilities.conditions import *  # noqa: F403
from rulesite.engine.abilities.copy_exceptions import *  # noqa: F403
from rulesite.engine.abilities.costs import *  # noqa: F403
from rulesite.engine.abilities.daytime import *  # noqa: F403
from rulesite.engine.abilities.events import *  # noqa: F403
from rulesite.engine.abilities.harm_and_life import *  # noqa: F403
from rulesite.engine.abilities.history import *  # noqa: F403
from rulesite.engine.abilities.instructions import *  # noqa: F403
from rulesite.engine.abilities.conjunctions import *  # noqa: F403
from rulesite.engine.abilities.kinds import *  # noqa: F403
from rulesite.engine.abilities.mana_instructions import *  # noqa: F403
from rulesite.engine.abilities.moves import *  # noqa: F403
from rulesite.engine.abilities.node import *  # noqa: F403
from rulesite.engine.abilities.noun_phrases import *  # noqa: F403
from rulesite.engine.abilities.permanent_instructions import *  # noqa: F403
from rulesite.engine.abilities.pile_instructions import *  # noqa: F403
from rulesite.engine.abilities.play_limits import *  # noqa: F403
from rulesite.engine.abilities.player_rules import *  # noqa: F403
from rulesite.engine.abilities.predicates import *  # noqa: F403
from rulesite.engine.abilities.qualifiers import *  # noqa: F403
from rulesite.engine.abilities.references import *  # noqa: F403
from rulesite.engine.abilities.restrictions import *  # noqa: F403
from rulesite.engine.abilities.spell_instructions import *  # noqa: F403
from rulesite.engine.abilities.static_parts import *  # noqa: F403
from rulesite.engine.abilities.table_rules import *  # noqa: F403
from rulesite.engine.abilities.times import *  # noqa: F403
from rulesite.engine.abilities.token_instructions import *  # noqa: F403
from rulesite.engine.abilities.traits import *  # noqa: F403
from rulesite.engine.abilities.turn_instructions import *  # noqa: F403
from rulesite.engine.abilities.voting import *  # noqa: F403
from rulesite.engine.abilities.zone_events import *  # noqa: F403
