"""One test for each clause of the rules.

Each asks the service about a hand, a move or a deal, and finds the clause cited where it decides.
"""

from collections.abc import Callable, Mapping
from itertools import pairwise

import pytest
from flask.testing import FlaskClient
from hypothesis import given

from evaluators.zhiletka import rulebook
from tests.records.telling import illegal, may_follow, stands
from tests.zhiletka.asking import Answer, Ask, cited
from tests.zhiletka.strategies import Question, deals, hands, judged

TOLD = "a deal 6c 7d 8h, b deal 9c Tc Jd, turn-up Ks"
"""Two players, b the dealer; spades are trumps."""
BEATEN, TAKEN = "a attack 7d, b beat Jd", "a attack 7d, b take"


def sbors(ask: Ask, hand: str) -> list[tuple[str, str, list[str]]]:
    """Code, cards and clauses of each sbor of a hand."""
    return [
        (each["code"], "".join(each["cards"]), each["clauses"])
        for each in ask("evaluate", hand=hand)["combinations"]
        if each["code"].startswith("sbor")
    ]


def dealt(ask: Ask, *hands: str) -> tuple[str | None, list[str]]:
    """Who of players a, b and so on takes the pot after the deal, by which clauses."""
    shown = [{"player": "abcdef"[seat], "hand": hand} for seat, hand in enumerate(hands)]
    answer = ask("compare", hands=shown)
    return answer["winner"], answer["clauses"]


def leading(hand: str, defender_cards: int) -> Answer:
    return {"phase": "attack", "hand": hand, "defender_cards": defender_cards}


def attacked(hand: str, attack: str, trump: str = "s") -> Answer:
    return {"phase": "defence", "hand": hand, "attack": attack, "trump": trump}


def sets(moves: list[Answer]) -> list[str]:
    """The cards of each move; none where cards are taken."""
    return [" ".join(move.get("cards", ["take"])) for move in moves]


def judgement(ask: Ask, situation: Answer, action: str, cards: str) -> tuple[str, list[str]]:
    """Code and clauses with which a move is refused."""
    move = {"action": action, "cards": cards}
    refusal = ask("legal-moves", situation=situation, move=move)["refusal"]
    return refusal["code"], refusal["clauses"]


def wrong_option(ask: Ask, name: str, value: object) -> tuple[str, list[str]]:
    """Code and clauses with which an option is refused."""
    (error,) = ask.faults("evaluate", hand="6c", options={name: value})
    assert error["pointer"] == f"/options/{name}"
    return error["code"], error["clauses"]


# Cards and deal.


def test_zhiletka_pack(ask: Ask) -> None:
    (error,) = ask.faults("evaluate", hand=["6c", "Th", "5c"])
    assert (error["pointer"], error["code"]) == ("/hand/2", "not-a-card")
    assert (error["card"], error["nearest"], error["clauses"]) == ("5c", "6c", ["zhiletka.pack"])
    for low, high in pairwise("6789TJQKA"):
        beaten = ask("legal-moves", situation=attacked(f"{high}h", f"{low}h"))
        assert sets(beaten["legal"]) == [f"{high}h", "take"]


def test_zhiletka_players(ask: Ask) -> None:
    for players in (["a"], list("abcdefg")):
        (error,) = ask.faults("settle", players=players, winner="a")
        assert (error["pointer"], error["clauses"]) == ("/players", ["zhiletka.players"])
        assert (error["min"], error["max"], error["count"]) == (2, 6, len(players))


def test_zhiletka_ante(ask: Ask) -> None:
    assert wrong_option(ask, "ante", 0) == ("out-of-range", ["zhiletka.ante"])
    answer = ask("settle", players=["a", "b", "c"], winner="b", options={"ante": 5})
    assert answer["payments"] == {"a": -5, "b": 10, "c": -5}
    assert "zhiletka.ante" in answer["clauses"]


