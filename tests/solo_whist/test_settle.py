"""Payments: every contract with every number of tricks against the oracle, and faulty questions."""

from typing import Any

import pytest
from hypothesis import given

from tests.oracles import solo_whist as oracle
from tests.solo_whist.asking import Answer, Ask, places
from tests.solo_whist.strategies import RULES, deals, prices, resolved, rules

DEAL: Answer = {
    "players": ["a", "b", "c", "d"],
    "contract": "solo",
    "declarers": ["b"],
    "tricks": 5,
}
HOFFMANN = "solo-whist/hoffmann@1"
BY_TRICKS = {"partnership", "solo", "abundance", "trump-abundance"}
DEARER = {"units": dict(zip(oracle.CONTRACTS, range(7, 14), strict=True)), "unit_size": 100}


def declarers(contract: str) -> list[str]:
    return ["c", "a"] if contract == "partnership" else ["c"]


@pytest.mark.parametrize("contract", oracle.CONTRACTS)
@pytest.mark.parametrize("ruleset", RULES)
@pytest.mark.parametrize("options", [{}, DEARER, {"per_trick": 3}])
def test_every_contract_with_every_number_of_tricks(
    ask: Ask, contract: str, ruleset: str, options: dict[str, Any]
) -> None:
    deal = DEAL | {"contract": contract, "declarers": declarers(contract)}
    in_force = prices(resolved(ruleset, options))
    for tricks in range(14):
        answer = ask("settle", **(deal | {"tricks": tricks}), ruleset=ruleset, options=options)
        settled = oracle.settle(deal["players"], contract, declarers(contract), tricks, in_force)
        assert {name: answer[name] for name in settled} == settled


@given(deals(), rules)
def test_payments_are_the_oracles_and_sum_to_zero(
    ask: Ask, deal: dict[str, Any], rules: dict[str, Any]
) -> None:
    answer = ask("settle", **deal, **rules)
    settled = oracle.settle(**deal, prices=prices(resolved(**rules)))
    assert {name: answer[name] for name in settled} == settled
    assert list(answer["payments"]) == deal["players"]
    assert sum(answer["payments"].values()) == 0


@given(deals(), rules)
def test_a_settlement_rests_on_contract_payment_and_perhaps_tricks(
    ask: Ask, deal: dict[str, Any], rules: dict[str, Any]
) -> None:
    contract, options = deal["contract"], resolved(**rules)
    pay = "pay-partners" if contract == "partnership" else "pay-lone"
    by_tricks = options["per_trick"] and contract in BY_TRICKS
    per_trick = ["per-trick"] if by_tricks or options["unit_size"] > 1 else []
    clauses = [f"solo-whist.{clause}" for clause in (contract, pay, *per_trick)]
    assert ask("settle", **deal, **rules)["clauses"] == clauses


@pytest.mark.parametrize(
    ("contract", "tricks", "each"),
    [
        ("partnership", 13, 16),
        ("partnership", 12, 10),
        ("partnership", 8, 6),
        ("partnership", 6, 8),
        ("partnership", 0, 14),
        ("solo", 13, 22),
        ("solo", 7, 8),
        ("solo", 4, 7),
        ("abundance", 13, 26),
        ("trump-abundance", 7, 20),
        ("misere", 13, 12),
        ("open-misere", 0, 24),
        ("full-abundance", 13, 36),
        ("full-abundance", 0, 36),
    ],
)
def test_hoffmanns_stakes(ask: Ask, contract: str, tricks: int, each: int) -> None:
    deal = DEAL | {"contract": contract, "declarers": declarers(contract), "tricks": tricks}
    assert ask("settle", **deal, ruleset=HOFFMANN)["each"] == each


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"players": ["a", "b", "c"]}, "/players wrong-count"),
        ({"players": list("abcde")}, "/players wrong-count"),
        ({"players": ["a", "b", "c", "a"]}, "/players/3 duplicate-player"),
        ({"players": ["a", "b", "c", "table"]}, "/players/3 bad-name"),
        ({"players": ["x", "a", "c", None]}, "/players/3 wrong-type"),
        ({"players": None}, "/players wrong-type"),
        ({"contract": "slam"}, "/contract not-one-of"),
        ({"contract": "proposal"}, "/contract not-one-of"),
        ({"contract": None}, "/contract wrong-type"),
        ({"declarers": []}, "/declarers wrong-count"),
        ({"declarers": ["a", "b"]}, "/declarers wrong-count"),
        ({"declarers": ["a", "b", "c"]}, "/declarers wrong-count"),
        ({"declarers": ["b", "b"]}, "/declarers wrong-count, /declarers/1 duplicate-player"),
        ({"declarers": ["b"], "contract": "partnership"}, "/declarers wrong-count"),
        ({"declarers": ["x"]}, "/declarers/0 unknown-player"),
        ({"declarers": [None]}, "/declarers/0 wrong-type"),
        ({"declarers": "b"}, "/declarers wrong-type"),
        ({"tricks": -1}, "/tricks out-of-range"),
        ({"tricks": 14}, "/tricks out-of-range"),
        ({"tricks": 5.0}, "/tricks wrong-type"),
        ({"tricks": "5"}, "/tricks wrong-type"),
        ({"tricks": True}, "/tricks wrong-type"),
        ({"tricks": None}, "/tricks wrong-type"),
        ({"dealer": "d"}, "/dealer unknown-field"),
        (
            {"players": list("aabc"), "declarers": ["x"], "tricks": 99},
            "/declarers/0 unknown-player, /players/1 duplicate-player, /tricks out-of-range",
        ),
    ],
)
def test_a_faulty_deal_names_every_fault(ask: Ask, changed: Answer, expected: str) -> None:
    assert places(ask.faults("settle", **(DEAL | changed))) == expected


@pytest.mark.parametrize("field", DEAL)
def test_a_field_left_out_is_missing(ask: Ask, field: str) -> None:
    without = {name: value for name, value in DEAL.items() if name != field}
    assert places(ask.faults("settle", **without)) == f"/{field} missing-field"
