"""Many Brag hands at once, by a table of all hands."""

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import NamedTuple

from evaluators.batch import Columns, Hands, column, identify
from evaluators.cards import Card
from evaluators.forms import Count, Form
from evaluators.tables import HandTable, Indices, Positions, Verdicts
from tests.fifth_game.brag.evaluate import kind_of, strength_of
from tests.fifth_game.brag.rules import HAND, PACK, BestRun, Class, Options

_SIZES = Count(HAND, HAND, ("brag.deal",))
_RANKINGS = tuple(product((True, False), BestRun))
"""The ways in which options rank hands."""


class Verdict(NamedTuple):
    """What matters of a hand in columns: its class, and its strength in each ranking."""

    kind: Class
    strengths: tuple[int, ...]


_VERDICTS: Verdicts[Verdict] = Verdicts()


def _judge(hand: tuple[Card, ...]) -> Verdict:
    ways = (Options(threes_highest=threes, best_run=run) for threes, run in _RANKINGS)
    return Verdict(kind_of(hand), tuple(strength_of(hand, options) for options in ways))


@cache
def _table() -> HandTable[Verdict]:
    return HandTable(PACK, HAND, _judge, _VERDICTS)


def _look_up(positions: Positions) -> Indices:
    return _table().look_up(positions)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Form):
    """Hands to be valued."""

    hands: Hands


def evaluate_batch(question: Question, options: Options) -> Columns:
    """What `evaluate` says of each hand."""
    indices, errors = identify(question.hands, PACK, _SIZES, _look_up)
    ranking = _RANKINGS.index((options.threes_highest, options.best_run))
    verdicts = tuple(_VERDICTS)
    return Columns(
        count=len(question.hands),
        best=column([said and said.kind for said in verdicts], indices),
        strength=column([said and said.strengths[ranking] for said in verdicts], indices),
        pays=column([said and options.bonus[said.kind] for said in verdicts], indices),
        errors=errors,
    )
