"""Names of cards in rendered words become links; a common word that is a card's name does not without evidence."""

from __future__ import annotations

import re
from html import escape, unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.cards.names import CardNames, fold, slug_of
from rulesite.reading.shelf.name_links import link_names

NAMES = (
    "Blood Moon",
    "Moon",
    "Sleep",
    "Turn // Burn",
    "Lim-Dûl's Vault",
    "Fire & Ice",
    "Wall of Mist",
    "Blood Moon Rising",
)


def names(printed=NAMES):
    slugs = {fold(name): (name, slug_of(name)) for name in printed}
    slugs |= {fold(part): (name, slug_of(name)) for name in printed for part in name.split(" // ")}
    return CardNames(slugs)


def linked(html, **options):
    return re.findall(
        r'<a class="ref card-name" href="/cards/([^"]+)/">(.*?)</a>', link_names(html, names(), **options)
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A player casts Blood Moon.", ["Blood Moon"]),
        ("Blood Moon Rising is longer than Blood Moon.", ["Blood Moon Rising", "Blood Moon"]),
        ("Blood Moon's ability; Lim-Dûl’s Vault", ["Blood Moon", "Lim-Dûl’s Vault"]),
        ("a blood moon is no card, nor is blood Moon", []),
        ("Sleep is a word. Turn the card. The Moon shines.", []),
        ("A player casts Sleep. Sleep resolves.", ["Sleep", "Sleep"]),
        ("It is named Moon, or “Turn” from the card Turn.", ["Moon", "Turn", "Turn"]),
        ("Blood\nMoon", []),
    ],
)
def test_a_name_has_its_capitals_and_a_single_word_its_evidence(text, found):
    assert [unescape(name) for _, name in linked(f"<p>{escape(text)}</p>")] == found


def test_a_name_gives_way_to_another_link_and_takes_in_a_term():
    assert linked('<p><a class="ref" href="/x/">Blood Moon</a> and Fire &amp; Ice</p>') == [
        ("fire-ice", "Fire &amp; Ice")
    ]
    assert linked('<p>A <a class="term" href="/y/">Wall</a> of Mist.</p>') == [("wall-of-mist", "Wall of Mist")]
    assert linked('<p>A Blood <a class="term" href="/y/">Moon</a>.</p>') == [("blood-moon", "Blood Moon")]
    assert linked('<p>A Blood <a class="term" href="/y/">Moon shine</a>.</p>') == []
    assert linked("<p>Blood</p><p>Moon</p>") == []


def test_in_the_rules_only_examples_name_cards():
    html = '<p>Blood Moon. <span class="inline-example">Say, <i>a</i> Wall of Mist.</span> Blood Moon.</p>'
    assert linked(html, only_examples=True) == [("wall-of-mist", "Wall of Mist")]
    assert len(linked(html)) == 3


@given(
    st.lists(
        st.sampled_from(
            [*NAMES, "casts", "a", "Blood", "Moon", "<", "&", "{T}", "’s", "\n", ".", '<a class="term" href="/">']
        ),
        max_size=12,
    )
)
def test_the_words_stay_as_they_are_and_tags_stay_balanced(parts):
    html = "<p>" + " ".join(f"{part}Moon</a>" if part.startswith("<a") else escape(part) for part in parts) + "</p>"
    shown = link_names(html, names())
    assert re.sub(r"<[^>]*>", "", shown) == re.sub(r"<[^>]*>", "", html)
    depth = 0
    for tag in re.findall(r"</?a\b", shown):
        depth += 1 if tag == "<a" else -1
        assert depth in (0, 1)
    assert depth == 0
