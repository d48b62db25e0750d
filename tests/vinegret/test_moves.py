"""One move put to the judge: legal, refused and why, or no move at all."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vinegret.asking import Answer, Ask, places
from tests.vinegret.strategies import ACTIONS, MILLION, moves, rules, situations

SITUATIONS: dict[str, Answer] = {
    "first-exchange": {"phase": "first-exchange", "hand": "9h3c"},
    "first-betting": {"phase": "first-betting", "to_hold": 0},
    "dealer-choice": {"phase": "dealer-choice"},
    "draw": {"phase": "draw", "hand": "2c3c4c5d"},
    "last-betting": {"phase": "last-betting", "to_hold": 0},
}
BETTINGS = {
    "first-betting": "vinegret.first-betting",
    "last-betting": "vinegret.last-betting",
}
HOMES = {
    "vist": {"first-exchange": "vinegret.vist"},
    "exchange": {"first-exchange": "vinegret.vist", "draw": "vinegret.draw"},
    "pass": BETTINGS,
    "bet": BETTINGS,
    "hold": BETTINGS,
    "raise": BETTINGS,
    "redeal": {"dealer-choice": "vinegret.all-pass"},
    "force": {"dealer-choice": "vinegret.all-pass"},
}
"""The phases each action belongs to, with their clauses."""
OPENING = {"first-betting": "bet", "last-betting": "raise"}


def form(action: str, amount: int = 1, cards: tuple[str, ...] = ()) -> Answer:
    """A well-formed move."""
    fields: dict[str, Answer] = {
        "bet": {"amount": amount},
        "raise": {"amount": amount},
        "exchange": {"cards": cards},
    }
    return {"action": action, **fields.get(action, {})}


def refusal(ask: Ask, situation: Answer, move: Answer, **more: object) -> Answer | None:
    """Why a move is refused, None if it is legal."""
    answer = ask("legal-moves", situation=situation, move=move, **more)
    found: Answer | None = answer["refusal"]
    assert answer["is_legal"] is (found is None)
    return found


def refused_as(ask: Ask, situation: Answer, move: Answer, **more: object) -> str | None:
    """The code of the refusal, None if the move is legal."""
    found = refusal(ask, situation, move, **more)
    return None if found is None else str(found["code"])


def is_covered(move: Answer, legal: list[Answer]) -> bool:
    """Whether a move is one of the legal ones: the same set of cards, an amount in the range."""
    for each in legal:
        if each["action"] != move["action"]:
            continue
        if "amount" in each:
            highest = each["amount"]["max"] or MILLION
            return bool(each["amount"]["min"] <= move["amount"] <= highest)
        if "cards" not in each or sorted(each["cards"]) == sorted(move["cards"]):
            return True
    return False


# Properties.


@st.composite
def judged(draw: st.DrawFn) -> dict[str, Any]:
    """A situation and any well-formed move."""
    situation = draw(situations())
    return {"situation": situation, "move": draw(moves(situation.get("hand", []))), **draw(rules)}


@given(judged())
def test_a_move_is_legal_exactly_if_it_is_among_the_legal_moves(
    ask: Ask, question: dict[str, Any]
) -> None:
    answer = ask("legal-moves", **question)
    assert answer["is_legal"] is is_covered(question["move"], answer["legal"])


@given(judged())
def test_a_verdict_has_a_refusal_exactly_if_it_is_no(ask: Ask, question: dict[str, Any]) -> None:
    answer = ask("legal-moves", **question)
    assert (answer["refusal"] is None) is answer["is_legal"]
    assert answer["is_legal"] or set(answer["refusal"]) == {"code", "clauses", "text"}


@given(judged())
def test_asking_about_a_move_changes_nothing_else(ask: Ask, question: dict[str, Any]) -> None:
    answer = ask("legal-moves", **question)
    del answer["is_legal"], answer["refusal"], question["move"]
    assert answer == ask("legal-moves", **question)


@given(situations(), rules, st.data())
def test_a_legal_move_given_back_is_legal(
    ask: Ask, situation: dict[str, Any], rules: dict[str, Any], data: st.DataObject
) -> None:
    move = data.draw(st.sampled_from(ask("legal-moves", situation=situation, **rules)["legal"]))
    if "amount" in move:
        bounds = move["amount"]
        amount = data.draw(st.integers(bounds["min"], bounds["max"] or MILLION))
        move = move | {"amount": amount}
    assert refusal(ask, situation, move, **rules) is None


@given(situations(), rules)
def test_a_refused_word_given_back_is_refused_in_the_same_words(
    ask: Ask, situation: dict[str, Any], rules: dict[str, Any]
) -> None:
    for each in ask("legal-moves", situation=situation, **rules)["refused"]:
        found = refusal(ask, situation, form(each["action"]), **rules)
        assert {"action": each["action"], **(found or {})} == each


# Wrong phase.


@pytest.mark.parametrize("phase", SITUATIONS)
@pytest.mark.parametrize("action", ACTIONS)
def test_an_action_of_another_phase_cites_the_phases_it_belongs_to(
    ask: Ask, action: str, phase: str
) -> None:
    found = refusal(ask, SITUATIONS[phase], form(action, cards=("9h",)))
    wrong_phase = found is not None and found["code"] == "wrong-phase"
    assert wrong_phase is (phase not in HOMES[action])
    assert not wrong_phase or (found or {})["clauses"] == list(HOMES[action].values())


@pytest.mark.parametrize("amount", [0, MILLION + 1])
def test_the_phase_is_looked_at_before_the_amount(ask: Ask, amount: int) -> None:
    assert refused_as(ask, SITUATIONS["draw"], form("bet", amount)) == "wrong-phase"


def test_the_phase_is_looked_at_before_the_cards(ask: Ask) -> None:
    move = form("exchange", cards=("Th",))
    assert refused_as(ask, SITUATIONS["dealer-choice"], move) == "wrong-phase"


# Amounts.


@pytest.mark.parametrize("phase", OPENING)
@pytest.mark.parametrize(
    ("amount", "code"),
    [
        (-1, "amount-out-of-range"),
        (0, "amount-out-of-range"),
        (1, None),
        (MILLION, None),
        (MILLION + 1, "amount-out-of-range"),
        (10**40, "amount-out-of-range"),
    ],
)
def test_an_amount_is_1_to_a_million(ask: Ask, phase: str, amount: int, code: str | None) -> None:
    found = refusal(ask, SITUATIONS[phase], form(OPENING[phase], amount))
    assert (found and found["code"]) == code
    assert found is None or found["clauses"] == [f"vinegret.{phase}"]


def test_an_amount_out_of_range_is_told_the_range(ask: Ask) -> None:
    found = refusal(ask, SITUATIONS["first-betting"], form("bet", 0))
    assert found is not None
    assert "from 1 to 1,000,000." in found["text"]


@pytest.mark.parametrize("max_stake", [1, 5, MILLION - 1])
@pytest.mark.parametrize("phase", OPENING)
def test_the_limit_itself_may_be_named_and_no_more(ask: Ask, phase: str, max_stake: int) -> None:
    options = {"max_stake": max_stake}
    situation, word = SITUATIONS[phase], OPENING[phase]
    assert refused_as(ask, situation, form(word, max_stake), options=options) is None
    over = refusal(ask, situation, form(word, max_stake + 1), options=options)
    assert over is not None
    assert (over["code"], over["clauses"]) == ("over-max-stake", ["vinegret.max-stake"])
    assert f"{max_stake:,}" in over["text"]


@pytest.mark.parametrize("max_stake", [None, 1, MILLION])
def test_the_range_is_looked_at_before_the_limit(ask: Ask, max_stake: int | None) -> None:
    move = form("bet", MILLION + 1)
    code = refused_as(ask, SITUATIONS["first-betting"], move, options={"max_stake": max_stake})
    assert code == "amount-out-of-range"


def test_the_word_is_looked_at_before_the_amount(ask: Ask) -> None:
    assert refused_as(ask, SITUATIONS["first-betting"], form("raise", 0)) == "no-stake-yet"
    assert refused_as(ask, SITUATIONS["last-betting"], form("bet", 0)) == "wrong-word"


def test_what_it_costs_to_hold_does_not_count_towards_the_limit(ask: Ask) -> None:
    situation = {"phase": "first-betting", "to_hold": 100}
    assert refused_as(ask, situation, form("raise", 5), options={"max_stake": 5}) is None


# Exchanges.


@pytest.mark.parametrize(
    ("phase", "cards", "code"),
    [
        ("first-exchange", [], "wrong-count"),
        ("first-exchange", ["9h"], None),
        ("first-exchange", ["3c", "9h"], None),
        ("first-exchange", ["9h", "3c"], None),
        ("first-exchange", "3♣ 9♥", None),
        ("first-exchange", ["3c", "9h", "Th"], "wrong-count"),
        ("first-exchange", ["Th"], "card-not-held"),
        ("first-exchange", ["3c", "Th"], "card-not-held"),
        ("draw", [], None),
        ("draw", "", None),
        ("draw", ["5d", "4c", "3c", "2c"], None),
        ("draw", ["5d", "4c", "3c", "2c", "Th"], "wrong-count"),
        ("draw", ["5d", "4c", "3c", "Th"], "card-not-held"),
    ],
)
def test_an_exchange_is_of_cards_held_and_of_the_right_number(
    ask: Ask, phase: str, cards: object, code: str | None
) -> None:
    found = refusal(ask, SITUATIONS[phase], {"action": "exchange", "cards": cards})
    assert (found and found["code"]) == code
    assert found is None or found["clauses"] == [HOMES["exchange"][phase]]


def test_a_card_that_is_not_held_is_named(ask: Ask) -> None:
    found = refusal(ask, SITUATIONS["draw"], form("exchange", cards=("2c", "9♠")))
    assert found is not None
    assert "9♠" in found["text"]


def test_a_wrong_number_of_cards_is_told_with_its_bounds(ask: Ask) -> None:
    found = refusal(ask, SITUATIONS["first-exchange"], form("exchange"))
    assert found is not None
    assert ("1 to 2" in found["text"], "0" in found["text"]) == (True, True)


# Malformed moves.


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (None, [("", "malformed-action")]),
        ("pass", [("", "malformed-action")]),
        (7, [("", "malformed-action")]),
        (["pass"], [("", "malformed-action")]),
        ({}, [("/action", "missing-field")]),
        ({"amount": 3}, [("/action", "missing-field")]),
        ({"action": None}, [("/action", "malformed-action")]),
        ({"action": 7}, [("/action", "malformed-action")]),
        ({"action": ["pass"]}, [("/action", "malformed-action")]),
        ({"action": ""}, [("/action", "unknown-action")]),
        ({"action": "Pass"}, [("/action", "unknown-action")]),
        ({"action": "play", "card": "9h"}, [("/action", "unknown-action")]),
        ({"action": "pass", "amount": 3}, [("/amount", "unknown-field")]),
        ({"action": "pass", "player": "anna"}, [("/player", "unknown-field")]),
        ({"action": "bet"}, [("/amount", "missing-field")]),
        ({"action": "bet", "amount": None}, [("/amount", "malformed-action")]),
        ({"action": "bet", "amount": "3"}, [("/amount", "malformed-action")]),
        ({"action": "bet", "amount": 3.0}, [("/amount", "malformed-action")]),
        ({"action": "bet", "amount": True}, [("/amount", "malformed-action")]),
        ({"action": "bet", "amount": {"min": 1, "max": 2}}, [("/amount", "malformed-action")]),
        ({"action": "exchange"}, [("/cards", "missing-field")]),
        ({"action": "exchange", "cards": None}, [("/cards", "malformed-action")]),
        ({"action": "exchange", "cards": 7}, [("/cards", "malformed-action")]),
        ({"action": "exchange", "cards": {"9h": 1}}, [("/cards", "malformed-action")]),
        ({"action": "exchange", "cards": ["Kh"]}, [("/cards/0", "not-a-card")]),
        (
            {"action": "exchange", "cards": [None, 7]},
            [("/cards/0", "not-a-card"), ("/cards/1", "not-a-card")],
        ),
        ({"action": "exchange", "cards": ["9h", "9♥"]}, [("/cards/1", "duplicate-card")]),
        ({"action": "exchange", "cards": "9h9h"}, [("/cards", "duplicate-card")]),
        (
            {"action": "exchange", "cards": ["9h"] * 50},
            sorted((f"/cards/{index}", "duplicate-card") for index in range(1, 41)),
        ),
        (
            {"action": "raise", "amount": "3", "cards": [], "card": "9h"},
            [
                ("/amount", "malformed-action"),
                ("/card", "unknown-field"),
                ("/cards", "unknown-field"),
            ],
        ),
    ],
)
def test_a_malformed_move_names_its_faults(
    ask: Ask, move: object, expected: list[tuple[str, str]]
) -> None:
    errors = ask.faults("legal-moves", situation=SITUATIONS["dealer-choice"], move=move)
    assert sorted(places(errors)) == [(f"/move{pointer}", code) for pointer, code in expected]


def test_an_unknown_action_is_told_the_known_ones(ask: Ask) -> None:
    move = {"action": "check"}
    (error,) = ask.faults("legal-moves", situation=SITUATIONS["draw"], move=move)
    assert error["choices"] == list(ACTIONS)


def test_faults_of_the_situation_and_of_the_move_are_told_together(ask: Ask) -> None:
    errors = ask.faults("legal-moves", situation={"phase": "draw"}, move={"action": "bet"})
    assert sorted(places(errors)) == [
        ("/move/amount", "missing-field"),
        ("/situation/hand", "missing-field"),
    ]


@pytest.mark.parametrize(
    ("move", "pointer"),
    [
        ({"action": "pass", "amount": "x"}, "/move/amount"),
        ({"action": "vist", "cards": 7}, "/move/cards"),
    ],
)
def test_a_field_of_the_wrong_type_is_malformed_even_where_it_does_not_belong(
    ask: Ask, move: dict[str, object], pointer: str
) -> None:
    situation = {"phase": "first-betting", "to_hold": 0}
    errors = ask.faults("legal-moves", situation=situation, move=move)
    assert places(errors) == [(pointer, "malformed-action")]
