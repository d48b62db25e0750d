"""One test for each clause that an answer about a hand, a showdown or a move can rest on.

Each asks the service and finds the clause cited where it decides. The clauses of the running deal
are listed at the end, so that the division is there to be seen.
"""

from collections.abc import Callable, Mapping

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from evaluators.vinegret import rulebook
from tests.vinegret.asking import Answer, Ask, Recording, cited, codes
from tests.vinegret.strategies import Showdown, cards, moves, rules, showdowns, situations

DOCUMENT, CLASSIC = "vinegret/document@1", "vinegret/classic@1"

OF_THE_RUNNING_DEAL = {
    "vinegret.order-of-speaking",
    "vinegret.next-dealer",
    "vinegret.stock-short",
    "vinegret.unheld-raise",
    "vinegret.no-table-stakes",
}
"""Clauses on which only a deal in progress can rest."""


def best(ask: Ask, hand: str, ruleset: str = DOCUMENT) -> tuple[str, int, int, list[str]]:
    """Code, points, price and clauses of a hand."""
    found = ask("evaluate", hand=hand, ruleset=ruleset)["best"]
    return found["code"], found["points"], found["pays"], found["clauses"]


def showdown(ask: Ask, *hands: str, **more: object) -> Answer:
    """The showdown of players a, b and so on, in this order of speaking."""
    shown = [{"player": "abcdef"[seat], "hand": hand} for seat, hand in enumerate(hands)]
    return ask("compare", hands=shown, **more)


def decided(ask: Ask, *hands: str) -> tuple[str, str, list[str]]:
    """Who won a showdown, on what criterion, by which clauses."""
    answer = showdown(ask, *hands)
    by = answer["decided_by"]
    return answer["winner"], by["criterion"], by["clauses"]


def moves_in(ask: Ask, phase: str, **situation: object) -> Answer:
    """The legal moves of a phase."""
    return ask("legal-moves", situation={"phase": phase, **situation})


def judged(ask: Ask, situation: Answer, move: Answer, **more: object) -> tuple[str, list[str]]:
    """Code and clauses with which a move is refused."""
    refusal = ask("legal-moves", situation=situation, move=move, **more)["refusal"]
    return refusal["code"], refusal["clauses"]


def wrong_option(ask: Ask, name: str, value: object) -> tuple[str, str, list[str]]:
    """Pointer, code and clauses with which an option is refused."""
    (error,) = ask.faults("evaluate", hand="2c3c", options={name: value})
    return error["pointer"], error["code"], error["clauses"]


# Cards and players.


def test_vinegret_pack(ask: Ask) -> None:
    (error,) = ask.faults("evaluate", hand=["Th", "Ts", "Td", "Jc"])
    assert (error["pointer"], error["code"]) == ("/hand/3", "not-a-card")
    assert (error["card"], error["nearest"]) == ("Jc", "Tc")
    assert error["clauses"] == ["vinegret.pack"]


def test_vinegret_players(ask: Ask) -> None:
    for players in (["a"], list("abcdefg")):
        (error,) = ask.faults("settle", players=players, winner="a", hand="2c3c4c5c")
        assert (error["pointer"], error["clauses"]) == ("/players", ["vinegret.players"])
        assert (error["min"], error["max"], error["count"]) == (2, 6, len(players))


# Combinations.


def test_vinegret_point(ask: Ask) -> None:
    assert best(ask, "10♥ 4♣ 2♠ 3♠") == ("point", 5, 1, ["vinegret.point"])
    assert best(ask, "9♥ 10♥ A♥ 5♣") == ("point", 20, 1, ["vinegret.point"])
    three_beat_two = decided(ask, "9♦ 10♦ 2♥ 3♣", "A♠ 2♠ 4♠ 6♥")
    assert three_beat_two == ("b", "cards", ["vinegret.point"])
    more_points_win = decided(ask, "A♠ 2♠ 4♠ 6♥", "A♦ 2♦ 5♦ 6♣")
    assert more_points_win == ("b", "points", ["vinegret.point"])


