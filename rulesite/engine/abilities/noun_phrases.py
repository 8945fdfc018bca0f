"""Noun phrases without a node of their own: pronouns ("it", "that creature", "their"), names, lists."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from rulesite.engine.abilities.predicates import (
    All,
    AnyOf,
    Controlled,
    InZone,
    IsCard,
    IsPlayer,
    IsPlayerRef,
    Not,
    OtherThan,
    Owned,
    PlayerWho,
    Predicate,
    both,
)
from rulesite.engine.abilities.references import (
    OPPONENT,
    ActivePlayer,
    Attached,
    Candidate,
    Every,
    Memo,
    Rest,
    Several,
    You,
)
from rulesite.engine.abilities.traits import IsCommander
from rulesite.engine.language.patterns import hole
from rulesite.engine.language.phrases import fixed, made, means, passes


class Pronoun(NamedTuple):
    """A pronoun to resolve to a reference, by its `word`, its `noun` and its `verb` (the action done before).

    `surface`: the wording for printing, if not that of the text; `alone`: without a player it means an object; `by`:
    the controller of the target that it means ("the creature you control").
    """

    word: str
    noun: str | Predicate = ""
    plural: bool = False
    player: bool = False
    verb: str = ""
    surface: str = ""
    alone: bool = False
    by: Predicate | None = None


for word, found in {
    "it": Pronoun("it"),
    "them": Pronoun("them", plural=True),
    "they": Pronoun("they", plural=True),
    "him or her": Pronoun("him", player=True, surface="them"),
    "he or she": Pronoun("him", player=True, surface="they"),
    "itself": Pronoun("it"),
    "themselves": Pronoun("them", plural=True, surface="them"),
    "him": Pronoun("him", player=True, alone=True),
    "he": Pronoun("him", player=True, alone=True),
    "her": Pronoun("him", player=True, alone=True),
    "she": Pronoun("him", player=True, alone=True),
}.items():
    fixed("pron", found, word, printed=False)
fixed("poss", You(), "your", printed=False)
for word, surface in {"his or her": "they", "their": "they", "her": "she", "his": "he"}.items():
    fixed("poss", Pronoun("they", player=True, surface=surface), word, printed=False)
fixed("poss", Pronoun("it", surface="it"), "its", printed=False)
passes("poss", "{:npx}'s", printed=False)
passes("poss", "{:pnx}'s", printed=False)

for word in ("permanent", "card", "spell", "token", "ability", "source", "object", "copy", "emblem"):
    fixed("headnoun", word, word, printed=False)
for words in ("{:CARDTYPE}", "{:headsubtype}", "token {:CARDTYPE}", "{one:CARDTYPE} {:CARDTYPE}"):
    passes("headnoun", words, printed=False)
for words, noun in {
    "{:CARDTYPE} card": "card",
    "{:CARDTYPE} token": "token",
    "{:CARDTYPE} spell": "spell",
    "spell or ability": "spell or ability",
    "ability or spell": "spell or ability",
    "permanent or spell": "permanent",
    "spell or permanent": "permanent",
    "{:CARDTYPE} or {:CARDTYPE}": "permanent",
    "{:CARDTYPE} or player": "target",
    "permanent or player": "target",
    "player or permanent": "target",
    "player or {:CARDTYPE}": "target",
}.items():
    made("headnoun", words, lambda noun=noun: noun)

THAT = partial(Pronoun, "that")
made("pnx", "(that|the) {noun:pdesc}", partial(THAT, player=True))
made("pnx", "those {noun:pdesc}", partial(Pronoun, "those", plural=True, player=True))
made("each_player_there", "each of those {noun:pdesc}", partial(Pronoun, "those", plural=True, player=True))
passes("pnp", "{:each_player_there}", printed=False)
made("npa", "that {noun:headnoun}", THAT)
made("npa", "that {:CARDTYPE} {noun:headnoun}", THAT)
made("npa", "that {:SUBTYPE} {noun:headnoun}", THAT)
made("npa", "those {noun:headnoun}", partial(Pronoun, "those", plural=True))
made("npa", "those exiled {noun:headnoun}", partial(Pronoun, "those", plural=True))
made("npa", "the {noun:headnoun}", lambda noun: Memo("copy") if noun == "copy" else Pronoun("the", noun))
made("npa", "the {noun:headnoun} {by:in_control} control", lambda noun, by: Pronoun("the", noun, by=Controlled(by)))
made(
    "npa",
    "the {noun:headnoun} {by:in_control} don't control",
    lambda noun, by: Pronoun("the", noun, by=Not(Controlled(by))),
)
made("npa", "the {verb:participle} {noun:headnoun}", partial(Pronoun, "participle"))
made("npa", "the card exiled with {those:the_exiled}", lambda those: those)
made("npa", "the {noun:headnoun} {verb:participle} this way", partial(Pronoun, "participle"))
made("npa", "the {noun:headnoun} they {verb:participle} this way", partial(Pronoun, "participle"))
made("those_done_so", "the {verb:participle} {noun:headnoun}", partial(Pronoun, "participle", plural=True))
made("those_pointed", "those {noun:headnoun}", partial(Pronoun, "those", plural=True))
made("those_pointed", "them", partial(Pronoun, "them", plural=True))
passes("those_there", "{:those_pointed}", printed=False)
made("npa", "both [{:headnoun}]", partial(Pronoun, "them", plural=True))

for first, *others in (("pnx", "npx"), ("npx", "pnx"), ("npx", "npx", "pnx")):
    all_of_them = "".join(f" and {{parts.{nth}:{one}}}" for nth, one in enumerate(others, 1))
    made("recipient", f"{{parts.0:{first}}}{all_of_them}", Several)
for sorts in (("recipient", "pron", "npx", "pnx"), ("npx", "npa"), ("np", "pron", "npx"), ("pnp", "pron", "pnx")):
    for one in sorts[1:]:
        passes(sorts[0], f"{{:{one}}}", printed=False)
BOTH_OR_ONE = partial(Several, any_of=True)
made("recipient", "{parts.0:pnx} and/or {parts.1:npx}", BOTH_OR_ONE)
made("recipient", "{parts.0:npx} and/or {parts.1:pnx}", BOTH_OR_ONE)
made("recipient", "{parts.0:pnx} or {parts.1:npx}", AnyOf)
made("npx", "{parts.0:npa} and {parts.1:npa}", Several)
made("npx", "{parts:npas}", Several)
made("npx", "{parts.0:npa} and {parts.1:pron}", Several)
made("npx", "{parts.0:npa} or {parts.1:npa}", AnyOf)
made("npx", "{parts.0:pron} and {parts.1:npa}", Several)
made("npa", "your choice of {parts.0:npa} or {parts.1:npa}", AnyOf)
made("npas", "{one:npa}, {rest:npas}", lambda one, rest: (one, *rest))
made("npas", "{one:npa}, and {last:npa}", lambda one, last: (one, last))
passes("held_np", "{:pron}", printed=False)
passes("held_np", "{:thisnp}", printed=False)
made("held_np", "that {noun:headnoun}", THAT)
made("held_np", "those {noun:headnoun}", partial(Pronoun, "those", plural=True))

made("name", "{name:QUOTED}", lambda name: name)
made("name", "{:SELF}", lambda: "~")
for words in ("{:nameword}", "{one:nameword} {:name}"):
    passes("name", words, printed=False)
for sign in ("PROPER", "SUBTYPE", "SUPERTYPE", "CARDTYPE", "COLORWORD"):
    passes("nameword", f"{{:{sign}}}", printed=False)

fixed("pnp", Candidate(surface="who"), "who", printed=False)
made("pdesc", "player whoever {so:whoever}", lambda so: both(IsPlayer(), PlayerWho(so)))
made("pdesc", "opponent whoever {so:whoever}", lambda so: both(OPPONENT, PlayerWho(so)))
made("pdesc", "player other than {who:pnx}", lambda who: both(IsPlayer(), OtherThan(who)))
made("pdesc", "opponent whose turn it is", lambda: both(OPPONENT, IsPlayerRef(ActivePlayer(), surface="whose_turn")))
made("pnx", "enchanted {who:pdesc}", lambda who: Attached())
passes("you_and", "you and {:npx}", printed=False)
made("pnx", "you and {who:pnx}", lambda who: Several((You(), who)))
made("pnx", "{who:pnx} and you", lambda who: Several((who, You())))
made("npa", "the other [{:headnoun}]", Rest)
made("npa", "the rest of the {:participle} {:headnoun}", Rest)
made("npa", "the rest of the {:headnoun} {:participle} this way", Rest)
made("npa", "the rest of (those|the) {:headnoun}", Rest)
made("npa", "the rest of them", Rest)
passes("npa", "each of {:each_of}", printed=False)
passes("npa", "all of {:each_of}", printed=False)
for zone in ("hand", "graveyard"):
    means(
        "npa",
        f"the cards in {{whose:poss}} {zone}",
        Every(All((IsCard(), InZone(zone, hole("whose"))))),
        surface="the_cards",
    )
    means("npa", f"{{whose:poss}} {zone}", Every(All((IsCard(), InZone(zone, hole("whose"))))), printed=False)
means(
    "npa",
    "the cards from {whose:poss} hand",
    Every(All((IsCard(), InZone("hand", hole("whose"))))),
    surface="from hand",
)
for zone in ("graveyard", "library"):
    means(
        "npa",
        f"all the cards from {{whose:poss}} {zone}",
        Every(All((IsCard(), InZone(zone, hole("whose"))))),
        surface="all_from",
    )
in_hand = Every(All((IsCard(), InZone("hand", hole("whose")))))
means("npa", "all cards in {whose:poss} hand", in_hand, surface="all", printed=False)
means("npa", "all the cards in {whose:poss} hand", in_hand, surface="all_the")
your_own = All((IsCommander(surface="your"), Owned(You())))
means("npa", "your commander", Every(your_own), surface="your commander", printed=False)
passes("npa", "each of {:each_named}", printed=False)
fixed("npa", Every(All((IsCard(), InZone("graveyard")))), "all graveyards", printed=False)
