"""A Solo Whist deal as a record: where it stands, for everybody or for one player."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from evaluators.cards import Card, Suit
from evaluators.chance import Stock
from evaluators.forms import Count, Player, Says
from evaluators.position import Deals, RecordForm, RecordQuestion, Start
from evaluators.solo_whist import auction
from evaluators.solo_whist.deal import DECLARERS, Deal, Outcome, Said, Trick
from evaluators.solo_whist.remedies import judge
from evaluators.solo_whist.rules import (
    ACTIONS,
    CODE,
    HAND,
    PACK,
    PLAYERS,
    Call,
    Contract,
    Options,
)
from evaluators.standing import OUTCOME, common, seated
from evaluators.standing import Standing as CommonStanding
from evaluators.trick_compare import Play

PACKETS = (3, 3, 3, 3, 1)
"""How the thirteen cards of each are dealt (`solo-whist.deal`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record(RecordForm):
    """A deal: who plays, and what has happened."""

    players: Annotated[
        tuple[Player, ...],
        Count(*PLAYERS, ("solo-whist.players",)),
        Says("The four players clockwise, starting anywhere."),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(RecordQuestion):
    """A record, and perhaps whose eyes see it."""

    record: Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Bid:
    """The standing bid: the highest so far, and who made it, with who accepted it."""

    bid: Annotated[Call, Says("What was bid.")]
    players: Annotated[tuple[str, ...], Says("Who bid it, then who accepted it, if anybody has.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing(CommonStanding):
    """Where the deal stands; the ledger is zeros until the result stands."""

    dealer: Annotated[str, Says("The player who deals.")]
    eldest: Annotated[str, Says("The player at the dealer's left, who speaks first.")]
    turn_up: Annotated[Card | None, Says("The card turned up; one of the dealer's thirteen.")]
    trump: Annotated[Suit | None, Says("The trump suit in force; null if none, or not yet.")]
    calls: Annotated[tuple[Said, ...], Says("The calls made, in order.")]
    standing: Annotated[Bid | None, Says("The highest bid so far; null before the first.")]
    contract: Annotated[
        Contract | None, Says("What is played for; null unless the auction has settled it.")
    ]
    declarers: Annotated[tuple[str, ...], DECLARERS]
    exposed: Annotated[str | None, Says("Whose hand lies face up for everybody.")]
    leader: Annotated[str | None, Says("Who led, or is to lead, the trick being played.")]
    trick: Annotated[
        tuple[Play, ...], Says("The cards of the trick being played, in the order they fell.")
    ]
    tricks: Annotated[Mapping[str, int], Says("How many tricks each has made.")]
    played: Annotated[tuple[Trick, ...], Says("The finished tricks, in order.")]
    outcome: Annotated[Outcome | None, OUTCOME]


def _begin(record: Record, start: Start, options: Options) -> Deal:
    """The deal before its first card (`solo-whist.deal`)."""
    del record  # nothing is carried in
    seats = start.seats
    rounds = (HAND,) if start.told else PACKETS
    return Deal(
        options=options,
        seats=seats,
        told=start.told,
        stage="deal",
        packets=tuple((player, number) for number in rounds for player in seats),
        hands=dict.fromkeys(seats, ()),
        stock=Stock(start.stock),
        bidding=auction.begin(seats, options.unaccepted_proposal),
        tricks=dict.fromkeys(seats, 0),
        ledger=dict.fromkeys(seats, 0),
    )


DEALS = Deals(CODE, PACK, ACTIONS, Record, _begin, judge)


def position(question: Question, options: Options) -> Standing:
    """Where a deal stands after all actions of its record."""
    record, viewer = question.record, question.viewer
    deal = DEALS.reached(record, options, viewer)
    bidding = deal.bidding
    leader = deal.trick[0].player if deal.trick else deal.actor
    return Standing(
        **common(deal, record, viewer, PACK, (deal.exposed,)),
        dealer=deal.dealer,
        eldest=deal.eldest,
        turn_up=deal.turn_up,
        trump=deal.trump,
        calls=deal.calls,
        standing=Bid(bid=bidding.standing, players=bidding.holders) if bidding.standing else None,
        contract=deal.contract,
        declarers=deal.declarers,
        exposed=deal.exposed,
        leader=leader if deal.phase == "play" else None,
        trick=deal.trick,
        tricks=seated(record, deal.tricks),
        played=deal.played,
        outcome=None if deal.result_in_doubt else deal.outcome,
    )
