"""The auction: the examples of the rules, and every auction there can be against the oracle."""

import random
from typing import Any

import pytest

from evaluators.forms import Given
from evaluators.game import Move
from evaluators.moves import LegalMoves
from evaluators.solo_whist import auction as state_of
from evaluators.solo_whist.deal import Said
from evaluators.solo_whist.legal_moves import Bidding, Question, legal_moves
from evaluators.solo_whist.rules import Call, Options, UnacceptedProposal
from tests.oracles import solo_whist as oracle
from tests.solo_whist.asking import Answer, Ask, auction, call, calls, places
from tests.solo_whist.strategies import LONGEST, POLICIES, SEATS, bidding, every_auction

Spoken = tuple[oracle.Call, ...]
policies = pytest.mark.parametrize("policy", POLICIES)
whole = pytest.param(LONGEST, marks=pytest.mark.long)


# The examples of the rules: E eldest, S, W, D dealer.

RAISES = "pass solo misere abundance trump-abundance open-misere full-abundance"
ABOVE_SOLO = "pass misere abundance trump-abundance open-misere full-abundance"
OPENING = "pass proposal solo misere abundance trump-abundance open-misere full-abundance"
ACCEPTING = "pass accept solo misere abundance trump-abundance open-misere full-abundance"


@pytest.mark.parametrize(
    ("said", "to_act", "legal"),
    [
        ("", "e", OPENING),
        ("e pass", "s", OPENING),
        ("e proposal", "s", ACCEPTING),
        ("e pass, s proposal, w pass, d pass", "e", "pass accept"),
        ("e pass, s proposal, w pass, d pass, e accept", None, ""),
        ("e pass, s pass, w pass, d proposal", "e", "pass accept"),
        ("e pass, s pass, w pass, d proposal, e accept", None, ""),
        ("e pass, s pass, w pass, d proposal, e pass", "d", RAISES),
        ("e pass, s proposal, w solo, d pass", "s", ABOVE_SOLO),
        ("e pass, s proposal, w solo, d pass, s pass", None, ""),
        ("e pass, s proposal, w solo, d pass, s misere", "w", ABOVE_SOLO.replace("misere ", "", 1)),
        ("e proposal, s pass, w accept, d solo", "e", ABOVE_SOLO),
        ("e proposal, s pass, w accept, d solo, e pass", "w", ABOVE_SOLO),
        ("e proposal, s pass, w accept, d solo, e pass, w pass", None, ""),
        ("e proposal, s pass, w pass, d pass", "e", RAISES),
        ("e proposal, s pass, w pass, d pass, e solo", None, ""),
        ("e proposal, s pass, w pass, d pass, e pass", None, ""),
        ("e proposal, s accept", "w", RAISES),
        ("e proposal, s accept, w pass, d pass", None, ""),
        ("e trump-abundance", "s", "pass open-misere full-abundance"),
        ("e pass, s full-abundance", None, ""),
        ("e pass, s pass, w pass, d pass", None, ""),
    ],
)
def test_who_calls_and_what(ask: Ask, said: str, to_act: str | None, legal: str) -> None:
    answer = ask("legal-moves", situation=auction(said))
    assert (answer["to_act"], calls(answer["legal"])) == (to_act, legal)


def test_nothing_can_be_said_after_the_end() -> None:
    state = state_of.begin("eswd", UnacceptedProposal.REDEAL)
    state = state_of.say(state, Call.FULL_ABUNDANCE)
    with pytest.raises(ValueError, match="the auction is over"):
        state_of.say(state, Call.PASS)


# Every auction there can be.


def asked(said: Spoken, policy: str, word: str | None = None) -> LegalMoves:
    """The legal moves of an auction, without the service; and perhaps the verdict on one."""
    calls = tuple(Said(player=player, call=Call(each)) for player, each in said)
    situation = Bidding(phase="auction", calls=calls, players=SEATS)
    options = Options(unaccepted_proposal=UnacceptedProposal(policy))
    if word is None:
        return legal_moves(Question(situation=situation), options)
    return legal_moves(Question(situation=situation, move=Move("call", call=Call(word))), options)


