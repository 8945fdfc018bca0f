"""Resolves pronouns by rules in order of precedence. Each rule is a function with example texts.

`resolve` replaces a pronoun with the mention that it refers to. A rule looks at the earlier mentions and returns one,
or None to leave it to the next rule. In the examples `meant` shows the result of the finished reading.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulesite.engine import abilities as ir

if TYPE_CHECKING:
    from rulesite.engine.cardtext.mentions import Mention, Mentions

NO_TARGET = ir.Outside("what somebody controls")
"""What "the creature you control" means if no target has been described so."""
PERMANENT_NOUNS = frozenset({"creature", "artifact", "enchantment", "land", "planeswalker", "permanent", "token"})


def resolve(pronoun: Mention, before: Sequence[Mention], every: Sequence[Mention], mentions: Mentions) -> Mention:
    """The pronoun as a mention of its antecedent, among those `before` it or in the whole ability (`every`)."""
    if pronoun.word == "participle":
        return replace(pronoun, ref=by_deed(pronoun, every))
    if pronoun.word == "that" and pronoun.noun == "copy":
        return replace(pronoun, ref=that_copy(every))
    _resolve_apart(pronoun, before, every, mentions)
    reachable = [mention for mention in before if _is_reachable(mention, pronoun, mentions)]
    pronoun, antecedent = _antecedent(pronoun, reachable, mentions)
    if antecedent is not None and _is_any(
        antecedent
    ):  # "as long as another Aura is attached to enchanted creature, it …"
        hosts = [mention for mention in reachable if isinstance(mention.ref, ir.Attached)]
        antecedent = hosts[0] if len(hosts) == 1 and not pronoun.player else antecedent
    if antecedent is None:
        return replace(pronoun, ref=_without_antecedent(pronoun, every, mentions))
    if pronoun.word == "it" and isinstance(antecedent.ref, ir.Every) and _describes(pronoun, every, mentions):
        return replace(pronoun, ref=ir.Candidate())  # "each artifact with mana value less than the … counters on it"
    chosen = isinstance(antecedent.ref, ir.Chosen)
    if antecedent.played and pronoun.noun == "spell" and (antecedent.noun != "spell" or chosen):
        return replace(pronoun, ref=ir.Memo("cast"))
    return _bound(pronoun, antecedent)


def _resolve_apart(pronoun: Mention, before: Sequence[Mention], every: Sequence[Mention], mentions: Mentions) -> None:
    """Resolve a later pronoun with a noun, if that noun decides what this one cannot mean.

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("~ deals 1 damage to target creature. It deals 1 damage to that creature.")
    ['it: this object', 'that creature: target 1']
    """
    apart = mentions.all[pronoun.apart] if pronoun.apart is not None else None
    if apart is not None and apart.ref is None and apart.apart is None and apart.word:
        mentions.all[apart.number] = resolve(apart, before, every, mentions)


# ---- what a pronoun cannot mean


def _is_reachable(mention: Mention, pronoun: Mention, mentions: Mentions) -> bool:
    """Whether a pronoun can refer to it: it is in the same mode, not ruled out, and does not contain the pronoun.

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("Choose one —\\n• Tap target land. It gains flying.\\n• Tap target creature. It gains flying.")
    ['it: target 1', 'it: target 2']
    """
    return (
        mention.mode in (0, pronoun.mode)
        and _is_another(mention, pronoun, mentions)
        and not _holds(mention, pronoun, mentions)
    )


def _is_another(mention: Mention, pronoun: Mention, mentions: Mentions) -> bool:
    """Whether a mention is neither excluded by the pronoun itself nor limited to a branch that has ended.

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("Tap target creature. It fights that creature.")
    ['it: target 1', 'that creature: a creature that only the words around name']
    >>> meant("Tap target creature. If you control a Forest, tap target land. Otherwise, untap it.")
    ['it: target 1']
    >>> meant("If ~ would enter the battlefield, sacrifice a Forest instead. If you do, put ~ onto the battlefield. "
    ...       "If you don't, put it into its owner's graveyard.", "Land")
    ['it: this object']
    >>> meant("Whenever a creature enters, ~ deals 2 damage to it.", "Enchantment")
    ['it: what the event happened to']
    >>> meant("Whenever ~ blocks a creature, it deals 2 damage to it.", "Creature 2/2")
    ['it: this object', 'it: the other one of the event']
    >>> meant("When ~ enters, put an Aura card from your hand onto the battlefield attached to it.", "Creature 2/2")
    ['it: this object']
    >>> meant("When ~ dies, create a Treasure token for each +1/+1 counter on it.", "Creature 2/2")
    ['it: this object']
    >>> meant("When ~ enters, create X Treasure tokens, where X is its power.", "Creature 2/2")
    ['it: this object']
    >>> meant("Create a token that's a copy of target creature. If that creature is a Bear, create two of those tokens "
    ...       "instead.")
    ['that creature: target 1']
    >>> meant("Create a token that's a copy of target permanent. If {R} was spent to cast this spell, instead create a "
    ...       "token that's a copy of that permanent, except it has flying.")[0]
    'that permanent: target 1'
    >>> meant("Choose target creature. When that creature dies this turn, return a creature card from a graveyard to "
    ...       "the battlefield under the control of that creature's owner.")
    ['that creature: target 1']
    >>> meant("Create a 1/1 red Goblin creature token, then create a Treasure token for each counter on it.")
    ['it: what this effect made the object of “create”']
    >>> meant("When ~ dies, create a 1/1 red Goblin creature token. For each counter on it, create a Treasure token.")
    ['it: what this effect made the object of “create”']
    >>> meant("Whenever ~ attacks, you may sacrifice a Blood token. If you do, it gets +2/+2 until end of turn.",
    ...       "Creature 2/2")
    ['it: this object']
    >>> meant("Whenever a creature attacks, you may sacrifice a land. If you do, put a +1/+1 counter on it.",
    ...       "Enchantment")
    ['it: what the event happened to']
    """
    apart = mentions.all[pronoun.apart] if pronoun.apart is not None else None
    if apart is not None and (mention.number == apart.number or _one_meaning(mention, apart)):
        return False
    if apart is not None and apart.ghost and mention.ghost and mention.ref == apart.ref and mention.pos > apart.pos:
        return False  # nor a token that is created instead
    return mention.until is None or pronoun.pos < mention.until


def _one_meaning(mention: Mention, apart: Mention) -> bool:
    """Whether a mention stands for what another one, already resolved, stands for; not an earlier token for a later."""
    return not apart.ghost and apart.ref is not None and apart.ref in (mention.ref, mention.later)


def _holds(mention: Mention, pronoun: Mention, mentions: Mentions) -> bool:
    """Whether the pronoun is inside the noun phrase: "all creatures blocking it" is not "it".

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("Destroy target creature and all creatures blocking it.")
    ['it: target 1']
    """
    return pronoun.number in mentions.numbers_within((mention.ref, mention.slot))


def _describes(pronoun: Mention, every: Sequence[Mention], mentions: Mentions) -> bool:
    """Whether the pronoun is inside the description of a set; then it means each member of that set.

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("Destroy each creature with toughness greater than its power.")
    ['it: the one that is described']
    """
    return any(isinstance(mention.ref, ir.Every) and _holds(mention, pronoun, mentions) for mention in every)


# ---- what it means, if an earlier mention fits


def _antecedent(pronoun: Mention, before: Sequence[Mention], mentions: Mentions) -> tuple[Mention, Mention | None]:
    """The antecedent of a pronoun, and the pronoun, which may turn out to mean a player, or not to mean one."""
    if pronoun.player:
        found = player_meant(pronoun, before, mentions)
    else:
        found = None if pronoun.subtype == "alone" else object_meant(pronoun, before, mentions)
    if found is None and pronoun.subtype == "alone":  # "him" for a legend, if no player is named
        return replace(pronoun, player=False), named_as_a_person(before)
    if found is None and pronoun.subtype == "anyone":  # damage "to them": today's wording for a single player
        found = player_meant(pronoun, before, mentions)
        pronoun = replace(pronoun, player=found is not None)
    return pronoun, found


def player_meant(pronoun: Mention, before: Sequence[Mention], mentions: Mentions) -> Mention | None:
    """The last player named who fits: an opponent for "that opponent", targets for "those players"; "you" is you.

    A player named in a description is meant only if no other fits; then comes a mention of a player or an object.

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("Target player discards a card. That player loses 2 life.")
    ['that player: target 1']
    >>> meant("~ deals 3 damage to any target. That player draws a card.")
    ['that player: target 1']
    >>> meant("At the beginning of each player's upkeep, that player returns a permanent to its owner's hand unless "
    ...       "they pay 2 life.", "Enchantment")[-1]
    'they: the player of the event'
    >>> meant("Whenever a creature deals combat damage to a player, its controller exiles the top card of that "
    ...       "player's library. They may play that card this turn.", "Enchantment")[1:3]
    ['that player: the player of the event', 'they: the controller of what the event happened to']
    >>> meant("Whenever enchanted player is attacked, each opponent attacking that player taps all lands they control.",
    ...       "Enchantment")
    ['that player: the other one of the event', 'they: each of them in turn']
    >>> meant("Target opponent returns a permanent they control to its owner's hand. Then they discard a card.")
    ['they: target 1']
    >>> meant("Return target permanent to its owner's hand. Then they discard a card.")
    ['they: the owner of target 1']
    """
    players = [m for m in before if m.player and m.ref is not None and not isinstance(m.ref, ir.You)]
    if pronoun.noun == "opponent":
        players = [m for m in players if m.noun == "opponent"] or players
    if pronoun.word == "those":
        players = [m for m in players if m.plural and m.slot is not None]
    either = [m for m in before if m.player is None and m.ref is not None]
    if players and _owns_alone(players[-1], pronoun, mentions) and pronoun.number in mentions.doers:
        players = [m for m in players if m.number in mentions.doers and not m.nested] or players
    describing = mentions.numbers_within(tuple(m.ref for m in players if isinstance(m.ref, ir.EachPlayer)))
    free = [m for m in _in_sight(players) if m.number not in describing]
    return _last(free) or _last(_in_sight(players)) or _last(players) or _last(either)


def _owns_alone(mention: Mention, pronoun: Mention, mentions: Mentions) -> bool:
    """Whether a player is named only for what is that player's: a hand, a library, what is returned to its owner."""
    owner = isinstance(mention.ref, ir.OwnerOf) and mention.number not in mentions.doers
    return mention.number in mentions.owners or (owner and pronoun.word == "they")


