"""The damage assignment order among blockers (2009 to 2024), if a scenario states it: "Ann orders Bear, Ox"."""

from __future__ import annotations

from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.language.trees import Ref
from rulesite.engine.scenario.script.choices import Said
from rulesite.engine.scenario.setup.builder import Table


def announce_orders(table: Table) -> None:
    """Announce the stated order of an attacker's blockers each time their number grows. Without one, any division that
    fits some order is legal."""
    game = table.game
    combat, answers = game.state.combat, game.kernel.script.answers
    if combat is None or game.rules.damage_order == "free":
        return
    for attacker in combat.attackers:
        blockers = [each for each, attackers in combat.blockers.items() if attacker in attackers]
        for answer in [each for each in answers if isinstance(each, Said) and each.sort == "order"]:
            if len(blockers) > 1 and sorted(_meant(table, answer)) == sorted(blockers):
                game.order_blockers(attacker, _meant(table, answer))
                answers.remove(answer)


def _meant(table: Table, answer: Said) -> list[int]:
    try:
        return [table.now(each) for each in answer.value if isinstance(each, Ref)]
    except ScenarioError:
        return []
