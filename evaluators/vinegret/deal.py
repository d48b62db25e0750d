"""A whole deal of Vinegret: its phases, and what each action changes."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import combinations
from typing import ClassVar, cast

from evaluators.budget import spend
from evaluators.cards import Card
from evaluators.game import Move, Refusal
from evaluators.seats import after
from evaluators.vinegret.compare import ShownHand
from evaluators.vinegret.evaluate import combination, found_in
from evaluators.vinegret.outcome import Outcome, carry_over, redeal, showdown, unheld_bet
from evaluators.vinegret.refusals import Turn, conceivable, refuse, resting_on
from evaluators.vinegret.rules import RULEBOOK
from evaluators.vinegret.settle import PAYMENT, SHOWDOWN, payments
from evaluators.vinegret.table import Table
from evaluators.vinegret.unseen import MOST_HANDS, Shown


@dataclass(frozen=True, kw_only=True)
class Deal(Table):
    """A moment of a deal."""

    NEXT_DEAL: ClassVar[str] = "vinegret.next-dealer"

    def moment(self) -> Turn:
        """What counts at the turn of the player to act."""
        return Turn(self.stage, self.hands[self.queue[0]], any(self.bets.values()))

    def conceivable(self) -> Iterator[Move]:
        """The moves of the phase; bets and raises with the range of their amounts."""
        return conceivable(self.moment(), self.options)

    def resting_on(self) -> tuple[str, ...]:
        """The clauses of the phase."""
        return resting_on(self.moment(), self.options)

    def refuse_turn(self, player: str, action: str = "") -> Refusal:
        """`has-refused`, or out of the order of speaking; who is to act, if a player is."""
        del action
        if player in self.refused:
            return Refusal(
                "has-refused", ("vinegret.refusal",), RULEBOOK.refusal("has-refused", {})
            )
        return self.out_of_turn("vinegret.order-of-speaking")

    def refuse(self, move: Move) -> Refusal | None:
        """The phase, the word, the amount; or the cards."""
        return refuse(move, self.moment(), self.options)

    def after(self, move: Move) -> "Deal":
        """What a move that is not refused leads to."""
        match move:
            case Move("vist"):
                return self._into_pool({self.queue[0]: self.options.vist_stake}).next_turn()
            case Move("exchange", cards=tuple(cards)):
                return self._exchange(cards)
            case Move("redeal"):
                return self._end(redeal(self.seats, self.pool))
            case Move("force"):
                forced = self._into_pool({self.dealer: self.options.force_stake})
                return forced.changed(stage="draw", queue=self.seats)
            case Move("pass"):
                return self._pass()
            case _:
                return self._stake(move)

    def _exchange(self, cards: tuple[Card, ...]) -> "Deal":
        player = self.queue[0]
        kept = tuple(card for card in self.hands[player] if card not in cards)
        position = self.changed(hands={**self.hands, player: kept}, aside=cards, owed=len(cards))
        return position if cards else position.next_turn()

    def _into_pool(self, stakes: Mapping[str, int]) -> "Deal":
        ledger = {player: self.ledger[player] - stakes.get(player, 0) for player in self.seats}
        return self.changed(pool=self.pool + sum(stakes.values()), ledger=ledger)

    def _stake(self, move: Move) -> "Deal":
        """A bet, a hold or a raise."""
        player = self.queue[0]
        highest = max(self.bets.values())
        more = move.amount if isinstance(move.amount, int) else 0
        staked = highest - self.bets[player] + more
        bets = {**self.bets, player: self.bets[player] + staked}
        ledger = {**self.ledger, player: self.ledger[player] - staked}
        queue = self.queue[1:]
        if more:
            others = after(self.seats, player)[:-1]
            queue = tuple(other for other in others if other not in self.refused)
        return self.changed(bets=bets, ledger=ledger, queue=queue)._betting_over()

    def _pass(self) -> "Deal":
        """A pass; once somebody has staked it is a refusal (`vinegret.refusal`)."""
        refused = self.refused
        if any(self.bets.values()):
            refused = (*refused, self.queue[0])
        return self.changed(queue=self.queue[1:], refused=refused)._betting_over()

    def _betting_over(self) -> "Deal":
        """The next phase or the end, if this betting is over."""
        staying, first = self.staying, self.stage == "first-betting"
        if len(staying) == 1:
            return self._unheld_bet(staying[0]) if first else self._unheld_raise(staying[0])
        if self.queue:
            return self
        if not any(self.bets.values()):
            if first:
                return self.changed(stage="dealer-choice", queue=(self.dealer,))
            return self._end(carry_over(self.seats, self.pool, self.options))
        pooled = self._pooled()
        if first:
            return pooled.changed(stage="draw", queue=staying)
        return pooled._showdown()

    def _pooled(self) -> "Deal":
        """The stakes of the betting go into the pool."""
        bets = dict.fromkeys(self.seats, 0)
        return self.changed(pool=self.pool + sum(self.bets.values()), bets=bets)

    def _unheld_bet(self, player: str) -> "Deal":
        """`vinegret.unheld-bet`: he takes back what he staked, and is paid for it."""
        pooled = self._pooled()
        ended = unheld_bet(player, self.bets, self.refused, pooled.pool, self.options)
        return pooled._end(ended)

    def _unheld_raise(self, player: str) -> "Deal":
        """`vinegret.unheld-raise`: he takes the pool and is paid as if all had shown."""
        return self._pooled()._taken("unheld-raise", player, "vinegret.unheld-raise")

    def _showdown(self) -> "Deal":
        """`vinegret.showdown`: the best hand of those who stayed takes the pool."""
        hidden = [player for player in self.staying if self.unseen(player)]
        if hidden:
            winner = self.shown().surely_best()
            if winner:
                return self._taken("showdown", winner, SHOWDOWN)
            return self._left_open(*hidden, ended=Deal._showdown, winners=self.staying)
        shown = [ShownHand(player=each, hand=self.hands[each]) for each in self.staying]
        return self._end(showdown(shown, self.seats, self.pool, self.options))

    def _taken(self, result: str, winner: str, clause: str) -> "Deal":
        """The pool is a player's, though perhaps not all cards that he shows are known."""
        hands = self.shown().hands_of(winner)
        prices = {combination(found_in(hand)[0], self.options).pays for hand in hands}
        if len(prices) != 1:
            ended = partial(Deal._taken, result=result, winner=winner, clause=clause)
            left_open = self._left_open(winner, ended=ended, winners=(winner,))
            return left_open.changed(taker=winner)
        best = combination(found_in(hands[0])[0], self.options)
        changes = payments(self.seats, winner, best.pays or 0, self.pool)
        known = None if self.unseen(winner) else best
        return self._end(Outcome(result, 0, changes, (clause, PAYMENT), winner, known))

    def shown(self) -> Shown:
        """The hands of those who stayed, as far as they are known."""
        return Shown({each: self.hands[each] for each in self.staying}, self.unplaced())

    def _left_open(
        self, *players: str, ended: Callable[["Deal"], "Deal"], winners: Sequence[str]
    ) -> "Deal":
        """The deal is over, and nobody can say what it came to: how it `ended` depends on cards."""
        ways = partial(self._endings, players, ended, winners)
        doubted = self.in_doubt(*players, of_result=True, ways=ways)
        return doubted.changed(stage="finished", queue=())

    def _endings(
        self,
        players: Sequence[str],
        ended: Callable[["Deal"], "Deal"],
        winners: Sequence[str],
    ) -> Iterable["Deal"]:
        """How it may have ended, told by what it paid; by less where the hands are too many.

        What each hand was remains as unknown as it is.
        """
        number = self.shown().choices(players)
        if number > MOST_HANDS:
            return self._conceivable(winners)
        spend(number)
        endings = {tuple(end.ledger.values()): end for end in map(ended, self._filled(players))}
        return map(self._as_known, endings.values())

    def _conceivable(self, winners: Sequence[str]) -> Iterator["Deal"]:
        """How it may have ended at most, by what is certain of each hand for itself."""
        result, clauses = "unheld-raise", ("vinegret.unheld-raise",)
        if len(self.staying) > 1:
            refusal = ("vinegret.refusal",) if self.refused else ()
            result, clauses = "showdown", (SHOWDOWN, "vinegret.best", *refusal)
        for player, price in self.shown().takers(winners, self.options):
            changes = payments(self.seats, player, price, self.pool)
            yield self._end(Outcome(result, 0, changes, (*clauses, PAYMENT), player))

    def _as_known(self, ending: "Deal") -> "Deal":
        """An ending without what only some choice of faces for unseen cards has told."""
        outcome = cast("Outcome", ending.outcome)
        winner = outcome.winner or ""
        known = None if self.unseen(winner) else outcome.combination
        told = replace(outcome, ranking=(), decided_by=None, combination=known)
        return ending.changed(hands=self.hands, stock=self.stock, outcome=told)

    def _filled(self, players: Sequence[str]) -> Iterator["Deal"]:
        """The position with every choice of faces for these players' unseen cards."""
        player = next((each for each in players if self.unseen(each)), None)
        if player is None:
            yield self
            return
        for cards in combinations(self.unplaced(), self.unseen(player)):
            filled = reduce(lambda deal, card: deal.revealed(player, card), cards, self)
            yield from filled._filled(players)

    def _end(self, outcome: Outcome) -> "Deal":
        changes = outcome.payments
        return self.changed(
            stage="finished",
            queue=(),
            pool=outcome.pool,
            ledger={player: self.ledger[player] + changes[player] for player in self.seats},
            bets=dict.fromkeys(self.seats, 0),
            outcome=outcome,
        )
