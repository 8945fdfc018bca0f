"""Paraphrases: a text in other words of the same meaning, by rules, and whether both are read alike or play alike.

Each rule takes a paragraph, in which `~` is the card's own name, and gives the paragraph in other words; it gives
nothing where it cannot be sure that the meaning is kept. `compared` reads both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.card_name import in_place_of
from rulesite.engine.cardtext.errors import UnprovedReading, UnreadableText
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.proof import read_to_play
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.game import Game
from rulesite.engine.liveness import verdict
from rulesite.engine.liveness.tables import Subject
from rulesite.engine.state.choices import EngineError

SAME, PLAYS_ALIKE, REFUSED, DIFFERS = "same", "plays alike", "refused", "differs"
TABLES = 12
"""So many tables are played where the trees differ."""
TYPES = "creature|artifact|enchantment|land|planeswalker|permanent"
NOUN = re.compile(rf"\b({TYPES}|card|spell|token|ability|source|Aura|Equipment|Vehicle|player|opponent)s?\b")
PRONOUN = re.compile(
    r"\b(it|its|it's|they|their|them|he|she|he's|she's|him|his|her|that|those|this way|the rest|other|chosen)\b", re.I
)
BINDING = re.compile(r"\b(if|unless|may|where|for each|instead|when|whenever|until|except|X)\b", re.I)
"""Words that reach over a whole sentence, so that it cannot be cut without a change of meaning."""
ELSEWHERE = re.compile(
    r"\b(graveyard|hand|exile\w*|library|cast|discard\w*|reveal\w*|card|becomes?|named|transform\w*|token|copy|copies)\b"
)
"""Words of a text in which the card may be no permanent, or something else than its type line says."""

Rule = Callable[[str, Host], Iterator[str]]


@dataclass(frozen=True)
class Compared:
    """A text and its paraphrase by a rule, and how they compare; `reason`: why the paraphrase was refused."""

    rule: str
    text: str
    paraphrase: str
    result: str
    reason: str = ""


# ---- rules


def own_name_as_type(text: str, host: Host) -> Iterator[str]:
    """The own name by "this creature", on a permanent with a text that speaks of it as a permanent alone.

    >>> list(own_name_as_type("When ~ attacks, tap ~.", Host.parse("Creature 2/2")))
    ['When this creature attacks, tap this creature.']
    """
    noun = next((word for word in ("creature", "land", "artifact", "enchantment") if word in host.types), "")
    if noun and "~" in text and not host.is_spell_only and not ELSEWHERE.search(text) and '"' not in text:
        yield re.sub(r"(^|[.:] |\n)this ", r"\1This ", text.replace("~", f"this {noun}"))


def own_name_for_it(text: str, host: Host) -> Iterator[str]:
    """The pronoun after "When ~ attacks," by the own name, where the event names nothing else.

    >>> list(own_name_for_it("When ~ attacks, it gets +1/+0 until end of turn.", Host.parse("Creature 2/2")))
    ['When ~ attacks, ~ gets +1/+0 until end of turn.']
    """
    found = re.match(r"(When|Whenever) ~ ([^,.\"]*), it(?= \w)", text)
    if found and _names_nothing(found[2]):
        yield f"{found[0][:-2]}~{text[found.end() :]}"


def it_for_own_name(text: str, host: Host) -> Iterator[str]:
    """The own name after "When ~ attacks," by the pronoun.

    >>> list(it_for_own_name("When ~ attacks, ~ deals 1 damage to any target.", Host.parse("Creature 2/2")))
    ['When ~ attacks, it deals 1 damage to any target.']
    """
    found = re.match(r"(When|Whenever) ~ ([^,.\"]*), ~(?= \w)", text)
    if found and _names_nothing(found[2]):
        yield f"{found[0][:-1]}it{text[found.end() :]}"


def _names_nothing(words: str) -> bool:
    """Whether words of an event name no further object: "~ or another Dragon enters" names two."""
    return not NOUN.search(words) and not PRONOUN.search(words) and not re.search(r"\b(or another|and) ", words)


EVENT = rf"(?P<when>(?:When|Whenever) (?:a|an|another) (?:[a-z-]+ )*?(?P<noun>{TYPES})(?: you control)? [^,.\"\n]*), "


def noun_for_it_of_event(text: str, host: Host) -> Iterator[str]:
    """ "It" after "whenever a creature …," by "that creature", where the event names nothing else.

    >>> list(noun_for_it_of_event("Whenever a creature you control attacks, it gets +1/+0 until end of turn.", Host()))
    ['Whenever a creature you control attacks, that creature gets +1/+0 until end of turn.']
    >>> list(noun_for_it_of_event("Whenever a creature blocks, ~ deals 1 damage to it.", Host()))
    ['Whenever a creature blocks, ~ deals 1 damage to that creature.']
    """
    found = re.match(
        rf"{EVENT}(?P<between>~ deals (?:\d+|X) damage to |put an? \S+ counter on |tap |untap |)(?P<it>its?)\b(?!')",
        text,
    )
    if found and _names_one(found["when"]) and not re.match(" on the|[^.]* instead", text[found.end() :]):
        said = f"that {found['noun']}" + ("'s" if found["it"] == "its" else "")
        yield text[: found.start("it")] + said + text[found.end("it") :]


def it_for_noun_of_event(text: str, host: Host) -> Iterator[str]:
    """ "That creature" after "whenever a creature …," by "it".

    >>> list(it_for_noun_of_event("Whenever a creature dies, ~ deals 1 damage to that creature's controller.", Host()))
    ['Whenever a creature dies, ~ deals 1 damage to its controller.']
    """
    found = re.match(
        rf"{EVENT}(?P<between>~ deals (?:\d+|X) damage to |put an? \S+ counter on |tap |untap |)(?P<that>that (?P=noun)(?P<of>'s)?)(?= |\.)",
        text,
    )
    if found and _names_one(found["when"]):
        yield text[: found.start("that")] + ("its" if found["of"] else "it") + text[found.end("that") :]


def _names_one(event: str) -> bool:
    """Whether an event names a single object, and that on the battlefield, and no player beside its controller."""
    said = event.replace(" the battlefield", "").replace(" under your control", "")
    nouns = NOUN.findall(said)
    return (
        len(nouns) == 1
        and "~" not in said
        and not PRONOUN.search(said)
        and " or " not in said
        and "graveyard" not in said
    )


def player_for_they(text: str, host: Host) -> Iterator[str]:
    """ "They" after "whenever an opponent …," by "that player", where the event names no other player.

    >>> list(player_for_they("Whenever an opponent draws a card, they lose 1 life.", Host()))
    ['Whenever an opponent draws a card, that player loses 1 life.']
    """
    found = re.match(
        r"((?:When|Whenever) (?:a player|an opponent) [^,.\"\n]*), they (lose|discard|draw|sacrifice|gain|mill)(?= )",
        text,
    )
    if found and not re.search(r"\b(player|opponent|you|your|~)\b", found[1].partition(" ")[2].split(" ", 2)[2]):
        yield f"{found[1]}, that player {found[2]}s{text[found.end() :]}"


def they_for_player(text: str, host: Host) -> Iterator[str]:
    """ "That player" after "whenever an opponent …," by "they".

    >>> list(they_for_player("At the beginning of each player's upkeep, that player loses 1 life.", Host()))
    ["At the beginning of each player's upkeep, they lose 1 life."]
    """
    start = (
        r"((?:Whenever (?:a player|an opponent) [^,.\"\n]*)|(?:At the beginning of each (?:player|opponent)'s [a-z ]+))"
    )
    found = re.match(rf"{start}, that player (lose|discard|draw|sacrifice|gain|mill)s(?= )", text)
    if found and not re.search(r"\b(you|your|~|creature|permanent)\b", found[1]) and " and " not in text[found.end() :]:
        yield f"{found[1]}, they {found[2]}{text[found.end() :]}"


FIRST = rf"(?P<first>[^.,\"\n]*\btarget (?:[a-z-]+ )*?(?P<noun>{TYPES})\b[^.,\"\n]*)\. "


def noun_for_it(text: str, host: Host) -> Iterator[str]:
    """ "It" at the beginning of the second sentence by "that creature", where the first names a target and nothing else.

    >>> list(noun_for_it("Tap target creature. It doesn't untap during its controller's next untap step.", Host()))
    ["Tap target creature. That creature doesn't untap during its controller's next untap step."]
    """
    found = re.match(rf"{FIRST}(?P<it>Its?)\b(?!'| can't be regenerated)", text)
    if found and _names_only_target(found["first"]):
        said = f"That {found['noun']}" + ("'s" if found["it"] == "Its" else "")
        yield text[: found.start("it")] + said + text[found.end("it") :]


def it_for_noun(text: str, host: Host) -> Iterator[str]:
    """ "That creature" at the beginning of the second sentence by "it".

    >>> list(it_for_noun("Tap target creature. That creature's controller loses 1 life.", Host()))
    ['Tap target creature. Its controller loses 1 life.']
    """
    found = re.match(rf"{FIRST}(?P<that>That (?P=noun)(?P<of>'s)?)(?= )", text)
    if found and _names_only_target(found["first"]):
        yield text[: found.start("that")] + ("Its" if found["of"] else "It") + text[found.end("that") :]


def _names_only_target(sentence: str) -> bool:
    """Whether a sentence names a single thing, and what it orders is not done to a copy or another form of it."""
    nouns = [noun for noun in NOUN.findall(sentence) if noun not in ("player", "opponent")]
    return len(nouns) == 1 and "~" not in sentence and not PRONOUN.search(sentence) and not BINDING.search(sentence)


def condition_last(text: str, host: Host) -> Iterator[str]:
    """ "If you control a Forest, draw a card" with the condition behind the order.

    >>> list(condition_last("You gain 1 life. If you control a Forest, draw a card.", Host.parse("Sorcery")))
    ['You gain 1 life. Draw a card if you control a Forest.']
    """
    for found in re.finditer(r"(?:^|(?<=\. ))If ((?:you|an opponent|no opponent) [^.,\"]+), ([^.,\"]+)\.(?!\n)", text):
        if not re.search(r"\b(would|do|does|did|don't|this way|instead|additional|was|were)\b", found[0]):
            one = not re.search(r" and |\bunless\b|[Oo]therwise", found[2] + text[found.end() :])
            if not PRONOUN.search(found[0]) and one:  # "A and B if …" leaves open whether it is a condition of A
                yield f"{text[: found.start()]}{_capital(found[2])} if {found[1]}.{text[found.end() :]}"


def duration_first(text: str, host: Host) -> Iterator[str]:
    """ "… until end of turn" with the duration before the statement.

    >>> list(duration_first("{1}: ~ gains flying until end of turn.", Host.parse("Creature 2/2")))
    ['{1}: Until end of turn, ~ gains flying.']
    """
    subject = r"(?:~|Target [^.,:\"\n]*?|Creatures you control|Each creature|All creatures|It)"
    pattern = rf"(?:^|(?<=: )|(?<=\. ))({subject} (?:gets?|gains?|loses?|has|have) [^.,:\"\n]*?) until end of turn\."
    for found in re.finditer(pattern, text):
        if not BINDING.search(found[1]) and "target" not in found[1][7:]:
            yield f"{text[: found.start()]}Until end of turn, {_small(found[1])}.{text[found.end() :]}"


def next_end_step_last(text: str, host: Host) -> Iterator[str]:
    """ "At the beginning of the next end step, …" with the time behind the order.

    >>> list(next_end_step_last("Untap ~. At the beginning of the next end step, sacrifice it.", Host()))
    ['Untap ~. Sacrifice it at the beginning of the next end step.']
    """
    for found in re.finditer(r"(?<=\. )(At the beginning of the next end step), ([^.,\"]+)\.", text):
        if not BINDING.search(found[2]):
            yield f"{text[: found.start()]}{_capital(found[2])} {_small(found[1])}.{text[found.end() :]}"


def next_end_step_first(text: str, host: Host) -> Iterator[str]:
    """ "… at the beginning of the next end step" with the time before the order.

    >>> list(next_end_step_first("Untap ~. Sacrifice it at the beginning of the next end step.", Host()))
    ['Untap ~. At the beginning of the next end step, sacrifice it.']
    """
    for found in re.finditer(r"(?<=\. )([A-Z][^.,\"]+) (at the beginning of the next end step)\.", text):
        if not BINDING.search(found[1]):
            yield f"{text[: found.start()]}{_capital(found[2])}, {_small(found[1])}.{text[found.end() :]}"


def condition_of_static_last(text: str, host: Host) -> Iterator[str]:
    """ "As long as …, ~ has flying" with the condition behind.

    >>> list(condition_of_static_last("As long as you control a Forest, ~ has flying.", Host.parse("Creature 2/2")))
    ['~ has flying as long as you control a Forest.']
    """
    found = re.fullmatch(r"As long as ([^,.\"\n]+), ([^,.\"\n]+)\.", text)
    if found and "both" not in found[2] and not PRONOUN.search(text) and not BINDING.search(text):
        yield f"{_capital(found[2])} as long as {found[1]}."


def condition_of_static_first(text: str, host: Host) -> Iterator[str]:
    """ "~ has flying as long as …" with the condition before.

    >>> list(condition_of_static_first("~ has flying as long as you control a Forest.", Host.parse("Creature 2/2")))
    ['As long as you control a Forest, ~ has flying.']
    """
    found = re.fullmatch(r"([^,.:—\"\n]+?) as long as ([^,.\"\n]+)\.", text)
    if found and not PRONOUN.search(text) and not BINDING.search(text):
        yield f"As long as {found[2]}, {_small(found[1])}."


def two_sentences(text: str, host: Host) -> Iterator[str]:
    """ "A and you gain 1 life" as two sentences.

    >>> list(two_sentences("When ~ dies, each opponent loses 1 life and you gain 1 life.", Host()))
    ['When ~ dies, each opponent loses 1 life. You gain 1 life.']
    """
    for found in re.finditer(r"(?:^|(?<=: )|(?<=, ))([^.,:\"\n•]+) and (you (?:gain|lose|draw) [^.,\"\n]+)\.", text):
        before = re.sub(r"^(When|Whenever|At) [^,.]*, $", "", text[: found.start()])
        open_ = BINDING.search(found[0] + before) or "instead" in text[found.end() :]  # which sentence is replaced
        if not open_ and "," not in before:
            yield f"{text[: found.start()]}{found[1]}. {_capital(found[2])}.{text[found.end() :]}"


def then_apart(text: str, host: Host) -> Iterator[str]:
    """ "A, then B" as two sentences.

    >>> list(then_apart("Draw a card, then discard a card.", Host.parse("Sorcery")))
    ['Draw a card. Then discard a card.']
    """
    found = re.fullmatch(r"([^,.\"\n•]*(?:, )?[^,.\"\n•]*), then ([^,.\"\n]+)\.", text)
    said = found and re.sub(r"^(When|Whenever|At) [^,]*, |^[^:]*: ", "", found[1]).lower()
    orders = said and re.match(
        r"(draw|you|put|create|destroy|sacrifice|scry|return|search|shuffle|mill|untap|tap|exile)\b", said
    )
    if found and orders and not BINDING.search(f"{said} {found[2]}"):
        yield f"{found[1]}. Then {found[2]}."


KEYWORDS = "flying|first strike|vigilance|trample|haste|lifelink|deathtouch|reach|menace|defender|flash|hexproof"


def keywords_apart(text: str, host: Host) -> Iterator[str]:
    """Two keywords of a line, each in a line of its own.

    >>> list(keywords_apart("Flying, first strike", Host.parse("Creature 2/2")))
    ['Flying\\nFirst strike']
    """
    if re.fullmatch(rf"(?i)({KEYWORDS})(, ({KEYWORDS}))+", text):
        yield "\n".join(_capital(word) for word in text.split(", "))


def changes_apart(text: str, host: Host) -> Iterator[str]:
    """ "~ gets +1/+1 and has flying" as two sentences with the same subject.

    >>> list(changes_apart("Equipped creature gets +1/+1 and has flying.", Host.parse("Artifact — Equipment")))
    ['Equipped creature gets +1/+1. Equipped creature has flying.']
    """
    found = re.fullmatch(r"([^,.:\"\n]+) (gets? [+-]\d+/[+-]\d+) and ((?:has|have) [^,.\"\n]+)\.", text)
    if found and not BINDING.search(text) and not PRONOUN.search(text) and "as long as" not in text:
        yield f"{found[1]} {found[2]}. {found[1]} {found[3]}."


def keywords_of_others_apart(text: str, host: Host) -> Iterator[str]:
    """ "~ has flying and trample" as two sentences with the same subject.

    >>> list(keywords_of_others_apart("Equipped creature has flying and haste.", Host.parse("Artifact — Equipment")))
    ['Equipped creature has flying. Equipped creature has haste.']
    """
    found = re.fullmatch(rf"([^,.:—\"\n]+?) (has|have) ({KEYWORDS}) and ({KEYWORDS})\.", text)
    if found and not BINDING.search(text) and not PRONOUN.search(text) and not re.search("as long as| gets? ", text):
        yield f"{found[1]} {found[2]} {found[3]}. {found[1]} {found[2]} {found[4]}."


def gains_apart(text: str, host: Host) -> Iterator[str]:
    """ "Target creature gets +1/+1 and gains flying until end of turn" as two sentences.

    >>> list(gains_apart("Target creature gets +1/+1 and gains flying until end of turn.", Host.parse("Instant")))
    ['Target creature gets +1/+1 until end of turn. It gains flying until end of turn.']
    """
    pattern = rf"((?:[^.,:\"\n]*: )?(?:~|Target (?:[a-z-]+ )*creature)) (gets \S+) and (gains (?:{KEYWORDS})) until end of turn\."
    found = re.fullmatch(pattern, text)
    if found:
        again = "~" if found[1].endswith("~") else "It"
        yield f"{found[1]} {found[2]} until end of turn. {again} {found[3]} until end of turn."


def instead_ahead(text: str, host: Host) -> Iterator[str]:
    """ "If …, X instead" as "if …, instead X".

    >>> list(instead_ahead("Draw a card. If you control a Forest, draw two cards instead.", Host.parse("Sorcery")))
    ['Draw a card. If you control a Forest, instead draw two cards.']
    """
    found = re.fullmatch(r"([^.\"\n•]+\. If (?![^,]*\bwould\b)[^,.\"\n]+,) ([^,.\"\n]+) instead\.", text)
    if found and len(re.findall(r"\.| and |, then ", found[1])) == 1 and not found[2].startswith(("it ", "counter ")):
        yield f"{found[1]} instead {found[2]}."


def otherwise_for_instead(text: str, host: Host) -> Iterator[str]:
    """ "Y. If …, X instead" as "if …, X. Otherwise, Y".

    >>> list(otherwise_for_instead("Draw a card. If you control a Forest, draw two cards instead.", Host.parse("Instant")))
    ['If you control a Forest, draw two cards. Otherwise, draw a card.']
    """
    found = re.fullmatch(r"((?:[^.:\"\n]+: )?)([^,.:\"\n•]+)\. If ([^,.\"\n]+), ([^,.\"\n]+) instead\.", text)
    words = found and f"{found[2]} {found[3]} {found[4]}"
    if found and words and not PRONOUN.search(words) and not re.search(r"\b(would|may|target|X|deals?)\b", words):
        yield f"{found[1]}If {found[3]}, {found[4]}. Otherwise, {_small(found[2])}."


def each_for_all(text: str, host: Host) -> Iterator[str]:
    """ "Destroy all creatures", "all creatures get -1/-1" by "each creature".

    >>> list(each_for_all("All creatures get -1/-1 until end of turn.", Host.parse("Sorcery")))
    ['Each creature gets -1/-1 until end of turn.']
    """
    if PRONOUN.search(text) or BINDING.search(text.replace("until end of turn", "")) or re.search(" and | or ", text):
        return
    if found := re.fullmatch(rf"((?:[^.:\"\n]+: )?(?:Destroy|Exile|Tap|Untap)) all ({TYPES})s([^.,\"\n]*)\.", text):
        yield f"{found[1]} each {found[2]}{found[3]}."
    if found := re.fullmatch(r"(All creatures|Creatures you control) (get|have|gain) ([^.,\"\n]*)\.", text):
        subject = "Each creature" + found[1].removeprefix("All creatures").removeprefix("Creatures")
        yield f"{subject} {'has' if found[2] == 'have' else found[2] + 's'} {found[3]}."


def one_card_twice(text: str, host: Host) -> Iterator[str]:
    """ "Draw two cards" as "draw a card, then draw a card": cards are drawn one at a time.

    >>> list(one_card_twice("When ~ dies, draw two cards.", Host.parse("Creature 2/2")))
    ['When ~ dies, draw a card, then draw a card.']
    """
    if found := re.fullmatch(r"(|(?:When|Whenever|At) [^,.\"\n]*, |[^.:\"\n]+: )([Dd]raw) two cards\.", text):
        yield f"{found[1]}{found[2]} a card, then draw a card."


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _small(words: str) -> str:
    return words[:1].lower() + words[1:]


RULES: tuple[Rule, ...] = (
    *(own_name_as_type, own_name_for_it, it_for_own_name, noun_for_it, it_for_noun),
    *(noun_for_it_of_event, it_for_noun_of_event, player_for_they, they_for_player),
    *(condition_last, duration_first, next_end_step_last, next_end_step_first),
    *(condition_of_static_last, condition_of_static_first),
    *(two_sentences, then_apart, keywords_apart, keywords_of_others_apart, changes_apart, gains_apart),
    *(instead_ahead, otherwise_for_instead, each_for_all, one_card_twice),
)


# ---- comparing


def compared(paragraph: str, host: Host, rules: Ruleset) -> Iterator[Compared]:
    """Each paraphrase of a paragraph that may be played, with how it compares."""
    text = in_place_of(paragraph, host.name) if host.name else paragraph
    paraphrases = [(rule.__name__, said) for rule in RULES for said in rule(text, host)]
    if not paraphrases:
        return
    try:
        first = read_to_play(text, host, rules)
    except (UnreadableText, RecursionError):
        return
    for rule, said in paraphrases:
        try:
            second = read_to_play(said, host, rules)
        except (UnreadableText, RecursionError) as error:
            unproved = isinstance(error, UnprovedReading)
            yield Compared(rule, text, said, REFUSED, f"{'not proved' if unproved else 'not read'}: {error}")
            continue
        if plainly(first) == plainly(second):
            yield Compared(rule, text, said, SAME)
        else:
            yield Compared(rule, text, said, PLAYS_ALIKE if plays_alike(first, second, host, rules.date) else DIFFERS)


def plainly(abilities: tuple[ir.Ability, ...]) -> tuple[Any, ...]:
    """A reading without its texts, and in one form where the rules make no difference: steps in a row, changes of one
    thing that last as long, cards drawn one at a time."""
    made: list[Any] = [ir.rewrite(ability, _plain) for ability in abilities]
    joined: list[Any] = []
    for ability in made:
        before: Any = joined[-1] if joined else None
        alike = isinstance(ability, ir.StaticAbility) and isinstance(before, ir.StaticAbility)
        if alike and replace(ability, parts=()) == replace(before, parts=()):
            joined[-1] = replace(before, parts=(*before.parts, *ability.parts))
        else:
            joined.append(ability)
    return tuple(joined)


def _plain(part: Any) -> Any:
    if isinstance(part, ir.Ability):
        return _plain_ability(part)
    if isinstance(part, ir.Sequence):
        flat = [step for each in part.steps for step in (each.steps if isinstance(each, ir.Sequence) else (each,))]
        return replace(part, steps=tuple(flat))
    if isinstance(part, ir.Continuous) and len(singly(part.changes)) > 1:
        return ir.Sequence(tuple(replace(part, changes=(change,)) for change in singly(part.changes)))
    if isinstance(part, ir.Draw) and isinstance(part.amount, ir.Number) and part.amount.value > 1:
        return ir.Sequence((replace(part, amount=ir.Number(1)),) * part.amount.value)
    return part


def _plain_ability(ability: Any) -> Any:
    plain = replace(ability, text="") if hasattr(ability, "text") else ability
    if isinstance(ability, ir.StaticAbility):
        return replace(plain, parts=tuple(single for each in ability.parts for single in _of_one_change(each)))
    return plain


def _of_one_change(part: Any) -> list[Any]:
    if not isinstance(part, ir.Applies):
        return [part]
    return [replace(part, changes=(change,)) for change in singly(part.changes)]


def singly(changes: tuple[Any, ...]) -> list[Any]:
    """Changes of which none grants more than one ability."""
    made: list[Any] = []
    for change in changes:
        several = isinstance(change, ir.GrantAbilities) and len(change.abilities) > 1
        made += [replace(change, abilities=(each,)) for each in change.abilities] if several else [change]
    return made


def plays_alike(first: tuple[ir.Ability, ...], second: tuple[ir.Ability, ...], host: Host, date: str) -> bool:
    """Whether two readings of a card make the same of the same random games."""
    if len(first) != len(second):
        return False
    blank = Game(date).card("Subject", host.line, cost="{1}")
    cards = [replace(blank, abilities=abilities) for abilities in (first, second)]
    for number, ability in enumerate(first):
        if not isinstance(ability, ir.StaticAbility | ir.TriggeredAbility | ir.ActivatedAbility):
            return False
        for seed in range(TABLES):
            try:
                if verdict._difference(Subject(cards[0], number, date), cards[1], seed):
                    return False
            except EngineError:
                continue
    return True
