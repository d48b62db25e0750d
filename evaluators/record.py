"""The positions of a deal: what may follow one, what may not, and why.

A game's `deal.py` says what a position is, who is to act, what is refused and what follows. What
is refused in any game is in `refusing.py`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self, TypeVar, cast

from evaluators.actions import MAY_BE_UNSEEN, Action
from evaluators.budget import spend
from evaluators.cards import Card, Pack, is_seen, seen
from evaluators.chance import Due, Stock, TableAction
from evaluators.game import IN_DOUBT, InDoubt, Move, Refusal
from evaluators.texts import phrase

P = TypeVar("P", bound="Position")


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something that depends on cards nobody has seen: how many of them each player holds.

    `of_move`: whether a move was allowed; `of_result`: what became of the deal; `of_end`: whether
    it was over already, so that nothing that follows need be allowed.
    """

    holders: tuple[tuple[str, int], ...]
    of_move: bool
    of_result: bool
    of_end: bool = False

    @property
    def of_move_only(self) -> bool:
        """Whether nothing depends on it but whether a move was allowed."""
        return self.of_move and not (self.of_result or self.of_end)

    @property
    def of_remedy_only(self) -> bool:
        """Whether nothing depends on it but what a breach costs."""
        return not (self.of_move or self.of_result or self.of_end)


