"""A whole deal of Solo Whist: its phases, and what each action changes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, ClassVar, cast

from evaluators.actions import Action
from evaluators.cards import Card, Pack, Suit
from evaluators.chance import Due, TableAction
from evaluators.forms import ABSENT, Absent, Clauses, Form, Player, Says
from evaluators.game import Move, Refusal
from evaluators.record import Position
from evaluators.seats import after
from evaluators.solo_whist import auction
from evaluators.solo_whist.auction import Auction
from evaluators.solo_whist.refusals import (
    Turn,
    conceivable,
    refuse,
    refuse_after_end,
    refuse_speaker,
    resting_on,
)
from evaluators.solo_whist.rules import (
    HAND,
    PACK,
    TERMS,
    Call,
    Contract,
    Options,
    Revoke,
    Trumps,
    trumps_of,
)
from evaluators.solo_whist.settle import moved, payments, price, price_clauses, result
from evaluators.trick_compare import Play
from evaluators.tricks import ranked


@dataclass(frozen=True, slots=True, kw_only=True)
class Said(Form):
    """A call and who made it."""

    player: Annotated[Player, Says("Who made it, by name.")]
    call: Annotated[Call, Says("What he said.")]


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick."""

    leader: Annotated[str, Says("Who led to it.")]
    plays: Annotated[tuple[Play, ...], Says("Its four cards, in the order they were played.")]
    winner: Annotated[str, Says("Who took it.")]


