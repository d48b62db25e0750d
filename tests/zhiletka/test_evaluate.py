"""Hands: every one that can be dealt and many of all sizes against the oracle; properties."""

import json
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluators import zhiletka
from evaluators.zhiletka.evaluate import Evaluation, Question, evaluate
from evaluators.zhiletka.rules import DOCUMENT
from tests.oracles import zhiletka as oracle
from tests.zhiletka.asking import Answer, Ask
from tests.zhiletka.strategies import (
    DEALT,
    Hand,
    hands,
    random_hands,
    real,
    renamed,
    spelled,
    suits,
)

COUNTS = json.loads((Path(__file__).parent.parent / "facts/zhiletka_counts.json").read_text())
CLAUSE = {"sbor": "zhiletka.sbor", "pair": "zhiletka.attack"}


def valued(hand: Hand, limit: int = 6) -> Evaluation:
    return evaluate(Question(hand=real(hand)), DOCUMENT.resolve({"hand_limit": limit}))


def agrees(hand: Hand, limit: int = 6) -> bool:
    """Whether a hand is worth what the oracle says."""
    said, found = valued(hand, limit), oracle.evaluate(hand, limit)
    entries = [oracle.Entry(each.code, spelled(each.cards)) for each in said.combinations]
    assert said.best is (said.combinations[0] if found.best else None)
    assert (said.is_sbor, said.strength) == (found.is_sbor, found.strength)
    assert said.combinations_seen() == ((said.best.code,) if said.best else ())
    return entries == found.combinations


def test_all_dealt_hands_hold_what_the_oracle_finds() -> None:
    assert all(map(agrees, DEALT))


@pytest.mark.parametrize("size", [1, 2])
def test_all_smaller_hands_hold_what_the_oracle_finds(size: int) -> None:
    assert all(map(agrees, combinations(oracle.PACK, size)))


@pytest.mark.parametrize("limit", oracle.HAND_LIMITS)
def test_hands_up_to_one_more_than_the_limit_hold_what_the_oracle_finds(limit: int) -> None:
    sizes = range(4, limit + 2)
    assert all(agrees(hand, limit) for size in sizes for hand in random_hands(size, 60))


@pytest.mark.parametrize("suit", "cdhs")
def test_four_and_five_cards_of_one_suit_hold_sbors_and_are_none(suit: str) -> None:
    cards = [rank + suit for rank in oracle.RANKS]
    hands = [*combinations(cards, 4), *combinations(cards, 5)]
    assert all(map(agrees, hands))
    assert not any(valued(hand).is_sbor for hand in hands)


def test_372_of_7140_dealt_hands_are_sbors() -> None:
    best = [said.best for said in map(valued, DEALT)]
    kinds = Counter(each.code for each in best if each)
    assert len(best) == COUNTS["total"] == 7_140
    assert kinds == {"sbor-suit": COUNTS["one suit"], "sbor-rank": COUNTS["one rank"]}
    assert kinds == {"sbor-suit": 336, "sbor-rank": 36}
    assert f"{kinds.total() / len(best):.2%}" == "5.21%"


def test_sbors_come_before_pairs_each_in_pack_order_with_kinds_mixed(ask: Ask) -> None:
    answer = ask("evaluate", hand="7h 7d 8c 6c 7c")
    assert [(each["code"], "".join(each["cards"])) for each in answer["combinations"]] == [
        ("sbor-suit", "6c7c8c"),
        ("sbor-rank", "7c7d7h"),
        ("pair-suit", "6c7c"),
        ("pair-suit", "6c8c"),
        ("pair-suit", "7c8c"),
        ("pair-rank", "7c7d"),
        ("pair-rank", "7c7h"),
        ("pair-rank", "7d7h"),
    ]


@given(hands())
def test_over_http_each_combination_has_its_clause_and_no_price(ask: Ask, asked: Answer) -> None:
    answer = ask("evaluate", **asked)
    found = oracle.evaluate(asked["hand"], answer["options"]["hand_limit"])
    listed = answer["combinations"]
    assert [each["code"] for each in listed] == [entry.code for entry in found.combinations]
    assert all(each["clauses"] == [CLAUSE[each["code"][:4]]] for each in listed)
    assert all(each["points"] is each["pays"] is None for each in listed)
    assert answer["best"] == (listed[0] if found.best else None)
    assert (answer["hand"], answer["strength_max"]) == (asked["hand"], 1)


@given(hands(), st.data())
def test_the_order_of_the_cards_does_not_matter(
    ask: Ask, asked: Answer, data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(asked["hand"]))
    assert ask("evaluate", **asked) == ask("evaluate", **asked | {"hand": shuffled}) | {
        "hand": asked["hand"]
    }


@given(hands(), suits)
def test_the_names_of_the_suits_do_not_matter(
    ask: Ask, asked: Answer, names: dict[str, str]
) -> None:
    plain = ask("evaluate", **asked)
    other = ask("evaluate", **asked | {"hand": renamed(asked["hand"], names)})
    for each in plain["combinations"]:
        each["cards"] = renamed(each["cards"], names)
    before, after = (
        sorted((each["code"], sorted(each["cards"])) for each in answer["combinations"])
        for answer in (plain, other)
    )
    assert before == after
    assert (plain["is_sbor"], plain["strength"]) == (other["is_sbor"], other["strength"])


def test_a_hand_may_be_asked_about_in_the_address(ask: Ask) -> None:
    response = ask.client.get("/v1/games/zhiletka/evaluate?hand=8c9cTc&options.hand_limit=4")
    assert response.get_json() == ask("evaluate", hand="8♣ 9♣ 10♣", options={"hand_limit": 4})


def test_the_game_tests_itself() -> None:
    assert zhiletka.self_test()
