"""One test for each clause of the rules.

Each asks the service about a hand, a showdown, a move or a deal, and finds the clause cited where
it decides.
"""

from collections.abc import Callable, Mapping

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from evaluators.vinegret import pack, rulebook
from tests.records.telling import each, illegal, may_follow, stands
from tests.vinegret.asking import Answer, Ask, Recording, cited, codes
from tests.vinegret.strategies import Showdown, cards, moves, rules, showdowns, situations

DOCUMENT, CLASSIC = "vinegret/document@1", "vinegret/classic@1"


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


def test_vinegret_order_of_speaking(ask: Ask) -> None:
    clauses = ["vinegret.order-of-speaking"]
    for dealer, elder, second in ("abc", "bca", "cab"):
        deal = {"seed": "any", "dealer": dealer}
        assert stands(ask, "abc", **deal)["to_act"] == elder
        for hasty in (second, dealer):
            assert illegal(ask, "abc", f"{hasty} vist", **deal) == ("not-your-turn", clauses)
        heard = each(elder + second, "vist")
        assert stands(ask, "abc", heard, **deal)["to_act"] == dealer


def test_vinegret_next_dealer(ask: Ask) -> None:
    passed = [each("abc", "vist"), each("abc", "pass")]
    forced = [*passed, "c force", each("abc", "exchange"), each("abc", "pass")]
    for ended, result in (([*passed, "c redeal"], "redeal"), (forced, "carry-over")):
        assert stands(ask, "abc", *ended, seed="any")["outcome"]["result"] == result
        another = illegal(ask, "abc", *ended, "b deal Ac 2c", seed="any")
        assert another == ("deal-is-over", ["vinegret.next-dealer"])


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


CHANGED_BOTH = (
    "a exchange Ac 2c, b exchange 3c 4c, c exchange 5c 6c, d exchange 7c 8c, e exchange 9c Tc"
)
DREW_FOUR = "a exchange Ad 2d Ah 2h, b exchange 3d 4d 3h 4h, c exchange 5d 6d 5h 6h"
HEARTS, SPADES = (" ".join(rank + suit for rank in "A23456789T") for suit in "hs")


def test_vinegret_stock_short(ask: Ask) -> None:
    """The pack as it lies: clubs are changed for diamonds, hearts come next, spades are drawn."""
    deck = [str(card) for card in pack.cards]
    held = ["a bet 1", each("bcde", "hold")]
    told = [CHANGED_BOTH, f"shuffle {HEARTS} {SPADES}", *held, DREW_FOUR]
    short = may_follow(ask, "abcde", *told, deck=deck)
    thrown_away = 5 * 2 + 4 + 4  # by all, by a, by b; not by c, who is drawing
    assert short["legal"] == [{"action": "shuffle", "count": thrown_away}]
    assert short["clauses"] == ["vinegret.stock-short"]
    thrown = "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Ad 2d Ah 2h 3d 4d 3h"
    own_again = illegal(ask, "abcde", *told, f"shuffle {thrown} 5d", deck=deck)
    assert own_again == ("not-the-shuffled-cards", ["vinegret.stock-short"])
    drawn = stands(ask, "abcde", *told, f"shuffle {thrown} 4h", deck=deck)
    left_and_new = ["Ac", "2c", "9s", "Ts"]
    assert drawn["hands"]["c"] == left_and_new
    assert (drawn["stock"], drawn["discards"]) == ({"count": 16}, {"count": 4})


def test_stock_short_is_cited_of_a_told_draw_too(ask: Ask) -> None:
    told = [
        "a deal Ac 2c, b deal 3c 4c, c deal 5c 6c, d deal 7c 8c, e deal 9c Tc",
        "a exchange Ac 2c, a draw Ad 2d, b exchange 3c 4c, b draw 3d 4d",
        "c exchange 5c 6c, c draw 5d 6d, d exchange 7c 8c, d draw 7d 8d",
        "e exchange 9c Tc, e draw 9d Td",
        "a deal Ah 2h, b deal 3h 4h, c deal 5h 6h, d deal 7h 8h, e deal 9h Th",
        f"a bet 1, {each('bcde', 'hold')}",
        "a exchange Ad 2d Ah 2h, a draw As 2s 3s 4s",
        "b exchange 3d 4d 3h 4h, b draw 5s 6s 7s 8s",
    ]
    assert may_follow(ask, "abcde", *told)["clauses"] == ["vinegret.draw"]
    told.append("c exchange 5d 6d 5h 6h")
    short = may_follow(ask, "abcde", *told)
    assert short["legal"] == [{"action": "draw", "player": "c", "count": 4}]
    assert short["clauses"] == ["vinegret.draw", "vinegret.stock-short"]
    left_one_behind = illegal(ask, "abcde", *told, "c draw 9s Ac 2c 3c")
    assert left_one_behind[0] == "card-not-available"
    drawn = stands(ask, "abcde", *told, "c draw 9s Ts Ac 2c")
    assert (drawn["stock"], drawn["discards"]) == ({"count": 16}, {"count": 4})


