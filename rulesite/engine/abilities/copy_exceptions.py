"""Exceptions of a copy: its differences from the original (707.9), which are part of its copiable values."""

from __future__ import annotations

from rulesite.engine.abilities.changes import Change
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.predicates import Predicate
from rulesite.engine.language.phrase import ANY
from rulesite.engine.language.phrases import fixed, made, prints, says

for subject in ("it", "they", "he", "she", "the token", "that token", "those tokens", "the copy", "that the copy"):
    fixed("excepted_one", subject, subject)


@node
class ThisAbility(Node):
    """ "This ability": the ability whose text contains it, which the resulting copy will have as well."""

    words = (prints("kw", "this ability"),)


fixed("kw", (ThisAbility(),), "this ability", printed=False)


@node
class OtherAbilities(Node):
    """ "~'s other abilities": all abilities of the card itself but the one whose text contains it; the resulting copy
    has them as well."""

    words = (prints("kw", "~'s other abilities"),)


made("kw", "{:itself}'s other abilities", lambda **_: OtherAbilities())


@node
class AbilityOfKey(Node):
    """An ability by its key among those of the object that has it, while that is a copy by the same effect `copied`:
    what "this ability" is for an effect that has begun."""

    key: str
    copied: str

    words = (prints("kw", "this ability", key=ANY, copied=ANY),)


@node
class Uncopied(Change):
    """A characteristic ("color", "name") is not copied: the object keeps its own (707.9c)."""

    quality: str

    words = (says("ovp", "don't copy that {surface:copied_thing}'s color", quality="color"),)


@node
class NoManaCost(Change):
    """It has no mana cost (702.128a in 2018-01-19)."""

    words = (says("ovp", "have no mana cost"),)


@node
class Except(Node):
    """The copy has these differences; those other than a `Change` (an `EntersWith`) are done as it enters (707.9e)."""

    changes: tuple[Node, ...]
    who: str = "it"

    words = (
        says("exception", "its name is {changes:named_so}", surface="name"),
        says("exception", "for its {changes:own_quality}", surface="own"),
        says("exception", "{who:excepted_one} {changes:otherwise}"),
    )


@node
class ExceptIf(Node):
    """Exceptions that apply if the copy, without them, fits a description (707.9f)."""

    what: Predicate
    then: tuple[Node, ...]

    words = (
        says("exception_if", "if it is {what:such_a_one}, {then:exceptions}"),
        says("exception_if", "{then:one_exception} if that permanent is {what:quality_of}", surface="behind"),
    )


fixed("own_quality", "name", "name")
fixed("own_quality", "color", "color")
made("exceptions", "{one:exception}", lambda one: (one,))
made("exceptions", "{one:exception_if}", lambda one: (one,))
for joint in (" and", ",", ", and", " and,"):
    made("exceptions", f"{{one:exception}}{joint} {{rest:exceptions}}", lambda one, rest: (one, *rest))
