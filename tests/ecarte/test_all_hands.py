"""Jeux de règle and replies, hand by hand: against the oracle and against what is published."""

import json
import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from evaluators.cards import CARDS, Card, Suit
from evaluators.ecarte import batch, compare, legal_moves, refusals
from evaluators.ecarte.evaluate import jeux
from evaluators.ecarte.rules import CLASSIC, DOCUMENT, PACK
from evaluators.trick_compare import Play
from tests.oracles import ecarte as oracle

FACTS = Path(__file__).parent.parent / "facts"
POSITIONS = json.loads((FACTS / "ecarte_positions.json").read_text())["positions"]
COUNTS: dict[str | None, tuple[int, int]] = {
    "three-trumps": (17_192, 17_192),
    "two-trumps-three-of-suit": (4_704, 4_704),
    "two-trumps-guarded": (17_472, 20_496),
    "one-trump-four-of-suit": (840, 840),
    "one-trump-tierce": (384, 504),
    "one-trump-three-of-suit-and-court": (3_360, 3_816),
    "three-queens": (210, 210),
    "four-courts": (1_911, 2_016),
    None: (155_303, 155_303),
}
"""How many of all hands match a jeu de règle first, and how many at all; none: no jeu."""

Hand = tuple[Card, ...]


ALL_HANDS = list(combinations(PACK.cards, 5))


def spelled(cards: Hand) -> list[str]:
    return [str(card) for card in cards]


def in_columns(hands: Sequence[Hand], trump: Suit) -> list[str | None]:
    """The best jeu of every hand, asked for in batches."""
    texts = tuple("".join(spelled(hand)) for hand in hands)
    best: list[str | None] = []
    for start in range(0, len(texts), 100_000):
        question = batch.Question(hands=texts[start : start + 100_000], trump=trump)
        columns = batch.evaluate_batch(question, DOCUMENT.options)
        assert columns.errors == ()
        best += columns.best
    return best


# Jeux de règle.


def test_there_are_201376_hands() -> None:
    assert len(ALL_HANDS) == sum(first for first, _ in COUNTS.values()) == 201_376


@pytest.mark.parametrize("trump", Suit)
def test_the_best_jeux_of_all_hands_have_the_published_counts(trump: Suit) -> None:
    assert Counter(in_columns(ALL_HANDS, trump)) == {
        code: first for code, (first, _) in COUNTS.items()
    }


def test_random_hands_have_the_jeux_that_the_oracle_finds() -> None:
    pick = random.Random(32)
    for trump in Suit:
        hands = [tuple(pick.sample(PACK.cards, 5)) for _ in range(1_500)]
        for hand, best in zip(hands, in_columns(hands, trump), strict=True):
            found = oracle.jeux(spelled(hand), trump)
            assert list(jeux(hand, trump)) == found
            assert best == next(iter(found), None)


@pytest.mark.long
@pytest.mark.parametrize("trump", Suit)
def test_all_hands_have_the_jeux_that_the_oracle_finds(trump: Suit) -> None:
    for hand, best in zip(ALL_HANDS, in_columns(ALL_HANDS, trump), strict=True):
        found = oracle.jeux(spelled(hand), trump)
        assert list(jeux(hand, trump)) == found
        assert best == next(iter(found), None)


@pytest.mark.long
@pytest.mark.parametrize("trump", Suit)
def test_all_jeux_of_all_hands_have_the_published_counts(trump: Suit) -> None:
    found = Counter(code for hand in ALL_HANDS for code in jeux(hand, trump) or (None,))
    assert found == {code: matched for code, (_, matched) in COUNTS.items()}


# Replies.


def replies(hand: Hand, led: Card, trump: Suit, ruleset: int = 0) -> tuple[object, object]:
    """The cards that may be played to a lead, and those that may not with their codes."""
    situation = legal_moves.Playing(phase="play", hand=hand, trump=trump, led=led)
    options = (DOCUMENT, CLASSIC)[ruleset].options
    answer = legal_moves.legal_moves(legal_moves.Question(situation=situation), options)
    refused = {str(each.move.card): each.refusal.code for each in answer.refused if each.move.card}
    return [str(move.card) for move in answer.legal if move.card], refused


def replies_of_the_oracle(hand: Hand, led: Card, trump: Suit) -> tuple[object, object]:
    """The same by the oracle."""
    cards = spelled(hand)
    faults = {card: oracle.reply_fault(card, cards, str(led), trump) for card in cards}
    refused = {card: code for card, code in faults.items() if code}
    return oracle.legal_replies(cards, str(led), trump), refused


def random_replies_agree(number: int) -> None:
    pick = random.Random(5)
    for turn in range(number):
        led, *hand = pick.sample(PACK.cards, pick.randint(2, 6))
        told = tuple(hand), led, pick.choice(tuple(Suit))
        assert replies(*told, ruleset=turn % 2) == replies_of_the_oracle(*told)


def test_10000_random_replies_are_the_oracles() -> None:
    random_replies_agree(10_000)


@pytest.mark.long
def test_200000_random_replies_are_the_oracles() -> None:
    random_replies_agree(200_000)


@pytest.mark.parametrize("number", [1, 2])
def test_all_replies_from_hands_of_one_and_two_cards_are_the_oracles(number: int) -> None:
    for hand in combinations(PACK.cards, number):
        cards = spelled(hand)
        for led, trump in product(PACK.cards, Suit):
            if led not in hand:
                found = [refusals.refuse_card(card, hand, led, trump) for card in hand]
                codes = [refusal and refusal.code for refusal in found]
                assert codes == [oracle.reply_fault(c, cards, str(led), trump) for c in cards]


# Positions published by Hoffmann: best play under these rules makes what he says.


def leader_makes(lead: Card, leader: Hand, replier: Hand, trump: Suit) -> int:
    """The tricks of who leads a card, with best play of both."""
    left = tuple(card for card in leader if card is not lead)
    made = []
    for reply in replier:
        if refusals.refuse_card(reply, replier, lead, trump) is None:
            other = tuple(card for card in replier if card is not reply)
            plays = (Play(player="leader", card=lead), Play(player="replier", card=reply))
            trick = compare.compare(compare.Question(trump=trump, plays=plays), DOCUMENT.options)
            if trick.winner == "leader":
                made.append(1 + best_of_leader(left, other, trump))
            else:
                made.append(len(left) - best_of_leader(other, left, trump))
    return min(made)


def best_of_leader(leader: Hand, replier: Hand, trump: Suit) -> int:
    return max((leader_makes(lead, leader, replier, trump) for lead in leader), default=0)


@pytest.mark.parametrize("position", POSITIONS)
def test_a_published_position_is_worth_what_is_published(position: dict[str, Any]) -> None:
    leader, replier = (tuple(CARDS[card] for card in position[who]) for who in ("leader", "reply"))
    trump = Suit(position["trump"])
    made = {lead: leader_makes(CARDS[lead], leader, replier, trump) for lead in position["value"]}
    assert made == position["value"]
