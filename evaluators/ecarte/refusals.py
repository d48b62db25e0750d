"""Why a Écarté move may not be made.

Each `refuse_…` function holds the rule of one kind of action and returns why a move breaks it, or
None. Whatever asks about legality asks these: situations, records and rulings.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated

from evaluators.cards import Card, Suit
from evaluators.ecarte.evaluate import king_of
from evaluators.ecarte.rules import (
    PACK,
    RULEBOOK,
    STOCK,
    FullHand,
    KingWindow,
    Options,
    Role,
    StockShort,
)
from evaluators.forms import Absent, Between, Says
from evaluators.game import Refusal
from evaluators.tricks import able_to_follow, beats

_Stock = Annotated[
    int | Absent, Between(0, STOCK), Says("Cards left in the stock; enough by default.")
]
_Unneeded = Annotated[FullHand | Absent, Says("Not needed in this phase.")]


PHASES: Mapping[str, tuple[str, ...]] = {
    "proposal": ("play-at-once", "propose"),
    "answer": ("accept", "refuse"),
    "elder-exchange": ("exchange",),
    "dealer-exchange": ("exchange",),
    "king": ("announce-king", "no-king"),
    "play": ("announce-king", "play", "throw-up"),
}
"""The actions whose turn it is in each phase, in the order in which moves are listed."""

CLAUSE_OF: Mapping[str, tuple[str, ...]] = {
    "play-at-once": ("ecarte.propose-or-play",),
    "propose": ("ecarte.propose-or-play",),
    "accept": ("ecarte.answer",),
    "refuse": ("ecarte.answer",),
    "exchange": ("ecarte.elder-exchange", "ecarte.dealer-exchange"),
    "announce-king": ("ecarte.king-window",),
    "no-king": ("ecarte.king-window",),
    "play": ("ecarte.lead",),
    "throw-up": ("ecarte.thrown-up",),
}
"""The clause that describes each action."""


def _refusal(code: str, *clauses: str, **facts: object) -> Refusal:
    return Refusal(code, clauses, RULEBOOK.refusal(code, facts))


def refuse_phase(action: str, phase: str, options: Options) -> Refusal | None:
    """`wrong-phase`: the action belongs to another moment of the deal."""
    before_lead = options.king_window is KingWindow.BEFORE_FIRST_LEAD
    too_early = action == "announce-king" and phase == "play" and before_lead
    if action in PHASES[phase] and not too_early:
        return None
    return _refusal("wrong-phase", *CLAUSE_OF[action], action=action, phase=phase)


def refuse_proposal(stock: int, options: Options) -> Refusal | None:
    """Whether the elder may propose: not where an empty stock is not renewed."""
    if options.stock_short is StockShort.PLAY and stock == 0:
        return _refusal("stock-empty", "ecarte.short-stock")
    return None


def refuse_exchange(
    cards: Sequence[Card], hand: Sequence[Card], role: Role, stock: int, options: Options
) -> Refusal | None:
    """Whether these cards may be changed: one to five, and no more than a short stock gives."""
    elder = role is Role.ELDER
    least = 1 if elder else options.dealer_minimum_exchange
    if len(cards) < least:
        return _refusal("must-exchange-one", f"ecarte.{role}-exchange")
    if options.stock_short is StockShort.PLAY and len(cards) > stock:
        return _refusal("stock-too-small", "ecarte.short-stock", stock=stock)
    return _refuse_unheld(cards, hand)


def _refuse_unheld(cards: Sequence[Card], hand: Sequence[Card]) -> Refusal | None:
    unheld = next((card for card in cards if card not in hand), None)
    return None if unheld is None else _refusal("card-not-held", "ecarte.held", card=unheld)


def refuse_king(
    hand: Sequence[Card], trump: Suit, *, too_late: bool, announced: bool
) -> Refusal | None:
    """Whether the king of trumps may be announced: in time, once, and by who holds it."""
    if too_late:
        return _refusal("king-too-late", "ecarte.king-window")
    if announced:
        return _refusal("king-already-announced", "ecarte.king-window")
    if not king_of(trump, hand):
        return _refusal("king-not-held", "ecarte.false-king")
    return None


def refuse_card(card: Card, hand: Sequence[Card], led: Card | None, trump: Suit) -> Refusal | None:
    """Whether a card may be played: any held card to lead; else follow and beat, follow, trump."""
    if refusal := _refuse_unheld([card], hand):
        return refusal
    if led is None:
        return None
    clause = "ecarte.follow-and-beat"
    if able_to_follow(hand, led):
        if card.suit is not led.suit:
            return _refusal("must-follow-suit", clause, card=card, led=led)
        could_beat = any(beats(held, led, PACK, led.suit) for held in hand)
        if could_beat and not beats(card, led, PACK, led.suit):
            return _refusal("must-beat", clause, card=card, led=led)
    elif card.suit is not trump and any(held.suit is trump for held in hand):
        return _refusal("must-trump", clause, card=card, led=led, trump=trump)
    return None
