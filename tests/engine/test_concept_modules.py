"""Where the engine plays each concept, told from its code."""

from pathlib import Path

from rulesite import engine
from rulesite.engine.concept_modules import WORDS, played_in
from rulesite.engine.eras.concepts import CONCEPTS

FOLDER = Path(engine.__file__).parent


def test_every_concept_is_played_in_a_module_that_names_it():
    found = played_in()
    assert set(found) == set(CONCEPTS)
    for name, modules in found.items():
        assert modules, name
        for module in modules:
            assert name.replace("_", " ") in (FOLDER / module).read_text("utf-8").replace("_", " "), (name, module)


def test_a_keyword_that_stands_for_words_is_played_by_the_table_that_has_them():
    assert played_in()["rampage"] == (WORDS,)
    assert "combat/evasion.py" in played_in()["flying"]
