"""A grammar of citations: lists and runs of subrules, printed from their numbers in every form that is read."""

from dataclasses import dataclass

from hypothesis import strategies as st

from rulesite.text.characters import DASHES
from rulesite.text.numbering import SUBRULE_LETTERS

HEADS = ["rule ", "rules ", "CR ", "C.R. ", "§ ", "§§ ", "§", "Sec. ", "secs. ", "r. ", "rr. ", "par. ", "pars. "]
HEADS += ["para. ", "Paras. ", "paragraph ", "paragraphs ", "¶ ", "¶¶ ", "¶"]
LISTED = [", ", "; ", " and ", ", and ", " or ", ", or ", " & ", "/", " / ", " and/or ", ","]
JOINED = [*DASHES, *(f" {dash} " for dash in DASHES), " through ", " thru ", " to "]
ENDS = [".", ")", ", so it is.", " says so", "", "; and"]


@dataclass(frozen=True)
class Printed:
    """A text that cites, and the ends of what it cites, in order."""

    text: str
    meant: list[list[str]]


FORMS = {
    "plain": "{}{}".format,
    "bracketed": "{}({})".format,
    "apart": "{} ({})".format,
    "capital": lambda rule, letter: f"{rule}{letter.upper()}",
}
"""A subrule's number, and its letter alone, in every form that is read."""


def alone(form, letter):
    return FORMS[form]("", letter).strip()


@st.composite
def citations(
    draw, rules=("704.5", "601.2", "100.1"), letters=SUBRULE_LETTERS, heads=(*HEADS, ""), closings=tuple(ENDS)
):
    """A list of subrules of one rule, single ones and runs; after the first each is printed whole or only its letter."""
    head, form, rule = draw(st.sampled_from(heads)), draw(st.sampled_from(sorted(FORMS))), draw(st.sampled_from(rules))
    if not head:
        form = "plain"  # with brackets or a capital a bare number may be anybody's
    parts = draw(st.lists(st.integers(1, 2), min_size=1, max_size=4).filter(lambda sizes: sum(sizes) <= len(letters)))
    chosen = sorted(draw(st.sets(st.sampled_from(letters), min_size=sum(parts), max_size=sum(parts))))
    text, meant = head, []
    for nth, size in enumerate(parts):
        ends, chosen = chosen[:size], chosen[size:]
        whole = nth == 0 or draw(st.booleans())
        joint = draw(st.sampled_from(LISTED)) if nth else ""
        text += joint + (FORMS[form](rule, ends[0]) if whole else alone(form, ends[0]))
        if size == 2:
            joint = draw(st.sampled_from(JOINED))
            text += joint + (FORMS[form](rule, ends[1]) if draw(st.booleans()) else alone(form, ends[1]))
        meant.append([f"{rule}{letter}" for letter in ends])
    return Printed(text + draw(st.sampled_from(closings)), meant)
