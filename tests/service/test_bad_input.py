"""Bad questions to every operation: each field, each way to get it wrong, and where it is told.

A row of the tables says: in the good question of an operation, put any of these values at this
place, and the answer is 422 with this code, at this pointer or at the place itself.
"""

import copy
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from tests.service.shape import places, problem_in

GOOD: dict[str, dict[str, Any]] = {
    "evaluate": {"hand": ["Th", "Ts", "Td", "3c"]},
    "compare": {
        "hands": [
            {"player": "anna", "hand": ["8d", "9d", "Td", "6d"]},
            {"player": "boris", "hand": ["As", "2s", "3s", "4s"]},
        ],
        "others": ["vera"],
        "pool": 7,
    },
    "legal-moves": {
        "situation": {"phase": "draw", "hand": ["2c", "3c", "4c", "5c"]},
        "move": {"action": "exchange", "cards": ["2c"]},
    },
    "settle": {
        "players": ["anna", "boris", "vera"],
        "winner": "vera",
        "hand": ["7c", "7d", "7h", "7s"],
        "pool": 12,
    },
}
BETTING = {"situation": {"phase": "first-betting", "to_hold": 3}, "move": {"action": "pass"}}

MISSING = object()
NO_TEXT: list[Any] = [1, 3.9, True, None, [], {}]
NO_WHOLE_NUMBER = ["3", 3.9, 3.0, 1e3, True, False, None, [], {}]
NO_OBJECT = ["x", 1, 3.9, True, None, []]
NO_LIST = ["anna", 1, 3.9, True, None, {}]
NO_CARDS: list[Any] = [1, 3.9, True, None, {}]
NO_CARD = [
    "", " ", "x", "T", "h", "hT", "Tx", "11h", "1h", "0h", "Thh", "ThTs", "♥10", "🃟", "🃏", "Tſ",
    "\u212as", "Kh", "К♥", 3, 3.9, True, None, [], {}, ["Th"],
]  # fmt: skip
BAD_NAMES = [
    "",
    "x" * 65,
    "table",
    "a\x00b",
    "a\tb",
    "a\n",
    "a\x1fb",
    "a\x7fb",
    "a\u0085b",
    "\u009f",
]


class Row(NamedTuple):
    """Values that are wrong at a place, the code they get, and where if not right there."""

    place: str
    values: Sequence[Any]
    code: str
    pointer: str | None = None


EVERYWHERE = [
    Row("/ruleset", NO_TEXT, "wrong-type"),
    Row(
        "/ruleset", ["", "vinegret", "vinegret/document@2", "ecarte/document@1"], "unknown-ruleset"
    ),
    Row("/options", NO_OBJECT, "wrong-type"),
    Row("/options/nothing", [1, None], "unknown-option"),
    Row("/options/_schema", [1], "unknown-option"),
    Row("/options/ante", NO_WHOLE_NUMBER, "wrong-type"),
    Row("/options/ante", [-1, 1_000_001, 10**30, -(10**30)], "out-of-range"),
    Row("/options/max_stake", [x for x in NO_WHOLE_NUMBER if x is not None], "wrong-type"),
    Row("/options/max_stake", [0, 1_000_001], "out-of-range"),
    Row("/options/unheld_bet", [*NO_TEXT, "", "nobody", "Dealer-Pays-Double"], "not-one-of"),
    Row("/nothing", [1, None], "unknown-field"),
    Row("/_schema", [1, "x", {}], "unknown-field"),
    Row("/Hand", ["ThTs"], "unknown-field"),
]

