"""What may be done at a turn in Écarté, and why a move may not be made.

Each `refuse_…` function holds the rule of one kind of action and returns why a move breaks it, or
None. Whatever asks about legality asks here, situations and records.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from evaluators.cards import Card, Suit
from evaluators.ecarte.evaluate import king_of
from evaluators.ecarte.rules import (
    HAND,
    PACK,
    RULEBOOK,
    STOCK,
    KingWindow,
    Options,
    Role,
    StockShort,
)
from evaluators.game import Move, Refusal, refusal
from evaluators.tricks import able_to_follow, beats


@dataclass(frozen=True, slots=True)
class Turn:
    """What counts at a player's turn. `stock`: cards left in it; `led`: the card to be answered."""

    phase: str
    hand: tuple[Card, ...] = ()
    stock: int = STOCK
    trump: Suit | None = None
    led: Card | None = None
    announced: bool = False

    def is_first_card(self, options: Options) -> bool:
        """Whether it is the turn at which the king of trumps may be announced in play."""
        own_card = options.king_window is KingWindow.OWN_FIRST_CARD
        return self.phase == "play" and own_card and len(self.hand) == HAND


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


_refusal = partial(refusal, RULEBOOK)


def conceivable(turn: Turn, options: Options) -> Iterator[Move]:
    """The moves a player might think of, in the order in which they are listed."""
    hand = PACK.in_order(turn.hand)
    for action in PHASES[turn.phase]:
        match action, turn.phase:
            case "exchange", _:
                for number in range(HAND + 1):
                    yield from (Move(action, cards=cards) for cards in combinations(hand, number))
            case "play", _:
                yield from (Move(action, card=card) for card in hand)
            case "announce-king", "play" if not turn.is_first_card(options):
                pass
            case _:
                yield Move(action)


def resting_on(turn: Turn, options: Options) -> tuple[str, ...]:
    """The clauses that say what may be done."""
    short = ("ecarte.short-stock" if options.stock_short is StockShort.PLAY else "ecarte.recycle",)
    window = ("ecarte.king", "ecarte.king-window")
    match turn.phase:
        case "proposal":
            return ("ecarte.propose-or-play", "ecarte.again", *short)
        case "answer":
            return ("ecarte.answer",)
        case "elder-exchange" | "dealer-exchange":
            return (f"ecarte.{turn.phase}", *short)
        case "king":
            return window
        case _:
            king = window if turn.is_first_card(options) else ()
            duty = "ecarte.lead" if turn.led is None else "ecarte.follow-and-beat"
            return (*king, duty, "ecarte.thrown-up")


def refuse(move: Move, turn: Turn, options: Options) -> Refusal | None:
    """Why a move may not be made, None if it may: its phase, then the tests of the action."""
    if refusal := refuse_phase(move.action, turn.phase, options):
        return refusal
    match move:
        case Move("propose"):
            return refuse_proposal(turn.stock, options)
        case Move("exchange", cards=tuple(cards)):
            role = Role.ELDER if turn.phase == "elder-exchange" else Role.DEALER
            return refuse_exchange(cards, turn.hand, role, turn.stock, options)
        case Move("announce-king"):
            late = turn.phase == "play" and len(turn.hand) < HAND
            return refuse_king(turn.hand, turn.trump, too_late=late, announced=turn.announced)
        case Move("play", card=Card() as card):
            return refuse_card(card, turn.hand, turn.led, turn.trump)
        case _:
            return None


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
    hand: Sequence[Card], trump: Suit | None, *, too_late: bool, announced: bool
) -> Refusal | None:
    """Whether the king of trumps may be announced: in time, once, and by who holds it."""
    if too_late:
        return _refusal("king-too-late", "ecarte.king-window")
    if announced:
        return _refusal("king-already-announced", "ecarte.king-window")
    if trump is None or not king_of(trump, hand):
        return _refusal("king-not-held", "ecarte.false-king")
    return None


def refuse_card(
    card: Card, hand: Sequence[Card], led: Card | None, trump: Suit | None
) -> Refusal | None:
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
