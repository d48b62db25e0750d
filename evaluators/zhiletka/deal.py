"""A whole deal of Zhiletka: its phases, and what each action changes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, ClassVar

from evaluators.cards import Card, Pack, Suit, seen
from evaluators.chance import Due, Stock, TableAction
from evaluators.forms import Clauses, MayBeUnseen, Says
from evaluators.game import Move, Refusal
from evaluators.record import Position
from evaluators.seats import after
from evaluators.texts import phrase
from evaluators.zhiletka.refusals import RESTING_ON, Turn, conceivable, refuse
from evaluators.zhiletka.rules import (
    PACK,
    RULEBOOK,
    SBOR,
    Options,
    SborKept,
    StockEmpty,
)
from evaluators.zhiletka.unseen import counts, with_unseen

SEVERAL_SBORS = "zhiletka.sbor-order"
"""Cited where there was a second sbor."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the deal ended."""

    result: Annotated[str, Says("dealt-sbor, drawn-sbor, kept-sbor, survivor or void.")]
    winner: Annotated[str | None, Says("Who takes the pot, null in a void.")]
    cards: Annotated[
        tuple[Card, ...] | None,
        MayBeUnseen(),
        Says("The winner's hand, null after a survivor and a void."),
    ]
    clauses: Clauses


@dataclass(frozen=True, kw_only=True)
class Deal(Position):
    """A moment of a deal. `seats` from the dealer's left, the dealer last; amounts in tokens.

    `packets`: who is still to be dealt to. `drawing`: whose turns to draw are still to come after
    the bout just ended, the first of them now; `drew` whether he has drawn at this turn. `beaten`:
    the bout ended with a beat.
    """

    TABLE_CLAUSES: ClassVar[Mapping[TableAction, str]] = {
        TableAction.DEAL: "zhiletka.deal",
        TableAction.TURN_UP: "zhiletka.trump",
        TableAction.DRAW: "zhiletka.draw-order",
        TableAction.SHUFFLE: "zhiletka.reshuffle",
    }
    pack: ClassVar[Pack] = PACK
    NEXT_DEAL: ClassVar[str] = "zhiletka.next-dealer"

    options: Options
    seats: tuple[str, ...]
    packets: tuple[str, ...]
    turned: Card | None = None
    turned_under: bool = False
    playing: tuple[str, ...]
    attacker: str | None = None
    defender: str | None = None
    attack: tuple[Card, ...] = ()
    drawing: tuple[str, ...] = ()
    drew: bool = False
    beaten: bool = False
    discards: tuple[Card, ...] = ()
    pot: int
    outcome: Outcome | None = None

    @property
    def trump(self) -> Suit | None:
        """The trump suit, once a card is turned up; it stays."""
        return self.turned.suit if self.turned else None

    def _needs(self) -> int:
        """Cards that the player whose turn to draw it is lacks to three."""
        return max(0, SBOR - len(self.hands[self.drawing[0]])) if self.drawing else 0

    @property
    def due(self) -> Due | None:
        """Cards to be dealt, turned up or drawn, or an order to be settled."""
        if self.packets:
            return Due(TableAction.DEAL, self.packets[0], SBOR, "zhiletka.deal")
        if self.turned is None:
            return Due(TableAction.TURN_UP, None, 1, "zhiletka.trump")
        needs = self._needs()
        if not needs:
            return None
        reshuffles = self.options.stock_empty is StockEmpty.RESHUFFLE
        if not self.stock and not reshuffles:
            return None
        if not self.stock and not self.told:
            return Due(TableAction.SHUFFLE, None, len(self.discards), "zhiletka.reshuffle")
        count = needs if self.told and reshuffles else min(needs, len(self.stock))
        return Due(TableAction.DRAW, self.drawing[0], count, "zhiletka.draw-order")

    def due_rests_on(self, due: Due) -> tuple[str, ...]:
        """Of the turned card that it is drawn last; of a new stock how its cards were discarded."""
        if due.count <= len(self.stock):
            last = due.action is TableAction.DRAW and due.count == len(self.stock)
            turned = ("zhiletka.trump-drawn-last",) if last and self.turned_under else ()
            return (due.clause, *turned)
        drawn = () if due.action is TableAction.SHUFFLE else (due.clause,)
        out = ("zhiletka.six-cards-leave",) if len(self.playing) < len(self.seats) else ()
        return (*drawn, "zhiletka.reshuffle", "zhiletka.discard", *out)

    @property
    def turn(self) -> str | None:
        """Who attacks or defends."""
        if self.due is not None or self.stage == "finished":
            return None
        return self.attacker if self.stage == "attack" else self.defender

    def waiting(self, due: Due) -> tuple[Sequence[Card], Sequence[Card]]:
        """The stock, the turned card last; the discards are shuffled only when it has run out."""
        if due.action is TableAction.SHUFFLE:
            return PACK.in_order(self.discards), ()
        if due.count > len(self.stock):
            must, may = self.stock.parted(self.discards)
            turned = (self.turned,) if self.turned and self.turned_under else ()
            return must or turned, may
        if due.action is TableAction.DRAW and self.told and self.turned_under:
            last = due.count == len(self.stock)
            under = self.stock.cards[-1:]
            return (self.stock.known or under) if last else (), self.stock.cards[:-1]
        return (), self.stock.cards

    def receive(self, due: Due, cards: tuple[Card, ...]) -> "Deal":
        """The cards dealt, turned up, drawn or shuffled."""
        if due.action is TableAction.SHUFFLE:
            return self.changed(stock=Stock(cards), discards=())
        recycled = due.count > len(self.stock)
        stock = self.stock.dealt(cards, self.discards if recycled else ())
        if due.action is TableAction.TURN_UP:
            # `zhiletka.trump`: laid under the stock, so that it is drawn last.
            under = stock.with_more(cards)
            return self.changed(turned=cards[0], turned_under=True, stock=under)._judge_dealt()
        player = due.player or ""
        position = self.changed(
            hands={**self.hands, player: PACK.in_order((*self.hands[player], *cards))},
            stock=stock,
            turned_under=self.turned_under and self.turned in stock.cards,
            discards=() if recycled else self.discards,
        )
        if due.action is TableAction.DEAL:
            return position.changed(packets=self.packets[1:])
        position = position.changed(drew=True)
        return position if position.due is not None else position._judge_drawing()

    def unavailable(self, due: Due, cards: Sequence[Card]) -> tuple[str, ...]:
        """The turned card too early, a card of a reshuffle, or any other."""
        if due.action is TableAction.DRAW and self.turned in cards and self.turned_under:
            return ("zhiletka.trump-drawn-last",)
        return ("zhiletka.reshuffle",) if due.count > len(self.stock) else (due.clause,)

    def moment(self) -> Turn:
        """What counts at the turn of the player to act."""
        hand = self.hands[self.turn or ""]
        if self.stage == "attack":
            return Turn(self.stage, hand, len(self.hands[self.target()]))
        return Turn(self.stage, hand, attack=self.attack, trump=self.trump)

    def conceivable(self) -> Iterator[Move]:
        """Attacks or defences, in the order of the rules."""
        return conceivable(self.moment())

    def resting_on(self) -> tuple[str, ...]:
        """The clauses of the phase; of an attack also why it is this player's."""
        lead = (self._lead(),) if self.stage == "attack" else ()
        return (*lead, *RESTING_ON[self.stage])

    def _lead(self) -> str:
        """The clause that says who attacks, or will when all have drawn."""
        if self.defender is None:
            return "zhiletka.leader"
        return "zhiletka.next-lead" if self.beaten else "zhiletka.same-attacker"

    def refuse_turn(self, player: str, action: str = "") -> Refusal:
        """The end, `out-of-the-game`, or out of turn.

        A sbor ends the deal even if play went on (`zhiletka.automatic-sbor`).
        """
        del action
        if self.stage == "finished":
            ended = self.outcome.result if self.outcome and not self.outcome.cards else None
            clause = f"zhiletka.{ended or 'automatic-sbor'}"
            return Refusal("deal-is-over", (clause,), phrase("refusals", "deal-is-over"))
        if player in self.seats and player not in self.playing:
            return Refusal(
                "out-of-the-game", ("zhiletka.six",), RULEBOOK.refusal("out-of-the-game", {})
            )
        defending = self.stage == "defence" and not self.drawing
        clause = "zhiletka.defence" if defending else self._lead()
        return self.out_of_turn(clause)

    def refuse(self, move: Move) -> Refusal | None:
        """The phase, then the tests of the action."""
        return refuse(move, self.moment())

    def target(self) -> str:
        """`zhiletka.attack`: whom the attacker attacks, the left neighbour still in the game."""
        neighbours = after(self.seats, self.attacker or "")
        return next(player for player in neighbours if player in self.playing)

    def after(self, move: Move) -> "Deal":
        """What a move that is not refused leads to."""
        match move:
            case Move("attack", cards=tuple(cards)):
                attacked = self._without(self.attacker or "", cards)
                return attacked.changed(stage="defence", defender=self.target(), attack=cards)
            case Move("beat", cards=tuple(cards)):
                position = self._without(self.defender or "", cards)
                position = position.changed(
                    discards=(*self.discards, *self.attack, *cards),
                    attack=(),
                    beaten=True,
                    drawing=(self.defender or "", self.attacker or ""),
                    drew=False,
                )
                return position._draw_or_judge()
            case _:
                return self._take()

    def unplaced(self) -> tuple[Card, ...]:
        """An unseen card is not the one that lies under the stock for all to see."""
        under = self.turned if self.turned_under else None
        return tuple(card for card in super().unplaced() if card is not under)

    def _without(self, player: str, cards: tuple[Card, ...]) -> "Deal":
        kept = tuple(card for card in self.hands[player] if card not in cards)
        return self.changed(hands={**self.hands, player: kept})

    def _take(self) -> "Deal":
        """`zhiletka.take`, then `zhiletka.six`, `zhiletka.survivor`; the attacker draws."""
        taker = self.defender or ""
        hand = PACK.in_order((*self.hands[taker], *self.attack))
        position = self.changed(hands={**self.hands, taker: hand}, attack=(), beaten=False)
        if len(hand) >= self.options.hand_limit:
            position = position.changed(
                hands={**self.hands, taker: ()},
                discards=(*self.discards, *hand),
                playing=tuple(player for player in self.playing if player != taker),
            )
            if len(position.playing) == 1:
                clauses = ("zhiletka.six", "zhiletka.survivor", "zhiletka.payment")
                return position._won("survivor", position.playing[0], clauses)
        return position.changed(drawing=(self.attacker or "",), drew=False)._draw_or_judge()

    def _draw_or_judge(self) -> "Deal":
        return self if self.due is not None else self._judge_drawing()

    def _judge_dealt(self) -> "Deal":
        """`zhiletka.dealt-sbor`: the first sbor from the dealer's left takes the pot."""
        judged = {player: self._has_sbor(player) for player in self.seats}
        holders = [player for player in self.seats if judged[player]]
        unsure = [player for player in self.seats if judged[player] is None]
        if unsure and (not holders or self.seats.index(unsure[0]) < self.seats.index(holders[0])):
            ways = partial(self._dealt, judged)
            if holders:  # the deal is over, and only whose sbor counts is open
                doubted = self.in_doubt(*unsure, of_result=True, ways=ways)
                return doubted.changed(stage="finished")
            return self.in_doubt(*unsure, of_result=True, of_end=True, ways=ways)._first_bout()
        return self._dealt_sbor(holders) if holders else self._first_bout()

    def _first_bout(self) -> "Deal":
        return self.changed(stage="attack", attacker=self.seats[0])

    def _dealt(self, judged: Mapping[str, bool | None]) -> Iterator["Deal"]:
        """What may have come of it: who may have been the first with a sbor, or that nobody was."""
        for player, has_sbor in judged.items():
            if has_sbor is not False:
                yield self._dealt_sbor([player])
            if has_sbor:
                return
        yield self._first_bout()

    def _dealt_sbor(self, holders: Sequence[str]) -> "Deal":
        several = (SEVERAL_SBORS,) if len(holders) > 1 else ()
        clauses = ("zhiletka.sbor", "zhiletka.dealt-sbor", *several, "zhiletka.payment")
        return self._won("dealt-sbor", holders[0], clauses)

    def _judge_drawing(self) -> "Deal":
        """A player has had his turn to draw: does he win, and if not, what follows?"""
        player = self.drawing[0]
        defending = player == self.defender
        contains = self.options.sbor_kept is SborKept.CONTAINS and defending and self.beaten
        match self._has_sbor(player, contains=contains):
            case None:
                ways = partial(map, lambda judged: judged(), (self._sbor, self._after_drawing))
                doubted = self.in_doubt(player, of_result=True, of_end=True, ways=ways)
                return doubted._after_drawing()
            case True:
                return self._sbor()
            case _:
                return self._after_drawing()

    def _sbor(self) -> "Deal":
        """`zhiletka.drawn-sbor`, `zhiletka.kept-sbor`: who has had his turn to draw wins."""
        player = self.drawing[0]
        kept = "kept-sbor" if player == self.defender else "kept-sbor-attacker"
        exactly = ("zhiletka.exactly-three",) if len(self.hands[player]) > SBOR else ()
        how = "zhiletka.drawn-sbor" if self.drew else f"zhiletka.{kept}"
        clauses = ("zhiletka.sbor", how, *exactly, "zhiletka.payment")
        return self._won("drawn-sbor" if self.drew else "kept-sbor", player, clauses)

    def _has_sbor(self, player: str, *, contains: bool = False) -> bool | None:
        """Whether a hand is a sbor, or `contains` one; None if it depends on unseen cards."""
        hand, hidden = self.hands[player], self.unseen(player)
        if not hidden:
            return counts(hand, contains=contains)
        return with_unseen(seen(hand), hidden, self.unplaced(), contains=contains)

    def _after_drawing(self) -> "Deal":
        """The next draws, or the next bout begins."""
        rest = self.changed(drawing=self.drawing[1:], drew=False)
        return rest._draw_or_judge() if rest.drawing else rest._next_bout()

    def _next_bout(self) -> "Deal":
        """`zhiletka.next-lead`, `zhiletka.same-attacker`; or `zhiletka.void` without cards."""
        leader = self.defender if self.beaten else self.attacker
        position = self.changed(stage="attack", attacker=leader)
        hands = (position.hands[leader or ""], position.hands[position.target()])
        if all(hands):
            return position
        outcome = Outcome("void", None, None, ("zhiletka.void",))
        return position.changed(stage="finished", outcome=outcome)

    def _won(self, result: str, winner: str, clauses: tuple[str, ...]) -> "Deal":
        cards = None if result == "survivor" else self.hands[winner]
        ledger = {**self.ledger, winner: self.ledger[winner] + self.pot}
        outcome = Outcome(result, winner, cards, clauses)
        return self.changed(stage="finished", drawing=(), pot=0, ledger=ledger, outcome=outcome)
