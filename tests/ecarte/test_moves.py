"""One move put to the judge: legal, refused and why, or no move at all."""

from typing import Any

import pytest
from hypothesis import given, settings

from tests.ecarte.asking import Answer, Ask, places
from tests.ecarte.strategies import ACTIONS, RULES, judged, situations

DOCUMENT, CLASSIC = RULES
HAND = "7c 8c 9d Th As"
SITUATIONS: dict[str, Answer] = {
    "proposal": {"phase": "proposal"},
    "answer": {"phase": "answer"},
    "elder-exchange": {"phase": "elder-exchange", "hand": HAND},
    "dealer-exchange": {"phase": "dealer-exchange", "hand": HAND},
    "king": {"phase": "king", "hand": HAND, "trump": "h"},
    "play": {"phase": "play", "hand": HAND, "trump": "h"},
}
HOMES = {
    "play-at-once": ("proposal", "propose-or-play"),
    "propose": ("proposal", "propose-or-play"),
    "accept": ("answer", "answer"),
    "refuse": ("answer", "answer"),
    "exchange": ("elder-exchange dealer-exchange", "elder-exchange dealer-exchange"),
    "announce-king": ("king", "king-window"),
    "no-king": ("king", "king-window"),
    "play": ("play", "lead"),
    "throw-up": ("play", "thrown-up"),
}
"""The phases each action belongs to in the document, and the clauses that say so."""
FIELDS: dict[str | None, Answer] = {None: {}, "card": {"card": "7c"}, "cards": {"cards": ["7c"]}}


def refusal(ask: Ask, situation: Answer, move: Answer, **more: object) -> Answer | None:
    """Why a move is refused, None if it is legal."""
    answer = ask("legal-moves", situation=situation, move=move, **more)
    found: Answer | None = answer["refusal"]
    assert answer["is_legal"] is (found is None)
    return found


def in_order(move: Answer) -> Answer:
    """The move with its set of cards sorted."""
    return move | ({"cards": sorted(move["cards"])} if "cards" in move else {})


@given(situations())
@settings(max_examples=40)
def test_a_move_given_back_is_legal_or_refused_in_the_same_words(
    ask: Ask, question: Answer
) -> None:
    answer = ask("legal-moves", **question)
    for move in answer["legal"]:
        assert refusal(ask, move=move, **question) is None
    for each in answer["refused"]:
        move = {k: v for k, v in each.items() if k not in {"code", "clauses", "text"}}
        assert move | (refusal(ask, move=move, **question) or {}) == each


@given(judged())
def test_a_move_is_legal_exactly_if_it_is_among_the_legal_moves(ask: Ask, question: Answer) -> None:
    answer = ask("legal-moves", **question)
    is_listed = in_order(question["move"]) in map(in_order, answer["legal"])
    assert answer.pop("is_legal") is is_listed is (answer.pop("refusal") is None)
    del question["move"]
    assert answer == ask("legal-moves", **question)


@pytest.mark.parametrize("phase", SITUATIONS)
@pytest.mark.parametrize("action", ACTIONS)
def test_an_action_of_another_phase_cites_where_it_belongs(
    ask: Ask, action: str, phase: str
) -> None:
    found = refusal(ask, SITUATIONS[phase], {"action": action, **FIELDS[ACTIONS[action]]})
    phases, clauses = HOMES[action]
    wrong_phase = found is not None and found["code"] == "wrong-phase"
    assert wrong_phase is (phase not in phases.split())
    if found is not None and wrong_phase:
        assert found["clauses"] == [f"ecarte.{clause}" for clause in clauses.split()]
        assert (action in found["text"], phase in found["text"]) == (True, True)


SHORT: dict[str, Any] = {"phase": "elder-exchange", "hand": HAND, "stock": 1}
REPLY: dict[str, Any] = {"phase": "play", "hand": "7c 8c 9d Ts As", "trump": "s", "led": "Tc"}
WITH_KING = REPLY | {"hand": "7c 8c 9d Ts Ks"}
LATER = REPLY | {"hand": "7c 9d"}


