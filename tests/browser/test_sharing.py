"""What one test did in a context is not there for the next."""

import pytest

from tests.browser.sharing import Shared

STORE = """() => { localStorage.setItem("theme", "dark"); sessionStorage.setItem("seen", "yes"); document.cookie = "a=b"; }"""
STORED = "() => [localStorage.length, sessionStorage.length, document.cookie]"
ALLOWED = """() => navigator.permissions.query({ name: "clipboard-read" }).then(({ state }) => state)"""


@pytest.fixture
def shared(browser):
    """Contexts that nobody else has."""
    contexts = Shared(browser)
    yield contexts
    contexts.close()


def test_a_context_comes_back_as_it_was(shared, browser_context_args):
    with shared.context(browser_context_args) as first:
        page = first.new_page()
        page.goto("/help/")
        before = page.evaluate(ALLOWED)
        first.grant_permissions(["clipboard-read"])
        assert page.evaluate(ALLOWED) == "granted" != before
        page.evaluate(STORE)
        first.new_page()
    with shared.context(browser_context_args) as second:
        assert second is first
        page = second.new_page()
        page.goto("/help/")
        assert page.evaluate(STORED) == [0, 0, ""]
        assert page.evaluate(ALLOWED) == before


@pytest.mark.documents
def test_what_is_stored_at_another_address_goes_too(shared, browser_context_args, real_site):
    for _ in range(2):
        with shared.context(browser_context_args) as context:
            page = context.new_page()
            page.goto(f"{real_site}/help/")
            assert page.evaluate(STORED) == [0, 0, ""]
            page.evaluate(STORE)


@pytest.mark.parametrize("of", ["page", "context"])
def test_a_context_in_which_answers_were_made_up_goes(shared, browser_context_args, of):
    with shared.context(browser_context_args) as first:
        page = first.new_page()
        (page if of == "page" else first).route("**/*", lambda route: None)
    with shared.context(browser_context_args) as second:
        assert second is not first
        assert second.new_page().goto("/help/").ok
