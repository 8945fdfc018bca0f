"""Every template and every static file is used by something, and names only what is there."""

import posixpath
import re
from pathlib import Path

import django.contrib.admin
import pytest

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES, STATIC = ROOT / "templates", ROOT / "static"
CODE = [*(ROOT / "rulesite").rglob("*.py"), *TEMPLATES.rglob("*.*")]
QUOTED = re.compile(r"""["']([\w./-]+)["']""")
NAMED = re.compile(r"""\{% static ["']([^"']+)["'] %\}""")
RELATIVE = re.compile(r"""(?:from|import|import\(|url\()\s*["']?(\.{0,2}[\w./-]+)["']?""")
IMPORTED = re.compile(r"""(?:from|import|import\()\s*["'](\.[^"']+)["']""")


def names(folder):
    """The files of a folder as they are asked for: their paths below it."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.*"))


def said(pattern, paths):
    """What some files say."""
    return {found for path in paths for found in pattern.findall(path.read_text("utf-8"))}


def beside(pattern, path):
    """The static files that one of them asks for, by their paths from its own folder."""
    folder = path.parent.relative_to(STATIC).as_posix()
    return {posixpath.normpath(posixpath.join(folder, found)) for found in pattern.findall(path.read_text("utf-8"))}


SCRIPTS_AND_STYLES = [path for path in STATIC.rglob("*.*") if path.suffix in (".js", ".css")]
ADMIN = Path(django.contrib.admin.__file__).parent / "templates/admin"


def test_every_template_is_used():
    of_the_admin = {
        name for name in names(TEMPLATES) if name.startswith("admin/") and (ADMIN / Path(name).name).exists()
    }
    assert set(names(TEMPLATES)) - of_the_admin - said(QUOTED, CODE) == set()


def test_every_static_file_is_used():
    wanted = said(QUOTED, CODE).union(*(beside(RELATIVE, path) for path in SCRIPTS_AND_STYLES))
    assert set(names(STATIC)) - wanted == set()


def test_every_static_file_that_a_template_names_is_there():
    assert said(NAMED, CODE) - set(names(STATIC)) == set()


@pytest.mark.parametrize(
    "path", [path for path in SCRIPTS_AND_STYLES if path.suffix == ".js"], ids=lambda path: path.name
)
def test_a_script_imports_only_modules_that_are_there(path):
    assert beside(IMPORTED, path) - set(names(STATIC)) == set()
