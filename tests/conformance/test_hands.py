"""A hand is the same hand in any order, in any suits, alone or among many."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import assume, given
from hypothesis import strategies as st

from evaluators.cards import Suit
from evaluators.forms import Count, fields_of
from evaluators.game import Game
from tests.conformance.games import (
    GAMES,
    Json,
    answer,
    inside,
    mapped,
    operations,
    put,
    rulesets,
    wordless,
)
from tests.conformance.questions import few, questions

pytestmark = pytest.mark.no_cover  # the tracer would double its time

SETS = {"hand", "cards", "attack"}
"""The fields that hold cards in no order."""
BY_PLACE = {"best", "combination", "trumps"}
"""Where what is equal but for its suits is told apart by the order of the pack."""
NOT_OF_A_HAND = {"game", "ruleset", "options", "count", "errors", "contracts"}
BAD: list[Any] = ["", [], "nothing", ["Th", 7], None, 7, {}, True, "🃟", "ThTh"]


def sizes(game: Game) -> Count:
    """How many cards a hand to be valued may have."""
    form: type = game.operations["evaluate"].question
    (count,) = (field.mark(Count) for field in fields_of(form) if field.name == "hand")
    assert count
    return count


def canonical(told: Any, *, without: frozenset[str] = frozenset()) -> Any:
    """An answer without words, all its lists sorted, and some of its fields left out."""

    def change(_: str, value: Any) -> Any:
        if isinstance(value, dict):
            return {name: inner for name, inner in value.items() if name not in without}
        return sorted(value, key=json.dumps) if isinstance(value, list) else value

    return mapped(wordless(told, "question_sha256"), change)


@operations
@given(data=st.data())
@few
def test_the_order_of_cards_in_a_hand_changes_nothing(
    client: FlaskClient, game: Game, operation: str, data: st.DataObject
) -> None:
    question = data.draw(questions(game, operation))
    response = put(client, game, operation, question)
    assume(response.status_code == 200)

    def shuffle(key: str, value: Any) -> Any:
        is_set = key in SETS | {"hands"} and isinstance(value, list)
        if is_set and all(isinstance(card, str) and len(card) == 2 for card in value):
            return data.draw(st.permutations(value))
        return value

    shuffled = mapped(question, shuffle)
    told, again = response.get_json(), answer(client, game, operation, shuffled)
    hand = told.get("hand")
    if hand:
        assert sorted(again["hand"]) == sorted(hand)
    assert lists_of_cards_sorted(again) == lists_of_cards_sorted(told)


def lists_of_cards_sorted(told: Any) -> Any:
    """An answer in which cards stand in no order, and all else does."""

    def change(key: str, value: Any) -> Any:
        return sorted(value) if key in SETS and isinstance(value, list) else value

    return mapped(wordless(told, "question_sha256"), change)


@pytest.mark.parametrize(
    ("game", "operation"),
    [
        (game, name)
        for game in GAMES
        for name in game.operations
        if name not in {"evaluate/batch", "position"}
    ],
    ids=lambda value: value if isinstance(value, str) else value.code,
)
@given(data=st.data())
@few
def test_suits_can_change_names_without_changing_the_answer(
    client: FlaskClient, game: Game, operation: str, data: st.DataObject
) -> None:
    question = data.draw(questions(game, operation))
    assume("record" not in question)  # a seed knows the suits apart
    response = put(client, game, operation, question)
    assume(response.status_code == 200)
    names = dict(zip(map(str, Suit), data.draw(st.permutations(list(map(str, Suit)))), strict=True))

    def rename(key: str, value: Any) -> Any:
        if key == "safe":
            return {names.get(name, name): inner for name, inner in value.items()}
        is_card = isinstance(value, str) and value in {str(card) for card in game.pack.cards}
        if is_card:
            return value[0] + names[value[1]]
        if key in {"trump", "trumps", "turned_suit", "suit"} and isinstance(value, str):
            return names[value]
        return value

    told = answer(client, game, operation, mapped(question, rename))
    without = frozenset(BY_PLACE)
    renamed = canonical(mapped(response.get_json(), rename), without=without)
    assert canonical(told, without=without) == renamed


# Batches


@rulesets
@given(data=st.data())
@few
def test_a_batch_says_of_each_hand_what_evaluate_says(
    client: FlaskClient, game: Game, ruleset: str, data: st.DataObject
) -> None:
    count = sizes(game)
    pack = [str(card) for card in game.pack.cards]
    hand = st.integers(count.low, count.high).flatmap(
        lambda size: st.lists(st.sampled_from(pack), min_size=size, max_size=size, unique=True)
    )
    hands = data.draw(st.lists(hand, min_size=1, max_size=6))
    more = data.draw(questions(game, "evaluate"))
    more = {name: value for name, value in more.items() if name != "hand"} | {"ruleset": ruleset}
    columns = answer(client, game, "evaluate/batch", {**more, "hands": hands})
    assert columns["count"] == len(hands)
    bad = {error["index"]: error["code"] for error in columns["errors"]}
    for index, each in enumerate(hands):
        response = put(client, game, "evaluate", {**more, "hand": each})
        told = response.get_json()
        if response.status_code == 200:
            assert index not in bad
            assert row(columns, index) == expected(columns, told)
        else:
            assert bad[index] == told["errors"][0]["code"]
            assert nothing_but_nulls(columns, index)


def row(columns: Json, index: int) -> Json:
    """What the columns say of one hand."""
    plain = {name: v[index] for name, v in columns.items() if name not in NOT_OF_A_HAND}
    contracts: Json = picked(columns.get("contracts", {}), index)
    return plain | contracts


def picked(columns: Any, index: int) -> Any:
    """The entry of one hand in every column, however deep."""
    if isinstance(columns, dict):
        return {name: picked(inner, index) for name, inner in columns.items()}
    return columns[index] if isinstance(columns, list) else columns


def expected(columns: Json, told: Json) -> Json:
    """What they should say by the answer to evaluate."""
    best = told["best"] or {}
    plain = {name: told.get(name, best.get(name)) for name in columns if name not in NOT_OF_A_HAND}
    contracts = {
        each["contract"]: {name: each.get(name) for name in columns["contracts"][each["contract"]]}
        for each in told.get("contracts", ())
    }
    return {**plain, "best": best.get("code"), **contracts}


def nothing_but_nulls(columns: Json, index: int) -> bool:
    """Whether a hand is null in every column."""
    return all(
        value is None
        for told in inside(row(columns, index))
        for name, value in told.items()
        if not isinstance(value, dict) and name != "tricks_needed"
    )


@rulesets
@given(data=st.data())
@few
def test_a_bad_hand_never_loses_the_others(
    client: FlaskClient, game: Game, ruleset: str, data: st.DataObject
) -> None:
    question = {**data.draw(questions(game, "evaluate/batch")), "ruleset": ruleset}
    hands = question["hands"]
    before = answer(client, game, "evaluate/batch", question)
    place = data.draw(st.integers(0, len(hands)))
    bad = data.draw(st.sampled_from(BAD))
    with_bad = {**question, "hands": [*hands[:place], bad, *hands[place:]]}
    after = answer(client, game, "evaluate/batch", with_bad)
    assert nothing_but_nulls(after, place)
    (error,) = (error for error in after["errors"] if error["index"] == place)
    assert error["code"] == first_fault(client, game, {**question, "hand": bad})
    kept = [index for index in range(len(hands) + 1) if index != place]
    assert [row(after, index) for index in kept] == [row(before, i) for i in range(len(hands))]


def first_fault(client: FlaskClient, game: Game, question: Json) -> str:
    """What evaluate refuses a hand for."""
    asked = {name: value for name, value in question.items() if name != "hands"}
    errors = put(client, game, "evaluate", asked).get_json()["errors"]
    code: str = next(error["code"] for error in errors if error["pointer"].startswith("/hand"))
    return code