def test_vinegret_prime(ask: Ask) -> None:
    assert best(ask, "8♣ 9♦ 10♥ 3♠") == ("prime", 30, 2, ["vinegret.prime"])
    assert decided(ask, "8♣ 9♦ 10♥ 2♠", "8♦ 9♣ 10♠ 3♥") == ("b", "points", ["vinegret.prime"])


def test_vinegret_grand_prime(ask: Ask) -> None:
    assert best(ask, "8♣ 9♦ 10♥ 4♠") == ("grand-prime", 31, 2, ["vinegret.grand-prime"])
    assert best(ask, "8♣ 9♦ 10♥ 4♠", CLASSIC) == ("grand-prime", 31, 3, ["vinegret.grand-prime"])
    above_every_prime = decided(ask, "8♦ 9♣ 10♠ 3♥", "8♣ 9♦ 10♥ 4♠")
    assert above_every_prime == ("b", "class", ["vinegret.best"])


def test_vinegret_sequence(ask: Ask) -> None:
    assert best(ask, "2♠ 3♠ 4♠ 9♥") == ("sequence", 9, 3, ["vinegret.sequence"])
    assert best(ask, "A♠ 2♠ 3♠ 9♥") == ("sequence", 6, 3, ["vinegret.sequence"])
    assert decided(ask, "A♠ 2♠ 3♠ 9♥", "2♦ 3♦ 4♦ A♥") == ("b", "points", ["vinegret.sequence"])


def test_vinegret_tricon(ask: Ask) -> None:
    assert best(ask, "10♥ 10♠ 10♦ 3♥") == ("tricon", 30, 4, ["vinegret.tricon"])
    assert decided(ask, "9♥ 9♠ 9♦ 3♥", "10♥ 10♠ 10♦ 3♠") == ("b", "points", ["vinegret.tricon"])


def test_vinegret_flux(ask: Ask) -> None:
    assert best(ask, "A♠ 3♠ 5♠ 7♠") == ("flux", 16, 5, ["vinegret.flux"])
    assert decided(ask, "A♠ 3♠ 5♠ 7♠", "A♥ 3♥ 5♥ 8♥") == ("b", "points", ["vinegret.flux"])


def test_vinegret_double(ask: Ask) -> None:
    flux_sequence = ["vinegret.double", "vinegret.flux", "vinegret.sequence"]
    with_grand_prime = ["vinegret.double", "vinegret.tricon", "vinegret.grand-prime"]
    assert best(ask, "2♠ 3♠ 4♠ 7♠") == ("flux-sequence", 9, 8, flux_sequence)
    assert best(ask, "10♥ 10♠ 10♦ 3♣") == ("tricon-prime", 30, 6, with_grand_prime)
    assert best(ask, "10♥ 10♠ 10♦ 3♣", CLASSIC) == ("tricon-prime", 30, 7, with_grand_prime)
    four_beat_three = decided(ask, "8♦ 9♦ 10♦ 6♦", "A♠ 2♠ 3♠ 4♠")
    assert four_beat_three == ("b", "cards", flux_sequence)
    then_the_flux_decides = decided(ask, "2♠ 3♠ 4♠ 7♠", "2♦ 3♦ 4♦ 8♦")
    assert then_the_flux_decides == ("b", "points", flux_sequence)


def test_vinegret_fredon(ask: Ask) -> None:
    with_prime = ["vinegret.fredon", "vinegret.prime"]
    with_grand_prime = ["vinegret.fredon", "vinegret.grand-prime"]
    assert best(ask, "7♣ 7♦ 7♥ 7♠") == ("fredon", 28, 82, with_prime)
    assert best(ask, "8♣ 8♦ 8♥ 8♠") == ("fredon", 32, 82, with_grand_prime)
    assert best(ask, "7♣ 7♦ 7♥ 7♠", CLASSIC) == ("fredon", 28, 10, with_prime)
    assert best(ask, "8♣ 8♦ 8♥ 8♠", CLASSIC) == ("fredon", 32, 11, with_grand_prime)
    assert decided(ask, "A♣ A♦ A♥ A♠", "2♣ 2♦ 2♥ 2♠") == ("b", "points", with_prime)


