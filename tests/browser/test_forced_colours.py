"""Where the system forces its own few colours on a page (high contrast): what a shade or a shadow said, a line says."""

import pytest

pytestmark = pytest.mark.usefixtures("site")
RULE = "/cr/2006-10-01/409.1b/"
OUTLINE = "element => getComputedStyle(element).outlineStyle"


@pytest.fixture(params=["light", "dark"])
def forced(page, request):
    """A page in forced colours, in a palette of either kind."""
    page.emulate_media(forced_colors="active", color_scheme=request.param)
    return page


def test_what_was_found_can_be_read(forced):
    forced.goto("/search/?q=cost")
    probe = """mark => {
        const made = document.body.appendChild(document.createElement("i"));
        made.style.cssText = "forced-color-adjust: none; color: MarkText; background: Mark";
        const [wanted, seen] = [made, mark].map((each) => getComputedStyle(each));
        return [seen.color, seen.backgroundColor].join() === [wanted.color, wanted.backgroundColor].join();
    }"""
    assert forced.locator(".hit mark").first.evaluate(probe)


def test_a_symbol_keeps_its_disc(forced):
    forced.goto(RULE)
    symbol = forced.locator(".sym").first
    assert symbol.evaluate("sym => getComputedStyle(sym).backgroundColor") == "rgb(211, 205, 193)"


@pytest.mark.parametrize(
    ("path", "marked"),
    [
        (RULE, ".provision.current"),
        ("/cr/2006-10-01/409/#409.1b", ".provision:target"),
        ("/cr/2006-10-01/409.1b/history/", ".moment.being-read"),
        ("/search/?q=cost", ".kinds [aria-current]"),
        ("/games/nested-triggers/", ".jump [aria-current]"),
        ("/sources/1/#L3", ".line:target"),
    ],
)
def test_what_is_marked_has_a_line_around_it(forced, path, marked):
    forced.goto(path)
    assert forced.locator(marked).first.evaluate(OUTLINE) == "solid"


def test_the_line_that_is_chosen_in_the_box_can_be_told_from_the_others(forced):
    forced.goto(RULE)
    forced.keyboard.press("/")
    forced.keyboard.type("409")
    forced.get_by_role("option").nth(1).wait_for()
    forced.keyboard.press("ArrowDown")
    chosen, other = (forced.get_by_role("option").nth(at).evaluate(OUTLINE) for at in (0, 1))
    assert (chosen, other) == ("solid", "none")


def test_a_card_that_is_new_in_its_zone_can_be_told_from_one_that_changed(forced):
    forced.goto("/games/nested-triggers/")
    forced.get_by_role("button", name="Next").click()
    moved = forced.locator(".move.now .card.moved").first
    assert moved.evaluate(OUTLINE) == "solid"
