"""A small library in the project's own words."""

from __future__ import annotations

import pytest

from rulesite.rulebook.models import Citation, CitationTarget, Reference
from rulesite.search.indexing import builder
from tests import factories
from tests.snapshots import made_once


@pytest.fixture
@made_once
def library(db, index_folder):
    """Three editions of one document and one of another, indexed."""
    factories.library()
    editions = make_library()
    builder.rebuild()
    return editions


def make_library():
    """Old and new numbers of the same rules, a glossary that points to them, examples, symbols, an old document."""
    old = factories.edition("2006-10-01")
    middle = factories.edition("2008-02-01")
    new = factories.edition("2024-06-07")
    lettered = factories.edition("2002-10-15", slug="dangelo", numbering=factories.Scheme.LETTERED)
    quick = {}
    for edition, number in ((old, "502.5"), (middle, "502.5"), (new, "702.10")):
        section = number.partition(".")[0]
        chapter = section[0]
        factories.version(edition, chapter, title="Extra Rules", kind="chapter")
        factories.version(edition, section, title="Keyword Abilities", kind="section")
        heading = quick.get("heading")
        made = factories.version(
            edition, number, title="Haste", kind="heading", **({"rule": heading} if heading else {})
        )
        quick["heading"] = made.rule
        text = (
            "Haste lets a creature attack at once." if edition is not old else "Haste lets a creature strike at once."
        )
        under = factories.version(edition, f"{number}a", text, **({"rule": quick["a"]} if "a" in quick else {}))
        quick["a"] = under.rule
    factories.version(new, "613", title="Order of Effects", kind="section")
    factories.version(new, "613.1", "Apply continuous effects one group after the other. If two depend, wait.")
    factories.version(new, "704", title="State-Based Actions", kind="section")
    pair = factories.version(new, "704.5", "A +1/+1 counter and a -1/-1 counter go away together. It can’t be helped.")
    factories.example(pair, "Example: a goblin with haste has one counter of each kind.")
    factories.version(new, "605.1", "A mana ability such as “{T}: Add {G}” isn’t put on the stack; see rule 409.1b–i.")
    factories.version(new, "702.6", title="Equip", kind="heading")
    factories.version(new, "702.60", title="Ripple", kind="heading")
    factories.version(old, "409.1", "Playing a spell takes several steps.")
    for letter in "bci":
        factories.version(
            old, f"409.1{letter}", f"Step {letter} of playing a spell: choose, then pay <b>all</b> costs & go on."
        )
    factories.version(lettered, "A", title="Abilities", kind="chapter")
    factories.version(lettered, "A.4", title="Triggered Abilities", kind="section")
    factories.version(lettered, "A.4.20", "Leaving play looks back in time. [Rules Team 1999/05/01]")
    factories.version(lettered, "A.4.Ruling.2", "Haste does not matter for triggers.", kind="ruling")
    layer = factories.term(new, "Layer", "One of the groups in which effects apply. See rule 613.")
    factories.term(new, "Haste", "An ability that lets a creature attack at once. See rule 702.10.")
    reference = Reference.objects.create(wording=layer.wording, start=47, end=55, cited="613", kind="rule")
    citation = Citation.objects.create(reference=reference, edition=new, outcome="resolved")
    CitationTarget.objects.create(citation=citation, version=new.versions.get(key="613"))
    return {"old": old, "middle": middle, "new": new, "lettered": lettered}
