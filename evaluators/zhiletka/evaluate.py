"""What a Zhiletka hand contains: the sbors, and the pairs that may be led."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Annotated, Any

from evaluators.cards import Card
from evaluators.faults import Fault, miscounted
from evaluators.forms import Count, Form, Given, Says
from evaluators.game import Answer, Combination
from evaluators.zhiletka.rules import HAND_LIMITS, MOST_LED, PACK, RULEBOOK, SBOR, Options


class Alike(StrEnum):
    """In what the cards of a set agree."""

    SUIT = "suit"
    RANK = "rank"


def alike(cards: Sequence[Card]) -> Alike | None:
    """In what all the cards agree, None if in nothing; one card alone agrees in suit."""
    if len({card.suit for card in cards}) == 1:
        return Alike.SUIT
    if len({card.rank for card in cards}) == 1:
        return Alike.RANK
    return None


def is_sbor(cards: Sequence[Card]) -> bool:
    """Whether these are three cards of one suit or three of one rank (`zhiletka.sbor`)."""
    return len(cards) == SBOR and alike(cards) is not None


def _sets(hand: Sequence[Card], number: int, name: str, clause: str) -> Iterator[Combination]:
    for cards in combinations(PACK.in_order(hand), number):
        if kind := alike(cards):
            code = f"{name}-{kind}"
            yield Combination(code, RULEBOOK.combinations[code], cards, None, None, (clause,))


def contained(hand: Sequence[Card]) -> tuple[Combination, ...]:
    """The sbors in a hand, then the pairs that may be led, each in pack order."""
    sbors = _sets(hand, SBOR, "sbor", "zhiletka.sbor")
    return (*sbors, *_sets(hand, MOST_LED, "pair", "zhiletka.attack"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Form):
    """A hand."""

    hand: Annotated[
        tuple[Card, ...],
        Count(1, HAND_LIMITS[1] + 1, ("zhiletka.six",)),
        Says("One card to one more than `hand_limit`."),
    ]

    @classmethod
    def faults_under(cls, given: Given, options: Any) -> Iterator[Fault]:
        """No card, or more than the limit in force lets anybody take."""
        most = options.hand_limit + 1
        held = len(given.get("hand", (None,)))
        if not 1 <= held <= most:
            yield miscounted(
                1, most, held, text="wrong-number-of-cards", clauses=("zhiletka.six",)
            ).at("hand")


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation(Answer):
    """What the hand contains."""

    hand: Annotated[tuple[Card, ...], Says("The hand, in the order it was given.")]
    best: Annotated[Combination | None, Says("The first sbor, null if there is none.")]
    combinations: Annotated[
        tuple[Combination, ...], Says("The sbors, then the pairs that may be led, in pack order.")
    ]
    is_sbor: Annotated[bool, Says("The hand is exactly three cards that are a sbor.")]
    strength: Annotated[int | None, Says("Of three cards: 1 for a sbor, 0 for none; else null.")]
    strength_max: Annotated[int, Says("The strength of the strongest hand.")] = 1

    def combinations_seen(self) -> tuple[str, ...]:
        """The first sbor."""
        return (self.best.code,) if self.best else ()


def evaluate(question: Question, options: Options) -> Evaluation:
    """The sbors and pairs of a hand; all sbors are equal (`zhiletka.sbor-order`)."""
    del options  # they change how many cards a hand may have, not what it contains
    hand = question.hand
    found = contained(hand)
    sbors = [each for each in found if len(each.cards) == SBOR]
    return Evaluation(
        hand=hand,
        best=sbors[0] if sbors else None,
        combinations=found,
        is_sbor=is_sbor(hand),
        strength=int(is_sbor(hand)) if len(hand) == SBOR else None,
    )