def object_meant(pronoun: Mention, before: Sequence[Mention], mentions: Mentions) -> Mention | None:
    """The object that a pronoun means, by the first rule with an answer.

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("Whenever ~ attacks, exile target card from a graveyard. If it was a creature card, put a +1/+1 counter "
    ...       "on ~. If it was a land card, create a Treasure token.", "Creature 2/2")
    ['it: what this effect made the object of “exile”']
    >>> meant("Whenever you sacrifice a permanent, put a +1/+1 counter on ~. If it was a creature, draw a card.",
    ...       "Creature 2/2")
    ['it: what the event happened to']
    """
    objects = [m for m in before if m.player is not True and m.ref is not None]
    if pronoun.by is not None:
        return target_held_by(pronoun, objects, mentions)
    fitting = [m for m in objects if fits(pronoun, m)]
    fitting = [m for m in fitting if agrees(pronoun, m)] or fitting
    if pronoun.subtype == "card":
        fitting = [m for m in fitting if not isinstance(m.ref, ir.Self) or m.moved or m.role] or fitting
    if pronoun.word == "subject":
        fitting = [m for m in fitting if m.role] or fitting
    fitting = some_one(pronoun, fitting)
    return (
        replaced(pronoun, fitting)
        or named_by_its_noun(pronoun, fitting)
        or named_in_a_later_event(pronoun, fitting)
        or named_in_the_effect(fitting)
        or named_in_the_event(pronoun, fitting)
        or _last(fitting)
    )


