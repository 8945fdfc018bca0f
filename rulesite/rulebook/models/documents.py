"""Documents, their dated editions, and the files that witness them."""

from __future__ import annotations

import bz2
from collections.abc import Iterable
from datetime import date

from django.db import models, transaction
from django.urls import get_script_prefix, reverse
from django.utils import timezone
from django.utils.functional import cached_property

from rulesite.rulebook.segments import Segment, unpack
from rulesite.text import encodings
from rulesite.text.numbering import Scheme

ANY = "*"
"""The value in `Library.touched` that stands for all editions."""


class Library(models.Model):
    """The content of this site: one row. The pocket edition and real documents never mix in one library."""

    name = models.CharField(max_length=80, help_text="The name of the collection, such as “pocket edition”.")
    about = models.TextField(blank=True)
    is_pocket = models.BooleanField(default=False, help_text="Whether it is the sample that comes with the project.")
    changed = models.DateTimeField(auto_now=True)
    publication = models.PositiveIntegerField(
        default=0, editable=False, help_text="The number of the published state; increases with each publication."
    )
    revision = models.PositiveIntegerField(
        default=0, editable=False, help_text="Increases with each change that a person makes in the published book."
    )
    index = models.CharField(
        max_length=60, blank=True, editable=False, help_text="The generation of the search index that belongs to it."
    )
    touched = models.JSONField(
        default=dict,
        editable=False,
        help_text="A mark for each edition, by address, that changes with its content; * stands for all.",
    )

    class Meta:
        verbose_name_plural = "libraries"

    def __str__(self) -> str:
        return self.name

    @classmethod
    def current(cls) -> Library | None:
        """The library of this site, None before anything is loaded."""
        return cls.objects.first()

    @classmethod
    def move_on(cls, *editions: str, book: bool = True) -> None:
        """Record that what readers see has changed; call it in the transaction of the change.

        ``editions`` are the addresses of those whose content or connections changed; without any, all may have.
        ``book`` is False for changes outside the book, such as a page.
        """
        time = timezone.now()
        with transaction.atomic():
            for library in cls.objects.select_for_update():
                library.revision += 1
                mark = f"{library.revision}-{time.timestamp():.6f}"
                touched = library.touched | dict.fromkeys(editions, mark) if editions else {ANY: mark}
                cls.objects.filter(pk=library.pk).update(
                    revision=library.revision, changed=time, touched=touched if book else library.touched
                )

    def marks(self, editions: Iterable[str]) -> tuple[str, ...]:
        """A cache key that stays equal as long as the content and connections of some editions, by address, do."""
        return self.touched.get(ANY, ""), *(self.touched.get(edition, "") for edition in editions)


class Document(models.Model):
    """A work with editions: the Comprehensive Rules; D'Angelo's rulings."""

    slug = models.SlugField(max_length=40, unique=True)
    title = models.CharField(max_length=120)
    short_title = models.CharField(max_length=40, help_text="As in a citation: CR, D'Angelo.")
    publisher = models.CharField(max_length=120, blank=True)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "slug"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return f"{get_script_prefix()}{self.slug}/"


