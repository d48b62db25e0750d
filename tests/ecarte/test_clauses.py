"""One test for each clause that an answer about a hand, a trick, a move or a deal can rest on.

Each asks the service and finds the clause cited where it decides. The clauses of rulings are listed
at the top, so that the division is there to be seen.
"""

from collections.abc import Callable, Mapping

import pytest
from flask.testing import FlaskClient
from hypothesis import given

from evaluators.ecarte import rulebook
from tests.ecarte.asking import Answer, Ask, cited, codes
from tests.ecarte.strategies import RULES, cards, deals, hands, judged, rules, suits, tricks
from tests.records.telling import illegal, may_follow, stands

DOCUMENT, CLASSIC = RULES
HAND, KING = "7c 8c 9d Th As", "Ks 7c 8c 9d Th"

OF_RULINGS = {
    "ecarte.ruling",
    "ecarte.revoke",
    "ecarte.played-with-wrong-count",
    "ecarte.misdeal-count-elder",
    "ecarte.misdeal-count-dealer",
    "ecarte.faced-card",
    "ecarte.exposed-card",
    "ecarte.two-turned",
}
"""Clauses on which only a ruling can rest; `tests/disputes` has a dispute about each."""
TOLD = "a deal 7c 8c 9d Th As, b deal Ks 7h 8h 9h Td"
"""Before the turn-up; a is the elder, and b holds the king of spades."""


def moves_in(ask: Ask, phase: str, ruleset: str = DOCUMENT, **more: object) -> Answer:
    """The answer about a phase."""
    return ask("legal-moves", situation={"phase": phase, **more}, ruleset=ruleset)


def refused_in(
    ask: Ask, phase: str, move: Answer, ruleset: str = DOCUMENT, **more: object
) -> tuple[str, list[str]]:
    """Code and clauses with which a move is refused."""
    situation = {"phase": phase, **more}
    refusal = ask("legal-moves", situation=situation, move=move, ruleset=ruleset)["refusal"]
    return refusal["code"], refusal["clauses"]


def settled(
    ask: Ask, elder: int, dealer: int, began: str | None = "after-exchange", **more: object
) -> tuple[dict[str, int], list[str]]:
    """Points and clauses of a deal of anna, elder, and boris, dealer."""
    tricks = {"anna": elder, "boris": dealer}
    players = {"elder": "anna", "dealer": "boris"}
    answer = ask("settle", **players, tricks=tricks, play_began=began, **more)
    return answer["points"], answer["clauses"]


def score(anna: int, boris: int) -> dict[str, int]:
    return {"anna": anna, "boris": boris}


def wrong_option(ask: Ask, name: str, value: object) -> tuple[str, list[str]]:
    """Code and clauses with which an option is refused."""
    (error,) = ask.faults("evaluate", hand=HAND, trump="s", options={name: value})
    assert error["pointer"] == f"/options/{name}"
    return error["code"], error["clauses"]


# Cards, players and deal.


def test_ecarte_pack(ask: Ask) -> None:
    (error,) = ask.faults("evaluate", hand="7c 8c 6d Th As", trump="s")
    assert (error["pointer"], error["code"]) == ("/hand", "not-a-card")
    assert (error["card"], error["nearest"]) == ("6d", "7d")
    assert error["clauses"] == ["ecarte.pack"]


def test_ecarte_players(ask: Ask) -> None:
    (error,) = ask.faults("compare", trump="s", plays=[{"player": "anna", "card": "Kd"}])
    assert (error["min"], error["max"], error["count"]) == (2, 2, 1)
    assert error["clauses"] == ["ecarte.players"]


def test_ecarte_deal(ask: Ask) -> None:
    (error,) = ask.faults("evaluate", hand="7c 8c 9d Th", trump="s")
    assert (error["min"], error["max"], error["count"]) == (5, 5, 4)
    assert error["clauses"] == ["ecarte.deal"]
    assert wrong_option(ask, "deal_packets", [4, 1]) == ("not-one-of", ["ecarte.deal"])


