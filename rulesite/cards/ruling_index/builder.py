"""Write the index of rulings: what is new and what went, beside the segments of the index before."""

from __future__ import annotations

import json
import shutil
import time
import uuid
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

from rulesite.cards.models import CardCollection, CardRuling, Ruling
from rulesite.cards.ruling_index.reader import ABOUT, FORMAT, folder_of, read_about, root
from rulesite.progress import ReportProgress, silence
from rulesite.search import analysis
from rulesite.search.signals import reindexed
from rulesite.search.store import generations
from rulesite.search.store.whoosh import segments

_BATCH = 2000
MAX_NAMED = 6
"""A ruling of more cards is of a mechanic: it is not found by their names."""
_KEEP_SECONDS = 10 * 60
"""For how long a former index stays for the processes that read it."""


def refresh(report_progress: ReportProgress = silence, *, anew: bool = False) -> int | None:
    """Make the index match the stored rulings and name it in the collection; the number of rulings, None if it did.

    ``anew`` writes all of it. Without cards there is none.
    """
    collection = CardCollection.objects.first()
    if collection is None:
        return None
    before = "" if anew else collection.index
    base = folder_of(before)
    stored = read_about(base) if base else None
    known: dict[int, list[Any]] = {row[0]: row for row in stored["rulings"]} if stored else {}
    rows = {pk: mark for pk, mark, _ in _texts(report_progress, only_marks=True)}
    gone = [pk for pk, row in known.items() if rows.get(pk) != row[1]]
    new = {pk for pk, mark in rows.items() if pk not in known or known[pk][1] != mark}
    if base and not gone and not new:
        return None
    name = f"r{time.time_ns()}-{uuid.uuid4().hex[:6]}"
    folder = root() / name
    folder.mkdir(mode=0o700, parents=True)
    try:
        _write(folder, base, stored, gone, new, report_progress)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    CardCollection.objects.update(index=name)
    _tidy(name)
    return len(rows)


def _write(
    folder: Path,
    base: Path | None,
    stored: dict[str, Any] | None,
    gone: Iterable[int],
    new: set[int],
    report_progress: ReportProgress,
) -> None:
    known = {row[0]: row for row in stored["rulings"]} if stored else {}
    words: Counter[str] = Counter(stored["words"] if stored else {})
    stems: dict[str, str] = {}
    if base:
        segments.share(base / segments.FOLDER, folder / segments.FOLDER)
    changes = segments.SegmentChanges(folder / segments.FOLDER)
    for pk in gone:
        _, _, length, distinct = known.pop(pk)
        changes.take(pk, length)
        words.subtract(distinct.split(" "))
    for pk, mark, text in _texts(report_progress, but=None if base is None else new):
        listed = words_of(text)
        distinct = sorted(set(listed))
        changes.put(pk, listed, [_stem(stems, word) for word in listed])
        words.update(distinct)
        known[pk] = [pk, mark, len(listed), " ".join(distinct)]
    changes.store(_reader(stems))
    about = {
        "format": FORMAT,
        "words": {word: count for word, count in sorted(words.items()) if count > 0},
        "rulings": list(known.values()),
    }
    (folder / ABOUT).write_text(json.dumps(about, ensure_ascii=False), encoding="utf-8")


def words_of(text: str) -> list[str]:
    """The words of a ruling as they are indexed."""
    return [word.text for word in analysis.words(text)]


def _stem(stems: dict[str, str], word: str) -> str:
    if word not in stems:
        stems[word] = analysis.stem(word)
    return stems[word]


def _reader(stems: dict[str, str]) -> Any:
    """What reads the words of stored rulings, for segments that are merged."""

    def read(pks: Iterable[int]) -> Mapping[int, segments.Words]:
        wanted = set(pks)
        listed = {pk: words_of(text) for pk, _, text in _texts(silence, but=wanted)} if wanted else {}
        return {pk: (words, [_stem(stems, word) for word in words]) for pk, words in sorted(listed.items())}

    return read


def _texts(
    report_progress: ReportProgress, *, but: set[int] | None = None, only_marks: bool = False
) -> Iterable[tuple[int, str, str]]:
    """Yield key, mark and searched text of the rulings, or of some: the names of its few cards, and its words."""
    names: dict[int, list[str]] = defaultdict(list)
    few = CardRuling.objects.filter(ruling__card_count__lte=MAX_NAMED).order_by("card__folded")
    for pk, name in few.values_list("ruling_id", "card__name").iterator(_BATCH):
        names[pk].append(name)
    total = Ruling.objects.count()
    rows = Ruling.objects.order_by("pk").values_list("pk", "digest", "text").iterator(_BATCH)
    for count, (pk, digest, text) in enumerate(rows):
        if but is not None and pk not in but:
            continue
        title = ". ".join(names.get(pk, ()))
        mark = blake2b(f"{digest} {title}".encode(), digest_size=8).hexdigest()
        yield pk, mark, "" if only_marks else f"{title}\n{text}"
        if count % 1000 == 0 and not only_marks:
            report_progress("indexing rulings", count, total)


def _tidy(name: str) -> None:
    """Remove the folders of former indexes that nobody reads any more."""
    generations.check_trust(root())
    for old in root().glob("r*"):
        if old.name != name and time.time() - old.stat().st_mtime > _KEEP_SECONDS:
            shutil.rmtree(old, ignore_errors=True)


def _reindexed(report_progress: ReportProgress = silence, **_: object) -> None:
    refresh(report_progress, anew=True)


def listen() -> None:
    """Write the index anew whenever that of the book is; called once, when the app is ready."""
    reindexed.connect(_reindexed, dispatch_uid="cards.ruling_index")
