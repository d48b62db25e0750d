"""What a Écarté player may do, from what he himself can know."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Any, Literal

from evaluators.cards import Card, Suit
from evaluators.ecarte.evaluate import king_of
from evaluators.ecarte.refusals import (
    PHASES,
    refuse_card,
    refuse_exchange,
    refuse_king,
    refuse_phase,
    refuse_proposal,
)
from evaluators.ecarte.rules import (
    HAND,
    PACK,
    RULEBOOK,
    STOCK,
    FullHand,
    KingWindow,
    Options,
    Role,
    StockShort,
)
from evaluators.faults import Fault, fault
from evaluators.forms import ABSENT, Absent, Between, Count, Form, Given, Says
from evaluators.game import Move, Refusal
from evaluators.moves import LegalMoves, sorted_out

_Stock = Annotated[
    int | Absent, Between(0, STOCK), Says("Cards left in the stock; enough by default.")
]
_Unneeded = Annotated[FullHand | Absent, Says("Not needed in this phase.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal(Form):
    """The elder's word: play at once, or propose."""

    phase: Literal["proposal"]
    stock: _Stock = ABSENT
    hand: _Unneeded = ABSENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Answering(Form):
    """The dealer's word on a proposal."""

    phase: Literal["answer"]
    hand: _Unneeded = ABSENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange(Form):
    """A player's turn to change cards."""

    phase: Literal["elder-exchange", "dealer-exchange"]
    hand: FullHand
    stock: _Stock = ABSENT


@dataclass(frozen=True, slots=True, kw_only=True)
class King(Form):
    """A player's turn to announce the king of trumps, before the first lead."""

    phase: Literal["king"]
    hand: FullHand
    trump: Suit


@dataclass(frozen=True, slots=True, kw_only=True)
class Playing(Form):
    """A player's turn to play a card."""

    phase: Literal["play"]
    hand: Annotated[tuple[Card, ...], Count(1, HAND, ("ecarte.deal",))]
    trump: Suit
    led: Annotated[Card | Absent, Says("The card to be answered; missing when leading.")] = ABSENT
    announced: Annotated[
        bool | Absent, Says("He has announced the king; only where that is done at his first card.")
    ] = ABSENT

    @classmethod
    def faults(cls, given: Given) -> Iterator[Fault]:
        """A led card that the player holds himself, a king announced that nobody holds."""
        led = given.get("led")
        if led is not None and led in given.get("hand", ()):
            facts = {"card": str(led)}
            yield fault("duplicate-card", "led", text="card-also-in-hand", facts=facts)
        hand = given.get("hand", ())
        whole = len(hand) == HAND and None not in hand and "trump" in given
        if given.get("announced") and whole and not king_of(given["trump"], hand):
            text = RULEBOOK.refusal("king-not-held", {})
            yield Fault("king-not-held", text, ("announced",), ("ecarte.king",))


Situation = Proposal | Answering | Exchange | King | Playing


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Form):
    """A situation, and perhaps one move to be judged in it."""

    situation: Situation
    move: Annotated[Move | Absent, Says("A move to be judged.")] = ABSENT

    @classmethod
    def faults_under(cls, given: Given, options: Any) -> Iterator[Fault]:
        """What cannot be under the options in force."""
        situation = given.get("situation") or {}
        own_card = options.king_window is KingWindow.OWN_FIRST_CARD
        window = ("ecarte.king-window",)
        if situation.get("phase") == "king" and own_card:
            text = RULEBOOK.phrase("faults", "no-king-phase")
            yield Fault("wrong-phase", text, ("situation", "phase"), window)
        if "announced" in situation and not own_card:
            text = RULEBOOK.phrase("faults", "announced-in-play")
            yield Fault("unknown-field", text, ("situation", "announced"), window)
        short = options.stock_short is StockShort.PLAY
        stock = situation.get("stock", STOCK)
        if short and "exchange" in situation.get("phase", "") and not 1 <= stock <= STOCK:
            facts = {"min": 1, "max": STOCK}
            clauses = ("ecarte.short-stock",)
            yield fault("out-of-range", "situation", "stock", clauses=clauses, facts=facts)


def refuse(move: Move, situation: Situation, options: Options) -> Refusal | None:
    """Why a move may not be made in a situation, None if it may."""
    if refusal := refuse_phase(move.action, situation.phase, options):
        return refusal
    match situation, move:
        case Proposal(), Move("propose"):
            return refuse_proposal(_stock(situation), options)
        case Exchange(hand=hand), Move(cards=tuple(cards)):
            role = Role.ELDER if situation.phase == "elder-exchange" else Role.DEALER
            return refuse_exchange(cards, hand, role, _stock(situation), options)
        case King(hand=hand, trump=trump), Move("announce-king"):
            return refuse_king(hand, trump, too_late=False, announced=False)
        case Playing(hand=hand, trump=trump), Move("announce-king"):
            announced = situation.announced is True
            return refuse_king(hand, trump, too_late=len(hand) < HAND, announced=announced)
        case Playing(hand=hand, trump=trump), Move("play", card=Card() as card):
            led = None if situation.led is ABSENT else situation.led
            return refuse_card(card, hand, led, trump)
        case _:
            return None


def _stock(situation: Proposal | Exchange) -> int:
    return STOCK if situation.stock is ABSENT else situation.stock


def _at_first_card(situation: Playing, options: Options) -> bool:
    """Whether it is the turn at which the king of trumps may be announced in play."""
    return options.king_window is KingWindow.OWN_FIRST_CARD and len(situation.hand) == HAND


def _conceivable(situation: Situation, options: Options) -> Iterator[Move]:
    """The moves a player might think of in a situation, in the order in which they are listed."""
    for action in PHASES[situation.phase]:
        match action, situation:
            case "exchange", Exchange(hand=hand):
                for number in range(HAND + 1):
                    for cards in combinations(PACK.in_order(hand), number):
                        yield Move(action, cards=cards)
            case "play", Playing(hand=hand):
                yield from (Move(action, card=card) for card in PACK.in_order(hand))
            case "announce-king", Playing():
                if _at_first_card(situation, options):
                    yield Move(action)
            case _:
                yield Move(action)


def legal_moves(question: Question, options: Options) -> LegalMoves:
    """Every move allowed in a situation, those refused, and the move asked about."""
    situation = question.situation
    return sorted_out(
        _conceivable(situation, options),
        lambda move: refuse(move, situation, options),
        _resting_on(situation, options),
        question.move,
    )


def _resting_on(situation: Situation, options: Options) -> tuple[str, ...]:
    """The clauses that say what may be done in a situation."""
    short = ("ecarte.short-stock" if options.stock_short is StockShort.PLAY else "ecarte.recycle",)
    match situation:
        case Proposal():
            return ("ecarte.propose-or-play", "ecarte.again", *short)
        case Answering():
            return ("ecarte.answer",)
        case Exchange():
            return (f"ecarte.{situation.phase}", *short)
        case King():
            return ("ecarte.king", "ecarte.king-window")
        case _:
            king = (
                ("ecarte.king", "ecarte.king-window") if _at_first_card(situation, options) else ()
            )
            duty = "ecarte.lead" if situation.led is ABSENT else "ecarte.follow-and-beat"
            return (*king, duty, "ecarte.thrown-up")