DECLARERS = Says("Who plays the contract; two in a partnership.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How the deal ended; of a void only the result, its reason and who deals next."""

    result: Annotated[str, Says("made, lost or void.")]
    reason: Annotated[
        str | Absent, Says("Of a void: all-pass, unaccepted-proposal; in a ruling also misdeal.")
    ] = ABSENT
    contract: Annotated[Contract | Absent, Says("What was played for.")] = ABSENT
    declarers: Annotated[tuple[str, ...] | Absent, DECLARERS] = ABSENT
    tricks: Annotated[int | Absent, Says("The declarers' together so far.")] = ABSENT
    tricks_counted: Annotated[
        int | Absent, Says("In a ruling: the declarers' after tricks were moved for revokes.")
    ] = ABSENT
    tricks_needed: Annotated[int | Absent, Says("Tricks the declarers must make; 0: none.")] = (
        ABSENT
    )
    each: Annotated[int | Absent, Says("What everybody who pays pays, in tokens.")] = ABSENT
    decided_after: Annotated[int | Absent, Says("After how many tricks the result stood.")] = ABSENT
    next_dealer: Annotated[str, Says("Who deals next.")]
    clauses: Clauses


@dataclass(frozen=True, kw_only=True)
class Deal(Position):
    """A moment of a deal. `seats` from the eldest clockwise, the dealer last.

    `packets`: who is still to be dealt how many cards. `actor`: whose turn it is to name trumps or
    to play; in the auction the auction knows. `revokes`, in a ruling only: those that cost tricks,
    in their order, each whether it was the declarers'.
    """

    TABLE_CLAUSES: ClassVar[Mapping[TableAction, str]] = {
        TableAction.DEAL: "solo-whist.deal",
        TableAction.TURN_UP: "solo-whist.turn-up",
    }
    HIDDEN: ClassVar[frozenset[str]] = Position.HIDDEN | {"must-follow-suit"}
    pack: ClassVar[Pack] = PACK
    NEXT_DEAL: ClassVar[str] = "solo-whist.next-dealer"

    options: Options
    seats: tuple[str, ...]
    packets: tuple[tuple[str, int], ...]
    last_dealt: tuple[Card, ...] = ()
    turn_up: Card | None = None
    bidding: Auction
    calls: tuple[Said, ...] = ()
    contract: Contract | None = None
    declarers: tuple[str, ...] = ()
    trump: Suit | None = None
    actor: str | None = None
    trick: tuple[Play, ...] = ()
    tricks: Mapping[str, int]
    played: tuple[Trick, ...] = ()
    revokes: tuple[bool, ...] = ()
    outcome: Outcome | None = None

    @property
    def eldest(self) -> str:
        """The player at the dealer's left."""
        return self.seats[0]

    @property
    def dealer(self) -> str:
        """Who deals."""
        return self.seats[-1]

    @property
    def due(self) -> Due | None:
        """Cards to be dealt, or one to be turned up."""
        if self.outcome is not None:
            return None
        if self.packets:
            player, number = self.packets[0]
            return Due(TableAction.DEAL, player, number, "solo-whist.deal")
        if self.turn_up is None:
            return Due(TableAction.TURN_UP, None, 1, "solo-whist.turn-up")
        return None

    @property
    def turn(self) -> str | None:
        """Who calls, names trumps or plays."""
        if self.due is not None:
            return None
        return self.bidding.to_act if self.stage == "auction" else self.actor

    @property
    def exposed(self) -> str | None:
        """`solo-whist.exposed`: whose hand lies face up."""
        open_hand = self.contract is Contract.OPEN_MISERE and self.played
        return self.declarers[0] if open_hand else None

    def waiting(self, due: Due) -> tuple[Sequence[Card], Sequence[Card]]:
        """The cards not dealt yet; the dealer's, of which the last is turned up."""
        if due.action is TableAction.DEAL:
            return (), self.stock.cards
        return (), self.hands[self.dealer] if self.told else self.last_dealt

    def receive(self, due: Due, cards: tuple[Card, ...]) -> "Deal":
        """The cards dealt, or the one turned up."""
        if due.action is TableAction.TURN_UP:
            return self.changed(turn_up=cards[0], stage="auction")
        player = due.player or ""
        packets = self.packets[1:]
        return self.changed(
            hands={**self.hands, player: PACK.in_order((*self.hands[player], *cards))},
            stock=self.stock.without(cards),
            last_dealt=cards[-1:],
            packets=packets,
            stage=self.stage if packets else "turn-up",
        )

    def moment(self) -> Turn:
        """What counts at the turn of the player to act."""
        if self.stage == "auction":
            return Turn(self.stage, self.bidding)
        trick = tuple(play.card for play in self.trick)
        return Turn(self.stage, hand=self.hands[self.actor or ""], trick=trick)

    def conceivable(self) -> Iterator[Move]:
        """Calls, suits or cards, in the order of the rules."""
        return conceivable(self.moment())

    def resting_on(self) -> tuple[str, ...]:
        """The clauses of the phase, and that a hand lies face up."""
        exposed = () if self.exposed is None else ("solo-whist.exposed",)
        return (*resting_on(self.moment()), *exposed)

    def refuse_turn(self, player: str, action: str = "") -> Refusal:
        """Out of turn; in the auction by one who has passed, `solo-whist.pass`."""
        refusal = refuse_speaker(self.bidding, player) if self.stage == "auction" else None
        if refusal is not None:
            callers = action in {"", "call"}
            return refusal if callers else replace(refusal, clauses=("solo-whist.turns",))
        if self.stage == "finished" and self.contract is None:
            return refuse_after_end(self.bidding, "solo-whist.turns")
        return self.out_of_turn("solo-whist.turns")

    def refuse(self, move: Move) -> Refusal | None:
        """The phase, then the tests of the action."""
        return refuse(move, self.moment())

    def after(self, move: Move) -> "Deal":
        """What a move that is not refused leads to."""
        match move:
            case Move(call=Call() as call):
                return self._call(call)
            case Move(suit=Suit() as suit):
                return self.changed(trump=suit)._begin_play()
            case _:
                return self._play(cast("Card", move.card))

    def _call(self, call: Call) -> "Deal":
        said = (*self.calls, Said(player=self.bidding.to_act or "", call=call))
        position = self.changed(bidding=auction.say(self.bidding, call), calls=said)
        bidding = position.bidding
        if bidding.to_act is not None:
            return position
        if bidding.contract is None:
            reason = "unaccepted-proposal" if bidding.open_proposal else "all-pass"
            clauses = (*auction.resting_on(bidding), self.NEXT_DEAL)
            void = Outcome(result="void", reason=reason, next_dealer=self.eldest, clauses=clauses)
            return position.changed(stage="finished", outcome=void)
        contract, declarers = bidding.contract, bidding.holders
        position = position.changed(contract=contract, declarers=declarers)
        match trumps_of(contract, self.options):
            case Trumps.CHOSEN:
                return position.changed(stage="name-trumps", actor=declarers[0])
            case Trumps.TURNED:
                trump = self.turn_up.suit if self.turn_up else None
                return position.changed(trump=trump)._begin_play()
            case _:
                return position._begin_play()

    def _begin_play(self) -> "Deal":
        """`solo-whist.lead`: the eldest leads, in a full abundance the declarer."""
        full = self.contract is Contract.FULL_ABUNDANCE
        return self.changed(stage="play", actor=self.declarers[0] if full else self.eldest)

    def _play(self, card: Card) -> "Deal":
        player = self.actor or ""
        kept = tuple(held for held in self.hands[player] if held is not card)
        trick = (*self.trick, Play(player=player, card=card))
        position = self.changed(hands={**self.hands, player: kept}, trick=trick)
        if len(trick) < len(self.seats):
            return position.changed(actor=after(self.seats, player)[0])
        order, _ = ranked([play.card for play in trick], PACK, self.trump)
        winner = trick[order[0]].player
        finished = len(self.played) + 1 == HAND
        position = position.changed(
            trick=(),
            actor=None if finished else winner,
            stage="finished" if finished else "play",
            tricks={**self.tricks, winner: self.tricks[winner] + 1},
            played=(*self.played, Trick(trick[0].player, trick, winner)),
        )
        return position._judged()

    def _judged(self) -> "Deal":
        """`solo-whist.early-end`: the result, as soon as no further trick can change it."""
        contract = cast("Contract", self.contract)
        tricks = self._declarers_tricks()
        if self.outcome is not None:
            stands = replace(self.outcome, tricks=tricks, tricks_counted=self._counted())
            return self.changed(outcome=stands)
        left = HAND - len(self.played)
        results = {
            result(contract, count, self.revokes, self.options)
            for count in range(tricks, tricks + left + 1)
        }
        if len(results) > 1:
            return self
        ((made, each),) = results
        early = ("solo-whist.early-end",) if left else ()
        return self._stands(made=made, each=each, early=early)

    def _declarers_tricks(self) -> int:
        return sum(self.tricks[player] for player in self.declarers)

    def _counted(self) -> int | Absent:
        """The declarers' tricks after the moves for revokes, if there are any."""
        if not self.revokes or not TERMS[cast("Contract", self.contract)].by_tricks:
            return ABSENT
        return moved(self._declarers_tricks(), self.revokes)

    def _stands(self, *, made: bool, each: int, early: tuple[str, ...] = ()) -> "Deal":
        """The result, which nothing that follows can change."""
        contract, tricks = cast("Contract", self.contract), self._declarers_tricks()
        revoked = ("solo-whist.revoke",) if self.revokes else ()
        own, *paying = price_clauses(contract, self.options)
        outcome = Outcome(
            result="made" if made else "lost",
            contract=contract,
            declarers=self.declarers,
            tricks=tricks,
            tricks_counted=self._counted(),
            tricks_needed=TERMS[contract].tricks,
            each=each,
            decided_after=len(self.played),
            next_dealer=self.eldest,
            clauses=(own, *revoked, *early, *paying, self.NEXT_DEAL),
        )
        ledger = payments(self.seats, self.declarers, each, made=made)
        return self.changed(outcome=outcome, ledger=ledger)

    def revoked(self, move: Move) -> "Deal":
        """A revoke played on: what it costs, and the card as it fell (`solo-whist.revoke`)."""
        costs = self.options.revoke is Revoke.THREE_TRICKS and self.outcome is None
        if not costs:
            return self.after(move)
        contract, declarers_own = cast("Contract", self.contract), self.actor in self.declarers
        position = self.changed(revokes=(*self.revokes, declarers_own))
        if not TERMS[contract].by_tricks:
            each = price(contract, 0, self.options)
            position = position._stands(made=not declarers_own, each=each)
        return position.after(move)

    def shown_by(self, action: Action) -> tuple[str | None, tuple[Card, ...]]:
        """The card turned up is one of the dealer's as well (`solo-whist.turn-up`)."""
        if action.kind is TableAction.TURN_UP and self.due and self.due.action is action.kind:
            return self.dealer, action.cards
        return super().shown_by(action)

    def doubted(self, move: Move) -> "Deal":
        """As the table did; a revoke nobody can be sure of may have cost tricks."""
        if self.options.revoke is not Revoke.THREE_TRICKS or self.outcome is not None:
            return super().doubted(move)
        ways = partial(map, lambda judged: judged(move), (self.after, self.revoked))
        return self.in_doubt(self.turn or "", of_move=True, of_result=True, ways=ways).after(move)

    def misdealt(self) -> "Deal":
        """`solo-whist.misdeal`: the deal is void, and the same dealer deals again."""
        void = Outcome(
            result="void",
            reason="misdeal",
            next_dealer=self.dealer,
            clauses=("solo-whist.misdeal",),
        )
        return self.changed(stage="finished", outcome=void)
