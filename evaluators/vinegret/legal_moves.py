"""What a Vinegret player may do, from what he himself can know."""

from dataclasses import dataclass
from typing import Annotated, Literal

from evaluators.cards import Card
from evaluators.forms import ABSENT, BILLION, Absent, Between, Count, Form, Says
from evaluators.moves import LegalMoves, sorted_out
from evaluators.position import PHASE, SITUATION, MovesQuestion
from evaluators.vinegret.position import DEALS, Record
from evaluators.vinegret.refusals import Turn, conceivable, refuse, resting_on
from evaluators.vinegret.rules import FullHand, Options

_TwoCards = Annotated[
    tuple[Card, ...], Count(2, 2, ("vinegret.first-cards",)), Says("The player's first two cards.")
]
_ToHold = Annotated[
    int,
    Between(0, BILLION),
    Says("Tokens this player must add to equal the highest stake; 0: nobody has staked."),
]
_Unneeded = Annotated[FullHand | Absent, Says("Not needed in this phase.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstExchange(Form):
    """The player's turn to stand or change cards of his first two."""

    phase: Annotated[Literal["first-exchange"], PHASE]
    hand: _TwoCards


@dataclass(frozen=True, slots=True, kw_only=True)
class Betting(Form):
    """The player's turn to speak in one of the two bettings."""

    phase: Annotated[Literal["first-betting", "last-betting"], PHASE]
    to_hold: _ToHold
    hand: _Unneeded = ABSENT


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerChoice(Form):
    """Everybody has passed in the first betting, and the dealer chooses."""

    phase: Annotated[Literal["dealer-choice"], PHASE]
    hand: _Unneeded = ABSENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Form):
    """The player's turn to draw."""

    phase: Annotated[Literal["draw"], PHASE]
    hand: FullHand


Situation = Annotated[FirstExchange | Betting | DealerChoice | Draw, SITUATION]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(MovesQuestion):
    """A situation, or a record and perhaps whose eyes see it; and perhaps one move to be judged."""

    situation: Situation | Absent = ABSENT
    record: Record | Absent = ABSENT


def legal_moves(question: Question, options: Options) -> LegalMoves:
    """Every move allowed in a situation, the betting words refused, and the move asked about.

    `vinegret.vist`, `vinegret.first-betting`, `vinegret.all-pass`, `vinegret.draw`,
    `vinegret.last-betting`.
    """
    if question.situation is ABSENT:
        return DEALS.legal_moves(question, options)
    turn = _turn(question.situation)
    return sorted_out(
        conceivable(turn, options),
        lambda move: refuse(move, turn, options),
        resting_on(turn, options),
        question.move,
    )


def _turn(situation: Situation) -> Turn:
    match situation:
        case Betting(phase=phase, to_hold=to_hold):
            return Turn(phase, staked=to_hold > 0)
        case FirstExchange(phase=phase, hand=hand) | Draw(phase=phase, hand=hand):
            return Turn(phase, hand)
        case _:
            return Turn(situation.phase)
