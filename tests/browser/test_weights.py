"""What a page weighs: no page over 100 kB as it is sent, no rule page over 35 kB of scripts."""

import gzip
import urllib.request

import pytest

from tests.browser import kinds

PAGE = 100_000
SCRIPTS = 35 * 1024


def sent(url):
    """The bytes of a page as a browser that takes gzip gets them."""
    with urllib.request.urlopen(urllib.request.Request(url, headers={"Accept-Encoding": "gzip"}), timeout=60) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        return answer.read()


@pytest.mark.documents
@pytest.mark.parametrize("kind", kinds.LARGEST)
def test_the_largest_page_of_each_kind_is_not_over_100_kb(real_site, kind):
    body = sent(real_site + kinds.LARGEST[kind])
    assert b"</html>" in gzip.decompress(body)
    assert len(body) <= PAGE


@pytest.mark.parametrize("kind", ["rule", "section", "home"])
def test_all_scripts_of_a_page_are_not_over_35_kb_unpacked(page, kind):
    loaded = {}
    page.on("response", lambda answer: loaded.update({answer.url: answer}))
    page.goto(kinds.POCKET[kind], wait_until="networkidle")
    scripts = {url: len(answer.body()) for url, answer in loaded.items() if answer.request.resource_type == "script"}
    assert len(scripts) > 5
    assert sum(scripts.values()) <= SCRIPTS, scripts
