"""The library guard: which collections can't be in one library, and the consent needed to replace one.

The pocket edition, the sample that comes with the project, is replaced by real documents without asking, unless
somebody has written about it. Anything else that would be lost is listed, what people wrote first, and needs consent.
"""

from __future__ import annotations

from collections.abc import Iterable

from ingest.document.source import SourceError
from ingest.sources.collect import InputFile
from ingest.storage import loader
from rulesite.rulebook.models import Assertion, Commentary, Correction, Edition, Library

UNNAMED = "the rules documents"
"""The name of a collection without one."""


def ensure_library(first: InputFile, *, replace: bool = False) -> None:
    """Make the library the one that a source belongs to.

    Raises SourceError if that would delete anything but the pocket edition, or anything that people wrote, without the
    consent ``replace``.
    """
    current = Library.current()
    name = first.library or UNNAMED
    if current is None:
        loader.name_library(name, first.about, is_pocket=first.pocket)
        return
    same = current.is_pocket == first.pocket and (not first.library or first.library == current.name)
    if same:
        return
    if not current.is_pocket and not first.pocket and current.name == UNNAMED:  # it gets a name now
        loader.name_library(name, first.about, is_pocket=False)
        return
    written = _written()
    if not replace and (written or not current.is_pocket):
        lost = ", ".join([*written, _counted(Edition.objects.count(), "edition")])
        raise SourceError(
            first.name,
            f"this site holds {current.name}, which does not mix with {name}; replacing it would delete {lost}",
            mend="use another data folder, RULESITE_DATA=folder, or use --replace to delete it",
        )
    loader.clear_library()
    loader.name_library(name, first.about, is_pocket=first.pocket)


def _written() -> list[str]:
    """The amounts of what people wrote about the book; empty if nothing."""
    stored = {edition.address for edition in Edition.objects.select_related("document")}
    assertions = Assertion.objects.filter(origin="admin").values_list("later", flat=True)
    counts = (
        (Correction.objects.filter(edition__in=stored).count(), "correction"),
        (_about(stored, Commentary.objects.values_list("address", flat=True)), "remark"),
        (_about(stored, assertions), "statement about descent"),
    )
    return [_counted(count, what) for count, what in counts if count]


def _about(held: set[str], addresses: Iterable[str]) -> int:
    """The number of addresses, like cr/2006-10-01/402.8g, whose edition is in the library."""
    return sum("/".join(address.split("/")[:2]) in held for address in addresses)


def _counted(count: int, what: str) -> str:
    """A number with its noun.

    >>> _counted(1, "remark"), _counted(2, "statement about descent")
    ('1 remark', '2 statements about descent')
    """
    first, _, rest = what.partition(" ")
    return f"{count} {what}" if count == 1 else f"{count} {first}s {rest}".strip()