def named_as_a_person(before: Sequence[Mention]) -> Mention | None:
    """What "him" means if no player is named: the legend that the card is, however often other objects are.

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("{T}: Create a Treasure token. If you control an artifact other than ~, put a +1/+1 counter on him.",
    ...       "Legendary Creature 2/2")
    ['him: this object']
    >>> meant("{1}: Exile ~, then return her to the battlefield.", "Legendary Creature 2/2")
    ['her: what this effect made the object of “exile”']
    """
    return _last([m for m in before if isinstance(m.ref, ir.Self)])


def some_one(pronoun: Mention, fitting: Sequence[Mention]) -> list[Mention]:
    """Without what is any object that fits, where "that creature" can mean another one with the same noun.

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("Tap target creature. If a creature died this turn, destroy that creature instead.")
    ['that creature: target 1']
    >>> meant("Tap target land. If a creature died this turn, destroy that creature instead.")
    ['that creature: a creature that only the words around name']
    """
    known = [m for m in fitting if not _is_any(m)]
    meant = pronoun.word == "that" and any(m.noun == pronoun.noun for m in known)
    return known if meant else list(fitting)


def target_held_by(pronoun: Mention, objects: Sequence[Mention], mentions: Mentions) -> Mention | None:
    """The target that was described as a player's, if the pronoun says whose it is.

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("Choose target creature you control and target creature you don't control. Tap the creature you control.")
    ['the creature you control: target 1']
    """
    held = mentions.fill(pronoun.by)
    return _last([m for m in objects if m.slot is not None and held in ir.parts_of(mentions.fill(m.slot.what))])


