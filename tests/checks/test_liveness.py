"""Every ability makes a difference: the command that looks for those that do not, and the page that shows them."""

from __future__ import annotations

import json

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from rulesite.checks.coverage import liveness_record

pytestmark = pytest.mark.django_db

CARDS = (
    "name\tline\ttext\n"
    "Glad Elf\tCreature 1/1\tWhen Glad Elf enters the battlefield, you gain 2 life.\n"
    "Lone Rune\tEnchantment\tEnchanted creature gets +2/+2.\n"
    "Odd Bear\tCreature 2/2\tFrumple all.\n"
)


@pytest.fixture
def cards(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "data"
    path = tmp_path / "real.tsv"
    path.write_text(CARDS, "utf-8")
    return path


def test_the_command_names_what_is_dead_and_the_page_shows_it(client, cards, capsys):
    assert client.get("/games/liveness/").status_code == 404
    call_command("check_liveness", str(cards), "--tables", "6", "--json")
    figures = json.loads(capsys.readouterr().out)
    assert (figures["cards_read"], figures["alive"], figures["dead"]) == (2, 1, 1)
    assert [(row["name"], row["tables"]) for row in figures["rows"]] == [("Lone Rune", 6)]
    shown = client.get("/games/liveness/").content.decode()
    assert "Lone Rune" in shown
    assert "Glad Elf" not in shown
    assert "gets +2/+2" not in shown  # no words of a card
    assert "/games/liveness/" in client.get("/games/concepts/").content.decode()


def test_the_page_says_maintainers_how_to_measure(admin_client, cards):
    assert "manage.py check_liveness" in admin_client.get("/games/liveness/").content.decode()


@pytest.mark.parametrize("option", ["--sample=-1", "--tables=0", "--ruleset=1066-10-14"])
def test_a_senseless_option_is_refused_by_name_and_nothing_is_kept(cards, option):
    with pytest.raises(CommandError, match=option.partition("=")[0]):
        call_command("check_liveness", str(cards), option)
    assert liveness_record.last() is None
