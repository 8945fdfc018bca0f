"""The calls of the API, on the pocket edition: what each answers, page by page, in how many queries."""

import hashlib
import itertools
import json
from io import StringIO
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rulesite.desk.models import Publication
from rulesite.reading.export import rows as export_rows
from rulesite.rulebook.models import Correction, Edition, Library, Rule, RuleVersion, Source
from rulesite.search import number_lookup
from tests import factories as make

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pocket_database")]

LISTS = {
    "documents": "documents",
    "contents": "contents/cr/2006-10-01",
    "export": "export/cr/2006-10-01",
    "glossary": "glossary/cr/2018-01-19",
    "keywords": "keywords/cr/2018-01-19",
    "history": "history/dangelo/2008-03-17/402.8g",
    "thread": "threads/{thread}",
    "resolve": "resolve?cited=402.1",
    "compare": "compare/dangelo/2002-10-15/2008-03-17",
    "descent": "descent/dangelo/2002-10-15/2008-03-17",
    "corrections": "corrections",
    "changes": "changes?since=2000-01-01",
    "examples": "examples",
    "examples of an edition": "examples/cr/2006-10-01",
    "games": "games",
    "sources": "sources",
    "ledger": "sources/{sha256}/ledger",
}


@pytest.fixture(autouse=True)
def terms(pocket_database, db):
    """A glossary, which the pocket edition has none of."""
    for name in ("Ability", "Cost", "Trample", "Zone"):
        make.term(Edition.at("cr/2018-01-19"), name, f"What {name.lower()} means.")


def get(client, call, status=200, **asked):
    """The answer to a call, as data."""
    answer = client.get(f"/api/v1/{call}", asked)
    assert answer.status_code == status, answer.content
    return answer.json()


def address_of(call):
    """A call with what is known of the library filled in."""
    thread = RuleVersion.objects.filter(key="402.8g", edition__document__slug="dangelo").get().rule_id
    return call.format(thread=thread, sha256=Source.objects.order_by("pk").first().sha256)


def rows_of(found):
    """The rows of a page, whatever they are called."""
    return found["rows"]