def replaced(pronoun: Mention, fitting: Sequence[Mention]) -> Mention | None:
    """The object affected by a replacement, if that was mentioned last; for "it" whatever else the event names.

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("Destroy target creature. If a creature dealt damage this way would die this turn, exile it instead.")
    ['it: what the event happened to']
    >>> meant("Sacrifice ~: Until end of turn, if a creature would enter and it wasn't cast, exile it instead.",
    ...       "Creature 2/2")
    ['it: what the event happened to']
    """
    last = _last([m for m in _in_sight(fitting) if pronoun.word != "it" or m.role != "other"])
    return last if last is not None and last.would else None


def named_by_its_noun(pronoun: Mention, fitting: Sequence[Mention]) -> Mention | None:
    """The last mention with the pronoun's noun ("that creature", "the token"), before others that the noun may fit.

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("Tap target creature. ~ deals 2 damage to target artifact. Untap that creature.")
    ['that creature: target 1']

    A card does not call itself so: it is "this creature", or has its name.

    >>> meant("~ deals 3 damage to target player or planeswalker. At the beginning of your next upkeep, it deals 3 "
    ...       "damage to that player or planeswalker unless that player or that planeswalker's controller pays {U}.")
    ['it: this object', 'that player or planeswalker: target 1', 'that planeswalker: target 1']
    >>> meant("Whenever a creature dealt damage by ~ this turn dies, return that card to the battlefield.",
    ...       "Creature 2/2")
    ['that card: what the event happened to']
    """
    if pronoun.word not in ("that", "the", "those"):
        return None
    others = [m for m in fitting if not isinstance(m.ref, ir.Self) or pronoun.noun == "spell"] or fitting
    best = _in_sight(others) or others
    return _last([m for m in best if m.noun == pronoun.noun or put_as(m, pronoun.noun)]) or _last(best)