def test_vinegret_tie(ask: Ask) -> None:
    assert decided(ask, "10♥ 4♣ 2♠ 3♠", "10♠ 4♦ 2♥ 3♥") == ("a", "seat", ["vinegret.tie"])
    assert decided(ask, "10♠ 4♦ 2♥ 3♥", "10♥ 4♣ 2♠ 3♠") == ("a", "seat", ["vinegret.tie"])


def test_vinegret_best(ask: Ask) -> None:
    a_double_beats_simple = decided(ask, "8♠ 9♠ 10♠ 5♥", "A♣ A♦ A♥ 2♠")
    assert a_double_beats_simple == ("b", "class", ["vinegret.best"])
    listed = ask("evaluate", hand="2♠ 3♠ 4♠ 7♠")
    assert codes(listed["combinations"]) == ["flux-sequence", "flux", "sequence"]
    assert listed["best"] == listed["combinations"][0]


# The deal.


def test_vinegret_ante(ask: Ask) -> None:
    assert wrong_option(ask, "ante", -1) == ("/options/ante", "out-of-range", ["vinegret.ante"])


def test_vinegret_first_cards(ask: Ask) -> None:
    (error,) = ask.faults("legal-moves", situation={"phase": "first-exchange", "hand": "2c3c4c"})
    assert (error["min"], error["max"], error["count"]) == (2, 2, 3)
    assert error["clauses"] == ["vinegret.first-cards"]


def test_vinegret_vist(ask: Ask) -> None:
    answer = moves_in(ask, "first-exchange", hand="2c3c")
    assert answer["legal"][0] == {"action": "vist"}
    assert answer["clauses"] == ["vinegret.vist"]
    stand_by_changing_nothing = {"action": "exchange", "cards": []}
    code, clauses = judged(
        ask, {"phase": "first-exchange", "hand": "2c3c"}, stand_by_changing_nothing
    )
    assert (code, clauses) == ("wrong-count", ["vinegret.vist"])


def test_vinegret_second_cards(ask: Ask) -> None:
    (error,) = ask.faults("settle", players=["a", "b"], winner="a", hand="2c3c4c")
    assert (error["min"], error["max"], error["count"]) == (4, 4, 3)
    assert error["clauses"] == ["vinegret.second-cards"]


def test_vinegret_first_betting(ask: Ask) -> None:
    answer = moves_in(ask, "first-betting", to_hold=0)
    assert [move["action"] for move in answer["legal"]] == ["pass", "bet"]
    assert {each["code"] for each in answer["refused"]} == {"no-stake-yet"}
    assert all(each["clauses"] == ["vinegret.first-betting"] for each in answer["refused"])


def test_vinegret_pass_is_not_refusal(ask: Ask) -> None:
    for phase in ("first-betting", "last-betting"):
        before, after = (moves_in(ask, phase, to_hold=to_hold) for to_hold in (0, 3))
        assert "vinegret.pass-is-not-refusal" in before["clauses"]
        assert "vinegret.pass-is-not-refusal" not in after["clauses"]


def test_vinegret_refusal(ask: Ask) -> None:
    for phase in ("first-betting", "last-betting"):
        before, after = (moves_in(ask, phase, to_hold=to_hold) for to_hold in (0, 3))
        assert "vinegret.refusal" not in before["clauses"]
        assert "vinegret.refusal" in after["clauses"]


def test_vinegret_all_pass(ask: Ask) -> None:
    answer = moves_in(ask, "dealer-choice")
    assert [move["action"] for move in answer["legal"]] == ["redeal", "force"]
    assert answer["clauses"] == ["vinegret.all-pass"]


def test_vinegret_unheld_bet(ask: Ask) -> None:
    refused = wrong_option(ask, "unheld_bet", "nobody-pays")
    assert refused == ("/options/unheld_bet", "not-one-of", ["vinegret.unheld-bet"])


def test_vinegret_draw(ask: Ask) -> None:
    answer = moves_in(ask, "draw", hand="2c3c4c5d")
    assert (len(answer["legal"]), answer["legal"][0]["cards"]) == (16, [])
    assert answer["clauses"] == ["vinegret.draw"]


def test_vinegret_last_betting(ask: Ask) -> None:
    opening = {"action": "bet", "amount": 2}
    refused = judged(ask, {"phase": "last-betting", "to_hold": 0}, opening)
    assert refused == ("wrong-word", ["vinegret.last-betting"])


