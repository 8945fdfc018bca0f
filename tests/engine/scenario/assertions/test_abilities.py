"""What abilities an object has: asked in the words of a card, by what they mean, as effects have changed them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Played = Callable[..., dict[str, bool]]
CARDS = """
[cards.Knight]
line = "Creature 2/2, white"
text = '''
Protection from black, protection from red
{T}: Add {G} to your mana pool.
Whenever a black creature is put into a graveyard from play, you gain 2 life.'''
from = "supplied"
[cards.Sleight]
line = "Instant {0}"
text = "Change the text of target spell or permanent by replacing all instances of one color word with another."
from = "supplied"
"""
GIVEN = "Ann, in play: Knight. In hand: Sleight"


@pytest.mark.parametrize(
    ("claim", "held"),
    [
        ("Knight has 2 instances of protection", True),
        ("Knight has 1 instances of protection from black", True),
        ("Knight has 2 instances of protection from black", False),
        ("Knight has protection from red", True),
        ("Knight has protection from green", False),
        ("Knight does not have protection from green", True),
        ('Knight has the ability "{T}: Add {G} to your mana pool"', True),
        ('Knight has the ability "{T}: Add {G}."', True),
        ('Knight has the ability "{T}: Add {R}."', False),
        ('Knight has the ability "{T}: …"', True),
        ('Knight has the ability "Whenever a black creature dies, you gain 2 life."', True),
        ('Knight has the ability "Whenever a black creature dies, you gain 20 life."', False),
        ('Knight has the ability "Whenever a black creature"', False),
    ],
)
def test_an_ability_is_one_of_the_same_meaning_whatever_its_words(played: Played, claim: str, held: bool) -> None:
    assert played(GIVEN, "Ann passes", claim, cards=CARDS)[claim] == held


def test_an_ability_whose_text_was_changed_is_the_changed_one(played: Played) -> None:
    do = "Ann plays Sleight targeting Knight\nAll pass\nAnn chooses black\nAnn chooses green"
    now = ["Knight has protection from green", 'Knight has "Whenever a green creature …"']
    once = ["Knight has protection from black", 'Knight has "Whenever a black creature …"']
    found = played(GIVEN, do, *now, *once, cards=CARDS)
    assert [found[claim] for claim in (*now, *once)] == [True, True, False, False]
