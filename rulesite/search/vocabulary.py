"""The vocabulary: every word that the rules use, in how many texts it stands, and what it is by its stem."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from functools import cached_property

from rulesite.search import schema


class Vocabulary:
    """The words of a library."""

    def __init__(self, rows: Iterable[tuple[int, str, str, int]]) -> None:
        self.ids: dict[str, int] = {}
        self.texts: dict[str, int] = {}
        """In how many texts a word stands."""
        self.stem_of: dict[str, str] = {}
        self.with_stem: dict[str, list[str]] = defaultdict(list)
        for number, word, stem, texts in rows:
            self.ids[word], self.texts[word], self.stem_of[word] = number, texts, stem
            self.with_stem[stem].append(word)

    def __contains__(self, word: str) -> bool:
        return word in self.texts

    @cached_property
    def in_order(self) -> list[str]:
        """All words, sorted."""
        return sorted(self.texts)

    @cached_property
    def stem_counts(self) -> dict[str, int]:
        """For each stem in how many texts its words stand, counted word by word."""
        return {stem: sum(self.texts[word] for word in words) for stem, words in self.with_stem.items()}

    @cached_property
    def contractions(self) -> dict[str, str]:
        """What people type without the apostrophe: ``dont``, where that is no word itself."""
        short = {word.replace("'", ""): word for word in self.in_order if "'" in word and not word.endswith("'s")}
        return {typed: word for typed, word in short.items() if typed not in self.texts}

    @cached_property
    def correctable(self) -> list[str]:
        """The words that a typing mistake can be taken for."""
        return [word for word in self.in_order if word.isalpha() and len(word) > 2]

    # --- words as letters: see `schema.letter` ------------------------------------------------------------------------
    def letters(self, words: Iterable[str]) -> str | None:
        """Words in order, one letter for each; None when one of them is not known."""
        numbers = [self.ids.get(word) for word in words]
        return None if None in numbers else "".join(schema.letter(number) for number in numbers if number is not None)

    @cached_property
    def _stem_letters(self) -> dict[str, str]:
        return {stem: schema.letter(min(map(self.ids.__getitem__, words))) for stem, words in self.with_stem.items()}

    @cached_property
    def _folding(self) -> dict[int, str]:
        return {ord(schema.letter(self.ids[word])): self._stem_letters[stem] for word, stem in self.stem_of.items()}

    def stem_letters(self, stems: Iterable[str]) -> str | None:
        """Stems in order, one letter for each; None when one of them is not known."""
        letters = [self._stem_letters.get(stem) for stem in stems]
        return None if None in letters else "".join(letter for letter in letters if letter is not None)

    def stemmed(self, letters: str, without: Collection[str] = ()) -> str:
        """Words as letters, made stems as letters; ``without`` are words that are passed over."""
        if without:
            passed = str.maketrans(
                "", "", "".join(schema.letter(self.ids[word]) for word in without if word in self.ids)
            )
            letters = letters.translate(passed)
        return letters.translate(self._folding)
