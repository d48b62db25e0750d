"""Who takes the pot with a sbor that was dealt."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from evaluators.cards import Card
from evaluators.faults import Fault
from evaluators.forms import Clauses, Count, Form, Given, Player, Says
from evaluators.game import Answer
from evaluators.hands import faults_of_hands
from evaluators.zhiletka.evaluate import is_sbor
from evaluators.zhiletka.rules import PLAYERS, SBOR, Options


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtHand(Form):
    """A player and the hand he was dealt."""

    player: Annotated[Player, Says("Who was dealt it, by name.")]
    hand: Annotated[
        tuple[Card, ...], Count(SBOR, SBOR, ("zhiletka.deal",)), Says("The three cards dealt.")
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Form):
    """The hands as dealt."""

    hands: Annotated[
        tuple[DealtHand, ...],
        Count(*PLAYERS, ("zhiletka.players",)),
        Says("The hands from the dealer's left."),
    ]

    @classmethod
    def faults(cls, given: Given) -> Iterator[Fault]:
        """A name that stands twice, a card in two hands."""
        yield from faults_of_hands(given)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison(Answer):
    """Who takes the pot."""

    winner: Annotated[str | None, Says("Who takes the pot; null if no sbor was dealt.")]
    holders: Annotated[tuple[str, ...], Says("All who hold a sbor, from the dealer's left.")]
    clauses: Clauses


def compare(question: Question, options: Options) -> Comparison:
    """The first sbor from the dealer's left takes the pot (`zhiletka.sbor-order`)."""
    del options  # a hand as dealt has three cards under all of them
    holders = tuple(dealt.player for dealt in question.hands if is_sbor(dealt.hand))
    several = ("zhiletka.sbor-order",) if len(holders) > 1 else ()
    return Comparison(
        winner=holders[0] if holders else None,
        holders=holders,
        clauses=("zhiletka.sbor", "zhiletka.dealt-sbor", *several),
    )
