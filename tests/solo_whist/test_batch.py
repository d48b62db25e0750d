"""Many hands at once say what one hand says, however they are written; a bad one loses no other."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.app import create_app
from service.settings import read_settings
from tests.oracles import solo_whist as oracle
from tests.solo_whist.asking import CARDS, HAND, Answer, Ask, places
from tests.solo_whist.strategies import cards, hands, rules, suits

SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
MOST = 100_000
SPELLINGS = (
    HAND,
    CARDS,
    "A♥ K♥ Q♥ J♥ 10♥ 2♣ 3♣ 4♣ 2♦ 3♦ 2♠ 3♠ 4♠",
    ["Т♥", "К♥", "Д♥", "В♥", "10h", "2C", "🃓", *CARDS[7:]],
    "🂱🂾🂽🂻🂺🃒🃓🃔🃂🃃🂢🂣🂤",
    " ah,kh;qh jh th 2c3c4c2d3d2s3s4s ",
)
BAD = {
    "nothing": ("", "wrong-count"),
    "twelve cards": (HAND[2:], "wrong-count"),
    "fourteen cards": ([*CARDS, "5d"], "wrong-count"),
    "no card": ([None, *CARDS[1:]], "not-a-card"),
    "a suit first": (HAND.replace("4s", "♠4"), "not-a-card"),
    "a card twice": (HAND.replace("4s", "3s"), "duplicate-card"),
    "a number": (13, "wrong-type"),
    "null": (None, "wrong-type"),
    "an object": ({"hand": HAND}, "wrong-type"),
}
COLUMNS = ("pays", "sure_tricks", "trumps", "certain")

written = st.sampled_from(
    [
        list,
        "".join,
        lambda hand: [card.lower() for card in hand],
        lambda hand: " ".join(card[0].replace("T", "10") + SIGNS[card[1]] for card in hand),
    ]
)
good_or_bad = st.one_of(
    st.builds(lambda write, hand: write(hand), written, hands),
    st.builds(lambda write, hand: write(hand), written, st.integers(0, 52).flatmap(cards)),
    st.sampled_from([hand for hand, _ in BAD.values()]),
)


def of_hand(columns: Answer, index: int) -> list[Answer]:
    """What the columns say of one hand, as evaluate would."""
    return [
        {"contract": contract, "tricks_needed": told["tricks_needed"]}
        | {name: told[name][index] for name in COLUMNS}
        for contract, told in columns["contracts"].items()
    ]


def alone(ask: Ask, hand: object, **more: object) -> list[Answer] | str:
    """What evaluate says of a hand, or the code of the first fault it finds."""
    status, body = ask.put("evaluate", {"hand": hand, **more})
    if status == 422:
        return str(body["errors"][0]["code"])
    names = ("contract", "tricks_needed", *COLUMNS)
    return [{name: each.get(name) for name in names} for each in body["contracts"]]


@given(st.lists(good_or_bad, max_size=8), suits, rules)
def test_a_batch_says_what_evaluate_says_hand_by_hand(
    ask: Ask, hands: list[object], turned: str, rules: dict[str, Any]
) -> None:
    columns = ask("evaluate/batch", hands=hands, turned_suit=turned, **rules)
    assert columns["count"] == len(hands)
    errors = {error["index"]: error["code"] for error in columns["errors"]}
    assert list(errors) == sorted(errors)
    for index, hand in enumerate(hands):
        said = alone(ask, hand, turned_suit=turned, **rules)
        if isinstance(said, str):
            assert errors.pop(index) == said
            told = of_hand(columns, index)
            assert {each[name] for each in told for name in COLUMNS} == {None}
        else:
            assert of_hand(columns, index) == said
    assert not errors


@pytest.mark.parametrize("hand", SPELLINGS)
def test_a_hand_may_be_written_in_any_way(ask: Ask, hand: object) -> None:
    columns = ask("evaluate/batch", hands=[hand], turned_suit="h")
    assert columns["errors"] == []
    assert of_hand(columns, 0) == alone(ask, CARDS, turned_suit="h")


@pytest.mark.parametrize("what", BAD)
def test_a_bad_hand_is_told_with_its_place_and_loses_no_other(ask: Ask, what: str) -> None:
    hand, code = BAD[what]
    columns = ask("evaluate/batch", hands=[HAND, hand, CARDS], turned_suit="h")
    (error,) = columns["errors"]
    assert (error["index"], error["code"]) == (1, code)
    assert columns["contracts"]["solo"]["sure_tricks"] == [5, None, 5]
    assert columns["contracts"]["abundance"]["trumps"] == ["h", None, "h"]
    assert columns["contracts"]["misere"]["certain"] == [False, None, False]


def test_hands_without_combinations_have_empty_columns_of_them(ask: Ask) -> None:
    columns = ask("evaluate/batch", hands=[HAND, HAND], turned_suit="h")
    assert [columns[name] for name in ("best", "strength", "pays")] == [[None, None]] * 3


def test_no_hands_are_empty_columns(ask: Ask) -> None:
    columns = ask("evaluate/batch", hands=[], turned_suit="h")
    assert (columns["count"], columns["errors"], columns["best"]) == (0, [], [])
    assert list(columns["contracts"]) == list(oracle.CONTRACTS)
    assert all(told[name] == [] for told in columns["contracts"].values() for name in COLUMNS)


@pytest.fixture(scope="module")
def ask_much() -> Ask:
    """Questions longer than a body may be by default."""
    settings = read_settings({"ARBITER_MAX_BODY_BYTES": "10000000"})
    return Ask(create_app(settings).test_client())


def test_100000_hands_are_answered_and_one_more_is_refused(ask: Ask, ask_much: Ask) -> None:
    pick = random.Random(100)
    hands = ["".join(pick.sample(oracle.PACK, 13)) for _ in range(MOST)]
    columns = ask_much("evaluate/batch", hands=hands, turned_suit="d")
    assert (columns["count"], columns["errors"]) == (MOST, [])
    for index in pick.sample(range(MOST), 50):
        assert of_hand(columns, index) == alone(ask, hands[index], turned_suit="d")
    (error,) = ask_much.faults("evaluate/batch", hands=[*hands, HAND], turned_suit="d")
    assert (error["pointer"], error["code"]) == ("/hands", "wrong-count")
    assert (error["max"], error["count"]) == (MOST, MOST + 1)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ({}, "/hands missing-field, /turned_suit missing-field"),
        ({"hands": HAND, "turned_suit": None}, "/hands wrong-type, /turned_suit wrong-type"),
        ({"hands": None, "turned_suit": "n"}, "/hands wrong-type, /turned_suit not-one-of"),
        ({"hands": [], "turned_suit": "c", "hand": HAND}, "/hand unknown-field"),
    ],
)
def test_a_faulty_batch_names_every_fault(ask: Ask, question: Answer, expected: str) -> None:
    assert places(ask.faults("evaluate/batch", **question)) == expected
