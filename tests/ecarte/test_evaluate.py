"""What a hand is before play: jeux de règle by example, and what may not matter does not."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluators import ecarte
from tests.ecarte.asking import Answer, Ask, codes, places
from tests.ecarte.strategies import hands, renamed_suits, rules, suits
from tests.oracles import ecarte as oracle

FACTS = Path(__file__).parent.parent / "facts"
CHANCES = json.loads((FACTS / "ecarte_stand_chances.json").read_text())["hands"]

OF_THE_RULES = {
    "9♠ 8♠ 7♠ 8♥ 7♦": ["three-trumps"],
    "Q♠ 8♠ 7♠ 8♥ 7♦": ["three-trumps"],
    "Q♠ A♠ 7♠ K♥ K♦": ["three-trumps"],
    "8♠ 7♠ 9♥ 8♥ 7♥": ["two-trumps-three-of-suit"],
    "8♠ 7♠ K♥ 8♥ 7♥": ["two-trumps-three-of-suit", "two-trumps-guarded"],
    "8♠ 7♠ Q♥ 7♥ 7♦": ["two-trumps-guarded"],
    "8♠ 7♠ K♥ 7♥ 7♦": ["two-trumps-guarded"],
    "7♠ K♥ 9♥ 8♥ 7♥": ["one-trump-four-of-suit"],
    "7♠ Q♥ 8♥ 7♥ Q♦": ["one-trump-three-of-suit-and-court"],
    "7♠ K♥ 9♥ 8♥ Q♦": ["one-trump-three-of-suit-and-court"],
    "8♠ K♥ Q♥ J♥ 8♦": ["one-trump-tierce"],
    "Q♥ 7♥ Q♦ 7♦ Q♣": ["three-queens"],
    "K♥ Q♥ K♦ J♦ 7♣": ["four-courts"],
    "Q♥ J♥ Q♦ J♦ 7♣": ["four-courts"],
}
"""The hands whose chances are published, trumps spades."""
AT_THE_EDGE = {
    "K♠ Q♠ J♠ A♠ 10♠": ["three-trumps"],
    "9♠ 8♠ J♥ 7♥ K♦": [],
    "9♠ 8♠ K♥ Q♦ J♣": [],
    "9♠ 8♠ K♥ Q♥ J♣": ["two-trumps-guarded"],
    "7♠ Q♥ J♥ A♥ 10♥": [],
    "7♠ K♥ Q♥ 8♥ 7♥": ["one-trump-four-of-suit", "one-trump-three-of-suit-and-court"],
    "7♠ K♥ Q♥ J♥ K♦": ["one-trump-tierce", "one-trump-three-of-suit-and-court"],
    "7♠ K♥ Q♥ J♥ J♦": ["one-trump-tierce"],
    "7♠ K♥ Q♥ A♥ 8♦": [],
    "7♠ J♥ A♥ 10♥ K♦": [],
    "Q♠ Q♥ Q♦ Q♣ 7♣": [],
    "Q♥ Q♦ Q♣ K♥ J♦": ["three-queens", "four-courts"],
    "K♥ K♦ K♣ A♥ A♦": [],
    "K♠ K♥ K♦ K♣ Q♣": [],
}
"""Hands just inside a jeu de règle, or just outside."""


@pytest.mark.parametrize("hand", OF_THE_RULES | AT_THE_EDGE)
def test_the_jeux_of_a_hand(ask: Ask, hand: str) -> None:
    answer = ask("evaluate", hand=hand, trump="s")
    assert codes(answer["combinations"]) == (OF_THE_RULES | AT_THE_EDGE)[hand]
    assert answer["best"] == next(iter(answer["combinations"]), None)


def test_every_hand_with_a_published_chance_is_among_the_examples(ask: Ask) -> None:
    ours = [ask("evaluate", hand=hand, trump="s")["hand"] for hand in OF_THE_RULES]
    assert sorted(map(sorted, ours)) == sorted(sorted(each["hand"]) for each in CHANCES)


def test_a_jeu_has_its_name_and_the_whole_hand_and_no_price(ask: Ask) -> None:
    assert ask("evaluate", hand="Qs8sKh7h9d", trump="s")["best"] == {
        "code": "two-trumps-guarded",
        "name": "Two trumps and a guarded king or queen",
        "cards": ["Qs", "8s", "Kh", "7h", "9d"],
        "points": None,
        "pays": None,
        "clauses": ["ecarte.jeux-de-regle"],
    }


@given(hands, suits, rules)
def test_a_hand_is_what_the_oracle_says_under_any_options(
    ask: Ask, hand: list[str], trump: str, rules: Answer
) -> None:
    answer = ask("evaluate", hand=hand, trump=trump, **rules)
    jeux, king = oracle.jeux(hand, trump), f"K{trump}" in hand
    assert codes(answer["combinations"]) == jeux
    assert (answer["hand"], answer["trump"]) == (hand, trump)
    assert answer["trumps"] == sum(card.endswith(trump) for card in hand)
    assert (answer["holds_king"], answer["pays"]) == (king, int(king))
    assert answer["king_exception"] is (king and bool(jeux))
    assert (answer["strength"], answer["strength_max"]) == (None, None)


@given(hands, suits, renamed_suits, st.permutations(range(5)))
def test_neither_the_order_of_cards_nor_the_names_of_suits_matter(
    ask: Ask, hand: list[str], trump: str, renamed: dict[str, str], order: list[int]
) -> None:
    other = [hand[place][0] + renamed[hand[place][1]] for place in order]
    one = ask("evaluate", hand=hand, trump=trump)
    same = ask("evaluate", hand=other, trump=renamed[trump])
    assert codes(one["combinations"]) == codes(same["combinations"])
    assert one["pays"] == same["pays"]


JEU, WITH_KING, NOTHING = "Qs8s7sKh7h", "Ks8s7sKh7h", "Ks8h7d9cTc"
FOR_THE_DEALER = "The hands to play by rule are the elder’s. The rules name none for the dealer."
ADVICE = {
    ("elder", JEU): "Play without proposing.",
    ("elder", WITH_KING): "A hand to play by rule, but holding the king of trumps: propose.",
    ("elder", NOTHING): "Propose.",
    **dict.fromkeys((("dealer", hand) for hand in (JEU, WITH_KING, NOTHING)), FOR_THE_DEALER),
}


@pytest.mark.parametrize(("role", "hand"), ADVICE)
def test_the_role_changes_nothing_but_the_advice(ask: Ask, role: str, hand: str) -> None:
    answer = ask("evaluate", hand=hand, trump="s", role=role)
    assert answer["advice"] == ADVICE[role, hand]
    assert answer | {"advice": ADVICE["elder", hand]} == ask("evaluate", hand=hand, trump="s")


def test_the_game_tests_itself() -> None:
    assert ecarte.self_test()


HAND = {"hand": ["Qs", "8s", "Kh", "7h", "9d"], "trump": "s"}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ({}, "/hand missing-field, /trump missing-field"),
        ({"hand": None, "trump": None}, "/hand wrong-type, /trump wrong-type"),
        (HAND | {"hand": "Qs8sKh7h"}, "/hand wrong-count"),
        (HAND | {"hand": "Qs8sKh7h9d9c"}, "/hand wrong-count"),
        (HAND | {"hand": ["Qs", "8s", "Kh", "7h", "6d"]}, "/hand/4 not-a-card"),
        (HAND | {"hand": ["Qs", "8s", "Kh", "7h", "Q♠"]}, "/hand/4 duplicate-card"),
        (HAND | {"trump": "x"}, "/trump not-one-of"),
        (HAND | {"trump": "S"}, "/trump not-one-of"),
        (HAND | {"trump": ["s"]}, "/trump wrong-type"),
        (HAND | {"role": None}, "/role wrong-type"),
        (HAND | {"turned": "9h"}, "/turned unknown-field"),
        (HAND | {"role": "anna"}, "/role not-one-of"),
        (
            {"hand": ["2s", None, "8s", "8♠", "7d"], "trump": 1},
            "/hand/0 not-a-card, /hand/1 not-a-card, /hand/3 duplicate-card, /trump wrong-type",
        ),
    ],
)
def test_a_faulty_question_names_every_fault(ask: Ask, question: Answer, expected: str) -> None:
    assert places(ask.faults("evaluate", **question)) == expected
