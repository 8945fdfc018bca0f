"""Long work shows how far it is on a terminal, and says nothing anywhere else."""

import io
import sys

import pytest

from ingest.runs import closing_screen
from rulesite.progress import bar
from rulesite.rulebook.models import Edition


class Terminal(io.StringIO):
    """Standard error, as a terminal."""

    def isatty(self):
        return True


def test_a_terminal_is_shown_what_is_done_and_how_much_of_it(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(sys, "stderr", Terminal())
    with bar("gathering") as tell:
        tell("reading", 1, 4)
        tell("reading", 2, 4)
        tell("storing", 1, 2)
    said = sys.stderr.getvalue()
    assert "storing" in said
    assert "1/2" in said
    assert "left:" in said


def test_a_log_is_told_nothing(capsys):
    with bar("gathering") as tell:
        tell("reading", 1, 4)
    assert capsys.readouterr() == ("", "")


@pytest.mark.django_db
def test_the_last_screen_of_an_ingest_says_how_to_begin_where_nothing_is_held():
    assert "manage.py ingest PATH" in closing_screen.screen()


@pytest.mark.django_db
@pytest.mark.usefixtures("pocket_database")
def test_the_last_screen_of_an_ingest_says_what_is_held_and_what_comes_next():
    said = closing_screen.screen()
    assert f"{Edition.objects.count()} editions of pocket edition" in said
    assert "make run" in said
    assert f"manage.py export {Edition.objects.order_by('effective').last().address}" in said
