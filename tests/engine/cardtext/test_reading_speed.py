"""One text is read in a few milliseconds (of processor time) once the grammar is compiled."""

from __future__ import annotations

import time
import tomllib
from pathlib import Path
from statistics import median

from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.reading import Reader


def test_a_text_is_read_in_twenty_milliseconds() -> None:
    rows = tomllib.loads((Path(__file__).parent / "varied.toml").read_text("utf-8"))["text"][:60]
    Reader("Draw a card.", Host.parse("Instant"), "2024-06-07").abilities()
    spent = []
    for row in rows:
        began = time.process_time()
        Reader(row["says"], Host.parse(row["on"]), "2024-06-07").abilities()
        spent.append(time.process_time() - began)
    assert median(spent) < 0.020