def test_zhiletka_deal(ask: Ask) -> None:
    two_hands = [{"player": "a", "hand": "6c7c8c"}, {"player": "b", "hand": "6d7d8d9d"}]
    (error,) = ask.faults("compare", hands=two_hands)
    assert (error["min"], error["max"], error["count"]) == (3, 3, 4)
    assert error["clauses"] == ["zhiletka.deal"]


def test_zhiletka_trump(ask: Ask) -> None:
    hands, turned = TOLD.rsplit(", ", 1)
    due = may_follow(ask, "ab", hands)
    assert (due["legal"], due["clauses"]) == ([{"action": "turn-up"}], ["zhiletka.trump"])
    assert illegal(ask, "ab", hands, "turn-up 6c") == ("card-not-available", ["zhiletka.trump"])
    told = stands(ask, "ab", hands, turned)
    assert (told["trump"], told["turned"]) == ("s", "Ks")
    assert told["stock"] == {"count": 30, "turned_under": True}


def test_zhiletka_trump_drawn_last(ask: Ask) -> None:
    early = illegal(ask, "ab", TOLD, BEATEN, "b draw Ks")
    assert early == ("card-not-available", ["zhiletka.trump-drawn-last"])
    for drawn, under in (((C_IS_OUT, D_IS_OUT), True), ((C_IS_OUT, D_IS_OUT, E_TAKES), False)):
        told = stands(ask, "abcdef", BEATS_ONE_PAIR, *drawn, **LONG)
        assert (told["stock"]["turned_under"], "Js" in told["hands"]["b"]) == (under, not under)
        assert (told["turned"], told["trump"]) == ("Js", "s")


def test_zhiletka_sbor(ask: Ask) -> None:
    assert sbors(ask, "9♠ 6♠ 10♠") == [("sbor-suit", "6s9sTs", ["zhiletka.sbor"])]
    assert sbors(ask, "8♣ 8♦ 8♠") == [("sbor-rank", "8c8d8s", ["zhiletka.sbor"])]
    assert sbors(ask, "8♣ 8♦ 9♦") == []
    among_four = [("sbor-suit", "8c9cTc", ["zhiletka.sbor"])]
    assert sbors(ask, "8♣ 9♣ 10♣ K♥") == among_four
    assert [ask("evaluate", hand=h)["is_sbor"] for h in ("8c9cTc", "8c9cTcKh")] == [True, False]


def test_zhiletka_dealt_sbor(ask: Ask) -> None:
    no_sbor = dealt(ask, "6c7h8d", "9c9dTh")
    assert no_sbor == (None, ["zhiletka.sbor", "zhiletka.dealt-sbor"])
    the_dealers = dealt(ask, "6c7h8d", "9c9dTh", "QsKsAs")
    assert the_dealers == ("c", ["zhiletka.sbor", "zhiletka.dealt-sbor"])


def test_zhiletka_sbor_order(ask: Ask) -> None:
    by = ["zhiletka.sbor", "zhiletka.dealt-sbor", "zhiletka.sbor-order"]
    assert dealt(ask, "6c7h8d", "6h9hTh", "AcAdAs") == ("b", by)
    assert dealt(ask, "6c7h8d", "AcAdAs", "6h9hTh") == ("b", by)


def test_zhiletka_automatic_sbor(ask: Ask) -> None:
    drawn = [TOLD, BEATEN, "b draw Jc"]
    assert stands(ask, "ab", *drawn)["outcome"]["winner"] == "b"
    for unnoticed in ("a draw 8c", "b attack 9c", "a attack 6c"):
        refused = illegal(ask, "ab", *drawn, unnoticed)
        assert refused == ("deal-is-over", ["zhiletka.automatic-sbor"])


def test_zhiletka_exactly_three(ask: Ask) -> None:
    words = ("not-one-of", ["zhiletka.exactly-three"])
    assert wrong_option(ask, "sbor_kept", "exactly-four") == words
    for kept in ("exactly-three", "contains"):
        for hand in ("8♣ 9♣ 10♣ 6♦", "8♣ 9♣ 10♣ K♣"):
            answer = ask("evaluate", hand=hand, options={"sbor_kept": kept})
            assert (answer["best"]["code"], answer["is_sbor"]) == ("sbor-suit", False)