def told(refused: list[oracle.Refused]) -> list[tuple[str, str, list[str]]]:
    return [(each["call"], each["code"], [str(each["clause"])]) for each in refused]


@policies
@pytest.mark.parametrize("longest", [5, whole])
def test_all_auctions_are_the_oracles_call_by_call(policy: str, longest: int) -> None:
    for said, expected in every_auction(policy, longest):
        answer = asked(said, policy)
        assert answer.to_act == expected["to_act"]
        assert [move.call for move in answer.legal] == expected["legal"]
        refused = [
            (each.move.call, each.refusal.code, list(each.refusal.clauses))
            for each in answer.refused
        ]
        assert refused == told(expected["refused"])


@policies
def test_all_auctions_end_in_the_oracles_contract(policy: str) -> None:
    for said, expected in every_auction(policy):
        state = state_of.begin(SEATS, UnacceptedProposal(policy))
        for player, word in said:
            assert state.to_act == player
            state = state_of.say(state, Call(word))
        if expected["to_act"] is None:
            assert state.contract == expected["contract"]
            assert expected["void"] or list(state.holders) == expected["declarers"]


@policies
def test_every_call_is_legal_or_refused(policy: str) -> None:
    for said, expected in every_auction(policy, 3):
        for word in oracle.CALLS:
            answer = asked(said, policy, word)
            refused = answer.to_act is None or word in {each.move.call for each in answer.refused}
            assert answer.is_legal is (not refused) is (word in expected["legal"])


@pytest.mark.parametrize(("policy", "number"), [("raise-or-redeal", 4_368), ("redeal", 4_340)])
def test_how_many_auctions_there_are(policy: str, number: int) -> None:
    auctions = every_auction(policy)
    assert len(auctions) == number
    assert max(len(said) for said, _ in auctions) == LONGEST


@policies
@pytest.mark.parametrize("longest", [3, whole])
def test_the_service_says_the_same(ask: Ask, policy: str, longest: int) -> None:
    options = {"unaccepted_proposal": policy}
    for said, expected in every_auction(policy, longest):
        answer = ask("legal-moves", situation=bidding(said), options=options)
        assert answer["to_act"] == expected["to_act"]
        assert answer["legal"] == [call(word) for word in expected["legal"]]
        refused = [(each["call"], each["code"], each["clauses"]) for each in answer["refused"]]
        assert refused == told(expected["refused"])


# Calls that could not be made.


def refused_at_the_end(said: Spoken, player: str, policy: str) -> tuple[int, str, list[str]] | None:
    """How one call more is refused: the oracle's code and clause, and ours after the end."""
    expected = oracle.auction(SEATS, [*said, (player, "pass")], policy)
    illegal, void = expected["illegal"], expected["void"]
    if illegal is None:
        return None
    passed = (player, "pass") in said
    clause = illegal["clause"] or f"solo-whist.{'pass' if passed else 'turns'}"
    if illegal["code"] == "deal-is-over":
        clause = f"solo-whist.{'all-pass' if void == 'all-pass' else 'proposer-raises'}"
    code = "not-your-turn" if illegal["code"] == "wrong-phase" else illegal["code"]
    before = oracle.auction(SEATS, said, policy)
    over = code == "not-your-turn" and before["to_act"] is None
    return illegal["index"], code, [clause, *(["solo-whist.auction-end"] if over else [])]


def first_fault(said: Spoken, policy: str) -> tuple[int, str, list[str]] | None:
    """Where, how and by which clauses a sequence of calls is refused."""
    calls = [{"player": player, "call": Call(word)} for player, word in said]
    options = Options(unaccepted_proposal=UnacceptedProposal(policy))
    given = {"situation": {"phase": "auction", "players": SEATS, "calls": calls}}
    found = next(Question.faults_under(Given(given), options), None)
    return None if found is None else (int(found.path[-1]), found.code, list(found.clauses))


