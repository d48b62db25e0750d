"""Rulings on disputes at Écarté: the revoke, the false king, and the misdeals."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, cast

from evaluators import rulings
from evaluators.actions import Action
from evaluators.arbiter import Arbiter, Combinations, Trick, Won
from evaluators.cards import SIGNS, Card, Rank, Suit, faces, seen
from evaluators.claims import Dispute, Rulings
from evaluators.ecarte import legal_moves
from evaluators.ecarte.deal import Deal
from evaluators.ecarte.evaluate import CLAUSE, contained
from evaluators.ecarte.outcome import Outcome
from evaluators.ecarte.position import DEALS, Record, outcome_of
from evaluators.ecarte.remedies import is_annulled, may_be_dealt_afresh, played_wrong
from evaluators.ecarte.rules import HAND, PLAYERS, RULEBOOK, FullHand, Options
from evaluators.findings import Finding, Inquiry
from evaluators.forms import ABSENT, Absent, Count, Form, Player, Says
from evaluators.game import Move, Refusal
from evaluators.position import MovesQuestion, RecordForm
from evaluators.standing import OUTCOME
from evaluators.texts import Phrase
from evaluators.trick_compare import Play


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldHand(Form):
    """A player and the five cards he held before play."""

    player: Annotated[Player, Says("Who held them, by name.")]
    hand: FullHand


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Dispute):
    """A record, a situation or hands, and what is claimed of them."""

    CODES: ClassVar[tuple[str, ...]] = tuple(RULEBOOK.combinations)
    SITUATIONS: ClassVar[type[MovesQuestion]] = legal_moves.Question
    BESIDE: ClassVar[str] = "trump"
    TRICKS: ClassVar[int] = HAND

    record: Record | Absent = ABSENT
    situation: legal_moves.Situation | Absent = ABSENT
    hands: Annotated[
        tuple[HeldHand, ...] | Absent,
        Count(1, PLAYERS[1], ("ecarte.players",)),
        Says("The hands in question, with `trump` beside them."),
    ] = ABSENT
    trump: Annotated[Suit | Absent, Says("The trump suit; of hands only.")] = ABSENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement(Rulings):
    """The ruling: each claim decided, every breach found, and what the deal came to.

    Where the opponent of an offender may choose, the outcome is that of a result he lets stand.
    """

    outcome: Annotated[Outcome | None, OUTCOME]


_OWN: Mapping[str, tuple[str, ...]] = {
    "announce-king": ("ecarte.king", "ecarte.king-window"),
    "throw-up": ("ecarte.thrown-up",),
}
"""The clauses on which what may be done beside playing a card rests."""


COMBINATIONS = Combinations(
    held=lambda position, hand: contained(hand, position.trump),
    shown=lambda hand, question, _: contained(hand, question.trump),
    about=lambda _, __: (CLAUSE,),
)


class EcarteArbiter(Arbiter[Deal]):
    """Rules on disputes at Écarté."""

    deals = DEALS
    rulebook = RULEBOOK
    legal_moves: ClassVar[Any] = legal_moves
    answer = Judgement
    COMBINATIONS = COMBINATIONS
    TRICK = ("ecarte.trick", "ecarte.pack")
    SCORE = "ecarte.game"
    RULING = "ecarte.ruling"
    MEANWHILE = "ecarte.stakes"

    def notice(self, before: Deal, action: Action, after: Deal) -> Finding[Deal] | None:
        """`ecarte.played-with-wrong-count`: a first card from a hand that was misdealt."""
        player = action.player or ""
        move = action.move
        if move is None or move.card is None or player not in before.misdealt:
            return None
        first = sum(before.tricks.values()) == 0
        if before.exchanges or not first:
            return None
        clause = "ecarte.played-with-wrong-count"
        facts = {"player": player, "dealt": len(before.hands[player])}
        text = RULEBOOK.phrase("rulings", "played-with-wrong-count", facts)
        refusal = Refusal("played-with-wrong-count", (clause,), text)
        cure = played_wrong(before, player)
        if player == before.elder:
            return Finding(refusal, after.annulled(clause), stops=True, cure=lambda _: cure)
        return Finding(refusal, cure=lambda _: cure)

    def facts(self, position: Deal, action: Action) -> Mapping[str, object]:
        """The card led, the trumps, and what the player held that was allowed."""
        return {
            "held": faces(_allowed(position, action)),
            "led": faces([position.led])[0] if position.led else "",
            "leader": position.trick[0].player if position.trick else "",
            "trump": SIGNS[position.trump] if position.trump else "",
            "stock": len(position.stock),
        }

    def why(self, position: Deal, move: Move) -> str | None:
        """Why a card could be played."""
        if move.card is None:
            return None
        if position.led is None:
            return "leads"
        if move.card.suit is position.led.suit:
            return "follows"
        return "trumps" if move.card.suit is position.trump else "free"

    def allowing(self, clauses: tuple[str, ...], move: Move) -> tuple[str, ...]:
        """A card is no king announced and no hand thrown up."""
        if move.action in _OWN:
            return _OWN[move.action]
        others = {clause for each in _OWN.values() for clause in each}
        return tuple(clause for clause in clauses if move.card is None or clause not in others)

    def tricks(self, inquiry: Inquiry[Deal]) -> Sequence[Trick]:
        """Two cards each; whoever has one trick more took it."""
        return tuple(_tricks(inquiry))

    def unplayed(self, last: Deal) -> Won | None:
        """`ecarte.thrown-up`: the opponent of who threw up his hand."""
        thrower = last.outcome.thrown_up if last.outcome else None
        if thrower is None:
            return None
        facts = {"player": thrower, "winner": last.other(thrower)}
        why = RULEBOOK.phrase("rulings", "thrown-up-trick", facts)
        return Won((last.other(thrower),), ("ecarte.thrown-up",), why)

    def hand_of(self, inquiry: Inquiry[Deal], player: str) -> tuple[Deal, tuple[Card, ...]] | None:
        """The last whole hand a player held."""
        whole = (each for each in reversed(inquiry.positions) if len(each.hands[player]) == HAND)
        moment = next(whole, None)
        misdealt = player in inquiry.last.misdealt
        if moment is None or moment.trump is None or misdealt:
            return None
        return moment, moment.hands[player]

    def is_settled(self, last: Deal, player: str) -> bool:
        """Once play has begun nobody exchanges."""
        del player
        return last.play_began is not None or last.finished

    def outcome(self, last: Deal, record: RecordForm) -> Outcome | None:
        """The outcome, the players in the record's order."""
        return outcome_of(last, record)

    def also(self, inquiry: Inquiry[Deal], index: int) -> tuple[str, ...]:
        """Of a lead that nobody is asked for the king where it was turned up."""
        position = inquiry.positions[index]
        turned = position.turn_up is not None and position.turn_up.rank is Rank.KING
        first = (
            position.stage == "play" and not position.trick and not any(position.tricks.values())
        )
        return ("ecarte.king-window",) if turned and first else ()

    def resting(self, last: Deal) -> tuple[str, ...]:
        """Also when the game is won and paid for, and what a king not announced is worth."""
        unscored = () if last.king or is_annulled(last) else ("ecarte.king",)
        return (*super().resting(last), *unscored, "ecarte.game", "ecarte.stakes")

    def meanwhile(self, inquiry: Inquiry[Deal], name: str) -> tuple[str, ...]:
        """Of the score also the king's point, or that a turned king scored none."""
        last = inquiry.last
        turned = last.turn_up is not None and last.turn_up.rank is Rank.KING
        king = "ecarte.king" if last.announced else "ecarte.turned-king"
        return (*super().meanwhile(inquiry, name), *([king] if last.king or turned else []))

    def result(self, last: Deal) -> Phrase:
        """The points and the score, and whether it wins the game."""
        outcome = cast("Outcome", last.outcome)
        facts = {
            "winner": outcome.winner,
            "points": _counted(last.points),
            "score": _counted(last.score),
            "game_points": last.options.game_points,
        }
        if is_annulled(last):
            return RULEBOOK.phrase("rulings", "annulled", facts)
        won = "game-won" if outcome.winner else "game-goes-on"
        result = RULEBOOK.phrase("rulings", won, facts)
        if outcome.thrown_up is not None:
            thrown = {"player": outcome.thrown_up, "result": result}
            result = RULEBOOK.phrase("rulings", "after-throw-up", thrown)
        if last.scorer is not None:
            began = RULEBOOK.phrase("rulings", f"began-{last.play_began}")
            tricks = _counted(last.tricks)
            how = {"began": began, "tricks": tricks, "result": result}
            result = RULEBOOK.phrase("rulings", "by-tricks", how)
        if last.scorer in {offender for offender, _ in last.offences}:
            sides = {"offender": last.scorer, "opponent": last.other(last.scorer)}
            result = RULEBOOK.phrase("rulings", "game-cut", {"result": result, **sides})
        if may_be_dealt_afresh(last):
            told = {"result": result, "elder": last.elder}
            return RULEBOOK.phrase("rulings", "no-fresh-deal", told)
        return result


