"""One test for each clause that an answer about a hand, a trick, a move or a deal can rest on.

Each asks the service and finds the clause cited where it decides. The clauses of rulings are
listed, so that the division is there to be seen.
"""

from collections.abc import Callable, Mapping

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from evaluators.solo_whist import rulebook
from tests.records.telling import each, illegal, may_follow, record, stands
from tests.solo_whist.asking import HAND, Answer, Ask, auction, call, calls, cited, play
from tests.solo_whist.strategies import deals, hands, situations, suits, tricks

HOFFMANN = "solo-whist/hoffmann@1"
OF_RULINGS = {
    "solo-whist.misdeal",
}
"""Clauses on which only a ruling can rest; `tests/disputes` has a dispute about each."""
RANKS = "AKQJT98765432"
DEALT = ", ".join(
    f"{player} deal {' '.join(rank + suit for rank in RANKS)}"
    for player, suit in zip("eswd", "cdhs", strict=True)
)
"""Each has a whole suit: the eldest clubs, the dealer spades."""
TURNED = "turn-up 5s"
ALL_BUT_TWO = "AcKcQcJcTc9c8c7c6c5c4c3d2d"
DUCKING = "2c3c5c7c2d4d6d2h4h6h2s4s6s"


def bidding(ask: Ask, said: str, **more: object) -> Answer:
    """The legal moves after some calls."""
    return ask("legal-moves", situation=auction(said), **more)


def refused(ask: Ask, said: str, word: str) -> tuple[str, list[str]]:
    """Code and clauses with which a call is refused."""
    refusal = bidding(ask, said, move=call(word))["refusal"]
    return refusal["code"], refusal["clauses"]


def out_of_turn(ask: Ask, said: str) -> tuple[str, str, list[str]]:
    """Pointer, code and clauses with which the last call is refused."""
    (error,) = ask.faults("legal-moves", situation=auction(said))
    return error["pointer"], error["code"], error["clauses"]


def playing(ask: Ask, hand: str, trick: str = "", **more: object) -> Answer:
    """What may be played."""
    situation = {"phase": "play", "hand": hand, "trick": trick}
    return ask("legal-moves", situation=situation, **more)


def prospect(ask: Ask, contract: str, hand: str, turned: str, **more: object) -> Answer:
    """What is said of a hand in one contract, which cites its own clause first."""
    answer = ask("evaluate", hand=hand, turned_suit=turned, **more)
    (found,) = (each for each in answer["contracts"] if each["contract"] == contract)
    assert found["clauses"][0] == f"solo-whist.{contract}"
    return dict(found)


def settled(ask: Ask, contract: str, tricks: int, **more: object) -> Answer:
    """The payments when d, or a and d together, have declared."""
    declarers = ["a", "d"] if contract == "partnership" else ["d"]
    deal = {"players": list("abcd"), "contract": contract, "declarers": declarers}
    answer = ask("settle", **deal, tricks=tricks, **more)
    assert answer["clauses"][0] == f"solo-whist.{contract}"
    return answer


def made_and_each(ask: Ask, contract: str, *tricks: int) -> list[tuple[bool, int]]:
    """Whether so many tricks make a contract, and what each payer pays."""
    answers = [settled(ask, contract, number) for number in tricks]
    return [(answer["made"], answer["each"]) for answer in answers]


def rounds(number: int) -> str:
    """The first tricks, led by the eldest, if everybody plays his suit from the top."""
    return ", ".join(
        f"{player} play {rank}{suit}"
        for rank in RANKS[:number]
        for player, suit in zip("eswd", "cdhs", strict=True)
    )


# Cards and deal.


def test_solo_whist_pack(ask: Ask) -> None:
    deck = [rank + suit for suit in "cdhs" for rank in RANKS]
    (error,) = ask.faults("position", record=record("eswd", deck=deck[1:]))
    assert (error["pointer"], error["code"]) == ("/record/deck", "wrong-count")
    assert (error["min"], error["max"], error["count"]) == (52, 52, 51)
    assert error["clauses"] == ["solo-whist.pack"]


