"""The abilities of an object, compared by meaning with those of a card text."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser.read import read
from rulesite.engine.language.vocabulary import vocabulary
from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.setup.builder import Table
from rulesite.engine.state.characteristics import look


def meaning(words: str, host: Host, table: Table) -> list[ir.Ability] | None:
    """Compile a text as on a card of the game's day; ``None`` when it cannot be read."""
    try:
        return [ir.without_words(each) for each in read(words, host, table.game.rules)]
    except UnreadableText:
        return None


def count_ability(table: Table, thing_id: int, words: str) -> int:
    """Count an object's instances of an ability: "flying", "protection from black", "{T}: Add {G}.".

    A keyword's name alone ("protection", "rampage") counts every instance, whatever its quality or number.
    Raises :class:`ScenarioError` for a text that is not an ability.
    """
    bare = table.game.count_keyword(thing_id, words)
    if bare or _is_keyword(words.casefold()):
        return bare
    wanted = meaning(words, _host(table, thing_id), table)
    if wanted is None:
        raise ScenarioError(
            f"{words!r} is no ability that can be read",
            mend="Write it as a card of that day prints it, in quotation marks",
        )
    held = [ir.without_words(each.ability) for each in look(table.game.kernel, thing_id).every_ability]
    return min((held.count(each) for each in wanted), default=0)


def _is_keyword(word: str) -> bool:
    known = vocabulary()
    names = known.every_keyword | {"protection"}
    return word in names or (word.endswith("walk") and " " not in word)


def has_text(table: Table, thing_id: int, words: str) -> bool:
    """Whether an object has an ability with this text, or with the same meaning; "{T}: …" leaves the rest open."""
    said = words.strip().casefold().rstrip(".")
    texts = [text.strip().casefold().rstrip(".") for text in texts_of(table, thing_id)]
    if said.endswith(("…", "..")):
        return any(text.startswith(said.rstrip("….").rstrip()) for text in texts)
    wanted = meaning(words, _host(table, thing_id), table)
    return count_ability(table, thing_id, words) > 0 if wanted else said in texts


def texts_of(table: Table, thing_id: int) -> list[str]:
    """The texts of an object's abilities, as changed by effects."""
    held = [getattr(each.ability, "text", "") for each in look(table.game.kernel, thing_id).abilities]
    return [text for text in held if text]


def _host(table: Table, thing_id: int) -> Host:
    found, thing = look(table.game.kernel, thing_id), table.game.state.things[thing_id]
    return Host(tuple(sorted(found.types)) or ("creature",), tuple(sorted(found.subtypes)), thing.card.name)
