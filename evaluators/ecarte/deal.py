"""A whole deal of Écarté: its phases, and what each action changes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, cast

from evaluators.cards import CARDS, Card, Rank, Suit
from evaluators.ecarte.evaluate import king_of
from evaluators.ecarte.outcome import Outcome, misdeal
from evaluators.ecarte.refusals import Turn, conceivable, refuse, resting_on
from evaluators.ecarte.rules import HAND, PACK, KingWindow, Role, StockShort
from evaluators.ecarte.settle import POINT, VOLE, PlayBegan, score_tricks, stakes
from evaluators.ecarte.table import Table
from evaluators.game import Move, Refusal
from evaluators.record import Doubt
from evaluators.trick_compare import Play
from evaluators.tricks import beats


@dataclass(frozen=True, kw_only=True)
class Deal(Table):
    """A moment of a deal.

    In a ruling only: `misdealt`, who was dealt another number of cards than five; `exposed`, cards
    shown in dealing; `announcers`, who announced a king he may not hold; `offences`, whose
    winnings are cut, each with the clause that says so; `suspects`, whose winnings may be, which
    depends on unseen cards. `scorer`: who has the point or the vole.
    """

    HIDDEN: ClassVar[frozenset[str]] = Table.HIDDEN | {
        "must-follow-suit",
        "must-beat",
        "must-trump",
        "king-not-held",
    }
    NEXT_DEAL: ClassVar[str] = "ecarte.alternate"

    play_began: PlayBegan | None = None
    king: str | None = None
    announced: bool = False
    tricks: Mapping[str, int]
    points: Mapping[str, int]
    score: Mapping[str, int]
    misdealt: frozenset[str] = frozenset()
    exposed: frozenset[Card] = frozenset()
    announcers: frozenset[str] = frozenset()
    offences: tuple[tuple[str, str], ...] = ()
    suspects: frozenset[str] = frozenset()
    scorer: str | None = None

    def with_turn_up(self, card: Card) -> "Deal":
        """`ecarte.turned-king`: a king turned up scores for the dealer at once."""
        position = self.changed(turn_up=card, stage="proposal", actor=self.elder)
        scores = card.rank is Rank.KING and not self.misdealt
        return position._score_king(self.dealer) if scores else position

    def moment(self) -> Turn:
        """What counts at the turn of the player to act."""
        return Turn(
            self.stage,
            self.hands[self.actor or ""],
            len(self.stock),
            self.trump,
            self.led,
            (self.announced and self.king == self.actor) or self.actor in self.announcers,
        )

    def conceivable(self) -> Iterator[Move]:
        """The moves of the stage, in the order of the rules."""
        return conceivable(self.moment(), self.options)

    def resting_on(self) -> tuple[str, ...]:
        """The clauses of the stage."""
        return resting_on(self.moment(), self.options)

    def refuse_turn(self, player: str, action: str = "") -> Refusal:
        """Out of turn."""
        del player, action
        return self.out_of_turn("ecarte.turns")

    def refuse(self, move: Move) -> Refusal | None:
        """The stage, then the tests of the action."""
        return refuse(move, self.moment(), self.options)

    def after(self, move: Move) -> "Deal":
        """What a move that is not refused leads to."""
        match move:
            case Move("propose"):
                return self.changed(stage="answer", actor=self.dealer)
            case Move("accept"):
                return self._accept()
            case Move("play-at-once"):
                return self._begin_play(PlayBegan.ELDER_PLAYED)
            case Move("refuse"):
                return self._begin_play(PlayBegan.FIRST_PROPOSAL_REFUSED)
            case Move("exchange", cards=tuple(cards)):
                return self._exchange(cards)
            case Move("announce-king"):
                position = self.changed(announced=True)._score_king(self.actor or "")
                return (
                    position._asked() if self.stage == "king" and not position.outcome else position
                )
            case Move("no-king"):
                return self._asked()
            case Move("play", card=Card() as card):
                return self._play(card)
            case _:
                return self._score(thrown_up=self.actor)

    def doubted(self, move: Move) -> "Deal":
        """As the table did; nobody can say whether an announcement of the king scored."""
        player = self.actor or ""
        if move.action != "announce-king":
            doubted = self.in_doubt(player, of_move=True, ways=partial(self._replied, move))
            return doubted.changed(suspects=self.suspects | {player}).after(move)
        ends = self.score[player] + POINT >= self.options.game_points
        ways = partial(self._announced, move)
        doubted = self.in_doubt(player, of_move=True, of_result=True, of_end=ends, ways=ways)
        return doubted.unscored(player)

    def _replied(self, move: Move) -> Iterator["Deal"]:
        """The positions after a reply that may have been a revoke."""
        yield self.after(move)
        yield self.offended(self.actor or "", "ecarte.revoke").after(move)

    def _announced(self, move: Move) -> Iterator["Deal"]:
        """The positions after a king that may be true or false, each with where the king lies."""
        player = self.actor or ""
        yield self.revealed(player, self._trump_king()).after(move)
        yield from self.unscored(player).with_false_king(player)

    def unscored(self, player: str) -> "Deal":
        """The position after an announcement that has scored nothing."""
        position = self.changed(announcers=self.announcers | {player})
        return position._asked() if self.stage == "king" else position

    def holds_king(self, player: str) -> bool | None:
        """Whether a player holds the king of trumps, or has just led it; None: it depends."""
        trump = cast("Suit", self.trump)
        led = [play.card for play in self.trick if play.player == player]
        if king_of(trump, (*self.hands[player], *led)):
            return True
        return None if self.unseen(player) and king_of(trump, self.unplaced()) else False

    def _trump_king(self) -> Card:
        return CARDS[Rank.KING + cast("Suit", self.trump)]

    def with_false_king(self, player: str) -> Iterator["Deal"]:
        """All positions that a false king may lead to: the opponent has it, or it lies unused."""
        king, other = self._trump_king(), self.other(player)
        if self.holds_king(other) is None:
            yield self.revealed(other, king)
        yield self.changed(stock=self.stock.keeping(king)).offended(player, "ecarte.false-king")

    def offended(self, player: str, clause: str) -> "Deal":
        """The position once a player has done what cuts his winnings by a clause."""
        return self.changed(offences=(*self.offences, (player, clause)))

    @property
    def result_doubts(self) -> tuple[Doubt, ...]:
        """Those of a king's point, and whether who has scored the tricks had offended.

        He may have revoked with his own unseen cards, or the king may be among the opponent's.
        """
        doubts = super().result_doubts
        if self.scorer not in self.suspects:
            return doubts
        return tuple(
            doubt
            for doubt in self.doubts
            if doubt in doubts
            or (doubt.of_move and self.scorer in dict(doubt.holders))
            or (doubt.of_remedy_only and self.other(self.scorer) in dict(doubt.holders))
        )

    def suspected(self, player: str) -> "Deal":
        """The position after a false king, which may be the opponent's (`ecarte.false-king`)."""
        ways = partial(self.with_false_king, player)
        doubted = self.in_doubt(self.other(player), ways=ways)
        return doubted.changed(suspects=self.suspects | {player})

    def _accept(self) -> "Deal":
        """A round of exchanges begins; earlier discards may be recycled from now on."""
        return self.changed(stage="elder-exchange", actor=self.elder, out=frozenset())

    def _exchange(self, cards: tuple[Card, ...]) -> "Deal":
        player = self.actor or ""
        kept = tuple(card for card in self.hands[player] if card not in cards)
        rounds = self.exchanges
        if player == self.elder:  # with him a round begins
            rounds = (*rounds, {self.elder: 0, self.dealer: 0})
        position = self.changed(
            hands={**self.hands, player: kept},
            discards={**self.discards, player: (*self.discards[player], *cards)},
            out=self.out | frozenset(cards),
            owed=len(cards),
            exchanges=(*rounds[:-1], {**rounds[-1], player: len(cards)}),
        )
        return position if cards else position.exchanged()

    def exchanged(self) -> "Deal":
        """The dealer exchanges next, unless he cannot; then the elder speaks again."""
        no_cards = self.options.stock_short is StockShort.PLAY and not self.stock
        if self.stage == "elder-exchange" and not no_cards:
            return self.changed(stage="dealer-exchange", actor=self.dealer)
        return self.changed(stage="proposal", actor=self.elder)

    def _begin_play(self, began: PlayBegan) -> "Deal":
        """`ecarte.king-window`: perhaps the king is asked for first; then the elder leads."""
        began = PlayBegan.AFTER_EXCHANGE if self.exchanges else began
        turned = self.turn_up is not None and self.turn_up.rank is Rank.KING
        before_lead = self.options.king_window is KingWindow.BEFORE_FIRST_LEAD
        stage = "king" if before_lead and not turned else "play"
        return self.changed(stage=stage, actor=self.elder, play_began=began)

    def _asked(self) -> "Deal":
        """A player has been asked for the king; the other is, or the elder leads."""
        if self.actor == self.elder:
            return self.changed(actor=self.dealer)
        return self.changed(stage="play", actor=self.elder)

    def _score_king(self, player: str) -> "Deal":
        """`ecarte.king-first`: the point counts at once, and may win the game."""
        position = self.changed(
            king=player,
            points={**self.points, player: self.points[player] + 1},
            score={**self.score, player: self.score[player] + 1},
        )
        if position.score[player] < self.options.game_points:
            return position
        return position._end(None, ("ecarte.king-first",))

    def _play(self, card: Card) -> "Deal":
        player = self.actor or ""
        kept = tuple(held for held in self.hands[player] if held is not card)
        position = self.changed(hands={**self.hands, player: kept})
        if self.led is None:
            trick = (Play(player=player, card=card),)
            return position.changed(trick=trick, actor=self.other(player))
        won = beats(card, self.led, PACK, self.trump)
        winner = player if won else self.other(player)
        tricks = {**self.tricks, winner: self.tricks[winner] + 1}
        position = position.changed(trick=(), actor=winner, tricks=tricks)
        over = sum(tricks.values()) == HAND
        return position._score(thrown_up=None) if over else position

    def _score(self, thrown_up: str | None) -> "Deal":
        """The points for tricks; a thrown-up hand leaves all others to the opponent."""
        began = cast("PlayBegan", self.play_began)
        elder_tricks = self.tricks[self.elder]
        if thrown_up == self.dealer:
            elder_tricks = HAND - self.tricks[self.dealer]
        scored = score_tricks(began, elder_tricks)
        player = self.elder if scored.role is Role.ELDER else self.dealer
        cut = tuple(dict.fromkeys(clause for who, clause in self.offences if who == player))
        points = scored.points - POINT if cut else scored.points
        position = self.changed(
            points={**self.points, player: self.points[player] + points},
            score={**self.score, player: self.score[player] + points},
            scorer=player,
        )
        clauses = ("ecarte.thrown-up", *scored.clauses) if thrown_up else scored.clauses
        return position._end(thrown_up, (*clauses, *cut))

    def annulled(self, clause: str) -> "Deal":
        """A misdeal that cannot stand: nothing counts, and the same dealer deals again."""
        nothing = dict.fromkeys(self.points, 0)
        score = {player: self.score[player] - self.points[player] for player in self.points}
        outcome = misdeal(score, self.dealer, clause)
        return self.changed(
            stage="finished",
            actor=None,
            trick=(),
            tricks=nothing,
            points=nothing,
            score=score,
            king=None,
            outcome=outcome,
        )

    def reopened(self) -> "Deal":
        """The position after a second card was turned: a king that won the game has not yet."""
        nobody = dict.fromkeys(self.ledger, 0)
        return self.changed(stage="proposal", actor=self.elder, ledger=nobody, outcome=None)

    def _end(self, thrown_up: str | None, clauses: tuple[str, ...]) -> "Deal":
        winner = next(
            (player for player, points in self.score.items() if points >= self.options.game_points),
            None,
        )
        if self.king is not None:
            king = "ecarte.king" if self.announced else "ecarte.turned-king"
            clauses = (king, *clauses)
        if sum(self.points.values()) == VOLE + POINT:
            clauses = (*clauses, "ecarte.cap")
        if winner is not None:
            clauses = (*clauses, "ecarte.game", "ecarte.stakes")
        outcome = Outcome(
            tricks=self.tricks,
            play_began=self.play_began,
            king=self.king,
            thrown_up=thrown_up,
            points=self.points,
            score=self.score,
            winner=winner,
            next_dealer=self.elder,
            clauses=(*clauses, self.NEXT_DEAL),
        )
        ledger = stakes(self.score, winner, self.options)
        return self.changed(stage="finished", actor=None, ledger=ledger, outcome=outcome)
