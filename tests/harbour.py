"""The sentences of a harbour's rules, unlike each other, and small books of them: for tests of what became of a rule."""

from tests import factories

FERRY = "A ferry carries at most seven passengers across the river between sunrise and noon."
TOLL = "Whoever owns the northern pier collects a toll of two silver coins from every traveller."
OWL = "An owl sleeps above the gate and wakes whenever somebody drops a lantern."
BELL = "The bell in the harbour is rung once for each boat that comes home after dark."
STAR = "A star above the mill shows sailors which of the two channels is deep enough."


def book(day, texts, title="", **fields):
    """An edition of these texts by number, "" for a heading of that title; nobody has worked out its descent."""
    edition = factories.edition(day, **fields)
    for number, text in texts.items():
        factories.version(edition, number, text, title="" if text else title, rule=None)
    return edition
