"""Texts are complete: the same in three languages, and those that the code asks for."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import service
from evaluators.catalogue import GAMES
from evaluators.game import Game
from evaluators.texts import FOLDER, Language, phrase, read_texts
from service.v1.fields import FormField
from tests.rulebook.gaps import gaps
from tests.rulebook.source_code import calls_of, keywords, literal, literals, methods_of

BOOKS = {
    "common": read_texts("common"),
    **{game.code: read_texts(game.code) for game in GAMES},
    "http": read_texts("http", Path(service.__path__[0]) / "messages"),
}
COMMON = BOOKS["common"][Language.ENGLISH]["faults"]
HTTP = BOOKS["http"][Language.ENGLISH]

EXACTLY = "-exactly"
"""Ends the key of the text that is used where the smallest number is the largest."""

GAPS: dict[str, set[str]] = {
    "over-or-not-allowed": {"text"},
    "not-your-turn": {"player"},
    "not-a-card": {"card", "place", "nearest"},
    "like-no-card": {"card", "place"},
    "foreign-card": {"card", "place", "nearest"},
    "suit-first": {"card", "place", "nearest"},
    "several-cards": {"card", "place", "nearest"},
    "duplicate-card": {"card", "place", "first_place"},
    "too-long": {"max"},
    "card-in-two-hands": {"card", "first_hand"},
    "card-also-in-hand": {"card"},
    "wrong-count": {"min", "max", "count"},
    "wrong-count-exactly": {"min", "count"},
    "wrong-number-of-cards": {"min", "max", "count"},
    "wrong-number-of-cards-exactly": {"min", "count"},
    "wrong-number-of-players": {"min", "max", "count"},
    "wrong-number-of-players-exactly": {"min", "count"},
    "not-one-of": {"choices"},
    "out-of-range": {"min", "max"},
    "unknown-option": {"choices"},
    "unknown-ruleset": {"choices"},
    "unknown-action": {"choices"},
    "no-such-action": {"count"},
    "duplicate-player": {"player"},
    "unknown-player": {"player"},
}
"""The gaps of the common texts; a text that is not here has none."""

games = pytest.mark.parametrize("game", GAMES, ids=[game.code for game in GAMES])
books = pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)


def entries(texts: Mapping[str, Any], *path: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every text of a file with the path of its key."""
    for key, value in texts.items():
        if isinstance(value, str):
            yield (*path, key), value
        else:
            yield from entries(value, *path, key)


@books
def test_a_file_has_the_same_texts_in_the_same_order_in_each_language(
    book: Mapping[Language, Mapping[str, Any]],
) -> None:
    keys = [[key for key, _ in entries(book[language])] for language in Language]
    assert keys[0] == keys[1] == keys[2]


@books
def test_a_text_has_the_same_gaps_in_each_language(
    book: Mapping[Language, Mapping[str, Any]],
) -> None:
    english, ukrainian, russian = (
        {key: gaps(text) for key, text in entries(book[language])} for language in Language
    )
    assert english == ukrainian == russian


@books
def test_no_text_is_empty(book: Mapping[Language, Mapping[str, Any]]) -> None:
    assert all(text.strip() for language in Language for _, text in entries(book[language]))


@pytest.mark.parametrize("section", ["faults", "refusals", "titles", "details"])
def test_a_sentence_is_not_left_in_another_language(section: str) -> None:
    for book in BOOKS.values():
        english, ukrainian, russian = (book[language].get(section, {}) for language in Language)
        for key, text in english.items():
            assert len({text, ukrainian[key], russian[key]}) == 3, key


@pytest.mark.parametrize("key", COMMON)
def test_a_common_text_has_the_gaps_its_facts_fill(key: str) -> None:
    assert gaps(COMMON[key]) == GAPS.get(key, set())


def test_every_common_text_that_a_fault_names_exists() -> None:
    named = {literal(keywords(call).get("text", call.args[0])) for call in calls_of("fault")}
    assert named - {None} <= set(COMMON)


