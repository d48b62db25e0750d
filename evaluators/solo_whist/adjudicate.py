"""Rulings on disputes at Solo Whist: the revoke, and hands that are not of thirteen cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, cast

from evaluators import rulings
from evaluators.actions import Action
from evaluators.arbiter import Arbiter, Trick
from evaluators.cards import SIGNS, Suit, faces
from evaluators.claims import Dispute, Rulings
from evaluators.findings import Inquiry
from evaluators.forms import ABSENT, Absent, Count, Form, Player, Says
from evaluators.game import Move, Refusal
from evaluators.position import MovesQuestion
from evaluators.solo_whist import legal_moves
from evaluators.solo_whist.auction import name_of
from evaluators.solo_whist.deal import Deal, Outcome
from evaluators.solo_whist.position import DEALS, Record
from evaluators.solo_whist.rules import (
    HAND,
    PLAYERS,
    RULEBOOK,
    Call,
    FullHand,
    Options,
)
from evaluators.solo_whist.settle import is_made
from evaluators.standing import OUTCOME
from evaluators.texts import Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldHand(Form):
    """A player and the thirteen cards he was dealt."""

    player: Annotated[Player, Says("Who was dealt them, by name.")]
    hand: FullHand


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Dispute):
    """A record, a situation or hands, and what is claimed of them.

    Of hands alone nothing can be decided in this game.
    """

    CODES: ClassVar[tuple[str, ...]] = ()
    SITUATIONS: ClassVar[type[MovesQuestion]] = legal_moves.Question
    BESIDE: ClassVar[str] = "turned_suit"
    TRICKS: ClassVar[int] = HAND

    record: Record | Absent = ABSENT
    situation: legal_moves.Situation | Absent = ABSENT
    hands: Annotated[
        tuple[HeldHand, ...] | Absent,
        Count(1, PLAYERS[1], ("solo-whist.players",)),
        Says("The hands in question, with `turned_suit` beside them."),
    ] = ABSENT
    turned_suit: Annotated[
        Suit | Absent, Says("The suit of the card turned up; of hands only.")
    ] = ABSENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement(Rulings):
    """The ruling: each claim decided, every breach found, and what the deal came to."""

    outcome: Annotated[Outcome | None, OUTCOME]


_NO_BID: Mapping[str | None, tuple[str, ...]] = {
    Call.PASS: ("solo-whist.pass",),
    Call.ACCEPT: ("solo-whist.accept", "solo-whist.accept-standing"),
}
"""The clauses of the calls that are no bids."""
_OF_SOME_CALLS = frozenset({"solo-whist.order", "solo-whist.higher"}.union(*_NO_BID.values()))


class SoloWhistArbiter(Arbiter[Deal]):
    """Rules on disputes at Solo Whist."""

    deals = DEALS
    rulebook = RULEBOOK
    legal_moves: ClassVar[Any] = legal_moves
    answer = Judgement
    TRICK = ("solo-whist.trick", "solo-whist.pack")
    RULING = "solo-whist.revoke"
    MEANWHILE = "solo-whist.early-end"
    SIDES_WIN = True

    def grounds(self, position: Deal, action: Action, refusal: Refusal) -> tuple[str, ...]:
        """What else of the auction a call goes against."""
        bidding, call = position.bidding, action.move.call if action.move else None
        if call is None:
            return ()
        if bidding.to_act is None:
            return ("solo-whist.auction-end",)
        returning = ["solo-whist.eldest-returns"] if bidding.returning else []
        match refusal.code:
            case "not-higher":
                return ("solo-whist.order", *returning)
            case "own-proposal":
                return ("solo-whist.proposer-raises",)
            case "already-accepted" | "proposal-overcalled" if not bidding.open_proposal:
                return ("solo-whist.overcalled", "solo-whist.accept-standing")
            case "not-your-turn" if action.player in bidding.passed:
                return ("solo-whist.eldest-returns",)
            case _:
                return ()

    def also(self, inquiry: Inquiry[Deal], index: int) -> tuple[str, ...]:
        """That play may go on once the result stands."""
        stands = inquiry.positions[index].outcome is not None
        return ("solo-whist.early-end",) if stands else ()

    def allowing(self, clauses: tuple[str, ...], move: Move) -> tuple[str, ...]:
        """To pass and to accept is no bid."""
        if move.call not in _NO_BID:
            return clauses
        kept = (clause for clause in clauses if clause not in _OF_SOME_CALLS)
        return (*kept, *_NO_BID[move.call])

    def facts(self, position: Deal, action: Action) -> Mapping[str, object]:
        """The card led, what the player held of its suit, and the standing bid."""
        led = position.trick[0] if position.trick else None
        hand = position.hands.get(action.player or "", ())
        followers = [card for card in hand if led and card.suit is led.card.suit]
        standing = position.bidding.standing
        call = action.move.call if action.move else None
        return {
            "call": name_of(Call(call)) if call else "",
            "led": faces([led.card])[0] if led else "",
            "leader": led.player if led else "",
            "held": faces(followers or hand),
            "trump": SIGNS[position.trump] if position.trump else "",
            "standing": name_of(standing) if standing else "",
            "holders": position.bidding.holders,
        }

    def why(self, position: Deal, move: Move) -> str | None:
        """Why a card could be played."""
        if move.card is None:
            return None
        if not position.trick:
            return "leads"
        return "follows" if move.card.suit is position.trick[0].card.suit else "free"

    def tricks(self, inquiry: Inquiry[Deal]) -> Sequence[Trick]:
        """The finished tricks."""
        return tuple((trick.plays, trick.winner) for trick in inquiry.last.played)

    def winners(self, last: Deal) -> tuple[str, ...]:
        """Those who are paid."""
        return tuple(player for player, tokens in last.ledger.items() if tokens > 0)

    def result(self, last: Deal) -> Phrase:
        """Whether the contract was made, with how many tricks; or why the deal is void."""
        outcome = cast("Outcome", last.outcome)
        if outcome.contract is ABSENT:
            return RULEBOOK.phrase("rulings", str(outcome.reason))
        facts = {
            "contract": RULEBOOK.combinations[outcome.contract],
            "declarers": outcome.declarers,
            "tricks": outcome.tricks,
            "counted": outcome.tricks_counted,
            "needed": outcome.tricks_needed,
            "each": outcome.each,
        }
        how = ""
        if last.revokes:
            how = "-by-revoke" if outcome.tricks_counted is ABSENT else "-after-moves"
            counted = outcome.tricks_counted
            if outcome.result == "lost" and isinstance(counted, int):
                enough = is_made(outcome.contract, counted)
                how = "-after-own-revoke" if enough else how
        return RULEBOOK.phrase("rulings", f"{outcome.result}{how}", facts)


ARBITER = SoloWhistArbiter()


def adjudicate(question: Question, options: Options) -> Rulings:
    """The ruling on a dispute: claims decided and breaches found, with the rules they rest on."""
    return rulings.adjudicate(ARBITER, question, options)
