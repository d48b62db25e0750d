"""What may be played, and one move put to the judge in any situation."""

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.oracles import solo_whist as oracle
from tests.solo_whist.asking import Answer, Ask, auction, call, places, play
from tests.solo_whist.strategies import moves, plays, situations

PLAYING = {"phase": "play", "hand": "3dAs2h", "trick": ["9d", "Kd"]}
ENDED = auction("e full-abundance")
VOID = auction("e pass, s pass, w pass, d pass")
FORMS = {"call": call("pass"), "name-trumps": {"action": "name-trumps", "suit": "h"}}
FORMS["play"] = play("3d")


@given(plays())
def test_what_may_be_played_is_the_oracles(ask: Ask, table: tuple[list[str], list[str]]) -> None:
    hand, trick = table
    answer = ask("legal-moves", situation={"phase": "play", "hand": hand, "trick": trick})
    assert answer["legal"] == [play(card) for card in oracle.legal_cards(hand, trick)]
    refused = [(each["card"], each["code"], each["clauses"]) for each in answer["refused"]]
    faults = {card: oracle.play_fault(card, hand, trick) for card in oracle.PACK if card in hand}
    assert refused == [(card, each[0], [each[1]]) for card, each in faults.items() if each]
    assert answer["clauses"] == ["solo-whist.follow" if trick else "solo-whist.lead"]
    assert "to_act" not in answer


@given(plays(), st.sampled_from(oracle.PACK))
def test_the_verdict_on_a_card_is_the_oracles(
    ask: Ask, table: tuple[list[str], list[str]], card: str
) -> None:
    hand, trick = table
    assume(card not in trick)
    situation = {"phase": "play", "hand": hand, "trick": trick}
    refusal = ask("legal-moves", situation=situation, move=play(card))["refusal"]
    said = refusal and (refusal["code"], *refusal["clauses"])
    assert said == oracle.play_fault(card, hand, trick)


@pytest.mark.parametrize(
    ("hand", "trick", "legal"),
    [
        ("3d As 2h", "", "3d 2h As"),
        ("3d As 2h", "9d Kd", "3d"),
        ("3d As 2d", "9d 2h", "2d 3d"),
        ("3d As 2h", "9c 2s", "3d 2h As"),
        ("3d As 2h", "9c", "3d 2h As"),
        ("As", "9d", "As"),
        ("10♠ Kc As 9♠", "2s", "9s Ts As"),
    ],
)
def test_suit_is_followed_if_it_can_be(ask: Ask, hand: str, trick: str, legal: str) -> None:
    answer = ask("legal-moves", situation={"phase": "play", "hand": hand, "trick": trick})
    assert " ".join(each["card"] for each in answer["legal"]) == legal


def test_a_trick_left_out_is_a_lead(ask: Ask) -> None:
    leading: Answer = {"phase": "play", "hand": "3d2c"}
    empty = ask("legal-moves", situation=leading | {"trick": []})
    assert ask("legal-moves", situation=leading) == empty


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"hand": []}, "/hand wrong-count"),
        ({"hand": list(oracle.PACK[26:40])}, "/hand wrong-count"),
        ({"hand": None}, "/hand wrong-type"),
        ({"hand": ["3d", "1d", "3♦"]}, "/hand/1 not-a-card, /hand/2 duplicate-card"),
        ({"trick": "9dKd2c3c"}, "/trick wrong-count"),
        ({"trick": ["9d", "3d", "2h"]}, "/trick/1 duplicate-card, /trick/2 duplicate-card"),
        ({"trick": ["9d", "9d"]}, "/trick/1 duplicate-card"),
        ({"trick": ["9d", None]}, "/trick/1 not-a-card"),
        ({"trick": None}, "/trick wrong-type"),
        ({"trump": "h", "led": "9d"}, "/led unknown-field, /trump unknown-field"),
        ({"phase": "name-trumps"}, "/phase not-one-of"),
        ({"phase": None}, "/phase not-one-of"),
    ],
)
def test_a_faulty_play_names_its_faults(ask: Ask, changed: Answer, expected: str) -> None:
    errors = ask.faults("legal-moves", situation=PLAYING | changed)
    assert places(errors, "/situation") == expected


