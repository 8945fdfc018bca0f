"""What a permanent enters with because of its types: loyalty, a Saga's lore counter, a battle's defense and protector.

Each is an intrinsic ability that works as a replacement effect while the permanent enters (614.1c), so effects that put
more counters there apply to it (306.5b, 310.4b and 714.3a in 2026-06-19).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rulesite.engine.state.characteristics import keywords, look
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.combat_view import PROTECTOR
from rulesite.engine.state.event import Event
from rulesite.engine.state.kernel import Kernel
from rulesite.engine.state.objects import LIFE_SYMBOLS, Card, Characteristics, Thing
from rulesite.engine.state.sides import shown

from .chapters import chapters_of
from .entering import arrives, as_it_would_be
from .replacement_options import Option


def counters_by_type(
    kernel: Kernel, thing: Thing, found: Card | Characteristics, told: Collection[str] = ()
) -> dict[str, int]:
    """The counters that a permanent enters with because of its types, by kind; without the kinds whose number is
    already set.

    Raises :class:`NotModelled` for a planeswalker or battle whose printed loyalty or defense is not a number.
    """
    given: dict[str, int] = {}
    for kind, counter, printed, concept in (
        ("planeswalker", "loyalty", shown(thing).loyalty, "loyalty_counters"),
        ("battle", "defense", shown(thing).defense, "defense_counters"),
    ):
        if kind in found.types and counter not in told and kernel.has(concept):
            if printed is None:
                raise NotModelled(f"nothing says with how much {counter} {thing.label} enters")
            given[counter] = printed
    if "Saga" in found.subtypes and "lore" not in told and kernel.has("lore_counters"):
        given["lore"] = 1
    return given


def _first_chapter(kernel: Kernel, event: Event, thing: Thing) -> int:
    """The number of lore counters a Saga enters with: one, or with read ahead as many as its controller chooses
    (714.3b)."""
    with as_it_would_be(kernel, event):
        found, last = look(kernel, thing.id), max(chapters_of(kernel, thing), default=0)
    if last < 2 or "read ahead" not in keywords(found) or not kernel.has("read_ahead"):
        return 1
    return kernel.choose_number("number", found.controller, thing.label, "with which chapter it begins", 1, last)


def enters_by_type(kernel: Kernel, event: Event) -> Iterator[Option]:
    """The option that gives an entering permanent the counters that come with its types."""
    thing = kernel.thing(event.object_id)
    if thing is None or not arrives(event) or event.facts.get("face_down"):
        return
    with as_it_would_be(kernel, event):
        found = look(kernel, thing.id)
        given = counters_by_type(kernel, thing, found)
    if not given:
        return

    def apply(event: Event) -> list[Event]:
        counters = dict(event.facts.get("counters") or {})
        for kind, count in given.items():
            more = _first_chapter(kernel, event, thing) if kind == "lore" else count
            counters[kind] = counters.get(kind, 0) + more
        event.facts["counters"] = counters
        if "battle" in found.types and kernel.has("protector"):
            _choose_protector(kernel, event, thing, found)
        return [event]

    concept = next(f"{kind}_counters" for kind in ("loyalty", "defense", "lore") if kind in given)
    yield Option(f"{thing.id} by its types", thing.label, concept, apply, only_adds=True, intrinsic=True)


def enters_compleated(kernel: Kernel, event: Event) -> Iterator[Option]:
    """The option that lets a compleated planeswalker enter with two loyalty counters less for each Phyrexian symbol
    that was paid with life (702.150a in 2026-06-19)."""
    thing = kernel.thing(event.object_id)
    paid = (event.facts.get("remembers") or {}).get("paid") or {}
    if thing is None or not arrives(event) or not paid.get(LIFE_SYMBOLS) or event.facts.get("face_down"):
        return
    if (event.facts.get("counters") or {}).get("loyalty", 0) < 1 or not kernel.has("compleated"):
        return
    with as_it_would_be(kernel, event):
        if "compleated" not in keywords(look(kernel, thing.id)):
            return

    def apply(event: Event) -> list[Event]:
        counters = dict(event.facts["counters"])
        counters["loyalty"] = max(0, counters["loyalty"] - 2 * paid[LIFE_SYMBOLS])
        event.facts["counters"] = counters
        return [event]

    yield Option(f"{thing.id} compleated", thing.label, "compleated", apply)


def _choose_protector(kernel: Kernel, event: Event, thing: Thing, found: Characteristics) -> None:
    """Let the controller of an entering battle choose its protector (310.8a)."""
    options = possible_protectors(kernel, found)
    if options:
        chosen = kernel.choose_word("player", found.controller, thing.label, "who protects it", options)
        event.facts["remembers"] = {**(event.facts.get("remembers") or {}), PROTECTOR: chosen}
        kernel.note(f"{chosen} protects {thing.label}", "protector")


def possible_protectors(kernel: Kernel, found: Characteristics) -> list[str]:
    """The possible protectors of a battle: for a Siege an opponent of its controller, else the controller (310.8a,
    310.11a)."""
    return kernel.state.opponents(found.controller) if "Siege" in found.subtypes else [found.controller]