# A bout.


def test_zhiletka_leader(ask: Ask) -> None:
    told = "{0} deal 6c 7d 8h, {1} deal 9c Tc Jd, {2} deal 6s 6h 9d, turn-up Ks"
    for dealer, left, last in ("abc", "bca", "cab"):
        begun = told.format(left, last, dealer)
        answer = may_follow(ask, "abc", begun, dealer=dealer)
        assert (answer["to_act"], answer["clauses"][0]) == (left, "zhiletka.leader")
        for hasty in (f"{last} attack 9c", f"{dealer} attack 6s"):
            refused = illegal(ask, "abc", begun, hasty, dealer=dealer)
            assert refused == ("not-your-turn", ["zhiletka.leader"])


def test_zhiletka_attack(ask: Ask) -> None:
    answer = ask("legal-moves", situation=leading("6♠ 9♠ 10♠", 5))
    assert sets(answer["legal"]) == ["6s", "9s", "Ts", "6s 9s", "6s Ts", "9s Ts"]
    assert "zhiletka.attack" in answer["clauses"]
    situation = leading("7♥ 7♦ K♠", 3)
    (unlike, *_) = ask("legal-moves", situation=situation)["refused"]
    assert (unlike["code"], unlike["clauses"]) == ("cards-not-alike", ["zhiletka.attack"])
    for cards, code in {
        "": "wrong-count",
        "7♥ K♠": "cards-not-alike",
        "7♣ 7♦ 7♥": "too-many-cards",
        "A♠": "card-not-held",
    }.items():
        assert judgement(ask, situation, "attack", cards) == (code, ["zhiletka.attack"])
    (error,) = ask.faults("legal-moves", situation=attacked("9♥ 6♠", "7♥ 8♦"))
    assert (error["code"], error["clauses"]) == ("cards-not-alike", ["zhiletka.attack"])


def test_zhiletka_attack_size(ask: Ask) -> None:
    refused = ("more-than-defender-holds", ["zhiletka.attack-size"])
    assert judgement(ask, leading("7♥ 7♦ K♠", 1), "attack", "7♥ 7♦") == refused
    assert sets(ask("legal-moves", situation=leading("7♥ 7♦", 2))["legal"])[-1] == "7d 7h"
    (error,) = ask.faults("legal-moves", situation=attacked("9♥", "7♥ 7♦"))
    assert (error["code"], error["clauses"]) == refused


def test_zhiletka_defence(ask: Ask) -> None:
    could_beat = ask("legal-moves", situation=attacked("9♥ 6♠", "7♥ 7♦"))
    assert sets(could_beat["legal"]) == ["9h 6s", "take"]
    must_take = ask("legal-moves", situation=attacked("6♠ Q♥ 8♦", "A♥ K♥"))
    assert sets(must_take["legal"]) == ["take"]
    assert "zhiletka.defence" in must_take["clauses"]
    beat_one_take_one = judgement(ask, attacked("9♥ 6♠", "7♥ 7♦"), "beat", "9♥")
    assert beat_one_take_one == ("not-one-for-each", ["zhiletka.defence"])
    not_held = judgement(ask, attacked("9♥ 6♠", "7♥ 7♦"), "beat", "9♥ 8♦")
    assert not_held == ("card-not-held", ["zhiletka.defence"])


def test_zhiletka_beat(ask: Ask) -> None:
    answer = ask("legal-moves", situation=attacked("8♣ 9♣ 10♣ K♥", "9♥"))
    assert sets(answer["legal"]) == ["Kh", "take"]
    assert sets(answer["refused"]) == ["8c", "9c", "Tc"]
    assert all(each["clauses"] == ["zhiletka.beat"] for each in answer["refused"])
    for cards, attack in {"6♥": "7♥", "A♥": "7♠", "6♠": "7♠", "A♦": "6♥", "6♠ 7♣": "6♥ 6♦"}.items():
        situation = attacked("A♣ K♣ Q♣", attack)
        assert judgement(ask, situation, "beat", cards) == ("does-not-beat", ["zhiletka.beat"])


