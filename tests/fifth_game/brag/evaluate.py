"""What a Brag hand is worth."""

from collections.abc import Sequence
from dataclasses import dataclass

from evaluators.cards import Card, Rank
from evaluators.forms import Form
from evaluators.game import Answer, Combination
from tests.fifth_game.brag.rules import HAND, PACK, RULEBOOK, BestRun, Class, FullHand, Options

ABOVE_ALL = len(PACK.ranks)
"""The height of what an option makes the best of its class."""


def kind_of(hand: Sequence[Card]) -> Class:
    """The class of a hand (`brag.combinations`)."""
    ranks = len({card.rank for card in hand})
    flush = len({card.suit for card in hand}) == 1
    heights = sorted(PACK.height[card] for card in hand)
    run = ranks == HAND and (heights[2] - heights[0] == 2 or _is_low_run(hand))
    if ranks == 1:
        return Class.PRIAL
    if run:
        return Class.RUNNING_FLUSH if flush else Class.RUN
    if flush:
        return Class.FLUSH
    return Class.HIGH_CARD if ranks == HAND else Class.PAIR


def _is_low_run(hand: Sequence[Card]) -> bool:
    return {card.rank for card in hand} == {Rank.ACE, Rank.TWO, Rank.THREE}


def strength_of(hand: Sequence[Card], options: Options) -> int:
    """A number that is larger for a better hand, and equal for equal ones."""
    kind = kind_of(hand)
    held = [PACK.height[card] for card in hand]
    heights = sorted(held, key=lambda height: (held.count(height), height), reverse=True)
    if kind is Class.PRIAL and options.threes_highest and hand[0].rank is Rank.THREE:
        heights[0] = ABOVE_ALL
    if kind in {Class.RUN, Class.RUNNING_FLUSH} and _is_low_run(hand):
        aces_low = options.best_run is BestRun.ACE_KING_QUEEN
        heights = [1, 0, 0] if aces_low else [ABOVE_ALL, 0, 0]
    strength = list(Class).index(kind)
    for height in heights:
        strength = strength * (ABOVE_ALL + 1) + height
    return strength


def combination(hand: tuple[Card, ...], options: Options) -> Combination:
    """The one combination of a hand."""
    kind = kind_of(hand)
    clauses = ("brag.combinations", "brag.bonus")
    return Combination(kind, RULEBOOK.combinations[kind], hand, None, options.bonus[kind], clauses)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Form):
    """A hand to be valued."""

    hand: FullHand


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation(Answer):
    """What it is worth."""

    hand: tuple[Card, ...]
    best: Combination | None
    combinations: tuple[Combination, ...]
    strength: int | None

    def combinations_seen(self) -> tuple[str, ...]:
        """The combination."""
        return tuple(each.code for each in self.combinations)


def evaluate(question: Question, options: Options) -> Evaluation:
    """The combination of a hand and its strength."""
    best = combination(question.hand, options)
    return Evaluation(
        hand=question.hand,
        best=best,
        combinations=(best,),
        strength=strength_of(question.hand, options),
    )
