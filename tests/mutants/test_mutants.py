"""The mutants are the ones that were promised, and what is tried in the copy leaves no trace."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from cosmic_ray.mutating import mutate_code

from tests.mutants.drawing import draw, modules_of, mutated, places_in
from tests.mutants.operators import OPERATORS, OWN, operator_named
from tests.mutants.trials import FAILED, Outcome, Trial, find_tests

ROOT = Path(__file__).resolve().parents[2]
SOURCE = "def is_free(price: int | None, at: bool = False) -> bool | None:\n    return price == 0 and not at\n"
TEST = "from code_under_test import is_free\n\n\ndef test_it():\n    assert is_free(0)\n    assert not is_free(1)\n"


def lay_out(folder, test):
    """A small project: a module and its test."""
    (folder / "code_under_test.py").write_text(SOURCE)
    (folder / "test_free.py").write_text(test)
    (folder / "pytest.ini").write_text("[pytest]\npythonpath = .\naddopts = -p no:django\n")


@pytest.mark.parametrize("name", OWN)
def test_an_operator_does_what_its_examples_show(name):
    for example in OWN[name].examples():
        made = mutate_code(example.pre_mutation_code, operator_named(name), example.occurrence)
        assert ast.dump(ast.parse(made)) == ast.dump(ast.parse(example.post_mutation_code))


def test_the_same_seed_draws_the_same_mutants_and_each_changes_the_code():
    modules = modules_of(ROOT, ["rulesite/text", "rulesite/search/filters.py"])
    mutants = [mutant for mutant, _ in zip(draw(ROOT, modules, 7), range(30), strict=False)]
    assert mutants == [mutant for mutant, _ in zip(draw(ROOT, modules, 7), range(30), strict=False)]
    assert mutants != [mutant for mutant, _ in zip(draw(ROOT, modules, 8), range(30), strict=False)]
    assert len({(each.module_path, each.start_pos) for each in mutants}) == 30
    for mutant in mutants:
        source = (ROOT / mutant.module_path).read_text("utf-8")
        assert ast.dump(ast.parse(mutated(source, mutant))) != ast.dump(ast.parse(source))


def test_every_operator_is_known_and_no_annotation_is_changed():
    mutants = [mutant for each in places_in(SOURCE, Path("free.py")).values() for mutant in each]
    assert {each.operator_name for each in mutants} < set(OPERATORS)
    kept = {ast.unparse(ast.parse(mutated(SOURCE, each)).body[0].args) for each in mutants}
    assert kept == {"price: int | None, at: bool=False", "price: int | None, at: bool=True"}
    assert "DropCondition" in {each.operator_name for each in mutants}


def test_a_path_without_modules_is_refused_by_its_name():
    with pytest.raises(FileNotFoundError, match="rulesite/nowhere: no module of Python is there"):
        modules_of(ROOT, ["rulesite/text", "rulesite/nowhere"])


@pytest.mark.parametrize(
    ("module", "tests"),
    [
        ("rulesite/engine/effects/layers.py", ("tests/engine/effects", "tests/engine")),
        ("rulesite/text/terms.py", ("tests/text/test_terms.py", "tests/text")),
        ("ingest/sources/http.py", ("tests/ingest/sources/test_http.py", "tests/ingest")),
        ("rulesite/charsets.py", ("tests/machine", "tests/machine")),
    ],
)
def test_a_module_has_its_mirrored_tests_and_those_of_its_area(module, tests):
    assert find_tests(ROOT, Path(module)) == tests


@pytest.mark.slow(8)
@pytest.mark.parametrize(
    ("mutant", "expected"),
    [
        (SOURCE.replace("== 0", "!= 0"), ("killed", "test_free.py::test_it")),
        (SOURCE.replace(" and not at", ""), ("survived", "test_free.py")),
        ("def is_free(", ("killed", "test_free.py")),
        (SOURCE.replace("return", "while True: pass\n    return"), ("late", "test_free.py")),
    ],
)
def test_a_mutant_is_tried_and_taken_away_again(tmp_path, mutant, expected):
    lay_out(tmp_path, TEST)
    seconds = 3 if expected[0] == "late" else 60
    outcome = Trial(tmp_path, Path("code_under_test.py"), SOURCE, mutant).run("test_free.py", seconds)
    assert (outcome.word, outcome.test) == expected
    assert (tmp_path / "code_under_test.py").read_text() == SOURCE


@pytest.mark.slow(4)
def test_a_doctest_of_the_module_notices_a_mutant(tmp_path):
    source = SOURCE.replace("    return", '    """\n    >>> is_free(1)\n    False\n    """\n    return')
    lay_out(tmp_path, "def test_nothing():\n    pass\n")
    (tmp_path / "priced").mkdir()
    (tmp_path / "priced" / "__init__.py").touch()
    (tmp_path / "priced" / "price.py").write_text(source)
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -p no:django --doctest-modules --import-mode=importlib\n")
    outcome = Trial(tmp_path, Path("priced/price.py"), source, source.replace("== 0", "!= 0")).run("test_free.py", 60)
    assert (outcome.word, outcome.test) == ("killed", "priced/price.py::priced.price.is_free")


@pytest.mark.parametrize("name", ["t.py::test_it", "t.py::test_it[a b]", "t.py::test_it[one [of] two]"])
@pytest.mark.parametrize("message", ["", " - assert [1] == [2]", " - AssertionError: a - b"])
def test_the_name_of_a_failed_test_ends_where_its_message_begins(name, message):
    assert FAILED.search(f"1 failed\nFAILED {name}{message}\n")[1] == name


def test_a_test_that_fails_without_the_mutant_proves_nothing(tmp_path):
    lay_out(tmp_path, "def test_it():\n    assert False\n")
    outcome = Trial(tmp_path, Path("code_under_test.py"), SOURCE, SOURCE).run("test_free.py", 60)
    assert outcome == Outcome("unsound", "test_free.py::test_it", outcome.seconds)