def test_zhiletka_defence_set(ask: Ask) -> None:
    for attack in ("6♥ 9♥", "9♥ 6♥"):
        for cards in ("7♥ 10♥", "10♥ 7♥"):
            move = {"action": "beat", "cards": cards}
            answer = ask("legal-moves", situation=attacked("10♥ 7♥", attack), move=move)
            assert (sets(answer["legal"]), answer["is_legal"]) == (["7h Th", "take"], True)
            assert "zhiletka.defence-set" in answer["clauses"]


# After a beat, and after a take.


def test_zhiletka_draw_order(ask: Ask) -> None:
    clauses = ["zhiletka.draw-order"]
    for told, drawer in (([BEATEN], "b"), ([BEATEN, "b draw 6d"], "a"), ([TAKEN], "a")):
        due = may_follow(ask, "ab", TOLD, *told)
        assert due["legal"] == [{"action": "draw", "player": drawer, "count": 1}]
        assert due["clauses"] == clauses
    assert illegal(ask, "ab", TOLD, BEATEN, "a draw 6d") == ("wrong-player", clauses)
    assert illegal(ask, "ab", TOLD, TAKEN, "b draw 6d") == ("wrong-player", clauses)


SUITED = ["a deal 6c 7c 8h, b deal 9h Tc Jd, turn-up Ks", "a attack 8h, b beat 9h"]


def test_zhiletka_drawn_sbor(ask: Ask) -> None:
    told = stands(ask, "ab", TOLD, BEATEN, "b draw Jc")
    assert (told["outcome"]["result"], told["outcome"]["winner"]) == ("drawn-sbor", "b")
    assert told["outcome"]["cards"] == ["9c", "Tc", "Jc"]
    by = ["zhiletka.sbor", "zhiletka.drawn-sbor", "zhiletka.payment"]
    assert told["outcome"]["clauses"] == by
    assert (told["finished"], len(told["hands"]["a"])) == (True, 2)  # the attacker draws no more
    attackers = stands(ask, "ab", TOLD, TAKEN, "a draw 6h")
    assert attackers["outcome"] is None
    attackers = stands(ask, "ab", *SUITED, "b draw 6d, a draw 8c")["outcome"]
    assert (attackers["winner"], attackers["cards"]) == ("a", ["6c", "7c", "8c"])


def test_zhiletka_kept_sbor(ask: Ask) -> None:
    told = [
        "a deal 8h 7d 6c, b deal 9h Th Kd, turn-up Ks",
        "a attack 8h, b take, a draw Qc, a attack 7d",
    ]
    kept = stands(ask, "ab", *told, "b beat Kd")["outcome"]
    assert (kept["result"], kept["winner"], kept["cards"]) == ("kept-sbor", "b", ["8h", "9h", "Th"])
    assert kept["clauses"] == ["zhiletka.sbor", "zhiletka.kept-sbor", "zhiletka.payment"]
    assert stands(ask, "ab", *told, "b take")["outcome"] is None


def test_zhiletka_kept_sbor_attacker(ask: Ask) -> None:
    told = [
        "a deal 6h 6d 7d, b deal 8h 9h Kd, turn-up Ks",
        "a attack 6h 6d, b take, a draw Qs 8c",
        "a attack 7d, b beat Kd, a draw 9c, b attack 6d",
    ]
    kept = stands(ask, "ab", *told, "a take")["outcome"]
    assert (kept["result"], kept["winner"], kept["cards"]) == ("kept-sbor", "b", ["6h", "8h", "9h"])
    by = ["zhiletka.sbor", "zhiletka.kept-sbor-attacker", "zhiletka.payment"]
    assert kept["clauses"] == by