@pytest.mark.parametrize(
    ("situation", "action", "cards", "code"),
    [
        (SHORT, "exchange", "", "must-exchange-one"),
        (SHORT, "exchange", "Kh Kd", "stock-too-small"),
        (SHORT, "exchange", "Kh", "card-not-held"),
        (SHORT, "exchange", "A♠", None),
        ({"phase": "proposal", "stock": 0}, "propose", None, "stock-empty"),
        (REPLY, "no-king", None, "wrong-phase"),
        (REPLY, "exchange", "", "wrong-phase"),
        (REPLY, "announce-king", None, "king-not-held"),
        (WITH_KING | {"announced": True}, "announce-king", None, "king-already-announced"),
        (LATER, "announce-king", None, "king-too-late"),
        (LATER | {"announced": True}, "announce-king", None, "king-too-late"),
        (REPLY, "play", "Kd", "card-not-held"),
        (REPLY, "play", "Tc", "card-not-held"),
        (REPLY, "play", "9d", "must-follow-suit"),
        (REPLY, "play", "A♠", "must-follow-suit"),
        (REPLY, "play", "8♣", None),
        (REPLY | {"led": "7h"}, "play", "8c", "must-trump"),
        (REPLY | {"led": "9s"}, "play", "8c", "must-follow-suit"),
        (REPLY | {"led": "9s", "hand": "8s Ts"}, "play", "8s", "must-beat"),
        (LATER, "throw-up", None, None),
    ],
)
def test_the_first_failure_decides(
    ask: Ask, situation: Answer, action: str, cards: str | None, code: str | None
) -> None:
    move = {"action": action} | ({} if cards is None else {ACTIONS[action] or "": cards})
    found = refusal(ask, situation, move, ruleset=CLASSIC)
    assert (found and found["code"]) == code


def test_a_card_that_is_not_held_is_named(ask: Ask) -> None:
    move = {"action": "exchange", "cards": ["7c", "K♠"]}
    found = refusal(ask, SITUATIONS["elder-exchange"], move) or {}
    assert (found["clauses"], found["text"]) == (["ecarte.held"], "K♠ is not in your hand.")


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (None, " malformed-action"),
        ("propose", " malformed-action"),
        ({}, "/action missing-field"),
        ({"action": None}, "/action malformed-action"),
        ({"action": "Propose"}, "/action unknown-action"),
        ({"action": "deal", "cards": HAND}, "/action unknown-action"),
        ({"action": "propose", "player": "anna"}, "/player unknown-field"),
        ({"action": "play", "card": None}, "/card not-a-card"),
        ({"action": "play", "card": ["7c"]}, "/card not-a-card"),
        ({"action": "play", "card": "6c"}, "/card not-a-card"),
        ({"action": "play", "cards": "7c"}, "/card missing-field, /cards unknown-field"),
        ({"action": "exchange"}, "/cards missing-field"),
        ({"action": "exchange", "cards": None}, "/cards malformed-action"),
        ({"action": "exchange", "cards": 7}, "/cards malformed-action"),
        (
            {"action": "exchange", "cards": [None, "2c", "7c", "7♣"]},
            "/cards/0 not-a-card, /cards/1 not-a-card, /cards/3 duplicate-card",
        ),
    ],
)
def test_a_malformed_move_names_its_faults(ask: Ask, move: object, expected: str) -> None:
    errors = ask.faults("legal-moves", situation={"phase": "answer"}, move=move)
    assert places(errors).replace("/move", "") == expected


def test_faults_of_the_situation_and_of_the_move_are_told_together(ask: Ask) -> None:
    errors = ask.faults("legal-moves", situation={"phase": "king"}, move={"action": "check"})
    every = "/move/action unknown-action, /situation/hand missing-field, "
    assert places(errors) == f"{every}/situation/trump missing-field"
    assert next(e for e in errors if "choices" in e)["choices"] == list(ACTIONS)
