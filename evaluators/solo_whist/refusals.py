"""What may be done at a turn in Solo Whist, and why a move may not be made.

Each `refuse_…` function holds the rule of one kind of action and returns why a move breaks it, or
None. Whatever asks about legality asks here, situations and records.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from evaluators.cards import Card, Suit
from evaluators.game import Move, Refusal, refusal
from evaluators.solo_whist import auction
from evaluators.solo_whist.auction import Auction
from evaluators.solo_whist.rules import PACK, RULEBOOK, Call
from evaluators.texts import phrase
from evaluators.tricks import able_to_follow


@dataclass(frozen=True, slots=True)
class Turn:
    """What counts at a player's turn: the auction so far, or his hand and the trick's cards."""

    phase: str
    bidding: Auction | None = None
    hand: tuple[Card, ...] = ()
    trick: tuple[Card, ...] = ()


PHASES: Mapping[str, str] = {
    "auction": "call",
    "name-trumps": "name-trumps",
    "play": "play",
}
"""The action whose turn it is in each phase."""

CLAUSE_OF: Mapping[str, str] = {
    "call": "solo-whist.turns",
    "name-trumps": "solo-whist.name-trumps",
    "play": "solo-whist.lead",
}
"""The clause that describes each action."""


_refusal = partial(refusal, RULEBOOK)


def conceivable(turn: Turn) -> Iterator[Move]:
    """Calls, suits or cards, in the order in which they are listed."""
    if turn.phase == "name-trumps":
        yield from (Move("name-trumps", suit=suit) for suit in Suit)
    elif turn.phase == "play":
        yield from (Move("play", card=card) for card in PACK.in_order(turn.hand))
    elif turn.bidding and turn.bidding.to_act is not None:
        yield from (Move("call", call=call) for call in Call)


def resting_on(turn: Turn) -> tuple[str, ...]:
    """The clauses that say what may be done."""
    if turn.bidding is not None:
        return auction.resting_on(turn.bidding)
    if turn.phase == "name-trumps":
        return ("solo-whist.name-trumps",)
    return ("solo-whist.follow" if turn.trick else "solo-whist.lead",)


def refuse(move: Move, turn: Turn) -> Refusal | None:
    """Why a move may not be made, None if it may: its phase, then the tests of the action."""
    if refusal := refuse_phase(move.action, turn.phase):
        return refusal
    match move:
        case Move(call=Call() as call) if turn.bidding is not None:
            if turn.bidding.to_act is None:
                return refuse_after_end(turn.bidding, "solo-whist.turns")
            return auction.refuse_call(turn.bidding, call)
        case Move(card=Card() as card):
            return refuse_card(card, turn.hand, turn.trick)
        case _:
            return None


def refuse_phase(action: str, phase: str) -> Refusal | None:
    """`wrong-phase`: the action belongs to another moment of the deal."""
    if PHASES[phase] == action:
        return None
    return _refusal("wrong-phase", CLAUSE_OF[action], action=action, phase=phase)


def refuse_speaker(state: Auction, player: str) -> Refusal | None:
    """Whether it is a player's turn to call: those who passed and who hold the bid are left out."""
    if player == state.to_act:
        return None
    clause = "solo-whist.pass" if player in state.passed else "solo-whist.turns"
    if state.to_act is None:
        return refuse_after_end(state, clause)
    text = phrase("refusals", "not-your-turn", facts={"player": state.to_act})
    return Refusal("not-your-turn", (clause,), text)


def refuse_after_end(state: Auction, clause: str) -> Refusal:
    """Nobody has a turn in an auction that is over; after a void the whole deal is."""
    text = RULEBOOK.refusal("auction-over", {})
    if state.contract is None:
        return Refusal("deal-is-over", auction.resting_on(state), text)
    return Refusal("not-your-turn", (clause, "solo-whist.auction-end"), text)


def refuse_card(card: Card, hand: Sequence[Card], trick: Sequence[Card]) -> Refusal | None:
    """Whether a card may be played: any held card to lead; else one of the suit led, if held."""
    if card not in hand:
        return _refusal("card-not-held", "solo-whist.held", card=card)
    if trick and card.suit is not trick[0].suit and able_to_follow(hand, trick[0]):
        return _refusal("must-follow-suit", "solo-whist.follow", card=card, led=trick[0])
    return None