def named_in_a_later_event(pronoun: Mention, fitting: Sequence[Mention]) -> Mention | None:
    """What the event of a delayed trigger names anew for its subject, after everything that the effect named before.

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("Target creature gains flying until end of turn. Whenever a creature blocks this turn, its controller "
    ...       "loses 2 life.")
    ['it: what the event happened to']
    >>> meant("Target creature gains flying until end of turn. When that creature dies this turn, its controller "
    ...       "loses 2 life.")
    ['that creature: target 1', 'it: target 1']
    """
    seen = _in_sight([m for m in fitting if m.role != "other"])
    if pronoun.word not in ("it", "they") or all(m.role for m in seen):
        return None
    return seen[-1] if seen[-1].role and not seen[-1].word and not isinstance(seen[-1].ref, ir.Self) else None


def named_in_the_effect(fitting: Sequence[Mention]) -> Mention | None:
    """The last mention in the effect itself, neither in the event nor in a description.

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("Whenever a creature enters, tap target artifact. It gains flying until end of turn.", "Enchantment")
    ['it: target 1']
    """
    return _last([m for m in fitting if not m.nested and not m.role])


def named_in_the_event(pronoun: Mention, fitting: Sequence[Mention]) -> Mention | None:
    """The mention in the event: its subject (the first of them for "it"), or else the last other participant.

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("Whenever a creature blocks ~, it gets -1/-1 until end of turn.", "Creature — Bear 2/2")
    ['it: what the event happened to']
    """
    in_event = [m for m in fitting if m.role]
    subjects = [m for m in in_event if m.role == "subject"]
    if subjects:
        return subjects[0] if pronoun.word in ("it", "they") else subjects[-1]
    return _last(in_event)


def by_deed(pronoun: Mention, every: Sequence[Mention]) -> Any:
    """ "The sacrificed creature": sacrificed in this ability (a step or a cost), else by a linked one.

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("Sacrifice a creature: You gain life equal to the sacrificed creature's power.", "Enchantment")
    ['the sacrificed creature: what this effect made the object of “sacrifice”']
    >>> meant("{1}: Return the exiled card to the battlefield.", "Enchantment")
    ['the exiled card: what its linked ability made the object of “exile”']
    """
    verb = pronoun.subtype
    if verb in ("blocking", "attacking", "blocked"):
        fighting = _last([m for m in every if m.role and m.subtype == verb])
        return ir.Outside(f"{verb} {pronoun.noun}") if fighting is None else fighting.later or fighting.ref
    if any((isinstance(m.later, ir.Memo) and m.later.verb == verb) or m.moved == verb for m in every):
        return ir.Memo(verb)
    return ir.Linked(verb)


def that_copy(every: Sequence[Mention]) -> Any:
    """ "That copy": of a spell, or the token that was created as one.

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("Copy target instant or sorcery spell. You may choose new targets for that copy.")
    ['that copy: what this effect made the object of “copy”']
    """
    made = [m for m in every if m.ghost and m.ref == ir.Memo("create")]
    return made[-1].ref if made else ir.Memo("copy")


# ---- what it refers to in the tree


