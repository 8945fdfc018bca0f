"""The index at the back of a book: entries with their numbers, whatever a copy has done to it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.text.numbering import Scheme
from rulesite.text.references import find
from tests.ingest.small import provisions, read, roles

RULES = "\n\n".join(
    ["1. The Game", "100. General", *(f"100.{n}. Of this thing number {n} there is much to say." for n in range(1, 20))]
)
GLOSSARY = "Glossary\n\nCard\nA thing of paper. See rule 100.1.\n\nZone\nA place for cards.\n\n"
INDEX = [
    "Abilities, 402",
    "\tactivated ability, 403, 406.1d",
    "\tmana ability, 214.9f, 406.1, 408.2e, 411",
    "Active player, 408.1c, 413.2d",
    "Beginning phase, 301",
    "\tdraw step, 304",
    "Cost, 308.2, 309.2, 409.1f-g",
    "Damage, 214.4, 300.1-3; see also Effects",
    "Effects",
    "\tone-shot effect, 417",
    "\tprevention effect, 314.1b, 419, 419.7-8",
    "Fading. See Keyword abilities",
    "Untap, 217.5d, 302.1",
    "Zone, 217, 402.3",
]
TERMS = [line.strip().partition(",")[0].partition(".")[0] for line in INDEX]
CREDITS = "Credits\n\nNobody did this.\nNor that, in 1999.\n"


def book(index, heading="Index\n\n", order="{index}{credits}"):
    return f"{RULES}\n\n{GLOSSARY}" + order.format(index=f"{heading}{index}\n\n", credits=CREDITS)


def entries(reading):
    return [(entry.term, entry.parent) for entry in reading.tree.index]


PLAIN = read(book("\n".join(INDEX)))


def test_entries_stand_under_their_terms_with_their_numbers():
    assert [entry.term for entry in PLAIN.tree.index] == TERMS
    assert dict(entries(PLAIN))["mana ability"] == "abilities"
    assert dict(entries(PLAIN))["prevention effect"] == "effects"
    assert [entry.term for entry in PLAIN.tree.glossary] == ["Card", "Zone"]
    assert PLAIN.tree.glossary[-1].text == "A place for cards."
    said = {entry.term: entry.text for entry in PLAIN.tree.index}
    cited = {term: [each.text for each in find(text, Scheme.DECIMAL)] for term, text in said.items()}
    assert cited["mana ability"] == ["214.9f", "406.1", "408.2e", "411"]
    assert cited["Cost"] == ["308.2", "309.2", "409.1f-g"]
    assert cited["Damage"][:2] == ["214.4", "300.1-3"]
    assert dict(roles(PLAIN))["credits"].endswith("1999.")
    assert PLAIN.strays == ()


LETTERED = "\n\n".join(
    f"{letter}\n"
    + "\n".join(line for line in [*INDEX] if line.strip()[0].upper() == letter or (line[0] == "\t" and False))
    for letter in "ABCDEFUZ"
)


@pytest.mark.parametrize(
    ("name", "copy"),
    [
        ("blank lines", book("\n\n".join(INDEX))),
        ("capitals", book("\n".join(INDEX), "I N D E X\n\n".replace(" ", ""))),
        ("another heading", book("\n".join(INDEX), "Index of Terms\n\n")),
        ("no heading", book("\n".join(INDEX), "")),
        ("ruled", book("\n".join(INDEX), "-----------\nIndex\n-----------\n")),
        ("after the credits", book("\n".join(INDEX), order="{credits}{index}")),
        ("at the very end", book("\n".join(INDEX), order="{index}")),
        ("leaders", book("\n".join(line.replace(", ", " ..... ", 1) for line in INDEX))),
        ("colons", book("\n".join(line.replace(", ", ": ", 1) for line in INDEX))),
        ("semicolons", book("\n".join(line.replace(", ", "; ") for line in INDEX))),
        ("no indents", book("\n".join(line.strip() for line in INDEX))),
        ("dashes below", book("\n".join(line.replace("\t", "— ") for line in INDEX))),
        ("broken lines", book("\n".join(line.replace(", 408.2e", ",\n408.2e").replace(", 419,", ",\n\t\t419,") for line in INDEX))),
        ("page furniture", book("\n".join([*INDEX[:5], "", "Page 71", "Index (continued)", "", *INDEX[5:9], "72", *INDEX[9:]]))),
        ("letters", book("\n".join(["A", *INDEX[:4], "", "- B -", *INDEX[4:6], "C–F", *INDEX[6:12], "U", *INDEX[12:]]))),
        ("indented", book("\n".join("   " + line for line in INDEX))),
    ],
)  # fmt: skip
def test_however_it_is_copied_it_is_the_same_index(name, copy):
    reading = read(copy)
    assert [entry.term for entry in reading.tree.index] == TERMS
    assert entries(reading) == entries(PLAIN)
    assert provisions(reading) == provisions(PLAIN)
    assert [(entry.term, entry.text) for entry in reading.tree.glossary] == [
        (entry.term, entry.text) for entry in PLAIN.tree.glossary
    ]
    furniture = {words for role, words in roles(reading) if role == "furniture"}
    assert furniture <= {"-----------", "Page 71", "Index (continued)", "72"}
    if "at the very end" not in name:
        assert any(part.kind == "credits" and part.text.endswith("1999.") for part in reading.tree.parts)


def test_two_columns_side_by_side_are_read_apart():
    left, right = INDEX[::2], INDEX[1::2]
    reading = read(book("\n".join(f"{one.strip():<50}{other.strip()}" for one, other in zip(left, right, strict=True))))
    assert sorted(entry.term for entry in reading.tree.index) == sorted(TERMS)


def test_every_number_of_every_entry_is_kept():
    for entry, line in zip(PLAIN.tree.index, INDEX, strict=True):
        assert entry.text == line.strip()


def test_a_glossary_that_only_cites_much_is_no_index():
    much = "".join(
        f"Term {letter}\nSee rules 100.{n}, 100.{n + 1}, and 100.{n + 2}.\n\n"
        for n, letter in enumerate("ABCDEFGHIJKLMNOP", 1)
    )
    reading = read(f"{RULES}\n\n{GLOSSARY}{much}{CREDITS}")
    assert reading.tree.index == ()
    assert len(reading.tree.glossary) == 18


@pytest.mark.slow
@given(
    st.lists(
        st.sampled_from(
            [*INDEX, "", "A", "Page 7", "12", "Something said of nothing in particular.", "409.1", ", 410"]
        ),
        max_size=30,
    )
)
def test_whatever_an_index_says_is_its_own(lines):
    reading = read(book("\n".join([*INDEX, *lines])))
    assert provisions(reading) == provisions(PLAIN)
    assert [entry.term for entry in reading.tree.glossary] == ["Card", "Zone"]
    said = "".join(words for role, words in roles(reading) if role in ("index", "furniture", "repair", "credits"))
    assert all(line.strip() in said for line in lines)
