"""Differences for a page: deleted and inserted text, changes of mere typography marked as slight.

The marks are complete: the text without the contents of <ins> is the earlier one, without the contents of <del> the
later one, character for character. A style sheet may play down slight changes; the page leaves nothing out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from rulesite.reading.rendering.wordings import with_marks
from rulesite.text import diffing
from rulesite.text.characters import TYPOGRAPHY
from rulesite.text.diffing import ChangeKind
from rulesite.text.wording import normalise

_SAME = TYPOGRAPHY | {ord("\t"): " ", ord("\n"): " "}


@dataclass(frozen=True)
class DiffPiece:
    """A piece of a difference: its earlier and its later text; slight if only typography differs."""

    before: str
    after: str
    slight: bool = False


def pieces(before: str, after: str) -> list[DiffPiece]:
    """The pieces of the difference of two texts, in order.

    >>> [(piece.before, piece.after, piece.slight) for piece in pieces("it's put into play", "it’s put onto play")]
    [("it's", 'it’s', True), (' put ', ' put ', False), ('into', 'onto', False), (' play', ' play', False)]
    """
    result: list[DiffPiece] = []
    for changed, run in groupby(_paired(_placed(before, after)), key=lambda piece: piece.before != piece.after):
        group = list(run)
        whole = _judged("".join(piece.before for piece in group), "".join(piece.after for piece in group))
        result += [whole] if changed and whole.slight else group
    return result


def _placed(before: str, after: str) -> Iterable[DiffPiece]:
    """The difference of the folded texts, in the characters of the original texts."""
    offset, to = 0, 0
    for change in diffing.diff(before.translate(_SAME), after.translate(_SAME)):
        size = len(change.text)
        deleted = "" if change.kind is ChangeKind.INSERT else before[offset : offset + size]
        inserted = "" if change.kind is ChangeKind.DELETE else after[to : to + size]
        offset, to = offset + len(deleted), to + len(inserted)
        if change.kind is ChangeKind.EQUAL and deleted != inserted:
            yield from _respelt(deleted, inserted)
        else:
            yield DiffPiece(deleted, inserted)


def _respelt(before: str, after: str) -> Iterable[DiffPiece]:
    """The pieces of two texts of one length that differ in typography alone, word by word."""
    words: list[tuple[str, str]] = []
    offset = 0
    for token in diffing.tokens(before.translate(_SAME)):
        words.append((before[offset : offset + len(token)], after[offset : offset + len(token)]))
        offset += len(token)
    for same, run in groupby(words, key=lambda pair: pair[0] == pair[1]):
        group = list(run)
        yield DiffPiece("".join(old for old, _ in group), "".join(new for _, new in group), slight=not same)


def _paired(found: Iterable[DiffPiece]) -> Iterable[DiffPiece]:
    """The pieces, each deletion joined to the next insertion; slight also if only counts of dashes or spaces differ."""
    deleted: str | None = None
    for piece in found:
        if deleted is not None:
            replaced = not piece.before and not piece.slight
            yield _judged(deleted, piece.after if replaced else "")
            deleted = None
            if replaced:
                continue
        if piece.before and not piece.after:
            deleted = piece.before
        else:
            yield piece if piece.before or piece.slight else _judged("", piece.after)
    if deleted is not None:
        yield _judged(deleted, "")


def _judged(gone: str, come: str) -> DiffPiece:
    plain = (_plain(gone), _plain(come))
    return DiffPiece(gone, come, slight=plain[0] == plain[1])


def _plain(text: str) -> str:
    return normalise(text).replace("--", "-")


def marked(before: str, after: str) -> SafeString:
    """The difference of two texts with <del> and <ins>; of class "slight" where only typography changed.

    >>> marked("it's put into play", "it’s put <onto> play")
    '<del class="slight">it&#x27;s</del><ins class="slight">it’s</ins> put <del>into</del><ins>&lt;onto&gt;</ins> play'
    """
    return format_html_join(
        "", "{}{}", ((_kept(piece, "del", piece.before), _come(piece)) for piece in pieces(before, after))
    )


def side(before: str, after: str, which: str) -> SafeString:
    """One side of a difference in two columns: "old", the earlier text with deletions marked, or "new".

    >>> side("put into play", "put onto play", "old")
    'put <del>into</del> play'
    """
    tag = "del" if which == "old" else "ins"
    shown = ((piece, piece.before if which == "old" else piece.after) for piece in pieces(before, after))
    return format_html_join("", "{}", ((_kept(piece, tag, text),) for piece, text in shown))


def _come(piece: DiffPiece) -> SafeString | str:
    """The inserted text; nothing if the piece is unchanged and has been shown."""
    return "" if piece.before == piece.after else _kept(piece, "ins", piece.after)


def _kept(piece: DiffPiece, tag: str, text: str) -> SafeString | str:
    shown = with_marks(text) if "_" in text or "{" in text else text
    if piece.before == piece.after or not text:
        return shown
    if piece.slight:
        return format_html('<{0} class="slight">{1}</{0}>', tag, shown)
    return format_html("<{0}>{1}</{0}>", tag, shown)
