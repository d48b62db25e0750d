"""Why a Solo Whist move may not be made.

Each `refuse_…` function holds the rule of one kind of action and returns why a move breaks it, or
None. Whatever asks about legality asks these: situations, records and rulings.
"""

from collections.abc import Mapping, Sequence

from evaluators.cards import Card
from evaluators.game import Refusal
from evaluators.solo_whist import auction
from evaluators.solo_whist.auction import Auction
from evaluators.solo_whist.rules import (
    RULEBOOK,
)
from evaluators.tricks import able_to_follow

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


def _refusal(code: str, *clauses: str, **facts: object) -> Refusal:
    return Refusal(code, clauses, RULEBOOK.refusal(code, facts))


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
    return _refusal("not-your-turn", clause, player=state.to_act)


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