def _without_antecedent(pronoun: Mention, every: Sequence[Mention], mentions: Mentions) -> Any:
    """The reference for a pronoun without antecedent: the object itself, a member of a set, or something not modelled.

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("At the beginning of your upkeep, it gets +1/+1 until end of turn.", "Creature — Bear 2/2")
    ['it: this object']
    >>> meant("At the beginning of your upkeep, that creature gets +1/+1 until end of turn.", "Creature — Bear 2/2")
    ['that creature: a creature that only the words around name']
    >>> meant("Whenever you draw a card, you may reveal it.", "Creature — Bear 2/2")
    ['it: a drawn card that only the words around name']
    >>> meant("{T}: It gains flying until end of turn.", "Creature — Bear 2/2")
    ['it: what only the words around name']
    >>> meant("At the beginning of your upkeep, ~ deals 2 damage to it.", "Creature — Bear 2/2")
    ['it: what only the words around name']
    """
    if pronoun.by is not None:
        return NO_TARGET
    default = None if _excluded(pronoun, mentions) else mentions.default
    if pronoun.word == "that" and pronoun.noun in {*PERMANENT_NOUNS, "source"}:  # no card calls itself "that creature"
        default = None
    if default is not None and not pronoun.player and not pronoun.plural:
        return ir.Outside("token") if pronoun.noun == "token" else default
    if pronoun.word in ("it", "they") and not pronoun.noun and _describes(pronoun, every, mentions):
        return ir.Candidate()
    if (spell := _becomes_it(pronoun, every)) is not None:
        return spell.later if spell.later is not None else spell.ref
    return ir.Outside(pronoun.noun or pronoun.word)


def _becomes_it(pronoun: Mention, every: Sequence[Mention]) -> Mention | None:
    """The spell of the event that becomes "that creature", where nothing else is called so.

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("When you next cast a creature spell this turn, that creature enters with a +1/+1 counter on it.")[0]
    'that creature: what the event happened to'
    """
    if pronoun.word != "that" or pronoun.noun not in PERMANENT_NOUNS:
        return None
    of_type = ir.HasType(pronoun.noun)
    spells = [m for m in every if m.pos < pronoun.pos and m.noun == "spell" and m.role]
    return _last([m for m in spells if of_type in ir.walk((m.described, m.slot, m.ref, m.later))])


def _is_any(mention: Mention) -> bool:
    """Whether a mention is any object that fits, of which later words cannot speak."""
    return isinstance(mention.ref, ir.Chosen) and mention.later is None and not mention.moved and not mention.played


def _excluded(pronoun: Mention, mentions: Mentions) -> bool:
    """Whether the object itself does what is done to the pronoun, so that it is not meant."""
    return pronoun.apart is not None and mentions.all[pronoun.apart].ref == mentions.default


def _bound(pronoun: Mention, antecedent: Mention) -> Mention:
    """A pronoun as a mention of its antecedent, or of what that has become in the meantime; it never chooses anew.

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("Exile target creature. Return it to the battlefield at the beginning of the next end step.")
    ['it: what this effect made the object of “exile”']
    >>> meant("Destroy target creature. Its controller draws a card.")
    ['it: target 1']
    """
    ref = antecedent.later if antecedent.later is not None else antecedent.ref
    if antecedent.moved and not pronoun.past and not isinstance(antecedent.later, ir.Memo):
        ref = ir.Memo(antecedent.moved)
    elif pronoun.plural and isinstance(antecedent.later, ir.Current) and pronoun.player is not True:
        ref = antecedent.ref  # "those creatures": all of them, not only the current one
    if isinstance(ref, ir.Chosen | ir.SomePlayer):
        ref = ir.Outside(pronoun.noun or pronoun.word)
    return replace(
        pronoun,
        ref=ref,
        later=ir.Current() if pronoun.surface.startswith("each of ") else antecedent.later,
        described=(antecedent.described, antecedent.slot, antecedent.ref),
        moved=pronoun.moved or antecedent.moved,
        plural=pronoun.plural or antecedent.plural,
        noun=antecedent.noun if pronoun.noun in ("", "card", "permanent", "it") else pronoun.noun,
    )


# ---- which nouns go together


