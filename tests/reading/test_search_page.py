"""The search page: numbers lead to rules, words to results, and everything else to a polite answer."""

import pytest

from rulesite.rulebook.models import Citation, CitationTarget, Reference
from rulesite.search.indexing import builder
from tests import factories as make
from tests.reading.read_pages import faults, links, read, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pocket_database")]


@pytest.fixture
def rule():
    """A rule of the newest edition of the Comprehensive Rules that has words."""
    from rulesite.rulebook.models import RuleVersion

    found = RuleVersion.objects.filter(kind="rule", wording__isnull=False, edition__document__slug="cr")
    return found.select_related("edition__document", "wording").order_by("-edition__effective", "position")[0]


def test_a_number_leads_straight_to_the_rule(client, rule):
    response = client.get("/search/", {"q": rule.number}, follow=True)
    assert response.redirect_chain
    assert f'id="{rule.key}" tabindex="-1"' in response.content.decode()


def test_a_number_with_an_edition_leads_to_that_edition(client, rule):
    response = client.get("/search/", {"q": rule.address})
    assert response["Location"] == f"{rule.get_absolute_url()}#{rule.key}"


def test_a_run_is_marked_and_named(client):
    from rulesite.rulebook.models import RuleVersion

    subrules = RuleVersion.objects.filter(kind="subrule", edition__document__slug="cr").order_by("edition", "position")
    first = next(version for version in subrules if version.number.endswith("a"))
    siblings = list(subrules.filter(edition=first.edition, parent=first.parent))
    run = f"{first.number}-{siblings[-1].number[-1]}@{first.edition.slug}"
    response = client.get("/search/", {"q": run}, follow=True)
    page = response.content.decode()
    assert f"You asked for {first.key} to {siblings[-1].number}" in page
    assert f'class="provision subrule within" id="{siblings[-1].key}"' in page


def test_words_give_results_with_the_words_marked(client):
    page = read(client, "/search/?q=ability")
    hits = page.find_all(class_="hit")
    assert hits
    assert any(mark.get_text().lower().startswith("abilit") for mark in page.find_all("mark"))
    assert all(hit.a["href"].startswith("/") for hit in hits)
    assert faults(page) == []


def test_results_can_be_narrowed_by_document_edition_and_kind(client):
    everything = read(client, "/search/?q=ability")
    edition = next(
        option["value"]
        for option in everything.find("select", attrs={"name": "edition"}).find_all("option")
        if option["value"]
    )
    page = read(client, f"/search/?q=ability&edition={edition}")
    assert all(f"/{edition}/" in hit.a["href"] for hit in page.find_all(class_="hit"))
    assert page.find("option", selected=True)["value"] == edition
    assert "Search everything" in links(page.main)


def test_a_link_under_each_hit_tells_why_it_stands_there(client):
    page = read(client, "/search/?q=ability")
    assert not page.find_all(class_="why")
    hits = page.find_all(class_="hit")
    assert [links(hit)["why here?"] for hit in hits] == [
        f"?q=ability&why=1#hit-{nth}" for nth in range(1, len(hits) + 1)
    ]
    page = read(client, "/search/?q=ability&why=1")
    assert all(hit.find(class_="why").find_all("li") for hit in page.find_all(class_="hit"))
    assert faults(page) == []


def test_a_typo_is_put_right_and_what_was_typed_is_a_link_away(client):
    page = read(client, "/search/?q=abilitty")
    assert "Showing results for ability" in words(page.main)
    assert page.find_all(class_="hit")
    as_typed = read(client, f"/search/{page.find(class_='typed')['href']}")
    assert "Showing results for" not in words(as_typed.main)
    assert not as_typed.find_all(class_="hit")


def test_a_number_that_never_was_gets_an_answer(client):
    page = read(client, "/search/?q=999.99")
    assert "999.99" in words(page.find(class_="said"))


@pytest.mark.parametrize(
    "query",
    [
        "",
        " ",
        "*",
        "*e*",
        '"',
        "((((((",
        "x" * 10_000,
        "{T}",
        "+1/+1",
        "isn't",
        "NOT",
        "a OR",
        "<script>",
        "\x00",
        "é" * 300,
        "[a TO z]",
    ],
)
def test_an_absurd_query_gets_an_answer_or_a_polite_message(client, query):
    response = client.get("/search/", {"q": query, "page": "0; drop", "kind": "nonsense", "edition": "../.."})
    assert response.status_code == 200
    response = client.get("/search/", {"q": query}, follow=True)
    assert response.status_code == 200
    assert b"<script>" not in response.content


