"""Settlements: random tables against the oracle and `compare`, and faulty questions."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracles import vinegret as oracle
from tests.vinegret.asking import Answer, Ask, places
from tests.vinegret.strategies import Showdown, hands, names, pools, prices, rules, showdowns

DEAL = {"players": ["a", "b"], "winner": "b", "hand": "2c3c4c5c"}


@st.composite
def deals(draw: st.DrawFn) -> dict[str, Any]:
    """A deal that anybody of two to six has won."""
    players = draw(st.lists(names, min_size=2, max_size=6, unique=True))
    winner = draw(st.sampled_from(players))
    return {"players": players, "winner": winner, "hand": draw(hands), "pool": draw(pools)}


@given(deals(), rules)
def test_the_winner_takes_the_pool_and_the_price_from_everybody(
    ask: Ask, deal: dict[str, Any], rules: dict[str, Any]
) -> None:
    answer = ask("settle", **deal, **rules)
    price = oracle.combinations(deal["hand"], prices(answer["options"]))[0].pays
    expected = dict.fromkeys(deal["players"], -price)
    expected[deal["winner"]] = deal["pool"] + price * (len(deal["players"]) - 1)
    assert list(answer["payments"].items()) == list(expected.items())


@given(deals(), rules)
def test_the_payments_sum_to_the_pool(
    ask: Ask, deal: dict[str, Any], rules: dict[str, Any]
) -> None:
    assert sum(ask("settle", **deal, **rules)["payments"].values()) == deal["pool"]


@given(showdowns(), rules)
def test_settle_and_compare_agree(ask: Ask, table: Showdown, rules: dict[str, Any]) -> None:
    compared = ask("compare", **table.question, **rules)
    winner = compared["winner"]
    settled = ask(
        "settle",
        players=table.players,
        winner=winner,
        hand=dict(table.hands)[winner],
        pool=table.pool,
        **rules,
    )
    assert settled["payments"] == compared["payments"]
    assert settled["combination"] == compared["ranking"][0]["best"]


@given(hands)
def test_a_settlement_rests_on_payment_and_the_clauses_of_the_combination(
    ask: Ask, hand: list[str]
) -> None:
    answer = ask("settle", **(DEAL | {"hand": hand}))
    assert answer["clauses"] == ["vinegret.payment", *answer["combination"]["clauses"]]


def test_a_pool_left_out_is_empty(ask: Ask) -> None:
    assert ask("settle", **DEAL)["payments"] == {"a": -8, "b": 8}


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"players": ["a"], "winner": "a"}, [("/players", "wrong-count")]),
        ({"players": list("abcdefg")}, [("/players", "wrong-count")]),
        ({"players": ["a", "b", "a"]}, [("/players/2", "duplicate-player")]),
        ({"players": ["b", "table"]}, [("/players/1", "bad-name")]),
        ({"players": ["b", 7]}, [("/players/1", "wrong-type")]),
        ({"players": None}, [("/players", "wrong-type")]),
        ({"winner": "c"}, [("/winner", "unknown-player")]),
        ({"winner": None}, [("/winner", "wrong-type")]),
        ({"winner": "c", "players": ["a", "table"]}, [("/players/1", "bad-name")]),
        ({"winner": "c", "players": "ab"}, [("/players", "wrong-type")]),
        ({"hand": "2c3c4c"}, [("/hand", "wrong-count")]),
        ({"hand": ["2c", "3c", "4c", "Kc"]}, [("/hand/3", "not-a-card")]),
        ({"pool": -1}, [("/pool", "out-of-range")]),
        ({"pool": 1_000_000_001}, [("/pool", "out-of-range")]),
        ({"score": {}}, [("/score", "unknown-field")]),
    ],
)
def test_a_faulty_deal_names_its_fault(
    ask: Ask, changed: Answer, expected: list[tuple[str, str]]
) -> None:
    assert places(ask.faults("settle", **(DEAL | changed))) == expected


def test_a_winner_who_is_not_at_the_table_is_named(ask: Ask) -> None:
    (error,) = ask.faults("settle", **(DEAL | {"winner": "vera"}))
    assert error["player"] == "vera"
    assert "vera" in error["detail"]


@pytest.mark.parametrize("field", DEAL)
def test_a_field_left_out_is_missing(ask: Ask, field: str) -> None:
    without = {name: value for name, value in DEAL.items() if name != field}
    assert places(ask.faults("settle", **without)) == [(f"/{field}", "missing-field")]