def test_zhiletka_next_lead(ask: Ask) -> None:
    told = [TOLD, BEATEN, "b draw 6d, a draw 8c"]
    answer = may_follow(ask, "ab", *told)
    assert (answer["to_act"], answer["clauses"][0]) == ("b", "zhiletka.next-lead")
    clauses = ["zhiletka.next-lead"]
    assert illegal(ask, "ab", *told, "a attack 6c") == ("not-your-turn", clauses)
    before_all_have_drawn = illegal(ask, "ab", TOLD, BEATEN, "b attack 9c")
    assert before_all_have_drawn == ("not-your-turn", clauses)


def test_zhiletka_same_attacker(ask: Ask) -> None:
    told = [TOLD, TAKEN, "a draw 8c"]
    answer = may_follow(ask, "ab", *told)
    assert (answer["to_act"], answer["clauses"][0]) == ("a", "zhiletka.same-attacker")
    clauses = ["zhiletka.same-attacker"]
    assert illegal(ask, "ab", *told, "b attack 9c") == ("not-your-turn", clauses)
    assert illegal(ask, "ab", TOLD, TAKEN, "a attack 6c") == ("not-your-turn", clauses)
    three = "a deal 6c 7d 8h, b deal 9c Tc Jd, c deal 6s 6h 9d, turn-up Ks"
    out = stands(ask, "abc", three, TAKEN, "a draw 8c, a attack 6c", options={"hand_limit": 4})
    assert (out["in"], out["attacker"], out["defender"]) == (["a", "c"], "a", "c")


def test_zhiletka_take(ask: Ask) -> None:
    choice = may_follow(ask, "ab", TOLD, "a attack 7d")
    assert (choice["legal"][-1], choice["clauses"][-1]) == ({"action": "take"}, "zhiletka.take")
    taken = stands(ask, "ab", TOLD, TAKEN)
    assert (taken["hands"]["b"], taken["attack"]) == (["9c", "Tc", "7d", "Jd"], [])
    assert taken["discards"] == {"count": 0}
    drawn = stands(ask, "ab", TOLD, TAKEN, "a draw 8c")
    assert (drawn["to_act"], len(drawn["hands"]["b"])) == ("a", 4)


def test_zhiletka_six(ask: Ask) -> None:
    five, six = "6c7c8c9cTc", "6c7c8c9cTcJc"
    assert ask("legal-moves", situation=leading(five, 5))["legal"]
    (error,) = ask.faults("legal-moves", situation=leading(six, 5))
    assert (error["code"], error["max"], error["count"]) == ("wrong-count", 5, 6)
    assert error["clauses"] == ["zhiletka.six"]
    (error,) = ask.faults("legal-moves", situation=leading(five, 6))
    assert (error["code"], error["max"], error["clauses"]) == ("out-of-range", 5, ["zhiletka.six"])
    taken_by_one_with_five = six + "Qc"
    assert ask("evaluate", hand=taken_by_one_with_five)["strength"] is None
    (error,) = ask.faults("evaluate", hand=taken_by_one_with_five + "Kc")
    assert (error["max"], error["count"], error["clauses"]) == (7, 8, ["zhiletka.six"])
    assert wrong_option(ask, "hand_limit", 3) == ("out-of-range", ["zhiletka.six"])


SIX_HANDS = "6h 7h Ks 8h 9h 6s 7s 8d 9c 8s 9d Tc 9s Td Jc Ts Jd Qc"
STOCK = "Th Jh Qh Qs 6c 7c 8c Kc 6d 7d Qd Ad Kd Kh Ac As Ah"
LONG: Answer = {
    "deck": f"{SIX_HANDS} Js {STOCK}",
    "options": {"stock_empty": "reshuffle", "hand_limit": 9},
}
"""A deal of six in which each new pair that b draws is taken."""
BEATS_ONE_PAIR = "a attack 6h 7h, b beat 8h 9h"
C_IS_OUT = "b attack Th Jh, c take, b attack 6c 7c, c take, b attack 8c Kc, c take"
D_IS_OUT = "b attack 6d 7d, d take, b attack Qd Ad, d take, b attack Kd Kh, d take"
E_TAKES = "b attack Ac As, e take"
E_TAKES_AGAIN = "b attack 6s Js, e take"
ALL_OF_IT = (BEATS_ONE_PAIR, C_IS_OUT, D_IS_OUT, E_TAKES, E_TAKES_AGAIN)
BEATEN_CARDS, OF_C, OF_D = (
    "6h 7h 8h 9h", "7s 8d 9c Th Jh 6c 7c 8c Kc", "8s 9d Tc 6d 7d Qd Ad Kd Kh",
)  # fmt: skip