def test_ecarte_turn_up(ask: Ask) -> None:
    clauses = ["ecarte.turn-up"]
    due = may_follow(ask, "ab", TOLD)
    assert (due["legal"], due["clauses"]) == ([{"action": "turn-up"}], clauses)
    assert illegal(ask, "ab", TOLD, "turn-up Ks") == ("card-not-available", clauses)
    turned = stands(ask, "ab", TOLD, "turn-up 9s")
    assert (turned["turn_up"], turned["trump"], turned["stock"]) == ("9s", "s", {"count": 21})
    nobody_may_take_it = "a propose, b accept, a exchange 7c, a draw 9s"
    refused = illegal(ask, "ab", TOLD, "turn-up 9s", nobody_may_take_it)
    assert refused == ("card-not-available", ["ecarte.elder-exchange"])


def test_ecarte_turned_king(ask: Ask) -> None:
    points, clauses = settled(ask, 3, 2, king="boris", king_turned=True)
    assert points == {"anna": 1, "boris": 1}
    assert "ecarte.turned-king" in clauses
    told = {"tricks": score(3, 2), "play_began": "elder-played", "king": "anna"}
    (error,) = ask.faults("settle", elder="anna", dealer="boris", king_turned=True, **told)
    assert (error["pointer"], error["clauses"]) == ("/king", ["ecarte.turned-king"])


def test_ecarte_alternate(ask: Ask) -> None:
    ended = [TOLD, "turn-up 9s, a play-at-once, a no-king, b no-king, a throw-up"]
    for players, dealer, elder in (("ab", "b", "a"), ("ba", "b", "a")):
        outcome = stands(ask, players, *ended, dealer=dealer)["outcome"]
        assert (outcome["next_dealer"], outcome["clauses"][-1]) == (elder, "ecarte.alternate")
    another = illegal(ask, "ab", *ended, "b deal 7c 8c 9d Th As")
    assert another == ("deal-is-over", ["ecarte.alternate"])


def test_ecarte_turns(ask: Ask) -> None:
    refused = ("not-your-turn", ["ecarte.turns"])
    assert illegal(ask, "ab", TOLD, "a propose") == refused  # the table is to turn a card up
    begun = [TOLD, "turn-up 9s"]
    assert illegal(ask, "ab", *begun, "b accept") == refused
    assert illegal(ask, "ab", *begun, "a propose, a accept") == refused
    played = [*begun, "a play-at-once, a no-king, b no-king"]
    assert illegal(ask, "ab", *played, "b play Ks") == refused
    assert illegal(ask, "ab", *played, "a play As, a play 7c") == refused
    winner_leads = [*played, "a play As, b play Ks"]
    assert illegal(ask, "ab", *winner_leads, "a play 7c") == refused
    assert stands(ask, "ab", *winner_leads)["to_act"] == "b"


# Exchange.


def test_ecarte_propose_or_play(ask: Ask) -> None:
    assert "ecarte.propose-or-play" in moves_in(ask, "proposal")["clauses"]
    refused = refused_in(ask, "answer", {"action": "propose"})
    assert refused == ("wrong-phase", ["ecarte.propose-or-play"])


def test_ecarte_answer(ask: Ask) -> None:
    assert moves_in(ask, "answer")["clauses"] == ["ecarte.answer"]
    refused = refused_in(ask, "proposal", {"action": "accept"})
    assert refused == ("wrong-phase", ["ecarte.answer"])


def test_ecarte_elder_exchange(ask: Ask) -> None:
    for ruleset in (DOCUMENT, CLASSIC):
        (refused,) = moves_in(ask, "elder-exchange", ruleset, hand=HAND)["refused"]
        assert (refused["cards"], refused["code"]) == ([], "must-exchange-one")
        assert refused["clauses"] == ["ecarte.elder-exchange"]


