"""Questions of every kind to every game, each with the one right answer."""

import json
from dataclasses import dataclass, field
from typing import Any

from evaluators.catalogue import GAMES
from evaluators.game import Game
from service.app import create_app
from service.settings import read_settings
from tests.golden.playthrough import FOLDER, record_in

_HEADERS = {"X-Request-ID": "same-at-every-try", "Content-Type": "application/json"}


@dataclass(frozen=True)
class Question:
    """A request and the answer to it, byte for byte."""

    method: str
    path: str
    body: bytes
    status: int
    answer: bytes
    headers: dict[str, str] = field(default_factory=lambda: dict(_HEADERS))


def all_questions() -> list[Question]:
    """Every operation, the catalogue, whole deals, batches of all sizes, and bad input.

    The answers are those of the application itself, in this process.
    """
    client = create_app(read_settings({})).test_client()
    questions = []
    for method, path, asked in [*_of_the_catalogue(), *_of_the_games(), *_bad()]:
        body = json.dumps(asked).encode() if method != "GET" else b""
        told = client.open(path, method=method, data=body, headers=_HEADERS)
        questions.append(Question(method, path, body, told.status_code, told.data))
    return questions


def _of_the_catalogue() -> list[tuple[str, str, Any]]:
    paths = ["/v1/games", "/version"]
    paths += [f"/v1/games/{game.code}{rest}" for game in GAMES for rest in ("", "/rules")]
    return [("GET", path, None) for path in paths]


def _of_the_games() -> list[tuple[str, str, Any]]:
    asked: list[tuple[str, str, Any]] = []
    for game in GAMES:
        path = f"/v1/games/{game.code}"
        for name, operation in game.operations.items():
            for number, example in enumerate(operation.examples.values()):
                method = "QUERY" if number % 3 == 2 else "POST"
                asked.append((method, f"{path}/{name}", dict(example)))
        for record in _deals(game):
            asked.append(("POST", f"{path}/position", {"record": record}))
            viewer = record["players"][0]
            asked.append(("POST", f"{path}/position", {"record": record, "viewer": viewer}))
            if record["actions"]:
                claims = [{"claim": "legal", "action": 0}]
                asked.append(("POST", f"{path}/adjudicate", {"record": record, "claims": claims}))
    hands = ["ThTsTd3c", "2c3d4h5s", "2c", "Kh", "8d9dTd6d"]
    batch = "/v1/games/vinegret/evaluate/batch"
    return asked + [("POST", batch, {"hands": hands * times}) for times in (1, 100, 1000, 1500)]


def _deals(game: Game) -> list[Any]:
    return [record_in(path.read_text("utf-8")) for path in sorted((FOLDER / game.code).iterdir())]


def _bad() -> list[tuple[str, str, Any]]:
    path = "/v1/games/vinegret"
    return [
        ("POST", f"{path}/evaluate", {"hand": ["Th", "♥10", "11h", "Ks"], "trump": "h"}),
        ("POST", f"{path}/evaluate", []),
        ("POST", f"{path}/compare", {"hands": 5, "others": {}}),
        ("POST", "/v1/games/bridge/evaluate", {"hand": "Th"}),
        ("GET", "/v1/games/ecarte/rules/nothing", None),
        ("GET", f"{path}/evaluate?hand=ThThTh", None),
    ]
