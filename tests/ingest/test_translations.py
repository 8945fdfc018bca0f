"""A document that is not in the language of the others is refused, or held as the translation that somebody says it
is."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.document.source import SourceError
from ingest.parsing import reader
from ingest.parsing.reader import ReadJob
from ingest.runs import pipeline
from ingest.sources import manifest
from rulesite.rulebook.models import Document, Edition
from rulesite.text import languages

RUSSIAN = """402. Способности

402.1. Способность это текст на карте, который говорит, что она делает.

402.2. Игрок может разыграть способность, если он имеет приоритет.

Пример: Анна разыгрывает способность.

402.2a Если игрок пасует, то способность разрешается.

403. Другие вещи

403.1. Вещь это вещь. Смотрите правило 402.1.
"""
WHOLE = f"""Простые правила

Содержание

4. Заклинания
402. Способности
403. Другие вещи
Глоссарий
Благодарности

4. Заклинания

{RUSSIAN}
Глоссарий

Вещь
Это вещь.

Игра
Это игра.

Благодарности

Никто.
"""
OTHERS = {
    "de": "402.1. Eine Fähigkeit ist ein Text auf einer Karte, der sagt, was sie tut.\n402.2. Ein Spieler, der die "
    "Priorität hat, kann eine Fähigkeit aktivieren, und dann wird sie auf den Stapel gelegt.\n",
    "fr": "402.1. Une capacité est un texte sur une carte qui dit ce que la carte fait.\n402.2. Un joueur qui a la "
    "priorité peut jouer une capacité, et elle est mise dans la pile avec les autres.\n",
    "es": "402.1. Una habilidad es un texto en una carta que dice lo que la carta hace.\n402.2. El jugador que tiene la "
    "prioridad puede activar una habilidad, y se pone en la pila con las otras.\n",
    "it": "402.1. Una abilità è un testo su una carta che dice che cosa fa la carta.\n402.2. Il giocatore che ha la "
    "priorità può giocare una abilità, e questa viene messa in pila con le altre della partita.\n",
    "pt": "402.1. Uma habilidade é um texto em uma carta que diz o que a carta faz.\n402.2. O jogador que tem a prioridade "
    "pode ativar uma habilidade, e ela é colocada na pilha com as outras do jogo.\n",
    "ja": "402.1. 能力とは、それが何をするかを述べるカードのテキストである。\n402.2. プレイヤーは優先権を持つ。\n",
    "zh": "402.1. 异能是牌上说明该牌作用的文字，牌手可以起动它。\n402.2. 拥有优先权的牌手可以使用异能并将其放进堆叠。\n",
    "ko": "402.1. 능력은 카드가 무엇을 하는지 말하는 카드의 텍스트이다.\n402.2. 우선권을 가진 플레이어는 능력을 쓸 수 있다.\n",
    "ru": RUSSIAN,
}


def read(text, **said):
    return reader.parcel(ReadJob("cr-2017-07-08.txt", text.encode(), alone=True, **said))


@pytest.mark.parametrize("tag", OTHERS)
def test_another_language_is_refused_by_its_name_unless_it_is_said(tag):
    refused = read(OTHERS[tag])
    assert isinstance(refused, SourceError)
    assert f"it is in {languages.NAMES[tag]}" in str(refused)
    assert f'language = "{tag}" in sources.toml' in str(refused)
    assert refused.line is not None
    assert read(OTHERS[tag], language=tag).reading.tree.find("402.1")


@given(st.permutations(sorted(OTHERS)))
def test_what_is_said_to_be_one_translation_and_is_another_is_refused(tags):
    said, real, *_ = tags
    refused = read(OTHERS[real], language=said)
    assert isinstance(refused, SourceError)
    assert f"not in {languages.NAMES[said]}" in str(refused)


def test_a_whole_translation_is_said_to_be_one_and_not_to_be_cut_off():
    assert "it is in Russian" in str(read(WHOLE))
    assert "it is in Russian" in str(read(WHOLE[: WHOLE.rindex("Благодарности")]))


def test_a_whole_translation_is_read_with_its_sections_its_examples_and_its_glossary():
    tree = read(WHOLE, language="ru").reading.tree
    assert [provision.key for provision in tree.provisions] == ["4", "402", "402.1", "402.2", "402.2a", "403", "403.1"]
    assert [example.labelled for example in tree.find("402.2").examples] == [True]
    assert [entry.term for entry in tree.glossary] == ["Вещь", "Игра"]
    assert (tree.extent, tree.find("403").title) == ("whole", "Другие вещи")


def test_a_page_of_a_foreign_site_in_english_is_english():
    page = (
        "Базовые правила | Полные правила | Словарь\n\n402.1. An ability is a text on a card.\n402.2. It is played.\n"
    )
    assert read(page).reading.tree.find("402.2")


def test_the_list_of_sources_knows_the_languages():
    assert manifest.read('[[source]]\npath = "a.txt"\nlanguage = "ru"').of("a.txt").language == "ru"
    with pytest.raises(SourceError, match="language is 'klingon'"):
        manifest.read('[[source]]\npath = "a.txt"\nlanguage = "klingon"')


@pytest.mark.django_db
def test_a_translation_is_held_beside_its_edition_and_never_mixed_with_it(tmp_path, monkeypatch):
    monkeypatch.setattr(pipeline.derived, "derive", lambda *told: None)
    (tmp_path / "sources.toml").write_text('[[source]]\npath = "ru-2017-07-08.txt"\nlanguage = "ru"\n')
    (tmp_path / "ru-2017-07-08.txt").write_text(RUSSIAN)
    (tmp_path / "cr-2017-07-08.txt").write_text("402.1. An ability is a text.\n402.2. A player may play it.\n")
    (tmp_path / "cr-2018-07-08.txt").write_text(RUSSIAN.replace("вещь", "штука"))
    outcomes = {outcome.name: outcome for outcome in pipeline.ingest([str(tmp_path)])}
    assert outcomes["ru-2017-07-08.txt"].edition == "cr-ru/2017-07-08"
    assert outcomes["cr-2017-07-08.txt"].edition == "cr/2017-07-08"
    assert "it is in Russian" in outcomes["cr-2018-07-08.txt"].error
    assert {edition.address for edition in Edition.objects.all()} == {"cr/2017-07-08", "cr-ru/2017-07-08"}
    assert Document.objects.get(slug="cr-ru").title == "Comprehensive Rules, in Russian"
    [again] = pipeline.ingest([str(tmp_path / "ru-2017-07-08.txt")], pipeline.Options(force=True))
    assert (again.status, again.edition) == ("loaded", "cr-ru/2017-07-08")
    [by_hand] = pipeline.ingest(
        [str(tmp_path / "cr-2018-07-08.txt")], pipeline.Options(document="cr-ru", effective=date(2018, 7, 8))
    )
    assert by_hand.edition == "cr-ru/2018-07-08"
