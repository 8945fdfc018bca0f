"""What slow clients hold is free again when they are done with, however they end, and the oldest give way first."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from hypothesis import example, given, settings
from hypothesis import strategies as st

from rulesite.serving.gateway import Gateway, Limits
from rulesite.serving.memory_budget import Room
from rulesite.serving.uploads import Uploads
from tests.serving.test_gateway import FORM, INSIDE, Client, site

SIZE = 100
"""Bytes of room in these tests."""
PIECES = st.lists(st.integers(0, 60), max_size=5)
ENDS = ("done", "fails", "goes away", "is too slow")


class BrokenError(Exception):
    """What a client does that ends in the middle."""


@settings(max_examples=60)
@example([([60], "is too slow"), ([60], "done"), ([60], "fails")])
@given(st.lists(st.tuples(PIECES, st.sampled_from(ENDS)), min_size=1, max_size=6))
def test_all_that_was_held_is_free_again_however_each_client_ends(clients):
    room = Room(SIZE)

    async def client(pieces, end):
        async with room.holding(0.01 if end == "is too slow" else 60) as holding:
            for piece in pieces:
                room.grow(holding, piece)
                assert room.used == sum(each.size for each in room._holdings)
                await asyncio.sleep(0)
            if end == "fails":
                raise BrokenError
            if end == "goes away":
                raise asyncio.CancelledError
            if end == "is too slow":
                await asyncio.Event().wait()

    async def all_of_them():
        await asyncio.gather(*(client(*each) for each in clients), return_exceptions=True)

    asyncio.run(all_of_them())
    assert (room.used, len(room._holdings)) == (0, 0)


@given(st.lists(st.integers(1, 60), min_size=1, max_size=8))
def test_those_that_have_held_theirs_longest_give_way_and_no_more_than_have_to(sizes):
    room = Room(SIZE)
    outcomes = []

    async def client(size):
        with suppress(TimeoutError):
            async with room.holding(60) as holding:
                room.grow(holding, size)
                await asyncio.sleep(0.005)
                outcomes.append("done")
                return
        outcomes.append("gave way")

    async def all_of_them():
        return await asyncio.gather(*(client(size) for size in sizes))

    asyncio.run(all_of_them())
    kept = next(nth for nth in range(len(sizes)) if sum(sizes[nth:]) <= SIZE)
    assert outcomes.count("gave way") == kept
    assert room.used == 0


WAYS = {
    "a body": lambda: Client(b"ab", b"c", method="POST", headers=[(b"content-length", b"3")]),
    "a body cut off": lambda: Client(b"ab", None, method="POST", headers=[(b"content-length", b"9")]),
    "a body that never comes": lambda: Client(b"ab", method="POST", headers=[(b"content-length", b"9")], stuck=True),
    "a body too long": lambda: Client(*[b"x" * 40] * 3, method="POST", headers=[(b"transfer-encoding", b"chunked")]),
    "a file": lambda: sending_file(b"x" * 90, b"x" * 60),
    "a file cut off": lambda: sending_file(b"x" * 90, None),
    "an answer": lambda: Client(path="/long"),
    "an answer that nobody reads": lambda: Client(path="/long", deaf=True),
    "a fault": lambda: Client(path="/fault"),
}


def sending_file(*pieces):
    """A client that sends a file of 150 bytes."""
    return Client(*pieces, method="POST", path=FORM, headers=[(b"content-length", b"150"), INSIDE])


def answering(environ, start_response):
    """A site with an answer that is long, and one that fails."""
    if environ["PATH_INFO"] == "/fault":
        raise ArithmeticError("a fault of ours")
    if environ["PATH_INFO"] == "/long":
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [b"x" * 200_000]
    return site(environ, start_response)


@settings(max_examples=25)
@given(st.lists(st.sampled_from(sorted(WAYS)), min_size=1, max_size=8))
def test_a_gateway_holds_nothing_when_all_are_answered(ways):
    limits = Limits(body=100, sending=0.02, reading=0.02, room=SIZE * 5_000)
    door = Gateway(answering, limits, uploads=Uploads(frozenset({FORM}), longest=1_000, seconds=0.02))

    async def all_of_them():
        return await asyncio.gather(*(WAYS[way]().ask(door) for way in ways))

    asyncio.run(all_of_them())
    assert (door._room.used, len(door._room._holdings), door._files_in._now) == (0, 0, 0)
    assert [(lane._inside, lane._held) for lane in (door._pages, door._files)] == [(0, 0)] * 2