def test_every_common_text_is_named_in_the_code() -> None:
    assert {key.removesuffix(EXACTLY) for key in COMMON} <= literals()


@pytest.mark.parametrize(
    "text", ["wrong-count", "wrong-number-of-cards", "wrong-number-of-players"]
)
def test_what_is_counted_has_a_text_for_exactly_so_many(text: str) -> None:
    assert {text, text + EXACTLY} <= set(COMMON)


def kinds_of(field: type[FormField]) -> Iterator[type[FormField]]:
    yield field
    for kind in field.__subclasses__():
        yield from kinds_of(kind)


def test_every_kind_of_field_can_say_which_type_it_expects() -> None:
    assert {kind.WRONG_TYPE for kind in kinds_of(FormField)} <= set(COMMON)


def refusals_of(game: Game) -> dict[str, list[ast.Call]]:
    """The refusals that a game's code gives, each with the calls that make it."""
    folder = f"evaluators/{game.code.replace('-', '_')}/"
    found: dict[str, list[ast.Call]] = {}
    for name in ("_refusal", "refusal_of"):
        for call in calls_of(name, folder):
            if (code := literal(call.args[0])) is not None:
                found.setdefault(code, []).append(call)
    for call in methods_of("refusal", folder):
        for part in ast.walk(call.args[0]):
            if isinstance(part, ast.expr) and (code := literal(part)) is not None:
                found.setdefault(code, [])
    return found


@games
def test_every_refusal_of_a_game_has_a_text_and_every_text_its_refusal(game: Game) -> None:
    assert set(refusals_of(game)) == set(BOOKS[game.code][Language.ENGLISH]["refusals"])


@games
def test_a_refusal_is_given_the_facts_its_text_has_gaps_for(game: Game) -> None:
    texts = BOOKS[game.code][Language.ENGLISH]["refusals"]
    for code, calls in refusals_of(game).items():
        written_out = [call for call in calls if all(each.arg for each in call.keywords)]
        assert [set(keywords(call)) for call in written_out] == [gaps(texts[code])] * len(
            written_out
        )


def test_every_text_that_a_fault_of_the_http_face_names_exists() -> None:
    by = ("http_fault", "_NoNumber")
    named = {literal(call.args[0]) for name in by for call in calls_of(name)} - {None}
    messages = [call.args[:2] for call in calls_of("message")]
    said = {literal(key) for part, key in messages if literal(part) == "faults"} - {None}
    assert named | said == set(HTTP["faults"])


def test_every_problem_has_a_title_and_a_detail() -> None:
    named = {literal(call.args[1]) for call in calls_of("Problem")}
    assert named <= set(HTTP["titles"])
    assert set(HTTP["titles"]) == set(HTTP["details"])


def test_every_title_is_named_in_the_code() -> None:
    assert set(HTTP["titles"]) <= literals()


def test_a_text_nobody_wrote_cannot_be_said() -> None:
    with pytest.raises(KeyError, match="no-such-text"):
        phrase("faults", "no-such-text")


@pytest.mark.parametrize("language", Language)
def test_the_gaps_of_a_text_are_filled(language: Language) -> None:
    said = phrase("faults", "out-of-range", facts={"min": 3, "max": 77}).say(language)
    assert ("3" in said, "77" in said, gaps(said)) == (True, True, set())


@pytest.mark.parametrize("language", Language)
def test_choices_are_said_one_after_another(language: Language) -> None:
    said = phrase("faults", "not-one-of", facts={"choices": ("one", "two")}).say(language)
    assert "one, two" in said


@pytest.mark.parametrize("language", Language)
def test_braces_in_a_fact_stay_as_they_are(language: Language) -> None:
    facts = {"card": "{card} {}", "place": 1, "nearest": "Th"}
    assert "{card} {}" in phrase("faults", "not-a-card", facts=facts).say(language)


def test_every_file_of_texts_is_looked_at_here() -> None:
    files = {path.name.split(".")[0] for path in FOLDER.glob("*.*.toml")}
    assert files | {"http"} == set(BOOKS)
