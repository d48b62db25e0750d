"""Questions to `adjudicate` that are none, each refused with what is wrong and where."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from evaluators.catalogue import GAMES
from tests.conformance.games import example, put

BY_CODE = {game.code: game for game in GAMES}
RECORD = {"players": ["anna", "boris"], "actions": [{"player": "anna", "action": "vist"}]}
SITUATION = {"phase": "dealer-choice"}
HANDS = [{"player": "anna", "hand": "ThTsTd3c"}, {"player": "boris", "hand": "9h8h6h2h"}]
ECARTE = [{"player": "anna", "hand": "7c8c9cTcJc"}]
RIGHT: dict[str, Any] = {"claim": "legal", "action": 0}


def of(*claims: Any) -> dict[str, Any]:
    """A question about the record with these claims."""
    return {"record": RECORD, "claims": list(claims)}


FAULTS: list[tuple[str, dict[str, Any], list[tuple[str, str]]]] = [
    ("vinegret", {}, [("missing-field", "/record")]),
    ("vinegret", {"claims": [RIGHT]}, [("missing-field", "/record")]),
    (
        "vinegret",
        {"record": RECORD, "situation": SITUATION, "hands": HANDS},
        [("unknown-field", "/situation"), ("unknown-field", "/hands")],
    ),
    (
        "vinegret",
        {"record": RECORD, "ruleset": "vinegret/classic@1", "options": {}},
        [("unknown-field", "/options"), ("unknown-field", "/ruleset")],
    ),
    ("vinegret", of({"claim": "loud"}), [("not-one-of", "/claims/0/claim")]),
    ("vinegret", of({}), [("missing-field", "/claims/0/claim")]),
    ("vinegret", of(RIGHT, "no"), [("wrong-type", "/claims/1")]),
    ("vinegret", of({"claim": "legal"}), [("missing-field", "/claims/0/action")]),
    (
        "vinegret",
        of({**RIGHT, "move": {"action": "vist"}}),
        [("unknown-field", "/claims/0/move")],
    ),
    ("vinegret", of({"claim": "legal", "action": 1}), [("out-of-range", "/claims/0/action")]),
    ("vinegret", of({"claim": "legal", "action": -1}), [("out-of-range", "/claims/0/action")]),
    ("vinegret", of({"claim": "legal", "action": 2000}), [("out-of-range", "/claims/0/action")]),
    (
        "vinegret",
        of({"claim": "winner", "player": "vera"}),
        [("unknown-player", "/claims/0/player")],
    ),
    ("vinegret", of({"claim": "winner"}), [("missing-field", "/claims/0/player")]),
    (
        "vinegret",
        of({"claim": "ledger", "ledger": {"vera": 1}}),
        [("unknown-player", "/claims/0/ledger/vera")],
    ),
    (
        "vinegret",
        of({"claim": "combination", "player": "anna", "code": "royal"}),
        [("not-one-of", "/claims/0/code")],
    ),
    ("vinegret", of(*[RIGHT] * 101), [("wrong-count", "/claims")]),
    (
        "ecarte",
        {"record": RECORD, "claims": [{"claim": "trick", "number": 6, "winner": "anna"}]},
        [("out-of-range", "/claims/0/number")],
    ),
    ("ecarte", {"hands": ECARTE}, [("missing-field", "/trump")]),
    ("ecarte", {"record": RECORD, "trump": "h"}, [("unknown-field", "/trump")]),
    (
        "ecarte",
        {"hands": [*ECARTE, *ECARTE], "trump": "h"},
        [("duplicate-player", "/hands/1/player"), ("duplicate-card", "/hands/1/hand")],
    ),
    (
        "solo-whist",
        {"hands": [{"player": "e", "hand": "AcKcQcJcTc9c8c7c6c5c4c3c2c"}]},
        [("missing-field", "/turned_suit")],
    ),
    (
        "ecarte",
        {
            "situation": {"phase": "king", "hand": "7c8c9cTcJc", "trump": "h"},
            "ruleset": "ecarte/classic@1",
        },
        [("wrong-phase", "/situation/phase")],
    ),
]


@pytest.mark.parametrize(("game", "question", "faults"), FAULTS)
def test_what_is_wrong_is_told_with_its_place(
    client: FlaskClient, game: str, question: dict[str, Any], faults: list[tuple[str, str]]
) -> None:
    response = put(client, BY_CODE[game], "adjudicate", question)
    assert response.status_code == 422
    errors = response.get_json()["errors"]
    found = {(error["code"], error["pointer"]) for error in errors}
    assert set(faults) <= found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.code)
def test_a_record_without_claims_is_searched(client: FlaskClient, game: Any) -> None:
    question = {"record": example(game, "adjudicate")["record"]}
    told = put(client, game, "adjudicate", question).get_json()
    assert told["rulings"] == []
    assert told["breaches"]
