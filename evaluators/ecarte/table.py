"""The table of an Écarté deal: what lies there, what is dealt, turned up, drawn and recycled."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from evaluators.cards import Card, Pack, Suit
from evaluators.chance import Due, Stock, TableAction
from evaluators.ecarte.outcome import Outcome
from evaluators.ecarte.rules import PACK, Options
from evaluators.record import Position
from evaluators.trick_compare import Play


@dataclass(frozen=True, kw_only=True)
class Table(Position):
    """What lies on the table at a moment of a deal, and whose turn it is.

    `packets`: who is still to be dealt how many cards. `actor`: whose turn it is. `owed`: cards he
    is to get for those he has just discarded. `discards`: of each player, not yet recycled; those
    since the last acceptance are also in `out`. `exchanges`: cards changed, round by round.
    """

    TABLE_CLAUSES: ClassVar[Mapping[TableAction, str]] = {
        TableAction.DEAL: "ecarte.deal",
        TableAction.TURN_UP: "ecarte.turn-up",
        TableAction.DRAW: "ecarte.elder-exchange",
        TableAction.SHUFFLE: "ecarte.recycle",
    }
    pack: ClassVar[Pack] = PACK
    TURNED_IS_OUT: ClassVar[bool] = True

    options: Options
    elder: str
    dealer: str
    packets: tuple[tuple[str, int], ...]
    actor: str | None = None
    turn_up: Card | None = None
    discards: Mapping[str, tuple[Card, ...]]
    out: frozenset[Card] = frozenset()
    owed: int = 0
    exchanges: tuple[Mapping[str, int], ...] = ()
    trick: tuple[Play, ...] = ()
    outcome: Outcome | None = None

    @abstractmethod
    def with_turn_up(self, card: Card) -> Self:
        """The position once the trump card is turned up."""

    @abstractmethod
    def exchanged(self) -> Self:
        """The position once a player has got all the cards of his exchange."""

    @property
    def trump(self) -> Suit | None:
        """The trump suit, once a card is turned up."""
        return self.turn_up.suit if self.turn_up else None

    @property
    def led(self) -> Card | None:
        """The card to be answered."""
        return self.trick[0].card if self.trick else None

    @property
    def due(self) -> Due | None:
        """Cards to be dealt, turned up or drawn, or an order to be settled."""
        if self.outcome is not None:
            return None
        if self.packets:
            player, number = self.packets[0]
            return Due(TableAction.DEAL, player, number, "ecarte.deal")
        if self.turn_up is None:
            return Due(TableAction.TURN_UP, None, 1, "ecarte.turn-up")
        if not self.owed:
            return None
        if not self.stock and not self.told:
            return Due(TableAction.SHUFFLE, None, len(self._recyclable()), "ecarte.recycle")
        count = self.owed if self.told else min(self.owed, len(self.stock))
        clause = f"ecarte.{'elder' if self.actor == self.elder else 'dealer'}-exchange"
        return Due(TableAction.DRAW, self.actor, count, clause)

    def table_clause(self, kind: TableAction) -> str:
        """Of a draw in the dealer's exchange that of the dealer."""
        dealers = kind is TableAction.DRAW and self.stage == "dealer-exchange"
        return "ecarte.dealer-exchange" if dealers else super().table_clause(kind)

    def due_rests_on(self, due: Due) -> tuple[str, ...]:
        """Of a told draw of more than the stock holds, `ecarte.recycle` as well."""
        short = due.action is TableAction.DRAW and due.count > len(self.stock)
        return (due.clause, "ecarte.recycle") if short else (due.clause,)

    @property
    def turn(self) -> str | None:
        """Who speaks, exchanges or plays."""
        return self.actor if self.due is None else None

    def other(self, player: str | None) -> str:
        """The opponent."""
        return self.dealer if player == self.elder else self.elder

    def _recyclable(self) -> tuple[Card, ...]:
        """What was discarded before the last acceptance (`ecarte.recycle`)."""
        discarded = (card for cards in self.discards.values() for card in cards)
        return PACK.in_order(card for card in discarded if card not in self.out)

    def waiting(self, due: Due) -> tuple[Sequence[Card], Sequence[Card]]:
        """The stock; earlier discards are shuffled only when it has run out."""
        if due.action is TableAction.SHUFFLE:
            return self._recyclable(), ()
        if due.count > len(self.stock):
            return self.stock.parted(self._recyclable())
        return (), self.stock.cards

    def receive(self, due: Due, cards: tuple[Card, ...]) -> Self:
        """The cards dealt, turned up, drawn or shuffled."""
        if due.action is TableAction.SHUFFLE:
            return self.changed(stock=Stock(cards), discards=self._kept_out())
        recycled = due.count > len(self.stock)
        stock = self.stock.dealt(cards, self._recyclable() if recycled else ())
        position = self.changed(stock=stock)
        if recycled:
            position = position.changed(discards=self._kept_out())
        if due.action is TableAction.TURN_UP:
            return position.with_turn_up(cards[0])
        player = due.player or ""
        hands = {**self.hands, player: PACK.in_order((*self.hands[player], *cards))}
        if due.action is TableAction.DEAL:
            return position.changed(hands=hands, packets=self.packets[1:])
        drawn = position.changed(hands=hands, owed=self.owed - len(cards))
        return drawn if drawn.owed else drawn.exchanged()

    def _kept_out(self) -> Mapping[str, tuple[Card, ...]]:
        return {
            player: tuple(card for card in cards if card in self.out)
            for player, cards in self.discards.items()
        }
