"""Every way in which a question can be wrong; all that is wrong is told in one answer."""

import pytest

from tests.oracles.zhiletka import HAND_LIMITS, PACK
from tests.zhiletka.asking import Answer, Ask, places
from tests.zhiletka.strategies import ACTIONS, BILLION

LEADING = {"phase": "attack", "hand": "7h7dKs", "defender_cards": 3}
ATTACKED = {"phase": "defence", "hand": ["9h", "6s", "8c"], "attack": ["7h", "7d"], "trump": "s"}
GOOD: dict[str, dict[str, object]] = {
    "evaluate": {"hand": "8c9cTc"},
    "evaluate/batch": {"hands": ["8c9cTc"]},
    "compare": {"hands": [{"player": "a", "hand": "6c7c8c"}, {"player": "b", "hand": "6d7d8d"}]},
    "settle": {"players": ["a", "b", "c"], "winner": "b", "pot": 3},
    "legal-moves": {"situation": LEADING},
}
OPTIONAL = {"pot"}
FAULTY: dict[str, list[tuple[dict[str, object], str]]] = {
    "evaluate": [
        ({"hand": None}, "/hand wrong-type"),
        ({"hand": 7}, "/hand wrong-type"),
        ({"hand": []}, "/hand wrong-count"),
        ({"hand": ""}, "/hand wrong-count"),
        ({"hand": ["6c", "5c", "♥10"]}, "/hand/1 not-a-card, /hand/2 not-a-card"),
        ({"hand": [None, 7]}, "/hand/0 not-a-card, /hand/1 not-a-card"),
        ({"hand": ["Tc", "10♣", "2s"]}, "/hand/1 duplicate-card, /hand/2 not-a-card"),
        ({"hand": "TcTc2s"}, "/hand duplicate-card, /hand not-a-card"),
        ({"trump": "s", "cards": 3}, "/cards unknown-field, /trump unknown-field"),
        ({"hand": "6c7c8c9cTcJcQc2c"}, "/hand not-a-card, /hand wrong-count"),
    ],
    "evaluate/batch": [
        ({"hands": None}, "/hands wrong-type"),
        ({"hands": "8c9cTc"}, "/hands wrong-type"),
        ({"hands": {}, "hand": "8c9cTc"}, "/hand unknown-field, /hands wrong-type"),
    ],
    "compare": [
        ({"hands": None}, "/hands wrong-type"),
        ({"hands": "6c7c8c"}, "/hands wrong-type"),
        ({"hands": [None, "6c7c8c"]}, "/hands/0 wrong-type, /hands/1 wrong-type"),
        ({"trump": "s", "pot": 3}, "/pot unknown-field, /trump unknown-field"),
        ({"hands": [{"player": "a"}, {"hand": "6c7c8c"}]},
         "/hands/0/hand missing-field, /hands/1/player missing-field"),
        ({"hands": [{"player": None, "hand": None}, {"player": "b", "hand": "6c7c8c", "x": 1}]},
         "/hands/0/hand wrong-type, /hands/0/player wrong-type, /hands/1/x unknown-field"),
        ({"hands": [{"player": "a", "hand": ["6c", "5c", "6♣"]}, {"player": "b", "hand": "7h"}]},
         ("/hands/0/hand/1 not-a-card, /hands/0/hand/2 duplicate-card, "
          "/hands/1/hand wrong-count")),
        ({"hands": [{"player": "a", "hand": "6c7c8c"}, {"player": "a", "hand": ["9c", "6c", 8]}]},
         ("/hands/1/hand/1 duplicate-card, /hands/1/hand/2 not-a-card, "
          "/hands/1/player duplicate-player")),
    ],
    "settle": [
        ({"players": None}, "/players wrong-type"),
        ({"players": "abc"}, "/players wrong-type"),
        ({"players": ["b"]}, "/players wrong-count"),
        ({"players": [*"abcdefg"]}, "/players wrong-count"),
        ({"players": ["b", "a", "b"]}, "/players/2 duplicate-player"),
        ({"players": ["b", "table", ""]}, "/players/1 bad-name, /players/2 bad-name"),
        ({"players": ["b", 7, None]}, "/players/1 wrong-type, /players/2 wrong-type"),
        ({"winner": "d"}, "/winner unknown-player"),
        ({"winner": 7}, "/winner wrong-type"),
        ({"pot": -1}, "/pot out-of-range"),
        ({"pot": BILLION + 1}, "/pot out-of-range"),
        ({"pot": "3"}, "/pot wrong-type"),
        ({"pot": 3.0}, "/pot wrong-type"),
        ({"pot": True}, "/pot wrong-type"),
        ({"pot": None}, "/pot wrong-type"),
        ({"players": ["a", "a"], "pot": -1, "hand": "8c9cTc", "options": {"ante": 0}},
         ("/hand unknown-field, /options/ante out-of-range, /players/1 duplicate-player, "
          "/pot out-of-range, /winner unknown-player")),
    ],
    "legal-moves": [
        ({"situation": None}, "/situation wrong-type"),
        ({"situation": "attack"}, "/situation wrong-type"),
        ({"situation": {"hand": "6c"}}, "/situation/phase missing-field"),
        ({"situation": {"phase": "draw"}}, "/situation/phase not-one-of"),
        ({"situation": {"phase": ["attack"]}}, "/situation/phase not-one-of"),
        ({"viewer": "anna", "move": 7}, "/move malformed-action, /viewer unknown-field"),
    ],
}  # fmt: skip
"""What is changed in a good question, and what is found then."""

