"""Reading a scenario file: TOML in, :class:`Scenario` out, every fault with its line and its remedy."""

from __future__ import annotations

import datetime
import re
from pathlib import Path
from typing import Any

from rulesite.engine.scenario.errors import ScenarioError
from rulesite.engine.scenario.model import KINDS, SOURCES, CardText, Cite, Control, Era, Expect, Scenario, Sentence
from rulesite.engine.scenario.pieces import Agreement
from rulesite.engine.state.sides import LAYOUTS
from rulesite.text import toml

from .checker import check_sentences
from .fields import WORDS_IN_POINTER, Fields
from .toml_lines import find_lines

OPTIONS = {"variant", "teams", "range", "attack", "deploy"}
_TOP = {
    *OPTIONS,
    "title",
    "kind",
    "cites",
    "ruleset",
    "players",
    "given",
    "do",
    "cards",
    "expect",
    "control",
    "era",
    "note",
}
_EXPECT = {
    *("that", "legal", "illegal", "classify", "is", "is_not", "host", "says", "at"),
    *("after", "do", "also", "because", "cite_rule"),
}
_CONTROL = {"change", "without", "then", "do", "after", "cards"}
_ERA = {"ruleset", "differs", "do", "says"}
_FACES = tuple(face for faces in LAYOUTS.values() for face in faces)
_CARD = {"line", "text", "from", "cost"}
_FACE = {*_CARD, "name", "with"}
_CITE = {"example", "ruleset", "document", "edition", "rule", "ordinal", "opening", "labelled", "says"}
_FOUNDING = {
    "000": ("cr", "2006-10-01"),
    "001": ("dangelo", "2002-10-15"),
    "002": ("cr", "2018-01-19"),
    "003": ("dangelo", "2008-03-17"),
    "004": ("cr", "2006-10-01"),
}
_PAYING = re.compile(r",?\s*\b(?:pays?|paying)\b.*$")


def load(path: str | Path) -> list[Scenario]:
    """Read a file of scenarios: one, or several under ``[[scenario]]``.

    Raises :class:`ScenarioError` for anything that cannot be read, for a scenario without a control, and
    ``FileNotFoundError`` when there is no such file.
    """
    file = Path(path)
    return load_text(file.read_text("utf-8"), file.name)


def load_text(text: str, path: str = "scenario") -> list[Scenario]:
    """Read scenarios from TOML text; ``path`` is the name to use in messages. Raises as :func:`load`."""
    table, lines = parse_toml(text, path), find_lines(text)
    if "scenario" not in table:
        return [ScenarioReader(table, lines, path, ()).scenario("")]
    shared = {key: value for key, value in table.items() if key != "scenario"}
    unknown = set(shared) - {"cards", "ruleset", "note", "players", *OPTIONS}
    if unknown:
        key = sorted(unknown)[0]
        raise ScenarioError(
            f"{key!r} stands before the first [[scenario]]",
            path=path,
            line=lines.of(key),
            mend="Only cards, players and ruleset can be shared; move it under [[scenario]]",
        )
    found = []
    for number, each in enumerate(table["scenario"]):
        merged = {**shared, **each, "cards": {**shared.get("cards", {}), **each.get("cards", {})}}
        found.append(ScenarioReader(merged, lines, path, ("scenario", number)).scenario(str(number + 1)))
    return found


def parse_toml(text: str, path: str) -> dict[str, Any]:
    """The table of TOML text; raises :class:`ScenarioError` with the line of a fault."""
    try:
        return toml.parse(text)
    except toml.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        raise ScenarioError(
            f"this is not TOML: {error}",
            path=path,
            line=int(line.group(1)) if line else 0,
            mend="Look at quotation marks and brackets; given and do stand above the first [table]",
        ) from None


