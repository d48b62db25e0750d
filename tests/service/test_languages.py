"""Texts follow Accept-Language, codes never do."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from evaluators import vinegret
from evaluators.texts import Language

EVALUATE = "/v1/games/vinegret/evaluate"
NAMES = {
    str(language): vinegret.rulebook.combinations["tricon-prime"].say(language)
    for language in Language
}


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("en", "en"),
        ("uk", "uk"),
        ("ru", "ru"),
        ("uk-UA", "uk"),
        ("UK-ua", "uk"),
        ("ru-Cyrl-RU", "ru"),
        ("uk;q=0.3, ru;q=0.9", "ru"),
        ("ru;q=0.3, uk;q=0.9, en;q=0.1", "uk"),
        ("ru, uk", "ru"),
        ("uk, ru", "uk"),
        ("uk-UA, ru;q=0.5", "uk"),
        ("en-GB, ru;q=0.5", "en"),
        ("de, fr;q=0.9, uk;q=0.1", "uk"),
        ("de-AT, be, ru;q=0.2", "ru"),
        ("*", "en"),
        ("de, *;q=0.1", "en"),
        ("en;q=0.1, *", "uk"),
        ("en;q=0, *;q=0.5", "uk"),
        ("en;q=0.5, uk;q=0.2, *", "ru"),
        ("uk;q=0", "en"),
        ("uk;q=0, ru;q=0.1", "ru"),
        ("uk;q=0, ru;q=0, en;q=0", "en"),
        ("de", "en"),
        ("ukr", "en"),
        ("", "en"),
        (";;,;", "en"),
        ("uk;q=much", "en"),
        ("\u00ff", "en"),
        ("x" * 4000, "en"),
    ],
)
def test_the_language_is_the_best_of_those_asked_for(
    client: FlaskClient, header: str, language: str
) -> None:
    answer = client.get(f"{EVALUATE}?hand=ThTsTd3c", headers={"Accept-Language": header})
    assert answer.headers["Content-Language"] == language
    assert answer.get_json()["best"]["name"] == NAMES[language]


def test_a_name_is_not_the_same_in_two_languages() -> None:
    assert len(set(NAMES.values())) == 3


def test_without_a_wish_texts_are_english(client: FlaskClient) -> None:
    answer = client.get(f"{EVALUATE}?hand=ThTsTd3c")
    assert answer.headers["Content-Language"] == "en"
    assert answer.get_json()["best"]["name"] == NAMES["en"]


@pytest.mark.parametrize(
    "path",
    [
        "/v1/games",
        "/v1/games/vinegret",
        "/v1/games/vinegret/rules",
        "/v1/games/vinegret/rules/vinegret.pack",
        "/v1/games/vinegret/rules/nothing",
        f"{EVALUATE}?hand=ThTs",
        f"{EVALUATE}?hand=Kh",
        "/v1/nothing",
        "/nothing",
    ],
)
def test_caches_are_told_what_an_answer_varies_with(client: FlaskClient, path: str) -> None:
    answer = client.get(path, headers={"Accept-Language": "uk"})
    assert answer.headers["Content-Language"] == "uk"
    varies = {name.strip().lower() for name in answer.headers["Vary"].split(",")}
    assert {"accept", "accept-language"} <= varies


def codes_in(value: Any) -> list[Any]:
    """An answer without its texts in words."""
    if isinstance(value, dict):
        worded = {"name", "text", "source", "language", "title", "detail", "request_id"}
        return [(key, codes_in(inner)) for key, inner in value.items() if key not in worded]
    return [codes_in(inner) for inner in value] if isinstance(value, list) else [value]


@pytest.mark.parametrize(
    ("operation", "question"),
    [
        ("evaluate", {"hand": "ThTsTd3c"}),
        ("evaluate", {"hand": "ThThKh", "nothing": 1}),
        ("legal-moves", {"situation": {"phase": "first-betting", "to_hold": 3}}),
        ("legal-moves", {"situation": {"phase": "last-betting", "to_hold": 0}}),
    ],
)
def test_codes_are_the_same_in_all_languages_and_words_are_not(
    client: FlaskClient, operation: str, question: dict[str, Any]
) -> None:
    answers = [
        client.post(
            f"/v1/games/vinegret/{operation}", json=question, headers={"Accept-Language": language}
        )
        for language in ("en", "uk", "ru")
    ]
    first, *others = [codes_in(answer.get_json()) for answer in answers]
    assert all(other == first for other in others)
    assert len({answer.text for answer in answers}) == 3


def test_every_clause_is_told_in_three_languages(client: FlaskClient) -> None:
    english, ukrainian, russian = (
        client.get("/v1/games/vinegret/rules", headers={"Accept-Language": language}).get_json()
        for language in ("en", "uk", "ru")
    )
    told = zip(english["clauses"], ukrainian["clauses"], russian["clauses"], strict=True)
    for clauses in told:
        assert len({clause["id"] for clause in clauses}) == 1
        assert len({clause["text"] for clause in clauses}) == 3
        assert len({clause["source"] for clause in clauses}) == 3


def test_letters_stand_for_themselves(client: FlaskClient) -> None:
    answer = client.get(f"{EVALUATE}?hand=ThTsTd3c", headers={"Accept-Language": "uk"})
    assert NAMES["uk"].encode() in answer.data
    assert answer.content_length == len(answer.data)
