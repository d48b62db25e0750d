"""The limits of an instance: told, and applied where the operator has lowered them."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from evaluators.batch import MOST_HANDS
from evaluators.budget import MOST_WORK
from evaluators.catalogue import GAMES
from evaluators.game import Game
from evaluators.position import MOST_ACTIONS
from service.app import create_app
from service.settings import read_settings
from tests.service.shape import problem_in

FULL = {"vinegret": 4, "ecarte": 5, "solo-whist": 13, "zhiletka": 3}
BESIDE = {"ecarte": {"trump": "h"}, "solo-whist": {"turned_suit": "h"}}


def lowered(**settings: str) -> FlaskClient:
    named = {f"ARBITER_{name}": value for name, value in settings.items()}
    return create_app(read_settings(named)).test_client()


def test_the_limits_in_force_are_told(client: FlaskClient) -> None:
    told = client.get("/v1/limits").get_json()
    assert told["body_bytes"] == 16 * 1024 * 1024
    assert (told["hands"], told["actions"]) == (MOST_HANDS, MOST_ACTIONS)
    assert told["work_units"] == MOST_WORK
    assert (told["player_name_characters"], told["seed_characters"]) == (64, 200)
    assert (told["request_id_characters"], told["worker_connections"]) == (128, 1000)
    assert told["claims"] == 100
    assert told.pop("rates") == []
    assert all(type(limit) is int and limit > 0 for limit in told.values())


def test_lowered_limits_are_told() -> None:
    settings = {
        "MAX_BODY_BYTES": ("body_bytes", 2000),
        "MAX_HANDS": ("hands", 3),
        "MAX_ACTIONS": ("actions", 4),
        "MAX_WORK": ("work_units", 1001),
        "HEADER_SECONDS": ("head_seconds", 5),
        "BODY_SECONDS": ("body_seconds", 6),
        "ANSWER_SECONDS": ("answer_seconds", 7),
    }
    client = lowered(**{name: str(value) for name, (_, value) in settings.items()})
    told = client.get("/v1/limits").get_json()
    assert {name: told[name] for name, _ in settings.values()} == dict(settings.values())


def test_rate_limits_are_told() -> None:
    told = lowered(RATE_LIMIT="20/minute,1000/day").get("/v1/limits").get_json()
    assert told["rates"] == [
        {"requests": 20, "seconds": 60},
        {"requests": 1000, "seconds": 86400},
    ]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.code)
def test_a_lowered_number_of_hands_is_applied(game: Game) -> None:
    client = lowered(MAX_HANDS="3")
    hand = "".join(map(str, game.pack.cards[: FULL[game.code]]))
    path = f"/v1/games/{game.code}/evaluate/batch"
    question: dict[str, Any] = dict(BESIDE.get(game.code, {}))
    assert client.post(path, json={**question, "hands": [hand] * 3}).get_json()["count"] == 3
    problem = problem_in(client.post(path, json={**question, "hands": [hand] * 4}), 422)
    (error,) = problem["errors"]
    assert (error["pointer"], error["code"]) == ("/hands", "wrong-count")
    assert (error["min"], error["max"], error["count"]) == (0, 3, 4)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.code)
@pytest.mark.parametrize("operation", ["position", "legal-moves", "adjudicate"])
def test_a_lowered_number_of_actions_is_applied(game: Game, operation: str) -> None:
    client = lowered(MAX_ACTIONS="3")
    players = list("abcd"[: game.players[1]])
    body = {"record": {"players": players, "seed": "1", "actions": [{}] * 4}}
    problem = problem_in(client.post(f"/v1/games/{game.code}/{operation}", json=body), 422)
    (error,) = problem["errors"]
    assert (error["pointer"], error["code"]) == ("/record/actions", "wrong-count")
    assert (error["max"], error["count"]) == (3, 4)


def test_what_takes_more_work_than_is_allowed_is_refused() -> None:
    client = lowered(MAX_WORK="1000")
    path = "/v1/games/vinegret/evaluate/batch"
    assert client.post(path, json={"hands": ["ThTsTd3c"] * 1000}).status_code == 200
    problem = problem_in(client.post(path, json={"hands": ["ThTsTd3c"] * 1001}), 422)
    assert problem["code"] == "over-budget"
    assert "1000" in problem["detail"]
    assert problem["errors"] == []
