"""The actions of records in the OpenAPI document: those that can be read, and no others."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from jsonschema_rs import Draft202012Validator

from evaluators.actions import TABLE_ACTIONS
from evaluators.cards import UNSEEN
from evaluators.catalogue import GAMES
from evaluators.chance import Source
from evaluators.game import Game
from tests.contract.document import document, schema_check
from tests.records.playing import play

games = pytest.mark.parametrize("game", GAMES, ids=[game.code for game in GAMES])


def check_of(game: Game, operation: str) -> Draft202012Validator:
    """A check of questions by what the document says of an operation."""
    asked = document()["paths"][f"/v1/games/{game.code}/{operation}"]["post"]["requestBody"]
    return schema_check(asked["content"]["application/json"]["schema"])


def told_deal(game: Game) -> dict[str, Any]:
    """The record of a deal in which everything is told."""
    return play(game, game.rulesets[0].options, Source.TOLD, random.Random(1)).record


def without(action: dict[str, Any], name: str) -> dict[str, Any]:
    return {field: value for field, value in action.items() if field != name}


def spoilt(action: dict[str, Any]) -> Iterator[object]:
    """What is made of an action so that it is none."""
    yield from (None, 7, "pass", [], {}, {**action, "action": "nothing"}, {**action, "nothing": 1})
    for name, value in action.items():
        yield without(action, name)
        yield {**action, name: None}
        yield {**action, name: {"of": value}}
        if isinstance(value, list):
            yield {**action, name: [*value, "x"]}


@games
@pytest.mark.parametrize("source", Source)
def test_every_action_of_a_deal_is_in_the_document(game: Game, source: Source) -> None:
    check, rng = check_of(game, "position"), random.Random(2)
    for _ in range(10):
        record = play(game, game.rulesets[0].options, source, rng).record
        check.validate({"record": record})


@games
def test_the_document_has_every_action_once(game: Game) -> None:
    name = "".join(map(str.capitalize, game.code.split("-"))) + "Action"
    forms = document()["components"]["schemas"][name]["oneOf"]
    told = [action for form in forms for action in form["properties"]["action"]["enum"]]
    assert sorted(told) == sorted([*game.actions, *map(str, TABLE_ACTIONS)])


@games
@pytest.mark.parametrize("operation", ["position", "legal-moves"])
def test_what_is_no_action_is_none_for_the_document_and_the_service(
    client: FlaskClient, game: Game, operation: str
) -> None:
    check, record = check_of(game, operation), told_deal(game)
    kinds = {action["action"]: index for index, action in enumerate(record["actions"])}
    for index in kinds.values():
        before = record["actions"][:index]
        for bad in spoilt(record["actions"][index]):
            question = {"record": {**record, "actions": [*before, bad]}}
            assert not check.is_valid(question), bad
            answer = client.post(f"/v1/games/{game.code}/{operation}", json=question)
            assert answer.status_code == 422, bad
            (error,) = answer.get_json()["errors"]
            assert error["pointer"] == f"/record/actions/{index}"


@games
def test_in_a_dispute_it_is_a_breach(client: FlaskClient, game: Game) -> None:
    check, record = check_of(game, "adjudicate"), told_deal(game)
    for bad in spoilt(record["actions"][0]):
        question = {"record": {**record, "actions": [bad]}}
        check.validate(question)
        answer = client.post(f"/v1/games/{game.code}/adjudicate", json=question)
        assert answer.status_code == 200, bad
        assert [breach["action"] for breach in answer.get_json()["breaches"]] == [0]


@games
def test_cards_of_a_deal_may_be_unseen_in_a_list_or_a_text(client: FlaskClient, game: Game) -> None:
    check, record = check_of(game, "position"), told_deal(game)
    deal = record["actions"][0]
    for cards in ([UNSEEN] * len(deal["cards"]), " ".join([UNSEEN] * len(deal["cards"]))):
        question = {"record": {**record, "actions": [{**deal, "cards": cards}]}}
        check.validate(question)
        answer = client.post(f"/v1/games/{game.code}/position", json=question)
        assert answer.status_code == 200
