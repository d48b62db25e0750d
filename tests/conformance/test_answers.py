"""What is true of every answer: its clauses, refusals, payments and words; the same each time."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from evaluators.game import Game
from evaluators.texts import Language, read_texts
from tests.conformance.games import (
    LANGUAGES,
    WORDED,
    Json,
    cited,
    games,
    inside,
    operations,
    put,
    wordless,
)
from tests.conformance.questions import few, questions

pytestmark = pytest.mark.no_cover  # the tracer would double its time

_COMMON = read_texts("common")[Language.ENGLISH]
TOLD_IN = ("text", "explanation", "detail")
"""Where a refusal is put into words."""
FORM = {*_COMMON["faults"], *_COMMON["refusals"]}
"""What is wrong with the form of a question and breaks no rule of the game."""


@operations
@given(data=st.data())
@few
def test_every_clause_is_in_the_rulebook(
    client: FlaskClient, game: Game, operation: str, data: st.DataObject
) -> None:
    for question in (
        *game.operations[operation].examples.values(),
        data.draw(questions(game, operation)),
    ):
        told = put(client, game, operation, question).get_json()
        assert cited(told) <= set(game.rulebook.clauses)


def refusals(told: Any) -> Iterator[Json]:
    """Refused moves, the refusal of the move asked about, breaches, the errors of a problem."""
    yield from told.get("breaches", ())
    yield from told.get("refused", ())
    yield from told.get("errors", ())
    if told.get("refusal"):
        yield told["refusal"]


@operations
@given(data=st.data())
@few
def test_a_refusal_has_a_code_a_clause_and_a_text_in_each_language(
    client: FlaskClient, game: Game, operation: str, data: st.DataObject
) -> None:
    question = data.draw(questions(game, operation))
    told = [put(client, game, operation, question, each).get_json() for each in LANGUAGES]
    for each in zip(*map(refusals, told), strict=True):
        words = {next(refusal[name] for name in TOLD_IN if name in refusal) for refusal in each}
        assert len(words) == 3
        code, clauses = each[0]["code"], each[0].get("clauses", ())
        assert code
        assert clauses or code in FORM, each[0]


@games
@given(data=st.data())
@few
def test_any_move_is_judged_and_listed_moves_as_they_are_listed(
    client: FlaskClient, game: Game, data: st.DataObject
) -> None:
    question = data.draw(questions(game, "legal-moves"))
    question.pop("move", None)
    listed = put(client, game, "legal-moves", question).get_json()
    parts = game.actions

    def judged(move: Json) -> Json:
        asked = {name: move[name] for name in ("action", *parts[move["action"]])}
        told: Json = put(client, game, "legal-moves", {**question, "move": asked}).get_json()
        return told

    for move in listed.get("legal", ()):
        if move["action"] not in parts:  # what the table is due to do
            continue
        if isinstance(move.get("amount"), dict):
            move["amount"] = move["amount"]["min"]
        assert judged(move)["is_legal"] is True
        assert judged(move)["refusal"] is None
    for move in listed.get("refused", ()):
        if set(parts[move["action"]]) <= set(move):
            told = judged(move)
            assert told["is_legal"] is False
            assert told["refusal"] == {name: move[name] for name in ("code", "clauses", "text")}


@operations
@given(data=st.data())
@few
def test_payments_sum_to_what_was_in_the_middle(
    client: FlaskClient, game: Game, operation: str, data: st.DataObject
) -> None:
    question = data.draw(questions(game, operation))
    told = put(client, game, operation, question).get_json()
    middle = question.get("pool", question.get("pot", 0))
    if "payments" in told:
        assert sum(told["payments"].values()) == middle - told.get("pot", 0)


@operations
@given(data=st.data())
@few
def test_words_follow_the_language_and_all_else_does_not(
    client: FlaskClient, game: Game, operation: str, data: st.DataObject
) -> None:
    question = data.draw(questions(game, operation))
    told = {each: put(client, game, operation, question, each) for each in LANGUAGES}
    assert {each: answer.headers["Content-Language"] for each, answer in told.items()} == {
        each: each for each in LANGUAGES
    }
    english, *others = [answer.get_json() for answer in told.values()]
    for other in others:
        assert wordless(other) == wordless(english)
        for one, two in zip(inside(english), inside(other), strict=True):
            assert one.keys() == two.keys()
            for name in WORDED & one.keys():
                assert one[name] != two[name]


@operations
@given(data=st.data())
@few
def test_the_same_question_gets_the_same_bytes_by_any_method(
    client: FlaskClient, game: Game, operation: str, data: st.DataObject
) -> None:
    question = data.draw(questions(game, operation))
    path = f"/v1/games/{game.code}/{operation}"
    headers = {"X-Request-ID": "test"}
    first = put(client, game, operation, question)
    assert put(client, game, operation, question).data == first.data
    assert client.open(path, method="QUERY", json=question, headers=headers).data == first.data
    if game.operations[operation].by_get:
        address = f"{path}?{urlencode(list(parameters(question)))}"
        got = client.get(address, headers=headers)
        assert (got.status_code, got.data) == (first.status_code, first.data)


def parameters(question: Json) -> Iterator[tuple[str, str]]:
    """A question as query parameters."""
    for name, value in question.items():
        if name != "options":
            yield name, "".join(value) if isinstance(value, list) else value
            continue
        for option, given_value in value.items():
            members = given_value if isinstance(given_value, dict) else {"": given_value}
            for member, each in members.items():
                end = f".{member}" if member else ""
                yield f"options.{option}{end}", written(each)


def written(value: Any) -> str:
    """A value of an option as a parameter."""
    if isinstance(value, list):
        return ",".join(map(str, value))
    constants = {None: "null", True: "true", False: "false"}
    is_constant = value is None or isinstance(value, bool)
    return constants[value] if is_constant else str(value)
