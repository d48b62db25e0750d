"""What a Solo Whist player may do, from what he himself can know."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from evaluators import players
from evaluators.cards import Card
from evaluators.faults import Fault, fault
from evaluators.forms import ABSENT, Absent, Count, Form, Given, Says
from evaluators.moves import LegalMoves, sorted_out
from evaluators.position import PHASE, SITUATION, MovesQuestion
from evaluators.solo_whist import auction
from evaluators.solo_whist.deal import Said
from evaluators.solo_whist.position import DEALS, Record
from evaluators.solo_whist.refusals import Turn, conceivable, refuse, refuse_speaker, resting_on
from evaluators.solo_whist.rules import (
    HAND,
    PLAYERS,
    FullHand,
    Options,
    Seats,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bidding(Form):
    """An auction so far; the answer is about the player whose turn it is."""

    phase: Annotated[Literal["auction"], PHASE]
    calls: Annotated[tuple[Said, ...], Count(0, 100), Says("The calls, in order.")]
    players: Seats
    hand: Annotated[FullHand | Absent, Says("Not needed in this phase.")] = ABSENT

    @classmethod
    def faults(cls, given: Given) -> Iterator[Fault]:
        """Names that stand twice or for nobody."""
        seats = given.get("players", (None,))
        for index, found in players.repeated(seats):
            yield found.below("players", index)
        for index, said in enumerate(given.get("calls", ())):
            if said and "player" in said:
                yield from players.unknown(said["player"], seats, "calls", index, "player")


@dataclass(frozen=True, slots=True, kw_only=True)
class Playing(Form):
    """A player's turn to play a card."""

    phase: Annotated[Literal["play"], PHASE]
    hand: Annotated[
        tuple[Card, ...], Count(1, HAND, ("solo-whist.deal",)), Says("The cards he still holds.")
    ]
    trick: Annotated[
        tuple[Card, ...],
        Count(0, PLAYERS[1] - 1, ("solo-whist.trick",)),
        Says("The cards of the trick so far; none when leading."),
    ] = ()

    @classmethod
    def faults(cls, given: Given) -> Iterator[Fault]:
        """A card of the trick that the player holds."""
        hand = given.get("hand", ())
        for index, card in enumerate(given.get("trick", ())):
            if card is not None and card in hand:
                facts = {"card": str(card), "place": index + 1}
                text = "card-also-in-hand"
                yield fault("duplicate-card", "trick", index, text=text, facts=facts)


Situation = Annotated[Bidding | Playing, SITUATION]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(MovesQuestion):
    """A situation, or a record and perhaps whose eyes see it; and perhaps one move to be judged."""

    situation: Situation | Absent = ABSENT
    record: Record | Absent = ABSENT

    @classmethod
    def faults_under(cls, given: Given, options: Any) -> Iterator[Fault]:
        """The first call that could not be made."""
        situation = given.get("situation") or {}
        calls, seats = situation.get("calls", ()), situation.get("players", (None,))
        complete = all(said and {"player", "call"} <= said.keys() for said in calls)
        if None in seats or not len(set(seats)) == len(seats) == PLAYERS[1] or not complete:
            return
        if any(said["player"] not in seats for said in calls):
            return
        state = auction.begin(seats, options.unaccepted_proposal)
        for index, said in enumerate(calls):
            refusal = refuse_speaker(state, said["player"])
            refusal = refusal or auction.refuse_call(state, said["call"])
            if refusal is not None:
                path = ("situation", "calls", index)
                yield Fault(refusal.code, refusal.text, path, refusal.clauses)
                return
            state = auction.say(state, said["call"])


def legal_moves(question: Question, options: Options) -> LegalMoves:
    """Every call or card allowed in a situation, those refused, and the move asked about."""
    if question.situation is ABSENT:
        return DEALS.legal_moves(question, options)
    turn = _turn(question.situation, options)
    answer = sorted_out(
        conceivable(turn), lambda move: refuse(move, turn), resting_on(turn), question.move
    )
    return answer if turn.bidding is None else replace(answer, to_act=turn.bidding.to_act)


def _turn(situation: Situation, options: Options) -> Turn:
    if isinstance(situation, Playing):
        return Turn(situation.phase, hand=situation.hand, trick=situation.trick)
    state = auction.begin(situation.players, options.unaccepted_proposal)
    for said in situation.calls:
        state = auction.say(state, said.call)
    return Turn(situation.phase, state)
