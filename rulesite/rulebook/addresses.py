"""Addresses: names of a provision for people, Markdown, commands and stored assertions, and looking them up.

An address has a number and optionally the edition: ``402.8g@2006-10-01``, ``cr/2006-10-01/402.8g`` (the path of its
page), ``dangelo/A.4.20``, ``CR 603.1``, or the bare number.  Without an edition it means the newest one that used the
number, in the first document (by its place in the list of documents) that has it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from rulesite.rulebook.models import Document, Edition, RuleVersion
from rulesite.text import number_query
from rulesite.text.numbering import RuleNumber


class NoSuchRule(LookupError):  # noqa: N818 - the name says it
    """An address that can't be read or leads nowhere; the message says which part is wrong, and a valid alternative."""


_PATH = re.compile(r"/?(?P<document>[a-z][\w-]*)(?:/(?P<day>\d{4}-\d{2}-\d{2}))?/(?P<key>[^/\s@]+)/?", re.IGNORECASE)
_AT = re.compile(
    r"(?:(?P<document>[a-z][\w-]*)/)?(?P<key>[^/\s@]+)\s*@\s*(?:(?P<other>[a-z][\w-]*)/)?(?P<day>\d{4}-\d{2}-\d{2})",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"(?:(?:(?P<document>[A-Za-z][\w'’-]+)\s+)?(?:rules?|section)\s+|(?P<title>[A-Za-z][\w'’-]+)\s+)?(?P<key>\S+)"
)


@dataclass(frozen=True)
class Address:
    """A provision's parsed address; ``document`` is "" and ``day`` None where it names none.

    ``document`` is a slug or, from a citation such as ``CR 603.1``, a document's short title, in lower case.
    """

    key: str
    document: str = ""
    day: date | None = None
    since: date | None = None
    """The first day of the month or year in the address; ``day`` is the last."""

    @classmethod
    def parse(cls, text: str) -> Address:
        """Parse an address; the number may have any spelling that `rulesite.text.number_query` reads.

        Raises NoSuchRule when it has none of the known forms.

        >>> Address.parse("cr/2006-10-01/402.8g")
        Address(key='402.8g', document='cr', day=datetime.date(2006, 10, 1), since=None)
        >>> Address.parse("a.4.ruling.2@2002-10-15").key, Address.parse("CR 603.1").document
        ('A.4.Ruling.2', 'cr')
        """
        query = number_query.read(text)
        if query and not (query.title or query.last) and (query.year is None or query.day):
            return cls(query.key, query.document, query.dates[0] if query.dates else None)
        stripped = text.strip()
        if match := _AT.fullmatch(stripped):
            document, day = match["document"] or match["other"] or "", match["day"]
        elif match := _PATH.fullmatch(stripped):
            document, day = match["document"], match["day"]
        elif match := _BARE.fullmatch(stripped):
            document, day = match["document"] or match["title"] or "", None
        else:
            raise NoSuchRule(f"“{text}” is not an address: write it like cr/2006-10-01/402.8g or 402.8g@2006-10-01")
        try:
            when = date.fromisoformat(day) if day else None
        except ValueError:
            raise NoSuchRule(f"“{day}” in “{text}” is not a date: write it like 2006-10-01") from None
        return cls(_key(match["key"], text), document.lower(), when)

    @classmethod
    def from_query(cls, text: str) -> Address:
        """Parse a reader's query, in the forms of the search box too; a month or a year means its last day.

        Raises NoSuchRule for any other form, and for a range of numbers, which is not a single provision.

        >>> Address.from_query("[C.R. 402.1]").key, Address.from_query("402.1 of the 2008 rules").day
        ('402.1', datetime.date(2008, 12, 31))
        """
        query = number_query.read(text)
        if query is None or query.title:
            return cls.parse(text)
        if query.last:
            raise NoSuchRule(f"“{text}” is a range of rules: give one at a time, from {query.number} to {query.last}")
        first, last = query.dates or (None, None)
        return cls(query.key, query.document, last, first if first != last else None)


def _key(printed: str, text: str) -> str:
    """A provision's key in its canonical spelling; keeps ``~2``."""
    number, tilde, ordinal = printed.partition("~")
    parsed = RuleNumber.try_parse(number)
    if parsed is None or (tilde and not ordinal.isdigit()):
        raise NoSuchRule(f"“{printed}” in “{text}” is not a rule number: expected one like 402.8g, 603, A.4.20")
    return f"{parsed}{tilde}{ordinal}"


def resolve(text: str) -> RuleVersion:
    """The provision of an address.

    Raises NoSuchRule with a sentence that names the fault: the form, the document, the edition or the number.
    """
    address = Address.parse(text)
    candidates = _candidates([address])[address]
    if not candidates:
        raise NoSuchRule(_why_nothing(address))
    if address.day and not address.document and len({version.edition_id for version in candidates}) > 1:
        names = " and ".join(f"{version.edition.address}/{version.key}" for version in candidates)
        raise NoSuchRule(f"“{text}” could be {names}: say which")
    return candidates[0]


def resolve_all(texts: Iterable[str]) -> dict[str, RuleVersion | None]:
    """The provisions of many addresses, in two queries; None for one without a provision or of several documents."""
    addresses: dict[str, Address | None] = {}
    for text in texts:
        try:
            addresses[text] = Address.parse(text)
        except NoSuchRule:
            addresses[text] = None
    candidates = _candidates([address for address in addresses.values() if address])
    versions_by_text: dict[str, RuleVersion | None] = {}
    for text, given in addresses.items():
        versions = candidates[given] if given else []
        vague = given and given.day and not given.document and len({version.edition_id for version in versions}) > 1
        versions_by_text[text] = None if vague or not versions else versions[0]
    return versions_by_text


def _candidates(addresses: Iterable[Address]) -> dict[Address, list[RuleVersion]]:
    """The provisions that each address may mean, the most likely first."""
    requested = list(addresses)
    numbers = {address.key.partition("~")[0] for address in requested}
    rows = (
        RuleVersion.objects.filter(number__in=numbers)
        .select_related("edition__document")
        .order_by("edition__document__position", "edition__document__slug", "-edition__effective", "position")
    )
    by_key: dict[str, list[RuleVersion]] = defaultdict(list)
    for version in rows:
        by_key[version.key].append(version)
    return {address: [version for version in by_key[address.key] if _fits(address, version)] for address in requested}


def _fits(address: Address, version: RuleVersion) -> bool:
    if address.document and address.document.replace("’", "'") not in _names(version.edition.document):
        return False
    return address.day is None or version.edition.effective == address.day


def _names(document: Document) -> set[str]:
    """The names of a document in addresses."""
    return {document.slug.lower(), document.short_title.lower().replace("’", "'")}


def _why_nothing(address: Address) -> str:
    """A sentence that names the missing part: the document, the edition, or only the number."""
    documents = Document.objects.all()
    if address.document and not any(address.document.replace("’", "'") in _names(document) for document in documents):
        available = ", ".join(document.slug for document in documents) or "none yet"
        return f"there is no document “{address.document}” here; held: {available}"
    if address.day:
        editions = Edition.objects.filter(effective=address.day)
        if address.document:
            editions = editions.filter(document__slug=address.document)
        if not editions.exists():
            of_document = f" of {address.document}" if address.document else ""
            available = ", ".join(
                edition.address
                for edition in Edition.objects.select_related("document")
                if address.document in ("", edition.document.slug)
            )
            return f"there is no edition of {address.day}{of_document} here; held: {available or 'none yet'}"
        return f"the edition of {address.day} has no {address.key}"
    return f"no edition here has {address.key}"
