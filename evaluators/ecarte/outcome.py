"""How a deal of Écarté ended."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from evaluators.ecarte.settle import PlayBegan
from evaluators.forms import Clauses, Says


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the deal ended."""

    tricks: Annotated[Mapping[str, int], Says("Those made by each.")]
    play_began: Annotated[PlayBegan | None, Says("Null if the deal was over before play.")]
    king: Annotated[str | None, Says("Who scored the king of trumps, null if nobody.")]
    thrown_up: Annotated[str | None, Says("Who threw up his hand, null if nobody.")]
    points: Annotated[Mapping[str, int], Says("Of this deal.")]
    score: Annotated[Mapping[str, int], Says("Of the game, after this deal.")]
    winner: Annotated[str | None, Says("Of the game, null while nobody has won.")]
    next_dealer: Annotated[str, Says("Who deals next.")]
    clauses: Clauses


def misdeal(score: Mapping[str, int], dealer: str, clause: str) -> Outcome:
    """A deal that cannot stand: nothing counts, and the same dealer deals again."""
    nothing = dict.fromkeys(score, 0)
    return Outcome(
        tricks=nothing,
        play_began=None,
        king=None,
        thrown_up=None,
        points=nothing,
        score=score,
        winner=None,
        next_dealer=dealer,
        clauses=(clause,),
    )
