"""The games that must conform, and what tests of any game need: to ask, and to look at answers."""

import importlib
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from evaluators import catalogue
from evaluators.game import Game, Operation
from service.openapi import generate
from tests.fifth_game import brag
from tests.serving import ROOT

Json = dict[str, Any]

GAMES: tuple[Game, ...] = (*catalogue.GAMES, brag)

games = pytest.mark.parametrize("game", GAMES, ids=[game.code for game in GAMES])
_ASKED = [(game, name) for game in GAMES for name in game.operations]
operations = pytest.mark.parametrize(
    ("game", "operation"), _ASKED, ids=[f"{game.code}-{name}" for game, name in _ASKED]
)
_VALUED = [
    (game, each) for game in GAMES if "evaluate" in game.operations for each in game.rulesets
]
rulesets = pytest.mark.parametrize(
    ("game", "ruleset"),
    [(game, each.id) for game, each in _VALUED],
    ids=[each.id for _, each in _VALUED],
)

WORDED = {"name", "text", "source", "explanation", "advice", "title", "detail"}
"""The fields whose values are in words, and differ from language to language."""
LANGUAGES = ("en", "uk", "ru")


def package(game: Game) -> ModuleType:
    """The game's package, which is the game."""
    assert isinstance(game, ModuleType)
    return game


def module(game: Game, name: str) -> ModuleType:
    """A module of the game's package."""
    return importlib.import_module(f"{package(game).__name__}.{name}")


def document(game: Game) -> Json:
    """The OpenAPI document in which a game is: the committed one, or the one that would be made."""
    committed = game in catalogue.GAMES
    text = Path(ROOT, "openapi.yaml").read_text("utf-8") if committed else generate(GAMES)
    made: Json = yaml.load(text, yaml.CSafeLoader)
    return made


def example(game: Game, operation: str) -> Json:
    """The first question that an operation shows."""
    asked: Operation[Any, Any, Any] = game.operations[operation]
    return dict(next(iter(asked.examples.values())))


def put(
    client: FlaskClient,
    game: Game,
    operation: str,
    question: Mapping[str, Any],
    language: str = "en",
) -> TestResponse:
    """What the service says to a question."""
    return client.post(
        f"/v1/games/{game.code}/{operation}",
        data=json.dumps(question).encode(),
        content_type="application/json",
        headers={"Accept-Language": language, "X-Request-ID": "test"},
    )


def answer(client: FlaskClient, game: Game, operation: str, question: Json) -> Json:
    """The answer to a question that has one."""
    response = put(client, game, operation, question)
    assert response.status_code == 200, response.text
    told: Json = response.get_json()
    return told


def cited(told: Any) -> set[str]:
    """Every clause that an answer names, by its id or with its text."""
    named = (clause for each in inside(told) for clause in each.get("clauses", ()))
    return {clause["id"] if isinstance(clause, dict) else clause for clause in named}


def inside(value: Any) -> Iterator[Json]:
    """Every object in an answer."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from inside(inner)


def mapped(value: Any, change: Callable[[str, Any], Any], key: str = "") -> Any:
    """A value with everything in it changed, from the innermost; `change` gets the key it is at."""
    if isinstance(value, Mapping):
        value = {name: mapped(inner, change, name) for name, inner in value.items()}
    elif isinstance(value, list):
        value = [mapped(inner, change, key) for inner in value]
    return change(key, value)


def wordless(told: Any, *more: str) -> Any:
    """An answer without its words, and without some other fields."""
    left_out = WORDED | set(more)

    def without(_: str, value: Any) -> Any:
        if isinstance(value, dict):
            return {name: inner for name, inner in value.items() if name not in left_out}
        return value

    return mapped(told, without)
