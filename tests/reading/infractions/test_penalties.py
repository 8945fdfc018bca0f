"""How a penalty guide of each time prints the penalty of an infraction."""

import pytest

from rulesite.reading.infractions import penalties as infractions
from rulesite.reading.infractions.penalties import Penalty, read

TABLE = "Infraction Penalty\nBird Errors\nLate Owl None\nLost Owl Start of Game Game Loss Torn Owl Warning*\nNote: Owl Warning"


@pytest.mark.parametrize(
    ("name", "text", "penalties"),
    [
        ("Late Owl", "No Penalty\nDefinition\nAn owl is late.", [Penalty("No Penalty")]),
        ("Late Owl", "Penalty\nMatch Loss Definition\nAn owl is late.", [Penalty("Match Loss")]),
        ("Late Owl", "Definition\nPenalty\nIt is fined.\nAll Levels\nGame", [Penalty("Game Loss")]),
        (
            "Late Owl",
            "Definition\nLate.\nPenalty\nRegular Competitive Professional\nCaution Warning Warning",
            [Penalty("Caution", "Regular"), Penalty("Warning", "Competitive and Professional")],
        ),
        (
            "Late Owl",
            "Definition\nPenalty\nREL 1 REL 2 REL 3 REL 4 REL 5\nGame Game N/A N/A N/A",
            [Penalty("Game Loss", "REL 1 and 2"), Penalty("not used", "REL 3 to 5")],
        ),
        ("Late Owl", "Definition\nREL 1 REL 2\nWarning Game Game", []),
        ("Late Owl", "Definition\nPenalty\nGame Loss\nWarning", [Penalty("No Penalty")]),
        ("Lost Owl Start of Game", "Definition\nLost.", [Penalty("Game Loss")]),
        ("Torn Owl", "Definition\nTorn.", [Penalty("Warning")]),
        ("Torn Owl Game Loss", "Definition\nTorn.", [Penalty("Game Loss")]),
        ("Blue Owl", "Definition\nBlue.\nPenalty\nCaution", [Penalty("Caution")]),
        ("Blue Owl", "Definition\nBlue.\nPenalty\nCaution\nWarning", []),
        ("Blue Owl", "Definition\nBlue.\nWarning players is polite.", []),
    ],
)
def test_a_penalty_is_read_wherever_a_guide_prints_it(name, text, penalties):
    table = "" if "REL 1 REL 2\n" in text else TABLE
    infraction = read(f"Bird Error — {name}", text, table)
    assert infraction is not None
    assert list(infraction.penalties) == penalties


def test_the_table_of_a_guide_with_levels_is_not_read_as_one_without():
    infraction = read("Bird Error — Late Owl", "Definition\nLate.", "Infraction REL 1 REL 2\nLate Owl Warning Game")
    assert infraction is not None
    assert infraction.penalties == ()


def test_upgrades_are_labelled_paragraphs_and_other_sentences_are_remarks():
    text = (
        "Warning\nDefinition\nLate.\nUpgrade: If twice.\nDowngrades: If ill.\nIt flies. Judges may upgrade it. It sits."
    )
    infraction = read("Bird Error — Late Owl", text)
    assert infraction is not None
    assert infraction.upgrades == ("If twice.",)
    assert infraction.downgrades == ("If ill.",)
    assert infraction.remarks == ("Judges may upgrade it.",)


@pytest.mark.parametrize("title", ["General Philosophy", "Birds — and Owls"])
def test_another_section_is_no_infraction(title):
    assert read(title, "Birds are neutral.\nThey fly.") is None
    assert not infractions.is_table(title)
