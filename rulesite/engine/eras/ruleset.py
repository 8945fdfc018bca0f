"""Which rules hold on which day: one flat record of named switches.

Every switch lists when it changed, to what, and which rule of which edition says so. Nothing is inherited:
``Ruleset.on("2006-10-01")`` reads, for each switch, the last change on or before that day, or the first of all. A
change is dated by the oldest edition at hand that shows it; the true change may be some months older, and none of the
examples needs more.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from .combat_switches import CombatSwitches
from .commander_switches import CommanderSwitches
from .counterfactual import supposed
from .fifth_edition_switches import FifthEditionSwitches
from .keyword_switches import KeywordSwitches
from .named_rules import FIFTH_EDITION
from .starting_switches import StartingSwitches
from .switches import Since, switch
from .team_switches import TeamSwitches
from .tracking import notice

_COUNTED = (
    "deathtouch",
    "double strike",
    "first strike",
    "flying",
    "haste",
    "hexproof",
    "indestructible",
    "lifelink",
    "menace",
    "reach",
    "trample",
    "vigilance",
)


@dataclass(frozen=True)
class Ruleset(CombatSwitches, TeamSwitches, CommanderSwitches, StartingSwitches, FifthEditionSwitches, KeywordSwitches):
    """The switches as they stood on ``date``.

    >>> Ruleset.on("2006-10-01").combat_damage_on_stack
    True
    >>> Ruleset.on("2009-07-11").combat_damage_on_stack
    False
    """

    words: str = switch(
        "the words that the rules use: 'play' (in play, removed from the game) or 'cast' (battlefield, exile)",
        Since("1999-04-23", "play", "1999-04-23", "409.1"),
        Since("2009-07-11", "cast", "2009-07-11", "601.1"),
    )
    mana_burn: bool = switch(
        "a player loses 1 life for each mana that empties from the pool",
        Since("1999-04-23", True, "1999-04-23", "300.4"),
        Since("2009-07-11", False, "2009-07-11", ""),
    )
    exile_is_outside: bool = switch(
        "cards that were removed from the game are outside the game",
        Since("1999-04-23", True, "2003-10-01", "217.1e"),
        Since("2009-07-11", False, "2009-07-11", "400.9"),
    )
    mana_empties: str = switch(
        "when mana pools empty: at the end of each 'phase' or of each 'step' and phase",
        Since("1999-04-23", "phase", "1999-04-23", "300.4"),
        Since("2009-07-11", "step", "2009-07-11", "106.4"),
    )
    looks_back_besides: tuple[str, ...] = switch(
        "what makes a trigger look back besides leaving the battlefield, going where not everybody sees it, and losing "
        "control",
        Since("1999-04-23", ("a zone entered from anywhere",), "1999-04-23", "410.10d"),
        Since("2009-05-01", (), "2009-07-11", "603.6c"),
        Since("2015-07-17", ("a graveyard left",), "2018-01-19", "603.10a"),
        Since("2016-11-11", ("a graveyard left", "a spell countered"), "2018-01-19", "603.10e"),
    )
    trigger_choice: str = switch(
        "when 'you may' of a triggered ability is decided: on 'announcement' or on 'resolution'",
        Since("1999-04-23", "announcement", "1999-04-23", "410.5"),
        Since("2000-02-01", "resolution", "2001-07-23", "410.5"),
    )
    additional_cost_is_ability: bool = switch(
        "an additional or alternative cost is an ability of the card",
        Since("1999-04-23", False, "2001-07-23", "402.4"),
        Since("2003-10-01", True, "2003-10-01", "402.4"),
    )
    is_text: str = switch(
        "what text such as 'this is red' is: no ability at all ('card text'), 'characteristic-setting' or "
        "'characteristic-defining'",
        Since("1999-04-23", "card text", "2001-07-23", "402.4"),
        Since("2003-10-01", "characteristic-setting", "2003-10-01", "405.2"),
        Since("2008-02-01", "characteristic-defining", "2008-02-01", "405.2"),
    )
    ability_on_stack_has: str = switch(
        "what an ability on the stack has: its 'source' characteristics as well, or its 'text' alone",
        Since("1999-04-23", "source", "2001-07-23", "409.1a"),
        Since("2003-10-01", "text", "2006-10-01", "409.1a"),
    )
    targeted_mana_ability: bool = switch(
        "an ability with a target can be a mana ability",
        Since("1999-04-23", True, "2006-10-01", "406.1"),
        Since("2007-07-13", False, "2007-07-13", "406.1"),
    )
    loyalty_mana_ability: bool = switch(
        "an ability with a loyalty cost can be a mana ability",
        Since("1999-04-23", True, "2009-07-11", "605.1a"),
        Since("2010-10-01", False, "2013-05-01", "605.1a"),
    )
    color_lowers_generic: bool = switch(
        "a cost that has not as much mana of a color as it is reduced by has that much less generic mana",
        Since("1999-04-23", False, "2009-07-11", ""),
        Since("2010-04-23", True, "2013-05-01", "117.7a"),
    )
    stated_as_it_enters: bool = switch(
        "what an effect says that a permanent which it puts there 'is' or 'has' is so as it enters, not after that",
        Since("1999-04-23", False, "1999-04-23", ""),
        Since("2014-07-18", True, "2018-01-19", "611.2e"),
    )
    x_as_it_enters: bool = switch(
        "what triggers as a permanent enters knows the X of the spell that it was",
        Since("1999-04-23", False, "2009-07-11", "107.3f"),
        Since("2019-10-04", True, "2020-04-17", "107.3k"),
    )
    tapped_for_mana_needs_mana: bool = switch(
        "'tapped for mana' triggers only if mana was really produced",
        Since("1999-04-23", False, "2001-07-23", "411.3"),
        Since("2013-05-01", True, "2018-01-19", "106.11a"),
    )
    colour_chooser: str = switch(
        "who chooses the type of a triggered mana ability's mana: the 'player' of the mana ability, or the 'receiver'",
        Since("1999-04-23", "player", "dangelo-2002", "A.6.7"),
        Since("2003-10-01", "receiver", "2003-10-01", "411.3a"),
    )
    basic_by: str = switch(
        "what makes a land basic: having a basic land 'type' or the 'supertype'",
        Since("1999-04-23", "type", "2001-07-23", "214.9d"),
        Since("2003-10-01", "supertype", "2003-10-01", "212.6c"),
    )
    walls_cannot_attack: bool = switch(
        "a Wall cannot attack because it is a Wall",
        Since("1999-04-23", True, "1999-04-23", ""),
        Since("2004-10-01", False, "2005-08-01", ""),
    )
    legend_rule: str = switch(
        "what happens to legendary permanents of one name: all but the 'oldest' go, 'all' go, or each controller "
        "keeps 'one'",
        Since("1999-04-23", "oldest", "1999-04-23", "420.5e"),
        Since("2004-10-01", "all", "2005-08-01", "420.5e"),
        Since("2013-07-13", "one", "2016-09-30", "704.5k"),
    )
    token_name: str = switch(
        "what a token is called whose name nobody says: as its 'subtypes', or as those and the 'word' Token",
        Since("1999-04-23", "subtypes", "1999-04-23", "216.1"),
        Since("2021-11-19", "word", "2024-06-07", "111.4"),
    )
    legend_is: str = switch(
        "what makes a creature subject to the rule for legends: the 'creature type' Legend, or a 'supertype' alone",
        Since("1999-04-23", "creature type", "2001-07-23", "215.2"),
        Since("2004-10-01", "supertype", "2005-08-01", "205.4c"),
    )
    planeswalker_rule: str = switch(
        "what happens to planeswalkers of one planeswalker type: 'all' go, each controller keeps 'one', or 'none'",
        Since("1999-04-23", "none", "2006-10-01", ""),
        Since("2007-10-12", "all", "2008-02-01", "420.5q"),
        Since("2013-07-13", "one", "2016-09-30", "704.5j"),
        Since("2017-09-29", "none", "2018-01-19", ""),
    )
    cast_from_top_by: str = switch(
        "what must have the lesser mana value for cascade: the 'card', or the 'spell' that is cast",
        Since("1999-04-23", "card", "2020-04-17", "702.84a"),
        Since("2021-02-05", "spell", "2024-06-07", "702.85a"),
    )
    proliferated: str = switch(
        "of what proliferating gives one more: of 'one kind' of counter that is there, or of 'each kind'",
        Since("1999-04-23", "one kind", "2013-05-01", "701.24a"),
        Since("2019-05-03", "each kind", "2020-04-17", "701.26a"),
    )
    saga_without_chapters: str = switch(
        "what becomes of a Saga without chapter abilities: it is 'over', or it 'stays' and gets no lore counters",
        Since("1999-04-23", "over", "2020-04-17", "714.4"),
        Since("2025-06-13", "stays", "2026-06-19", "714.4"),
    )
    one_object_for_two_targets: bool = switch(
        "one object can be chosen for two instances of the word 'target' of one spell or ability",
        Since("1999-04-23", False, "2001-07-23", "409.1c"),
        Since("2004-10-01", True, "2005-08-01", "409.1c"),
    )
    draw_step_on_stack: bool = switch(
        "the draw of the draw step goes on the stack",
        Since("1999-04-23", True, "1999-04-23", "304.1"),
        Since("2003-10-01", False, "2003-10-01", "304.1"),
    )
    illegal_targets_counter: bool = switch(
        "a spell or ability whose targets are all illegal is countered (before) or just does not resolve",
        Since("1999-04-23", True, "2001-07-23", "413.2a"),
        Since("2018-04-27", False, "2024-06-07", "608.2b"),
    )
    illegal_targets_known: bool = switch(
        "information about an illegal target is used; otherwise what requires it does not happen",
        Since("1999-04-23", True, "2001-07-23", "413.2a"),
        Since("2015-07-17", False, "2018-01-19", "608.2b"),
    )
    face_down_cost: str = switch(
        "the mana cost of a face-down spell or permanent: 'zero' ({0}) or 'none'",
        Since("1999-04-23", "zero", "dangelo-2002", "A.26.2"),
        Since("2006-10-01", "none", "2006-10-01", "502.26a"),
    )
    fights_itself: str = switch(
        "a creature that fights itself deals its damage 'twice', or once 'doubled'",
        Since("1999-04-23", "twice", "2013-05-01", "701.10c"),
        Since("2018-04-27", "doubled", "2024-06-07", "701.12c"),
    )
    layers: str = switch(
        "the order of continuous effects: 'dependency' alone with type changes first, 'six' layers or 'seven'",
        Since("1999-04-23", "dependency", "2001-07-23", "418.5e"),
        Since("2003-10-01", "six", "2003-10-01", "418.5a"),
        Since("2009-07-11", "seven", "2009-07-11", "612.1"),
    )
    type_changes_whole: bool = switch(
        "an effect that changes types is applied whole where types change, its power and toughness as well",
        Since("1999-04-23", True, "2001-07-23", "214.5"),
        Since("2005-10-01", False, "2006-10-01", "418.5b"),
    )
    types_retained: str = switch(
        "what a permanent that an effect makes something while it is 'still' a type, or an artifact creature, keeps of "
        "its types: the 'named' ones alone, or 'all'",
        Since("1999-04-23", "named", "2001-07-23", "214.4a"),
        Since("2003-10-01", "all", "2003-10-01", "212.1c"),
    )
    subtypes_suit_types: bool = switch(
        "an object can't gain a subtype that corresponds to none of its card types",
        Since("1999-04-23", False, "2009-07-11", ""),
        Since("2012-02-01", True, "2013-05-01", "205.3d"),
    )
    power_order: tuple[str, ...] = switch(
        "the order within power and toughness: define (by the object itself), set, modify, counters, static (a "
        "static ability that modifies), switch; 'all' is one common step in timestamp order, of switches too if they "
        "have no step of their own",
        Since("1999-04-23", ("define", "counters", "all"), "2003-10-01", "418.5i"),
        Since("2005-10-01", ("define", "all", "counters", "static", "switch"), "2006-10-01", "418.5a"),
        Since("2009-07-11", ("define", "set", "modify", "counters", "switch"), "2009-07-11", "612.3"),
        Since("2020-04-17", ("define", "set", "modify+counters", "switch"), "2020-04-17", "613.4c"),
    )
    creature_type_choice: str = switch(
        "what may be chosen as a creature type: any 'word' that means nothing else in the game, or an 'existing' one",
        Since("1999-04-23", "word", "1999-04-23", "214.7a"),
        Since("2002-10-07", "existing", "2002-10-07", "214.7a"),
    )
    arrival_looks_at: str = switch(
        "how a permanent is looked at for what changes the way it comes into play: by its 'printed' values, as it "
        "would be in play by its 'own' abilities alone, or as it 'would be' under the continuous effects there are",
        Since("1999-04-23", "printed", "2006-10-01", ""),
        Since("2007-07-13", "own", "2007-07-13", "419.6i"),
        Since("2017-09-29", "would be", "2018-01-19", "614.12"),
    )
    indestructible_is_ability: bool = switch(
        "'indestructible' is an ability, which a permanent can lose; before, what is indestructible had no ability of "
        "that name",
        Since("1999-04-23", False, "2013-05-01", "700.4a"),
        Since("2013-07-13", True, "2016-09-30", "702.12a"),
    )
    damage_may_be_turned_to_planeswalkers: bool = switch(
        "noncombat damage to a player may be dealt to a planeswalker of that player instead, as the controller of its "
        "source chooses",
        Since("1999-04-23", False, "2007-07-13", ""),
        Since("2008-02-01", True, "2008-02-01", "212.9g"),
        Since("2018-04-27", False, "2020-04-17", "306.7"),
    )
    keyword_counters: tuple[str, ...] = switch(
        "the keywords that a counter of their name gives to what it is on",
        Since("1999-04-23", (), "2018-01-19", "121.1"),
        Since("2020-04-17", _COUNTED, "2020-04-17", "122.1b"),
        Since("2023-09-01", (*_COUNTED, "shadow"), "2024-06-07", "122.1b"),
        Since("2024-06-07", (*_COUNTED, "shadow", "exalted"), "2024-06-07", "122.1b"),
        Since("2025-07-25", (*_COUNTED, "shadow", "exalted", "decayed"), "2026-06-19", "122.1b"),
    )
    back_face_value: str = switch(
        "the mana value of the back of a double-faced card: that of its 'own' mana cost, which it has not, or of the "
        "'front'",
        Since("1999-04-23", "own", "2013-05-01", "711.2b"),
        Since("2016-04-08", "front", "2016-09-30", "202.3b"),
    )
    split_value: str = switch(
        "whether a split card, asked if its mana value is so much, says yes for 'either' half or for both 'combined'",
        Since("1999-04-23", "either", "2001-07-23", "505.6"),
        Since("2017-04-28", "combined", "2018-01-19", "708.4b"),
    )
    modal_faces_transform: bool = switch(
        "a modal double-faced card can be turned over to its other face",
        Since("1999-04-23", False, "2024-06-07", "712.9"),
        Since("2025-09-19", True, "2026-06-19", "712.9"),
    )
    token_has_both_faces: bool = switch(
        "a token that is a copy of a double-faced permanent has both of its faces",
        Since("1999-04-23", False, "2013-05-01", "701.25a"),
        Since("2023-06-16", True, "2024-06-07", "707.8a"),
    )
    transforms_once: bool = switch(
        "an ability of a permanent turns it over only if it has not been turned over since the ability was put on the "
        "stack",
        Since("1999-04-23", False, "2013-05-01", "701.25a"),
        Since("2016-04-08", True, "2016-09-30", "701.26f"),
    )
    turning_renews: bool = switch(
        "a permanent gets a new timestamp as it turns face up or face down, and as it transforms",
        Since("1999-04-23", False, "2009-07-11", "612.6c"),
        Since("2015-07-17", True, "2018-01-19", "613.6e"),
    )
    doubles_below_zero: bool = switch(
        "doubling a power or toughness below zero makes it lower; before, nothing was added",
        Since("1999-04-23", False, "2018-01-19", "107.1b"),
        Since("2018-04-27", True, "2024-06-07", "701.9c"),
    )
    phased_out_is: str = switch(
        "what 'phased out' is: a 'zone', where tokens cease to exist and damage is forgotten, or a 'status'",
        Since("1999-04-23", "zone", "2001-07-23", "217.8"),
        Since("2009-07-11", "status", "2009-07-11", "702.23b"),
    )
    phasing_out_leaves: bool = switch(
        "a permanent that phases out triggers abilities that watch for what leaves play",
        Since("1999-04-23", True, "2001-07-23", "502.15d"),
        Since("2005-10-01", False, "2006-10-01", "502.15d"),
    )
    phased_tokens_stay: bool = switch(
        "a token that phases out comes back; before, it ceased to exist",
        Since("1999-04-23", False, "2006-10-01", "217.8d"),
        Since("2017-08-25", True, "2018-01-19", "702.25d"),
    )
    extra_turns: str = switch(
        "which of several extra turns comes first: the one created 'first' or 'last'",
        Since("1999-04-23", "first", "2001-07-23", "300.6"),
        Since("2003-10-01", "last", "2003-10-01", "300.6"),
    )
    token_owner: str = switch(
        "who owns a token: the 'creator', who controlled what created it, or the 'receiver', under whose control it "
        "entered",
        Since("1999-04-23", "creator", "2003-10-01", "200.4a"),
        Since("2009-07-11", "receiver", "2009-07-11", "110.5a"),
    )
    range_of_information: str = switch(
        "what a continuous effect counts for an object under a limited range of influence: what is in range of 'both' "
        "its controller and the object's, or of the effect's controller 'alone'",
        Since("1999-04-23", "both", "2005-08-01", "601.11"),
        Since("2010-04-23", "alone", "2013-05-01", "801.11"),
    )
    star_outside_play: bool = switch(
        "an ability that defines * works in every zone (else * is 0 outside the game area)",
        Since("1999-04-23", False, "2006-10-01", "208.2"),
        Since("2008-02-01", True, "2008-02-01", "405.2"),
    )
    defining_is_independent: bool = switch(
        "an effect from a characteristic-defining ability never depends on another nor another on it",
        Since("1999-04-23", False, "2006-10-01", "418.5c"),
        Since("2007-07-13", True, "2007-07-13", "418.5c"),
    )
    counters_annihilate: bool = switch(
        "+1/+1 and -1/-1 counters on one permanent remove each other as a state-based action",
        Since("1999-04-23", False, "2001-07-23", "420.5"),
        Since("2005-08-01", True, "2006-10-01", "420.5n"),
    )

    shuffled_without: bool = switch(
        "a library is shuffled although nothing of what is to be shuffled into it gets there",
        Since("1999-04-23", True, "2009-07-11", ""),
        Since("2010-04-23", False, "2010-04-23", "701.15c"),
        Since("2015-07-17", True, "2016-09-30", "701.18c"),
    )

    def __getattribute__(self, name: str) -> Any:
        """A switch; that somebody looks at it is noticed."""
        if name in _SWITCHES:
            notice(name)
        return object.__getattribute__(self, name)

    @classmethod
    def on(cls, date: str) -> Ruleset:
        """The ruleset of a day, written ``YYYY-MM-DD`` or ``YYYY-MM`` (the first of that month).

        Raises ``ValueError`` for a day that is not a date or that is older than the oldest rules known here.
        """
        made, otherwise = _on(date), supposed()
        return Ruleset(**{**vars(made), **otherwise}) if otherwise else made

    def same_as(self, other: Ruleset) -> bool:
        """Whether all switches stand alike, whatever the days. Nobody looks at any of them.

        >>> Ruleset.on("2006-10-01").same_as(Ruleset.on("2006-12-01"))
        True
        """
        return {**vars(self), "date": ""} == {**vars(other), "date": ""}

    @classmethod
    def citations(cls) -> list[tuple[str, Since]]:
        """Every change of every switch with the rule that shows it."""
        return [(name, since) for name, changes in cls.switches() for since in changes]

    @classmethod
    def switches(cls) -> list[tuple[str, tuple[Since, ...]]]:
        """Every switch with its changes, oldest first."""
        return [(each.name, each.metadata["since"]) for each in fields(cls) if each.name != "date"]


_SWITCHES = frozenset(each.name for each in fields(Ruleset) if each.name != "date")


@cache
def _on(date: str) -> Ruleset:
    day = date if len(date) > 7 else f"{date}-01"
    try:
        datetime.date.fromisoformat(day)
    except ValueError:
        raise ValueError("not a day; days are written like 2006-10-01") from None
    if day < OLDEST:
        raise ValueError(f"no ruleset is known for {date}: the oldest rules that are known are those of {OLDEST}")
    values = {}
    for each in fields(Ruleset):
        if each.name != "date":
            since = each.metadata["since"]
            values[each.name] = ([change for change in since if change.date <= day] or since[:1])[-1].value
    return Ruleset(date=day, **values)


OLDEST = FIFTH_EDITION
"""Of switches whose first change is younger than that, nothing older is known than what that one says."""
