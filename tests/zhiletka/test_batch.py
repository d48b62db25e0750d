"""Many hands at once are worth what each is worth alone."""

from collections.abc import Callable
from itertools import cycle, islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracles import zhiletka as oracle
from tests.zhiletka.asking import Answer, Ask
from tests.zhiletka.strategies import DEALT, Hand, cards, limited, random_hands

MOST_HANDS = 100_000
SIGNS, COURT = str.maketrans("cdhs", "♣♦♥♠"), str.maketrans("JQKA", "ВДКТ")
SPELLINGS: list[Callable[[str], str]] = [
    str,
    str.lower,
    lambda card: card.replace("T", "10"),
    lambda card: card.translate(SIGNS),
    lambda card: card.replace("T", "10").translate(COURT).translate(SIGNS),
]
JOINED: list[Callable[[list[str]], object]] = [list, "".join, " ".join, ", ".join]
NO_HANDS: list[object] = [None, 7, True, {}, "", [], "2c", "♥10", ["6c", None], "6c6c", ["6c"] * 40]


@st.composite
def written(draw: st.DrawFn) -> object:
    """A hand of any size, even one too large, in any spelling, as a list or a text."""
    hand = [draw(st.sampled_from(SPELLINGS))(card) for card in draw(cards(1, 11))]
    return draw(st.sampled_from(JOINED))(hand)


def rows(answer: Answer) -> list[tuple[Any, ...]]:
    """Each hand's entry in every column."""
    return list(zip(answer["best"], answer["strength"], answer["pays"], strict=True))


def row(hand: Hand) -> tuple[Any, ...]:
    """The entries that the oracle wants."""
    found = oracle.evaluate(hand, 9)
    return found.best and found.best.code, found.strength, None


@given(st.lists(written() | st.sampled_from(NO_HANDS), max_size=8), limited)
def test_a_batch_says_what_evaluate_says_hand_by_hand(
    ask: Ask, hands: list[object], options: Answer
) -> None:
    answer = ask("evaluate/batch", hands=hands, options=options)
    assert answer["count"] == len(hands)
    bad = {error["index"]: error["code"] for error in answer["errors"]}
    assert list(bad) == sorted(bad)
    for index, entries in enumerate(rows(answer)):
        status, alone = ask.put("evaluate", {"hand": hands[index], "options": options})
        assert (status == 422) is (index in bad)
        if index in bad:
            assert entries == (None, None, None)
            assert bad[index] in {error["code"] for error in alone["errors"]}
        else:
            assert entries == (alone["best"] and alone["best"]["code"], alone["strength"], None)


@pytest.mark.parametrize("size", range(1, 11))
def test_hands_of_one_size_are_worth_what_the_oracle_says(ask: Ask, size: int) -> None:
    hands = list(random_hands(size, 300))
    for written_so in (hands, ["".join(hand) for hand in hands]):
        answer = ask("evaluate/batch", hands=written_so, options={"hand_limit": 9})
        assert (rows(answer), answer["errors"]) == (list(map(row, hands)), [])


def test_a_hundred_thousand_hands_hold_every_one_that_can_be_dealt(ask: Ask) -> None:
    hands = list(islice(cycle("".join(hand) for hand in DEALT), MOST_HANDS))
    answer = ask("evaluate/batch", hands=hands)
    assert (answer["count"], answer["errors"]) == (MOST_HANDS, [])
    assert rows(answer) == list(islice(cycle(map(row, DEALT)), MOST_HANDS))


def test_a_hand_more_is_too_many(ask: Ask) -> None:
    (error,) = ask.faults("evaluate/batch", hands=["6c"] * (MOST_HANDS + 1))
    assert (error["pointer"], error["code"]) == ("/hands", "wrong-count")
    assert (error["max"], error["count"]) == (MOST_HANDS, MOST_HANDS + 1)


def test_an_empty_batch_has_empty_columns(ask: Ask) -> None:
    answer = ask("evaluate/batch", hands=[])
    assert (answer["count"], rows(answer), answer["errors"]) == (0, [], [])


def test_a_bad_hand_is_null_and_told_with_its_index(ask: Ask) -> None:
    answer = ask(
        "evaluate/batch", hands=["8c9cTc", "8c8c", "7h7d", ["Xx"], "6c6d6hAs", 7, "6c7d8h"]
    )
    assert answer["best"] == ["sbor-suit", None, None, None, "sbor-rank", None, None]
    assert answer["strength"] == [1, None, None, None, None, None, 0]
    errors = [(error["index"], error["code"]) for error in answer["errors"]]
    assert errors == [(1, "duplicate-card"), (3, "not-a-card"), (5, "wrong-type")]
    assert all(set(error) == {"index", "code", "detail"} for error in answer["errors"])


@pytest.mark.parametrize("limit", oracle.HAND_LIMITS)
def test_a_hand_has_up_to_one_card_more_than_the_limit(ask: Ask, limit: int) -> None:
    hands = [oracle.PACK[: limit + 1], oracle.PACK[: limit + 2]]
    answer = ask("evaluate/batch", hands=hands, options={"hand_limit": limit})
    assert answer["best"] == ["sbor-suit", None]
    (error,) = answer["errors"]
    assert (error["index"], error["code"]) == (1, "wrong-count")
    assert f"1 to {limit + 1}" in error["detail"]