def test_zhiletka_discard(ask: Ask) -> None:
    beaten = stands(ask, "abcdef", BEATS_ONE_PAIR, **LONG)
    assert (beaten["discards"], len(beaten["hands"]["b"])) == ({"count": 4}, 3)
    gone = illegal(ask, "ab", TOLD, BEATEN, "b draw 7d")
    assert gone == ("card-not-available", ["zhiletka.draw-order"])
    new_stock = may_follow(ask, "abcdef", *ALL_OF_IT, **LONG)
    assert new_stock["legal"] == [{"action": "shuffle", "count": 4 + 9 + 9}]
    assert new_stock["clauses"][:2] == ["zhiletka.reshuffle", "zhiletka.discard"]
    shuffled = f"shuffle {BEATEN_CARDS} {OF_C} {OF_D}"
    drawn = stands(ask, "abcdef", *ALL_OF_IT, shuffled, **LONG)
    assert (drawn["hands"]["b"], drawn["discards"]) == (["6h", "7h", "Ah"], {"count": 0})


def test_zhiletka_six_cards_leave(ask: Ask) -> None:
    told = stands(ask, "abcdef", BEATS_ONE_PAIR, C_IS_OUT, **LONG)
    assert (told["in"], told["hands"]["c"]) == (list("abdef"), [])
    assert (told["discards"], told["pot"], told["ledger"]["c"]) == ({"count": 4 + 9}, 6, -1)
    new_stock = may_follow(ask, "abcdef", *ALL_OF_IT, **LONG)
    assert new_stock["clauses"][2:] == ["zhiletka.six-cards-leave"]
    without_them = illegal(ask, "abcdef", *ALL_OF_IT, f"shuffle {BEATEN_CARDS} {OF_C}", **LONG)
    assert without_them == ("wrong-count", ["zhiletka.reshuffle"])


def test_a_new_stock_is_cited_of_a_told_draw_too(ask: Ask) -> None:
    told = [
        "a deal 6h 7h Ks, b deal 8h 9h 6s, c deal 7s 8d 9c, d deal 8s 9d Tc, e deal 9s Td Jc",
        "f deal Ts Jd Qc, turn-up Js",
        BEATS_ONE_PAIR,
        "b draw Th Jh, a draw Qh Qs",
    ]
    pairs = ["Th Jh", "6c 7c", "8c Kc", "6d 7d", "Qd Ad", "Kd Kh", "Ac As"]
    for taker, pair, drawn in zip("cccddde", pairs, [*pairs[1:], "Js Ah"], strict=True):
        told.append(f"b attack {pair}, {taker} take, b draw {drawn}")
    answer = may_follow(ask, "abcdef", *told, E_TAKES_AGAIN, options=LONG["options"])
    assert answer["legal"] == [{"action": "draw", "player": "b", "count": 2}]
    assert answer["clauses"] == [
        "zhiletka.draw-order",
        "zhiletka.reshuffle",
        "zhiletka.discard",
        "zhiletka.six-cards-leave",
    ]


