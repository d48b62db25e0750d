"""Records whose result depends on cards nobody has seen: what depends on them is null."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.contract.document import schema_check
from tests.records.telling import record

DEALS = {
    "vinegret": (
        "ab",
        (
            "a deal 6s ??, b deal 4s 7h, a vist, b vist, a deal 5c 3h, b deal Ah 7d, a bet 2, "
            "b hold, a exchange, b exchange Ah, b draw 6c, a raise 6, b pass"
        ),
        {"ledger"},
    ),
    "ecarte": (
        "ab",
        (
            "a deal 7c 8c 9c 7d ??, b deal As 7h 8d 9d Td, turn-up 7s, a propose, b refuse, "
            "a no-king, b no-king, a play 7c, b play As, b play 7h, a play 8c, b throw-up"
        ),
        {"ledger", "points", "score"},
    ),
    "zhiletka": (
        "ab",
        "a deal Qh 8c Ah, b deal 6s 9c 8s, turn-up Kd, a attack Qh Ah, b take, a draw 8h ??",
        {"ledger", "pot"},
    ),
}


@pytest.mark.parametrize("game", DEALS)
def test_where_a_result_is_in_doubt_the_position_says_so(client: FlaskClient, game: str) -> None:
    players, told, in_doubt = DEALS[game]
    answer = client.post(f"/v1/games/{game}/position", json={"record": record(players, told)})
    assert answer.status_code == 200, answer.text
    stands: dict[str, Any] = answer.get_json()
    assert stands["undecided"] == [{"player": "a", "count": 1}]
    assert {name for name in in_doubt if stands[name] is None} == in_doubt
    name = f"{game.capitalize()}PositionStanding"
    schema_check({"$ref": f"#/components/schemas/{name}"}).validate(stands)


def test_who_holds_all_cards_that_are_unseen_may_play_any_of_them(client: FlaskClient) -> None:
    suits = {suit: " ".join(rank + suit for rank in "23456789TJQKA") for suit in "cdhs"}
    told = (
        f"e deal {' '.join(['??'] * 13)}, s deal {suits['d']}, w deal {suits['h']}, "
        f"n deal {suits['s']}, turn-up 2s, e call solo, s call pass, w call pass, n call pass"
    )
    asked = {"record": record("eswn", told), "move": {"action": "play", "card": "7c"}}
    answer = client.post("/v1/games/solo-whist/legal-moves", json=asked).get_json()
    assert (answer["is_legal"], answer["refusal"]) == (True, None)