def test_pages_beyond_the_last_are_answered(client):
    assert read(client, "/search/?q=ability&page=500").h1


def test_kinds_of_results_are_links_that_keep_the_other_filters(client):
    page = read(client, "/search/?q=ability&document=cr")
    kinds = page.find("nav", class_="kinds")
    assert words(kinds.find(attrs={"aria-current": "true"})).startswith("Everything")
    for link in kinds.find_all("a")[1:]:
        narrowed = read(client, f"/search/{link['href']}")
        assert words(narrowed.find("nav", class_="kinds").find(attrs={"aria-current": "true"})) == words(link)
        assert words(narrowed.h1).split()[0] == words(link).split()[-1]
        assert narrowed.find("select", attrs={"name": "document"}).find("option", selected=True)["value"] == "cr"
        assert faults(narrowed) == []


def test_a_title_that_was_found_stands_once(client):
    hits = read(client, "/search/?q=ability").find_all(class_="hit")
    assert hits
    for hit in hits:
        shown = hit.find(class_="excerpt")
        assert shown is None or words(shown) != words(hit.h2.a.find_all("span")[1])


@pytest.mark.parametrize(
    ("query", "heading"),
    [("xylophone", "Nothing found"), ("999.99", "Nothing found"), ("NOT cost", "Search"), ("", "Search")],
)
def test_the_heading_says_what_came_of_the_query(client, query, heading):
    page = read(client, f"/search/?q={query}")
    assert words(page.h1).startswith(heading)
    assert bool(page.find(class_="said"))
    assert page.find(class_="help")


@pytest.fixture
def cited_rules(index_folder):
    """Two long rules that cite each other, indexed; one has an example, and cites a rule that does not exist."""
    edition = make.edition("2030-01-01")
    make.version(edition, "802", title="Gates", kind="section")
    first = make.version(edition, "802.1", "A portcullis opens. See rule 802.2, and rule 899.9. " + "It creaks. " * 40)
    make.example(first, "Example: a portcullis creaks.")
    other = make.version(edition, "802.2", "A gate is no portcullis, see rule 802.1. " + "It creaks. " * 40)
    reference = Reference.objects.create(wording=first.wording, start=29, end=34, cited="802.2", kind="rule")
    citation = Citation.objects.create(reference=reference, edition=edition, outcome="resolved")
    CitationTarget.objects.create(citation=citation, version=other)
    builder.rebuild()
    return edition


def test_the_best_result_is_a_card_with_the_whole_rule(client, cited_rules):
    page = read(client, "/search/?q=portcullis+opens")
    card = page.select_one("li.hit")
    assert "answer-card" in card["class"]
    assert words(card.select_one(".answer-words")).count("It creaks.") == 40
    assert links(card.select_one(".answer-words")) == {"802.2": "/cr/2030-01-01/802.2/#802.2"}
    assert words(card.select_one(".answer-example .example")).endswith("a portcullis creaks.")
    assert words(card.select_one(".answer-cite")) == "CR 802.1 (2030-01-01)"
    assert card.select_one(".answer-words mark")
    assert faults(page) == []


def test_a_text_that_is_cut_opens_in_place_and_its_numbers_are_links(client, cited_rules):
    (cut,) = read(client, "/search/?q=portcullis").select(".cut:has(> details)")
    assert words(cut.select_one(".whole")).count("It creaks.") == 40
    assert 0 < words(cut.select_one(".excerpt")).count("It creaks.") < 40
    (number,) = links(cut.select_one(".excerpt"))
    assert links(cut.select_one(".whole")) == {number: f"/cr/2030-01-01/{number}/#{number}"}
    assert number in ("802.1", "802.2")


def test_the_filters_are_one_button_until_one_is_set(client):
    assert not read(client, "/search/?q=ability").select_one("details.narrowing").has_attr("open")
    assert read(client, "/search/?q=ability&document=cr").select_one("details.narrowing").has_attr("open")


def test_the_edition_stands_once_above_results_that_are_all_of_it(client):
    several = 0
    for query in ("ability", "stack", "player", "spell", "creature"):
        page = read(client, f"/search/?q={query}")
        above = page.find(class_="all-of")
        of_each = [words(hit.find(class_="aside")) for hit in page.find_all(class_="hit")]
        dated = [any(character.isdigit() for character in text.partition("same")[0]) for text in of_each]
        assert not any(dated) if above else all(dated), query
        several += above is None
    page = read(client, "/search/?q=ability&edition=cr/2006-10-01")
    assert words(page.find(class_="all-of")).startswith("All from CR 2006-10-01")