def test_ecarte_dealer_exchange(ask: Ask) -> None:
    keep_all: Answer = {"action": "exchange", "cards": []}
    refused = refused_in(ask, "dealer-exchange", keep_all, hand=HAND)
    assert refused == ("must-exchange-one", ["ecarte.dealer-exchange"])
    assert moves_in(ask, "dealer-exchange", CLASSIC, hand=HAND)["legal"][0] == keep_all
    assert wrong_option(ask, "dealer_minimum_exchange", 2)[1] == ["ecarte.dealer-exchange"]


def test_ecarte_again(ask: Ask) -> None:
    assert "ecarte.again" in moves_in(ask, "proposal", stock=11)["clauses"]


def test_ecarte_recycle(ask: Ask) -> None:
    answer = moves_in(ask, "elder-exchange", hand=HAND, stock=0)
    assert len(answer["legal"][-1]["cards"]) == 5
    assert "ecarte.recycle" in answer["clauses"]


def test_recycling_is_cited_of_a_told_draw_too(ask: Ask) -> None:
    """Twice both change all five; of twenty-one cards one is left when the elder wants five."""
    told = [
        TOLD,
        "turn-up 9s",
        "a propose, b accept, a exchange 7c 8c 9d Th As, a draw 9c Tc Jc Qc Kc",
        "b exchange Ks 7h 8h 9h Td, b draw Ac 7d 8d Jd Qd",
        "a propose, b accept, a exchange 9c Tc Jc Qc Kc, a draw Kd Ad Jh Qh Kh",
        "b exchange Ac 7d 8d Jd Qd, b draw Ah 7s 8s Ts Js",
        "a propose, b accept, a exchange Kd Ad Jh Qh Kh",
    ]
    short = may_follow(ask, "ab", *told)
    assert short["legal"] == [{"action": "draw", "player": "a", "count": 5}]
    assert short["clauses"] == ["ecarte.elder-exchange", "ecarte.recycle"]
    left_behind = illegal(ask, "ab", *told, "a draw 7c 8c 9c Tc Jc")
    clauses = ["ecarte.elder-exchange", "ecarte.recycle"]
    assert left_behind == ("card-not-available", clauses)
    assert stands(ask, "ab", *told, "a draw Qs 7c 8c 9c Tc")["stock"] == {"count": 16}


def test_ecarte_short_stock(ask: Ask) -> None:
    two: Answer = {"action": "exchange", "cards": "7c 8c"}
    refused = refused_in(ask, "elder-exchange", two, CLASSIC, hand=HAND, stock=1)
    assert refused == ("stock-too-small", ["ecarte.short-stock"])
    refused = refused_in(ask, "proposal", {"action": "propose"}, CLASSIC, stock=0)
    assert refused == ("stock-empty", ["ecarte.short-stock"])


# The king of trumps.


def test_ecarte_king(ask: Ask) -> None:
    assert "ecarte.king" in moves_in(ask, "king", hand=KING, trump="s")["clauses"]
    points, clauses = settled(ask, 2, 3, king="anna")
    assert (points, clauses[0]) == ({"anna": 1, "boris": 1}, "ecarte.king")


def test_ecarte_king_window(ask: Ask) -> None:
    announce = {"action": "announce-king"}
    late = refused_in(ask, "play", announce, CLASSIC, hand="Ks 7c", trump="s")
    assert late == ("king-too-late", ["ecarte.king-window"])
    twice = {"hand": KING, "trump": "s", "announced": True}
    refused = refused_in(ask, "play", announce, CLASSIC, **twice)
    assert refused == ("king-already-announced", ["ecarte.king-window"])
    in_play = refused_in(ask, "play", announce, hand=KING, trump="s")
    assert in_play == ("wrong-phase", ["ecarte.king-window"])


def test_ecarte_false_king(ask: Ask) -> None:
    announce = {"action": "announce-king"}
    refused = refused_in(ask, "king", announce, hand=KING, trump="h")
    assert refused == ("king-not-held", ["ecarte.false-king"])
    refused = refused_in(ask, "play", announce, CLASSIC, hand=KING, trump="h")
    assert refused == ("king-not-held", ["ecarte.false-king"])