ROWS: dict[str, list[Row]] = {
    "evaluate": [
        Row("/hand", [MISSING], "missing-field"),
        Row("/hand", NO_CARDS, "wrong-type"),
        Row("/hand", [[], ["Th"], ["2c", "3c", "4c", "5c", "6c"]], "wrong-count"),
        Row("/hand", ["", "Th", "2c3c4c5c6c", "x" * 30], "wrong-count"),
        Row("/hand", [["Th"] * 41, "Th" * 41], "wrong-count"),
        Row("/hand/2", NO_CARD, "not-a-card"),
        Row("/hand/2", ["Th", "10h", "t♥", "🂺"], "duplicate-card"),
        Row("/hand", ["Th Kh", "Th xx", "Th hT"], "not-a-card"),
        Row("/hand", ["Th10h", "Th T♥"], "duplicate-card"),
        Row("/trump", ["h"], "unknown-field"),
    ],
    "compare": [
        Row("/hands", [MISSING], "missing-field"),
        Row("/hands", NO_LIST, "wrong-type"),
        Row("/hands", [[]], "wrong-count"),
        Row("/hands/1", [["As"], "As2s3s4s", 1, None], "wrong-type"),
        Row("/hands/1/player", [MISSING], "missing-field"),
        Row("/hands/1/player", NO_TEXT, "wrong-type"),
        Row("/hands/1/player", BAD_NAMES, "bad-name"),
        Row("/hands/1/player", ["anna"], "duplicate-player"),
        Row("/hands/0/player", ["boris"], "duplicate-player", "/hands/1/player"),
        Row("/hands/0/player", ["vera"], "duplicate-player", "/others/0"),
        Row("/hands/1/hand", [MISSING], "missing-field"),
        Row("/hands/1/hand", NO_CARDS, "wrong-type"),
        Row("/hands/1/hand", [[], "", "As2s3s", "As2s3s4s5s"], "wrong-count"),
        Row("/hands/1/hand/3", NO_CARD, "not-a-card"),
        Row("/hands/1/hand/3", ["2s", "2♠"], "duplicate-card"),
        Row("/hands/1/hand/3", ["8d", "8♦"], "duplicate-card"),
        Row("/hands/1/hand", ["As2s3s8d"], "duplicate-card"),
        Row("/hands/1/nothing", [1], "unknown-field"),
        Row("/hands/1/_schema", [1], "unknown-field"),
        Row("/others", NO_LIST, "wrong-type"),
        Row("/others/0", NO_TEXT, "wrong-type"),
        Row("/others/0", BAD_NAMES, "bad-name"),
        Row("/others/0", ["boris"], "duplicate-player"),
        Row("/others", [["a", "b", "c", "d", "e"]], "wrong-count", "/hands"),
        Row("/pool", NO_WHOLE_NUMBER, "wrong-type"),
        Row("/pool", [-1, 1_000_000_001, 10**30], "out-of-range"),
    ],
    "legal-moves": [
        Row("/situation", [MISSING], "missing-field"),
        Row("/situation", NO_OBJECT, "wrong-type"),
        Row("/situation/phase", [MISSING], "missing-field"),
        Row("/situation/phase", [*NO_TEXT, "", "play", "Draw"], "not-one-of"),
        Row("/situation/hand", [MISSING], "missing-field"),
        Row("/situation/hand", NO_CARDS, "wrong-type"),
        Row("/situation/hand", [[], "2c3c", "2c3c4c5c6c"], "wrong-count"),
        Row("/situation/hand/3", NO_CARD, "not-a-card"),
        Row("/situation/hand/3", ["2c", "2♣"], "duplicate-card"),
        Row("/situation/to_hold", [0], "unknown-field"),
        Row("/situation/_schema", [1], "unknown-field"),
        Row("/move", NO_OBJECT, "malformed-action"),
        Row("/move/action", [MISSING], "missing-field"),
        Row("/move/action", NO_TEXT, "malformed-action"),
        Row("/move/action", ["", "play", "Exchange"], "unknown-action"),
        Row("/move/cards", [MISSING], "missing-field"),
        Row("/move/cards", NO_CARDS, "malformed-action"),
        Row("/move/cards/0", NO_CARD, "not-a-card"),
        Row("/move/cards", [["2c", "2♣"]], "duplicate-card", "/move/cards/1"),
        Row("/move/cards", ["2c2♣"], "duplicate-card"),
        Row("/move/amount", [1], "unknown-field"),
        Row("/move/player", ["anna"], "unknown-field"),
        Row("/move/_schema", [1], "unknown-field"),
    ],
    "settle": [
        Row("/players", [MISSING], "missing-field"),
        Row("/players", NO_LIST, "wrong-type"),
        Row("/players", [["vera"], [*"abcdef", "vera"]], "wrong-count"),
        Row("/players/0", NO_TEXT, "wrong-type"),
        Row("/players/0", BAD_NAMES, "bad-name"),
        Row("/players/1", ["anna"], "duplicate-player"),
        Row("/winner", [MISSING], "missing-field"),
        Row("/winner", NO_TEXT, "wrong-type"),
        Row("/winner", BAD_NAMES, "bad-name"),
        Row("/winner", ["gleb", "Vera", "vera "], "unknown-player"),
        Row("/players/2", ["gleb"], "unknown-player", "/winner"),
        Row("/hand", [MISSING], "missing-field"),
        Row("/hand", NO_CARDS, "wrong-type"),
        Row("/hand", [[], "7c7d", "7c7d7h7s8c"], "wrong-count"),
        Row("/hand/3", NO_CARD, "not-a-card"),
        Row("/hand/3", ["7c", "7♣"], "duplicate-card"),
        Row("/pool", NO_WHOLE_NUMBER, "wrong-type"),
        Row("/pool", [-1, 1_000_000_001, 10**30], "out-of-range"),
    ],
}
IN_A_BETTING = [
    Row("/situation/to_hold", [MISSING], "missing-field"),
    Row("/situation/to_hold", NO_WHOLE_NUMBER, "wrong-type"),
    Row("/situation/to_hold", [-1, 1_000_000_001], "out-of-range"),
    Row("/situation/hand", NO_CARDS, "wrong-type"),
    Row("/situation/hand", ["2c3c"], "wrong-count"),
    Row("/move", [{"action": "bet"}], "missing-field", "/move/amount"),
    Row("/move", [{"action": "pass", "amount": 1}], "unknown-field", "/move/amount"),
    *(
        Row("/move", [{"action": "bet", "amount": bad}], "malformed-action", "/move/amount")
        for bad in NO_WHOLE_NUMBER
    ),
]


