"""Every hand there is, against an oracle that knows nothing of the code it checks."""

import hashlib
import json
import random
from collections import Counter
from itertools import combinations, islice
from pathlib import Path
from typing import NamedTuple

import pytest

from evaluators.cards import Card
from evaluators.game import Combination
from evaluators.vinegret.evaluate import Question, combination, evaluate, found_in
from evaluators.vinegret.rules import CLASSIC, DOCUMENT, PACK
from tests.oracles import vinegret as oracle

pytestmark = pytest.mark.no_cover  # the tracer would make it four times as slow
COUNTS = json.loads((Path(__file__).parent.parent / "facts/vinegret_counts.json").read_text())
STRENGTHS = {
    "point": 37,
    "prime": 25,
    "grand-prime": 8,
    "sequence": 8,
    "tricon": 10,
    "flux": 21,
    "tricon-prime": 10,
    "flux-sequence": 49,
    "fredon": 10,
}
"""How many distinct strengths each class has, weakest class first."""
ORDER_OF_ALL_HANDS = "d46e3e70d20c9fa5267388f539898d655586ff6b9b8dbc18d89d61a71d7cc9c5"
"""SHA-256 of the strengths, one byte each, of all hands in the order of `combinations(pack, 4)`."""

Hand = tuple[str, ...]


class Valued(NamedTuple):
    """A hand and what was said of it."""

    hand: Hand
    strength: int
    """0 stands for none."""
    combinations: list[oracle.Entry]

    @property
    def code(self) -> str:
        """Its class."""
        return self.combinations[0].code

    @property
    def key(self) -> str:
        """Its class as the published counts split it: by cards in the point, or in sequence."""
        cards = {each.code: len(each.cards) for each in reversed(self.combinations)}
        splits = {"point": "point", "flux-sequence": "sequence"}
        return f"{self.code}/{cards[splits[self.code]]}" if self.code in splits else self.code


def entry(said: Combination) -> oracle.Entry:
    """A combination in the oracle's form."""
    cards = tuple(map(str, said.cards))
    return oracle.Entry(str(said.code), cards, said.points or 0, said.pays or 0, said.clauses)


def value(cards: tuple[Card, ...]) -> Valued:
    """What is said of a hand."""
    said = evaluate(Question(hand=cards), DOCUMENT.options)
    assert said.best is next(iter(said.combinations), None)
    assert said.strength_max == 178
    hand = tuple(map(str, cards))
    return Valued(hand, said.strength or 0, list(map(entry, said.combinations)))


@pytest.fixture(scope="module")
def valued() -> list[Valued]:
    """All hands of four cards, in the order of their combinations in pack order."""
    return [value(cards) for cards in combinations(PACK.cards, 4)]


@pytest.fixture(scope="module")
def examples(valued: list[Valued]) -> dict[int, Hand]:
    """One hand for each strength, weakest first."""
    found = {each.strength: each.hand for each in valued}
    return dict(sorted(found.items()))


def test_all_hands_have_the_combinations_that_the_oracle_finds(valued: list[Valued]) -> None:
    for each in valued:
        assert each.combinations == oracle.combinations(each.hand, oracle.DOCUMENT)


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.long)])
def test_hands_are_paid_the_classic_prices(step: int) -> None:
    for cards in islice(combinations(PACK.cards, 4), 0, None, step):
        paid = [entry(combination(found, CLASSIC.options)) for found in found_in(cards)]
        assert paid == oracle.combinations(tuple(map(str, cards)), oracle.CLASSIC)


@pytest.mark.parametrize("number", [2, 3])
def test_all_smaller_hands_have_what_they_contain_so_far(number: int) -> None:
    for each in map(value, combinations(PACK.cards, number)):
        assert each.combinations == oracle.combinations(each.hand, oracle.DOCUMENT)
        assert each.strength == 0


def test_there_are_91390_hands(valued: list[Valued]) -> None:
    assert len(valued) == len({each.hand for each in valued}) == COUNTS["total"] == 91_390


def test_the_classes_have_the_published_counts(valued: list[Valued]) -> None:
    assert Counter(each.key for each in valued) == COUNTS["counts"]


def test_76_tricons_with_prime_have_a_grand_prime(valued: list[Valued]) -> None:
    doubles = [each for each in valued if each.code == "tricon-prime"]
    grand = [each for each in doubles if "grand-prime" in {c.code for c in each.combinations}]
    assert len(grand) == COUNTS["tricon-prime with a grand prime"] == 76


def test_282_hands_of_four_suits_have_30_points_and_just_no_grand_prime(
    valued: list[Valued],
) -> None:
    primes = [c for each in valued for c in each.combinations if c.code == "prime"]
    of_30 = [prime for prime in primes if prime.points == 30]
    assert len(of_30) == COUNTS["four suits with exactly 30 points"] == 282


def test_strengths_are_1_to_178(valued: list[Valued]) -> None:
    assert {each.strength for each in valued} == set(range(1, 179))


def test_each_class_has_its_own_block_of_strengths(valued: list[Valued]) -> None:
    blocks = [code for code, number in STRENGTHS.items() for _ in range(number)]
    assert all(each.code == blocks[each.strength - 1] for each in valued)


def test_hands_of_one_strength_tie(valued: list[Valued], examples: dict[int, Hand]) -> None:
    assert all(oracle.beats(each.hand, examples[each.strength]) is None for each in valued)


def test_a_greater_strength_beats_every_smaller(examples: dict[int, Hand]) -> None:
    pairs = combinations(examples.values(), 2)
    assert all(oracle.beats(stronger, weaker) for weaker, stronger in pairs)


def test_strength_tells_of_random_pairs_what_the_oracle_tells(valued: list[Valued]) -> None:
    pick = random.Random(40)
    for _ in range(50_000):
        one, other = pick.sample(valued, 2)
        strengths = one.strength - other.strength
        assert oracle.beats(one.hand, other.hand) is (strengths > 0 if strengths else None)


def test_the_order_of_all_hands_is_the_one_once_checked(valued: list[Valued]) -> None:
    strengths = bytes(each.strength for each in valued)
    assert hashlib.sha256(strengths).hexdigest() == ORDER_OF_ALL_HANDS
