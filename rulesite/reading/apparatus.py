"""The apparatus of a provision: everything that is known about it beside its words."""

from __future__ import annotations

from rulesite.reading import appearances, backlinks, played, quoting
from rulesite.rulebook import commentary, editing
from rulesite.rulebook.models import Library, RuleVersion


def about(version: RuleVersion, address: str, library: Library | None) -> dict[str, object]:
    """What is known about one provision beside its words; ``address`` is where it is read, whole."""
    editions = appearances.editions_of(version)
    ancestors, heirs = appearances.descent_of(version)
    labelled = list(version.examples.filter(labelled=True).order_by("ordinal").select_related("wording"))
    examples = [example.wording.text for example in labelled]
    cited = quoting.citation(version.edition, version.number)
    return {
        "version": version,
        "labelled": labelled,
        "citing": backlinks.citing_rule(version),
        "editions": editions,
        "ancestors": ancestors,
        "heirs": heirs,
        "witnesses": list(version.witnesses.select_related("source")),
        "corrections": editing.standing(version),
        "commentary": commentary.on(version),
        "games": played.games_of(version, library),
        "concepts": played.concepts_of(version, library),
        "at_work": played.games_at_work(version, library),
        "citation": cited,
        "address": address,
        "markdown": quoting.markdown(version.number, version.title, version.text, examples, cited, address),
    }
