"""Build the tree: open and continue paragraphs and add Examples, in document order."""

from __future__ import annotations

from dataclasses import dataclass, field

from ingest.dialects import line_starts
from ingest.dialects.composing import Composer, Span
from ingest.dialects.repairs import Fix
from ingest.document.ledger import Role
from ingest.document.tree import ExampleText, Kind, Provision, Repair
from rulesite.text.inline_examples import inline_examples
from rulesite.text.numbering import RuleNumber

_MAX_TITLE = 200
"""The most characters of a heading with its number. Anything longer is a rule's text."""


@dataclass(frozen=True)
class Drafted:
    """A paragraph's line spans, and the offset up to which the ledger books it."""

    spans: tuple[Span, ...]
    stop: int


@dataclass
class _Open:
    """A provision that may still grow."""

    key: str
    number: str
    kind: Kind
    parent: str
    title: str
    paragraphs: list[str]
    first_line: int
    last_line: int
    examples: list[ExampleText] = field(default_factory=list)


class TreeBuilder:
    """Builds the provisions of a body from its paragraphs, given in order."""

    def __init__(self, composer: Composer, *, ordered: bool = True) -> None:
        """``ordered`` is False where the dialect itself sees to the order of the numbers."""
        self._composer, self._ordered = composer, ordered
        self._opened: list[_Open] = []
        self._seen: dict[str, int] = {}
        self._latest: dict[RuleNumber, str] = {}

    @property
    def empty(self) -> bool:
        """Whether no provision has been opened yet."""
        return not self._opened

    @property
    def last_number(self) -> RuleNumber | None:
        """The number of the provision opened last."""
        return RuleNumber.parse(self._opened[-1].number) if self._opened else None

    @property
    def last_key(self) -> str:
        """The key of the provision opened last, or "" before the first."""
        return self._opened[-1].key if self._opened else ""

    @property
    def section(self) -> str:
        """The number of the current section, or ""."""
        for opened in reversed(self._opened):
            number = RuleNumber.parse(opened.number)
            if number.section is not None:
                return str(RuleNumber(number.chapter, number.section))
        return ""

    def may_be_chapter(self, number: str) -> bool:
        """Whether a chapter with this number may begin here: chapters come in order."""
        chapters = [opened.number[0] for opened in self._opened]
        return not chapters or number > max(chapters)

    def open(
        self,
        drafted: Drafted,
        number: str,
        kind: Kind,
        *,
        skip: int,
        number_fix: Fix | None = None,
        titled: bool | None = None,
        parent: str | None = None,
    ) -> None:
        """Begin a provision. Its first ``skip`` characters in the source are its number.

        ``number_fix`` repairs the number itself; its offsets count from the start of the paragraph. ``titled`` says
        whether a title follows it, and ``parent`` names the number above, where the dialect knows.
        """
        key = self._key(number)
        named = kind in (Kind.CHAPTER, Kind.SECTION, Kind.HEADING)
        named = named and (titled if titled is not None else not self._is_text(drafted))
        role = Role.HEADING if named else Role.NOTE if kind is Kind.NOTE else Role.RULE
        claim = (drafted.spans[0][0], drafted.stop)
        if number_fix:
            self._claim_repaired_number(drafted, key, skip, role, number_fix)
            claim = (drafted.spans[0][0] + skip, drafted.stop)
            spans = [(claim[0], drafted.spans[0][1]), *drafted.spans[1:]]
            text = self._composer.paragraph(spans, role, key, claim=claim)
        else:
            text = self._composer.paragraph(drafted.spans, role, key, claim=claim, skip=skip)
        parsed = RuleNumber.parse(number)
        if self._opened and not key.endswith(number):
            self._composer.flag(key, "printed twice", f"{number} is printed more than once", self._line(drafted))
        elif self._out_of_sequence(parsed):
            note = f"{number} comes after {self._opened[-1].number}"
            self._composer.flag(key, "out of sequence", note, self._line(drafted))
        self._opened.append(
            _Open(
                key,
                number,
                kind,
                self._parent(parsed) if parent is None else self._named(parent),
                text if named else "",
                [] if named else [text] if text else [],
                self._line(drafted),
                self._last_line(drafted),
            )
        )
        self._latest[parsed] = key

    def continue_rule(self, drafted: Drafted) -> None:
        """Append an unnumbered paragraph to the provision above; without one it is front matter."""
        claim = (drafted.spans[0][0], drafted.stop)
        if not self._opened:
            self._composer.paragraph(drafted.spans, Role.NOTE, "introduction", claim=claim)
            return
        current = self._opened[-1]
        text = self._composer.paragraph(drafted.spans, Role.RULE, current.key, claim=claim)
        current.paragraphs.append(text)
        current.last_line = self._last_line(drafted)

    def row(self, drafted: Drafted) -> None:
        """Append a row of a table, whose cells are the spans, to the provision above."""
        current = self._opened[-1]
        claim = (drafted.spans[0][0], drafted.stop)
        text = self._composer.paragraph(drafted.spans, Role.RULE, current.key, claim=claim, cells=True)
        if text.strip():
            current.paragraphs.append(text)
        current.last_line = self._last_line(drafted)

    def example(self, drafted: Drafted) -> None:
        """Add a labelled Example to the provision above."""
        current = self._opened[-1]
        owner = f"{current.key}/example/{len(current.examples) + 1}"
        text = self._composer.paragraph(drafted.spans, Role.EXAMPLE, owner, claim=(drafted.spans[0][0], drafted.stop))
        label = line_starts.EXAMPLE.match(text)
        text = text[label.end() :] if label else text
        current.examples.append(ExampleText(text, True, self._line(drafted), self._last_line(drafted)))
        current.last_line = self._last_line(drafted)

    def finish(self) -> tuple[Provision, ...]:
        """Return the provisions in document order, with their inline examples."""
        return tuple(self._close(opened) for opened in self._opened)

    def _close(self, opened: _Open) -> Provision:
        text = "\n".join(opened.paragraphs)
        inline = [
            ExampleText(text[start:end], False, opened.first_line, opened.last_line, start, end)
            for start, end in inline_examples(text)
        ]
        return Provision(
            key=opened.key,
            number=opened.number,
            kind=opened.kind,
            parent=opened.parent,
            title=opened.title,
            text=text,
            first_line=opened.first_line,
            last_line=opened.last_line,
            examples=(*opened.examples, *inline),
            flags=tuple(self._composer.flags.get(opened.key, ())),
        )

    def _claim_repaired_number(self, drafted: Drafted, key: str, end: int, role: Role, fix: Fix) -> None:
        """Claim a damaged number, up to ``end`` characters into the paragraph, with its repair."""
        start = drafted.spans[0][0]
        low, high = start + fix.start, start + fix.end
        builder, text = self._composer.builder, self._composer.source.text
        builder.claim(start, low, role, owner=key)
        builder.claim(low, high, Role.REPAIR, owner=key, reason=fix.reason, after=fix.after)
        builder.claim(high, start + end, role, owner=key)
        self._composer.repairs.append(
            Repair(low, high, self._composer.line_of(low), text[low:high], fix.after, fix.reason, key)
        )

    def _is_text(self, drafted: Drafted) -> bool:
        """Whether a text rather than a title follows a section's number, as in ``215. This section is now empty.``"""
        text = self._composer.source.text
        length = sum(end - start for start, end in drafted.spans)
        return length > _MAX_TITLE or text[slice(*drafted.spans[-1])].rstrip(" \t])").endswith(".")

    def _key(self, number: str) -> str:
        count = self._seen[number] = self._seen.get(number, 0) + 1
        return number if count == 1 else f"{number}~{count}"

    def _parent(self, number: RuleNumber) -> str:
        """Return the key of the nearest printed ancestor, by position where the number is misleading."""
        ancestor = number.parent
        while ancestor is not None:
            if ancestor in self._latest:
                return self._latest[ancestor]
            ancestor = ancestor.parent
        if number.letter and self._opened:
            for opened in reversed(self._opened):
                if opened.kind in (Kind.RULE, Kind.HEADING):
                    near = RuleNumber.parse(opened.number)
                    return opened.key if self._out_of_sequence(number) and near.chapter == number.chapter else ""
        return ""

    def _named(self, number: str) -> str:
        """Return the key of a provision above by its number, "" if it is not printed."""
        return self._latest.get(RuleNumber.parse(number), "") if number else ""

    def _out_of_sequence(self, number: RuleNumber) -> bool:
        """Whether a number neither follows the one above nor skips plausibly forward within its own chapter."""
        if not self._opened or not self._ordered:
            return False
        above = RuleNumber.parse(self._opened[-1].number)
        if number < above and not (number.word or above.word):
            previous = RuleNumber.parse(self._opened[-2].number) if len(self._opened) > 1 else None
            return previous is None or not previous < number
        if number.letter and number.section != above.section and number.section is not None:
            return above.section is not None and number.section > above.section and above.rule is not None
        return False

    def _line(self, drafted: Drafted) -> int:
        return self._composer.line_of(drafted.spans[0][0])

    def _last_line(self, drafted: Drafted) -> int:
        return self._composer.line_of(max(drafted.spans[-1][0], drafted.spans[-1][1] - 1))
