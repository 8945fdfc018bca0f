"""Invented cards that bring about what abilities watch for, each with the kinds of node that it serves."""

from __future__ import annotations

from collections.abc import Iterable

CAUSES: tuple[tuple[str, str, str], ...] = (
    ("Instant", "Destroy target permanent.", "Destroyed ZoneChange Destroy Regenerate Forbids LeavesBattlefield"),
    ("Instant", "Exile target permanent.", "ZoneChange Exile"),
    ("Instant", "Return target permanent to its owner's hand.", "ZoneChange"),
    ("Instant", "Return target card from your graveyard to your hand.", "ZoneChange InZone"),
    ("Sorcery", "Return target creature card from your graveyard to the battlefield.", "ZoneChange EntersWith"),
    ("Instant", "Exile target card from a graveyard.", "InZone ZoneChange"),
    ("Instant", "Cause deals 3 damage to any target.", "DamageDealt PreventsDamage Redirect LifeLost HasStatus"),
    ("Instant", "Cause deals 1 damage to each creature.", "DamageDealt PreventsDamage HasStatus"),
    ("Instant", "Cause deals 1 damage to each player.", "DamageDealt PreventsDamage LifeLost"),
    ("Sorcery", "Each player draws two cards.", "Drawn Draw"),
    ("Instant", "Draw a card.", "Drawn Nothing"),
    ("Sorcery", "Each player discards a card.", "Discarded ZoneChange"),
    ("Instant", "You discard a card.", "Discarded"),
    ("Instant", "Target player gains 3 life.", "LifeGained GainLife Compares"),
    ("Instant", "Target player loses 3 life.", "LifeLost Compares"),
    ("Sorcery", "Create two 1/1 white Soldier creature tokens.", "TokenCreated IsToken ZoneChange"),
    ("Sorcery", "Create a Treasure token.", "TokenCreated IsToken"),
    ("Instant", "Put two +1/+1 counters on target creature.", "CountersPut HasCounters CountersRemoved"),
    ("Instant", "Put a -1/-1 counter on target creature.", "CountersPut HasCounters"),
    ("Instant", "Proliferate.", "CountersPut HasCounters"),
    ("Instant", "Tap target permanent.", "StatusChange HasStatus UntapsDuring MayInsteadOfUntap"),
    ("Instant", "Untap target permanent.", "StatusChange HasStatus"),
    ("Sorcery", "Target player mills four cards.", "InZone ZoneChange Count"),
    ("Sorcery", "Each player sacrifices a permanent.", "Sacrificed ZoneChange"),
    ("Instant", "Sacrifice a creature.", "Sacrificed ZoneChange"),
    ("Instant", "Counter target spell.", "Countered Forbids"),
    ("Sorcery", "Gain control of target permanent.", "ControlChange"),
    ("Sorcery", "Search your library for a card, put that card into your hand, then shuffle.", "Searches Shuffles"),
    ("Instant", "Scry 2.", "KeywordActionDone KeywordDone"),
    ("Instant", "Surveil 2.", "KeywordActionDone KeywordDone"),
    ("Instant", "Target creature gets +3/+3 until end of turn.", "BecomesTarget StateBecomesTrue Compares"),
    ("Instant", "Target creature gets -1/-1 until end of turn.", "BecomesTarget StateBecomesTrue"),
    ("Sorcery", "Target creature fights another target creature.", "DamageDealt BecomesTarget"),
    ("Sorcery", "Destroy all creatures.", "Destroyed ZoneChange Destroy"),
    ("Instant", "Target creature gains flying until end of turn.", "BecomesTarget HasAbility"),
    ("Creature - Bear 2/2", "Flash", "Cast ZoneChange EntersWith"),
    ("Creature - Human 3/3", "{1}: Cause gets +1/+1 until end of turn.", "Activates Activated"),
    ("Creature - Bird 1/1", "Cycling {0}", "Cycled Discarded Drawn"),
    ("Artifact - Equipment", "Equipped creature gets +1/+0.\nEquip {1}", "Attached HasStatus AttachedTo"),
    ("Enchantment - Aura", "Enchant creature\nEnchanted creature gets +1/+1.", "Attached HasStatus AttachedTo Cast"),
    ("Artifact", "{T}: Add one mana of any color.", "TappedForMana ManaAdded ManaBecomes"),
)


def causes_for(words: Iterable[str]) -> list[tuple[str, str]]:
    """Type line and text of each cause that serves one of these kinds of node.

    >>> [text for _, text in causes_for(["Searches"])]
    ['Search your library for a card, put that card into your hand, then shuffle.']
    """
    wanted = set(words)
    return [(line, text) for line, text, serves in CAUSES if wanted & set(serves.split())]
