"""What has come to an end at the desk stays so, whoever finishes late."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rulesite.desk import services
from rulesite.desk.models import Proposal

pytestmark = pytest.mark.django_db

State = Proposal.State
PEOPLE = {
    "discards it": services.discard,
    "publishes it": services.publish,
    "has it read again": services.read_again,
    "decides": lambda person, proposal, seen: services.decide(person, proposal, seen, []),
}
CLERKS = {"finishes": State.READY, "publishes": State.PUBLISHED, "refuses": State.REFUSED}


@given(st.lists(st.sampled_from([*PEOPLE, "a clerk begins", *CLERKS]), max_size=10))
@example(["a clerk begins", "discards it", "finishes"])
@example(["a clerk begins", "finishes", "finishes"])
@example(["a clerk begins", "finishes", "publishes it", "a clerk begins", "publishes", "publishes", "discards it"])
def test_what_is_discarded_or_published_stays_so_and_no_work_is_recorded_twice(django_user_model, acts):
    person, _ = django_user_model.objects.get_or_create(username="mia")
    proposal = Proposal.objects.create(place="rules.txt", author=person, asked_by=person)
    begun = ""
    for act in acts:
        before = Proposal.objects.get(pk=proposal.pk)
        if act == "a clerk begins":
            begun = before.state if before.is_at_work else ""
        elif act in CLERKS and begun:
            services.settle(before, begun, state=CLERKS[act], word=act)
        elif act in PEOPLE:
            with suppress(services.ActionError):
                PEOPLE[act](person, before, before.round)
        now = Proposal.objects.get(pk=proposal.pk)
        if not before.is_open or (act in CLERKS and before.state != begun):
            assert (now.state, now.round, now.word) == (before.state, before.round, before.word)
        elif act in CLERKS:
            assert (now.state, now.round, now.word) == (CLERKS[act], before.round + 1, act)
