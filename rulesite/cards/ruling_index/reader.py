"""Opens the index of rulings that the collection names; the threads of a process share it."""

from __future__ import annotations

import json
import logging
import threading
from collections import defaultdict
from functools import cached_property
from pathlib import Path
from typing import Any

from django.conf import settings

from rulesite.cards.models import CardCollection
from rulesite.search import analysis
from rulesite.search.store import generations
from rulesite.search.store.backend import Phrase
from rulesite.search.store.whoosh import segments
from rulesite.search.store.whoosh.engine import Whoosh

ABOUT = "about.json"
FORMAT = 1
"""Of the folder; another is written anew."""


class RulingIndex:
    """An open index of rulings: its engine, and the words that rulings have."""

    def __init__(self, name: str, folder: Path) -> None:
        about = read_about(folder)
        if about is None:
            raise ValueError(f"{folder} was written by another version")
        self.name = name
        self.engine = Whoosh(folder / segments.FOLDER)
        self.total = len(about["rulings"])
        self.words: dict[str, int] = about["words"]
        """Word to the number of rulings that have it."""

    @cached_property
    def stems(self) -> dict[str, int]:
        """Stem to the number of rulings with its words, counted word by word."""
        counts: dict[str, int] = defaultdict(int)
        for word, count in self.words.items():
            counts[analysis.stem(word)] += count
        return counts

    @cached_property
    def correctable(self) -> list[str]:
        """The words that spelling correction may suggest."""
        return [word for word in self.words if word.isalpha() and len(word) > 2]

    @cached_property
    def contractions(self) -> dict[str, str]:
        """Contractions by their spelling without an apostrophe (``doesnt``), unless that is a word itself."""
        short = {word.replace("'", ""): word for word in self.words if "'" in word and not word.endswith("'s")}
        return {typed: word for typed, word in short.items() if typed not in self.words}

    def having(self, stems: tuple[str, ...]) -> set[int]:
        """The rulings with some stems side by side."""
        return self.engine.saying(Phrase("stems", stems))


def root() -> Path:
    """The folder of the indexes of rulings."""
    return Path(settings.INDEX_DIR) / "rulings"


def folder_of(name: str) -> Path | None:
    """The folder of an index of this machine; None if there is none with that name, or if it is not to be trusted."""
    path = root() / name
    if not name or "/" in name or not (path / ABOUT).is_file():
        return None
    generations.check_trust(root())
    generations.check_trust(path)
    return path


def read_about(folder: Path) -> dict[str, Any] | None:
    """What a folder says of its rulings; None if another version wrote it."""
    try:
        about: dict[str, Any] = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
    except ValueError:
        return None
    return about if about.get("format") == FORMAT else None


_opening = threading.Lock()
_shared: dict[str, RulingIndex] = {}


def current() -> RulingIndex | None:
    """The index that the collection names; None without cards, and on a machine where it was not written.

    `manage.py reindex` writes it there. What cannot be read is logged.
    """
    name = CardCollection.objects.values_list("index", flat=True).first()
    if not name:
        return None
    with _opening:
        if name not in _shared:
            try:
                folder = folder_of(name)
                if folder is None:
                    return None
                opened = RulingIndex(name, folder)
            except (OSError, ValueError, KeyError, TypeError, generations.IndexUnsafe) as error:
                logging.getLogger(__name__).error("the index of rulings cannot be read (%s): manage.py reindex", error)
                return None
            _shared.clear()
            _shared[name] = opened
        return _shared[name]
