"""An invented book of two editions, and invented cards."""

from __future__ import annotations

from rulesite.rulebook.models import Library, Rule, RuleVersion
from tests import factories

OLD_SCRY = "To scry a lantern means to look at the upper lantern of your wagon, then you may put that lantern below."
NEW_SCRY = "To scry a lantern means to look at the upper lantern of your wagon, then you must leave it there."
RESTING = "When you scry a lantern, look at the upper lantern of your wagon, then you may put that lantern below."


def _card(name, line, text, rulings=(), **more):
    return {"name": name, "type": line, "manaCost": "{1}{U}", "text": text, "rulings": list(rulings), **more}


SHARED = {"date": "2007-03-01", "text": "A Lantern Kite with flying is seen from afar."}
ATOMIC = {
    "meta": {"date": "2022-05-01"},
    "data": {
        "Lantern Kite": [
            _card("Lantern Kite", "Artifact Creature — Kite", "Flying\n{T}: Scry a lantern.",
                  [SHARED, {"date": "2007-02-10", "text": RESTING}, {"date": "2010-01-01", "text": RESTING + " So."}],
                  power="1", toughness="1"),
        ],
        "Wagon Moth": [_card("Wagon Moth", "Creature — Moth", "Flying", [SHARED], power="0", toughness="2")],
        "Flying, the Ferryman": [_card("Flying, the Ferryman", "Creature — Ferryman", "Flying, the Ferryman sleeps.")],
        "Tin Door // Tin Hall": [
            _card("Tin Door // Tin Hall", "Sorcery", "Draw a card.", faceName="Tin Door", side="a"),
            _card("Tin Door // Tin Hall", "Land", "{T}: Add {G}.", faceName="Tin Hall", side="b"),
        ],
    },
}  # fmt: skip


def keyword_book():
    """The newest edition; scry was reworded in it, in a way that changes its meaning, and flying was not."""
    Library.objects.create(name="test")
    editions = [factories.edition(day) for day in ("2007-02-01", "2008-02-01", "2009-07-11")]
    cr = editions[0].document
    threads = {name: Rule.objects.create(document=cr, name=name) for name in ("flying", "scry")}
    for edition, scry in zip(editions, (OLD_SCRY, OLD_SCRY, NEW_SCRY), strict=True):
        abilities = factories.version(edition, "702", title="Keyword Abilities", kind=RuleVersion.Kind.SECTION)
        flying = factories.version(edition, "702.9", title="Flying", kind=RuleVersion.Kind.HEADING, parent=abilities)
        factories.version(edition, "702.9a", "Flying is seen from afar.", parent=flying, rule=threads["flying"])
        actions = factories.version(edition, "701", title="Keyword Actions", kind=RuleVersion.Kind.SECTION)
        heading = factories.version(edition, "701.18", title="Scry", kind=RuleVersion.Kind.HEADING, parent=actions)
        factories.version(edition, "701.18a", scry, parent=heading, rule=threads["scry"])
        factories.term(edition, "Flying", "A keyword ability. See rule 702.9.")
        factories.term(edition, "Afar", "Where one sees little.")
    return editions[-1]
