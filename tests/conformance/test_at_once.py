"""A question that is answered by its body alone is answered as by the ordinary way.

The ordinary way is that of a request by QUERY, none of which is answered otherwise. Reading at once
must agree with what marshmallow loads.
"""

import json
import random
from collections.abc import Mapping
from itertools import permutations
from typing import Any

import marshmallow as ma
import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from evaluators.catalogue import GAMES
from evaluators.game import Game
from service import repeating
from service.v1.schemas import GameSchemas
from tests.conformance.games import Json
from tests.conformance.questions import few, questions

OPERATIONS = [(game, name) for game in GAMES for name in game.operations]
NAMES = [f"{game.code}-{name}" for game, name in OPERATIONS]
BROKEN = [None, True, 0, -1, 3.5, "", "x", [], {}, ["Th", "Th"], "ThTh", {"x": 1}, [None]]


def ask(
    client: FlaskClient, method: str, game: Game, operation: str, body: Mapping[str, Any]
) -> Any:
    return client.open(
        f"/v1/games/{game.code}/{operation}",
        method=method,
        data=json.dumps(body),
        content_type="application/json",
        headers={"X-Request-ID": "test", "Accept-Language": "uk"},
    )


def broken(draw: st.DrawFn, question: Json) -> Json:
    """A question with any one of its fields, or one that there is not, replaced or left out."""
    name = draw(st.sampled_from([*question, "no-such-field", "ruleset", "options"]))
    if draw(st.booleans()):
        return {key: value for key, value in question.items() if key != name}
    return {**question, name: draw(st.sampled_from(BROKEN))}


@few
@pytest.mark.parametrize(("game", "operation"), OPERATIONS, ids=NAMES)
@given(data=st.data())
def test_by_its_body_alone_as_in_the_ordinary_way(
    client: FlaskClient, game: Game, operation: str, data: st.DataObject
) -> None:
    for example in game.operations[operation].examples.values():
        assert ask(client, "POST", game, operation, example).status_code == 200  # is learned from
    question = data.draw(questions(game, operation))
    for body in (question, data.draw(st.composite(broken)(question))):
        at_once = ask(client, "POST", game, operation, body)
        ordinary = ask(client, "QUERY", game, operation, body)
        assert at_once.status_code == ordinary.status_code
        assert at_once.data == ordinary.data
        assert at_once.headers["Content-Length"] == str(len(at_once.data))


@few
@pytest.mark.parametrize(("game", "operation"), OPERATIONS, ids=NAMES)
@given(data=st.data())
def test_reading_at_once_finds_what_marshmallow_finds(
    game: Game, operation: str, data: st.DataObject
) -> None:
    schema = GameSchemas(game).questions[operation]
    question = data.draw(questions(game, operation))
    for body in (question, data.draw(st.composite(broken)(question))):
        try:
            loaded = schema.load(body)
        except ma.ValidationError:
            assert schema.read_at_once(body) is None
        else:
            read = schema.read_at_once(body)
            assert read is not None
            assert list(read.items()) == list(loaded.items())


@few
@pytest.mark.parametrize(("game", "operation"), OPERATIONS, ids=NAMES)
@given(data=st.data())
def test_what_is_no_object_is_not_read_at_once(
    game: Game, operation: str, data: st.DataObject
) -> None:
    schema = GameSchemas(game).questions[operation]
    assert schema.read_at_once(data.draw(st.sampled_from([None, 1, "x", [], True]))) is None


def test_hands_of_all_kinds_in_any_order(client: FlaskClient) -> None:
    """Every fourth card's place, in orders and spellings drawn by chance."""
    (game,) = (game for game in GAMES if game.code == "vinegret")
    rng = random.Random(1)
    cards = [str(card) for card in game.pack.cards]
    ask(client, "POST", game, "evaluate", {"hand": cards[:4]})
    for _ in range(500):
        hand = rng.sample(cards, rng.randint(2, 4))
        for order in rng.sample([*permutations(hand)], 2):
            spelled: Any = rng.choice([list(order), "".join(order), " ".join(order).lower()])
            body = {"hand": spelled}
            at_once = ask(client, "POST", game, "evaluate", body)
            assert at_once.data == ask(client, "QUERY", game, "evaluate", body).data


def test_many_hosts_are_not_all_remembered(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repeating, "MOST_MANNERS", 3)
    answers = {
        client.post(
            "/v1/games/vinegret/evaluate", json={"hand": hand}, headers={"Host": f"club{n}.example"}
        ).data
        for n in range(9)
        for hand in ("ThTsTd3c", "ThTsTd4c")
    }
    assert len(answers) == 2
