"""Room: collections that do not mix, and what is asked before one is thrown away for another.

The pocket edition, the sample that comes with the project, gives way to real documents of itself, as long as nobody
has written anything about it. Whatever else would be lost is named, what people wrote first, and needs their word.
"""

from __future__ import annotations

from collections.abc import Iterable

from ingest import load
from ingest.gather import Found
from ingest.source import SourceError
from rulesite.rulebook.models import Assertion, Commentary, Correction, Edition, Library

UNNAMED = "the rules documents"
"""What a collection is called to which nobody gave a name."""


def make(first: Found, *, replace: bool = False) -> None:
    """See that the collection that a source belongs to is the one that is held.

    Raises SourceError when that would throw away what is not the pocket edition, or what people wrote, and they did
    not consent to it by ``replace``.
    """
    held = Library.current()
    name = first.library or UNNAMED
    if held is None:
        load.name_library(name, first.about, is_pocket=first.pocket)
        return
    same = held.is_pocket == first.pocket and (not first.library or first.library == held.name)
    if same:
        return
    if not held.is_pocket and not first.pocket and held.name == UNNAMED:  # it gets its name
        load.name_library(name, first.about, is_pocket=False)
        return
    written = _written()
    if not replace and (written or not held.is_pocket):
        lost = ", ".join([*written, _counted(Edition.objects.count(), "edition")])
        raise SourceError(
            first.name,
            f"this site holds {held.name}, which does not mix with {name}: in its place would be lost {lost}",
            mend="use another data folder, RULESITE_DATA=folder, or say --replace to throw that away",
        )
    load.clear_library()
    load.name_library(name, first.about, is_pocket=first.pocket)


def _written() -> list[str]:
    """What people wrote about the book that is held, counted; nothing where they wrote nothing."""
    held = {edition.address for edition in Edition.objects.select_related("document")}
    said = Assertion.objects.filter(origin="admin").values_list("later", flat=True)
    counts = (
        (Correction.objects.filter(edition__in=held).count(), "correction"),
        (_about(held, Commentary.objects.values_list("address", flat=True)), "remark"),
        (_about(held, said), "statement about descent"),
    )
    return [_counted(count, what) for count, what in counts if count]


def _about(held: set[str], addresses: Iterable[str]) -> int:
    """How many addresses, like cr/2006-10-01/402.8g, are of editions that are held."""
    return sum("/".join(address.split("/")[:2]) in held for address in addresses)


def _counted(count: int, what: str) -> str:
    """A number of things.

    >>> _counted(1, "remark"), _counted(2, "statement about descent")
    ('1 remark', '2 statements about descent')
    """
    first, _, rest = what.partition(" ")
    return f"{count} {what}" if count == 1 else f"{count} {first}s {rest}".strip()
