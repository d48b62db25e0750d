"""Hands that are read as one array are the hands that any reader of JSON finds."""

import json
import random
from itertools import combinations
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from evaluators.cards import CARDS
from evaluators.catalogue import GAMES
from evaluators.even_hands import EvenHands
from service import even_hands, strict_json
from service.even_hands import FEWEST

MANY = FEWEST + 8
GAME_CODES = [game.code for game in GAMES]


def outcome(loads: Any, data: bytes) -> object:
    """What a reader makes of a text: its value, or what it finds wrong."""
    try:
        value = loads(data)
    except strict_json.NotJson as error:
        return [(fault.code, fault.path, dict(fault.facts)) for fault in error.faults]
    if isinstance(value, dict):
        plain = {
            name: list(each) if isinstance(each, EvenHands) else each
            for name, each in value.items()
        }
        return [*plain.items()] if "hands" not in plain else plain
    return value


def same(data: bytes) -> None:
    assert outcome(even_hands.loads, data) == outcome(strict_json.loads, data)


def found(data: bytes) -> bool:
    value = even_hands.loads(data)
    return isinstance(value, dict) and isinstance(value.get("hands"), EvenHands)


def hands_of(size: int, *, lists: bool) -> list[Any]:
    rng = random.Random(size)
    hands = [rng.sample([*CARDS], size) for _ in range(MANY)]
    return hands if lists else ["".join(hand) for hand in hands]


@pytest.mark.parametrize("lists", [True, False], ids=["lists", "texts"])
@pytest.mark.parametrize("size", [1, 2, 4, 5, 13])
@pytest.mark.parametrize("separators", [(",", ":"), (", ", ": "), (" , ", " : ")])
def test_hands_written_alike_are_read_as_one(
    size: int, separators: tuple[str, str], *, lists: bool
) -> None:
    asked = {"hands": hands_of(size, lists=lists), "trump": "h", "options": {"ante": 1}}
    for members in (asked, dict(reversed(asked.items()))):
        data = json.dumps(members, separators=separators).encode()
        same(data)
        assert found(data)


TEXTS = json.dumps({"hands": hands_of(4, lists=False)})
LISTS = json.dumps({"hands": hands_of(4, lists=True)})
FIRST = json.loads(TEXTS)["hands"][0]


@pytest.mark.parametrize(
    "text",
    [
        TEXTS.replace(FIRST, FIRST[:-1]),
        TEXTS.replace(FIRST, FIRST[:-1] + "é"),
        TEXTS.replace(FIRST, FIRST[:-1] + "\\"),
        TEXTS.replace(FIRST, FIRST[:-1] + "\n"),
        TEXTS.replace(FIRST, FIRST[:-2] + "\\n"),
        TEXTS.replace(FIRST, FIRST[:3] + '","' + FIRST[6:]),
        TEXTS.replace(FIRST, FIRST[:3] + '"' + FIRST[4:]),
        TEXTS.replace(", ", ",  ", 1),
        TEXTS.replace(", ", " ,", 1),
        TEXTS.replace(", ", ",\n"),
        TEXTS.replace("]", ",]"),
        TEXTS.replace("]", "]]"),
        TEXTS.replace("]", ""),
        TEXTS[:-1],
        TEXTS + "x",
        TEXTS[:-1] + ',"hands":null}',
        TEXTS[:-1] + ',"hands":[]}',
        TEXTS[:-1] + ',"trump":"h","trump":"h"}',
        TEXTS[:-1] + ',"trump":NaN}',
        TEXTS[:-1] + ',"h\\u0061nds":null}',
        TEXTS[:-1] + ',"trump":"\\ud800"}',
        TEXTS[:-1] + ',"note":"\\"hands\\": ["}',
        TEXTS[:-1] + ',"options":{"ante":[1]}}',
        '{"hands":null,"inner":' + TEXTS + "}",
        '{"h\\u0061nds":null,"inner":' + TEXTS + "}",
        '{"inner":' + TEXTS + "}",
        '{"note":"\\"hands":' + TEXTS[10:],
        "[" + TEXTS + "]",
        "[" + TEXTS[1:-1] + "]",
        TEXTS[1:-1],
        "\ufeff" + TEXTS,
        LISTS.replace('"], ["', '", "', 1),
        LISTS.replace('", "', '" "', 1),
        LISTS.replace('", "', '","', 1),
        LISTS.replace('"], [', '"] , [', 1),
        LISTS.replace('"], [', '"]; [', 1),
        LISTS.replace("[[", "[[[").replace("]]", "]]]"),
    ],
)
def test_what_is_written_otherwise_is_found_as_ever(text: str) -> None:
    same(text.encode())


def test_few_hands_are_not_looked_for() -> None:
    data = json.dumps({"hands": ["ThTs"] * (FEWEST - 1)}).encode()
    assert not found(data)
    assert found(json.dumps({"hands": ["ThTs"] * FEWEST}).encode())


@given(st.data())
def test_a_text_with_anything_changed(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([TEXTS, LISTS])).encode()
    at = data.draw(st.integers(0, len(text) - 1))
    until = data.draw(st.integers(at, min(len(text), at + 4)))
    put = data.draw(
        st.sampled_from([b"", b'"', b"\\", b",", b"[", b"]", b" ", b"a", b"\xff", b"{"])
    )
    same(text[:at] + put + text[until:])


@pytest.mark.parametrize("code", GAME_CODES)
@pytest.mark.parametrize("lists", [True, False], ids=["lists", "texts"])
def test_answers_are_those_to_hands_read_one_by_one(
    client: FlaskClient, code: str, *, lists: bool
) -> None:
    """Some hands are bad: cards of no pack, the same card twice, other letters."""
    rng = random.Random(code)
    size = 13 if code == "solo-whist" else {"ecarte": 5}.get(code, 4)
    hands = [rng.choices([*CARDS, "th", "xx", "1h", "??"], k=size) for _ in range(300)]
    hands += [rng.sample([*CARDS], size) for _ in range(3000)]
    asked: dict[str, Any] = {"hands": hands if lists else ["".join(hand) for hand in hands]}
    asked |= {"ecarte": {"trump": "h"}, "solo-whist": {"turned_suit": "c"}}.get(code, {})
    path = f"/v1/games/{code}/evaluate/batch"
    at_once = client.post(path, json=asked)
    one_by_one = client.open(path, method="QUERY", json=asked)
    assert at_once.status_code == one_by_one.status_code == 200, at_once.text
    assert at_once.data == one_by_one.data
    assert found(json.dumps(asked).encode())


def test_all_vinegret_hands_in_columns_are_as_one_by_one(client: FlaskClient) -> None:
    (game,) = (game for game in GAMES if game.code == "vinegret")
    hands = ["".join(map(str, hand)) for hand in combinations(game.pack.cards, 4)]
    path = "/v1/games/vinegret/evaluate/batch"
    at_once = client.post(path, json={"hands": hands})
    one_by_one = client.open(path, method="QUERY", json={"hands": hands})
    assert at_once.data == one_by_one.data