def _allowed(position: Deal, action: Action) -> Sequence[Card]:
    """The cards by which a player could have done his duty: those that surely could be played.

    If unseen cards leave that open of all, those of the suit led, else the trumps, else all.
    """
    if action.move is None or position.turn is None:
        return ()
    hand = seen(position.hands[position.turn])
    suits = (position.led.suit if position.led else None, position.trump)
    surely = [move.card for move in position.legal() if move.card]
    likely = ([card for card in hand if card.suit is suit] for suit in suits)
    return next(filter(None, (surely, *likely)), position.hands[position.turn])


def _counted(counts: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(f"{player} {count}" for player, count in counts.items())


def _tricks(inquiry: Inquiry[Deal]) -> Iterator[Trick]:
    for index, after in enumerate(inquiry.positions[1:]):
        before, action = inquiry.positions[index], inquiry.actions[index]
        winner = next((p for p, count in after.tricks.items() if count > before.tricks[p]), None)
        if winner is not None and isinstance(action, Action) and action.move and action.move.card:
            yield (*before.trick, Play(player=action.player or "", card=action.move.card)), winner


ARBITER = EcarteArbiter()


def adjudicate(question: Question, options: Options) -> Rulings:
    """The ruling on a dispute: claims decided and breaches found, with the rules they rest on."""
    return rulings.adjudicate(ARBITER, question, options)
