"""Votes: each player in turn order, starting with the controller, chooses one of the words; the votes are counted."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.evaluation.frame import AMOUNTS, CONDITIONS, PREDICATES, Frame, answers, sees
from rulesite.engine.evaluation.references import source_name, unbound
from rulesite.engine.events.perform import does
from rulesite.engine.state.game_state import player_ref, ref_player


@does(ir.Vote)
def _vote(frame: Frame, node: ir.Vote) -> None:
    kernel = frame.kernel
    votes = dict.fromkeys(node.options, 0)
    for player in kernel.state.turn_order(frame.controller):
        if sees(frame, player_ref(player)):
            word = kernel.choose_word("vote", player, source_name(frame), "vote", node.options)
            kernel.note(f"{player} votes for {word}")
            votes[word] += 1
    frame.bound.record.votes = votes


@does(ir.VoteAmong)
def _vote_among(frame: Frame, node: ir.VoteAmong) -> None:
    kernel = frame.kernel
    votes: dict[str, int] = {}
    for player in kernel.state.turn_order(frame.controller):
        if sees(frame, player_ref(player)) and (among := frame.refs(ir.Every(node.what))):
            (chosen,) = kernel.choose("vote", player, source_name(frame), "vote", among, 1, 1)
            kernel.note(f"{player} votes for {kernel.label(chosen)}")
            votes[chosen] = votes.get(chosen, 0) + 1
    frame.bound.record.votes_for_objects = votes


@does(ir.ChooseSides)
def _choose_sides(frame: Frame, node: ir.ChooseSides) -> None:
    kernel = frame.kernel
    players = [player for player in kernel.state.turn_order(frame.controller) if sees(frame, player_ref(player))]
    sides = {}
    for player in players:
        about = f"{source_name(frame)}: {player}"
        sides[player] = kernel.choose_word("side", frame.controller, about, f"is {player} a friend", ("friend", "foe"))
        kernel.note(f"{player} is a {sides[player]}")
    frame.bound.record.sides = sides


@answers(PREDICATES, ir.Befriended)
def _befriended(frame: Frame, node: ir.Befriended, ref: str) -> bool:
    sides = frame.bound.record.sides
    if sides is None:
        raise unbound(frame, "who is a friend and who a foe")
    return sides.get(ref_player(ref) or "") == ("friend" if node.friend else "foe")


@answers(PREDICATES, ir.MostVotes)
def _most_votes(frame: Frame, node: ir.MostVotes, ref: str) -> bool:
    votes = frame.bound.record.votes_for_objects
    if votes is None:
        raise unbound(frame, "the votes")
    return bool(votes) and votes.get(ref) == max(votes.values())


def _votes(frame: Frame, word: str) -> dict[str, int]:
    """The votes of this effect, which must have offered this word."""
    votes = frame.bound.record.votes or {}
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
