"""Votes: each player in turn order, from the controller on, chooses one of the words; the votes are counted."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.happening.performing import does
from rulesite.engine.meaning.frame import AMOUNTS, CONDITIONS, Frame, answers, sees
from rulesite.engine.meaning.referents import source_name, unbound
from rulesite.engine.state.game_state import player_ref


@does(ir.Vote)
def _vote(frame: Frame, node: ir.Vote) -> None:
    kernel = frame.kernel
    votes = dict.fromkeys(node.options, 0)
    for player in kernel.state.turn_order(frame.controller):
        if sees(frame, player_ref(player)):
            word = kernel.choose_word("vote", player, source_name(frame), "vote", node.options)
            kernel.note(f"{player} votes for {word}")
            votes[word] += 1
    frame.bound.said["votes"] = votes


def _votes(frame: Frame, word: str) -> dict[str, int]:
    """The votes of this effect, in which there was this word to vote for."""
    votes: dict[str, int] = frame.bound.said.get("votes", {})
    if word not in votes:
        raise unbound(frame, f"the votes for {word}")
    return votes


@answers(CONDITIONS, ir.MoreVotes)
def _more_votes(frame: Frame, node: ir.MoreVotes) -> bool:
    votes = _votes(frame, node.word)
    others = [count for word, count in votes.items() if word != node.word]
    most = max(votes.values())
    return votes[node.word] > max(others) or (node.tied and list(votes.values()).count(most) > 1)


@answers(AMOUNTS, ir.VotesFor)
def _votes_for(frame: Frame, node: ir.VotesFor) -> int:
    return _votes(frame, node.word)[node.word]
