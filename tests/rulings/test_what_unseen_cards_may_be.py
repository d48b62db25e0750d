"""What a hand may be whose cards nobody has seen, where it takes more than a look at each."""

from itertools import combinations
from typing import Any

import pytest
from flask.testing import FlaskClient

from evaluators import ecarte, solo_whist
from evaluators.cards import CARDS, Card
from evaluators.vinegret.evaluate import standing
from evaluators.vinegret.unseen import best_of
from evaluators.zhiletka.evaluate import is_sbor
from evaluators.zhiletka.unseen import with_unseen
from tests.conformance.games import put

Hand = tuple[Card, ...]


def cards(text: str) -> Hand:
    """Cards by their canonical spelling."""
    return tuple(CARDS[text[place : place + 2]] for place in range(0, len(text), 2))


@pytest.mark.parametrize("known", ["", "Th", "ThTs", "9h8h", "9h8h7h", "2c3d"])
@pytest.mark.parametrize("most", ["TcTdThTs", "9c9d9h9s", "ThThThTh", "Ac2d3h4s", "7s8s9sTs"])
def test_the_best_a_vinegret_hand_may_be_is_the_best_of_all_it_may_be(
    known: str, most: str
) -> None:
    held, limit = cards(known), standing(cards(most))
    hidden, left = 4 - len(held), cards("AcAdAhAs9d9s8c8d7h7s6h6s5h5s2h3h")
    left = tuple(card for card in left if card not in held)
    every = {standing((*held, *more)) for more in combinations(left, hidden)}
    found = best_of(held, hidden, left, limit)
    assert (found > limit) == any(each > limit for each in every)
    assert (found == limit) == (limit == max(every))


NO_CLUB_NO_SIX = "".join(rank + suit for suit in "dhs" for rank in "789TJQKA")
SBORS: list[tuple[str, int, str, bool]] = [
    ("6c", 2, NO_CLUB_NO_SIX, False),
    ("", 3, "6c7d8h9sTcJdQhKsAc6d7h8s9c", False),
    ("", 3, "6c7c8d9dThJhQsKs", False),
    ("6c", 2, "7c8c9dTdJhQhKsAs6h6s", False),
    ("6c7c", 1, "8d9dTdJhQhKsAs", False),
    ("6c7d", 1, "8c9dTdJhQhKsAs", False),
    ("6c7c", 1, "8c9c", False),
    ("6c7c", 1, "8c9d", False),
    ("6c7c8c9d", 1, "Td", False),
    ("6c7c8c9d", 1, "TdJdQd", True),
    ("6c7c8d9d", 1, "ThJhQhKsAs", True),
    ("6c7c8d9d", 3, "ThJhQhKsAs6d6h6s7d7h7s8c8h8s9c9h9s", True),
    ("6c7d", 2, "8h9s", True),
    ("6c7c8d9d", 3, "ThJhQhKsAs6d6h6s7d7h7s8c8h8s9c9h9s", False),
]


@pytest.mark.parametrize(("known", "hidden", "left", "contains"), SBORS)
def test_a_zhiletka_hand_is_a_sbor_for_certain_only_if_it_is_one_whatever_it_is(
    known: str, hidden: int, left: str, contains: bool
) -> None:
    held, unplaced = cards(known), cards(left)

    def counts(hand: Hand) -> bool:
        return is_sbor(hand) or (contains and any(map(is_sbor, combinations(hand, 3))))

    every = {counts((*held, *more)) for more in combinations(unplaced, hidden)}
    expected = every.pop() if len(every) == 1 else None
    assert with_unseen(held, hidden, unplaced, contains=contains) is expected


CLUBS, SPADES = "AcKcQcJcTc9c8c7c6c5c4c3c", "AsKsQsJsTs9s8s7s6s5s4s3s"
UNSEEN = "??" * 13


def told(*actions: dict[str, Any]) -> dict[str, Any]:
    """A misère by the eldest; the hands of s and w nobody has seen."""
    hands = {"e": f"{CLUBS}2d", "s": UNSEEN, "w": UNSEEN, "d": f"{SPADES}9d"}
    deals = [{"action": "deal", "player": name, "cards": hand} for name, hand in hands.items()]
    said = zip("eswd", ["misere", "pass", "pass", "pass"], strict=True)
    calls = [{"player": name, "action": "call", "call": call} for name, call in said]
    turned = {"action": "turn-up", "card": "As"}
    return {"players": list("eswd"), "actions": [*deals, turned, *calls, *actions]}


def play(player: str, card: str) -> dict[str, Any]:
    """A card played."""
    return {"player": player, "action": "play", "card": card}


def test_a_remedy_is_told_where_the_result_stood_whoever_had_revoked(client: FlaskClient) -> None:
    """The only club outside may have been with s or with w; the dealer then does revoke.

    If nobody had, the ace that e led has lost the misère.
    """
    first = [play("e", "Ac"), play("s", "3d"), play("w", "4d"), play("d", "3s")]
    second = [play("e", "2d"), play("s", "5d"), play("w", "6d"), play("d", "4s")]
    question = {"record": told(*first, *second)}
    answer = put(client, solo_whist, "adjudicate", question).get_json()
    (breach,) = answer["breaches"]
    assert (breach["player"], breach["code"]) == ("d", "must-follow-suit")
    assert breach["remedy"]["choices"] == ["keep"]
    assert [each["id"] for each in breach["remedy"]["clauses"]] == ["solo-whist.revoke"]
    assert [each["player"] for each in answer["undecided"]] == ["s", "w"]


def test_a_move_with_a_card_that_may_be_held_is_refused_if_it_breaks_the_rules_anyway(
    client: FlaskClient,
) -> None:
    hands = {"e": f"{CLUBS}2d", "s": "2c" + "??" * 12, "w": UNSEEN, "d": f"{SPADES}9d"}
    record = told(play("e", "Ac"))
    for action in record["actions"][:4]:
        action["cards"] = hands[action["player"]]
    question = {"record": record, "move": {"action": "play", "card": "3d"}}
    answer = put(client, solo_whist, "legal-moves", question).get_json()
    assert answer["is_legal"] is False
    assert answer["legal"] == [{"action": "play", "card": "2c"}]
    question["record"] = told(play("e", "Ac"))
    answer = put(client, solo_whist, "legal-moves", question).get_json()
    assert answer["is_legal"] is None


@pytest.mark.parametrize(("elder", "dealer", "stopped"), [(28, 5, 1), (5, 28, 1), (26, 5, None)])
def test_no_more_cards_are_dealt_than_there_are(
    client: FlaskClient, elder: int, dealer: int, stopped: int | None
) -> None:
    actions = [
        {"action": "deal", "player": "a", "cards": ["??"] * elder},
        {"action": "deal", "player": "b", "cards": ["??"] * dealer},
        {"action": "turn-up", "card": "Kd"},
    ]
    question = {"record": {"players": ["a", "b"], "actions": actions}}
    assert put(client, ecarte, "adjudicate", question).get_json()["stopped_at"] == stopped
