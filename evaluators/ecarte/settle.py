"""What an Écarté deal scores, and what the loser of the game pays."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

from evaluators import players
from evaluators.ecarte.rules import DEALER, ELDER, HAND, RULEBOOK, Options, Role, Stakes
from evaluators.faults import Fault, fault
from evaluators.forms import ABSENT, Absent, Between, Clauses, Form, Given, Player, Says
from evaluators.game import Answer


class PlayBegan(StrEnum):
    """How play began; what the point is worth depends on it."""

    ELDER_PLAYED = "elder-played"
    FIRST_PROPOSAL_REFUSED = "first-proposal-refused"
    AFTER_EXCHANGE = "after-exchange"


POINT, VOLE = 1, 2
_SIDES = tuple(Role)

RISKS: Mapping[tuple[PlayBegan, Role], str] = {
    (PlayBegan.ELDER_PLAYED, Role.DEALER): "ecarte.elder-risk",
    (PlayBegan.FIRST_PROPOSAL_REFUSED, Role.ELDER): "ecarte.dealer-risk",
}
"""Who made three or four tricks after which opening scores two points, and by which clause."""


@dataclass(frozen=True, slots=True)
class Scored:
    """What the tricks of a deal score, for whom, and by which clauses."""

    role: Role
    points: int
    clauses: tuple[str, ...]


def score_tricks(play_began: PlayBegan, elder_tricks: int) -> Scored:
    """The scoring table: who scores for the tricks, and 1 or 2 points."""
    role = Role.ELDER if elder_tricks > HAND // 2 else Role.DEALER
    if elder_tricks in {0, HAND}:
        return Scored(role, VOLE, ("ecarte.vole",))
    if risk := RISKS.get((play_began, role)):
        return Scored(role, VOLE, ("ecarte.point", risk))
    if play_began is PlayBegan.AFTER_EXCHANGE:
        return Scored(role, POINT, ("ecarte.point", "ecarte.no-risk-after-exchange"))
    return Scored(role, POINT, ("ecarte.point",))


_Tricks = Annotated[int, Between(0, HAND)]
_Points = Annotated[int, Between(0, 99)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Form):
    """A deal that has been played."""

    elder: Annotated[Player, ELDER]
    dealer: Annotated[Player, DEALER]
    tricks: Annotated[
        Mapping[str, _Tricks],
        Says("Tricks made by each; five in all, unless hands were thrown up or the king won."),
    ]
    play_began: Annotated[
        PlayBegan | None, Says("How play began; null if a king won before it did.")
    ]
    king: Annotated[Player | None, Says("Who scored the king of trumps.")] = None
    king_turned: Annotated[bool, Says("The king was turned up; `king` is then the dealer.")] = False
    thrown_up: Annotated[
        Player | Absent, Says("Who threw up his hand; the other gets the remaining tricks.")
    ] = ABSENT
    score: Annotated[
        Mapping[str, _Points] | Absent, Says("The game's score before the deal; 0 to 0 by default.")
    ] = ABSENT

    @classmethod
    def faults(cls, given: Given) -> Iterator[Fault]:
        """Names that stand twice or for nobody, tricks that cannot be, a king for the elder."""
        names = [given.get(role) for role in _SIDES]
        for index, found in players.repeated(names):
            yield found.below(_SIDES[index])
        for field in ("tricks", "score"):
            if field in given:
                yield from players.for_each(given[field], names, field)
        for field in ("king", "thrown_up"):
            if given.get(field) is not None:
                yield from players.unknown(given[field], names, field)
        dealer = given.get("dealer")
        told = dealer is not None and "king" not in given.unread
        if told and given.get("king_turned") and given.get("king") != dealer:
            text = RULEBOOK.phrase("faults", "not-the-dealer")
            yield Fault("not-the-dealer", text, ("king",), ("ecarte.turned-king",))

    @classmethod
    def faults_under(cls, given: Given, options: Any) -> Iterator[Fault]:
        """A score that has won already, tricks that do not make five, play that never began."""
        score = {**dict.fromkeys(_names(given), 0), **given.get("score", {})}
        yield from game_over(score, options, "score")
        king = given.get("king")
        won_by_king = king is not None and (score.get(king) or 0) + 1 >= options.game_points
        if "play_began" in given and given["play_began"] is None and not won_by_king:
            text = RULEBOOK.phrase("faults", "play-began")
            yield Fault("missing-field", text, ("play_began",), ("ecarte.point",))
        tricks = given.get("tricks", {}).values()
        if len(tricks) == len(_SIDES) and None not in tricks:
            total = sum(tricks)
            low, high = HAND, HAND
            if won_by_king:
                low = 0
            elif "thrown_up" in given:
                low, high = 0, HAND - 1
            if not low <= total <= high:
                facts = {"min": low, "max": high, "count": total}
                key = "tricks-in-all" if low < high else "tricks-in-all-exactly"
                text = RULEBOOK.phrase("faults", key, facts)
                yield Fault("wrong-count", text, ("tricks",), ("ecarte.trick",), facts)


def game_over(score: Mapping[str, Any], options: Any, *path: str) -> Iterator[Fault]:
    """A fault for each player whose points would have won the game already."""
    for name, points in score.items():
        if points is not None and not 0 <= points < options.game_points:
            limits = {"min": 0, "max": options.game_points - 1}
            yield fault("out-of-range", *path, name, clauses=("ecarte.game",), facts=limits)


def _names(given: Given) -> tuple[str, ...]:
    return tuple(given[role] for role in _SIDES if role in given)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement(Answer):
    """What the deal scores, and whether it ends the game."""

    points: Annotated[Mapping[str, int], Says("Points of this deal, for each player.")]
    score: Annotated[Mapping[str, int], Says("The game's score after the deal.")]
    winner: Annotated[str | None, Says("Who has won the game, null while nobody has.")]
    payments: Annotated[
        Mapping[str, int], Says("What the loser of the game pays the winner, in tokens.")
    ]
    clauses: Clauses


def settle(question: Question, options: Options) -> Settlement:
    """The points of a deal, the new score, and the stake once a player has `game_points`."""
    names = {Role.ELDER: question.elder, Role.DEALER: question.dealer}
    score = dict.fromkeys(names.values(), 0)
    score |= {} if question.score is ABSENT else question.score
    points = dict.fromkeys(names.values(), 0)
    clauses: list[str] = []
    if question.king is not None:
        points[question.king] += 1
        clauses.append("ecarte.turned-king" if question.king_turned else "ecarte.king")
    king_won = question.king is not None and score[question.king] + 1 >= options.game_points
    if king_won or question.play_began is None:
        clauses.append("ecarte.king-first")
    else:
        scored = score_tricks(question.play_began, _elder_tricks(question))
        points[names[scored.role]] += scored.points
        clauses += ("ecarte.thrown-up",) if question.thrown_up is not ABSENT else ()
        clauses += scored.clauses
    score = {name: score[name] + points[name] for name in names.values()}
    if sum(points.values()) == VOLE + POINT:
        clauses.append("ecarte.cap")
    winner = next((name for name in score if score[name] >= options.game_points), None)
    if winner is not None:
        clauses += ("ecarte.game", "ecarte.stakes")
    return Settlement(
        points=points,
        score=score,
        winner=winner,
        payments=stakes(score, winner, options),
        clauses=tuple(clauses),
    )


def _elder_tricks(question: Question) -> int:
    """The elder's tricks, with those that his opponent left him by throwing up."""
    made = question.tricks
    if question.thrown_up == question.dealer:
        return HAND - made[question.dealer]
    return made[question.elder]


def stakes(score: Mapping[str, int], winner: str | None, options: Options) -> dict[str, int]:
    """What each gets or pays when the game is won: nothing before (`ecarte.stakes`)."""
    if winner is None:
        return dict.fromkeys(score, 0)
    (loser,) = (name for name in score if name != winner)
    times = 1
    if options.stakes is Stakes.TRIPLE_DOUBLE_SINGLE:
        times = {0: 3, 1: 2, 2: 2}.get(score[loser], 1)
    paid = options.stake * times
    return {name: paid if name == winner else -paid for name in score}
