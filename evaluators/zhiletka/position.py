"""A Zhiletka deal as a record: where it stands, for everybody or for one player."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

from evaluators.actions import ActionReader
from evaluators.cards import Card, Suit
from evaluators.chance import Source, shuffled
from evaluators.faults import Fault
from evaluators.forms import ABSENT, Absent, Count, Form, Given, Named, Player, Says, Tokens
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
from evaluators.zhiletka.deal import Deal, Outcome
from evaluators.zhiletka.rules import ACTIONS, CODE, PACK, PLAYERS, Options

_Deck = Annotated[
    tuple[Card, ...],
    Count(len(PACK.cards), len(PACK.cards), ("zhiletka.pack",)),
    Says("The whole pack in the order in which it is dealt."),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record(RecordForm):
    """A deal: who plays, what is carried in, and what has happened."""

    players: Annotated[tuple[Player, ...], Count(*PLAYERS, ("zhiletka.players",))]
    deck: _Deck | Absent = ABSENT
    pot: Annotated[Tokens, Says("The pot carried in from the deal before, in tokens.")] = 0


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
class Stock:
    """The stock: how many cards, the turned one included, and whether that still lies under it."""

    count: int
    turned_under: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing(Answer):
    """Where the deal stands."""

    phase: str
    to_act: Annotated[str | None, Says("A player, `table`, or null when nothing can follow.")]
    legal_moves: tuple[Move, ...]
    hands: Mapping[str, Pile]
    playing: Annotated[tuple[str, ...], Named("in"), Says("Who is still in the game.")]
    attacker: str | None
    defender: str | None
    attack: tuple[Card, ...]
    trump: Suit | None
    turned: Annotated[Card | None, Says("The card that was turned up, also once it is drawn.")]
    stock: Stock
    discards: Pile
    pot: Annotated[int, Says("Tokens in the pot.")]
    ledger: Annotated[Mapping[str, int], Says("What each has got, less what he put in, in tokens.")]
    finished: bool
    outcome: Outcome | None


def begin(record: Record, options: Options) -> Deal:
    """The deal before its first card, all antes paid (`zhiletka.ante`)."""
    seats, _ = seats_of(record)
    chance = chance_of(CODE, record)
    stock = PACK.cards if record.deck is ABSENT else record.deck
    if chance.source is Source.SEED:
        stock = shuffled(CODE, chance.seed, 0, PACK.cards)
    return Deal(
        options=options,
        seats=seats,
        told=chance.source is Source.TOLD,
        stage="deal",
        packets=seats,
        hands=dict.fromkeys(seats, ()),
        stock=stock,
        playing=seats,
        pot=record.pot + options.ante * len(seats),
        ledger=dict.fromkeys(seats, -options.ante),
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
    sbor = deal.outcome.winner if deal.outcome and deal.outcome.cards else None

    def shown(player: str) -> bool:
        return viewer in {None, player} or player == sbor

    return Standing(
        phase=deal.phase,
        to_act=to_act(deal),
        legal_moves=moves_for(deal, viewer),
        hands={player: pile(deal.hands[player], PACK, shown=shown(player)) for player in seats},
        playing=tuple(player for player in seats if player in deal.playing),
        attacker=None if deal.finished else deal.attacker,
        defender=None if deal.finished else deal.defender,
        attack=PACK.in_order(deal.attack),
        trump=deal.trump,
        turned=deal.turned,
        stock=Stock(count=len(deal.stock), turned_under=deal.turned_under),
        discards=pile(deal.discards, PACK, shown=False),
        pot=deal.pot,
        ledger={player: deal.ledger[player] for player in seats},
        finished=deal.finished,
        outcome=deal.outcome,
    )
