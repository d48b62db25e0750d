"""A Vinegret showdown: who wins, what decided, and who pays whom."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from evaluators import players
from evaluators.faults import Fault, miscounted
from evaluators.forms import Clauses, Count, Form, Given, Player, Says, Tokens
from evaluators.game import Answer, Combination
from evaluators.spelling import shared_cards
from evaluators.vinegret.evaluate import Standing, combination, found_in, ranking, standing
from evaluators.vinegret.rules import PLAYERS, FullHand, Options
from evaluators.vinegret.settle import PAYMENT, SHOWDOWN, payments

_AT_TABLE = ("vinegret.players",)


class Criterion(StrEnum):
    """What separates the winner from the next hand."""

    CLASS = "class"
    CARDS = "cards"
    POINTS = "points"
    SEAT = "seat"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownHand(Form):
    """A player and the hand he shows."""

    player: Annotated[Player, Says("Who shows it, by name.")]
    hand: FullHand


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Form):
    """The hands that are shown."""

    hands: Annotated[
        tuple[ShownHand, ...],
        Count(1, PLAYERS[1], _AT_TABLE),
        Says("The hands in order of speaking, from the elder hand."),
    ]
    others: Annotated[
        tuple[Player, ...],
        Count(0, PLAYERS[1] - 1, _AT_TABLE),
        Says("Players who have dropped out; they pay all the same."),
    ] = ()
    pool: Annotated[Tokens, Says("The pool with all stakes, in tokens.")] = 0

    @classmethod
    def faults(cls, given: Given) -> Iterator[Fault]:
        """A card in two hands, a name that stands twice, too few or too many players."""
        hands = [hand or {} for hand in given.get("hands", ())]
        others = given.get("others", ())
        names = [hand.get("player") for hand in hands] + list(others)
        for place, found in players.repeated(names):
            if place < len(hands):
                yield found.below("hands", place, "player")
            else:
                yield found.below("others", place - len(hands))
        complete = hands and not given.unread & {"hands", "others"}
        if complete and not PLAYERS[0] <= len(names) <= PLAYERS[1]:
            text = "wrong-number-of-players"
            found = miscounted(*PLAYERS, len(names), text=text, clauses=_AT_TABLE)
            yield found.below("hands")
        for (place, index), found in shared_cards([hand.get("hand", ()) for hand in hands]):
            yield found.below("hands", place, "hand", index)


@dataclass(frozen=True, slots=True)
class Placed:
    """One line of the ranking."""

    place: Annotated[int, Says("1 for the winner, no two alike.")]
    player: Annotated[str, Says("Whose hand it is, by name.")]
    best: Combination
    strength: Annotated[int, Says("How strong the hand is, as in evaluate.")]


@dataclass(frozen=True, slots=True)
class Decision:
    """What put the winner before the next hand."""

    criterion: Annotated[Criterion | None, Says("Null where only one hand was shown.")]
    clauses: Clauses


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison(Answer):
    """The showdown decided."""

    ranking: Annotated[tuple[Placed, ...], Says("The hands, best first.")]
    winner: Annotated[str, Says("Who takes the pool.")]
    decided_by: Decision
    payments: Annotated[
        Mapping[str, int],
        Says("What each player gets, or pays if negative, in tokens; their sum is the pool."),
    ]
    clauses: Clauses

    def combinations_seen(self) -> tuple[str, ...]:
        """The best of every hand shown."""
        return tuple(placed.best.code for placed in self.ranking)


def rank(hands: Sequence[ShownHand], options: Options) -> tuple[tuple[Placed, ...], Decision]:
    """The hands best first, and what put the first before the second.

    Equal hands rank in the order of speaking (`vinegret.tie`).
    """
    shown = sorted(hands, key=lambda each: standing(each.hand), reverse=True)
    ranked = tuple(
        Placed(
            place,
            each.player,
            combination(found_in(each.hand)[0], options),
            ranking()[standing(each.hand)],
        )
        for place, each in enumerate(shown, 1)
    )
    return ranked, _decision([standing(each.hand) for each in shown[:2]], ranked[0].best)


def compare(question: Question, options: Options) -> Comparison:
    """The ranking of the hands shown and the payments in tokens."""
    ranked, decision = rank(question.hands, options)
    first = ranked[0]
    seats = (*(hand.player for hand in question.hands), *question.others)
    return Comparison(
        ranking=ranked,
        winner=first.player,
        decided_by=decision,
        payments=payments(seats, first.player, first.best.pays or 0, question.pool),
        clauses=(SHOWDOWN if len(ranked) > 1 else "vinegret.unheld-raise", PAYMENT),
    )


def _decision(standings: Sequence[Standing], best: Combination) -> Decision:
    if len(standings) == 1:
        return Decision(None, ())
    first, second = standings
    if first == second:
        return Decision(Criterion.SEAT, ("vinegret.tie",))
    if first.kind != second.kind:
        return Decision(Criterion.CLASS, ("vinegret.best",))
    criterion = Criterion.CARDS if first.length != second.length else Criterion.POINTS
    return Decision(criterion, best.clauses)
