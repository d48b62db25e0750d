"""Many Vinegret hands at once, by a table of all hands."""

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from typing import Annotated, NamedTuple

from evaluators.batch import Columns, Hands, Numbers, column, identify
from evaluators.cards import Card
from evaluators.forms import Count, Form, Says
from evaluators.tables import HandTable, Indices, Positions, Verdicts
from evaluators.vinegret.evaluate import Class, found_in, pays, ranking, standing_of
from evaluators.vinegret.rules import FULL_HAND, PACK, Options

_SIZES = Count(2, FULL_HAND, ("vinegret.first-cards", "vinegret.second-cards"))


class Verdict(NamedTuple):
    """What matters of a hand in columns; no kind where it contains nothing."""

    kind: Class | None
    parts: tuple[Class, ...]
    points: int | None
    strength: int | None


_VERDICTS: Verdicts[Verdict] = Verdicts()


def _judge(hand: tuple[Card, ...]) -> Verdict:
    found = found_in(hand)
    if not found:
        return Verdict(None, (), None, None)
    best = found[0]
    strength = ranking()[standing_of(best, hand)] if len(hand) == FULL_HAND else None
    return Verdict(best.kind, tuple(part.kind for part in best.parts), best.points, strength)


@cache
def _table(size: int) -> HandTable[Verdict]:
    return HandTable(PACK, size, _judge, _VERDICTS)


def _look_up(positions: Positions) -> Indices:
    return _table(positions.shape[1]).look_up(positions)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Form):
    """Hands to be valued."""

    hands: Hands


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluations(Columns):
    """What the hands are worth, in columns."""

    points: Annotated[Numbers, Says("The points of each hand's best combination.")]


def evaluate_batch(question: Question, options: Options) -> Evaluations:
    """What `evaluate` says of each hand, for up to 100,000 hands."""
    indices, errors = identify(question.hands, PACK, _SIZES, _look_up)
    verdicts = tuple(_VERDICTS)
    return Evaluations(
        count=len(question.hands),
        best=column([verdict and verdict.kind for verdict in verdicts], indices),
        strength=column([verdict and verdict.strength for verdict in verdicts], indices),
        pays=column(_prices(options, len(verdicts)), indices),
        points=column([verdict and verdict.points for verdict in verdicts], indices),
        errors=errors,
    )


@lru_cache(maxsize=64)
def _prices(options: Options, verdicts: int) -> list[int | None]:
    """What each of the verdicts pays; they become more as tables are made."""
    return [_price(verdict, options) for verdict in islice(_VERDICTS, verdicts)]


def _price(verdict: Verdict | None, options: Options) -> int | None:
    if verdict is None or verdict.kind is None:
        return None
    return pays(verdict.kind, verdict.parts, options)
