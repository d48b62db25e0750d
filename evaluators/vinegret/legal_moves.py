"""What a Vinegret player may do, from what he himself can know."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Literal

from evaluators.cards import Card
from evaluators.forms import ABSENT, BILLION, Absent, Between, Count, Form, Says
from evaluators.game import Amounts, Move, Refusal
from evaluators.moves import LegalMoves, sorted_out
from evaluators.vinegret.refusals import (
    PHASE_CLAUSE,
    PHASES,
    fewest,
    refuse_amount,
    refuse_exchange,
    refuse_phase,
    refuse_word,
)
from evaluators.vinegret.rules import PACK, FullHand, Options

_TwoCards = Annotated[tuple[Card, ...], Count(2, 2, ("vinegret.first-cards",))]
_ToHold = Annotated[
    int,
    Between(0, BILLION),
    Says("Tokens this player must add to equal the highest stake; 0: nobody has staked."),
]
_Unneeded = Annotated[FullHand | Absent, Says("Not needed in this phase.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstExchange(Form):
    """The player's turn to stand or change cards of his first two."""

    phase: Literal["first-exchange"]
    hand: _TwoCards


@dataclass(frozen=True, slots=True, kw_only=True)
class Betting(Form):
    """The player's turn to speak in one of the two bettings."""

    phase: Literal["first-betting", "last-betting"]
    to_hold: _ToHold
    hand: _Unneeded = ABSENT


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerChoice(Form):
    """Everybody has passed in the first betting, and the dealer chooses."""

    phase: Literal["dealer-choice"]
    hand: _Unneeded = ABSENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Form):
    """The player's turn to draw."""

    phase: Literal["draw"]
    hand: FullHand


Situation = FirstExchange | Betting | DealerChoice | Draw


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Form):
    """A situation, and perhaps one move to be judged in it."""

    situation: Situation
    move: Annotated[Move | Absent, Says("A move to be judged.")] = ABSENT


def refuse(move: Move, situation: Situation, options: Options) -> Refusal | None:
    """Why a move may not be made in a situation, None if it may."""
    if refusal := refuse_phase(move.action, situation.phase):
        return refusal
    match situation:
        case Betting():
            refusal = refuse_word(move.action, situation.phase, staked=situation.to_hold > 0)
            if refusal is None and isinstance(move.amount, int):
                refusal = refuse_amount(move.amount, situation.phase, options.max_stake)
        case FirstExchange() | Draw() if move.cards is not None:
            refusal = refuse_exchange(move.cards, situation.phase, situation.hand)
        case _:
            pass
    return refusal


def _conceivable(situation: Situation, options: Options) -> Iterator[Move]:
    """The moves of the phase, whether or not they are allowed now; amounts as a range."""
    for action in PHASES[situation.phase]:
        match action, situation:
            case "exchange", FirstExchange() | Draw():
                hand = PACK.in_order(situation.hand)
                for number in range(fewest(situation.phase), len(hand) + 1):
                    yield from (Move(action, cards=some) for some in combinations(hand, number))
            case (("bet" | "raise"), _):
                yield Move(action, amount=Amounts(1, options.max_stake))
            case _:
                yield Move(action)


def legal_moves(question: Question, options: Options) -> LegalMoves:
    """Every move allowed in a situation, the betting words refused, and the move asked about.

    `vinegret.vist`, `vinegret.first-betting`, `vinegret.all-pass`, `vinegret.draw`,
    `vinegret.last-betting`.
    """
    situation = question.situation
    return sorted_out(
        _conceivable(situation, options),
        lambda move: refuse(move, situation, options),
        _resting_on(situation, options),
        question.move,
    )


def _resting_on(situation: Situation, options: Options) -> tuple[str, ...]:
    clauses = [PHASE_CLAUSE[situation.phase]]
    if isinstance(situation, Betting):
        passing = "vinegret.refusal" if situation.to_hold else "vinegret.pass-is-not-refusal"
        clauses.append(passing)
        if options.max_stake is not None:
            clauses.append("vinegret.max-stake")
    return tuple(clauses)
