"""Which database an address names, and what is said of one that names none."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from rulesite.databases import of_url
from tests.libraries import ROOT

pytest.importorskip("psycopg", reason="what speaks to PostgreSQL is not installed: make postgres")


def test_a_url_names_a_database_of_postgresql_with_user_and_password():
    found = of_url("postgresql://reader:a%2Fb%40c@db.example.org:5433/rules?sslmode=require")
    assert (found["HOST"], found["PORT"], found["NAME"]) == ("db.example.org", "5433", "rules")
    assert (found["USER"], found["PASSWORD"], found["OPTIONS"]["sslmode"]) == ("reader", "a/b@c", "require")


@pytest.mark.parametrize("url", ["postgres://%2Ftmp%2FMy%20Sockets/rules", "postgres:///rules?host=/tmp/My%20Sockets"])
def test_a_folder_of_sockets_is_a_host_and_keeps_its_capitals(url):
    assert of_url(url)["HOST"] == "/tmp/My Sockets"


def test_a_host_of_numbers_may_stand_in_brackets():
    assert of_url("postgres://[::1]:5433/rules")["HOST"] == "::1"


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("rules.sqlite3", "is not a URL"),
        ("mysql://h/rules", "begins with mysql:"),
        ("postgres://h:many/rules", "a port that is not a number"),
        ("postgres://h/", "names no database"),
        ("postgres://h/a/b", "names no database"),
        ("postgres://h/rules?colour=red", "unknown option colour"),
        ("sqlite:///", "names no file"),
    ],
)
def test_what_is_no_address_is_refused_with_the_mend(url, said):
    with pytest.raises(ImproperlyConfigured, match=said):
        of_url(url)


def test_a_password_is_never_repeated():
    with pytest.raises(ImproperlyConfigured) as refused:
        of_url("postgres://reader:secret@h:many/rules")
    assert "secret" not in str(refused.value)


@pytest.mark.slow
@pytest.mark.parametrize("url", ["mysql://h/rules", "postgres://127.0.0.1:1/rules"])
def test_a_command_says_in_one_sentence_what_is_wrong_with_the_database(url, tmp_path):
    done = subprocess.run(
        [sys.executable, "manage.py", "rule", "402.1"], cwd=ROOT, capture_output=True, text=True, check=False,
        env=os.environ | {"RULESITE_DATABASE": url, "RULESITE_DATA": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 1
    assert "RULESITE_DATABASE" in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