def test_zhiletka_survivor(ask: Ask) -> None:
    told = stands(ask, "ab", TOLD, TAKEN, options={"hand_limit": 4}, pot=3)
    assert (told["outcome"]["result"], told["outcome"]["winner"]) == ("survivor", "a")
    by = ["zhiletka.six", "zhiletka.survivor", "zhiletka.payment"]
    assert (told["outcome"]["cards"], told["outcome"]["clauses"]) == (None, by)
    assert (told["ledger"], len(told["hands"]["a"])) == ({"a": 4, "b": -1}, 2)  # before any draw
    after = illegal(ask, "ab", TOLD, TAKEN, "a draw 8c", options={"hand_limit": 4})
    assert after == ("deal-is-over", ["zhiletka.survivor"])


# Empty stock and payment.

STOCK_EMPTY = ("not-one-of", ["zhiletka.play-on", "zhiletka.reshuffle"])


def test_zhiletka_play_on(ask: Ask) -> None:
    assert wrong_option(ask, "stock_empty", "stop") == STOCK_EMPTY
    assert ask("evaluate", hand="6c")["options"]["stock_empty"] == "play-on"


def test_zhiletka_reshuffle(ask: Ask) -> None:
    assert wrong_option(ask, "stock_empty", None) == STOCK_EMPTY
    options = {"stock_empty": "reshuffle"}
    assert ask("evaluate", hand="6c", options=options)["options"]["stock_empty"] == "reshuffle"


def test_zhiletka_void(ask: Ask) -> None:
    answer = ask("settle", players=["a", "b", "c", "d"], winner=None, pot=4)
    assert (answer["payments"], answer["pot"]) == (dict.fromkeys("abcd", -1), 8)
    assert answer["clauses"] == ["zhiletka.ante", "zhiletka.void"]


def test_zhiletka_payment(ask: Ask) -> None:
    answer = ask("settle", players=["a", "b", "c", "d"], winner="c", pot=4)
    assert answer["payments"] == {"a": -1, "b": -1, "c": 3 + 4, "d": -1}
    assert (answer["pot"], answer["clauses"]) == (0, ["zhiletka.ante", "zhiletka.payment"])


def test_zhiletka_next_dealer(ask: Ask) -> None:
    won = [TOLD, BEATEN, "b draw Jc"]
    another = illegal(ask, "ab", *won, "b deal 6c 7d 8h")
    assert another == ("deal-is-over", ["zhiletka.next-dealer"])


# The clauses together.

OF_RULINGS = {"zhiletka.ruling"}
"""Clauses on which only a ruling can rest; `tests/disputes` has a dispute about each."""

BY_CLAUSE: Mapping[str, Callable[[Ask], None]] = {
    name.removeprefix("test_").replace("_", ".", 1).replace("_", "-"): test
    for name, test in list(globals().items())
    if name.startswith("test_zhiletka_")
}
"""The tests above by the clause they are named after."""


class Recording(Ask):
    """Asks, and remembers which clauses were cited."""

    def __init__(self, client: FlaskClient) -> None:
        super().__init__(client)
        self.cited: set[str] = set()

    def put(self, operation: str, question: object) -> tuple[int, Answer]:
        """Status and body of whatever the service says to a question."""
        status, body = super().put(operation, question)
        self.cited |= set(cited(body))
        return status, body


def clauses_cited_by(test: Callable[[Ask], None], client: FlaskClient) -> set[str]:
    recording = Recording(client)
    test(recording)
    return recording.cited


@pytest.mark.parametrize("clause", BY_CLAUSE)
def test_the_clause_that_names_a_test_is_cited_in_it(client: FlaskClient, clause: str) -> None:
    cited_here = clauses_cited_by(BY_CLAUSE[clause], client)
    assert clause in cited_here
    assert cited_here <= set(rulebook.clauses)


def test_every_clause_has_a_test() -> None:
    assert set(BY_CLAUSE) == set(rulebook.clauses) - OF_RULINGS


@given(hands(), deals(), judged())
def test_every_clause_that_a_random_answer_cites_is_known(
    ask: Ask, hand: Question, deal: list[Answer], move: Question
) -> None:
    answers = [
        ask("evaluate", **hand),
        ask("compare", hands=deal),
        ask("legal-moves", **move),
    ]
    assert set(cited(answers)) <= set(rulebook.clauses)
