"""Who pays whom when a Brag deal has a winner."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from evaluators import players
from evaluators.cards import Card
from evaluators.faults import Fault
from evaluators.forms import Count, Form, Given, Player, Tokens
from evaluators.game import Answer
from tests.fifth_game.brag.evaluate import combination
from tests.fifth_game.brag.rules import PLAYERS, FullHand, Options


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Form):
    """A deal that has been won."""

    players: Annotated[tuple[Player, ...], Count(*PLAYERS, ("brag.players",))]
    winner: Player
    hand: FullHand
    pot: Tokens = 0

    @classmethod
    def faults(cls, given: Given) -> Iterator[Fault]:
        """Names that stand twice, a winner who is not at the table."""
        seats = given.get("players", (None,))
        for index, found in players.repeated(seats):
            yield found.below("players", index)
        if "winner" in given:
            yield from players.unknown(given["winner"], seats, "winner")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement(Answer):
    """What everybody pays or gets; the sum is the pot."""

    payments: Mapping[str, int]
    clauses: tuple[str, ...]


def payments(
    seats: Sequence[str], winner: str, hand: tuple[Card, ...], pot: int, options: Options
) -> dict[str, int]:
    """The winner takes the pot and a bonus from everybody (`brag.bonus`)."""
    bonus = combination(hand, options).pays or 0
    paid = dict.fromkeys(seats, -bonus)
    return paid | {winner: pot + bonus * (len(seats) - 1)}


def settle(question: Question, options: Options) -> Settlement:
    """The payments of a deal, in tokens."""
    paid = payments(question.players, question.winner, question.hand, question.pot, options)
    return Settlement(payments=paid, clauses=("brag.showdown", "brag.bonus"))