def test_a_card_that_lies_and_is_held_is_named(ask: Ask) -> None:
    (error,) = ask.faults("legal-moves", situation=PLAYING | {"trick": "9d 2♥"})
    assert (error["pointer"], error["card"]) == ("/situation/trick", "2h")
    assert error["detail"] == "“2h” is also in the hand."


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ({}, "/situation missing-field"),
        ({"situation": None}, "/situation wrong-type"),
        ({"situation": "play"}, "/situation wrong-type"),
        ({"situation": {}}, "/situation/phase missing-field"),
    ],
)
def test_a_question_needs_a_situation(ask: Ask, question: Answer, expected: str) -> None:
    assert places(ask.faults("legal-moves", **question)) == expected


# One move.


@st.composite
def judged(draw: st.DrawFn) -> dict[str, Any]:
    """A situation and any well-formed move."""
    question = draw(situations())
    return {**question, "move": draw(moves(question["situation"].get("hand", [])))}


@given(judged())
def test_a_move_is_legal_exactly_if_it_is_among_the_legal_moves(
    ask: Ask, question: dict[str, Any]
) -> None:
    answer = ask("legal-moves", **question)
    assert answer["is_legal"] is (question["move"] in answer["legal"])
    assert (answer["refusal"] is None) is answer["is_legal"]


@given(situations())
def test_moves_given_back_are_judged_alike(ask: Ask, question: dict[str, Any]) -> None:
    answer = ask("legal-moves", **question)
    for move in answer["legal"]:
        assert ask("legal-moves", **question, move=move)["is_legal"]
    for each in answer["refused"]:
        move = {name: each[name] for name in ("action", "call", "card") if name in each}
        refusal = ask("legal-moves", **question, move=move)["refusal"]
        assert move | refusal == each


@pytest.mark.parametrize(
    ("situation", "move", "code", "clause"),
    [
        (PLAYING, FORMS["call"], "wrong-phase", "turns"),
        (PLAYING, FORMS["name-trumps"], "wrong-phase", "name-trumps"),
        (PLAYING, play("As"), "must-follow-suit", "follow"),
        (PLAYING, play("9d"), "card-not-held", "held"),
        (PLAYING, play("4d"), "card-not-held", "held"),
        (auction(""), FORMS["name-trumps"], "wrong-phase", "name-trumps"),
        (auction(""), FORMS["play"], "wrong-phase", "lead"),
        (auction(""), call("accept"), "no-proposal", "accept"),
        (ENDED, FORMS["play"], "wrong-phase", "lead"),
        (ENDED, FORMS["call"], "not-your-turn", "turns auction-end"),
        (VOID, FORMS["call"], "deal-is-over", "all-pass"),
    ],
)
def test_a_move_that_may_not_be_made_says_why(
    ask: Ask, situation: Answer, move: Answer, code: str, clause: str
) -> None:
    answer = ask("legal-moves", situation=situation, move=move)
    assert answer["is_legal"] is False
    del answer["refusal"]["text"]
    clauses = [f"solo-whist.{each}" for each in clause.split()]
    assert answer["refusal"] == {"code": code, "clauses": clauses}


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("pass", "malformed-action"),
        (["pass"], "malformed-action"),
        ({}, "/action missing-field"),
        ({"action": None}, "/action malformed-action"),
        ({"action": "pass"}, "/action unknown-action"),
        ({"action": "call"}, "/call missing-field"),
        ({"action": "call", "call": "double"}, "/call malformed-action"),
        ({"action": "call", "call": None}, "/call malformed-action"),
        ({"action": "call", "call": ["pass"]}, "/call malformed-action"),
        (call("pass") | {"player": "e"}, "/player unknown-field"),
        ({"action": "name-trumps", "suit": "n"}, "/suit malformed-action"),
        ({"action": "name-trumps", "card": "2c"}, "/card unknown-field, /suit missing-field"),
        ({"action": "play"}, "/card missing-field"),
        ({"action": "play", "card": "d3"}, "/card not-a-card"),
        ({"action": "play", "card": ["3d"]}, "/card not-a-card"),
    ],
)
def test_a_malformed_move_names_its_faults(ask: Ask, move: object, expected: str) -> None:
    for situation in (PLAYING, auction("e pass")):
        errors = ask.faults("legal-moves", situation=situation, move=move)
        assert places(errors, "/move") == expected


def test_faults_of_the_situation_and_of_the_move_are_told_together(ask: Ask) -> None:
    errors = ask.faults("legal-moves", situation={"phase": "play"}, move={"action": "play"})
    assert places(errors) == "/move/card missing-field, /situation/hand missing-field"
