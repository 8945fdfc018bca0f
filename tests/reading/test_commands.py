"""The commands: with --json one document on stdout, whatever happens; without, words for people."""

import io
import json
import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from rulesite.rulebook.models import Library
from rulesite.search.indexing import builder
from tests import factories
from tests.snapshots import made_once

pytestmark = pytest.mark.django_db


@pytest.fixture
@made_once
def library(index_folder):
    factories.library()
    old = factories.edition("2006-10-01")
    factories.version(old, "402", title="Abilities", kind="section")
    factories.version(old, "402.8", "An ability is found in its zone.")
    factories.version(old, "402.8g", "A sacrificed goblin stays sacrificed.", first_line=897, last_line=898)
    new = factories.edition("2009-07-11")
    factories.version(new, "603", title="Handling Triggers", kind="section")
    factories.version(new, "603.1", "Goblins have triggers. Many of them do.")
    factories.version(new, "404.1", "The graveyard is a pile.")
    lettered = factories.edition("2002-10-15", slug="dangelo", numbering=factories.Scheme.LETTERED)
    factories.version(lettered, "A.4", title="Triggers", kind="section")
    factories.version(lettered, "A.4.20", "Goblins look back.")
    factories.version(lettered, "A.4.Note.1", "A note on goblins.", kind="note")
    source = factories.source(old, "402.8g Goblins.\n", name="founding/page6.txt")
    factories.segment(source, 0, 15, owner="402.8g")
    factories.segment(source, 15, 16, "blank")
    builder.rebuild()


def run(*arguments, **options):
    out, err = io.StringIO(), io.StringIO()
    call_command(*arguments, **options, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def document(*arguments, **options):
    out, _ = run(*arguments, "--json", **options)
    return json.loads(out)


def refused(*arguments):
    """The message of a command that fails, which with --json is also the one document on stdout."""
    out = io.StringIO()
    with pytest.raises(CommandError) as refusal:
        call_command(*arguments, "--json", stdout=out)
    assert json.loads(out.getvalue()) == {"error": str(refusal.value)}
    assert refusal.value.returncode != 0
    return str(refusal.value)


def test_find_lists_rules_best_first(library):
    found = document("find", "goblins")
    assert {"number", "edition", "title", "score", "excerpt"} <= set(found[0])
    assert [row["score"] for row in found] == sorted((row["score"] for row in found), reverse=True)
    assert found[0]["edition"] == "cr/2009-07-11"


def test_find_takes_filters_and_a_limit(library):
    assert [row["number"] for row in document("find", "goblins", "--document", "dangelo", "--kind", "note")] == [
        "A.4.Note.1"
    ]
    assert [row["edition"] for row in document("find", "goblin", "--edition", "cr/2006-10-01")] == ["cr/2006-10-01"]
    assert len(document("find", "goblins", "--limit", "2")) == 2


def test_find_says_why(library):
    assert all(row["why"] for row in document("find", "goblins", "--why"))
    assert not any(row["why"] for row in document("find", "goblins"))


def test_find_goes_to_a_number_first(library):
    assert document("find", "402.8g")[0]["number"] == "402.8g"
    assert document("find", "rule", "A.4.20")[0]["number"] == "A.4.20"
    assert document("find", "402.8g", "--edition", "cr/2009-07-11") == []


def test_find_tells_of_typing_mistakes_on_stderr_and_keeps_stdout_one_document(library):
    out, err = run("find", "triggrs", "--json")
    assert json.loads(out) == json.loads(run("find", "triggers", "--json")[0]) != []
    assert "triggers" in err
    out, err = run("find", "triggrs", "--json", "--exact")
    assert (json.loads(out), "triggers" in err) == ([], False)


def test_find_refuses_an_impossible_limit_and_a_missing_index(library):
    assert "--limit" in refused("find", "goblins", "--limit", "0")
    Library.objects.update(index="gone")
    assert "reindex" in refused("find", "goblins")


def test_find_for_people_shows_numbers_and_excerpts(library):
    out, _ = run("find", "sacrificed")
    assert "402.8g  Abilities  cr/2006-10-01" in out
    assert "sacrificed goblin" in out


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("402.8g@2006-10-01", "cr/2006-10-01/402.8g"),
        ("cr/2006-10-01/402.8g", "cr/2006-10-01/402.8g"),
        ("402.8g", "cr/2006-10-01/402.8g"),
        ("A.4.20", "dangelo/2002-10-15/A.4.20"),
        ("A.4.Note", "dangelo/2002-10-15/A.4.Note.1"),
        ("404.1", "cr/2009-07-11/404.1"),
    ],
)
def test_rule_takes_every_form_of_address(library, text, where):
    assert document("rule", text)["address"] == where


def test_rule_gives_the_source_and_the_editions_of_its_number(library):
    found = document("rule", "402.8g")
    assert found["source"] == {"file": found["source"]["file"], "first_line": 897, "last_line": 898}
    assert found["stood_in"] == ["cr/2006-10-01"]
    assert "last used in cr/2006-10-01" in found["note"]


@pytest.mark.parametrize("text", ["haste", "999.9", "402.8g@2009-07-11", "xx/402.8g", ""])
def test_rule_refuses_what_leads_nowhere(library, text):
    assert refused("rule", text)


def test_rule_for_people_reads_like_a_card_of_the_rule(library):
    out, _ = run("rule", "402.8g")
    assert out.startswith("402.8g  Abilities  (cr/2006-10-01, subrule)")
    assert "lines 897–898" in out


def test_export_is_one_list_in_order(library):
    assert [row["number"] for row in document("export", "cr/2006-10-01")] == ["402", "402.8", "402.8g"]
    out, _ = run("export", "cr/2006-10-01")
    assert "402.8g A sacrificed goblin" in out


@pytest.mark.parametrize("text", ["cr", "cr/2006", "cr/2006-13-01", "xx/2006-10-01", "cr/2024-01-01"])
def test_export_refuses_an_edition_that_is_not_held_and_names_those_that_are(library, text):
    assert "cr/2006-10-01" in refused("export", text)


def test_ledger_gives_the_proof(library):
    assert document("ledger", "page6")["tiling"]["holds"] is True
    out, _ = run("ledger", "page6")
    assert "they tile the file and give its sha256 back" in out


def test_ledger_refuses_an_unknown_source(library):
    assert "page6.txt" in refused("ledger", "nothing")


@pytest.mark.slow
def test_reindex_says_what_it_did(library):
    assert document("reindex")["texts"] == document("reindex", "--changes")["texts"]
    out, _ = run("reindex")
    assert "distinct texts" in out


def from_the_shell(*arguments, data):
    """Run a command as a person does; give its exit status, stdout and stderr."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=settings.BASE_DIR, env=os.environ | {"RULESITE_DATA": str(data)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", [["rule", "--json"], ["find", "x", "--limit", "many", "--json"], ["ledger", "x", "--json"]]
)
def test_whatever_is_wrong_from_the_shell_stdout_is_one_json_document(tmp_path, arguments):
    status, out, err = from_the_shell(*arguments, data=tmp_path)
    assert status != 0
    assert json.loads(out)["error"]
    assert err
    assert "Traceback" not in err
