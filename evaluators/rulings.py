"""Ruling on claims: each is held against what the record, the situation or the hands come to."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from evaluators.arbiter import Arbiter
from evaluators.breaches import breaches, undecided
from evaluators.claims import (
    Claim,
    Legality,
    Reason,
    Ruling,
    Rulings,
    Verdict,
)
from evaluators.completions import completions
from evaluators.decisions import (
    agreed,
    are_alike,
    holders,
    without_record,
)
from evaluators.examined import Examined
from evaluators.forms import ABSENT
from evaluators.inquiry import inquire
from evaluators.record import Position
from evaluators.ways import ways

P = TypeVar("P", bound=Position)


def adjudicate(arbiter: Arbiter[P], question: Any, options: Any) -> Rulings:
    """The ruling on a dispute."""
    record, claims = question.record, question.claims
    if record is ABSENT:
        rulings = tuple(without_record(arbiter, claim, question, options) for claim in claims)
        return arbiter.answer(
            rulings=rulings, breaches=(), undecided=(), stopped_at=None, outcome=None
        )
    inquiry = inquire(arbiter, record, options)
    exact, gone = [], [inquiry]
    if inquiry.last.doubts:
        exact = completions(arbiter, record, options, inquiry)
        gone = exact or (ways(arbiter, inquiry) if inquiry.last.result_in_doubt else gone)
    examined = Examined(arbiter, inquiry)
    endings = [replace(examined, inquiry=way) for way in gone]
    outcomes = [arbiter.outcome(way.last, record) for way in gone]
    stopped = [way.stopped_at for way in exact or [inquiry]]
    return arbiter.answer(
        rulings=_ruled(claims, examined, endings, bool(exact)),
        breaches=breaches(arbiter, inquiry, gone, exact=bool(exact)),
        undecided=undecided(arbiter, inquiry, gone, list(map(_bare, outcomes)), exact=bool(exact)),
        stopped_at=stopped[0] if are_alike(stopped) else inquiry.stopped_at,
        outcome=_common(outcomes),
    )


def _common(outcomes: Sequence[Any]) -> Any:
    """The outcome that is the same by all ends, with the clauses common to all; else None."""
    if None in outcomes or not outcomes or not are_alike(list(map(_bare, outcomes))):
        return None
    first, *others = outcomes
    common = [clause for clause in first.clauses if all(clause in it.clauses for it in others)]
    return replace(first, clauses=tuple(common))


def _bare(outcome: Any) -> Any:
    """An outcome without the clauses on which it rests."""
    return outcome and replace(outcome, clauses=())


def _ruled(
    claims: Sequence[Claim], examined: Examined[P], endings: Sequence[Examined[P]], exact: bool
) -> tuple[Ruling, ...]:
    """The decisions on all claims; the same claim is decided once."""
    unlike: list[Claim] = []
    for claim in claims:
        if claim not in unlike:
            unlike.append(claim)
    decided = [_surely(claim, examined, endings, exact) for claim in unlike]
    return tuple(decided[unlike.index(claim)] for claim in claims)


def _surely(
    claim: Claim, examined: Examined[P], endings: Sequence[Examined[P]], exact: bool
) -> Ruling:
    """The decision on a claim, also where only all that the deal may have come to shows it.

    `exact`: these are all completions, which tell as well what was allowed.
    """
    ruling = examined.ruling(claim)
    if ruling.verdict is not Verdict.UNDECIDABLE or ruling.reason is not Reason.UNSEEN_CARDS:
        return ruling
    if isinstance(claim, Legality) and not exact:
        return examined.illegal_anyway(claim) or ruling
    unseen = holders(examined.inquiry.last.doubts)
    return agreed((ending.ruling(claim) for ending in endings), unseen) or ruling
