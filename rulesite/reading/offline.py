"""What a browser can keep for offline reading: the newest edition, its pages, and its texts for looking things up."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.urls import reverse

from rulesite.reading.caching.memo import memoize
from rulesite.reading.editions import held
from rulesite.reading.pages.former_numbers import earlier
from rulesite.reading.pages.sections import contents_of
from rulesite.reading.precomputed.outline import Outline
from rulesite.reading.rendering.symbols import SYMBOL, markup
from rulesite.reading.templatetags.reading import edition_date
from rulesite.rulebook.models import Document, Edition, Example, GlossaryTerm, Library, RuleVersion, Wording
from rulesite.search import analysis
from rulesite.search.current import questions
from rulesite.search.query import phrase_pairs, synonyms
from rulesite.search.query.parser import ASIDES, ASKING, QUESTION_WORDS
from rulesite.text.characters import fold

_ROOMS = ("reading", "checks", "offline")
"""The folders of static files that public pages use."""
POLICY = ("mtr", "ipg", "jar")
"""The documents kept beside the rules, their pages without a search."""
_FRAME = (RuleVersion.Kind.CHAPTER, RuleVersion.Kind.SECTION)


def assets() -> list[str]:
    """The URLs of the style sheets, scripts and pictures of all public pages."""
    names = getattr(staticfiles_storage, "hashed_files", None) or _files()
    return sorted(static(name) for name in names if name.split("/")[0] in _ROOMS)


def offer(edition: Edition, library: Library | None, stamp: str) -> dict[str, Any]:
    """Everything a browser must fetch to keep an edition, and its description; ``stamp`` identifies the state."""
    slug, day = edition.document.slug, edition.slug
    return {
        "edition": edition.address,
        "document": slug,
        "title": edition.document.title,
        "short": edition.document.short_title,
        "date": day,
        "day": edition_date(edition),
        "stamp": stamp,
        "rules": edition.versions.exclude(kind__in=_FRAME).count(),
        "terms": edition.terms.count(),
        "data": reverse("reading:offline_data", args=[slug, day]),
        "pages": [*_pages(edition, library), *_policy(library)],
        "assets": assets(),
    }


@memoize
def words_of(edition_pk: int) -> bytes:
    """All provisions and glossary terms of an edition as JSON, in rows; takes the library first.

    ``rules``: key, kind, title, text, texts of the labelled examples, key of the section whose page shows it ("" for a
    chapter). ``terms``: slug, term, text, examples. The number of a rule is its key up to a ``~``. ``symbols``: the
    drawing of each. ``days`` and ``earlier``: see `rulesite.reading.pages.former_numbers.earlier`. ``said``: synonyms,
    namely words of players and of former editions, with the words of the rules for them, and the reason. ``asked``: the
    words of what players ask, by the key of the rule that answers. ``aside``: function words; those of a question; and
    the first words of a question.
    """
    edition = Edition.objects.select_related("document").get(pk=edition_pk)
    outline = Outline(edition)
    texts = dict(Wording.objects.filter(versions__edition=edition).values_list("pk", "text"))
    of_rules, of_terms = _examples(edition)
    rules = []
    for entry in outline.entries:
        leaf = outline.leaf_of(entry)
        text = texts.get(entry.wording_id or 0, "")
        rules.append([entry.key, entry.kind, entry.title, text, of_rules[entry.pk], leaf.key if leaf else ""])
    glossary = GlossaryTerm.objects.filter(edition=edition).order_by("position")
    terms = [
        [slug, term, text, of_terms[pk]]
        for pk, slug, term, text in glossary.values_list("pk", "slug", "term", "wording__text")
    ]
    drawn = {code: markup(code) for text in texts.values() for code in SYMBOL.findall(text)}
    days, numbers = earlier(edition)
    pairs = {pair.word: pair for pair in (*phrase_pairs.current().today.values(), *synonyms.pairs().values())}
    data = {
        "edition": edition.address, "rules": rules, "terms": terms, "symbols": drawn, "days": days, "earlier": numbers,
        "said": [[fold(pair.word), [fold(words) for words in pair.says], pair.why] for pair in pairs.values()],
        "asked": _asked((str(key), str(text or title)) for key, _, title, text, *_ in rules),
        "aside": [sorted(words) for words in (ASIDES, QUESTION_WORDS, ASKING)],
    }  # fmt: skip
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def _asked(rules: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The words of the known questions that each rule answers, without function words, by the rule's key.

    ``rules`` are keys and texts. A question is of the rule that has its number and begins with its words; where the
    number moved, of the only rule of its section that does.
    """
    sections: dict[str, list[tuple[str, tuple[str, ...]]]] = defaultdict(list)
    for key, text in rules:
        sections[key[:3]].append((key, questions.opening(text, questions.MAX_OPENING)))
    asked = {}
    for answered in questions.read():
        opens = questions.opening(answered.opens, questions.MAX_OPENING)
        keys = [key for key, first in sections.get(answered.number[:3], ()) if first[: len(opens)] == opens]
        if answered.number in keys or len(keys) == 1:
            words = (word.text for question in answered.questions for word in analysis.words(question))
            distinct = " ".join(dict.fromkeys(word for word in words if word not in QUESTION_WORDS))
            asked[answered.number if answered.number in keys else keys[0]] = distinct
    return asked


def _files() -> list[str]:
    """The names of all static files, where they are served without a manifest."""
    return [name for finder in get_finders() for name, _ in finder.list([])]


def _pages(edition: Edition, library: Library | None) -> list[str]:
    """The home page, and the pages of the edition: its title page, chapters, sections and glossary."""
    whole = contents_of(edition, library)
    keys = [*(chapter.key for chapter in whole.chapters), *(leaf.key for leaf in whole.leaves)]
    root = edition.get_absolute_url()
    pages = [reverse("reading:home"), root, *(f"{root}{key}/" for key in keys)]
    if edition.terms.exists():
        pages.append(reverse("reading:glossary", args=[edition.document.slug, edition.slug]))
    return list(dict.fromkeys(pages))


def _policy(library: Library | None) -> list[str]:
    """The pages of the newest edition of each policy document."""
    documents = Document.objects.filter(slug__in=POLICY).order_by("position")
    editions = [next(iter(held(library).of(document.pk)), None) for document in documents]
    pages = [page for edition in editions if edition for page in _pages(edition, library)]
    return [page for page in dict.fromkeys(pages) if page != reverse("reading:home")]


def _examples(edition: Edition) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
    """The texts of labelled examples, by the provision and by the term that they belong to."""
    of_rules: dict[int, list[str]] = defaultdict(list)
    of_terms: dict[int, list[str]] = defaultdict(list)
    labelled = Example.objects.filter(labelled=True).order_by("ordinal")
    for version, text in labelled.filter(version__edition=edition).values_list("version_id", "wording__text"):
        of_rules[version].append(text)
    for term, text in labelled.filter(term__edition=edition).values_list("term_id", "wording__text"):
        of_terms[term].append(text)
    return of_rules, of_terms