@dataclass(frozen=True, kw_only=True)
class Position(ABC):
    """A moment of a deal: an action returns the next one.

    `stage`: the phase of the players, `finished` at the end. `hands` stand in pack order, so that
    nothing tells in which order their cards came. `ledger`: what each player has got, less what he
    put in, in tokens. `told`: chance is, so that nobody knows the order of the stock. `doubts`: in
    the order in which they arose. `ways`: of a result in doubt, all that the last action may have
    led to, each without that doubt; none if they are too many. `in_stock`: cards that lie in the
    stock, as is known from later.
    """

    pack: ClassVar[Pack]
    TURNED_IS_OUT: ClassVar[bool] = False
    """Nobody can hold the card that is turned up."""

    stage: str
    told: bool
    hands: Mapping[str, tuple[Card, ...]]
    stock: Stock
    ledger: Mapping[str, int]
    doubts: tuple[Doubt, ...] = ()
    ways: Callable[[], Iterable[Self]] = tuple
    in_stock: frozenset[Card] = frozenset()

    def changed(self, **changes: Any) -> Self:
        """`dataclasses.replace`, several times as fast: nothing is checked as one is made."""
        assert changes.keys() <= self.__dict__.keys()  # noqa: S101 - a slip of ours, not of a caller
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.__dict__.update(changes)
        return new

    @property
    def phase(self) -> str:
        """The phase by its name in the rules: the stage, or what the table is due to do in it."""
        due = self.due
        return self.stage if due is None else due.action

    @property
    @abstractmethod
    def due(self) -> Due | None:
        """What the table is to do before anybody acts."""

    @property
    @abstractmethod
    def turn(self) -> str | None:
        """The player to act; None while the table is, and when the deal is over."""

    @abstractmethod
    def conceivable(self) -> Iterator[Move]:
        """The moves the player to act might think of, in the order of the rules."""

    @abstractmethod
    def resting_on(self) -> tuple[str, ...]:
        """The clauses that say what the player to act may do."""

    @abstractmethod
    def refuse_turn(self, player: str, action: str = "") -> Refusal:
        """Why a player may not act who is not to; also when the deal is over."""

    def out_of_turn(self, clause: str) -> Refusal:
        """`not-your-turn` by a clause, with who is to act."""
        text = phrase("faults", "tables-turn")
        if self.turn is not None:
            text = phrase("refusals", "not-your-turn", facts={"player": self.turn})
        return Refusal("not-your-turn", (clause,), text)

    @abstractmethod
    def refuse(self, move: Move) -> Refusal | None:
        """Why the player to act may not make a move: its phase, then the game's own tests."""

    @abstractmethod
    def after(self: P, move: Move) -> P:
        """The position after a move that is not refused."""

    @abstractmethod
    def waiting(self, due: Due) -> tuple[Sequence[Card], Sequence[Card]]:
        """The cards that must be in what the table does, and those that may be."""

    @abstractmethod
    def receive(self: P, due: Due, cards: tuple[Card, ...]) -> P:
        """The position after the table has done what was due, with these cards."""

    HIDDEN: ClassVar[frozenset[str]] = frozenset(
        {"card-not-available", "not-the-shuffled-cards", "card-not-held"}
    )
    """The refusals that look into a hand or the stock: who cannot see it is not told why."""
    TABLE_CLAUSES: ClassVar[Mapping[TableAction, str]]
    """The clause that describes each action of the table."""
    NEXT_DEAL: ClassVar[str]
    """The clause that says who deals next: another deal is no part of this record."""

    def table_clause(self, kind: TableAction) -> str:
        """The clause of an action of the table; where two fit, that of the phase."""
        return self.TABLE_CLAUSES[kind]

    def due_rests_on(self, due: Due) -> tuple[str, ...]:
        """The clauses that say what the table is to do."""
        return (due.clause,)

    def unavailable(self, due: Due, cards: Sequence[Card]) -> tuple[str, ...]:
        """The clauses by which the table cannot do what is due with these cards."""
        del cards
        return self.due_rests_on(due)

    # Cards that nobody has seen.

    def unseen(self, player: str | None) -> int:
        """How many of a player's cards nobody has seen."""
        if not self.stock.unseen or player is None:
            return 0
        return sum(not is_seen(card) for card in self.hands.get(player, ()))

    def unplaced(self) -> tuple[Card, ...]:
        """The cards that an unseen one may be."""
        there = self.in_stock | self.stock.put_back
        return tuple(card for card in self.stock if card not in there)

    def revealed(self, player: str, card: Card) -> Self:
        """The position once one of a player's unseen cards is known."""
        hand = self.hands[player]
        hidden = next(each for each in hand if not is_seen(each))
        known = self.pack.in_order(card if each is hidden else each for each in hand)
        hands = {**self.hands, player: known}
        return self.changed(hands=hands, stock=self.stock.revealed(card))

    def shown_by(self, action: Action) -> tuple[str | None, tuple[Card, ...]]:
        """Whose cards an action shows, and which: those that a player puts down.

        Allowed or not, they lie there, unless the deal is over; what is discarded lies face down,
        and is his to name only at his turn.
        """
        move, player = action.move, action.player
        face_down = move is not None and move.action in MAY_BE_UNSEEN and player != self.turn
        if move is None or player not in self.hands or face_down or self.finished:
            return None, ()
        return player, cards_of(move)

    def left_over(self, action: Action) -> tuple[str | None, tuple[Card, ...]]:
        """Whose unseen cards are all cards there are that have not been told, and which these are.

        That is so where nothing is left in the stock, or an action takes it all and tells of it.
        """
        stock, due = self.stock, self.due
        if not stock.unseen:
            return None, ()
        over = due is not None and due.action is action.kind and due.count > len(stock)
        told = set(seen(action.cards)).intersection(stock) if over else set()
        holders = [player for player in self.hands if self.unseen(player)]
        alone = len(holders) == 1 and self.unseen(holders[0]) == stock.unseen
        if len(told) != len(stock) or not alone:
            return None, ()
        return holders[0], tuple(card for card in stock if card not in told)

    def counted_out(self, action: Action) -> tuple[Card, ...]:
        """Of what takes all that is left the cards not named that must still have been there."""
        due, cards = self.due, action.cards
        if due is None or due.action is not action.kind or due.count != len(cards):
            return ()
        must, may = self.waiting(due)
        missing = [card for card in must if card not in cards]
        others = [card for card in seen(may) if card not in cards]
        hidden = len(cards) - len(seen(cards))
        alone = not self.stock.unseen and len(missing) + len(others) == hidden
        return (*missing, *others) if alone else tuple(missing)

    def doubted(self, move: Move) -> Self:
        """The position after a move of which nobody can say whether it was allowed."""
        return self.in_doubt(self.turn or "", of_move=True).after(move)

    def in_doubt(
        self,
        *players: str,
        of_move: bool = False,
        of_result: bool = False,
        of_end: bool = False,
        ways: Callable[[], Iterable[Self]] = tuple,
    ) -> Self:
        """The position with one doubt more, because of these players' unseen cards."""
        holders = tuple((player, self.unseen(player)) for player in players)
        doubt = Doubt(holders, of_move, of_result, of_end)
        return self.changed(doubts=(*self.doubts, doubt), ways=ways)

    @property
    def ends(self) -> tuple[Doubt, ...]:
        """The doubts whether the deal was over already, in the order in which they arose."""
        return tuple(doubt for doubt in self.doubts if doubt.of_end)

    @property
    def result_doubts(self) -> tuple[Doubt, ...]:
        """The doubts that leave open what became of the deal."""
        return tuple(doubt for doubt in self.doubts if doubt.of_result)

    @property
    def result_in_doubt(self) -> bool:
        """Whether what became of the deal depends on cards nobody has seen."""
        return bool(self.result_doubts)

    @property
    def finished(self) -> bool:
        """Whether nothing can follow."""
        return self.turn is None and self.due is None

    def legal(self) -> tuple[Move, ...]:
        """What may follow: what the table is due to do, or all the player to act may do."""
        if self.turn is None:
            return () if self.due is None else (self.due.as_move(),)
        if self.unseen(self.turn):
            return tuple(move for move in self.nameable() if weigh(self, move) is None)
        moves = tuple(self.conceivable())
        spend(len(moves))
        return tuple(move for move in moves if self.refuse(move) is None)

    def nameable(self) -> Iterator[Move]:
        """The conceivable moves whose cards have been seen."""
        for move in self.conceivable():
            if all(map(is_seen, cards_of(move))):
                yield move


