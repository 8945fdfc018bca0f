"""The marker words, each with the kinds of node, or the field values, that its readings can leave in a tree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Found:
    """The contents of a tree: kinds of node, kinds inside a Not, field values, words, numbers."""

    kinds: set[str] = field(default_factory=set)
    denied: set[str] = field(default_factory=set)
    values: set[tuple[str, Any]] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    numbers: set[int] = field(default_factory=set)
    symbols: str = ""

    def has(self, *kinds: str) -> bool:
        """Whether the tree has a node of one of these kinds."""
        return not self.kinds.isdisjoint(kinds)

    def says(self, name: str, *values: Any) -> bool:
        """Whether a field of that name is filled, with one of these values if any are given."""
        return any(each == name and (not values or value in values) for each, value in self.values)


Counterpart = Callable[[Found], bool]
CONDITIONS = (
    "If", "Replace", "Replaces", "DidSo", "OnlyIf", "StateBecomesTrue", "Holds", "Comparison", "Happened", "WasPaid",
    "WasCast", "IsTurnOf", "IsStep", "WonClash", "ManaWasSpent", "CameUnderControl", "SameOwner", "AllSo", "AnySo",
    "NotSo", "MustAttack", "MustBlock", "MustBeBlocked", "ManaBecomes", "CreateReplacement", "Unless",
    "AlternativeCost", "EntersAsCopy", "MayBeginInPlay", "IfManaSpent", "RevealedOrHad",
    "LostIfAsInstant", "MayRevealOpening", "MustBeBlockedBySo", "IsDefending",
    "NobodyDid", "NoManaSpent", "ManaFromSpent", "MustTarget", "UnspentBecomes", "AttacksAlong",
)  # fmt: skip
LASTING = (
    *("turn", "combat", "while", "your next turn", "end of your next turn", "your next upkeep", "your next untap"),
    "own next end",
    "its controller's next untap",
)
AMOUNTS = (
    "Count", "Characteristic", "Total", "Extreme", "LifeTotal", "Different", "Half", "Times", "CountersOn", "TimesPaid",
    "HowOften", "ThatMuch", "ThatNumber", "Devotion", "HowMuch", "RemovedThisWay", "TargetsBeyondFirst", "PartySize",
    "ManaSpent", "SnowSpent", "ManaSymbolsIn", "VotesFor", "CastBefore", "CommanderCasts", "Difference",
    "IdentityColors", "OpponentsAttacked", "RollResult", "NotedNumber", "DevouredCount", "ChosenNumber", "AsItThenWas",
    "PaidInAll", "MostOfOne", "PointsOf", "Lettered", "SpeedOf", "UnlockedDoors", "UnspentMana",
)  # fmt: skip
LIMITS = (
    "OnlyIf", "OnlyTiming", "OnlyTimes", "OnlyDuring", "PlayOnly", "CanBlockOnly", "SpendOnly", "SpendLimit",
    "PlayableBy", "CantBeBlocked", "OnceEachTurn", "PlaysOnlyWhen", "DeckContains",
    "AttachedOnlyTo", "AttacksOnlyAlone", "SpendFrom",
)  # fmt: skip


MARKERS: tuple[tuple[str, str, Counterpart], ...] = (
    (
        "if",
        r"\bif\b",
        lambda f: (
            f.has(*CONDITIONS)
            or f.says("condition")
            or f.says("then")
            or f.says("otherwise")
            or f.says("kicked")
            or f.says("aimed")
            or f.has("OnlyForAnte", "MayPlayAsInstant", "TriggersAgain", "LastsOn", "FlipsCoins")
            or f.says("no_mana", True)
            or (f.has("CounterSpell") and f.says("to", "Destination"))
        ),
    ),
    (
        "unless",
        r"\bunless\b",
        lambda f: (
            f.has("Unless", "UnlessBefore", "NotSo", "AttackTax")
            or f.says("unless")
            or f.says("along")
            or f.says("except_mana")
            or f.says("but_all")
            or "Not" in f.kinds
        ),
    ),
    (
        "instead",
        r"\binstead\b",
        lambda f: (
            f.has("Replace", "Replaces", "ManaBecomes", "AlternativeCost", "Happens", "NotSo", "RedirectNext")
            or f.has("DamageLeavesLife", "UnspentBecomes", "FlipsCoins")
            or f.says("otherwise")
            or f.says("kicked")
            or f.says("excess_to")
            or (f.has("CounterSpell") and f.says("to", "Destination"))
        ),
    ),
    ("otherwise", r"\botherwise\b", lambda f: f.says("otherwise") or f.has("NotSo", "NobodyDid")),
    (
        "until",
        r"\buntil\b",
        lambda f: (
            f.says("duration", *LASTING)
            or f.says("until")
            or f.says("until_lost")
            or f.has("MayIgnore", "LastsOn")
            or f.has("Delayed", "KeywordAbility", "CreateReplacement")
        ),
    ),
    ("as long as", r"\bas long as\b", lambda f: f.says("condition") or f.says("while_") or f.says("unless")),
    ("where X is", r"\bwhere [xyz] is\b", lambda f: f.has(*AMOUNTS)),
    ("X, explained", r"\bwhere [xyz] is\b", lambda f: not f.has("X") or "{X}" in f.symbols),
    (
        "for each",
        r"\bfor each\b",
        lambda f: (
            f.has(*AMOUNTS, "ForEach", "Repeated", "AttackTax", "ChooseSides", "ManaOfColorsAmong")
            or f.says("times")
            or f.says("for_each")
        ),
    ),
    (
        "other",
        r"\b(?:an)?other\b(?! (?:colors?|types?|land types|creature types|\S+ counter)\b)",
        lambda f: (
            f.has(
                "OtherThan",
                "ReplaceWords",
                "KeywordAbility",
                "Rest",
                "Fight",
                "Not",
                "Extreme",
                "HasExtreme",
                "UntapsDuring",
                "IsPaired",
                "ChoseOtherBearer",
                "SpendAsAnyColor",
                "PutPiles",
                "AllAlike",
                "LoseOtherTypes",
                "KindsOfCounter",
            )
            or f.says("different")
            or f.says("role", "other")
            or f.says("along")
            or f.says("except_")
            or f.says("other", True)
            or f.says("extra")
            or (f.has("Modal"))
        ),
    ),
    (
        "other types",
        r"\bother (?:colors|types|colors and types|land types|creature types)\b",
        lambda f: (
            f.has("AddTypes", "AddColors", "RemoveAbilities")
            or f.says("add")
            or f.says("except_")
            or f.says("others")
            or (f.has("EntersWith") and f.says("subtypes"))
        ),
    ),
    (
        "you control",
        r"\byou control\b",
        lambda f: f.has(
            "Controlled",
            "ControlledNotOwned",
            "OwnedAndControlled",
            "SetController",
            "ControllerOf",
            "ControlPlayer",
            "LoyaltyCostMore",
        ),
    ),
    (
        "you don't control",
        r"\byou don't control\b",
        lambda f: "Controlled" in f.denied or f.says("op", "="),
    ),
    (
        "controlled by others",
        r"\b(?:opponents?|players?|they) controls?\b",
        lambda f: (
            f.has("Controlled", "SetController", "Sacrifice", "CantAttack", "AttackTax", "ControllerOf", "MustTarget")
            or f.says("but_all")
        ),
    ),
    (
        "only",
        r"(?<!instead )\bonly\b",
        lambda f: (
            f.has(*LIMITS)
            or f.says("restrictions")
            or f.says("spend_only")
            or f.says("only")
            or f.says("as_", "colorless")
            or f.says("colored", True)
            or f.says("limit")
            or "Not" in f.kinds
        ),
    ),
    (
        "once each turn",
        r"\bonce each turn\b",
        lambda f: f.has("OnlyTimes", "OnceEachTurn") or f.says("limit") or f.says("times"),
    ),
    (
        "may",
        r"\bmay\b",
        lambda f: (
            f.has(
                "May",
                "MayPlay",
                "MayNotUntap",
                "MayEndEffect",
                "MayPlayFrom",
                "MayPlayAsInstant",
                "MayBeginInPlay",
                "MayRevealOpening",
                "MayAsAttacks",
                "MayDuringTurn",
                "MayInsteadOfUntap",
                "EntersAsCopy",
                "AlternativeCost",
                "AdditionalCost",
                "ExtraLandPlays",
                "ChangeTargets",
                "PlayableBy",
                "AtLeast",
                "SpendAsAnyColor",
                "PlayCard",
                "MayAssignAsUnblocked",
                "MayLook",
                "MayIgnore",
                "ActivatesAsInstant",
                "ActivatesLoyaltyAsInstant",
                "KeywordCostInstead",
                "MayLookAt",
                "ActivatesAsHasty",
            )
            or f.says("optional")
            or f.says("new_targets")
            or f.says("repeatable")
        ),
    ),
    (
        "can't",
        r"\bcan't\b",
        lambda f: (
            any("Cant" in kind for kind in f.kinds)
            or f.says("least_one", True)
            or f.says("uncounterable", True)
            or (f.says("spend_only") and f.has("Not"))
            or f.has(
                "DoesntUntap",
                "AttackTax",
                "Indestructible",
                "NotSo",
                "NothingExchanged",
                "KeywordAbility",
                "PlayerCant",
                "CanBlockOnly",
                "DamageUnpreventable",
                "LeastX",
                "MostCounters",
                "HoldsCounters",
                "NextSpell",
            )
            or f.has("Destroy", "DealDamage")
        ),
    ),
    (
        "combat damage",
        r"(?<!non)\bcombat damage\b",
        lambda f: (
            f.says("combat", True) or f.has("AssignsDamageByToughness", "AssignsNoDamage", "MayAssignAsUnblocked")
        ),
    ),
    ("noncombat damage", r"\bnoncombat damage\b", lambda f: f.says("combat") or f.says("combat", False)),
    ("without", r"\bwithout (?!paying\b|dying\b)", lambda f: f.has("Not", "NotSo")),
    ("at random", r"\bat random\b", lambda f: f.says("at_random")),
    ("random order", r"\brandom order\b", lambda f: f.says("order", "random") or f.has("Rest")),
    ("twice", r"\btwice\b", lambda f: f.has("Times") or f.says("times", 2) or f.says("factor", 2) or 2 in f.numbers),
    ("half", r"\bhalf\b", lambda f: f.has("Half")),
    ("rounded up", r"\brounded up\b", lambda f: f.says("rounded", "up")),
    ("rounded down", r"\brounded down\b", lambda f: f.says("rounded", "down") or f.says("evenly", True)),
    (
        "or more",
        r"\bor (?:more|greater)\b",
        lambda f: (
            f.says("op", ">=", "<")
            or f.has("AtLeast")
            or f.says("minimum")
            or f.says("least")
            or f.says("batch")
            or f.says("times")
            or f.says("action", "roll one or more dice")
            or f.has("CountersPut", "CantBeBlocked", "TapPower")
            or (f.has("TokenCreated") and f.has("Replace"))
            or f.has("DidSo")
            or f.has("TargetSlot", "Modal", "Discarded")
        ),
    ),
    (
        "or less",
        r"\bor (?:less|fewer)\b",
        lambda f: f.says("op", "<=", ">") or f.has("CantBeBlocked") or f.says("action", "lose by life"),
    ),
    (
        "less than",
        r"\bless than\b",
        lambda f: f.says("op", "<", "<=") or f.says("least_one", True) or f.has("LeastCost", "DamageLeavesLife"),
    ),
    ("greater than", r"\bgreater than\b", lambda f: f.says("op", ">", ">=") or f.says("most")),
    ("face down", r"\bface[ -]down\b", lambda f: f.says("face_down") or "face-down" in f.words or f.has("TurnFace")),
    (
        "target",
        r"(?<!the )(?<!new )(?<!that )(?<!any )\btarget (?!of\b|for\b|is\b)(?=[a-z])",
        lambda f: f.has(
            "TargetSlot",
            "TargetsBeyondFirst",
            "HasTarget",
            "BecomesTarget",
            "CantBeTargeted",
            "TargetableDespite",
            "PlayerCant",
        ),
    ),
    ("any target", r"\bany (?:other )?target\b", lambda f: f.has("TargetSlot")),
    ("change a target", r"\bchange a target\b", lambda f: f.says("one", True)),
    (
        "up to",
        r"\bup to\b",
        lambda f: (
            f.says("minimum", 0)
            or f.says("up_to", True)
            or 0 in f.numbers
            or f.has("UpTo", "TargetSlot", "ExtraLandPlays")
            or f.says("most")
        ),
    ),
    (
        "this turn",
        r"\bthis turn\b",
        lambda f: (
            f.says("duration")
            or f.says("span")
            or f.says("unchosen")
            or f.says("this_turn")
            or f.has(
                "Did",
                "NthCast",
                "NthPlayed",
                "TimesResolved",
                "WasPutThere",
                "Happened",
                "PreventDamage",
                "CreateReplacement",
                "HowOften",
                "Continuous",
                "Delayed",
                "PlayCard",
                "CameUnderControl",
                "RedirectNext",
                "NextSpell",
                "HowMuch",
            )
        ),
    ),
    ("last turn", r"\blast turn\b", lambda f: f.says("span", "last turn", "your last turn", "their last turn")),
    (
        "during",
        r"\bduring\b",
        lambda f: (
            f.has("OnlyDuring", "IsTurnOf", "IsStep", "DoesntUntap", "MayNotUntap", "OnlyTiming")
            or f.says("duration")
            or f.says("not_first_in_draw_step")
            or f.says("during")
            or f.says("span", "your last turn", "their last turn")
            or f.says("own_turns", True)
            or f.has("IsNextTurnOf", "PlaysOnlyWhen", "CastDuring", "IsExtraTurn", "IsNthTurn")
            or f.says("step")
            or f.says("foreign", True)
            or f.has("PlayerCant", "PlayerCantPlay", "SkipNext", "WasCastDuring", "UntapsDuring", "ControlPlayer")
        ),
    ),
    (
        "named",
        r"\bnamed\b",
        lambda f: f.has("HasName", "AnyNumberInDeck", "NotedNumber", "HasChosen") or f.says("name"),
    ),
    (
        "alone",
        r"\balone\b",
        lambda f: f.says("alone") or f.has("AttacksOnlyAlone") or f.says("status", "attacking alone"),
    ),
    ("in any order", r"\bin any order\b", lambda f: f.says("order", "any")),
    (
        "tapped",
        r"(?<!un)\btapped\b(?! for (?:\w+ or more )?mana| this way)",
        lambda f: f.says("tapped") or "tapped" in f.words or f.has("Tap", "TappedForMana"),
    ),
    (
        "untapped",
        r"\buntapped\b(?! this way)",
        lambda f: "untapped" in f.words or f.says("untapped", True) or f.has("Untap") or "HasStatus" in f.denied,
    ),
    (
        "attacking",
        r"\battacking (?!player\b|or\b)",
        lambda f: (
            "attacking" in f.words
            or f.says("attacking")
            or f.has("Attacks", "AttacksNow", "BlocksEach", "BlocksOnce", "TriggerObject", "PlayerAttacks", "AttackTax")
        ),
    ),
    (
        "blocking",
        r"(?<!all )\bblocking\b",
        lambda f: (
            "blocking" in f.words
            or f.has("InCombatWith", "BlockedBy", "Blocks", "BlocksEach", "BecomesBlockedByEach", "TriggerObject")
        ),
    ),
    (
        "token",
        r"(?<!non)\btokens?\b",
        lambda f: f.has("CreateToken", "IsToken", "TokenCreated", "KeywordAbility") or "create" in f.words,
    ),
    ("nontoken", r"\bnon-?token", lambda f: "IsToken" in f.denied),
    ("regenerated", r"\bcan't be regenerated\b", lambda f: f.has("CantBeRegenerated", "Destroy")),
    ("skip", r"\bskips?\b", lambda f: f.has("SkipNext", "SkipsStep", "SkipUnless", "Replace", "Nothing")),
    (
        "rather than",
        r"\brather than\b",
        lambda f: (
            f.has(
                "AlternativeCost",
                "AssignsDamageByToughness",
                "StationsByToughness",
                "CrewsAs",
                "DiesByPower",
                "MayPlay",
            )
            or f.has("KeywordCostInstead")
            or (f.has("PlayCard") and f.says("cost"))
        ),
    ),
    ("twice that", r"\btwice that\b", lambda f: f.has("Times")),
    (
        "except",
        r"\bexcept\b",
        lambda f: (
            f.has("Not", "OtherThan")
            or f.says("except_")
            or f.says("except_mana", True)
            or f.has("CantBeBlocked", "CanBlockOnly")
            or f.says("not_first_in_draw_step")
            or f.says("foreign", True)
            or f.says("minimum")
        ),
    ),
    ("additional cost", r"\badditional cost\b", lambda f: f.has("AdditionalCost", "CostChange", "WasPaid")),
    (
        "of their choice",
        r"\bof (?:an opponent's|target opponent's|that player's) choice\b",
        lambda f: f.says("chooser"),
    ),
)
