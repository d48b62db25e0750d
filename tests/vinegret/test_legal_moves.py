"""What may be done in every situation, what is refused, and the clauses of both."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given

from tests.oracles.vinegret import PACK
from tests.vinegret.asking import Answer, Ask, places
from tests.vinegret.strategies import BETTINGS, MILLION, PHASES, cards, rules, situations

PHASE_CLAUSES = {
    "first-exchange": "vinegret.vist",
    "first-betting": "vinegret.first-betting",
    "dealer-choice": "vinegret.all-pass",
    "draw": "vinegret.draw",
    "last-betting": "vinegret.last-betting",
}

NOBODY, SOMEBODY = "nobody has staked", "somebody has staked"
WORDS: dict[tuple[str, str], tuple[list[str], list[tuple[str, str]]]] = {
    ("first-betting", NOBODY): (
        ["pass", "bet"],
        [("hold", "no-stake-yet"), ("raise", "no-stake-yet")],
    ),
    ("first-betting", SOMEBODY): (
        ["pass", "hold", "raise"],
        [("bet", "already-staked")],
    ),
    ("last-betting", NOBODY): (
        ["pass", "raise"],
        [("bet", "wrong-word"), ("hold", "no-stake-yet")],
    ),
    ("last-betting", SOMEBODY): (
        ["pass", "hold", "raise"],
        [("bet", "wrong-word")],
    ),
}
"""The words of the bettings: those allowed, and those refused with their codes, in order."""
TO_HOLD = {NOBODY: [0], SOMEBODY: [1, 3, MILLION, 1_000_000_000]}
MAX_STAKES = [None, 1, 5, MILLION]

bettings = pytest.mark.parametrize(("phase", "stake"), WORDS)
max_stakes = pytest.mark.parametrize("max_stake", MAX_STAKES)


def betting(ask: Ask, phase: str, to_hold: int, **more: object) -> Answer:
    return ask("legal-moves", situation={"phase": phase, "to_hold": to_hold}, **more)


def exchanges(hand: list[str], fewest: int) -> list[Answer]:
    """All subsets of a hand, fewer cards first, then in pack order."""
    held = sorted(hand, key=PACK.index)
    return [
        {"action": "exchange", "cards": list(some)}
        for number in range(fewest, len(held) + 1)
        for some in combinations(held, number)
    ]


# The bettings.


@bettings
@max_stakes
def test_the_words_allowed_in_a_betting(
    ask: Ask, phase: str, stake: str, max_stake: int | None
) -> None:
    allowed, _ = WORDS[phase, stake]
    amount = {"amount": {"min": 1, "max": max_stake}}
    expected = [{"action": word} | (amount if word in {"bet", "raise"} else {}) for word in allowed]
    for to_hold in TO_HOLD[stake]:
        answer = betting(ask, phase, to_hold, options={"max_stake": max_stake})
        assert answer["legal"] == expected


@bettings
@max_stakes
def test_the_words_refused_in_a_betting(
    ask: Ask, phase: str, stake: str, max_stake: int | None
) -> None:
    _, refused = WORDS[phase, stake]
    for to_hold in TO_HOLD[stake]:
        answer = betting(ask, phase, to_hold, options={"max_stake": max_stake})
        assert [(each["action"], each["code"]) for each in answer["refused"]] == refused


@bettings
def test_every_word_of_a_betting_is_allowed_or_refused(ask: Ask, phase: str, stake: str) -> None:
    answer = betting(ask, phase, TO_HOLD[stake][0])
    words = [each["action"] for each in (*answer["legal"], *answer["refused"])]
    assert sorted(words) == ["bet", "hold", "pass", "raise"]


@bettings
def test_a_refused_word_has_no_amount_and_cites_its_betting(
    ask: Ask, phase: str, stake: str
) -> None:
    for each in betting(ask, phase, TO_HOLD[stake][0])["refused"]:
        assert set(each) == {"action", "code", "clauses", "text"}
        assert each["clauses"] == [PHASE_CLAUSES[phase]]


@bettings
def test_a_betting_says_what_a_pass_means(ask: Ask, phase: str, stake: str) -> None:
    passing = {NOBODY: "vinegret.pass-is-not-refusal", SOMEBODY: "vinegret.refusal"}[stake]
    for to_hold in TO_HOLD[stake]:
        assert betting(ask, phase, to_hold)["clauses"][:2] == [PHASE_CLAUSES[phase], passing]


@bettings
def test_a_betting_cites_its_limit_or_that_there_is_none(ask: Ask, phase: str, stake: str) -> None:
    answer = betting(ask, phase, TO_HOLD[stake][0], options={"max_stake": 5})
    assert answer["clauses"][2:] == ["vinegret.max-stake"]
    answer = betting(ask, phase, TO_HOLD[stake][0])
    assert answer["clauses"][2:] == ["vinegret.no-table-stakes"]


@bettings
def test_the_hand_does_not_matter_in_a_betting(ask: Ask, phase: str, stake: str) -> None:
    to_hold = TO_HOLD[stake][0]
    situation = {"phase": phase, "to_hold": to_hold, "hand": "2c3c4c5c"}
    assert ask("legal-moves", situation=situation) == betting(ask, phase, to_hold)


# The exchanges and the dealer's choice.


@given(cards(2))
def test_the_first_exchange_is_vist_or_one_card_or_both(ask: Ask, hand: list[str]) -> None:
    answer = ask("legal-moves", situation={"phase": "first-exchange", "hand": hand})
    assert answer["legal"] == [{"action": "vist"}, *exchanges(hand, 1)]
    assert (answer["refused"], answer["clauses"]) == ([], ["vinegret.vist"])


@given(cards(4))
def test_the_draw_is_none_to_four_cards(ask: Ask, hand: list[str]) -> None:
    answer = ask("legal-moves", situation={"phase": "draw", "hand": hand})
    assert answer["legal"] == exchanges(hand, 0)
    assert (answer["refused"], answer["clauses"]) == ([], ["vinegret.draw"])


def test_the_order_of_the_first_exchange(ask: Ask) -> None:
    answer = ask("legal-moves", situation={"phase": "first-exchange", "hand": "9h 3c"})
    assert answer["legal"] == [
        {"action": "vist"},
        {"action": "exchange", "cards": ["3c"]},
        {"action": "exchange", "cards": ["9h"]},
        {"action": "exchange", "cards": ["3c", "9h"]},
    ]


def test_the_order_of_the_draw(ask: Ask) -> None:
    answer = ask("legal-moves", situation={"phase": "draw", "hand": "Ts As 10c 2h"})
    assert [" ".join(move["cards"]) for move in answer["legal"]] == [
        "",
        *("Tc", "2h", "As", "Ts"),
        *("Tc 2h", "Tc As", "Tc Ts", "2h As", "2h Ts", "As Ts"),
        *("Tc 2h As", "Tc 2h Ts", "Tc As Ts", "2h As Ts"),
        "Tc 2h As Ts",
    ]


@pytest.mark.parametrize("more", [{}, {"hand": "2c3c4c5c"}])
def test_the_dealer_chooses_redeal_or_force(ask: Ask, more: dict[str, str]) -> None:
    answer = ask("legal-moves", situation={"phase": "dealer-choice", **more})
    assert answer["legal"] == [{"action": "redeal"}, {"action": "force"}]
    assert (answer["refused"], answer["clauses"]) == ([], ["vinegret.all-pass"])


@given(situations(), rules)
def test_only_a_betting_refuses_words(
    ask: Ask, situation: dict[str, Any], rules: dict[str, Any]
) -> None:
    answer = ask("legal-moves", situation=situation, **rules)
    assert bool(answer["refused"]) is (situation["phase"] in BETTINGS)


@given(situations(), rules)
def test_without_a_move_there_is_no_verdict(
    ask: Ask, situation: dict[str, Any], rules: dict[str, Any]
) -> None:
    answer = ask("legal-moves", situation=situation, **rules)
    assert set(answer) == {"game", "ruleset", "options", "legal", "refused", "clauses"}


# Faulty situations.

HAND = {"hand": "2c3c4c5c"}


@pytest.mark.parametrize(
    ("situation", "expected"),
    [
        (None, [("/situation", "wrong-type")]),
        ("draw", [("/situation", "wrong-type")]),
        ({}, [("/situation/phase", "missing-field")]),
        ({"phase": None}, [("/situation/phase", "not-one-of")]),
        ({"phase": "first-cards"}, [("/situation/phase", "not-one-of")]),
        ({"phase": "finished"}, [("/situation/phase", "not-one-of")]),
        ({"phase": ["draw"]}, [("/situation/phase", "not-one-of")]),
        ({"phase": "first-exchange"}, [("/situation/hand", "missing-field")]),
        ({"phase": "first-exchange", "hand": "2c"}, [("/situation/hand", "wrong-count")]),
        ({"phase": "first-exchange", **HAND}, [("/situation/hand", "wrong-count")]),
        (
            {"phase": "first-exchange", "hand": "2c3c", "to_hold": 0},
            [("/situation/to_hold", "unknown-field")],
        ),
        ({"phase": "draw"}, [("/situation/hand", "missing-field")]),
        ({"phase": "draw", "hand": "2c3c4c"}, [("/situation/hand", "wrong-count")]),
        (
            {"phase": "draw", "hand": ["2c", "2c", "Kc", "4c"]},
            [("/situation/hand/1", "duplicate-card"), ("/situation/hand/2", "not-a-card")],
        ),
        ({"phase": "draw", **HAND, "to_hold": 0}, [("/situation/to_hold", "unknown-field")]),
        ({"phase": "dealer-choice", "to_hold": 0}, [("/situation/to_hold", "unknown-field")]),
        ({"phase": "dealer-choice", "hand": "2c"}, [("/situation/hand", "wrong-count")]),
        ({"phase": "dealer-choice", "hand": None}, [("/situation/hand", "wrong-type")]),
        ({"phase": "dealer-choice", "pool": 3}, [("/situation/pool", "unknown-field")]),
    ],
)
def test_a_faulty_situation_names_its_faults(
    ask: Ask, situation: object, expected: list[tuple[str, str]]
) -> None:
    assert places(ask.faults("legal-moves", situation=situation)) == expected


@pytest.mark.parametrize("phase", BETTINGS)
@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({}, "missing-field"),
        ({"to_hold": None}, "wrong-type"),
        ({"to_hold": "3"}, "wrong-type"),
        ({"to_hold": 3.0}, "wrong-type"),
        ({"to_hold": True}, "wrong-type"),
        ({"to_hold": -1}, "out-of-range"),
        ({"to_hold": 1_000_000_001}, "out-of-range"),
    ],
)
def test_a_betting_needs_what_there_is_to_hold(
    ask: Ask, phase: str, more: dict[str, object], code: str
) -> None:
    errors = ask.faults("legal-moves", situation={"phase": phase, **more})
    assert places(errors) == [("/situation/to_hold", code)]


def test_a_question_needs_a_situation(ask: Ask) -> None:
    assert places(ask.faults("legal-moves")) == [("/situation", "missing-field")]


def test_an_unknown_phase_is_told_the_known_ones(ask: Ask) -> None:
    (error,) = ask.faults("legal-moves", situation={"phase": "auction"})
    assert sorted(error["choices"]) == sorted(PHASES)


@pytest.mark.parametrize(
    ("phase", "hand", "clause"),
    [
        ("first-exchange", "2c3c4c", "vinegret.first-cards"),
        ("draw", "2c3c4c", "vinegret.second-cards"),
    ],
)
def test_a_hand_of_the_wrong_size_cites_when_it_was_dealt(
    ask: Ask, phase: str, hand: str, clause: str
) -> None:
    (error,) = ask.faults("legal-moves", situation={"phase": phase, "hand": hand})
    assert (error["code"], error["clauses"]) == ("wrong-count", [clause])