def given_faces(action: Action, faces: Sequence[Card]) -> Action:
    """An action whose unseen cards are these, as far as they go."""
    new = iter(faces)
    cards = tuple(card if is_seen(card) else next(new, card) for card in action.cards)
    return replace(action, cards=cards)


def cards_of(move: Move) -> tuple[Card, ...]:
    """The cards that a move names."""
    return move.cards or ((move.card,) if move.card else ())


def weigh(position: Position, move: Move) -> Refusal | InDoubt | None:
    """Why the player to act may not make a move, whatever his unseen cards are.

    Whether a move is allowed changes with each single card that he may hold or not, never with
    several together (a card that follows, beats, trumps; the king of trumps); so every card that
    may be among the unseen ones is looked at by itself. `IN_DOUBT` if it matters which they are.
    """
    refusal = position.refuse(move)
    hidden = position.unseen(position.turn)
    if not hidden or not all(map(is_seen, cards_of(move))):
        return refusal
    player, candidates = position.turn or "", position.unplaced()
    if needed := [card for card in cards_of(move) if card not in position.hands[player]]:
        if len(needed) > hidden or not set(needed) <= set(candidates):
            return refusal
        held = position
        for card in needed:
            held = held.revealed(player, card)
        weighed = weigh(held, move)
        return _summed_up([refusal, weighed]) if isinstance(weighed, Refusal) else IN_DOUBT
    spend(len(candidates))
    others = [position.revealed(player, card).refuse(move) for card in candidates]
    changed = [other for other in others if (other is None) != (refusal is None)]
    if len(candidates) - len(changed) >= hidden and changed:
        return IN_DOUBT
    verdicts: Sequence[Refusal | None] = changed or [
        other for other in others if other and other.code != refusal_code(refusal)
    ]
    certain = len(candidates) - len(verdicts) < hidden
    return _summed_up(verdicts if certain else [refusal, *verdicts])


def refusal_code(refusal: Refusal | None) -> str:
    """The code of a refusal, empty where there is none."""
    return refusal.code if refusal else ""


def _summed_up(verdicts: Sequence[Refusal | None]) -> Refusal | None:
    """The verdict of all; where they refuse by several codes, only that a move is not allowed."""
    first, *others = verdicts
    if first is None or all(refusal_code(other) == first.code for other in others):
        return first
    clauses = dict.fromkeys(clause for each in verdicts if each for clause in each.clauses)
    return Refusal("illegal-action", tuple(clauses), phrase("faults", "illegal-action"))


def do(position: P, action: Action) -> P:
    """The position after an action that is not refused."""
    if action.move is not None:
        return position.after(action.move)
    return position.receive(cast("Due", position.due), action.cards)
