"""What is worked out once for the pages is what they would work out themselves, and is renewed with what it shows."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.reading.caching import receivers
from rulesite.reading.models import Piece, Prepared, read, written
from rulesite.reading.precomputed import store
from rulesite.rulebook import signals
from rulesite.rulebook.citations import linker
from rulesite.rulebook.editing import corrections
from rulesite.rulebook.models import Edition, Example, GlossaryTerm, Part, RuleVersion
from tests import factories as make
from tests.reading.read_pages import prepare_all, spread

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pocket_database")]


@pytest.fixture(autouse=True)
def _nothing_prepared():
    """The pocket edition with a few glossary entries, and nothing prepared."""
    Prepared.objects.all().delete()
    Piece.objects.all().delete()
    for edition in Edition.objects.filter(document__slug="cr"):
        for name in ("Ability", "Cost", "Player"):
            linker.find_references(
                [make.term(edition, name, f"What rule 402 calls so: {name}.").wording], edition.scheme
            )
        linker.relink(edition)
    receivers.invalidate()


def stored():
    """All that is prepared, as it is stored: each section and letter whole."""
    pieces = dict(Piece.objects.values_list("digest", "packed"))
    found = {}
    for unit, packed in Prepared.objects.values_list("unit", "packed"):
        data = json.loads(store.unpack(packed))
        if unit.startswith("text "):
            data["leaves"] = [[*leaf[:-1], pieces[leaf[-1]]] for leaf in data["leaves"]]
            data["letters"] = [[letter, pieces[digest]] for letter, digest in data["letters"]]
        found[unit] = data["shown"] if unit.startswith("games ") else data
    return found


def addresses():
    """Every page that shows an edition, a section or a term, open at a provision of each kind, and the cards of
    these."""
    for edition in Edition.objects.select_related("document"):
        yield edition.get_absolute_url()
        yield f"{edition.get_absolute_url()}glossary/"
        yield f"{edition.get_absolute_url()}references/"
        for row in [*spread(edition), *edition.terms.all()]:
            yield row.get_absolute_url()
            yield f"{row.get_absolute_url()}card/"
    yield from ("/", "/cr/", "/dangelo/", "/cr/402.1/")


def pages(client, asked):
    """What stands at each address."""
    return {address: client.get(address).content for address in asked}


@pytest.mark.slow(seconds=10)
@pytest.mark.parametrize("nth", [3, pytest.param(1, marks=pytest.mark.thorough("every page"))])
def test_pages_are_the_same_whether_prepared_or_not_and_where_the_pieces_are_lost(client, nth):
    asked = list(addresses())[::nth]
    before = pages(client, asked)
    assert prepare_all()
    assert Prepared.objects.filter(unit__startswith="text ").count() == Edition.objects.count()
    after = pages(client, asked)
    assert {address for address in before if before[address] != after[address]} == set()
    Piece.objects.all().delete()
    receivers.invalidate()
    assert pages(client, asked) == before


@pytest.mark.slow
def test_a_prepared_page_sets_no_text(client, monkeypatch):
    prepare_all()
    monkeypatch.setattr("rulesite.reading.pages.sections.Typesetter", None)
    for edition in Edition.objects.select_related("document"):
        assert client.get(f"{edition.get_absolute_url()}glossary/").status_code == 200
        for version in spread(edition):
            assert client.get(version.get_absolute_url()).status_code == 200


@pytest.mark.slow
def test_nothing_is_prepared_twice(monkeypatch):
    prepare_all()
    before = stored()
    assert store.missing() == store.untold() == []
    assert not any(store.prepare(edition) for edition in Edition.objects.all())
    monkeypatch.setattr(store, "code", lambda: "another release")
    assert len(store.missing()) == len(store.untold()) == len(prepare_all()) == Edition.objects.count()
    assert store.missing() == store.untold() == []
    assert stored() == before


DAYS = ("2011-01-01", "2012-01-01")


@pytest.mark.slow
def test_what_two_editions_print_alike_is_stored_once():
    for day in DAYS:
        edition = make.edition(day)
        make.version(edition, "801", title="Teams")
        linker.find_references([make.version(edition, "801.1", "See rule 801.2.").wording], edition.scheme)
        make.version(edition, "801.2", "It works." if day < "2012" else "It works well.")
        linker.relink(edition)
    prepare_all()
    one, other = (store.text_of(edition)["leaves"][0][-1] for edition in Edition.objects.filter(effective__in=DAYS))
    assert one != other
    corrections.correct(
        RuleVersion.objects.get(key="801.2", edition__effective="2011-01-01"),
        "It works well.",
        reason="so",
        author=None,
    )
    one, other = (store.text_of(edition)["leaves"][0][-1] for edition in Edition.objects.filter(effective__in=DAYS))
    assert one == other


def rule():
    """A rule with a labelled Example."""
    return Example.objects.filter(labelled=True, version__isnull=False).order_by("pk").first().version


def example():
    """A labelled Example of a rule."""
    return rule().examples.filter(labelled=True).first()


def entry():
    """A glossary entry that a rule's text uses."""
    return GlossaryTerm.objects.order_by("-edition__effective", "pk").first()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("row", "part"),
    [(rule, Part.TEXT), (example, Part.TEXT), (entry, Part.TEXT), (entry, Part.TITLE), (None, Part.TITLE)],
    ids=["a text", "an Example", "a definition", "the name of an entry", "a heading"],
)
def test_a_correction_renews_exactly_what_preparing_all_anew_would_change(row, part):
    prepare_all()
    before = stored()
    shown = row() if row else RuleVersion.objects.exclude(title="").filter(kind="section").order_by("pk").first()
    words = "Zyzzyva" if part == Part.TITLE else f"{shown.wording.text} For example, zyzzyvas: see 402."
    corrections.correct(shown, words, part=part, reason="a trial", author=None)
    renewed = stored()
    assert renewed != before
    edition = (shown.version or shown.term).edition if isinstance(shown, Example) else shown.edition
    changed = {unit for unit in renewed if renewed[unit] != before[unit]}
    assert changed <= {store.unit(kind, edition) for kind in ("text", "counts", "games")}
    Prepared.objects.all().delete()
    prepare_all()
    assert stored() == renewed