@pytest.mark.slow
@pytest.mark.parametrize("nth", [20, 1])
@pytest.mark.parametrize("call", LISTS.values(), ids=LISTS)
def test_the_pages_of_a_list_are_all_of_it_both_ways(client, call, nth):
    place = address_of(call)
    whole = get(client, f"{place}{'&' if '?' in place else '?'}size=500")
    size = min(200, max(3, whole["total"] // nth))
    rows, pages, page = [], [], f"/api/v1/{place}{'&' if '?' in place else '?'}size={size}"
    while page:
        answer = client.get(page)
        part = answer.json()
        pages.append(page)
        rows += rows_of(part)
        assert (f'<{part["next"]}>; rel="next"' in answer["Link"]) == bool(part["next"])
        page = part["next"]
    assert len(rows) == part["total"]
    if whole["total"] <= 500:
        assert rows == rows_of(whole)
    back = 1
    while part["previous"]:
        part = client.get(part["previous"]).json()
        back += 1
    assert back == len(pages) == part["pages"]


@pytest.mark.slow
@pytest.mark.parametrize("call", LISTS.values(), ids=LISTS)
def test_more_rows_take_no_more_queries(client, call):
    place = address_of(call)
    counts = []
    for size in (2, 100):
        mark = "&" if "?" in place else "?"
        get(client, f"{place}{mark}size={size}&page=1")  # what is kept between requests is there
        with CaptureQueriesContext(
            connection,
        ) as asked:
            client.head(f"/api/v1/{place}{mark}size={size}&page=1&again={size}")
        counts.append(len(asked))
    assert counts[1] <= counts[0] + 2, counts  # what a page has nothing of is not asked for


def test_a_list_without_an_envelope_says_in_its_header_where_it_goes_on(client):
    whole = get(client, "editions")
    page, found = "/api/v1/editions?size=2", []
    while page:
        answer = client.get(page)
        found += answer.json()
        links = dict(reversed(part.strip().split("; rel=")) for part in answer["Link"].split(","))
        page = links.get('"next"', "").strip("<>")
    assert found == whole
    assert {row["edition"] for row in whole} == {each.address for each in Edition.objects.all()}
    assert {row["document"] for row in get(client, "editions?document=dangelo")} == {"dangelo"}


def test_the_first_call_says_which_state_readers_see_and_where_lists_begin(client):
    found = get(client, "")
    assert found["version"] == "1"
    for name, place in found["calls"].items():
        assert client.get(place, {"since": "2000-01-01"} if name == "changes" else {}).status_code == 200


def test_an_edition_leads_to_all_that_it_says(client):
    found = get(client, "editions/cr/2006-10-01")
    assert found["provisions"] == RuleVersion.objects.filter(edition__effective="2006-10-01").count()
    for place in found["calls"].values():
        answer = client.get(place, follow=True)
        assert answer.status_code == 200
        assert b"".join(answer.streaming_content) if answer.streaming else answer.content
    assert found["earlier"] is None
    assert get(client, f"editions/{found['later']}")["earlier"] == "cr/2006-10-01"


def test_a_day_between_editions_has_the_one_in_force(client):
    days = sorted(each.effective for each in Edition.objects.filter(document__slug="cr"))
    between = days[0].replace(day=min(days[0].day + 1, 28))
    found = get(client, f"at/cr/{between}")
    assert found["edition"]["effective"] == str(days[0])
    assert (found["exact"], found["later"]) == (False, f"cr/{days[1]}")
    assert "another may lie between" in found["note"]
    assert get(client, f"at/cr/{days[0]}") | {"calls": {}} == found | {
        "calls": {}, "day": str(days[0]), "note": "", "exact": True,
    }  # fmt: skip
    assert "before every edition" in get(client, "at/cr/1066-10-14", 404)["error"]
    assert "not a date" in get(client, "at/cr/yesterday", 422)["error"]


def test_what_had_a_number_on_a_day_is_the_rule_of_that_edition(client):
    found = get(client, "at/cr/2006-12-24/404.1")["rule"]
    assert found["address"] == "cr/2006-10-01/404.1"
    asked = {name: found[name] for name in ("note", "sure", "doubt")}
    assert found == get(client, "rule/cr/2006-10-01/404.1") | asked
    assert (asked["sure"], bool(asked["doubt"])) == (False, True)  # of the later edition only an extract is held
    assert get(client, "at/cr/2006-10-01/404.1")["rule"]["sure"]
    between = get(client, "rule/404.1@2006-12-24")
    assert (between["address"], between["sure"], between["others"]) == ("cr/2006-10-01/404.1", False, [])
    assert "another may lie between" in between["note"]
    [era] = get(client, "resolve?cited=404.1@2006-12-24")["rows"]
    assert (era["sure"], bool(era["doubt"])) == (False, True)
    assert get(client, "resolve?cited=404.1@2006-10-01")["rows"][0]["sure"]


def test_a_day_between_editions_that_differ_gives_both_readings(client):
    old, new = (Edition.objects.get(document__slug="cr", effective=day) for day in ("2006-10-01", "2018-01-19"))
    make.version(new, "404.1", "Something else.", parent=None)
    found = get(client, "at/cr/2006-12-24/404.1")
    assert (found["rule"]["edition"], found["rule"]["others"]) == (old.address, ["cr/2018-01-19/404.1"])
    assert get(client, "rule/404.1@2006-12-24")["others"] == ["cr/2018-01-19/404.1"]
    rows = get(client, "resolve?cited=404.1@2006-12-24")["rows"]
    assert [(row["edition"], row["sure"]) for row in rows] == [(old.address, False), (new.address, False)]
    assert all(target["confidence"] <= 0.5 for row in rows for target in row["today"])
    then = get(client, "resolve?cited=404.1@2006-10-01&at=2006-12-24")["then"]
    assert all(target["doubt"] for target in then)
    data = {"text": "See rule 404.1.", "as_of": "2006-12-24", "fix": True}
    answer = client.post("/api/v1/cite", data, content_type="application/json").json()
    [cited] = answer["citations"]
    assert (cited["status"], cited["sure"], cited["replacement"]) == ("ambiguous", False, None)
    assert (answer["edition"], answer["later"], answer["fixed"]) == (old.address, new.address, data["text"])
    assert "there was no 999.9" in get(client, "at/cr/2006-12-24/999.9", 404)["error"]


@pytest.mark.slow
def test_a_rule_knows_what_stands_around_it(client):
    rows = get(client, "export/cr/2006-10-01?size=2000")["rows"]
    keys = [row["key"] for row in rows if row["number"]]
    for before, key, after in zip(["", *keys], keys[:30], keys[1:], strict=False):
        found = get(client, f"rule/cr/2006-10-01/{key}")
        assert (found["previous"] or "", found["next"] or "") == (before, after)
        assert [above["number"] for above in found["ancestors"]][-1:] == ([found["parent"]] if found["parent"] else [])


@pytest.mark.slow
def test_a_batch_finds_each_as_if_it_was_asked_for_alone(client):
    keys = RuleVersion.objects.order_by("pk").values_list("edition__document__slug", "edition__effective", "key")
    wanted = [f"{slug}/{day}/{key}" for slug, day, key in keys[:25]] + [
        "402.1",
        "999.9",
        "haste",
        "402.1@1999",
        "402.1-3",
    ]
    posted = client.post("/api/v1/rules", json.dumps({"wanted": wanted}), content_type="application/json").json()
    assert posted == get(client, "rules", wanted=wanted)
    for asked, row in zip(wanted, posted["rows"], strict=True):
        alone = client.get(f"/api/v1/rule/{asked}").json()
        assert row["wanted"] == asked
        assert row["error"] == alone.get("error", "")
        if row["found"]:
            assert row["found"] == {name: alone[name] for name in row["found"]}


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.builds(
            "{}{}{}".format,
            st.sampled_from(["", "CR ", "cr/", "rule ", "dangelo/", "nobody's "]),
            st.sampled_from(["402.1", "402", "404.1a", "A.4", "999.9", "100.1-3", "x"]),
            st.sampled_from(["", "@2006", "@2006-10-01", " 2018", "@1950", "~2"]),
        ),
        min_size=1,
        max_size=6,
    )
)
def test_looking_up_together_is_looking_up_alone(wanted):
    assert number_lookup.look_up_all(wanted) == [number_lookup.look_up(each) for each in wanted]


