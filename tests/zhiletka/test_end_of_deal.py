"""`compare`, a sbor that was dealt, and `settle`: random deals against the oracle."""

from typing import Any

import pytest
from hypothesis import given

from tests.oracles import zhiletka as oracle
from tests.zhiletka.asking import Answer, Ask
from tests.zhiletka.strategies import BILLION, deals, outcomes, overrides

pytestmark = pytest.mark.no_cover  # the tracer would double its time

Deal = list[dict[str, Any]]


@given(deals(), overrides)
def test_the_first_sbor_is_the_oracles(ask: Ask, deal: Deal, options: Answer) -> None:
    answer = ask("compare", hands=deal, options=options)
    found = oracle.compare([each["hand"] for each in deal])
    assert answer["winner"] == (None if found.winner is None else deal[found.winner]["player"])
    assert answer["holders"] == [deal[seat]["player"] for seat in found.holders]
    several = ["zhiletka.sbor-order"] if len(found.holders) > 1 else []
    assert answer["clauses"] == ["zhiletka.sbor", "zhiletka.dealt-sbor", *several]


@given(outcomes())
def test_the_settlement_is_the_oracles(ask: Ask, asked: Answer) -> None:
    answer = ask("settle", **asked)
    ante = answer["options"]["ante"]
    found = oracle.settle(asked["players"], asked["winner"], asked["pot"], ante)
    assert list(answer["payments"].items()) == list(found.payments.items())
    assert answer["pot"] == found.pot_left
    assert answer["clauses"] == ["zhiletka.ante", *found.clauses]


@given(outcomes())
def test_no_token_is_made_or_lost(ask: Ask, asked: Answer) -> None:
    answer = ask("settle", **asked)
    assert sum(answer["payments"].values()) + answer["pot"] == asked["pot"]


@pytest.mark.parametrize(
    ("asked", "payments", "left"),
    [
        ({"winner": "b"}, [-1, 2, -1], 0),
        ({"winner": "b", "pot": 3}, [-1, 5, -1], 0),
        ({"winner": None}, [-1, -1, -1], 3),
        ({"winner": None, "pot": 3}, [-1, -1, -1], 6),
        ({"winner": "a", "pot": 3, "options": {"ante": 10}}, [23, -10, -10], 0),
        ({"winner": "c", "pot": BILLION}, [-1, -1, BILLION + 2], 0),
    ],
)
def test_the_winner_takes_the_pot_and_a_void_deal_leaves_it(
    ask: Ask, asked: Answer, payments: list[int], left: int
) -> None:
    answer = ask("settle", players=["a", "b", "c"], **asked)
    assert (list(answer["payments"].values()), answer["pot"]) == (payments, left)