# Play.


def test_ecarte_lead(ask: Ask) -> None:
    answer = moves_in(ask, "play", hand=HAND, trump="s")
    assert "ecarte.lead" in answer["clauses"]
    assert [move.get("card") for move in answer["legal"][:5]] == HAND.split()


def test_ecarte_follow_and_beat(ask: Ask) -> None:
    answer = moves_in(ask, "play", hand="A♥ K♥ 7♥ 8♠", trump="s", led="10♥")
    assert [move.get("card") for move in answer["legal"][:2]] == ["Ah", "Kh"]
    refused = {each["card"]: (each["code"], each["clauses"]) for each in answer["refused"]}
    assert refused == {
        "7h": ("must-beat", ["ecarte.follow-and-beat"]),
        "8s": ("must-follow-suit", ["ecarte.follow-and-beat"]),
    }
    void = refused_in(
        ask, "play", {"action": "play", "card": "7h"}, hand="7h 8s", trump="s", led="9c"
    )
    assert void == ("must-trump", ["ecarte.follow-and-beat"])


def test_ecarte_trick(ask: Ask) -> None:
    plays = [{"player": "anna", "card": "Ad"}, {"player": "boris", "card": "Jd"}]
    answer = ask("compare", trump="h", plays=plays)
    assert (answer["winner"], answer["clauses"]) == ("boris", ["ecarte.trick"])


def test_ecarte_thrown_up(ask: Ask) -> None:
    answer = moves_in(ask, "play", hand="7c", trump="s")
    assert answer["legal"][-1] == {"action": "throw-up"}
    assert "ecarte.thrown-up" in answer["clauses"]
    points, clauses = settled(ask, 0, 2, thrown_up="anna")
    assert (points, clauses) == ({"anna": 0, "boris": 2}, ["ecarte.thrown-up", "ecarte.vole"])
    points, clauses = settled(ask, 3, 0, thrown_up="anna")
    assert (points["anna"], clauses[:2]) == (1, ["ecarte.thrown-up", "ecarte.point"])


def test_ecarte_held(ask: Ask) -> None:
    unheld: Answer = {"action": "play", "card": "Kd"}
    refused = refused_in(ask, "play", unheld, hand=HAND, trump="s")
    assert refused == ("card-not-held", ["ecarte.held"])
    change: Answer = {"action": "exchange", "cards": "7c Kd"}
    refused = refused_in(ask, "elder-exchange", change, hand=HAND)
    assert refused == ("card-not-held", ["ecarte.held"])


# Score.


def test_ecarte_point(ask: Ask) -> None:
    assert settled(ask, 3, 2, "elder-played") == (score(1, 0), ["ecarte.point"])
    assert settled(ask, 1, 4, "first-proposal-refused") == (score(0, 1), ["ecarte.point"])


def test_ecarte_vole(ask: Ask) -> None:
    assert settled(ask, 5, 0, "elder-played") == (score(2, 0), ["ecarte.vole"])
    assert settled(ask, 0, 5, "after-exchange") == (score(0, 2), ["ecarte.vole"])


def test_ecarte_elder_risk(ask: Ask) -> None:
    points, clauses = settled(ask, 2, 3, "elder-played")
    assert (points, clauses) == (score(0, 2), ["ecarte.point", "ecarte.elder-risk"])


def test_ecarte_dealer_risk(ask: Ask) -> None:
    points, clauses = settled(ask, 3, 2, "first-proposal-refused")
    assert (points, clauses) == (score(2, 0), ["ecarte.point", "ecarte.dealer-risk"])


def test_ecarte_no_risk_after_exchange(ask: Ask) -> None:
    no_risk = ["ecarte.point", "ecarte.no-risk-after-exchange"]
    assert settled(ask, 3, 2, "after-exchange") == (score(1, 0), no_risk)
    assert settled(ask, 2, 3, "after-exchange") == (score(0, 1), no_risk)


