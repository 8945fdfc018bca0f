"""Carrying out a script: one sentence becomes one action of the engine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from lark import Tree

from rulesite.engine.abilities.kinds import ActivatedAbility
from rulesite.engine.casting.assisting import ASSIST
from rulesite.engine.casting.mana_abilities import mana_abilities_of
from rulesite.engine.combat.combat_damage import why_not_assign
from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.language.trees import AbilityRef, Ref, leaf, named, named_all
from rulesite.engine.scenario.script.actions import Action, answers_of, modes_of, picked, shares_of
from rulesite.engine.scenario.script.choices import Said
from rulesite.engine.scenario.setup.ability_refs import held_by, is_of
from rulesite.engine.state.characteristics import look
from rulesite.engine.state.choices import IllegalAction
from rulesite.engine.state.objects import COLOUR_OF, HeldAbility
from rulesite.engine.state.sides import face_called, names_of
from rulesite.engine.state.teams import partners
from rulesite.engine.turn.opening_hands import draw_opening_hand, keep_hand, take_mulligan

from .combat import Fighting
from .cost_words import ALTERNATIVES, check_kind, named_costs
from .damage_order import announce_orders


@dataclass
class Mods:
    """The modifiers of a sentence that plays something."""

    targets: list[Any] | None = None
    x: int | None = None
    modes: list[int] = field(default_factory=list)
    options: list[str] = field(default_factory=list)
    alternative: str = ""
    division: dict[str, int] = field(default_factory=dict)
    pay: list[str] = field(default_factory=list)
    mana: list[str] = field(default_factory=list)
    choosing: list[Any] = field(default_factory=list)


def is_activated(held: HeldAbility) -> bool:
    """Whether an ability is an activated one."""
    return isinstance(held.ability, ActivatedAbility)


class Actor(Fighting):
    """Carry out actions at a table."""

    def do(self, action: Action) -> None:
        """Carry out one action.

        Raises ``IllegalAction`` or another ``EngineError`` from the engine, :class:`ScenarioError` for an
        unknown name.
        """
        getattr(self, f"_{action.kind}")(action)
        announce_orders(self.table)

    def why_not(self, action: Action) -> IllegalAction | None:
        """The reason why an action is illegal now, if it is. It is tried on a copy."""
        if action.kind == "assign":
            return self._why_not_assign(action.tree)
        try:
            self.do(action)
        except IllegalAction as error:
            return error
        return None

    def _why_not_assign(self, tree: Tree[Any]) -> IllegalAction | None:
        kernel = self.game.kernel
        combat = kernel.state.combat
        if combat is None:
            return kernel.illegal("there is no combat", "assign_damage")
        thing_id = self.table.now(named(tree.children[0]))
        shares = {self.table.reference(ref): share for ref, share in shares_of(tree.children[1]).items()}
        reason, concept = why_not_assign(kernel, combat, thing_id, shares)
        return kernel.illegal(reason, concept) if reason else None

    # -- playing ---------------------------------------------------------------------------------------------------

    def _play(self, action: Action) -> None:
        player, subject, mods_tree = action.tree.children
        what = named(subject)
        if isinstance(what, AbilityRef):
            self._activate(action)
            return
        name = str(leaf(player))
        self._decides(name)
        mods = self._mods(mods_tree)
        thing_id = self.table.now(self._own(what, name))
        face, types = self._face(thing_id, what.name)
        if "land" in types and self.game.zone_of(thing_id) != "stack":
            self._wait_for(name)
            self.game.play_land(name, thing_id, face)
            return
        self._choose_now(name, mods)
        self._wait_for(name)
        check_kind(self.game.kernel, self.game.state.things[thing_id], mods.options, mods.alternative)
        self.game.play(
            name,
            thing_id,
            targets=mods.targets,
            modes=mods.modes,
            x=mods.x,
            options=mods.options,
            alternative=mods.alternative,
            division=mods.division,
            mana=mods.mana,
            pay=mods.pay,
            face=face,
        )

    def _face(self, thing_id: int, name: str) -> tuple[str, Iterable[str]]:
        """The face of a card with this name, and the types of the spell that it makes."""
        card = self.game.state.things[thing_id].card
        if name not in names_of(card):
            return "", self.game.characteristics(thing_id).types
        nth = face_called(card, name)
        return name, card.others[nth - 1].types if nth else self.game.characteristics(thing_id).types

    def _activate(self, action: Action) -> None:
        player, subject, mods_tree = action.tree.children
        what = named(subject)
        ability: int | str | None = None
        if isinstance(what, AbilityRef):
            ability = what.text or self._number(what)
            what = what.of
        name = str(leaf(player))
        self._decides(name)
        mods = self._mods(mods_tree)
        self._choose_now(name, mods)
        thing_id = self.table.now(self._own(what, name))
        self._wait_for(name)
        self.game.activate(
            name,
            thing_id,
            ability,
            targets=mods.targets,
            modes=mods.modes,
            x=mods.x,
            division=mods.division,
            mana=mods.mana,
            pay=mods.pay,
        )

    def _opening_hand(self, action: Action) -> None:
        self.game.do(lambda kernel: draw_opening_hand(kernel, str(leaf(action.tree))))

    def _mulligan(self, action: Action) -> None:
        times = [leaf(each) for each in action.tree.children[1:] if each is not None]
        for _ in range(int(times[0]) if times else 1):
            self.game.do(lambda kernel: take_mulligan(kernel, str(leaf(action.tree))))

    def _keeps_hand(self, action: Action) -> None:
        self.game.do(lambda kernel: keep_hand(kernel, str(leaf(action.tree))))

    def _has_done(self, action: Action) -> None:
        """The action of a player whose decisions another player makes."""
        who, tree = action.tree.children
        before, self.by = self.by, str(leaf(who))
        try:
            self.do(Action(action.sentence, str(tree.data), tree))
        finally:
            self.by = before

    def _wait_for(self, player: str) -> None:
        """Let the players before ``player`` pass so that he or she can act, but let nothing resolve."""
        state = self.game.state
        for _ in state.players:
            waiting = (
                [name for name in state.turn_order(state.priority) if name not in state.passed]
                if (state.priority)
                else []
            )
            if player in partners(state, state.priority) or player not in waiting:
                return
            self.game.pass_priority(state.priority)
            state = self.game.state

    def _number(self, what: AbilityRef) -> int | None:
        """The number of an ability among the activated abilities of its card.

        Raises :class:`ScenarioError` where the numbers of printed and activated abilities differ.
        """
        if not what.number:
            return None
        held = held_by(self.table, what.of)
        activated = [
            each for each in look(self.game.kernel, self.table.now(what.of)).every_ability if is_activated(each)
        ]
        printed = held[what.number - 1] if what.number <= len(held) else None
        found = [n for n, each in enumerate(activated, 1) if printed is not None and is_of(printed, each.key)]
        if found and what.number <= len(activated) and found[0] != what.number:
            raise ScenarioError(
                f"{what} may be the one printed there or the one of that number among those that can be activated",
                mend=f'Say which by its words: {what.of}\'s ability "{activated[found[0] - 1].ability.text}"',
            )
        return found[0] if found else what.number

    def _choose_now(self, player: str, mods: Mods) -> None:
        if mods.choosing:
            self.game.kernel.script.answers.insert(0, Said("any", mods.choosing, player, sort="things"))

    def _mods(self, tree: Tree[Any]) -> Mods:
        mods, alternatives = Mods(), []
        for mod in tree.children:
            match mod.data:
                case "targeting":
                    aims = [[self._target(ref) for ref in named_all(aim)] for aim in mod.children[0].children]
                    mods.targets = aims if len(aims) > 1 else aims[0]
                case "x_is":
                    mods.x = leaf(mod)
                case "choosing_modes":
                    mods.modes = modes_of(mod.children[0])
                case "with_options":
                    words = named_costs(mod.children[0])
                    mods.options += [word for word in words if word not in ALTERNATIVES]
                    alternatives += [word for word in words if word in ALTERNATIVES]
                case "for_cost":
                    alternatives.append(str(leaf(mod)))
                case "for_free":
                    alternatives.append("free")
                case "face_down":
                    alternatives.append("morph")
                case "dividing":
                    mods.division = {self.table.reference(ref): n for ref, n in shares_of(mod.children[0]).items()}
                case "paying":
                    mods.pay = self._pays(mod.children[0])
                case "tapping":
                    mods.mana = [self.table.reference(ref) for ref in named_all(mod.children[0])]
                case "choosing":
                    mods.choosing = picked(mod.children[0])
        mods.alternative = " + ".join(dict.fromkeys(alternatives))
        return mods

    def _target(self, ref: Any) -> str:
        """The reference to a target: by name for a card in a hand, which is a new object once it is on the stack."""
        if isinstance(ref, Ref) and not ref.player and ref.name not in self.game.state.players:
            held = self.game.state.things.get(self.table.now(ref))
            if held is not None and held.zone in ("hand", "library"):
                return held.label
        return self.table.reference(ref)

    def _pays(self, tree: Tree[Any]) -> list[str]:
        found: list[str] = []
        verb = ""
        for pay in tree.children:
            if pay.data in ("pay_mana", "pay_life"):
                verb = ""
            if pay.data == "pay_mana":
                symbols = str(leaf(pay))
                found.append("tap" if symbols == "{T}" else symbols)
            elif pay.data == "pay_life":
                found.append("life")
            elif pay.data == "pay_assist":
                found.append(f"{ASSIST} {leaf(pay.children[0])} {leaf(pay.children[1])}")
            elif pay.data == "pay_with":
                verb = str(leaf(pay.children[0])).removesuffix("ing")
                verb = {"sacrific": "sacrifice", "exil": "exile"}.get(verb, verb)
                found.append(f"{verb} {self.table.reference(named(pay.children[1]))}")
            elif not verb:
                name = named(pay.children[0]).name
                raise ScenarioError(
                    f'"paying {name}" does not say what is done with it', mend=f"Say: paying sacrifice {name}"
                )
            else:
                found[-1] += f" and {self.table.reference(named(pay.children[0]))}"
        return found

    def _goes_on(self, action: Action) -> None:
        if str(leaf(action.tree.children[1])) != "turn":
            raise ScenarioError("a turn goes on, no step of it", mend="Bob's turn goes on")
        self.game.go_on_with(str(leaf(action.tree.children[0])))

    def _concedes(self, action: Action) -> None:
        self.game.concede(str(leaf(action.tree)))

    # -- passing and moving on ---------------------------------------------------------------------------------------

    def _passes(self, action: Action) -> None:
        self.game.pass_priority(str(leaf(action.tree)))

    def _all_pass(self, action: Action) -> None:
        times = [each for each in action.tree.children if isinstance(each, Tree) and each.data == "times"]
        for _ in range(int(leaf(times[0])) if times else 1):
            self.game.all_pass()

    def _resolve_all(self, action: Action) -> None:
        self.game.resolve_all()

    def _resolves(self, action: Action) -> None:
        ref = named(action.tree.children[0])
        stack = self.game.stack()
        if self.table.on_stack(ref)[:1] != self.game.state.zone("stack")[-1:] or not stack:
            said = f"{ref} is not on top of the stack: {', '.join(stack) or 'it is empty'}"
            raise self.game.kernel.illegal(said, "stack_order")
        self.game.all_pass()

    def _go_to(self, action: Action) -> None:
        player, step = str(leaf(action.tree.children[0])), str(leaf(action.tree.children[1]))
        self.game.to_step("upkeep" if step == "turn" else step, player)

    def _go_next(self, action: Action) -> None:
        step = str(leaf(action.tree))
        self.game.to_step("upkeep" if step == "turn" else step)

    def _go_step(self, action: Action) -> None:
        self._go_next(action)

    def _go_end(self, action: Action) -> None:
        self.game.to_step("upkeep")

    def _turn_up(self, action: Action) -> None:
        name, thing_id, mods = self._with_thing(action)
        self.game.turn_face_up(name, thing_id, mods.mana, mods.x)

    def _suspends(self, action: Action) -> None:
        self._set_aside(action, "suspend")

    def _foretells(self, action: Action) -> None:
        self._set_aside(action, "foretell")

    def _plots(self, action: Action) -> None:
        self._set_aside(action, "plot")

    def _brings_in(self, action: Action) -> None:
        self._set_aside(action, "bring in")

    def _unlocks(self, action: Action) -> None:
        """Unlock a door, called by its own name (of a Room, where there are several such), for its mana cost."""
        player, half, *room, mods_tree = action.tree.children
        name, door = str(leaf(player)), named(half)
        mods = self._mods(mods_tree)
        self._choose_now(name, mods)
        thing_id = self.table.now(self._own(named(room[0]) if room else door, name))
        self._wait_for(name)
        self.game.unlock(name, thing_id, door.name if isinstance(door, Ref) else "", mods.mana)

    def _set_aside(self, action: Action, how: str) -> None:
        name, thing_id, mods = self._with_thing(action)
        self.game.set_aside(name, thing_id, how, mods.x, mods.mana)

    def _ends_effect(self, action: Action) -> None:
        name, thing_id, mods = self._with_thing(action)
        self.game.end_effect(name, thing_id, mods.mana)

    def _ignores_effect(self, action: Action) -> None:
        name, thing_id, mods = self._with_thing(action)
        self.game.ignore_effect(name, thing_id, mods.mana)

    def _with_thing(self, action: Action) -> tuple[str, int, Mods]:
        """The player who takes a special action with an object, once the others have passed, the object, and the
        modifiers."""
        player, thing, mods_tree = action.tree.children
        name = str(leaf(player))
        mods = self._mods(mods_tree)
        self._choose_now(name, mods)
        thing_id = self.table.now(self._own(named(thing), name))
        self._wait_for(name)
        return name, thing_id, mods

    def _nothing_done(self, action: Action) -> None:
        return

    def _choice(self, action: Action) -> None:
        """Try whether a choice is legal: all players pass, and the question gets this answer."""
        self.game.kernel.script.answers[:0] = [replace(each, tried=True) for each in answers_of(action)]
        self.game.all_pass()

    # -- mana --------------------------------------------------------------------------------------------------------

    def _tap_for_mana(self, action: Action) -> None:
        player, mana = str(leaf(action.tree.children[0])), str(leaf(action.tree.children[2]))
        for ref in named_all(action.tree.children[1]):
            for thing_id in self._all_ids(self._own(ref, player)):
                number = self._mana_ability(player, thing_id, mana if mana.startswith("{") else "")
                self.game.activate(player, thing_id, number)

    def _mana_ability(self, player: str, thing_id: int, mana: str) -> int:
        """The number, among a permanent's activated abilities, of its mana ability that makes ``mana`` (any, if none is
        named). If its player chooses the colour, the named colour becomes that answer."""
        kernel, thing = self.game.kernel, self.game.state.things[thing_id]
        able = [held.key for held in mana_abilities_of(kernel, thing)]
        activated = [each for each in look(kernel, thing_id).every_ability if is_activated(each)]
        found = [n for n, held in enumerate(activated, 1) if held.key in able and mana in held.ability.text]
        if not found and mana.strip("{}") in COLOUR_OF:
            free = [n for n, held in enumerate(activated, 1) if held.key in able and "color" in held.ability.text]
            if free:
                colour = COLOUR_OF[mana.strip("{}")]
                kernel.script.answers.insert(0, Said("any", colour, player, thing.label, sort="word"))
                found = free[:1]
        if not found:
            what = f"that makes {mana}" if mana else ""
            raise kernel.illegal(f"{thing.label} has no mana ability {what}".strip(), "mana_ability")
        if len(found) > 1:
            texts = "; ".join(activated[n - 1].ability.text for n in found)
            raise ScenarioError(f"{thing.label} has several mana abilities: {texts}", mend="Say for which mana")
        return found[0]

    def _add_mana(self, action: Action) -> None:
        player, mana = str(leaf(action.tree.children[0])), str(leaf(action.tree.children[1]))
        self.game.add_mana(player, mana)