def test_vinegret_carry_over(ask: Ask) -> None:
    refused = wrong_option(ask, "carry_over_ante", 1_000_001)
    assert refused == ("/options/carry_over_ante", "out-of-range", ["vinegret.carry-over"])


def test_vinegret_showdown(ask: Ask) -> None:
    answer = showdown(ask, "2♠ 3♠ 4♠ 9♥", "10♥ 10♠ 10♦ 3♥", pool=7)
    assert (answer["winner"], answer["payments"]) == ("b", {"a": -4, "b": 11})
    assert "vinegret.showdown" in answer["clauses"]


def test_vinegret_payment(ask: Ask) -> None:
    answer = showdown(ask, "2♠ 3♠ 4♠ 9♥", "10♥ 10♠ 10♦ 3♥", others=["gone"], pool=7)
    assert answer["payments"] == {"a": -4, "b": 15, "gone": -4}
    assert "vinegret.payment" in answer["clauses"]
    settled = ask("settle", players=["a", "b"], winner="a", hand="7♣ 7♦ 7♥ 7♠", pool=3)
    assert settled["payments"] == {"a": 85, "b": -82}
    assert settled["clauses"] == ["vinegret.payment", "vinegret.fredon", "vinegret.prime"]


def test_vinegret_max_stake(ask: Ask) -> None:
    betting, options = {"phase": "first-betting", "to_hold": 3}, {"max_stake": 5}
    refused = judged(ask, betting, {"action": "raise", "amount": 6}, options=options)
    assert refused == ("over-max-stake", ["vinegret.max-stake"])
    answer = ask("legal-moves", situation=betting, options=options)
    assert answer["legal"][-1] == {"action": "raise", "amount": {"min": 1, "max": 5}}
    assert "vinegret.max-stake" in answer["clauses"]


# The clauses together.

BY_CLAUSE: Mapping[str, Callable[[Ask], None]] = {
    name.removeprefix("test_").replace("_", ".", 1).replace("_", "-"): test
    for name, test in list(globals().items())
    if name.startswith("test_vinegret_")
}
"""The tests above by the clause they are named after."""


def clauses_cited_by(test: Callable[[Ask], None], client: FlaskClient) -> set[str]:
    recording = Recording(client)
    test(recording)
    return {clause for body in recording.bodies for clause in cited(body)}


@pytest.mark.parametrize("clause", BY_CLAUSE)
def test_the_clause_that_names_a_test_is_cited_in_it(client: FlaskClient, clause: str) -> None:
    assert clause in clauses_cited_by(BY_CLAUSE[clause], client)


@pytest.mark.parametrize("clause", BY_CLAUSE)
def test_every_clause_cited_there_is_in_the_rulebook(client: FlaskClient, clause: str) -> None:
    assert clauses_cited_by(BY_CLAUSE[clause], client) <= set(rulebook.clauses)


def test_every_clause_has_a_test_or_belongs_to_the_running_deal(client: FlaskClient) -> None:
    cited_here = {
        clause for test in BY_CLAUSE.values() for clause in clauses_cited_by(test, client)
    }
    assert set(rulebook.clauses) - cited_here == OF_THE_RUNNING_DEAL
    assert set(BY_CLAUSE) == set(rulebook.clauses) - OF_THE_RUNNING_DEAL


def is_known(body: Answer) -> bool:
    return set(cited(body)) <= set(rulebook.clauses)


@given(st.integers(2, 5).flatmap(cards), rules)
def test_every_clause_cited_of_random_hands_is_known(
    ask: Ask, hand: list[str], rules: Answer
) -> None:
    assert is_known(ask.put("evaluate", {"hand": hand, **rules})[1])


@given(showdowns(), rules)
def test_every_clause_cited_of_random_showdowns_is_known(
    ask: Ask, table: Showdown, rules: Answer
) -> None:
    assert is_known(ask("compare", **table.question, **rules))


@given(situations(), moves([]), rules)
def test_every_clause_cited_of_random_moves_is_known(
    ask: Ask, situation: Answer, move: Answer, rules: Answer
) -> None:
    assert is_known(ask("legal-moves", situation=situation, move=move, **rules))
