"""What the ledger of a source calls content, held against what an edition is exported as."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from rulesite.rulebook.models import Source

CONTENT = {"heading", "rule", "example", "note", "attribution", "glossary", "index", "credits", "repair"}
_LABEL = re.compile(r"^(?:example|examples)(?:[0-9]{1,2})?[:.—–-]+", re.IGNORECASE)


def lacking(source: Source, rows: Iterable[dict[str, Any]]) -> list[tuple[str, str]]:
    """Owner and words of every piece of content that an export does not say; white space does not count."""
    said: dict[str, str] = {}
    for row in rows:
        prefix = {"term": "glossary/", "index": "index/" if row["title"] else ""}.get(row["kind"], "")
        owner = "title" if row["kind"] == "introduction" else f"{prefix}{row['key']}"
        said[owner] = _squeezed(f"{row['number']}{row['title']}\n{row['text']}")
        for example in row["example_details"]:
            said[f"{owner}/example/{example['ordinal']}"] = _squeezed(example["text"])
    said["introduction"] = said.get("title", "")
    missing = []
    for owner, words in _content(source).items():
        for piece in words:
            bare = _LABEL.sub("", piece) if "/example/" in owner else piece
            if bare not in said.get(owner, "") and _unnumbered(bare, owner) not in said.get(owner, ""):
                missing.append((owner, piece))
    return missing


def _content(source: Source) -> dict[str, list[str]]:
    """The words of each owner, repairs applied, a string for each run of pieces that touch."""
    text, found, end = source_text(source), defaultdict(list), {}
    for piece in source.segments:
        if piece.role not in CONTENT:
            continue
        words = _squeezed(piece.after if piece.role == "repair" else text[piece.start : piece.end])
        if end.get(piece.owner) == piece.start and found[piece.owner]:
            found[piece.owner][-1] += words
        elif words:
            found[piece.owner].append(words)
        end[piece.owner] = piece.end
    return found


def source_text(source: Source) -> str:
    """The characters of a source."""
    from rulesite.reading.pages import source_text as pages_source_text

    return pages_source_text.text_of(source).text


def _squeezed(text: str) -> str:
    return re.sub(r"[\s\u200b\ufeff]+", "", text)


def _unnumbered(words: str, owner: str) -> str:
    """Words without the number before them, as D'Angelo and the publisher write it."""
    number = re.escape(owner.partition("~")[0])
    return re.sub(rf"^[-+]?(?:{number}|Note)(?:\.|-)?", "", words)
