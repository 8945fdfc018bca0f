"""The desk: documents are read beside the book, looked at, decided on, published in one step and taken back in one."""

import json
import time

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection

from ingest.desk import worker
from ingest.runs import run
from ingest.staging import db_copies, snapshots
from rulesite.desk import services, workspace
from rulesite.desk.models import Decision, Proposal, Publication
from rulesite.rulebook.editing import corrections
from rulesite.rulebook.models import Assertion, Correction, Descent, Document, Edition, Library, RuleVersion
from rulesite.search import search
from tests import data_folders
from tests.harbour import STAR
from tests.ingest.whole_runs import DAYS, apart, book, die, published, write

State = Proposal.State


@pytest.fixture(autouse=True)
def _nobody_is_woken(monkeypatch):
    """The tests say when somebody works."""
    monkeypatch.setattr(worker, "wake", lambda: None)


@pytest.fixture
def held(holding):
    """A library with editions of two days."""
    return holding("2001-01-01", "2003-03-03")


@pytest.fixture
def mia(data):
    return User.objects.create_superuser("mia")


def upload(day="2002-02-02", rules=None, name=None):
    return SimpleUploadedFile(name or f"cr-{day}.txt", book(day, rules).encode())


def staged(person, **how):
    """What was brought to the desk, and read."""
    proposal = services.stage(person, upload(**how), {})
    assert worker.work() == 1
    proposal.refresh_from_db()
    return proposal


def done(proposal):
    """A proposal after the work that was asked for."""
    assert worker.work() == 1
    proposal.refresh_from_db()
    return proposal


def taken_back(person, number):
    """The proposal by which a publication was taken back."""
    latest = Publication.objects.order_by("-number").first().number
    return done(services.roll_back(person, Publication.objects.get(number=number), latest))


# --- staging ------------------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_what_is_staged_is_seen_by_no_reader_and_can_be_looked_at(held, mia, settings):
    settings.ALLOWED_HOSTS = [".rules.example"]
    before = published(held)
    proposal = staged(mia)
    assert (proposal.state, proposal.word) == (State.READY, "")
    assert published(held) == before
    assert proposal.preview["came"] == ["cr/2002-02-02"]
    [edition] = proposal.preview["editions"]
    assert (edition["is_new"], edition["earlier"]) == (True, "cr/2001-01-01")
    counts = {row["what"]: (row["now"], row["earlier"]) for row in edition["counts"]}
    assert counts["Examples"] == (4, 3)
    assert edition["references"] == {"resolved": 5}
    [source] = edition["sources"]
    assert source["owned"] == source["characters"], "the ledger owns every character"
    assert [(step["earlier"], step["later"]) for step in edition["steps"]] == [
        ("cr/2001-01-01", "cr/2002-02-02"),
        ("cr/2002-02-02", "cr/2003-03-03"),
    ]
    assert edition["examples"]["count"] > 0
    assert edition["examples"]["contradicted"] == []
    changes = {row["key"]: (row["was"], row["before"], row["now"]) for row in edition["changes"]["rows"]}
    assert changes["402.4"][:2] == ("", "")
    assert changes["402.4"][2].startswith(STAR)
    assert all(before != now for _, before, now in changes.values())
    assert [page["address"] for page in proposal.preview["pages"]] == ["/cr/2002-02-02/", "/cr/2002-02-02/402/"]
    assert STAR in workspace.page(proposal, 1).decode(), "a page as readers would see it"


@pytest.mark.slow
def test_another_reading_of_a_held_edition_is_compared_with_the_published_one(held, mia):
    proposal = staged(mia, day="2003-03-03", rules=[STAR, *DAYS["2003-03-03"][1:]])
    [edition] = proposal.preview["editions"]
    assert (edition["is_new"], edition["changes"]["count"]) == (False, 1)
    [row] = edition["changes"]["rows"]
    assert (row["key"], row["was"]) == ("402.1", "402.1")
    assert row["before"].startswith(DAYS["2003-03-03"][0])
    assert row["now"].startswith(STAR)


@pytest.mark.slow
def test_what_is_staged_is_published_as_an_ingest_would_have(held, mia, tmp_path):
    kept = tmp_path / "kept"
    connection.close()
    data_folders.duplicate(held, kept)
    more = write(tmp_path / "more", "2002-02-02")
    assert apart(lambda: run.run([str(more)])) == 0
    wanted = published(held)
    data_folders.lay_out(kept, held)
    proposal = staged(mia)
    proposal = done(services.publish(mia, proposal, proposal.round))
    assert (proposal.state, proposal.publication) == (State.PUBLISHED, 2)
    assert published(held) == wanted
    assert [hit.url for hit in search.search("star").hits]
    log = Publication.objects.get(number=2)
    assert (log.who, log.author, log.came, log.went) == ("mia", mia, ["cr/2002-02-02"], [])
    assert not workspace.of(proposal).exists()


