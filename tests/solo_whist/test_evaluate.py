"""What a hand is certain of, contract by contract, against the oracle's bounds."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluators import solo_whist
from tests.oracles import solo_whist as oracle
from tests.solo_whist.asking import CARDS, HAND, Answer, Ask, places
from tests.solo_whist.strategies import hands, renamed_suits, resolved, rules, suits

NEEDED = {
    "partnership": 8,
    "solo": 5,
    "misere": 0,
    "abundance": 9,
    "trump-abundance": 9,
    "open-misere": 0,
    "full-abundance": 13,
}
MISERES = ("misere", "open-misere")
FEATURES = {
    "a safe misère": ("2c3c5c7c2d4d6d2h4h6h2s4s6s", "c"),
    "a misère without a safe lead": ("2c4c6c8c2d4d6d2h4h6h2s4s6s", "c"),
    "an unsafe suit": ("3c5c7c2d3d4d5d2h3h4h2s3s4s", "h"),
    "all of a suit": ("2c3c4c5c6c7c8c9cTcJcQcKcAc", "d"),
    "nine trumps": ("AdKdQdJdTd9d8d7d6dKcQcKhKs", "d"),
    "nine of another suit": ("AsKsQsJsTs9s8s7s6sKcQcKhKd", "d"),
    "equal suits": ("AcKcQcJcAdKdQdJdAhKhQhJhAs", "s"),
    "thirteen winners": ("AcKcQcAdKdQdAhKhQhAsKsQsJs", "c"),
    "one short of all": ("AcKcQcAdKdQdAhKhQhAsKsQsTs", "c"),
}


def expected(hand: list[str], turned: str, options: dict[str, Any]) -> list[Answer]:
    """What the oracle says of the contracts, without names and clauses."""
    own = options["full_abundance_trumps"]
    found = []
    for contract, needed in NEEDED.items():
        said: Answer = {
            "contract": contract,
            "tricks_needed": needed,
            "pays": options["units"][contract] * options["unit_size"],
            "certain": oracle.certain(contract, hand, turned, own),
        }
        if contract in MISERES:
            said |= {"sure_tricks": None, "safe": oracle.safe_suits(hand)}
        else:
            said["sure_tricks"] = oracle.sure_tricks(contract, hand, turned, own)
        if contract == "abundance" or (contract == "full-abundance" and own == "own"):
            said["trumps"] = oracle.best_trumps(hand)
        found.append(said)
    return found


def contracts(answer: Answer) -> list[Answer]:
    """What is said of the contracts, without names and clauses."""
    aside = {"name", "clauses"}
    return [{k: v for k, v in each.items() if k not in aside} for each in answer["contracts"]]


@settings(max_examples=200)
@given(hands, suits, rules)
def test_the_contracts_are_the_oracles(
    ask: Ask, hand: list[str], turned: str, rules: dict[str, Any]
) -> None:
    answer = ask("evaluate", hand=hand, turned_suit=turned, **rules)
    assert contracts(answer) == expected(hand, turned, resolved(**rules))


@pytest.mark.parametrize(
    ("feature", "certain"),
    [
        ("a safe misère", {"misere", "open-misere"}),
        ("a misère without a safe lead", set()),
        ("an unsafe suit", set()),
        ("all of a suit", {"abundance", "full-abundance"}),
        ("nine trumps", {"partnership", "solo", "abundance", "trump-abundance"}),
        ("nine of another suit", {"abundance"}),
        ("thirteen winners", {"full-abundance"}),
        ("one short of all", set()),
    ],
)
def test_what_known_hands_are_certain_of(ask: Ask, feature: str, certain: set[str]) -> None:
    hand, turned = FEATURES[feature]
    answer = ask("evaluate", hand=hand, turned_suit=turned)
    assert {each["contract"] for each in answer["contracts"] if each["certain"]} == certain
    assert contracts(answer) == expected(answer["hand"], turned, answer["options"])


def test_the_first_of_equal_suits_is_named_trumps(ask: Ask) -> None:
    hand, turned = FEATURES["equal suits"]
    options = {"full_abundance_trumps": "own"}
    answer = ask("evaluate", hand=hand, turned_suit=turned, options=options)
    named = {each["contract"]: each["trumps"] for each in answer["contracts"] if "trumps" in each}
    assert named == {"abundance": "c", "full-abundance": "c"}


@given(hands, suits, st.permutations(range(13)))
def test_the_order_of_the_cards_does_not_matter(
    ask: Ask, hand: list[str], turned: str, order: list[int]
) -> None:
    shuffled = [hand[place] for place in order]
    answer = ask("evaluate", hand=shuffled, turned_suit=turned)
    assert answer["hand"] == shuffled
    assert answer["contracts"] == ask("evaluate", hand=hand, turned_suit=turned)["contracts"]


@given(hands, suits, renamed_suits)
def test_suits_may_change_names_with_the_turned_suit(
    ask: Ask, hand: list[str], turned: str, renamed: dict[str, str]
) -> None:
    other = [card[0] + renamed[card[1]] for card in hand]
    before = contracts(ask("evaluate", hand=hand, turned_suit=turned))
    after = contracts(ask("evaluate", hand=other, turned_suit=renamed[turned]))
    for one, same in zip(before, after, strict=True):
        one.pop("trumps", None)
        same.pop("trumps", None)
        if "safe" in one:
            one["safe"] = {renamed.get(suit, suit): safe for suit, safe in one["safe"].items()}
        assert one == same


def test_evaluate_answers_a_get(ask: Ask) -> None:
    query = {"hand": HAND, "turned_suit": "h", "options.full_abundance_trumps": "own"}
    response = ask.client.get("/v1/games/solo-whist/evaluate", query_string=query)
    options = {"full_abundance_trumps": "own"}
    assert response.get_json() == ask("evaluate", hand=HAND, turned_suit="h", options=options)


def test_a_hand_of_a_trick_game_has_neither_combinations_nor_strength(ask: Ask) -> None:
    answer = ask("evaluate", hand=HAND, turned_suit="h")
    assert (answer["best"], answer["combinations"]) == (None, [])
    assert (answer["strength"], answer["strength_max"]) == (None, None)
    assert answer["turned_suit"] == "h"


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"hand": None}, "/hand wrong-type"),
        ({"hand": ["Kh", *CARDS[1:]]}, "/hand/1 duplicate-card"),
        ({"hand": [None, "d2", *CARDS[2:]]}, "/hand/0 not-a-card, /hand/1 not-a-card"),
        ({"turned_suit": None}, "/turned_suit wrong-type"),
        ({"turned_suit": "hearts"}, "/turned_suit not-one-of"),
        ({"turned_suit": "H"}, "/turned_suit not-one-of"),
        ({"trump": "h"}, "/trump unknown-field"),
        (
            {"hand": "Ah", "turned_suit": 4, "options": {"unit_size": 0}},
            "/hand wrong-count, /options/unit_size out-of-range, /turned_suit wrong-type",
        ),
    ],
)
def test_a_faulty_question_names_every_fault(ask: Ask, changed: Answer, expected: str) -> None:
    question = {"hand": HAND, "turned_suit": "h"} | changed
    assert places(ask.faults("evaluate", **question)) == expected


def test_fields_left_out_are_missing(ask: Ask) -> None:
    missing = "/hand missing-field, /turned_suit missing-field"
    assert places(ask.faults("evaluate")) == missing


def test_the_game_tests_itself() -> None:
    assert solo_whist.self_test()
