"""Every kind of page, for everyone: axe-core finds nothing, and nothing has to be scrolled sideways."""

import pytest

from tests.browser import kinds


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("kind", kinds.POCKET)
def test_axe_finds_nothing_on_a_page_of_the_pocket_edition(page, axe, kind, theme):
    page.emulate_media(color_scheme=theme)
    page.goto(kinds.POCKET[kind])
    axe(page)