SITUATIONS = [
    (LEADING, {"defender_cards": 0}, "/defender_cards out-of-range"),
    (LEADING, {"defender_cards": "3"}, "/defender_cards wrong-type"),
    (LEADING, {"defender_cards": 3.0}, "/defender_cards wrong-type"),
    (LEADING, {"defender_cards": True}, "/defender_cards wrong-type"),
    (LEADING, {"defender_cards": None}, "/defender_cards wrong-type"),
    (LEADING, {"hand": []}, "/hand wrong-count"),
    (LEADING, {"hand": ["7h", "7♥", "2s"]}, "/hand/1 duplicate-card, /hand/2 not-a-card"),
    (LEADING, {"attack": ["6h"], "trump": "s"}, "/attack unknown-field, /trump unknown-field"),
    (LEADING, {"hand": 7, "defender_cards": 6}, "/defender_cards out-of-range, /hand wrong-type"),
    (ATTACKED, {"trump": "x"}, "/trump not-one-of"),
    (ATTACKED, {"trump": "♠"}, "/trump not-one-of"),
    (ATTACKED, {"trump": None}, "/trump wrong-type"),
    (ATTACKED, {"attack": []}, "/attack wrong-count"),
    (ATTACKED, {"attack": None}, "/attack wrong-type"),
    (ATTACKED, {"attack": "7h8hJh"}, "/attack wrong-count"),
    (ATTACKED, {"attack": ["7h", "5h"]}, "/attack/1 not-a-card"),
    (ATTACKED, {"attack": ["7h", "7h"]}, "/attack/1 duplicate-card"),
    (ATTACKED, {"attack": ["7h", "9♥"]}, "/attack/1 duplicate-card"),
    (ATTACKED, {"attack": "7h9h"}, "/attack duplicate-card"),
    (ATTACKED, {"attack": ["7h", "8d"]}, "/attack cards-not-alike"),
    (ATTACKED, {"hand": "9h"}, "/attack more-than-defender-holds"),
    (ATTACKED, {"hand": "2c"}, "/hand not-a-card"),
    (ATTACKED, {"hand": "", "led": "7h"}, "/hand wrong-count, /led unknown-field"),
    (ATTACKED, {"hand": ["9h", "2c", "8d"], "attack": ["7h", "8d"]},
     "/attack cards-not-alike, /attack/1 duplicate-card, /hand/1 not-a-card"),
    (ATTACKED, {"hand": None, "attack": "7h8d", "trump": 7},
     "/attack cards-not-alike, /hand wrong-type, /trump wrong-type"),
]  # fmt: skip

