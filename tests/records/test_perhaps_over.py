"""Where a deal may be over already, which depends on unseen cards, nothing is legal for certain."""

from typing import Any

from flask.testing import FlaskClient

from evaluators import ecarte, zhiletka
from tests.conformance.games import put

ATTACKS = [["9c"], ["Th"], ["Jh"], ["Th", "Jh"]]
ANNA_MAY_HAVE_A_SBOR: dict[str, Any] = {
    "players": ["anna", "boris"],
    "dealer": "anna",
    "actions": [
        {"action": "deal", "player": "boris", "cards": "9c Th Jh"},
        {"action": "deal", "player": "anna", "cards": "Kh 8h ??"},
        {"action": "turn-up", "card": "6d"},
    ],
}


def asked(client: FlaskClient, game: Any, operation: str, **question: Any) -> dict[str, Any]:
    """The answer to a question."""
    answer: dict[str, Any] = put(client, game, operation, question).get_json()
    return answer


def beaten() -> dict[str, Any]:
    """Anna has drawn a card nobody saw; Boris is to draw next."""
    return {
        "players": ["anna", "boris"],
        "actions": [
            {"action": "deal", "player": "anna", "cards": "Kh 8h 6s"},
            {"action": "deal", "player": "boris", "cards": "9c Th Jc"},
            {"action": "turn-up", "card": "6d"},
            {"player": "anna", "action": "attack", "cards": "8h"},
            {"player": "boris", "action": "beat", "cards": "Th"},
            {"action": "draw", "player": "boris", "cards": "??"},
        ],
    }


def test_a_move_that_is_allowed_if_the_deal_goes_on_is_undecided(client: FlaskClient) -> None:
    move = {"action": "attack", "cards": ["9c"]}
    answer = asked(client, zhiletka, "legal-moves", record=ANNA_MAY_HAVE_A_SBOR, move=move)
    assert answer["legal"] == []
    assert [each["cards"] for each in answer["undecided"]] == ATTACKS
    assert (answer["is_legal"], answer["refusal"]) == (None, None)
    assert answer["to_act"] == "boris"
    assert asked(client, zhiletka, "position", record=ANNA_MAY_HAVE_A_SBOR)["legal_moves"] == []


def test_a_move_that_is_refused_if_the_deal_goes_on_is_not_legal(client: FlaskClient) -> None:
    move = {"action": "attack", "cards": ["9c", "Th"]}
    answer = asked(client, zhiletka, "legal-moves", record=ANNA_MAY_HAVE_A_SBOR, move=move)
    assert answer["is_legal"] is False
    assert answer["refusal"]["code"] == "cards-not-alike"


def test_an_announced_king_may_have_won(client: FlaskClient) -> None:
    record = {
        "players": ["anna", "boris"],
        "score": {"anna": 4, "boris": 0},
        "actions": [
            {"action": "deal", "player": "anna", "cards": "9d Kd Kc Qs ??"},
            {"action": "deal", "player": "boris", "cards": "7c 8c 9c Tc 7d"},
            {"action": "turn-up", "card": "8h"},
            {"player": "anna", "action": "play-at-once"},
            {"player": "anna", "action": "announce-king"},
        ],
    }
    answer = asked(client, ecarte, "legal-moves", record=record, move={"action": "no-king"})
    assert (answer["legal"], answer["is_legal"]) == ([], None)


def test_what_the_table_is_due_to_do_is_undecided_as_well(client: FlaskClient) -> None:
    answer = asked(client, zhiletka, "legal-moves", record=beaten())
    draw = {"action": "draw", "player": "anna", "count": 1}
    assert (answer["legal"], answer["undecided"], answer["to_act"]) == ([], [draw], "table")


def test_a_viewer_is_told_only_what_depends_on_his_own_cards(client: FlaskClient) -> None:
    record = ANNA_MAY_HAVE_A_SBOR
    own = asked(client, zhiletka, "legal-moves", record=record, viewer="boris")
    assert [each["cards"] for each in own["legal"]] == ATTACKS
    assert "undecided" not in own
    answer = asked(client, zhiletka, "legal-moves", record=beaten(), viewer="boris")
    assert answer["legal"] == []
    assert answer["undecided"]


def test_a_refused_action_names_nothing_that_was_legal(client: FlaskClient) -> None:
    refused = {"player": "boris", "action": "attack", "cards": "9c Th"}
    record = {**ANNA_MAY_HAVE_A_SBOR, "actions": [*ANNA_MAY_HAVE_A_SBOR["actions"], refused]}
    answer = asked(client, zhiletka, "position", record=record)
    (told,) = answer["errors"]
    assert (told["code"], told["legal"], told["clauses"]) == (
        "illegal-action",
        [],
        ["zhiletka.attack"],
    )
    assert told["detail"].startswith("Either the deal was over already")
    answer = asked(client, zhiletka, "position", record=record, viewer="boris")
    assert answer["errors"][0]["code"] == "cards-not-alike"  # all that he can know
