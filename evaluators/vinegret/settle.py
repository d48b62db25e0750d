"""Who pays whom when a Vinegret deal has a winner."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from evaluators import players
from evaluators.faults import Fault
from evaluators.forms import Clauses, Form, Given, Player, Says, Tokens
from evaluators.game import Answer, Combination
from evaluators.vinegret.evaluate import combination, found_in
from evaluators.vinegret.rules import FullHand, Options, Seats

PAYMENT = "vinegret.payment"
SHOWDOWN = "vinegret.showdown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Form):
    """A deal that has been won."""

    players: Seats
    winner: Annotated[Player, Says("Who takes the pool.")]
    hand: Annotated[FullHand, Says("The winner's hand.")]
    pool: Annotated[Tokens, Says("The pool with all stakes, in tokens.")] = 0

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
    """What everybody pays or gets."""

    payments: Annotated[
        Mapping[str, int],
        Says("What each player gets, or pays if negative, in tokens; their sum is the pool."),
    ]
    combination: Annotated[Combination, Says("What the winner is paid for.")]
    clauses: Clauses

    def combinations_seen(self) -> tuple[str, ...]:
        """The winner's combination."""
        return (self.combination.code,)


def payments(seats: Sequence[str], winner: str, price: int, pool: int) -> dict[str, int]:
    """The winner takes the pool, and everybody else pays for his best (`vinegret.payment`)."""
    return {
        player: pool + price * (len(seats) - 1) if player == winner else -price for player in seats
    }


def settle(question: Question, options: Options) -> Settlement:
    """The payments, in tokens, of a deal whose winner shows the given hand."""
    best = combination(found_in(question.hand)[0], options)
    return Settlement(
        payments=payments(question.players, question.winner, best.pays or 0, question.pool),
        combination=best,
        clauses=(PAYMENT, *best.clauses),
    )
