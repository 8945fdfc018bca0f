"""Pictures of a document: its growth edition by edition, and the heat of change by section and year."""

import pytest

from rulesite.reading.charts import paths
from rulesite.reading.charts.edition_plot import MIN_EDITIONS
from rulesite.rulebook.models import Citation, CitationTarget, Descent, Reference
from tests import factories as make
from tests.reading.read_pages import faults, links, read, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def book():
    """Six editions: one rule is reworded twice and moved to another section, one is new in the last."""
    make.library()
    before, rule = None, None
    for index in range(MIN_EDITIONS):
        edition = make.edition(f"20{10 + 2 * index}-05-01")
        section, title = ("402", "Old Home") if index < 4 else ("602", "New Home")
        make.version(edition, section, title=title, kind="section")
        text = "It works." if index < 2 else "It works well." if index < 5 else "It never works."
        version = make.version(edition, f"{section}.1", text, **({"rule": rule} if rule else {}))
        if before:
            kind = "reworded" if before.text != version.text else "continues"
            Descent.objects.create(earlier=before, later=version, kind=kind, basis="matched wording", score=0.9)
            for pair in [(before.parent, version.parent)]:
                Descent.objects.create(earlier=pair[0], later=pair[1], kind="continues", basis="same words", score=1.0)
        before, rule = version, version.rule
    make.version(edition, "602.2", "It is new.")


def test_the_growth_of_a_book_is_drawn_and_told_in_tables(client, book):
    page = read(client, "/cr/growth/")
    assert faults(page) == []
    titles = [title.get_text() for title in page.select(".edition-plot title")]
    assert titles[0] == "1 May 2010: 1 rule"
    assert titles[2] == "1 May 2014: 1 rule, 1 new or changed"
    assert titles[-1] == "1 May 2020: 2 rules, 2 new or changed"
    editions, sections = page.select("details.same tbody")
    rows = [[words(cell) for cell in row.find_all(["th", "td"])] for row in editions.find_all("tr")]
    assert rows[0] == ["1 May 2010", "1", "the oldest held"]
    assert rows[-1] == ["1 May 2020", "2", "2"]
    assert [[words(cell) for cell in row.find_all(["th", "td"])] for row in sections.find_all("tr")] == [
        ["602 New Home", "3", "2014: 1, 2020: 2"]
    ]
    assert [title.get_text() for title in page.select(".heat title")] == ["602 2014: 1", "602 2020: 2"]


def test_the_first_page_has_the_plot_in_place_of_a_dot_for_each_edition(client, book):
    library = read(client, "/").find(class_="library")
    years = [link["href"] for link in library.select("svg a")]
    assert years == [f"/cr/20{year}-05-01/" for year in range(10, 22, 2)]
    assert not library.select("ol")
    assert links(library)["The same as a table"] == "/cr/"


def test_a_step_of_a_path_leads_to_the_rule_that_opens_so_and_to_no_other(client):
    make.library()
    edition = make.edition("2030-01-01")
    make.version(edition, "502", title="Untap Step", kind="section")
    make.version(edition, "503", title="Something Else", kind="section")
    make.version(edition, "601", title="Casting", kind="section")
    make.version(edition, "601.3a", "To propose the casting of owls, whistle.")
    page = read(client, "/paths/")
    assert faults(page) == []
    shown = {words(link): link["href"] for link in page.select(".diagram svg a")}
    assert shown == {
        "Put the card on the stack 601.3a": "/cr/2030-01-01/601.3a/#601.3a",
        "Untap 502": "/cr/2030-01-01/502/",
    }
    for section in page.select(".diagram"):
        boxes = [words(box.find("text")) for box in section.select("svg a, svg .missing")]
        assert boxes == [words(item).partition(" (")[0].removesuffix(" no such rule in this edition")
                         for item in section.select("details li")]  # fmt: skip
        assert len(section.select(".loop")) == words(section.details).count("“") - words(section.details).count("to “")


def test_the_written_paths_fit_their_boxes_and_quote_pointers_alone():
    for path in paths._paths().values():
        count = len(path["steps"])
        assert all(len(label) <= 28 and len(opens.split()) <= 8 for _, opens, label in path["steps"])
        assert all(1 <= end <= start <= count for start, end, _ in path.get("loops", ()))


def test_the_map_of_a_rule_leads_to_those_that_cite_it_and_those_that_it_cites(client):
    make.library()
    edition = make.edition("2030-01-01")
    make.version(edition, "802", title="Gates", kind="section")
    rules = [make.version(edition, f"802.{index}", f"Rule {index} sees some.") for index in range(1, 11)]
    for citing, cited in [(rules[0], rules[1]), *((rule, rules[0]) for rule in rules[2:])]:
        reference = Reference.objects.create(wording=citing.wording, start=0, end=4, cited=cited.number, kind="rule")
        citation = Citation.objects.create(reference=reference, edition=edition, outcome="resolved")
        CitationTarget.objects.create(citation=citation, version=cited)
    page = read(client, "/cr/2030-01-01/802.1/")
    assert faults(page) == []
    drawn = page.select_one(".citation-map svg")
    assert [words(link) for link in drawn.find_all("a")] == [f"802.{index}" for index in [*range(3, 9), 2]]
    assert "and 2" in words(drawn)
    assert list(links(page.select_one(".citation-map details"))) == ["802.2"]
    assert read(client, "/cr/2030-01-01/802.3/").select(".citation-map") == []
