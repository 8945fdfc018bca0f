"""Every kind of page, for everyone: axe-core finds nothing, nothing has to be scrolled sideways, focus is always seen."""

import pytest
from django.test import RequestFactory

from rulesite.reading.views import errors
from tests.browser import kinds

pytestmark = pytest.mark.slow(seconds=45)
SMALLEST = "rule with everything beside it", "term", "history"

SPACED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }
    p { margin-bottom: 2em !important; }`);
  document.adoptedStyleSheets.push(sheet);
}"""
"""The spacing that WCAG 1.4.12 lets a reader ask for."""

CUT = """() => [...document.querySelectorAll("main *, header *, footer *")].filter((each) => {
  const style = getComputedStyle(each);
  const hides = ["hidden", "clip"];
  return each.checkVisibility() && each.innerText?.trim() && !each.closest(".vh, svg, dialog, .sym")
    && ((hides.includes(style.overflowX) && each.scrollWidth > each.clientWidth + 1)
      || (hides.includes(style.overflowY) && each.scrollHeight > each.clientHeight + 1));
}).map((each) => `${each.tagName}.${each.className}: ${each.innerText.slice(0, 60)}`)"""
"""What of the text of a page is cut off."""

WIDE = """() => [document.scrollingElement.scrollWidth > innerWidth,
  [...document.querySelectorAll("body *")].filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
    .map((each) => `${each.tagName}.${each.getAttribute("class")}`).slice(0, 5)]"""
"""Whether a page is wider than its window, and what in it may be."""

FOCUSED = """() => {
  const focused = document.activeElement;
  if (focused === document.body || !focused) return null;
  const box = [...focused.getClientRects()].find((each) => each.width > 1) ?? focused.getBoundingClientRect();
  const at = document.elementFromPoint(box.x + Math.min(box.width, 8) / 2, box.y + Math.min(box.height, 8) / 2);
  const look = () => {
    const s = getComputedStyle(focused);
    const outline = s.outlineStyle === "none" ? 0 : parseFloat(s.outlineWidth);
    return { outline, rest: [s.boxShadow, s.backgroundColor, s.borderColor].join() };
  };
  const said = look();
  focused.blur();
  const plain = look();
  focused.focus();
  return {
    what: `${focused.outerHTML.slice(0, 120)} at ${Math.round(box.x)}, ${Math.round(box.y)}, under ${at?.outerHTML.slice(0, 80)}`,
    marked: said.outline >= 1 || said.rest !== plain.rest,
    seen: box.width > 0 && box.bottom > 0 && box.top < innerHeight && Boolean(at)
      && (focused.contains(at) || at.contains(focused)),
  };
}"""
"""What has the focus, whether that shows, and whether it lies in the window with nothing over it."""

MOVING = """() => [
  ...document.getAnimations().filter((each) => each.effect.getComputedTiming().duration > 1).map((each) => each.id || "animation"),
  ...[...document.querySelectorAll("*")].filter((each) => {
    const style = getComputedStyle(each);
    return [style.transitionDuration, style.animationDuration].join().split(",").some((time) => parseFloat(time) > .001);
  }).map((each) => `${each.tagName}.${each.getAttribute("class")}`),
]"""
"""What moves, or would when it changes."""


def check_width(page, width):
    """The page fits into a window of a width."""
    page.set_viewport_size({"width": width, "height": 800})
    wide, suspects = page.evaluate(WIDE)
    assert not wide, f"{page.url} at {width} px: {suspects}"


@pytest.mark.parametrize("kind", kinds.POCKET)
def test_axe_finds_nothing_on_a_page_of_the_pocket_edition_and_it_fits_narrow_windows_and_200_percent(
    page, axe_in_both_themes, kind
):
    page.goto(kinds.POCKET[kind])
    axe_in_both_themes(page)
    check_width(page, 640)
    check_width(page, 320)


@pytest.mark.documents
@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=[] if kind in SMALLEST else [pytest.mark.thorough("more pages")]) for kind in kinds.REAL],
)
def test_axe_finds_nothing_on_a_page_of_the_real_documents_and_it_fits_narrow_windows(
    page, axe_in_both_themes, real_site, kind
):
    page.goto(real_site + kinds.REAL[kind])
    axe_in_both_themes(page)
    check_width(page, 640)
    check_width(page, 320)


def test_axe_finds_nothing_where_maintainers_log_in(page, axe_in_both_themes):
    page.goto("/admin/")
    axe_in_both_themes(page)


def test_axe_finds_nothing_on_the_page_for_our_own_faults(page, axe_in_both_themes):
    fault = errors.failed(RequestFactory().get("/fault/")).content
    page.route("**/fault/", lambda route: route.fulfill(status=500, content_type="text/html", body=fault))
    page.goto("/fault/")
    assert page.get_by_role("heading", name="Something went wrong here").is_visible()
    axe_in_both_themes(page)
    check_width(page, 320)


@pytest.mark.parametrize("kind", kinds.MAIN)
def test_what_has_the_focus_is_marked_and_nothing_moves_and_text_may_be_spaced_wider_without_being_cut_off(page, kind):
    page.emulate_media(reduced_motion="reduce")
    page.goto(kinds.MAIN[kind])
    assert page.evaluate(MOVING) == []
    page.emulate_media(reduced_motion="no-preference")
    reached = []
    for _ in range(40):
        page.keyboard.press("Tab")
        focused = page.evaluate(FOCUSED)
        if focused is None:
            break
        assert focused["marked"], f"nothing marks {focused['what']}"
        assert focused["seen"], f"something lies over {focused['what']}, or it is out of the window"
        reached.append(focused["what"])
    assert len(reached) > 10
    page.evaluate(SPACED)
    assert page.evaluate(CUT) == []
    check_width(page, 1280)
