"""What is published about each game is complete, and agrees with what the service does."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from evaluators.catalogue import GAMES
from evaluators.game import Game
from tests.conformance.games import cited
from tests.conformance.questions import ruled

games = pytest.mark.parametrize("game", GAMES, ids=[game.code for game in GAMES])


def described(client: FlaskClient, game: Game) -> dict[str, Any]:
    answer = client.get(f"/v1/games/{game.code}")
    assert answer.status_code == 200
    description: dict[str, Any] = answer.get_json()
    return description


def test_the_catalogue_lists_every_game_with_its_address(client: FlaskClient) -> None:
    listed = client.get("/v1/games").get_json()["games"]
    assert [line["game"] for line in listed] == [game.code for game in GAMES]
    for line in listed:
        assert line["name"]
        assert client.get(line["url"]).get_json()["game"] == line["game"]


def test_vinegret_is_described(client: FlaskClient) -> None:
    vinegret = described(client, GAMES[0])
    assert vinegret["players"] == {"min": 2, "max": 6}
    assert vinegret["languages"] == ["en", "uk", "ru"]
    assert vinegret["ranks"] == list("A23456789T")
    assert vinegret["pack"][:2] == ["Ac", "2c"]
    assert vinegret["pack"][-1] == "Ts"
    assert len(set(vinegret["pack"])) == 40
    assert [ruleset["id"] for ruleset in vinegret["rulesets"]] == [
        "vinegret/document@1",
        "vinegret/classic@1",
    ]
    assert {line["code"]: line["name"] for line in vinegret["combinations"]}["flux"] == "Flux"


@games
def test_one_ruleset_is_the_default_and_options_start_from_it(
    client: FlaskClient, game: Game
) -> None:
    description = described(client, game)
    (default,) = [ruleset for ruleset in description["rulesets"] if ruleset["default"]]
    assert default["id"] == f"{game.code}/document@1"
    assert default["options"] == {o["name"]: o["default"] for o in description["options"]}


@games
def test_every_option_says_what_it_may_be_and_which_clauses_it_changes(
    client: FlaskClient, game: Game
) -> None:
    clauses = game.rulebook.clauses
    for option in described(client, game)["options"]:
        assert option["clauses"]
        assert set(option["clauses"]) <= set(clauses)
        if option["type"] == "choice":
            assert option["default"] in option["choices"]
        elif option["type"] == "boolean":
            assert isinstance(option["default"], bool)
        elif option["default"] is None:
            assert option["nullable"]
        else:
            defaults = option["default"]
            for default in defaults.values() if isinstance(defaults, dict) else [defaults]:
                assert option["min"] <= default <= option["max"]


@games
def test_an_operation_answers_by_the_methods_it_names(client: FlaskClient, game: Game) -> None:
    operations = described(client, game)["operations"]
    assert [line["operation"] for line in operations] == list(game.operations)
    for line in operations:
        question = next(iter(game.operations[line["operation"]].examples.values()))
        assert client.options(line["url"]).headers["Allow"] == ", ".join(
            sorted({*line["methods"], "OPTIONS", *(["HEAD"] if "GET" in line["methods"] else [])})
        )
        for method in set(line["methods"]) - {"GET"}:
            assert client.open(line["url"], method=method, json=question).status_code == 200


@games
def test_the_rulebook_has_every_clause_with_text_source_and_origin(
    client: FlaskClient, game: Game
) -> None:
    address = described(client, game)["rules"]
    book = client.get(address).get_json()
    assert (book["game"], book["language"]) == (game.code, "en")
    assert [clause["id"] for clause in book["clauses"]] == list(game.rulebook.clauses)
    for clause in book["clauses"]:
        assert clause["origin"] in {"doc", "corr", "classic", "house"}
        assert clause["text"]
        assert clause["source"]
        alone = client.get(f"{address}/{clause['id']}")
        assert alone.get_json() == {"game": game.code, "language": "en", **clause}


@games
def test_answers_cite_published_clauses_only(client: FlaskClient, game: Game) -> None:
    found = set()
    for name, operation in game.operations.items():
        for question in operation.examples.values():
            told = client.post(f"/v1/games/{game.code}/{name}", json=question).get_json()
            found |= cited(told)
    assert found
    assert found <= set(game.rulebook.clauses)


def may_be_seven(option: dict[str, Any]) -> bool:
    return option["type"] == "integer" and 7 in range(option["min"], option["max"] + 1)


@games
def test_answers_name_the_game_the_ruleset_and_the_options_in_force(
    client: FlaskClient, game: Game
) -> None:
    option = next(each for each in described(client, game)["options"] if may_be_seven(each))["name"]
    for ruleset in described(client, game)["rulesets"]:
        for name, operation in game.operations.items():
            shown = dict(next(iter(operation.examples.values())))
            question = ruled(shown, ruleset=ruleset["id"], options={option: 7})
            answer = client.post(f"/v1/games/{game.code}/{name}", json=question).get_json()
            assert list(answer)[:3] == ["game", "ruleset", "options"]
            assert (answer["game"], answer["ruleset"]) == (game.code, ruleset["id"])
            assert answer["options"] == {**ruleset["options"], option: 7}
