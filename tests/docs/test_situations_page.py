"""docs/situations.md is executed: it has a situation for each phase, and each is asked about."""

import json
import re
import tomllib
import typing
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from evaluators.catalogue import GAMES
from evaluators.forms import fields_of
from evaluators.game import Game
from tests.serving import ROOT

_PAGE = (ROOT / "docs/situations.md").read_text("utf-8")
_ASKED = re.compile(r"`POST (/v1/games/\S+)`\n\n```json\n(.*?)```\n\n```json\n(.*?)```", re.DOTALL)
"""A sentence that ends with an operation, the question it gets, and part of the answer."""
_EXAMPLES = [match.groups() for match in _ASKED.finditer(_PAGE)]

games = pytest.mark.parametrize("game", GAMES, ids=[game.code for game in GAMES])


def situations(game: Game) -> Iterator[type]:
    """The forms of a game's situations."""
    question: Any = game.operations["legal-moves"].question
    (situation,) = (field for field in fields_of(question) if field.name == "situation")
    yield from situation.kinds


def phases(form: type) -> tuple[str, ...]:
    """The phases that a situation may be in."""
    (phase,) = (field for field in fields_of(form) if field.name == "phase")
    return typing.get_args(phase.kinds[0])


def section(game: Game) -> str:
    """What the page says of a game."""
    book = ROOT / f"evaluators/rulebooks/{game.code}.en.toml"
    title = tomllib.loads(book.read_text("utf-8"))["game"]
    (text,) = re.findall(rf"^## {title}\n(.*?)(?=^## |\Z)", _PAGE, re.DOTALL | re.MULTILINE)
    assert isinstance(text, str)
    return text


def test_every_json_block_is_a_question_or_its_answer() -> None:
    asked = [text for _, question, answer in _EXAMPLES for text in (question, answer)]
    assert re.findall(r"```json\n(.*?)```", _PAGE, re.DOTALL) == asked
    assert _PAGE.count("```") == 2 * len(asked)


@pytest.mark.parametrize(("url", "question", "answer"), _EXAMPLES)
def test_what_is_shown_of_an_answer_is_what_is_answered(
    client: FlaskClient, url: str, question: str, answer: str
) -> None:
    response = client.post(url, json=json.loads(question))
    assert response.status_code == 200
    told, shown = response.get_json(), json.loads(answer)
    assert {name: told.get(name, "not there") for name in shown} == shown


@games
def test_every_phase_of_a_game_has_its_example_there(game: Game) -> None:
    asked: list[tuple[str, dict[str, Any]]] = [
        (url, json.loads(question)) for url, question, _ in _ASKED.findall(section(game))
    ]
    assert {url for url, _ in asked} == {f"/v1/games/{game.code}/legal-moves"}
    shown = [question["situation"]["phase"] for _, question in asked]
    assert sorted(shown) == sorted(phase for form in situations(game) for phase in phases(form))


@games
def test_every_field_of_a_situation_is_named_there(game: Game) -> None:
    named = set(re.findall(r"`([\w-]+)`", section(game)))
    for form in situations(game):
        needed = {field.name for field in fields_of(form)} - {"phase"}
        unneeded = {field.name for field in fields_of(form) if not field.required} & {"hand"}
        assert {*phases(form), *(needed - unneeded)} <= named
