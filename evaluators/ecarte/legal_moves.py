"""What an Écarté player may do, from what he himself can know."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from evaluators.cards import Card
from evaluators.ecarte.evaluate import king_of
from evaluators.ecarte.position import DEALS, Record, game_over_in
from evaluators.ecarte.refusals import Turn, conceivable, refuse, resting_on
from evaluators.ecarte.rules import (
    HAND,
    RULEBOOK,
    STOCK,
    FullHand,
    KingWindow,
    Options,
    StockShort,
    Trump,
)
from evaluators.faults import Fault, fault
from evaluators.forms import ABSENT, Absent, Between, Count, Form, Given, Says
from evaluators.moves import LegalMoves, sorted_out
from evaluators.position import PHASE, SITUATION, MovesQuestion

_Stock = Annotated[
    int | Absent, Between(0, STOCK), Says("Cards left in the stock; enough by default.")
]
_Unneeded = Annotated[FullHand | Absent, Says("Not needed in this phase.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal(Form):
    """The elder's word: play at once, or propose."""

    phase: Annotated[Literal["proposal"], PHASE]
    stock: _Stock = ABSENT
    hand: _Unneeded = ABSENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Answering(Form):
    """The dealer's word on a proposal."""

    phase: Annotated[Literal["answer"], PHASE]
    hand: _Unneeded = ABSENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange(Form):
    """A player's turn to change cards."""

    phase: Annotated[Literal["elder-exchange", "dealer-exchange"], PHASE]
    hand: FullHand
    stock: _Stock = ABSENT


@dataclass(frozen=True, slots=True, kw_only=True)
class King(Form):
    """A player's turn to announce the king of trumps, before the first lead."""

    phase: Annotated[Literal["king"], PHASE]
    hand: FullHand
    trump: Trump


@dataclass(frozen=True, slots=True, kw_only=True)
class Playing(Form):
    """A player's turn to play a card."""

    phase: Annotated[Literal["play"], PHASE]
    hand: Annotated[
        tuple[Card, ...], Count(1, HAND, ("ecarte.deal",)), Says("The cards he still holds.")
    ]
    trump: Trump
    led: Annotated[Card | Absent, Says("The card to be answered; missing when leading.")] = ABSENT
    announced: Annotated[
        bool | Absent, Says("He has announced the king; only where that is done at his first card.")
    ] = ABSENT

    @classmethod
    def faults(cls, given: Given) -> Iterator[Fault]:
        """A led card that the player holds himself."""
        led = given.get("led")
        if led is not None and led in given.get("hand", ()):
            facts = {"card": str(led)}
            yield fault("duplicate-card", "led", text="card-also-in-hand", facts=facts)


Situation = Annotated[Proposal | Answering | Exchange | King | Playing, SITUATION]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(MovesQuestion):
    """A situation, or a record and perhaps whose eyes see it; and perhaps one move to be judged."""

    situation: Situation | Absent = ABSENT
    record: Record | Absent = ABSENT

    @classmethod
    def faults_under(cls, given: Given, options: Any) -> Iterator[Fault]:
        """What cannot be under the options in force."""
        yield from game_over_in(given, options)
        situation = given.get("situation") or {}
        own_card = options.king_window is KingWindow.OWN_FIRST_CARD
        window = ("ecarte.king-window",)
        if situation.get("phase") == "king" and own_card:
            text = RULEBOOK.phrase("faults", "no-king-phase")
            yield Fault("wrong-phase", text, ("situation", "phase"), window)
        if "announced" in situation and not own_card:
            text = RULEBOOK.phrase("faults", "announced-in-play")
            yield Fault("unknown-field", text, ("situation", "announced"), window)
        hand = situation.get("hand", ())
        whole = len(hand) == HAND and None not in hand and "trump" in situation
        announced = own_card and situation.get("announced")
        if announced and whole and not king_of(situation["trump"], hand):
            text = RULEBOOK.phrase("faults", "announced-unheld")
            yield Fault("king-not-held", text, ("situation", "announced"), ("ecarte.false-king",))
        short = options.stock_short is StockShort.PLAY
        stock = situation.get("stock", STOCK)
        if short and "exchange" in situation.get("phase", "") and not 1 <= stock <= STOCK:
            facts = {"min": 1, "max": STOCK}
            clauses = ("ecarte.short-stock",)
            yield fault("out-of-range", "situation", "stock", clauses=clauses, facts=facts)


def legal_moves(question: Question, options: Options) -> LegalMoves:
    """Every move allowed in a situation, those refused, and the move asked about."""
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
        case Exchange(phase=phase, hand=hand, stock=stock):
            return Turn(phase, hand, STOCK if stock is ABSENT else stock)
        case Proposal(phase=phase, stock=stock):
            return Turn(phase, stock=STOCK if stock is ABSENT else stock)
        case King(phase=phase, hand=hand, trump=trump):
            return Turn(phase, hand, trump=trump)
        case Playing(phase=phase, hand=hand, trump=trump):
            led = None if situation.led is ABSENT else situation.led
            return Turn(phase, hand, trump=trump, led=led, announced=situation.announced is True)
        case _:
            return Turn(situation.phase)
