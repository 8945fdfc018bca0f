"""Tokens that copy a permanent and attack an opponent each: myriad and encore."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.references import DefendingPlayer, Memo, Self
from rulesite.engine.combat.attacking import join_attack
from rulesite.engine.effects.copying import copiable_whole, to_copy
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.evaluation.keyword_meanings import TokensThatAttack
from rulesite.engine.events.perform import does, perform
from rulesite.engine.events.tokens import Creation, make_tokens
from rulesite.engine.state.game_state import object_ref, player_ref, ref_player

from .common import remember

_AGAINST, _FOE = "created against", "attacked by it"


@does(TokensThatAttack)
def _tokens_that_attack(frame: Frame, node: TokensThatAttack) -> None:
    """Create the tokens, all at once, and have each attack its opponent (702.116a, 702.141a in 2026-06-19)."""
    kernel, player = frame.kernel, frame.controller
    original = to_copy(frame, Self())
    if original is None or not kernel.has("tokens_that_attack"):
        remember(frame, "create", [])
        return
    opponents = list(kernel.state.opponents(player))
    if node.now:
        defending = {ref_player(ref) for ref in frame.refs(DefendingPlayer())}
        others = [each for each in opponents if each not in defending]
        opponents = [each for each in others if kernel.ask("may", player, original.label, f"a token attacks {each}")]
    card, face = copiable_whole(kernel, original)
    creations = [
        Creation(player, card, 1, frame.source, how={"face": face, "tapped": node.now, "remembers": {_AGAINST: each}})
        for each in opponents
    ]
    made = make_tokens(kernel, creations).get(player, []) if creations else []
    for token in made:
        foe = str(token.remembers.pop(_AGAINST, ""))
        if node.now:
            join_attack(kernel, token, foe)
        elif foe:
            remember(frame, _AGAINST, [object_ref(token.id)])
            remember(frame, _FOE, [player_ref(foe)])
            must = ir.MustAttack(Memo(_FOE))
            perform(frame, ir.Continuous(Memo(_AGAINST), (must,), "turn"))
    remember(frame, "create", [object_ref(token.id) for token in made])
