"""A Vinegret deal as a record: where it stands, for everybody or for one player."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

from evaluators.actions import ActionReader
from evaluators.cards import Card
from evaluators.chance import Source, shuffled
from evaluators.faults import Fault
from evaluators.forms import ABSENT, Absent, Count, Form, Given, Player, Says, Tokens
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
from evaluators.vinegret.deal import Deal, Outcome
from evaluators.vinegret.rules import ACTIONS, CODE, PACK, Options, Seats

_Deck = Annotated[
    tuple[Card, ...],
    Count(len(PACK.cards), len(PACK.cards), ("vinegret.pack",)),
    Says("The whole pack in the order in which it is dealt."),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record(RecordForm):
    """A deal: who plays, what is carried in, and what has happened."""

    players: Seats
    deck: _Deck | Absent = ABSENT
    pool: Annotated[Tokens, Says("The pool carried in from the deal before, in tokens.")] = 0


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
class Standing(Answer):
    """Where the deal stands."""

    phase: str
    to_act: Annotated[str | None, Says("A player, `table`, or null when nothing can follow.")]
    legal_moves: tuple[Move, ...]
    hands: Mapping[str, Pile]
    stock: Pile
    discards: Pile
    pool: Annotated[int, Says("Tokens in the pool.")]
    bets: Annotated[Mapping[str, int], Says("Stakes of the betting in progress, in tokens.")]
    refused: Annotated[tuple[str, ...], Says("Who may stake no more.")]
    ledger: Annotated[Mapping[str, int], Says("What each has got, less what he put in, in tokens.")]
    finished: bool
    outcome: Outcome | None

    def combinations_seen(self) -> tuple[str, ...]:
        """The winner's."""
        best = self.outcome.combination if self.outcome else None
        return () if best is None else (best.code,)


def begin(record: Record, options: Options) -> Deal:
    """The deal before its first card, all antes paid (`vinegret.ante`)."""
    seats, _ = seats_of(record)
    chance = chance_of(CODE, record)
    stock = PACK.cards if record.deck is ABSENT else record.deck
    if chance.source is Source.SEED:
        stock = shuffled(CODE, chance.seed, 0, PACK.cards)
    return Deal(
        options=options,
        seats=seats,
        told=chance.source is Source.TOLD,
        phase="first-cards",
        hands=dict.fromkeys(seats, ()),
        stock=stock,
        queue=seats,
        pool=record.pool + options.ante * len(seats),
        ledger=dict.fromkeys(seats, -options.ante),
        bets=dict.fromkeys(seats, 0),
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
    open_hands = _shown(deal)
    seats = record.players

    def shown(player: str) -> bool:
        return viewer in {None, player} or player in open_hands

    return Standing(
        phase=deal.phase,
        to_act=to_act(deal),
        legal_moves=moves_for(deal, viewer),
        hands={player: pile(deal.hands[player], PACK, shown=shown(player)) for player in seats},
        stock=pile(deal.stock, PACK, shown=False),
        discards=pile((*deal.discards, *deal.aside), PACK, shown=False),
        pool=deal.pool,
        bets={player: deal.bets[player] for player in seats},
        refused=tuple(player for player in seats if player in deal.refused),
        ledger={player: deal.ledger[player] for player in seats},
        finished=deal.finished,
        outcome=deal.outcome,
    )


def _shown(deal: Deal) -> tuple[str, ...]:
    """Whose hands lie open at the end: the raiser's, or those of all who stayed."""
    outcome = deal.outcome
    if outcome is None or outcome.winner is None:
        return ()
    return deal.staying if outcome.result == "showdown" else (outcome.winner,)
