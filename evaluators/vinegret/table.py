"""The table of a Vinegret deal: what lies there, what is dealt, drawn and shuffled, who is next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from evaluators.cards import Card, Pack
from evaluators.chance import Due, Stock, TableAction
from evaluators.record import Position
from evaluators.vinegret.outcome import Outcome
from evaluators.vinegret.refusals import PHASE_CLAUSE
from evaluators.vinegret.rules import FULL_HAND, PACK, Options

PACKET = FULL_HAND // 2
"""Cards dealt at once to each, twice (`vinegret.first-cards`, `vinegret.second-cards`)."""
_DEALING = {"first-cards": "vinegret.first-cards", "second-cards": "vinegret.second-cards"}

_OF_STAGE: Mapping[tuple[TableAction, str], str] = {
    (TableAction.DEAL, "second-cards"): "vinegret.second-cards",
    (TableAction.SHUFFLE, "second-cards"): "vinegret.second-cards",
    (TableAction.DRAW, "first-exchange"): "vinegret.vist",
}


@dataclass(frozen=True, kw_only=True)
class Table(Position):
    """What lies on the table at a moment of a deal, and whose turn it is.

    `seats` in order of speaking, the dealer last; amounts in tokens. `queue`: who is still to act
    in this phase, or to be dealt to. `owed`: cards that its first is to get for the ones he has
    just discarded, which lie `aside` till then. `taker`: who takes the pool though what he is paid
    depends on unseen cards.
    """

    TABLE_CLAUSES: ClassVar[Mapping[TableAction, str]] = {
        TableAction.DEAL: "vinegret.first-cards",
        TableAction.DRAW: "vinegret.draw",
        TableAction.SHUFFLE: "vinegret.stock-short",
    }
    pack: ClassVar[Pack] = PACK

    options: Options
    seats: tuple[str, ...]
    discards: tuple[Card, ...] = ()
    aside: tuple[Card, ...] = ()
    queue: tuple[str, ...]
    owed: int = 0
    unshuffled: bool = False
    pool: int
    bets: Mapping[str, int]
    refused: tuple[str, ...] = ()
    taker: str | None = None
    outcome: Outcome | None = None

    @property
    def phase(self) -> str:
        """The stage: what the table does belongs to it."""
        return self.stage

    @property
    def dealer(self) -> str:
        """Who deals, and speaks last."""
        return self.seats[-1]

    @property
    def staying(self) -> tuple[str, ...]:
        """Those who have not refused, in order of speaking."""
        return tuple(player for player in self.seats if player not in self.refused)

    @property
    def due(self) -> Due | None:
        """Cards to be dealt or drawn, or an order to be settled."""
        if self.unshuffled:
            return Due(TableAction.SHUFFLE, None, len(self.stock), "vinegret.second-cards")
        if self.stage in _DEALING:
            return Due(TableAction.DEAL, self.queue[0], PACKET, _DEALING[self.stage])
        if not self.owed:
            return None
        if not self.stock and not self.told:
            return Due(TableAction.SHUFFLE, None, len(self.discards), "vinegret.stock-short")
        count = self.owed if self.told else min(self.owed, len(self.stock))
        return Due(TableAction.DRAW, self.queue[0], count, PHASE_CLAUSE[self.stage])

    def table_clause(self, kind: TableAction) -> str:
        """Of the first exchange and the second cards their own."""
        return _OF_STAGE.get((kind, self.stage), super().table_clause(kind))

    def due_rests_on(self, due: Due) -> tuple[str, ...]:
        """Of a told draw of more than the stock holds, `vinegret.stock-short` as well."""
        short = due.action is TableAction.DRAW and due.count > len(self.stock)
        return (due.clause, "vinegret.stock-short") if short else (due.clause,)

    @property
    def turn(self) -> str | None:
        """Who speaks, exchanges or chooses."""
        return self.queue[0] if self.queue and self.due is None else None

    def waiting(self, due: Due) -> tuple[Sequence[Card], Sequence[Card]]:
        """The stock; the discards are shuffled only when it has run out."""
        if due.action is TableAction.SHUFFLE:
            return PACK.in_order(self.stock.cards or self.discards), ()
        if due.count > len(self.stock):
            return self.stock.parted(self.discards)
        return (), self.stock.cards

    def receive(self, due: Due, cards: tuple[Card, ...]) -> Self:
        """The cards dealt, drawn or shuffled."""
        if due.action is TableAction.SHUFFLE:
            kept = self.discards if self.unshuffled else ()
            return self.changed(stock=Stock(cards), discards=kept, unshuffled=False)
        player = self.queue[0]
        recycled = due.count > len(self.stock)
        position = self.changed(
            hands={**self.hands, player: PACK.in_order((*self.hands[player], *cards))},
            stock=self.stock.dealt(cards, self.discards if recycled else ()),
            discards=() if recycled else self.discards,
            owed=max(0, self.owed - len(cards)),
        )
        return position if position.owed else position.next_turn()

    def next_turn(self) -> Self:
        """The first in the queue is done; the next acts, or the next phase begins."""
        discards = (*self.discards, *self.aside)
        position = self.changed(queue=self.queue[1:], discards=discards, aside=())
        if position.queue:
            return position
        match self.stage:
            case "first-cards":
                return position.changed(stage="first-exchange", queue=self.seats)
            case "first-exchange":
                return position.changed(
                    stage="second-cards", queue=self.seats, unshuffled=not self.told
                )
            case "second-cards":
                return position.changed(stage="first-betting", queue=self.seats)
            case _:
                return position.changed(stage="last-betting", queue=self.staying)
