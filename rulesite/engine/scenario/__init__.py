"""Scenarios: worked examples as small games, written in controlled English, that the engine plays and judges.

>>> from rulesite.engine.scenario import load_text, run
>>> scenario = load_text('''
... title = "A bolt kills a bear"
... kind = "outcome"
... ruleset = "2006-10-01"
... given = "Ann, in hand: Bolt. Mana pool: {R}. Bob, in play: Bear 2/2 green"
... do = "Ann plays Bolt targeting Bear. All pass"
... [cards.Bolt]
... line = "Instant {R}"
... text = "Bolt deals 3 damage to target creature or player."
... from = "supplied"
... [[expect]]
... that = "Bear is in Bob's graveyard"
... [[control]]
... change = "Bear is 2/4"
... then = "Bear is in play"
... ''')[0]
>>> run(scenario).outcome
'holds'
"""

from rulesite.engine.scenario.files.loader import load, load_text
from rulesite.engine.scenario.running.verdict import outcome_without, run

from .errors import ScenarioError
from .model import Scenario
from .outcome import CONTRADICTED, HOLDS, UNMODELLED, Outcome

__all__ = [
    "CONTRADICTED",
    "HOLDS",
    "UNMODELLED",
    "Outcome",
    "Scenario",
    "ScenarioError",
    "load",
    "load_text",
    "outcome_without",
    "run",
]