class ScenarioReader(Fields):
    """Turn one table into a scenario."""

    def scenario(self, key: str) -> Scenario:
        table = self.table
        self.known(table, _TOP)
        cited = [each for each in table.get("cites", []) if isinstance(each, dict)]
        if "ruleset" not in table and cited:
            table["ruleset"] = cited[0].get("ruleset") or cited[0].get("edition")
        for wanted in ("title", "kind", "ruleset", "expect", "control"):
            if wanted not in table:
                mend = {
                    "control": "Add [[control]] with change or without, and then: what is different",
                    "expect": "Add [[expect]] with that, legal, illegal or classify",
                }.get(wanted, f'Add {wanted} = "…" above the first [table]')
                raise self.fail(
                    "a scenario without a control proves nothing"
                    if wanted == "control"
                    else f"the scenario has no {wanted}",
                    mend=mend,
                )
        if table["kind"] not in KINDS:
            raise self.fail(f"{table['kind']!r} is no kind of scenario", "kind", mend=f"Choose {', '.join(KINDS)}")
        scenario = Scenario(
            title=self.text("title"),
            kind=table["kind"],
            ruleset=self.ruleset(table["ruleset"], "ruleset"),
            cites=tuple(self.cite(each, number) for number, each in enumerate(table.get("cites", []))),
            given=self.sentences("given"),
            do=self.sentences("do"),
            cards=tuple(self.card(name, each, "cards", name) for name, each in table.get("cards", {}).items()),
            expects=tuple(each for number, row in enumerate(table["expect"]) for each in self.expect(row, number)),
            controls=tuple(self.control(row, number) for number, row in enumerate(table["control"])),
            eras=tuple(self.era(row, number) for number, row in enumerate(table.get("era", []))),
            players=tuple(table.get("players", ())),
            agreement=self.agreement(),
            note=table.get("note", ""),
            path=self.path,
            line=self.lines.of(*self.prefix),
            key=key,
        )
        if not scenario.expects:
            raise self.fail("the scenario expects nothing", "expect")
        if not scenario.controls:
            raise self.fail("a scenario without a control proves nothing", "control")
        check_sentences(scenario)
        return scenario

    def agreement(self) -> Agreement:
        """The options of a multiplayer game. They mention players, so those must be named."""
        table = self.table
        found = Agreement(
            table.get("variant", ""),
            [list(team) for team in table.get("teams", [])],
            table.get("range"),
            table.get("attack", ""),
            table.get("deploy"),
        )
        first = next((key for key in ("variant", "teams", "range", "attack", "deploy") if key in table), "")
        if not first:
            return found
        if "players" not in table:
            raise self.fail(f"{first} is said and players are not", first, mend='Add players = ["Ann", "Bob", "Cid"]')
        try:
            found.options(list(table["players"]))
        except ValueError as error:
            raise self.fail(str(error), first, mend="See “A game of many players” in the README") from None
        return found

    def cite(self, row: Any, number: int) -> Cite:
        if not isinstance(row, dict):
            raise self.fail("a cite is a table", "cites", mend='Write { document = "cr", edition = "2006-10-01", …}')
        self.known(row, _CITE, "cites")
        if "example" in row:
            row = {**row, **self.short_cite(str(row["example"]))}
        for wanted in ("document", "edition", "rule"):
            if wanted not in row:
                raise self.fail(f"cite {number + 1} has no {wanted}", "cites", mend=f'Add {wanted} = "…"')
        openings = row.get("opening", [])
        openings = [openings] if isinstance(openings, str) else openings
        for opening in openings:
            if len(opening.split()) > WORDS_IN_POINTER:
                raise self.fail(
                    f"an opening has {len(opening.split())} words, and {WORDS_IN_POINTER} are allowed",
                    "cites",
                    mend="Give the first words of the example only",
                )
        edition = row["edition"].isoformat() if isinstance(row["edition"], datetime.date) else str(row["edition"])
        return Cite(
            row["document"],
            edition,
            str(row["rule"]),
            int(row.get("ordinal", 1)),
            tuple(openings),
            bool(row.get("labelled", row["document"] == "cr")),
            self.says(row, "cites"),
        )

    def short_cite(self, example: str) -> dict[str, Any]:
        """Read a short cite, "004/410.10d#1": the number of a founding document, the rule and the ordinal."""
        found = re.fullmatch(r"(\d{3})/([^#]+)(?:#(\d+))?", example.strip())
        if found is None or found.group(1) not in _FOUNDING:
            raise self.fail(f"{example!r} is no example", "cites", mend="Write document, edition, rule and ordinal")
        document, edition = _FOUNDING[found.group(1)]
        return {"document": document, "edition": edition, "rule": found.group(2), "ordinal": int(found.group(3) or 1)}

    def card(self, name: str, row: Any, *where: str | int, face: bool = False) -> CardText:
        if not isinstance(row, dict):
            raise self.fail(f"the card {name!r} is not a table", *where, mend=f'Write [cards."{name}"]')
        self.known(row, _FACE if face else {*_CARD, *_FACES}, *where)
        if "line" not in row and "left" not in row:
            raise self.fail(f"the card {name!r} has no type line", *where, mend='Add line = "Creature 2/2, green"')
        text = str(row.get("text", "")).strip()
        said = str(row.get("from", "supplied" if not text else ""))
        source = next((each for each in SOURCES if said.startswith(each[:8])), said)
        if source not in SOURCES:
            raise self.fail(
                f"the card {name!r} does not say where its text comes from",
                *where,
                mend=f'Add from = "…": {", ".join(SOURCES)}',
            )
        line = f"{row.get('line', '')} {row.get('cost', '')}".strip()
        faces = tuple((key, self.face(name, row, key, *where)) for key in _FACES if key in row)
        if faces and not any(tuple(key for key, _ in faces) == wanted for wanted in LAYOUTS.values()):
            raise self.fail(
                f"no card has the faces {', '.join(key for key, _ in faces)}",
                *where,
                mend=f"A card has one of {', '.join(' and '.join(each) for each in LAYOUTS.values())}",
            )
        return CardText(name, line, text, source, self.lines.of(*self.prefix, *where), faces, str(row.get("with", "")))

    def face(self, card: str, row: dict[str, Any], key: str, *where: str | int) -> CardText:
        """Read a further face of a card; its source is the card's by default."""
        if not isinstance(row[key], dict):
            raise self.fail(
                f"the face {key!r} of {card!r} is not a table", *where, mend=f'Write [cards."{card}".{key}]'
            )
        name = str(row[key].get("name", "" if key != "prototype" else card))
        if not name:
            raise self.fail(f"the face {key!r} of {card!r} has no name", *where, key, mend='Add name = "…"')
        return self.card(name, {"from": row.get("from", "supplied"), **row[key]}, *where, key, face=True)

    def expect(self, row: dict[str, Any], number: int) -> list[Expect]:
        where = ("expect", number)
        self.known(row, _EXPECT, *where)
        kinds = [kind for kind in ("that", "legal", "illegal", "classify") if kind in row]
        if len(kinds) != 1:
            raise self.fail(
                "an expectation needs exactly one of that, legal, illegal, classify",
                *where,
                mend="Make one [[expect]] for each",
            )
        kind = kinds[0]
        more: dict[str, tuple[str, ...]] = {
            key: tuple([row[key]] if isinstance(row[key], str) else row[key])
            for key in ("is", "is_not", "host")
            if key in row
        }
        after = self.sentences("after", *where)
        do = self.sentences("do", *where) if "do" in row else None
        if "also" in row:
            do = self.paid_otherwise(str(row["also"]))
        at = str(row.get("at", ""))
        says = self.says(row, *where)
        line = self.lines.text_line(*self.prefix, *where, kind)
        values = row[kind] if isinstance(row[kind], list) else [row[kind]]
        if kind == "classify" and not ("is" in more or "is_not" in more):
            raise self.fail(
                "classify says what to look at, and nothing says what it is",
                *where,
                mend='Add is = ["static ability"] or is_not = […]',
            )
        return [
            Expect(
                kind,
                Sentence(" ".join(str(value).split()) if kind != "classify" else str(value), line),
                says,
                at,
                after,
                do,
                str(row.get("because", "")),
                more,
            )
            for value in values
        ]

    def paid_otherwise(self, also: str) -> tuple[Sentence, ...]:
        """Return the script with its last payment made in another way."""
        script = list(self.sentences("do"))
        for place in reversed(range(len(script))):
            if _PAYING.search(script[place].text):
                script[place] = Sentence(f"{_PAYING.sub('', script[place].text)} {also}", script[place].line)
                break
        return tuple(script)

    def control(self, row: dict[str, Any], number: int) -> Control:
        where = ("control", number)
        self.known(row, _CONTROL, *where)
        if "then" not in row:
            raise self.fail("a control has to say what is different", *where, mend='Add then = "…"')
        without = row.get("without", [])
        without = [without] if isinstance(without, str) else without
        if not any(key in row for key in ("change", "without", "do", "cards")):
            raise self.fail(
                "a control has to change something",
                *where,
                mend='Add change = "Bear is a plain 1/1" or without = "look_back"',
            )
        names = tuple(self.concept(each, *where) for each in without)
        return Control(
            self.lines.of(*self.prefix, *where),
            self.differing("then", *where),
            self.sentences("change", *where),
            names,
            self.sentences("do", *where) if "do" in row else None,
            self.sentences("after", *where),
            tuple(self.card(name, each, *where, "cards", name) for name, each in row.get("cards", {}).items()),
        )

    def era(self, row: dict[str, Any], number: int) -> Era:
        where = ("era", number)
        self.known(row, _ERA, *where)
        if "ruleset" not in row or "differs" not in row:
            raise self.fail("an era needs ruleset and differs", *where, mend='ruleset = "2002-10-15"; differs = "…"')
        return Era(
            self.lines.of(*self.prefix, *where),
            self.ruleset(row["ruleset"], *where, "ruleset"),
            self.differing("differs", *where),
            self.sentences("do", *where) if "do" in row else None,
            self.says(row, *where),
        )
