"""Tricks: who takes them, against the oracle, and every way in which a question can be wrong."""

from itertools import permutations

import pytest
from hypothesis import given

from evaluators.cards import Suit
from evaluators.ecarte.compare import Question, compare
from evaluators.ecarte.rules import DOCUMENT, PACK
from evaluators.trick_compare import Play
from tests.ecarte.asking import Answer, Ask, places
from tests.ecarte.strategies import renamed_suits, rules, tricks
from tests.oracles import ecarte as oracle


def plays(led: str, reply: str) -> list[Answer]:
    return [{"player": "anna", "card": led}, {"player": "boris", "card": reply}]


@given(tricks(), rules)
def test_a_trick_is_ranked_as_the_oracle_ranks_it(ask: Ask, trick: Answer, rules: Answer) -> None:
    answer = ask("compare", **trick, **rules)
    told = [(play["player"], play["card"]) for play in trick["plays"]]
    assert answer["winner"] == oracle.trick_winner(told, trick["trump"])
    ranking = [(placed["player"], placed["card"]) for placed in answer["ranking"]]
    assert ranking == oracle.trick_ranking(told, trick["trump"])
    (_, led), (_, reply) = told
    can_win = reply[1] in {led[1], trick["trump"]}
    assert [placed["place"] for placed in answer["ranking"]] == [1, 2 if can_win else None]
    assert answer["clauses"] == ["ecarte.trick"]


def test_all_tricks_are_taken_as_the_oracle_says() -> None:
    for led, reply in permutations(PACK.cards, 2):
        told = (Play(player="anna", card=led), Play(player="boris", card=reply))
        for trump in Suit:
            answer = compare(Question(trump=trump, plays=told), DOCUMENT.options)
            cards = [("anna", str(led)), ("boris", str(reply))]
            assert answer.winner == oracle.trick_winner(cards, trump)


@given(tricks(), renamed_suits)
def test_the_names_of_the_suits_do_not_matter(
    ask: Ask, trick: Answer, renamed: dict[str, str]
) -> None:
    other = {
        "trump": renamed[trick["trump"]],
        "plays": [
            play | {"card": play["card"][0] + renamed[play["card"][1]]} for play in trick["plays"]
        ],
    }
    assert ask("compare", **other)["winner"] == ask("compare", **trick)["winner"]


FAULTS_OF_PLAYS = (
    "/plays/0/card missing-field, /plays/0/player bad-name, "
    "/plays/1/card wrong-type, /plays/1/led unknown-field, /plays/1/player missing-field"
)
TRICK = {"trump": "h", "plays": plays("Ad", "Jd")}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ({}, "/plays missing-field, /trump missing-field"),
        (TRICK | {"trump": None}, "/trump wrong-type"),
        (TRICK | {"trump": "♥"}, "/trump not-one-of"),
        (TRICK | {"trump": "Kh"}, "/trump not-one-of"),
        (TRICK | {"plays": None}, "/plays wrong-type"),
        (TRICK | {"plays": []}, "/plays wrong-count"),
        (TRICK | {"plays": plays("Ad", "Jd")[:1]}, "/plays wrong-count"),
        (TRICK | {"plays": plays("Ad", "A♦")}, "/plays/1/card duplicate-card"),
        (TRICK | {"plays": plays("6d", "Jd")}, "/plays/0/card not-a-card"),
        (TRICK | {"plays": [*plays("Ad", "Jd")[:1], None]}, "/plays/1 wrong-type"),
        (
            TRICK | {"plays": [{"player": "table"}, {"card": None, "led": True}]},
            FAULTS_OF_PLAYS,
        ),
        (
            TRICK | {"plays": [*plays("Ad", "Jd"), {"player": "anna", "card": "Jd"}]},
            "/plays wrong-count, /plays/2/card duplicate-card, /plays/2/player duplicate-player",
        ),
    ],
)
def test_a_faulty_trick_names_every_fault(ask: Ask, question: Answer, expected: str) -> None:
    assert places(ask.faults("compare", **question)) == expected
