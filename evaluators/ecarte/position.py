"""An Écarté deal as a record: where it stands, for everybody or for one player."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from evaluators import players
from evaluators.cards import Card, Suit
from evaluators.chance import Stock
from evaluators.ecarte.deal import Deal
from evaluators.ecarte.outcome import Outcome
from evaluators.ecarte.remedies import judge
from evaluators.ecarte.rules import ACTIONS, CODE, DEALER, ELDER, HAND, PACK, PLAYERS, Options
from evaluators.ecarte.settle import PlayBegan, game_over
from evaluators.faults import Fault
from evaluators.forms import ABSENT, Absent, Between, Count, Given, Player, Says
from evaluators.position import Deals, RecordForm, RecordQuestion, Start
from evaluators.standing import OUTCOME, STOCK, Pile, common, pile, seated
from evaluators.standing import Standing as CommonStanding
from evaluators.trick_compare import Play


@dataclass(frozen=True, slots=True, kw_only=True)
class Record(RecordForm):
    """A deal: who plays, the game's score, and what has happened."""

    players: Annotated[
        tuple[Player, ...], Count(*PLAYERS, ("ecarte.players",)), Says("The two players.")
    ]
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


def game_over_in(given: Given, options: Any) -> Iterator[Fault]:
    """A fault for each score in a question's record with which the game would be over."""
    score = (given.get("record") or {}).get("score") or {}
    yield from game_over(score, options, "record", "score")


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(RecordQuestion):
    """A record, and perhaps whose eyes see it."""

    record: Record

    @classmethod
    def faults_under(cls, given: Given, options: Any) -> Iterator[Fault]:
        """A score with which the game would be over."""
        yield from game_over_in(given, options)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing(CommonStanding):
    """Where the deal stands; the ledger is zero until the game is won."""

    elder: Annotated[str, ELDER]
    dealer: Annotated[str, DEALER]
    trump: Annotated[Suit | None, Says("The trump suit; null until a card is turned up.")]
    turn_up: Annotated[Card | None, Says("The card turned up; null until it is.")]
    stock: Annotated[Pile, STOCK]
    discards: Annotated[Mapping[str, Pile], Says("Of each player, those not yet recycled.")]
    exchanges: Annotated[
        tuple[Mapping[str, int], ...], Says("Cards changed by each player, round by round.")
    ]
    play_began: Annotated[PlayBegan | None, Says("How play began; null if it has not.")]
    king: Annotated[str | None, Says("Who has scored the king of trumps.")]
    trick: Annotated[tuple[Play, ...], Says("The card led, while it waits for an answer.")]
    tricks: Annotated[Mapping[str, int], Says("How many tricks each has made.")]
    points: Annotated[
        Mapping[str, int] | None, Says("Points of this deal; null if they depend on unseen cards.")
    ]
    score: Annotated[
        Mapping[str, int] | None, Says("Of the game so far; null if it depends on unseen cards.")
    ]
    outcome: Annotated[Outcome | None, OUTCOME]


def _begin(record: Record, start: Start, options: Options) -> Deal:
    """The deal before its first card (`ecarte.deal`)."""
    elder, dealer = start.seats
    nothing = {elder: 0, dealer: 0}
    packets = tuple(
        (player, number) for number in options.deal_packets for player in (elder, dealer)
    )
    return Deal(
        options=options,
        elder=elder,
        dealer=dealer,
        told=start.told,
        stage="deal",
        packets=((elder, HAND), (dealer, HAND)) if start.told else packets,
        hands={elder: (), dealer: ()},
        stock=Stock(start.stock),
        discards={elder: (), dealer: ()},
        tricks=nothing,
        points=nothing,
        score=nothing | ({} if record.score is ABSENT else dict(record.score)),
        ledger=nothing,
    )


DEALS = Deals(CODE, PACK, ACTIONS, Record, _begin, judge)


def position(question: Question, options: Options) -> Standing:
    """Where a deal stands after all actions of its record."""
    record, viewer = question.record, question.viewer
    deal = DEALS.reached(record, options, viewer)
    return Standing(
        **common(deal, record, viewer, PACK),
        elder=deal.elder,
        dealer=deal.dealer,
        trump=deal.trump,
        turn_up=deal.turn_up,
        stock=Pile(len(deal.stock)),
        discards={
            player: pile(deal.discards[player], PACK, shown=viewer in {None, player})
            for player in record.players
        },
        exchanges=tuple(seated(record, each) for each in deal.exchanges),
        play_began=deal.play_began,
        king=deal.king,
        trick=deal.trick,
        tricks=seated(record, deal.tricks),
        points=None if deal.result_in_doubt else seated(record, deal.points),
        score=None if deal.result_in_doubt else seated(record, deal.score),
        outcome=outcome_of(deal, record),
    )


def outcome_of(deal: Deal, record: RecordForm) -> Outcome | None:
    """The outcome, the players in the record's order."""
    outcome = None if deal.result_in_doubt else deal.outcome
    return outcome and replace(
        outcome,
        tricks=seated(record, outcome.tricks),
        points=seated(record, outcome.points),
        score=seated(record, outcome.score),
    )
