"""The loader refuses a rulebook in which anything is missing, and names what."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from evaluators.rulebook import Rulebook, load_rulebook
from evaluators.texts import Language

LANGUAGES = ["en", "uk", "ru"]

ORIGINS = """
[clauses]
"toy.one" = "doc"
"toy.two" = "house"
"""
TEXTS = """
game = "Toy in {language}"
[combinations]
pair = "Pair in {language}"
[refusals]
too-late = "Too late for {{card}}, in {language}."
[clauses."toy.one"]
text = "One in {language}."
source = "Source of one in {language}."
[clauses."toy.two"]
text = "Two in {language}."
source = "Source of two in {language}."
"""

Edit = Callable[[str, str, str], Rulebook]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a rulebook in which nothing is missing."""
    (tmp_path / "toy.toml").write_text(ORIGINS)
    for language in LANGUAGES:
        texts = TEXTS.replace("{language}", language).replace("{{", "{").replace("}}", "}")
        (tmp_path / f"toy.{language}.toml").write_text(texts)
    return tmp_path


@pytest.fixture
def load_changed(folder: Path) -> Edit:
    """Loads the rulebook with one passage of one file changed."""

    def load(file: str, passage: str, instead: str) -> Rulebook:
        before = (folder / file).read_text()
        assert before.count(passage) == 1
        (folder / file).write_text(before.replace(passage, instead))
        return load_rulebook("toy", folder)

    return load


def test_a_complete_rulebook_loads(folder: Path) -> None:
    book = load_rulebook("toy", folder)
    assert [(each.id, each.origin) for each in book.clauses.values()] == [
        ("toy.one", "doc"),
        ("toy.two", "house"),
    ]


@pytest.mark.parametrize("language", Language)
def test_everything_is_said_in_the_language_asked_for(folder: Path, language: Language) -> None:
    book = load_rulebook("toy", folder)
    clause = book.clauses["toy.two"]
    assert book.name.say(language) == f"Toy in {language}"
    assert book.combinations["pair"].say(language) == f"Pair in {language}"
    assert clause.text.say(language) == f"Two in {language}."
    assert clause.source.say(language) == f"Source of two in {language}."
    refusal = book.refusal("too-late", {"card": "Th"})
    assert refusal.say(language) == f"Too late for Th, in {language}."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("instead", ["", 'text = ""'])
def test_a_missing_text_is_refused(load_changed: Edit, language: str, instead: str) -> None:
    with pytest.raises(ValueError, match=rf"toy\.{language}\.toml: toy\.two needs a text"):
        load_changed(f"toy.{language}.toml", f'text = "Two in {language}."', instead)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("instead", ["", 'source = ""'])
def test_a_missing_source_is_refused(load_changed: Edit, language: str, instead: str) -> None:
    with pytest.raises(ValueError, match=rf"toy\.{language}\.toml: toy\.one needs .* a source"):
        load_changed(f"toy.{language}.toml", f'source = "Source of one in {language}."', instead)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_clause_missing_in_one_language_is_refused(load_changed: Edit, language: str) -> None:
    with pytest.raises(ValueError, match=rf"toy\.{language}\.toml: toy\.two needs a text"):
        load_changed(f"toy.{language}.toml", '[clauses."toy.two"]', "[elsewhere]")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_missing_language_is_refused(folder: Path, language: str) -> None:
    (folder / f"toy.{language}.toml").unlink()
    with pytest.raises(FileNotFoundError, match=rf"toy\.{language}\.toml"):
        load_rulebook("toy", folder)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_without_an_origin_is_refused(load_changed: Edit, language: str) -> None:
    more = '[clauses."toy.three"]\ntext = "Three."\nsource = "Source."\n[clauses."toy.one"]'
    with pytest.raises(ValueError, match=rf"toy\.{language}\.toml: no origin for \['toy\.three'\]"):
        load_changed(f"toy.{language}.toml", '[clauses."toy.one"]', more)


@pytest.mark.parametrize("origin", ["", "document", "Doc"])
def test_an_unknown_origin_is_refused(load_changed: Edit, origin: str) -> None:
    with pytest.raises(ValueError, match=f"'{origin}' is not a valid Origin"):
        load_changed("toy.toml", '"house"', f'"{origin}"')


def test_a_file_without_origins_is_refused(folder: Path) -> None:
    (folder / "toy.toml").unlink()
    with pytest.raises(FileNotFoundError, match=r"toy\.toml"):
        load_rulebook("toy", folder)


def test_a_file_that_is_no_toml_is_refused(load_changed: Edit) -> None:
    with pytest.raises(tomllib.TOMLDecodeError):
        load_changed("toy.uk.toml", "[refusals]", "[refusals")


def test_a_combination_missing_in_one_language_is_refused(load_changed: Edit) -> None:
    with pytest.raises(KeyError, match="pair"):
        load_changed("toy.ru.toml", 'pair = "Pair in ru"', "")


def test_a_refusal_nobody_wrote_cannot_be_given(folder: Path) -> None:
    book = load_rulebook("toy", folder)
    with pytest.raises(KeyError, match="too-early"):
        book.refusal("too-early", {})
