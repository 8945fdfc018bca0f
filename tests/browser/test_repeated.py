"""What is asked of a few of each kind is asked of every kind: a fault in one of many items is found."""

import pytest

from tests.browser import repeated

LIST = """<!doctype html><html lang="en"><title>Forty</title><main><h1>Forty</h1><ul>{items}</ul></main>"""
ITEM = '<li class="{kind}"><a href="#{nth}">Number {nth}</a> <b>of forty</b>{more}</li>'


@pytest.fixture
def forty(page):
    """A page of forty items; ``forty({30: more})`` has more in the thirtieth, ``forty({}, {30: kind})`` another class on it."""

    def showing(more, kinds=None):
        items = [ITEM.format(nth=nth, kind=(kinds or {}).get(nth, ""), more=more.get(nth, "")) for nth in range(1, 41)]
        page.set_content(LIST.format(items="".join(items)))
        page.add_style_tag(content=".pale { color: #ccc } a { line-height: 3 }")
        return page

    return showing


def numbers(page):
    """The numbers of the items on a page."""
    return page.locator("li > a").evaluate_all("all => all.map(each => Number(each.hash.slice(1)))")


def test_of_items_alike_the_first_stay_and_then_all_are_there_again(forty):
    page = forty({})
    before = page.content()
    with repeated.taken_out(page):
        assert numbers(page) == [1, 2, 3, 4, 5]
    assert page.content() == before


def test_what_is_of_another_kind_stays_wherever_it_is(forty):
    page = forty({20: "<i>more</i>", 30: '<b hidden="">of forty</b>', 31: "<i></i>"}, {40: "other"})
    with repeated.taken_out(page):
        assert numbers(page) == [1, 2, 3, 4, 5, 20, 30, 31, 40]


def test_what_a_reader_is_at_stays(forty):
    page = forty({})
    page.locator("li").nth(34).evaluate("each => { each.id = 'here'; location.hash = 'here'; }")
    page.locator("a").nth(29).focus()
    with repeated.taken_out(page):
        assert numbers(page) == [1, 2, 3, 4, 5, 30, 35]
    assert page.evaluate("document.activeElement.hash") == "#30"


@pytest.mark.parametrize(
    ("rule", "more", "kinds"),
    [
        ("color-contrast", {}, dict.fromkeys(range(1, 41), "pale")),
        ("color-contrast", {}, {40: "pale"}),
        ("image-alt", {40: '<img src="data:,">'}, {}),
        ("button-name", {40: "<button></button>"} | dict.fromkeys(range(1, 40), "<button>Go</button>"), {}),
    ],
)
def test_axe_finds_a_fault_of_every_item_and_of_the_last_alone(forty, axe, rule, more, kinds):
    with pytest.raises(AssertionError, match=rule):
        axe(forty(more, kinds))


def test_axe_finds_nothing_where_items_have_no_fault(forty, axe):
    axe(forty({}))