def test_what_can_not_be_read_is_refused_with_the_mend(held, mia):
    proposal = services.stage(mia, SimpleUploadedFile("photo.txt", b"%PDF-1.4 nothing of ours"), {})
    assert done(proposal).state == State.REFUSED
    assert "photo.txt" in proposal.word
    services.discard(mia, proposal, proposal.round)
    worker.work()
    assert not workspace.of(proposal).exists()


@pytest.mark.slow
def test_what_is_held_already_is_said_to_be_nothing_new(held, mia):
    proposal = staged(mia, day="2001-01-01")
    assert proposal.state == State.REFUSED
    assert "nothing new" in proposal.word


@pytest.mark.slow
def test_a_second_thing_is_refused_while_one_is_on_the_desk(held, mia):
    staged(mia)
    with pytest.raises(services.ActionError, match=r"mia has brought “cr-2002-02-02.txt” to the desk"):
        services.stage(mia, upload(day="2004-04-04"), {})
    assert Proposal.objects.count() == 1


@pytest.mark.slow
def test_what_is_discarded_leaves_nothing(held, mia):
    before = published(held)
    proposal = staged(mia)
    services.discard(mia, proposal, proposal.round)
    worker.work()
    assert published(held) == before
    assert not workspace.of(proposal).exists()
    staged(mia, day="2004-04-04")


def test_it_says_how_far_it_is_and_stops_when_it_is_discarded(held, mia, monkeypatch):
    proposal = services.stage(mia, upload(), {})
    told, public = [], db_copies.published()

    def tell(which, what, done, total):
        told.append(what)
        if len(told) == 2:  # as another process would
            with db_copies.joined(public) as database:
                database.execute(f"UPDATE {database.main}.desk_proposal SET state = 'discarded'")
            workspace.stop(proposal)

    monkeypatch.setattr(worker.workspace, "write_progress", tell)
    worker.work()
    proposal.refresh_from_db()
    assert proposal.state == State.DISCARDED
    assert len(told) == 2


# --- deciding -----------------------------------------------------------------------------------------------------
def edge(key):
    """The edges to a rule of 2002, by the earlier keys."""
    rows = Descent.objects.filter(later__edition__effective="2002-02-02", later__key=key)
    return sorted(rows.values_list("earlier__key", "basis"))


@pytest.mark.slow
def test_what_is_decided_of_an_edge_is_drawn_in_the_stage_and_published_with_it(held, mia):
    proposal = staged(mia)
    forbidden = Decision(
        earlier="cr/2001-01-01/402.3", later="cr/2002-02-02/402.2", verdict="forbid", reason="another owl"
    )
    said = Decision(
        earlier="cr/2001-01-01/402.2", later="cr/2002-02-02/402.2", verdict="assert", kind="reworded", reason="seen"
    )
    proposal = done(services.decide(mia, proposal, proposal.round, [forbidden, said]))
    assert (proposal.state, proposal.word) == (State.READY, "")
    assert not Assertion.objects.exists(), "nobody has published it yet"
    shown = [row for step in proposal.preview["editions"][0]["steps"] for row in step["said"]["rows"]]
    assert [(row["earlier_key"], row["later_key"]) for row in shown] == [("402.2", "402.2")]
    done(services.publish(mia, proposal, proposal.round))
    assert edge("402.2") == [("402.2", "asserted")]
    assert set(Assertion.objects.values_list("earlier", "author", "said_by", "origin")) == {
        ("cr/2001-01-01/402.2", mia.pk, "mia", "admin"),
        ("cr/2001-01-01/402.3", mia.pk, "mia", "admin"),
    }


@pytest.mark.slow
def test_a_decision_is_taken_back_before_it_is_published(held, mia):
    proposal = staged(mia)
    undisturbed = proposal.preview
    said = Decision(earlier="cr/2001-01-01/402.2", later="cr/2002-02-02/402.2", verdict="assert", reason="seen")
    proposal = done(services.decide(mia, proposal, proposal.round, [said]))
    assert proposal.preview != undisturbed
    proposal = done(services.forget(mia, proposal, proposal.round, proposal.decisions.get().pk))
    assert proposal.preview == undisturbed
    done(services.publish(mia, proposal, proposal.round))
    assert not Assertion.objects.exists()


@pytest.mark.slow
def test_a_decision_about_a_rule_that_is_not_there_is_named_and_nothing_is_published(held, mia):
    proposal = staged(mia)
    said = Decision(earlier="cr/2001-01-01/409.9", later="cr/2002-02-02/402.2", verdict="assert", reason="seen")
    proposal = done(services.decide(mia, proposal, proposal.round, [said]))
    assert proposal.state == State.READY
    assert "cr/2001-01-01/409.9" in proposal.word
    proposal = done(services.publish(mia, proposal, proposal.round))
    assert proposal.state == State.READY
    assert Publication.objects.count() == 1


