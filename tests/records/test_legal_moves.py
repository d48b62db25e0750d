"""What may follow a record: as by situation, and as far as a viewer may know."""

from typing import Any

import pytest
from flask.testing import FlaskClient

Answer = dict[str, Any]
RECORD: Answer = {"players": ["anna", "boris"], "seed": "x"}
SITUATION = {"phase": "dealer-choice"}
VIST = {"action": "vist"}


def ask(client: FlaskClient, **question: object) -> Answer:
    told: Answer = client.post("/v1/games/vinegret/legal-moves", json=question).get_json()
    return told


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ({}, [("/situation", "missing-field")]),
        ({"move": VIST}, [("/situation", "missing-field")]),
        ({"situation": SITUATION, "record": RECORD}, [("/record", "situation-and-record")]),
        ({"situation": SITUATION, "viewer": "anna"}, [("/viewer", "unknown-field")]),
        ({"record": RECORD, "viewer": "vera"}, [("/viewer", "unknown-player")]),
        ({"record": RECORD, "viewer": 5}, [("/viewer", "wrong-type")]),
        (
            {"record": RECORD, "options": {}, "ruleset": "vinegret/classic@1"},
            [("/options", "unknown-field"), ("/ruleset", "unknown-field")],
        ),
    ],
)
def test_a_question_is_about_a_situation_or_a_record(
    client: FlaskClient, question: Answer, expected: list[tuple[str, str]]
) -> None:
    errors = ask(client, **question)["errors"]
    assert [(error["pointer"], error["code"]) for error in errors] == expected


@pytest.mark.parametrize("viewer", [None, "anna"])
def test_moves_by_record_are_those_by_situation(client: FlaskClient, viewer: str | None) -> None:
    by_record = ask(client, record=RECORD, viewer=viewer)
    hand = client.post("/v1/games/vinegret/position", json={"record": RECORD}).get_json()["hands"]
    situation = {"phase": "first-exchange", "hand": hand["anna"]}
    by_situation = ask(client, situation=situation)
    assert by_record.pop("to_act") == "anna"
    assert by_record == by_situation


def test_another_viewer_is_told_no_moves_and_that_it_is_not_his_turn(client: FlaskClient) -> None:
    told = ask(client, record=RECORD, viewer="boris", move=VIST)
    assert (told["legal"], told["refused"], told["to_act"]) == ([], [], "anna")
    assert told["clauses"] == ["vinegret.vist"]
    assert (told["is_legal"], told["refusal"]["code"]) == (False, "not-your-turn")
    assert told["refusal"]["text"] == "It is another player’s turn: anna is to act."


def test_a_move_is_judged_for_who_is_to_act(client: FlaskClient) -> None:
    told = ask(client, record=RECORD, move=VIST)
    assert (told["is_legal"], told["refusal"]) == (True, None)


def test_while_the_table_is_due_its_template_is_told(client: FlaskClient) -> None:
    record = {"players": ["anna", "boris"]}
    for viewer in (None, "anna", "boris"):
        told = ask(client, record=record, viewer=viewer, move=VIST)
        assert told["legal"] == [{"action": "deal", "player": "anna", "count": 2}]
        assert (told["to_act"], told["clauses"]) == ("table", ["vinegret.first-cards"])
        assert told["refusal"]["code"] == "not-your-turn"
        assert told["refusal"]["text"] == "It is no player’s turn: the table is to act first."


def test_nothing_may_follow_the_end(client: FlaskClient) -> None:
    actions = [
        {"player": "anna", **VIST},
        {"player": "boris", **VIST},
        {"player": "anna", "action": "pass"},
        {"player": "boris", "action": "pass"},
        {"player": "boris", "action": "redeal"},
    ]
    told = ask(client, record={**RECORD, "actions": actions}, move=VIST)
    assert (told["legal"], told["refused"], told["clauses"]) == ([], [], [])
    assert (told["to_act"], told["is_legal"]) == (None, False)
    assert told["refusal"]["code"] == "deal-is-over"
