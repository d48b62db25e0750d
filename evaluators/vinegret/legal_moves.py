"""What a Vinegret player may do, from what he himself can know.

Each `refuse_…` function holds the rule of one kind of action and returns why a move breaks it, or
None. Whatever asks about legality asks these.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Literal

from evaluators.cards import Card
from evaluators.forms import ABSENT, BILLION, MILLION, Absent, Between, Count, Form, Says
from evaluators.game import Amounts, Move, Refusal
from evaluators.moves import LegalMoves, sorted_out
from evaluators.vinegret.rules import PACK, RULEBOOK, FullHand, Options

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


PHASES: Mapping[str, tuple[str, ...]] = {
    "first-exchange": ("vist", "exchange"),
    "first-betting": ("pass", "bet", "hold", "raise"),
    "dealer-choice": ("redeal", "force"),
    "draw": ("exchange",),
    "last-betting": ("pass", "bet", "hold", "raise"),
}
"""The actions whose turn it is in each phase, in the order in which moves are listed."""

PHASE_CLAUSE: Mapping[str, str] = {
    "first-exchange": "vinegret.vist",
    "first-betting": "vinegret.first-betting",
    "dealer-choice": "vinegret.all-pass",
    "draw": "vinegret.draw",
    "last-betting": "vinegret.last-betting",
}
"""The clause that describes each phase."""


def _refusal(code: str, *clauses: str, **facts: object) -> Refusal:
    return Refusal(code, clauses, RULEBOOK.refusal(code, facts))


def refuse_phase(action: str, phase: str) -> Refusal | None:
    """`wrong-phase`, citing the phases that the action belongs to."""
    if action in PHASES[phase]:
        return None
    own = (PHASE_CLAUSE[other] for other, actions in PHASES.items() if action in actions)
    return _refusal("wrong-phase", *own, action=action, phase=phase)


def refuse_word(action: str, phase: str, *, staked: bool) -> Refusal | None:
    """Whether a word of a betting may be said, before any amount is looked at.

    `vinegret.first-betting`: pass or bet; after a bet pass, hold or raise. `vinegret.last-betting`:
    the opening word is raise. `staked`: somebody has staked in this betting.
    """
    clause = PHASE_CLAUSE[phase]
    first = phase == "first-betting"
    if not staked and (action == "hold" or (action == "raise" and first)):
        text = RULEBOOK.refusal("no-stake-yet" if first else "no-stake-yet-last", {})
        return Refusal("no-stake-yet", (clause,), text)
    if action == "bet" and first and staked:
        return _refusal("already-staked", clause)
    if action == "bet" and not first:
        return _refusal("wrong-word", clause)
    return None


def refuse_amount(amount: int, phase: str, max_stake: int | None) -> Refusal | None:
    """Whether a bet or a raise may be of this many tokens (`vinegret.max-stake`)."""
    if not 1 <= amount <= MILLION:
        return _refusal("amount-out-of-range", PHASE_CLAUSE[phase], min=1, max=MILLION)
    if max_stake is not None and amount > max_stake:
        return _refusal("over-max-stake", "vinegret.max-stake", max_stake=max_stake)
    return None


def _fewest(phase: str) -> int:
    """How few cards may be changed: who changes none in the first exchange, says vist."""
    return 1 if phase == "first-exchange" else 0


def refuse_exchange(cards: tuple[Card, ...], phase: str, hand: tuple[Card, ...]) -> Refusal | None:
    """Whether these cards may be changed: one or two at first, none to four in the draw."""
    clause = PHASE_CLAUSE[phase]
    low = _fewest(phase)
    if not low <= len(cards) <= len(hand):
        return _refusal("wrong-count", clause, min=low, max=len(hand), count=len(cards))
    for card in cards:
        if card not in hand:
            return _refusal("card-not-held", clause, card=card)
    return None


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
                for number in range(_fewest(situation.phase), len(hand) + 1):
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