def put(question: dict[str, Any], place: str, value: Any) -> dict[str, Any]:
    """A copy of a question with a value at a place, or without the field there."""
    changed: Any = copy.deepcopy(question)
    *above, last = place.removeprefix("/").split("/")
    inside = changed
    for step in above:
        inside = inside[int(step)] if isinstance(inside, list) else inside.setdefault(step, {})
    if value is MISSING:
        del inside[last]
    elif isinstance(inside, list):
        inside[int(last)] = value
    else:
        inside[last] = value
    return dict(changed)


def table() -> Iterator[Any]:
    for operation, question in GOOD.items():
        for row in [*EVERYWHERE, *ROWS[operation]]:
            yield pytest.param(operation, question, row, id=f"{operation}{row.place}={row.code}")
    for row in IN_A_BETTING:
        yield pytest.param("legal-moves", BETTING, row, id=f"betting{row.place}={row.code}")


@pytest.mark.parametrize(("operation", "question", "row"), list(table()))
def test_a_bad_value_is_told_with_its_place(
    client: FlaskClient, operation: str, question: dict[str, Any], row: Row
) -> None:
    expected = (row.place if row.pointer is None else row.pointer, row.code)
    for value in row.values:
        body = put(question, row.place, value)
        answer = client.post(f"/v1/games/vinegret/{operation}", json=body)
        problem = problem_in(answer, 422, "invalid-input")
        assert expected in places(problem), value
        assert problem["error_count"] <= 2, value


@pytest.mark.parametrize("operation", GOOD)
def test_the_questions_that_the_tables_spoil_are_good(client: FlaskClient, operation: str) -> None:
    assert client.post(f"/v1/games/vinegret/{operation}", json=GOOD[operation]).status_code == 200
    assert client.post("/v1/games/vinegret/legal-moves", json=BETTING).status_code == 200


@pytest.mark.parametrize("operation", GOOD)
@pytest.mark.parametrize("body", ["null", "true", "3", '"ThTs"', "[]", '["Th", "Ts"]'])
def test_a_body_that_is_no_object(client: FlaskClient, operation: str, body: str) -> None:
    answer = client.post(
        f"/v1/games/vinegret/{operation}", data=body, content_type="application/json"
    )
    assert places(problem_in(answer, 422)) == [("", "wrong-type")]