# --- two at once --------------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_the_second_of_two_who_publish_or_discard_is_told(held, mia):
    bob = User.objects.create_superuser("bob")
    proposal = staged(mia)
    seen = proposal.round
    services.publish(bob, proposal, seen)
    with pytest.raises(services.ChangedMeanwhileError, match="bob"):
        services.discard(mia, proposal, seen)
    with pytest.raises(services.ChangedMeanwhileError):
        services.publish(mia, proposal, seen)
    done(proposal)
    assert Publication.objects.count() == 2


@pytest.mark.slow
def test_what_is_corrected_while_something_is_staged_is_kept(held, mia):
    proposal = staged(mia)
    rule = RuleVersion.objects.get(edition__effective="2001-01-01", key="402.1")
    corrections.correct(rule, "The ferry is free.", reason="misread", author=mia)
    done(services.publish(mia, proposal, proposal.round))
    rule = RuleVersion.objects.get(edition__effective="2001-01-01", key="402.1")
    assert rule.text == "The ferry is free."
    assert Edition.objects.count() == 3


@pytest.mark.slow
def test_what_was_staged_beside_an_older_book_is_to_be_read_again(held, mia, tmp_path):
    proposal = staged(mia)
    run.run([str(write(tmp_path / "more", "2004-04-04"))])
    proposal = done(services.publish(mia, proposal, proposal.round))
    assert (proposal.state, proposal.word) == (State.READY, worker.OVERTAKEN)
    assert Edition.objects.count() == 3
    proposal = done(services.read_again(mia, proposal, proposal.round))
    done(services.publish(mia, proposal, proposal.round))
    assert Edition.objects.count() == 4


# --- taking back --------------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_a_publication_is_taken_back_in_one_step_and_so_is_that(held, mia):
    before = published(held)
    proposal = staged(mia)
    done(services.publish(mia, proposal, proposal.round))
    after = published(held)
    back = taken_back(mia, 2)
    assert (back.state, back.word, back.publication) == (State.PUBLISHED, "", 3)
    assert published(held) == before
    assert [(row.number, row.takes_back, row.who) for row in Publication.objects.all()][:2] == [
        (3, 2, "mia"),
        (2, None, "mia"),
    ]
    taken_back(mia, 3)
    assert published(held) == after
    assert Library.current().publication == 4


@pytest.mark.slow
def test_what_an_ingest_published_is_taken_back_too(held, mia, tmp_path):
    before = published(held)
    books = write(tmp_path / "books", "2004-04-04", **{"2001-01-01": DAYS["2001-01-01"]})
    (books / "cr-2001-01-01.txt").write_text(book("2001-01-01", [*DAYS["2003-03-03"]]))
    run.run([str(books)])
    assert published(held) != before
    assert services.consequences(Publication.objects.get(number=2))["again"] == ["cr/2001-01-01"]
    taken_back(mia, 2)
    assert published(held) == before


@pytest.mark.slow
def test_what_people_wrote_since_is_kept_where_it_is_about_what_stays(held, mia):
    proposal = staged(mia)
    done(services.publish(mia, proposal, proposal.round))
    rules = {day: RuleVersion.objects.get(edition__effective=day, key="402.1") for day in ("2001-01-01", "2002-02-02")}
    for rule in rules.values():
        corrections.correct(rule, "The ferry is free.", reason="misread", author=mia)
    found = services.consequences(Publication.objects.get(number=2))
    assert [entry.edition for entry in found["kept"]] == ["cr/2001-01-01"]
    assert found["hidden"] == ["correction of cr/2002-02-02/402.1"]
    assert (found["going"], found["coming"]) == (["cr/2002-02-02"], [])
    taken_back(mia, 2)
    assert RuleVersion.objects.get(edition__effective="2001-01-01", key="402.1").text == "The ferry is free."
    assert Correction.objects.count() == 2
    taken_back(mia, 3)
    assert RuleVersion.objects.get(edition__effective="2002-02-02", key="402.1").text == "The ferry is free."


DESCRIBED = {
    "name": "The harbour's books", "about": "Kept by the warden.", "title": "Other Rules", "short_title": "OR",
    "publisher": "A guild", "position": 7, "precision": "month", "known_from": "a letter of the time",
}  # fmt: skip


def describe(client, row):
    """Change whatever the admin lets a person change of a row; returns the names of those fields."""
    page = f"/admin/rulebook/{row._meta.model_name}/{row.pk}/change/"
    context = client.get(page).context
    names = sorted({field.name for field in row._meta.fields} & set(context["adminform"].form.fields))
    inlines = [each.formset.prefix for each in context["inline_admin_formsets"]]
    counts = {f"{prefix}-{which}_FORMS": 0 for prefix in inlines for which in ("TOTAL", "INITIAL")}
    assert all(getattr(row, name) != DESCRIBED[name] for name in names)
    assert client.post(page, counts | {name: DESCRIBED[name] for name in names}).status_code == 302
    return names