def test_a_hundred_addresses_take_as_many_queries_as_two():
    keys = RuleVersion.objects.values_list("key", flat=True)
    few, many = list(keys[:2]), [*keys[:90], *(f"{key}zz" for key in range(100, 110))]
    counts = []
    for wanted in (few, many):
        with CaptureQueriesContext(connection) as asked:
            number_lookup.look_up_all(wanted)
        counts.append(len(asked))
    assert counts[1] <= 8
    assert counts[0] <= counts[1]


def batch(client, wanted):
    """The rows that come of a batch, and the bytes of its answer."""
    answer = client.post("/api/v1/rules", json.dumps({"wanted": wanted}), content_type="application/json")
    assert answer.status_code == 200, answer.content[:200]
    return answer.json()["rows"], len(answer.content)


@settings(max_examples=5)
@given(st.text(min_size=1, max_size=8), st.sampled_from(["", "402.1", "cr/402.1/"]), st.integers(1, 2_000_000))
def test_what_is_asked_for_is_said_again_in_few_words(client, text, before, length):
    """However long it is, and however many bytes its letters have."""
    wanted = [before + text * (length // 100 // len(json.dumps(text)) + 1)] * 100
    rows, size = batch(client, wanted)
    assert size < 250_000
    assert len(rows) == 100
    for asked, row in zip(wanted, rows, strict=True):
        assert asked.startswith(row["wanted"].removesuffix("…"))
        assert (row["wanted"] == asked) == (len(asked) <= 200)
        assert bool(row["found"]) != bool(row["error"])


@settings(max_examples=4)
@example([900, 900, 900, 1])
@given(st.lists(st.integers(1, 1_600), min_size=2, max_size=6))
def test_a_batch_has_a_size_whatever_it_finds_and_says_what_has_no_room(client, lengths):
    edition = make.edition("2030-01-01")
    for nth, length in enumerate(lengths, start=1):
        make.version(edition, f"999.{nth}", "“é” " * length * 100)
    wanted = [f"cr/2030-01-01/999.{nth}" for nth, _ in enumerate(lengths, start=1)]
    rows, size = batch(client, wanted)
    alone = [batch(client, [each]) for each in wanted]
    assert size <= max(1_600_000, *(each for _, each in alone))
    for row, (found, _) in zip(rows, alone, strict=True):
        assert row == found[0] or (row["found"], "fewer others" in row["error"]) == (None, True)
    assert rows[0] == alone[0][0][0]
    if sum(each for _, each in alone) < 1_500_000:
        assert rows == [found[0] for found, _ in alone]
    edition.delete()


@pytest.mark.parametrize("wanted", [[], ["402.1"] * 101])
def test_a_batch_has_a_size(client, wanted):
    answer = client.post("/api/v1/rules", json.dumps({"wanted": wanted}), content_type="application/json")
    assert (answer.status_code, set(answer.json())) == (422, {"error"})


def test_the_pieces_of_a_difference_give_both_texts(client):
    found = get(client, "difference", earlier="404.1@2006-10-01", later="cr/2018-01-19/701.3")
    for side, name in (("earlier", "before"), ("later", "after")):
        assert "".join(piece[name] for piece in found["difference"]) == found[side]["text"]
    assert found["same_rule"] == (found["earlier"]["thread"] == found["later"]["thread"])


def test_a_history_ends_with_the_words_of_the_newest_version(client):
    found = get(client, "history/dangelo/2008-03-17/402.8g")
    own = [row for row in found["rows"] if not row["side"]]
    assert own[-1]["until"] == found["newest"].rpartition("/")[0]
    for before, row in itertools.pairwise(own):
        assert before["edition"] < row["edition"]
        if row["difference"]:
            assert "".join(piece["after"] for piece in row["difference"]) == row["text"]


def test_a_thread_that_became_part_of_another_answers_with_that_one(client):
    standing = RuleVersion.objects.filter(rule__isnull=False).first().rule
    gone = Rule.objects.create(document=standing.document, merged_into=standing)
    found = get(client, f"threads/{gone.pk}")
    assert (found["thread"], found["merged_into"]) == (gone.pk, standing.pk)
    assert found["rows"] == get(client, f"threads/{standing.pk}")["rows"]
    assert client.get(found["history"]).status_code == 200
    assert "no rule" in get(client, "threads/99999999", 404)["error"]


def printed(*command, **options):
    """What a command prints as JSON."""
    out = StringIO()
    call_command(*command, json=True, stdout=out, **options)
    return json.loads(out.getvalue())


def test_resolving_and_descent_say_what_the_commands_say(client):
    said = printed("resolve", "402.1")
    assert get(client, "resolve?cited=402.1")["today"] == said["today"]
    asked = get(client, "resolve", cited="402.8g@2008-03-17", at="2010-06-01")
    assert asked["then"] == printed("resolve", "402.8g@2008-03-17", at="2010-06-01")["then"]
    edges = get(client, "descent/dangelo/2002-10-15/2008-03-17?size=2000")["rows"]
    assert edges == printed("descent", "dangelo/2002-10-15", "dangelo/2008-03-17")


def test_what_changed_is_counted_and_told_as_on_the_page(client):
    found = get(client, "compare/dangelo/2002-10-15/2008-03-17?size=500")
    told = ("new", "removed", "reworded", "split", "merged")
    assert found["total"] == sum(found["counts"].get(kind, 0) for kind in told)
    for row in found["rows"]:
        if row["earlier"] and row["later"]:
            assert "".join(piece["before"] for piece in row["difference"]) == row["earlier"][0]["text"]
    page = client.get(found["url"]).content.decode()
    assert all(f"/{side['key']}/" in page for row in found["rows"] for side in row["earlier"] + row["later"])
    one = found["rows"][0]["later"][0]["key"]
    assert all(one in str(row) for row in get(client, f"compare/dangelo/2002-10-15/2008-03-17?rule={one}")["rows"])


@pytest.mark.parametrize(
    ("call", "status", "said"),
    [
        ("compare/cr/2018-01-19/2006-10-01", 404, "is not before"),
        ("compare/cr/2006-10-01/2006-10-01", 404, "is not before"),
        ("compare/cr/2006-10-01/1066-10-14", 404, "no edition"),
        ("compare/dangelo/2002-10-15/2008-03-17?kind=odd", 422, "kind"),
        ("editions/cr/1066-10-14", 404, "held: "),
        ("editions?document=nothing", 404, "no document"),
        ("export/cr/2006-10-01?page=9999", 404, "pages of"),
        ("changes?since=soon", 422, "not a date"),
        ("corrections?edition=cr/1066-10-14", 404, "no edition"),
        ("glossary/cr/2018-01-19/nothing", 404, "no entry"),
        ("resolve?cited=999.9", 404, "999.9"),
        ("resolve?cited=402.1&at=never", 404, "not a date"),
        ("difference?earlier=402.1&later=haste", 404, "not an address"),
        ("sources/nothing", 404, "no source"),
        ("sources/nothing/original", 404, "sha256"),
        ("games/nothing", 404, "no game"),
        ("examples/cr/2006-10-01?outcome=odd", 422, "outcome"),
        ("threads/0", 404, "permanent number"),
    ],
)
def test_what_cannot_be_answered_says_why(client, call, status, said):
    assert said in get(client, call, status)["error"]


def test_what_is_new_since_a_day_leads_to_all_of_it(client):
    found = get(client, "changes?since=2006-12-24")
    assert found["in_force"] == "cr/2006-10-01"
    assert all(row["effective"] > "2006-12-24" for row in found["rows"])
    assert client.get(found["compare"]).json()["later"] == found["rows"][0]["edition"]
    assert get(client, "changes?since=1990-01-01")["compare"] is None
    assert get(client, "changes?since=2999-01-01")["total"] == 0


def test_what_is_new_since_a_publication_is_in_the_log_of_publications(client):
    newest = Library.current().publication + 2
    Library.objects.update(publication=newest)
    for number, came, touched in ((newest - 1, [], ["dangelo/2008-03-17"]), (newest, ["cr/2018-01-19"], [])):
        held = ["cr/2006-10-01", "dangelo/2008-03-17"]
        Publication.objects.update_or_create(
            number=number, defaults={"made": timezone.now(), "before": held, "after": held + came, "touched": touched}
        )
    found = get(client, f"changes?publication={newest - 2}")
    assert [row["edition"] for row in found["rows"]] == ["cr/2018-01-19"]
    of_rulings = get(client, f"changes?publication={newest - 2}&document=dangelo")
    assert [row["edition"] for row in of_rulings["rows"]] == ["dangelo/2008-03-17"]
    assert get(client, f"changes?publication={newest - 1}&document=dangelo")["rows"] == []
    assert get(client, f"changes?publication={newest}")["rows"] == []
    for unknown in (-1, newest + 1, newest - 3):
        expected = 200 if unknown == newest - 3 and Publication.objects.filter(number=newest - 2).exists() else 404
        assert client.get(f"/api/v1/changes?publication={unknown}").status_code == expected
    everything = [row["edition"] for row in get(client, "changes")["rows"]]
    assert everything == sorted((each for each in held + came if each.startswith("cr/")), reverse=True)
    both = get(client, f"changes?since=2018-01-19&publication={newest - 2}")
    assert both["rows"] == [], "what took effect on the day did not do so after it"


def test_a_correction_is_told_with_its_reason_and_not_by_whom(client, django_user_model):
    author = django_user_model.objects.create_user("somebody-who-corrects")
    Correction.objects.create(
        edition="cr/2006-10-01", owner="404.1", original="old", corrected="new", reason="a slip", author=author
    )
    answer = client.get("/api/v1/corrections?edition=cr/2006-10-01&since=2020-01-01")
    assert [row["reason"] for row in answer.json()["rows"]] == ["a slip"]
    assert "somebody" not in answer.content.decode()
    assert get(client, "corrections?since=2999-01-01")["rows"] == []


def test_the_segments_of_a_file_are_the_file(client):
    for file in get(client, "sources")["rows"]:
        told = get(client, f"sources/{file['sha256']}")
        assert told["tiling"]["holds"]
        rows, page = [], told["ledger"]
        while page:
            part = client.get(page).json()
            rows, page = rows + part["rows"], part["next"]
        original = client.get(told["original"])
        assert hashlib.sha256(original.content).hexdigest() == file["sha256"]
        assert "immutable" in original["Cache-Control"]
        assert "".join(row["text"] for row in rows) == Source.objects.get(sha256=file["sha256"]).data.decode()


def test_a_term_is_told_with_the_editions_that_have_it(client):
    rows = get(client, "glossary/cr/2018-01-19")["rows"]
    assert rows == export_rows.terms(Edition.at("cr/2018-01-19"))
    one = get(client, f"glossary/cr/2018-01-19/{rows[0]['key']}")
    assert "cr/2018-01-19" in one["stood_in"]
    assert {name: one[name] for name in rows[0]} == rows[0]


def test_the_citations_of_a_text_are_judged_and_mended(client):
    text = "See rule 402.1 and rule 999.9."
    asked = {"text": text, "as_of": "2006-10-01", "fix": True}
    found = client.post("/api/v1/cite", json.dumps(asked), content_type="application/json").json()
    assert [one["cited"] for one in found["citations"]][-1].endswith("999.9")
    assert found["citations"][-1]["status"] == "never existed"
    assert found["edition"] == "cr/2006-10-01"
    assert "999.9" in found["fixed"]
    assert all(text[one["start"] : one["end"]] in one["cited"] for one in found["citations"])


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"text": "x" * 200_001}, 422),
        ({"text": "402.1", "as_of": "never"}, 422),
        ({"text": "402.1", "as_of": "1066-10-14"}, 404),
        ({"text": "402.1", "fix": 0}, 422),
        ({"text": "402.1", "markup": "odd"}, 422),
        ({}, 422),
        ("nothing", 422),
    ],
)
def test_a_text_that_cannot_be_read_is_refused(client, body, status):
    answer = client.post("/api/v1/cite", json.dumps(body), content_type="application/json")
    assert (answer.status_code, set(answer.json())) == (status, {"error"})