ALL_AT_ONCE: list[tuple[str, dict[str, Any], set[tuple[str, str]]]] = [
    (
        "evaluate",
        {
            "ruleset": "vinegret/document@9",
            "options": {"ante": "1", "fredon_pays": -1, "jokers": 2},
            "hand": ["Th", "Kh", "hT", "10♥", 3],
            "trump": "h",
            "_schema": [],
        },
        {
            ("/ruleset", "unknown-ruleset"),
            ("/options/ante", "wrong-type"),
            ("/options/fredon_pays", "out-of-range"),
            ("/options/jokers", "unknown-option"),
            ("/hand", "wrong-count"),
            ("/hand/1", "not-a-card"),
            ("/hand/2", "not-a-card"),
            ("/hand/3", "duplicate-card"),
            ("/hand/4", "not-a-card"),
            ("/trump", "unknown-field"),
            ("/_schema", "unknown-field"),
        },
    ),
    (
        "compare",
        {
            "hands": [
                {"player": "anna", "hand": ["8d", "9d", "Td", "6d"]},
                {"player": "anna", "hand": ["8d", "Qs", "3s"]},
                {"player": "table"},
                7,
                {"player": "vera", "hand": "2h3h4h5h", "seat": 1},
            ],
            "others": ["vera", "", None, "gleb"],
            "pool": 2.5,
            "options": [],
        },
        {
            ("/hands/1/player", "duplicate-player"),
            ("/hands/1/hand", "wrong-count"),
            ("/hands/1/hand/0", "duplicate-card"),
            ("/hands/1/hand/1", "not-a-card"),
            ("/hands/2/player", "bad-name"),
            ("/hands/2/hand", "missing-field"),
            ("/hands/3", "wrong-type"),
            ("/hands/4/seat", "unknown-field"),
            ("/others/0", "duplicate-player"),
            ("/others/1", "bad-name"),
            ("/others/2", "wrong-type"),
            ("/pool", "wrong-type"),
            ("/options", "wrong-type"),
            ("/hands", "wrong-count"),
        },
    ),
    (
        "legal-moves",
        {
            "ruleset": 1,
            "situation": {"phase": "draw", "hand": ["2c", "2c", "Kc"], "to_hold": 1},
            "move": {"action": "exchange", "cards": ["2c", "2♣", "?"], "amount": 1},
            "player": "anna",
        },
        {
            ("/ruleset", "wrong-type"),
            ("/situation/hand", "wrong-count"),
            ("/situation/hand/1", "duplicate-card"),
            ("/situation/hand/2", "not-a-card"),
            ("/situation/to_hold", "unknown-field"),
            ("/move/cards/1", "duplicate-card"),
            ("/move/cards/2", "not-a-card"),
            ("/move/amount", "unknown-field"),
            ("/player", "unknown-field"),
        },
    ),
    (
        "settle",
        {"players": ["anna", "anna", "boris"], "winner": "gleb", "hand": "7c7c7h", "pool": -1},
        {
            ("/players/1", "duplicate-player"),
            ("/winner", "unknown-player"),
            ("/hand", "wrong-count"),
            ("/hand", "duplicate-card"),
            ("/pool", "out-of-range"),
        },
    ),
]


@pytest.mark.parametrize(("operation", "body", "expected"), ALL_AT_ONCE)
def test_all_faults_of_a_question_come_in_one_answer(
    client: FlaskClient, operation: str, body: dict[str, Any], expected: set[tuple[str, str]]
) -> None:
    problem = problem_in(client.post(f"/v1/games/vinegret/{operation}", json=body), 422)
    assert set(places(problem)) == expected
    assert problem["error_count"] == len(expected)


@pytest.mark.parametrize("name", ["x", "x" * 64, "Аня", "🂺" * 64, " ", "Table", "_schema", "a/b~c"])
def test_any_other_name_will_do(client: FlaskClient, name: str) -> None:
    body = put(put(GOOD["settle"], "/winner", name), "/players/2", name)
    answer = client.post("/v1/games/vinegret/settle", json=body)
    assert answer.status_code == 200
    assert answer.get_json()["payments"][name] > 0


def test_nothing_of_a_very_long_value_is_repeated(client: FlaskClient) -> None:
    long = "secret" * 1000
    for value in (long, [long], {"a": long}):
        answer = client.post("/v1/games/vinegret/evaluate", json={"hand": ["Th", value]})
        problem_in(answer, 422)
        assert len(answer.data) < 1000
