"""Sources come from a file, a folder, a zip or a URL, with what a sources.toml knows of them."""

import functools
import http.server
import os
import threading
import zipfile
from datetime import date

import pytest

from ingest.document.source import SourceError
from ingest.sources import manifest
from ingest.sources.collect import gather

TABLE = """
[library]
name = "small edition"

[[source]]
path = "one.txt"
document = "cr"
effective = 2006-10-01
rank = 3

[[source]]
path = "deep/two.txt"
effective = "2002-10"
extent = "extract"
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "one.txt").write_text("402.1. One.")
    (tmp_path / "deep" / "two.txt").write_text("402.2. Two.")
    (tmp_path / "README.md").write_text("not a source")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    (tmp_path / ".hidden.txt").write_text("hidden")
    (tmp_path / "sources.toml").write_text(TABLE)
    return tmp_path


def found(*places, **how):
    return list(gather([str(place) for place in places], **how))


def test_a_folder_gives_its_texts_in_order_with_what_is_known_of_them(folder):
    two, one = found(folder)
    assert (one.name, one.data, one.library) == ("one.txt", b"402.1. One.", "small edition")
    assert (one.facts.effective, one.facts.rank, one.facts.document) == (date(2006, 10, 1), 3, "cr")
    assert (two.facts.effective, two.facts.precision, two.facts.extent) == (date(2002, 10, 1), "month", "extract")


def test_a_file_is_known_by_the_list_beside_it_or_above_it(folder):
    [two] = found(folder / "deep" / "two.txt")
    assert two.facts.precision == "month"


def test_a_file_that_no_list_names_is_taken_as_it_is(folder):
    (folder / "three.txt").write_text("402.3. Three.")
    [three] = found(folder / "three.txt")
    assert three.facts == manifest.Facts()


def test_a_file_that_the_list_names_but_nobody_has_is_told(folder):
    (folder / "one.txt").unlink()
    two, missing = found(folder)
    assert two.error is None
    assert "sources.toml lists it" in str(missing.error)


def test_a_zip_is_read_like_a_folder(folder, tmp_path):
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        for name in ("one.txt", "deep/two.txt", "sources.toml", "README.md"):
            archive.write(folder / name, f"rules/{name}")
    two, one = found(tmp_path / "all.zip")
    assert (one.facts.rank, one.library, two.data) == (3, "small edition", b"402.2. Two.")


def test_a_zip_without_a_text_is_refused(tmp_path):
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("picture.png", b"x")
    [nothing] = found(tmp_path / "all.zip")
    assert "no text or HTML file" in str(nothing.error)


def test_what_is_not_there_is_told_and_the_rest_is_read(folder, tmp_path):
    missing, one = found(tmp_path / "none.txt", folder / "one.txt")
    assert "no such file or folder" in str(missing.error)
    assert one.error is None


def test_an_empty_folder_is_refused(tmp_path):
    assert "contains no text" in str(found(tmp_path)[0].error)


@pytest.fixture
def address(folder):
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *args):
            """Say nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_url_gives_a_file_under_its_name(address):
    [one] = found(f"{address}/deep/two.txt", allow_private=True)
    assert (one.name, one.data) == ("two.txt", b"402.2. Two.")


def test_a_url_that_cannot_be_fetched_is_told_with_its_reason(address):
    for url, reason in ((f"{address}/none.txt", "File not found"), ("http://127.0.0.1:9/x.txt", "can't be fetched")):
        [nothing] = found(url, allow_private=True)
        assert reason in str(nothing.error)


def test_a_url_on_this_machine_is_not_fetched_unless_that_is_allowed(address):
    [nothing] = found(f"{address}/deep/two.txt")
    assert "--allow-private" in str(nothing.error)


def test_a_url_gives_an_archive_like_a_file(folder, address):
    with zipfile.ZipFile(folder / "all.zip", "w") as archive:
        archive.write(folder / "one.txt", "one.txt")
    [one] = found(f"{address}/all.zip?version=2", allow_private=True)
    assert (one.name, one.data) == ("one.txt", b"402.1. One.")