def test_vinegret_last_betting(ask: Ask) -> None:
    opening = {"action": "bet", "amount": 2}
    refused = judged(ask, {"phase": "last-betting", "to_hold": 0}, opening)
    assert refused == ("wrong-word", ["vinegret.last-betting"])


def test_vinegret_carry_over(ask: Ask) -> None:
    refused = wrong_option(ask, "carry_over_ante", 1_000_001)
    assert refused == ("/options/carry_over_ante", "out-of-range", ["vinegret.carry-over"])


TRICON_WITH_PRIME = [
    "a deal Th Ts, b deal 2c 3d, c deal 4c 5d",
    each("abc", "vist"),
    "a deal Td 3c, b deal 6c 7d, c deal 8c 9d",
]


def test_vinegret_unheld_raise(ask: Ask) -> None:
    called = "a bet 1, b hold, c pass, a exchange, b exchange, a raise 3, b pass"
    told = stands(ask, "abc", *TRICON_WITH_PRIME, called)
    outcome = told["outcome"]
    assert (outcome["result"], outcome["winner"]) == ("unheld-raise", "a")
    assert outcome["clauses"] == ["vinegret.unheld-raise", "vinegret.payment"]
    antes, vists, bets, raised, price = 3, 3, 2, 3, 6
    pool = antes + vists + bets + raised
    assert outcome["payments"] == {"a": pool + 2 * price, "b": -price, "c": -price}
    best = outcome["combination"]
    assert (best["code"], best["cards"]) == ("tricon-prime", ["3c", "Td", "Th", "Ts"])
    assert outcome["ranking"] == []
    for_c = stands(ask, "abc", *TRICON_WITH_PRIME, called, viewer="c")
    assert for_c["hands"]["a"] == ["3c", "Td", "Th", "Ts"]
    assert for_c["hands"]["b"] == {"count": 4}


def test_shown_hands_are_told_in_pack_order(ask: Ask) -> None:
    held = "a bet 1, b hold, c pass, a exchange, b exchange, a raise 3, b hold"
    outcome = stands(ask, "abc", *TRICON_WITH_PRIME, held)["outcome"]
    best = [each["best"]["cards"] for each in outcome["ranking"]]
    assert best == [["3c", "Td", "Th", "Ts"], ["3d", "7d"]]


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


def test_vinegret_no_table_stakes(ask: Ask) -> None:
    most = 1_000_000
    told = [*TRICON_WITH_PRIME, f"a bet {most}, b raise {most}"]
    answer = may_follow(ask, "abc", *told)
    assert answer["legal"][-1] == {"action": "raise", "amount": {"min": 1, "max": None}}
    assert "vinegret.no-table-stakes" in answer["clauses"]
    held = stands(ask, "abc", *told, "c hold")
    assert held["ledger"] == {"a": -2 - most, "b": -2 - 2 * most, "c": -2 - 2 * most}
    limited = may_follow(ask, "abc", *TRICON_WITH_PRIME, options={"max_stake": 5})
    assert "vinegret.no-table-stakes" not in limited["clauses"]


def test_vinegret_max_stake(ask: Ask) -> None:
    betting, options = {"phase": "first-betting", "to_hold": 3}, {"max_stake": 5}
    refused = judged(ask, betting, {"action": "raise", "amount": 6}, options=options)
    assert refused == ("over-max-stake", ["vinegret.max-stake"])
    answer = ask("legal-moves", situation=betting, options=options)
    assert answer["legal"][-1] == {"action": "raise", "amount": {"min": 1, "max": 5}}
    assert "vinegret.max-stake" in answer["clauses"]


# The clauses together.

OF_RULINGS = {"vinegret.ruling"}
"""Clauses on which only a ruling can rest; `tests/disputes` has a dispute about each."""

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


def test_every_clause_has_a_test() -> None:
    assert set(BY_CLAUSE) == set(rulebook.clauses) - OF_RULINGS


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