def test_solo_whist_players(ask: Ask) -> None:
    for players in ("abc", "abcde"):
        deal = {"players": list(players), "contract": "solo", "declarers": ["a"], "tricks": 5}
        (error,) = ask.faults("settle", **deal)
        assert (error["pointer"], error["clauses"]) == ("/players", ["solo-whist.players"])
        assert (error["min"], error["max"], error["count"]) == (4, 4, len(players))


def test_solo_whist_deal(ask: Ask) -> None:
    for hand in (HAND[2:], HAND + "5d"):
        (error,) = ask.faults("evaluate", hand=hand, turned_suit="h")
        assert (error["pointer"], error["clauses"]) == ("/hand", ["solo-whist.deal"])
        assert (error["min"], error["max"], error["count"]) == (13, 13, len(hand) // 2)


def test_solo_whist_turn_up(ask: Ask) -> None:
    clauses = ["solo-whist.turn-up"]
    due = may_follow(ask, "eswd", DEALT)
    assert (due["legal"], due["clauses"]) == ([{"action": "turn-up"}], clauses)
    assert illegal(ask, "eswd", DEALT, "turn-up Ac") == ("card-not-available", clauses)
    for viewer in "eswd":
        turned = stands(ask, "eswd", DEALT, TURNED, viewer=viewer)
        assert (turned["turn_up"], turned["trump"]) == ("5s", None)
    assert "5s" in turned["hands"]["d"]
    called = [DEALT, TURNED, "e call solo, s call pass, w call pass, d call pass"]
    assert stands(ask, "eswd", *called)["trump"] == "s"


def test_solo_whist_next_dealer(ask: Ask) -> None:
    void = [DEALT, TURNED, each("eswd", "call pass")]
    lost = [DEALT, TURNED, "e call misere", each("swd", "call pass"), rounds(1)]
    for ended, result in ((void, "void"), (lost, "lost")):
        outcome = stands(ask, "eswd", *ended)["outcome"]
        assert (outcome["result"], outcome["next_dealer"]) == (result, "e")
        assert outcome["clauses"][-1] == "solo-whist.next-dealer"
    another = illegal(ask, "eswd", *void, "s deal Ac")
    assert another == ("deal-is-over", ["solo-whist.next-dealer"])


# Auction.


def test_solo_whist_order(ask: Ask) -> None:
    answer = bidding(ask, "")
    assert "solo-whist.order" in answer["clauses"]
    assert calls(answer["legal"]) == (
        "pass proposal solo misere abundance trump-abundance open-misere full-abundance"
    )
    assert calls(bidding(ask, "e abundance")["legal"]) == (
        "pass trump-abundance open-misere full-abundance"
    )


def test_solo_whist_turns(ask: Ask) -> None:
    clauses = ["solo-whist.turns"]
    assert out_of_turn(ask, "s pass") == ("/situation/calls/0", "not-your-turn", clauses)
    holder = out_of_turn(ask, "e solo, s misere, w pass, d pass, e pass, s open-misere")
    assert holder == ("/situation/calls/5", "not-your-turn", [*clauses, "solo-whist.auction-end"])
    partners_are_passed_over = bidding(ask, "e proposal, s accept, w pass")
    assert partners_are_passed_over["to_act"] == "d"
    assert "solo-whist.turns" in partners_are_passed_over["clauses"]


def test_solo_whist_pass(ask: Ask) -> None:
    clauses = ["solo-whist.pass"]
    final = out_of_turn(ask, "e pass, s solo, w pass, d misere, w open-misere")
    assert final == ("/situation/calls/4", "not-your-turn", clauses)
    overcalled = out_of_turn(ask, "e pass, s proposal, w solo, d pass, e accept")
    assert overcalled == ("/situation/calls/4", "not-your-turn", clauses)


def test_solo_whist_higher(ask: Ask) -> None:
    clauses = ["solo-whist.higher"]
    assert refused(ask, "e solo", "solo") == ("not-higher", clauses)
    assert refused(ask, "e proposal", "proposal") == ("not-higher", clauses)
    assert refused(ask, "e abundance", "misere") == ("not-higher", clauses)


def test_solo_whist_accept(ask: Ask) -> None:
    clauses = ["solo-whist.accept"]
    assert "accept" in calls(bidding(ask, "e proposal")["legal"])
    assert refused(ask, "e pass", "accept") == ("no-proposal", clauses)
    assert refused(ask, "e proposal, s accept", "accept") == ("already-accepted", clauses)
    raising = "e proposal, s pass, w pass, d pass"
    assert refused(ask, raising, "accept") == ("own-proposal", clauses)


def test_solo_whist_accept_standing(ask: Ask) -> None:
    clauses = ["solo-whist.accept-standing"]
    over_a_bid = refused(ask, "e proposal, s solo", "accept")
    assert over_a_bid == ("proposal-overcalled", clauses)
    assert refused(ask, "e pass, s proposal, w solo", "accept") == over_a_bid
    assert clauses[0] in bidding(ask, "e proposal")["clauses"]


def test_solo_whist_eldest_returns(ask: Ask) -> None:
    back = "e pass, s proposal, w pass, d pass"
    answer = bidding(ask, back)
    assert (answer["to_act"], calls(answer["legal"])) == ("e", "pass accept")
    assert "solo-whist.eldest-returns" in answer["clauses"]
    assert refused(ask, back, "solo") == ("accept-or-pass-only", ["solo-whist.eldest-returns"])
    assert refused(ask, back, "proposal") == ("not-higher", ["solo-whist.higher"])
    only_the_eldest = bidding(ask, "e pass, s pass, w pass, d proposal")
    assert only_the_eldest["to_act"] == "e"
    once = bidding(ask, "e pass, s pass, w pass, d proposal, e pass")
    assert once["to_act"] == "d"


def test_solo_whist_proposer_raises(ask: Ask) -> None:
    alone = "e proposal, s pass, w pass, d pass"
    answer = bidding(ask, alone)
    assert (answer["to_act"], answer["clauses"][-1]) == ("e", "solo-whist.proposer-raises")
    assert calls(answer["legal"]) == (
        "pass solo misere abundance trump-abundance open-misere full-abundance"
    )
    declined = bidding(ask, alone + ", e pass")
    unasked = bidding(ask, alone, options={"unaccepted_proposal": "redeal"})
    for void in (declined, unasked):
        assert (void["to_act"], void["legal"], void["refused"]) == (None, [], [])
        assert void["clauses"] == ["solo-whist.proposer-raises"]


def test_solo_whist_overcalled(ask: Ask) -> None:
    once_more = bidding(ask, "e proposal, s pass, w accept, d solo")
    assert once_more["to_act"] == "e"
    assert calls(once_more["legal"]).startswith("pass misere")
    assert "solo-whist.overcalled" in once_more["clauses"]
    each_for_himself = bidding(ask, "e proposal, s pass, w accept, d solo, e misere")
    assert each_for_himself["to_act"] == "w"
    assert "solo-whist.overcalled" in each_for_himself["clauses"]


def test_solo_whist_all_pass(ask: Ask) -> None:
    answer = bidding(ask, "e pass, s pass, w pass, d pass")
    assert (answer["to_act"], answer["clauses"]) == (None, ["solo-whist.all-pass"])
    after = out_of_turn(ask, "e pass, s pass, w pass, d pass, e solo")
    assert after == ("/situation/calls/4", "deal-is-over", ["solo-whist.all-pass"])


def test_solo_whist_auction_end(ask: Ask) -> None:
    for said, contract in (
        ("e pass, s proposal, w pass, d pass, e accept", "partnership"),
        ("e proposal, s accept, w pass, d pass", "partnership"),
        ("e pass, s proposal, w solo, d pass, s pass", "solo"),
        ("e proposal, s pass, w pass, d pass, e open-misere", "open-misere"),
        ("e full-abundance", "full-abundance"),
    ):
        answer = bidding(ask, said)
        assert (answer["to_act"], answer["legal"]) == (None, [])
        assert answer["clauses"] == ["solo-whist.auction-end", f"solo-whist.{contract}"]
    after = out_of_turn(ask, "e full-abundance, s pass")
    assert after == (
        "/situation/calls/1",
        "not-your-turn",
        ["solo-whist.turns", "solo-whist.auction-end"],
    )


# Contracts.


def test_solo_whist_partnership(ask: Ask) -> None:
    assert made_and_each(ask, "partnership", 7, 8) == [(False, 1), (True, 1)]
    alone = prospect(ask, "partnership", ALL_BUT_TWO, "c")
    assert (alone["tricks_needed"], alone["sure_tricks"], alone["certain"]) == (8, 11, True)


def test_solo_whist_solo(ask: Ask) -> None:
    assert made_and_each(ask, "solo", 4, 5) == [(False, 1), (True, 1)]
    five_top_trumps = prospect(ask, "solo", HAND, "h")
    assert (five_top_trumps["sure_tricks"], five_top_trumps["certain"]) == (5, True)
    assert prospect(ask, "solo", HAND, "c")["certain"] is False


def test_solo_whist_misere(ask: Ask) -> None:
    assert made_and_each(ask, "misere", 0, 1) == [(True, 2), (False, 2)]
    found = prospect(ask, "misere", DUCKING, "c")
    assert found["safe"] == dict.fromkeys(("c", "d", "h", "s", "overall"), True)
    assert (found["tricks_needed"], found["sure_tricks"], found["certain"]) == (0, None, True)
    no_safe_lead = prospect(ask, "misere", DUCKING.replace("3c", "4c"), "c")
    assert (no_safe_lead["safe"]["overall"], no_safe_lead["certain"]) == (True, False)


def test_solo_whist_abundance(ask: Ask) -> None:
    assert made_and_each(ask, "abundance", 8, 9) == [(False, 3), (True, 3)]
    found = prospect(ask, "abundance", ALL_BUT_TWO, "s")
    assert (found["trumps"], found["sure_tricks"], found["certain"]) == ("c", 11, True)


def test_solo_whist_trump_abundance(ask: Ask) -> None:
    assert made_and_each(ask, "trump-abundance", 8, 9) == [(False, 3), (True, 3)]
    assert prospect(ask, "trump-abundance", ALL_BUT_TWO, "c")["certain"] is True
    assert prospect(ask, "trump-abundance", ALL_BUT_TWO, "s")["sure_tricks"] == 0


def test_solo_whist_open_misere(ask: Ask) -> None:
    assert made_and_each(ask, "open-misere", 0, 1) == [(True, 4), (False, 4)]
    assert prospect(ask, "open-misere", DUCKING, "c")["certain"] is True


def test_solo_whist_full_abundance(ask: Ask) -> None:
    assert made_and_each(ask, "full-abundance", 12, 13) == [(False, 6), (True, 6)]
    tops = "AcKcQcAdKdQdAhKhQhAsKsQsJs"
    assert prospect(ask, "full-abundance", tops, "c")["certain"] is True
    own = prospect(ask, "full-abundance", tops, "c", options={"full_abundance_trumps": "own"})
    assert (own["trumps"], own["sure_tricks"], own["certain"]) == ("s", 4, False)


def test_solo_whist_name_trumps(ask: Ask) -> None:
    move = {"action": "name-trumps", "suit": "h"}
    for situation in (auction("e abundance"), {"phase": "play", "hand": "2c"}):
        refusal = ask("legal-moves", situation=situation, move=move)["refusal"]
        assert (refusal["code"], refusal["clauses"]) == ("wrong-phase", ["solo-whist.name-trumps"])


# Play.


def test_solo_whist_lead(ask: Ask) -> None:
    answer = playing(ask, "3d As 2h")
    assert [move["card"] for move in answer["legal"]] == ["3d", "2h", "As"]
    assert answer["clauses"] == ["solo-whist.lead"]


def test_solo_whist_follow(ask: Ask) -> None:
    answer = playing(ask, "3d As 2h", "9d Kd", move=play("As"))
    assert answer["legal"] == [play("3d")]
    assert answer["clauses"] == ["solo-whist.follow"]
    refusal = answer["refusal"]
    assert (refusal["code"], refusal["clauses"]) == ("must-follow-suit", ["solo-whist.follow"])
    unable = playing(ask, "3d As 2h", "9c Kc")
    assert len(unable["legal"]) == 3


def test_solo_whist_held(ask: Ask) -> None:
    refusal = playing(ask, "3d As 2h", "9d Kd", move=play("4d"))["refusal"]
    assert (refusal["code"], refusal["clauses"]) == ("card-not-held", ["solo-whist.held"])


def test_solo_whist_exposed(ask: Ask) -> None:
    called = "e call pass, s call pass, w call open-misere, d call pass"
    told = [DEALT, TURNED, called, "e play Ac, s play Ad, w play Ah"]
    assert "solo-whist.exposed" not in may_follow(ask, "eswd", *told)["clauses"]
    hidden = stands(ask, "eswd", *told, viewer="e")
    assert (hidden["exposed"], hidden["hands"]["w"]) == (None, {"count": 12})
    told.append("d play As")
    answer = may_follow(ask, "eswd", *told)
    assert answer["clauses"] == ["solo-whist.lead", "solo-whist.exposed"]
    for viewer in "esd":
        shown = stands(ask, "eswd", *told, viewer=viewer)
        assert (shown["exposed"], len(shown["hands"]["w"])) == ("w", 12)
        assert sum(isinstance(hand, list) for hand in shown["hands"].values()) == 2


def test_solo_whist_early_end(ask: Ask) -> None:
    called = ["e call abundance", each("swd", "call pass"), "e name-trumps c"]
    told = [DEALT, TURNED, *called]
    assert stands(ask, "eswd", *told, rounds(8))["outcome"] is None
    standing = stands(ask, "eswd", *told, rounds(9))
    assert standing["outcome"]["clauses"][:2] == ["solo-whist.abundance", "solo-whist.early-end"]
    assert (standing["outcome"]["result"], standing["outcome"]["decided_after"]) == ("made", 9)
    assert (standing["finished"], len(standing["legal_moves"])) == (False, 4)
    played_out = stands(ask, "eswd", *told, rounds(13))
    assert (played_out["outcome"]["tricks"], played_out["finished"]) == (13, True)
    assert played_out["outcome"]["decided_after"] == 9
    assert played_out["ledger"] == standing["ledger"] == {"e": 9, "s": -3, "w": -3, "d": -3}
    tricks_are_paid = stands(ask, "eswd", *told, rounds(12), options={"per_trick": 1})
    assert tricks_are_paid["outcome"] is None


def test_solo_whist_trick(ask: Ask) -> None:
    plays = [
        {"player": player, "card": card}
        for player, card in zip("nesw", ("9d", "Kd", "2h", "As"), strict=True)
    ]
    for trump, winner in (("h", "s"), (None, "e"), ("s", "w"), ("c", "e")):
        answer = ask("compare", trump=trump, plays=plays)
        assert (answer["winner"], answer["clauses"]) == (winner, ["solo-whist.trick"])


# Payments.


def test_solo_whist_pay_lone(ask: Ask) -> None:
    answer = settled(ask, "misere", 0)
    assert answer["payments"] == {"a": -2, "b": -2, "c": -2, "d": 6}
    assert answer["clauses"][1:] == ["solo-whist.pay-lone"]
    lost = settled(ask, "full-abundance", 12)
    assert lost["payments"] == {"a": 6, "b": 6, "c": 6, "d": -18}
    book = settled(ask, "open-misere", 0, options={"unit_size": 4})
    assert book["payments"]["d"] == 48


def test_solo_whist_pay_partners(ask: Ask) -> None:
    answer = settled(ask, "partnership", 8)
    assert answer["payments"] == {"a": 1, "b": -1, "c": -1, "d": 1}
    assert answer["clauses"][1:] == ["solo-whist.pay-partners"]
    dearer = settled(ask, "partnership", 7, options={"units": {"partnership": 5}})
    assert dearer["payments"] == {"a": -5, "b": 5, "c": 5, "d": -5}


def test_solo_whist_per_trick(ask: Ask) -> None:
    all_thirteen = settled(ask, "partnership", 13, ruleset=HOFFMANN)
    assert all_thirteen["payments"] == {"a": 16, "b": -16, "c": -16, "d": 16}
    assert all_thirteen["clauses"][2:] == ["solo-whist.per-trick"]
    failed_by_two = settled(ask, "partnership", 6, ruleset=HOFFMANN)
    assert failed_by_two["each"] == 6 + 2
    assert (
        "solo-whist.per-trick" not in settled(ask, "misere", 0, options={"per_trick": 1})["clauses"]
    )


def test_solo_whist_revoke(ask: Ask) -> None:
    question = {"hand": HAND, "turned_suit": "h", "options": {"revoke": "five-tricks"}}
    (error,) = ask.faults("evaluate", **question)
    assert (error["pointer"], error["clauses"]) == ("/options/revoke", ["solo-whist.revoke"])


def test_solo_whist_sure_tricks(ask: Ask) -> None:
    found = prospect(ask, "solo", "AhKhQhJhTh2c3c4c2d3d2s3s4s", "h")
    assert (found["sure_tricks"], found["certain"]) == (5, True)
    assert found["clauses"][-1] == "solo-whist.sure-tricks"


def test_solo_whist_safe(ask: Ask) -> None:
    found = prospect(ask, "misere", "2c3c5c7c2d4d6d2h4h6h2s4s7s", "c")
    assert found["safe"] == {"c": True, "d": True, "h": True, "s": False, "overall": False}
    assert found["clauses"][-1] == "solo-whist.safe"


# The clauses together.

BY_CLAUSE: Mapping[str, Callable[[Ask], None]] = {
    "solo-whist." + name.removeprefix("test_solo_whist_").replace("_", "-"): test
    for name, test in list(globals().items())
    if name.startswith("test_solo_whist_")
}
"""The tests above by the clause they are named after."""


def clauses_cited_by(test: Callable[[Ask], None], client: FlaskClient) -> set[str]:
    ask = Ask(client)
    test(ask)
    return {clause for body in ask.bodies for clause in cited(body)}


@pytest.mark.parametrize("clause", BY_CLAUSE)
def test_the_clause_that_names_a_test_is_cited_in_it(client: FlaskClient, clause: str) -> None:
    assert clause in clauses_cited_by(BY_CLAUSE[clause], client)


def test_every_clause_has_a_test_or_belongs_to_rulings(client: FlaskClient) -> None:
    found = {clause for test in BY_CLAUSE.values() for clause in clauses_cited_by(test, client)}
    assert found == set(BY_CLAUSE)
    assert set(rulebook.clauses) - found == OF_RULINGS


questions = st.one_of(
    st.tuples(st.just("evaluate"), st.fixed_dictionaries({"hand": hands, "turned_suit": suits})),
    st.tuples(st.just("compare"), tricks()),
    st.tuples(st.just("settle"), deals()),
    st.tuples(st.just("legal-moves"), situations()),
)


@given(questions)
def test_no_other_clause_is_cited_of_anything(ask: Ask, question: tuple[str, Answer]) -> None:
    operation, fields = question
    assert set(cited(ask(operation, **fields))) <= set(BY_CLAUSE)
