"""What a maintainer says at the desk of the edges that are shown: yes, no, or that a rule comes from elsewhere."""

import pytest
from django.contrib.auth.models import User

from rulesite.desk.models import Decision, Proposal

pytestmark = pytest.mark.django_db
OLD, NEW = "cr/2006-10-01", "cr/2007-07-13"
EDGES = {0: f"{OLD}/506.3 {NEW}/506.5 merged", 1: f"{OLD}/402.1 {NEW}/402.2 reworded"}


@pytest.fixture
def desk(client):
    """A client of somebody who may do everything, who looks at a proposal with two doubtful edges."""
    client.force_login(User.objects.create_superuser("ann"))
    row = {"score": 0.45, "basis": "matched", "note": "", "earlier_words": "It was.", "later_words": "It is."}
    rows = [
        dict(zip(("earlier", "later", "kind"), edge.split(), strict=True), **row,
             earlier_key=edge.split()[0].rpartition("/")[2], later_key=edge.split()[1].rpartition("/")[2])
        for edge in EDGES.values()
    ]  # fmt: skip
    step = {"earlier": OLD, "later": NEW, "kinds": {}, "alone": 0, "alone_of": NEW}
    step |= {"doubtful": {"count": 2, "rows": rows}, "said": {"count": 0, "rows": []}}
    edition = {"address": NEW, "is_new": True, "steps": [step]}
    Proposal.objects.create(place="cr.txt", who="ann", state="ready", preview={"came": [NEW], "editions": [edition]})
    return client


def decide(client, **fields):
    """Post the form of the doubtful edges, which stays empty where nothing is said; returns the answer."""
    shown = {f"edge-{nth}": edge for nth, edge in EDGES.items()}
    empty = {f"{name}-{nth}": "" for nth in EDGES for name in ("verdict", "instead", "reason")}
    given = {name.replace("_", "-"): value for name, value in fields.items()}
    page = Proposal.objects.get().get_absolute_url()
    return client.post(page, {"deed": "decide", "seen": 0, **shown, **empty, **given})


def said():
    return list(Decision.objects.values_list("earlier", "later", "verdict", "kind", "reason", "who"))


def test_a_doubtful_edge_is_offered_and_confirmed(desk):
    page = desk.get(Proposal.objects.get().get_absolute_url()).content.decode()
    assert f'value="{EDGES[0]}"' in page
    assert decide(desk, verdict_0="assert", reason_0="it is the same rule").status_code == 302
    assert said() == [(f"{OLD}/506.3", f"{NEW}/506.5", "assert", "merged", "it is the same rule", "ann")]
    assert Proposal.objects.get().state == "joining"


def test_edges_may_share_a_reason(desk):
    decide(desk, verdict_0="forbid", verdict_1="forbid", reason="other rules")
    assert [(each[2], each[4]) for each in said()] == [("forbid", "other rules")] * 2


def test_a_rule_that_comes_from_elsewhere_is_a_no_and_a_yes(desk):
    decide(desk, instead_1="402.7", reason_1="moved")
    assert [each[:4] for each in said()] == [
        (f"{OLD}/402.1", f"{NEW}/402.2", "forbid", "reworded"),
        (f"{OLD}/402.7", f"{NEW}/402.2", "assert", "reworded"),
    ]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "No decision was made"),
        ({"verdict_0": "assert"}, "give a reason"),
        ({"verdict_0": "assert", "reason_0": "x" * 301}, "300 characters"),
        ({"verdict_0": "perhaps", "reason_0": "x"}, "was not on the page"),
        ({"verdict_0": "assert", "reason_0": "x", "edge_0": "one two"}, "was not on the page"),
        ({"verdict_0": "assert", "instead_0": "402.7", "reason_0": "x"}, "another rule that it comes from"),
    ],
)
def test_what_is_no_decision_is_refused_with_a_sentence(desk, fields, sentence):
    answer = decide(desk, **fields)
    assert sentence in answer.content.decode()
    assert said() == []
    assert Proposal.objects.get().state == "ready"


def test_another_edge_is_named_by_full_addresses(desk):
    page = Proposal.objects.get().get_absolute_url()
    form = {"deed": "further", "seen": 0, "earlier": "402.1", "later": f"{NEW}/402.2", "verdict": "assert"}
    form |= {"kind": "reworded", "reason": "seen"}
    assert "Write the address in full" in desk.post(page, form).content.decode()
    assert desk.post(page, form | {"earlier": f"{OLD}/402.1"}).status_code == 302
    assert len(said()) == 1


def test_who_decides_of_an_older_round_is_told(desk):
    Proposal.objects.update(round=3)
    page = desk.post(Proposal.objects.get().get_absolute_url(), {"deed": "decide", "seen": 2, "edge-0": EDGES[0], "verdict-0": "assert", "reason": "x"}, follow=True)  # fmt: skip
    assert "has acted on this since you opened the page" in page.content.decode()
    assert said() == []


def test_to_publish_is_asked_twice(desk):
    proposal = Proposal.objects.get()
    form = {"deed": "publish", "seen": proposal.round}
    asked = desk.post(proposal.get_absolute_url(), form).content.decode()
    assert "Publish this?" in asked
    assert 'name="sure"' in asked
    assert Proposal.objects.get().state == "ready"
    desk.post(proposal.get_absolute_url(), {**form, "sure": "yes"})
    assert Proposal.objects.get().state == "publishing"


def test_nothing_of_this_number_is_not_found(desk):
    assert desk.get("/admin/desk/proposal/99/change/").status_code == 404
