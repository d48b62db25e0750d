"""An Écarté deal as a record: where it stands, for everybody or for one player."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from evaluators import players
from evaluators.actions import ActionReader
from evaluators.cards import Card, Suit
from evaluators.chance import Source, shuffled
from evaluators.ecarte.deal import Deal, Outcome
from evaluators.ecarte.rules import ACTIONS, CODE, HAND, PACK, PLAYERS, Options
from evaluators.ecarte.settle import PlayBegan
from evaluators.faults import Fault, fault
from evaluators.forms import ABSENT, Absent, Between, Count, Form, Given, Player, Says
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
from evaluators.trick_compare import Play

_Deck = Annotated[
    tuple[Card, ...],
    Count(len(PACK.cards), len(PACK.cards), ("ecarte.pack",)),
    Says("The whole pack in the order in which it is dealt."),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record(RecordForm):
    """A deal: who plays, the game's score, and what has happened."""

    players: Annotated[tuple[Player, ...], Count(*PLAYERS, ("ecarte.players",))]
    deck: _Deck | Absent = ABSENT
    score: Annotated[
        Mapping[str, Annotated[int, Between(0, 99)]] | Absent,
        Says("The game's score before the deal; 0 to 0 by default."),
    ] = ABSENT

    @classmethod
    def faults(cls, given: Given) -> Iterator[Fault]:
        """What all records may have wrong, and a score that is not the players'."""
        yield from super(Record, cls).faults(given)  # slots: the class was made anew
        if "score" in given:
            yield from players.for_each(given["score"], given.get("players", (None,)), "score")


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

    @classmethod
    def faults_under(cls, given: Given, options: Any) -> Iterator[Fault]:
        """A score with which the game would be over."""
        for name, points in ((given.get("record") or {}).get("score") or {}).items():
            if points is not None and not 0 <= points < options.game_points:
                limits = {"min": 0, "max": options.game_points - 1}
                where = ("record", "score", name)
                yield fault("out-of-range", *where, clauses=("ecarte.game",), facts=limits)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing(Answer):
    """Where the deal stands."""

    phase: str
    to_act: Annotated[str | None, Says("A player, `table`, or null when nothing can follow.")]
    legal_moves: tuple[Move, ...]
    hands: Mapping[str, Pile]
    elder: str
    dealer: str
    trump: Suit | None
    turn_up: Card | None
    stock: Pile
    discards: Annotated[Mapping[str, Pile], Says("Of each player, those not yet recycled.")]
    exchanges: Annotated[
        tuple[Mapping[str, int], ...], Says("Cards changed by each player, round by round.")
    ]
    play_began: PlayBegan | None
    king: Annotated[str | None, Says("Who has scored the king of trumps.")]
    trick: tuple[Play, ...]
    tricks: Mapping[str, int]
    points: Annotated[Mapping[str, int], Says("Points of this deal.")]
    score: Mapping[str, int]
    ledger: Annotated[Mapping[str, int], Says("In tokens; zero until the game is won.")]
    finished: bool
    outcome: Outcome | None


def begin(record: Record, options: Options) -> Deal:
    """The deal before its first card (`ecarte.deal`)."""
    (elder, _), dealer = seats_of(record)
    chance = chance_of(CODE, record)
    told = chance.source is Source.TOLD
    stock = PACK.cards if record.deck is ABSENT else record.deck
    if chance.source is Source.SEED:
        stock = shuffled(CODE, chance.seed, 0, PACK.cards)
    nothing = {elder: 0, dealer: 0}
    packets = tuple(
        (player, number) for number in options.deal_packets for player in (elder, dealer)
    )
    return Deal(
        options=options,
        elder=elder,
        dealer=dealer,
        told=told,
        stage="deal",
        packets=((elder, HAND), (dealer, HAND)) if told else packets,
        hands={elder: (), dealer: ()},
        stock=stock,
        discards={elder: (), dealer: ()},
        tricks=nothing,
        points=nothing,
        score=nothing | ({} if record.score is ABSENT else dict(record.score)),
        ledger=nothing,
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
    leader = deal.other(deal.actor)
    led = () if deal.led is None else (Play(player=leader, card=deal.led),)

    def own(player: str) -> bool:
        return viewer in {None, player}

    return Standing(
        phase=deal.phase,
        to_act=to_act(deal),
        legal_moves=moves_for(deal, viewer),
        hands={player: pile(deal.hands[player], PACK, shown=own(player)) for player in seats},
        elder=deal.elder,
        dealer=deal.dealer,
        trump=deal.trump,
        turn_up=deal.turn_up,
        stock=pile(deal.stock, PACK, shown=False),
        discards={player: pile(deal.discards[player], PACK, shown=own(player)) for player in seats},
        exchanges=tuple({player: each[player] for player in seats} for each in deal.exchanges),
        play_began=deal.play_began,
        king=deal.king,
        trick=led,
        tricks={player: deal.tricks[player] for player in seats},
        points={player: deal.points[player] for player in seats},
        score={player: deal.score[player] for player in seats},
        ledger={player: deal.ledger[player] for player in seats},
        finished=deal.finished,
        outcome=deal.outcome,
    )
