"""A ruling cites the clauses on which it rests, and no others."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from evaluators import ecarte, solo_whist, zhiletka
from tests.conformance.games import put


def ruled(client: FlaskClient, game: Any, **question: Any) -> dict[str, Any]:
    """The ruling on a dispute."""
    answer: dict[str, Any] = put(client, game, "adjudicate", question).get_json()
    return answer


def ids(part: dict[str, Any]) -> list[str]:
    """The clauses cited, without the game's name."""
    return [clause["id"].partition(".")[2] for clause in part["clauses"]]


CARDS = {"phase": "play", "hand": "Kh 8d 7d 7s 7c", "trump": "h"}
LEAD: dict[str, Any] = {"action": "play", "card": "8d"}
OWN_FIRST_CARD = {"king_window": "own-first-card"}


@pytest.mark.parametrize(
    ("led", "move", "cited"),
    [
        ({}, LEAD, ["lead"]),
        ({"led": "9d"}, LEAD, ["follow-and-beat"]),
        ({"led": "9d"}, {"action": "throw-up"}, ["thrown-up"]),
        ({"led": "9d"}, {"action": "announce-king"}, ["king", "king-window"]),
    ],
)
def test_what_is_allowed_in_play_rests_on_the_clause_of_what_is_done(
    client: FlaskClient, led: dict[str, Any], move: dict[str, Any], cited: list[str]
) -> None:
    situation, claims = {**CARDS, **led}, [{"claim": "legal", "move": move}]
    answer = ruled(client, ecarte, situation=situation, claims=claims, options=OWN_FIRST_CARD)
    assert ids(answer["rulings"][0]) == cited


def test_a_card_in_a_record_rests_on_no_other_clause(client: FlaskClient) -> None:
    record = {
        "players": ["anna", "boris"],
        "options": OWN_FIRST_CARD,
        "actions": [
            {"action": "deal", "player": "anna", "cards": "9d Kd Kc Qs 7s"},
            {"action": "deal", "player": "boris", "cards": "7c 8c 9c 7d Kh"},
            {"action": "turn-up", "card": "8h"},
            {"player": "anna", "action": "play-at-once"},
            {"player": "anna", "action": "play", "card": "9d"},
            {"player": "boris", "action": "announce-king"},
            {"player": "boris", "action": "play", "card": "7d"},
        ],
    }
    claims = [{"claim": "legal", "action": index} for index in (3, 4, 5, 6)]
    assert [
        ids(each) for each in ruled(client, ecarte, record=record, claims=claims)["rulings"]
    ] == [
        ["propose-or-play", "again", "recycle"],
        ["lead"],
        ["king", "king-window"],
        ["follow-and-beat"],
    ]


ELDEST_PASSED = [("e", "pass"), ("s", "proposal"), ("w", "pass"), ("d", "pass")]


@pytest.mark.parametrize(
    ("calls", "call", "cited"),
    [
        (ELDEST_PASSED, "accept", ["turns", "eldest-returns", "accept", "accept-standing"]),
        (ELDEST_PASSED, "pass", ["turns", "eldest-returns", "pass"]),
        (ELDEST_PASSED[:2], "pass", ["turns", "pass"]),
        (ELDEST_PASSED[:2], "solo", ["turns", "order", "higher", "accept", "accept-standing"]),
        ([], "pass", ["turns", "pass"]),
    ],
)
def test_a_call_rests_on_the_clause_of_the_call(
    client: FlaskClient, calls: list[tuple[str, str]], call: str, cited: list[str]
) -> None:
    situation = {
        "phase": "auction",
        "players": list("eswd"),
        "calls": [{"player": player, "call": said} for player, said in calls],
    }
    claims = [{"claim": "legal", "move": {"action": "call", "call": call}}]
    answer = ruled(client, solo_whist, situation=situation, claims=claims)
    assert ids(answer["rulings"][0]) == cited


def test_a_misdeal_is_no_revoke(client: FlaskClient) -> None:
    deal = {"action": "deal", "player": "e", "cards": ["??"] * 12}
    record = {"players": list("eswd"), "actions": [deal]}
    claims = [{"claim": "winner", "player": None}, {"claim": "ledger", "ledger": {"e": 0}}]
    answer = ruled(client, solo_whist, record=record, claims=claims)
    assert [ids(each) for each in answer["rulings"]] == [["misdeal"], ["misdeal"]]


def test_a_deal_that_is_over_whoever_won_rests_on_what_all_ways_rest_on(
    client: FlaskClient,
) -> None:
    record = {
        "players": ["anna", "boris", "vera"],
        "actions": [
            {"action": "deal", "player": "anna", "cards": "6s 9s ??"},
            {"action": "deal", "player": "boris", "cards": "8c 8d 8h"},
            {"action": "deal", "player": "vera", "cards": "7h Kd Qc"},
            {"action": "turn-up", "card": "As"},
            {"player": "anna", "action": "attack", "cards": "6s"},
        ],
    }
    (breach,) = ruled(client, zhiletka, record=record)["breaches"]
    assert ids(breach) == ["automatic-sbor", "sbor", "dealt-sbor", "payment"]