@policies
@pytest.mark.parametrize("longest", [4, whole])
def test_a_call_by_anybody_is_in_turn_or_refused(policy: str, longest: int) -> None:
    for said, _ in every_auction(policy, longest):
        for player in SEATS:
            expected = refused_at_the_end(said, player, policy)
            assert first_fault((*said, (player, "pass")), policy) == expected


@policies
@pytest.mark.parametrize("longest", [4, whole])
def test_a_refused_call_is_refused_among_the_calls_too(policy: str, longest: int) -> None:
    for said, expected in every_auction(policy, longest):
        for word, code, clauses in told(expected["refused"]):
            found = first_fault((*said, (str(expected["to_act"]), word)), policy)
            assert found == (len(said), code, clauses)


def test_only_the_first_call_that_cannot_be_made_is_told() -> None:
    pick = random.Random(52)
    for _ in range(2_000):
        said = tuple((pick.choice(SEATS), pick.choice(oracle.CALLS)) for _ in range(6))
        illegal = oracle.auction(SEATS, said)["illegal"]
        found = first_fault(said, "raise-or-redeal")
        assert (found and found[0]) == (illegal and illegal["index"])


# Faulty situations.


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"players": ["e", "s", "w"]}, "/players wrong-count"),
        ({"players": []}, "/players wrong-count"),
        (auction("e pass, s pass, e pass", "es"), "/players wrong-count"),
        ({"players": list("eswdx")}, "/players wrong-count"),
        ({"players": ["e", "s", "w", "e"]}, "/players/3 duplicate-player"),
        ({"players": ["e", "s", "w", "table"]}, "/players/3 bad-name"),
        ({"players": None}, "/players wrong-type"),
        ({"players": list("abcd")}, "/calls/0/player unknown-player"),
        ({"calls": None}, "/calls wrong-type"),
        ({"calls": [None, "pass"]}, "/calls/0 wrong-type, /calls/1 wrong-type"),
        ({"calls": [{}]}, "/calls/0/call missing-field, /calls/0/player missing-field"),
        ({"calls": [{"player": "e", "call": "double"}]}, "/calls/0/call not-one-of"),
        ({"calls": [{"player": None, "call": "pass"}]}, "/calls/0/player wrong-type"),
        (
            {"calls": [{"player": "s", "call": "pass", "suit": "h"}]},
            "/calls/0 not-your-turn, /calls/0/suit unknown-field",
        ),
        (
            {"calls": [{"player": "e", "call": "pass"}] * 101},
            "/calls wrong-count, /calls/1 not-your-turn",
        ),
        ({"hand": "2c"}, "/hand wrong-count"),
        ({"hand": None}, "/hand wrong-type"),
        ({"trump": "h"}, "/trump unknown-field"),
    ],
)
def test_a_faulty_auction_names_its_faults(ask: Ask, changed: Answer, expected: str) -> None:
    errors = ask.faults("legal-moves", situation=auction("e pass") | changed)
    assert places(errors, "/situation") == expected


def test_faulty_options_leave_the_calls_unjudged(ask: Ask) -> None:
    wrong: dict[str, Any] = {"situation": auction("s pass"), "options": {"unaccepted_proposal": ""}}
    errors = ask.faults("legal-moves", **wrong)
    assert places(errors) == "/options/unaccepted_proposal not-one-of"


def test_the_hand_does_not_matter_in_the_auction(ask: Ask) -> None:
    situation = auction("e pass")
    with_hand = situation | {"hand": "2c3c4c5c6c7c8c9cTcJcQcKcAc"}
    assert ask("legal-moves", situation=with_hand) == ask("legal-moves", situation=situation)
