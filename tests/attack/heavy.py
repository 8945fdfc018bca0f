"""Heavy requests beside light ones: what costs most of all that a stranger may ask for, several at once, and readers."""

from __future__ import annotations

import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

from tests.attack.asking import Line, Request, Tally
from tests.attack.fuzzing import Ground, look

_CREATURE = '[[given.battlefield]]\nplayer = "A"\nobject = "Weight"\nabilities = ["{}"]\n'


def texts() -> dict[str, str]:
    """Texts for the page that checks citations, by what is heavy in them."""
    return {
        "comments without end": "<!--" * 37_000,
        "ranges of letters": "rules 402.1a-402.9z, " * 7_000,
        "dated citations": "CR 402.1 (2008-02-01) and 410.10d (2001-01-01); " * 3_000,
        "numbers": "402.8g 999.9z " * 10_000,
        "tags without end": '<a href="' * 16_000,
        "brackets": "[" * 140_000,
        "emphasis": "**a* " * 28_000,
        "entities": "&#x41;&amp;" * 13_000,
    }


def scenarios() -> dict[str, str]:
    """Scenarios that are heavy to read, to play or to draw."""
    mana = "{X}" * 20_000
    return {
        "mana without end": f'title = "x"\n[[given.battlefield]]\nplayer = "A"\ncard = "Weight {mana}"\n',
        "an ability without end": 'title = "x"\n' + _CREATURE.format(f"{mana}: Draw a card."),
        "brackets without end": "a = " + "[" * 50_000,
        "tables without end": "[a]\n" * 30_000,
        "many objects": 'title = "x"\n' + _CREATURE.format("Flying") * 800,
        "one long word": 'title = "' + "x" * 100_000 + '"',
    }


def _form(ground: Ground, path: str, field: str, text: str) -> Request:
    body = f"csrfmiddlewaretoken={ground.token}&{field}={quote(text)}".encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {ground.host.decode()}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        f"Cookie: csrftoken={ground.token}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return Request("heavy", head.encode() + body)


def _page(ground: Ground, path: str) -> Request:
    return Request("heavy", f"GET {path} HTTP/1.1\r\nHost: {ground.host.decode()}\r\n\r\n".encode())


def heavy(ground: Ground, editions: list[str]) -> dict[str, Request]:
    """Heavy requests by name; ``editions`` are addresses such as cr/2006-10-01."""
    found = {f"citations: {name}": _form(ground, "/cite/", "text", text) for name, text in texts().items()}
    found |= {f"game: {name}": _form(ground, "/games/try/", "text", text) for name, text in scenarios().items()}
    words = quote(" ".join(f"word{n} the of a counter target" for n in range(40)))
    found["search of 200 words"] = _page(ground, f"/search/?q={words}")
    found["search of one letter"] = _page(ground, "/search/?q=a*")
    found["what became of a range"] = _page(ground, f"/resolve/?q={quote('100.1a-999.9z')}")
    own = sorted(each for each in editions if each.startswith("cr/"))
    if len(own) > 1:
        first, last = own[0].partition("/")[2], own[-1].partition("/")[2]
        found["the farthest comparison"] = _page(ground, f"/cr/compare/{first}/{last}/")
        found["an export, as much as there may be at once"] = _page(ground, f"/api/v1/export/{own[-1]}?size=2000")
        found["a whole edition for reading offline"] = _page(ground, f"/offline/{own[-1]}.json")
    return found


def attack(address: str, *, at_once: int = 8, rounds: int = 3) -> tuple[Tally, Tally]:
    """Ask for everything heavy, a few at once, several times; returns what came of it, and of the light meanwhile."""
    ground = look(address)
    line = Line(address)
    editions = [one["edition"] for one in json.loads(line.ask(_page(ground, "/api/v1/editions"), keep=True).body)]
    every = list(heavy(ground, editions).items()) * rounds
    hard, light = Tally("heavy"), Tally("light beside heavy")
    over = threading.Event()

    def read() -> None:
        reader = Line(address)
        pages = ["/", f"/{editions[-1]}/", "/help/", "/search/?q=mana", f"/{editions[0]}/"]
        while not over.is_set():
            for page in pages:
                light.add(page, reader.ask(_page(ground, page)))
                time.sleep(0.05)

    def ask(named: tuple[str, Request]) -> None:
        asking = Line(address)
        hard.add(named[0], asking.ask(named[1]))
        asking.close()

    reading = threading.Thread(target=read)
    reading.start()
    try:
        with ThreadPoolExecutor(at_once) as together:
            list(together.map(ask, every))
    finally:
        over.set()
        reading.join()
        line.close()
    return hard, light
