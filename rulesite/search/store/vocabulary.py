"""The vocabulary: every word of the rules, with its stem and the number of texts that have it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property
from sys import intern

from rulesite.search import analysis


class Vocabulary:
    """The words of a library."""

    def __init__(self, rows: Iterable[tuple[str, str, int]]) -> None:
        self.texts: dict[str, int] = {}
        """Word to the number of texts that have it."""
        self.stem_of: dict[str, str] = {}
        self.with_stem: dict[str, list[str]] = defaultdict(list)
        for printed, reduced, texts in rows:
            word, stem = intern(printed), intern(reduced)  # most are also stems of the current edition
            self.texts[word], self.stem_of[word] = texts, stem
            self.with_stem[stem].append(word)

    def __contains__(self, word: str) -> bool:
        return word in self.texts

    def stem(self, word: str) -> str:
        """The stem of a word, looked up if the word is known."""
        return self.stem_of.get(word) or analysis.stem(word)

    @cached_property
    def in_order(self) -> list[str]:
        """All words, sorted."""
        return sorted(self.texts)

    @cached_property
    def stem_counts(self) -> dict[str, int]:
        """Stem to the number of texts with its words, counted word by word."""
        return {stem: sum(self.texts[word] for word in words) for stem, words in self.with_stem.items()}

    @cached_property
    def contractions(self) -> dict[str, str]:
        """Contractions by their spelling without an apostrophe (``dont``), unless that is a word itself."""
        short = {word.replace("'", ""): word for word in self.in_order if "'" in word and not word.endswith("'s")}
        return {typed: word for typed, word in short.items() if typed not in self.texts}

    @cached_property
    def correctable(self) -> list[str]:
        """The words that spelling correction may suggest."""
        return [word for word in self.in_order if word.isalpha() and len(word) > 2]