def test_ecarte_cap(ask: Ask) -> None:
    points, clauses = settled(ask, 5, 0, king="anna")
    assert (points, clauses) == (score(3, 0), ["ecarte.king", "ecarte.vole", "ecarte.cap"])


def test_ecarte_game(ask: Ask) -> None:
    points, clauses = settled(ask, 5, 0, score=score(4, 3))
    assert (points, clauses[1]) == (score(2, 0), "ecarte.game")
    won_already = {"tricks": score(3, 2), "play_began": "elder-played", "score": score(5, 0)}
    (error,) = ask.faults("settle", elder="anna", dealer="boris", **won_already)
    assert (error["pointer"], error["min"], error["max"]) == ("/score/anna", 0, 4)
    assert error["clauses"] == ["ecarte.game"]


def test_ecarte_king_first(ask: Ask) -> None:
    points, clauses = settled(ask, 0, 0, None, king="boris", king_turned=True, score=score(4, 4))
    assert points == score(0, 1)
    assert clauses == ["ecarte.turned-king", "ecarte.king-first", "ecarte.game", "ecarte.stakes"]


def test_ecarte_stakes(ask: Ask) -> None:
    treble = {"stakes": "triple-double-single", "stake": 2}
    told = {"tricks": score(3, 2), "play_began": "elder-played", "score": score(4, 0)}
    answer = ask("settle", elder="anna", dealer="boris", **told, options=treble)
    assert answer["payments"] == {"anna": 6, "boris": -6}
    assert answer["clauses"][-1] == "ecarte.stakes"
    assert wrong_option(ask, "stake", 0) == ("out-of-range", ["ecarte.stakes"])


# Advice.


def test_ecarte_jeux_de_regle(ask: Ask) -> None:
    answer = ask("evaluate", hand="8♠ 7♠ K♥ 8♥ 7♥", trump="s")
    assert codes(answer["combinations"]) == ["two-trumps-three-of-suit", "two-trumps-guarded"]
    assert all(each["clauses"] == ["ecarte.jeux-de-regle"] for each in answer["combinations"])


# The clauses together.

BY_CLAUSE: Mapping[str, Callable[[Ask], None]] = {
    name.removeprefix("test_").replace("_", ".", 1).replace("_", "-"): test
    for name, test in list(globals().items())
    if name.startswith("test_ecarte_")
}
"""The tests above by the clause they are named after."""


def clauses_cited_by(test: Callable[[Ask], None], client: FlaskClient) -> set[str]:
    recording = Ask(client)
    recording.bodies = []
    test(recording)
    return {clause for body in recording.bodies for clause in cited(body)}


@pytest.mark.parametrize("clause", BY_CLAUSE)
def test_the_clause_that_names_a_test_is_cited_in_it(client: FlaskClient, clause: str) -> None:
    cited_here = clauses_cited_by(BY_CLAUSE[clause], client)
    assert clause in cited_here <= set(rulebook.clauses)


def test_every_clause_has_a_test_or_belongs_to_rulings(client: FlaskClient) -> None:
    tests = BY_CLAUSE.values()
    cited_here = {clause for test in tests for clause in clauses_cited_by(test, client)}
    assert set(rulebook.clauses) - cited_here == OF_RULINGS
    assert set(BY_CLAUSE) == set(rulebook.clauses) - OF_RULINGS


def are_known(body: Answer) -> bool:
    return set(cited(body)) <= set(rulebook.clauses) - OF_RULINGS


@given(hands | cards(4), suits, tricks(), rules)
def test_every_clause_cited_of_random_hands_and_tricks_is_known(
    ask: Ask, hand: list[str], trump: str, trick: Answer, rules: Answer
) -> None:
    assert are_known(ask.put("evaluate", {"hand": hand, "trump": trump, **rules})[1])
    assert are_known(ask("compare", **trick, **rules))


@given(judged(), deals())
def test_every_clause_cited_of_random_moves_and_deals_is_known(
    ask: Ask, question: Answer, deal: Answer
) -> None:
    assert are_known(ask("legal-moves", **question))
    assert are_known(ask("settle", **deal))