def fits(pronoun: Mention, mention: Mention) -> bool:
    """Whether a pronoun can refer to an object, by noun and number.

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("Exile target card from a graveyard. If it's a land card, create a Treasure token. "
    ...       "If it's a nonland card, create a Food token.")
    ['it: what this effect made the object of “exile”']
    >>> meant("~ deals 3 damage to target creature. If it was kicked, it deals 3 damage to target player.")
    ['it: this object']

    "That source" is never the card itself: "is dealt damage" names no source.

    >>> meant("Whenever ~ is dealt damage, that source's controller draws a card.", "Creature 2/2")
    ['that source: a source that only the words around name']
    """
    noun = pronoun.noun
    if pronoun.subtype == "kicked":
        return mention.noun in ("self", "spell") or bool(mention.role)
    if noun == "card" and mention.noun == "token":
        return False
    if noun == "source" and pronoun.word == "that" and isinstance(mention.ref, ir.Self):
        return False
    if mention.ghost and mention.noun == "source":
        return noun == "source"
    if mention.noun in ("drawn card", "milled card"):
        return pronoun.word in ("them", "those") and noun in ("", "card")
    several = mention.plural or _several_by_then(mention, pronoun)
    if pronoun.word in ("them", "those") and not noun:
        return several
    if pronoun.plural and not several:
        return False
    if mention.played and noun == "spell":
        return True
    if not noun or pronoun.word in ("it", "they", "them"):
        return mention.player is not True
    return noun == mention.noun or put_as(mention, noun) or _is_one_of(mention, noun)


def agrees(pronoun: Mention, mention: Mention) -> bool:
    """Whether an object is one thing where the pronoun is, or several; a target may be either, each of a set is both.

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("When ~ enters, destroy all lands you control. If it was kicked, destroy all lands instead.",
    ...       "Creature 2/2")
    ['it: this object']
    >>> meant("When ~ enters, exile any number of other creatures you control until it leaves the battlefield.",
    ...       "Creature 2/2")
    ['it: this object']
    >>> meant("When ~ dies, return all cards exiled with it to the battlefield under their owners' control.",
    ...       "Artifact")
    ['they: the one that is described']
    >>> meant("Exile ~, all lands with mana value less than the number of counters on it, and all creatures with mana "
    ...       "value less than the number of age counters on it.", "Artifact")
    ['it: this object']
    >>> meant("When ~ enters, move all +1/+1 counters from all creatures onto it.", "Creature 0/0")
    ['it: this object']
    >>> meant("Destroy all Plains. For each land destroyed this way, ~ deals 1 damage to that land's controller.")
    ['that land: each of them in turn']
    >>> meant("Tap any number of target lands. Each of those lands is a 1/1 creature for as long as it has a counter "
    ...       "on it.")
    ['it: each of them in turn', 'each of those lands: target 1']
    >>> meant("Destroy any number of target creatures. For each creature destroyed this way, its owner draws a card.")
    ['it: each of them in turn']
    >>> meant("~ deals 1 damage to each creature. If you control a Forest, it deals 2 damage to each creature instead.")
    ['it: this object']
    >>> meant("Whenever one or more other Cats you control die, exile ~, then return her to the battlefield under her "
    ...       "owner's control.", "Legendary Creature 2/2")[-1]
    'she: what this effect made the object of “exile”'
    """
    if isinstance(mention.ref, ir.Current) and pronoun.word in ("they", "them"):
        return False
    if pronoun.word == "it" and mention.plural and mention.surface == "all":
        return False
    if _each(mention) and mention.one_until is not None and pronoun.word == "it":
        return pronoun.plural or pronoun.pos < mention.one_until
    several = mention.slot is not None and (mention.slot.maximum != 1 or mention.slot.amount is not None)
    if several and pronoun.word in ("it", "that"):
        return pronoun.plural
    if mention.slot is not None or isinstance(mention.later, ir.Current) or _each(mention):
        return True
    if pronoun.word in ("it", "that", "the") or pronoun.surface in ("he", "she"):
        now_one = mention.one_until is not None and pronoun.pos < mention.one_until
        return pronoun.plural or not mention.plural or now_one
    return pronoun.word not in ("they", "them") or mention.plural or _several_by_then(mention, pronoun)


