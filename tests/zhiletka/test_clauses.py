"""One test for each clause that an answer about a hand, a deal's end or a move can rest on.

Each asks the service and finds the clause cited where it decides. The clauses of the running deal
are listed at the start, so that the division is there to be seen.
"""

from collections.abc import Callable, Mapping
from itertools import pairwise

import pytest
from flask.testing import FlaskClient
from hypothesis import given

from evaluators.zhiletka import rulebook
from tests.zhiletka.asking import Answer, Ask, cited
from tests.zhiletka.strategies import Question, deals, hands, judged

OF_THE_RUNNING_DEAL = {
    "zhiletka.trump",
    "zhiletka.trump-drawn-last",
    "zhiletka.automatic-sbor",
    "zhiletka.leader",
    "zhiletka.discard",
    "zhiletka.draw-order",
    "zhiletka.drawn-sbor",
    "zhiletka.kept-sbor",
    "zhiletka.kept-sbor-attacker",
    "zhiletka.next-lead",
    "zhiletka.take",
    "zhiletka.six-cards-leave",
    "zhiletka.same-attacker",
    "zhiletka.survivor",
    "zhiletka.next-dealer",
}
"""Clauses on which only a deal in progress, or a ruling on one, can rest."""


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


def test_zhiletka_exactly_three(ask: Ask) -> None:
    words = ("not-one-of", ["zhiletka.exactly-three"])
    assert wrong_option(ask, "sbor_kept", "exactly-four") == words
    for kept in ("exactly-three", "contains"):
        for hand in ("8♣ 9♣ 10♣ 6♦", "8♣ 9♣ 10♣ K♣"):
            answer = ask("evaluate", hand=hand, options={"sbor_kept": kept})
            assert (answer["best"]["code"], answer["is_sbor"]) == ("sbor-suit", False)


# A bout.


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


# The clauses together.

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


def test_every_clause_has_a_test_or_belongs_to_the_running_deal(client: FlaskClient) -> None:
    cited_here = {
        clause for test in BY_CLAUSE.values() for clause in clauses_cited_by(test, client)
    }
    assert set(rulebook.clauses) - cited_here == OF_THE_RUNNING_DEAL
    assert set(BY_CLAUSE) == set(rulebook.clauses) - OF_THE_RUNNING_DEAL


@given(hands(), deals(), judged())
def test_no_random_answer_cites_a_clause_of_the_running_deal(
    ask: Ask, hand: Question, deal: list[Answer], move: Question
) -> None:
    answers = [
        ask("evaluate", **hand),
        ask("compare", hands=deal),
        ask("legal-moves", **move),
    ]
    assert set(cited(answers)) <= set(rulebook.clauses) - OF_THE_RUNNING_DEAL
