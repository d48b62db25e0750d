"""A Solo Whist deal as a record: where it stands, for everybody or for one player."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

from evaluators.actions import ActionReader
from evaluators.cards import Card, Suit
from evaluators.chance import Source, shuffled
from evaluators.faults import Fault
from evaluators.forms import ABSENT, Absent, Count, Form, Given, Player, Says
from evaluators.game import Answer, Move
from evaluators.position import (
    Pile,
    RecordForm,
    chance_of,
    moves_for,
    pile,
    replayed,
    seats_of,
    to_act,
    unknown_viewer,
)
from evaluators.solo_whist import auction
from evaluators.solo_whist.deal import Deal, Outcome, Trick
from evaluators.solo_whist.legal_moves import Said
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
from evaluators.trick_compare import Play

PACKETS = (3, 3, 3, 3, 1)
"""How the thirteen cards of each are dealt (`solo-whist.deal`)."""

_Deck = Annotated[
    tuple[Card, ...],
    Count(len(PACK.cards), len(PACK.cards), ("solo-whist.pack",)),
    Says("The whole pack in the order in which it is dealt."),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record(RecordForm):
    """A deal: who plays, and what has happened."""

    players: Annotated[
        tuple[Player, ...],
        Count(*PLAYERS, ("solo-whist.players",)),
        Says("The four players clockwise, starting anywhere."),
    ]
    deck: _Deck | Absent = ABSENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Form):
    """A record, and perhaps whose eyes see it."""

    record: Record
    viewer: Annotated[Player | Absent, Says("Who asks; nothing he could not know is told.")] = (
        ABSENT
    )

    @classmethod
    def faults(cls, given: Given) -> Iterator[Fault]:
        """A viewer who does not play."""
        yield from unknown_viewer(given)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bid:
    """The standing bid: the highest so far, and who made it, with who accepted it."""

    bid: Call
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing(Answer):
    """Where the deal stands."""

    phase: str
    to_act: Annotated[str | None, Says("A player, `table`, or null when nothing can follow.")]
    legal_moves: tuple[Move, ...]
    dealer: str
    eldest: str
    hands: Mapping[str, Pile]
    turn_up: Annotated[Card | None, Says("The card turned up; one of the dealer's thirteen.")]
    trump: Annotated[Suit | None, Says("The trump suit in force; null if none, or not yet.")]
    calls: tuple[Said, ...]
    standing: Bid | None
    contract: Contract | None
    declarers: tuple[str, ...]
    exposed: Annotated[str | None, Says("Whose hand lies face up for everybody.")]
    leader: Annotated[str | None, Says("Who led, or is to lead, the trick being played.")]
    trick: tuple[Play, ...]
    tricks: Mapping[str, int]
    played: tuple[Trick, ...]
    ledger: Annotated[Mapping[str, int], Says("In tokens; zeros until the result stands.")]
    finished: bool
    outcome: Outcome | None


def begin(record: Record, options: Options) -> Deal:
    """The deal before its first card (`solo-whist.deal`)."""
    seats, _ = seats_of(record)
    chance = chance_of(CODE, record)
    told = chance.source is Source.TOLD
    stock = PACK.cards if record.deck is ABSENT else record.deck
    if chance.source is Source.SEED:
        stock = shuffled(CODE, chance.seed, 0, PACK.cards)
    rounds = (HAND,) if told else PACKETS
    return Deal(
        options=options,
        seats=seats,
        told=told,
        phase="deal",
        packets=tuple((player, number) for number in rounds for player in seats),
        hands=dict.fromkeys(seats, ()),
        stock=stock,
        bidding=auction.begin(seats, options.unaccepted_proposal),
        tricks=dict.fromkeys(seats, 0),
        ledger=dict.fromkeys(seats, 0),
    )


def replay_record(record: Record, options: Options, viewer: str | None) -> Deal:
    """The deal after all actions of a record; raises `Faults` at the first that is illegal."""
    reader = ActionReader(ACTIONS, PACK, record.players)
    return replayed(begin(record, options), chance_of(CODE, record), record, reader, viewer)


def position(question: Question, options: Options) -> Standing:
    """Where a deal stands after all actions of its record."""
    record = question.record
    viewer = None if question.viewer is ABSENT else question.viewer
    deal = replay_record(record, options, viewer)
    seats = record.players
    bidding = deal.bidding
    leader = deal.trick[0].player if deal.trick else deal.actor

    def shown(player: str) -> bool:
        return viewer in {None, player} or player == deal.exposed

    return Standing(
        phase=deal.phase,
        to_act=to_act(deal),
        legal_moves=moves_for(deal, viewer),
        dealer=deal.dealer,
        eldest=deal.eldest,
        hands={player: pile(deal.hands[player], PACK, shown=shown(player)) for player in seats},
        turn_up=deal.turn_up,
        trump=deal.trump,
        calls=tuple(Said(player=player, call=call) for player, call in deal.calls),
        standing=Bid(bid=bidding.standing, players=bidding.holders) if bidding.standing else None,
        contract=deal.contract,
        declarers=deal.declarers,
        exposed=deal.exposed,
        leader=leader if deal.phase == "play" else None,
        trick=deal.trick,
        tricks={player: deal.tricks[player] for player in seats},
        played=deal.played,
        ledger={player: deal.ledger[player] for player in seats},
        finished=deal.finished,
        outcome=deal.outcome,
    )
