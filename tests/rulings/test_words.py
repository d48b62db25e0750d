"""Explanations say what happened, in words that fit."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from evaluators import ecarte, zhiletka
from tests.conformance.games import put
from tests.disputes.test_disputes import BY_CODE, FILES, read

THROWN_UP: dict[str, Any] = {
    "players": ["anna", "boris"],
    "actions": [
        {"action": "deal", "player": "anna", "cards": "9d Kd Kc Qs 7s"},
        {"action": "deal", "player": "boris", "cards": "7c 8c 9c Tc 7d"},
        {"action": "turn-up", "card": "8h"},
        {"player": "anna", "action": "play-at-once"},
        {"player": "anna", "action": "no-king"},
        {"player": "boris", "action": "no-king"},
        {"player": "anna", "action": "play", "card": "9d"},
        {"player": "boris", "action": "throw-up"},
    ],
}

BORIS_IS_OUT = next(
    read(file)["question"]["record"]
    for file in FILES
    if file.stem == "zhiletka.survivor--four-cards-out-in-a-short-game"
)


def explained(
    client: FlaskClient, game: Any, language: str, record: dict[str, Any], claim: dict[str, Any]
) -> str:
    """The explanation of the ruling on a claim."""
    question = {"record": record, "claims": [claim]}
    answer = put(client, game, "adjudicate", question, language).get_json()
    text: str = answer["rulings"][0]["explanation"]
    return text


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "boris threw up the cards, and the tricks that were left went to the opponent."),
        ("uk", "boris кидає карти, і решта взяток дістається суперникові."),
        ("ru", "boris бросает карты, и остальные взятки достаются сопернику."),
    ],
)
def test_points_after_a_hand_was_thrown_up_are_explained_by_that(
    client: FlaskClient, language: str, told: str
) -> None:
    claim = {"claim": "score", "score": {"anna": 2}}
    assert told in explained(client, ecarte, language, THROWN_UP, claim)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "boris holds no cards, and so not this combination either: Sbor of one rank."),
        (
            "uk",
            "boris не має на руках жодної карти, тож немає й такої комбінації: Збір за номіналом.",
        ),
        (
            "ru",
            "boris не держит на руках ни одной карты, а значит, нет и такой комбинации: ",
        ),
    ],
)
def test_of_a_hand_without_cards_is_said_that_it_has_none(
    client: FlaskClient, language: str, told: str
) -> None:
    claim = {"claim": "combination", "player": "boris", "code": "sbor-rank"}
    assert told in explained(client, zhiletka, language, BORIS_IS_OUT, claim)


@pytest.mark.parametrize("game", ["vinegret", "zhiletka"])
def test_of_a_hand_that_was_never_dealt_nothing_is_told(client: FlaskClient, game: str) -> None:
    code = next(iter(BY_CODE[game].rulebook.combinations))
    claim = {"claim": "combination", "player": "anna", "code": code}
    question = {"record": {"players": ["anna", "boris"]}, "claims": [claim]}
    (ruling,) = put(client, BY_CODE[game], "adjudicate", question).get_json()["rulings"]
    assert (ruling["verdict"], ruling["reason"]) == ("undecidable", "not-in-the-question")