@pytest.mark.slow
def test_an_edition_that_is_read_anew_is_prepared_anew_with_those_whose_tags_name_it():
    prepare_all()
    rulings = Edition.objects.filter(document__slug="dangelo", versions__wording__attributions__targets__isnull=False)
    citing = rulings.distinct().first()
    tag = (
        citing.versions.filter(wording__attributions__targets__isnull=False)
        .first()
        .wording.attributions.filter(targets__isnull=False)
    )
    named = tag.first().targets.first().version.edition
    signals.edition_changed.send(sender=Edition, edition=named)
    missing = {edition.address for edition in store.missing()}
    assert {named.address, citing.address} <= missing
    prepare_all()
    linker.await_attributions(named)
    named.delete()
    assert citing.address in {edition.address for edition in store.missing()}


@pytest.mark.slow
def test_pieces_that_nothing_shows_any_more_are_swept_away():
    prepare_all()
    assert store.sweep() == 0
    Edition.objects.first().delete()
    before = Piece.objects.count()
    assert store.sweep() == before - Piece.objects.count() > 0
    assert store.sweep() == 0
    assert stored()


@pytest.mark.slow
@given(st.recursive(st.text(), st.lists, max_leaves=8))
def test_what_is_written_is_read_again_with_the_path_where_it_stands(data):
    def placed(each):
        return each.replace("\0", "/cr/2006-10-01/") if isinstance(each, str) else [placed(one) for one in each]

    assert read(written(data), "/cr/2006-10-01/") == placed(data)
