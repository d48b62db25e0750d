"""Who gets what at the end of a Zhiletka deal."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

from evaluators import players
from evaluators.faults import Fault
from evaluators.forms import Clauses, Count, Form, Given, Player, Says, Tokens
from evaluators.game import Answer
from evaluators.zhiletka.rules import PLAYERS, Options


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Form):
    """A deal that is over."""

    players: Annotated[
        tuple[Player, ...], Count(*PLAYERS, ("zhiletka.players",)), Says("Everybody at the table.")
    ]
    winner: Annotated[Player | None, Says("Who takes the pot; null if the deal is void.")]
    pot: Annotated[Tokens, Says("The pot carried in from the deal before, in tokens.")] = 0

    @classmethod
    def faults(cls, given: Given) -> Iterator[Fault]:
        """Names that stand twice, a winner who is not at the table."""
        seats = given.get("players", (None,))
        for index, found in players.repeated(seats):
            yield found.below("players", index)
        if given.get("winner") is not None:
            yield from players.unknown(given["winner"], seats, "winner")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement(Answer):
    """What everybody pays or gets."""

    payments: Annotated[
        Mapping[str, int],
        Says("What each player gets, or pays if negative, in tokens, his ante included."),
    ]
    pot: Annotated[int, Says("The pot left for the next deal, in tokens.")]
    clauses: Clauses


def settle(question: Question, options: Options) -> Settlement:
    """The winner takes all antes and the carried pot; a void deal leaves them in the pot."""
    seats, ante = question.players, options.ante
    payments = dict.fromkeys(seats, -ante)
    pot = question.pot + ante * len(seats)
    if question.winner is None:
        return Settlement(payments=payments, pot=pot, clauses=("zhiletka.ante", "zhiletka.void"))
    payments[question.winner] += pot
    return Settlement(payments=payments, pot=0, clauses=("zhiletka.ante", "zhiletka.payment"))
