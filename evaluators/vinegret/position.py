"""A Vinegret deal as a record: where it stands, for everybody or for one player."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from evaluators.chance import Stock
from evaluators.forms import Says, Tokens
from evaluators.position import Deals, RecordForm, RecordQuestion, Start
from evaluators.standing import DISCARDS, OUTCOME, STOCK, Pile, common, pile, seated
from evaluators.standing import Standing as CommonStanding
from evaluators.vinegret.deal import Deal
from evaluators.vinegret.outcome import Outcome
from evaluators.vinegret.rules import ACTIONS, CODE, PACK, Options, Seats


@dataclass(frozen=True, slots=True, kw_only=True)
class Record(RecordForm):
    """A deal: who plays, what is carried in, and what has happened."""

    players: Annotated[Seats, Says("The table in order of speaking, starting anywhere.")]
    pool: Annotated[Tokens, Says("The pool carried in from the deal before, in tokens.")] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(RecordQuestion):
    """A record, and perhaps whose eyes see it."""

    record: Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing(CommonStanding):
    """Where the deal stands."""

    stock: Annotated[Pile, STOCK]
    discards: Annotated[Pile, DISCARDS]
    pool: Annotated[int | None, Says("Tokens in the pool; null if it depends on unseen cards.")]
    bets: Annotated[Mapping[str, int], Says("Stakes of the betting in progress, in tokens.")]
    refused: Annotated[tuple[str, ...], Says("Who may stake no more.")]
    outcome: Annotated[Outcome | None, OUTCOME]

    def combinations_seen(self) -> tuple[str, ...]:
        """The winner's."""
        best = self.outcome.combination if self.outcome else None
        return () if best is None else (best.code,)


def _begin(record: Record, start: Start, options: Options) -> Deal:
    """The deal before its first card, all antes paid (`vinegret.ante`)."""
    seats = start.seats
    return Deal(
        options=options,
        seats=seats,
        told=start.told,
        stage="first-cards",
        hands=dict.fromkeys(seats, ()),
        stock=Stock(start.stock),
        queue=seats,
        pool=record.pool + options.ante * len(seats),
        ledger=dict.fromkeys(seats, -options.ante),
        bets=dict.fromkeys(seats, 0),
    )


DEALS = Deals(CODE, PACK, ACTIONS, Record, _begin)


def position(question: Question, options: Options) -> Standing:
    """Where a deal stands after all actions of its record."""
    record, viewer = question.record, question.viewer
    deal = DEALS.reached(record, options, viewer)
    return Standing(
        **common(deal, record, viewer, PACK, _shown(deal)),
        stock=Pile(len(deal.stock)),
        discards=pile((*deal.discards, *deal.aside), PACK),
        pool=None if deal.result_in_doubt else deal.pool,
        bets=seated(record, deal.bets),
        refused=tuple(player for player in record.players if player in deal.refused),
        outcome=outcome_of(deal, record),
    )


def outcome_of(deal: Deal, record: RecordForm) -> Outcome | None:
    """The outcome, the players in the record's order."""
    outcome = None if deal.result_in_doubt else deal.outcome
    return outcome and replace(outcome, payments=seated(record, outcome.payments))


def _shown(deal: Deal) -> tuple[str, ...]:
    """Whose hands lie open at the end: the raiser's, or those of all who stayed."""
    outcome = deal.outcome
    if outcome is None or outcome.winner is None:
        return ()
    return deal.staying if outcome.result == "showdown" else (outcome.winner,)
