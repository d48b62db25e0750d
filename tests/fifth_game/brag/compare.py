"""Two Brag hands, one of which was paid to be seen."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

from evaluators import players
from evaluators.faults import Fault
from evaluators.forms import Count, Form, Given, Player, Says, Tokens
from evaluators.game import Answer, Combination
from evaluators.spelling import shared_cards
from tests.fifth_game.brag.evaluate import combination, strength_of
from tests.fifth_game.brag.rules import FullHand, Options
from tests.fifth_game.brag.settle import payments


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownHand(Form):
    """A player and his hand."""

    player: Player
    hand: FullHand


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Form):
    """The last two hands."""

    hands: Annotated[
        tuple[ShownHand, ...], Count(2, 2, ("brag.see",)), Says("The first paid to see.")
    ]
    pot: Tokens = 0

    @classmethod
    def faults(cls, given: Given) -> Iterator[Fault]:
        """A name that stands twice, a card in two hands."""
        hands = [hand or {} for hand in given.get("hands", ())]
        for index, found in players.repeated([hand.get("player") for hand in hands]):
            yield found.below("hands", index, "player")
        for (place, index), found in shared_cards([hand.get("hand", ()) for hand in hands]):
            yield found.below("hands", place, "hand", index)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison(Answer):
    """Who takes the pot."""

    winner: str
    best: Combination
    payments: Mapping[str, int]
    clauses: tuple[str, ...]


def compare(question: Question, options: Options) -> Comparison:
    """The better hand wins; if they are equal, the one that was seen (`brag.showdown`)."""
    seer, seen = question.hands
    better = strength_of(seer.hand, options) > strength_of(seen.hand, options)
    won = seer if better else seen
    seats = (seer.player, seen.player)
    return Comparison(
        winner=won.player,
        best=combination(won.hand, options),
        payments=payments(seats, won.player, won.hand, question.pot, options),
        clauses=("brag.showdown", "brag.bonus"),
    )
