"""Replaying a record: the set-up of a deal and its actions give its position, action by action.

A game's `deal.py` says what a position is, who is to act, what is refused and what follows. This
module lets chance happen, hands each action to the position, and stops at the first that is not
allowed.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self, TypeVar, cast

from evaluators.actions import Action
from evaluators.cards import Card
from evaluators.chance import TABLE, Due, Source, TableAction, shuffled
from evaluators.game import Move, Refusal
from evaluators.texts import phrase

P = TypeVar("P", bound="Position")


class Position(ABC):
    """A moment of a deal, a frozen dataclass: an action returns the next one.

    `stage`: the phase of the players, `finished` at the end. `hands` stand in pack order,
    so that nothing tells in which order their cards came. `ledger`: what each player
    has got, less what he put in, in tokens.
    """

    stage: str
    hands: Mapping[str, tuple[Card, ...]]
    ledger: Mapping[str, int]

    def changed(self, **changes: Any) -> Self:
        """`dataclasses.replace`, several times as fast: nothing is checked as one is made."""
        assert changes.keys() <= self.__dict__.keys()  # noqa: S101 - a slip of ours
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
    def refuse_turn(self, player: str) -> Refusal:
        """Why a player may not act who is not to; also when the deal is over."""

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

    def due_rests_on(self, due: Due) -> tuple[str, ...]:
        """The clauses that say what the table is to do."""
        return (due.clause,)

    def unavailable(self, due: Due, cards: Sequence[Card]) -> tuple[str, ...]:
        """The clauses by which the table cannot do what is due with these cards."""
        del cards
        return self.due_rests_on(due)

    @property
    def finished(self) -> bool:
        """Whether nothing can follow."""
        return self.turn is None and self.due is None

    def legal(self) -> tuple[Move, ...]:
        """What may follow: what the table is due to do, or all the player to act may do."""
        if self.turn is None:
            return () if self.due is None else (self.due.as_move(),)
        return tuple(move for move in self.conceivable() if self.refuse(move) is None)


@dataclass(frozen=True, slots=True)
class Chance:
    """Where the chance of a deal comes from: a seed, a deck, or what is told."""

    game: str
    source: Source
    seed: str = ""

    def run(self, position: P, shuffles: int) -> tuple[P, int]:
        """Let all that follows by itself happen; also how many shuffles there have been.

        A seed decides everything, a deck all but the order after later shuffles, told chance
        nothing.
        """
        while self.source is not Source.TOLD and (due := position.due) is not None:
            must, may = position.waiting(due)
            if due.action is TableAction.SHUFFLE:
                if self.source is Source.DECK:
                    break
                cards = shuffled(self.game, self.seed, shuffles, tuple(must))
                shuffles += 1
            else:
                cards = tuple((*must, *may)[: due.count])
            position = position.receive(due, cards)
        return position, shuffles


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error of ours
    """Raised at the first action that is not allowed."""

    def __init__(self, index: int, action: Action | None, refusal: Refusal, position: Any) -> None:
        self.index = index
        self.action = action
        self.refusal = refusal
        self.position = position
        super().__init__(f"action {index} is refused")


def _stop(refused: Refused) -> Any:
    raise refused


def replay(
    position: P,
    chance: Chance,
    actions: Iterable[Action | Refusal],
    go_on: Callable[[Refused], P] = _stop,
) -> Iterator[P]:
    """The positions of a deal: before its first action, and after each; raises `Refused`.

    An action that could not be read is a refusal. `go_on` may say where a deal went on after an
    action that is not allowed.
    """
    position, shuffles = chance.run(position, 1)
    yield position
    for index, action in enumerate(actions):
        if isinstance(action, Refusal):
            position = go_on(Refused(index, None, action, position))
        elif refusal := refuse_action(position, chance.source, action):
            position = go_on(Refused(index, action, refusal, position))
        else:
            position = do(position, action)
        position, shuffles = chance.run(position, shuffles)
        yield position


def do(position: P, action: Action) -> P:
    """The position after an action that is not refused."""
    if action.move is not None:
        return position.after(action.move)
    return position.receive(cast("Due", position.due), action.cards)


def refuse_action(position: Position, source: Source, action: Action) -> Refusal | None:
    """Why an action may not come now: the tests that all games share, then the game's own."""
    if action.move is not None:
        return refuse_move(position, action.player or "", action.move)
    if position.finished:
        another = action.kind is TableAction.DEAL
        clauses = (position.NEXT_DEAL,) if another else position.refuse_turn(TABLE).clauses
        return _refusal("deal-is-over", *clauses)
    return _refuse_chance(position, source, action)


def refuse_move(position: Position, player: str, move: Move) -> Refusal | None:
    """Why a player may not make a move now: the deal is over, it is not his turn, or the rules."""
    if player == position.turn:
        return position.refuse(move)
    if position.finished:
        return _refusal("deal-is-over", *position.refuse_turn(TABLE).clauses)
    return position.refuse_turn(player)


def _refuse_chance(position: Position, source: Source, action: Action) -> Refusal | None:
    """Why the table may not do this now."""
    due = position.due
    shuffle = action.kind is TableAction.SHUFFLE
    clauses = [own for kind, own in position.TABLE_CLAUSES.items() if kind is action.kind]
    if source is Source.SEED or (source is Source.DECK and not shuffle):
        return _refusal("chance-is-derived", *clauses)
    if due is None or due.action is not action.kind:
        return _refusal("chance-not-due", *clauses)
    if due.player is not None and action.player != due.player:
        return _refusal("wrong-player", due.clause, player=due.player)
    if len(action.cards) != due.count:
        return _refusal("wrong-count", due.clause, min=due.count, count=len(action.cards))
    must, may = position.waiting(due)
    told = set(action.cards)
    if not told >= set(must) or not told <= {*must, *may}:
        code = "not-the-shuffled-cards" if shuffle else "card-not-available"
        return _refusal(code, *position.unavailable(due, action.cards))
    return None


def _refusal(code: str, *clauses: str, **facts: object) -> Refusal:
    return Refusal(code, clauses, phrase("refusals", code, facts=facts))
