"""What a Solo Whist player may do, from what he himself can know.

Each `refuse_…` function holds the rule of one kind of action and returns why a move breaks it, or
None. Whatever asks about legality asks these.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, cast

from evaluators import players
from evaluators.cards import Card
from evaluators.faults import Fault, fault
from evaluators.forms import ABSENT, Absent, Count, Form, Given, Player, Says
from evaluators.game import Move, Refusal
from evaluators.moves import LegalMoves, sorted_out
from evaluators.solo_whist import auction
from evaluators.solo_whist.auction import Auction
from evaluators.solo_whist.rules import (
    HAND,
    PACK,
    PLAYERS,
    RULEBOOK,
    Call,
    FullHand,
    Options,
    Seats,
)
from evaluators.tricks import able_to_follow


@dataclass(frozen=True, slots=True, kw_only=True)
class Said(Form):
    """A call and who made it."""

    player: Player
    call: Call


@dataclass(frozen=True, slots=True, kw_only=True)
class Bidding(Form):
    """An auction so far; the answer is about the player whose turn it is."""

    phase: Literal["auction"]
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

    phase: Literal["play"]
    hand: Annotated[tuple[Card, ...], Count(1, HAND, ("solo-whist.deal",))]
    trick: Annotated[
        tuple[Card, ...], Count(0, 3), Says("The cards of the trick so far; none when leading.")
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


Situation = Bidding | Playing


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Form):
    """A situation, and perhaps one move to be judged in it."""

    situation: Situation
    move: Annotated[Move | Absent, Says("A move to be judged.")] = ABSENT

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


@dataclass(frozen=True, slots=True)
class Moves(LegalMoves):
    """What may be done; in the auction also by whom."""

    to_act: Annotated[
        str | Absent | None, Says("In the auction: whose turn it is, null when it is over.")
    ] = ABSENT


PHASES: Mapping[str, str] = {"auction": "call", "play": "play"}
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
        return _refuse_after_end(state, clause)
    return _refusal("not-your-turn", clause, player=state.to_act)


def _refuse_after_end(state: Auction, clause: str) -> Refusal:
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


def _state(situation: Bidding, options: Options) -> Auction:
    state = auction.begin(situation.players, options.unaccepted_proposal)
    for said in situation.calls:
        state = auction.say(state, said.call)
    return state


def refuse(move: Move, situation: Situation, options: Options) -> Refusal | None:
    """Why a move may not be made in a situation, None if it may."""
    if refusal := refuse_phase(move.action, situation.phase):
        return refusal
    if isinstance(situation, Playing):
        return refuse_card(cast("Card", move.card), situation.hand, situation.trick)
    state = _state(situation, options)
    if state.to_act is None:
        return _refuse_after_end(state, "solo-whist.turns")
    return auction.refuse_call(state, cast("Call", move.call))


def legal_moves(question: Question, options: Options) -> Moves:
    """Every call or card allowed in a situation, those refused, and the move asked about."""
    situation = question.situation
    to_act: str | Absent | None = ABSENT
    if isinstance(situation, Bidding):
        state = _state(situation, options)
        to_act = state.to_act
        moves = [Move("call", call=call) for call in Call if to_act is not None]
        clauses = auction.resting_on(state)
    else:
        moves = [Move("play", card=card) for card in PACK.in_order(situation.hand)]
        clauses = ("solo-whist.follow" if situation.trick else "solo-whist.lead",)
    answer = sorted_out(
        moves, lambda move: refuse(move, situation, options), clauses, question.move
    )
    return Moves(
        answer.legal, answer.refused, answer.clauses, answer.is_legal, answer.refusal, to_act
    )