MOVES: list[tuple[object, str]] = [
    ("take", "/move malformed-action"),
    ({"cards": ["7h"]}, "/move/action missing-field"),
    ({"action": None}, "/move/action malformed-action"),
    ({"action": "Take"}, "/move/action unknown-action"),
    ({"action": "draw", "cards": ["7h"]}, "/move/action unknown-action"),
    ({"action": "take", "cards": []}, "/move/cards unknown-field"),
    ({"action": "attack"}, "/move/cards missing-field"),
    ({"action": "beat", "card": "9h"}, "/move/card unknown-field, /move/cards missing-field"),
    ({"action": "beat", "cards": None}, "/move/cards malformed-action"),
    ({"action": "attack", "cards": {"7h": 1}}, "/move/cards malformed-action"),
    ({"action": "attack", "cards": ["5h", "7h"]}, "/move/cards/0 not-a-card"),
    ({"action": "attack", "cards": ["7h", "7♥"]}, "/move/cards/1 duplicate-card"),
    ({"action": "beat", "cards": "7h7h"}, "/move/cards duplicate-card"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("operation", "changed", "expected"),
    [(operation, *row) for operation, rows in FAULTY.items() for row in rows],
)
def test_a_faulty_question_names_every_fault(
    ask: Ask, operation: str, changed: Answer, expected: str
) -> None:
    assert ask(operation, **GOOD[operation])
    assert places(ask.faults(operation, **GOOD[operation] | changed)) == expected


@pytest.mark.parametrize("operation", GOOD)
def test_a_field_left_out_is_missing(ask: Ask, operation: str) -> None:
    needed = ", ".join(f"/{field} missing-field" for field in GOOD[operation].keys() - OPTIONAL)
    assert places(ask.faults(operation)) == ", ".join(sorted(needed.split(", ")))


@pytest.mark.parametrize(("situation", "changed", "expected"), SITUATIONS)
def test_a_faulty_situation_names_every_fault(
    ask: Ask, situation: Answer, changed: Answer, expected: str
) -> None:
    errors = ask.faults("legal-moves", situation=situation | changed)
    assert places(errors) == ", ".join(f"/situation{each}" for each in expected.split(", "))


@pytest.mark.parametrize("situation", [LEADING, ATTACKED], ids=["attack", "defence"])
def test_every_field_of_a_situation_is_needed(ask: Ask, situation: Answer) -> None:
    for field in situation:
        without = {name: value for name, value in situation.items() if name != field}
        errors = ask.faults("legal-moves", situation=without)
        assert places(errors) == f"/situation/{field} missing-field"


@pytest.mark.parametrize(("move", "expected"), MOVES)
@pytest.mark.parametrize("situation", [LEADING, ATTACKED], ids=["attack", "defence"])
def test_a_malformed_move_names_every_fault(
    ask: Ask, situation: Answer, move: object, expected: str
) -> None:
    assert places(ask.faults("legal-moves", situation=situation, move=move)) == expected
    errors = ask.faults("legal-moves", situation={**situation, "seat": 1}, move=move)
    assert places(errors) == f"{expected}, /situation/seat unknown-field"


def test_an_unknown_action_is_told_the_known_ones(ask: Ask) -> None:
    (error,) = ask.faults("legal-moves", situation=LEADING, move={"action": "throw-in"})
    assert error["choices"] == list(ACTIONS)


def test_a_led_card_that_is_also_held_is_named(ask: Ask) -> None:
    (error,) = ask.faults("legal-moves", situation=ATTACKED | {"attack": ["7h", "9♥"]})
    assert (error["card"], error["place"]) == ("9h", 2)
    assert "also in the hand" in error["detail"]


def test_a_card_in_two_hands_is_named_in_the_later(ask: Ask) -> None:
    hands = [{"player": "a", "hand": "6c7c8c"}, {"player": "b", "hand": ["9c", "7♣", "6d"]}]
    (error,) = ask.faults("compare", hands=hands)
    assert (error["pointer"], error["code"]) == ("/hands/1/hand/1", "duplicate-card")
    assert (error["card"], error["place"]) == ("7c", 2)


@pytest.mark.parametrize("limit", HAND_LIMITS)
def test_a_hand_to_be_judged_has_up_to_one_card_more_than_the_limit(ask: Ask, limit: int) -> None:
    options, hand = {"hand_limit": limit}, PACK[: limit + 1]
    assert ask("evaluate", hand=hand, options=options)["hand"] == list(hand)
    *_, error = ask.faults("evaluate", hand=[*hand, "As"], options=options)
    assert places([error]) == "/hand wrong-count"
    assert (error["max"], error["count"]) == (limit + 1, limit + 2)


@pytest.mark.parametrize("limit", HAND_LIMITS)
@pytest.mark.parametrize("situation", [LEADING, ATTACKED], ids=["attack", "defence"])
def test_who_is_still_in_holds_fewer_cards_than_the_limit(
    ask: Ask, limit: int, situation: Answer
) -> None:
    options, hand = {"hand_limit": limit}, PACK[: limit - 1]
    assert ask("legal-moves", situation=situation | {"hand": hand}, options=options)["legal"]
    too_many = situation | {"hand": [*hand, "As"]}
    *_, error = ask.faults("legal-moves", situation=too_many, options=options)
    assert places([error]) == "/situation/hand wrong-count"
    assert (error["max"], error["count"]) == (limit - 1, limit)


@pytest.mark.parametrize("limit", HAND_LIMITS)
def test_a_defender_holds_fewer_cards_than_the_limit(ask: Ask, limit: int) -> None:
    options = {"hand_limit": limit}
    enough, too_many = (
        LEADING | {"hand": "6c", "defender_cards": held} for held in (limit - 1, limit)
    )
    assert ask("legal-moves", situation=enough, options=options)["legal"]
    *_, error = ask.faults("legal-moves", situation=too_many, options=options)
    assert places([error]) == "/situation/defender_cards out-of-range"
    assert (error["min"], error["max"]) == (1, limit - 1)


def test_cards_too_many_to_be_read_are_not_taken_for_none(ask: Ask) -> None:
    (error,) = ask.faults("evaluate", hand=["6c"] * 50)
    assert (places([error]), error["count"]) == ("/hand wrong-count", 50)