def _several_by_then(mention: Mention, pronoun: Mention) -> bool:
    """Whether it was done for each of several players before: "it" speaks of one of them, "those creatures" of all.

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("Mill two cards. For each player, choose a creature that player controls. Tap those creatures.")[1]
    'those creatures: what this effect made the object of “choose”'
    >>> meant("When ~ enters, for each player, exile the top card of that player's library. You may play it this "
    ...       "turn.", "Creature 2/2")[1]
    'it: what this effect made the object of “exile”'
    """
    return mention.several_from is not None and pronoun.pos >= mention.several_from


def _each(mention: Mention) -> bool:
    """Whether a set is spoken of one by one: "each creature card … its owner".

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("Return each creature card exiled with ~ to the battlefield under its owner's control.", "Artifact")
    ['it: the one that is described']
    """
    return isinstance(mention.ref, ir.Every) and mention.surface == "each"


def _is_one_of(mention: Mention, noun: str) -> bool:
    """Whether an object with another noun can be called by this one: a creature is also a permanent.

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("Tap target creature. That permanent doesn't untap during its controller's next untap step.")
    ['that permanent: target 1']
    >>> meant("~ deals 3 damage to any target. That permanent's controller draws a card.")
    ['that permanent: target 1']
    >>> meant("Reveal the top card of your library. If it's a creature card, put it onto the battlefield. "
    ...       "That creature gains haste until end of turn.")[-1]
    'that creature: what this effect made the object of “reveal”'
    >>> meant("{2}: Create a token that's a copy of the exiled card. You gain life equal to the mana value of that "
    ...       "card.", "Artifact")[-1]
    'that card: what its linked ability made the object of “exile”'
    """
    if noun == "target":
        return mention.player is None or mention.slot is not None or _players_or_objects(mention)
    if noun == "permanent":
        return mention.noun in PERMANENT_NOUNS or mention.noun in ("self", "") or mention.player is None
    if noun == "token":  # "the token" is not the card itself
        return mention.noun in PERMANENT_NOUNS
    if noun in PERMANENT_NOUNS:
        played = mention.noun == "card" and mention.moved in ("return", "put")  # its card type was not named
        return mention.noun in ("self", "permanent", "token") or mention.player is None or played
    if noun == "card":
        return mention.noun != "token"
    if noun in ("spell", "ability", "source"):
        return mention.noun in ("spell", "ability", "source", "spell or ability", "token", "self")
    return mention.noun not in ("spell", "ability")


def _players_or_objects(mention: Mention) -> bool:
    """Whether players and objects alike are meant.

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("If a source would deal damage to an opponent or a permanent an opponent controls, it deals double that "
    ...       "damage to that player or permanent instead.", "Enchantment")[-1]
    'that player or permanent: the other one of the event'
    """
    what = getattr(mention.ref, "what", None)
    parts = what.parts if isinstance(what, ir.AnyOf) else ()
    return len({ir.IsPlayer() in ir.parts_of(part) for part in parts}) == 2


def put_as(mention: Mention, noun: str) -> bool:
    """Whether it is a card that was put onto the battlefield and is now called by this noun.

    >>> from rulesite.engine.cardtext.describe import meant
    >>> meant("Return target creature card from your graveyard to the battlefield. That creature gains haste.")
    ['that creature: what this effect made the object of “return”']
    >>> meant("Manifest the top card of your library, then put a +1/+1 counter on that creature.")
    ['that creature: what this effect made the object of “manifest”']
    """
    if mention.moved in ("manifest", "cloak"):
        return noun in ("creature", "permanent")
    if mention.noun != "card" or mention.moved not in ("return", "put") or noun not in PERMANENT_NOUNS:
        return False
    of = tuple(ir.walk((mention.described, mention.slot, mention.ref)))
    return noun == "permanent" or ir.HasType(noun) in of


def _in_sight(mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions that are not in a description, an amount or the event."""
    return [mention for mention in mentions if not mention.nested or mention.role]


def _last(mentions: Sequence[Mention]) -> Mention | None:
    return mentions[-1] if mentions else None
