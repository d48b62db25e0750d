"""What may be done in every situation, what is refused, and the clauses of both."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given

from tests.ecarte.asking import Answer, Ask, places, refusals, words
from tests.ecarte.strategies import RULES, in_force, situations
from tests.oracles import ecarte as oracle

DOCUMENT, CLASSIC = RULES
BOTH = tuple(RULES)
HAND, KING = "7c 8c 9d Th As", "Ks 7c 8c 9d Th"
ALL = "7c, 8c, 9d, Th, Ks, throw-up"
both = pytest.mark.parametrize("ruleset", RULES)
exchanging = pytest.mark.parametrize("phase", ["elder-exchange", "dealer-exchange"])


def moves_in(ask: Ask, phase: str, ruleset: str = DOCUMENT, **situation: object) -> Answer:
    return ask("legal-moves", situation={"phase": phase, **situation}, ruleset=ruleset)


@given(situations())
def test_the_moves_of_every_situation_are_the_oracles(ask: Ask, question: Answer) -> None:
    answer = ask("legal-moves", **question)
    assert set(answer) == {"game", "ruleset", "options", "legal", "refused", "clauses"}
    assert all(each.pop("text") for each in answer["refused"])
    expected = oracle.situations(question["situation"], in_force(question))
    assert (answer["legal"], answer["refused"]) == expected


# Words, and the king of trumps.

WORDS: list[tuple[tuple[str, ...], Answer, str, dict[str, str]]] = [
    (BOTH, {"phase": "proposal"}, "play-at-once, propose", {}),
    (BOTH, {"phase": "proposal", "stock": 1, "hand": HAND}, "play-at-once, propose", {}),
    ((DOCUMENT,), {"phase": "proposal", "stock": 0}, "play-at-once, propose", {}),
    ((CLASSIC,), {"phase": "proposal", "stock": 0}, "play-at-once", {"propose": "stock-empty"}),
    (BOTH, {"phase": "answer"}, "accept, refuse", {}),
    (BOTH, {"phase": "answer", "hand": HAND}, "accept, refuse", {}),
    ((DOCUMENT,), {"phase": "king", "hand": KING, "trump": "s"}, "announce-king, no-king", {}),
    (
        (DOCUMENT,),
        {"phase": "king", "hand": KING, "trump": "c"},
        "no-king",
        {"announce-king": "king-not-held"},
    ),
]
PLAY: dict[str, Any] = {"phase": "play", "hand": KING, "trump": "s"}
ANNOUNCING: list[tuple[tuple[str, ...], Answer, str, dict[str, str]]] = [
    ((DOCUMENT,), PLAY, ALL, {}),
    ((CLASSIC,), PLAY, f"announce-king, {ALL}", {}),
    ((CLASSIC,), PLAY | {"announced": False}, f"announce-king, {ALL}", {}),
    (
        (CLASSIC,),
        PLAY | {"announced": True},
        ALL,
        {"announce-king": "king-already-announced"},
    ),
    ((CLASSIC,), PLAY | {"trump": "c"}, ALL, {"announce-king": "king-not-held"}),
    ((CLASSIC,), PLAY | {"hand": "Ks 7c"}, "7c, Ks, throw-up", {}),
    ((CLASSIC,), PLAY | {"hand": "Ks 7c", "announced": True}, "7c, Ks, throw-up", {}),
]


@pytest.mark.parametrize(("rulesets", "situation", "legal", "refused"), WORDS + ANNOUNCING)
def test_the_words_of_a_situation(
    ask: Ask, rulesets: tuple[str, ...], situation: Answer, legal: str, refused: dict[str, str]
) -> None:
    for ruleset in rulesets:
        answer = ask("legal-moves", situation=situation, ruleset=ruleset)
        assert (words(answer["legal"]), refusals(answer)) == (legal, refused)


# Exchanges.


@exchanging
@both
def test_exchanges_come_by_size_and_then_in_pack_order(ask: Ask, phase: str, ruleset: str) -> None:
    answer = moves_in(ask, phase, ruleset, hand=HAND)
    in_order = [" ".join(some) for size in range(6) for some in combinations(HAND.split(), size)]
    may_keep_all = (phase, ruleset) == ("dealer-exchange", CLASSIC)
    assert words(answer["legal"]) == ", ".join(in_order[0 if may_keep_all else 1 :])
    assert refusals(answer) == ({} if may_keep_all else {"": "must-exchange-one"})


@exchanging
@pytest.mark.parametrize(
    ("stock", "possible"), [(1, 5), (2, 15), (3, 25), (4, 30), (5, 31), (21, 31)]
)
def test_a_short_stock_limits_an_exchange_only_where_it_is_not_renewed(
    ask: Ask, phase: str, stock: int, possible: int
) -> None:
    renewed, short = (moves_in(ask, phase, each, hand=HAND, stock=stock) for each in BOTH)
    assert len(renewed["legal"]) == 31
    sizes = [len(move["cards"]) for move in short["legal"] if move["cards"]]
    assert (len(sizes), max(sizes)) == (possible, min(stock, 5))
    too_large = {cards for cards, code in refusals(short).items() if code == "stock-too-small"}
    assert (len(too_large), "" in too_large) == (31 - possible, False)


# Replies.

REPLIES: dict[tuple[str, str, str], tuple[str, dict[str, str]]] = {
    ("Th", "Ah Kh 7h", "s"): ("Ah, Kh", {"7h": "must-beat"}),
    ("Th", "Ah 7s", "s"): ("Ah", {"7s": "must-follow-suit"}),
    ("Kh", "Ah 7h", "s"): ("7h, Ah", {}),
    ("Jh", "Ah Th Ks", "s"): ("Th, Ah", {"Ks": "must-follow-suit"}),
    ("Ah", "Jh 9h", "s"): ("Jh", {"9h": "must-beat"}),
    ("Kh", "9d 7s Ks", "s"): ("7s, Ks", {"9d": "must-trump"}),
    ("7h", "9d Kc", "s"): ("Kc, 9d", {}),
    ("9s", "7s Ts Kh", "s"): ("Ts", {"Kh": "must-follow-suit", "7s": "must-beat"}),
    ("Ks", "7s Ts Kh", "s"): ("7s, Ts", {"Kh": "must-follow-suit"}),
    ("Ks", "7d Kh", "s"): ("7d, Kh", {}),
}
"""The card led, the hand and trumps; the cards that may be played, and those refused."""


@pytest.mark.parametrize(("led", "hand", "trump"), REPLIES)
@both
def test_a_reply_follows_and_beats_or_follows_or_trumps(
    ask: Ask, led: str, hand: str, trump: str, ruleset: str
) -> None:
    legal, refused = REPLIES[led, hand, trump]
    answer = moves_in(ask, "play", ruleset, hand=hand, trump=trump, led=led)
    assert (words(answer["legal"]), refusals(answer)) == (f"{legal}, throw-up", refused)


# The clauses of an answer.

ONE_CARD: dict[str, Any] = {"phase": "play", "hand": "7c", "trump": "s"}


@pytest.mark.parametrize(
    ("situation", "document", "classic"),
    [
        (
            {"phase": "proposal"},
            "propose-or-play again recycle",
            "propose-or-play again short-stock",
        ),
        ({"phase": "answer"}, "answer", "answer"),
        (
            {"phase": "elder-exchange", "hand": HAND},
            "elder-exchange recycle",
            "elder-exchange short-stock",
        ),
        (
            {"phase": "dealer-exchange", "hand": HAND},
            "dealer-exchange recycle",
            "dealer-exchange short-stock",
        ),
        ({"phase": "king", "hand": KING, "trump": "s"}, "king king-window", None),
        (PLAY, "lead thrown-up", "king king-window lead thrown-up"),
        (ONE_CARD, "lead thrown-up", "lead thrown-up"),
        (
            ONE_CARD | {"led": "9d"},
            "follow-and-beat thrown-up",
            "follow-and-beat thrown-up",
        ),
    ],
)
def test_an_answer_rests_on_the_clauses_of_its_phase(
    ask: Ask, situation: Answer, document: str, classic: str | None
) -> None:
    for ruleset, clauses in ((DOCUMENT, document), (CLASSIC, classic)):
        if clauses is not None:
            answer = ask("legal-moves", situation=situation, ruleset=ruleset)
            assert answer["clauses"] == [f"ecarte.{clause}" for clause in clauses.split()]


# Faulty situations; pointers below /situation.

LEADING: dict[str, Any] = {"phase": "play", "trump": "h", "hand": "7c8c"}


@pytest.mark.parametrize(
    ("situation", "expected"),
    [
        (None, " wrong-type"),
        ("play", " wrong-type"),
        ({}, "/phase missing-field"),
        ({"phase": None}, "/phase not-one-of"),
        ({"phase": "deal"}, "/phase not-one-of"),
        ({"phase": "proposal", "stock": None}, "/stock wrong-type"),
        ({"phase": "proposal", "stock": -1}, "/stock out-of-range"),
        ({"phase": "proposal", "stock": 22}, "/stock out-of-range"),
        ({"phase": "proposal", "stock": True}, "/stock wrong-type"),
        (
            {"phase": "proposal", "hand": "7c", "trump": "h"},
            "/hand wrong-count, /trump unknown-field",
        ),
        ({"phase": "answer", "hand": None, "stock": 3}, "/hand wrong-type, /stock unknown-field"),
        ({"phase": "elder-exchange"}, "/hand missing-field"),
        (
            {"phase": "dealer-exchange", "hand": ["7c", "7♣", "6c", "8c", 7], "stock": 22},
            "/hand/1 duplicate-card, /hand/2 not-a-card, /hand/4 not-a-card, /stock out-of-range",
        ),
        ({"phase": "king"}, "/hand missing-field, /trump missing-field"),
        ({"phase": "king", "hand": "Kh7c", "trump": "K"}, "/hand wrong-count, /trump not-one-of"),
        ({"phase": "play"}, "/hand missing-field, /trump missing-field"),
        (LEADING | {"hand": ""}, "/hand wrong-count"),
        (LEADING | {"hand": "7c8c9cTcAcJc"}, "/hand wrong-count"),
        (LEADING | {"hand": ["7c", "2c"]}, "/hand/1 not-a-card"),
        (LEADING | {"led": None}, "/led wrong-type"),
        (LEADING | {"led": "6c"}, "/led not-a-card"),
        (LEADING | {"led": "8♣"}, "/led duplicate-card"),
        (
            {"phase": "play", "hand": ["7c", "x"], "led": "x", "trump": None},
            "/hand/1 not-a-card, /led not-a-card, /trump wrong-type",
        ),
        (LEADING | {"announced": True}, "/announced unknown-field"),
        (LEADING | {"announced": None}, "/announced wrong-type"),
        (
            {"phase": "play", "hand": "7c8c9cTcKc", "trump": "h", "announced": True},
            "/announced unknown-field",
        ),
    ],
)
def test_a_faulty_situation_names_its_faults(ask: Ask, situation: object, expected: str) -> None:
    errors = ask.faults("legal-moves", situation=situation)
    assert places(errors).replace("/situation", "") == expected


@pytest.mark.parametrize(
    ("situation", "expected", "clause"),
    [
        ({"phase": "king", "hand": KING, "trump": "s"}, "/phase wrong-phase", "king-window"),
        (
            {"phase": "elder-exchange", "hand": HAND, "stock": 0},
            "/stock out-of-range",
            "short-stock",
        ),
        (
            {"phase": "dealer-exchange", "hand": HAND, "stock": 0},
            "/stock out-of-range",
            "short-stock",
        ),
    ],
)
def test_what_cannot_be_under_the_classic_options_cites_why(
    ask: Ask, situation: Answer, expected: str, clause: str
) -> None:
    errors = ask.faults("legal-moves", situation=situation, ruleset=CLASSIC)
    assert places(errors) == f"/situation{expected}"
    assert errors[0]["clauses"] == [f"ecarte.{clause}"]
    assert ask("legal-moves", situation=situation, ruleset=DOCUMENT)["legal"]


def test_an_announced_king_is_held_while_no_card_is_played(ask: Ask) -> None:
    situation = PLAY | {"hand": "7c8c9cTcKc", "announced": True}
    (error,) = ask.faults("legal-moves", situation=situation, ruleset=CLASSIC)
    assert places([error]) == "/situation/announced king-not-held"
    assert error["clauses"] == ["ecarte.false-king"]
    later = situation | {"hand": "7c8c9cTc"}
    assert ask("legal-moves", situation=later, ruleset=CLASSIC)["legal"]


def test_a_question_needs_a_situation(ask: Ask) -> None:
    assert places(ask.faults("legal-moves")) == "/situation missing-field"
