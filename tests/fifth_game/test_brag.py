"""A game that is only handed to the application is served, documented and counted like the rest."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import yaml
from flask.testing import FlaskClient
from openapi_spec_validator import OpenAPIV31SpecValidator

from evaluators.catalogue import GAMES
from evaluators.game import Game
from service.app import create_app
from service.openapi import generate
from service.settings import read_settings
from tests.counting import counted
from tests.fifth_game import brag
from tests.fifth_game.brag.rules import Class
from tests.service.shape import places, problem_in
from tests.serving import ROOT

pytestmark = pytest.mark.no_cover  # the tracer would double its time

BRAG = "/v1/games/brag"


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    """Requests to an application with the fifth game."""
    return create_app(read_settings({}), games=(*GAMES, brag)).test_client()


def offering(*operations: str) -> Game:
    """Brag with some of its operations only."""
    parts = {name: getattr(brag, name) for name in dir(brag)}
    offered = {name: brag.operations[name] for name in operations}
    return cast("Game", SimpleNamespace(**parts | {"operations": offered}))


def said(client: FlaskClient, operation: str, **question: Any) -> Any:
    answer = client.post(f"{BRAG}/{operation}", json=question)
    assert answer.status_code == 200, answer.text
    return answer.get_json()


# Answers


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("3c3d3h", "AcAdAh"),
        ("2c2d2h", "AcKcQc"),
        ("Ac2c3c", "AcKcQc"),
        ("AcKcQc", "KcQcJc"),
        ("2c3c4c", "Ac2d3h"),
        ("4c2d3h", "AcKcJc"),
        ("2c3c5c", "AcAdKh"),
        ("2c2d3h", "AcKdJh"),
        ("3c3d2h", "2c2dAh"),
        ("AcKdTh", "AcQdJh"),
    ],
)
def test_better_hands_are_stronger(client: FlaskClient, better: str, worse: str) -> None:
    one, two = (said(client, "evaluate", hand=hand)["strength"] for hand in (better, worse))
    assert one > two


@pytest.mark.parametrize(
    ("option", "better", "worse"),
    [
        ({"threes_highest": False}, "AcAdAh", "3c3d3h"),
        ({"best_run": "ace-king-queen"}, "2c3d4h", "Ac2d3h"),
    ],
)
def test_options_change_the_order(
    client: FlaskClient, option: dict[str, Any], better: str, worse: str
) -> None:
    columns = said(client, "evaluate/batch", hands=[better, worse], options=option)
    assert columns["strength"][0] > columns["strength"][1]
    default = said(client, "evaluate/batch", hands=[better, worse])
    assert default["strength"][0] < default["strength"][1]


def test_by_get_an_option_of_every_kind_is_read(client: FlaskClient) -> None:
    answer = client.get(
        f"{BRAG}/evaluate?hand=7h7s2c&ruleset=brag/plain@1&options.ante=2&options.max_stake=null"
        "&options.threes_highest=true&options.best_run=ace-two-three&options.deal_packets=3"
        "&options.bonus.pair=5"
    )
    assert answer.get_json()["options"] == {
        "ante": 2,
        "max_stake": None,
        "threes_highest": True,
        "best_run": "ace-two-three",
        "deal_packets": [3],
        "bonus": {
            "high-card": 0,
            "pair": 5,
            "flush": 0,
            "run": 0,
            "running-flush": 0,
            "prial": 0,
        },
    }
    assert answer.get_json()["best"]["pays"] == 5


def test_a_showdown_pays_the_pot_and_the_bonus(client: FlaskClient) -> None:
    hands = [{"player": "anna", "hand": "2c2d3h"}, {"player": "boris", "hand": "2h2s3d"}]
    compared = said(client, "compare", hands=hands, pot=9, options={"bonus": {"pair": 2}})
    assert compared["winner"] == "boris"  # who paid to see loses a tie
    assert compared["payments"] == {"anna": -2, "boris": 11}
    settled = said(client, "settle", players=["anna", "boris"], winner="anna", hand="2c2d3h")
    assert settled["payments"] == {"anna": 0, "boris": 0}


@pytest.mark.parametrize(
    ("phase", "move", "code"),
    [
        ("staking", {"action": "see"}, "wrong-phase"),
        ("last-two", {"action": "see"}, None),
        ("staking", {"action": "stake", "amount": 2}, "too-little"),
        ("staking", {"action": "stake", "amount": 3}, None),
        ("last-two", {"action": "stake", "amount": 8}, "over-max-stake"),
        ("staking", {"action": "fold"}, None),
    ],
)
def test_moves_are_judged(
    client: FlaskClient, phase: str, move: dict[str, Any], code: str | None
) -> None:
    situation = {"phase": phase, "stake": 3}
    told = said(client, "legal-moves", situation=situation, move=move, options={"max_stake": 7})
    assert told["is_legal"] == (code is None)
    assert (told["refusal"] or {"code": None})["code"] == code
    assert told["legal"][1] == {"action": "stake", "amount": {"min": 3, "max": 7}}


@pytest.mark.parametrize(
    ("operation", "question", "expected"),
    [
        (
            "evaluate",
            {"hand": ["7h", "7h", "1c"]},
            [("/hand/2", "not-a-card"), ("/hand/1", "duplicate-card")],
        ),
        ("evaluate", {"hand": "7h"}, [("/hand", "wrong-count")]),
        (
            "evaluate",
            {"hand": "7h7s2c", "options": {"bonus": {"pair": -1}, "deal_packets": 3}},
            [("/options/bonus/pair", "out-of-range"), ("/options/deal_packets", "not-one-of")],
        ),
        (
            "compare",
            {
                "hands": [
                    {"player": "a", "hand": "7h7s2c"},
                    {"player": "a", "hand": ["7d", "7c", "2c"]},
                ]
            },
            [("/hands/1/player", "duplicate-player"), ("/hands/1/hand/2", "duplicate-card")],
        ),
        (
            "settle",
            {"players": ["a", "b", "a"], "winner": "c", "hand": "7h7s2c"},
            [("/players/2", "duplicate-player"), ("/winner", "unknown-player")],
        ),
        (
            "legal-moves",
            {"situation": {"phase": "last-two", "stake": 3}, "options": {"max_stake": 2}},
            [("/situation/stake", "out-of-range")],
        ),
        ("legal-moves", {"situation": {"phase": "deal"}}, [("/situation/phase", "not-one-of")]),
    ],
)
def test_refused_input_is_told_with_its_place(
    client: FlaskClient, operation: str, question: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    answer = client.post(f"{BRAG}/{operation}", json=question)
    problem = problem_in(answer, 422, "invalid-input")
    assert sorted(places(problem)) == sorted(expected)


# What follows from the declarations


def test_it_is_in_the_catalogue(client: FlaskClient) -> None:
    listed = client.get("/v1/games").get_json()["games"]
    assert [line["game"] for line in listed] == [*(game.code for game in GAMES), "brag"]


def test_it_is_described(client: FlaskClient) -> None:
    told = client.get(BRAG, headers={"Accept-Language": "uk"}).get_json()
    assert told["name"] == "Брег"
    assert [each["operation"] for each in told["operations"]] == list(brag.operations)
    assert {each["name"]: (each["type"], each["default"]) for each in told["options"]} == {
        "ante": ("integer", 1),
        "max_stake": ("integer", None),
        "threes_highest": ("boolean", True),
        "best_run": ("choice", "ace-two-three"),
        "deal_packets": ("choice", [1, 1, 1]),
        "bonus": ("integers", dict.fromkeys(Class, 0)),
    }


def test_its_rulebook_is_published(client: FlaskClient) -> None:
    book = client.get(f"{BRAG}/rules", headers={"Accept-Language": "ru"}).get_json()
    assert [clause["id"] for clause in book["clauses"]] == list(brag.rulebook.clauses)
    assert client.get(f"{BRAG}/rules/brag.see").get_json()["origin"] == "classic"


def test_its_operations_are_documented() -> None:
    document = yaml.load(generate((*GAMES, brag)), yaml.CSafeLoader)
    assert list(OpenAPIV31SpecValidator(document).iter_errors()) == []
    own = {path for path in document["paths"] if path.startswith(f"{BRAG}/")}
    operations = {f"{BRAG}/{name}" for name in brag.operations}
    assert own == operations | {f"{BRAG}/rules", f"{BRAG}/rules/{{clause}}"}


def test_the_document_says_of_the_other_games_what_it_said() -> None:
    without = generate(GAMES).splitlines()
    lines = iter(generate((*GAMES, brag)).splitlines())
    assert all(line in lines for line in without)  # in their order, others between them


@pytest.mark.parametrize(
    ("metric", "labels"),
    [
        ("arbiter_evaluations", {"operation": "legal-moves", "outcome": "answered"}),
        ("arbiter_evaluations", {"operation": "evaluate", "outcome": "invalid"}),
        ("arbiter_combinations", {"combination": "pair"}),
        ("arbiter_refusals", {"clause": "brag.see"}),
    ],
)
def test_it_is_counted(client: FlaskClient, metric: str, labels: dict[str, str]) -> None:
    before = counted(client, metric, game="brag", **labels)
    said(client, "evaluate", hand="7h7s2c")
    said(client, "legal-moves", situation={"phase": "staking", "stake": 3})
    client.get(f"{BRAG}/evaluate?hand=7h")
    assert counted(client, metric, game="brag", **labels) == before + 1


# A game need not offer everything


@pytest.mark.parametrize("operation", brag.operations)
def test_a_game_that_offers_one_operation_is_served_and_documented(operation: str) -> None:
    game = offering(operation)
    client = create_app(read_settings({}), games=(game,)).test_client()
    assert client.get("/readyz").status_code == 200
    assert [o["operation"] for o in client.get(BRAG).get_json()["operations"]] == [operation]
    for name, offered in brag.operations.items():
        question = next(iter(offered.examples.values()))
        status = client.post(f"{BRAG}/{name}", json=question).status_code
        assert status == (200 if name == operation else 404)
    document = yaml.load(generate((game,)), yaml.CSafeLoader)
    assert list(OpenAPIV31SpecValidator(document).iter_errors()) == []
    asked = [path for path, item in document["paths"].items() if "post" in item]
    assert asked == [f"{BRAG}/{operation}"]


def test_nothing_of_the_service_or_of_the_rules_knows_it() -> None:
    texts = [
        path
        for package in ("service", "evaluators")
        for path in Path(ROOT, package).rglob("*")
        if path.suffix in {".py", ".toml"}
    ]
    assert texts
    assert [path for path in texts if "brag" in path.read_text("utf-8").lower()] == []