class Edition(models.Model):
    """One dated state of a document.

    Numbering belongs here, not to the document: D'Angelo used letters in 2002 and the CR's numbers in 2008.
    """

    class Precision(models.TextChoices):
        DAY = "day"
        MONTH = "month"
        YEAR = "year"
        UNKNOWN = "unknown"

    class Extent(models.TextChoices):
        WHOLE = "whole", "the whole document"
        EXTRACT = "extract", "an extract"

    document = models.ForeignKey(Document, models.CASCADE, related_name="editions")
    effective = models.DateField(db_index=True)
    precision = models.CharField(max_length=8, choices=Precision.choices, default=Precision.DAY)
    known_from = models.CharField(max_length=200, blank=True, help_text="How the date is known.")
    numbering = models.CharField(max_length=10, choices=[(scheme.value, scheme.value) for scheme in Scheme])
    extent = models.CharField(max_length=8, choices=Extent.choices, default=Extent.WHOLE)
    rules = models.CharField(
        max_length=40, blank=True, help_text="The rules that it describes, if it names them: fifth edition."
    )
    title = models.CharField(max_length=200, blank=True)
    introduction = models.TextField(blank=True, editable=False)
    parts = models.JSONField(
        default=list,
        blank=True,
        editable=False,
        help_text="Its parts other than provisions, terms and index entries: kind, text, source, lines.",
    )

    class Meta:
        ordering = ["document__position", "effective"]
        constraints = [models.UniqueConstraint(fields=["document", "effective"], name="one_edition_a_day")]

    def __str__(self) -> str:
        return self.address

    def get_absolute_url(self) -> str:
        return f"{self.document.get_absolute_url()}{self.slug}/"

    @staticmethod
    def long(path: str = "") -> tuple[str, ...]:
        """The long fields, for ``defer`` in lists of many editions; ``path`` leads to the edition.

        >>> Edition.long("version__edition__")
        ('version__edition__introduction', 'version__edition__parts')
        """
        return f"{path}introduction", f"{path}parts"

    @property
    def slug(self) -> str:
        """The edition's part of a URL: its date in ISO form."""
        return self.effective.isoformat()

    @property
    def address(self) -> str:
        """``cr/2006-10-01``: the edition's name in commands and the API."""
        return f"{self.document.slug}/{self.effective.isoformat()}"

    @property
    def scheme(self) -> Scheme:
        """How the edition numbers its rules."""
        return Scheme(self.numbering)

    @classmethod
    def at(cls, address: str) -> Edition:
        """The edition of an address such as ``cr/2006-10-01``.

        Raises Edition.DoesNotExist, with a message that lists what there is.
        Raises Edition.DoesNotExist, with a message that lists the existing editions.
        """
        slug, _, day = address.strip().strip("/").partition("/")
        try:
            return cls.objects.select_related("document").get(document__slug=slug, effective=date.fromisoformat(day))
        except (ValueError, cls.DoesNotExist):
            available = ", ".join(edition.address for edition in cls.objects.select_related("document")) or "none yet"
            raise cls.DoesNotExist(
                f"no edition {address!r}; editions are named like cr/2006-10-01; held: {available}"
            ) from None


class Source(models.Model):
    """One file that witnesses an edition, with its bytes.

    Several may witness one edition: a page of it from a web site, and the publisher's file. Where they differ, the one
    with the lowest ``rank`` is used.
    """

    edition = models.ForeignKey(Edition, models.CASCADE, related_name="sources")
    name = models.CharField(max_length=200, help_text="The file's name, within the folder it was ingested from.")
    title = models.CharField(max_length=200, blank=True)
    sha256 = models.CharField(max_length=64, unique=True)
    encoding = models.CharField(max_length=20)
    line_ends = models.CharField(max_length=20)
    dialect = models.CharField(max_length=30)
    because = models.CharField(max_length=200, help_text="Why that dialect.")
    known_from = models.CharField(max_length=200, blank=True, help_text="How its date is known.")
    extent = models.CharField(max_length=8, choices=Edition.Extent.choices)
    extent_said = models.CharField(max_length=8, blank=True, help_text="Its extent, if a person gave it.")
    rank = models.PositiveSmallIntegerField(default=10)
    characters = models.PositiveIntegerField()
    line_count = models.PositiveIntegerField()
    warnings = models.JSONField(default=list, blank=True)
    strays = models.JSONField(
        default=list,
        blank=True,
        help_text="Lines that begin with a possible number but are not provisions: line, start, number, owner, and the "
        "evidence that it is only cited there; a doubtful one has none.",
    )
    packed = models.BinaryField(editable=False, help_text="The bytes, compressed.")
    extracted = models.BinaryField(
        editable=False, default=b"", help_text="The text of its pages, compressed, if the bytes are no text: of a PDF."
    )
    ledger = models.BinaryField(editable=False, default=b"", help_text="The segments that make it up, compressed.")
    ingested = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["edition", "rank", "name"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("reading:ledger", args=[self.pk])

    @property
    def data(self) -> bytes:
        """The file's original bytes."""
        return bz2.decompress(bytes(self.packed))

    @property
    def text(self) -> str:
        """The file's characters: decoded from its bytes, or as they were extracted from its pages."""
        return self.text_of(None)

    def text_of(self, data: bytes | None) -> str:
        """The file's characters; ``data`` are its bytes, if at hand."""
        if self.encoding == encodings.PDF:
            return bz2.decompress(bytes(self.extracted)).decode()
        return encodings.decode(self.data if data is None else data, self.encoding)

    @staticmethod
    def pack_text(text: str) -> bytes:
        """The text extracted from a file as stored."""
        return bz2.compress(text.encode())

    @staticmethod
    def pack(data: bytes) -> bytes:
        """A file's bytes as stored: of the fast methods, this is the smallest for a book, by a third."""
        return bz2.compress(data)

    @cached_property
    def segments(self) -> list[Segment]:
        """The role of every character: segments that cover the whole text, in order (see `ingest.document.ledger`)."""
        return unpack(bytes(self.ledger))
