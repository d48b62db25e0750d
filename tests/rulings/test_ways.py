"""Where the choices of faces are too many, what all ways come to is decided, and nothing else."""

from typing import Any, NoReturn

import pytest
from flask.testing import FlaskClient

from evaluators import completions, ways
from evaluators.replay import Refused
from tests.conformance.games import put
from tests.disputes.test_disputes import BY_CODE, FILES, read, ruled

UNSEEN = [file for file in FILES if "??" in file.read_text("utf-8")]
WITH_RECORD = [file for file in UNSEEN if "record" in read(file)["question"]]

DIAMONDS, SPADES, HEARTS = ([rank + suit for rank in "AKQJT98765432"] for suit in "dsh")
TWO_DISCARDS: dict[str, Any] = {
    "players": ["e", "s", "w", "n"],
    "dealer": "n",
    "actions": [
        {"action": "deal", "player": "e", "cards": [*HEARTS[:6], *SPADES[:7]]},
        {"action": "deal", "player": "s", "cards": ["??"] * 13},
        {"action": "deal", "player": "w", "cards": ["??"] * 13},
        {"action": "deal", "player": "n", "cards": [*HEARTS[10:], *SPADES[7:], *DIAMONDS[9:]]},
        {"action": "turn-up", "card": "2d"},
        {"player": "e", "action": "call", "call": "solo"},
        *({"player": player, "action": "call", "call": "pass"} for player in "swn"),
        *(
            {"player": player, "action": "play", "card": card}
            for lead, card_of_s, of_w, of_n in [
                ("Ah", "3c", "8h", "2h"),
                ("Kh", "4c", "7h", "3h"),
            ]
            for player, card in zip("eswn", (lead, card_of_s, of_w, of_n), strict=True)
        ),
    ],
}
"""A player whose hand nobody has seen throws clubs on hearts, twice."""


@pytest.fixture(autouse=True)
def too_many_faces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(completions, "MOST_WORK", 0)


def verdicts(answer: dict[str, Any]) -> list[str]:
    return [ruling["verdict"] for ruling in answer["rulings"]]


@pytest.mark.parametrize("file", UNSEEN, ids=lambda file: file.stem)
def test_no_dispute_is_decided_otherwise(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, file: Any
) -> None:
    by_ways = ruled(client, file)
    monkeypatch.undo()
    exact = ruled(client, file)
    for one, other in zip(by_ways["rulings"], exact["rulings"], strict=True):
        assert one["verdict"] in {other["verdict"], "undecidable"}
        assert one["correct"] in (other["correct"], None)


def test_some_are_decided_by_ways(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    decided = [verdicts(ruled(client, file)) for file in WITH_RECORD]
    monkeypatch.setattr(ways, "MOST_WAYS", 0)
    less = [verdicts(ruled(client, file)) for file in WITH_RECORD]
    assert decided != less
    for one, other in zip(decided, less, strict=True):
        assert all(few in {many, "undecidable"} for many, few in zip(one, other, strict=True))


def test_a_way_that_cannot_be_followed_leaves_it_open(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(position: Any, *_: Any) -> NoReturn:
        raise Refused(0, None, NotImplemented, position)

    monkeypatch.setattr(ways, "step", refuse)
    answers = [ruled(client, file) for file in WITH_RECORD]
    assert any("undecidable" in verdicts(answer) for answer in answers)


def test_ways_that_meet_again_are_one(client: FlaskClient) -> None:
    claims = [{"claim": "winner", "player": "e"}, {"claim": "trick", "number": 2, "winner": "e"}]
    question = {"record": TWO_DISCARDS, "claims": claims}
    answer = put(client, BY_CODE["solo-whist"], "adjudicate", question).get_json()
    assert [ruling["reason"] for ruling in answer["rulings"]] == ["unseen-cards", None]
    assert [each["action"] for each in answer["undecided"]] == [10, 14]