@pytest.mark.parametrize(
    "place",
    [
        "http://[::1",
        "ftp://127.0.0.1/x.txt",
        "~nobody-of-this-name/x.txt",
        "x" * 5000,
        "a\0b",
        "/dev/null",
        "\udcff.txt",
    ],
)
def test_a_place_that_is_none_is_told_and_the_rest_is_read(folder, place):
    nothing, one = found(place, folder / "one.txt")
    assert nothing.error is not None
    assert str(nothing.error).encode()
    assert one.error is None


def test_a_name_that_steers_a_terminal_is_shown_without_that(tmp_path):
    (tmp_path / "a\x1b[2Jb\n.txt").write_text("402.1. One.")
    [one] = found(tmp_path)
    assert one.name == "a\ufffd[2Jb\ufffd.txt"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[source]]\npath = "a.txt"\neffective = "soon"', "'soon' is not a date"),
        ('[[source]]\npath = "a.txt"\neffective = "2006-13"', "is not a date"),
        ('[[source]]\npath = "a.txt"\ncolour = "red"', "unknown key 'colour'"),
        ('[[source]]\npath = "a.txt"\nextent = "half"', "extent is 'half'"),
        ('[[source]]\npath = "a.txt"\nrank = "first"', "rank is 'first'"),
        ('[[source]]\npath = "a.txt"\ntitle = 7', "title is 7"),
        ('[[source]]\ndocument = "cr"', "the 1. .* has no path"),
        ("[[source]\n", "line 1: not valid TOML"),
        ("a = " + "[" * 5000, "not valid TOML"),
        ("a = " + "9" * 5000, "not valid TOML"),
        ('source = "a.txt"', "a list of"),
        ('library = "mine"', "a table"),
    ],
)
def test_a_list_with_a_fault_is_refused_by_its_entry(text, message):
    with pytest.raises(SourceError, match=message):
        manifest.read(text)


def test_a_list_that_is_not_text_is_refused(tmp_path):
    (tmp_path / "one.txt").write_text("402.1. One.")
    (tmp_path / "sources.toml").write_bytes(b"\xff\xfe\x00")
    [refused] = found(tmp_path)
    assert "sources.toml" in str(refused.error)


@pytest.mark.parametrize(
    ("text", "day", "precision"),
    [
        ("2006-10-01", date(2006, 10, 1), "day"),
        ("2006-10", date(2006, 10, 1), "month"),
        ("2006", date(2006, 1, 1), "year"),
    ],
)
def test_a_date_may_be_as_precise_as_it_is_known(text, day, precision):
    assert manifest.parse_date(text, "here") == (day, precision)


@pytest.mark.parametrize("again", ["a.txt", "./a.txt", "folder/../a.txt"])
def test_a_list_that_has_a_file_twice_is_refused(again):
    listed = f'[[source]]\npath = "a.txt"\n[[source]]\npath = "b.txt"\n[[source]]\npath = "{again}"\n'
    with pytest.raises(SourceError, match=r"the 1\. and the 3\. .*both have the path") as refused:
        manifest.read(listed)
    assert "keep one" in str(refused.value)


def test_a_file_whose_name_is_no_utf_8_is_refused_with_the_mend_and_the_others_are_had(tmp_path):
    strange = os.fsencode(tmp_path) + b"/r\xe8gles.txt"
    with open(strange, "wb") as file:
        file.write(b"402.1. A rule.\n")
    (tmp_path / "règles.txt").write_text("402.1. A rule.\n")
    first, second = sorted(gather([str(tmp_path)]), key=lambda found: bool(found.error))
    assert (first.name, first.error) == ("règles.txt", None)
    assert "its name is not UTF-8 (rename the file" in str(second.error)
    [alone] = gather([os.fsdecode(strange)])
    assert str(alone.error) == str(second.error)
    str(alone.error).encode()