def test_a_body_that_is_no_json_is_refused(client):
    answer = client.post("/api/v1/cite", "{", content_type="application/json")
    assert (answer.status_code, set(answer.json())) == (400, {"error"})


@pytest.mark.parametrize(
    "former",
    [
        "editions",
        "rule/404.1@2006-10-01",
        "export/cr/2006-10-01?size=2",
        "search?q=cost",
        "dictionary",
        "typeahead?q=4",
    ],
)
def test_an_address_from_before_there_were_versions_leads_on_for_good(client, former):
    answer = client.get(f"/api/{former}")
    assert (answer.status_code, answer["Location"]) == (301, f"/api/v1/{former}")
    assert client.get(answer["Location"]).status_code == 200
    assert client.get("/api/openapi.json")["Location"] == "/api/v1/openapi.json"
    assert client.post(f"/api/{former}").status_code == 405


def test_the_next_page_asks_for_the_same_again(client):
    found = get(client, "compare/dangelo/2002-10-15/2008-03-17?kind=reworded&size=1")
    asked = parse_qs(urlsplit(found["next"]).query)
    assert asked == {"kind": ["reworded"], "page": ["2"], "size": ["1"]}


@pytest.mark.slow
@pytest.mark.django_db
def test_a_table_is_played_and_says_what_may_be_done(client):
    position = 'given = "Ann, in play: Bear 2/2 green. Bob, in play: Wolf 3/3"'

    def ask(*actions, **more):
        body = {"day": "2006-10-01", "position": position, "actions": actions, **more}
        return client.post("/api/v1/table", body, content_type="application/json")

    now = ask().json()
    assert {each["sentence"] for each in now["actions"]} >= {"All pass", "Ann attacks Bob with Bear"}
    blocked = ask("Ann attacks Bob with Bear", "All pass", "Bob blocks Bear with Wolf").json()
    assert (blocked["stop"], blocked["done"]) == ("", 3)
    refused = ask("Bob attacks Ann with Wolf").json()
    assert (refused["stop"], refused["done"]) == ("refused", 0)
    assert refused["reason"]
    assert ask(day="yesterday").status_code == ask(position="given = ").status_code == 422
    assert ask(*["All pass"] * 81).status_code == 422
    assert now["layers"] == []
    (layers,) = ask(position=position.replace("green", "with a +1/+1 counter")).json()["layers"]
    assert (layers["place"], layers["name"], layers["rule"]) == (0, "Bear", "418.5a")
    assert [(step["number"], step["source"], step["power"]) for step in layers["steps"]] == [
        ("", "", 2), ("6c", "its counters", 3),
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.django_db
def test_a_table_is_compared_with_that_of_another_day(client):
    """Mana that is left as a phase ends hurt until 2009."""
    body = {
        "day": "2009-05-01",
        "position": 'given = "Ann, in play: Mountain"',
        "actions": ["Ann taps Mountain for mana", "All pass"],
    }

    def ask(**more):
        return client.post("/api/v1/table", {**body, **more}, content_type="application/json")

    parting = ask(compare_with="2021-11-19").json()["parting"]
    assert (parting["sentence"], parting["differences"]) == (2, ["Ann’s life: 19 / 20"])
    before, after = parting["steps"]
    assert (before["text"], before["rule"]) == ("Ann suffers mana burn", "300.3")
    assert after is None or after["text"] != before["text"]
    assert ask().json()["parting"] is ask(compare_with="2009-05-01").json()["parting"] is None
    assert ask(compare_with="1990-01-01").status_code == ask(compare_with="soon").status_code == 422


@pytest.mark.slow
@pytest.mark.django_db
def test_what_is_not_read_of_a_card_is_part_of_a_table(client):
    position = 'given = "Ann, in hand: Odd"\n[cards.Odd]\nline = "Instant"\ntext = "Wuggle sideways."'
    body = {"day": "2021-11-19", "position": position, "actions": []}
    state = client.post("/api/v1/table", body, content_type="application/json").json()
    (odd,) = state["state"]["players"][0]["hand"]
    assert [row["paragraph"] for row in odd["unread"]] == ["Wuggle sideways."]
    (action,) = [each for each in state["not_modelled"] if each["about"] == "Odd"]
    assert "Wuggle sideways." in action["reason"]
