"""A Zhiletka deal as a record: where it stands, for everybody or for one player."""

from dataclasses import dataclass, replace
from typing import Annotated

from evaluators.cards import Card, Suit
from evaluators.chance import Stock
from evaluators.forms import Count, Named, Player, Says, Tokens
from evaluators.position import Deals, RecordForm, RecordQuestion, Start
from evaluators.standing import DISCARDS, OUTCOME, Pile, common, pile
from evaluators.standing import Standing as CommonStanding
from evaluators.zhiletka.deal import SEVERAL_SBORS, Deal, Outcome
from evaluators.zhiletka.evaluate import is_sbor
from evaluators.zhiletka.remedies import judge
from evaluators.zhiletka.rules import ACTIONS, CODE, PACK, PLAYERS, Options


@dataclass(frozen=True, slots=True, kw_only=True)
class Record(RecordForm):
    """A deal: who plays, what is carried in, and what has happened."""

    players: Annotated[
        tuple[Player, ...],
        Count(*PLAYERS, ("zhiletka.players",)),
        Says("The players clockwise, starting anywhere."),
    ]
    pot: Annotated[Tokens, Says("The pot carried in from the deal before, in tokens.")] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(RecordQuestion):
    """A record, and perhaps whose eyes see it."""

    record: Record


@dataclass(frozen=True, slots=True, kw_only=True)
class StockSeen:
    """The stock: how many cards, the turned one included, and whether that still lies under it."""

    count: Annotated[int, Says("How many cards, with the turned one while it lies under them.")]
    turned_under: Annotated[bool, Says("Whether the turned card lies under it.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing(CommonStanding):
    """Where the deal stands."""

    playing: Annotated[tuple[str, ...], Named("in"), Says("Who is still in the game.")]
    attacker: Annotated[
        str | None,
        Says("Who attacks, or has while cards are drawn; null before the first bout, at the end."),
    ]
    defender: Annotated[
        str | None, Says("Who is attacked or is to be, or has been; null likewise.")
    ]
    attack: Annotated[tuple[Card, ...], Says("The cards led, while they wait for an answer.")]
    trump: Annotated[Suit | None, Says("The trump suit; null until a card is turned up.")]
    turned: Annotated[Card | None, Says("The card that was turned up, also once it is drawn.")]
    stock: StockSeen
    discards: Annotated[Pile, DISCARDS]
    pot: Annotated[int | None, Says("Tokens in the pot; null if it depends on unseen cards.")]
    outcome: Annotated[Outcome | None, OUTCOME]


def _begin(record: Record, start: Start, options: Options) -> Deal:
    """The deal before its first card, all antes paid (`zhiletka.ante`)."""
    seats = start.seats
    return Deal(
        options=options,
        seats=seats,
        told=start.told,
        stage="deal",
        packets=seats,
        hands=dict.fromkeys(seats, ()),
        stock=Stock(start.stock),
        playing=seats,
        pot=record.pot + options.ante * len(seats),
        ledger=dict.fromkeys(seats, -options.ante),
    )


DEALS = Deals(CODE, PACK, ACTIONS, Record, _begin, judge)


def position(question: Question, options: Options) -> Standing:
    """Where a deal stands after all actions of its record."""
    record, viewer = question.record, question.viewer
    deal = DEALS.reached(record, options, viewer)
    sbor = deal.outcome.winner if deal.outcome and deal.outcome.cards else None
    return Standing(
        **common(deal, record, viewer, PACK, (sbor,)),
        playing=tuple(player for player in record.players if player in deal.playing),
        attacker=None if deal.finished else deal.attacker,
        defender=_defender(deal),
        attack=PACK.in_order(deal.attack),
        trump=deal.trump,
        turned=deal.turned,
        stock=StockSeen(count=len(deal.stock), turned_under=deal.turned_under),
        discards=pile(deal.discards, PACK),
        pot=None if deal.result_in_doubt else deal.pot,
        outcome=_outcome_for(viewer, deal),
    )


def _defender(deal: Deal) -> str | None:
    """Of the bout in progress, from the lead on; or just ended, while its players draw."""
    if deal.finished:
        return None
    return deal.target() if deal.phase == "attack" else deal.defender


def _outcome_for(viewer: str | None, deal: Deal) -> Outcome | None:
    """The outcome; that there was a second sbor is told only to who can see two."""
    outcome = None if deal.result_in_doubt else deal.outcome
    if outcome is None or viewer in {None, outcome.winner}:
        hidden = viewer is not None
    else:
        hidden = not is_sbor(deal.hands[viewer or ""])
    if outcome is None or not hidden:
        return outcome
    seen = tuple(clause for clause in outcome.clauses if clause != SEVERAL_SBORS)
    return replace(outcome, clauses=seen)