@pytest.mark.slow
def test_an_edition_that_somebody_removed_since_stays_so_and_whatever_was_described_keeps_every_field(
    held, mia, client
):
    proposal = staged(mia)
    done(services.publish(mia, proposal, proposal.round))
    client.force_login(mia)
    rows = [Library.current(), Document.objects.get(), Edition.objects.get(effective="2001-01-01")]
    described = [(type(row), name) for row in rows for name in describe(client, row)]
    assert len(described) == 9
    gone = Edition.objects.get(effective="2003-03-03")
    client.post(f"/admin/rulebook/edition/{gone.pk}/delete/", {"post": "yes"})
    taken_back(mia, 2)
    assert [each.slug for each in Edition.objects.all()] == ["2001-01-01"]
    for model, name in described:
        assert getattr(model.objects.get(), name) == DESCRIBED[name], (model, name)


@pytest.mark.slow
def test_a_state_that_is_not_kept_can_not_be_gone_back_to(held, mia, tmp_path, settings):
    settings.KEPT_STATES = 1
    run.run([str(write(tmp_path / "more", "2002-02-02"))])
    run.run([str(write(tmp_path / "more", "2004-04-04"))])
    first, second, third = Publication.objects.order_by("number")
    assert [services.can_be_taken_back(each) for each in (first, second, third)] == [False, False, True]
    with pytest.raises(services.ActionError, match="not stored"):
        services.roll_back(mia, second, third.number)
    assert len(snapshots.kept()) == 1


@pytest.mark.slow
def test_who_takes_back_is_told_that_somebody_published_since(held, mia, tmp_path):
    run.run([str(write(tmp_path / "more", "2002-02-02"))])
    with pytest.raises(services.ChangedMeanwhileError):
        services.roll_back(mia, Publication.objects.get(number=2), 1)


# --- killed -------------------------------------------------------------------------------------------------------
@pytest.mark.slow(seconds=60)
@pytest.mark.parametrize(
    "what",
    ["publish", *(pytest.param(each, marks=pytest.mark.thorough("more orders")) for each in ("stage", "take back"))],
)
def test_a_clerk_who_is_killed_leaves_the_old_or_the_new_and_the_next_one_goes_on(
    held, mia, tmp_path, what, monkeypatch
):
    if what == "stage":
        proposal = services.stage(mia, upload(), {})
    else:
        proposal = staged(mia)
        services.publish(mia, proposal, proposal.round)
        if what == "take back":
            done(proposal)
            proposal = services.roll_back(mia, Publication.objects.get(number=2), 2)
    connection.close()
    old, kept, count = published(held), tmp_path / "kept", tmp_path / "count"
    data_folders.duplicate(held, kept)
    real = workspace.write_progress

    def counting(*said):
        count.write_text(str(int(count.read_text() if count.exists() else 0) + 1))
        real(*said)

    def undisturbed():
        monkeypatch.setattr(worker, "_OFTEN", 0)
        monkeypatch.setattr(workspace, "write_progress", counting)
        worker.work()

    started = time.perf_counter()
    assert apart(undisturbed) == 0
    took = time.perf_counter() - started
    new, moments = published(held), int(count.read_text())
    final = Proposal.objects.get(pk=proposal.pk)
    assert (new == old) == (what == "stage")
    assert moments >= 4
    killed = 0
    for nth in [*range(1, moments + 1, 2), 0.3, 0.6, 0.8, 0.9, 0.95, "before he could say so"]:
        connection.close()
        data_folders.lay_out(kept, held)

        told = []

        def until(*said, nth=nth, told=told):
            told.append(said)
            real(*said)
            if len(told) == nth:
                die()

        def disturbed(until=until, nth=nth):
            monkeypatch.setattr(worker, "_OFTEN", 0)
            monkeypatch.setattr(workspace, "write_progress", until)
            if isinstance(nth, str):
                monkeypatch.setattr(services, "settle", lambda *_, **__: die())
            worker.work()

        ended = apart(disturbed, kill_after=nth * took if isinstance(nth, float) else 0)
        killed += ended == -9
        assert published(held) in (old, new), f"readers saw half of it at moment {nth}"
        assert apart(worker.work) == 0
        assert published(held) == new, f"killed at moment {nth}"
        again = Proposal.objects.get(pk=proposal.pk)
        assert (again.state, again.word) == (final.state, final.word), f"killed at moment {nth}"
        assert json.dumps(again.preview["editions"] if again.preview else 0) == json.dumps(
            final.preview["editions"] if final.preview else 0
        )
    assert killed >= moments // 2
