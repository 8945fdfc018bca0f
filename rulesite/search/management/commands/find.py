"""``manage.py find "words"``: the rules with these words, best first."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from rulesite.rulebook.management.base import MachineCommand, RefusalError
from rulesite.search import number_lookup, search, searcher
from rulesite.search.results.hits import Hit

_NUMBER_SCORE = 1000.0
"""The score of a rule requested by number: above any score of words."""


class Command(MachineCommand):
    """Search the rules as the site does."""

    help = "Search the rules: words, a “phrase”, AND, OR, NOT, prefix*. A rule number gives that rule first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("words", nargs="+")
        parser.add_argument("--document", help="only this document: cr or dangelo")
        parser.add_argument("--edition", help="only this edition, like cr/2006-10-01")
        parser.add_argument(
            "--kind", help="only rule, subrule, heading, section, chapter, ruling, note, glossary, example, index"
        )
        parser.add_argument("--exact", action="store_true", help="don't correct the spelling")
        parser.add_argument("--why", action="store_true", help="show the reasons for the rank of each hit")
        parser.add_argument("--limit", type=int, default=20, help="maximum number of hits (20)")

    def collect(self, **options: Any) -> list[dict[str, Any]]:
        text = " ".join(options["words"])
        limit = options["limit"]
        if not 1 <= limit <= search.MOST_PER_PAGE:
            raise RefusalError(f"--limit takes 1 to {search.MOST_PER_PAGE}")
        try:
            searcher.current()
        except searcher.NoIndex as absent:
            raise RefusalError(f"{absent} ({absent.where})" if absent.where else str(absent)) from absent
        filters = {name: options[name] for name in ("document", "edition", "kind")}
        named = self._named(text, **filters)
        results = search.search(text, **filters, size=limit, exact=options["exact"], why=options["why"])
        self._results, self._text = results, text
        if results.message and not named:
            self._remark(results.message)
        if results.corrected:
            self._remark(f"Showing results for: {results.corrected} (--exact searches for what was typed)")
        rows = [self._row(hit) for hit in results.hits]
        if named:
            same = (named["number"], named["edition"])
            rows = [named, *(row for row in rows if (row["number"], row["edition"]) != same)]
        return rows[:limit]

    def describe(self, result: list[dict[str, Any]]) -> str:
        if not result:
            return f"Nothing found for {self._text!r}."
        lines = []
        for row in result:
            head = "  ".join(part for part in (row["number"], row["title"], row["edition"]) if part)
            lines += [head, f"    {row['excerpt']}"]
            lines += [f"    Answer: {row['answer']}"] if row["answer"] else []
            lines += [f"      {reason['counts']:+5.1f}  {reason['says']}" for reason in row["why"]]
        return "\n".join([*lines, f"{max(self._results.total, len(result))} found."])

    def _named(self, text: str, document: str | None, edition: str | None, kind: str | None) -> dict[str, Any] | None:
        """The rule whose number is the text, within the filters."""
        query = number_lookup.read(text)
        if query is None:
            return None
        match = number_lookup.look_up(f"{edition}/{query.key}") if edition else number_lookup.resolve(query)
        if isinstance(match, number_lookup.Missing):
            self._remark(match.message)
            return None
        if match is None:
            return None
        version = match.version
        if (document and version.edition.document.slug != document) or (kind and version.kind != kind):
            return None
        if match.note:
            self._remark(match.note)
        titled = version
        while not titled.title and titled.parent:
            titled = titled.parent
        return {
            "number": version.number,
            "edition": version.edition.address,
            "title": titled.title,
            "score": _NUMBER_SCORE,
            "excerpt": version.text or version.title,
            "answer": "",
            "kind": version.kind,
            "url": version.get_absolute_url(),
            "why": [],
        }

    @staticmethod
    def _row(hit: Hit) -> dict[str, Any]:
        return {
            "number": hit.number,
            "edition": hit.edition,
            "title": hit.title,
            "score": hit.score,
            "excerpt": hit.text,
            "answer": hit.answer,
            "kind": hit.kind,
            "url": hit.url,
            "why": [vars(reason) for reason in hit.why],
        }

    def _remark(self, message: str) -> None:
        """Write a remark for people to stderr, so that stdout stays one document."""
        self.stderr.write(message, style_func=str)
